//! Two-dimensional plots (`mjvFigure`).

use crate::plain::{Text, plain};

/// How many lines a figure can have.
pub const MAX_LINE: usize = 100;
/// How many points a line can have.
pub const MAX_LINE_POINTS: usize = 1001;

plain! {
    /// A plot (`mjvFigure`).
    #[derive(Clone, Debug, PartialEq)]
    pub struct Figure {
        flg_legend: i32 = 1, "Whether there is a legend.";
        flg_ticklabel: [i32; 2] = [1, 1], "Whether ticks have labels, x and y.";
        flg_extend: i32 = 1, "Whether ranges grow to fit the data.";
        flg_barplot: i32 = 0, "Whether points are connected in pairs only.";
        flg_selection: i32 = 0, "Whether there is a vertical line at the selection.";
        flg_symmetric: i32 = 0, "Whether the y-axis is symmetric.";
        linewidth: f32 = 3.0, "Width of lines.";
        gridwidth: f32 = 1.0, "Width of the grid.";
        gridsize: [i32; 2] = [2, 2], "Number of grid points, x and y.";
        gridrgb: [f32; 3] = [0.4; 3], "Colour of the grid.";
        figurergba: [f32; 4] = [0.0, 0.0, 0.0, 1.0], "Colour of the figure.";
        panergba: [f32; 4] = [0.0, 0.0, 0.0, 1.0], "Colour of the pane.";
        legendrgba: [f32; 4] = [0.0, 0.0, 0.0, 0.3], "Colour of the legend.";
        textrgb: [f32; 3] = [1.0; 3], "Colour of texts.";
        linergb: [[f32; 3]; MAX_LINE] = line_colors(), "Colours of lines.";
        range: [[f32; 2]; 2] = [[0.0, 1.0]; 2], "Ranges of the axes; automatic where the first is not below the second.";
        xformat: Text<20> = Text::new("%.0f"), "Format of numbers on the x-axis.";
        yformat: Text<20> = Text::new("%.2g"), "Format of numbers on the y-axis.";
        minwidth: Text<20> = Text::new("XXX"), "Text whose width numbers on the y-axis have at least.";
        title: Text<1000> = Text::EMPTY, "Title; subplots are separated by two or more spaces.";
        xlabel: Text<100> = Text::EMPTY, "Text below the x-axis.";
        linename: Box<[Text<100>; MAX_LINE]> = Box::new([Text::EMPTY; MAX_LINE]), "Names of lines in the legend.";
        legendoffset: i32 = 0, "How many lines lower the legend begins.";
        subplot: i32 = 0, "The subplot whose title is marked.";
        highlight: [i32; 2] = [0; 2], "Point of the picture: the line whose name is there is marked.";
        highlightid: i32 = -1, "Line that is marked; negative for none.";
        selection: f32 = 0.0, "Where the selection is on the x-axis.";
        linepnt: [i32; MAX_LINE] = [0; MAX_LINE], "Number of points of each line.";
        linedata: Vec<[f32; 2 * MAX_LINE_POINTS]> = vec![[0.0; 2 * MAX_LINE_POINTS]; MAX_LINE], "Points of each line, x and y in turn.";
        xaxispixel: [i32; 2] = [0; 2], "Where the x-axis is, in pixels; set by the renderer.";
        yaxispixel: [i32; 2] = [0; 2], "Where the y-axis is, in pixels; set by the renderer.";
        xaxisdata: [f32; 2] = [0.0; 2], "Range of the x-axis; set by the renderer.";
        yaxisdata: [f32; 2] = [0.0; 2], "Range of the y-axis; set by the renderer.";
    }
}

/// The points of all lines: always [`MAX_LINE`] of them, too many for the stack.
impl crate::plain::Plain for Vec<[f32; 2 * MAX_LINE_POINTS]> {
    const KIND: crate::plain::Kind = crate::plain::Kind::Float;
    const BYTES: usize = MAX_LINE * 8 * MAX_LINE_POINTS;
    fn shape() -> Vec<usize> {
        vec![MAX_LINE, 2 * MAX_LINE_POINTS]
    }
    fn put(&self, out: &mut Vec<u8>) {
        let end = out.len() + Self::BYTES;
        self.iter()
            .take(MAX_LINE)
            .flatten()
            .for_each(|x| x.put(out));
        out.resize(end, 0);
    }
    fn get(&mut self, bytes: &mut &[u8]) {
        self.iter_mut().for_each(|line| line.get(bytes));
    }
}

/// Eight colours that are easy to tell apart, then Halton's sequence.
fn line_colors() -> [[f32; 3]; MAX_LINE] {
    const FIRST: [[f32; 3]; 8] = [
        [1.0, 0.3, 0.3],
        [0.1, 1.0, 0.1],
        [0.3, 0.3, 1.0],
        [0.1, 1.0, 1.0],
        [1.0, 0.2, 1.0],
        [1.0, 1.0, 0.1],
        [1.0, 0.6, 0.2],
        [0.6, 0.7, 0.4],
    ];
    std::array::from_fn(|i| match FIRST.get(i) {
        Some(color) => *color,
        None => [2, 3, 5].map(|base| 0.1 + 0.8 * halton(i, base) as f32),
    })
}

/// The `index`-th number of Halton's sequence: its digits mirrored at the point.
pub(crate) fn halton(index: usize, base: usize) -> f64 {
    let (mut rest, mut weight, mut sum) = (index, 1.0 / base as f64, 0.0);
    while rest > 0 {
        sum += weight * (rest % base) as f64;
        rest /= base;
        weight /= base as f64;
    }
    sum
}

//! Plots (`mjvFigure`).

use ligament_scene::Figure;

use super::format::number;
use super::{Canvas, Font, Fonts, Rect, Style};

/// Where the axes of a drawn figure are, in pixels, and their ranges.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Axes {
    /// First and last pixel, of x and y.
    pub pixels: [[i32; 2]; 2],
    /// Range, of x and y.
    pub data: [[f32; 2]; 2],
}

/// Most grid lines along an axis.
const MAX_GRID: i32 = 200;
/// Width of the line at the selection, and of all others against the line that is marked.
const SELECTION: f32 = 3.0;
const MARKED: f32 = 2.0;

/// What a figure is drawn with.
struct Plot<'c, 'p> {
    canvas: &'c mut Canvas<'p>,
    figure: &'c Figure,
    fonts: Fonts,
    /// Height of a line of text.
    line: i32,
    pane: Rect,
    axes: Axes,
}

/// Draws a figure into a rectangle.
pub fn draw_figure(canvas: &mut Canvas<'_>, figure: &Figure, fonts: Fonts, rect: Rect) -> Axes {
    canvas.clip(rect);
    canvas.fill(rect, figure.figurergba);
    let line = fonts.height(Font::Normal);
    let pane = pane(figure, fonts, line, rect);
    let axes = Axes {
        pixels: [[pane.left, pane.ends()[0]], [pane.bottom, pane.ends()[1]]],
        data: [range(figure, 0), range(figure, 1)],
    };
    let mut plot = Plot {
        canvas,
        figure,
        fonts,
        line,
        pane,
        axes,
    };
    plot.canvas.fill(pane, figure.panergba);
    plot.grid();
    plot.canvas.clip(pane);
    plot.lines();
    if figure.flg_selection != 0 {
        plot.selection();
    }
    if figure.flg_legend != 0 {
        plot.legend();
    }
    plot.canvas.clip(rect);
    plot.titles(rect);
    axes
}

/// The part of a figure with its lines.
fn pane(figure: &Figure, fonts: Fonts, line: i32, rect: Rect) -> Rect {
    let edge = line / 2;
    let wide = fonts.width(Font::Normal, &figure.minwidth.text()) + line / 2;
    let left = edge
        + if figure.flg_ticklabel[1] != 0 {
            wide
        } else {
            0
        };
    let ticks = if figure.flg_ticklabel[0] != 0 {
        3 * line / 2
    } else {
        0
    };
    let label = if figure.xlabel.is_empty() {
        0
    } else {
        5 * line / 4
    };
    let title = if figure.title.is_empty() {
        0
    } else {
        3 * line / 2
    };
    let (bottom, top) = (edge + ticks + label, edge + title);
    Rect {
        left: rect.left.saturating_add(left),
        bottom: rect.bottom.saturating_add(bottom),
        width: (rect.width.saturating_sub(left + edge)).max(1),
        height: (rect.height.saturating_sub(bottom + top)).max(1),
    }
}

/// The points of a line.
fn points(figure: &Figure, line: usize) -> impl Iterator<Item = [f32; 2]> + '_ {
    let count = figure.linepnt.get(line).map_or(0, |n| (*n).max(0) as usize);
    let data = figure.linedata.get(line).map_or(&[][..], |d| &d[..]);
    data.chunks_exact(2).take(count).map(|p| [p[0], p[1]])
}

/// The range of an axis, widened to fit the data where that is asked for.
fn range(figure: &Figure, axis: usize) -> [f32; 2] {
    let [mut low, mut high] = figure.range[axis];
    let automatic = low >= high || low.is_nan() || high.is_nan();
    if automatic {
        (low, high) = (f32::MAX, f32::MIN);
    }
    if automatic || figure.flg_extend != 0 {
        let given = [low, high];
        let all = (0..figure.linepnt.len()).flat_map(|line| points(figure, line));
        for x in all.map(|p| p[axis]).filter(|x| x.abs() < 1e30) {
            (low, high) = (low.min(x), high.max(x));
        }
        let step = step_of(high - low);
        if low < given[0] {
            low = (low / step).floor() * step;
        }
        if high > given[1] {
            high = (high / step).ceil() * step;
        }
    }
    if axis == 1 && figure.flg_symmetric != 0 {
        high = high.abs().max(low.abs());
        low = -high;
    }
    if high > low {
        [low, high]
    } else if low > 1e30 {
        [0.0, 1.0]
    } else {
        [low - 0.5, low + 0.5]
    }
}

/// The largest power of ten that is not above a width.
fn step_of(width: f32) -> f32 {
    let mut step = 1.0f32;
    if !(width > 1e-20 && width < 1e20) {
        return step;
    }
    while step > width {
        step *= 0.1;
    }
    while step * 10.0 <= width {
        step *= 10.0;
    }
    step
}

impl Plot<'_, '_> {
    fn style(&self, font: Font) -> Style {
        Style {
            font,
            rgb: self.figure.textrgb,
        }
    }

    /// From numbers to pixels.
    fn pixel(&self, point: [f32; 2]) -> [f32; 2] {
        core::array::from_fn(|k| {
            let [low, high] = self.axes.data[k];
            let [from, to] = self.axes.pixels[k].map(|p| p as f32);
            from + (point[k] - low) / (high - low) * (to - from)
        })
    }

    /// Lines of the grid and the numbers at them.
    fn grid(&mut self) {
        for axis in 0..2 {
            let count = self.figure.gridsize[axis].clamp(0, MAX_GRID);
            for i in 0..count {
                let part = i as f32 / (count - 1).max(1) as f32;
                let [low, high] = self.axes.data[axis];
                let value = low + part * (high - low);
                let mut ends = self.axes.data.map(|[low, _]| low);
                ends[axis] = value;
                let a = self.pixel(ends);
                ends[1 - axis] = self.axes.data[1 - axis][1];
                let b = self.pixel(ends);
                self.canvas
                    .line([a, b], self.figure.gridwidth, self.figure.gridrgb);
                if self.figure.flg_ticklabel[axis] != 0 {
                    self.tick(axis, a, value, (i, count));
                }
            }
        }
    }

    fn tick(&mut self, axis: usize, at: [f32; 2], value: f32, (i, count): (i32, i32)) {
        let format = [&self.figure.xformat, &self.figure.yformat][axis].text();
        let text = number(&format, f64::from(value));
        let wide = self.fonts.width(Font::Normal, &text);
        let [x, y] = at.map(|x| x as i32);
        let place = if axis == 0 {
            // the first and last number stay within the pane
            let shift = match i {
                0 => 0,
                i if i == count - 1 => wide,
                _ => wide / 2,
            };
            [x - shift, y - 3 * self.line / 2]
        } else {
            [x - wide - self.line / 2, y - self.line / 2]
        };
        self.canvas
            .text(self.fonts, self.style(Font::Normal), &text, place);
    }

    /// The line that is marked.
    fn marked(&self) -> Option<usize> {
        usize::try_from(self.figure.highlightid).ok()
    }

    fn lines(&mut self) {
        let figure = self.figure;
        for line in 0..figure.linepnt.len() {
            let all: Vec<[f32; 2]> = points(figure, line).map(|p| self.pixel(p)).collect();
            let step = if figure.flg_barplot != 0 { 2 } else { 1 };
            let wide = if self.marked() == Some(line) {
                MARKED
            } else {
                1.0
            };
            for pair in all.windows(2).step_by(step) {
                let ends = [pair[0], pair[1]];
                self.canvas
                    .line(ends, wide * figure.linewidth, figure.linergb[line]);
            }
        }
    }

    fn selection(&mut self) {
        let x = self.figure.selection;
        let [low, high] = self.axes.data[1];
        let ends = [self.pixel([x, low]), self.pixel([x, high])];
        self.canvas.line(ends, SELECTION, self.figure.textrgb);
    }

    /// Names of lines, at the right.
    fn legend(&mut self) {
        let figure = self.figure;
        let named = |line: &usize| !figure.linename[*line].is_empty();
        let lines: Vec<usize> = (0..figure.linepnt.len()).filter(named).collect();
        let name = |line: usize| figure.linename[line].text();
        let wide = lines
            .iter()
            .map(|&l| self.fonts.width(Font::Shadow, &name(l)))
            .max();
        let Some(wide) = wide else {
            return;
        };
        let high = self.line.saturating_mul(lines.len() as i32 + 1);
        let [right, top] = self.pane.ends();
        let top = top.saturating_sub(self.line.saturating_mul(figure.legendoffset));
        let frame = Rect {
            left: right - wide - self.line,
            bottom: top.saturating_sub(high),
            width: wide + self.line,
            height: high,
        };
        self.canvas.fill(frame, figure.legendrgba);
        for (i, &line) in lines.iter().enumerate() {
            let y = top.saturating_sub(self.line / 2 + self.line * (i as i32 + 1));
            let at = [frame.left + self.line / 2, y];
            let [hx, hy] = figure.highlight;
            let pointed = (frame.left..right).contains(&hx) && (y..y + self.line).contains(&hy);
            let style = Style {
                font: Font::Shadow,
                rgb: if pointed || self.marked() == Some(line) {
                    figure.textrgb
                } else {
                    figure.linergb[line]
                },
            };
            self.canvas.text(self.fonts, style, &name(line), at);
        }
    }

    /// The title, whose parts are divided by two or more spaces, and the text below the x-axis.
    fn titles(&mut self, rect: Rect) {
        let middle = self.pane.left + self.pane.width / 2;
        let title = self.figure.title.text();
        let parts: Vec<&str> = title
            .split("  ")
            .map(str::trim)
            .filter(|t| !t.is_empty())
            .collect();
        let gap = self.fonts.width(Font::Normal, "  ");
        let width = |text: &str| self.fonts.width(Font::Normal, text);
        let wide = parts.iter().map(|t| width(t) + gap).sum::<i32>() - gap;
        let widths: Vec<i32> = parts.iter().map(|t| width(t)).collect();
        let mut x = middle - wide / 2;
        let y = self.pane.ends()[1].saturating_add(self.line / 2);
        for (i, (text, wide)) in parts.iter().zip(widths).enumerate() {
            let mut style = self.style(Font::Normal);
            if parts.len() > 1 && i as i32 != self.figure.subplot {
                style.rgb = style.rgb.map(|c| 0.4 * c);
            }
            self.canvas.text(self.fonts, style, text, [x, y]);
            x += wide + gap;
        }
        let label = self.figure.xlabel.text();
        let wide = self.fonts.width(Font::Normal, &label);
        let at = [middle - wide / 2, rect.bottom.saturating_add(self.line / 2)];
        let style = self.style(Font::Normal);
        self.canvas.text(self.fonts, style, &label, at);
    }
}

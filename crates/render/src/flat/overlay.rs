//! Texts in the corners of pictures, and labels.

use super::{Canvas, Font, Fonts, Rect, Style};

/// Where an overlay is (`mjtGridPos`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Top left.
    TopLeft,
    /// Top right.
    TopRight,
    /// Bottom left.
    BottomLeft,
    /// Bottom right.
    BottomRight,
    /// Top middle.
    Top,
    /// Bottom middle.
    Bottom,
    /// Left middle.
    Left,
    /// Right middle.
    Right,
}

impl Place {
    /// The place of a number of `mjtGridPos`.
    pub fn from_number(number: i32) -> Option<Self> {
        use Place::*;
        [
            TopLeft,
            TopRight,
            BottomLeft,
            BottomRight,
            Top,
            Bottom,
            Left,
            Right,
        ]
        .get(usize::try_from(number).ok()?)
        .copied()
    }

    /// From 0 at the left or bottom to 2 at the right or top.
    fn grid(self) -> [i32; 2] {
        use Place::*;
        let x = match self {
            TopLeft | BottomLeft | Left => 0,
            Top | Bottom => 1,
            TopRight | BottomRight | Right => 2,
        };
        let y = match self {
            BottomLeft | BottomRight | Bottom => 0,
            Left | Right => 1,
            TopLeft | TopRight | Top => 2,
        };
        [x, y]
    }
}

/// Distance of an overlay from the edge, around its texts, and between its columns, in pixels.
const EDGE: i32 = 5;
const AROUND: i32 = 4;
const BETWEEN: i32 = 2;
/// Behind overlays.
const DARK: [f32; 4] = [0.0, 0.0, 0.0, 0.5];
/// Colours of the two columns.
const COLUMNS: [[f32; 3]; 2] = [[0.7; 3], [1.0; 3]];

/// Writes one or two columns of lines into a rectangle; the second one may be empty.
pub fn draw_overlay(
    canvas: &mut Canvas<'_>,
    fonts: Fonts,
    (font, place): (Font, Place),
    rect: Rect,
    texts: [&str; 2],
) {
    let sizes = texts.map(|text| {
        let width = text.lines().map(|line| fonts.width(font, line)).max();
        let lines = i32::try_from(text.lines().count()).unwrap_or(i32::MAX);
        (width.map_or(0, |w| w + 2 * AROUND), lines)
    });
    let rows = sizes[0].1.max(sizes[1].1);
    if rows == 0 {
        return;
    }
    let line = fonts.height(font);
    let high = rows.saturating_mul(line).saturating_add(2 * AROUND);
    let both = if sizes[0].0 > 0 && sizes[1].0 > 0 {
        BETWEEN
    } else {
        0
    };
    let wide = sizes[0].0 + sizes[1].0 + both;
    let [gx, gy] = place.grid();
    let along = |from: i32, size: i32, own: i32, where_: i32| match where_ {
        0 => from.saturating_add(EDGE),
        1 => from.saturating_add((size - own) / 2),
        _ => from.saturating_add(size - own - EDGE),
    };
    let mut left = along(rect.left, rect.width, wide, gx);
    let bottom = along(rect.bottom, rect.height, high, gy);
    canvas.clip(rect);
    for ((text, (width, _)), rgb) in texts.into_iter().zip(sizes).zip(COLUMNS) {
        if width == 0 {
            continue;
        }
        let column = Rect {
            left,
            bottom,
            width,
            height: high,
        };
        canvas.fill(column, DARK);
        for (i, words) in text.lines().enumerate() {
            let y = bottom + high - AROUND - line.saturating_mul(i as i32 + 1);
            canvas.text(fonts, Style { font, rgb }, words, [left + AROUND, y]);
        }
        left += width + BETWEEN;
    }
}

/// Fills a rectangle and writes a text into its middle.
pub fn draw_label(
    canvas: &mut Canvas<'_>,
    fonts: Fonts,
    style: Style,
    (rect, rgba): (Rect, [f32; 4]),
    text: &str,
) {
    canvas.clip(rect);
    canvas.fill(rect, rgba);
    let wide = fonts.width(style.font, text);
    let at = [
        rect.left.saturating_add((rect.width - wide) / 2),
        rect.bottom
            .saturating_add((rect.height - fonts.height(style.font)) / 2),
    ];
    canvas.text(fonts, style, text, at);
}

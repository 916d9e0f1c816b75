//! Flat drawing on pictures: rectangles, lines, texts, overlays and figures.

mod canvas;
mod figure;
mod font;
mod format;
mod overlay;

pub use canvas::{Canvas, Rect, Style};
pub use figure::{Axes, draw_figure};
pub use overlay::{Place, draw_label, draw_overlay};

/// Sizes of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Font {
    /// Plain.
    Normal,
    /// With a dark outline.
    Shadow,
    /// Twice as large.
    Big,
}

impl Font {
    /// The font of a number of `mjtFont`.
    pub fn from_number(number: i32) -> Option<Self> {
        [Self::Normal, Self::Shadow, Self::Big]
            .get(usize::try_from(number).ok()?)
            .copied()
    }
}

/// Fonts at a scale in percent, as `mjtFontScale` has it.
#[derive(Clone, Copy, Debug)]
pub struct Fonts {
    scale: f32,
}

/// Height of a line of plain text at a scale of 100, in pixels.
const HEIGHT: f32 = 28.0 / 1.5;

impl Fonts {
    /// Fonts of a scale from 50 to 300; other numbers count as the nearest.
    pub fn new(scale: i32) -> Self {
        Self {
            scale: scale.clamp(50, 300) as f32 / 100.0,
        }
    }

    fn unit(&self, font: Font) -> f32 {
        let large = if font == Font::Big { 2.0 } else { 1.0 };
        large * self.scale * HEIGHT / font::LINE
    }

    /// Height of a line, in pixels.
    pub fn height(&self, font: Font) -> i32 {
        (self.unit(font) * font::LINE).round() as i32
    }

    /// Width of a text, in pixels.
    pub fn width(&self, font: Font, text: &str) -> i32 {
        let unit = self.unit(font);
        text.chars()
            .map(|c| (font::advance(c) * unit).round() as i32)
            .sum()
    }
}

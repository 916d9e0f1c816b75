//! Rectangles, lines and texts.

use super::{Font, Fonts, font};

/// A rectangle of a picture, in pixels from its lower left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// Left edge.
    pub left: i32,
    /// Lower edge.
    pub bottom: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

impl Rect {
    /// Right and upper edges.
    pub fn ends(&self) -> [i32; 2] {
        [
            self.left.saturating_add(self.width.max(0)),
            self.bottom.saturating_add(self.height.max(0)),
        ]
    }

    /// The part that is in another rectangle, too.
    #[must_use]
    pub fn within(&self, other: Rect) -> Rect {
        let ends = self.ends();
        let limit = other.ends();
        let (left, bottom) = (self.left.max(other.left), self.bottom.max(other.bottom));
        Rect {
            left,
            bottom,
            width: ends[0].min(limit[0]).saturating_sub(left).max(0),
            height: ends[1].min(limit[1]).saturating_sub(bottom).max(0),
        }
    }
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Its font.
    pub font: Font,
    /// Its colour.
    pub rgb: [f32; 3],
}

/// A picture that is drawn on, row by row from the bottom.
#[derive(Debug)]
pub struct Canvas<'a> {
    rgb: &'a mut [u8],
    width: usize,
    height: usize,
    clip: Rect,
}

impl<'a> Canvas<'a> {
    /// Draws on pixels; `None` if there are not as many as the size says.
    pub fn new(rgb: &'a mut [u8], [width, height]: [usize; 2]) -> Option<Self> {
        let count = width.checked_mul(height)?.checked_mul(3)?;
        let whole = Rect {
            left: 0,
            bottom: 0,
            width: i32::try_from(width).ok()?,
            height: i32::try_from(height).ok()?,
        };
        (rgb.len() == count).then_some(Self {
            rgb,
            width,
            height,
            clip: whole,
        })
    }

    /// Draws only inside of a rectangle from now on.
    pub fn clip(&mut self, rect: Rect) {
        self.clip = rect.within(Rect {
            left: 0,
            bottom: 0,
            width: self.width as i32,
            height: self.height as i32,
        });
    }

    /// Mixes a colour into a pixel.
    fn put(&mut self, x: i32, y: i32, rgb: [f32; 3], part: f32) {
        let [right, top] = self.clip.ends();
        if x < self.clip.left || y < self.clip.bottom || x >= right || y >= top {
            return;
        }
        let at = 3 * (y as usize * self.width + x as usize);
        for (to, c) in self.rgb[at..at + 3].iter_mut().zip(rgb) {
            let old = f32::from(*to);
            // a cast takes what is not a number to 0
            *to = (old + part * (255.0 * c.clamp(0.0, 1.0) - old)).round() as u8;
        }
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, rect: Rect, [r, g, b, a]: [f32; 4]) {
        let inside = rect.within(self.clip);
        let [right, top] = inside.ends();
        let part = if a.is_nan() { 0.0 } else { a.clamp(0.0, 1.0) };
        for y in inside.bottom..top {
            for x in inside.left..right {
                self.put(x, y, [r, g, b], part);
            }
        }
    }

    /// Draws a line of some width with round ends.
    pub fn line(&mut self, line: [[f32; 2]; 2], width: f32, rgb: [f32; 3]) {
        let sane = line.iter().flatten().all(|x| x.abs() < 1e6);
        if !sane || width.is_nan() {
            return;
        }
        let half = 0.5 * width.clamp(1.0, 100.0);
        let [right, top] = self.clip.ends();
        let span = |k: usize, low: i32, high: i32| {
            let (a, b) = (line[0][k], line[1][k]);
            let first = (a.min(b) - half - 1.0).floor() as i32;
            let last = (a.max(b) + half + 1.0).ceil() as i32;
            first.max(low)..last.min(high)
        };
        for y in span(1, self.clip.bottom, top) {
            for x in span(0, self.clip.left, right) {
                let at = [x as f32 + 0.5, y as f32 + 0.5];
                let part = (half + 0.5 - font::square(at, line).sqrt()).clamp(0.0, 1.0);
                if part > 0.0 {
                    self.put(x, y, rgb, part);
                }
            }
        }
    }

    /// Writes one line of text; `at` is the lower left corner of its line.
    pub fn text(&mut self, fonts: Fonts, style: Style, text: &str, at: [i32; 2]) {
        if style.font == Font::Shadow {
            self.pen(fonts, style.font, ([0.0; 3], 1.0), text, at);
        }
        self.pen(fonts, style.font, (style.rgb, 0.0), text, at);
    }

    fn pen(
        &mut self,
        fonts: Fonts,
        font: Font,
        (rgb, grow): ([f32; 3], f32),
        text: &str,
        [x, y]: [i32; 2],
    ) {
        let unit = fonts.unit(font);
        let mut left = x;
        for c in text.chars() {
            if left > self.width as i32 {
                return;
            }
            let wide = (font::advance(c) * unit).round() as i32;
            if left.saturating_add(wide) >= -4 {
                font::draw(c, unit, grow, |dx, dy, part| {
                    self.put(left.saturating_add(dx), y.saturating_add(dy), rgb, part);
                });
            }
            left = left.saturating_add(wide);
        }
    }
}

//! Procedural textures: gradient, checker or flat colour, with marks on top.
//!
//! A cube has its six faces (right, left, up, down, front, back) one below the other.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

use ligament_model::enums::{TextureBuiltin, TextureMark, TextureType};

use super::image::Image;
use super::texture::color_bytes;
use super::{AssetError, Result};

/// Most pixels a pattern may have.
const MAX_PIXELS: u64 = 1 << 28;

const DOWN: usize = 3;

/// What a procedural texture looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Flat, cube or skybox.
    pub kind: TextureType,
    /// The pattern.
    pub builtin: TextureBuiltin,
    /// The marks on it.
    pub mark: TextureMark,
    /// First colour.
    pub rgb1: [f64; 3],
    /// Second colour.
    pub rgb2: [f64; 3],
    /// Colour of the marks.
    pub markrgb: [f64; 3],
    /// Probability of a random mark at each pixel.
    pub random: f64,
    /// Columns.
    pub width: i32,
    /// Rows; not used for cubes.
    pub height: i32,
    /// Channels; only 3 are possible.
    pub nchannel: i32,
}

impl Pattern {
    /// Paints the texture.
    pub fn paint(&self) -> Result<Image> {
        if self.nchannel != 3 {
            return Err(AssetError::new(format!(
                "a procedural texture has 3 channels, not {}",
                self.nchannel
            )));
        }
        let flat = self.kind == TextureType::TwoD;
        let width = positive(self.width, "width")?;
        let height = if flat {
            positive(self.height, "height")?
        } else {
            width
        };
        let faces = if flat { 1 } else { 6 };
        if (width as u64)
            .saturating_mul(height as u64)
            .saturating_mul(faces)
            > MAX_PIXELS
        {
            return Err(AssetError::new(format!(
                "a texture of {width} by {height} pixels is too large"
            )));
        }
        let mut canvas = Canvas {
            width,
            height,
            pixels: Vec::new(),
        };
        for face in 0..faces as usize {
            let mut pixels = vec![0; 3 * width * height];
            std::mem::swap(&mut canvas.pixels, &mut pixels);
            self.paint_face(&mut canvas, if flat { None } else { Some(face) });
            self.mark_face(&mut canvas);
            std::mem::swap(&mut canvas.pixels, &mut pixels);
            canvas.pixels.extend(pixels);
        }
        if self.mark == TextureMark::Random && self.random > 0.0 {
            scatter(&mut canvas.pixels, color_bytes(self.markrgb), self.random);
        }
        Ok(Image {
            width,
            height: height * faces as usize,
            channels: 3,
            pixels: canvas.pixels,
            srgb: false,
        })
    }

    /// Paints one face of a cube, or a flat texture.
    fn paint_face(&self, canvas: &mut Canvas, face: Option<usize>) {
        let (one, two) = (color_bytes(self.rgb1), color_bytes(self.rgb2));
        let (width, height) = (canvas.width, canvas.height);
        match self.builtin {
            TextureBuiltin::None => {}
            TextureBuiltin::Flat => {
                let color = if face == Some(DOWN) { two } else { one };
                canvas.fill(|_, _| color);
            }
            TextureBuiltin::Checker => {
                // front and back start with the other colour
                let (a, b) = if face.is_some_and(|f| f >= 4) {
                    (two, one)
                } else {
                    (one, two)
                };
                canvas.fill(|r, c| {
                    if (r < height / 2) == (c < width / 2) {
                        a
                    } else {
                        b
                    }
                });
            }
            TextureBuiltin::Gradient => {
                // pixel coordinates from -1 to 1, upward and to the right
                let scale = |i: usize, n: usize| 2.0 * i as f64 / (n as f64 - 1.0);
                canvas.fill(|r, c| {
                    let (x, y) = (scale(c, width) - 1.0, 1.0 - scale(r, height));
                    match face {
                        None => self.blend(1.0 - 2.0 * (x * x + y * y).sqrt()),
                        Some(face) => self.blend(elevation(face, x, y)),
                    }
                });
            }
        }
    }

    /// The colour at a position from -1 (second colour) to 1 (first colour), through a sigmoid.
    fn blend(&self, position: f64) -> [u8; 3] {
        let sigmoid = position / (1.0 + position * position).sqrt() / FRAC_1_SQRT_2;
        let share = (0.5 * (1.0 + sigmoid)).clamp(0.0, 1.0);
        color_bytes(std::array::from_fn(|k| {
            share * self.rgb1[k] + (1.0 - share) * self.rgb2[k]
        }))
    }

    /// Draws the border or the cross on one face.
    fn mark_face(&self, canvas: &mut Canvas) {
        let color = color_bytes(self.markrgb);
        let (width, height) = (canvas.width, canvas.height);
        match self.mark {
            TextureMark::None | TextureMark::Random => {}
            TextureMark::Edge => {
                canvas.mark(color, |r, c| {
                    r == 0 || r == height - 1 || c == 0 || c == width - 1
                });
            }
            TextureMark::Cross => canvas.mark(color, |r, c| r == height / 2 || c == width / 2),
        }
    }
}

/// Elevation over the horizon of a point on a face of a cube, from -1 to 1.
fn elevation(face: usize, x: f64, y: f64) -> f64 {
    let distance = (1.0 + x * x + y * y).sqrt();
    let over_top = 1.0 - (1.0 / distance).acos() / FRAC_PI_2;
    match face {
        2 => over_top,
        DOWN => -over_top,
        _ => (y / distance).asin() / FRAC_PI_2,
    }
}

fn positive(size: i32, what: &str) -> Result<usize> {
    usize::try_from(size)
        .ok()
        .filter(|n| *n > 0)
        .ok_or_else(|| {
            AssetError::new(format!(
                "the {what} of a procedural texture is {size}; it must be positive"
            ))
        })
}

/// Pixels of three bytes.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    /// Visits every pixel with its row and column.
    fn each(&mut self, mut paint: impl FnMut(usize, usize, &mut [u8])) {
        for (i, pixel) in self.pixels.chunks_exact_mut(3).enumerate() {
            paint(i / self.width, i % self.width, pixel);
        }
    }

    fn fill(&mut self, color: impl Fn(usize, usize) -> [u8; 3]) {
        self.each(|r, c, pixel| pixel.copy_from_slice(&color(r, c)));
    }

    fn mark(&mut self, color: [u8; 3], marked: impl Fn(usize, usize) -> bool) {
        self.each(|r, c, pixel| {
            if marked(r, c) {
                pixel.copy_from_slice(&color);
            }
        });
    }
}

/// Marks each pixel with a probability, with the same dots every time.
fn scatter(pixels: &mut [u8], color: [u8; 3], probability: f64) {
    let mut random = MersenneTwister::new(42);
    for pixel in pixels.chunks_exact_mut(3) {
        // a number in [0, 1) from all 64 bits
        if random.next() as f64 / 2f64.powi(64) < probability {
            pixel.copy_from_slice(&color);
        }
    }
}

/// The 64-bit Mersenne twister of Nishimura and Matsumoto (2000): a linear recurrence over 312 words.
struct MersenneTwister {
    state: [u64; Self::WORDS],
    at: usize,
}

impl MersenneTwister {
    const WORDS: usize = 312;
    const SHIFT: usize = 156;

    fn new(seed: u64) -> Self {
        let mut state = [seed; Self::WORDS];
        for i in 1..Self::WORDS {
            let last = state[i - 1];
            state[i] = (last ^ (last >> 62))
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(i as u64);
        }
        Self {
            state,
            at: Self::WORDS,
        }
    }

    /// Steps the recurrence once for every word.
    fn renew(&mut self) {
        const LOW: u64 = 0x7fff_ffff;
        for i in 0..Self::WORDS {
            let mixed = (self.state[i] & !LOW) | (self.state[(i + 1) % Self::WORDS] & LOW);
            let twisted = (mixed >> 1) ^ (0xb502_6f5a_a966_19e9 * (mixed & 1));
            self.state[i] = self.state[(i + Self::SHIFT) % Self::WORDS] ^ twisted;
        }
        self.at = 0;
    }

    fn next(&mut self) -> u64 {
        if self.at >= Self::WORDS {
            self.renew();
        }
        let mut x = self.state[self.at];
        self.at += 1;
        x ^= (x >> 29) & 0x5555_5555_5555_5555;
        x ^= (x << 17) & 0x71d6_7fff_eda6_0000;
        x ^= (x << 37) & 0xfff7_eee0_0000_0000;
        x ^ (x >> 43)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(kind: TextureType, builtin: TextureBuiltin, width: i32, height: i32) -> Pattern {
        Pattern {
            kind,
            builtin,
            mark: TextureMark::None,
            rgb1: [1.0, 0.0, 0.0],
            rgb2: [0.0, 0.0, 1.0],
            markrgb: [0.1, 0.2, 0.3],
            random: 0.3,
            width,
            height,
            nchannel: 3,
        }
    }

    #[test]
    fn the_generator_has_its_published_values() {
        // the 10000th number for the standard seed is part of the C++ standard
        let mut random = MersenneTwister::new(5489);
        let last = (0..10_000).fold(0, |_, _| random.next());
        assert_eq!(last, 9_981_545_732_273_789_042);
    }

    #[test]
    fn checker_and_gradient_have_known_values() {
        let checker = pattern(TextureType::TwoD, TextureBuiltin::Checker, 3, 3)
            .paint()
            .unwrap();
        let red: Vec<bool> = checker.pixels.chunks(3).map(|p| p == [255, 0, 0]).collect();
        assert_eq!(
            red,
            [true, false, false, false, true, true, false, true, true]
        );
        let gradient = pattern(TextureType::TwoD, TextureBuiltin::Gradient, 4, 3)
            .paint()
            .unwrap();
        assert_eq!(
            gradient.pixels[12..24],
            [0, 0, 255, 184, 0, 70, 184, 0, 70, 0, 0, 255]
        );
    }

    #[test]
    fn cubes_have_six_faces() {
        let cube = pattern(TextureType::Cube, TextureBuiltin::Flat, 2, 0)
            .paint()
            .unwrap();
        assert_eq!((cube.width, cube.height, cube.pixels.len()), (2, 12, 72));
        assert_eq!(cube.pixels[36..48], [0, 0, 255].repeat(4));
        assert_eq!(cube.pixels[48..], [255, 0, 0].repeat(8));
        let sky = pattern(TextureType::Skybox, TextureBuiltin::Gradient, 2, 0)
            .paint()
            .unwrap();
        assert_eq!(
            sky.pixels[..12],
            [193, 0, 61, 193, 0, 61, 61, 0, 193, 61, 0, 193]
        );
        assert_eq!(sky.pixels[36..39], [61, 0, 193]);
    }

    #[test]
    fn marks_are_drawn() {
        let mut p = pattern(TextureType::TwoD, TextureBuiltin::Flat, 4, 3);
        let count = |p: &Pattern| {
            p.paint()
                .unwrap()
                .pixels
                .chunks(3)
                .filter(|c| *c == [25, 51, 76])
                .count()
        };
        p.mark = TextureMark::Edge;
        assert_eq!(count(&p), 10);
        p.mark = TextureMark::Cross;
        assert_eq!(count(&p), 6);
        (p.width, p.height, p.mark) = (100, 100, TextureMark::Random);
        assert!((2700..3300).contains(&count(&p)));
    }

    #[test]
    fn bad_sizes_are_refused() {
        for (width, height, nchannel) in [(0, 1, 3), (1, -1, 3), (i32::MAX, i32::MAX, 3), (1, 1, 4)]
        {
            let mut p = pattern(TextureType::TwoD, TextureBuiltin::Flat, width, height);
            p.nchannel = nchannel;
            assert!(p.paint().is_err());
        }
        assert!(
            pattern(TextureType::Cube, TextureBuiltin::Flat, 600_000_000, 0)
                .paint()
                .is_err()
        );
        assert!(
            pattern(TextureType::Cube, TextureBuiltin::Gradient, 1, 0)
                .paint()
                .is_ok()
        );
    }
}

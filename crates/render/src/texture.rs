//! Textures with mip levels: flat ones that repeat, and cubes.
//!
//! Rows are stored from the top. Cubes have their sides in the order +x, -x, +y, -y, +z, -z, seen from inside as OpenGL has
//! it. Sampling is linear within a level and between levels.

use ligament_model::Model;
use ligament_model::enums::TextureType;

/// One mip level.
#[derive(Clone, Debug)]
struct Level {
    width: usize,
    height: usize,
    /// Pixels of all sides.
    pixels: Vec<[u8; 4]>,
}

/// A texture.
#[derive(Clone, Debug)]
pub struct Texture {
    kind: TextureType,
    levels: Vec<Level>,
}

/// Largest number of pixels of a texture that is taken.
const MAX_PIXELS: usize = 1 << 28;

impl Texture {
    /// A texture of the model; `None` if its pixels are not there.
    pub(crate) fn of_model(model: &Model, id: usize) -> Option<Self> {
        let t = &model.tex;
        let size = |n: i32| usize::try_from(n).ok();
        let (width, height) = (size(t.width[id])?, size(t.height[id])?);
        let channels = size(t.nchannel[id])?;
        let from = usize::try_from(t.adr[id]).ok()?;
        let count = width.checked_mul(height)?.checked_mul(channels)?;
        let data = t.data.get(from..from.checked_add(count)?)?;
        Self::new(t.kind[id].get()?, [width, height], channels, data)
    }

    /// A texture of `size` (width, height) with 1 to 4 bytes per pixel; cubes have one or six sides above one another.
    pub fn new(
        kind: TextureType,
        [width, height]: [usize; 2],
        channels: usize,
        data: &[u8],
    ) -> Option<Self> {
        let count = width.checked_mul(height)?;
        if count == 0 || count > MAX_PIXELS || !(1..=4).contains(&channels) {
            return None;
        }
        if data.len() < count * channels {
            return None;
        }
        let mut pixels: Vec<[u8; 4]> = data[..count * channels]
            .chunks_exact(channels)
            .map(|p| match *p {
                [l] => [l, l, l, 255],
                [l, a] => [l, l, l, a],
                [r, g, b] => [r, g, b, 255],
                _ => [p[0], p[1], p[2], p[3]],
            })
            .collect();
        let mut side = height;
        if kind != TextureType::TwoD {
            if height == 6 * width {
                side = width;
            } else if height == width {
                // the same picture on all sides
                pixels = pixels.repeat(6);
            } else {
                return None;
            }
        }
        let sides = if kind == TextureType::TwoD { 1 } else { 6 };
        let mut levels = vec![Level {
            width,
            height: side,
            pixels,
        }];
        while let Some(last) = levels.last().filter(|l| l.width > 1 || l.height > 1) {
            levels.push(last.halved(sides));
        }
        Some(Self { kind, levels })
    }

    /// Whether it is a skybox.
    pub(crate) fn is_sky(&self) -> bool {
        self.kind == TextureType::Skybox
    }

    /// Whether it is laid around an object.
    pub(crate) fn is_cube(&self) -> bool {
        self.kind != TextureType::TwoD
    }

    /// Size of its largest level.
    pub(crate) fn size(&self) -> [f32; 2] {
        [self.levels[0].width as f32, self.levels[0].height as f32]
    }

    /// Colour at (s, t), which repeats with period 1, where `lod` is the binary logarithm of pixels of the texture per pixel
    /// of the picture.
    pub(crate) fn flat(&self, s: f32, t: f32, lod: f32) -> [f32; 4] {
        self.mix(lod, |level| level.bilinear(0, s, t, true))
    }

    /// Colour in a direction.
    pub(crate) fn cube(&self, direction: [f32; 3], lod: f32) -> [f32; 4] {
        let (side, s, t) = side_of(direction);
        self.mix(lod, |level| level.bilinear(side, s, t, false))
    }

    fn mix(&self, lod: f32, sample: impl Fn(&Level) -> [f32; 4]) -> [f32; 4] {
        let top = (self.levels.len() - 1) as f32;
        if lod <= 0.0 || lod.is_nan() {
            return sample(&self.levels[0]);
        }
        let lod = lod.min(top);
        let first = lod as usize;
        let part = lod - first as f32;
        let a = sample(&self.levels[first]);
        if part == 0.0 {
            return a;
        }
        let b = sample(&self.levels[(first + 1).min(self.levels.len() - 1)]);
        core::array::from_fn(|k| a[k] + part * (b[k] - a[k]))
    }
}

/// The side of a cube in a direction, and the place on it from 0 to 1.
pub(crate) fn side_of([x, y, z]: [f32; 3]) -> (usize, f32, f32) {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let (side, s, t, major) = if ax >= ay && ax >= az {
        if x > 0.0 {
            (0, -z, -y, ax)
        } else {
            (1, z, -y, ax)
        }
    } else if ay >= az {
        if y > 0.0 {
            (2, x, z, ay)
        } else {
            (3, x, -z, ay)
        }
    } else if z > 0.0 {
        (4, x, -y, az)
    } else {
        (5, -x, -y, az)
    };
    let scale = 0.5 / major.max(1e-30);
    (side, s * scale + 0.5, t * scale + 0.5)
}

impl Level {
    /// The next level: means of two by two pixels.
    fn halved(&self, sides: usize) -> Level {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let mut pixels = Vec::with_capacity(width * height * sides);
        for side in 0..sides {
            let from = side * self.width * self.height;
            let old = &self.pixels[from..from + self.width * self.height];
            for y in 0..height {
                for x in 0..width {
                    let at = |dx: usize, dy: usize| {
                        let (x, y) = (
                            (2 * x + dx).min(self.width - 1),
                            (2 * y + dy).min(self.height - 1),
                        );
                        old[y * self.width + x].map(u32::from)
                    };
                    let [a, b, c, d] = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)];
                    pixels.push(core::array::from_fn(|k| {
                        ((a[k] + b[k] + c[k] + d[k] + 2) / 4) as u8
                    }));
                }
            }
        }
        Level {
            width,
            height,
            pixels,
        }
    }

    #[inline(always)]
    fn bilinear(&self, side: usize, s: f32, t: f32, repeat: bool) -> [f32; 4] {
        let (x0, x1, u) = neighbours(s, self.width, repeat);
        let (y0, y1, v) = neighbours(t, self.height, repeat);
        let from = side * self.width * self.height;
        let at = |x: usize, y: usize| self.pixels[from + y * self.width + x].map(f32::from);
        let [a, b, c, d] = [at(x0, y0), at(x1, y0), at(x0, y1), at(x1, y1)];
        core::array::from_fn(|k| {
            let low = a[k] + u * (b[k] - a[k]);
            let high = c[k] + u * (d[k] - c[k]);
            (low + v * (high - low)) * (1.0 / 255.0)
        })
    }
}

/// The two pixels around a place from 0 to 1, and how far it is from the first to the second.
#[inline(always)]
fn neighbours(s: f32, size: usize, repeat: bool) -> (usize, usize, f32) {
    let n = size as f32;
    let s = if repeat { s - s.floor() } else { s };
    let x = s * n - 0.5;
    let low = x.floor();
    let part = x - low;
    let last = size - 1;
    // a cast takes what is not a number to 0
    let first = low as i32;
    if repeat {
        let wrap = |i: i32| if i < 0 { last } else { (i as usize).min(last) };
        let second = if first + 1 >= size as i32 {
            0
        } else {
            first + 1
        };
        (wrap(first), wrap(second), part)
    } else {
        let clamp = |i: i32| (i.max(0) as usize).min(last);
        (clamp(first), clamp(first + 1), part)
    }
}

/// log₂ x, to 0.09: exponent and mantissa, as graphics hardware takes it for mip levels.
#[inline(always)]
pub(crate) fn rough_log2(x: f32) -> f32 {
    if x < 1e-30 || x.is_nan() {
        return -100.0;
    }
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits((bits & 0x007F_FFFF) | 0x3F80_0000);
    exponent as f32 + (mantissa - 1.0)
}

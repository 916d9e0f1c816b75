//! Light at vertices: the model of OpenGL's fixed pipeline (Blinn–Phong, Gouraud interpolation).
//!
//! Per light: ambient + diffuse max(n·l, 0) + specular max(n·h, 0)^shininess, with h between l and the direction to the
//! viewer, all weakened by distance and by the cone of a spotlight.

use ligament_math::func::cos;
use ligament_model::enums::{Keyword, LightType};
use ligament_scene::{Light, SceneGeom};

use crate::view::{View, dot, unit_or};

/// A light in the form in which vertices are lit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lamp {
    pos: [f64; 3],
    /// Unit vector along the light.
    dir: [f64; 3],
    directional: bool,
    /// Cosine of half the opening angle; below -1 for none.
    cutoff: f64,
    exponent: f64,
    attenuation: [f64; 3],
    ambient: [f64; 3],
    diffuse: [f64; 3],
    specular: [f64; 3],
}

impl Lamp {
    /// `None` for lights that fixed pipelines have no formula for, or whose numbers make no light.
    pub(crate) fn new(light: &Light) -> Option<Self> {
        let kind = LightType::from_number(light.type_)?;
        let directional = match kind {
            LightType::Spot => false,
            LightType::Directional => true,
            _ => return None,
        };
        let wide = |x: [f32; 3]| x.map(f64::from);
        let finite = [
            light.pos,
            light.dir,
            light.ambient,
            light.diffuse,
            light.specular,
            light.attenuation,
        ];
        if !finite.as_flattened().iter().all(|x| x.is_finite()) {
            return None;
        }
        let cutoff = f64::from(light.cutoff);
        Some(Self {
            pos: wide(light.pos),
            dir: unit_or(wide(light.dir), [0.0, 0.0, -1.0]),
            directional,
            cutoff: if directional || cutoff > 90.0 || cutoff.is_nan() {
                -2.0
            } else {
                cos(cutoff.max(0.0).to_radians())
            },
            exponent: if directional {
                0.0
            } else {
                f64::from(light.exponent)
            },
            attenuation: wide(light.attenuation),
            ambient: wide(light.ambient),
            diffuse: wide(light.diffuse),
            specular: wide(light.specular),
        })
    }
}

/// How a geom takes light.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    pub rgba: [f64; 4],
    pub emission: f64,
    pub specular: f64,
    pub exponent: f64,
}

impl Surface {
    pub(crate) fn new(geom: &SceneGeom) -> Self {
        Self {
            rgba: geom.rgba.map(f64::from),
            emission: f64::from(geom.emission),
            specular: f64::from(geom.specular),
            exponent: 128.0 * f64::from(geom.shininess),
        }
    }

    /// The light that the surface gives off by itself.
    pub(crate) fn own(&self) -> [f64; 3] {
        core::array::from_fn(|k| self.emission * self.rgba[k])
    }

    /// Adds what a point with unit normal `n` throws back of a light towards the viewer.
    pub(crate) fn add(
        &self,
        lamp: &Lamp,
        view: &View,
        at: [f64; 3],
        n: [f64; 3],
        sum: &mut [f64; 3],
    ) {
        let minus = |a: [f64; 3], b: [f64; 3]| core::array::from_fn(|k| a[k] - b[k]);
        let (l, mut weight) = if lamp.directional {
            (lamp.dir.map(|x| -x), 1.0)
        } else {
            let to: [f64; 3] = minus(lamp.pos, at);
            let distance = dot(to, to).sqrt();
            let [a, b, c] = lamp.attenuation;
            let loss = a + (b + c * distance) * distance;
            (unit_or(to, n), if loss > 0.0 { 1.0 / loss } else { 1.0 })
        };
        if lamp.cutoff > -1.5 {
            let along = -dot(l, lamp.dir);
            if along < lamp.cutoff {
                return;
            }
            if lamp.exponent > 0.0 {
                weight *= power(along, lamp.exponent);
            }
        }
        let nl = dot(n, l);
        let mut shine = 0.0;
        if nl > 0.0 && self.specular > 0.0 && lamp.specular != [0.0; 3] {
            let v = if view.orthographic {
                view.eye.m[2]
            } else {
                unit_or(minus(view.pos, at), n)
            };
            let h = unit_or(core::array::from_fn(|k| l[k] + v[k]), n);
            let nh = dot(n, h).max(0.0);
            shine = self.specular
                * if self.exponent > 0.0 {
                    power(nh, self.exponent)
                } else {
                    1.0
                };
        }
        for k in 0..3 {
            let diffuse = lamp.ambient[k] + lamp.diffuse[k] * nl.max(0.0);
            sum[k] += weight * (self.rgba[k] * diffuse + shine * lamp.specular[k]);
        }
    }
}

/// x to the power of y for x from 0 to 1, to eight digits, in plain operations.
///
/// x = 2ᵉ m with m near 1; log₂ m from the series of artanh, the power of 2 from that of the exponential function.
fn power(x: f64, y: f64) -> f64 {
    use core::f64::consts::{LN_2, LOG2_E, SQRT_2};
    if x < 1e-30 || x.is_nan() {
        return 0.0;
    }
    let bits = x.to_bits();
    let mut e = ((bits >> 52) as i64 - 1023) as f64;
    let mut m = f64::from_bits((bits & 0x000F_FFFF_FFFF_FFFF) | 0x3FF0_0000_0000_0000);
    if m > SQRT_2 {
        m *= 0.5;
        e += 1.0;
    }
    let t = (m - 1.0) / (m + 1.0);
    let s = t * t;
    let mut series = 0.0;
    for k in (1..=8).rev() {
        series = series * s + 1.0 / f64::from(2 * k - 1);
    }
    let z = y * (e + 2.0 * LOG2_E * t * series);
    if z < -1000.0 {
        return 0.0;
    }
    let whole = z.round();
    let f = (z - whole) * LN_2;
    let mut sum = 1.0;
    for k in (1..=8).rev() {
        sum = 1.0 + sum * f / f64::from(k);
    }
    sum * f64::from_bits(((1023 + whole as i64) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::power;

    #[test]
    fn powers_have_eight_digits() {
        for i in 1..=1000 {
            let x = f64::from(i) / 1000.0;
            for y in [0.5, 1.0, 10.0, 64.0, 128.0] {
                let exact = ligament_math::func::powf(x, y);
                assert!(
                    (power(x, y) - exact).abs() <= 1e-8 * exact.max(1e-12),
                    "{x} {y}"
                );
            }
        }
        assert_eq!(power(0.0, 3.0), 0.0);
        assert_eq!(power(f64::NAN, 3.0), 0.0);
    }
}

//! Seeded shapes and poses: ordinary, flat, thin, tiny, huge, touching, coincident.

use ligament_geom::Pose;
use ligament_geom::convex::Convex;
use ligament_math::{Mat3, Quat, Vec3};

use crate::meshes::Library;
use crate::reference::gap;

/// A small generator of reproducible numbers.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A number whose logarithm is evenly spread.
    pub fn scale(&mut self, low: f64, high: f64) -> f64 {
        self.range(low.ln(), high.ln()).exp()
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    pub fn vec(&mut self, size: f64) -> Vec3 {
        Vec3(std::array::from_fn(|_| self.range(-size, size)))
    }

    pub fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.vec(1.0);
            let length = v.norm();
            if (0.1..=1.0).contains(&length) {
                return v / length;
            }
        }
    }

    pub fn rotation(&mut self) -> Mat3 {
        let q = Quat(std::array::from_fn(|_| self.range(-1.0, 1.0)));
        q.normalized().to_mat3()
    }

    /// One of the 24 turns that map coordinate axes to coordinate axes.
    pub fn quarter_turns(&mut self) -> Mat3 {
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        let (i, step) = (self.below(3), 1 + self.below(2));
        let sign = |rng: &mut Rng| rng.pick(&[-1.0, 1.0]);
        let x = axes[i] * sign(self);
        let y = axes[(i + step) % 3] * sign(self);
        Mat3::from_cols(x, y, x.cross(y))
    }
}

/// Kinds of shapes with a support function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Sphere,
    Capsule,
    Ellipsoid,
    Cylinder,
    Box,
    Mesh,
}

pub const KINDS: [Kind; 6] = [
    Kind::Sphere,
    Kind::Capsule,
    Kind::Ellipsoid,
    Kind::Cylinder,
    Kind::Box,
    Kind::Mesh,
];

/// How shapes are proportioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lengths within a factor of five.
    Ordinary,
    /// Lengths within a factor of a thousand: sheets and needles.
    Slender,
    /// Lengths between 1e-6 and 1e6.
    Wild,
    /// Lengths of zero as well.
    Degenerate,
}

/// A shape somewhere.
#[derive(Clone, Copy)]
pub struct Solid<'a> {
    pub shape: Convex<'a>,
    pub pose: Pose,
}

impl std::fmt::Debug for Solid<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.shape {
            Convex::Mesh(mesh) => write!(f, "mesh of {} vertices", mesh.vert.len())?,
            shape => write!(f, "{shape:?}")?,
        }
        write!(f, " at {:?} {:?}", self.pose.pos.0, self.pose.mat.0)
    }
}

/// A shape of some kind and form.
pub fn shape<'a>(rng: &mut Rng, kind: Kind, form: Form, library: &'a Library) -> Convex<'a> {
    let mut length = || match form {
        Form::Ordinary => rng.scale(0.1, 0.5),
        Form::Slender => rng.scale(1e-3, 1.0),
        Form::Wild => rng.scale(1e-6, 1e6),
        Form::Degenerate => {
            let any = rng.scale(1e-3, 1.0);
            rng.pick(&[0.0, 1e-12, any])
        }
    };
    let size = Vec3([length(), length(), length()]);
    let (radius, half) = (size[0], size[1]);
    match kind {
        Kind::Sphere => Convex::Sphere { radius },
        Kind::Capsule => Convex::Capsule { radius, half },
        Kind::Ellipsoid => Convex::Ellipsoid { size },
        Kind::Cylinder => Convex::Cylinder { radius, half },
        Kind::Box => Convex::Box { size },
        Kind::Mesh => {
            let count = match form {
                Form::Ordinary => library.well_shaped,
                _ => library.meshes.len(),
            };
            Convex::Mesh(library.meshes[rng.below(count)].hull())
        }
    }
}

/// The largest length of a shape.
pub fn extent(shape: &Convex) -> f64 {
    match shape {
        Convex::Sphere { radius } => *radius,
        Convex::Capsule { radius, half } | Convex::Cylinder { radius, half } => radius + half,
        Convex::Ellipsoid { size } | Convex::Box { size } => size.norm(),
        Convex::Mesh(mesh) => {
            let norm = |v: &[f32; 3]| Vec3(v.map(f64::from)).norm();
            mesh.vert.iter().map(norm).fold(0.0, f64::max)
        }
        _ => 1.0,
    }
}

/// The smallest width of a shape.
pub fn thinness(shape: &Convex) -> f64 {
    match shape {
        Convex::Sphere { radius } | Convex::Capsule { radius, .. } => *radius,
        Convex::Cylinder { radius, half } => radius.min(*half),
        Convex::Ellipsoid { size } | Convex::Box { size } => size[0].min(size[1]).min(size[2]),
        _ => 0.3,
    }
}

/// Two shapes in a relation that one of several recipes gives.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    pub a: Solid<'a>,
    pub b: Solid<'a>,
    pub form: Form,
    /// The size of the numbers that go in: rounding is relative to it.
    pub scale: f64,
}

/// Draws a case.
pub fn case<'a>(rng: &mut Rng, kinds: [Kind; 2], library: &'a Library) -> Case<'a> {
    let form = match rng.below(10) {
        0..=5 => Form::Ordinary,
        6..=7 => Form::Slender,
        8 => Form::Wild,
        _ => Form::Degenerate,
    };
    let mut shapes = kinds.map(|kind| shape(rng, kind, form, library));
    if kinds[0] == kinds[1] && rng.below(20) == 0 {
        shapes[1] = shapes[0];
    }
    let aligned = rng.below(4) == 0;
    let mut turn = || {
        if aligned {
            rng.quarter_turns()
        } else {
            rng.rotation()
        }
    };
    let mats = [turn(), turn()];
    let origin = if rng.below(4) == 0 {
        rng.vec(10.0)
    } else {
        Vec3::ZERO
    };
    let mut a = Solid {
        shape: shapes[0],
        pose: Pose {
            pos: origin,
            mat: mats[0],
        },
    };
    let mut b = Solid {
        shape: shapes[1],
        pose: Pose {
            pos: origin,
            mat: mats[1],
        },
    };
    let size = extent(&a.shape) + extent(&b.shape);
    match rng.below(8) {
        // anywhere near
        0..=1 => b.pose.pos += rng.vec(size),
        // around contact along some direction
        2..=5 => {
            let dir = if aligned {
                rng.quarter_turns().col(0)
            } else {
                rng.direction()
            };
            let sideways = rng.vec(0.3 * extent(&b.shape).min(extent(&a.shape)));
            b.pose.pos += dir * size + sideways;
            let tiny = size * 10f64.powf(rng.range(-16.0, -1.0));
            let wanted = rng.pick(&[0.0, tiny, -tiny]);
            b.pose.pos += dir * (wanted - gap(&a, &b, dir));
        }
        // deep
        6 => b.pose.pos += rng.vec(0.1 * extent(&a.shape).min(extent(&b.shape))),
        // the same place, sometimes the same orientation
        _ => {
            if rng.below(2) == 0 {
                b.pose.mat = a.pose.mat;
            }
        }
    }
    if rng.below(2) == 0 {
        std::mem::swap(&mut a.pose, &mut b.pose);
    }
    let far = (a.pose.pos.norm()).max(b.pose.pos.norm());
    Case {
        a,
        b,
        form,
        scale: size + far,
    }
}

/// A rigid motion.
pub struct Motion {
    pub turn: Mat3,
    pub shift: Vec3,
}

impl Motion {
    pub fn random(rng: &mut Rng) -> Self {
        Motion {
            turn: rng.rotation(),
            shift: rng.vec(3.0),
        }
    }

    pub fn of<'a>(&self, solid: &Solid<'a>) -> Solid<'a> {
        Solid {
            shape: solid.shape,
            pose: Pose {
                pos: self.turn.mul_vec(solid.pose.pos) + self.shift,
                mat: self.turn.mul_mat(&solid.pose.mat),
            },
        }
    }
}

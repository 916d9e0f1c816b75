//! The depth of two overlapping convex shapes: the expanding polytope algorithm.
//!
//! A polytope inside the Minkowski difference that encloses the origin is pushed out at its nearest face until that
//! face lies on the boundary. Its distance bounds the depth from below, the farthest point along its normal bounds
//! it from above.

use ligament_math::{MINVAL, Vec3};

use super::gjk::Simplex;
use super::polytope::{Face, Polytope};
use super::shape::Placed;
use super::start::affine;
use super::support::{Kinds, minkowski};

/// How deep two shapes overlap.
#[derive(Clone, Copy, Debug)]
pub(super) enum Depth {
    /// Signed distance (negative) and the points of either shape.
    Found(f64, Vec3, Vec3),
    /// The first face already lies outside: the shapes touch at most.
    Touching,
    /// The search broke down.
    Unknown,
}

/// Finds the depth by growing the polytope. The corners of the nearest face are left in the simplex.
#[inline(always)]
pub(super) fn epa<A: Kinds, B: Kinds>(
    a: &mut Placed,
    b: &mut Placed,
    tolerance: f64,
    iterations: usize,
    pt: &mut Polytope,
    simplex: &mut Simplex,
) -> Depth {
    let discrete = a.is_discrete() && b.is_discrete();
    let tolerance = if discrete { MINVAL } else { tolerance };
    let (mut upper, mut upper2) = (f64::MAX, f64::MAX);
    let mut face: Option<u16> = None;

    for k in 0..iterations.min(1000) {
        let Some((chosen, lower2)) = pt.nearest() else {
            break;
        };
        if lower2 > upper2 {
            break;
        }
        face = Some(chosen);
        if lower2 <= 0.0 {
            break;
        }
        let lower = lower2.sqrt();
        let foot = pt.faces[chosen as usize].foot;
        let dir = if lower > MINVAL {
            foot / lower
        } else {
            Vec3::X
        };
        let w = minkowski::<A, B>(a, b, dir);
        let wi = pt.push(w);
        let reach = foot.dot(w.v) / lower;
        if reach - lower < tolerance {
            if k == 0 && lower - tolerance > reach.min(upper) {
                return Depth::Touching;
            }
            break;
        }
        if discrete && pt.last_is_known() {
            break;
        }
        if !pt.carve(chosen, w.v) {
            return Depth::Unknown;
        }
        if pt.is_full() {
            break;
        }
        if reach < upper {
            (upper, upper2) = (reach, reach * reach);
        }
        if !pt.close(wi, lower2, upper2) || pt.is_exhausted() {
            break;
        }
    }

    let Some(face) = face else {
        return Depth::Unknown;
    };
    let face = pt.faces[face as usize];
    finish(pt, &face, simplex)
}

/// The points of either shape from the nearest face.
fn finish(pt: &Polytope, face: &Face, simplex: &mut Simplex) -> Depth {
    let at = |k: usize| pt.verts[face.verts[k] as usize];
    let (p, q, r) = (at(0), at(1), at(2));
    let w = affine(p.v, q.v, r.v, face.foot);
    simplex.p[..3].copy_from_slice(&[p, q, r]);
    simplex.n = 3;
    Depth::Found(
        -face.dist2.sqrt(),
        p.a * w[0] + q.a * w[1] + r.a * w[2],
        p.b * w[0] + q.b * w[1] + r.b * w[2],
    )
}

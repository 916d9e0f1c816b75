//! The distance of two convex shapes: the Gilbert-Johnson-Keerthi algorithm.
//!
//! The shapes A and B are apart as far as the origin is from the Minkowski difference A - B. A simplex inside the
//! difference walks towards the origin: x is its nearest point, s the farthest point of A - B along -x. Then
//! x·s / |x| bounds the distance from below, and |x|² - x·s bounds how much x can still improve.

use ligament_math::{MINVAL, Vec3};

use super::shape::Placed;
use super::simplex::nearest;
use super::support::{Kinds, Vertex, farthest, minkowski};

/// Up to four points of a Minkowski difference.
#[derive(Clone, Debug, Default)]
pub(super) struct Simplex {
    pub p: [Vertex; 4],
    pub n: usize,
    /// Direction from the first shape to the second along which the search found them apart; zero if it did not.
    pub axis: Vec3,
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Accuracy of distances.
    pub tolerance: f64,
    /// Most iterations.
    pub iterations: usize,
    /// Distances from here on are not of interest; zero if only overlap is.
    pub cutoff: f64,
}

/// What a search for the nearest points has found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// The distance, or [`f64::MAX`] if it is not of interest.
    pub dist: f64,
    /// The shapes are known to be apart.
    pub separated: bool,
    /// The nearest points are known.
    pub found: bool,
    /// Nearest point of the first shape.
    pub x1: Vec3,
    /// Nearest point of the second shape.
    pub x2: Vec3,
}

impl Nearest {
    fn apart(x1: Vec3, x2: Vec3) -> Self {
        Nearest {
            dist: f64::MAX,
            separated: true,
            found: false,
            x1,
            x2,
        }
    }
}

/// Finds the nearest points of two shapes, or as much of the question as the limits ask for. The search starts
/// from a point of each; the simplex of the answer is left behind.
#[inline(always)]
pub(super) fn gjk<A: Kinds, B: Kinds>(
    a: &mut Placed,
    b: &mut Placed,
    start: (Vec3, Vec3),
    limits: &Limits,
    simplex: &mut Simplex,
) -> Nearest {
    let wants_distance = limits.cutoff > 0.0;
    let discrete = a.is_discrete() && b.is_discrete();
    let epsilon = if discrete {
        0.0
    } else {
        0.5 * (limits.tolerance * limits.tolerance)
    };
    let min_norm = if discrete || wants_distance {
        MINVAL
    } else {
        limits.tolerance
    };

    simplex.n = 0;
    simplex.axis = Vec3::ZERO;
    let (mut x1, mut x2) = start;
    let mut x = x1 - x2;
    let mut norm = x.norm();
    if norm < MINVAL {
        (x, norm) = (Vec3::X, 1.0);
    }
    let mut v = [Vec3::ZERO; 4];
    let mut weights = [0.0; 4];
    let mut separated = false;
    let mut n = 0;

    for k in 0..limits.iterations {
        let dir = -(x * (1.0 / norm));
        let s = minkowski::<A, B>(a, b, dir);
        (v[n], simplex.p[n]) = (s.v, s);

        let lower = x.dot(s.v);
        if lower > 0.0 {
            simplex.axis = dir;
            if !wants_distance {
                return Nearest::apart(x1, x2);
            }
            separated = true;
            if limits.cutoff < f64::MAX && lower >= limits.cutoff * norm {
                return Nearest::apart(x1, x2);
            }
        }
        if k != 0 && x.dot(x - s.v) < epsilon {
            break;
        }

        // the nearest point of the simplex, without the corners that it does not need
        let point = nearest(&v, n + 1, &mut weights);
        n = 0;
        for i in 0..4 {
            if weights[i] != 0.0 {
                if i != n {
                    (v[n], simplex.p[n], weights[n]) = (v[i], simplex.p[i], weights[i]);
                }
                n += 1;
            }
        }
        if n == 0 {
            return Nearest::apart(x1, x2);
        }
        if n == 4 {
            norm = if separated { norm } else { 0.0 };
            break;
        }
        let last = norm;
        x = point;
        norm = x.norm();
        let small = if n == 1 { MINVAL } else { min_norm };
        if norm < small || (k != 0 && (norm - last).abs() < MINVAL) {
            break;
        }
    }

    if n > 0 {
        x1 = combine(&weights, n, |i| simplex.p[i].a);
        x2 = combine(&weights, n, |i| simplex.p[i].b);
    }
    if n <= 3 && !separated && norm >= MINVAL {
        let s = farthest(a, b, -(x * (1.0 / norm)));
        separated = x.dot(s.v) > 0.0;
    }
    simplex.n = n;
    Nearest {
        dist: norm,
        separated,
        found: true,
        x1,
        x2,
    }
}

/// The weighted sum of the first `n` points.
#[inline(always)]
fn combine(weights: &[f64; 4], n: usize, point: impl Fn(usize) -> Vec3) -> Vec3 {
    let mut sum = point(0) * weights[0];
    for i in 1..n {
        sum += point(i) * weights[i];
    }
    sum
}

/// Whether a direction proves that two shapes are farther apart than `gap`: the farthest points along `dir`
/// (of unit length) and against it are.
pub(super) fn apart_along(a: &mut Placed, b: &mut Placed, dir: Vec3, gap: f64) -> bool {
    let s = farthest(a, b, dir);
    -s.v.dot(dir) > gap
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pose;
    use crate::convex::shape::Convex;
    use crate::convex::support::Any;
    use ligament_math::Mat3;

    const LIMITS: Limits = Limits {
        tolerance: 1e-6,
        iterations: 50,
        cutoff: f64::MAX,
    };

    fn place(shape: Convex<'_>, pos: Vec3) -> Placed<'_> {
        let pose = Pose {
            pos,
            mat: Mat3::IDENTITY,
        };
        Placed::new(&shape, &pose, 0.0)
    }

    #[test]
    fn boxes_are_apart_by_the_gap_between_faces() {
        let size = Vec3::new(1.0, 1.0, 1.0);
        let mut a = place(Convex::Box { size }, Vec3::ZERO);
        let mut b = place(Convex::Box { size }, Vec3::new(3.5, 0.25, 0.25));
        let mut simplex = Simplex::default();
        let start = (a.center(), b.center());
        let near = gjk::<Any, Any>(&mut a, &mut b, start, &LIMITS, &mut simplex);
        assert!((near.dist - 1.5).abs() < 1e-12);
        assert!(near.separated && near.found);
        assert!((near.x2 - near.x1 - Vec3::X * 1.5).norm() < 1e-12);
    }

    #[test]
    fn one_axis_proves_separation() {
        let size = Vec3::new(1.0, 1.0, 1.0);
        let mut a = place(Convex::Box { size }, Vec3::ZERO);
        let mut b = place(Convex::Box { size }, Vec3::new(3.5, 0.25, 0.25));
        assert!(apart_along(&mut a, &mut b, Vec3::X, 1.4));
        assert!(!apart_along(&mut a, &mut b, Vec3::X, 1.6));
        assert!(!apart_along(&mut a, &mut b, Vec3::Y, 0.0));
    }

    #[test]
    fn overlap_leaves_a_simplex_and_no_separation() {
        let size = Vec3::new(1.0, 2.0, 1.0);
        let mut a = place(Convex::Box { size }, Vec3::ZERO);
        let mut b = place(Convex::Sphere { radius: 1.0 }, Vec3::new(1.7, 0.3, 0.1));
        let mut simplex = Simplex::default();
        let start = (a.center(), b.center());
        let limits = Limits {
            cutoff: 0.0,
            ..LIMITS
        };
        let near = gjk::<Any, Any>(&mut a, &mut b, start, &limits, &mut simplex);
        assert!(!near.separated && near.dist <= 1e-6 && simplex.n > 1);
    }
}

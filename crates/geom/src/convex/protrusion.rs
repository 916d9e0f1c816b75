//! How far one convex shape juts out of another.
//!
//! With h the support functions, the farthest that a point of A lies outside of B is the largest h_A(n) - h_B(n) over
//! unit vectors n; it is negative where A is inside with clearance. The gradient is the difference of the supporting
//! points. The search climbs along it from the six axes of B: a step that fails is halved, and its direction averaged
//! with the last.

use ligament_math::{MINVAL, Vec3};

use super::shape::Placed;
use super::{Convex, ConvexSettings};
use crate::Pose;

/// Length of the first step, on the unit sphere.
const FIRST_STEP: f64 = 0.5;

/// A climb from one start.
struct Climb {
    best: f64,
    /// The direction of the best value.
    normal: Vec3,
    /// The direction to look at next.
    trial: Vec3,
    /// The uphill direction of the last step.
    uphill: Vec3,
    step: f64,
}

impl Climb {
    fn new(start: Vec3) -> Self {
        Self {
            best: f64::NEG_INFINITY,
            normal: start,
            trial: start,
            uphill: Vec3::ZERO,
            step: FIRST_STEP,
        }
    }

    /// Evaluates the trial direction and chooses the next; false at the end of the climb.
    fn advance(&mut self, a: &mut Placed, b: &mut Placed, tolerance: f64) -> bool {
        let difference = a.support(self.trial) - b.support(self.trial);
        let value = difference.dot(self.trial);
        let slope = difference - self.trial * value;
        let steepness = slope.norm();
        if value > self.best {
            self.best = value;
            self.normal = self.trial;
            if steepness <= MINVAL || steepness <= value.abs() * tolerance {
                return false;
            }
            self.uphill = slope * (1.0 / steepness);
        } else {
            self.step *= 0.5;
            if self.step < tolerance {
                return false;
            }
            let mut mean = self.uphill;
            if steepness > MINVAL {
                mean += slope * (1.0 / steepness);
            }
            mean -= self.normal * mean.dot(self.normal);
            let length = mean.norm();
            if length <= tolerance {
                return false;
            }
            self.uphill = mean * (1.0 / length);
        }
        let next = self.normal + self.uphill * self.step;
        self.trial = next.normalize_or_x().0;
        true
    }
}

/// How far a shape reaches outside of another: the distance of its farthest point, or minus its smallest clearance.
pub fn protrusion(
    (a, pose_a): (&Convex, &Pose),
    (b, pose_b): (&Convex, &Pose),
    settings: &ConvexSettings,
) -> f64 {
    let mut a = Placed::new(a, pose_a, 0.0);
    let mut b = Placed::new(b, pose_b, 0.0);
    let mut best = f64::NEG_INFINITY;
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let mut climb = Climb::new(pose_b.mat.col(axis) * sign);
            for _ in 0..settings.iterations {
                if !climb.advance(&mut a, &mut b, settings.tolerance) {
                    break;
                }
            }
            best = best.max(climb.best);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use ligament_math::Mat3;

    use super::*;

    fn at(x: f64, y: f64, z: f64) -> Pose {
        Pose {
            pos: Vec3([x, y, z]),
            mat: Mat3::IDENTITY,
        }
    }

    const SETTINGS: ConvexSettings = ConvexSettings {
        tolerance: 1e-10,
        iterations: 200,
        multiccd: false,
    };

    #[test]
    fn clearance_is_negative_and_excess_positive() {
        let ball = Convex::Sphere { radius: 0.1 };
        let room = Convex::Box {
            size: Vec3([1.0, 2.0, 3.0]),
        };
        let measure =
            |pose: Pose| protrusion((&ball, &pose), (&room, &at(0.0, 0.0, 0.0)), &SETTINGS);
        assert!((measure(at(0.5, 0.0, 0.0)) + 0.4).abs() < 1e-12);
        assert!((measure(at(1.5, 0.0, 0.0)) - 0.6).abs() < 1e-12);
        // beyond an edge the distance is to the edge
        assert!((measure(at(4.0, 6.0, 0.0)) - 5.1).abs() < 1e-6);
    }

    #[test]
    fn the_farthest_corner_counts() {
        let cube = Convex::Box {
            size: Vec3::splat(1.0),
        };
        let ball = Convex::Sphere { radius: 1.0 };
        let here = at(0.0, 0.0, 0.0);
        let inside = protrusion((&ball, &here), (&cube, &here), &SETTINGS);
        assert!(inside.abs() < 1e-12);
        let outside = protrusion((&cube, &at(0.1, 0.05, 0.02)), (&ball, &here), &SETTINGS);
        let corner = Vec3([1.1, 1.05, 1.02]);
        assert!((outside - (corner.norm() - 1.0)).abs() < 1e-6);
    }
}

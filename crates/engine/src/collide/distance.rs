//! Distance between two geoms, with the nearest points.

use ligament_geom::PreContacts;
use ligament_geom::convex::convex_distance;
use ligament_math::Vec3;

use super::narrow::{self, NarrowScratch, shape_pose};
use crate::data::Pose;
use crate::shape::{self, Shapes};

/// The smallest distance of two geoms and where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Witness {
    /// Signed distance, at most the limit that was asked for.
    pub dist: f64,
    /// Nearest points of the first and the second geom; none when they are farther apart than the limit.
    pub points: Option<[Vec3; 2]>,
}

/// The signed distance of two geoms up to `distmax`.
///
/// Reads poses of geoms.
pub fn geom_distance(
    shapes: Shapes<'_>,
    pose: &Pose,
    [geom1, geom2]: [usize; 2],
    distmax: f64,
    scratch: &mut NarrowScratch,
    points: &mut PreContacts,
) -> Witness {
    let m = shapes.m;
    let kind = |g: usize| m.geom.kind[g].number();
    let flip = kind(geom1) > kind(geom2);
    let (g1, g2) = if flip { (geom2, geom1) } else { (geom1, geom2) };
    if narrow::measures_convex(m, g1, g2) {
        if let (Some(shape1), Some(shape2)) = (shapes.convex(geom1), shapes.convex(geom2)) {
            let (a, b) = (shape_pose(pose, geom1), shape_pose(pose, geom2));
            let found = convex_distance(
                (&shape1, &a),
                (&shape2, &b),
                distmax,
                &shape::settings(m),
                &mut scratch.convex,
            );
            return Witness {
                dist: found.dist,
                points: found.points,
            };
        }
    }
    points.clear();
    narrow::contacts(shapes, pose, [g1, g2], distmax, scratch, points);
    let mut witness = Witness {
        dist: distmax,
        points: None,
    };
    for point in points.iter() {
        if point.dist < witness.dist {
            let half = point.normal * (0.5 * point.dist * if flip { -1.0 } else { 1.0 });
            witness = Witness {
                dist: point.dist,
                points: Some([point.pos - half, point.pos + half]),
            };
        }
    }
    witness
}

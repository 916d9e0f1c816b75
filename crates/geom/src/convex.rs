//! Contacts and distances of convex shapes in general.
//!
//! Every shape is known by its support function alone; meshes, boxes and cylinders also by their faces. The nearest
//! points of two shapes that are apart come from the Gilbert-Johnson-Keerthi algorithm, the depth of two
//! that overlap from the expanding polytope algorithm, contacts of several points from
//! clipping of faces. Spheres, capsules and margins are measured from their cores, which is exact.
//!
//! [`convex_convex`], [`plane_convex`] and [`hfield_convex`] find contacts, [`convex_distance`] nearest points. All
//! of them work in a [`ConvexScratch`] and allocate nothing once it has grown to its size.

mod advance;
mod clip;
mod envelope;
mod epa;
mod faces;
mod feature;
mod first;
mod gjk;
mod hfield;
mod legacy;
mod manifold;
mod plane;
mod polytope;
mod portal;
mod protrusion;
mod query;
mod rings;
mod shape;
mod simplex;
mod start;
mod support;
#[cfg(test)]
mod tests;

use ligament_math::Vec3;

pub use advance::{Impact, ImpactPoint, MovingShape, convex_advance, gap_between};
pub use hfield::{HeightField, hfield_convex};
pub use legacy::{fix_normal, legacy_convex_convex, legacy_hfield_convex};
pub use plane::plane_convex;
pub use protrusion::protrusion;
pub use query::ConvexScratch;
pub use rings::HullRings;
pub use shape::{Convex, HullMesh};

use crate::{Pose, PreContact, PreContacts};
use gjk::Limits;
use query::{Ask, Witness};
use shape::Placed;

/// How contacts of convex shapes are computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvexSettings {
    /// Accuracy of distances (`ccd_tolerance`).
    pub tolerance: f64,
    /// Most iterations of either algorithm (`ccd_iterations`).
    pub iterations: usize,
    /// Find all points of a contact between faces, not only the deepest (`multiccd`).
    pub multiccd: bool,
}

impl Default for ConvexSettings {
    fn default() -> Self {
        ConvexSettings {
            tolerance: 1e-6,
            iterations: 35,
            multiccd: true,
        }
    }
}

impl ConvexSettings {
    fn limits(&self, cutoff: f64) -> Limits {
        Limits {
            tolerance: self.tolerance,
            iterations: self.iterations,
            cutoff,
        }
    }

    /// Most points of a contact of two shapes.
    fn points(&self, a: &Convex, b: &Convex) -> usize {
        let capsule = |s: &Convex| matches!(s, Convex::Capsule { .. });
        let (flat_a, flat_b) = (a.has_flat_faces(), b.has_flat_faces());
        match (a, b) {
            (Convex::Box { .. }, Convex::Box { .. }) => 8,
            _ if !self.multiccd => 1,
            _ if flat_a && flat_b => 4,
            _ if (capsule(a) || flat_a) && (capsule(b) || flat_b) => 2,
            _ => 1,
        }
    }
}

/// Finds the contacts of two convex shapes at a distance below `margin`.
pub fn convex_convex(
    a: (&Convex, &Pose),
    b: (&Convex, &Pose),
    margin: f64,
    settings: &ConvexSettings,
    scratch: &mut ConvexScratch,
    out: &mut PreContacts,
) {
    convex_convex_beyond(a, b, margin, None, settings, scratch, out);
}

/// Like [`convex_convex`], for shapes that `axis`, of unit length from the first to the second, separated in an earlier
/// query: it often proves that there is nothing to do.
pub fn convex_convex_beyond(
    (a, pose_a): (&Convex, &Pose),
    (b, pose_b): (&Convex, &Pose),
    margin: f64,
    axis: Option<Vec3>,
    settings: &ConvexSettings,
    scratch: &mut ConvexScratch,
    out: &mut PreContacts,
) {
    let points = settings.points(a, b);
    let mut a = Placed::new(a, pose_a, 0.0);
    let mut b = Placed::new(b, pose_b, 0.0);
    if let Some(axis) = axis {
        if gjk::apart_along(&mut a, &mut b, axis, margin) {
            scratch.simplex.axis = axis;
            return;
        }
        // which of several farthest corners is found must not depend on this look
        a.forget();
        b.forget();
    }
    (a.margin, b.margin) = (margin, margin);
    penetration(&mut a, &mut b, margin, points, settings, scratch, out);
}

/// Finds the contacts of two shapes that are inflated by half of the margin each.
fn penetration(
    a: &mut Placed,
    b: &mut Placed,
    margin: f64,
    points: usize,
    settings: &ConvexSettings,
    scratch: &mut ConvexScratch,
    out: &mut PreContacts,
) {
    let ask = Ask {
        limits: settings.limits(0.0),
        points,
    };
    if scratch.query(a, b, &ask) < 0.0 {
        push_contacts(&scratch.witness, margin, out);
    }
}

fn push_contacts(witness: &Witness, margin: f64, out: &mut PreContacts) {
    for i in 0..witness.n {
        let (x1, x2) = (witness.x1[i], witness.x2[i]);
        out.push(PreContact {
            dist: margin + witness.dist[i],
            pos: (x1 + x2) * 0.5,
            normal: (x1 - x2).normalize_or_x().0,
            tangent: Vec3::ZERO,
        });
    }
}

/// The distance of two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvexDistance {
    /// Signed distance, negative in penetration, at most the limit that was given.
    pub dist: f64,
    /// The nearest points of the first and the second shape, or the deepest ones in penetration. None if the
    /// shapes were found to be farther apart than the limit without them.
    pub points: Option<[Vec3; 2]>,
}

/// Measures the signed distance of two convex shapes, up to `limit`.
pub fn convex_distance(
    (a, pose_a): (&Convex, &Pose),
    (b, pose_b): (&Convex, &Pose),
    limit: f64,
    settings: &ConvexSettings,
    scratch: &mut ConvexScratch,
) -> ConvexDistance {
    let mut a = Placed::new(a, pose_a, 0.0);
    let mut b = Placed::new(b, pose_b, 0.0);
    let ask = Ask {
        limits: settings.limits(limit),
        points: 1,
    };
    let dist = scratch.query(&mut a, &mut b, &ask);
    let w = &scratch.witness;
    ConvexDistance {
        dist: if dist < limit { dist } else { limit },
        points: (w.n > 0).then(|| [w.x1[0], w.x2[0]]),
    }
}

/// Whether two shapes are farther apart than `gap` along a unit vector that points from the first to the second.
pub fn apart_along(
    (a, pose_a): (&Convex, &Pose),
    (b, pose_b): (&Convex, &Pose),
    dir: Vec3,
    gap: f64,
) -> bool {
    let mut a = Placed::new(a, pose_a, 0.0);
    let mut b = Placed::new(b, pose_b, 0.0);
    gjk::apart_along(&mut a, &mut b, dir, gap)
}

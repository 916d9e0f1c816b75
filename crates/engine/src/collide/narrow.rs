//! Narrow phase: contact points of two geoms, by one routine per pair of shapes.

use ligament_geom::convex::{
    ConvexScratch, convex_convex_beyond, hfield_convex, legacy_convex_convex, legacy_hfield_convex,
    plane_convex,
};
use ligament_geom::field::{field_field, mesh_field};
use ligament_geom::pair;
use ligament_geom::{Pose as ShapePose, PreContacts};
use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, GeomType};

use super::axis::AxisMemory;
use super::bounds::boxes_are_near;
use crate::data::Pose;
use crate::shape::{self, Shapes};

/// A routine for two primitive shapes.
type Analytic = fn(&mut PreContacts, f64, &ShapePose, Vec3, &ShapePose, Vec3);

/// How contacts of two kinds of shapes are found.
#[derive(Clone, Copy)]
pub(super) enum Routine {
    /// They do not collide.
    Never,
    /// By a formula.
    Analytic(Analytic),
    /// By a formula that takes longer than a test of boxes.
    Bounded(Analytic),
    /// A plane against any convex shape.
    PlaneConvex,
    /// Two convex shapes.
    Convex,
    /// A height field against a convex shape.
    HeightField,
    /// Two signed distance fields; primitive shapes are some as well.
    Fields,
    /// The triangles of a mesh against a signed distance field.
    MeshField,
}

impl Routine {
    /// Whether a test of boxes before it pays.
    fn is_costly(self) -> bool {
        matches!(self, Routine::Bounded(_) | Routine::Convex)
    }
}

use Routine::{
    Analytic as A, Bounded as B, Convex as C, Fields as F, HeightField as H, MeshField as M,
    Never as N, PlaneConvex as P,
};

/// Kinds of shapes that collide.
const KINDS: usize = 9;

/// The routine for each pair of kinds, in the order of their numbers: plane, height field, sphere, capsule, ellipsoid,
/// cylinder, box, mesh, signed distance field. The first kind is never larger than the second.
#[rustfmt::skip]
static PAIRS: [[Routine; KINDS]; KINDS] = [
    [N, N, A(pair::plane_sphere), A(pair::plane_capsule), P, A(pair::plane_cylinder), A(pair::plane_box), P, P],
    [N, N, H, H, H, H, H, H, N],
    [N, N, A(pair::sphere_sphere), A(pair::sphere_capsule), C, A(pair::sphere_cylinder), A(pair::sphere_box), C, F],
    [N, N, N, A(pair::capsule_capsule), C, C, B(pair::capsule_box), C, F],
    [N, N, N, N, C, C, C, C, F],
    [N, N, N, N, N, C, C, C, F],
    [N, N, N, N, N, N, A(pair::box_box), C, F],
    [N, N, N, N, N, N, N, C, M],
    [N, N, N, N, N, N, N, N, F],
];

/// Working memory of the narrow phase.
#[derive(Clone, Debug, Default)]
pub struct NarrowScratch {
    pub(super) convex: ConvexScratch,
    axes: AxisMemory,
}

impl NarrowScratch {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        Self {
            convex: shape::scratch(m),
            axes: AxisMemory::new(m.size.ngeom),
        }
    }
}

/// The routine of two kinds of shapes, by number.
#[inline]
pub(super) fn routine(first: i32, second: i32) -> Routine {
    let row = usize::try_from(first).ok().and_then(|k| PAIRS.get(k));
    let column = usize::try_from(second).unwrap_or(KINDS);
    row.and_then(|row| row.get(column)).copied().unwrap_or(N)
}

/// Whether two kinds of shapes collide, the lower number first.
pub(super) fn is_defined(first: u8, second: u8) -> bool {
    !matches!(routine(first.into(), second.into()), N)
}

/// Whether two geoms have shapes that collide; the first has the lower kind.
pub(super) fn is_defined_for(m: &Model, g1: usize, g2: usize) -> bool {
    !matches!(
        routine(m.geom.kind[g1].number(), m.geom.kind[g2].number()),
        N
    )
}

/// Whether the distance of two geoms is measured by the convex routine: always, where contacts are, and for boxes,
/// whose contacts say little about their distance.
pub(super) fn measures_convex(m: &Model, g1: usize, g2: usize) -> bool {
    let (first, second) = (m.geom.kind[g1], m.geom.kind[g2]);
    let boxes = first.is(GeomType::Box) && second.is(GeomType::Box);
    boxes || matches!(routine(first.number(), second.number()), C)
}

/// Where a geom is.
#[inline]
pub(super) fn shape_pose(pose: &Pose, geom: usize) -> ShapePose {
    ShapePose {
        pos: pose.geom_xpos[geom],
        mat: pose.geom_xmat[geom],
    }
}

/// Whether convex shapes are collided by refinement of portals.
fn by_portals(m: &Model) -> bool {
    m.opt.disables(DisableFlags::NATIVECCD)
}

/// Contact points of two geoms no farther apart than `margin`; the first has the lower kind.
pub fn contacts(
    shapes: Shapes<'_>,
    pose: &Pose,
    [g1, g2]: [usize; 2],
    margin: f64,
    scratch: &mut NarrowScratch,
    out: &mut PreContacts,
) {
    let m = shapes.m;
    let routine = routine(m.geom.kind[g1].number(), m.geom.kind[g2].number());
    if routine.is_costly() && !boxes_are_near(m, pose, g1, g2, margin) {
        return;
    }
    let (a, b) = (shape_pose(pose, g1), shape_pose(pose, g2));
    let (size1, size2) = (m.geom.size[g1], m.geom.size[g2]);
    match routine {
        Routine::Analytic(routine) => routine(out, margin, &a, size1, &b, size2),
        Routine::Bounded(routine) => routine(out, margin, &a, size1, &b, size2),
        Routine::PlaneConvex => {
            if let Some(shape) = shapes.convex(g2) {
                plane_convex(&a, (&shape, &b), margin, out);
            }
        }
        Routine::Convex => {
            if let (Some(shape1), Some(shape2)) = (shapes.convex(g1), shapes.convex(g2)) {
                let settings = shape::settings(m);
                if by_portals(m) {
                    let [r1, r2] = [g1, g2].map(|g| m.geom.rbound[g]);
                    let (first, second) = ((&shape1, &a, r1), (&shape2, &b, r2));
                    return legacy_convex_convex(first, second, margin, &settings, out);
                }
                let known = scratch.axes.recall(g1, g2).map(|axis| a.mat.mul_vec(axis));
                let before = out.len();
                convex_convex_beyond(
                    (&shape1, &a),
                    (&shape2, &b),
                    margin,
                    known,
                    &settings,
                    &mut scratch.convex,
                    out,
                );
                if out.len() == before {
                    if let Some(axis) = scratch.convex.separating_axis() {
                        if known != Some(axis) {
                            scratch.axes.keep(g1, g2, a.mat.tr_mul_vec(axis));
                        }
                    }
                }
            }
        }
        Routine::HeightField => {
            if let (Some(field), Some(shape)) = (shape::height_field(m, g1), shapes.convex(g2)) {
                let settings = shape::settings(m);
                let radius = m.geom.rbound[g2];
                let (field, shape) = ((&field, &a), (&shape, &b));
                if by_portals(m) {
                    return legacy_hfield_convex(field, shape, radius, margin, &settings, out);
                }
                let scratch = &mut scratch.convex;
                hfield_convex(field, shape, radius, margin, &settings, scratch, out);
            }
        }
        Routine::Fields => {
            if let (Some(field1), Some(field2)) = (shape::field(m, g1), shape::field(m, g2)) {
                let (frame1, frame2) = (shape::frame(pose, g1), shape::frame(pose, g2));
                let [aabb1, aabb2] = [&m.geom.aabb[g1], &m.geom.aabb[g2]];
                let (points, steps) = shape::search_effort(m);
                field_field(
                    (field1, &frame1, aabb1),
                    (field2, &frame2, aabb2),
                    points,
                    steps,
                    out,
                );
            }
        }
        Routine::MeshField => {
            if let (Some(mesh), Some(field)) = (shape::triangles(m, g1), shape::field(m, g2)) {
                let (frame1, frame2) = (shape::frame(pose, g1), shape::frame(pose, g2));
                let (starts, steps) = shape::search_effort(m);
                mesh_field((&mesh, &frame1), (field, &frame2), starts, steps, out);
            }
        }
        Routine::Never => {}
    }
}

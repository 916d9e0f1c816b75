//! Contacts of a height field with convex shapes.
//!
//! Every cell of the grid is two triangular prisms between the surface and the base. The prisms under the bounding
//! box of the shape that reach its lower end are tested one by one, row by row; each gives at most one contact.

use ligament_math::{MINVAL, Mat3, Vec3};

use super::envelope::Envelope;
use super::query::ConvexScratch;
use super::shape::{Convex, Placed};
use super::{ConvexSettings, penetration};
use crate::{MAX_CONTACTS, Pose, PreContacts};

/// A height field in its own frame, centred, with the surface above z = 0 and the base below.
#[derive(Clone, Copy, Debug)]
pub struct HeightField<'a> {
    /// Number of rows, along y.
    pub nrow: usize,
    /// Number of columns, along x.
    pub ncol: usize,
    /// Half sizes along x and y, height of the surface at elevation one, depth of the base.
    pub size: [f64; 4],
    /// Elevations, row by row.
    pub data: &'a [f32],
}

impl HeightField<'_> {
    /// A distance well above the error of positions in the field and on a shape within a radius.
    fn accuracy(&self, radius: f64) -> f64 {
        1e-9 * (1.0 + radius + self.size.iter().sum::<f64>())
    }
}

/// Finds the contacts of a height field with a convex shape at a distance below `margin`. `radius` bounds the shape
/// around its centre.
pub fn hfield_convex(
    (field, field_pose): (&HeightField, &Pose),
    shape: (&Convex, &Pose),
    radius: f64,
    margin: f64,
    settings: &ConvexSettings,
    scratch: &mut ConvexScratch,
    out: &mut PreContacts,
) {
    let start = out.len();
    let base = field.size[3];
    // curved shapes that are apart by the tolerance may count as touching
    let gap = margin.max(0.0) + settings.tolerance + field.accuracy(radius);
    let mut envelope = Envelope::new(base, gap);
    let mut prism = empty_prism(margin);
    // the corner that a search in a mesh starts from is the last one found, also by a query that finds no contact: it
    // decides between corners that are equally far, so that no query with a mesh can be left out
    let remembers = matches!(shape.0, Convex::Mesh(_));
    let mut missed = !remembers;
    let visit = |top: &[Vec3; 3], placed: &mut Placed| {
        if envelope.excludes(top) {
            return true;
        }
        // where one prism does not touch, the next one often does not either
        if missed {
            if let Some(up) = upward_normal(top) {
                if envelope.separates(placed, up, top) {
                    return true;
                }
            }
        }
        prism.shape = prism_below(top, base);
        let count = out.len();
        penetration(&mut prism, placed, margin, 1, settings, scratch, out);
        for contact in &mut out[count..] {
            contact.normal = field_pose.mat.mul_vec(contact.normal);
            contact.pos = field_pose.mat.mul_vec(contact.pos) + field_pose.pos;
        }
        missed = out.len() == count && !remembers;
        if missed {
            if let Some(axis) = scratch.separating_axis() {
                envelope.separates(placed, axis, top);
            }
        }
        out.len() - start < MAX_CONTACTS
    };
    visit_triangles((field, field_pose), shape, radius, margin, visit);
}

/// Calls a function for every prism that may touch the shape, with the shape in the frame of the field, until the
/// function returns false.
pub(super) fn visit_prisms<'a>(
    field: (&HeightField, &Pose),
    shape: (&Convex<'a>, &Pose),
    radius: f64,
    margin: f64,
    mut visit: impl FnMut(&mut Placed, &mut Placed<'a>) -> bool,
) {
    let base = field.0.size[3];
    let mut prism = empty_prism(margin);
    visit_triangles(field, shape, radius, margin, |top, placed| {
        prism.shape = prism_below(top, base);
        visit(&mut prism, placed)
    });
}

/// Calls a function for the upper face of every prism under the bounding box of the shape that reaches its lower end,
/// with the shape in the frame of the field, until the function returns false.
#[inline(always)]
fn visit_triangles<'a>(
    (field, field_pose): (&HeightField, &Pose),
    (shape, pose): (&Convex<'a>, &Pose),
    radius: f64,
    margin: f64,
    mut visit: impl FnMut(&[Vec3; 3], &mut Placed<'a>) -> bool,
) {
    let [size_x, size_y, top, base] = field.size;
    if field.nrow < 2 || field.ncol < 2 {
        return;
    }

    // the shape in the frame of the field, and its bounds
    let local = Pose {
        pos: field_pose.mat.tr_mul_vec(pose.pos - field_pose.pos),
        mat: field_pose.mat.tr_mul_mat(&pose.mat),
    };
    let outside = |lo: Vec3, hi: Vec3| {
        lo[0] > size_x
            || -size_x > hi[0]
            || lo[1] > size_y
            || -size_y > hi[1]
            || lo[2] > top
            || -base > hi[2]
    };
    let reach = Vec3::splat(radius + margin);
    if outside(local.pos - reach, local.pos + reach) {
        return;
    }
    let mut placed = Placed::new(shape, &local, 0.0);
    let (lo, hi) = bounds(&mut placed, margin);
    if outside(lo, hi) {
        return;
    }

    let (cols, rows) = (field.ncol - 1, field.nrow - 1);
    let cell = |x: f64, size: f64, n: usize| (size + x) / (size + size) * n as f64;
    let first = |x: f64, size: f64, n: usize| cell(x, size, n).floor().max(0.0) as usize;
    let last = |x: f64, size: f64, n: usize| cell(x, size, n).ceil().clamp(0.0, n as f64) as usize;
    let (cmin, cmax) = (first(lo[0], size_x, cols), last(hi[0], size_x, cols));
    let (rmin, rmax) = (first(lo[1], size_y, rows), last(hi[1], size_y, rows));
    let (dx, dy) = (
        (size_x + size_x) / cols as f64,
        (size_y + size_y) / rows as f64,
    );
    let side = |row: usize| {
        let elevations = field.data.get(row * field.ncol..).unwrap_or(&[]);
        let y = dy * row as f64 - size_y;
        move |col: usize| {
            let elevation = elevations.get(col).copied().unwrap_or(0.0);
            Vec3::new(dx * col as f64 - size_x, y, f64::from(elevation) * top)
        }
    };

    placed.margin = margin;
    for row in rmin..rmax {
        // the strip of triangles between two rows: two corners of each column, the upper row first
        let (upper, lower) = (side(row + 1), side(row));
        let mut strip = [Vec3::ZERO, upper(cmin), lower(cmin)];
        for col in cmin + 1..=cmax {
            for corner in [upper(col), lower(col)] {
                strip = [strip[1], strip[2], corner];
                let is_below = strip.iter().all(|c| c[2] < lo[2]);
                if !is_below && !visit(&strip, &mut placed) {
                    return;
                }
            }
        }
    }
}

/// A prism at the origin.
fn empty_prism(margin: f64) -> Placed<'static> {
    let pose = Pose {
        pos: Vec3::ZERO,
        mat: Mat3::IDENTITY,
    };
    Placed::new(&Convex::Prism([Vec3::ZERO; 6]), &pose, margin)
}

/// The prism between a triangle and z = -`base`.
#[inline(always)]
fn prism_below(&[p, q, r]: &[Vec3; 3], base: f64) -> Convex<'static> {
    let [pb, qb, rb] = [p, q, r].map(|c| Vec3::new(c[0], c[1], -base));
    Convex::Prism([pb, qb, rb, p, q, r])
}

/// The normal of a triangle that is not degenerate, on its upper side.
fn upward_normal(&[p, q, r]: &[Vec3; 3]) -> Option<Vec3> {
    let (normal, area) = (q - p).cross(r - p).normalize_or_x();
    let up = if normal[2] < 0.0 { -normal } else { normal };
    (area >= MINVAL).then_some(up)
}

/// The box around a shape, larger by the margin.
pub(super) fn bounds(placed: &mut Placed, margin: f64) -> (Vec3, Vec3) {
    let (mut lo, mut hi) = (Vec3::ZERO, Vec3::ZERO);
    // a shape that is its own mirror image is searched at the origin, in one sense
    let mirrored = !matches!(
        placed.shape,
        Convex::Mesh(_) | Convex::Prism(_) | Convex::Simplex { .. }
    );
    let pos = placed.pos;
    for axis in 0..3 {
        let mut dir = Vec3::ZERO;
        dir[axis] = 1.0;
        if mirrored {
            placed.pos = Vec3::ZERO;
            let reach = placed.support(dir)[axis];
            placed.pos = pos;
            hi[axis] = (reach + pos[axis]) + margin;
            lo[axis] = (-reach + pos[axis]) - margin;
            continue;
        }
        hi[axis] = placed.support(dir)[axis] + margin;
        dir[axis] = -1.0;
        lo[axis] = placed.support(dir)[axis] - margin;
    }
    (lo, hi)
}

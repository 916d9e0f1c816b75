//! Contacts of a height field with convex shapes.
//!
//! Every cell of the grid is two triangular prisms between the surface and the base. The prisms under the bounding
//! box of the shape that reach its lower end are tested one by one, row by row; each gives at most one contact.

use ligament_math::{MINVAL, Mat3, Vec3};

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
    fn elevation(&self, row: usize, col: usize) -> f64 {
        f64::from(self.data.get(row * self.ncol + col).copied().unwrap_or(0.0)) * self.size[2]
    }
}

/// Finds the contacts of a height field with a convex shape at a distance below `margin`. `radius` bounds the shape
/// around its centre.
pub fn hfield_convex(
    (field, field_pose): (&HeightField, &Pose),
    (shape, pose): (&Convex, &Pose),
    radius: f64,
    margin: f64,
    settings: &ConvexSettings,
    scratch: &mut ConvexScratch,
    out: &mut PreContacts,
) {
    let start = out.len();
    let mut missed = true;
    visit_prisms(
        (field, field_pose),
        (shape, pose),
        radius,
        margin,
        |prism, placed| {
            // where one prism does not touch, the next one often does not either
            if missed && is_above(prism, placed, margin) {
                return true;
            }
            let count = out.len();
            penetration(prism, placed, margin, 1, settings, scratch, out);
            missed = out.len() == count;
            for contact in &mut out[count..] {
                contact.normal = field_pose.mat.mul_vec(contact.normal);
                contact.pos = field_pose.mat.mul_vec(contact.pos) + field_pose.pos;
            }
            out.len() - start < MAX_CONTACTS
        },
    );
}

/// Calls a function for every prism that may touch the shape, with the shape in the frame of the field, until the
/// function returns false.
pub(super) fn visit_prisms<'a>(
    (field, field_pose): (&HeightField, &Pose),
    (shape, pose): (&Convex<'a>, &Pose),
    radius: f64,
    margin: f64,
    mut visit: impl FnMut(&mut Placed, &mut Placed<'a>) -> bool,
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
    let corner = |row: usize, col: usize| {
        Vec3::new(
            dx * col as f64 - size_x,
            dy * row as f64 - size_y,
            field.elevation(row, col),
        )
    };

    placed.margin = margin;
    let prism_pose = Pose {
        pos: Vec3::ZERO,
        mat: Mat3::IDENTITY,
    };
    for row in rmin..rmax {
        // the strip of triangles between two rows: two corners of each column, the upper row first
        let mut strip = [Vec3::ZERO, corner(row + 1, cmin), corner(row, cmin)];
        for col in cmin + 1..=cmax {
            for side in [row + 1, row] {
                strip = [strip[1], strip[2], corner(side, col)];
                if strip.iter().all(|c| c[2] < lo[2]) {
                    continue;
                }
                let floor = strip.map(|c| Vec3::new(c[0], c[1], -base));
                let corners = [floor[0], floor[1], floor[2], strip[0], strip[1], strip[2]];
                let mut prism = Placed::new(&Convex::Prism(corners), &prism_pose, margin);
                if !visit(&mut prism, &mut placed) {
                    return;
                }
            }
        }
    }
}

/// Whether a shape lies above the upper face of a prism, farther than the margin.
fn is_above(prism: &Placed, placed: &mut Placed, margin: f64) -> bool {
    let Convex::Prism([_, _, _, p, q, r]) = prism.shape else {
        return false;
    };
    let (normal, area) = (q - p).cross(r - p).normalize_or_x();
    let normal = if normal[2] < 0.0 { -normal } else { normal };
    if area < MINVAL {
        return false;
    }
    // which of several farthest corners is found later must not depend on this look
    let found = (placed.vertex, placed.seed);
    let height = (placed.support(-normal) - p).dot(normal);
    (placed.vertex, placed.seed) = found;
    height > margin + 1e-9 * (1.0 + p.norm())
}

/// The box around a shape, larger by the margin.
fn bounds(placed: &mut Placed, margin: f64) -> (Vec3, Vec3) {
    let (mut lo, mut hi) = (Vec3::ZERO, Vec3::ZERO);
    for axis in 0..3 {
        let mut dir = Vec3::ZERO;
        dir[axis] = 1.0;
        hi[axis] = placed.support(dir)[axis] + margin;
        dir[axis] = -1.0;
        lo[axis] = placed.support(dir)[axis] - margin;
    }
    (lo, hi)
}

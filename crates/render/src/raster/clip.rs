//! Clipping of triangles against the near and far planes, the guard band and the plane of a mirror (Sutherland–Hodgman).

use super::vertex::fixed_exact;
use super::{GUARD, Projection};

/// A corner: x w, y w, depth, distance from the clipping plane.
type Corner = [f64; 4];

/// At most three corners and one more for each of seven planes.
const MOST: usize = 10;

/// Gives the parts of a triangle that can be drawn.
pub(super) fn split(
    p: &Projection,
    rows: &[[f64; 4]; 4],
    corners: [[f32; 3]; 3],
    mut emit: impl FnMut([i32; 3], [i32; 3], [f32; 3]),
) {
    let mut polygon = [[0.0; 4]; MOST];
    for (to, corner) in polygon.iter_mut().zip(corners) {
        let x = corner.map(f64::from);
        *to = rows.map(|r| r[0] * x[0] + r[1] * x[1] + (r[2] * x[2] + r[3]));
        if to.iter().any(|x| !x.is_finite()) {
            return;
        }
    }
    let w = |c: &Corner| if p.orthographic { 1.0 } else { c[2] };
    let mut n = 3;
    cut(&mut polygon, &mut n, |c| c[2] - p.near);
    cut(&mut polygon, &mut n, |c| p.far - c[2]);
    if p.clip.is_some() {
        cut(&mut polygon, &mut n, |c| c[3]);
    }
    for axis in 0..2 {
        cut(&mut polygon, &mut n, |c| c[axis] + GUARD * w(c));
        cut(&mut polygon, &mut n, |c| GUARD * w(c) - c[axis]);
    }
    let project = |c: &Corner| {
        let w = w(c);
        (
            fixed_exact(c[0] / w),
            fixed_exact(c[1] / w),
            p.nearness(c[2]) as f32,
        )
    };
    for k in 2..n {
        let [a, b, c] = [
            project(&polygon[0]),
            project(&polygon[k - 1]),
            project(&polygon[k]),
        ];
        emit([a.0, b.0, c.0], [a.1, b.1, c.1], [a.2, b.2, c.2]);
    }
}

/// Keeps the part of a convex polygon where `inside` is not negative.
fn cut(polygon: &mut [Corner; MOST], n: &mut usize, inside: impl Fn(&Corner) -> f64) {
    let old = *polygon;
    let mut count = 0;
    for i in 0..*n {
        let (a, b) = (&old[i], &old[(i + 1) % *n]);
        let (da, db) = (inside(a), inside(b));
        if da >= 0.0 && count < MOST {
            polygon[count] = *a;
            count += 1;
        }
        if (da < 0.0) != (db < 0.0) && count < MOST {
            let s = da / (da - db);
            polygon[count] = core::array::from_fn(|k| a[k] + s * (b[k] - a[k]));
            count += 1;
        }
    }
    *n = if count < 3 { 0 } else { count };
}

//! Contacts of two fields, by descent from points of the Halton sequence in the overlap of their boxes.
//!
//! With distances A and B, A + B + |max(A, B)| is smallest where the shapes overlap most. The points found are then
//! moved once along max(A, B), which is the depth of the contact, and the normal is that of the surface A = B.

use ligament_math::Vec3;

use super::{Change, Collector, Field, Frame, HUGE, halton};
use crate::contact::PreContacts;

/// Least share of the decrease that the slope promises.
const DECREASE: f64 = 0.1;
/// Shortest step.
const MIN_STEP: f64 = 1e-4;

/// What is made smaller.
#[derive(Clone, Copy)]
enum Objective {
    /// A + B + |max(A, B)|.
    Overlap,
    /// max(A, B).
    Intersection,
}

/// The second field with the first one in its frame.
struct FieldPair<'a> {
    first: Field<'a>,
    second: Field<'a>,
    to_first: Change,
}

impl FieldPair<'_> {
    /// Distances of the second and the first field.
    fn distances(&self, x: Vec3) -> (f64, f64) {
        (
            self.second.distance(x),
            self.first.distance(self.to_first.apply(x)),
        )
    }

    fn first_gradient(&self, x: Vec3) -> Vec3 {
        let local = self.first.gradient(self.to_first.apply(x));
        self.to_first.rot.tr_mul_vec(local)
    }

    fn value(&self, objective: Objective, x: Vec3) -> f64 {
        let (a, b) = self.distances(x);
        match objective {
            Objective::Overlap => a + b + a.max(b).abs(),
            Objective::Intersection => a.max(b),
        }
    }

    fn gradient(&self, objective: Objective, x: Vec3) -> Vec3 {
        let (a, b) = self.distances(x);
        match objective {
            Objective::Overlap => {
                let (of_a, of_b) = (self.second.gradient(x), self.first_gradient(x));
                let larger = if a > b { of_a } else { of_b };
                of_a + of_b + larger * if a.max(b) > 0.0 { 1.0 } else { -1.0 }
            }
            Objective::Intersection if a > b => self.second.gradient(x),
            Objective::Intersection => self.first_gradient(x),
        }
    }

    /// Normal of the surface where both distances are equal.
    fn middle(&self, x: Vec3) -> Vec3 {
        let (of_a, _) = self.second.gradient(x).normalize_or_x();
        let (of_b, _) = self.first_gradient(x).normalize_or_x();
        (of_a - of_b).normalize_or_x().0
    }

    /// Descends along the gradient with a backtracking search; the value at the end.
    fn descend(&self, objective: Objective, x: &mut Vec3, steps: usize) -> f64 {
        let mut value = HUGE;
        for _ in 0..steps {
            let gradient = self.gradient(objective, *x);
            if !gradient.0.iter().all(|g| g.abs() <= HUGE) {
                return HUGE;
            }
            let start = *x;
            let before = self.value(objective, start);
            let mut length = 2.0;
            let mut wanted = -DECREASE * length * gradient.norm_squared();
            loop {
                length *= 0.5;
                wanted *= 0.5;
                *x = start + gradient * -length;
                value = self.value(objective, *x);
                if !(length > MIN_STEP && value - before > wanted) {
                    break;
                }
            }
            if before < value {
                *x = start;
                return before;
            }
        }
        value
    }
}

/// Contacts of two fields: position, shape and bounding box (centre and half sizes) of each; how many points to start
/// from, how many steps to make.
pub fn field_field(
    (first, frame1, aabb1): (Field<'_>, &Frame, &[f64; 6]),
    (second, frame2, aabb2): (Field<'_>, &Frame, &[f64; 6]),
    points: usize,
    steps: usize,
    out: &mut PreContacts,
) {
    let pair = FieldPair {
        first,
        second,
        to_first: Change::new(frame2, frame1),
    };
    // the way through the frame of the first itself rounds, which descents magnify
    let (to_itself, to_second) = (Change::new(frame1, frame1), Change::new(frame1, frame2));
    let Some((low, high)) = overlap(aabb1, aabb2, &pair.to_first) else {
        return;
    };
    let mut contacts = Collector::new(frame2, out);
    for i in 0..points {
        let size = high - low;
        let start = Vec3::new(
            low[0] + size[0] * halton(i, 2),
            low[1] + size[1] * halton(i, 3),
            low[2] + size[2] * halton(i, 5),
        );
        let mut x = to_second.apply(to_itself.apply(start));
        pair.descend(Objective::Overlap, &mut x, steps);
        let dist = pair.descend(Objective::Intersection, &mut x, 1);
        contacts.add(x, dist, || pair.middle(x));
    }
}

/// The overlap of two boxes in the frame of the first.
fn overlap(aabb1: &[f64; 6], aabb2: &[f64; 6], to_first: &Change) -> Option<(Vec3, Vec3)> {
    let bounds = |[cx, cy, cz, sx, sy, sz]: &[f64; 6], place: &dyn Fn(Vec3) -> Vec3| {
        let (mut low, mut high) = (Vec3::splat(HUGE), Vec3::splat(-HUGE));
        for corner in 0..8 {
            let side = |i: usize, c: f64, s: f64| if corner >> i & 1 == 1 { c + s } else { c - s };
            let p = place(Vec3::new(
                side(0, *cx, *sx),
                side(1, *cy, *sy),
                side(2, *cz, *sz),
            ));
            low = low.min(p);
            high = high.max(p);
        }
        (low, high)
    };
    let (low1, high1) = bounds(aabb1, &|p| p);
    let (low2, high2) = bounds(aabb2, &|p| to_first.apply(p));
    let (low, high) = (low1.max(low2), high1.min(high2));
    (0..3).all(|i| high[i] >= low[i]).then_some((low, high))
}

//! Clipping of one face against the sides of another.

use ligament_math::{MINVAL, Vec3};

/// Storage and result of a clip.
#[derive(Clone, Debug, Default)]
pub(super) struct Clip {
    sides: Vec<(Vec3, Vec3)>,
    polygon: Vec<Vec3>,
    next: Vec<Vec3>,
    /// Point on the clipping face, point on the clipped one, distance.
    result: Vec<(Vec3, Vec3, f64)>,
}

impl Clip {
    pub fn reserve(&mut self, polygon: usize) {
        self.sides.reserve(polygon);
        self.polygon.reserve(2 * polygon + 2);
        self.next.reserve(2 * polygon + 2);
        self.result.reserve(8);
    }

    /// Clips a polygon or segment against the sides of a face with normal `n`, or against a half space if the
    /// face is a single point. What lies above the face by more than `reach` is dropped. Every point that is
    /// left is projected onto the face, and from there along `dir` back to its height. Gives the number of
    /// points.
    pub fn run(
        &mut self,
        face: &[Vec3],
        part: &[Vec3],
        n: Vec3,
        dir: Vec3,
        reach: f64,
        points: usize,
    ) -> usize {
        self.result.clear();
        let Some(&corner) = face.first() else {
            return 0;
        };
        if face.len() == 2 {
            return 0;
        }
        self.polygon.clear();
        self.polygon.extend_from_slice(part);
        if face.len() > 2 {
            self.cut(face, n);
        }
        self.polygon.retain(|&p| (p - corner).dot(n) <= reach);
        let count = self.polygon.len();
        if count == 0 || points == 0 {
            return 0;
        }

        let project = |v: Vec3| {
            let on_face = v - n * (v - corner).dot(n);
            let dist = (on_face - v).dot(dir);
            (on_face, on_face - dir * dist, dist)
        };
        let polygon = &self.polygon;
        if points < 5 && count > 4 {
            let quad = largest_quadrilateral(count, |i| polygon[i]);
            self.result.extend(quad.map(|i| project(polygon[i])));
        } else if part.len() == 2 && count > 2 {
            let (i, j) = farthest_pair(polygon);
            self.result
                .extend([project(polygon[i]), project(polygon[j])]);
        } else {
            let kept = polygon.iter().take(points);
            self.result.extend(kept.map(|&v| project(v)));
        }
        self.result.len()
    }

    /// Cuts the polygon along every side of the face.
    fn cut(&mut self, face: &[Vec3], n: Vec3) {
        self.sides.clear();
        for (i, &v) in face.iter().enumerate() {
            let next = face[(i + 1) % face.len()];
            let inward = (next - v).cross((v + n) - v);
            self.sides.push((v, inward.normalize_or_x().0));
        }
        for &(v, inward) in &self.sides {
            self.next.clear();
            let count = self.polygon.len();
            for i in 0..count {
                let p = self.polygon[i];
                let q = self.polygon[if i + 1 < count { i + 1 } else { 0 }];
                let (hp, hq) = ((p - v).dot(inward), (q - v).dot(inward));
                let (p_inside, q_inside) = (hp > -MINVAL, hq > -MINVAL);
                if p_inside != q_inside {
                    let drop = hp - hq;
                    let t = hp / drop;
                    if drop != 0.0 && (0.0..=1.0).contains(&t) {
                        self.next.push(p + (q - p) * t);
                    }
                }
                if q_inside {
                    self.next.push(q);
                }
            }
            core::mem::swap(&mut self.polygon, &mut self.next);
        }
    }

    /// Writes the result: points on the clipping face, points on the clipped part, distances.
    pub fn write(
        &self,
        count: usize,
        on_face: &mut [Vec3],
        on_part: &mut [Vec3],
        dist: &mut [f64],
    ) {
        let slots = on_face.iter_mut().zip(on_part).zip(dist);
        for (&(w1, w2, d), ((slot1, slot2), slot)) in self.result[..count].iter().zip(slots) {
            (*slot1, *slot2, *slot) = (w1, w2, d);
        }
    }
}

/// The two points that are farthest apart.
fn farthest_pair(points: &[Vec3]) -> (usize, usize) {
    let (mut best, mut far) = ((0, 1), 0.0);
    for i in 0..points.len() {
        for j in i + 1..points.len() {
            let d = (points[j] - points[i]).norm_squared();
            if d > far {
                (best, far) = ((i, j), d);
            }
        }
    }
    best
}

/// Area of the quadrilateral a, b, c, d: half of |ac × bd|.
#[inline(always)]
pub(super) fn area(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> f64 {
    0.5 * (a - c).cross(b - d).norm()
}

/// Moves the corners b, c, d of a quadrilateral along the polygon as long as its area grows.
#[inline]
pub(super) fn grow_quadrilateral(
    count: usize,
    at: impl Fn(usize) -> Vec3,
    a: usize,
    bcd: &mut [usize; 3],
    most: &mut f64,
) -> bool {
    let next = |i: usize| (i + 1) % count;
    let [b, c, d] = bcd;
    let mut grown = false;
    // every move makes the area larger, and there are finitely many quadrilaterals
    while let Some(wider) = larger(area(at(a), at(*b), at(*c), at(next(*d))), *most) {
        (*d, *most, grown) = (next(*d), wider, true);
        while let Some(wider) = larger(area(at(a), at(*b), at(next(*c)), at(*d)), *most) {
            (*c, *most) = (next(*c), wider);
        }
        while let Some(wider) = larger(area(at(a), at(next(*b)), at(*c), at(*d)), *most) {
            (*b, *most) = (next(*b), wider);
        }
    }
    grown
}

fn larger(value: f64, than: f64) -> Option<f64> {
    (value > than).then_some(value)
}

/// A quadrilateral of large area among the corners of a convex polygon of more than four.
fn largest_quadrilateral(count: usize, at: impl Fn(usize) -> Vec3) -> [usize; 4] {
    let next = |i: usize| (i + 1) % count;
    let mut best = [0, 1, 2, 3];
    let mut bcd = [1, 2, 3];
    let mut most = area(at(0), at(1), at(2), at(3));
    for a in 0..count {
        if grow_quadrilateral(count, &at, a, &mut bcd, &mut most) {
            best = [a, bcd[0], bcd[1], bcd[2]];
        }
        let [b, c, d] = &mut bcd;
        if *b == a {
            *b = next(*b);
            if *c == *b {
                *c = next(*c);
                if *d == *c {
                    *d = next(*d);
                }
            }
        }
    }
    best
}

//! Clipping of one face against the sides of another.

use ligament_math::{MINVAL, Vec3};

/// Storage and result of a clip.
#[derive(Clone, Debug, Default)]
pub(super) struct Clip {
    polygon: Vec<Vec3>,
    /// How far the corners of the polygon lie inside of a side.
    heights: Vec<f64>,
    next: Vec<Vec3>,
    /// Point on the clipping face, point on the clipped one, distance.
    result: Vec<(Vec3, Vec3, f64)>,
}

impl Clip {
    pub fn reserve(&mut self, polygon: usize) {
        self.polygon.reserve(2 * polygon + 2);
        self.heights.reserve(2 * polygon + 2);
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
        let ends = face.iter().skip(1).chain(face.first());
        for (&v, &end) in face.iter().zip(ends) {
            if self.polygon.is_empty() {
                return;
            }
            let inward = (end - v).cross((v + n) - v).normalize_or_x().0;
            self.heights.clear();
            let heights = self.polygon.iter().map(|&p| (p - v).dot(inward));
            self.heights.extend(heights);
            if self.heights.iter().all(|&h| is_inside(h)) {
                // what is left begins with the second corner
                self.polygon.rotate_left(1);
            } else {
                self.cut_side();
            }
        }
    }

    /// Cuts off the part of the polygon with negative heights.
    fn cut_side(&mut self) {
        let Self {
            polygon,
            heights,
            next,
            ..
        } = self;
        next.clear();
        let corners = polygon.iter().copied().zip(heights.iter().copied());
        let followers = corners.clone().skip(1).chain(corners.clone().take(1));
        for ((p, hp), (q, hq)) in corners.zip(followers) {
            if is_inside(hp) != is_inside(hq) {
                let drop = hp - hq;
                let t = hp / drop;
                if drop != 0.0 && (0.0..=1.0).contains(&t) {
                    next.push(p + (q - p) * t);
                }
            }
            if is_inside(hq) {
                next.push(q);
            }
        }
        core::mem::swap(polygon, next);
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

#[inline(always)]
fn is_inside(height: f64) -> bool {
    height > -MINVAL
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

/// A quadrilateral's area, and the square that it is the root of: half of |ac × bd|.
#[derive(Clone, Copy)]
pub(super) struct Area {
    value: f64,
    square: f64,
}

impl Area {
    #[inline(always)]
    pub fn of(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Self {
        let square = (a - c).cross(b - d).norm_squared();
        Area {
            value: 0.5 * square.sqrt(),
            square,
        }
    }

    /// Becomes the area of a quadrilateral if that is larger.
    #[inline(always)]
    fn grow(&mut self, a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> bool {
        let square = (a - c).cross(b - d).norm_squared();
        // a square that is not larger has no larger root
        if square <= self.square {
            return false;
        }
        let value = 0.5 * square.sqrt();
        let grows = value > self.value;
        if grows {
            *self = Area { value, square };
        }
        grows
    }
}

/// Moves the corners b, c, d of a quadrilateral along the polygon as long as its area grows.
#[inline]
pub(super) fn grow_quadrilateral(
    count: usize,
    at: impl Fn(usize) -> Vec3,
    a: usize,
    bcd: &mut [usize; 3],
    most: &mut Area,
) -> bool {
    let next = |i: usize| if i + 1 == count { 0 } else { i + 1 };
    let [b, c, d] = bcd;
    let mut grown = false;
    // every move makes the area larger, and there are finitely many quadrilaterals
    while most.grow(at(a), at(*b), at(*c), at(next(*d))) {
        (*d, grown) = (next(*d), true);
        while most.grow(at(a), at(*b), at(next(*c)), at(*d)) {
            *c = next(*c);
        }
        while most.grow(at(a), at(next(*b)), at(*c), at(*d)) {
            *b = next(*b);
        }
    }
    grown
}

/// A quadrilateral of large area among the corners of a convex polygon of more than four.
fn largest_quadrilateral(count: usize, at: impl Fn(usize) -> Vec3) -> [usize; 4] {
    let next = |i: usize| if i + 1 == count { 0 } else { i + 1 };
    let mut best = [0, 1, 2, 3];
    let mut bcd = [1, 2, 3];
    let mut most = Area::of(at(0), at(1), at(2), at(3));
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

//! Splitting polygons of an OBJ file into triangles.
//!
//! A quadrilateral is split along its shorter diagonal. Larger polygons lose one ear at a time, seen in the coordinate
//! plane to which the polygon is most parallel. All arithmetic is in single precision, as in the loader that MuJoCo
//! uses, so that the triangles are the same ones in the same order.

use super::{AssetError, Result};

/// Point-in-triangle tests allowed per file: far beyond any real mesh, soon enough to stop a hostile one.
pub(super) const MAX_TESTS: u64 = 50_000_000;

/// Positions of the vertices of a polygon, and how much work may still be spent on it.
pub(super) struct Splitter<'a> {
    vertices: &'a [[f32; 3]],
    budget: &'a mut u64,
}

impl<'a> Splitter<'a> {
    /// Works on polygons over `vertices`; every point-in-triangle test takes one from `budget`.
    pub fn new(vertices: &'a [[f32; 3]], budget: &'a mut u64) -> Self {
        Self { vertices, budget }
    }

    fn position(&self, vertex: i32) -> Option<[f32; 3]> {
        self.vertices.get(usize::try_from(vertex).ok()?).copied()
    }

    /// Triangles of a polygon, as positions in `polygon`, which lists vertex indices.
    pub fn split(&mut self, polygon: &[i32]) -> Result<Vec<[usize; 3]>> {
        match polygon.len() {
            0..=2 => Ok(Vec::new()),
            3 => Ok(vec![[0, 1, 2]]),
            4 => Ok(self.quadrilateral(polygon)),
            _ => self.clip_ears(polygon),
        }
    }

    /// Two triangles along the shorter diagonal; none if a vertex does not exist.
    fn quadrilateral(&self, polygon: &[i32]) -> Vec<[usize; 3]> {
        let corners: Vec<_> = polygon.iter().filter_map(|v| self.position(*v)).collect();
        let [a, b, c, d] = corners[..] else {
            return Vec::new();
        };
        if squared_distance(a, c) < squared_distance(b, d) {
            vec![[0, 1, 2], [0, 2, 3]]
        } else {
            vec![[0, 1, 3], [1, 2, 3]]
        }
    }

    /// Cuts ears off until a triangle is left, or until no corner is an ear.
    fn clip_ears(&mut self, polygon: &[i32]) -> Result<Vec<[usize; 3]>> {
        let [first, second] = self.plane(polygon);
        let flat: Vec<[f32; 2]> = polygon
            .iter()
            .map(|v| {
                self.position(*v)
                    .map_or([0.0; 2], |p| [p[first], p[second]])
            })
            .collect();
        let exists: Vec<bool> = polygon
            .iter()
            .map(|v| self.position(*v).is_some())
            .collect();

        let mut left: Vec<usize> = (0..polygon.len()).collect();
        let mut triangles = Vec::with_capacity(polygon.len().saturating_sub(2));
        let mut start = 0;
        let mut tries = left.len();
        while left.len() > 3 && tries > 0 {
            let n = left.len();
            start %= n;
            let ear = [0, 1, 2].map(|k| left[(start + k) % n]);
            let corners = ear.map(|i| flat[i]);
            let mut others = (3..n).map(|k| left[(start + k) % n]);
            let mut tests = 1;
            let blocked = turns_back(corners)
                || others.any(|i| {
                    tests += 1;
                    exists[i] && contains(corners, flat[i])
                });
            *self.budget = self.budget.checked_sub(tests).ok_or_else(|| {
                AssetError::new("a face has too many corners to split it into triangles")
                    .help("triangulate the mesh before saving it")
            })?;
            tries -= 1;
            if blocked {
                start += 1;
                continue;
            }
            triangles.push(ear);
            left.remove((start + 1) % n);
            if tries == 0 {
                break;
            }
            tries = left.len() + 1;
        }
        if let [a, b, c] = left[..] {
            triangles.push([a, b, c]);
        }
        Ok(triangles)
    }

    /// The two axes of the plane in which the polygon is seen: those across the largest component of the normal at the
    /// first corner that is not straight.
    fn plane(&self, polygon: &[i32]) -> [usize; 2] {
        let n = polygon.len();
        for k in 0..n {
            let corner = [k, k + 1, k + 2].map(|i| self.position(polygon[i % n]));
            let [Some(a), Some(b), Some(c)] = corner else {
                continue;
            };
            let (u, v) = (difference(b, a), difference(c, b));
            let x = (u[1] * v[2] - u[2] * v[1]).abs();
            let y = (u[2] * v[0] - u[0] * v[2]).abs();
            let z = (u[0] * v[1] - u[1] * v[0]).abs();
            if [x, y, z].iter().any(|s| *s > f32::EPSILON) {
                return if x > y && x > z {
                    [1, 2]
                } else if z > x && z > y {
                    [0, 1]
                } else {
                    [0, 2]
                };
            }
        }
        [1, 2]
    }
}

fn difference(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn squared_distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    let d = difference(b, a);
    d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
}

/// Whether the corner turns against the side on which the origin sees its first edge.
fn turns_back([a, b, c]: [[f32; 2]; 3]) -> bool {
    let turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
    let side = (a[0] * b[1] - a[1] * b[0]) * 0.5;
    turn * side < 0.0
}

/// Whether a point is inside a triangle, by counting the edges that a ray along the first axis crosses.
fn contains(triangle: [[f32; 2]; 3], p: [f32; 2]) -> bool {
    let mut inside = false;
    let mut from = triangle[2];
    for to in triangle {
        if (to[1] > p[1]) != (from[1] > p[1])
            && p[0] < (from[0] - to[0]) * (p[1] - to[1]) / (from[1] - to[1]) + to[0]
        {
            inside = !inside;
        }
        from = to;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(points: &[[f32; 3]]) -> Vec<[usize; 3]> {
        let polygon: Vec<i32> = (0..points.len() as i32).collect();
        Splitter::new(points, &mut 1000).split(&polygon).unwrap()
    }

    #[test]
    fn a_quadrilateral_is_split_along_the_shorter_diagonal() {
        let long = [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [3.0, 3.0, 0.0],
            [0.0, 1.0, 0.0],
        ];
        assert_eq!(split(&long), [[0, 1, 3], [1, 2, 3]]);
        let wide = [
            [0.0, 0.0, 0.0],
            [3.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [0.0, 3.0, 0.0],
        ];
        assert_eq!(split(&wide), [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn ears_cover_a_notched_polygon_once() {
        // an L around a notch; the area of the triangles is the area of the L
        let xy = [
            [1.0, 1.0],
            [3.0, 1.0],
            [3.0, 2.0],
            [2.0, 2.0],
            [2.0, 3.0],
            [1.0, 3.0],
        ];
        for axes in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
            let points: Vec<[f32; 3]> = xy
                .iter()
                .map(|p| {
                    let mut q = [0.5; 3];
                    q[axes[0]] = p[0];
                    q[axes[1]] = p[1];
                    q
                })
                .collect();
            let area: f32 = split(&points)
                .iter()
                .map(|t| {
                    let [a, b, c] = t.map(|i| xy[i]);
                    ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2.0
                })
                .sum();
            assert_eq!(area, 3.0);
        }
    }

    #[test]
    fn missing_vertices_do_not_break_it() {
        let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
        let mut budget = 1000;
        let mut s = Splitter::new(&points, &mut budget);
        assert_eq!(s.split(&[0, 1, 2, 9]).unwrap().len(), 0);
        s.split(&[0, 1, 2, -5, 7, i32::MAX]).unwrap();
    }

    #[test]
    fn a_hostile_polygon_is_stopped() {
        let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
        let polygon: Vec<i32> = (0..2000).map(|i| i % 3).collect();
        assert!(Splitter::new(&points, &mut 1000).split(&polygon).is_err());
    }
}

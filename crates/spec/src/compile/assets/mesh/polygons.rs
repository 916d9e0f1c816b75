//! The flat sides of a convex hull: its triangles merged into polygons.
//!
//! Triangles belong together if the angles of their normals round to the same multiples of 0.01 radians and if they are
//! connected through shared edges. The outline of a group consists of the edges that only one of its triangles has.
//! Normals are Newell's: the sum over edges from p to q of (p_y - q_y) (p_z + q_z) and so on in turn.
//!
//! The order of polygons and the first corner of each decide about the order of contacts. They follow from the order of
//! the triangles: groups come as a [hash table](super::buckets) of directions lists them, an outline starts at the
//! oldest edge that is left after its triangles were joined one by one.

use std::collections::HashMap;

use ligament_math::{MINVAL, Vec3, func};

use super::buckets::listing_order;
use super::process::corners;
use crate::compile::orientation::TINY;

/// Resolution of the angles that tell sides apart.
const ANGLE: f64 = 0.01;

/// The golden ratio as a fraction of 2³², for mixing hash values.
const GOLDEN: u64 = 0x9E37_79B9;

/// Polygons over the vertices of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygons {
    /// Vertices of each polygon, counter-clockwise seen from outside.
    pub outlines: Vec<Vec<u32>>,
    /// Outward unit normals.
    pub normals: Vec<Vec3>,
    /// Where the polygons of each vertex start in `map`; one entry more than vertices.
    pub map_start: Vec<usize>,
    /// Polygons of each vertex.
    pub map: Vec<i32>,
}

impl Polygons {
    /// The sides of a hull; normals are left for [`Self::update_normals`].
    pub(super) fn new(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let mut outlines = Vec::new();
        for group in group_by_direction(vertices, triangles) {
            outlines.extend(trace(&group));
        }
        let mut polygons = Self {
            normals: vec![Vec3::ZERO; outlines.len()],
            outlines,
            ..Self::default()
        };
        polygons.map_vertices(vertices.len());
        polygons
    }

    /// Number of vertices of all polygons.
    pub fn corner_count(&self) -> usize {
        self.outlines.iter().map(Vec::len).sum()
    }

    /// The most vertices that a polygon has.
    pub fn greatest(&self) -> usize {
        self.outlines.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The polygons of a vertex.
    pub fn of_vertex(&self, vertex: usize) -> &[i32] {
        match (self.map_start.get(vertex), self.map_start.get(vertex + 1)) {
            (Some(&from), Some(&to)) => self.map.get(from..to).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Reverses all outlines, after a mirroring; their first corners stay.
    pub(super) fn flip(&mut self) {
        for outline in &mut self.outlines {
            if let Some((_, rest)) = outline.split_first_mut() {
                rest.reverse();
            }
        }
    }

    /// Computes the normals from the vertices where they are now.
    pub(super) fn update_normals(&mut self, vertices: &[Vec3]) {
        for (normal, outline) in self.normals.iter_mut().zip(&self.outlines) {
            let mut sum = Vec3::ZERO;
            for (i, &v) in outline.iter().enumerate() {
                let next = outline[(i + 1) % outline.len()];
                let (p, q) = (vertices[v as usize], vertices[next as usize]);
                sum += Vec3([
                    (p[1] - q[1]) * (p[2] + q[2]),
                    (p[2] - q[2]) * (p[0] + q[0]),
                    (p[0] - q[0]) * (p[1] + q[1]),
                ]);
            }
            let length = sum.norm();
            *normal = if length < TINY { Vec3::X } else { sum / length };
        }
    }

    /// Inverts polygon → vertices.
    fn map_vertices(&mut self, vertex_count: usize) {
        let mut start = vec![0_usize; vertex_count + 1];
        for &v in self.outlines.iter().flatten() {
            start[v as usize + 1] += 1;
        }
        for i in 0..vertex_count {
            start[i + 1] += start[i];
        }
        let mut next = start.clone();
        self.map = vec![0; self.corner_count()];
        for (polygon, outline) in self.outlines.iter().enumerate() {
            for &v in outline {
                self.map[next[v as usize]] = polygon as i32;
                next[v as usize] += 1;
            }
        }
        self.map_start = start;
    }
}

/// Triangles by rounded direction.
fn group_by_direction(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec<[u32; 3]>> {
    let mut ids: HashMap<(i32, i32), usize> = HashMap::new();
    let mut keys = Vec::new();
    let mut groups: Vec<Vec<[u32; 3]>> = Vec::new();
    for triangle in triangles {
        let Some(key) = direction_key(corners(vertices, triangle)) else {
            continue;
        };
        let id = *ids.entry(key).or_insert(groups.len());
        if id == groups.len() {
            groups.push(Vec::new());
            keys.push(key);
        }
        groups[id].push(*triangle);
    }
    let hashes = keys.iter().map(|&(theta, phi)| {
        let (a, b) = (f64::from(theta).to_bits(), f64::from(phi).to_bits());
        let mixed = b.wrapping_add(GOLDEN).wrapping_add(a << 6);
        a ^ mixed.wrapping_add(a >> 2)
    });
    listing_order(hashes)
        .into_iter()
        .map(|i| std::mem::take(&mut groups[i]))
        .collect()
}

/// Rounded azimuth and polar angle of the normal; nothing for a degenerate triangle.
fn direction_key([a, b, c]: [Vec3; 3]) -> Option<(i32, i32)> {
    let normal = (b - a).cross(c - a);
    let length = normal.norm();
    if length.is_nan() || length < MINVAL {
        return None;
    }
    // adding zero turns -0 into 0, which atan2 tells apart
    let n = Vec3((normal / length).0.map(|x| x + 0.0));
    let rounded = |angle: f64| (angle / ANGLE).round() as i32;
    if n[2].abs() > 1.0 - 1e-7 {
        let down = n[2] < 0.0;
        return Some((
            0,
            if down {
                rounded(std::f64::consts::PI)
            } else {
                0
            },
        ));
    }
    Some((rounded(func::atan2(n[1], n[0])), rounded(func::acos(n[2]))))
}

/// Edges around triangles, each with the number of the connected part it belongs to; gone when two triangles share
/// them.
#[derive(Default)]
struct Rim {
    edges: Vec<Option<((u32, u32), usize)>>,
    place: HashMap<(u32, u32), usize>,
    parts: usize,
}

impl Rim {
    fn join(&mut self, triangle: &[u32; 3]) {
        let sides = [0, 1, 2].map(|i| (triangle[i], triangle[(i + 1) % 3]));
        let mut part = None;
        let mut is_new = [true; 3];
        for (k, &(a, b)) in sides.iter().enumerate() {
            let Some(((_, _), other)) = self
                .place
                .remove(&(b, a))
                .and_then(|place| self.edges[place].take())
            else {
                continue;
            };
            is_new[k] = false;
            part = Some(match part {
                Some(part) if part != other => self.merge(part, other),
                _ => other,
            });
        }
        let part = part.unwrap_or_else(|| {
            self.parts += 1;
            self.parts - 1
        });
        for (&side, _) in sides.iter().zip(is_new).filter(|(_, is_new)| *is_new) {
            self.place.entry(side).or_insert(self.edges.len());
            self.edges.push(Some((side, part)));
        }
    }

    /// Makes one part of two; gives its number.
    fn merge(&mut self, a: usize, b: usize) -> usize {
        let (kept, gone) = (a.min(b), a.max(b));
        for (_, part) in self.edges.iter_mut().flatten() {
            if *part == gone {
                *part = kept;
            } else if *part > gone {
                *part -= 1;
            }
        }
        self.parts -= 1;
        kept
    }
}

/// The outlines of the connected parts of a group of triangles.
fn trace(group: &[[u32; 3]]) -> Vec<Vec<u32>> {
    let mut rim = Rim::default();
    for triangle in group {
        rim.join(triangle);
    }
    let edges: Vec<((u32, u32), usize)> = rim.edges.into_iter().flatten().collect();
    let mut leaving: HashMap<(usize, u32), u32> = HashMap::new();
    let mut start = vec![None; rim.parts];
    for &((a, b), part) in &edges {
        leaving.entry((part, a)).or_insert(b);
        if let Some(start @ None) = start.get_mut(part) {
            *start = Some((a, b));
        }
    }
    let mut outlines = Vec::new();
    for (part, start) in start.into_iter().enumerate() {
        let Some((first, second)) = start else {
            continue;
        };
        let (mut outline, mut at) = (vec![first, second], second);
        // an outline that touches itself may never come back to its start: it is no polygon
        let mut closed = false;
        for _ in 0..edges.len() {
            let Some(&next) = leaving.get(&(part, at)) else {
                break;
            };
            closed = next == first;
            if closed {
                break;
            }
            outline.push(next);
            at = next;
        }
        if closed && outline.len() >= 3 {
            outlines.push(outline);
        }
    }
    outlines
}

#[cfg(test)]
mod tests {
    use super::super::hull::MeshHull;
    use super::*;

    #[test]
    fn a_cube_has_six_squares() {
        let points: Vec<Vec3> = (0..8)
            .map(|i| Vec3([i & 1, i >> 1 & 1, i >> 2].map(f64::from)))
            .collect();
        let hull = MeshHull::new(&points, -1).unwrap();
        let mut polygons = Polygons::new(&points, &hull.triangles);
        polygons.update_normals(&points);
        assert_eq!(polygons.outlines.len(), 6);
        assert_eq!((polygons.greatest(), polygons.corner_count()), (4, 24));
        assert!((0..8).all(|v| polygons.of_vertex(v).len() == 3));
        let center = Vec3::splat(0.5);
        for (normal, outline) in polygons.normals.iter().zip(&polygons.outlines) {
            let outward = points[outline[0] as usize] - center;
            assert!((normal.dot(outward) - 0.5).abs() < 1e-12);
        }
    }

    #[test]
    fn sides_that_only_share_a_direction_stay_apart() {
        let group = [[0, 1, 2], [3, 4, 5]];
        assert_eq!(trace(&group), vec![vec![0, 1, 2], vec![3, 4, 5]]);
        assert_eq!(trace(&[[0, 1, 2], [0, 2, 3]]), vec![vec![0, 1, 2, 3]]);
    }
}

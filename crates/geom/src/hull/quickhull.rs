//! Quickhull with exact visibility.
//!
//! The hull is a closed surface of triangles. Each triangle keeps the points that lie outside of it; the
//! furthest of them becomes a vertex, the triangles it sees are replaced by a fan to their horizon, and their
//! points are handed to the fan. Whether the new vertex sees a triangle is decided in floating point where
//! rounding cannot change the answer and exactly otherwise, so the horizon is always one simple loop. Points
//! that are outside by no more than rounding count as inside.

use super::{predicate, rounding_of_distance};
use ligament_math::Vec3;
use std::collections::BinaryHeap;

/// End of a list, and the mark of a point that is not in any list.
const NONE: u32 = u32::MAX;

/// A multiple of the unit roundoff that covers the rounding of a distance evaluation.
const ROUNDING: f64 = 16.0 * (f64::EPSILON / 2.0);

/// A triangle of the surface.
struct HullFace {
    /// Vertices, counter-clockwise from outside.
    vertices: [u32; 3],
    /// The face across the edge from vertex i to vertex i + 1.
    neighbors: [u32; 3],
    normal: Vec3,
    inverse_length: f64,
    /// Distances (scaled by the normal's length) smaller than this need the exact test.
    uncertain: f64,
    /// Points at larger (scaled) distances are outside.
    outside_above: f64,
    /// First point of the outside list, its furthest point, and that point's distance.
    outside: u32,
    furthest: u32,
    distance: f64,
    alive: bool,
    /// The last vertex for which the face was visited, and what it was then.
    visited_for: u32,
    visible: bool,
}

/// An entry of the queue of faces with points outside: the largest distance comes first.
struct Candidate {
    distance: f64,
    face: u32,
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Candidate {}
impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let by_age = other.face.cmp(&self.face);
        self.distance.total_cmp(&other.distance).then(by_age)
    }
}

/// The surface under construction.
pub(super) struct Builder<'a> {
    points: &'a [Vec3],
    extent: Vec3,
    /// Points outside by less than this count as inside.
    tolerance: f64,
    faces: Vec<HullFace>,
    next: Vec<u32>,
    queue: BinaryHeap<Candidate>,
    /// Scratch: faces seen from the new vertex, horizon edges with the face beyond, orphaned points.
    visible: Vec<u32>,
    horizon: Vec<(u32, u32, u32)>,
    stack: Vec<(u32, usize)>,
    orphans: Vec<u32>,
}

/// The triangles of the convex hull of `points`, grown from a simplex of four vertices of positive volume
/// until no point is outside or the hull has `max_vertices` vertices. Points are below `u32::MAX` in number.
pub(super) fn hull_triangles(
    points: &[Vec3],
    simplex: [u32; 4],
    max_vertices: usize,
) -> Vec<[u32; 3]> {
    let mut builder = Builder::new(points, simplex);
    let mut room = max_vertices.saturating_sub(4);
    while room > 0 {
        let Some(face) = builder.next_face() else {
            break;
        };
        builder.add_furthest_point(face);
        room -= 1;
    }
    builder
        .faces
        .iter()
        .filter(|f| f.alive)
        .map(|f| f.vertices)
        .collect()
}

impl<'a> Builder<'a> {
    fn new(points: &'a [Vec3], simplex: [u32; 4]) -> Self {
        let (mut low, mut high) = (Vec3::splat(f64::INFINITY), Vec3::splat(f64::NEG_INFINITY));
        for &p in points {
            low = low.min(p);
            high = high.max(p);
        }
        let mut builder = Builder {
            points,
            extent: high - low,
            tolerance: 2.0 * rounding_of_distance(points),
            faces: Vec::new(),
            next: vec![NONE; points.len()],
            queue: BinaryHeap::new(),
            visible: Vec::new(),
            horizon: Vec::new(),
            stack: Vec::new(),
            orphans: Vec::new(),
        };
        let [a, mut b, mut c, d] = simplex;
        if predicate::side(builder.at(a), builder.at(b), builder.at(c), builder.at(d)) > 0 {
            (b, c) = (c, b);
        }
        // a b c is counter-clockwise seen from outside; d lies below it
        builder.push_face([a, b, c], [3, 1, 2]);
        builder.push_face([c, b, d], [0, 3, 2]);
        builder.push_face([a, c, d], [0, 1, 3]);
        builder.push_face([b, a, d], [0, 2, 1]);
        builder
            .orphans
            .extend((0..points.len() as u32).filter(|p| !simplex.contains(p)));
        builder.adopt_orphans(0);
        builder
    }

    #[inline(always)]
    fn at(&self, point: u32) -> Vec3 {
        self.points[point as usize]
    }

    fn push_face(&mut self, vertices: [u32; 3], neighbors: [u32; 3]) {
        let [a, b, c] = vertices.map(|v| self.at(v));
        let (u, v) = (b - a, c - a);
        let normal = u.cross(v);
        let (ua, va) = (u.abs(), v.abs());
        let products = Vec3::new(
            ua[1] * va[2] + ua[2] * va[1],
            ua[2] * va[0] + ua[0] * va[2],
            ua[0] * va[1] + ua[1] * va[0],
        );
        let length = normal.norm();
        let uncertain = ROUNDING * products.dot(self.extent);
        self.faces.push(HullFace {
            vertices,
            neighbors,
            normal,
            inverse_length: if length > 0.0 { 1.0 / length } else { 0.0 },
            uncertain,
            outside_above: uncertain.max(self.tolerance * length),
            outside: NONE,
            furthest: NONE,
            distance: -1.0,
            alive: true,
            visited_for: NONE,
            visible: false,
        });
    }

    /// Height of a point above a face, times the length of the face's normal.
    #[inline(always)]
    fn height(&self, face: &HullFace, point: u32) -> f64 {
        face.normal.dot(self.at(point) - self.at(face.vertices[0]))
    }

    /// Whether a point is strictly above a face.
    fn sees(&self, point: u32, face: &HullFace) -> bool {
        let height = self.height(face, point);
        if height.abs() > face.uncertain {
            return height > 0.0;
        }
        let [a, b, c] = face.vertices.map(|v| self.at(v));
        predicate::side(a, b, c, self.at(point)) > 0
    }

    /// Hands each orphaned point to the first face from `first` on that it is above, and queues those faces.
    fn adopt_orphans(&mut self, first: usize) {
        let orphans = std::mem::take(&mut self.orphans);
        for &point in &orphans {
            let found = self.faces[first..]
                .iter()
                .position(|face| self.height(face, point) > face.outside_above);
            let Some(f) = found else { continue };
            let height = self.height(&self.faces[first + f], point);
            let face = &mut self.faces[first + f];
            self.next[point as usize] = face.outside;
            face.outside = point;
            let distance = height * face.inverse_length;
            if distance > face.distance {
                face.distance = distance;
                face.furthest = point;
            }
        }
        self.orphans = orphans;
        self.orphans.clear();
        for f in first..self.faces.len() {
            let face = &self.faces[f];
            if face.furthest != NONE {
                self.queue.push(Candidate {
                    distance: face.distance,
                    face: f as u32,
                });
            }
        }
    }

    /// The living face with the furthest outside point.
    fn next_face(&mut self) -> Option<u32> {
        while let Some(candidate) = self.queue.pop() {
            if self.faces[candidate.face as usize].alive {
                return Some(candidate.face);
            }
        }
        None
    }

    /// Makes the furthest point of a face a vertex of the surface.
    fn add_furthest_point(&mut self, start: u32) {
        let apex = self.faces[start as usize].furthest;
        self.find_horizon(start, apex);
        for i in 0..self.visible.len() {
            let face = &mut self.faces[self.visible[i] as usize];
            face.alive = false;
            let mut point = face.outside;
            while point != NONE {
                if point != apex {
                    self.orphans.push(point);
                }
                point = self.next[point as usize];
            }
        }
        let first = self.faces.len();
        let count = self.horizon.len();
        for i in 0..count {
            let (from, to, beyond) = self.horizon[i];
            let after = first + (i + 1) % count;
            let before = first + (i + count - 1) % count;
            let new = (first + i) as u32;
            self.push_face([from, to, apex], [beyond, after as u32, before as u32]);
            let outer = &mut self.faces[beyond as usize];
            for edge in 0..3 {
                if outer.vertices[edge] == to && outer.vertices[(edge + 1) % 3] == from {
                    outer.neighbors[edge] = new;
                }
            }
        }
        self.adopt_orphans(first);
    }

    /// Collects the faces that `apex` sees, and the loop of edges around them in counter-clockwise order.
    /// The depth-first walk turns around each face from the edge it came through, which meets the horizon
    /// edges in order.
    fn find_horizon(&mut self, start: u32, apex: u32) {
        self.visible.clear();
        self.horizon.clear();
        self.stack.clear();
        self.mark(start, apex, true);
        self.visible.push(start);
        for edge in (0..3).rev() {
            self.stack.push((start, edge));
        }
        while let Some((f, edge)) = self.stack.pop() {
            let face = &self.faces[f as usize];
            let (from, to) = (face.vertices[edge], face.vertices[(edge + 1) % 3]);
            let beyond = face.neighbors[edge];
            let known = self.faces[beyond as usize].visited_for == apex;
            if !known {
                let sees = self.sees(apex, &self.faces[beyond as usize]);
                self.mark(beyond, apex, sees);
            }
            let neighbor = &self.faces[beyond as usize];
            if !neighbor.visible {
                self.horizon.push((from, to, beyond));
            } else if !known {
                self.visible.push(beyond);
                // continue with the edges after the shared one
                let shared = (0..3).find(|&e| neighbor.vertices[e] == to).unwrap_or(0);
                self.stack.push((beyond, (shared + 2) % 3));
                self.stack.push((beyond, (shared + 1) % 3));
            }
        }
    }

    fn mark(&mut self, face: u32, apex: u32, visible: bool) {
        let face = &mut self.faces[face as usize];
        face.visited_for = apex;
        face.visible = visible;
    }
}

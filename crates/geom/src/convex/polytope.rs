//! The polytope that grows inside a Minkowski difference while its depth is looked for.

use ligament_math::{Lanes, MINVAL, Real, Vec3};

use super::simplex::plane_foot;
use super::support::Vertex;

/// A face that is part of the polytope, but cannot be the nearest one.
const UNLISTED: i32 = -1;
/// A face that is no longer part of the polytope.
const DELETED: i32 = -2;

/// A triangle of the polytope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    pub verts: [u16; 3],
    /// The faces beyond the edges (0, 1), (1, 2), (2, 0).
    adj: [u16; 3],
    /// Foot of the origin on its plane, pointing outward.
    pub foot: Vec3,
    /// Squared distance of the plane from the origin.
    pub dist2: f64,
    /// Place in the list of candidates, or one of the marks above.
    place: i32,
}

/// A closed surface of triangles around the origin.
#[derive(Clone, Debug, Default)]
pub(super) struct Polytope {
    pub verts: Vec<Vertex>,
    pub faces: Vec<Face>,
    /// Faces that may be the nearest one.
    pub candidates: Vec<u16>,
    /// Squared distances of the candidates.
    pub distances: Vec<f64>,
    pub center: Vec3,
    /// Edges around the faces that a new vertex sees: face outside, and its edge.
    pub horizon: Vec<(u16, u8)>,
    stack: Vec<(u16, u8, u8)>,
    pub max_faces: usize,
    max_horizon: usize,
}

impl Polytope {
    /// Room for a number of iterations.
    pub fn reserve(&mut self, iterations: usize) {
        self.clear();
        self.verts.reserve(6 + iterations);
        self.faces.reserve(6 * iterations + 6);
        self.candidates.reserve(6 * iterations + 6);
        self.distances.reserve(6 * iterations + 6);
        self.max_faces = 6 * iterations;
        self.max_horizon = iterations.max(35) - 11;
        self.horizon.reserve(self.max_horizon + 1);
        self.stack.reserve(6 * iterations + 6);
    }

    /// The candidate nearest to the origin, the first one among equals, and its squared distance.
    #[inline(always)]
    pub fn nearest(&self) -> Option<(u16, f64)> {
        // four running minima, because one would wait for itself
        let mut least = [f64::MAX; 4];
        let chunks = self.distances.chunks_exact(4);
        for (slot, &d) in least.iter_mut().zip(chunks.remainder()) {
            *slot = if d < *slot { d } else { *slot };
        }
        for chunk in chunks {
            for (slot, &d) in least.iter_mut().zip(chunk) {
                *slot = if d < *slot { d } else { *slot };
            }
        }
        let least = least
            .iter()
            .fold(f64::MAX, |m, &d| if d < m { d } else { m });
        let place = self.distances.iter().position(|&d| d == least)?;
        Some((self.candidates[place], least))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.verts.clear();
        self.faces.clear();
        self.candidates.clear();
        self.distances.clear();
        self.horizon.clear();
    }

    /// Adds a vertex.
    #[inline]
    pub fn push(&mut self, vertex: Vertex) -> u16 {
        self.verts.push(vertex);
        self.verts.len() as u16 - 1
    }

    #[inline(always)]
    pub fn at(&self, i: u16) -> Vec3 {
        self.verts[i as usize].v
    }

    /// Adds a face and gives the squared distance of its plane; zero if it is degenerate.
    pub fn attach(&mut self, verts: [u16; 3], adj: [u16; 3]) -> f64 {
        let (v1, v2, v3) = (self.at(verts[0]), self.at(verts[1]), self.at(verts[2]));
        let (mut foot, mut dist2) = (Vec3::ZERO, 0.0);
        let projected = plane_foot(v3, v2, v1);
        if let Some(p) = projected {
            foot = if p.dot(v1 - self.center) < 0.0 { -p } else { p };
            dist2 = foot.norm_squared();
        }
        self.faces.push(Face {
            verts,
            adj,
            foot,
            dist2,
            place: UNLISTED,
        });
        if projected.is_some() { dist2 } else { 0.0 }
    }

    /// Makes the last face a candidate.
    #[inline(always)]
    fn list_last(&mut self) {
        let Some(face) = self.faces.last_mut() else {
            return;
        };
        face.place = self.candidates.len() as i32;
        self.distances.push(face.dist2);
        self.candidates.push(self.faces.len() as u16 - 1);
    }

    /// Makes all faces candidates.
    pub fn list_all(&mut self) {
        self.candidates.clear();
        self.distances.clear();
        for (i, face) in self.faces.iter_mut().enumerate() {
            face.place = i as i32;
            self.candidates.push(i as u16);
            self.distances.push(face.dist2);
        }
    }

    #[inline(always)]
    fn delete(&mut self, face: u16) {
        let place = self.faces[face as usize].place;
        if place >= 0 {
            self.candidates.swap_remove(place as usize);
            self.distances.swap_remove(place as usize);
            if let Some(&moved) = self.candidates.get(place as usize) {
                self.faces[moved as usize].place = place;
            }
        }
        self.faces[face as usize].place = DELETED;
    }

    #[inline(always)]
    fn is_deleted(&self, face: u16) -> bool {
        self.faces[face as usize].place == DELETED
    }

    #[inline(always)]
    fn sees(&self, face: u16, w: Vec3) -> bool {
        let face = &self.faces[face as usize];
        let excess = face.foot.dot(w) - face.dist2;
        // far faces, which are rare, are seen less sharply
        excess > MINVAL && (face.dist2 <= 1.0 || exceeds_far(excess, face.dist2))
    }

    /// The edge of a face that starts at a vertex.
    #[inline(always)]
    fn edge_from(&self, face: u16, vertex: u16) -> u8 {
        let v = &self.faces[face as usize].verts;
        if v[0] == vertex {
            0
        } else if v[1] == vertex {
            1
        } else {
            2
        }
    }

    /// Deletes the faces that `w` sees, beginning with one that it does see, and collects the edges around
    /// them in order. False if there are too many.
    #[inline(always)]
    pub fn carve(&mut self, face: u16, w: Vec3) -> bool {
        self.horizon.clear();
        self.delete(face);
        for edge in 0..3 {
            self.stack.clear();
            if !self.step_over(face, edge, w) {
                return false;
            }
            // depth first: beyond the edge after the one of entry, then beyond the other
            while let Some((face, entry, step)) = self.stack.pop() {
                if step == 0 {
                    self.stack.push((face, entry, 1));
                }
                if !self.step_over(face, (entry + 1 + step) % 3, w) {
                    return false;
                }
            }
        }
        true
    }

    /// Looks beyond an edge of a deleted face: a face that `w` sees is deleted and searched on, any other one
    /// bounds the horizon. False if the horizon is full.
    #[inline(always)]
    fn step_over(&mut self, face: u16, edge: u8, w: Vec3) -> bool {
        let Face { verts, adj, .. } = self.faces[face as usize];
        let next = adj[edge as usize];
        if self.is_deleted(next) {
            return true;
        }
        let shared = self.edge_from(next, verts[(edge as usize + 1) % 3]);
        if self.sees(next, w) {
            self.delete(next);
            self.stack.push((next, shared, 0));
            return true;
        }
        if self.horizon.len() >= self.max_horizon {
            return false;
        }
        self.horizon.push((next, shared));
        true
    }

    /// The ends of an edge of a face, in its direction.
    #[inline(always)]
    fn edge(&self, face: u16, edge: u8) -> [u16; 2] {
        let v = &self.faces[face as usize].verts;
        [v[edge as usize], v[(edge as usize + 1) % 3]]
    }

    /// Joins the horizon with a new vertex, several faces at a time. Those between two squared distances become
    /// candidates. False if a face is degenerate.
    #[inline(always)]
    pub fn close(&mut self, w: u16, lower2: f64, upper2: f64) -> bool {
        let apex = self.at(w);
        let outward = apex - self.center;
        let count = self.horizon.len();
        let base = self.faces.len();
        for start in (0..count).step_by(LANES) {
            let lanes = (count - start).min(LANES);
            let mut ends = [[0; 2]; LANES];
            let (mut v1, mut v2) = ([[0.0; LANES]; 3], [[0.0; LANES]; 3]);
            for k in 0..lanes {
                let (outside, edge) = self.horizon[start + k];
                ends[k] = self.edge(outside, edge);
                let (p, q) = (self.at(ends[k][0]), self.at(ends[k][1]));
                for c in 0..3 {
                    (v1[c][k], v2[c][k]) = (p[c], q[c]);
                }
            }
            let feet = Feet::new(lanes_of(v1), lanes_of(v2), apex, outward);
            for k in 0..lanes {
                let (outside, edge) = self.horizon[start + k];
                let (i, last) = (start + k, count - 1);
                let previous = base + if i == 0 { last } else { i - 1 };
                let next = base + if i == last { 0 } else { i + 1 };
                self.faces[outside as usize].adj[edge as usize] = (base + i) as u16;
                let verts = [w, ends[k][1], ends[k][0]];
                let adj = [previous as u16, outside, next as u16];
                let dist2 = if feet.is_good(k) {
                    let (foot, dist2) = feet.at(k);
                    self.faces.push(Face {
                        verts,
                        adj,
                        foot,
                        dist2,
                        place: UNLISTED,
                    });
                    dist2
                } else {
                    self.attach(verts, adj)
                };
                if dist2 == 0.0 {
                    return false;
                }
                if dist2 >= lower2 && dist2 <= upper2 {
                    self.list_last();
                }
            }
        }
        true
    }
}

#[cold]
fn exceeds_far(excess: f64, dist2: f64) -> bool {
    excess > dist2.sqrt() * MINVAL
}

/// Several points, coordinate by coordinate. Mapping the array would call a function.
#[inline(always)]
fn lanes_of([x, y, z]: [[f64; LANES]; 3]) -> Vec3<Lanes<LANES>> {
    Vec3([Lanes(x), Lanes(y), Lanes(z)])
}

/// Faces that are made at a time.
const LANES: usize = 4;

/// Feet of the origin on the planes of several faces with a common tip.
struct Feet {
    foot: Vec3<Lanes<LANES>>,
    dist2: Lanes<LANES>,
    height: Lanes<LANES>,
    square: Lanes<LANES>,
}

impl Feet {
    /// The same operations as for a single face, where its normal is good enough at the first corner tried.
    #[inline(always)]
    fn new(v1: Vec3<Lanes<LANES>>, v2: Vec3<Lanes<LANES>>, apex: Vec3, outward: Vec3) -> Self {
        let n = (Vec3::from_f64(apex) - v2).cross(v2 - v1);
        let square = n.norm_squared();
        let height = n.dot(v2);
        let foot = n * (height / square);
        let inward = foot.dot(Vec3::from_f64(outward)).lt(Lanes::ZERO);
        let turned = -foot;
        Self {
            foot: Vec3([
                Lanes::select(inward, turned[0], foot[0]),
                Lanes::select(inward, turned[1], foot[1]),
                Lanes::select(inward, turned[2], foot[2]),
            ]),
            dist2: foot.norm_squared(),
            height,
            square,
        }
    }

    #[inline(always)]
    fn is_good(&self, k: usize) -> bool {
        self.height.0[k] != 0.0 && self.square.0[k] > MINVAL
    }

    #[inline(always)]
    fn at(&self, k: usize) -> (Vec3, f64) {
        let [x, y, z] = &self.foot.0;
        (Vec3([x.0[k], y.0[k], z.0[k]]), self.dist2.0[k])
    }
}

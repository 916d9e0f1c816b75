//! The polytope that grows inside a Minkowski difference while its depth is looked for.
//!
//! All lists have their full length from the beginning and are counted by hand: the loops below run over slices that
//! stay where they are.

use ligament_math::{MINVAL, Vec3};

use super::faces::{Feet, LANES, gather};
use super::simplex::plane_foot;
use super::support::Vertex;

/// A face that is part of the polytope, but cannot be the nearest one.
const UNLISTED: i32 = -1;
/// A face that is no longer part of the polytope.
const DELETED: i32 = -2;

/// A face and one of its edges: 0 runs from its first vertex to the second, and so on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Link(u16);

impl Link {
    #[inline(always)]
    pub const fn new(face: usize, edge: usize) -> Self {
        Link((face << 2 | edge) as u16)
    }

    #[inline(always)]
    fn face(self) -> usize {
        usize::from(self.0 >> 2)
    }

    #[inline(always)]
    fn edge(self) -> usize {
        usize::from(self.0 & 3)
    }
}

/// The edge of a triangle that follows an edge.
const NEXT: [usize; 4] = [1, 2, 0, 0];
/// The edge of a triangle that precedes an edge.
const PREVIOUS: [usize; 4] = [2, 0, 1, 0];

/// An edge around the faces that a new vertex sees.
#[derive(Clone, Copy, Debug, Default)]
struct Rim {
    /// The face outside, and its edge.
    outside: Link,
    /// The ends of the edge, in the direction of the face outside.
    ends: [u16; 2],
}

/// A triangle of the polytope.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Face {
    pub verts: [u16; 3],
    /// What lies beyond its edges.
    adj: [Link; 3],
    /// Place in the list of candidates, or one of the marks above.
    place: i32,
    /// Foot of the origin on its plane, pointing outward.
    pub foot: Vec3,
    /// Squared distance of the plane from the origin.
    pub dist2: f64,
}

impl Face {
    #[inline(always)]
    fn is_seen_from(&self, w: Vec3) -> bool {
        let excess = self.foot.dot(w) - self.dist2;
        // far faces, which are rare, are seen less sharply
        excess > MINVAL && (self.dist2 <= 1.0 || exceeds_far(excess, self.dist2))
    }
}

#[cold]
fn exceeds_far(excess: f64, dist2: f64) -> bool {
    excess > dist2.sqrt() * MINVAL
}

/// Faces that may be the nearest one, in no order that means anything, except among equals.
#[derive(Clone, Debug, Default)]
struct Candidates {
    face: Vec<u16>,
    /// Their squared distances; beyond the last candidate, larger than any.
    dist2: Vec<f64>,
    count: usize,
}

impl Candidates {
    fn reserve(&mut self, count: usize) {
        self.face.resize(count, 0);
        self.dist2.resize(count.next_multiple_of(LANES), f64::MAX);
    }

    fn clear(&mut self) {
        self.dist2[..self.count].fill(f64::MAX);
        self.count = 0;
    }

    #[inline(always)]
    fn add(&mut self, number: usize, face: &mut Face) {
        face.place = self.count as i32;
        self.face[self.count] = number as u16;
        self.dist2[self.count] = face.dist2;
        self.count += 1;
    }

    /// Removes a face; the last one takes its place.
    #[inline(always)]
    fn remove(&mut self, number: usize, faces: &mut [Face]) {
        let place = core::mem::replace(&mut faces[number].place, DELETED);
        if place < 0 {
            return;
        }
        self.count -= 1;
        let last = self.count;
        let moved = self.face[last];
        if place as usize != last {
            self.face[place as usize] = moved;
            self.dist2[place as usize] = self.dist2[last];
            faces[moved as usize].place = place;
        }
        self.dist2[last] = f64::MAX;
    }

    /// The nearest one, the first among equals, and its squared distance.
    #[inline(always)]
    fn nearest(&self) -> Option<(u16, f64)> {
        let lesser = |a: f64, b: f64| if b < a { b } else { a };
        let chunks = self.dist2[..self.count.next_multiple_of(LANES)].chunks_exact(LANES);
        // running minima side by side, because one would wait for itself
        let mut least = [f64::MAX; LANES];
        for chunk in chunks.clone() {
            for (least, &d) in least.iter_mut().zip(chunk) {
                *least = lesser(*least, d);
            }
        }
        let [a, b, c, d] = least;
        let least = lesser(lesser(a, c), lesser(b, d));
        for (i, chunk) in chunks.enumerate() {
            let mut equal = 0;
            for (k, &d) in chunk.iter().enumerate() {
                equal |= u32::from(d == least) << k;
            }
            if equal != 0 {
                let place = i * LANES + equal.trailing_zeros() as usize;
                return (place < self.count).then(|| (self.face[place], least));
            }
        }
        None
    }
}

/// A closed surface of triangles around the origin.
#[derive(Clone, Debug, Default)]
pub(super) struct Polytope {
    pub verts: Vec<Vertex>,
    /// Corners of the shapes that the vertices came from.
    corners: Vec<[i32; 2]>,
    pub faces: Vec<Face>,
    face_count: usize,
    candidates: Candidates,
    pub center: Vec3,
    /// The edges around the faces that a new vertex sees, in order.
    horizon: Vec<Rim>,
    rim_count: usize,
    /// Edges to look at.
    stack: Vec<Link>,
    max_faces: usize,
}

impl Polytope {
    /// Room for a number of iterations, up to a thousand.
    pub fn reserve(&mut self, iterations: usize) {
        self.clear();
        let iterations = iterations.min(1000);
        let faces = 6 * iterations + 6;
        if self.faces.len() != faces {
            self.verts.reserve(6 + iterations);
            self.corners.reserve(6 + iterations);
            self.faces.resize(faces, Face::default());
            self.candidates.reserve(faces);
            self.horizon.resize(iterations.max(35) - 11, Rim::default());
            // a face that is looked at adds two edges
            self.stack.resize(2 * faces + 3, Link::default());
            self.max_faces = 6 * iterations;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.verts.clear();
        self.corners.clear();
        self.face_count = 0;
        self.rim_count = 0;
        self.candidates.clear();
    }

    /// The face nearest to the origin, among those that may be, and its squared distance.
    #[inline(always)]
    pub fn nearest(&self) -> Option<(u16, f64)> {
        self.candidates.nearest()
    }

    /// Whether no face may be the nearest one.
    #[inline(always)]
    pub fn is_exhausted(&self) -> bool {
        self.candidates.count == 0
    }

    /// Adds a vertex.
    #[inline]
    pub fn push(&mut self, vertex: Vertex) -> u16 {
        self.corners.push([vertex.ia, vertex.ib]);
        self.verts.push(vertex);
        self.verts.len() as u16 - 1
    }

    /// Replaces a vertex.
    pub fn replace(&mut self, i: usize, vertex: Vertex) {
        self.corners[i] = [vertex.ia, vertex.ib];
        self.verts[i] = vertex;
    }

    /// Whether a vertex before the last came from the same corners as the last.
    #[inline(always)]
    pub fn last_is_known(&self) -> bool {
        let Some((&[a, b], known)) = self.corners.split_last() else {
            return false;
        };
        // without leaving early, which is quicker for so few
        known
            .iter()
            .fold(false, |found, &[i, j]| found | ((i == a) & (j == b)))
    }

    #[inline(always)]
    pub fn at(&self, i: u16) -> Vec3 {
        self.verts[i as usize].v
    }

    /// Adds faces and gives the squared distances of their planes; zero for those that are degenerate.
    pub fn attach<const N: usize>(&mut self, list: [([u16; 3], [Link; 3]); N]) -> [f64; N] {
        let mut distances = [0.0; N];
        for (list, distances) in list.chunks(LANES).zip(distances.chunks_mut(LANES)) {
            let corner = |c: usize| gather(&self.verts, list, |(verts, _)| verts[c]);
            let feet = Feet::new([corner(0), corner(1), corner(2)], self.center);
            for (k, (&(verts, adj), dist2)) in list.iter().zip(distances).enumerate() {
                let face = &mut self.faces[self.face_count];
                make_face(face, verts, adj, &feet, k, &self.verts, self.center);
                self.face_count += 1;
                *dist2 = face.dist2;
            }
        }
        distances
    }

    /// Makes all faces candidates.
    pub fn list_all(&mut self) {
        self.candidates.clear();
        for (i, face) in self.faces[..self.face_count].iter_mut().enumerate() {
            self.candidates.add(i, face);
        }
    }

    /// Deletes the faces that `w` sees, beginning with one that it does see, and collects the edges around
    /// them in order. False if there are too many or too few.
    #[inline(always)]
    pub fn carve(&mut self, first: u16, w: Vec3) -> bool {
        let (faces, stack) = (&mut self.faces[..], &mut self.stack[..]);
        let (horizon, candidates) = (&mut self.horizon[..], &mut self.candidates);
        let [a, b, c] = faces[first as usize].adj;
        candidates.remove(first as usize, faces);
        let (mut rims, mut waiting) = (0, 3);
        (stack[0], stack[1], stack[2]) = (c, b, a);
        // depth first: beyond the edge after the one of entry, then beyond the other
        while waiting > 0 {
            waiting -= 1;
            let link = stack[waiting];
            let (face, edge) = (&faces[link.face()], link.edge());
            if face.place == DELETED {
                continue;
            }
            if face.is_seen_from(w) {
                let adj = face.adj;
                candidates.remove(link.face(), faces);
                (stack[waiting], stack[waiting + 1]) = (adj[PREVIOUS[edge]], adj[NEXT[edge]]);
                waiting += 2;
                continue;
            }
            let Some(rim) = horizon.get_mut(rims) else {
                return false;
            };
            *rim = Rim {
                outside: link,
                ends: [face.verts[edge], face.verts[NEXT[edge]]],
            };
            rims += 1;
        }
        self.rim_count = rims;
        rims >= 3
    }

    /// Whether the faces that the horizon needs are too many.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.face_count + self.rim_count > self.max_faces
    }

    /// Joins the horizon with a new vertex, several faces at a time. Those between two squared distances become
    /// candidates. False if a face is degenerate.
    #[inline(always)]
    pub fn close(&mut self, w: u16, lower2: f64, upper2: f64) -> bool {
        let verts = &self.verts[..];
        let (faces, candidates) = (&mut self.faces[..], &mut self.candidates);
        let horizon = &self.horizon[..self.rim_count];
        let apex = verts[w as usize].v;
        let base = self.face_count;
        let last = self.rim_count - 1;
        for (start, rims) in (0..).step_by(LANES).zip(horizon.chunks(LANES)) {
            let sides = [
                Vec3::from_f64(apex),
                gather(verts, rims, |rim| rim.ends[1]),
                gather(verts, rims, |rim| rim.ends[0]),
            ];
            let feet = Feet::new(sides, self.center);
            for (k, rim) in rims.iter().enumerate() {
                let i = start + k;
                let previous = base + if i == 0 { last } else { i - 1 };
                let next = base + if i == last { 0 } else { i + 1 };
                faces[rim.outside.face()].adj[rim.outside.edge()] = Link::new(base + i, 1);
                let corners = [w, rim.ends[1], rim.ends[0]];
                let adj = [Link::new(previous, 2), rim.outside, Link::new(next, 0)];
                let face = &mut faces[base + i];
                make_face(face, corners, adj, &feet, k, verts, self.center);
                if face.dist2 == 0.0 {
                    return false;
                }
                if face.dist2 >= lower2 && face.dist2 <= upper2 {
                    candidates.add(base + i, face);
                }
            }
        }
        self.face_count = base + last + 1;
        true
    }
}

/// Makes a face from one of several feet; at distance zero if it is degenerate.
#[inline(always)]
fn make_face(
    face: &mut Face,
    corners: [u16; 3],
    adj: [Link; 3],
    feet: &Feet,
    k: usize,
    verts: &[Vertex],
    center: Vec3,
) {
    face.verts = corners;
    face.adj = adj;
    face.place = UNLISTED;
    // number by number: a vector put together in memory would be waited for
    let ([x, y, z], dist2) = feet.at(k);
    face.foot[0] = x;
    face.foot[1] = y;
    face.foot[2] = z;
    face.dist2 = dist2;
    if !feet.is_good(k) {
        set_poor_foot(face, verts, center);
    }
}

/// Finds the foot of the origin on the plane of a thin triangle; zero if it is degenerate.
#[cold]
fn set_poor_foot(face: &mut Face, verts: &[Vertex], center: Vec3) {
    let v = face.verts.map(|v| verts[v as usize].v);
    (face.foot, face.dist2) = (Vec3::ZERO, 0.0);
    if let Some(p) = plane_foot(v[2], v[1], v[0]) {
        face.foot = if p.dot(v[0] - center) < 0.0 { -p } else { p };
        face.dist2 = face.foot.norm_squared();
    }
}

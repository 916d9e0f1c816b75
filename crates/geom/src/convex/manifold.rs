//! The further points of a contact between faces.
//!
//! From the corners that support the deepest point follow the faces and edges that may touch. If two faces look at
//! each other, one is clipped against the other; if an edge lies along a face, the edge is. Without such a pair the
//! contact stays a point.

use ligament_math::{MINVAL, Vec3};

use super::clip::Clip;
use super::feature::{Feature, edges, face, normals};
use super::gjk::Simplex;
use super::query::Witness;
use super::shape::{Convex, Placed};

/// Faces are opposite if the cosine of their normals is below minus this (about 5.1 degrees).
const FACE_TOL: f64 = 0.996;
/// An edge lies along a face if the cosine to its normal is below this (about 5.1 degrees).
const EDGE_TOL: f64 = 0.0888;

/// Lists of normals, edges and corners, used again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Manifold {
    normals1: Vec<(Vec3, i32)>,
    normals2: Vec<(Vec3, i32)>,
    edges: Vec<(Vec3, Vec3)>,
    face1: Vec<Vec3>,
    face2: Vec<Vec3>,
    clip: Clip,
}

impl Manifold {
    pub fn reserve(&mut self, polygon: usize, degree: usize) {
        let (polygon, degree) = (polygon.max(16), degree.max(3));
        self.normals1.reserve(degree);
        self.normals2.reserve(degree);
        self.edges.reserve(degree);
        self.face1.reserve(polygon);
        self.face2.reserve(polygon);
        self.clip.reserve(polygon);
    }
}

/// Which parts of the shapes touch.
enum Touch {
    /// Face i of the first and face j of the second.
    Faces(usize, usize),
    /// An edge of the first, starting at a point, and a face of the second.
    EdgeFace(Vec3, usize, usize),
    /// A face of the first and an edge of the second, starting at a point.
    FaceEdge(usize, Vec3, usize),
}

/// Replaces the single point in the witness by up to `points` points, if faces or edges allow.
pub(super) fn expand(
    a: &Placed,
    b: &Placed,
    simplex: &Simplex,
    points: usize,
    m: &mut Manifold,
    witness: &mut Witness,
) {
    let is_plane = |p: &Placed| matches!(p.shape, Convex::HalfSpace);
    let featureless = |p: &Placed| match &p.shape {
        Convex::HalfSpace => false,
        Convex::Mesh(mesh) => mesh.polynormal.is_empty() || simplex.n == 0,
        _ => simplex.n == 0,
    };
    if featureless(a) || featureless(b) {
        return;
    }
    let f1 = Feature::new(simplex, is_plane(a), |v| (v.a, v.ia));
    let f2 = Feature::new(simplex, is_plane(b), |v| (v.b, v.ib));

    // from the second shape to the first, as far as they overlap
    let dir = if is_plane(a) {
        -a.mat.col(2)
    } else if is_plane(b) {
        b.mat.col(2)
    } else {
        witness.x2[0] - witness.x1[0]
    };
    normals(a, &f1, -dir, &mut m.normals1);
    normals(b, &f2, dir, &mut m.normals2);
    let tolerance = if is_plane(a) || is_plane(b) {
        0.0
    } else {
        FACE_TOL
    };

    let touch = opposite_faces(&m.normals1, &m.normals2, dir, tolerance).or_else(|| {
        let (x1, x2) = (witness.x1[0], witness.x2[0]);
        let (n1, n2) = (&m.normals1, &m.normals2);
        let edge_face = |list: &mut Vec<(Vec3, Vec3)>| {
            if f1.dim == 3 || n2.is_empty() {
                return None;
            }
            let start = edges(a, &f1, x1, list)?;
            let (edge, face) = edge_along_face(list, n2, dir)?;
            Some(Touch::EdgeFace(start, edge, face))
        };
        let face_edge = |list: &mut Vec<(Vec3, Vec3)>| {
            if f2.dim == 3 || n1.is_empty() {
                return None;
            }
            let start = edges(b, &f2, x2, list)?;
            let (edge, face) = edge_along_face(list, n1, -dir)?;
            Some(Touch::FaceEdge(face, start, edge))
        };
        let second_first = f2.dim != 3 && !n1.is_empty() && (f2.dim < f1.dim || n2.is_empty());
        let list = &mut m.edges;
        if second_first {
            face_edge(list).or_else(|| edge_face(list))
        } else {
            edge_face(list).or_else(|| face_edge(list))
        }
    });
    if let Some(touch) = touch {
        clip_parts(a, b, &touch, points, m, witness);
    }
}

/// Clips the touching parts and puts the points into the witness.
fn clip_parts(
    a: &Placed,
    b: &Placed,
    touch: &Touch,
    points: usize,
    m: &mut Manifold,
    witness: &mut Witness,
) {
    let inflation = |p: &Placed| match p.shape {
        Convex::Capsule { .. } | Convex::Simplex { .. } => 0.0,
        _ => 0.5 * p.margin,
    };
    let (m1, m2) = (inflation(a), inflation(b));
    let reach = m1 + m2;

    match *touch {
        Touch::EdgeFace(start, edge, _) => {
            m.face1.clear();
            m.face1.extend([start, m.edges[edge].1]);
        }
        Touch::Faces(i, _) | Touch::FaceEdge(i, _, _) => {
            face(a, m.normals1[i].1, &mut m.face1);
        }
    }
    match *touch {
        Touch::FaceEdge(_, start, edge) => {
            m.face2.clear();
            m.face2.extend([start, m.edges[edge].1]);
        }
        Touch::Faces(_, j) | Touch::EdgeFace(_, _, j) => {
            face(b, m.normals2[j].1, &mut m.face2);
        }
    }

    let plane1 = matches!(a.shape, Convex::HalfSpace);
    let plane2 = matches!(b.shape, Convex::HalfSpace);
    let (face1, face2) = (&m.face1[..], &m.face2[..]);
    let (count, out) = match *touch {
        Touch::EdgeFace(_, _, j) => {
            let n = m.normals2[j].0;
            let count = m.clip.run(face2, face1, n, -n, reach, points);
            m.clip
                .write(count, &mut witness.x2, &mut witness.x1, &mut witness.dist);
            (count, -n)
        }
        Touch::Faces(_, j) if plane2 => {
            let n = m.normals2[j].0;
            let count = m.clip.run(face2, face1, n, -n, reach, points);
            m.clip
                .write(count, &mut witness.x2, &mut witness.x1, &mut witness.dist);
            (count, -n)
        }
        Touch::FaceEdge(i, _, _) => {
            let n = m.normals1[i].0;
            let count = m.clip.run(face1, face2, n, -n, reach, points);
            m.clip
                .write(count, &mut witness.x1, &mut witness.x2, &mut witness.dist);
            (count, n)
        }
        Touch::Faces(i, _) if plane1 => {
            let n = m.normals1[i].0;
            let count = m.clip.run(face1, face2, n, -n, reach, points);
            m.clip
                .write(count, &mut witness.x1, &mut witness.x2, &mut witness.dist);
            (count, n)
        }
        Touch::Faces(i, j) => {
            let (n1, n2) = (m.normals1[i].0, m.normals2[j].0);
            let count = m.clip.run(face1, face2, n1, n2, reach, points);
            m.clip
                .write(count, &mut witness.x1, &mut witness.x2, &mut witness.dist);
            (count, -n2)
        }
    };
    if count > 0 {
        witness.n = count;
        witness.inflate(m1, m2, out);
    }
}

/// The pair of normals that look most at each other, among those on the sides that face the other shape.
fn opposite_faces(
    n1: &[(Vec3, i32)],
    n2: &[(Vec3, i32)],
    dir: Vec3,
    tolerance: f64,
) -> Option<Touch> {
    if n1.is_empty() || n2.is_empty() {
        return None;
    }
    let lean = EDGE_TOL * dir.norm();
    let mut best = -tolerance;
    let mut found = None;
    for (i, &(p, _)) in n1.iter().enumerate() {
        if dir.dot(p) >= -lean {
            continue;
        }
        for (j, &(q, _)) in n2.iter().enumerate() {
            if lean >= dir.dot(q) {
                continue;
            }
            let cosine = p.dot(q);
            if best > cosine {
                best = cosine;
                found = Some(Touch::Faces(i, j));
            }
        }
    }
    found
}

/// The first edge that lies along a face, among the faces on the side of `dir`.
fn edge_along_face(
    edges: &[(Vec3, Vec3)],
    faces: &[(Vec3, i32)],
    dir: Vec3,
) -> Option<(usize, usize)> {
    for (i, &(n, _)) in faces.iter().enumerate() {
        if MINVAL >= dir.dot(n) {
            continue;
        }
        for (j, &(along, _)) in edges.iter().enumerate() {
            if n.dot(along).abs() < EDGE_TOL {
                return Some((j, i));
            }
        }
    }
    None
}

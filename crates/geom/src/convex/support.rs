//! Farthest points of convex shapes.
//!
//! For a direction d the support point of a shape S is argmax_{p in S} p·d. Directions have unit length.
//!
//! What loops of the search call is inlined wherever it is called, so that it is compiled with the widest instructions
//! there are; the rest goes through one copy.

use ligament_math::{MINVAL, Vec3};

use super::shape::{Convex, HullAdjacency, HullMesh, Placed};

/// A point of the Minkowski difference of two shapes, with the points it came from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Vertex {
    /// a - b.
    pub v: Vec3,
    /// Point of the first shape.
    pub a: Vec3,
    /// Point of the second shape.
    pub b: Vec3,
    /// Corner of the first shape, or -1.
    pub ia: i32,
    /// Corner of the second shape, or -1.
    pub ib: i32,
}

/// Kinds of shapes that loops are compiled for: what they need not ask about the shape makes them shorter and faster.
pub(super) trait Kinds: Copy {
    /// Whether there are meshes among them.
    const MESH: bool;
    /// Whether there are others.
    const OTHER: bool;
}

/// Meshes only.
#[derive(Clone, Copy)]
pub(super) struct Meshes;
/// Anything but meshes.
#[derive(Clone, Copy)]
pub(super) struct Solids;
/// Any shape.
#[derive(Clone, Copy)]
pub(super) struct Any;

impl Kinds for Meshes {
    const MESH: bool = true;
    const OTHER: bool = false;
}

impl Kinds for Solids {
    const MESH: bool = false;
    const OTHER: bool = true;
}

impl Kinds for Any {
    const MESH: bool = true;
    const OTHER: bool = true;
}

/// The farthest point of A - B along `dir`, where speed matters less than size.
#[inline(never)]
pub(super) fn farthest(a: &mut Placed, b: &mut Placed, dir: Vec3) -> Vertex {
    minkowski::<Any, Any>(a, b, dir)
}

/// The farthest point of A - B along `dir`, for shapes of given kinds.
#[inline(always)]
pub(super) fn minkowski<A: Kinds, B: Kinds>(a: &mut Placed, b: &mut Placed, dir: Vec3) -> Vertex {
    let pa = a.inflated_support::<A>(dir);
    let pb = b.inflated_support::<B>(-dir);
    Vertex {
        v: pa - pb,
        a: pa,
        b: pb,
        ia: a.vertex,
        ib: b.vertex,
    }
}

impl Placed<'_> {
    /// The farthest point, margin included.
    #[inline(always)]
    fn inflated_support<K: Kinds>(&mut self, dir: Vec3) -> Vec3 {
        let p = self.support_inlined::<K>(dir);
        if self.margin > 0.0 && self.shape.takes_margin() {
            p + dir * (0.5 * self.margin)
        } else {
            p
        }
    }

    /// The farthest point of the shape itself.
    #[inline(never)]
    pub fn support(&mut self, dir: Vec3) -> Vec3 {
        self.support_inlined::<Any>(dir)
    }

    #[inline(always)]
    fn support_inlined<K: Kinds>(&mut self, dir: Vec3) -> Vec3 {
        let local = match &self.shape {
            Convex::Mesh(mesh) if K::MESH => {
                let local = self.mat.tr_mul_vec(dir);
                if mesh.climbs() {
                    self.seed = climb(mesh, &self.hull, local, self.seed);
                    let name = self.hull.names.get(self.seed as usize);
                    self.vertex = name.copied().unwrap_or(0);
                } else {
                    self.vertex = match mesh.rings {
                        Some(rings) => rings.search(local, self.vertex),
                        None => search(mesh.vert, local, self.vertex),
                    };
                }
                mesh.vertex(self.vertex as usize)
            }
            // shapes of other kinds than was said do not occur
            _ if !K::OTHER => return self.pos,
            Convex::Box { size } => {
                let local = self.mat.tr_mul_vec(dir);
                let toward = |x: f64, size: f64| if x >= 0.0 { size } else { -size };
                let corner = Vec3::new(
                    toward(local[0], size[0]),
                    toward(local[1], size[1]),
                    toward(local[2], size[2]),
                );
                self.vertex = i32::from(corner[0] > 0.0)
                    | (i32::from(corner[1] > 0.0) << 1)
                    | (i32::from(corner[2] > 0.0) << 2);
                corner
            }
            Convex::Cylinder { radius, half } => {
                let local = self.mat.tr_mul_vec(dir);
                let across = local[0] * local[0] + local[1] * local[1];
                let scale = if across >= MINVAL * MINVAL {
                    radius / across.sqrt()
                } else {
                    0.0
                };
                let below = local[2] < 0.0;
                let z = if below { -half } else { *half };
                self.vertex = i32::from(below);
                Vec3::new(scale * local[0], scale * local[1], z)
            }
            Convex::Ellipsoid { size } => {
                let scaled = self.mat.tr_mul_vec(dir).component_mul(*size);
                let norm2 = scaled.norm_squared();
                if norm2 < MINVAL * MINVAL {
                    return self.mat.col(0) * size[0] + self.pos;
                }
                let inverse = 1.0 / norm2.sqrt();
                scaled.component_mul(*size * inverse)
            }
            Convex::Capsule { half, radius } => {
                return self.capsule_support(*radius, *half, dir);
            }
            Convex::Sphere { .. } if self.core => return self.pos,
            Convex::Sphere { radius } => return dir * *radius + self.pos,
            Convex::Prism(corner) => return prism_support(corner, dir),
            Convex::Simplex {
                points,
                len,
                radius,
                ..
            } => {
                let best = simplex_support(&points[..(*len).clamp(1, 4)], dir);
                return best + dir * (radius + 0.5 * self.margin);
            }
            Convex::HalfSpace | Convex::Mesh(_) => return self.pos,
        };
        self.to_world(local)
    }

    #[inline(always)]
    fn capsule_support(&self, radius: f64, half: f64, dir: Vec3) -> Vec3 {
        if self.core {
            let axis = self.mat.col(2);
            let end = if axis.dot(dir) >= 0.0 { half } else { -half };
            return axis * end + self.pos;
        }
        let local = self.mat.tr_mul_vec(dir);
        let end = if local[2] >= 0.0 { half } else { -half };
        let mut tip = local * radius;
        tip[2] += end;
        self.to_world(tip)
    }
}

/// The farthest of a few points.
#[inline(always)]
fn simplex_support(points: &[Vec3], dir: Vec3) -> Vec3 {
    // numbers are chosen without a branch, points are not
    let (mut best, mut far) = (0, points[0].dot(dir));
    for (i, p) in points.iter().enumerate().skip(1) {
        let reach = p.dot(dir);
        if reach > far {
            (best, far) = (i, reach);
        }
    }
    points[best]
}

/// The farthest corner of a prism, looked for on the side where `dir` points.
#[inline(always)]
fn prism_support(corner: &[Vec3; 6], dir: Vec3) -> Vec3 {
    let (bottom, top) = corner.split_at(3);
    simplex_support(if dir[2] < 0.0 { bottom } else { top }, dir)
}

/// How far a vertex lies along a direction.
#[inline(always)]
pub(super) fn reach(dir: Vec3, v: [f32; 3]) -> f64 {
    dir[0] * f64::from(v[0]) + dir[1] * f64::from(v[1]) + dir[2] * f64::from(v[2])
}

/// The farthest of all vertices. Among equals the one last found wins, then the first.
#[inline(never)]
pub(super) fn search(vert: &[[f32; 3]], dir: Vec3, last: i32) -> i32 {
    let (mut best, mut far) = match vert.get(last as usize) {
        Some(&v) if last >= 0 => (last, reach(dir, v)),
        _ => (0, f64::from(-f32::MAX)),
    };
    for (i, &v) in vert.iter().enumerate() {
        let r = reach(dir, v);
        if r > far {
            (best, far) = (i as i32, r);
        }
    }
    best
}

/// Mesh vertices of the hull vertices.
#[inline(always)]
pub(super) fn hull_vertices(graph: &[i32]) -> &[i32] {
    let n = graph.first().map_or(0, |&n| n.max(0) as usize);
    graph.get(2 + n..2 + 2 * n).unwrap_or(&[])
}

/// Position of a hull vertex; not a number if there is none, which is never the farthest.
#[inline(always)]
fn position(vert: &[[f32; 3]], names: &[i32], local: i32) -> [f32; 3] {
    if let Some(&name) = names.get(local as usize) {
        if let Some(&v) = vert.get(name as usize) {
            return v;
        }
    }
    [f32::NAN; 3]
}

/// The hull vertex that is farthest along `dir`, by climbing along edges. The climb starts from the better of
/// the vertex last found and the one that the grid of directions names.
#[inline(always)]
fn climb(mesh: &HullMesh, hull: &HullAdjacency, dir: Vec3, last: i32) -> i32 {
    let cell = |x: f64| 1 + usize::from(x > 0.4) - usize::from(x < -0.4);
    let start = mesh.extrema[cell(dir[0]) * 9 + cell(dir[1]) * 3 + cell(dir[2])];
    match mesh.rings {
        Some(rings) => rings.farthest(dir, start, last),
        None => climb_graph(mesh, hull, dir, start, last),
    }
}

/// The same along the edges of the graph.
#[inline(never)]
pub(super) fn climb_graph(
    mesh: &HullMesh,
    hull: &HullAdjacency,
    dir: Vec3,
    start: i32,
    last: i32,
) -> i32 {
    let &HullAdjacency {
        edge_start,
        names,
        edges,
    } = hull;
    let at = |local: i32| position(mesh.vert, names, local);
    let mut best = start;
    let mut far = reach(dir, at(start));
    if last >= 0 {
        let known = reach(dir, at(last));
        if known >= far {
            (best, far) = (last, known);
        }
    }
    loop {
        let from = best;
        let Some(list) = edge_start
            .get(from as usize)
            .and_then(|&adr| edges.get(adr as usize..))
        else {
            return best;
        };
        for &next in list {
            if next < 0 {
                break;
            }
            // leaving early instead of going on with a substitute keeps the loop short
            let Some(&name) = names.get(next as usize) else {
                return best;
            };
            let Some(&v) = mesh.vert.get(name as usize) else {
                return best;
            };
            let r = reach(dir, v);
            if r > far {
                best = next;
                far = r;
            }
        }
        if best == from {
            return best;
        }
    }
}

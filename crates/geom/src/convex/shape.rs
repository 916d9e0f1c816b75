//! Convex shapes as seen by the general collision routine.

use ligament_math::{Mat3, Vec3};

use super::rings::HullRings;
use crate::Pose;

/// Meshes with fewer vertices than this are searched exhaustively.
const CLIMB_MIN_VERTICES: usize = 10;

/// A triangle mesh seen as its convex hull. The columns are those of the compiled model, cut to one mesh:
/// `vert`, `polymapadr` and `polymapnum` to its vertices, `polynormal`, `polyvertadr` and `polyvertnum` to its
/// hull polygons, `graph` to its hull; `polyvert` and `polymap` are the whole columns.
#[derive(Clone, Copy, Debug)]
pub struct HullMesh<'a> {
    /// Positions of the vertices.
    pub vert: &'a [[f32; 3]],
    /// The hull: vertex count, face count, first edge of each vertex, mesh vertex of each hull vertex, lists of
    /// neighbours ending in -1. Empty if the mesh has none.
    pub graph: &'a [i32],
    /// Farthest hull vertex in each of 27 directions of a grid.
    pub extrema: &'a [i32; 27],
    /// The hull laid out for quick climbs, made from `vert` and `graph` as they are now.
    pub rings: Option<&'a HullRings>,
    /// Normals of the hull polygons.
    pub polynormal: &'a [Vec3],
    /// First corner of each hull polygon.
    pub polyvertadr: &'a [i32],
    /// How many corners each hull polygon has.
    pub polyvertnum: &'a [i32],
    /// The corners of the hull polygons.
    pub polyvert: &'a [i32],
    /// First hull polygon around each vertex.
    pub polymapadr: &'a [i32],
    /// How many hull polygons meet at each vertex.
    pub polymapnum: &'a [i32],
    /// The hull polygons around the vertices.
    pub polymap: &'a [i32],
}

impl<'a> HullMesh<'a> {
    /// A cloud of points without hull data: contacts are found, but one at a time.
    pub fn from_points(vert: &'a [[f32; 3]]) -> Self {
        HullMesh {
            vert,
            graph: &[],
            extrema: &[0; 27],
            rings: None,
            polynormal: &[],
            polyvertadr: &[],
            polyvertnum: &[],
            polyvert: &[],
            polymapadr: &[],
            polymapnum: &[],
            polymap: &[],
        }
    }

    /// Position of a vertex; the origin if there is no such vertex.
    #[inline]
    pub(super) fn vertex(&self, i: usize) -> Vec3 {
        let [x, y, z] = self.vert.get(i).copied().unwrap_or_default();
        Vec3::new(x.into(), y.into(), z.into())
    }

    /// Whether farthest vertices are found by climbing along hull edges.
    #[inline]
    pub(super) fn climbs(&self) -> bool {
        climbs(self.vert, self.graph)
    }

    /// The hull polygons around a vertex.
    pub(super) fn polygons_at(&self, vertex: i32) -> &'a [i32] {
        let v = vertex as usize;
        let (Some(&adr), Some(&num)) = (self.polymapadr.get(v), self.polymapnum.get(v)) else {
            return &[];
        };
        span(self.polymap, adr, num)
    }

    /// The corners of a hull polygon.
    pub(super) fn polygon(&self, polygon: i32) -> &'a [i32] {
        let p = polygon as usize;
        let (Some(&adr), Some(&num)) = (self.polyvertadr.get(p), self.polyvertnum.get(p)) else {
            return &[];
        };
        span(self.polyvert, adr, num)
    }

    /// The normal of a hull polygon.
    pub(super) fn normal(&self, polygon: i32) -> Vec3 {
        self.polynormal
            .get(polygon as usize)
            .copied()
            .unwrap_or(Vec3::ZERO)
    }
}

/// Whether farthest vertices of a mesh are found by climbing along hull edges.
#[inline]
pub(super) fn climbs(vert: &[[f32; 3]], graph: &[i32]) -> bool {
    graph.len() > 2 && vert.len() >= CLIMB_MIN_VERTICES
}

/// The parts of the graph of a hull; empty where it has none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HullAdjacency<'a> {
    /// Where the neighbours of each hull vertex start.
    pub edge_start: &'a [i32],
    /// Mesh vertex of each hull vertex.
    pub names: &'a [i32],
    /// Lists of neighbours ending in -1.
    pub edges: &'a [i32],
}

impl<'a> HullAdjacency<'a> {
    pub fn new(graph: &'a [i32]) -> Self {
        let n = graph.first().map_or(0, |&n| n.max(0) as usize);
        let parts = (
            graph.get(2..2 + n),
            graph.get(2 + n..2 + 2 * n),
            graph.get(2 + 2 * n..),
        );
        let (Some(edge_start), Some(names), Some(edges)) = parts else {
            return Self::default();
        };
        Self {
            edge_start,
            names,
            edges,
        }
    }
}

/// Part of a column; empty if it does not lie within.
fn span(column: &[i32], adr: i32, num: i32) -> &[i32] {
    let (Ok(adr), Ok(num)) = (usize::try_from(adr), usize::try_from(num)) else {
        return &[];
    };
    column.get(adr..adr.saturating_add(num)).unwrap_or(&[])
}

/// A convex shape in its own frame.
#[derive(Clone, Copy, Debug)]
pub enum Convex<'a> {
    /// Everything below the xy plane. It has no farthest points: only the functions that say so take it.
    HalfSpace,
    /// A ball.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A segment along z, inflated.
    Capsule {
        /// Radius of the inflation.
        radius: f64,
        /// Half of the segment's length.
        half: f64,
    },
    /// An ellipsoid with its axes along the coordinate axes.
    Ellipsoid {
        /// Half axes.
        size: Vec3,
    },
    /// A cylinder along z.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Half of its height.
        half: f64,
    },
    /// A box with edges along the coordinate axes.
    Box {
        /// Half edges.
        size: Vec3,
    },
    /// The convex hull of a mesh.
    Mesh(HullMesh<'a>),
    /// A triangular prism with vertical edges: bottom corners, then top corners, in the same order. Its
    /// orientation is not used.
    Prism([Vec3; 6]),
    /// Up to four points in the world, inflated: an element or vertex of a deformable body. Its pose is not
    /// used.
    Simplex {
        /// The points, of which the first `len` count.
        points: [Vec3; 4],
        /// How many points there are.
        len: usize,
        /// A point inside.
        center: Vec3,
        /// Radius of the inflation.
        radius: f64,
    },
}

impl Convex<'_> {
    /// Whether its faces take part in contacts of several points.
    #[inline]
    pub(super) fn has_flat_faces(&self) -> bool {
        matches!(
            self,
            Convex::Cylinder { .. } | Convex::Box { .. } | Convex::Mesh(_)
        )
    }

    /// Whether it belongs to a rigid shape: margins inflate it, in equal parts with its partner.
    #[inline]
    pub(super) fn takes_margin(&self) -> bool {
        !matches!(self, Convex::Simplex { .. })
    }
}

/// A convex shape at a pose, with the memory that makes repeated searches fast.
#[derive(Clone, Debug)]
pub(super) struct Placed<'a> {
    pub shape: Convex<'a>,
    pub pos: Vec3,
    pub mat: Mat3,
    /// The graph of a mesh.
    pub hull: HullAdjacency<'a>,
    /// The transpose of `mat`: with it, products in both directions run along rows.
    mat_t: Mat3,
    /// Twice the inflation by the margin.
    pub margin: f64,
    /// Reduced to the point or segment whose inflation the shape is.
    pub core: bool,
    /// The vertex last found, or -1.
    pub vertex: i32,
    /// The hull vertex last found, or -1.
    pub seed: i32,
}

impl<'a> Placed<'a> {
    #[inline]
    pub fn new(shape: &Convex<'a>, pose: &Pose, margin: f64) -> Self {
        Placed {
            shape: *shape,
            pos: pose.pos,
            mat: pose.mat,
            hull: match shape {
                Convex::Mesh(mesh) => HullAdjacency::new(mesh.graph),
                _ => HullAdjacency::default(),
            },
            mat_t: pose.mat.transpose(),
            margin,
            core: false,
            vertex: -1,
            seed: -1,
        }
    }

    /// Forgets the corners that were found.
    #[inline]
    pub fn forget(&mut self) {
        (self.vertex, self.seed) = (-1, -1);
    }

    /// Moves the shape; what was found before stays as a start.
    pub fn set_pose(&mut self, pose: &Pose) {
        self.pos = pose.pos;
        self.mat = pose.mat;
        self.mat_t = pose.mat.transpose();
    }

    /// A point inside.
    #[inline]
    pub fn center(&self) -> Vec3 {
        match &self.shape {
            Convex::Prism(corner) => {
                let sum = corner.iter().fold(Vec3::ZERO, |sum, &c| sum + c);
                sum * (1.0 / 6.0)
            }
            Convex::Simplex { center, .. } => *center,
            _ => self.pos,
        }
    }

    /// Whether it has finitely many corners, so that iterations come to an exact end.
    #[inline(always)]
    pub fn is_discrete(&self) -> bool {
        let corners = match self.shape {
            Convex::Sphere { .. } | Convex::Capsule { .. } => self.core,
            Convex::Box { .. } | Convex::Mesh(_) | Convex::Prism(_) => true,
            _ => false,
        };
        corners && self.margin == 0.0
    }

    /// A point of its frame in the world.
    #[inline(always)]
    pub fn to_world(&self, local: Vec3) -> Vec3 {
        self.mat_t.tr_mul_vec(local) + self.pos
    }

    /// Reduces the shape to its core; the result is the radius of what was around it.
    #[inline(always)]
    pub fn strip(&mut self) -> f64 {
        let mut radius = 0.0;
        if self.shape.takes_margin() {
            radius = 0.5 * self.margin;
            self.margin = 0.0;
        }
        if let Some(r) = self.core_radius() {
            radius += r;
            self.core = true;
        }
        radius
    }

    /// Radius of the ball around its core, if it is one.
    #[inline(always)]
    pub fn core_radius(&self) -> Option<f64> {
        match self.shape {
            Convex::Sphere { radius } | Convex::Capsule { radius, .. } => Some(radius),
            _ => None,
        }
    }
}

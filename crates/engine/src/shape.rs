//! Geoms of a model as the shapes of the collision routines.

mod kind;

use std::sync::OnceLock;

use ligament_geom::convex::{
    Convex, ConvexScratch, ConvexSettings, HeightField, HullMesh, HullRings,
};
use ligament_geom::field::{Frame, Octree, TriangleTree};
use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use crate::data::Pose;
pub use kind::primitive_hit;
pub(crate) use kind::{
    contains, field, fills_box, flat_extent, hit, is_box, is_mesh, is_moving_convex, is_plane,
    is_sphere, semi_axes,
};

/// The geoms of a model, with the tables of their meshes.
#[derive(Clone, Copy, Debug)]
pub struct Shapes<'a> {
    /// The model.
    pub m: &'a Model,
    /// Its meshes, laid out for the search of farthest vertices.
    pub hulls: &'a HullTables,
}

impl<'a> Shapes<'a> {
    /// A geom as a convex shape; meshes are their convex hulls. None for shapes that are not convex, and where the data
    /// of a mesh is missing.
    #[inline]
    pub(crate) fn convex(self, geom: usize) -> Option<Convex<'a>> {
        let m = self.m;
        let kind = m.geom.kind[geom].get()?;
        self.convex_of(kind, m.geom.size[geom], m.geom.dataid[geom])
    }

    /// The convex hull of a mesh.
    fn hull(self, mesh: usize) -> Option<HullMesh<'a>> {
        let room = &*self.m.mesh;
        let (vertadr, vertnum) = (*room.vertadr.get(mesh)?, room.vertnum[mesh]);
        let (polyadr, polynum) = (room.polyadr[mesh], room.polynum[mesh]);
        Some(HullMesh {
            vert: part(&room.vert, vertadr, vertnum),
            graph: graph(self.m, mesh),
            extrema: &room.extrema[mesh],
            rings: self.hulls.of(self.m, mesh),
            polynormal: part(&room.polynormal, polyadr, polynum),
            polyvertadr: part(&room.polyvertadr, polyadr, polynum),
            polyvertnum: part(&room.polyvertnum, polyadr, polynum),
            polyvert: &room.polyvert,
            polymapadr: part(&room.polymapadr, vertadr, vertnum),
            polymapnum: part(&room.polymapnum, vertadr, vertnum),
            polymap: &room.polymap,
        })
    }
}

/// The meshes of a model, each laid out when it first collides.
#[derive(Debug, Default)]
pub struct HullTables(Vec<OnceLock<Option<HullRings>>>);

impl HullTables {
    /// Room for the tables of all meshes.
    pub fn new(m: &Model) -> Self {
        Self(vec![OnceLock::new(); m.mesh.vertadr.len()])
    }

    /// The table of a mesh; none for meshes without a hull.
    #[inline]
    fn of(&self, m: &Model, mesh: usize) -> Option<&HullRings> {
        let table = self.0.get(mesh)?;
        table.get_or_init(|| lay_out(m, mesh)).as_ref()
    }
}

/// The table of a mesh; those that are only to be seen have no hull.
#[cold]
fn lay_out(m: &Model, mesh: usize) -> Option<HullRings> {
    let room = &*m.mesh;
    let graph = Some(graph(m, mesh)).filter(|graph| !graph.is_empty())?;
    HullRings::new(
        part(&room.vert, room.vertadr[mesh], room.vertnum[mesh]),
        graph,
    )
}

/// Part of a column, from an address and a count; empty where it does not lie within.
fn part<T>(column: &[T], start: i32, count: i32) -> &[T] {
    let (Ok(start), Ok(count)) = (usize::try_from(start), usize::try_from(count)) else {
        return &[];
    };
    column.get(start..start + count).unwrap_or(&[])
}

/// The graph of a hull: two counts, three numbers per vertex and six per face; empty if the mesh has none.
fn graph(m: &Model, mesh: usize) -> &[i32] {
    let start = m.mesh.graphadr[mesh];
    let &[vertices, faces] = part(&m.mesh.graph, start, 2) else {
        return &[];
    };
    part(&m.mesh.graph, start, 2 + 3 * vertices + 6 * faces)
}

/// The height field of a geom.
pub(crate) fn height_field(m: &Model, geom: usize) -> Option<HeightField<'_>> {
    let field = usize::try_from(m.geom.dataid[geom]).ok()?;
    let room = &m.hfield;
    let nrow = usize::try_from(*room.nrow.get(field)?).ok()?;
    let ncol = usize::try_from(room.ncol[field]).ok()?;
    let start = usize::try_from(room.adr[field]).ok()?;
    Some(HeightField {
        nrow,
        ncol,
        size: room.size[field],
        data: room.data.get(start..start + nrow * ncol)?,
    })
}

/// The sampled field of the mesh of a geom; none if the mesh has none.
pub(crate) fn octree(m: &Model, geom: usize) -> Option<Octree<'_>> {
    let mesh = usize::try_from(m.geom.dataid[geom]).ok()?;
    let (start, count) = (*m.mesh.octadr.get(mesh)?, m.mesh.octnum[mesh]);
    (start >= 0).then(|| Octree {
        aabb: part(&m.oct.aabb, start, count),
        child: part(&m.oct.child, start, count),
        coeff: part(&m.oct.coeff, start, count),
    })
}

/// The triangles of a mesh geom.
pub(crate) fn triangles(m: &Model, geom: usize) -> Option<TriangleTree<'_>> {
    let mesh = usize::try_from(m.geom.dataid[geom]).ok()?;
    let room = &m.mesh;
    let (start, count) = (*room.bvhadr.get(mesh)?, room.bvhnum[mesh]);
    Some(TriangleTree {
        vert: part(&room.vert, room.vertadr[mesh], room.vertnum[mesh]),
        face: part(&room.face, room.faceadr[mesh], room.facenum[mesh]),
        aabb: part(&m.bvh.aabb, start, count),
        child: part(&m.bvh.child, start, count),
        leaf: part(&m.bvh.nodeid, start, count),
    })
}

/// Where the field of a geom is.
pub(crate) fn frame(pose: &Pose, geom: usize) -> Frame {
    Frame {
        pos: pose.geom_xpos[geom],
        quat: pose.geom_xquat[geom],
    }
}

/// How the model wants contacts of convex shapes to be computed.
#[inline]
pub(crate) fn settings(m: &Model) -> ConvexSettings {
    ConvexSettings {
        tolerance: m.opt.ccd_tolerance,
        iterations: usize::try_from(m.opt.ccd_iterations).unwrap_or(0),
        multiccd: !m.opt.disables(DisableFlags::MULTICCD),
    }
}

/// How many points the search in signed distance fields starts from, and how many steps it makes.
pub(crate) fn search_effort(m: &Model) -> (usize, usize) {
    let count = |n: i32| usize::try_from(n).unwrap_or(0);
    (count(m.opt.sdf_initpoints), count(m.opt.sdf_iterations))
}

/// Memory for the convex routines that suffices for all meshes of a model.
pub(crate) fn scratch(m: &Model) -> ConvexScratch {
    let most = |column: &[i32]| {
        let most = column.iter().copied().max().unwrap_or(0);
        usize::try_from(most).unwrap_or(0)
    };
    ConvexScratch::new(
        settings(m).iterations,
        most(&m.mesh.polyvertnum),
        most(&m.mesh.polymapnum),
    )
}

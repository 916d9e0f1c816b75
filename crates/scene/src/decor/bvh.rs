//! Bounding volumes of bodies and of meshes.

use ligament_math::{Mat3, Vec3};
use ligament_model::enums::{GeomType, ObjectType};

use crate::builder::Builder;
use crate::skin::run;
use crate::{SceneGeom, VisFlag};

/// Volumes of bodies at the chosen depth, and leaves above it. A leaf has the frame of its geom, others that of their body's
/// inertia.
pub(crate) fn add_bodies(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::BodyBvh) {
        return;
    }
    for body in 0..b.m.size.nbody {
        let bodies = &b.m.body;
        for node in run(bodies.bvhadr[body], bodies.bvhnum[body], b.m.size.nbvh) {
            if !at_depth(b, node) {
                continue;
            }
            let pose = &b.d.pose;
            let geom = usize::try_from(b.m.bvh.nodeid.get(node).copied().unwrap_or(-1));
            match geom {
                Ok(geom) if geom < b.m.size.ngeom => {
                    let aabb = b.m.geom.aabb[geom];
                    add_box(b, node, aabb, pose.geom_xpos[geom], pose.geom_xmat[geom]);
                }
                _ => {
                    let Some(&aabb) = b.m.bvh.aabb.get(node) else {
                        continue;
                    };
                    add_box(b, node, aabb, pose.xipos[body], pose.ximat[body]);
                }
            }
        }
    }
}

/// Volumes of the meshes of geoms at the chosen depth.
pub(crate) fn add_meshes(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::MeshBvh) {
        return;
    }
    for geom in 0..b.m.size.ngeom {
        let geoms = &b.m.geom;
        let kind = geoms.kind[geom];
        let asset = usize::try_from(geoms.dataid[geom]).ok();
        let Some(mesh) = asset.filter(|&mesh| {
            mesh < b.m.size.nmesh && (kind.is(GeomType::Mesh) || kind.is(GeomType::Sdf))
        }) else {
            continue;
        };
        let (pos, mat) = (b.d.pose.geom_xpos[geom], b.d.pose.geom_xmat[geom]);
        if kind.is(GeomType::Sdf) && b.m.mesh.octnum[mesh] > 0 {
            add_octree(b, mesh, pos, mat);
            continue;
        }
        for node in run(b.m.mesh.bvhadr[mesh], b.m.mesh.bvhnum[mesh], b.m.size.nbvh) {
            if let (true, Some(&aabb)) = (at_depth(b, node), b.m.bvh.aabb.get(node)) {
                add_box(b, node, aabb, pos, mat);
            }
        }
    }
}

/// Cells of the octree of a mesh at the chosen depth, and leaves above it.
fn add_octree(b: &mut Builder<'_>, mesh: usize, pos: Vec3, mat: Mat3) {
    for cell in run(b.m.mesh.octadr[mesh], b.m.mesh.octnum[mesh], b.m.size.noct) {
        let oct = &b.m.oct;
        let (Some(&depth), Some(&aabb)) = (oct.depth.get(cell), oct.aabb.get(cell)) else {
            return;
        };
        let leaf = oct.child[cell].iter().all(|&child| child < 0);
        if depth == b.opt.bvh_depth || (depth < b.opt.bvh_depth && leaf) {
            add_plain_box(b, cell, aabb, (pos, mat), b.m.vis.rgba.bv);
        }
    }
}

/// Whether a node is shown: at the chosen depth, or a leaf above it; those in use at every depth.
fn at_depth(b: &Builder<'_>, node: usize) -> bool {
    let bvh = &b.m.bvh;
    let (Some(&depth), Some(&leaf)) = (bvh.depth.get(node), bvh.nodeid.get(node)) else {
        return false;
    };
    if b.m.vis.global.bvactive != 0 && !active(b, node) {
        return false;
    }
    depth == b.opt.bvh_depth || (depth < b.opt.bvh_depth && leaf >= 0)
}

fn active(b: &Builder<'_>, node: usize) -> bool {
    b.d.bounds
        .bvh_active
        .get(node)
        .is_some_and(|flag| flag.get())
}

fn add_box(b: &mut Builder<'_>, node: usize, aabb: [f64; 6], pos: Vec3, mat: Mat3) {
    let colors = &b.m.vis.rgba;
    let used = b.m.vis.global.bvactive != 0 && active(b, node);
    let rgba = if used { colors.bvactive } else { colors.bv };
    add_plain_box(b, node, aabb, (pos, mat), rgba);
}

fn add_plain_box(
    b: &mut Builder<'_>,
    node: usize,
    aabb: [f64; 6],
    (pos, mat): (Vec3, Mat3),
    rgba: [f32; 4],
) {
    let center = pos + mat.mul_vec(Vec3::new(aabb[0], aabb[1], aabb[2]));
    let size = Vec3::new(aabb[3], aabb[4], aabb[5]);
    let geom = SceneGeom::new(GeomType::Linebox, size, center, &mat, rgba);
    b.decorate(geom, ObjectType::Unknown, node);
}

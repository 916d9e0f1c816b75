//! Bounding volumes of bodies and of meshes.

use ligament_math::{Mat3, Vec3};
use ligament_model::enums::{GeomType, ObjectType};

use crate::builder::Builder;
use crate::{SceneGeom, VisFlag};

/// Volumes of bodies at the chosen depth, and leaves above it. A leaf has the frame of its geom, others that of their body's
/// inertia.
pub(crate) fn add_bodies(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::BodyBvh) {
        return;
    }
    for body in 0..b.m.size.nbody {
        let bodies = &b.m.body;
        for node in nodes(bodies.bvhadr[body], bodies.bvhnum[body]) {
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
        for node in nodes(b.m.mesh.bvhadr[mesh], b.m.mesh.bvhnum[mesh]) {
            if let (true, Some(&aabb)) = (at_depth(b, node), b.m.bvh.aabb.get(node)) {
                let pose = &b.d.pose;
                add_box(b, node, aabb, pose.geom_xpos[geom], pose.geom_xmat[geom]);
            }
        }
    }
}

/// The nodes of a hierarchy.
fn nodes(adr: i32, num: i32) -> std::ops::Range<usize> {
    let start = usize::try_from(adr).unwrap_or(0);
    start..start.saturating_add(if adr < 0 {
        0
    } else {
        usize::try_from(num).unwrap_or(0)
    })
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
    let center = pos + mat.mul_vec(Vec3::new(aabb[0], aabb[1], aabb[2]));
    let size = Vec3::new(aabb[3], aabb[4], aabb[5]);
    let colors = &b.m.vis.rgba;
    let used = b.m.vis.global.bvactive != 0 && active(b, node);
    let rgba = if used { colors.bvactive } else { colors.bv };
    let geom = SceneGeom::new(GeomType::Linebox, size, center, &mat, rgba);
    b.decorate(geom, ObjectType::Unknown, node);
}

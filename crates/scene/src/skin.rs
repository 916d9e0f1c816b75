//! Surfaces of skins: linear blend skinning.
//!
//! A vertex is the weighted mean of where each of its bones would take it: `x = Σ w (R_b (v − p_b) + q_b)`, where the bone was at
//! `p_b` when it was bound and is at `q_b` now, turned by `R_b` since then. Normals are the means of those of the triangles
//! around a vertex, weighted by area.

use ligament_engine::Data;
use ligament_math::{Mat3, Quat, Vec3};
use ligament_model::Model;

use crate::Scene;
use crate::shape::{SceneError, double, single};

/// Brings the surfaces of all skins up to date (`mjv_updateSkin`).
pub fn update_skin(m: &Model, d: &Data, scene: &mut Scene) -> Result<(), SceneError> {
    if scene.skin.vert.len() != m.skin.vert.len() {
        return Err(SceneError::OtherModel);
    }
    for id in 0..m.size.nskin {
        let skin = &m.skin;
        let start = usize::try_from(skin.vertadr[id])
            .unwrap_or(0)
            .min(skin.vert.len());
        let end = start
            .saturating_add(usize::try_from(skin.vertnum[id]).unwrap_or(0))
            .min(skin.vert.len());
        let mut verts = vec![Vec3::ZERO; end - start];
        blend_bones(m, d, id, start, &mut verts);
        let normals = normals(m, id, &verts);
        let inflate = f64::from(skin.inflate[id]);
        for (i, (vert, normal)) in verts.iter().zip(&normals).enumerate() {
            scene.skin.vert[start + i] = single(*vert + *normal * inflate);
            scene.skin.normal[start + i] = single(*normal);
        }
    }
    Ok(())
}

/// Adds what every bone of a skin does to its vertices.
fn blend_bones(m: &Model, d: &Data, id: usize, start: usize, verts: &mut [Vec3]) {
    let skin = &m.skin;
    let bones = run(skin.boneadr[id], skin.bonenum[id], skin.bonebodyid.len());
    for bone in bones {
        let body = skin.bonebodyid[bone].index();
        let (Some(&xpos), Some(&xquat)) = (d.pose.xpos.get(body), d.pose.xquat.get(body)) else {
            continue;
        };
        let bound = Quat(skin.bonebindquat[bone].map(f64::from));
        let turn: Mat3 = xquat.mul(bound.conj()).to_mat3();
        let shift = xpos - turn.mul_vec(double(skin.bonebindpos[bone]));
        for entry in run(
            skin.bonevertadr[bone],
            skin.bonevertnum[bone],
            skin.bonevertid.len(),
        ) {
            let Ok(vert) = usize::try_from(skin.bonevertid[entry]) else {
                continue;
            };
            if let (Some(out), Some(&rest)) = (verts.get_mut(vert), skin.vert.get(start + vert)) {
                let weight = f64::from(skin.bonevertweight[entry]);
                *out += (shift + turn.mul_vec(double(rest))) * weight;
            }
        }
    }
}

/// Unit normals at the vertices of a skin, in single precision like the vertices that are drawn: where triangles nearly cancel
/// or have no area, more digits would give other normals.
fn normals(m: &Model, id: usize, verts: &[Vec3]) -> Vec<Vec3> {
    let verts: Vec<[f32; 3]> = verts.iter().map(|v| single(*v)).collect();
    let mut normals = vec![[0f32; 3]; verts.len()];
    for face in run(m.skin.faceadr[id], m.skin.facenum[id], m.skin.face.len()) {
        let corners = m.skin.face[face].map(|i| usize::try_from(i).unwrap_or(usize::MAX));
        let [Some(a), Some(b), Some(c)] = corners.map(|i| verts.get(i)) else {
            continue;
        };
        let [u, v]: [[f32; 3]; 2] = [b, c].map(|p| std::array::from_fn(|k| p[k] - a[k]));
        let normal = [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ];
        for i in corners {
            for k in 0..3 {
                normals[i][k] += normal[k];
            }
        }
    }
    normals
        .into_iter()
        .map(|normal| double(normal).normalize_or_x().0)
        .collect()
}

/// A run of a table, cut off at its end.
pub(crate) fn run(adr: i32, num: i32, len: usize) -> std::ops::Range<usize> {
    let start = usize::try_from(adr).unwrap_or(len).min(len);
    let end = start
        .saturating_add(usize::try_from(num).unwrap_or(0))
        .min(len);
    start..end
}

//! Skins: meshes for rendering whose vertices follow bodies.

use std::collections::HashMap;

use ligament_math::Quat;

use crate::asset::skin::{RawBone, RawSkin, load};
use crate::asset::{AssetError, path};
use crate::compile::nearest;
use crate::element::Skin;
use crate::origin::Origin;
use crate::problem::{Problem, Problems};
use crate::resolve::Resolved;

use super::path::{Directory, asset_name, problem, read};
use super::usage::Usage;

/// A processed skin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinData {
    /// Name; may be empty.
    pub name: String,
    /// Where it was written.
    pub at: Origin,
    /// File it was read from, resolved; empty if none.
    pub path: String,
    /// Material.
    pub material: Option<usize>,
    /// Colour.
    pub rgba: [f32; 4],
    /// Offset along the normals.
    pub inflate: f32,
    /// Visual group.
    pub group: i32,
    /// Vertices.
    pub vertices: Vec<[f32; 3]>,
    /// Texture coordinates; may be empty.
    pub texcoords: Vec<[f32; 2]>,
    /// Triangles.
    pub faces: Vec<[i32; 3]>,
    /// Bones.
    pub bones: Vec<BoneData>,
}

/// A body that pulls vertices of a skin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoneData {
    /// The body's name.
    pub body: String,
    /// The body's index, once resolved.
    pub body_id: Option<usize>,
    /// Position of the body when bound.
    pub bindpos: [f32; 3],
    /// Orientation of the body when bound.
    pub bindquat: [f32; 4],
    /// Vertices it pulls.
    pub vertid: Vec<i32>,
    /// How strongly; the weights of a vertex sum to one.
    pub vertweight: Vec<f32>,
}

/// Loads and processes the skins of a model.
pub(super) fn prepare(
    spec: &Resolved,
    usage: &Usage,
    materials: &HashMap<String, usize>,
    problems: &mut Problems,
) -> Vec<SkinData> {
    let mut skins = Vec::new();
    for skin in &spec.skins {
        let name = asset_name(&skin.name, &skin.file);
        let used = !skin.material.is_empty() && !usage.discards();
        let material = materials.get(&skin.material).copied().filter(|_| used);
        if used && material.is_none() {
            problems.push(unknown_material(skin, &name, materials));
        }
        let result = compile(spec, skin)
            .map_err(|e| problem(&skin.at, "skin", &name, &skin.file, e))
            .map(|data| SkinData {
                name,
                at: skin.at.clone(),
                material,
                rgba: skin.rgba,
                inflate: skin.inflate,
                group: skin.group,
                ..data
            });
        skins.extend(problems.keep(result));
    }
    skins
}

fn unknown_material(skin: &Skin, name: &str, materials: &HashMap<String, usize>) -> Problem {
    let message = format!("there is no material named '{}'", skin.material);
    let problem = Problem::error(&skin.at, "skin", name, message);
    match nearest(&skin.material, materials.keys().map(String::as_str)) {
        Some(word) => problem.help(format!("did you mean '{word}'?")),
        None => problem,
    }
}

fn compile(spec: &Resolved, skin: &Skin) -> Result<SkinData, AssetError> {
    let (raw, path) = if skin.file.is_empty() {
        (own_data(skin)?, String::new())
    } else {
        from_file(spec, skin)?
    };
    raw.check()?;
    let mut bones: Vec<BoneData> = raw.bones.into_iter().map(BoneData::from).collect();
    normalize_weights(raw.vertices.len(), &mut bones)?;
    Ok(SkinData {
        path,
        vertices: raw.vertices,
        texcoords: raw.texcoords,
        faces: raw.faces,
        bones,
        ..SkinData::default()
    })
}

fn from_file(spec: &Resolved, skin: &Skin) -> Result<(RawSkin, String), AssetError> {
    let given = [
        skin.vertex.is_empty(),
        skin.texcoord.is_empty(),
        skin.face.is_empty(),
        skin.bones.is_empty(),
    ];
    if given.contains(&false) {
        return Err(AssetError::new("both a file and data are given")
            .help("remove `file`, or everything else that describes the surface"));
    }
    if path::extension(&skin.file) != "skn" {
        return Err(
            AssetError::new("the type of the skin file is not supported")
                .help("skins are read from .skn files"),
        );
    }
    let file = read(spec, &skin.at, Directory::Mesh, &skin.file)?;
    Ok((load(&file.bytes)?, file.path))
}

fn own_data(skin: &Skin) -> Result<RawSkin, AssetError> {
    let bone = |b: &crate::element::Bone| RawBone {
        body: b.body.clone(),
        bindpos: b.bindpos,
        bindquat: b.bindquat,
        vertid: b.vertid.clone(),
        vertweight: b.vertweight.clone(),
    };
    Ok(RawSkin {
        vertices: super::groups(&skin.vertex, "vertex")?,
        texcoords: super::groups(&skin.texcoord, "texcoord")?,
        faces: super::groups(&skin.face, "face")?,
        bones: skin.bones.iter().map(bone).collect(),
    })
}

impl From<RawBone> for BoneData {
    fn from(bone: RawBone) -> Self {
        let quat = Quat(bone.bindquat.map(f64::from)).normalized();
        Self {
            body: bone.body,
            body_id: None,
            bindpos: bone.bindpos,
            bindquat: quat.0.map(|x| x as f32),
            vertid: bone.vertid,
            vertweight: bone.vertweight,
        }
    }
}

/// Makes the weights of every vertex sum to one. The indices have been checked.
fn normalize_weights(vertex_count: usize, bones: &mut [BoneData]) -> Result<(), AssetError> {
    let mut total = vec![0.0_f32; vertex_count];
    for (i, bone) in bones.iter().enumerate() {
        if bone.vertid.is_empty() || bone.vertid.len() != bone.vertweight.len() {
            let (ids, weights) = (bone.vertid.len(), bone.vertweight.len());
            let message = format!("bone {i} has {ids} vertices and {weights} weights");
            return Err(AssetError::new(message).help("give it as many of both, and at least one"));
        }
        for (&v, weight) in bone.vertid.iter().zip(&bone.vertweight) {
            total[v as usize] += weight;
        }
    }
    let positive = |w: &f32| f64::from(*w) > ligament_math::MINVAL;
    if let Some(v) = total.iter().position(|w| !positive(w)) {
        return Err(AssetError::new(format!(
            "the weights of vertex {v} do not sum to a positive number"
        ))
        .help("every vertex of a skin must belong to a bone"));
    }
    for bone in bones {
        for (v, weight) in bone.vertid.iter().zip(&mut bone.vertweight) {
            *weight /= total[*v as usize];
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::Bone;

    fn skin() -> Skin {
        let bone = |body: &str, vertid: &[i32], vertweight: &[f32]| Bone {
            body: body.into(),
            bindquat: [2.0, 0.0, 0.0, 0.0],
            vertid: vertid.to_vec(),
            vertweight: vertweight.to_vec(),
            ..Bone::default()
        };
        Skin {
            vertex: vec![0.0; 9],
            face: vec![0, 1, 2],
            bones: vec![
                bone("a", &[0, 1], &[1.0, 3.0]),
                bone("b", &[1, 2], &[1.0, 5.0]),
            ],
            ..Skin::default()
        }
    }

    #[test]
    fn weights_sum_to_one() {
        let made = compile(&Resolved::new(), &skin()).unwrap();
        assert_eq!(made.bones[0].vertweight, [1.0, 0.75]);
        assert_eq!(made.bones[1].vertweight, [0.25, 1.0]);
        assert_eq!(made.bones[0].bindquat, [1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn incomplete_skins_are_refused() {
        let mut bad = skin();
        bad.bones[1].vertid = vec![1, 1];
        assert!(compile(&Resolved::new(), &bad).is_err_and(|e| e.message.contains("vertex 2")));
        let mut bad = skin();
        bad.face[2] = 3;
        assert!(compile(&Resolved::new(), &bad).is_err());
        let mut bad = skin();
        bad.file = "x.skn".into();
        assert!(compile(&Resolved::new(), &bad).is_err());
        let mut bad = skin();
        bad.bones[0].vertweight.pop();
        assert!(compile(&Resolved::new(), &bad).is_err());
    }
}

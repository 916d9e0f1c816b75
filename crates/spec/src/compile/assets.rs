//! Compiled assets: meshes, height fields, textures, materials and skins.
//!
//! [`prepare`] loads and processes what the model needs. The rest of the compiler asks for assets by name; what it gets
//! is in final order, that is without what `discardvisual` drops.

mod fill;
mod hfield;
pub mod mesh;
mod path;
mod skin;
mod texture;
mod usage;

use std::collections::HashMap;

use ligament_model::enums::ObjectType;
use ligament_model::{Model, Sizes};

use crate::asset::AssetError;
use crate::compile::Lookup;
use crate::element::Geom;
use crate::origin::Origin;
use crate::problem::{Problem, Problems};
use crate::resolve::Resolved;

pub use hfield::HeightFieldData;
pub use mesh::MeshData;
pub use skin::{BoneData, SkinData};
pub use texture::{MaterialData, TextureData};
pub use usage::Usage;

/// All assets of a model, processed. The vectors hold what stays in the model, in final order, except [`AssetTables::meshes`],
/// in which dropped meshes follow the others because bodies may still draw their inertia from them.
#[derive(Clone, Debug, Default)]
pub struct AssetTables {
    /// Meshes.
    pub meshes: Vec<MeshData>,
    /// Height fields.
    pub hfields: Vec<HeightFieldData>,
    /// Textures.
    pub textures: Vec<TextureData>,
    /// Materials.
    pub materials: Vec<MaterialData>,
    /// Skins.
    pub skins: Vec<SkinData>,
    /// What refers to what.
    pub usage: Usage,
    /// Number of meshes that stay in the model.
    kept_meshes: usize,
    mesh_names: HashMap<String, usize>,
    hfield_names: HashMap<String, usize>,
    texture_names: HashMap<String, usize>,
    material_names: HashMap<String, usize>,
    texture_time: std::time::Duration,
}

impl AssetTables {
    /// A mesh and its index; the index of a mesh that only dropped geoms use lies beyond those in the model.
    pub fn mesh(&self, name: &str) -> Option<(usize, &MeshData)> {
        let index = *self.mesh_names.get(name)?;
        Some((index, self.meshes.get(index)?))
    }

    /// A height field and its index.
    pub fn hfield(&self, name: &str) -> Option<(usize, &HeightFieldData)> {
        let index = *self.hfield_names.get(name)?;
        Some((index, self.hfields.get(index)?))
    }

    /// The index of a material.
    pub fn material_index(&self, name: &str) -> Option<usize> {
        self.material_names.get(name).copied()
    }

    /// The index of a texture.
    pub fn texture_index(&self, name: &str) -> Option<usize> {
        self.texture_names.get(name).copied()
    }

    /// The meshes that stay in the model, in order.
    pub fn kept_meshes(&self) -> &[MeshData] {
        self.meshes.get(..self.kept_meshes).unwrap_or(&[])
    }

    /// True if `discardvisual` drops the geom.
    pub fn drops_geom(&self, geom: &Geom) -> bool {
        self.usage.drops_geom(geom)
    }

    /// How long preparing textures took.
    pub fn texture_time(&self) -> std::time::Duration {
        self.texture_time
    }

    /// Finds the bodies that the bones of skins name.
    pub fn resolve(&mut self, lookup: &Lookup, problems: &mut Problems) {
        for skin in &mut self.skins {
            for bone in &mut skin.bones {
                let (at, name) = (&skin.at, &skin.name);
                let found = lookup.find(ObjectType::Body, &bone.body, at, "skin", name);
                bone.body_id = problems.keep(found);
            }
        }
    }

    /// Sets the sizes of all assets; adds the bounding volumes of meshes to `nbvhstatic` and `nbvh`.
    pub fn count(&self, sizes: &mut Sizes) {
        fill::count(self, sizes);
    }

    /// Writes the arrays of all assets. The bounding volumes of meshes start at `first_bvh`, after those of bodies. The
    /// pixels of textures move into the model.
    pub fn fill(&mut self, model: &mut Model, first_bvh: usize) {
        fill::fill(self, model, first_bvh);
    }
}

/// Loads and processes the assets of a model; what goes wrong is collected, and the asset concerned left out.
pub fn prepare(spec: &Resolved, problems: &mut Problems) -> AssetTables {
    let usage = Usage::of(spec);
    let begin = std::time::Instant::now();
    let (textures, texture_names) = texture::prepare_textures(spec, &usage, problems);
    let texture_time = begin.elapsed();
    let (materials, material_names) =
        texture::prepare_materials(spec, &usage, &texture_names, problems);
    let (hfields, hfield_names) = hfield::prepare(spec, problems);
    let (meshes, kept_meshes) = mesh::prepare(spec, &usage, problems);
    let mesh_names = names_of(meshes.iter().map(|m| m.name.as_str()));
    let skins = skin::prepare(spec, &usage, &material_names, problems);
    AssetTables {
        meshes,
        hfields,
        textures,
        materials,
        skins,
        usage,
        kept_meshes,
        mesh_names,
        hfield_names,
        texture_names,
        material_names,
        texture_time,
    }
}

/// Positions by name, of those that have one.
fn names_of<'a>(names: impl Iterator<Item = &'a str>) -> HashMap<String, usize> {
    let named = names.enumerate().filter(|(_, name)| !name.is_empty());
    named.map(|(i, name)| (name.to_owned(), i)).collect()
}

/// Refuses assets without a name.
fn require_name(name: &str, at: &Origin, element: &str, problems: &mut Problems) -> bool {
    if name.is_empty() {
        problems.push(
            Problem::error(at, element, "", "an asset needs a name")
                .help("set `name`, or `file` to name it after the file"),
        );
    }
    !name.is_empty()
}

/// A flat list in groups of equal size.
fn groups<T: Copy, const N: usize>(flat: &[T], what: &str) -> Result<Vec<[T; N]>, AssetError> {
    let chunks = flat.chunks_exact(N);
    if !chunks.remainder().is_empty() {
        return Err(AssetError::new(format!(
            "`{what}` holds {} numbers, which is not a multiple of {N}",
            flat.len()
        )));
    }
    Ok(chunks.filter_map(|c| c.try_into().ok()).collect())
}

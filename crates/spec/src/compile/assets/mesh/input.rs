//! The mesh that an element stands for: its file, its data, or a built-in shape.

use ligament_model::enums::{MeshBuiltin, MeshInertia};

use crate::asset::mesh::{MeshFormat, RawMesh};
use crate::asset::{AssetError, shapes};
use crate::compile::assets::groups;
use crate::compile::assets::path::{Directory, read};
use crate::element::Mesh;
use crate::resolve::Resolved;

/// A mesh as loaded.
pub(super) struct Input {
    /// The mesh, with all indices in range.
    pub raw: RawMesh,
    /// Path of the file; empty if none.
    pub path: String,
    /// How the inertia is found: as asked for, unless the shape has no volume.
    pub inertia: MeshInertia,
}

/// Loads a mesh and adds what the element itself gives.
pub(super) fn load(spec: &Resolved, mesh: &Mesh) -> Result<Input, AssetError> {
    let own = own_data(mesh)?;
    let mut inertia = mesh.inertia;
    let (raw, path) = if !mesh.file.is_empty() {
        let format = MeshFormat::detect(&mesh.file, &mesh.content_type)?;
        let file = read(spec, &mesh.at, Directory::Mesh, &mesh.file)?;
        let loaded = RawMesh::load(&file.bytes, format)?;
        (combine(loaded, own)?, file.path)
    } else if mesh.builtin != MeshBuiltin::None {
        let shape = shapes::make(mesh.builtin, &mesh.params)?;
        inertia = shape.volume.inertia(inertia);
        (combine(shape.mesh, own)?, String::new())
    } else {
        (own, String::new())
    };
    if raw.vertices.is_empty() {
        return Err(AssetError::new("the mesh has no vertices")
            .help("give it a `file`, a `vertex` list or a `builtin` shape"));
    }
    raw.validate()?;
    Ok(Input { raw, path, inertia })
}

/// What the element gives by itself.
fn own_data(mesh: &Mesh) -> Result<RawMesh, AssetError> {
    Ok(RawMesh {
        vertices: groups(&mesh.vertex, "vertex")?,
        normals: groups(&mesh.normal, "normal")?,
        texcoords: groups(&mesh.texcoord, "texcoord")?,
        faces: groups(&mesh.face, "face")?,
        face_normals: groups(&mesh.facenormal, "facenormal")?,
        face_texcoords: groups(&mesh.facetexcoord, "facetexcoord")?,
        ..RawMesh::default()
    })
}

/// Fills what a file leaves open with what the element gives; both at once is an error.
fn combine(mut loaded: RawMesh, own: RawMesh) -> Result<RawMesh, AssetError> {
    fn fill<T>(into: &mut Vec<T>, from: Vec<T>, what: &str) -> Result<(), AssetError> {
        if from.is_empty() {
            return Ok(());
        }
        if !into.is_empty() {
            return Err(
                AssetError::new(format!("`{what}` is given, but the file has its own"))
                    .help(format!("remove `{what}` or `file`")),
            );
        }
        *into = from;
        Ok(())
    }
    fill(&mut loaded.vertices, own.vertices, "vertex")?;
    fill(&mut loaded.normals, own.normals, "normal")?;
    fill(&mut loaded.texcoords, own.texcoords, "texcoord")?;
    fill(&mut loaded.faces, own.faces, "face")?;
    fill(&mut loaded.face_normals, own.face_normals, "facenormal")?;
    fill(
        &mut loaded.face_texcoords,
        own.face_texcoords,
        "facetexcoord",
    )?;
    Ok(loaded)
}

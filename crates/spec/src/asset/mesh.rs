//! Meshes as they come from a file, before the compiler scales, centres and checks them.

use std::collections::HashMap;

use super::{AssetError, Result, content, gmsh, msh, obj, stl};

/// A mesh as loaded.
///
/// `face_normals` and `face_texcoords` are empty or have one entry per face; they index `normals` and `texcoords`.
/// Volumetric meshes also carry `nodes` and `tets`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawMesh {
    /// Vertex positions.
    pub vertices: Vec<[f32; 3]>,
    /// Normals.
    pub normals: Vec<[f32; 3]>,
    /// Texture coordinates, the origin at the top left of the image.
    pub texcoords: Vec<[f32; 2]>,
    /// Triangles: three vertices each, counter-clockwise seen from outside.
    pub faces: Vec<[i32; 3]>,
    /// Normals of the corners of the triangles.
    pub face_normals: Vec<[i32; 3]>,
    /// Texture coordinates of the corners of the triangles.
    pub face_texcoords: Vec<[i32; 3]>,
    /// Points of the volume in full precision.
    pub nodes: Vec<[f64; 3]>,
    /// Tetrahedra: four nodes each.
    pub tets: Vec<[i32; 4]>,
}

/// Kinds of mesh files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshFormat {
    /// Binary STL.
    Stl,
    /// Wavefront OBJ.
    Obj,
    /// MuJoCo's own binary format.
    Msh,
    /// GMSH 2.2 or 4.1, text or binary.
    Gmsh,
}

impl MeshFormat {
    /// The format of a file by its media type, or by its extension if `content_type` is empty.
    pub fn detect(file: &str, content_type: &str) -> Result<Self> {
        let kind = content::media_type(file, content_type)?;
        match kind.as_str() {
            "model/stl" => Ok(Self::Stl),
            "model/obj" => Ok(Self::Obj),
            "model/vnd.mujoco.msh" => Ok(Self::Msh),
            "model/vnd.gmsh" => Ok(Self::Gmsh),
            _ => Err(content::unsupported(&kind, file, "STL, OBJ, MSH and GMSH")),
        }
    }
}

impl RawMesh {
    /// Reads a mesh file.
    pub fn load(bytes: &[u8], format: MeshFormat) -> Result<Self> {
        match format {
            MeshFormat::Stl => stl::read(bytes),
            MeshFormat::Obj => obj::read(bytes),
            MeshFormat::Msh => msh::read(bytes),
            MeshFormat::Gmsh => gmsh::read(bytes)?.into_mesh(),
        }
    }

    /// Refuses vertices that are not finite.
    pub fn check_finite(&self) -> Result<()> {
        let bad = |v: &[f32; 3]| !v.iter().all(|x| x.is_finite());
        match self.vertices.iter().position(bad) {
            Some(i) => Err(AssetError::new(format!("vertex {i} is not finite"))),
            None => Ok(()),
        }
    }

    /// Checks what a mesh asset must fulfil: at least four finite vertices, and every index in range.
    pub fn validate(&self) -> Result<()> {
        let count = self.vertices.len();
        if count < 4 {
            return Err(AssetError::new(format!(
                "a mesh needs at least 4 vertices, this one has {count}"
            )));
        }
        self.check_finite()?;
        check_indices("vertex", &self.faces, count)?;
        for (what, list, count) in [
            ("normal", &self.face_normals, self.normals.len()),
            (
                "texture coordinate",
                &self.face_texcoords,
                self.texcoords.len(),
            ),
        ] {
            if !list.is_empty() && list.len() != self.faces.len() {
                return Err(AssetError::new(format!(
                    "there are {} faces but {} triples of {what} indices",
                    self.faces.len(),
                    list.len()
                )));
            }
            check_indices(what, list, count)?;
        }
        let texcoords = self.texcoords.len();
        if self.face_texcoords.is_empty() && texcoords != 0 && texcoords != count {
            return Err(AssetError::new(format!(
                "there are {texcoords} texture coordinates for {count} vertices"
            ))
            .help("give one per vertex, or give every face its own indices in an OBJ file"));
        }
        Ok(())
    }

    /// Makes vertices with equal coordinates one vertex: the first of them. Order is kept otherwise.
    pub fn merge_repeated_vertices(&mut self) {
        let mut index: HashMap<[u32; 3], i32> = HashMap::new();
        let mut kept: Vec<[f32; 3]> = Vec::new();
        let mut renumbered = Vec::with_capacity(self.vertices.len());
        for v in &self.vertices {
            // adding zero makes negative zero positive: they are equal numbers
            let key = v.map(|x| (x + 0.0).to_bits());
            let new = *index.entry(key).or_insert_with(|| {
                kept.push(*v);
                kept.len() as i32 - 1
            });
            renumbered.push(new);
        }
        if kept.len() == self.vertices.len() {
            return;
        }
        self.vertices = kept;
        for corner in self.faces.iter_mut().flatten() {
            let new = usize::try_from(*corner)
                .ok()
                .and_then(|i| renumbered.get(i));
            *corner = new.copied().unwrap_or(-1);
        }
    }
}

/// Checks that all indices of faces are below `count`.
fn check_indices(what: &str, faces: &[[i32; 3]], count: usize) -> Result<()> {
    for (i, face) in faces.iter().enumerate() {
        for &k in face {
            if !usize::try_from(k).is_ok_and(|k| k < count) {
                return Err(AssetError::new(format!(
                    "face {i} uses {what} {k}, but there are only {count}"
                )));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tetrahedron() -> RawMesh {
        RawMesh {
            vertices: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            faces: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
            ..RawMesh::default()
        }
    }

    #[test]
    fn formats_are_told_apart() {
        assert_eq!(MeshFormat::detect("a.StL", ""), Ok(MeshFormat::Stl));
        assert_eq!(
            MeshFormat::detect("a.msh", "model/vnd.gmsh"),
            Ok(MeshFormat::Gmsh)
        );
        assert!(MeshFormat::detect("a.ply", "").is_err());
        assert!(MeshFormat::detect("a", "").is_err());
    }

    #[test]
    fn bad_meshes_are_refused() {
        assert_eq!(tetrahedron().validate(), Ok(()));
        let mut m = tetrahedron();
        m.faces[1][2] = 4;
        assert!(m.validate().is_err());
        let mut m = tetrahedron();
        m.vertices[3][0] = f32::NAN;
        assert!(m.validate().is_err());
        let mut m = tetrahedron();
        m.texcoords = vec![[0.0; 2]; 3];
        assert!(m.validate().is_err());
        m.face_texcoords = vec![[0, 1, 2]; 4];
        assert_eq!(m.validate(), Ok(()));
        m.face_normals = vec![[0, 0, 0]; 4];
        assert!(m.validate().is_err());
        let mut m = tetrahedron();
        m.vertices.pop();
        assert!(m.validate().is_err());
    }

    #[test]
    fn equal_vertices_become_one() {
        let mut m = tetrahedron();
        m.vertices.extend([[-0.0, 1.0, 0.0], [5.0; 3]]);
        m.faces[3] = [1, 4, 5];
        m.merge_repeated_vertices();
        assert_eq!(m.vertices.len(), 5);
        assert_eq!(m.faces[3], [1, 2, 4]);
    }
}

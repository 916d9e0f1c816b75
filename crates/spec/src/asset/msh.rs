//! MuJoCo's own binary mesh format.
//!
//! Four 32-bit integers `nvertex nnormal ntexcoord nface`, then the vertices (3 floats each), normals (3 floats),
//! texture coordinates (2 floats) and faces (3 integers). Normals and texture coordinates are absent or one per vertex.

use super::bytes::Cursor;
use super::mesh::RawMesh;
use super::{AssetError, Result};

/// Reads an MSH file.
pub fn read(bytes: &[u8]) -> Result<RawMesh> {
    let mut data = Cursor::new(bytes);
    let mut sizes = [0usize; 4];
    for size in &mut sizes {
        let n = data
            .i32()
            .map_err(|_| AssetError::new("the MSH file is too short for its header"))?;
        *size = usize::try_from(n)
            .map_err(|_| AssetError::new(format!("the MSH file has a negative size {n}")))?;
    }
    let [vertices, normals, texcoords, faces] = sizes;
    if vertices < 4 {
        return Err(AssetError::new(format!(
            "the MSH file has {vertices} vertices; at least 4 are needed"
        ))
        .help("if this is a GMSH file, set content_type to model/vnd.gmsh"));
    }
    for (what, count) in [("normals", normals), ("texture coordinates", texcoords)] {
        if count != 0 && count != vertices {
            return Err(AssetError::new(format!(
                "the MSH file has {count} {what} for {vertices} vertices; there may be none or one per vertex"
            )));
        }
    }
    let expected = 12 * (vertices as u64 + normals as u64 + faces as u64) + 8 * texcoords as u64;
    if data.remaining() as u64 != expected {
        return Err(AssetError::new(format!(
            "the MSH file should have {expected} bytes after its header, but has {}",
            data.remaining()
        )));
    }
    let mut mesh = RawMesh {
        vertices: data.f32_rows(vertices)?,
        normals: data.f32_rows(normals)?,
        texcoords: data.f32_rows(texcoords)?,
        faces: data.i32_rows(faces)?,
        ..RawMesh::default()
    };
    if !mesh.normals.is_empty() {
        mesh.face_normals = mesh.faces.clone();
    }
    if !mesh.texcoords.is_empty() {
        mesh.face_texcoords = mesh.faces.clone();
    }
    mesh.check_finite()?;
    Ok(mesh)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An MSH file with `n` vertices, one face, and what is asked for.
    pub fn file(n: i32, normals: bool, texcoords: bool) -> Vec<u8> {
        let normals = if normals { n } else { 0 };
        let texcoords = if texcoords { n } else { 0 };
        let mut out = Vec::new();
        for size in [n, normals, texcoords, 1] {
            out.extend(size.to_le_bytes());
        }
        for i in 0..3 * n + 3 * normals + 2 * texcoords {
            out.extend((i as f32).to_le_bytes());
        }
        for i in [0, 2, 1i32] {
            out.extend(i.to_le_bytes());
        }
        out
    }

    #[test]
    fn all_parts_are_read() {
        let mesh = read(&file(4, true, true)).unwrap();
        assert_eq!(mesh.vertices[1], [3.0, 4.0, 5.0]);
        assert_eq!(mesh.normals[0], [12.0, 13.0, 14.0]);
        assert_eq!(mesh.texcoords[3], [30.0, 31.0]);
        assert_eq!(mesh.faces, [[0, 2, 1]]);
        assert_eq!(mesh.face_normals, mesh.faces);
        assert_eq!(mesh.face_texcoords, mesh.faces);
        let bare = read(&file(4, false, false)).unwrap();
        assert!(bare.face_normals.is_empty() && bare.face_texcoords.is_empty());
    }

    #[test]
    fn bad_sizes_are_refused() {
        let good = file(4, false, false);
        assert!(read(&good[..good.len() - 1]).is_err());
        assert!(read(&[good.clone(), vec![0]].concat()).is_err());
        assert!(read(&file(3, false, false)).is_err());
        for (at, value) in [(0, -1i32), (4, 3), (8, 1), (12, i32::MAX), (0, i32::MAX)] {
            let mut bad = good.clone();
            bad[at..at + 4].copy_from_slice(&value.to_le_bytes());
            assert!(read(&bad).is_err(), "{at} {value}");
        }
        assert!(read(b"").is_err());
    }
}

//! Binary STL: an 80-byte header, the number of triangles, and 50 bytes per triangle (normal, three vertices, two unused
//! bytes). Vertices with the same bits are one vertex; they keep the order in which they first appear.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::bytes::Cursor;
use super::mesh::RawMesh;
use super::{AssetError, Result};

const HEADER_BYTES: usize = 80;
const FACE_BYTES: usize = 50;
const MAX_FACES: i32 = 200_000;
/// Coordinates beyond this are refused.
const MAX_COORDINATE: f32 = (1u32 << 30) as f32;

/// Reads a binary STL file.
pub fn read(bytes: &[u8]) -> Result<RawMesh> {
    let mut data = Cursor::new(bytes);
    let header =
        |e: AssetError| AssetError::new(format!("this is not a binary STL file: {}", e.message));
    data.take(HEADER_BYTES).map_err(header)?;
    let count = data.i32().map_err(header)?;
    if !(1..=MAX_FACES).contains(&count) {
        return Err(text_hint(
            bytes,
            format!("the STL file has {count} faces; 1 to {MAX_FACES} are allowed"),
        ));
    }
    let count = count as usize;
    if data.remaining() != count * FACE_BYTES {
        let message = format!(
            "the STL file claims {count} faces, which take {} bytes, but holds {} bytes",
            count * FACE_BYTES,
            data.remaining()
        );
        return Err(text_hint(bytes, message));
    }

    let mut mesh = RawMesh::default();
    let mut index: HashMap<[u32; 3], i32> = HashMap::with_capacity(count);
    for _ in 0..count {
        let _normal: [f32; 3] = data.f32s()?;
        let mut face = [0; 3];
        for corner in &mut face {
            let vertex: [f32; 3] = data.f32s()?;
            if vertex.iter().any(|x| x.abs() > MAX_COORDINATE) {
                return Err(AssetError::new("a vertex of the STL file is too far out")
                    .help("coordinates may be at most 2^30 in size"));
            }
            *corner = match index.entry(vertex.map(f32::to_bits)) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    mesh.vertices.push(vertex);
                    *new.insert(mesh.vertices.len() as i32 - 1)
                }
            };
        }
        mesh.faces.push(face);
        data.take(2)?;
    }
    mesh.check_finite()?;
    Ok(mesh)
}

/// An error that says more if the file looks like a text STL.
fn text_hint(bytes: &[u8], message: String) -> AssetError {
    let error = AssetError::new(message);
    if bytes.starts_with(b"solid") {
        error.help("it looks like a text STL file: convert it to binary")
    } else {
        error
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A binary STL file.
    pub fn file(faces: &[[[f32; 3]; 3]]) -> Vec<u8> {
        let mut out = vec![0; HEADER_BYTES];
        out.extend((faces.len() as u32).to_le_bytes());
        for face in faces {
            out.extend([0; 12]);
            for x in face.iter().flatten() {
                out.extend(x.to_le_bytes());
            }
            out.extend([0; 2]);
        }
        out
    }

    const A: [f32; 3] = [0.0, 0.0, 0.0];
    const B: [f32; 3] = [1.0, 0.0, 0.0];
    const C: [f32; 3] = [0.0, 1.0, 0.0];
    const D: [f32; 3] = [0.0, 0.0, 1.0];

    #[test]
    fn vertices_are_shared_in_order_of_appearance() {
        let mesh = read(&file(&[[A, C, B], [D, A, B], [[-0.0, 0.0, 0.0], A, D]])).unwrap();
        assert_eq!(mesh.vertices, [A, C, B, D, [-0.0, 0.0, 0.0]]);
        assert_eq!(mesh.faces, [[0, 1, 2], [3, 0, 2], [4, 0, 3]]);
    }

    #[test]
    fn bad_files_are_refused() {
        let good = file(&[[A, B, C]]);
        assert!(read(&good).is_ok());
        assert!(read(&good[..good.len() - 1]).is_err());
        assert!(read(&[good.clone(), vec![0]].concat()).is_err());
        assert!(read(b"").is_err());
        assert!(read(&file(&[])).is_err());
        assert!(read(&file(&[[A, B, [f32::NAN, 0.0, 0.0]]])).is_err());
        assert!(read(&file(&[[A, B, [2e9, 0.0, 0.0]]])).is_err());
        let mut promise = good;
        promise[80..84].copy_from_slice(&i32::MAX.to_le_bytes());
        assert!(read(&promise).is_err());
        let text = format!("solid a{}", "\nfacet normal 0 0 1".repeat(9));
        assert!(read(text.as_bytes()).unwrap_err().help.is_some());
    }
}

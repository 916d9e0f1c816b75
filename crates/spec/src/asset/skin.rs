//! Skin files (`.skn`).
//!
//! Four 32-bit integers `nvertex ntexcoord nface nbone`, then the vertices (3 floats each), texture coordinates (2
//! floats) and faces (3 integers). Each bone follows with the name of its body (40 bytes, ended by a zero), its bind
//! position (3 floats) and orientation (4 floats), the number of its vertices, their indices and their weights.

use super::bytes::Cursor;
use super::{AssetError, Result};

const NAME_BYTES: usize = 40;

/// A skin as loaded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawSkin {
    /// Vertices.
    pub vertices: Vec<[f32; 3]>,
    /// Texture coordinates: none, or one per vertex.
    pub texcoords: Vec<[f32; 2]>,
    /// Triangles.
    pub faces: Vec<[i32; 3]>,
    /// Bones.
    pub bones: Vec<RawBone>,
}

/// A bone of a skin as loaded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawBone {
    /// Name of the body.
    pub body: String,
    /// Position of the body when bound.
    pub bindpos: [f32; 3],
    /// Orientation of the body when bound.
    pub bindquat: [f32; 4],
    /// Vertices that it pulls.
    pub vertid: Vec<i32>,
    /// Their weights.
    pub vertweight: Vec<f32>,
}

/// Reads a skin file.
pub fn load(bytes: &[u8]) -> Result<RawSkin> {
    let mut data = Cursor::new(bytes);
    let [vertices, texcoords, faces, bones] = sizes(&mut data)?;
    let mut skin = RawSkin {
        vertices: data.f32_rows(vertices)?,
        texcoords: data.f32_rows(texcoords)?,
        faces: data.i32_rows(faces)?,
        bones: Vec::new(),
    };
    for i in 0..bones {
        let bone = bone(&mut data).map_err(|e| AssetError {
            message: format!("bone {i} of the skin file: {}", e.message),
            ..e
        })?;
        skin.bones.push(bone);
    }
    if data.remaining() != 0 {
        return Err(AssetError::new(format!(
            "the skin file has {} bytes more than it should",
            data.remaining()
        )));
    }
    skin.check()?;
    Ok(skin)
}

/// The four sizes at the beginning of the file.
fn sizes(data: &mut Cursor) -> Result<[usize; 4]> {
    let mut sizes = [0; 4];
    for size in &mut sizes {
        let n = data
            .i32()
            .map_err(|_| AssetError::new("the skin file is too short for its header"))?;
        *size = usize::try_from(n)
            .map_err(|_| AssetError::new(format!("the skin file has a negative size {n}")))?;
    }
    Ok(sizes)
}

fn bone(data: &mut Cursor) -> Result<RawBone> {
    let name = data.take(NAME_BYTES)?;
    // the last byte is always the end
    let name = name.get(..NAME_BYTES - 1).unwrap_or(name);
    let name = name.split(|c| *c == 0).next().unwrap_or(&[]);
    let mut bone = RawBone {
        body: String::from_utf8_lossy(name).into_owned(),
        bindpos: data.f32s()?,
        bindquat: data.f32s()?,
        ..RawBone::default()
    };
    let count = data.i32()?;
    let count = usize::try_from(count)
        .ok()
        .filter(|n| *n > 0)
        .ok_or_else(|| AssetError::new(format!("it has {count} vertices; at least 1 is needed")))?;
    bone.vertid = data.i32_rows::<1>(count)?.into_iter().flatten().collect();
    bone.vertweight = data.f32_rows::<1>(count)?.into_iter().flatten().collect();
    Ok(bone)
}

impl RawSkin {
    /// Checks that all parts are there and all indices are in range.
    pub fn check(&self) -> Result<()> {
        for (what, missing) in [
            ("vertices", self.vertices.is_empty()),
            ("faces", self.faces.is_empty()),
            ("bones", self.bones.is_empty()),
        ] {
            if missing {
                return Err(AssetError::new(format!("the skin has no {what}")));
            }
        }
        let count = self.vertices.len();
        if !self.texcoords.is_empty() && self.texcoords.len() != count {
            return Err(AssetError::new(format!(
                "the skin has {} texture coordinates for {count} vertices",
                self.texcoords.len()
            )));
        }
        let bones = self.bones.iter().flat_map(|b| &b.vertid);
        let mut indices = self.faces.iter().flatten().chain(bones);
        match indices.find(|k| !usize::try_from(**k).is_ok_and(|k| k < count)) {
            Some(k) => Err(AssetError::new(format!(
                "the skin uses vertex {k}, but it has {count} vertices"
            ))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A skin file with three vertices, one face and one bone.
    pub fn file(face: [i32; 3], vertid: i32) -> Vec<u8> {
        let mut out = [3, 3, 1, 1i32].map(i32::to_le_bytes).concat();
        out.extend((0..15).flat_map(|i| (i as f32).to_le_bytes()));
        out.extend(face.map(i32::to_le_bytes).concat());
        out.extend(b"torso\0rest");
        out.resize(out.len() + 30, b'x');
        out.extend(
            [1.0f32, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0]
                .map(f32::to_le_bytes)
                .concat(),
        );
        out.extend(2i32.to_le_bytes());
        out.extend([vertid, 2].map(i32::to_le_bytes).concat());
        out.extend([0.25f32, 0.75].map(f32::to_le_bytes).concat());
        out
    }

    #[test]
    fn all_parts_are_read() {
        let skin = load(&file([0, 1, 2], 1)).unwrap();
        assert_eq!(skin.vertices[2], [6.0, 7.0, 8.0]);
        assert_eq!(skin.texcoords[0], [9.0, 10.0]);
        assert_eq!(skin.faces, [[0, 1, 2]]);
        let bone = &skin.bones[0];
        assert_eq!(bone.body, "torso");
        assert_eq!(bone.bindpos, [1.0, 2.0, 3.0]);
        assert_eq!(bone.vertid, [1, 2]);
        assert_eq!(bone.vertweight, [0.25, 0.75]);
    }

    #[test]
    fn bad_files_are_refused() {
        let good = file([0, 1, 2], 0);
        assert!(load(&file([0, 1, 3], 0)).is_err());
        assert!(load(&file([0, -1, 2], 0)).is_err());
        assert!(load(&file([0, 1, 2], 3)).is_err());
        assert!(load(&good[..good.len() - 1]).is_err());
        assert!(load(&[good.clone(), vec![0]].concat()).is_err());
        for (at, value) in [
            (0, -1),
            (0, i32::MAX),
            (4, 2),
            (8, 0),
            (12, 0),
            (12, i32::MAX),
        ] {
            let mut bad = good.clone();
            bad[at..at + 4].copy_from_slice(&i32::to_le_bytes(value));
            assert!(load(&bad).is_err(), "{at} {value}");
        }
    }
}

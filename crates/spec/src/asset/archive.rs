//! Models packed in a zip archive (`.mjz`, `.zip`).
//!
//! An archive is mounted under its own name: the entry `meshes/a.stl` of `robot.mjz` is the file
//! `robot.mjz/meshes/a.stl`, so that names inside the model resolve in the usual way.

use std::io::{Cursor, Read};
use std::sync::Arc;

use zip::ZipArchive;

use super::vfs::MAX_FILE_BYTES;
use super::{AssetError, Result, path};

/// Bytes that one byte of deflated data can become at most.
const MAX_DEFLATE_RATIO: u64 = 1032;

/// A zip archive held in memory. Cloning shares the data.
#[derive(Clone)]
pub struct Archive {
    mount: String,
    zip: ZipArchive<Cursor<Arc<[u8]>>>,
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Archive")
            .field("mount", &self.mount)
            .field("entries", &self.zip.len())
            .finish()
    }
}

impl Archive {
    /// Opens an archive that is known as the file `name`.
    pub fn new(name: &str, bytes: impl Into<Arc<[u8]>>) -> Result<Self> {
        let zip = ZipArchive::new(Cursor::new(bytes.into()))
            .map_err(|e| AssetError::new(format!("this is not a readable zip archive: {e}")))?;
        Ok(Self {
            mount: path::normalize(name),
            zip,
        })
    }

    /// The name under which the archive's files are found.
    pub fn mount(&self) -> &str {
        &self.mount
    }

    /// Names of all entries, in the archive's order.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.zip.file_names()
    }

    /// The full name of the model in the archive. For an archive `robot.mjz` it is the first that exists of
    /// `robot.xml`, `robot/robot.xml`, `model.xml` and `robot/model.xml`.
    pub fn root_model(&self) -> Result<String> {
        let stem = path::stem(&self.mount);
        let candidates = [
            format!("{stem}.xml"),
            format!("{stem}/{stem}.xml"),
            "model.xml".to_owned(),
            format!("{stem}/model.xml"),
        ];
        candidates
            .iter()
            .find(|name| self.zip.index_for_name(name).is_some())
            .map(|name| format!("{}/{name}", self.mount))
            .ok_or_else(|| {
                AssetError::new("the archive holds no model").help(format!(
                    "it should contain one of {}",
                    candidates.join(", ")
                ))
            })
    }

    /// Reads the file with the normalized full name `name`; `None` if the archive does not hold it.
    pub fn read(&self, name: &str) -> Result<Option<Arc<[u8]>>> {
        let Some(entry) = name
            .strip_prefix(self.mount.as_str())
            .and_then(|rest| rest.strip_prefix('/'))
        else {
            return Ok(None);
        };
        let Some(index) = self.index_of(entry) else {
            return Ok(None);
        };
        // reading moves a cursor: a clone shares the directory and the data
        let mut zip = self.zip.clone();
        let unreadable =
            |e: &dyn std::fmt::Display| AssetError::new(format!("cannot unpack '{entry}': {e}"));
        let mut file = zip.by_index(index).map_err(|e| unreadable(&e))?;
        let promised = file.size();
        let possible = file.compressed_size().saturating_mul(MAX_DEFLATE_RATIO) + 64;
        if promised > MAX_FILE_BYTES || promised > possible {
            return Err(AssetError::new(format!(
                "'{entry}' claims to unpack to {promised} bytes, which is too much"
            )));
        }
        let mut bytes = Vec::new();
        file.by_ref()
            .take(promised + 1)
            .read_to_end(&mut bytes)
            .map_err(|e| unreadable(&e))?;
        if bytes.len() as u64 != promised {
            return Err(unreadable(&"its size is not what the archive says"));
        }
        Ok(Some(bytes.into()))
    }

    /// The entry that is called `entry`, or that is once both are normalized.
    fn index_of(&self, entry: &str) -> Option<usize> {
        self.zip.index_for_name(entry).or_else(|| {
            let same = |name: &&str| path::normalize(name) == entry;
            self.zip.index_for_name(self.zip.file_names().find(same)?)
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    /// Packs files into an archive.
    pub fn pack(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn files_are_found_under_the_mount() {
        let zip = pack(&[("robot.xml", b"<mujoco/>"), ("m\\a.stl", b"solid")]);
        let archive = Archive::new("dir/robot.mjz", zip).unwrap();
        assert_eq!(archive.root_model().unwrap(), "dir/robot.mjz/robot.xml");
        let file = archive.read("dir/robot.mjz/m/a.stl").unwrap().unwrap();
        assert_eq!(&file[..], b"solid");
        assert_eq!(archive.read("robot.xml"), Ok(None));
        assert_eq!(archive.read("dir/robot.mjz/b.stl"), Ok(None));
    }

    #[test]
    fn the_model_has_fallback_names() {
        let root = |files| Archive::new("r.zip", pack(files)).unwrap().root_model();
        assert_eq!(root(&[("r/r.xml", b"x")]).unwrap(), "r.zip/r/r.xml");
        assert_eq!(root(&[("model.xml", b"x")]).unwrap(), "r.zip/model.xml");
        assert!(root(&[("other.xml", b"x")]).is_err());
    }

    #[test]
    fn a_false_size_is_refused() {
        let mut zip = pack(&[("a.bin", &[7; 1000])]);
        // the sizes stand in the central directory, 24 bytes after its signature
        let at = zip.windows(4).position(|w| w == b"PK\x01\x02").unwrap() + 24;
        zip[at..at + 4].copy_from_slice(&0x3fff_ffffu32.to_le_bytes());
        let archive = Archive::new("a.zip", zip).unwrap();
        assert!(archive.read("a.zip/a.bin").is_err());
    }

    #[test]
    fn garbage_is_not_an_archive() {
        assert!(Archive::new("a.zip", b"not a zip".to_vec()).is_err());
    }
}

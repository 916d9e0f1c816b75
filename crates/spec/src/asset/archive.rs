//! Models packed in a zip archive (`.mjz`, `.zip`).
//!
//! An archive is mounted under its own name: the entry `meshes/a.stl` of `robot.mjz` is the file
//! `robot.mjz/meshes/a.stl`, so that names inside the model resolve in the usual way.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::sync::Arc;

use zip::ZipArchive;

use super::vfs::MAX_FILE_BYTES;
use super::{AssetError, Result, path};

/// Bytes that one byte of deflated data can become at most.
const MAX_DEFLATE_RATIO: u64 = 1032;

/// Most files an archive may have.
const MAX_ENTRIES: usize = 1 << 16;

/// A zip archive held in memory, whose directory has been checked: every name lies inside and stands for one file, and all files
/// together are no larger than one file may be. Cloning shares the data.
#[derive(Clone)]
pub struct Archive {
    mount: String,
    zip: ZipArchive<Cursor<Arc<[u8]>>>,
    /// Entries by normalized name.
    files: Arc<BTreeMap<String, usize>>,
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Archive")
            .field("mount", &self.mount)
            .field("files", &self.files.len())
            .finish()
    }
}

impl Archive {
    /// Opens an archive that is known as the file `name`.
    pub fn new(name: &str, bytes: impl Into<Arc<[u8]>>) -> Result<Self> {
        let mut zip = ZipArchive::new(Cursor::new(bytes.into())).map_err(unreadable)?;
        if zip.has_duplicate_names() {
            return Err(AssetError::new("the archive has several files of one name")
                .help("pack every file once"));
        }
        let files = files(&mut zip)?;
        Ok(Self {
            mount: path::normalize(name),
            zip,
            files: Arc::new(files),
        })
    }

    /// The name under which the archive's files are found.
    pub fn mount(&self) -> &str {
        &self.mount
    }

    /// Names of all files, sorted.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
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
            .find(|name| self.files.contains_key(*name))
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
        let Some(&index) = self.files.get(entry) else {
            return Ok(None);
        };
        // reading moves a cursor: a clone shares the directory and the data
        let mut zip = self.zip.clone();
        let unreadable =
            |e: &dyn std::fmt::Display| AssetError::new(format!("cannot unpack '{entry}': {e}"));
        let mut file = zip.by_index(index).map_err(|e| unreadable(&e))?;
        let promised = file.size();
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
}

fn unreadable(e: zip::result::ZipError) -> AssetError {
    AssetError::new(format!("this is not a readable zip archive: {e}"))
}

/// The files of an archive by normalized name. Refuses names that lead out of it, names that stand for several files, and
/// sizes that no data of that length can unpack to or that are too large together.
fn files(zip: &mut ZipArchive<Cursor<Arc<[u8]>>>) -> Result<BTreeMap<String, usize>> {
    if zip.len() > MAX_ENTRIES {
        return Err(AssetError::new(format!(
            "the archive has {} files, more than {MAX_ENTRIES}",
            zip.len()
        )));
    }
    let mut files = BTreeMap::new();
    let mut total = 0_u64;
    for index in 0..zip.len() {
        let file = zip.by_index_raw(index).map_err(unreadable)?;
        let written = file.name().map_err(unreadable)?.into_owned();
        let name = path::normalize(&written);
        let refuse = |why: &str| {
            Err(AssetError::new(format!(
                "the file '{written}' of the archive {why}"
            )))
        };
        if path::is_absolute(&written) || name.split('/').any(|part| part == "..") {
            return refuse("leads out of it");
        }
        if file.is_dir() {
            continue;
        }
        if file.is_symlink() {
            return refuse("is a link");
        }
        let possible = file
            .compressed_size()
            .saturating_mul(MAX_DEFLATE_RATIO)
            .saturating_add(64);
        total = total.saturating_add(file.size());
        if file.size() > possible || total > MAX_FILE_BYTES {
            return refuse(&format!(
                "claims to unpack to {} bytes, which is too much",
                file.size()
            ));
        }
        if name.is_empty() || files.insert(name, index).is_some() {
            return refuse("has the name of another");
        }
    }
    Ok(files)
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
        let error = Archive::new("a.zip", zip).unwrap_err();
        assert!(error.message.contains("too much"), "{error}");
    }

    #[test]
    fn files_that_are_too_large_together_are_refused() {
        let zeros = vec![0; 1 << 20];
        let mut zip = pack(&[("a.bin", &zeros), ("b.bin", &zeros)]);
        let mut from = 0;
        while let Some(at) = zip[from..].windows(4).position(|w| w == b"PK\x01\x02") {
            // as much as so much data can hold
            let compressed =
                u32::from_le_bytes(zip[from + at + 20..from + at + 24].try_into().unwrap());
            assert!(compressed > 1000);
            zip[from + at + 20..from + at + 24].copy_from_slice(&0x0010_0000u32.to_le_bytes());
            zip[from + at + 24..from + at + 28].copy_from_slice(&0x3000_0000u32.to_le_bytes());
            from += at + 4;
        }
        let error = Archive::new("a.zip", zip).unwrap_err();
        assert!(error.message.contains("'b.bin'"), "{error}");
    }

    #[test]
    fn names_that_lead_out_or_repeat_are_refused() {
        for names in [
            ["../a.stl", "b.stl"],
            ["/a.stl", "b.stl"],
            ["x/../../a.stl", "b.stl"],
            ["c:\\a.stl", "b.stl"],
            ["x/a.stl", "x\\a.stl"],
            ["x/a.stl", "y/../x/a.stl"],
        ] {
            let zip = pack(&names.map(|n| (n, &b"x"[..])));
            assert!(Archive::new("a.zip", zip).is_err(), "{names:?}");
        }
        let mut same = pack(&[("a.stl", b"x"), ("b.stl", b"x")]);
        while let Some(at) = same.windows(5).position(|w| w == b"b.stl") {
            same[at] = b'a';
        }
        assert!(Archive::new("a.zip", same).is_err());
    }

    #[test]
    fn garbage_is_not_an_archive() {
        assert!(Archive::new("a.zip", b"not a zip".to_vec()).is_err());
    }
}

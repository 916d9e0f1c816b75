//! Where files come from: memory, archives, disk.
//!
//! A [`Source`] is a list of places that are asked in order. A source made from memory or from an archive never touches
//! the disk unless [`Source::with_disk`] or [`Source::with_disk_below`] allows it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::Archive;
use super::{AssetError, Result, path};

/// Largest file that is read.
pub const MAX_FILE_BYTES: u64 = 1 << 30;

/// Files held in memory, by name. Cloning shares the contents.
#[derive(Clone, Default)]
pub struct Assets {
    files: BTreeMap<String, Arc<[u8]>>,
}

impl std::fmt::Debug for Assets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sizes = self.files.iter().map(|(name, bytes)| (name, bytes.len()));
        f.debug_map().entries(sizes).finish()
    }
}

impl Assets {
    /// No files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file, or replaces the one of the same name.
    pub fn insert(&mut self, name: impl Into<String>, bytes: impl Into<Arc<[u8]>>) {
        self.files.insert(name.into(), bytes.into());
    }

    /// Whether there are no files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Names of the files, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Finds a file: by its exact name, then by its normalized path, then by its last part in any case of letters. If
    /// the last part fits several files the name is ambiguous, which is an error.
    pub fn get(&self, name: &str) -> Result<Option<&Arc<[u8]>>> {
        if let Some(bytes) = self.files.get(name) {
            return Ok(Some(bytes));
        }
        let wanted = path::normalize(name);
        let same_path = |(key, _): &(&String, _)| path::normalize(key) == wanted;
        if let Some((_, bytes)) = self.files.iter().find(same_path) {
            return Ok(Some(bytes));
        }
        let last = path::base_name(&wanted);
        let same_name = |(key, _): &(&String, _)| path::base_name(key).eq_ignore_ascii_case(last);
        let mut found = self.files.iter().filter(same_name);
        match (found.next(), found.next()) {
            (Some((a, _)), Some((b, _))) => Err(AssetError::new(format!(
                "'{name}' could mean '{a}' or '{b}' among the files in memory"
            ))
            .help("give the files the paths that the model uses")),
            (first, _) => Ok(first.map(|(_, bytes)| bytes)),
        }
    }
}

impl<N: Into<String>, B: Into<Arc<[u8]>>> FromIterator<(N, B)> for Assets {
    fn from_iter<I: IntoIterator<Item = (N, B)>>(files: I) -> Self {
        let files = files.into_iter().map(|(n, b)| (n.into(), b.into()));
        Self {
            files: files.collect(),
        }
    }
}

/// The contents of a file and where they came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The contents.
    pub bytes: Arc<[u8]>,
    /// The resolved name, with `/` separators.
    pub path: String,
}

/// One place that may hold files.
#[derive(Clone, Debug)]
enum FileSource {
    Memory(Assets),
    Archive(Archive),
    /// The whole disk; relative names start at the working directory.
    Disk,
    /// Only files below this directory; relative names start there.
    DiskBelow(PathBuf),
}

/// Where files come from: places that are asked in order. The default holds nothing.
#[derive(Clone, Debug, Default)]
pub struct Source {
    places: Vec<FileSource>,
}

impl Source {
    /// Files in memory only.
    pub fn memory(assets: Assets) -> Self {
        Self::default().with_memory(assets)
    }

    /// Files in an archive only.
    pub fn archive(archive: Archive) -> Self {
        Self::default().with_archive(archive)
    }

    /// The disk only; relative names start at the working directory.
    pub fn disk() -> Self {
        Self::default().with_disk()
    }

    /// Asks these files after all places so far.
    pub fn with_memory(mut self, assets: Assets) -> Self {
        self.places.push(FileSource::Memory(assets));
        self
    }

    /// Asks an archive after all places so far.
    pub fn with_archive(mut self, archive: Archive) -> Self {
        self.places.push(FileSource::Archive(archive));
        self
    }

    /// Asks an archive before all places so far.
    pub fn before(mut self, archive: Archive) -> Self {
        self.places.insert(0, FileSource::Archive(archive));
        self
    }

    /// Asks the disk after all places so far.
    pub fn with_disk(mut self) -> Self {
        self.places.push(FileSource::Disk);
        self
    }

    /// Asks one directory of the disk after all places so far. Relative names start there; names that lead out of it,
    /// also through links, are not found.
    pub fn with_disk_below(mut self, root: impl Into<PathBuf>) -> Self {
        self.places.push(FileSource::DiskBelow(root.into()));
        self
    }

    /// Whether a file may be read from disk.
    pub fn uses_disk(&self) -> bool {
        let disk = |p: &FileSource| matches!(p, FileSource::Disk | FileSource::DiskBelow(_));
        self.places.iter().any(disk)
    }

    /// Whether `name` comes from memory or an archive, that is, has no place on disk.
    pub fn serves_from_memory(&self, name: &str) -> bool {
        let name = path::normalize(name);
        for place in &self.places {
            match place {
                FileSource::Memory(_) | FileSource::Archive(_) => {
                    if place.read(&name).is_ok_and(|found| found.is_some()) {
                        return true;
                    }
                }
                FileSource::Disk | FileSource::DiskBelow(_) => return false,
            }
        }
        false
    }

    /// Reads a file.
    pub fn read(&self, name: &str) -> Result<Resource> {
        let path = path::normalize(name);
        for place in &self.places {
            if let Some(bytes) = place.read(&path)? {
                return Ok(Resource { bytes, path });
            }
        }
        let error = AssetError::new(format!("there is no file '{path}'"));
        Err(if self.uses_disk() {
            error
        } else {
            error.help(
                "files on disk are not read here: give the file with the model, or allow the disk",
            )
        })
    }
}

impl FileSource {
    /// Reads a file by its normalized name; `None` if it is not here.
    fn read(&self, name: &str) -> Result<Option<Arc<[u8]>>> {
        match self {
            Self::Memory(assets) => Ok(assets.get(name)?.cloned()),
            Self::Archive(archive) => archive.read(name),
            Self::Disk => read_file(Path::new(name)),
            Self::DiskBelow(root) => {
                let full = root.join(name);
                let inside = match (root.canonicalize(), full.canonicalize()) {
                    (Ok(root), Ok(full)) => full.starts_with(root),
                    _ => false,
                };
                if inside { read_file(&full) } else { Ok(None) }
            }
        }
    }
}

/// Reads a regular file; `None` if there is none of that name.
fn read_file(path: &Path) -> Result<Option<Arc<[u8]>>> {
    let unreadable = |e: std::io::Error| {
        AssetError::new(format!("cannot read the file '{}': {e}", path.display()))
    };
    let Ok(meta) = std::fs::metadata(path) else {
        return Ok(None);
    };
    if !meta.is_file() {
        let message = format!("'{}' is not a regular file", path.display());
        return Err(AssetError::new(message));
    }
    let too_large = || {
        AssetError::new(format!(
            "the file '{}' is larger than {MAX_FILE_BYTES} bytes",
            path.display()
        ))
    };
    if meta.len() > MAX_FILE_BYTES {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(too_large());
    }
    Ok(Some(bytes.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::archive::tests::pack;

    fn assets(names: &[&str]) -> Assets {
        names
            .iter()
            .map(|n| (n.to_string(), n.as_bytes().to_vec()))
            .collect()
    }

    fn read(source: &Source, name: &str) -> Option<String> {
        let bytes = source.read(name).ok()?.bytes;
        String::from_utf8(bytes.to_vec()).ok()
    }

    #[test]
    fn memory_is_searched_by_name_path_and_last_part() {
        let source = Source::memory(assets(&["a.stl", "x/b.stl", "y\\z/../c.stl", "x/a.stl"]));
        assert_eq!(read(&source, "a.stl").as_deref(), Some("a.stl"));
        assert_eq!(read(&source, "x/./a.stl").as_deref(), Some("x/a.stl"));
        assert_eq!(read(&source, "/abs/B.STL").as_deref(), Some("x/b.stl"));
        assert_eq!(read(&source, "y/c.stl").as_deref(), Some("y\\z/../c.stl"));
        assert!(source.read("z/a.stl").is_err(), "two files end so");
        assert!(source.read("d.stl").is_err());
    }

    #[test]
    fn memory_alone_never_reads_the_disk() {
        let source = Source::memory(Assets::new());
        assert!(!source.uses_disk());
        assert!(source.read("Cargo.toml").is_err());
        assert!(source.clone().with_disk().read("Cargo.toml").is_ok());
        assert!(Source::default().read("Cargo.toml").is_err());
    }

    #[test]
    fn a_directory_confines() {
        let source = Source::default().with_disk_below("src");
        assert!(source.read("lib.rs").is_ok());
        assert!(source.read("asset/../lib.rs").is_ok());
        assert!(source.read("../Cargo.toml").is_err());
        assert!(source.read("/etc/hostname").is_err());
        assert!(source.read("asset").is_err(), "a directory is not a file");
    }

    #[test]
    fn places_are_asked_in_order() {
        let zip = Archive::new("r.mjz", pack(&[("a.stl", b"packed")])).unwrap();
        let source = Source::memory(assets(&["q/b.stl"]))
            .with_archive(zip)
            .with_disk();
        assert_eq!(read(&source, "r.mjz/a.stl").as_deref(), Some("packed"));
        assert!(source.serves_from_memory("r.mjz/a.stl"));
        assert!(source.read("Cargo.toml").is_ok());
        assert!(!source.serves_from_memory("Cargo.toml"));
        let path = source.read("q/../q/b.stl").unwrap().path;
        assert_eq!(path, "q/b.stl");
    }
}

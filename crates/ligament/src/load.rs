//! From a file or a text to a compiled model in one call.

use std::path::Path;

use ligament_mjcf::{Read, ReadOptions, read_path, read_str};
use ligament_model::Model;
use ligament_model::io::is_mjb;
use ligament_spec::asset::vfs::Assets;
use ligament_spec::{Problem, Problems};

/// How files with binary models of MuJoCo end.
pub const MUJOCO_BINARY_EXTENSION: &str = "mjb";

/// How files with binary models end.
pub const BINARY_EXTENSION: &str = "lgm";

/// Largest binary file that is read: as much as the arrays of a model may take.
const MAX_BINARY_BYTES: u64 = 8 << 30;

/// A compiled model with the warnings that reading and compiling gave.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The model.
    pub model: Model,
    /// Warnings.
    pub warnings: Vec<Problem>,
}

impl Loaded {
    /// Sends the warnings to the log (the crate `log`, target `ligament`).
    pub fn log_warnings(&self) {
        for warning in &self.warnings {
            log::warn!(target: "ligament", "{warning}");
        }
    }
}

/// Loads a model file: binary if it ends in `.lgm` or `.mjb`, an archive with a model and its files if it ends in `.zip` or
/// `.mjz`, else MJCF or URDF.
pub fn load(path: impl AsRef<Path>) -> Result<Loaded, Problems> {
    load_with(path.as_ref(), &ReadOptions::default())
}

/// True if the name of a file says that it holds a binary model.
pub fn is_binary(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| e == BINARY_EXTENSION || e == MUJOCO_BINARY_EXTENSION)
}

/// Loads a model file with other options: files in memory, nothing else from disk, roots of URDF packages.
pub fn load_with(path: &Path, options: &ReadOptions) -> Result<Loaded, Problems> {
    if is_binary(path) {
        return load_binary(path).map(|model| Loaded {
            model,
            warnings: Vec::new(),
        });
    }
    compile(read_path(path, options)?)
}

/// Loads a model from text; what it refers to is looked for in `assets` before it is looked for on disk.
pub fn load_str(text: &str, assets: &Assets) -> Result<Loaded, Problems> {
    let options = ReadOptions {
        assets: assets.clone(),
        ..ReadOptions::default()
    };
    load_str_with(text, &options)
}

/// Loads a model from text with other options: with `memory_only`, what is not among the files in memory is not looked for.
pub fn load_str_with(text: &str, options: &ReadOptions) -> Result<Loaded, Problems> {
    compile(read_str(text, options)?)
}

/// Loads a binary model file, ours or MuJoCo's.
pub fn load_binary(path: &Path) -> Result<Model, Problems> {
    let trouble =
        |why: String| Problems::from(Problem::model(format!("'{}': {why}", path.display())));
    // devices and pipes have no end, and files with holes hardly one
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err(trouble("is not a regular file".into())),
        Ok(found) if found.len() > MAX_BINARY_BYTES => {
            let why = format!("is larger than {MAX_BINARY_BYTES} bytes, which no model is");
            return Err(trouble(why));
        }
        _ => {}
    }
    let bytes = std::fs::read(path).map_err(|e| trouble(format!("cannot read the file: {e}")))?;
    let read = if is_mjb(&bytes) {
        Model::from_mjb(&bytes)
    } else {
        Model::from_bytes(&bytes)
    };
    read.map_err(|e| trouble(e.to_string()))
}

fn compile(read: Read) -> Result<Loaded, Problems> {
    let compiled = read.spec.compile()?;
    let warnings = read.warnings.into_iter().chain(compiled.warnings).collect();
    Ok(Loaded {
        model: compiled.model,
        warnings,
    })
}

/// Loading as functions of [`Model`]; warnings go to the log, and [`load`] returns them.
pub trait LoadModel: Sized {
    /// Reads and compiles a model file.
    fn from_xml_path(path: impl AsRef<Path>) -> Result<Self, Problems>;
    /// Compiles a model given as text.
    fn from_xml_str(text: &str) -> Result<Self, Problems>;
}

impl LoadModel for Model {
    fn from_xml_path(path: impl AsRef<Path>) -> Result<Self, Problems> {
        let loaded = load(path)?;
        loaded.log_warnings();
        Ok(loaded.model)
    }

    fn from_xml_str(text: &str) -> Result<Self, Problems> {
        let loaded = load_str(text, &Assets::new())?;
        loaded.log_warnings();
        Ok(loaded.model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figure_compiles_without_warnings_and_survives_its_binary_form() {
        let loaded = load_str(crate::FIGURE, &Assets::new()).unwrap();
        assert_eq!(loaded.warnings, []);
        assert_eq!(loaded.model.model_name(), "figure");
        assert_eq!(
            Model::from_bytes(&loaded.model.to_bytes()).unwrap(),
            loaded.model
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_no_model() {
        let problems = load_binary(Path::new("/dev/zero")).unwrap_err();
        assert!(problems.to_string().contains("regular file"), "{problems}");
    }

    #[test]
    fn a_file_that_is_mostly_hole_is_no_model() {
        for name in ["hole.lgm", "hole.mjb", "hole.xml", "hole.zip"] {
            let path = packed(name);
            let file = std::fs::File::create(&path).unwrap();
            file.set_len(1 << 40).unwrap();
            let problems = load(&path).unwrap_err();
            assert!(problems.to_string().contains("larger"), "{problems}");
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        for name in ["absent.xml", "absent.lgm"] {
            let problems = load(name).unwrap_err();
            assert!(problems.to_string().contains(name), "{problems}");
        }
    }

    /// An archive with a model and a mesh, in a folder of its own.
    fn packed(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("ligament-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        let archive = include_bytes!("../../../fuzz/seeds/archive/robot.zip");
        std::fs::write(&path, archive).unwrap();
        path
    }

    #[test]
    fn archives_are_models() {
        let memory_only = ReadOptions {
            memory_only: true,
            ..ReadOptions::default()
        };
        for name in ["robot.zip", "robot.mjz"] {
            let path = packed(name);
            assert_eq!(Model::from_xml_path(&path).unwrap().size.nmesh, 1);
            let loaded = load_with(&path, &memory_only).unwrap();
            assert_eq!(loaded.model.size.nmesh, 1);
        }
        let problems = load(packed("other.zip")).unwrap_err().to_string();
        assert!(
            problems.contains("other.zip") && problems.contains("no model"),
            "{problems}"
        );
    }

    #[test]
    fn what_is_not_in_memory_is_not_looked_for_if_so_asked() {
        let mesh = include_bytes!("../../../fuzz/seeds/stl/tetrahedron.stl");
        let path = packed("robot.zip").with_file_name("a.stl");
        std::fs::write(&path, mesh).unwrap();
        let text = format!(
            "<mujoco><asset><mesh file='{}'/></asset></mujoco>",
            path.display()
        );
        let mut options = ReadOptions::default();
        assert!(load_str_with(&text, &options).is_ok());
        options.memory_only = true;
        let problems = load_str_with(&text, &options).unwrap_err().to_string();
        assert!(
            problems.contains("files on disk are not read here"),
            "{problems}"
        );
        options.assets.insert("a.stl", &mesh[..]);
        assert!(load_str_with(&text, &options).is_ok());
        let model = path.with_file_name("model.xml");
        std::fs::write(&model, &text).unwrap();
        options.assets = Assets::new();
        assert!(load_with(&model, &options).is_err(), "the mesh is on disk");
        options.memory_only = false;
        assert!(load_with(&model, &options).is_ok());
    }
}

//! Asset files: from bytes to vertices, pixels, elevations and skins.
//!
//! Everything here is a pure function of bytes or parameters and knows nothing of XML or of the model. What a function
//! returns is what MuJoCo holds right after loading, before the compiler scales, centres or normalizes it: same order
//! of vertices, faces and pixels. A file that promises more than it holds is an error before anything is allocated.
//!
//! | module | reads or makes |
//! |---|---|
//! | [`vfs`], [`archive`], [`path`] | where files come from and how their names are resolved |
//! | [`mesh`], [`stl`], [`obj`], [`msh`], [`gmsh`] | mesh files |
//! | [`shapes`] | procedural meshes |
//! | [`hfield`], [`image`] | height fields, PNG images |
//! | [`texture`], [`pattern`] | textures from files, procedural textures |
//! | [`skin`] | skin files |

mod bytes;
#[cfg(test)]
mod corrupt;
mod gradient;
mod number;
mod polygon;
mod scatter;

pub mod archive;
pub mod content;
pub mod gmsh;
pub mod hfield;
pub mod image;
pub mod mesh;
pub mod msh;
pub mod obj;
pub mod path;
pub mod pattern;
pub mod shapes;
pub mod skin;
pub mod stl;
pub mod texture;
pub mod vfs;

/// Why an asset cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetError {
    /// What is wrong, without the file name: the caller knows the file.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl AssetError {
    /// An error with a message.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
        }
    }

    /// Adds what to do.
    pub fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}

impl std::fmt::Display for AssetError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for AssetError {}

/// Short for the result of reading an asset.
pub type Result<T> = std::result::Result<T, AssetError>;

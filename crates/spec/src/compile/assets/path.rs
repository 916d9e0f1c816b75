//! Names and files of assets.

use crate::asset::vfs::Resource;
use crate::asset::{AssetError, path};
use crate::origin::Origin;
use crate::problem::Problem;
use crate::resolve::Resolved;

/// Which directory of the compiler settings an asset's file is looked for in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Directory {
    /// `meshdir`: meshes, height fields and skins.
    Mesh,
    /// `texturedir`: textures.
    Texture,
}

/// The name of an asset: its own, or that of its file without directory and extension.
pub(super) fn asset_name(name: &str, file: &str) -> String {
    if name.is_empty() {
        path::stem(file).to_owned()
    } else {
        name.to_owned()
    }
}

/// Where the file of an asset is.
pub(super) fn resolve(spec: &Resolved, at: &Origin, directory: Directory, file: &str) -> String {
    let settings = spec.compiler(at);
    let inside = match directory {
        Directory::Mesh => &settings.meshdir,
        Directory::Texture => &settings.texturedir,
    };
    path::resolve(&settings.modeldir, inside, file, settings.strippath)
}

/// Reads the file of an asset.
pub(super) fn read(
    spec: &Resolved,
    at: &Origin,
    directory: Directory,
    file: &str,
) -> Result<Resource, AssetError> {
    spec.source.read(&resolve(spec, at, directory, file))
}

/// A problem of an asset, with the file it concerns.
pub(super) fn problem(
    at: &Origin,
    element: &str,
    name: &str,
    file: &str,
    e: AssetError,
) -> Problem {
    let message = if file.is_empty() || e.message.contains(path::base_name(file)) {
        e.message
    } else {
        format!("in '{file}': {}", e.message)
    };
    let problem = Problem::error(at, element, name, message);
    match e.help {
        Some(help) => problem.help(help),
        None => problem,
    }
}

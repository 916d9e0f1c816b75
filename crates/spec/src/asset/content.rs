//! Media types: which decoder reads a file.
//!
//! An explicit `content_type` decides; otherwise the extension does, in any case of letters.

use super::{AssetError, Result, path};

/// The media type of a file: the `type/subtype` of `content_type` without parameters, or the type that goes with the
/// extension of `file`, or an empty string if the extension is unknown.
pub fn media_type(file: &str, content_type: &str) -> Result<String> {
    if content_type.is_empty() {
        return Ok(from_extension(file).to_owned());
    }
    let name = content_type.split(';').next().unwrap_or("").trim();
    match name.split_once('/') {
        Some((kind, subtype)) if !kind.is_empty() && !subtype.is_empty() => Ok(name.to_owned()),
        _ => Err(
            AssetError::new(format!("'{content_type}' is not a media type"))
                .help("write it as type/subtype, for example model/stl"),
        ),
    }
}

/// The media type that an extension stands for.
fn from_extension(file: &str) -> &'static str {
    match path::extension(file).as_str() {
        "stl" => "model/stl",
        "obj" => "model/obj",
        "ply" => "model/ply",
        "msh" => "model/vnd.mujoco.msh",
        "gmsh" => "model/vnd.gmsh",
        "png" => "image/png",
        "ktx" => "image/ktx",
        _ => "",
    }
}

/// An error for a file of a type that cannot be read here.
pub(super) fn unsupported(found: &str, file: &str, supported: &str) -> AssetError {
    let what = if found.is_empty() {
        format!(
            "cannot tell the type of the file from the extension of '{}'",
            path::base_name(file)
        )
    } else {
        format!("files of type '{found}' are not supported here")
    };
    AssetError::new(what).help(format!("supported are {supported}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_type_wins_over_the_extension() {
        assert_eq!(media_type("a.STL", ""), Ok("model/stl".into()));
        assert_eq!(media_type("a.stl", "model/obj;v=1"), Ok("model/obj".into()));
        assert_eq!(media_type("a.xyz", ""), Ok(String::new()));
        assert!(media_type("a.stl", "stl").is_err());
        assert!(media_type("a.stl", "model/").is_err());
    }
}

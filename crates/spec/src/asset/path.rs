//! File names as model files write them.
//!
//! Names use `/` or `\` as separators and are text, not OS paths: the same model must resolve its files in the same way
//! from memory, from an archive and from disk, on every system. Results always use `/`.

/// The part of a name that makes it absolute: a leading separator, or everything up to a `:/` or `:\` (a drive or URI).
fn absolute_prefix(name: &str) -> &str {
    if name.starts_with(['/', '\\']) {
        return name.get(..1).unwrap_or("");
    }
    let end = [":/", ":\\"].iter().filter_map(|p| name.find(p)).min();
    end.and_then(|e| name.get(..e + 2)).unwrap_or("")
}

/// Whether a name says all by itself where the file is.
pub fn is_absolute(name: &str) -> bool {
    !absolute_prefix(name).is_empty()
}

/// The same name with `/` separators and without `.`, without empty parts, and without `..` where it can be undone.
pub fn normalize(name: &str) -> String {
    let prefix = absolute_prefix(name);
    let mut parts: Vec<&str> = Vec::new();
    for part in name.get(prefix.len()..).unwrap_or("").split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|p| *p != "..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    prefix.replace('\\', "/") + &parts.join("/")
}

/// `name` seen from the directory `dir`, normalized. An absolute name stays what it is.
pub fn join(dir: &str, name: &str) -> String {
    if dir.is_empty() || is_absolute(name) {
        normalize(name)
    } else {
        normalize(&format!("{dir}/{name}"))
    }
}

/// Where an asset file is: the model's directory, then the asset directory (`meshdir`, `texturedir`), then the file. An
/// absolute part makes everything before it irrelevant. With `strip` only the last part of `file` counts (`strippath`).
pub fn resolve(model_dir: &str, asset_dir: &str, file: &str, strip: bool) -> String {
    let file = if strip { base_name(file) } else { file };
    let inner = if asset_dir.is_empty() || is_absolute(file) {
        file.to_owned()
    } else {
        format!("{asset_dir}/{file}")
    };
    join(model_dir, &inner)
}

/// The directory part, without the last separator; empty if there is none.
pub fn directory(name: &str) -> &str {
    match name.rfind(['/', '\\']) {
        Some(0) => name.get(..1).unwrap_or(""),
        Some(end) => name.get(..end).unwrap_or(""),
        None => "",
    }
}

/// The last part.
pub fn base_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// What follows the last `.`, in lower case; empty if there is none.
pub fn extension(name: &str) -> String {
    let last = base_name(name);
    last.rfind('.')
        .and_then(|dot| last.get(dot + 1..))
        .unwrap_or("")
        .to_ascii_lowercase()
}

/// Whether a file is an archive, by its name.
pub fn is_archive(name: &str) -> bool {
    matches!(extension(name).as_str(), "zip" | "mjz")
}

/// The name that an unnamed asset takes from its file: no directory, no extension.
pub fn stem(name: &str) -> &str {
    let last = base_name(name);
    last.rfind('.')
        .and_then(|end| last.get(..end))
        .unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_and_separators_are_normalized() {
        for (name, expected) in [
            ("a/./b//c.stl", "a/b/c.stl"),
            ("a\\b\\..\\c.stl", "a/c.stl"),
            ("../a/../../b.stl", "../../b.stl"),
            ("/a/../b.stl", "/b.stl"),
            ("c:\\x\\y.png", "c:/x/y.png"),
            ("x/..", ""),
            ("./a.stl", "a.stl"),
            ("", ""),
        ] {
            assert_eq!(normalize(name), expected, "{name}");
        }
    }

    #[test]
    fn assets_are_found_from_the_model() {
        assert_eq!(
            resolve("models/arm", "meshes", "a.stl", false),
            "models/arm/meshes/a.stl"
        );
        assert_eq!(
            resolve("models/arm/", "../meshes/", "x/a.stl", false),
            "models/meshes/x/a.stl"
        );
        assert_eq!(
            resolve("models", "/usr/meshes", "a.stl", false),
            "/usr/meshes/a.stl"
        );
        assert_eq!(resolve("models", "m", "/tmp/a.stl", false), "/tmp/a.stl");
        assert_eq!(resolve("models", "m", "/tmp/a.stl", true), "models/m/a.stl");
        assert_eq!(resolve("", "", "a.stl", false), "a.stl");
        assert_eq!(resolve("/", "", "a.stl", false), "/a.stl");
    }

    #[test]
    fn names_are_taken_apart() {
        assert_eq!(directory("a/b/c.stl"), "a/b");
        assert_eq!(directory("/c.stl"), "/");
        assert_eq!(directory("c.stl"), "");
        assert_eq!(extension("a.b/C.STL"), "stl");
        assert_eq!(extension("v1.2/none"), "");
        assert_eq!(stem("a\\b/c.tar.gz"), "c.tar");
    }
}

//! Where mutation starts: small files of `fuzz/seeds`, cases that were found once (`fuzz/found`), and the repository's own models.

use std::path::{Path, PathBuf};

use ligament::Assets;

use crate::models::TEXTS;

/// Asset files beside the models that are tried.
const ASSETS: &[(&str, &[u8])] = &[
    (
        "a.stl",
        include_bytes!("../../../fuzz/seeds/stl/tetrahedron.stl"),
    ),
    ("a.obj", include_bytes!("../../../fuzz/seeds/obj/quad.obj")),
    ("a.msh", include_bytes!("../../../fuzz/seeds/gmsh/v41.msh")),
    (
        "a.png",
        include_bytes!("../../../fuzz/seeds/image/gray.png"),
    ),
    (
        "a.skn",
        include_bytes!("../../../fuzz/seeds/skin/triangle.skn"),
    ),
    ("a.xml", include_bytes!("../../../fuzz/seeds/mjcf/part.xml")),
];

/// The asset files as files in memory.
pub fn assets() -> Assets {
    let file = |(name, bytes): &(&str, &[u8])| ((*name).to_owned(), bytes.to_vec());
    ASSETS.iter().map(file).collect()
}

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// The files of a folder, by name.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|e| e.path()).collect();
    paths.sort();
    paths.iter().filter_map(|p| std::fs::read(p).ok()).collect()
}

/// The seeds of a target: never none.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let mut seeds = files(&fuzz().join("seeds").join(target));
    seeds.extend(found(target));
    match target {
        "mjcf" => seeds.extend(TEXTS.iter().map(|t| t.as_bytes().to_vec())),
        // the first byte says how an image is used
        "png" | "texture" | "hfield" => {
            for image in files(&fuzz().join("seeds/image")) {
                seeds.extend([0, 1, 2, 4, 13, 49].map(|how| [&[how][..], &image].concat()));
            }
        }
        "lgm" | "mjb" | "edits" | "state" | "calls" | "callbacks" => {
            let sequence = |first: u8| {
                (0..40)
                    .map(|i| if i == 0 { first } else { 5 * i })
                    .collect()
            };
            seeds.extend((0..TEXTS.len() as u8).map(sequence));
        }
        _ => {}
    }
    if seeds.is_empty() {
        seeds.push(vec![0; 64]);
    }
    seeds
}

/// Cases that broke a rule once, which are tried every time.
pub fn found(target: &str) -> Vec<Vec<u8>> {
    files(&fuzz().join("found").join(target))
}

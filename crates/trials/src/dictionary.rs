//! Words that inputs are made of: those of the grammar, and a few of other formats.

/// The words of a target.
pub fn words(target: &str) -> Vec<String> {
    let listed = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect();
    match target {
        "mjcf" => grammar(),
        "urdf" => listed(&[
            "robot",
            "link",
            "joint",
            "name",
            "type",
            "revolute",
            "continuous",
            "prismatic",
            "fixed",
            "floating",
            "planar",
            "spherical",
            "parent",
            "child",
            "origin",
            "xyz",
            "rpy",
            "axis",
            "limit",
            "lower",
            "upper",
            "effort",
            "velocity",
            "dynamics",
            "damping",
            "friction",
            "mimic",
            "multiplier",
            "offset",
            "inertial",
            "mass",
            "value",
            "inertia",
            "ixx",
            "iyy",
            "izz",
            "ixy",
            "ixz",
            "iyz",
            "visual",
            "collision",
            "geometry",
            "box",
            "size",
            "cylinder",
            "radius",
            "length",
            "sphere",
            "mesh",
            "filename",
            "scale",
            "material",
            "color",
            "rgba",
            "mujoco",
            "compiler",
            "world",
        ]),
        "obj" => listed(&[
            "v ", "vn ", "vt ", "f ", "o ", "g ", "l ", "/", "//", "\n", "\\\n", "-1", "1e9", "nan",
        ]),
        "gmsh" => listed(&[
            "$MeshFormat\n",
            "$EndMeshFormat\n",
            "$Nodes\n",
            "$EndNodes\n",
            "$Elements\n",
            "$EndElements\n",
            "4.1 0 8\n",
            "2.2 0 8\n",
            "4.1 1 8\n",
            "2.2 1 8\n",
            " 4 ",
            " 2 ",
        ]),
        "stl" => listed(&[
            "solid",
            "facet",
            "normal",
            "outer loop",
            "vertex",
            "endloop",
            "endfacet",
            "endsolid",
        ]),
        "png" | "texture" | "hfield" => listed(&[
            "IHDR", "IDAT", "IEND", "PLTE", "tRNS", "sRGB", "gAMA", "iCCP", "acTL", "fcTL", "fdAT",
        ]),
        "archive" => listed(&[
            "PK\u{1}\u{2}",
            "PK\u{3}\u{4}",
            "PK\u{5}\u{6}",
            "../",
            "/",
            "robot.xml",
            "model.xml",
        ]),
        _ => Vec::new(),
    }
}

/// Every tag, attribute and keyword of MJCF, taken from its schema.
fn grammar() -> Vec<String> {
    let schema = ligament::mjcf::xsd();
    let mut words: Vec<String> = schema
        .split(['"', '\''])
        .skip(1)
        .step_by(2)
        .filter(|w| w.len() < 24 && w.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
        .map(str::to_owned)
        .collect();
    words.sort();
    words.dedup();
    words
}

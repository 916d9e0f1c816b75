//! What fuzzing tries: one function per kind of input that takes any bytes and panics if a rule is broken.
//!
//! The rules: no panic, no abort, no hang, no memory beyond a limit; no numbers that are not numbers without a warning; what was
//! read can be written and read again; a state gives the same bits in used and in fresh data.
//!
//! The same functions run under libFuzzer (`fuzz/`, guided by coverage) and under the mutator of this crate (`cargo run -p
//! ligament-trials`), which needs nothing but stable Rust.
#![forbid(unsafe_code)]

mod binary;
mod calls;
mod dictionary;
mod document;
mod edits;
mod models;
mod mutate;
mod reader;
mod seeds;

pub use dictionary::words;
pub use mutate::Mutator;
pub use seeds::seeds;

/// One kind of input.
pub struct Target {
    /// Its name: that of the fuzz target, and of the folders with its seeds and found cases.
    pub name: &'static str,
    /// What it tries.
    pub about: &'static str,
    /// Tries an input; panics if a rule is broken.
    pub run: fn(&[u8]),
    /// Most bytes that are worth trying.
    pub longest: usize,
}

macro_rules! targets {
    ($($name:ident $longest:literal $run:path, $about:literal;)*) => {
        /// All kinds of input.
        pub const TARGETS: &[Target] = &[
            $(Target { name: stringify!($name), about: $about, run: $run, longest: $longest },)*
        ];
    };
}

targets! {
    mjcf 4096 document::mjcf, "model texts: read, compile, write, read again, step";
    urdf 4096 document::urdf, "URDF texts: read and compile";
    stl 1024 reader::stl, "STL meshes";
    obj 1024 reader::obj, "OBJ meshes";
    msh 1024 reader::msh, "MSH meshes, binary";
    gmsh 1024 reader::gmsh, "Gmsh meshes, text and binary, 2.2 and 4.1";
    png 1024 reader::png, "PNG images to 1, 3 and 4 channels, and as cubes";
    texture 1024 reader::texture, "textures of every format";
    hfield 1024 reader::hfield, "height fields, binary and PNG";
    skin 1024 reader::skin, "skins";
    archive 1024 reader::archive, "zip archives, and models in them";
    lgm 512 binary::lgm, "binary models with their checksum repaired: read and step";
    mjb 512 binary::mjb, "binary models of MuJoCo: read, write, read again and step";
    edits 256 edits::edits, "edits of a model: add, delete, move, attach, rename, write fields, compile";
    state 1024 calls::state, "state vectors: set and step";
    calls 256 calls::calls, "sequences of stage calls";
    callbacks 256 calls::callbacks, "functions of the user that call stages and write wild numbers";
}

/// A target by its name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|t| t.name == name)
}

/// Tries an input on a target; panics if a rule is broken or there is no such target.
pub fn run(name: &str, input: &[u8]) {
    let target = target(name).expect("the target is listed");
    (target.run)(input);
}

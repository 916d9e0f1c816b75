//! Meshes, height fields, skins, textures, materials and models to attach.

use ligament_model::enums::{
    ColorSpace, MeshBuiltin, MeshInertia, TextureBuiltin, TextureMark, TextureRole, TextureType,
};
use ligament_spec::element::{Bone, HeightField, Material, Mesh, Skin, Texture};

use super::codec::{Exact, File, Flag, Key, List, One, Text, Tri};
use super::flex::PLUGIN;
use super::{Codec, Kind, Node, Rule, many, rows};

/// The greatest number of hull vertices: -1, or at least 4.
pub struct HullVertices;

impl Codec for HullVertices {
    type Value = i32;
    const KIND: Kind = <One<i32> as Codec>::KIND;
    fn read(text: &str, value: &mut i32) -> Result<(), String> {
        One::<i32>::read(text, value)?;
        if *value != -1 && *value < 4 {
            return Err("a hull has at least 4 vertices; -1 sets no bound".into());
        }
        Ok(())
    }
    fn show(value: &i32) -> String {
        value.to_string()
    }
    fn same(a: &i32, b: &i32) -> bool {
        a == b
    }
}

rows! {
    /// Attributes of meshes.
    pub static MESH_ROWS: Mesh {
        "name" => name: Text, "Name; that of the file if not given.";
        "class" => class: Text, "Default class.";
        "content_type" => content_type: Text [own], "Media type of the file.";
        "file" => file: File [own], "File.";
        "vertex" => vertex: List<f32> [own], "Vertices, three numbers each.";
        "normal" => normal: List<f32> [own], "Normals, three numbers each.";
        "texcoord" => texcoord: List<f32> [own], "Texture coordinates, two numbers each.";
        "face" => face: List<i32> [own], "Triangles, three vertices each.";
        "refpos" => refpos: Exact<f64, 3> [own], "Point that is moved to the origin.";
        "refquat" => refquat: Exact<f64, 4> [own], "Orientation that is undone.";
        "scale" => scale: Exact<f64, 3>, "Scale; negative numbers mirror.";
        "smoothnormal" => smoothnormal: Flag [own], "Whether normals are smoothed over sharp edges too.";
        "maxhullvert" => maxhullvert: HullVertices, "Most vertices of the convex hull; -1 for no bound.";
        "inertia" => inertia: Key<MeshInertia>, "How the inertia is found.";
        "builtin" => builtin: Key<MeshBuiltin> [own], "Procedural mesh, in place of a file.";
        "params" => params: List<f64> [own], "Parameters of the procedural mesh.";
        "material" => material: Text [own], "Material of geoms that name none.";
    }
}

rows! {
    /// Attributes of height fields.
    pub static HFIELD_ROWS: HeightField {
        "name" => name: Text, "Name; that of the file if not given.";
        "content_type" => content_type: Text, "Media type of the file.";
        "file" => file: File, "File.";
        "nrow" => nrow: One<i32>, "Rows, when there is no file.";
        "ncol" => ncol: One<i32>, "Columns, when there is no file.";
        "size" => size: Exact<f64, 4> [required], "Half-sizes along x and y, greatest elevation, depth of the base.";
        "elevation" => elevation: List<f32>, "Elevations, the row of greatest y first.";
    }
}

rows! {
    /// Attributes of skins.
    pub static SKIN_ROWS: Skin {
        "name" => name: Text, "Name.";
        "file" => file: File, "File.";
        "material" => material: Text, "Material.";
        "rgba" => rgba: Exact<f32, 4>, "Colour.";
        "inflate" => inflate: One<f32>, "Offset along the normals.";
        "vertex" => vertex: List<f32>, "Vertices, three numbers each.";
        "texcoord" => texcoord: List<f32>, "Texture coordinates, two numbers each.";
        "face" => face: List<i32>, "Triangles, three vertices each.";
        "group" => group: One<i32>, "Group from 0 to 5, for showing and hiding.";
    }
}

rows! {
    /// Attributes of bones.
    pub static BONE_ROWS: Bone {
        "body" => body: Text [required], "Body that pulls.";
        "bindpos" => bindpos: Exact<f32, 3> [required], "Position of the body when bound.";
        "bindquat" => bindquat: Exact<f32, 4> [required], "Orientation of the body when bound.";
        "vertid" => vertid: List<i32> [required], "Vertices that it pulls.";
        "vertweight" => vertweight: List<f32> [required], "How strongly.";
    }
}

/// Which face each cell of a composite image holds.
pub struct GridLayout;

impl Codec for GridLayout {
    type Value = String;
    const KIND: Kind = Kind::Special("one character for each cell of the grid");
    fn read(text: &str, value: &mut String) -> Result<(), String> {
        if text.len() > 12 {
            return Err("there are at most 12 cells".into());
        }
        text.clone_into(value);
        Ok(())
    }
    fn show(value: &String) -> String {
        value.clone()
    }
    fn same(a: &String, b: &String) -> bool {
        a == b
    }
}

/// The file of one face of a cube texture.
pub struct CubeFile<const FACE: usize>;

impl<const FACE: usize> Codec for CubeFile<FACE> {
    type Value = [String; 6];
    const KIND: Kind = Kind::File;
    fn read(text: &str, value: &mut [String; 6]) -> Result<(), String> {
        if let Some(file) = value.get_mut(FACE) {
            text.clone_into(file);
        }
        Ok(())
    }
    fn show(value: &[String; 6]) -> String {
        value.get(FACE).cloned().unwrap_or_default()
    }
    fn same(a: &[String; 6], b: &[String; 6]) -> bool {
        a.get(FACE) == b.get(FACE)
    }
}

rows! {
    /// Attributes of textures.
    pub static TEXTURE_ROWS: Texture {
        "name" => name: Text, "Name; that of the file if not given.";
        "class" => class: Text, "Default class.";
        "type" => kind: Key<TextureType>, "Kind of texture.";
        "colorspace" => colorspace: Key<ColorSpace>, "Encoding of colours.";
        "content_type" => content_type: Text [own], "Media type of the file.";
        "file" => file: File [own], "File.";
        "gridsize" => gridsize: Exact<i32, 2>, "Rows and columns of a composite image.";
        "gridlayout" => gridlayout: GridLayout, "Which face each cell of a composite image holds: R, L, U, D, F, B, or . for none.";
        "fileright" => cubefiles: CubeFile<0> [own], "File of the right face.";
        "fileleft" => cubefiles: CubeFile<1> [own], "File of the left face.";
        "fileup" => cubefiles: CubeFile<2> [own], "File of the upper face.";
        "filedown" => cubefiles: CubeFile<3> [own], "File of the lower face.";
        "filefront" => cubefiles: CubeFile<4> [own], "File of the front face.";
        "fileback" => cubefiles: CubeFile<5> [own], "File of the back face.";
        "builtin" => builtin: Key<TextureBuiltin>, "Procedural texture.";
        "rgb1" => rgb1: Exact<f64, 3>, "First colour.";
        "rgb2" => rgb2: Exact<f64, 3>, "Second colour.";
        "mark" => mark: Key<TextureMark>, "Marks on the procedural texture.";
        "markrgb" => markrgb: Exact<f64, 3>, "Colour of the marks.";
        "random" => random: One<f64>, "Share of random dots.";
        "width" => width: One<i32>, "Width of a procedural texture.";
        "height" => height: One<i32>, "Height of a procedural texture.";
        "hflip" => hflip: Flag, "Whether the image is flipped left to right.";
        "vflip" => vflip: Flag, "Whether the image is flipped upside down.";
        "nchannel" => nchannel: One<i32>, "Channels.";
        "embed" => embed: Tri, "Whether the pixels are in the model or left by reference.";
    }
}

/// The texture of a material that has one: its colour.
pub struct ColorTexture;

impl Codec for ColorTexture {
    type Value = [String; 10];
    const KIND: Kind = Kind::Text;
    fn read(text: &str, value: &mut [String; 10]) -> Result<(), String> {
        text.clone_into(&mut value[TextureRole::Rgb as usize]);
        Ok(())
    }
    fn show(value: &[String; 10]) -> String {
        value[TextureRole::Rgb as usize].clone()
    }
    fn same(a: &[String; 10], b: &[String; 10]) -> bool {
        a == b
    }
}

rows! {
    /// Attributes of materials.
    pub static MATERIAL_ROWS: Material {
        "name" => name: Text, "Name.";
        "class" => class: Text, "Default class.";
        "texture" => textures: ColorTexture, "Texture of the colour.";
        "texrepeat" => texrepeat: Exact<f32, 2>, "Repetitions of a flat texture.";
        "texuniform" => texuniform: Flag, "Whether repetitions are per unit of length.";
        "emission" => emission: One<f32>, "Emission.";
        "specular" => specular: One<f32>, "Specularity.";
        "shininess" => shininess: One<f32>, "Shininess.";
        "reflectance" => reflectance: One<f32>, "Reflectance.";
        "metallic" => metallic: One<f32>, "Metallicity; negative for none.";
        "roughness" => roughness: One<f32>, "Roughness; negative for none.";
        "rgba" => rgba: Exact<f32, 4>, "Colour.";
    }
}

/// What a layer of a material states.
#[derive(Clone, Debug)]
pub struct Layer {
    /// The texture.
    pub texture: String,
    /// Its meaning.
    pub role: TextureRole,
}

impl Default for Layer {
    fn default() -> Self {
        Self {
            texture: String::new(),
            role: TextureRole::Rgb,
        }
    }
}

rows! {
    /// Attributes of layers.
    pub static LAYER_ROWS: Layer {
        "texture" => texture: Text [required], "Texture.";
        "role" => role: Key<TextureRole> [required], "What the texture means.";
    }
}

/// What a model asset states.
#[derive(Clone, Debug, Default)]
pub struct ModelAsset {
    /// Name; that of the model if empty.
    pub name: String,
    /// File.
    pub file: String,
    /// Media type.
    pub content_type: String,
}

rows! {
    /// Attributes of models.
    pub static MODEL_ROWS: ModelAsset {
        "name" => name: Text, "Name; that of the model if not given.";
        "file" => file: File [required], "File.";
        "content_type" => content_type: Text, "Media type of the file.";
    }
}

/// Meshes.
pub static MESH: Node = Node {
    tag: "mesh",
    doc: "A triangle mesh: from a file, from vertices, or built in.",
    tables: &[&MESH_ROWS],
    children: &[many(&PLUGIN)],
    rules: &[
        Rule::Exclusive(&[&["builtin"], &["file"]]),
        Rule::Exclusive(&[&["builtin"], &["vertex"]]),
    ],
    ..Node::EMPTY
};

static HFIELD: Node = Node {
    tag: "hfield",
    doc: "A height field.",
    tables: &[&HFIELD_ROWS],
    ..Node::EMPTY
};

static BONE: Node = Node {
    tag: "bone",
    doc: "A body that pulls vertices of the skin.",
    tables: &[&BONE_ROWS],
    ..Node::EMPTY
};

/// Skins.
pub static SKIN: Node = Node {
    tag: "skin",
    doc: "A mesh for rendering whose vertices follow bodies.",
    tables: &[&SKIN_ROWS],
    children: &[many(&BONE)],
    ..Node::EMPTY
};

/// Textures.
pub static TEXTURE: Node = Node {
    tag: "texture",
    doc: "A texture: from files, or procedural.",
    tables: &[&TEXTURE_ROWS],
    ..Node::EMPTY
};

/// Layers of materials.
pub static LAYER: Node = Node {
    tag: "layer",
    doc: "A texture of the material with its meaning.",
    tables: &[&LAYER_ROWS],
    ..Node::EMPTY
};

/// Materials.
pub static MATERIAL: Node = Node {
    tag: "material",
    doc: "How surfaces look.",
    tables: &[&MATERIAL_ROWS],
    children: &[many(&LAYER)],
    ..Node::EMPTY
};

static MODEL: Node = Node {
    tag: "model",
    doc: "Another model, of which parts can be attached.",
    tables: &[&MODEL_ROWS],
    ..Node::EMPTY
};

/// Assets.
pub static ASSET: Node = Node {
    tag: "asset",
    doc: "Meshes, height fields, skins, textures, materials and models.",
    children: &[
        many(&MESH),
        many(&HFIELD),
        many(&SKIN),
        many(&TEXTURE),
        many(&MATERIAL),
        many(&MODEL),
    ],
    ..Node::EMPTY
};

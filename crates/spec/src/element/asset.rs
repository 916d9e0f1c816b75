//! Meshes, height fields, textures, materials and skins.

use ligament_model::enums::{
    ColorSpace, MeshBuiltin, MeshInertia, TextureBuiltin, TextureMark, TextureType,
};

use super::{Auto, GRAY, element};
use crate::value::record_value;

element! {
    /// A triangle mesh: from a file, from given vertices, or built in.
    pub struct Mesh {
        content_type: String = String::new(), "Media type of the file; empty to go by its extension.";
        file: String = String::new(), "File.";
        vertex: Vec<f32> = Vec::new(), "Vertices, three numbers each.";
        normal: Vec<f32> = Vec::new(), "Normals, three numbers each.";
        texcoord: Vec<f32> = Vec::new(), "Texture coordinates, two numbers each.";
        face: Vec<i32> = Vec::new(), "Triangles, three vertex indices each.";
        facenormal: Vec<i32> = Vec::new(), "Normal indices of the triangles.";
        facetexcoord: Vec<i32> = Vec::new(), "Texture coordinate indices of the triangles.";
        refpos: [f64; 3] = [0.0; 3], "Origin that is moved to zero.";
        refquat: [f64; 4] = [1.0, 0.0, 0.0, 0.0], "Orientation that is undone.";
        scale: [f64; 3] = [1.0; 3], "Scale.";
        inertia: MeshInertia = MeshInertia::Legacy, "How the inertia is found.";
        smoothnormal: bool = false, "Whether normals are smoothed over sharp edges too.";
        maxhullvert: i32 = -1, "Most vertices of the convex hull; -1 for no bound.";
        builtin: MeshBuiltin = MeshBuiltin::None, "Procedural mesh.";
        params: Vec<f64> = Vec::new(), "Parameters of the procedural mesh.";
        material: String = String::new(), "Material.";
        octree_maxdepth: i32 = 6, "Depth of the octree of signed-distance meshes.";
    }
}

element! {
    /// A height field.
    pub struct HeightField {
        content_type: String = String::new(), "Media type of the file; empty to go by its extension.";
        file: String = String::new(), "File.";
        size: [f64; 4] = [0.0; 4], "Half-sizes x and y, greatest elevation, depth of the base.";
        nrow: i32 = 0, "Rows, when there is no file.";
        ncol: i32 = 0, "Columns, when there is no file.";
        elevation: Vec<f32> = Vec::new(), "Elevations row by row as in the compiled model (lowest y first), when there is no file.";
    }
}

element! {
    /// A texture.
    pub struct Texture {
        kind: TextureType = TextureType::Cube, "Kind of texture.";
        colorspace: ColorSpace = ColorSpace::Auto, "Colour encoding.";
        content_type: String = String::new(), "Media type of the file; empty to go by its extension.";
        file: String = String::new(), "File.";
        gridsize: [i32; 2] = [1, 1], "Rows and columns of a composite image.";
        gridlayout: String = String::new(), "Which face each cell of a composite image holds.";
        cubefiles: [String; 6] = Default::default(), "Files of the right, left, up, down, front and back faces.";
        builtin: TextureBuiltin = TextureBuiltin::None, "Procedural texture.";
        mark: TextureMark = TextureMark::None, "Marks on the procedural texture.";
        rgb1: [f64; 3] = [0.8; 3], "First colour.";
        rgb2: [f64; 3] = [0.5; 3], "Second colour.";
        markrgb: [f64; 3] = [0.0; 3], "Colour of the marks.";
        random: f64 = 0.01, "Share of random dots.";
        width: i32 = 0, "Width.";
        height: i32 = 0, "Height.";
        nchannel: i32 = 3, "Channels.";
        hflip: bool = false, "Whether images are flipped left to right.";
        vflip: bool = false, "Whether images are flipped upside down.";
        embed: Auto = Auto::Auto, "Whether the pixels are stored in the model.";
        data: Vec<u8> = Vec::new(), "Pixels row by row, when there is neither a file nor a pattern.";
    }
}

element! {
    /// A material.
    pub struct Material {
        textures: [String; 10] = Default::default(), "Textures by role, in the order of `mjtTextureRole`.";
        texuniform: bool = false, "Whether cube textures are scaled uniformly.";
        texrepeat: [f32; 2] = [1.0; 2], "Repetitions of flat textures.";
        emission: f32 = 0.0, "Emission.";
        specular: f32 = 0.5, "Specularity.";
        shininess: f32 = 0.5, "Shininess.";
        reflectance: f32 = 0.0, "Reflectance.";
        metallic: f32 = -1.0, "Metallicity; negative for none.";
        roughness: f32 = -1.0, "Roughness; negative for none.";
        rgba: [f32; 4] = [1.0; 4], "Colour.";
    }
}

/// A body that pulls vertices of a skin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    /// The body.
    pub body: String,
    /// Position of the body when bound.
    pub bindpos: [f32; 3],
    /// Orientation of the body when bound.
    pub bindquat: [f32; 4],
    /// Vertices it pulls.
    pub vertid: Vec<i32>,
    /// How strongly.
    pub vertweight: Vec<f32>,
}

record_value!(Bone {
    body,
    bindpos,
    bindquat,
    vertid,
    vertweight
});

element! {
    /// A skin: a mesh for rendering whose vertices follow bodies.
    pub struct Skin {
        file: String = String::new(), "File.";
        material: String = String::new(), "Material.";
        rgba: [f32; 4] = GRAY, "Colour.";
        inflate: f32 = 0.0, "Offset along the normals.";
        group: i32 = 0, "Visual group.";
        vertex: Vec<f32> = Vec::new(), "Vertices.";
        texcoord: Vec<f32> = Vec::new(), "Texture coordinates.";
        face: Vec<i32> = Vec::new(), "Triangles.";
        bones: Vec<Bone> = Vec::new(), "Bones.";
    }
}

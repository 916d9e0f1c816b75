//! What a renderer draws: one shape with its pose, colour and label (`mjvGeom`).

use crate::plain::{Text, plain};

/// Text beside a geom.
pub type Label = Text<100>;

plain! {
    /// An abstract geom (`mjvGeom`).
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct SceneGeom {
        type_ as "type": i32 = 1001, "Type of geom (`GeomType`).";
        dataid: i32 = -1, "Mesh (twice its id, plus one for its hull), height field or plane; -1 for none.";
        objtype: i32 = 0, "Type of object of the model (`ObjectType`); 0 for decoration.";
        objid: i32 = 0, "Id of the object of the model; -1 for decoration.";
        category: i32 = 0, "Category (`Category`).";
        matid: i32 = -1, "Material; -1 for none with a texture.";
        texid: i32 = -1, "Texture; -1 for none.";
        texuniform: i32 = 0, "Whether cube textures are measured in space.";
        texcoord: i32 = 0, "Whether the mesh has texture coordinates.";
        segid: i32 = 0, "Number in segmentation images; -1 for not shown.";
        size: [f32; 3] = [0.1; 3], "Size.";
        pos: [f32; 3] = [0.0; 3], "Position.";
        mat: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], "Orientation.";
        rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "Colour and opacity.";
        emission: f32 = 0.0, "Light given off.";
        specular: f32 = 0.5, "Strength of highlights.";
        shininess: f32 = 0.5, "Sharpness of highlights.";
        reflectance: f32 = 0.0, "How much it mirrors.";
        texrepeat: [f32; 2] = [0.0; 2], "How often a flat texture repeats.";
        castshadow: u8 = 1, "Whether it casts a shadow.";
        label: Label = Label::EMPTY, "Text beside it.";
        camdist: f32 = 0.0, "Distance to the camera, for sorting.";
        modelrbound: f32 = 0.0, "Radius of its bounding sphere; 0 if it is no geom of the model.";
        transparent: u8 = 0, "Whether it is drawn as transparent.";
    }
}

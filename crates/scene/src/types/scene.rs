//! The scene (`mjvScene`).

use ligament_model::Model;

use super::camera::GlCamera;
use super::enums::RenderFlag;
use super::geom::SceneGeom;
use super::light::Light;
use crate::plain::plain;

/// How many lights a scene can have.
pub const MAX_LIGHT: usize = 100;

/// Surfaces of skins, all in one list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneSkins {
    /// Triangles of each skin.
    pub facenum: Vec<i32>,
    /// First vertex of each skin.
    pub vertadr: Vec<i32>,
    /// Vertices of each skin.
    pub vertnum: Vec<i32>,
    /// Positions of all vertices.
    pub vert: Vec<[f32; 3]>,
    /// Normals at all vertices.
    pub normal: Vec<[f32; 3]>,
}

/// Deformable objects; they are not supported yet, so that all of this is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneFlexes {
    /// How many there are.
    pub nflex: i32,
    /// Copy of the option to show vertices.
    pub vertopt: u8,
    /// Copy of the option to show edges.
    pub edgeopt: u8,
    /// Copy of the option to show faces.
    pub faceopt: u8,
    /// Copy of the option to show smooth surfaces.
    pub skinopt: u8,
}

plain! {
    /// The settings of a scene: everything that is no list.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct SceneHead {
        enabletransform: u8 = 0, "Whether the model is moved in the room.";
        translate: [f32; 3] = [0.0; 3], "Where the model is in the room.";
        rotate: [f32; 4] = [1.0, 0.0, 0.0, 0.0], "How the model is turned in the room.";
        scale: f32 = 1.0, "How large the model is in the room.";
        stereo: i32 = 0, "Stereoscopic pictures (`Stereo`).";
        flags: [u8; RenderFlag::COUNT] = default_flags(), "Rendering effects, by `RenderFlag`.";
        framewidth: i32 = 0, "Width of the frame around the picture, in pixels; 0 for none.";
        framergb: [f32; 3] = [0.0; 3], "Colour of that frame.";
        status: i32 = 0, "1 if there was not enough room for all geoms.";
        flexvertopt: u8 = 0, "Copy of the option to show vertices of flexes.";
        flexedgeopt: u8 = 0, "Copy of the option to show edges of flexes.";
        flexfaceopt: u8 = 0, "Copy of the option to show faces of flexes.";
        flexskinopt: u8 = 0, "Copy of the option to show smooth surfaces of flexes.";
    }
}

fn default_flags() -> [u8; RenderFlag::COUNT] {
    let mut flags = [0; RenderFlag::COUNT];
    for on in [
        RenderFlag::Shadow,
        RenderFlag::Reflection,
        RenderFlag::Skybox,
        RenderFlag::Haze,
        RenderFlag::CullFace,
        RenderFlag::PostProcessing,
    ] {
        flags[on as usize] = 1;
    }
    flags
}

/// Everything a renderer draws, besides the assets of the model (`mjvScene`).
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// How many geoms there may be.
    pub maxgeom: usize,
    /// The geoms; `ngeom` is their number.
    pub geoms: Vec<SceneGeom>,
    /// Geoms in the order in which transparent ones are drawn; the renderer fills it.
    pub geomorder: Vec<i32>,
    /// Deformable objects.
    pub flex: SceneFlexes,
    /// Skins.
    pub skin: SceneSkins,
    /// The lights, at most [`MAX_LIGHT`].
    pub lights: Vec<Light>,
    /// Left and right camera.
    pub camera: [GlCamera; 2],
    /// Whether the model is moved in the room.
    pub enabletransform: u8,
    /// Where the model is in the room.
    pub translate: [f32; 3],
    /// How the model is turned in the room.
    pub rotate: [f32; 4],
    /// How large the model is in the room.
    pub scale: f32,
    /// Stereoscopic pictures (`Stereo`).
    pub stereo: i32,
    /// Rendering effects, by `RenderFlag`.
    pub flags: [u8; RenderFlag::COUNT],
    /// Width of the frame around the picture, in pixels; 0 for none.
    pub framewidth: i32,
    /// Colour of that frame.
    pub framergb: [f32; 3],
    /// 1 if there was not enough room for all geoms.
    pub status: i32,
}

impl Scene {
    /// An empty scene for `model` with room for `maxgeom` geoms; geoms are allocated when they are added.
    pub fn new(model: &Model, maxgeom: usize) -> Self {
        let skin = &model.skin;
        Self {
            maxgeom,
            skin: SceneSkins {
                facenum: skin.facenum.clone(),
                vertadr: skin.vertadr.clone(),
                vertnum: skin.vertnum.clone(),
                vert: vec![[0.0; 3]; skin.vert.len()],
                normal: vec![[0.0; 3]; skin.vert.len()],
            },
            flex: SceneFlexes {
                nflex: model.size.nflex as i32,
                ..SceneFlexes::default()
            },
            ..Self::default()
        }
    }

    /// The settings.
    pub fn head(&self) -> SceneHead {
        SceneHead {
            enabletransform: self.enabletransform,
            translate: self.translate,
            rotate: self.rotate,
            scale: self.scale,
            stereo: self.stereo,
            flags: self.flags,
            framewidth: self.framewidth,
            framergb: self.framergb,
            status: self.status,
            flexvertopt: self.flex.vertopt,
            flexedgeopt: self.flex.edgeopt,
            flexfaceopt: self.flex.faceopt,
            flexskinopt: self.flex.skinopt,
        }
    }

    /// Changes the settings.
    pub fn set_head(&mut self, head: &SceneHead) {
        self.enabletransform = head.enabletransform;
        self.translate = head.translate;
        self.rotate = head.rotate;
        self.scale = head.scale;
        self.stereo = head.stereo;
        self.flags = head.flags;
        self.framewidth = head.framewidth;
        self.framergb = head.framergb;
        self.status = head.status;
        self.flex.vertopt = head.flexvertopt;
        self.flex.edgeopt = head.flexedgeopt;
        self.flex.faceopt = head.flexfaceopt;
        self.flex.skinopt = head.flexskinopt;
    }

    /// Whether this effect is on.
    pub fn flag(&self, flag: RenderFlag) -> bool {
        self.flags[flag as usize] != 0
    }
}

impl Default for Scene {
    /// A scene without a model.
    fn default() -> Self {
        Self {
            maxgeom: 0,
            geoms: Vec::new(),
            geomorder: Vec::new(),
            flex: SceneFlexes::default(),
            skin: SceneSkins::default(),
            lights: Vec::new(),
            camera: [GlCamera::default(); 2],
            enabletransform: 0,
            translate: [0.0; 3],
            rotate: [1.0, 0.0, 0.0, 0.0],
            scale: 1.0,
            stereo: 0,
            flags: default_flags(),
            framewidth: 0,
            framergb: [0.0; 3],
            status: 0,
        }
    }
}

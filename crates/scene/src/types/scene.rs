//! The scene (`mjvScene`).

use ligament_model::Model;

use super::camera::GlCamera;
use super::enums::RenderFlag;
use super::geom::SceneGeom;
use super::light::Light;

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

    /// Whether this effect is on.
    pub fn flag(&self, flag: RenderFlag) -> bool {
        self.flags[flag as usize] != 0
    }
}

impl Default for Scene {
    /// A scene without a model.
    fn default() -> Self {
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
            flags,
            framewidth: 0,
            framergb: [0.0; 3],
            status: 0,
        }
    }
}

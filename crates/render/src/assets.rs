//! What a renderer keeps of a model: shapes and textures (`mjr_makeContext`).

use std::sync::OnceLock;

use ligament_model::Model;

use crate::flat::Fonts;
use crate::shape::primitive::{self, Quality};
use crate::shape::{Shape, asset};
use crate::texture::Texture;

/// A shape, and its outline of fewer triangles, which fills the same space, for pictures without light.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub fine: Shape,
    pub outline: Option<Shape>,
}

/// Shapes that every model has.
#[derive(Clone, Debug)]
pub(crate) struct Builtin {
    pub sphere: Form,
    pub upper: Form,
    pub lower: Form,
    pub tube: Form,
    pub top: Form,
    pub bottom: Form,
    pub cone: Form,
    pub cuboid: Form,
    pub plane: Form,
}

impl Builtin {
    fn new(q: Quality) -> Self {
        let few = Quality {
            stacks: 1,
            quads: 1,
            ..q
        };
        let round = |fine: Shape| Form {
            fine: fine.bounded(),
            outline: None,
        };
        let form = |f: &dyn Fn(Quality) -> Shape| Form {
            fine: f(q).bounded(),
            outline: Some(f(few).bounded()),
        };
        Self {
            sphere: round(primitive::sphere(q)),
            upper: round(primitive::hemisphere(q, true)),
            lower: round(primitive::hemisphere(q, false)),
            tube: form(&primitive::tube),
            top: form(&|q| primitive::disc(q, true)),
            bottom: form(&|q| primitive::disc(q, false)),
            cone: form(&primitive::cone),
            cuboid: form(&primitive::cuboid),
            plane: form(&|q| primitive::plane(q.quads, q.quads)),
        }
    }
}

/// Faces and texture coordinates of a skin; its vertices come with the scene.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkinFaces {
    pub faces: Vec<[u32; 3]>,
    pub uv: Vec<[f32; 2]>,
}

/// Settings of pictures that come from the model.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Width of lines, in pixels.
    pub line_width: f32,
    /// Half width of the shadows of directional lights.
    pub shadow_clip: f32,
    /// Part of the cone of spotlights with shadows.
    pub shadow_scale: f32,
    /// Where fog begins.
    pub fog_start: f32,
    /// Where fog hides everything.
    pub fog_end: f32,
    /// Colour of fog.
    pub fog_rgba: [f32; 4],
    /// Colour of haze.
    pub haze_rgba: [f32; 4],
    /// Part of the skybox that fades into haze.
    pub haze: f32,
    /// Side of shadow maps.
    pub shadow_size: i32,
    /// Size of pictures.
    pub off_size: [i32; 2],
    /// Samples per pixel.
    pub samples: i32,
    /// Size of the model.
    pub extent: f64,
    /// Fonts of labels.
    pub fonts: Fonts,
}

/// Shapes and textures of a model.
#[derive(Debug)]
pub struct Assets {
    pub(crate) builtin: Builtin,
    /// Planes of the model, by geom.
    pub(crate) planes: Vec<Option<Shape>>,
    pub(crate) meshes: Vec<Shape>,
    pub(crate) hulls: Vec<OnceLock<Option<Shape>>>,
    pub(crate) hfields: Vec<Shape>,
    pub(crate) skins: Vec<SkinFaces>,
    pub(crate) textures: Vec<Option<Texture>>,
    /// Texture of the skybox.
    pub(crate) sky: Option<usize>,
    /// Settings of the model.
    pub settings: Settings,
}

/// Scale of texts if nothing is said, in percent.
const FONT_SCALE: i32 = 150;
/// At most this many grid lines along the side of a plane.
const MAX_GRID: f64 = 200.0;

impl Assets {
    /// Makes the shapes and textures of a model.
    pub fn new(model: &Model) -> Self {
        let q = quality(model);
        let builtin = Builtin::new(q);
        let planes = (0..model.geom.size.len())
            .map(|g| plane(model, g))
            .collect();
        let nmesh = model.mesh.vertadr.len();
        let textures: Vec<_> = (0..model.tex.kind.len())
            .map(|t| Texture::of_model(model, t))
            .collect();
        let sky = textures
            .iter()
            .position(|t| t.as_ref().is_some_and(Texture::is_sky));
        Self {
            builtin,
            planes,
            meshes: (0..nmesh)
                .map(|m| asset::mesh(model, m).bounded())
                .collect(),
            hulls: (0..nmesh).map(|_| OnceLock::new()).collect(),
            hfields: (0..model.hfield.nrow.len())
                .map(|h| asset::height_field(model, h, q.quads).bounded())
                .collect(),
            skins: (0..model.skin.vertadr.len())
                .map(|s| skin(model, s))
                .collect(),
            textures,
            sky,
            settings: settings(model),
        }
    }

    /// Takes a mesh from the model anew (`mjr_uploadMesh`).
    pub fn upload_mesh(&mut self, model: &Model, id: usize) {
        if let Some(mesh) = self.meshes.get_mut(id) {
            *mesh = asset::mesh(model, id).bounded();
            self.hulls[id] = OnceLock::new();
        }
    }

    /// Takes a height field from the model anew (`mjr_uploadHField`).
    pub fn upload_hfield(&mut self, model: &Model, id: usize) {
        if let Some(field) = self.hfields.get_mut(id) {
            *field = asset::height_field(model, id, quality(model).quads).bounded();
        }
    }

    /// Takes a texture from the model anew (`mjr_uploadTexture`).
    pub fn upload_texture(&mut self, model: &Model, id: usize) {
        if let Some(texture) = self.textures.get_mut(id) {
            *texture = Texture::of_model(model, id);
        }
    }

    /// Puts in a texture whose pixels are not in the model.
    pub fn set_texture(&mut self, id: usize, texture: Texture) {
        if let Some(place) = self.textures.get_mut(id) {
            if texture.is_sky() && self.sky.is_none() {
                self.sky = Some(id);
            }
            *place = Some(texture);
        }
    }

    /// The hull of a mesh, made when first asked for.
    pub(crate) fn hull(&self, model: &Model, id: usize) -> Option<&Shape> {
        self.hulls
            .get(id)?
            .get_or_init(|| Some(asset::hull(model, id)?.bounded()))
            .as_ref()
    }
}

/// Numbers of segments, within what can be drawn.
fn quality(model: &Model) -> Quality {
    let q = &model.vis.quality;
    let within = |n: i32, low: i32| n.clamp(low, 512) as usize;
    Quality {
        slices: within(q.numslices, 3),
        stacks: within(q.numstacks, 2),
        quads: within(q.numquads, 1),
    }
}

fn settings(model: &Model) -> Settings {
    let (map, extent) = (&model.vis.map, model.stat.extent);
    let scaled = |x: f32| (f64::from(x) * extent) as f32;
    Settings {
        line_width: model.vis.global.linewidth,
        shadow_clip: scaled(map.shadowclip),
        shadow_scale: map.shadowscale,
        fog_start: scaled(map.fogstart),
        fog_end: scaled(map.fogend),
        fog_rgba: model.vis.rgba.fog,
        haze_rgba: model.vis.rgba.haze,
        haze: map.haze,
        shadow_size: model.vis.quality.shadowsize,
        off_size: [model.vis.global.offwidth, model.vis.global.offheight],
        samples: model.vis.quality.offsamples,
        extent,
        fonts: Fonts::new(FONT_SCALE),
    }
}

/// The grid of a plane of the model.
fn plane(model: &Model, g: usize) -> Option<Shape> {
    use ligament_model::enums::GeomType;
    if model.geom.kind[g].get() != Some(GeomType::Plane) {
        return None;
    }
    let size = model.geom.size[g];
    let far = f64::from(model.vis.map.zfar) * model.stat.extent;
    let count = |half: f64| {
        let half = if half > 0.0 { half } else { far };
        let n = (2.0 * half / size[2].max(1e-9)).ceil();
        n.clamp(1.0, MAX_GRID) as usize
    };
    Some(primitive::plane(count(size[0]), count(size[1])).bounded())
}

fn skin(model: &Model, id: usize) -> SkinFaces {
    let s = &model.skin;
    let start = |adr: i32| usize::try_from(adr).unwrap_or(usize::MAX);
    let part = |adr: i32, num: i32| start(adr)..start(adr).saturating_add(num.max(0) as usize);
    let vertices = s.vertnum[id].max(0) as u32;
    let faces = s
        .face
        .get(part(s.faceadr[id], s.facenum[id]))
        .unwrap_or(&[]);
    SkinFaces {
        faces: faces
            .iter()
            .map(|f| f.map(|v| v as u32))
            .filter(|f| f.iter().all(|v| *v < vertices))
            .collect(),
        uv: s
            .texcoord
            .get(part(s.texcoordadr[id], s.vertnum[id]))
            .unwrap_or(&[])
            .to_vec(),
    }
}

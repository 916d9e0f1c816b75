//! From the geoms of a scene to shapes at places.

use ligament_model::Model;
use ligament_model::enums::{GeomType, Keyword};
use ligament_scene::{Scene, SceneGeom};

use crate::assets::{Assets, Form};
use crate::shape::Shape;
use crate::shape::line::Strips;
use crate::view::{Affine, View, dot};

/// How texture coordinates follow from a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mapping {
    /// Factors of the coordinates of flat textures.
    pub repeat: [f32; 2],
    /// Added to them.
    pub offset: [f32; 2],
    /// Factors of object coordinates for cubes.
    pub cube: [f32; 3],
    /// Added to object coordinates for cubes.
    pub shift: f32,
    /// Whether rows of flat textures are counted from the far end of the second coordinate.
    pub flip: bool,
}

/// A shape at its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'a> {
    pub shape: &'a Shape,
    /// The same in fewer triangles.
    pub outline: &'a Shape,
    pub place: Affine,
    /// Which geom of the scene it belongs to.
    pub geom: u32,
    pub mapping: Mapping,
}

/// Shapes that exist for one picture only: skins, triangles and lines.
#[derive(Debug, Default)]
pub(crate) struct Passing(Vec<(u32, Shape)>);

impl Passing {
    pub(crate) fn new(scene: &Scene, assets: &Assets, view: &View) -> Self {
        let mut shapes = Vec::new();
        for (g, geom) in scene.geoms.iter().enumerate() {
            let shape = match GeomType::from_number(geom.type_) {
                Some(GeomType::Skin) => skin(scene, assets, geom.objid),
                Some(GeomType::Triangle) => Some(triangle()),
                Some(GeomType::Line) => Some(Strips::new(view).line(geom)),
                Some(GeomType::Linebox) => {
                    Some(Strips::new(view).edges(geom, assets.settings.line_width))
                }
                _ => None,
            };
            if let Some(shape) = shape {
                shapes.push((g as u32, shape));
            }
        }
        Self(shapes)
    }

    fn of(&self, geom: u32) -> Option<&Shape> {
        let at = self.0.binary_search_by_key(&geom, |s| s.0).ok()?;
        Some(&self.0[at].1)
    }
}

fn skin(scene: &Scene, assets: &Assets, id: i32) -> Option<Shape> {
    let id = usize::try_from(id).ok()?;
    let faces = assets.skins.get(id)?;
    let from = usize::try_from(*scene.skin.vertadr.get(id)?).ok()?;
    let to = from.checked_add(usize::try_from(*scene.skin.vertnum.get(id)?).ok()?)?;
    let vert = scene.skin.vert.get(from..to)?;
    let normal = scene.skin.normal.get(from..to)?;
    let n = vert.len() as u32;
    Some(Shape {
        at: core::array::from_fn(|k| vert.iter().map(|v| v[k]).collect()),
        normal: normal.to_vec(),
        uv: if faces.uv.len() == vert.len() {
            faces.uv.clone()
        } else {
            Vec::new()
        },
        faces: faces
            .faces
            .iter()
            .copied()
            .filter(|f| f.iter().all(|v| *v < n))
            .collect(),
        bounds: None,
        cells: [0; 2],
        flat: 0,
    })
}

/// The triangle with corners 0, x and y.
fn triangle() -> Shape {
    let mut shape = Shape::default();
    let normal = [0.0, 0.0, 1.0];
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    let face = corners.map(|[x, y]| shape.push([x, y, 0.0], normal, [x, y]));
    shape.faces.push(face);
    shape
}

/// What is needed to place shapes.
#[derive(Clone, Copy)]
pub(crate) struct Lister<'a> {
    pub model: &'a Model,
    pub assets: &'a Assets,
    pub passing: &'a Passing,
    /// The camera, which infinite planes follow.
    pub view: &'a View,
}

impl<'a> Lister<'a> {
    /// Adds the shapes of a geom.
    pub(crate) fn place(&self, geom: &SceneGeom, index: u32, out: &mut Vec<Item<'a>>) {
        let Some(kind) = GeomType::from_number(geom.type_) else {
            return;
        };
        let finite = geom
            .pos
            .iter()
            .chain(geom.mat.as_flattened())
            .chain(&geom.size);
        if finite.copied().any(|x| !x.is_finite()) {
            return;
        }
        let b = &self.assets.builtin;
        let [sx, sy, sz] = geom.size.map(f64::from);
        let mut put = |shapes: [&'a Shape; 2], scale: [f64; 3], z: f64| {
            out.push(self.item(geom, index, shapes, scale, [0.0, 0.0, z]));
        };
        let mut add = |form: &'a Form, scale, z| put(both(form), scale, z);
        match kind {
            GeomType::Plane => self.plane(geom, index, out),
            GeomType::Sphere | GeomType::Ellipsoid => add(&b.sphere, [sx, sy, sz], 0.0),
            GeomType::Box => add(&b.cuboid, [sx, sy, sz], 0.0),
            GeomType::Capsule => {
                add(&b.tube, [sx, sy, sz], 0.0);
                add(&b.upper, [sx, sy, sx], sz);
                add(&b.lower, [sx, sy, sx], -sz);
            }
            GeomType::Cylinder => {
                add(&b.tube, [sx, sy, sz], 0.0);
                add(&b.top, [sx, sy, 1.0], sz);
                add(&b.bottom, [sx, sy, 1.0], -sz);
            }
            GeomType::Arrow | GeomType::Arrow1 | GeomType::Arrow2 => {
                self.arrow(kind, geom, index, out);
            }
            GeomType::Mesh | GeomType::Sdf => {
                let id = usize::try_from(geom.dataid / 2).unwrap_or(usize::MAX);
                let shape = if geom.dataid < 0 {
                    None
                } else if geom.dataid % 2 == 0 {
                    self.assets.meshes.get(id)
                } else {
                    self.assets.hull(self.model, id)
                };
                if let Some(shape) = shape {
                    put([shape; 2], [1.0; 3], 0.0);
                }
            }
            GeomType::HeightField => {
                let id = usize::try_from(geom.dataid).unwrap_or(usize::MAX);
                if let Some(shape) = self.assets.hfields.get(id) {
                    put([shape; 2], [1.0; 3], 0.0);
                }
            }
            GeomType::Skin | GeomType::Line | GeomType::Linebox => {
                if let Some(shape) = self.passing.of(index) {
                    let mut item = self.item(geom, index, [shape; 2], [1.0; 3], [0.0; 3]);
                    item.place = Affine::IDENTITY;
                    out.push(item);
                }
            }
            GeomType::Triangle => {
                if let Some(shape) = self.passing.of(index) {
                    put([shape; 2], [sx, sy, 1.0], 0.0);
                }
            }
            // labels are written on the picture
            _ => {}
        }
    }

    fn item(
        &self,
        geom: &SceneGeom,
        index: u32,
        [shape, outline]: [&'a Shape; 2],
        scale: [f64; 3],
        offset: [f64; 3],
    ) -> Item<'a> {
        let m = geom.mat.map(|row| row.map(f64::from));
        let place = Affine {
            m: m.map(|row| core::array::from_fn(|j| row[j] * scale[j])),
            t: core::array::from_fn(|k| f64::from(geom.pos[k]) + dot(m[k], offset)),
        };
        Item {
            shape,
            outline,
            place,
            geom: index,
            mapping: mapping(geom, scale, offset[2]),
        }
    }

    /// A plane; an infinite one is put under the camera, in steps of its texture.
    fn plane(&self, geom: &SceneGeom, index: u32, out: &mut Vec<Item<'a>>) {
        let shape = usize::try_from(geom.dataid)
            .ok()
            .and_then(|id| self.assets.planes.get(id)?.as_ref())
            .unwrap_or(&self.assets.builtin.plane.fine);
        let outline = both(&self.assets.builtin.plane)[1];
        let far = self.view.far;
        let mut size = [f64::from(geom.size[0]), f64::from(geom.size[1])];
        let mut offset = [0.0; 3];
        let mut moved = [0.0; 2];
        let from: [f64; 3] = core::array::from_fn(|k| self.view.pos[k] - f64::from(geom.pos[k]));
        for k in 0..2 {
            if size[k] > 0.0 {
                continue;
            }
            let axis = core::array::from_fn(|i| f64::from(geom.mat[i][k]));
            size[k] = far * INFINITE;
            let step = 2.0 * size[k] / shape.cells[k].max(1) as f64;
            offset[k] = step * (dot(axis, from) / step).round();
            moved[k] = offset[k];
        }
        let mut item = self.item(
            geom,
            index,
            [shape, outline],
            [size[0], size[1], 1.0],
            offset,
        );
        for k in 0..2 {
            if geom.size[k] <= 0.0 {
                // the middle of the texture stays at the origin of the plane
                let r = if geom.texrepeat[k] > 0.0 {
                    f64::from(geom.texrepeat[k])
                } else {
                    1.0
                };
                let sign = if k == 0 { 1.0 } else { -1.0 };
                let offset = 0.5 * r * (sign * moved[k] - size[k]);
                item.mapping.repeat[k] = (r * size[k]) as f32;
                item.mapping.offset[k] = (offset - offset.floor() + 0.5) as f32;
            }
        }
        out.push(item);
    }

    /// Arrows along z: a shaft and one or two tips.
    fn arrow(&self, kind: GeomType, geom: &SceneGeom, index: u32, out: &mut Vec<Item<'a>>) {
        let b = &self.assets.builtin;
        let [sx, sy, length] = geom.size.map(f64::from);
        let two = kind == GeomType::Arrow2;
        let tip = if kind == GeomType::Arrow1 { 1.0 } else { TIP };
        let mut add = |form: &'a Form, scale: [f64; 3], z: f64| {
            out.push(self.item(geom, index, both(form), scale, [0.0, 0.0, z]));
        };
        let head = length * HEAD;
        let start = if two { head } else { 0.0 };
        let half = 0.5 * (length - head - start);
        add(&b.tube, [sx, sy, half], start + half);
        add(&b.cone, [tip * sx, tip * sy, head], length - head);
        add(&b.bottom, [tip * sx, tip * sy, 1.0], length - head);
        if two {
            add(&b.top, [tip * sx, tip * sy, 1.0], start);
            add(&b.cone, [-tip * sx, tip * sy, -head], head);
        } else {
            add(&b.bottom, [sx, sy, 1.0], 0.0);
        }
    }
}

/// Half width of infinite planes, in far distances.
const INFINITE: f64 = 2.0;
/// Width of the tip of an arrow against its shaft.
const TIP: f64 = 1.75;
/// Length of the tip of an arrow against its length.
const HEAD: f64 = 0.3;

/// A shape and its outline.
fn both(form: &Form) -> [&Shape; 2] {
    [&form.fine, form.outline.as_ref().unwrap_or(&form.fine)]
}

fn mapping(geom: &SceneGeom, scale: [f64; 3], z: f64) -> Mapping {
    let uniform = geom.texuniform != 0;
    let r = geom.texrepeat;
    let size = [scale[0] as f32, scale[1] as f32];
    let factor = |k: usize| {
        let r = if r[k] > 0.0 { r[k] } else { 1.0 };
        if uniform { r * size[k] } else { r }
    };
    Mapping {
        repeat: [factor(0), factor(1)],
        offset: [0.0; 2],
        cube: if uniform {
            scale.map(|s| s as f32)
        } else {
            [1.0; 3]
        },
        shift: z as f32,
        flip: !matches!(
            GeomType::from_number(geom.type_),
            Some(GeomType::Mesh | GeomType::Sdf | GeomType::Skin)
        ),
    }
}

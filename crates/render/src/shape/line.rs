//! Lines of a scene: strips that face the camera and are some pixels wide.

use ligament_scene::SceneGeom;

use super::Shape;
use crate::view::{View, cross, dot, unit_or};

/// Strips of lines, in the world.
pub(crate) struct Strips<'v> {
    view: &'v View,
    shape: Shape,
}

/// Lines begin this much behind the near plane, in parts of its distance.
const BEHIND: f64 = 1.0 + 1e-6;

impl<'v> Strips<'v> {
    pub(crate) fn new(view: &'v View) -> Self {
        Self {
            view,
            shape: Shape::default(),
        }
    }

    /// Distance of a point along the line of sight.
    fn depth(&self, p: [f64; 3]) -> f64 {
        -(dot(self.view.eye.m[2], p) + self.view.eye.t[2])
    }

    /// Adds a line of `width` pixels.
    fn add(&mut self, mut ends: [[f64; 3]; 2], width: f64) {
        let view = self.view;
        let near = view.near * BEHIND;
        let depth = ends.map(|p| self.depth(p));
        if !depth.iter().any(|d| *d > near) {
            return;
        }
        for k in 0..2 {
            if depth[k] < near {
                let part = (near - depth[1 - k]) / (depth[k] - depth[1 - k]);
                let (a, b) = (ends[1 - k], ends[k]);
                ends[k] = core::array::from_fn(|i| a[i] + part * (b[i] - a[i]));
            }
        }
        let along = core::array::from_fn(|i| ends[1][i] - ends[0][i]);
        let [_, _, bottom, top] = view.edges;
        // width of a pixel at distance 1
        let pixel =
            (top - bottom) / view.height as f64 / if view.orthographic { 1.0 } else { view.near };
        let corners = ends.map(|p| {
            let sight = if view.orthographic {
                view.eye.m[2]
            } else {
                core::array::from_fn(|i| view.pos[i] - p[i])
            };
            let side = unit_or(cross(along, sight), [0.0; 3]);
            let d = if view.orthographic {
                1.0
            } else {
                self.depth(p)
            };
            let half = 0.5 * width * pixel * d;
            [-half, half].map(|s| core::array::from_fn::<f64, 3, _>(|i| p[i] + s * side[i]))
        });
        let normal = [0.0, 0.0, 1.0];
        let mut put = |p: [f64; 3]| self.shape.push(p, normal, [0.0; 2]);
        let [a, b] = corners[0].map(&mut put);
        let [c, d] = corners[1].map(&mut put);
        self.shape.faces.extend([[a, d, c], [a, b, d]]);
    }

    /// A line along z from the place of the geom.
    pub(crate) fn line(mut self, geom: &SceneGeom) -> Shape {
        let pos = geom.pos.map(f64::from);
        let length = f64::from(geom.size[2]);
        let end = core::array::from_fn(|k| pos[k] + length * f64::from(geom.mat[k][2]));
        self.add([pos, end], f64::from(geom.size[0].clamp(1.0, 100.0)));
        self.shape
    }

    /// The twelve edges of a box.
    pub(crate) fn edges(mut self, geom: &SceneGeom, width: f32) -> Shape {
        let corner = |signs: usize| -> [f64; 3] {
            let local: [f64; 3] = core::array::from_fn(|k| {
                let s = f64::from(geom.size[k]);
                if signs >> k & 1 == 1 { s } else { -s }
            });
            core::array::from_fn(|i| {
                f64::from(geom.pos[i]) + dot(geom.mat[i].map(f64::from), local)
            })
        };
        let width = f64::from(width.clamp(1.0, 100.0));
        for from in 0..8 {
            for axis in 0..3 {
                if from >> axis & 1 == 0 {
                    self.add([corner(from), corner(from | 1 << axis)], width);
                }
            }
        }
        self.shape
    }
}

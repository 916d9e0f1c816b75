//! Pictures of scenes, drawn by the processor.
//!
//! [`Assets`] keeps what the renderer needs of a model. [`Painter::exact`] finds the nearest geom at the middle of every pixel:
//! depth and ids of one pass, never blended. [`Painter::color`] draws with light, shadow, reflection, textures and sky. The
//! arithmetic is fixed: instructions and the number of threads change no bits.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod assets;
mod color;
mod exact;
pub mod film;
pub mod flat;
mod haze;
mod label;
mod light;
mod list;
mod many;
mod pool;
mod raster;
mod shade;
mod shadow;
mod shape;
mod stereo;
pub mod texture;
mod view;

pub use assets::{Assets, Settings};
pub use color::Picture;
pub use exact::{Exact, Sights};
pub use many::{color_many, sights_many};
pub use raster::MAX_SIDE;

use ligament_model::Model;

/// Draws pictures; keeps its memory from one picture to the next.
#[derive(Debug, Default)]
pub struct Painter {
    pub(crate) parts: Vec<(raster::Bins, raster::Scratch)>,
    pub(crate) clear: Vec<(raster::Bins, raster::Scratch)>,
}

/// What pictures are of, besides the scene.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    /// The model.
    pub model: &'a Model,
    /// Its shapes and textures.
    pub assets: &'a Assets,
}

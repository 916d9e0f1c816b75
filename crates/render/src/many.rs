//! Pictures of many worlds at once, on all processors.

use ligament_scene::Scene;

use crate::{Painter, Picture, Sights, Stage, pool};

/// Colour pictures of scenes of one model, one after the other, each row by row from the top.
pub fn color_many(stage: Stage<'_>, scenes: &[Scene], [width, height]: [usize; 2], out: &mut [u8]) {
    let size = (3 * width * height).max(1);
    let jobs = scenes.iter().zip(out.chunks_mut(size)).collect();
    pool::for_each(jobs, |(scene, out): (&Scene, &mut [u8])| {
        let mut picture = Picture::default();
        Painter::default().color(stage, scene, width, height, &mut picture);
        let row = (3 * width).max(1);
        for (to, from) in out.chunks_mut(row).zip(picture.rgb.rchunks(row)) {
            to.copy_from_slice(from);
        }
    });
}

/// Distances and objects of scenes of one model, one after the other; empty lists are not filled.
pub fn sights_many(stage: Stage<'_>, scenes: &[Scene], size: [usize; 2], out: Sights<'_>) {
    let pixels = (size[0] * size[1]).max(1);
    let Sights { depth, objects } = out;
    let mut depths: Vec<_> = depth.chunks_mut(pixels).collect();
    let mut owners: Vec<_> = objects.chunks_mut(pixels).collect();
    depths.resize_with(scenes.len(), Default::default);
    owners.resize_with(scenes.len(), Default::default);
    let jobs = scenes.iter().zip(depths.into_iter().zip(owners)).collect();
    pool::for_each(jobs, |(scene, (depth, objects))| {
        Painter::default().sights(stage, scene, size, Sights { depth, objects });
    });
}

//! Two pictures side by side, one for each eye.

use ligament_scene::Scene;

use crate::{Exact, Painter, Picture, Sights, Stage};

/// Side by side (`mjSTEREO_SIDEBYSIDE`).
const SIDE_BY_SIDE: i32 = 2;

/// The scenes that the left and the right eye see; `None` if there is one picture for both.
pub(crate) fn eyes(scene: &Scene) -> Option<[Scene; 2]> {
    (scene.stereo == SIDE_BY_SIDE).then(|| {
        [0, 1].map(|eye| {
            let mut one = scene.clone();
            one.stereo = 0;
            one.camera = [scene.camera[eye]; 2];
            one
        })
    })
}

/// Puts two halves into rows of a whole, `n` numbers per pixel.
fn join<T: Copy>(halves: [&[T]; 2], width: usize, n: usize, out: &mut [T]) {
    let (half, whole) = (n * (width / 2), n * width);
    if half == 0 {
        return;
    }
    for (y, row) in out.chunks_exact_mut(whole).enumerate() {
        for (eye, part) in halves.iter().enumerate() {
            row[eye * half..][..half].copy_from_slice(&part[y * half..][..half]);
        }
    }
}

impl Painter {
    pub(crate) fn color_of_eyes(&mut self, stage: Stage<'_>, eyes: &[Scene; 2], out: &mut Picture) {
        let mut halves = [Picture::default(), Picture::default()];
        for (eye, half) in eyes.iter().zip(&mut halves) {
            self.color(stage, eye, out.width / 2, out.height, half);
        }
        let [a, b] = &halves;
        join([&a.rgb, &b.rgb], out.width, 3, &mut out.rgb);
    }

    pub(crate) fn exact_of_eyes(&mut self, stage: Stage<'_>, eyes: &[Scene; 2], out: &mut Exact) {
        let mut halves = [Exact::default(), Exact::default()];
        for (eye, half) in eyes.iter().zip(&mut halves) {
            self.exact(stage, eye, out.width / 2, out.height, half);
        }
        let [a, b] = &halves;
        join([&a.geom, &b.geom], out.width, 1, &mut out.geom);
        join([&a.nearness, &b.nearness], out.width, 1, &mut out.nearness);
    }

    pub(crate) fn sights_of_eyes(
        &mut self,
        stage: Stage<'_>,
        eyes: &[Scene; 2],
        [width, height]: [usize; 2],
        out: Sights<'_>,
    ) {
        let half = [width / 2, height];
        let count = |whole: usize| if whole == 0 { 0 } else { half[0] * half[1] };
        let mut depths = [0, 1].map(|_| vec![0.0; count(out.depth.len())]);
        let mut owners = [0, 1].map(|_| vec![[-1; 2]; count(out.objects.len())]);
        for (eye, (depth, objects)) in eyes.iter().zip(depths.iter_mut().zip(&mut owners)) {
            self.sights(stage, eye, half, Sights { depth, objects });
        }
        if !out.depth.is_empty() {
            join([&depths[0], &depths[1]], width, 1, out.depth);
        }
        if !out.objects.is_empty() {
            join([&owners[0], &owners[1]], width, 1, out.objects);
        }
    }
}

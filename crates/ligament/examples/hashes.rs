//! Prints the hash of a thousand steps of each of ten own models, and of a picture of each, in the arithmetic of this process:
//! `LIGAMENT_ARITH=portable cargo run --example hashes`.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Hash, Noise, OWN, hash_line, own, start, trajectory};
use ligament::prelude::*;
use ligament::scene::{
    Category, LabelType, Scene, View, VisOption, default_free_camera, update_scene,
};
use ligament_render::{Assets, Exact, Painter, Picture, Stage};

const SIZE: [usize; 2] = [160, 120];

fn main() {
    for name in OWN {
        let m = own(name);
        let hash = trajectory(&m, &mut start(&m), &mut Noise(1), 1000);
        println!("{}", hash_line(name, hash));
        println!("{}", hash_line(&format!("picture_{name}"), picture(&m)));
    }
}

/// The hash of colours, distances and ids of a model with decorations and labels, from the free camera.
fn picture(m: &Model) -> Hash {
    let mut d = start(m);
    forward(m, &mut d);
    let mut opt = VisOption {
        label: LabelType::Body as i32,
        ..VisOption::default()
    };
    opt.flags.fill(1);
    let view = View {
        opt: &opt,
        pert: None,
        catmask: Category::All as i32,
    };
    let mut scene = Scene::new(m, 10_000);
    let mut camera = default_free_camera(m);
    update_scene(m, &d, &view, Some(&mut camera), &mut scene).expect("a scene");
    let assets = Assets::new(m);
    let stage = Stage {
        model: m,
        assets: &assets,
    };
    let (mut color, mut exact) = (Picture::default(), Exact::default());
    let mut painter = Painter::default();
    painter.color(stage, &scene, SIZE[0], SIZE[1], &mut color);
    painter.exact(stage, &scene, SIZE[0], SIZE[1], &mut exact);
    let near = exact.nearness.iter().flat_map(|x| x.to_le_bytes());
    let ids = exact.geom.iter().flat_map(|x| x.to_le_bytes());
    let bytes = color.rgb.iter().copied().chain(near).chain(ids);
    // Fowler, Noll and Vo
    Hash(bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    }))
}

//! Pictures of small models: geometry that can be computed by hand, and what must not break the renderer.

use ligament::engine::{Data, forward};
use ligament::scene::{Camera, Category, Light, Scene, View, VisOption, update_scene};
use ligament::{Assets as Files, Model};
use ligament_render::{Assets, Exact, Painter, Picture, Stage, film};

fn model(body: &str) -> Model {
    let text = format!(
        "<mujoco><statistic extent='1' center='0 0 0'/><worldbody>
           <camera pos='0 0 3' xyaxes='1 0 0 0 1 0'/>{body}</worldbody></mujoco>"
    );
    ligament::load_str(&text, &Files::new())
        .expect("a model")
        .model
}

fn scene(m: &Model) -> Scene {
    let mut d = Data::new(m);
    forward(m, &mut d);
    let mut scene = Scene::new(m, 1000);
    let mut camera = Camera {
        type_: 2,
        fixedcamid: 0,
        ..Camera::default()
    };
    let view = View {
        opt: &VisOption::default(),
        pert: None,
        catmask: Category::All as i32,
    };
    update_scene(m, &d, &view, Some(&mut camera), &mut scene).expect("a scene");
    scene
}

fn exact(m: &Model, scene: &Scene, size: usize) -> Exact {
    let assets = Assets::new(m);
    let stage = Stage {
        model: m,
        assets: &assets,
    };
    let mut out = Exact::default();
    Painter::default().exact(stage, scene, size, size, &mut out);
    out
}

fn color(m: &Model, scene: &Scene, [width, height]: [usize; 2]) -> Picture {
    let assets = Assets::new(m);
    let stage = Stage {
        model: m,
        assets: &assets,
    };
    let mut out = Picture::default();
    Painter::default().color(stage, scene, width, height, &mut out);
    out
}

#[test]
fn depth_is_the_distance_along_the_line_of_sight() {
    let m =
        model("<geom type='box' size='.5 .5 .25'/><geom type='plane' size='5 5 1' pos='0 0 -1'/>");
    let out = exact(&m, &scene(&m), 101);
    let at = |x: usize, y: usize| y * 101 + x;
    assert_eq!(out.geom[at(50, 50)], 0);
    assert!((out.depth(at(50, 50)) - 2.75).abs() < 1e-5);
    assert_eq!(out.geom[at(2, 2)], 1);
    assert!((out.depth(at(2, 2)) - 4.0).abs() < 1e-5);
    // the top of the box is half a metre to each side at 2.75 m: 0.5 / 2.75 / tan 22.5° of half the picture
    let seen = out.geom.iter().filter(|g| **g == 0).count() as f64;
    let side = 101.0 * 0.5 / 2.75 / 0.414_213_56;
    assert!((seen.sqrt() - side).abs() < 1.0, "{} {side}", seen.sqrt());
}

#[test]
fn what_is_drawn_last_wins_where_two_coincide() {
    let m = model("<geom type='box' size='.5 .5 .5'/><geom type='box' size='.5 .5 .5'/>");
    let out = exact(&m, &scene(&m), 21);
    assert_eq!(out.geom[10 * 21 + 10], 1);
}

#[test]
fn lights_and_shadows_show() {
    let m = model(
        "<light pos='0 0 2' dir='0 0 -1' castshadow='true'/>
         <geom type='plane' size='5 5 .1'/><geom type='box' size='.2 .2 .02' pos='0 0 1' rgba='1 0 0 1'/>",
    );
    let mut s = scene(&m);
    let lit = color(&m, &s, [101, 101]);
    s.flags[0] = 0;
    let bare = color(&m, &s, [101, 101]);
    let sum = |p: &Picture| p.rgb.iter().map(|x| u64::from(*x)).sum::<u64>();
    assert!(sum(&lit) < sum(&bare), "{} {}", sum(&lit), sum(&bare));
    let middle = 3 * (50 * 101 + 50);
    assert!(lit.rgb[middle] > 100 && lit.rgb[middle] > lit.rgb[middle + 1]);
}

#[test]
fn mirrors_add_what_they_show() {
    let text = "<mujoco><statistic extent='1' center='0 0 0'/><asset><material name='m' reflectance='.5'/></asset><worldbody>
        <camera pos='0 -3 3' xyaxes='1 0 0 0 1 1'/><geom type='plane' size='2 2 .1' material='m' rgba='0 .5 0 1'/>
        <geom type='box' pos='0 .6 1' size='.3 .3 .3' rgba='1 0 0 1'/></worldbody></mujoco>";
    let m = ligament::load_str(text, &Files::new())
        .expect("a model")
        .model;
    let mut s = scene(&m);
    let with = color(&m, &s, [101, 101]);
    s.flags[2] = 0;
    let without = color(&m, &s, [101, 101]);
    // row 60 from the top sees the box in the floor
    let pixel = 3 * (40 * 101 + 50);
    assert!(with.rgb[pixel] > without.rgb[pixel] + 20);
}

#[test]
fn bad_scenes_give_pictures() {
    let m = model(
        "<light/><geom type='sphere' size='.5'/><geom type='capsule' size='.1 .2' rgba='1 1 1 .3'/>",
    );
    let good = scene(&m);
    let mut scenes = vec![good.clone(); 7];
    scenes[0].geoms[0].pos = [f32::NAN; 3];
    scenes[1].geoms[0].size = [f32::INFINITY, 0.0, -1.0];
    scenes[2].camera = [Default::default(); 2];
    scenes[3].camera.iter_mut().for_each(|c| c.pos = [0.0; 3]);
    scenes[4].lights = vec![
        Light {
            castshadow: 1,
            ..good.lights[0]
        };
        1000
    ];
    scenes[5]
        .lights
        .iter_mut()
        .for_each(|l| l.dir = [f32::NAN; 3]);
    scenes[6].geoms.iter_mut().for_each(|g| {
        g.dataid = 1 << 20;
        g.texid = 77;
        g.type_ = 7;
    });
    for s in &scenes {
        assert_eq!(color(&m, s, [33, 17]).rgb.len(), 3 * 33 * 17);
        assert_eq!(exact(&m, s, 9).geom.len(), 81);
    }
    assert!(color(&m, &good, [0, 0]).rgb.is_empty());
}

#[test]
fn films_are_written() {
    let m = model("<geom type='sphere' size='.5'/>");
    let picture = color(&m, &scene(&m), [16, 8]);
    let mut bytes = Vec::new();
    film::write_png(&mut bytes, &picture).expect("a file");
    assert!(bytes.starts_with(b"\x89PNG"));
    let mut gif = Vec::new();
    let mut sink = film::Film::gif(&mut gif, &picture, 30).expect("a film");
    for _ in 0..3 {
        sink.push(&picture).expect("a picture");
    }
    sink.finish().expect("an end");
    assert!(gif.starts_with(b"GIF89a"));
}

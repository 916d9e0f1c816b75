//! Draws scenes that another program has written to files; for comparisons.
//!
//! `shoot MODEL` reads lines `SCENE MODE WIDTH HEIGHT OUT` from standard input and answers each with the processor time in
//! milliseconds. A scene is a list of packed records: number of geoms, geoms, number of lights, lights, two cameras, flags.

use std::io::{BufRead, Write};

use ligament_render::{Assets, Exact, Painter, Stage};
use ligament_scene::plain::PlainRecord;
use ligament_scene::{GlCamera, Light, Scene, SceneGeom};

fn take<'a>(bytes: &mut &'a [u8], n: usize) -> &'a [u8] {
    let (head, tail) = bytes.split_at(n);
    *bytes = tail;
    head
}

fn records<R: PlainRecord>(bytes: &mut &[u8], n: usize) -> Vec<R> {
    (0..n)
        .map(|_| R::from_bytes(take(bytes, R::SIZE)))
        .collect()
}

fn number(bytes: &mut &[u8]) -> usize {
    take(bytes, 4).try_into().map_or(0, i32::from_ne_bytes) as usize
}

fn read(model: &ligament::Model, mut bytes: &[u8]) -> Scene {
    let mut scene = Scene::new(model, 10000);
    let bytes = &mut bytes;
    let n = number(bytes);
    scene.geoms = records::<SceneGeom>(bytes, n);
    let n = number(bytes);
    scene.lights = records::<Light>(bytes, n);
    let cameras = records::<GlCamera>(bytes, 2);
    scene.camera = [cameras[0], cameras[1]];
    let n = scene.flags.len();
    scene.flags.copy_from_slice(take(bytes, n));
    let floats = |bytes: &[u8]| -> Vec<[f32; 3]> {
        bytes
            .chunks_exact(12)
            .map(|c| {
                core::array::from_fn(|k| {
                    f32::from_ne_bytes([c[4 * k], c[4 * k + 1], c[4 * k + 2], c[4 * k + 3]])
                })
            })
            .collect()
    };
    let n = scene.skin.vert.len();
    if bytes.len() >= 24 * n {
        scene.skin.vert = floats(take(bytes, 12 * n));
        scene.skin.normal = floats(take(bytes, 12 * n));
    }
    scene
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("no model")?;
    let model = ligament::load(&path)?.model;
    let start = std::time::Instant::now();
    let assets = Assets::new(&model);
    println!("{}", 1e3 * start.elapsed().as_secs_f64());
    let stage = Stage {
        model: &model,
        assets: &assets,
    };
    let mut painter = Painter::default();
    let mut exact = Exact::default();
    let mut picture = ligament_render::Picture::default();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let [scene, mode, width, height, out] = words[..] else {
            break;
        };
        let scene = read(&model, &std::fs::read(scene)?);
        let (width, height) = (width.parse()?, height.parse()?);
        let mut bytes = Vec::new();
        let mut best = f64::INFINITY;
        let repeats = if mode.ends_with('+') { 10 } else { 1 };
        for _ in 0..repeats {
            let start = cpu();
            match mode.trim_end_matches('+') {
                "exact" => painter.exact(stage, &scene, width, height, &mut exact),
                _ => painter.color(stage, &scene, width, height, &mut picture),
            }
            best = best.min(cpu() - start);
        }
        if mode.starts_with("color") {
            bytes.extend(&picture.rgb);
            exact = Exact::default();
        }
        for g in &exact.geom {
            bytes.extend(g.to_ne_bytes());
        }
        for p in 0..exact.geom.len() {
            bytes.extend(exact.depth(p).to_ne_bytes());
        }
        std::fs::write(out, bytes)?;
        println!("{best}");
        std::io::stdout().flush()?;
    }
    Ok(())
}

/// Processor time of this process so far, in milliseconds.
fn cpu() -> f64 {
    // nanoseconds on a processor of every thread
    let mut sum = 0.0;
    if let Ok(tasks) = std::fs::read_dir("/proc/self/task") {
        for task in tasks.flatten() {
            let text = std::fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
            sum += text
                .split(' ')
                .next()
                .and_then(|n| n.parse::<f64>().ok())
                .unwrap_or(0.0);
        }
    }
    sum * 1e-6
}

//! `ligament render`: pictures and films of a model.

mod sink;

use std::path::{Path, PathBuf};

use ligament::engine::{self, Data};
use ligament::mjcf::ReadOptions;
use ligament::model::Model;
use ligament::model::enums::ObjectType;
use ligament::scene::{
    Camera, CameraType, Category, RenderFlag, Scene, View, VisFlag, VisOption, default_free_camera,
    update_scene,
};
use ligament::{Problem, Problems};
use ligament_render::{Assets, Exact, MAX_SIDE, Painter, Picture, Stage};

use crate::run::control::Controls;
use crate::run::{progress, refuse, start};
use sink::Sink;

/// What to draw.
#[derive(clap::Args)]
pub struct RenderOptions {
    /// File to write: .png for one picture, .gif, .apng or .mp4 for a film.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Camera, by name or number; without: the free one.
    #[arg(long, short, value_name = "NAME")]
    pub camera: Option<String>,
    /// Draw distances, near ones bright.
    #[arg(long, conflicts_with = "seg")]
    pub depth: bool,
    /// Draw every object in a colour of its own.
    #[arg(long)]
    pub seg: bool,
    /// Width and height, in pixels.
    #[arg(long, default_value = "640x480", value_name = "WxH")]
    pub size: String,
    /// Simulated time, in seconds: of the film, or before the picture. Films take 2 s if nothing is said.
    #[arg(long, short, value_name = "SECONDS")]
    pub duration: Option<f64>,
    /// Pictures per second of a film.
    #[arg(long, default_value_t = 30, value_name = "N")]
    pub fps: u16,
    /// Keyframe to start from, by name or number.
    #[arg(long, short, value_name = "NAME")]
    pub state: Option<String>,
    /// Controls, as for `ligament run`.
    #[arg(long, value_name = "CONTROLS")]
    pub ctrl: Option<String>,
    /// Switch on what is shown or how: a name such as ContactPoint, Joint, Fog; `-NAME` switches off. May be repeated.
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    pub flag: Vec<String>,
}

/// Most pictures of a film.
const MAX_FRAMES: f64 = 1e5;
/// Most geoms of a scene.
const MAX_GEOMS: usize = 100_000;

/// An error in plain words.
pub(crate) fn trouble(error: impl std::fmt::Display) -> Problems {
    Problems(vec![Problem::model(error.to_string())])
}

/// Draws a model file.
pub fn run(path: &Path, read: &ReadOptions, options: &RenderOptions) -> Result<(), Problems> {
    let model = ligament::load_with(path, read)?.model;
    let size = parse_size(&options.size)?;
    let mut artist = Artist::new(&model, options, size)?;
    let mut d = Data::new(&model);
    start(&model, &mut d, options.state.as_deref())?;
    let mut controls = Controls::parse(&model, &d, options.ctrl.as_deref())?;
    let film = sink::is_film(&options.output)?;
    let duration = options.duration.unwrap_or(if film { 2.0 } else { 0.0 });
    let fps = options.fps.max(1);
    let frames = if film {
        (duration * f64::from(fps)).round().max(1.0)
    } else {
        1.0
    };
    let steps = duration / model.opt.timestep;
    if !(frames <= MAX_FRAMES && (0.0..=1e9).contains(&steps)) {
        return refuse(format!("a film of {duration} s is too long"));
    }
    let frames = frames as u32;
    let bar = progress(u64::from(frames));
    let mut sink: Option<Sink> = None;
    let mut step = 0;
    for frame in 0..frames {
        let until = if film {
            f64::from(frame) / f64::from(fps)
        } else {
            duration
        };
        let target = (until / model.opt.timestep).round() as u64;
        while step < target {
            controls.apply(&model, &mut d, step);
            engine::step(&model, &mut d);
            step += 1;
        }
        engine::forward(&model, &mut d);
        artist.draw(&d)?;
        if sink.is_none() {
            sink = Some(Sink::open(&options.output, &artist.picture, frames, fps)?);
        }
        if let Some(sink) = &mut sink {
            sink.push(&artist.picture)?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    sink.map_or(Ok(()), Sink::finish)
}

fn parse_size(text: &str) -> Result<[usize; 2], Problems> {
    let parsed = text
        .split_once('x')
        .and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    match parsed {
        Some([w, h]) if (1..=MAX_SIDE).contains(&w) && (1..=MAX_SIDE).contains(&h) => Ok([w, h]),
        _ => refuse(format!(
            "'{text}' is no size: it must be like 640x480, with 1 to {MAX_SIDE} pixels along each side"
        )),
    }
}

/// What pictures are drawn with.
struct Artist<'a> {
    model: &'a Model,
    assets: Assets,
    painter: Painter,
    scene: Scene,
    exact: Exact,
    picture: Picture,
    camera: Camera,
    shown: VisOption,
    size: [usize; 2],
    depth: bool,
    seg: bool,
}

impl<'a> Artist<'a> {
    fn new(model: &'a Model, options: &RenderOptions, size: [usize; 2]) -> Result<Self, Problems> {
        let mut artist = Self {
            model,
            assets: Assets::new(model),
            painter: Painter::default(),
            scene: Scene::new(model, MAX_GEOMS),
            exact: Exact::default(),
            picture: Picture::default(),
            camera: default_free_camera(model),
            shown: VisOption::default(),
            size,
            depth: options.depth,
            seg: options.seg,
        };
        if let Some(name) = &options.camera {
            let count = model.cam.fovy.len();
            let by_name =
                (0..count).find(|&c| model.name_of(ObjectType::Camera, c) == Some(name.as_str()));
            let by_number = name.parse().ok().filter(|c| *c < count);
            let Some(id) = by_name.or(by_number) else {
                return refuse(format!("the model has no camera '{name}'; it has {count}"));
            };
            artist.camera.type_ = CameraType::Fixed as i32;
            artist.camera.fixedcamid = id as i32;
        }
        for flag in &options.flag {
            artist.set_flag(flag)?;
        }
        Ok(artist)
    }

    fn set_flag(&mut self, flag: &str) -> Result<(), Problems> {
        let (name, value) = match flag.strip_prefix('-') {
            Some(name) => (name, 0),
            None => (flag, 1),
        };
        let is = |text: String| text.eq_ignore_ascii_case(name);
        let shown = (0..VisFlag::COUNT as i32).filter_map(VisFlag::from_number);
        let effects = (0..RenderFlag::COUNT as i32).filter_map(RenderFlag::from_number);
        if let Some(flag) = shown.clone().find(|f| is(format!("{f:?}"))) {
            self.shown.flags[flag as usize] = value;
        } else if let Some(flag) = effects.clone().find(|f| is(format!("{f:?}"))) {
            self.scene.flags[flag as usize] = value;
        } else {
            let known: Vec<String> = shown
                .map(|f| format!("{f:?}"))
                .chain(effects.map(|f| format!("{f:?}")))
                .collect();
            return refuse(format!(
                "there is no flag '{name}'; there are {}",
                known.join(", ")
            ));
        }
        Ok(())
    }

    fn draw(&mut self, d: &Data) -> Result<(), Problems> {
        let view = View {
            opt: &self.shown,
            pert: None,
            catmask: Category::All as i32,
        };
        update_scene(
            self.model,
            d,
            &view,
            Some(&mut self.camera),
            &mut self.scene,
        )
        .map_err(trouble)?;
        let stage = Stage {
            model: self.model,
            assets: &self.assets,
        };
        let [width, height] = self.size;
        if self.depth || self.seg {
            self.painter
                .exact(stage, &self.scene, width, height, &mut self.exact);
            self.picture = if self.depth {
                depths(&self.exact)
            } else {
                segments(&self.exact)
            };
        } else {
            self.painter
                .color(stage, &self.scene, width, height, &mut self.picture);
        }
        Ok(())
    }
}

/// Distances as shades of grey, from the nearest to the farthest thing that is seen.
fn depths(exact: &Exact) -> Picture {
    let seen = |p: &usize| exact.geom[*p] >= 0;
    let all = (0..exact.geom.len()).filter(seen).map(|p| exact.depth(p));
    let near = all.clone().fold(f32::INFINITY, f32::min);
    let far = all.fold(near, f32::max);
    let shade = |p: usize| {
        if exact.geom[p] < 0 {
            return [0; 3];
        }
        let part = (exact.depth(p) - near) / (far - near).max(1e-9);
        [(255.0 - 215.0 * part) as u8; 3]
    };
    Picture {
        width: exact.width,
        height: exact.height,
        rgb: (0..exact.geom.len()).flat_map(shade).collect(),
    }
}

/// Every geom in a colour of its own.
fn segments(exact: &Exact) -> Picture {
    let color = |g: &i32| match u32::try_from(*g) {
        Ok(g) => {
            let [r, g, b, _] = (g + 1).wrapping_mul(2_654_435_761).to_be_bytes();
            [r | 64, g | 64, b | 64]
        }
        Err(_) => [0; 3],
    };
    Picture {
        width: exact.width,
        height: exact.height,
        rgb: exact.geom.iter().flat_map(color).collect(),
    }
}

//! From a model and its data to a scene: the order of everything that is drawn.

use ligament_engine::Data;
use ligament_model::Model;

use crate::builder::Builder;
use crate::camera::update_camera;
use crate::light::make_lights;
use crate::shape::SceneError;
use crate::skin::update_skin;
use crate::{Camera, Category, Perturb, Scene, VisFlag, VisOption, decor};

/// What a scene is made with.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// What is shown.
    pub opt: &'a VisOption,
    /// What is selected and pulled at.
    pub pert: Option<&'a Perturb>,
    /// Categories of geoms that are added, as bits of [`Category`].
    pub catmask: i32,
}

/// Makes the whole scene: geoms, cameras, lights and skins (`mjv_updateScene`). A tracking camera looks at its body
/// afterwards. Without a camera, those of the scene stay.
pub fn update_scene(
    m: &Model,
    d: &Data,
    view: &View<'_>,
    camera: Option<&mut Camera>,
    scene: &mut Scene,
) -> Result<(), SceneError> {
    check(m, scene)?;
    scene.geoms.clear();
    add_geoms(m, d, view, scene)?;
    if let Some(camera) = camera {
        update_camera(m, d, camera, scene)?;
    }
    make_lights(m, d, scene);
    if view.opt.flag(VisFlag::Skin) {
        update_skin(m, d, scene)?;
    }
    scene.flex.vertopt = view.opt.flags[VisFlag::FlexVert as usize];
    scene.flex.edgeopt = view.opt.flags[VisFlag::FlexEdge as usize];
    scene.flex.faceopt = view.opt.flags[VisFlag::FlexFace as usize];
    scene.flex.skinopt = view.opt.flags[VisFlag::FlexSkin as usize];
    Ok(())
}

/// Adds the geoms of the chosen categories to those that are there (`mjv_addGeoms`). Where there is not enough room, the rest
/// is left out and `status` becomes 1.
pub fn add_geoms(
    m: &Model,
    d: &Data,
    view: &View<'_>,
    scene: &mut Scene,
) -> Result<(), SceneError> {
    check(m, scene)?;
    let nothing = Perturb::default();
    let mut b = Builder {
        m,
        d,
        opt: view.opt,
        pert: view.pert.unwrap_or(&nothing),
        catmask: view.catmask,
        scene,
    };
    decor::skin::add(&mut b);
    decor::geom::add(&mut b);
    decor::site::add(&mut b);
    decor::tendon::add(&mut b);
    decor::slidercrank::add(&mut b);
    if b.wants(Category::Decor) {
        add_decorations(&mut b);
    }
    Ok(())
}

/// Everything that is no part of the model itself.
fn add_decorations(b: &mut Builder<'_>) {
    decor::frame::add_geoms_and_sites(b);
    decor::bvh::add_bodies(b);
    decor::bvh::add_meshes(b);
    decor::inertia::add(b);
    decor::perturb::add(b);
    decor::frame::add_world_and_bodies(b);
    decor::perturb::add_selected_point(b);
    decor::body_label::add_names(b);
    decor::joint::add(b);
    decor::actuator::add(b);
    decor::body_label::add_islands(b);
    decor::camera::add(b);
    decor::light::add(b);
    decor::com::add(b);
    decor::connect::add(b);
    decor::rangefinder::add(b);
    decor::force::add(b);
    decor::constraint::add(b);
    decor::contact::add(b);
}

/// Refuses a scene that was made for a model with other skins.
fn check(m: &Model, scene: &Scene) -> Result<(), SceneError> {
    if scene.skin.vert.len() == m.skin.vert.len() && scene.skin.facenum.len() == m.size.nskin {
        Ok(())
    } else {
        Err(SceneError::OtherModel)
    }
}

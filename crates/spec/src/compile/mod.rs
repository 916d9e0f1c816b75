//! From the editable model to the compiled one.
//!
//! Each part of the model goes the same three ways: `prepare` resolves the elements of a [`Resolved`] into values in final
//! order, `count` adds their sizes, `fill` writes them into the arrays of the [`Model`]. Assets and the kinematic tree
//! come first; what lies outside the tree refers to them; constants that follow from all of it come last, from the
//! engine.

mod actuator;
pub mod assets;
mod chain;
mod constants;
mod contact;
mod custom;
mod equality;
mod fuse;
mod inertia;
mod keyframe;
mod lookup;
mod names;
pub mod orientation;
mod outside;
mod refer;
mod sensor;
mod structure;
mod tendon;
pub mod tree;

pub use ligament_model::spelling::nearest;
pub use lookup::{Lookup, Provenance};

use std::collections::HashMap;

use ligament_model::enums::{EnableFlags, Integrator, ObjectType};
use ligament_model::{Model, Sizes};

use crate::element::Node;
use crate::memory;
use crate::origin::Origin;
use crate::problem::{Problem, Problems};
use crate::resolve::Resolved;
use crate::spec::Spec;

use assets::AssetTables;
use tree::Tree;

/// A compiled model with the warnings that came up.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The model.
    pub model: Model,
    /// Warnings.
    pub warnings: Vec<Problem>,
    /// How long preparing all assets took, and preparing textures alone.
    pub asset_time: [std::time::Duration; 2],
    /// Which elements the objects of the model come from.
    pub ids: Provenance,
}

impl Spec {
    /// Compiles the model.
    pub fn compile(&self) -> Result<Compiled, Problems> {
        self.resolve().compile()
    }
}

impl Resolved {
    /// Compiles the model.
    pub fn compile(&self) -> Result<Compiled, Problems> {
        let mut problems = self.refusals();
        if problems.has_errors() {
            return Err(problems);
        }
        let begin = std::time::Instant::now();
        let mut assets = assets::prepare(self, &mut problems);
        let asset_time = [begin.elapsed(), assets.texture_time()];
        let Some(tree) = self.prepare_tree(&assets, &mut problems) else {
            return Err(problems);
        };
        let mut lookup = Lookup::default();
        problems.keep(tree.register(&mut lookup));
        problems.keep(register_assets(self, &assets, &mut lookup));
        problems.keep(lookup.register(ObjectType::Frame, self.frame_names()));
        assets.resolve(&lookup, &mut problems);
        if problems.has_errors() {
            return Err(problems);
        }
        let mut model = tree_and_assets(self, &tree, &mut assets)?;
        outside::install(self, &mut model, &mut lookup, &mut problems);
        if problems.has_errors() {
            return Err(problems);
        }
        problems.keep(structure::derive(&mut model, &tree));
        if problems.has_errors() {
            return Err(problems);
        }
        outside::after_structure(&mut model);
        constants::derive(self, &tree, &mut model, &mut problems);
        outside::after_constants(self, &mut model);
        let warnings = problems.check()?;
        Ok(Compiled {
            model,
            warnings,
            asset_time,
            ids: lookup.into_provenance(),
        })
    }

    /// The kinematic tree, with static bodies fused if the model asks for it.
    fn prepare_tree(&self, assets: &AssetTables, problems: &mut Problems) -> Option<Tree> {
        let tree = tree::prepare(self, assets, problems)?;
        if !self.scopes.first().is_some_and(|c| c.fusestatic) {
            return Some(tree);
        }
        match fuse::fuse_static(self, assets, &tree, problems) {
            _ if problems.has_errors() => None,
            Some(fused) => tree::prepare(&fused, assets, problems),
            None => Some(tree),
        }
    }

    /// The names of all frames: frames leave no trace in the model, but their names must be unique.
    fn frame_names(&self) -> Vec<(&str, &Origin)> {
        let mut names = Vec::new();
        let mut open = vec![self.world.content.as_slice()];
        while let Some(nodes) = open.pop() {
            for node in nodes {
                match node {
                    Node::Body(body) => open.push(&body.content),
                    Node::Frame(frame) => {
                        names.push((frame.name.as_str(), &frame.at));
                        open.push(&frame.content);
                    }
                    _ => {}
                }
            }
        }
        names
    }

    /// What was read and cannot be compiled.
    fn refusals(&self) -> Problems {
        let refusal = |u: &crate::spec::Unsupported| {
            let message = format!(
                "<{}> is not supported by this version of Ligament",
                u.element
            );
            Problem::error(&u.at, &u.element, &u.name, message)
        };
        let mut problems = Problems(self.unsupported.iter().map(refusal).collect());
        let discrete = self.option.integrator.is(Integrator::Discrete);
        if self.option.enables(EnableFlags::IPC) && !discrete {
            let message = "the flag ipc needs the discrete integrator";
            let problem = Problem::error(&Origin::default(), "flag", "", message);
            problems.push(problem.help("set integrator=\"discrete\", or leave the flag out"));
        }
        problems
    }
}

/// Registers the names of the assets that stay in the model.
fn register_assets(
    spec: &Resolved,
    assets: &AssetTables,
    lookup: &mut Lookup,
) -> Result<(), Problem> {
    let none = Origin::default();
    macro_rules! register {
        ($kind:ident, $list:expr, $elements:ident) => {
            let origins: HashMap<&str, &Origin> = spec
                .$elements
                .iter()
                .map(|x| (x.name.as_str(), &x.at))
                .rev()
                .collect();
            let origin = |name: &str| origins.get(name).copied().unwrap_or(&none);
            lookup.register(
                ObjectType::$kind,
                $list.iter().map(|x| (x.name.as_str(), origin(&x.name))),
            )?;
        };
    }
    register!(Mesh, assets.kept_meshes(), meshes);
    register!(HeightField, assets.hfields, hfields);
    register!(Texture, assets.textures, textures);
    register!(Material, assets.materials, materials);
    register!(Skin, assets.skins, skins);
    Ok(())
}

/// A model that holds the settings, the kinematic tree and the assets.
fn tree_and_assets(
    spec: &Resolved,
    tree: &Tree,
    assets: &mut AssetTables,
) -> Result<Model, Problem> {
    let mut sizes = Sizes::default();
    tree.count(&mut sizes);
    let first_bvh = sizes.nbvhstatic;
    assets.count(&mut sizes);
    memory::afford(&sizes)?;
    let mut model = Model::new(sizes);
    model.opt = spec.option.clone();
    model.vis = spec.visual.clone();
    model.memory = spec.size.memory;
    tree.fill(&mut model);
    assets.fill(&mut model, first_bvh);
    Ok(model)
}

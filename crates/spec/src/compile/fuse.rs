//! Fusing static bodies with their parents, for models that ask for `fusestatic`.
//!
//! A body without joints becomes a frame of its parent; what it holds is added at the end of what the parent holds, and
//! its child bodies take its place. Bodies are visited from the world outwards, so that a body always meets the one it
//! would end up in, its host. A body is kept where fusing would change the forces on the model, or where something
//! refers to it.
//!
//! The inertia of a host stays inferred from geoms if those of both bodies give it. Otherwise the sum
//! of both is written into the host.

mod keep;
mod rebuild;

use ligament_math::MINVAL;

use super::assets::AssetTables;
use super::inertia::{self, MassProperties};
use super::orientation::Pose;
use super::tree::{InertiaSource, Tree};
use crate::element::Auto;
use crate::problem::{Problem, Problems};
use crate::resolve::Resolved;
use crate::settings::Compiler;

/// The model with its static bodies fused; none if there is nothing to fuse. `tree` is the tree of the model as it is.
pub fn fuse_static(
    spec: &Resolved,
    assets: &AssetTables,
    tree: &Tree,
    problems: &mut Problems,
) -> Option<Resolved> {
    let mut plan = Plan::new(spec, tree);
    let referenced = keep::referenced(spec, assets, tree);
    for id in 1..tree.bodies.len() {
        plan.settle(id);
        if !referenced[id] && plan.may_fuse(id) {
            if let Err(message) = plan.fuse(id) {
                let body = &tree.bodies[id];
                let message = format!("the body cannot be fused with its parent: {message}");
                problems.push(
                    Problem::error(&body.at, "body", &body.name, message)
                        .help("set `fuse` of the body to \"false\""),
                );
                return None;
            }
        }
    }
    let Plan {
        fused, inertial, ..
    } = plan;
    fused.contains(&true).then(|| Resolved {
        world: rebuild::rebuild(&spec.world, &fused, &inertial, assets),
        ..spec.clone()
    })
}

/// Which bodies are fused, and what that makes of the others.
struct Plan<'a> {
    spec: &'a Resolved,
    tree: &'a Tree,
    /// Whether a body is fused.
    fused: Vec<bool>,
    /// The body that holds a body, and the pose in it.
    host: Vec<(usize, Pose)>,
    /// Mass and inertia with everything fused so far.
    mass: Vec<MassProperties>,
    /// Where that comes from.
    source: Vec<InertiaSource>,
    /// Inertia to be written into a body.
    inertial: Vec<Option<MassProperties>>,
    in_fluid: bool,
}

impl<'a> Plan<'a> {
    fn new(spec: &'a Resolved, tree: &'a Tree) -> Self {
        let bodies = &tree.bodies;
        Self {
            spec,
            tree,
            fused: vec![false; bodies.len()],
            host: bodies.iter().map(|b| (b.parent, b.pose)).collect(),
            mass: bodies.iter().map(|b| b.inertia).collect(),
            source: bodies.iter().map(|b| b.source).collect(),
            inertial: vec![None; bodies.len()],
            in_fluid: spec.option.density != 0.0 || spec.option.viscosity != 0.0,
        }
    }

    fn settings(&self, id: usize) -> &Compiler {
        self.spec.compiler(&self.tree.bodies[id].at)
    }

    /// Finds the host of a body whose parent has been decided about.
    fn settle(&mut self, id: usize) {
        let (parent, pose) = self.host[id];
        if self.fused[parent] {
            let (host, outer) = self.host[parent];
            self.host[id] = (host, outer.then(pose));
        }
    }

    /// Whether fusing keeps the motion of the model as it is.
    fn may_fuse(&self, id: usize) -> bool {
        let body = &self.tree.bodies[id];
        body.fuse && keep::is_static(body) && (self.host[id].0 == 0 || self.keeps_forces(id))
    }

    /// Whether the forces on a body and on its host add up to those on both in one.
    fn keeps_forces(&self, id: usize) -> bool {
        let (body, host_id) = (&self.tree.bodies[id], self.host[id].0);
        let host = &self.tree.bodies[host_id];
        let massive = body.inertia.mass >= MINVAL;
        let geoms = self.tree.geoms.get(body.geoms.clone()).unwrap_or(&[]);
        let swims = self.in_fluid && (massive || geoms.iter().any(|g| g.element.fluid_ellipsoid));
        let lifted = massive && body.gravcomp != host.gravcomp;
        // a host that insists on inertia from geoms cannot be given any other
        let insists = self.settings(host_id).inertiafromgeom == Auto::True;
        let written = matches!(self.effect(id), Effect::Adopted | Effect::Summed);
        !(swims || lifted || insists && written)
    }

    /// What fusing a body does to the inertia of its host.
    fn effect(&self, id: usize) -> Effect {
        let (body, host) = (&self.tree.bodies[id], self.host[id].0);
        let as_is =
            |b: usize| self.source[b] == InertiaSource::Geoms && !self.tree.bodies[b].adjusted;
        let groups = |b: usize| self.settings(b).inertiagrouprange;
        if as_is(id) && as_is(host) && groups(id) == groups(host) {
            Effect::Inferred
        } else if body.inertia.mass >= MINVAL {
            Effect::Summed
        } else if body.geoms.is_empty() || self.source[host] == InertiaSource::Written {
            Effect::None
        } else {
            Effect::Adopted
        }
    }

    /// Fuses a body with its host.
    fn fuse(&mut self, id: usize) -> Result<(), &'static str> {
        let (host, pose) = self.host[id];
        let effect = self.effect(id);
        self.fused[id] = true;
        if host == 0 {
            return Ok(());
        }
        let (above, own) = (self.mass[host], self.mass[id]);
        let placed = MassProperties {
            frame: pose.then(own.frame),
            ..own
        };
        let sum = inertia::fused([above, placed], self.settings(host)).map(rounded_to_real);
        match effect {
            Effect::None => {}
            Effect::Inferred if own.mass <= 0.0 => {}
            Effect::Inferred if above.mass <= 0.0 => self.mass[host] = placed,
            Effect::Inferred => self.mass[host] = sum.unwrap_or(above),
            Effect::Adopted => self.write(host, above),
            Effect::Summed => self.write(host, sum?),
        }
        Ok(())
    }

    /// Gives a body an explicit inertia.
    fn write(&mut self, id: usize, properties: MassProperties) {
        self.mass[id] = properties;
        self.source[id] = InertiaSource::Written;
        self.inertial[id] = Some(properties);
    }
}

/// Undoes what rounding adds to the largest moment of a flat body, which equals the sum of the others.
fn rounded_to_real(properties: MassProperties) -> MassProperties {
    const ROUNDING: f64 = 1e-14;
    let [a, b, c] = properties.moments.0;
    let mut result = properties;
    if a > b + c && a - (b + c) < ROUNDING * a {
        result.moments[0] = b + c;
    }
    result
}

/// What fusing does to the inertia of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// Nothing: the body has neither mass nor geoms that could count.
    None,
    /// It is inferred from the geoms of both.
    Inferred,
    /// It is written as it was, so that the geoms of the body do not count.
    Adopted,
    /// The sum of both is written.
    Summed,
}

#[cfg(test)]
mod tests;

//! Bodies: pose, inertia and the checks that concern a body as a whole.

use std::ops::Range;

use ligament_math::Vec3;
use ligament_model::enums::SleepPolicy;

use super::super::inertia::{self, MassProperties};
use super::super::orientation::{Pose, resolve};
use super::contents::Contents;
use super::{MOST_BODIES, Tree, TreeContext, camera, check, geom, joint, light, site};
use crate::element::{Auto, Body, Inertial, Joint};
use crate::origin::Origin;
use crate::problem::{Problem, Problems};
use crate::settings::Compiler;

/// Where the inertia of a body comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InertiaSource {
    /// What is written, or nothing.
    Written,
    /// The geoms.
    Geoms,
    /// The geoms, some of which are dropped because they are only seen.
    DroppedGeoms,
}

/// A body with everything resolved.
#[derive(Clone, Debug)]
pub struct BodyData {
    /// Name; empty for none.
    pub name: String,
    /// Where it was written.
    pub at: Origin,
    /// Parent; the world is its own.
    pub parent: usize,
    /// The nearest ancestor, or the body itself, that has joints, is moved by the user, or is the world.
    pub weld: usize,
    /// Pose in the parent.
    pub pose: Pose,
    /// Mass, centre of mass and inertia.
    pub inertia: MassProperties,
    /// Where the inertia comes from.
    pub source: InertiaSource,
    /// Whether the compiler changed mass or inertia to keep them within bounds.
    pub adjusted: bool,
    /// Whether the body or one of its ancestors has joints.
    pub moving: bool,
    /// Whether the user moves this body.
    pub mocap: bool,
    /// Anti-gravity force, in units of the weight.
    pub gravcomp: f64,
    /// Sleep policy of the tree that starts here.
    pub sleep: SleepPolicy,
    /// Whether diagonal inertia may be detected.
    pub simple: bool,
    /// Whether the body may be fused with its parent.
    pub fuse: bool,
    /// User data.
    pub user: Vec<f64>,
    /// Its joints.
    pub joints: Range<usize>,
    /// Its geoms.
    pub geoms: Range<usize>,
    /// Number of degrees of freedom.
    pub dofs: usize,
}

/// Resolves all bodies, depth first.
pub(super) fn prepare_all(tree: &mut Tree, context: TreeContext, problems: &mut Problems) {
    let mut pending = vec![(&context.spec.world, 0, None)];
    while let Some((body, parent, frame)) = pending.pop() {
        let id = tree.bodies.len();
        if id >= MOST_BODIES {
            let message = format!("a model can have at most {MOST_BODIES} bodies");
            problems.push(fault(body, message));
            return;
        }
        let contents = Contents::of(body, context.spec, problems);
        let data = start(body, &contents, parent, tree, context, problems);
        tree.bodies.push(data);
        let mut worker = Worker {
            tree,
            context,
            problems,
            settings: context.spec.compiler(&body.at),
            id,
        };
        worker.add_geoms(body, &contents);
        worker.set_inertia(body);
        worker.place(frame, &contents);
        worker.add_joints(body, &contents);
        worker.add_rest(&contents);
        worker.align(&contents);
        pending.extend(contents.bodies.iter().rev().map(|(b, f)| (*b, id, *f)));
    }
}

pub(super) fn fault(body: &Body, message: impl Into<String>) -> Problem {
    Problem::error(&body.at, "body", &body.name, message)
}

/// A body with what does not depend on its contents.
fn start(
    body: &Body,
    contents: &Contents,
    parent: usize,
    tree: &Tree,
    context: TreeContext,
    problems: &mut Problems,
) -> BodyData {
    let id = tree.bodies.len();
    let settings = context.spec.compiler(&body.at);
    let pose = match tree.bodies.first() {
        None => Pose::IDENTITY,
        Some(_) => {
            let quat = resolve(&body.orientation, settings).map_err(|m| fault(body, m));
            Pose {
                pos: Vec3(body.pos),
                quat: problems.keep(quat).unwrap_or_default(),
            }
        }
    };
    let has_joints = !contents.joints.is_empty();
    let above = tree.bodies.get(parent);
    BodyData {
        name: body.name.clone(),
        at: body.at.clone(),
        parent,
        weld: match above {
            Some(above) if !has_joints && !body.mocap => above.weld,
            _ => id,
        },
        pose,
        inertia: MassProperties::default(),
        source: InertiaSource::Written,
        adjusted: false,
        moving: has_joints || above.is_some_and(|above| above.moving),
        mocap: body.mocap && id > 0,
        gravcomp: body.gravcomp,
        sleep: body.sleep,
        simple: body.simple,
        fuse: body.fuse,
        user: body.user.clone(),
        joints: tree.joints.len()..tree.joints.len(),
        geoms: tree.geoms.len()..tree.geoms.len(),
        dofs: 0,
    }
}

/// Completes the body that was added last.
struct Worker<'a, 'b> {
    tree: &'b mut Tree,
    context: TreeContext<'a>,
    problems: &'b mut Problems,
    settings: &'a Compiler,
    id: usize,
}

impl Worker<'_, '_> {
    fn data(&mut self) -> &mut BodyData {
        &mut self.tree.bodies[self.id]
    }

    /// Adds the geoms, those too that `discardvisual` drops: they may still give inertia.
    fn add_geoms(&mut self, body: &Body, contents: &Contents) {
        let [low, high] = self.settings.inertiagrouprange;
        let from_geoms = self.settings.inertiafromgeom;
        let infers = self.id > 0 && (body.inertial.is_none() || from_geoms == Auto::True);
        let moving = self.data().moving;
        for &(geom, frame) in &contents.geoms {
            let place = geom::GeomPlace {
                body: self.id,
                frame,
                moving,
                inferring: infers && (low..=high).contains(&geom.group),
            };
            if !place.inferring && self.context.assets.drops_geom(geom) {
                continue;
            }
            let prepared = geom::prepare(geom, &place, &self.context);
            if let Some(Some(data)) = self.problems.keep(prepared) {
                self.tree.geoms.push(data);
            }
        }
    }

    /// Sets mass and inertia, then drops the geoms that are only seen.
    fn set_inertia(&mut self, body: &Body) {
        let start = self.data().geoms.start;
        let written = body
            .inertial
            .as_ref()
            .map(|x| explicit(x, body, self.settings));
        let written = written.and_then(|x| self.problems.keep(x));
        let inferring = self.id > 0
            && match self.settings.inertiafromgeom {
                Auto::True => true,
                Auto::Auto => body.inertial.is_none(),
                Auto::False => false,
            };
        let parts: Vec<_> = self.tree.geoms[start..]
            .iter()
            .filter(|_| inferring)
            .filter_map(|g| g.mass_properties())
            .collect();
        let source = match self.drop_visual_geoms(start) {
            _ if !inferring => InertiaSource::Written,
            true => InertiaSource::DroppedGeoms,
            false => InertiaSource::Geoms,
        };
        let found = match parts.is_empty() {
            true => Ok(written),
            false => inertia::combined(&parts, self.settings).map(Some),
        };
        // a body without inertia, or without a place for it, has its inertial frame at its own pose, seen from the parent
        let none = MassProperties {
            frame: self.data().pose,
            ..MassProperties::default()
        };
        let placed = |x: MassProperties| match x.frame.pos[0].is_nan() {
            true => MassProperties {
                frame: none.frame,
                ..x
            },
            false => x,
        };
        let bounded = found
            .map(|x| x.map_or(none, placed))
            .and_then(|x| match self.id {
                0 => Ok((x, false)),
                _ => inertia::bounded(x, self.settings).map(|y| (y, x != y)),
            });
        let bounded = bounded.map_err(|m| fault(body, m));
        if let Some((properties, adjusted)) = self.problems.keep(bounded) {
            let data = self.data();
            data.inertia = properties;
            data.source = source;
            data.adjusted = adjusted;
        }
    }

    /// Drops the geoms of this body that take part in nothing but rendering. Their inertia has been used, which a model
    /// that insists on inertia from geoms could not repeat. True if one of them had mass.
    fn drop_visual_geoms(&mut self, start: usize) -> bool {
        let mut lost = false;
        let insists = self.settings.inertiafromgeom == Auto::True;
        let assets = self.context.assets;
        for geom in self.tree.geoms.split_off(start) {
            if !assets.drops_geom(&geom.element) {
                self.tree.geoms.push(geom);
                continue;
            }
            let massive = geom.mass_properties().is_some();
            lost |= massive;
            if insists && massive {
                let e = &geom.element;
                let message = "`discardvisual` would drop a geom that gives its body mass";
                self.problems.push(
                    Problem::error(&e.at, "geom", &e.name, message)
                        .help("set `inertiafromgeom` to \"auto\", or the mass of the geom to 0"),
                );
            }
        }
        let end = self.tree.geoms.len();
        self.data().geoms.end = end;
        lost
    }

    /// Moves the body with the frame it is in, and to its inertial frame if its free joint is to be aligned.
    fn place(&mut self, frame: Option<Pose>, contents: &Contents) {
        let aligned = self.is_aligned(contents);
        let data = self.data();
        if let Some(frame) = frame {
            data.pose = frame.then(data.pose);
        }
        if aligned {
            data.pose = data.pose.then(data.inertia.frame);
        }
    }

    /// Whether the body frame is to coincide with the inertial frame.
    fn is_aligned(&self, contents: &Contents) -> bool {
        match contents.joints.as_slice() {
            [(joint, _)] if joint.kind.facts().floats && contents.bodies.is_empty() => {
                match joint.align {
                    Auto::True => true,
                    Auto::False => false,
                    Auto::Auto => self.settings.alignfree,
                }
            }
            _ => false,
        }
    }

    /// Moves what is attached to a body that has been aligned.
    fn align(&mut self, contents: &Contents) {
        if !self.is_aligned(contents) {
            return;
        }
        let id = self.id;
        let back = self.data().inertia.frame.inverse();
        self.data().inertia.frame = Pose::IDENTITY;
        for geom in self
            .tree
            .geoms
            .iter_mut()
            .rev()
            .take_while(|x| x.body == id)
        {
            geom.pose = back.then(geom.pose);
        }
        for site in self
            .tree
            .sites
            .iter_mut()
            .rev()
            .take_while(|x| x.body == id)
        {
            site.pose = back.then(site.pose);
        }
        for camera in self
            .tree
            .cameras
            .iter_mut()
            .rev()
            .take_while(|x| x.body == id)
        {
            camera.pose = back.then(camera.pose);
        }
        for light in self
            .tree
            .lights
            .iter_mut()
            .rev()
            .take_while(|x| x.body == id)
        {
            light.element.pos = back.place(Vec3(light.element.pos)).0;
            light.element.dir = back.turn(Vec3(light.element.dir)).0;
        }
    }

    fn add_joints(&mut self, body: &Body, contents: &Contents) {
        let joints: Vec<&Joint> = contents.joints.iter().map(|(joint, _)| *joint).collect();
        let top = self.data().parent == 0;
        let checked = check::joints(body, &joints, self.id == 0, top);
        self.problems.keep(checked);
        for &(joint, frame) in &contents.joints {
            let settings = self.context.spec.compiler(&joint.at);
            let prepared = joint::prepare(joint, frame, self.id, settings);
            self.tree.joints.extend(self.problems.keep(prepared));
        }
        let end = self.tree.joints.len();
        let data = self.data();
        data.joints.end = end;
        data.dofs = joints.iter().map(|j| j.kind.facts().nv).sum();
    }

    fn add_rest(&mut self, contents: &Contents) {
        for &(element, frame) in &contents.sites {
            let prepared = site::prepare(element, frame, self.id, &self.context);
            self.tree
                .sites
                .extend(self.problems.keep(prepared).flatten());
        }
        for &(element, frame) in &contents.cameras {
            let prepared = camera::prepare(element, frame, self.id, &self.context);
            self.tree.cameras.extend(self.problems.keep(prepared));
        }
        for &(element, frame) in &contents.lights {
            let prepared = light::prepare(element, frame, self.id, &self.context);
            self.tree.lights.extend(self.problems.keep(prepared));
        }
    }
}

/// The inertia as written.
fn explicit(
    inertial: &Inertial,
    body: &Body,
    settings: &Compiler,
) -> Result<MassProperties, Problem> {
    let fault = |m: &str| Problem::error(&inertial.at, "inertial", &body.name, m);
    let pos = Vec3(inertial.pos);
    let (quat, moments) = match &inertial.fullinertia {
        None => {
            let quat = resolve(&inertial.orientation, settings).map_err(fault)?;
            (quat, Vec3(inertial.diaginertia))
        }
        Some(_) if inertial.diaginertia != [0.0; 3] => {
            return Err(fault("`fullinertia` and `diaginertia` exclude each other"));
        }
        Some(full) => inertia::principal(full, settings.boundinertia).map_err(fault)?,
    };
    Ok(MassProperties {
        mass: inertial.mass,
        frame: Pose { pos, quat },
        moments,
    })
}

//! Attaching a part of another model, or a copy of a part of this one.

use ligament_model::enums::{JointType, ObjectType};

use crate::class::Class;
use crate::element::{Body, Frame, Key, KeyOwner, KeyPart, Node};
use crate::problem::Problem;
use crate::tree::Spec;

use super::references::{
    Affix, Names, Refers, for_each_referring_list, names_in, walk, walk_references,
};
use super::remove::is_in_tree_or_list;
use super::replicate::rename_within;

/// Which part of a model to attach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Everything in the world.
    World,
    /// The body of this name.
    Body(&'a str),
    /// The frame of this name.
    Frame(&'a str),
}

impl Spec {
    /// A copy of one part of the tree.
    fn part(&self, part: Part<'_>) -> Result<Node, Problem> {
        let missing = |kind: &str, name: &str| {
            Problem::model(format!("there is no {kind} named '{name}' to attach"))
        };
        Ok(match part {
            Part::World => Node::Frame(Frame {
                content: self.world.content.clone(),
                ..Frame::default()
            }),
            Part::Body(name) => Node::Body(
                self.body(name)
                    .ok_or_else(|| missing("body", name))?
                    .clone(),
            ),
            Part::Frame(name) => Node::Frame(
                self.frame(name)
                    .ok_or_else(|| missing("frame", name))?
                    .clone(),
            ),
        })
    }

    /// Attaches a copy of a part of this model: the node to put into the tree. Elements that refer to the part are
    /// copied with it.
    pub fn attach_own(&mut self, part: Part<'_>, affix: Affix<'_>) -> Result<Node, Problem> {
        let mut node = [self.part(part)?];
        let names = names_in(&mut node);
        rename_within(&mut node, affix, &names);
        self.repeat_referring(affix, &names);
        let [node] = node;
        Ok(node)
    }

    /// Attaches a copy of a part of another model: the node to put into the tree. Default classes, assets and custom
    /// fields come along, and so do the elements outside the tree that refer to the part and to nothing else, and the
    /// keyframes. All names get prefix and suffix; the part keeps its own compiler settings.
    pub fn attach(
        &mut self,
        child: &Self,
        part: Part<'_>,
        affix: Affix<'_>,
    ) -> Result<Node, Problem> {
        self.settle_conflicts(child)?;
        let mut child = child.clone();
        let mut node = [child.part(part)?];
        let names = names_in(&mut node);
        let mut keys = child.keyframe_parts(&names)?;

        let first_scope = self.scopes.len();
        self.scopes.append(&mut child.scopes);
        let main = affix.of("main");
        let own_class = |class: &mut String| {
            if !class.is_empty() && main != "main" {
                *class = affix.of(class);
            }
        };
        walk(&mut node, &mut |item| {
            affix.apply(item.name);
            own_class(item.class);
            if let Some(childclass) = item.childclass {
                own_class(childclass);
            }
            item.at.scope += first_scope;
        });
        walk_references(&mut node, &mut |_, name| affix.apply(name));
        shift_inertials(&mut node, first_scope);
        if let Node::Frame(Frame { childclass, .. }) | Node::Body(Body { childclass, .. }) =
            &mut node[0]
            && childclass.is_empty()
        {
            childclass.clone_from(&main);
        }
        self.adopt_classes(child.classes.split_off(0), affix, first_scope);

        macro_rules! adopt {
            ($($list:ident),*) => {$(
                for mut element in child.$list.drain(..) {
                    affix.apply(&mut element.name);
                    if main != "main" {
                        element.class = if element.class.is_empty() { main.clone() } else { affix.of(&element.class) };
                    }
                    element.at.scope += first_scope;
                    element.references(&mut |_, name| affix.apply(name));
                    self.$list.push(element);
                }
            )*};
        }
        adopt!(meshes, hfields, textures, materials);
        let mut skins = Vec::new();
        for mut skin in child.skins.drain(..) {
            let mut missing = false;
            skin.references(&mut |kind, name| {
                missing |= is_in_tree_or_list(kind) && !names.contains(&(kind, name.clone()));
            });
            if !missing {
                skins.push(skin);
            }
        }
        child.skins = skins;
        adopt!(skins);
        macro_rules! adopt_plain {
            ($($list:ident),*) => {$(
                for mut element in child.$list.drain(..) {
                    affix.apply(&mut element.name);
                    element.at.scope += first_scope;
                    self.$list.push(element);
                }
            )*};
        }
        adopt_plain!(numerics, texts);
        child.keep_referring(&names, self.actuators.len(), &mut keys);
        adopt_lists(self, &mut child, affix, first_scope, &main);
        for mut key in keys {
            affix.apply(&mut key.name);
            key.parts
                .iter_mut()
                .for_each(|part| rename_owner(&mut part.owner, affix));
            self.keys.push(key);
        }
        self.unsupported.append(&mut child.unsupported);
        let [node] = node;
        Ok(node)
    }

    /// Adds the default classes of an attached model below the outermost class.
    fn adopt_classes(&mut self, classes: Vec<Class>, affix: Affix<'_>, first_scope: usize) {
        let base = self.classes.len();
        if affix.prefix.is_empty() && affix.suffix.is_empty() {
            return;
        }
        for mut class in classes {
            affix.apply(&mut class.name);
            class.parent = Some(class.parent.map_or(0, |p| p + base));
            macro_rules! shift {
                ($($element:ident),*) => {$(class.$element.at.scope += first_scope;)*};
            }
            shift!(
                joint, geom, site, camera, light, mesh, texture, material, pair, equality, tendon,
                actuator
            );
            if self.class(&class.name).is_none() {
                self.classes.push(class);
            }
        }
    }

    /// Drops the elements outside the tree that refer to something other than `names`; positions of actuators in
    /// `keys` become those they will have in the model that starts with `first_actuator` of its own.
    fn keep_referring(&mut self, names: &Names, first_actuator: usize, keys: &mut [Key]) {
        let mut names = names.clone();
        let mut kept = Vec::new();
        let actuators: Vec<String> = self.actuators.iter().map(|a| a.name.clone()).collect();
        macro_rules! keep {
            ($list:ident: $kind:ident) => {
                kept.clear();
                self.$list.retain_mut(|element| {
                    let mut keep = true;
                    element.references(&mut |kind, name| {
                        let world = kind == ObjectType::Body && name == "world";
                        let found = names.contains(&(kind, name.clone()))
                            || (world && ObjectType::$kind != ObjectType::Sensor);
                        keep &= found || !is_in_tree_or_list(kind);
                    });
                    kept.push(keep);
                    if keep && !element.name.is_empty() {
                        names.insert((ObjectType::$kind, element.name.clone()));
                    }
                    keep
                });
                if ObjectType::$kind == ObjectType::Actuator {
                    renumber_actuators(keys, &actuators, &kept, first_actuator);
                }
            };
        }
        for_each_referring_list!(keep);
    }

    /// The keyframes, cut into the values of each element of `names`.
    fn keyframe_parts(&mut self, names: &Names) -> Result<Vec<Key>, Problem> {
        let joints = joints_in_order(&self.world.content);
        let mocaps = mocaps_in_order(&self.world.content);
        let mut out = Vec::new();
        for key in &self.keys {
            let mut whole = Key {
                name: key.name.clone(),
                time: key.time,
                at: key.at.clone(),
                ..Key::default()
            };
            let (mut q, mut v) = (0, 0);
            for (owner, body, kind) in &joints {
                let (nq, nv) = joint_size(*kind);
                let slice = |values: &[f64], from: usize, n: usize| {
                    values.get(from..from + n).unwrap_or_default().to_vec()
                };
                if names.contains(&(ObjectType::Body, body.clone())) {
                    let (first, second) = (slice(&key.qpos, q, nq), slice(&key.qvel, v, nv));
                    whole.parts.push(KeyPart {
                        owner: owner.clone(),
                        first,
                        second,
                    });
                }
                (q, v) = (q + nq, v + nv);
            }
            if (!key.qpos.is_empty() && key.qpos.len() != q)
                || (!key.qvel.is_empty() && key.qvel.len() != v)
            {
                let message = format!(
                    "a keyframe of the attached model needs {q} positions and {v} velocities"
                );
                return Err(Problem::error(&key.at, "key", &key.name, message));
            }
            for (i, body) in mocaps.iter().enumerate() {
                let slice = |values: &[f64], n: usize| {
                    values.get(i * n..(i + 1) * n).unwrap_or_default().to_vec()
                };
                if names.contains(&(ObjectType::Body, body.clone())) {
                    let owner = KeyOwner::Mocap(body.clone());
                    whole.parts.push(KeyPart {
                        owner,
                        first: slice(&key.mpos, 3),
                        second: slice(&key.mquat, 4),
                    });
                }
            }
            let (mut a, mut c) = (0, 0);
            for (i, actuator) in self.actuators.iter().enumerate() {
                let (na, nc) = actuator.state_size();
                let slice = |values: &[f64], from: usize, n: usize| {
                    values.get(from..from + n).unwrap_or_default().to_vec()
                };
                let (first, second) = (slice(&key.act, a, na), slice(&key.ctrl, c, nc));
                let owner = match actuator.name.as_str() {
                    "" => KeyOwner::ActuatorAt(i),
                    name => KeyOwner::Actuator(name.into()),
                };
                whole.parts.push(KeyPart {
                    owner,
                    first,
                    second,
                });
                (a, c) = (a + na, c + nc);
            }
            out.push(whole);
        }
        Ok(out)
    }
}

/// Moves the lists of elements that refer to the tree, renamed.
fn adopt_lists(
    spec: &mut Spec,
    child: &mut Spec,
    affix: Affix<'_>,
    first_scope: usize,
    main: &str,
) {
    macro_rules! adopt {
        ($list:ident: $kind:ident) => {
            for mut element in child.$list.drain(..) {
                affix.apply(&mut element.name);
                if main != "main" {
                    element.class = if element.class.is_empty() {
                        main.to_owned()
                    } else {
                        affix.of(&element.class)
                    };
                }
                element.at.scope += first_scope;
                element.references(&mut |kind, name| {
                    if !(kind == ObjectType::Body && name == "world") {
                        affix.apply(name);
                    }
                });
                spec.$list.push(element);
            }
        };
    }
    for_each_referring_list!(adopt);
}

/// Explicit inertias carry their own origin.
fn shift_inertials(nodes: &mut [Node], first_scope: usize) {
    for node in nodes {
        match node {
            Node::Body(body) => {
                if let Some(inertial) = &mut body.inertial {
                    inertial.at.scope += first_scope;
                }
                shift_inertials(&mut body.content, first_scope);
            }
            Node::Frame(frame) => shift_inertials(&mut frame.content, first_scope),
            _ => {}
        }
    }
}

/// Puts prefix and suffix around the name in an owner.
pub(super) fn rename_owner(owner: &mut KeyOwner, affix: Affix<'_>) {
    match owner {
        KeyOwner::Joint(name)
        | KeyOwner::JointOf(name, _)
        | KeyOwner::Mocap(name)
        | KeyOwner::Actuator(name) => affix.apply(name),
        KeyOwner::ActuatorAt(_) => {}
    }
}

/// Turns positions among all actuators of a child into positions in the parent, dropping those that stay behind.
fn renumber_actuators(keys: &mut [Key], actuators: &[String], kept: &[bool], first: usize) {
    let is_kept = |i: usize| kept.get(i).copied().unwrap_or(false);
    for key in keys {
        key.parts.retain_mut(|part| match &mut part.owner {
            KeyOwner::ActuatorAt(i) => {
                let keep = is_kept(*i);
                *i = first + kept.iter().take(*i).filter(|k| **k).count();
                keep
            }
            KeyOwner::Actuator(name) => actuators
                .iter()
                .position(|a| a == name)
                .is_some_and(is_kept),
            _ => true,
        });
    }
}

/// Numbers in position and velocity.
fn joint_size(kind: JointType) -> (usize, usize) {
    match kind {
        JointType::Free => (7, 6),
        JointType::Ball => (4, 3),
        JointType::Slide | JointType::Hinge => (1, 1),
    }
}

/// Every joint in the order of the compiled model, with its body and kind.
fn joints_in_order(nodes: &[Node]) -> Vec<(KeyOwner, String, JointType)> {
    fn own(
        nodes: &[Node],
        body: &str,
        out: &mut Vec<(KeyOwner, String, JointType)>,
        count: &mut usize,
    ) {
        for node in nodes {
            match node {
                Node::Joint(joint) => {
                    let owner = if joint.name.is_empty() {
                        KeyOwner::JointOf(body.to_owned(), *count)
                    } else {
                        KeyOwner::Joint(joint.name.clone())
                    };
                    *count += 1;
                    out.push((owner, body.to_owned(), joint.kind));
                }
                Node::Frame(frame) => own(&frame.content, body, out, count),
                _ => {}
            }
        }
    }
    fn bodies(nodes: &[Node], out: &mut Vec<(KeyOwner, String, JointType)>) {
        for node in nodes {
            match node {
                Node::Body(body) => {
                    own(&body.content, &body.name, out, &mut 0);
                    bodies(&body.content, out);
                }
                Node::Frame(frame) => bodies(&frame.content, out),
                _ => {}
            }
        }
    }
    let mut out = Vec::new();
    bodies(nodes, &mut out);
    out
}

/// The names of all mocap bodies, in order.
fn mocaps_in_order(nodes: &[Node]) -> Vec<String> {
    nodes
        .iter()
        .flat_map(|node| match node {
            Node::Body(body) => {
                let mut names = if body.mocap {
                    vec![body.name.clone()]
                } else {
                    Vec::new()
                };
                names.extend(mocaps_in_order(&body.content));
                names
            }
            Node::Frame(frame) => mocaps_in_order(&frame.content),
            _ => Vec::new(),
        })
        .collect()
}

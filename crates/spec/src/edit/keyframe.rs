//! Keyframes of attached models: their values belong to elements, so that they find their place in another model.

use ligament_model::enums::{JointType, ObjectType};

use crate::element::{Key, KeyOwner, KeyPart, Node};
use crate::problem::Problem;
use crate::spec::Spec;

use super::references::{Affix, Names};

impl Spec {
    /// The keyframes, cut into the values of each element of `names`.
    pub(super) fn keyframe_parts(&self, names: &Names) -> Result<Vec<Key>, Problem> {
        if self.keys.is_empty() {
            return Ok(Vec::new());
        }
        let content = self.contents(self.world, None);
        let joints = joints_in_order(&content);
        let mocaps = mocaps_in_order(&content);
        let mut out = Vec::new();
        for key in self.keys.iter() {
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
pub(super) fn renumber_actuators(
    keys: &mut [Key],
    actuators: &[String],
    kept: &[bool],
    first: usize,
) {
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
    let facts = kind.facts();
    (facts.nq, facts.nv)
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

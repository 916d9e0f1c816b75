//! URDF: links become bodies, joints become joints, collision and visual elements become geoms.
//!
//! What MuJoCo reads is read in the same way, mimic joints as equality constraints included. One addition is an option
//! that is off by default: file names that start with `package://` are looked up below given roots.

mod geometry;
mod joint;
mod link;
mod value;

use std::collections::HashMap;

use ligament_spec::element::Body;
use ligament_spec::{Id, Problem, Spec};

use crate::xml::Element;

use link::Links;

/// What to do beyond what MuJoCo does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UrdfOptions {
    /// Directories in which the packages of `package://name/…` are looked up; none to leave such names as they are.
    pub package_roots: Vec<String>,
}

/// Settings that a URDF model starts from: static links are fused, visual geoms discarded, angles are radians.
pub fn prepare(spec: &mut Spec) {
    let compiler = &mut spec.scopes[0];
    compiler.fusestatic = true;
    compiler.discardvisual = true;
    compiler.degree = false;
}

/// Reads a `robot` element. The settings of its `mujoco` extension have been read into `spec` before.
pub fn read(root: &Element, options: &UrdfOptions, spec: &mut Spec) -> Result<(), Problem> {
    spec.scopes[0].degree = false;
    if let Some(name) = root.get("name") {
        name.clone_into(&mut spec.name);
    }
    let mut links = Links::new(root)?;
    let tree = link_tree(root, &links)?;
    links.read(root, options, spec)?;
    for element in root.children.iter().filter(|e| e.tag == "joint") {
        if let Some(body) = links.body_mut(value::child_link(element)?) {
            joint::read(element, body)?;
        }
        if let Some(mimic) = value::child(element, "mimic")? {
            joint::mimic(element, mimic, root)?.map(|equality| spec.push(equality));
        }
    }
    let mut bodies = links.into_bodies();
    let world = spec.world();
    let mut open: Vec<(usize, Id<Body>)> = tree.roots.iter().rev().map(|r| (*r, world)).collect();
    while let Some((link, parent)) = open.pop() {
        let body = std::mem::take(&mut bodies[link]);
        let id = if parent == world && tree.names[link] == "world" {
            for node in body.content {
                spec.add_any(world, node)?;
            }
            world
        } else {
            spec.add(parent, body)?
        };
        open.extend(tree.children[link].iter().rev().map(|child| (*child, id)));
    }
    Ok(())
}

/// Which link hangs on which.
struct LinkTree {
    names: Vec<String>,
    children: Vec<Vec<usize>>,
    roots: Vec<usize>,
}

/// Finds the tree from the joints: every link has at most one parent, and no link is its own ancestor.
fn link_tree(root: &Element, links: &Links) -> Result<LinkTree, Problem> {
    let names = links.names();
    let index: HashMap<&str, usize> = names
        .iter()
        .enumerate()
        .map(|(i, n)| (n.as_str(), i))
        .collect();
    let mut parent = vec![None; names.len()];
    let mut children = vec![Vec::new(); names.len()];
    for joint in root.children.iter().filter(|e| e.tag == "joint") {
        let find = |name: &str| {
            index.get(name).copied().ok_or_else(|| {
                let message = format!("the joint names a link '{name}' that does not exist");
                value::problem(joint, message)
            })
        };
        let (from, to) = (
            find(value::parent_link(joint)?)?,
            find(value::child_link(joint)?)?,
        );
        if parent[to].is_some() {
            return Err(
                value::problem(joint, format!("the link '{}' has two parents", names[to]))
                    .help("close loops with an equality constraint instead of a joint"),
            );
        }
        parent[to] = Some(from);
        children[from].push(to);
    }
    let roots: Vec<usize> = (0..names.len()).filter(|&i| parent[i].is_none()).collect();
    let mut reached = 0;
    let mut open = roots.clone();
    while let Some(link) = open.pop() {
        reached += 1;
        open.extend(&children[link]);
    }
    if reached < names.len() {
        return Err(value::problem(root, "the joints form a cycle of links"));
    }
    Ok(LinkTree {
        names,
        children,
        roots,
    })
}

#[cfg(test)]
mod tests;

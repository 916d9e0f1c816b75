//! Checks that concern a body as a whole: which joints it has, and whether it has mass.

use ligament_math::MINVAL;
use ligament_model::enums::Keyword;

use super::Tree;
use super::body::fault;
use crate::element::{Body, Joint};
use crate::problem::{Problem, Problems};

/// Which joints may be together in one body.
pub(super) fn joints(
    body: &Body,
    joints: &[&Joint],
    world: bool,
    top: bool,
) -> Result<(), Problem> {
    if joints.is_empty() {
        if body.mocap && !world && !top {
            return Err(fault(body, "a mocap body must be a child of the world"));
        }
        return Ok(());
    }
    if world {
        return Err(fault(body, "the world cannot have joints"));
    }
    if body.mocap {
        return Err(fault(body, "a mocap body cannot have joints"));
    }
    if joints.iter().map(|j| j.kind.facts().nv).sum::<usize>() > 6 {
        return Err(fault(body, "a body can have at most 6 degrees of freedom"));
    }
    if let Some(joint) = joints.iter().find(|j| j.kind.facts().floats) {
        let kind = joint.kind.keyword();
        if joints.len() > 1 {
            let message = format!("a {kind} joint cannot be combined with other joints");
            return Err(fault(body, message));
        }
        if !top {
            let message = format!("a {kind} joint needs a body that is a child of the world");
            return Err(fault(body, message));
        }
    }
    let after_ball = joints
        .iter()
        .skip_while(|j| !j.kind.facts().is_ball())
        .skip(1);
    if after_ball.clone().any(|j| j.kind.facts().turns) {
        return Err(fault(
            body,
            "a ball joint must be the last rotation of its body",
        ));
    }
    Ok(())
}

/// Moving bodies need mass and inertia: of their own, or of a body that is fixed to them.
pub(super) fn moving_masses(tree: &Tree, problems: &mut Problems) {
    let mut has_mass: Vec<bool> = tree
        .bodies
        .iter()
        .map(|b| b.inertia.mass >= MINVAL && b.inertia.moments.0.iter().all(|&m| m >= MINVAL))
        .collect();
    for (id, body) in tree.bodies.iter().enumerate().skip(1).rev() {
        if body.joints.is_empty() {
            has_mass[body.parent] |= has_mass[id];
        } else if !has_mass[id] {
            let message = "a body that moves needs mass and inertia, and this one has none";
            problems.push(
                Problem::error(&body.at, "body", &body.name, message)
                    .help("add a geom with mass, or an `inertial`"),
            );
        }
    }
}

//! The kinematic tree as text.

use std::fmt::Write;

use ligament::Model;
use ligament::model::enums::{Keyword, ObjectType};

use crate::info::label;

/// Draws all bodies below the world, with joints and masses.
pub fn draw(m: &Model) -> String {
    let children = children(m);
    let mut out = String::new();
    // A stack instead of recursion: models may be deep.
    let mut stack: Vec<(usize, String, bool)> = Vec::new();
    let push = |stack: &mut Vec<_>, parent: usize, indent: &str| {
        for (i, &child) in children[parent].iter().enumerate().rev() {
            stack.push((child, indent.to_owned(), i + 1 == children[parent].len()));
        }
    };
    if m.size.nbody == 0 {
        return out;
    }
    let _ = writeln!(out, "  {}", label(m, ObjectType::Body, 0));
    push(&mut stack, 0, "  ");
    while let Some((body, indent, last)) = stack.pop() {
        let _ = writeln!(
            out,
            "{indent}{} {}",
            if last { "└─" } else { "├─" },
            line(m, body)
        );
        push(
            &mut stack,
            body,
            &format!("{indent}{}", if last { "   " } else { "│  " }),
        );
    }
    out
}

/// The children of every body.
fn children(m: &Model) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); m.size.nbody];
    for (body, parent) in m.body.parentid.iter().enumerate().skip(1) {
        if let Some(list) = children.get_mut(parent.index()) {
            list.push(body);
        }
    }
    children
}

/// One body: name, joints, mass.
fn line(m: &Model, body: usize) -> String {
    let mut text = label(m, ObjectType::Body, body);
    if m.body.mocapid[body] >= 0 {
        text += " (mocap)";
    }
    let joints = m
        .jnt
        .bodyid
        .iter()
        .enumerate()
        .filter(|(_, owner)| owner.index() == body);
    let joints: Vec<String> = joints
        .map(|(j, _)| {
            let kind = m.jnt.kind[j].get().map_or("?", Keyword::keyword);
            format!("{} ({kind})", label(m, ObjectType::Joint, j))
        })
        .collect();
    if !joints.is_empty() {
        let _ = write!(text, ": {}", joints.join(", "));
    }
    let _ = write!(text, "  {:.4} kg", m.body.mass[body]);
    text
}

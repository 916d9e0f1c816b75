//! Joints: kinds, limits, dynamics and mimicry.

use ligament_math::{Quat, Vec3};
use ligament_model::enums::{EqualityType, JointType, ObjectType};
use ligament_spec::Problem;
use ligament_spec::element::{Auto, Body, Equality, Joint, Node, Orientation};

use crate::words::choose;
use crate::xml::Element;

use super::value;

/// The kinds of joint.
const KINDS: [&str; 7] = [
    "revolute",
    "continuous",
    "prismatic",
    "fixed",
    "floating",
    "planar",
    "spherical",
];

/// Places a body and gives it the joint of a `joint` element.
pub fn read(element: &Element, body: &mut Body) -> Result<(), Problem> {
    let kind = value::required(element, "type")?;
    let name = value::required(element, "name")?;
    let (pos, quat) = value::origin(element)?;
    (body.pos, body.orientation) = (pos, Orientation::Quat(quat.0));
    let axis = match value::child(element, "axis")? {
        Some(axis) => value::required_numbers::<3>(axis, "xyz")?,
        None => [1.0, 0.0, 0.0],
    };
    let joint = |suffix: &str, kind: JointType, axis: [f64; 3]| Joint {
        name: format!("{name}{suffix}"),
        at: element.at.clone(),
        kind,
        axis,
        ..Joint::default()
    };
    let mut joints = match (kind, JointType::from_urdf(kind)) {
        (_, Some(own)) if own.facts().floats => vec![joint("", own, [0.0, 0.0, 1.0])],
        (_, Some(own)) => vec![joint("", own, axis)],
        ("planar", _) => {
            let [x, y] = plane_axes(axis);
            vec![
                joint("_TX", JointType::Slide, x),
                joint("_TY", JointType::Slide, y),
                joint("_RZ", JointType::Hinge, axis),
            ]
        }
        ("fixed", _) => return Ok(()),
        _ => {
            return Err(
                value::problem(element, format!("'{kind}' is not a kind of joint"))
                    .help(choose(kind, &KINDS)),
            );
        }
    };
    if let Some(dynamics) = value::child(element, "dynamics")? {
        let damping = value::numbers::<1>(dynamics, "damping")?;
        let friction = value::numbers::<1>(dynamics, "friction")?;
        for joint in &mut joints {
            joint.damping[0] = damping.map_or(joint.damping[0], |[d]| d);
            joint.frictionloss = friction.map_or(joint.frictionloss, |[f]| f);
        }
    }
    if let Some(limit) = value::child(element, "limit")? {
        limits(limit, kind != "continuous", &mut joints[0])?;
    }
    // Joints come before the geoms, as if the body had been written by hand; their order among themselves is kept.
    body.content
        .splice(0..0, joints.into_iter().map(Node::Joint));
    Ok(())
}

/// Limits of position, unless the joint turns without end, and of effort. A range with one end missing or in the wrong
/// order is no limit.
fn limits(limit: &Element, has_range: bool, joint: &mut Joint) -> Result<(), Problem> {
    let (lower, upper) = (
        value::numbers::<1>(limit, "lower")?,
        value::numbers::<1>(limit, "upper")?,
    );
    if has_range {
        joint.range = [lower.map_or(0.0, |[x]| x), upper.map_or(0.0, |[x]| x)];
    }
    if lower.is_some() != upper.is_some() || joint.range[0] > joint.range[1] {
        joint.limited = Auto::False;
    }
    let effort = value::numbers::<1>(limit, "effort")?.map_or(0.0, |[x]| x.abs());
    if effort > 0.0 {
        joint.actfrcrange = [-effort, effort];
    }
    Ok(())
}

/// Two axes that span the plane perpendicular to `normal`: x and y after the shortest rotation of z to the normal.
fn plane_axes(normal: [f64; 3]) -> [[f64; 3]; 2] {
    let quat = Quat::from_z_to(Vec3(normal));
    [
        quat.rotate(Vec3::new(1.0, 0.0, 0.0)).0,
        quat.rotate(Vec3::new(0.0, 1.0, 0.0)).0,
    ]
}

/// The equality constraint of a mimic joint: value = multiplier * other + offset. There is none unless both joints move
/// along or about one axis.
pub fn mimic(
    joint: &Element,
    mimic: &Element,
    root: &Element,
) -> Result<Option<Equality>, Problem> {
    let name = value::required(joint, "name")?;
    let other = value::required(mimic, "joint")?;
    let kind = |e: &Element| JointType::from_urdf(e.get("type")?);
    let scalar = |e: &Element| kind(e).is_some_and(|kind| kind.facts().is_scalar());
    let mut joints = root.children.iter().filter(|e| e.tag == "joint");
    if !scalar(joint) || !joints.any(|e| e.get("name") == Some(other) && scalar(e)) {
        return Ok(None);
    }
    let mut data = Equality::default().data;
    data[0] = value::numbers::<1>(mimic, "offset")?.map_or(0.0, |[x]| x);
    data[1] = value::numbers::<1>(mimic, "multiplier")?.map_or(1.0, |[x]| x);
    Ok(Some(Equality {
        at: mimic.at.clone(),
        kind: EqualityType::Joint,
        objtype: ObjectType::Joint,
        name1: name.to_owned(),
        name2: other.to_owned(),
        data,
        ..Equality::default()
    }))
}

//! Joints: limits, units, axes and anchors.

use ligament_math::Vec3;
use ligament_model::enums::Keyword;
use ligament_model::kinds::JointLimit;

use super::super::orientation::{Pose, RADIANS_PER_DEGREE, normalize};
use crate::element::{Auto, Joint};
use crate::problem::Problem;
use crate::settings::Compiler;

/// A joint with everything resolved: angles in radians, anchor and axis in the body.
#[derive(Clone, Debug)]
pub struct JointData {
    /// The body it moves.
    pub body: usize,
    /// The element, with its values resolved.
    pub element: Joint,
    /// Whether the range is a limit.
    pub limited: bool,
    /// Whether the actuator force range is a limit.
    pub actfrclimited: bool,
}

impl JointData {
    /// Number of coordinates.
    pub fn coordinates(&self) -> usize {
        self.element.kind.facts().nq
    }

    /// Number of degrees of freedom.
    pub fn dofs(&self) -> usize {
        self.element.kind.facts().nv
    }

    /// Numbers of plastic state: a rest position if the spring yields.
    pub fn plastic_numbers(&self) -> usize {
        if self.element.springyield <= 0.0 {
            return 0;
        }
        self.element.kind.facts().plastic.unwrap_or(0)
    }
}

fn fault(joint: &Joint, message: impl Into<String>) -> Problem {
    Problem::error(&joint.at, "joint", &joint.name, message)
}

/// Resolves a joint that lies in `frame`, itself given in the body.
pub(super) fn prepare(
    joint: &Joint,
    frame: Option<Pose>,
    body: usize,
    settings: &Compiler,
) -> Result<JointData, Problem> {
    let mut element = joint.clone();
    let limited = resolve_range(&mut element, settings)?;
    let actfrclimited = resolve_force_range(&mut element, settings)?;
    place(&mut element, frame)?;
    check_springs(&element)?;
    if settings.degree {
        let facts = element.kind.facts();
        if facts.angle {
            element.ref_ *= RADIANS_PER_DEGREE;
            element.springref *= RADIANS_PER_DEGREE;
        }
        if facts.turns {
            element.springyield *= RADIANS_PER_DEGREE;
        }
    }
    Ok(JointData {
        body,
        element,
        limited,
        actfrclimited,
    })
}

/// Whether a range limits: it is said so, or left open and the range is not empty.
fn is_limited(limited: Auto, [low, high]: [f64; 2]) -> bool {
    limited == Auto::True || (limited == Auto::Auto && low < high)
}

/// A range without a statement whether it limits needs `autolimits`.
fn check_stated(
    joint: &Joint,
    settings: &Compiler,
    limited: Auto,
    range: [f64; 2],
    attribute: &str,
) -> Result<(), Problem> {
    if !settings.autolimits && limited == Auto::Auto && range != [0.0; 2] {
        let message = format!("`{attribute}range` is given, but `{attribute}limited` is not");
        return Err(fault(joint, message).help(format!(
            "set `{attribute}limited`, or the compiler option `autolimits`"
        )));
    }
    Ok(())
}

fn resolve_range(joint: &mut Joint, settings: &Compiler) -> Result<bool, Problem> {
    let facts = joint.kind.facts();
    if facts.limit == JointLimit::None {
        return Ok(false);
    }
    check_stated(joint, settings, joint.limited, joint.range, "")?;
    if !is_limited(joint.limited, joint.range) {
        return Ok(false);
    }
    let [low, high] = joint.range;
    if facts.limit == JointLimit::RotationAngle {
        if low != 0.0 {
            let kind = joint.kind.keyword();
            let message = format!("the range of a {kind} joint must start at 0");
            return Err(fault(joint, message)
                .help("it bounds the angle of rotation, which is never negative"));
        }
    } else if low >= high {
        return Err(fault(
            joint,
            "the lower limit must be less than the upper limit",
        ));
    }
    if settings.degree && facts.has_angular_range() {
        joint.range = [low * RADIANS_PER_DEGREE, high * RADIANS_PER_DEGREE];
    }
    Ok(true)
}

fn resolve_force_range(joint: &mut Joint, settings: &Compiler) -> Result<bool, Problem> {
    if !joint.kind.facts().is_scalar() {
        return Ok(false);
    }
    let range = joint.actfrcrange;
    check_stated(joint, settings, joint.actfrclimited, range, "actuatorfrc")?;
    let limited = is_limited(joint.actfrclimited, range);
    if limited && range[0] >= range[1] {
        return Err(fault(
            joint,
            "the lower bound of `actuatorfrcrange` must be less than the upper",
        ));
    }
    Ok(limited)
}

/// Moves axis and anchor from the frame to the body; joints that float have neither, those with many axes no axis.
fn place(joint: &mut Joint, frame: Option<Pose>) -> Result<(), Problem> {
    let facts = joint.kind.facts();
    let mut axis = match frame {
        _ if !facts.is_scalar() => [0.0, 0.0, 1.0],
        Some(frame) => frame.turn(Vec3(joint.axis)).0,
        None => joint.axis,
    };
    if normalize(&mut axis) == 0.0 {
        return Err(fault(joint, "the axis has no length"));
    }
    joint.axis = axis;
    if facts.floats {
        joint.pos = [0.0; 3];
    } else if let Some(frame) = frame {
        joint.pos = frame.place(Vec3(joint.pos)).0;
    }
    Ok(())
}

fn check_springs(joint: &Joint) -> Result<(), Problem> {
    let [time, ratio] = joint.springdamper;
    if (time != 0.0 || ratio != 0.0) && (time <= 0.0 || ratio <= 0.0) {
        return Err(
            fault(joint, "both values of `springdamper` must be positive")
                .help("they are a time constant and a damping ratio"),
        );
    }
    if joint.springyield < 0.0 {
        return Err(fault(joint, "`springyield` must not be negative"));
    }
    if joint.springyield > 0.0 && joint.kind.facts().plastic.is_none() {
        let kind = joint.kind.keyword();
        return Err(fault(
            joint,
            format!("a {kind} joint cannot have `springyield`"),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ligament_math::Quat;
    use ligament_model::enums::JointType;

    fn prepared(joint: Joint, settings: &Compiler) -> Result<JointData, Problem> {
        prepare(&joint, None, 1, settings)
    }

    #[test]
    fn limits_are_inferred_and_converted_only_when_active() {
        let settings = Compiler::default();
        let with = |range, limited| Joint {
            range,
            limited,
            ..Joint::default()
        };
        let active = prepared(with([-90.0, 180.0], Auto::Auto), &settings).map(|j| j.element.range);
        let pi = core::f64::consts::PI;
        assert_eq!(active, Ok([-pi / 2.0, pi]));
        let idle = prepared(with([10.0, 20.0], Auto::False), &settings).map(|j| j.element.range);
        assert_eq!(idle, Ok([10.0, 20.0]));
        let backwards = prepared(with([2.0, 1.0], Auto::Auto), &settings).map(|j| j.limited);
        assert_eq!(backwards, Ok(false));
        assert!(prepared(with([2.0, 1.0], Auto::True), &settings).is_err());
        let strict = Compiler {
            autolimits: false,
            ..settings
        };
        assert!(prepared(with([1.0, 2.0], Auto::Auto), &strict).is_err());
    }

    #[test]
    fn frames_move_anchor_and_axis() {
        let half = core::f64::consts::FRAC_1_SQRT_2;
        let frame = Pose {
            pos: Vec3([1.0, 0.0, 0.0]),
            quat: Quat([half, half, 0.0, 0.0]),
        };
        let joint = Joint {
            pos: [0.0, 0.0, 1.0],
            ..Joint::default()
        };
        let Ok(placed) = prepare(&joint, Some(frame), 1, &Compiler::default()) else {
            panic!("the joint is valid");
        };
        assert!((Vec3(placed.element.axis) - Vec3([0.0, -1.0, 0.0])).norm() < 1e-15);
        assert!((Vec3(placed.element.pos) - Vec3([1.0, -1.0, 0.0])).norm() < 1e-15);
    }

    #[test]
    fn yield_angles_are_in_radians_and_need_plastic_state() {
        let ball = Joint {
            kind: JointType::Ball,
            springyield: 2.0,
            ..Joint::default()
        };
        let Ok(ball) = prepared(ball, &Compiler::default()) else {
            panic!("the joint is valid");
        };
        assert!((ball.element.springyield - 0.034_906_585).abs() < 1e-9);
        assert_eq!(ball.plastic_numbers(), 4);
        let free = Joint {
            kind: JointType::Free,
            springyield: 2.0,
            ..Joint::default()
        };
        assert!(prepared(free, &Compiler::default()).is_err());
    }
}

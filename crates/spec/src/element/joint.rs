//! Joints.

use ligament_model::enums::JointType;

use super::{Auto, SOLIMP, SOLREF, element};

element! {
    /// A joint between a body and its parent.
    pub struct Joint {
        kind: JointType = JointType::default(), "Kind of joint.";
        free_element: bool = false, "True for a free joint that takes no default class (MJCF's freejoint).";
        pos: [f64; 3] = [0.0; 3], "Anchor in the body.";
        axis: [f64; 3] = [0.0, 0.0, 1.0], "Axis in the body.";
        ref_: f64 = 0.0, "Value in the reference configuration.";
        align: Auto = Auto::Auto, "Whether a free joint moves the body frame to the inertial frame.";
        stiffness: [f64; 3] = [0.0; 3], "Spring polynomial.";
        springref: f64 = 0.0, "Value at which the spring is at rest.";
        springyield: f64 = 0.0, "Deflection at which the spring yields, an angle for hinges and balls; 0 for elastic.";
        springdamper: [f64; 2] = [0.0; 2], "Time constant and damping ratio, from which stiffness and damping follow.";
        limited: Auto = Auto::Auto, "Whether the range is a limit.";
        range: [f64; 2] = [0.0; 2], "Limits.";
        margin: f64 = 0.0, "Distance at which the limit becomes active.";
        solref_limit: [f64; 2] = SOLREF, "Constraint reference of the limit.";
        solimp_limit: [f64; 5] = SOLIMP, "Constraint impedance of the limit.";
        actfrclimited: Auto = Auto::Auto, "Whether the total actuator force is limited.";
        actfrcrange: [f64; 2] = [0.0; 2], "Range of the total actuator force.";
        armature: f64 = 0.0, "Rotor inertia, or mass for slides.";
        damping: [f64; 3] = [0.0; 3], "Damper polynomial.";
        frictionloss: f64 = 0.0, "Dry friction.";
        solref_friction: [f64; 2] = SOLREF, "Constraint reference of dry friction.";
        solimp_friction: [f64; 5] = SOLIMP, "Constraint impedance of dry friction.";
        group: i32 = 0, "Visual group.";
        actgravcomp: bool = false, "Whether actuators supply gravity compensation.";
        user: Vec<f64> = Vec::new(), "User data.";
    }
}

impl Joint {
    /// A free joint that takes no default class.
    pub fn free() -> Self {
        Self {
            kind: JointType::Free,
            free_element: true,
            ..Self::default()
        }
    }
}

//! Actuators: what all have, what `general` has, and the elements of the format.

use ligament_model::enums::{
    BiasType, BitSet, CtrlInput, DynamicsType, GainType, TransmissionType,
};
use ligament_spec::element::Actuator;

use super::codec::{Exact, Flag, Interpolation, Key, List, One, Prefix, Text, Tri};
use super::flex::{ACTUATOR_PLUGIN_ROWS, CONFIG};
use super::shortcut::{
    ADHESION_ROWS, CYLINDER_ROWS, DAMPER_ROWS, DCMOTOR_ROWS, MUSCLE_ROWS, ORIENTATION_ROWS,
    PID_ROWS, POSITION_ROWS, SERVO_ROWS, VELOCITY_ROWS,
};
use super::{Codec, Kind, Node, many, rows};
use crate::words::choose;

rows! {
    /// What all actuators have.
    pub static BASE_ROWS: Actuator {
        "name" => name: Text, "Name.";
        "class" => class: Text, "Default class.";
        "group" => group: One<i32>, "Group, by which actuators can be switched off.";
        "nsample" => nsample: One<i32>, "Samples in the history of the control.";
        "interp" => interp: Interpolation, "How delayed controls are interpolated.";
        "delay" => delay: One<f64>, "Delay of the control, in seconds.";
        "ctrlrange" => ctrlrange: Exact<f64, 2>, "Range of the control.";
        "user" => user: List<f64>, "Numbers for the user.";
    }
}

rows! {
    /// Whether controls are clamped.
    pub static CTRL_LIMIT_ROWS: Actuator {
        "ctrllimited" => ctrllimited: Tri, "Whether the control is clamped to its range.";
    }
}

rows! {
    /// Range of the force.
    pub static FORCE_LIMIT_ROWS: Actuator {
        "forcelimited" => forcelimited: Tri, "Whether the force is clamped to its range.";
        "forcerange" => forcerange: Exact<f64, 2>, "Range of the force.";
    }
}

rows! {
    /// Range of the activation.
    pub static ACT_LIMIT_ROWS: Actuator {
        "actlimited" => actlimited: Tri, "Whether the activation is clamped to its range.";
        "actrange" => actrange: Exact<f64, 2>, "Range of the activation.";
    }
}

rows! {
    /// What shapes the transmission.
    pub static GEAR_ROWS: Actuator {
        "lengthrange" => lengthrange: Exact<f64, 2> [own], "Feasible range of the length.";
        "gear" => gear: Prefix<f64, 6>, "Scale of length and force; a wrench for site transmissions.";
        "damping" => damping: Prefix<f64, 3>, "Damping: constant, linear and quadratic coefficient.";
        "armature" => armature: One<f64>, "Inertia added to what it acts on.";
        "cranklength" => cranklength: One<f64>, "Length of the rod of a slider-crank.";
    }
}

/// What an actuator acts on, of one kind.
pub struct Target<const KIND: i32>;

impl<const KIND: i32> Target<KIND> {
    fn kind() -> TransmissionType {
        use ligament_model::enums::Keyword;
        TransmissionType::from_number(KIND).unwrap_or(TransmissionType::Undefined)
    }
}

impl<const TRANSMISSION: i32> Codec for Target<TRANSMISSION> {
    type Value = Actuator;
    const KIND: Kind = Kind::Text;
    fn read(text: &str, value: &mut Actuator) -> Result<(), String> {
        text.clone_into(&mut value.target);
        value.trntype = Self::kind();
        Ok(())
    }
    fn show(value: &Actuator) -> String {
        if value.trntype == Self::kind() {
            value.target.clone()
        } else {
            String::new()
        }
    }
    fn same(a: &Actuator, _: &Actuator) -> bool {
        a.trntype != Self::kind()
    }
}

const JOINT: i32 = TransmissionType::Joint as i32;
const PARENT: i32 = TransmissionType::JointInParent as i32;
const TENDON: i32 = TransmissionType::Tendon as i32;
const CRANK: i32 = TransmissionType::SliderCrank as i32;
const SITE: i32 = TransmissionType::Site as i32;
const BODY: i32 = TransmissionType::Body as i32;

rows! {
    /// Acting on joints, tendons and slider-cranks.
    pub static TRANSMISSION_ROWS: Actuator {
        "joint" => whole: Target<JOINT> [own], "Joint to act on.";
        "jointinparent" => whole: Target<PARENT> [own], "Joint to act on, in the frame of its parent.";
        "tendon" => whole: Target<TENDON> [own], "Tendon to act on.";
        "slidersite" => slidersite: Text [own], "Site of the slider of a slider-crank.";
        "cranksite" => whole: Target<CRANK> [own], "Site of the pin of a slider-crank.";
    }
}

rows! {
    /// Acting on sites.
    pub static SITE_ROWS: Actuator {
        "site" => whole: Target<SITE> [own], "Site to act on.";
        "refsite" => refsite: Text [own], "Site relative to which it acts.";
    }
}

rows! {
    /// Acting on a joint only.
    pub static JOINT_ONLY_ROWS: Actuator {
        "joint" => whole: Target<JOINT> [own], "Ball joint to act on.";
    }
}

rows! {
    /// Acting on the contacts of a body.
    pub static BODY_ROWS: Actuator {
        "body" => whole: Target<BODY> [own], "Body whose contacts it acts on.";
    }
}

rows! {
    /// Ranges of further inputs.
    pub static INPUT_RANGE_ROWS: Actuator {
        "velrange" => velrange: Exact<f64, 2>, "Range of the velocity input.";
        "ffrange" => ffrange: Exact<f64, 2>, "Range of the feed-forward input.";
    }
}

rows! {
    /// The range taken from the target.
    pub static INHERIT_ROWS: Actuator {
        "inheritrange" => inheritrange: One<f64>, "Range as a multiple of the range of what it acts on; 0 for none.";
    }
}

rows! {
    /// Another name for the range of the control.
    pub static POSRANGE_ROWS: Actuator {
        "posrange" => ctrlrange: Exact<f64, 2>, "Range of the position input; another name for ctrlrange.";
    }
}

/// Which inputs an actuator has: the notation of an orientation, none, or a list.
pub struct Inputs;

impl Inputs {
    const CHARTS: [(&'static str, i32); 2] = [("expmap", 1), ("quat", 2)];

    fn words() -> Vec<&'static str> {
        let charts = Self::CHARTS.iter().map(|c| c.0);
        charts.chain(CtrlInput::BITS.iter().map(|b| b.2)).collect()
    }
}

impl Codec for Inputs {
    type Value = Actuator;
    const KIND: Kind = Kind::Words(Self::words);
    fn read(text: &str, value: &mut Actuator) -> Result<(), String> {
        if let Some((_, chart)) = Self::CHARTS.iter().find(|c| c.0 == text) {
            value.ctrlspec = *chart;
            return Ok(());
        }
        if text == "none" {
            value.ctrlspec = CtrlInput::NONE.0;
            return Ok(());
        }
        let mut bits = 0;
        for word in text.split_ascii_whitespace() {
            let bit = CtrlInput::bit(word)
                .filter(|bit| *bit != CtrlInput::NONE.0)
                .ok_or_else(|| choose(word, &Self::words()))?;
            if bit <= bits {
                return Err(
                    "inputs must be listed once each, in the order pos, vel, ff, voltage, pressure"
                        .into(),
                );
            }
            bits |= bit;
        }
        value.ctrlspec = bits;
        Ok(())
    }
    fn show(value: &Actuator) -> String {
        let spec = value.ctrlspec;
        if value.gaintype == GainType::So3
            && let Some((word, _)) = Self::CHARTS.iter().find(|c| c.1 == spec)
        {
            return (*word).into();
        }
        let set = CtrlInput::BITS.iter().filter(|b| spec & b.0 != 0);
        set.map(|b| b.2).collect::<Vec<_>>().join(" ")
    }
    fn same(a: &Actuator, b: &Actuator) -> bool {
        let inherited = if a.gaintype == b.gaintype {
            b.ctrlspec
        } else {
            0
        };
        a.ctrlspec == inherited
    }
}

rows! {
    /// What states the inputs.
    pub static INPUT_ROWS: Actuator {
        "input" => whole: Inputs, "Which inputs it has.";
    }
}

rows! {
    /// What `general` has besides.
    pub static GENERAL_ROWS: Actuator {
        "actdim" => actdim: One<i32>, "Number of activations; -1 for what the dynamics need.";
        "dyntype" => dyntype: Key<DynamicsType>, "Kind of activation dynamics.";
        "gaintype" => gaintype: Key<GainType>, "Kind of gain.";
        "biastype" => biastype: Key<BiasType>, "Kind of bias.";
        "dynprm" => dynprm: Prefix<f64, 10>, "Parameters of the dynamics.";
        "gainprm" => gainprm: Prefix<f64, 10>, "Parameters of the gain.";
        "biasprm" => biasprm: Prefix<f64, 10>, "Parameters of the bias.";
        "actearly" => actearly: Flag, "Whether the force uses the next activation.";
    }
}

macro_rules! actuators {
    ($($node:ident $proto:ident $tag:literal $doc:literal [$($table:ident),*];)*) => {
        $(
            #[doc = $doc]
            pub static $node: Node = Node {
                tag: $tag,
                doc: $doc,
                tables: &[&BASE_ROWS, $(&$table),*],
                ..Node::EMPTY
            };
            #[doc = concat!("Prototype of `", $tag, "`.")]
            pub static $proto: Node = Node {
                prototype: true,
                tag: $tag,
                doc: $doc,
                tables: &[&BASE_ROWS, $(&$table),*],
                ..Node::EMPTY
            };
        )*
    };
}

actuators! {
    GENERAL GENERAL_P "general" "An actuator with all parameters stated."
        [CTRL_LIMIT_ROWS, FORCE_LIMIT_ROWS, ACT_LIMIT_ROWS, GEAR_ROWS, TRANSMISSION_ROWS, SITE_ROWS, BODY_ROWS,
         INPUT_ROWS, INPUT_RANGE_ROWS, INHERIT_ROWS, GENERAL_ROWS];
    MOTOR MOTOR_P "motor" "A motor: the force is the control."
        [CTRL_LIMIT_ROWS, FORCE_LIMIT_ROWS, GEAR_ROWS, TRANSMISSION_ROWS, SITE_ROWS];
    POSITION POSITION_P "position" "A position servo."
        [CTRL_LIMIT_ROWS, FORCE_LIMIT_ROWS, GEAR_ROWS, TRANSMISSION_ROWS, SITE_ROWS, INHERIT_ROWS, POSITION_ROWS];
    VELOCITY VELOCITY_P "velocity" "A velocity servo."
        [CTRL_LIMIT_ROWS, FORCE_LIMIT_ROWS, GEAR_ROWS, TRANSMISSION_ROWS, SITE_ROWS, VELOCITY_ROWS];
    INTVELOCITY INTVELOCITY_P "intvelocity" "A position servo whose set point is the integral of the control."
        [CTRL_LIMIT_ROWS, FORCE_LIMIT_ROWS, ACT_LIMIT_ROWS, GEAR_ROWS, TRANSMISSION_ROWS, SITE_ROWS, INHERIT_ROWS,
         SERVO_ROWS];
    ORIENTATION ORIENTATION_P "orientation" "A servo of an orientation."
        [FORCE_LIMIT_ROWS, JOINT_ONLY_ROWS, SITE_ROWS, ORIENTATION_ROWS, INPUT_ROWS];
    PID PID_P "pid" "A controller of position and velocity with an integral term."
        [CTRL_LIMIT_ROWS, FORCE_LIMIT_ROWS, POSRANGE_ROWS, INPUT_RANGE_ROWS, INHERIT_ROWS, GEAR_ROWS,
         TRANSMISSION_ROWS, SITE_ROWS, PID_ROWS, INPUT_ROWS];
    DAMPER DAMPER_P "damper" "A damper whose coefficient is the control."
        [FORCE_LIMIT_ROWS, GEAR_ROWS, TRANSMISSION_ROWS, SITE_ROWS, DAMPER_ROWS];
    CYLINDER CYLINDER_P "cylinder" "A pneumatic or hydraulic cylinder."
        [CTRL_LIMIT_ROWS, FORCE_LIMIT_ROWS, GEAR_ROWS, TRANSMISSION_ROWS, SITE_ROWS, CYLINDER_ROWS];
    MUSCLE MUSCLE_P "muscle" "A muscle."
        [CTRL_LIMIT_ROWS, FORCE_LIMIT_ROWS, GEAR_ROWS, TRANSMISSION_ROWS, MUSCLE_ROWS];
    ADHESION ADHESION_P "adhesion" "Adhesion at the contacts of a body."
        [FORCE_LIMIT_ROWS, BODY_ROWS, ADHESION_ROWS];
    DCMOTOR DCMOTOR_P "dcmotor" "A direct-current motor."
        [CTRL_LIMIT_ROWS, GEAR_ROWS, TRANSMISSION_ROWS, SITE_ROWS, DCMOTOR_ROWS, INPUT_ROWS];
}

static PLUGIN: Node = Node {
    tag: "plugin",
    doc: "An actuator computed by a plugin.",
    tables: &[
        &BASE_ROWS,
        &ACTUATOR_PLUGIN_ROWS,
        &CTRL_LIMIT_ROWS,
        &FORCE_LIMIT_ROWS,
        &ACT_LIMIT_ROWS,
        &GEAR_ROWS,
        &TRANSMISSION_ROWS,
    ],
    children: &[many(&CONFIG)],
    ..Node::EMPTY
};

/// Actuators.
pub static ACTUATOR: Node = Node {
    tag: "actuator",
    doc: "Actuators.",
    children: &[
        many(&GENERAL),
        many(&MOTOR),
        many(&POSITION),
        many(&VELOCITY),
        many(&INTVELOCITY),
        many(&ORIENTATION),
        many(&PID),
        many(&DAMPER),
        many(&CYLINDER),
        many(&MUSCLE),
        many(&ADHESION),
        many(&DCMOTOR),
        many(&PLUGIN),
    ],
    ..Node::EMPTY
};

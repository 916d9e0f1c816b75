//! Actuators. The shortcuts of MJCF (motor, position, muscle, …) are lowered to these general fields when read.

use ligament_model::enums::{BiasType, DynamicsType, GainType, ObjectType, TransmissionType};

use super::{Auto, element};

element! {
    /// An actuator.
    pub struct Actuator {
        gaintype: GainType = GainType::Fixed, "Kind of gain.";
        gainprm: [f64; 10] = unit(), "Gain parameters.";
        biastype: BiasType = BiasType::None, "Kind of bias.";
        biasprm: [f64; 10] = [0.0; 10], "Bias parameters.";
        dyntype: DynamicsType = DynamicsType::default(), "Kind of activation dynamics.";
        dynprm: [f64; 10] = unit(), "Dynamics parameters.";
        actdim: i32 = -1, "Activation variables; -1 for what the dynamics need.";
        ctrlspec: i32 = 0, "Inputs, as bits whose meaning depends on the gain; 0 for the usual ones.";
        velrange: [f64; 2] = [0.0; 2], "Range of the velocity input.";
        ffrange: [f64; 2] = [0.0; 2], "Range of the feed-forward input.";
        actearly: bool = false, "Whether the next activation already makes the force.";
        trntype: TransmissionType = TransmissionType::Undefined, "What it acts on.";
        target: String = String::new(), "Name of what it acts on.";
        refsite: String = String::new(), "Reference site of site transmissions.";
        slidersite: String = String::new(), "Slider site of slider-cranks.";
        cranklength: f64 = 0.0, "Crank length of slider-cranks.";
        gear: [f64; 6] = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], "Scale of length and force.";
        lengthrange: [f64; 2] = [0.0; 2], "Feasible length range.";
        inheritrange: f64 = 0.0, "Control range as a multiple of the range of the target; 0 for none.";
        damping: [f64; 3] = [0.0; 3], "Damper polynomial.";
        armature: f64 = 0.0, "Inertia added to the target.";
        ctrllimited: Auto = Auto::Auto, "Whether controls are clamped.";
        ctrlrange: [f64; 2] = [0.0; 2], "Range of controls.";
        forcelimited: Auto = Auto::Auto, "Whether forces are clamped.";
        forcerange: [f64; 2] = [0.0; 2], "Range of forces.";
        actlimited: Auto = Auto::Auto, "Whether activations are clamped.";
        actrange: [f64; 2] = [0.0; 2], "Range of activations.";
        group: i32 = 0, "Visual group, by which actuators can be switched off.";
        nsample: i32 = 0, "Samples in the history buffer.";
        interp: i32 = 0, "Interpolation of delayed controls: 0 hold, 1 linear, 2 cubic.";
        delay: f64 = 0.0, "Delay of controls, in seconds.";
        user: Vec<f64> = Vec::new(), "User data.";
    }
}

/// First parameter 1, all else 0.
fn unit() -> [f64; 10] {
    let mut prm = [0.0; 10];
    prm[0] = 1.0;
    prm
}

impl Actuator {
    /// The kind of object that `target` names.
    pub fn target_kind(&self) -> ObjectType {
        match self.trntype {
            TransmissionType::Joint | TransmissionType::JointInParent => ObjectType::Joint,
            TransmissionType::Tendon => ObjectType::Tendon,
            TransmissionType::SliderCrank | TransmissionType::Site => ObjectType::Site,
            TransmissionType::Body => ObjectType::Body,
            TransmissionType::So3 if self.refsite.is_empty() => ObjectType::Joint,
            TransmissionType::So3 => ObjectType::Site,
            TransmissionType::Undefined => ObjectType::Unknown,
        }
    }

    /// How many activations and controls the actuator has in a keyframe.
    pub fn state_size(&self) -> (usize, usize) {
        let activations = match usize::try_from(self.actdim) {
            Ok(dim) if dim > 0 => dim,
            _ => usize::from(self.dyntype.facts().has_state()),
        };
        let controls = match (self.gaintype, self.ctrlspec) {
            (GainType::So3, chart) => 3 + usize::from(chart == 2),
            (_, 0) => 1,
            (_, inputs) => (inputs & 0b10_1111).count_ones() as usize,
        };
        (activations, controls)
    }
}

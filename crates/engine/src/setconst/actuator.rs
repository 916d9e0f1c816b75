//! Length ranges of actuators, taken from limits where there are any.

use ligament_model::Model;
use ligament_model::enums::{BiasType, GainType, LengthRangeMode, TransmissionType};

/// How length ranges are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthRange {
    /// Which actuators get one.
    pub mode: LengthRangeMode,
    /// Keep ranges that are already there.
    pub use_existing: bool,
    /// Take the limits of joints and tendons where there are any.
    pub use_limit: bool,
}

impl Default for LengthRange {
    fn default() -> Self {
        Self {
            mode: LengthRangeMode::Muscle,
            use_existing: true,
            use_limit: false,
        }
    }
}

/// An actuator whose length range can only be found by simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthRangeMissing {
    /// The actuator.
    pub actuator: usize,
}

/// Sets the ranges that limits give; returns the actuators that need a simulation.
pub(super) fn length_ranges(m: &mut Model, options: &LengthRange) -> Vec<LengthRangeMissing> {
    let mut missing = Vec::new();
    for actuator in 0..m.size.nactuator {
        let Some(output) = m.actuator_outputs(actuator).next() else {
            continue;
        };
        let [low, high] = m.actuator.lengthrange[output];
        if !is_wanted(m, actuator, options.mode) || (options.use_existing && low < high) {
            continue;
        }
        match limit(m, actuator).filter(|_| options.use_limit) {
            Some(range) => m.actuator.lengthrange[output] = range,
            None => missing.push(LengthRangeMissing { actuator }),
        }
    }
    missing
}

/// True if an actuator of this kind gets a range.
fn is_wanted(m: &Model, actuator: usize, mode: LengthRangeMode) -> bool {
    let (gain, bias) = (m.actuator.gaintype[actuator], m.actuator.biastype[actuator]);
    let muscle = gain.is(GainType::Muscle) || bias.is(BiasType::Muscle);
    let user = gain.is(GainType::User) || bias.is(BiasType::User);
    match mode {
        LengthRangeMode::None => false,
        LengthRangeMode::Muscle => muscle,
        LengthRangeMode::Muscleuser => muscle || user,
        LengthRangeMode::All => true,
    }
}

/// The limits of the joint or tendon an actuator acts on.
fn limit(m: &Model, actuator: usize) -> Option<[f64; 2]> {
    let id = usize::try_from(m.actuator.trnid[actuator][0]).ok()?;
    match m.actuator.trntype[actuator].get()? {
        TransmissionType::Joint | TransmissionType::JointInParent => {
            (m.jnt.limited.get(id)?.get()).then(|| m.jnt.range[id])
        }
        TransmissionType::Tendon => (m.tendon.limited.get(id)?.get()).then(|| m.tendon.range[id]),
        _ => None,
    }
}

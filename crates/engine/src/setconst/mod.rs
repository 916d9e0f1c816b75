//! Constants that a model derives from its own fields.
//!
//! Four groups run in order: constants independent of the configuration; constants of the kinematics in `qpos0`;
//! constants of the inertia in `qpos0`; and, while a model is being compiled, the conventions that stand for values yet
//! to be found (damping ratios, spring lengths of -1, spring-damper pairs, statistics and length ranges).

mod actuator;
mod collision;
mod fixed;
mod frames;
mod reflected;
mod search;
mod sleep;
mod spring;
mod statistics;
mod tendon;
mod weights;

use ligament_model::Model;
use ligament_model::enums::EnableFlags;

pub use actuator::{LengthRange, LengthRangeError, LengthRangeReason};
pub use sleep::SleepConflict;

use crate::awake::Awake;
use crate::data::Data;
use crate::forward::single;
use crate::stage;

/// What [`setconst`] should do beyond the constants that follow from other fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SetConstOptions {
    /// Resolve the conventions of a model that is being compiled; false to refresh a compiled model after an edit.
    pub compiling: bool,
    /// Time constant and damping ratio per joint; pairs that are not positive are ignored. May be empty.
    pub spring_dampers: Vec<[f64; 2]>,
    /// Which actuators get a length range and how.
    pub length_range: LengthRange,
}

impl SetConstOptions {
    /// The options of a model that is being compiled.
    pub fn compiling() -> Self {
        Self {
            compiling: true,
            ..Self::default()
        }
    }
}

/// What [`setconst`] found besides the constants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SetConstReport {
    /// Actuators whose length range was not found.
    pub length_range_errors: Vec<LengthRangeError>,
    /// Trees that are allowed to sleep although a tendon forbids it.
    pub sleep_conflicts: Vec<SleepConflict>,
    /// The last degree of freedom whose inertia is too close to zero, if any.
    pub singular_dof: Option<usize>,
}

/// Computes all derived constants of a model, in place. `data` must belong to the model; it is left reset.
pub fn setconst(m: &mut Model, data: &mut Data, options: &SetConstOptions) -> SetConstReport {
    let mut report = SetConstReport::default();
    fixed::set(m);
    collision::set(m);
    tendon::set(m);
    report.sleep_conflicts = sleep::resolve(m);
    // nothing sleeps while constants are computed
    let flags = m.opt.enableflags;
    m.opt.enableflags &= !EnableFlags::SLEEP.0;
    data.reset(m);

    kinematics(m, data);
    lengths(m, data);
    m.tendon.length0.copy_from_slice(&data.path.ten_length);
    m.actuator
        .length0
        .copy_from_slice(&data.path.actuator_length);
    frames::equality(m, &data.pose);
    frames::cameras_and_lights(m, &data.pose);
    let extents = statistics::body_lengths(m, &data.pose);
    statistics::dof_length(m, &extents);

    weights::reference_inertia(m, data);
    single::make_m(m, data);
    let awake = Awake::new(&data.sleep, &data.stats);
    let raised = stage::factor_m(m, awake, &mut data.inertia);
    report.singular_dof = (raised >= 0.0).then_some(raised as usize);
    weights::set(m, data);

    if options.compiling {
        statistics::set(m, &data.pose, &data.inertia, &extents);
        reflected::damping_ratios(m, data);
        spring::spring_dampers(m, &options.spring_dampers);
        spring::tendon_lengths(m, data);
        report.length_range_errors = actuator::length_ranges(m, &options.length_range);
    }
    m.opt.enableflags = flags;
    data.reset(m);
    report
}

/// Lengths of tendons and actuators.
fn lengths(m: &Model, data: &mut Data) {
    let awake = Awake::new(&data.sleep, &data.stats);
    let (path, row) = (&mut data.path, &mut vec![0.0; m.size.nv][..]);
    stage::tendon(m, awake, &data.state, &data.pose, path, row);
    stage::transmission(m, awake, &data.state, &data.pose, &data.contact, path, row);
}

/// Poses at the current configuration.
fn kinematics(m: &Model, data: &mut Data) {
    single::kinematics(m, data);
    single::com_pos(m, data);
}

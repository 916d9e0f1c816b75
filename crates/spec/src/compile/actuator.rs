//! Actuators. What depends on the reference configuration (lengths, accelerations, damping from damping ratios) is
//! completed by the engine.

mod input;
mod state;
mod transmission;

use ligament_model::enums::{BiasType, GainType, TransmissionType};
use ligament_model::id::ActuatorId;
use ligament_model::kinds::Setpoint;
use ligament_model::{Model, Sizes};

use self::input::Inputs;
use self::transmission::Transmission;
use super::refer::{
    Context, Owner, check_history, fill_user, flag, history_numbers, stored, stored_or_none,
    user_width,
};
use super::tendon::Tendons;
use crate::element::{Actuator, Auto};
use crate::problem::{Problem, Problems};

/// Marks a joint or tendon to which several actuators add damping or armature.
const SEVERAL: ActuatorId = ActuatorId(-2);

/// An actuator with everything resolved.
#[derive(Clone, Debug)]
struct ActuatorData<'a> {
    element: &'a Actuator,
    transmission: Transmission,
    inputs: Inputs,
    activations: usize,
    controls: Vec<(bool, [f64; 2])>,
    actrange: [f64; 2],
    actlimited: bool,
    forcelimited: bool,
    moment_numbers: usize,
}

impl ActuatorData<'_> {
    fn history_numbers(&self) -> usize {
        history_numbers(self.element.nsample, self.inputs.controls)
    }
}

/// All actuators. One that could not be resolved keeps its place.
#[derive(Clone, Debug, Default)]
pub(super) struct Actuators<'a> {
    rows: Vec<Option<ActuatorData<'a>>>,
    user: usize,
}

/// Ranges of controls and activations after inheriting from the target.
struct Ranges {
    control: [f64; 2],
    activation: [f64; 2],
}

fn inherit(
    context: Context,
    owner: &Owner,
    actuator: &Actuator,
    transmission: &Transmission,
    tendons: &Tendons,
) -> Result<Ranges, Problem> {
    let mut ranges = Ranges {
        control: actuator.ctrlrange,
        activation: actuator.actrange,
    };
    let is_servo = match actuator.gaintype {
        GainType::Fixed => actuator.gainprm[0] == -actuator.biasprm[1],
        gain => gain == GainType::Pid,
    };
    if !is_servo || actuator.biastype != BiasType::Affine || actuator.inheritrange <= 0.0 {
        return Ok(ranges);
    }
    let out = match actuator.dyntype.facts().setpoint {
        Some(Setpoint::Control) => &mut ranges.control,
        Some(Setpoint::Activation) => &mut ranges.activation,
        None => return Err(owner.fault("`inheritrange` is for servos of position")),
    };
    let [low, high] = match transmission.kind {
        TransmissionType::Joint if context.is_scalar_joint(transmission.target) => {
            context.joint_range(transmission.target)
        }
        TransmissionType::Joint => {
            return Err(owner.fault("`inheritrange` needs a slide or hinge joint"));
        }
        TransmissionType::Tendon => tendons.range(transmission.target),
        _ => return Err(owner.fault("`inheritrange` needs a joint or a tendon to inherit from")),
    };
    if low == high {
        let message = format!(
            "`inheritrange` is set, but '{}' has no range",
            actuator.target
        );
        return Err(owner.fault(message));
    }
    let radius = 0.5 * (high - low) * actuator.inheritrange;
    let middle = 0.5 * (high + low);
    *out = [middle - radius, middle + radius];
    Ok(ranges)
}

/// Whether a range limits; a limit must be a range.
fn limit(
    owner: &Owner,
    limited: Auto,
    range: [f64; 2],
    autolimits: bool,
    prefix: &str,
) -> Result<bool, Problem> {
    let limits = owner.is_limited(limited, range, autolimits, prefix)?;
    if limits && range[0] >= range[1] {
        let [low, high] = range;
        let message = format!(
            "`{prefix}range` must go from the lesser to the greater value, and it is {low} {high}"
        );
        return Err(owner.fault(message));
    }
    Ok(limits)
}

/// Checks the parameters of muscles.
fn check_muscle(owner: &Owner, actuator: &Actuator) -> Result<(), Problem> {
    let sets = [
        (actuator.gaintype == GainType::Muscle, &actuator.gainprm),
        (actuator.biastype == BiasType::Muscle, &actuator.biasprm),
    ];
    for (_, prm) in sets.iter().filter(|(is_muscle, _)| *is_muscle) {
        let [from, to, _, scale, lmin, lmax, vmax, fpmax, fvmax, ..] = **prm;
        owner.require(
            from < to,
            "`range` of a muscle must go from the lesser to the greater value",
        )?;
        owner.require(
            lmin < 1.0 && lmax > 1.0,
            "a muscle needs `lmin` < 1 < `lmax`",
        )?;
        let positive = scale > 0.0 && vmax > 0.0 && fpmax > 0.0 && fvmax > 0.0;
        let message = "`scale`, `vmax`, `fpmax` and `fvmax` of a muscle must be positive";
        owner.require(positive, message)?;
    }
    Ok(())
}

fn resolve<'a>(
    context: Context<'a, '_>,
    actuator: &'a Actuator,
    tendons: &Tendons,
) -> Result<ActuatorData<'a>, Problem> {
    let owner = Owner::of("actuator", actuator);
    let mut transmission = transmission::resolve(context, actuator)?;
    let ranges = inherit(context, &owner, actuator, &transmission, tendons)?;
    let inputs = input::resolve(context, actuator, &mut transmission)?;
    let autolimits = context.spec.compiler(&actuator.at).autolimits;
    let range = actuator.forcerange;
    let forcelimited = limit(&owner, actuator.forcelimited, range, autolimits, "force")?;
    let ctrllimited = limit(
        &owner,
        actuator.ctrllimited,
        ranges.control,
        autolimits,
        "ctrl",
    )?;
    let dynamics = actuator.dyntype.facts();
    // an integrating rotational servo bounds its own state
    let bounds_itself = transmission.kind == TransmissionType::So3
        && dynamics.integrates()
        && actuator.actrange == [0.0; 2];
    let actlimited = !bounds_itself
        && limit(
            &owner,
            actuator.actlimited,
            ranges.activation,
            autolimits,
            "act",
        )?;
    owner.require(
        dynamics.has_state() || !actlimited,
        "`actrange` is given, but there are no dynamics",
    )?;
    check_muscle(&owner, actuator)?;
    check_history(&owner, context.spec, actuator.nsample, actuator.delay)?;
    let remembers = actuator.delay > 0.0 || actuator.nsample > 0;
    let has_inputs = inputs.controls > 0;
    owner.require(
        has_inputs || !remembers,
        "there is no input to delay or to remember",
    )?;
    Ok(ActuatorData {
        element: actuator,
        transmission,
        inputs,
        activations: state::activations(&owner, actuator)?,
        controls: input::limits(actuator, &inputs, ctrllimited, ranges.control),
        actrange: ranges.activation,
        actlimited,
        forcelimited,
        moment_numbers: transmission.moment_numbers(context, tendons),
    })
}

/// Resolves all actuators.
pub(super) fn prepare<'a>(
    context: Context<'a, '_>,
    tendons: &Tendons,
    problems: &mut Problems,
) -> Actuators<'a> {
    let actuators = &context.spec.actuators;
    let values = actuators.iter().map(|a| (&a.user[..], &a.at, &a.name[..]));
    let setting = context.spec.size.nuser_actuator;
    let user = user_width(setting, "nuser_actuator", "actuator", values, problems);
    let resolved = actuators.iter().map(|a| resolve(context, a, tendons));
    Actuators {
        rows: resolved.map(|r| problems.keep(r)).collect(),
        user,
    }
}

impl<'a> Actuators<'a> {
    fn each(&self) -> impl Iterator<Item = (usize, &ActuatorData<'a>)> {
        self.rows
            .iter()
            .enumerate()
            .filter_map(|(i, a)| Some((i, a.as_ref()?)))
    }

    fn total(&self, number: impl Fn(&ActuatorData<'a>) -> usize) -> usize {
        self.each()
            .fold(0, |sum, (_, a)| sum.saturating_add(number(a)))
    }

    /// How many forces an actuator has.
    pub fn outputs(&self, actuator: usize) -> usize {
        let row = self.rows.get(actuator).and_then(Option::as_ref);
        row.map_or(1, |a| a.inputs.outputs)
    }

    /// Sets the sizes.
    pub fn count(&self, sizes: &mut Sizes) {
        sizes.nactuator = self.rows.len();
        sizes.nuser_actuator = self.user;
        sizes.nu = self.total(|a| a.inputs.controls);
        sizes.nout = self.total(|a| a.inputs.outputs);
        sizes.na = self.total(|a| a.activations);
        sizes.nJmom = self.total(|a| a.moment_numbers);
        sizes.nhistory = self.total(ActuatorData::history_numbers);
    }

    /// Writes the arrays.
    pub fn fill(&self, m: &mut Model) {
        let (mut control, mut output, mut activation, mut history) = (0, 0, 0, 0);
        for (i, actuator) in self.each() {
            fill_values(m, i, actuator);
            let a = &mut m.actuator;
            a.ctrladr[i] = stored(control);
            for &(limited, range) in &actuator.controls {
                a.ctrllimited[control] = flag(limited);
                a.ctrlrange[control] = range;
                control += 1;
            }
            a.outadr[i] = stored(output);
            for _ in 0..actuator.inputs.outputs {
                a.gear[output] = actuator.element.gear;
                a.lengthrange[output] = actuator.element.lengthrange;
                output += 1;
            }
            a.actadr[i] = if actuator.activations > 0 {
                stored(activation)
            } else {
                -1
            };
            activation += actuator.activations;
            let numbers = actuator.history_numbers();
            a.historyadr[i] = if numbers > 0 { stored(history) } else { -1 };
            history += numbers;
        }
        let rows = self.each().map(|(_, a)| &a.element.user);
        fill_user(&mut m.actuator.user, self.user, rows);
        self.fill_contributions(m);
    }

    /// Writes which actuator adds damping or armature to each joint and tendon.
    fn fill_contributions(&self, m: &mut Model) {
        m.jnt.actuatorid.fill(ActuatorId::NONE);
        m.tendon.actuatorid.fill(ActuatorId::NONE);
        for (i, actuator) in self.each() {
            let e = actuator.element;
            if e.armature == 0.0 && e.damping.iter().all(|&d| d == 0.0) {
                continue;
            }
            let ids = match actuator.transmission.kind {
                TransmissionType::Joint | TransmissionType::JointInParent => &mut m.jnt.actuatorid,
                TransmissionType::Tendon => &mut m.tendon.actuatorid,
                _ => continue,
            };
            if let Some(id) = ids.get_mut(actuator.transmission.target) {
                *id = if *id == ActuatorId::NONE {
                    ActuatorId::from(i)
                } else {
                    SEVERAL
                };
            }
        }
    }
}

fn fill_values(m: &mut Model, i: usize, actuator: &ActuatorData) {
    let (a, e) = (&mut m.actuator, actuator.element);
    a.trntype[i] = actuator.transmission.kind.into();
    a.dyntype[i] = e.dyntype.into();
    a.gaintype[i] = e.gaintype.into();
    a.biastype[i] = e.biastype.into();
    a.ctrlnum[i] = stored(actuator.inputs.controls);
    a.ctrlspec[i] = actuator.inputs.signature;
    a.outnum[i] = stored(actuator.inputs.outputs);
    a.actnum[i] = stored(actuator.activations);
    a.trnid[i] = [
        stored(actuator.transmission.target),
        stored_or_none(actuator.transmission.second),
    ];
    a.cranklength[i] = e.cranklength;
    a.dynprm[i] = e.dynprm;
    a.gainprm[i] = e.gainprm;
    a.biasprm[i] = e.biasprm;
    a.actlimited[i] = flag(actuator.actlimited);
    a.actrange[i] = actuator.actrange;
    a.actearly[i] = flag(e.actearly);
    a.history[i] = [e.nsample, e.interp];
    a.delay[i] = e.delay;
    let [linear, second, third] = e.damping;
    a.damping[i] = linear;
    a.dampingpoly[i] = [second, third];
    a.armature[i] = e.armature;
    a.group[i] = e.group;
    a.plugin[i] = -1;
    a.forcelimited[i] = flag(actuator.forcelimited);
    a.forcerange[i] = e.forcerange;
}

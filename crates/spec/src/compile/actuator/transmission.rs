//! What actuators act on.

use ligament_model::enums::{ObjectType, TransmissionType};

use super::super::chain;
use super::super::refer::{Context, Owner};
use super::super::tendon::Tendons;
use crate::element::Actuator;
use crate::problem::Problem;

/// What an actuator acts on, resolved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Transmission {
    pub kind: TransmissionType,
    /// Joint, tendon, site or body.
    pub target: usize,
    /// Slider site of slider-cranks, reference site of site transmissions.
    pub second: Option<usize>,
}

/// Finds what an actuator acts on.
pub(super) fn resolve(context: Context, actuator: &Actuator) -> Result<Transmission, Problem> {
    let owner = Owner::of("actuator", actuator);
    if actuator.target.is_empty() || actuator.trntype == TransmissionType::Undefined {
        let help = "name a joint, a tendon, a site, a crank site or a body";
        return Err(owner.fault("it acts on nothing").help(help));
    }
    let find = |kind, name: &str| owner.find(context.lookup, kind, name);
    let (object, second) = match actuator.trntype {
        TransmissionType::Joint | TransmissionType::JointInParent => (ObjectType::Joint, None),
        TransmissionType::Tendon => (ObjectType::Tendon, None),
        TransmissionType::Body => (ObjectType::Body, None),
        TransmissionType::SliderCrank => {
            if actuator.slidersite.is_empty() {
                return Err(owner.fault("a slider-crank needs `slidersite`"));
            }
            let positive = actuator.cranklength > 0.0;
            owner.require(positive, "a slider-crank needs a positive `cranklength`")?;
            (
                ObjectType::Site,
                Some(find(ObjectType::Site, &actuator.slidersite)?),
            )
        }
        TransmissionType::Site => match actuator.refsite.as_str() {
            "" => (ObjectType::Site, None),
            name => (ObjectType::Site, Some(find(ObjectType::Site, name)?)),
        },
        TransmissionType::So3 | TransmissionType::Undefined => {
            return Err(owner.fault("this transmission is chosen by the compiler, not by the user"));
        }
    };
    let is_driven = matches!(
        actuator.trntype,
        TransmissionType::Joint | TransmissionType::JointInParent | TransmissionType::Tendon
    );
    let has_damping = actuator.damping.iter().any(|&d| d != 0.0);
    owner.require(
        is_driven || !has_damping,
        "`damping` can be added only to joints and tendons",
    )?;
    let has_armature = actuator.armature != 0.0;
    owner.require(
        is_driven || !has_armature,
        "`armature` can be added only to joints and tendons",
    )?;
    Ok(Transmission {
        kind: actuator.trntype,
        target: find(object, &actuator.target)?,
        second,
    })
}

impl Transmission {
    /// How many numbers the moment arms of the actuator have: one per degree of freedom that may change its length.
    pub fn moment_numbers(&self, context: Context, tendons: &Tendons) -> usize {
        let m = context.model;
        let dofs = m.size.nv;
        let body = |site: usize| context.site_body(site);
        match self.kind {
            TransmissionType::So3 if self.second.is_some() => dofs.saturating_mul(3),
            TransmissionType::So3 => 3,
            TransmissionType::Joint | TransmissionType::JointInParent => {
                context.joint(self.target).map_or(1, |joint| joint.nv)
            }
            TransmissionType::Tendon => tendons.dof_count(self.target),
            TransmissionType::SliderCrank => {
                chain::either(m, body(self.target), self.second.map_or(0, body))
            }
            TransmissionType::Site => {
                chain::relative(m, body(self.target), self.second.map_or(0, body))
            }
            TransmissionType::Body | TransmissionType::Undefined => dofs,
        }
    }
}

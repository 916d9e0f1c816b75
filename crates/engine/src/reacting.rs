//! Whose forces act at the end of the step under the discrete integrator, and thereby become part of the inertia.

use ligament_model::Model;
use ligament_model::enums::Integrator;

use crate::actuator::{bias, gain};
use crate::passive::{damping, spring};

/// True if a model uses the discrete integrator.
pub fn is_discrete(m: &Model) -> bool {
    m.opt.integrator.is(Integrator::Discrete)
}

/// True if the force of a tendon may depend on its length or velocity.
pub(crate) fn tendon_may_react(m: &Model, tendon: usize) -> bool {
    !(spring::tendon_stiffness(m, tendon).is_zero() && damping::of_tendon(m, tendon).is_zero())
}

/// True if models can have couplings: the dual solver knows none.
pub(crate) fn has_couplings(m: &Model) -> bool {
    is_discrete(m) && !m.opt.solver().facts().is_dual
}

/// True if the force of an actuator may depend on its length or velocity.
pub(crate) fn may_react(m: &Model, i: usize) -> bool {
    bias::may_react(m, i) || gain::may_react(m, i)
}

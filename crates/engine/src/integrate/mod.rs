//! Integrators: from accelerations to the next state.
//!
//! - `implicit`, `implicitfast`: (M − h D) a = M qacc with D the derivative of smooth forces by velocity
//! - `discrete`: forward dynamics gives the step itself, constraints included
//! - `springdamper` (an extension): (M + h D + h² K) a = M qacc − h K v with diagonal damping D and stiffness K of joints
//! - `RK4`: fourth-order Runge–Kutta
//! - `Euler`: v⁺ = v + h a with a from (M + h B) a = M qacc, where B is the diagonal of joint damping; q⁺ = q ⊕ h v⁺

mod advance;
mod euler;
mod implicit;
mod lu;
mod runge_kutta;
mod spring_damper;

pub use advance::{positions, velocities};
pub(crate) use implicit::{free_matrix, mass_entry};
use ligament_model::Model;
use ligament_model::enums::{Integrator, Stage};

use crate::data::{Data, Timer};
use crate::forward::timed;
use crate::hooks::Hooks;
use crate::workspace::Workspace;

/// Advances the state with the integrator of the model.
pub fn integrate(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    if m.opt.integrator.is(Integrator::Rk4) {
        runge_kutta::runge_kutta(m, d, w, hooks);
    } else {
        integrate_single(m, d, w, hooks);
    }
}

/// Advances the state with an integrator that needs one evaluation: RK4 becomes Euler.
pub fn integrate_single(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    timed(d, Timer::Advance, |d| match m.opt.integrator.get() {
        Some(Integrator::Implicit | Integrator::ImplicitFast) => {
            implicit::implicit(m, d, w, hooks);
        }
        Some(Integrator::Discrete) => discrete(m, d, w, hooks),
        Some(Integrator::SpringDamper) => spring_damper::spring_damper(m, d, w, hooks),
        _ => euler::euler(m, d, w, hooks, false),
    });
}

/// Advances the state with an integrator of choice.
pub fn integrate_with(
    m: &Model,
    d: &mut Data,
    w: &mut Workspace,
    hooks: &mut Hooks,
    integrator: Integrator,
) {
    match integrator {
        Integrator::Euler => euler::euler(m, d, w, hooks, false),
        Integrator::Discrete => discrete(m, d, w, hooks),
        Integrator::SpringDamper => spring_damper::spring_damper(m, d, w, hooks),
        Integrator::Rk4 => runge_kutta::runge_kutta(m, d, w, hooks),
        Integrator::Implicit | Integrator::ImplicitFast => implicit::implicit(m, d, w, hooks),
    }
}

/// Advances the state, where what belongs to `skip` and the stages before it has not changed since the last step. The factor
/// of Euler depends on velocities and is kept if they are the same; factors of the implicit integrators depend on
/// controls as well.
pub fn integrate_skip(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks, skip: Stage) {
    let same_velocity = matches!(skip, Stage::Vel | Stage::Acc);
    match m.opt.integrator.get() {
        Some(Integrator::Euler) => euler::euler(m, d, w, hooks, same_velocity),
        _ => integrate(m, d, w, hooks),
    }
}

/// The acceleration already is the step: (v⁺ − v) / h.
fn discrete(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    w.integrate.qacc.copy_from_slice(&d.acc.qacc);
    advance::advance(m, d, w, hooks, advance::Rates::Single);
}

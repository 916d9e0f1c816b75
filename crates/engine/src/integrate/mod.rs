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

pub(crate) use implicit::{free_matrix, mass_entry};
use ligament_model::Model;
use ligament_model::enums::{Integrator, Stage};

use crate::data::{Data, Timer};
use crate::forward::timed;
use crate::hooks::Hooks;

/// Advances the state with the integrator of the model.
pub fn integrate(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    if m.opt.integrator.is(Integrator::Rk4) {
        runge_kutta::runge_kutta(m, d, hooks);
    } else {
        integrate_single(m, d, hooks);
    }
}

/// Advances the state with an integrator that needs one evaluation: RK4 becomes Euler.
pub fn integrate_single(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    timed(d, Timer::Advance, |d| match m.opt.integrator.get() {
        Some(Integrator::Implicit | Integrator::ImplicitFast) => {
            implicit::implicit(m, d, hooks);
        }
        Some(Integrator::Discrete) => discrete(m, d, hooks),
        Some(Integrator::SpringDamper) => spring_damper::spring_damper(m, d, hooks),
        _ => euler::euler(m, d, hooks, false),
    });
}

/// Advances the state with an integrator of choice.
pub fn integrate_with(m: &Model, d: &mut Data, hooks: &mut Hooks, integrator: Integrator) {
    match integrator {
        Integrator::Euler => euler::euler(m, d, hooks, false),
        Integrator::Discrete => discrete(m, d, hooks),
        Integrator::SpringDamper => spring_damper::spring_damper(m, d, hooks),
        Integrator::Rk4 => runge_kutta::runge_kutta(m, d, hooks),
        Integrator::Implicit | Integrator::ImplicitFast => implicit::implicit(m, d, hooks),
    }
}

/// Advances the state, where what belongs to `skip` and the stages before it has not changed since the last step. The factor
/// of Euler depends on velocities and is kept if they are the same; factors of the implicit integrators depend on
/// controls as well.
pub fn integrate_skip(m: &Model, d: &mut Data, hooks: &mut Hooks, skip: Stage) {
    let same_velocity = matches!(skip, Stage::Vel | Stage::Acc);
    match m.opt.integrator.get() {
        Some(Integrator::Euler) => euler::euler(m, d, hooks, same_velocity),
        _ => integrate(m, d, hooks),
    }
}

/// The acceleration already is the step: (v⁺ − v) / h.
fn discrete(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    d.scratch.integrate.qacc.copy_from_slice(&d.acc.qacc);
    advance::advance(m, d, hooks, advance::Rates::Single);
}

/// Working memory of this module.
#[derive(Clone, Debug, Default)]
pub struct IntegrateScratch {
    /// Accelerations that velocities are advanced with.
    qacc: Vec<f64>,
    /// All forces.
    qfrc: Vec<f64>,
    /// Diagonal terms of joints.
    diagonal: Vec<f64>,
    /// Stiffness of joints times the step.
    stiffness: Vec<f64>,
    /// Velocities that positions are advanced with, where they are not the new velocities.
    qvel: Vec<f64>,
    /// Rates of change of activations, where they are not those of the last evaluation.
    act_dot: Vec<f64>,
    /// Present readings of sensors with delays.
    readings: Vec<f64>,
    /// Of Runge–Kutta.
    runge_kutta: runge_kutta::RungeKuttaScratch,
}

impl IntegrateScratch {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        let size = &m.size;
        let numbers = |dim: &i32| usize::try_from(*dim).unwrap_or(0);
        Self {
            qacc: vec![0.0; size.nv],
            qfrc: vec![0.0; size.nv],
            diagonal: vec![0.0; size.nv],
            stiffness: vec![0.0; size.nv],
            qvel: vec![0.0; size.nv],
            act_dot: vec![0.0; size.na],
            readings: vec![0.0; m.sensor.dim.iter().map(numbers).sum()],
            runge_kutta: runge_kutta::RungeKuttaScratch::new(m),
        }
    }
}

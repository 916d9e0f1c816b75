//! Derivatives of inverse dynamics: the balance of forces at a given acceleration, which the solver has no part in.

use ligament_engine::data::Data;
use ligament_engine::forward::From;
use ligament_engine::hooks::Hooks;
use ligament_engine::inverse::inverse_skip;
use ligament_engine::workspace;
use ligament_model::Model;
use ligament_model::enums::{EnableFlags, Integrator, Stage};

use crate::acceleration::{Count, balance, check, space_of};
use crate::error::Refusal;
use crate::options::Report;

/// Derivatives of the forces of inverse dynamics, row by row, with one column per degree of freedom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InverseJacobians {
    /// By positions, in tangent space.
    pub q: Vec<f64>,
    /// By velocities.
    pub v: Vec<f64>,
    /// By accelerations.
    pub a: Vec<f64>,
}

/// Derivatives of `qfrc_inverse` at the present positions, velocities and accelerations.
///
/// # Errors
/// Names what has no exact derivatives.
pub fn inverse(m: &Model, d: &mut Data) -> Result<InverseJacobians, Refusal> {
    if d.fits(m).is_err() {
        return Err(Refusal::WrongModel);
    }
    check(m, d)?;
    if m.opt.enables(EnableFlags::INVDISCRETE) || m.opt.integrator.is(Integrator::Discrete) {
        return Err(Refusal::DiscreteInverse);
    }
    if d.acc.qacc.iter().any(|x| !x.is_finite()) {
        return Err(Refusal::BadState);
    }
    let from = From::after(Stage::None);
    let done = workspace::with(m, |w| inverse_skip(m, d, w, &mut Hooks::default(), from));
    done.map_err(|_| Refusal::DiscreteInverse)?;
    let at = balance(m, d, Count::Inverse, &[], &mut Report::default())?;
    let space = space_of(m, 0);
    let (mut q, mut v) = (Vec::new(), Vec::new());
    for r in 0..space.nv {
        let row = at.excess.row(r);
        q.extend(row[..space.nv].iter().map(|x| -x));
        v.extend(row[space.nv..2 * space.nv].iter().map(|x| -x));
    }
    Ok(InverseJacobians {
        q,
        v,
        a: at.hessian.data,
    })
}

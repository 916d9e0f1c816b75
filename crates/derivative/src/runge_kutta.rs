//! Fourth-order Runge–Kutta: four linearizations of forward dynamics, chained.

use ligament_engine::data::Data;
use ligament_model::Model;

use crate::error::Refusal;
use crate::options::{Options, Report};
use crate::space::Matrix;

/// The next state of a step of Runge–Kutta by state and control.
pub(crate) fn runge_kutta(
    _m: &Model,
    _d: &mut Data,
    _options: &Options,
    _report: &mut Report,
) -> Result<Matrix, Refusal> {
    Err(Refusal::Integrator("RK4"))
}

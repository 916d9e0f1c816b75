//! Inverse dynamics: the forces that explain an acceleration.

use ligament_model::Model;

use crate::data::Data;
use crate::hooks::Hooks;

/// Compares forward and inverse dynamics, into `solver_fwdinv`.
pub fn compare_forward(_m: &Model, _d: &mut Data, _hooks: &mut Hooks) {}

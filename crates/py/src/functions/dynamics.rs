//! Stages that take arguments, and derivatives of steps.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::engine::difference::{InverseRates, Nudge, Transition, inverse_fd, transition_fd};
use ligament::engine::forward::single;
use ligament::engine::sensor::inside_site;
use ligament::engine::workspace;
use ligament::math::Vec3;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::args::{In, Int, MaybeOut, Num, Out, data_functions, fixed};

data_functions! {
    run
    /// M qacc + bias, or the bias alone without flg_acc.
    fn mj_rne(m, d, _, flg_acc: Int, result: Out) -> () {
        result.expect(m.size.nv)?;
        workspace::with(m, |w| single::rne(m, d, w, *flg_acc != 0, &mut result))
    }
    /// Constraint forces for given residuals J qacc - aref; the cost and the Hessians of cones if asked for.
    fn mj_constraintUpdate(m, d, _, jar: In, cost: MaybeOut = 1, flg_coneHessian: Int) -> () {
        jar.expect(d.efc.efc_type.len())?;
        let hessians = *flg_coneHessian != 0;
        let total = workspace::with(m, |w| single::constraint_update(d, w, &jar, hessians));
        cost.fill_from(&[total])
    }
    /// Derivatives of a step by state and control, and of sensors, by finite differences.
    fn mjd_transitionFD(
        m, d, hooks, eps: Num, flg_centered: Int, A: MaybeOut, B: MaybeOut, C: MaybeOut, D: MaybeOut,
    ) -> () {
        let (state, nu, sensors) = (2 * m.size.nv + m.size.na, m.size.nu, m.size.nsensordata);
        let out = Transition {
            a: A.matrix_of(state, state)?,
            b: B.matrix_of(state, nu)?,
            c: C.matrix_of(sensors, state)?,
            d: D.matrix_of(sensors, nu)?,
        };
        let nudge = Nudge { eps: *eps, centered: *flg_centered != 0 };
        let done = workspace::with(m, |w| transition_fd(m, d, w, hooks, nudge, out));
        done.map_err(|why| PyValueError::new_err(why.to_string()))?
    }
    /// Derivatives of inverse dynamics by finite differences, transposed: forces, sensors and the inertia matrix by positions,
    /// velocities and accelerations.
    fn mjd_inverseFD(
        m, d, hooks, eps: Num, flg_actuation: Int, DfDq: MaybeOut, DfDv: MaybeOut, DfDa: MaybeOut, DsDq: MaybeOut,
        DsDv: MaybeOut, DsDa: MaybeOut, DmDq: MaybeOut,
    ) -> () {
        let (nv, sensors) = (m.size.nv, m.size.nsensordata);
        let out = InverseRates {
            force: [DfDq.matrix_of(nv, nv)?, DfDv.matrix_of(nv, nv)?, DfDa.matrix_of(nv, nv)?],
            sensor: [DsDq.matrix_of(nv, sensors)?, DsDv.matrix_of(nv, sensors)?, DsDa.matrix_of(nv, sensors)?],
            inertia: DmDq.matrix_of(nv, m.size.nC)?,
        };
        let actuation = *flg_actuation != 0;
        let done = workspace::with(m, |w| inverse_fd(m, d, w, hooks, *eps, actuation, out));
        done.map_err(|why| PyValueError::new_err(why.to_string()))?
    }
    /// 1 if a point is inside the volume of a site, else 0.
    fn mj_insideSite(m, d, _, siteid: Int, point: In = 3) -> i32 {
        let site = siteid.index("site", m.size.nsite)?;
        i32::from(inside_site(m, &d.pose, site, Vec3(fixed(&point))))
    }
}

//! Stages that take arguments.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::engine::data::Awake;
use ligament::engine::stage;
use pyo3::prelude::*;

use crate::args::{Int, Out, data_functions};

data_functions! {
    /// M qacc + bias, or the bias alone without flg_acc.
    fn mj_rne(m, d, _, flg_acc: Int, result: Out) -> () {
        result.expect(m.size.nv)?;
        let awake = Awake::new(&d.sleep, &d.stats);
        let qacc = (*flg_acc != 0).then_some(&d.acc.qacc[..]);
        stage::rne(m, awake, &d.state, &d.pose, &d.vel, qacc, &mut result, &mut d.scratch)
    }
}

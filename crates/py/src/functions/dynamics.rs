//! Stages that take arguments.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::engine::forward::single;
use pyo3::prelude::*;

use crate::args::{Int, Out, data_functions};

data_functions! {
    /// M qacc + bias, or the bias alone without flg_acc.
    fn mj_rne(m, d, _, flg_acc: Int, result: Out) -> () {
        result.expect(m.size.nv)?;
        single::rne(m, d, *flg_acc != 0, &mut result)
    }
}

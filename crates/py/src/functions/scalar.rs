//! Functions of single numbers, muscles, friction pyramids.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::engine::actuator::muscle;
use ligament::engine::support;
use ligament::math::MINVAL;
use ligament::math::func;
use ligament::model::enums::{Keyword, ObjectType};
use pyo3::prelude::*;

use crate::args::{In, Int, MaybeOut, Num, Out, Text, fixed, functions};

/// Numbers beyond this count as bad.
const MAX_VALUE: f64 = 1e10;

/// Position of a mass on a spring with a damper after some time.
fn spring_damper(pos: f64, vel: f64, stiffness: f64, damping: f64, time: f64) -> f64 {
    let det = damping * damping - 4.0 * stiffness;
    let decay = -0.5 * damping;
    let rate = 0.5 * det.abs().sqrt();
    if det > MINVAL {
        let (fast, slow) = (decay - rate, decay + rate);
        let a = (pos * fast - vel) / (fast - slow);
        let b = (pos * slow - vel) / (slow - fast);
        a * func::exp(slow * time) + b * func::exp(fast * time)
    } else if det >= -MINVAL {
        func::exp(decay * time) * (pos + (vel - decay * pos) * time)
    } else {
        let (sin, cos) = func::sin_cos(rate * time);
        func::exp(decay * time) * (pos * cos + (vel - decay * pos) / rate * sin)
    }
}

/// The radical inverse of an index in a base.
fn halton(index: i64, base: i64) -> f64 {
    let (mut rest, mut digit, mut sum) = (index, 1.0 / base as f64, 0.0);
    while rest > 0 && base > 1 {
        sum += digit * (rest % base) as f64;
        digit /= base as f64;
        rest /= base;
    }
    sum
}

/// The type with a name such as "body", or 0.
#[pyfunction]
fn mju_str2Type(str: Text) -> i32 {
    let found = ObjectType::ALL.iter().find(|kind| kind.keyword() == str.0);
    found.map_or(0, |kind| kind.number())
}

/// The name of a type, or None.
#[pyfunction]
fn mju_type2Str(r#type: i32) -> Option<&'static str> {
    let kind = ObjectType::from_number(r#type)?;
    Some(kind.keyword()).filter(|name| !name.is_empty())
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mju_str2Type, module)?)?;
    module.add_function(wrap_pyfunction!(mju_type2Str, module)?)?;
    plain::register(module)
}

mod plain {
    use super::*;

    functions! {
        /// x between min and max.
        fn mju_clip(x: Num, min: Num, max: Num) -> f64 {
            if *x < *min { *min } else if *x > *max { *max } else { *x }
        }
        /// The smaller number.
        fn mju_min(a: Num, b: Num) -> f64 { if *a <= *b { *a } else { *b } }
        /// The larger number.
        fn mju_max(a: Num, b: Num) -> f64 { if *a >= *b { *a } else { *b } }
        /// -1, 0 or 1.
        fn mju_sign(x: Num) -> f64 { if *x < 0.0 { -1.0 } else if *x > 0.0 { 1.0 } else { 0.0 } }
        /// The nearest whole number, away from zero where there are two.
        fn mju_round(x: Num) -> i64 { x.round() as i64 }
        /// True for numbers that are not finite or too large.
        fn mju_isBad(x: Num) -> i32 { i32::from(!(-MAX_VALUE..=MAX_VALUE).contains(&*x)) }
        /// A smooth step from 0 to 1.
        fn mju_sigmoid(x: Num) -> f64 {
            let x = x.clamp(0.0, 1.0);
            x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
        }
        /// An element of the Halton sequence.
        fn mju_Halton(index: Int, base: Int) -> f64 { halton(*index, *base) }
        /// Position after some time of a mass on a spring with a damper.
        fn mju_springDamper(pos0: Num, vel0: Num, Kp: Num, Kv: Num, dt: Num) -> f64 {
            spring_damper(*pos0, *vel0, *Kp, *Kv, *dt)
        }
        /// Force per activation of a muscle.
        fn mju_muscleGain(len: Num, vel: Num, lengthrange: In = 2, acc0: Num, prm: In = 9) -> f64 {
            muscle::gain(*len, *vel, fixed(&lengthrange), *acc0, &fixed(&prm))
        }
        /// Passive force of a muscle.
        fn mju_muscleBias(len: Num, lengthrange: In = 2, acc0: Num, prm: In = 9) -> f64 {
            muscle::passive_force(*len, fixed(&lengthrange), *acc0, &fixed(&prm))
        }
        /// Rate of change of the activation of a muscle.
        fn mju_muscleDynamics(ctrl: Num, act: Num, prm: In = 3) -> f64 {
            muscle::activation_rate(*ctrl, *act, fixed(&prm))
        }
        /// Forces along the edges of a friction pyramid.
        fn mju_encodePyramid(pyramid: Out, force: In, mu: In) -> () {
            pyramid.expect(2 * mu.len())?;
            force.expect(mu.len() + 1)?;
            support::encode_pyramid(&mut pyramid, &force, &mu, mu.len() + 1)
        }
        /// Normal and tangential forces of a friction pyramid.
        fn mju_decodePyramid(force: Out, pyramid: In, mu: In) -> () {
            pyramid.expect(2 * mu.len())?;
            force.expect(mu.len() + 1)?;
            support::decode_pyramid(&mut force, &pyramid, &mu, mu.len() + 1)
        }
        /// Default solver parameters.
        fn mj_defaultSolRefImp(solref: MaybeOut = 2, solimp: MaybeOut = 5) -> () {
            solref.fill_from(&[0.02, 1.0]);
            solimp.fill_from(&[0.9, 0.95, 0.001, 0.5, 2.0])
        }
    }
}

//! Vectors of any length, and of three and four numbers.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::math::{MINVAL, Vec3};
use pyo3::prelude::*;

use crate::args::{In, Num, Out, fixed, functions};

/// Writes f(a, b) of all pairs.
fn combine(res: &mut Out, a: &In, b: &In, f: impl Fn(f64, f64) -> f64) -> PyResult<()> {
    a.expect(res.len())?;
    b.expect(res.len())?;
    for ((res, a), b) in res.iter_mut().zip(a.iter()).zip(b.iter()) {
        *res = f(*a, *b);
    }
    Ok(())
}

/// Changes every number by one of another vector.
fn change(res: &mut Out, vec: &In, f: impl Fn(f64, f64) -> f64) -> PyResult<()> {
    vec.expect(res.len())?;
    for (res, x) in res.iter_mut().zip(vec.iter()) {
        *res = f(*res, *x);
    }
    Ok(())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    ligament::math::dense::dot(a, b)
}

/// Makes a vector a unit vector, the first axis if it is too short; gives its length.
fn normalize(vec: &mut [f64]) -> f64 {
    let norm = dot(vec, vec).sqrt();
    if norm < MINVAL {
        vec.fill(0.0);
        if let Some(first) = vec.first_mut() {
            *first = 1.0;
        }
    } else {
        let scale = 1.0 / norm;
        vec.iter_mut().for_each(|x| *x *= scale);
    }
    norm
}

functions! {
    /// res = 0.
    fn mju_zero(res: Out) -> () { res.fill(0.0) }
    /// res = 0.
    fn mju_zero3(res: Out = 3) -> () { res.fill(0.0) }
    /// res = 0.
    fn mju_zero4(res: Out = 4) -> () { res.fill(0.0) }
    /// res = (1, 0, 0, 0).
    fn mju_unit4(res: Out = 4) -> () { res.copy_from_slice(&[1.0, 0.0, 0.0, 0.0]) }
    /// res = val.
    fn mju_fill(res: Out, val: Num) -> () { res.fill(*val) }
    /// res = vec.
    fn mju_copy(res: Out, vec: In) -> () { change(&mut res, &vec, |_, x| x)? }
    /// res = data.
    fn mju_copy3(res: Out = 3, data: In = 3) -> () { change(&mut res, &data, |_, x| x)? }
    /// res = data.
    fn mju_copy4(res: Out = 4, data: In = 4) -> () { change(&mut res, &data, |_, x| x)? }
    /// res = vec1 + vec2.
    fn mju_add(res: Out, vec1: In, vec2: In) -> () { combine(&mut res, &vec1, &vec2, |a, b| a + b)? }
    /// res = vec1 + vec2.
    fn mju_add3(res: Out = 3, vec1: In = 3, vec2: In = 3) -> () { combine(&mut res, &vec1, &vec2, |a, b| a + b)? }
    /// res = vec1 - vec2.
    fn mju_sub(res: Out, vec1: In, vec2: In) -> () { combine(&mut res, &vec1, &vec2, |a, b| a - b)? }
    /// res = vec1 - vec2.
    fn mju_sub3(res: Out = 3, vec1: In = 3, vec2: In = 3) -> () { combine(&mut res, &vec1, &vec2, |a, b| a - b)? }
    /// res = vec1 + scl vec2.
    fn mju_addScl(res: Out, vec1: In, vec2: In, scl: Num) -> () {
        combine(&mut res, &vec1, &vec2, |a, b| a + *scl * b)?
    }
    /// res = vec1 + scl vec2.
    fn mju_addScl3(res: Out = 3, vec1: In = 3, vec2: In = 3, scl: Num) -> () {
        combine(&mut res, &vec1, &vec2, |a, b| a + *scl * b)?
    }
    /// res = res + vec.
    fn mju_addTo(res: Out, vec: In) -> () { change(&mut res, &vec, |r, x| r + x)? }
    /// res = res + vec.
    fn mju_addTo3(res: Out = 3, vec: In = 3) -> () { change(&mut res, &vec, |r, x| r + x)? }
    /// res = res - vec.
    fn mju_subFrom(res: Out, vec: In) -> () { change(&mut res, &vec, |r, x| r - x)? }
    /// res = res - vec.
    fn mju_subFrom3(res: Out = 3, vec: In = 3) -> () { change(&mut res, &vec, |r, x| r - x)? }
    /// res = res + scl vec.
    fn mju_addToScl(res: Out, vec: In, scl: Num) -> () { change(&mut res, &vec, |r, x| r + *scl * x)? }
    /// res = res + scl vec.
    fn mju_addToScl3(res: Out = 3, vec: In = 3, scl: Num) -> () { change(&mut res, &vec, |r, x| r + *scl * x)? }
    /// res = scl vec.
    fn mju_scl(res: Out, vec: In, scl: Num) -> () { change(&mut res, &vec, |_, x| *scl * x)? }
    /// res = scl vec.
    fn mju_scl3(res: Out = 3, vec: In = 3, scl: Num) -> () { change(&mut res, &vec, |_, x| *scl * x)? }
    /// The sum of all numbers.
    fn mju_sum(vec: In) -> f64 { vec.iter().sum() }
    /// The sum of all sizes of numbers.
    fn mju_L1(vec: In) -> f64 { vec.iter().map(|x| x.abs()).sum() }
    /// vec1 · vec2.
    fn mju_dot(vec1: In, vec2: In) -> f64 {
        vec2.expect(vec1.len())?;
        dot(&vec1, &vec2)
    }
    /// vec1 · vec2.
    fn mju_dot3(vec1: In = 3, vec2: In = 3) -> f64 { dot(&vec1, &vec2) }
    /// The distance of two points.
    fn mju_dist3(pos1: In = 3, pos2: In = 3) -> f64 { (Vec3(fixed(&pos1)) - Vec3(fixed(&pos2))).norm() }
    /// The length of a vector.
    fn mju_norm(res: In) -> f64 { dot(&res, &res).sqrt() }
    /// The length of a vector.
    fn mju_norm3(vec: In = 3) -> f64 { dot(&vec, &vec).sqrt() }
    /// Makes a vector a unit vector; gives its length before.
    fn mju_normalize(res: Out) -> f64 { normalize(&mut res) }
    /// Makes a vector a unit vector; gives its length before.
    fn mju_normalize3(vec: Out = 3) -> f64 { normalize(&mut vec) }
    /// Makes a quaternion a unit quaternion; gives its length before.
    fn mju_normalize4(vec: Out = 4) -> f64 {
        let norm = dot(&vec, &vec).sqrt();
        // A unit quaternion is left alone to the last bit.
        if norm < MINVAL || (norm - 1.0).abs() > MINVAL {
            normalize(&mut vec);
        }
        norm
    }
    /// True if all numbers are zero.
    fn mju_isZero(vec: In) -> i32 { i32::from(vec.iter().all(|x| *x == 0.0)) }
    /// res = a × b.
    fn mju_cross(res: Out = 3, a: In = 3, b: In = 3) -> () {
        res.copy_from_slice(&Vec3(fixed(&a)).cross(Vec3(fixed(&b))).0)
    }
    /// Single to double precision.
    fn mju_f2n(res: Out, vec: In<f32>) -> () {
        vec.expect(res.len())?;
        res.iter_mut().zip(vec.iter()).for_each(|(r, x)| *r = f64::from(*x))
    }
    /// Double to single precision.
    fn mju_n2f(res: Out<f32>, vec: In) -> () {
        vec.expect(res.len())?;
        res.iter_mut().zip(vec.iter()).for_each(|(r, x)| *r = *x as f32)
    }
    /// res = vec.
    fn mju_d2n(res: Out, vec: In) -> () { change(&mut res, &vec, |_, x| x)? }
    /// res = vec.
    fn mju_n2d(res: Out, vec: In) -> () { change(&mut res, &vec, |_, x| x)? }
    /// Sorts, the smallest first.
    fn mju_insertionSort(list: Out) -> () { list.sort_by(f64::total_cmp) }
    /// Sorts, the smallest first.
    fn mju_insertionSortInt(list: Out<i32>) -> () { list.sort_unstable() }
}

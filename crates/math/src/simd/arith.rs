//! How kernels multiply and add.
//!
//! Each arithmetic is a set of rounding rules, not of instructions: it gives the same bits on every machine, for single
//! numbers, lanes and the values of dual numbers.

#![forbid(unsafe_code)]

use core::str::FromStr;

use crate::Real;

/// How a kernel multiplies and adds.
pub trait Arith: Copy + Default {
    /// Which arithmetic this is.
    const KIND: Arithmetic;
    /// `a * b + c`, rounded once or twice.
    fn mul_add<T: Real>(a: T, b: T, c: T) -> T;
}

/// `a * b + c` is rounded once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fused;

/// `a * b` is rounded, then the sum.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

impl Arith for Fused {
    const KIND: Arithmetic = Arithmetic::Fused;
    #[inline(always)]
    fn mul_add<T: Real>(a: T, b: T, c: T) -> T {
        a.mul_add(b, c)
    }
}

impl Arith for Portable {
    const KIND: Arithmetic = Arithmetic::Portable;
    #[inline(always)]
    fn mul_add<T: Real>(a: T, b: T, c: T) -> T {
        a * b + c
    }
}

/// The arithmetics, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// [`Fused`]: fast where the processor has the instruction.
    Fused,
    /// [`Portable`]: as fast everywhere.
    Portable,
}

impl Arithmetic {
    /// `fused` or `portable`.
    pub fn name(self) -> &'static str {
        match self {
            Arithmetic::Fused => "fused",
            Arithmetic::Portable => "portable",
        }
    }
}

impl FromStr for Arithmetic {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "fused" => Ok(Arithmetic::Fused),
            "portable" => Ok(Arithmetic::Portable),
            _ => Err(format!(
                "unknown arithmetic '{name}': it must be 'fused' or 'portable'"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lanes;

    #[test]
    fn names_are_read_back() {
        for kind in [Arithmetic::Fused, Arithmetic::Portable] {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        assert!(
            "Fused"
                .parse::<Arithmetic>()
                .is_err_and(|e| e.contains("'Fused'"))
        );
    }

    #[test]
    fn arithmetics_differ_in_rounding_alone() {
        // 1 - ε² is lost when the product is rounded
        let (a, b) = (1.0 + f64::EPSILON, 1.0 - f64::EPSILON);
        assert_eq!(Portable::mul_add(a, b, -1.0), 0.0);
        assert_eq!(Fused::mul_add(a, b, -1.0), -f64::EPSILON * f64::EPSILON);
        let lanes = |x: f64| Lanes([x, 2.0]);
        assert_eq!(
            Fused::mul_add(lanes(a), lanes(b), lanes(-1.0)).0,
            [-f64::EPSILON * f64::EPSILON, 6.0]
        );
        let (a, b) = (1.0 + f32::EPSILON, 1.0 - f32::EPSILON);
        assert_eq!(Portable::mul_add(a, b, -1.0), 0.0);
        assert_eq!(Fused::mul_add(a, b, -1.0), -f32::EPSILON * f32::EPSILON);
    }
}

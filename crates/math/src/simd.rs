//! Run-time choice of instructions: a plain build uses wide registers and fused multiply-add where the machine has them.
//!
//! A kernel is written once, as safe code, against [`Arith`], and [`kernel!`](crate::kernel) makes a function of it that is
//! compiled for several sets of instructions and picks one at run time: the baseline, or AVX2 with FMA. For this to work
//! everything a kernel calls must be `#[inline(always)]`. Which arithmetic is used is a choice of the process
//! ([`set_arithmetic`]); each gives the same bits with all instructions, since the compiler never contracts products and
//! sums by itself.
//!
//! This is the only module of the crate with `unsafe` code. The one obligation is that code compiled for a set of
//! instructions runs only on machines that have them: a wide path exists only after the processor has been
//! asked.
#![allow(
    unsafe_code,
    reason = "calling code compiled for other instructions than the baseline is unsafe; the check stands behind the choice"
)]

mod arith;
mod choice;
mod pack;

use choice::Path;

pub use arith::{Arith, Arithmetic, Fused, Portable};
pub use choice::{arithmetic, arithmetic_from_env, set_arithmetic, set_wide_instructions};
pub use pack::{
    Pack, add_columns, add_combination, add_pack_rows, add_rows, add_scaled, dot, mul_add_pack,
    mul_add_packs, sum_pack,
};

/// A piece of work that is compiled for several sets of instructions; [`kernel!`](crate::kernel) writes this.
pub trait Kernel {
    /// What the work results in.
    type Output;
    /// Does the work. Must be `#[inline(always)]`.
    fn run<A: Arith>(self) -> Self::Output;
}

/// Runs a kernel in the arithmetic of this process, with the best instructions of this machine.
#[inline]
pub fn run<K: Kernel>(kernel: K) -> K::Output {
    run_along(choice::path(), kernel)
}

/// Runs a kernel in portable arithmetic whatever that of the process is, with the best instructions of this machine.
#[inline]
pub fn run_portable<K: Kernel>(kernel: K) -> K::Output {
    run_portable_along(choice::path(), kernel)
}

/// Runs a kernel if this process computes as machines of its kind do best: fused, and with wide instructions where there are
/// any; else gives it back.
///
/// Large kernels that have a small equivalent with the same bits are compiled only once in this way.
#[inline]
pub fn run_at_best<K: Kernel>(kernel: K) -> Result<K::Output, K> {
    match choice::path() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a wide path exists only where the processor has AVX2 and FMA.
        Path::FusedWide => Ok(unsafe { fused_wide(kernel) }),
        #[cfg(target_arch = "aarch64")]
        Path::FusedBaseline => Ok(fused_baseline(kernel)),
        _ => Err(kernel),
    }
}

#[inline(always)]
fn run_along<K: Kernel>(path: Path, kernel: K) -> K::Output {
    match path {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a wide path exists only where the processor has AVX2 and FMA.
        Path::FusedWide => unsafe { fused_wide(kernel) },
        Path::FusedBaseline => fused_baseline(kernel),
        _ => run_portable_along(path, kernel),
    }
}

#[inline(always)]
fn run_portable_along<K: Kernel>(path: Path, kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if path.is_wide() {
        // SAFETY: a wide path exists only where the processor has AVX2.
        return unsafe { portable_wide(kernel) };
    }
    let _ = path;
    kernel.run::<Portable>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn fused_wide<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Fused>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn portable_wide<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Portable>()
}

/// The usual path where fused operations belong to the baseline; elsewhere an exact imitation.
#[cfg_attr(not(target_arch = "aarch64"), cold, inline(never))]
#[cfg_attr(target_arch = "aarch64", inline)]
fn fused_baseline<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Fused>()
}

/// Makes functions that run other functions with the best instructions of the machine.
///
/// ```
/// # use ligament_math::{kernel, simd::{Arith, dot}, Real};
/// kernel! {
///     /// Length squared.
///     pub fn square<T: Real>(x: &[T]) -> T = square_with::<A>;
///     /// The sum, in which no product is fused with an addition.
///     pub fn sum(x: &[f64]) -> f64 = sum_of;
/// }
///
/// #[inline(always)]
/// fn square_with<A: Arith, T: Real>(x: &[T]) -> T {
///     dot::<A, T>(x, x)
/// }
///
/// #[inline(always)]
/// fn sum_of(x: &[f64]) -> f64 {
///     x.iter().sum()
/// }
///
/// assert_eq!(square(&[3.0, 4.0]), 25.0);
/// assert_eq!(sum(&[3.0, 4.0]), 7.0);
/// ```
///
/// With `::<A>` the other function gets the arithmetic of the process as its first type parameter, and then those of the
/// function itself. Without it nothing is fused. The other function must be `#[inline(always)]`. Generics are lifetimes,
/// then types with one bound each, then, after a semicolon, constants.
#[macro_export]
macro_rules! kernel {
    ($(
        $(#[$attribute:meta])*
        $vis:vis fn $name:ident
        $(<
            $($life:lifetime),* $(,)?
            $($type:ident : $bound:path),*
            $(; $(const $size:ident : $size_type:ty),+)?
        >)?
        ($($arg:ident : $arg_type:ty),* $(,)?) $(-> $output:ty)?
        = $body:ident $(::<$arith:ident>)?;
    )+) => {$(
        $(#[$attribute])*
        $vis fn $name
        $(<$($life,)* $($type: $bound,)* $($(const $size: $size_type,)+)?>)?
        ($($arg: $arg_type),*) $(-> $output)?
        {
            struct Call<Args>(Args);
            #[allow(clippy::type_complexity, reason = "the arguments of a function as a tuple")]
            impl
            $(<$($life,)* $($type: $bound,)* $($(const $size: $size_type,)+)?>)?
            $crate::simd::Kernel for Call<($($arg_type,)*)> {
                type Output = $crate::kernel!(@output $($output)?);
                #[inline(always)]
                fn run<Arithmetic: $crate::simd::Arith>(self) -> Self::Output {
                    let ($($arg,)*) = self.0;
                    $crate::kernel!(
                        @call $body [$($arith)?] [$($($type,)* $($($size,)+)?)?] ($($arg),*)
                    )
                }
            }
            $crate::kernel!(@run [$($arith)?] Call(($($arg,)*)))
        }
    )+};
    (@output) => { () };
    (@output $output:ty) => { $output };
    (@call $body:ident [] [] $args:tt) => { $body $args };
    (@call $body:ident [] [$($generic:ident,)+] $args:tt) => { $body::<$($generic),+> $args };
    (@call $body:ident [$arith:ident] [$($generic:ident,)*] $args:tt) => {
        $body::<Arithmetic $(, $generic)*> $args
    };
    (@run [] $call:expr) => { $crate::simd::run_portable($call) };
    (@run [$arith:ident] $call:expr) => { $crate::simd::run($call) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lanes, Real};

    const PATHS: [Path; 4] = [
        Path::FusedWide,
        Path::PortableWide,
        Path::FusedBaseline,
        Path::PortableBaseline,
    ];

    /// A polynomial whose value shows in its last bits how it was rounded, and which arithmetic that was.
    struct Horner<T>(T);

    impl<T: Real> Kernel for Horner<T> {
        type Output = (T, Arithmetic);
        #[inline(always)]
        fn run<A: Arith>(self) -> (T, Arithmetic) {
            let mut sum = T::ZERO;
            for i in 0..40 {
                sum = A::mul_add(sum, self.0, T::from_f64(1.0 / f64::from(3 + i)));
            }
            (sum, A::KIND)
        }
    }

    #[test]
    fn an_arithmetic_gives_the_same_bits_with_all_instructions() {
        let xs = [0.3, -0.77, 0.991, 1.0 / 3.0];
        let mut differ = false;
        for path in PATHS {
            if path.is_wide() && !choice::has_wide_instructions() {
                continue;
            }
            let expected = xs.map(|x| match path {
                Path::FusedWide | Path::FusedBaseline => Horner(x).run::<Fused>(),
                Path::PortableWide | Path::PortableBaseline => Horner(x).run::<Portable>(),
            });
            let (lanes, _) = run_along(path, Horner(Lanes(xs)));
            for (lane, x) in xs.into_iter().enumerate() {
                assert_eq!(run_along(path, Horner(x)), expected[lane]);
                assert_eq!(lanes.0[lane], expected[lane].0);
                let portable = run_portable_along(path, Horner(x));
                assert_eq!(portable.1, Arithmetic::Portable);
                assert_eq!(portable, Horner(x).run::<Portable>());
                differ |= portable.0 != expected[lane].0;
            }
        }
        assert!(differ);
    }

    kernel! {
        fn first<'a, T: Real>(x: &'a [T], other: &T) -> Option<&'a T> = first_with::<A>;
        fn twice<T: Real; const N: usize>(x: &mut [T; N]) = twice_of;
        fn nothing() = nothing_at_all;
        fn mapped<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 = mapped_by::<A>;
    }

    #[inline(always)]
    fn first_with<'a, A: Arith, T: Real>(x: &'a [T], other: &T) -> Option<&'a T> {
        x.iter()
            .find(|x| A::mul_add(**x, T::ONE, -*other) == T::ZERO)
    }

    #[inline(always)]
    fn twice_of<T: Real, const N: usize>(x: &mut [T; N]) {
        for x in x {
            *x += *x;
        }
    }

    #[inline(always)]
    fn nothing_at_all() {}

    #[inline(always)]
    fn mapped_by<A: Arith, F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
        A::mul_add(f(x), 1.0, 0.0)
    }

    #[test]
    fn kernels_take_lifetimes_generics_and_nothing() {
        let x = [1.0, 2.0, 3.0];
        assert!(first(&x, &2.0).is_some_and(|found| core::ptr::eq(found, &x[1])));
        let mut y = [1.5_f32, 2.0];
        twice(&mut y);
        assert_eq!(y, [3.0, 4.0]);
        nothing();
        assert_eq!(mapped(|x| x + 0.5, 2.0), 2.5);
    }
}

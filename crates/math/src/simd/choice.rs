//! Which arithmetic and which instructions kernels use in this process.
//!
//! Chosen when first asked for: by the environment variables `LIGAMENT_ARITH` (`fused` or `portable`) and `LIGAMENT_ISA`
//! (`wide` or `baseline`), otherwise fused and wide where the processor can.

#![forbid(unsafe_code)]

use core::sync::atomic::{AtomicU8, Ordering};

use super::Arithmetic;

/// Names the arithmetic: `fused` or `portable`.
const ARITHMETIC_VARIABLE: &str = "LIGAMENT_ARITH";
/// Names the instructions: `wide` or `baseline`. Changes speed, never bits.
const INSTRUCTIONS_VARIABLE: &str = "LIGAMENT_ISA";

/// One of the ways in which every kernel is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    FusedWide,
    PortableWide,
    FusedBaseline,
    PortableBaseline,
}

/// Not chosen yet, or one more than the number of a [`Path`].
static CHOSEN: AtomicU8 = AtomicU8::new(0);

/// How kernels run in this process.
#[inline(always)]
pub(super) fn path() -> Path {
    match CHOSEN.load(Ordering::Relaxed) {
        1 => Path::FusedWide,
        2 => Path::PortableWide,
        3 => Path::FusedBaseline,
        4 => Path::PortableBaseline,
        _ => choose(),
    }
}

/// Two threads may both come here first; they choose the same.
#[cold]
#[inline(never)]
fn choose() -> Path {
    let named = arithmetic_from_env().unwrap_or(None);
    let baseline = std::env::var(INSTRUCTIONS_VARIABLE).is_ok_and(|name| name == "baseline");
    let arithmetic = named.unwrap_or(default_arithmetic());
    keep(Path::new(arithmetic, !baseline))
}

fn keep(path: Path) -> Path {
    CHOSEN.store(path as u8 + 1, Ordering::Relaxed);
    path
}

impl Path {
    /// Wide instructions are used only where the processor has them.
    fn new(arithmetic: Arithmetic, wide: bool) -> Self {
        match (arithmetic, wide && has_wide_instructions()) {
            (Arithmetic::Fused, true) => Path::FusedWide,
            (Arithmetic::Fused, false) => Path::FusedBaseline,
            (Arithmetic::Portable, true) => Path::PortableWide,
            (Arithmetic::Portable, false) => Path::PortableBaseline,
        }
    }

    fn arithmetic(self) -> Arithmetic {
        match self {
            Path::FusedWide | Path::FusedBaseline => Arithmetic::Fused,
            Path::PortableWide | Path::PortableBaseline => Arithmetic::Portable,
        }
    }

    /// Whether kernels use more than the baseline.
    #[inline(always)]
    pub(super) fn is_wide(self) -> bool {
        matches!(self, Path::FusedWide | Path::PortableWide)
    }
}

/// Whether this processor has the instructions of the wide paths.
pub(super) fn has_wide_instructions() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Fused where it costs nothing.
fn default_arithmetic() -> Arithmetic {
    if cfg!(target_arch = "aarch64") || has_wide_instructions() {
        Arithmetic::Fused
    } else {
        Arithmetic::Portable
    }
}

/// The arithmetic of kernels in this process.
pub fn arithmetic() -> Arithmetic {
    path().arithmetic()
}

/// Changes the arithmetic of all kernels that start from now on, in all threads.
///
/// Fused arithmetic on a processor without the instruction is slow and gives the same bits as elsewhere.
pub fn set_arithmetic(arithmetic: Arithmetic) {
    keep(Path::new(
        arithmetic,
        path().is_wide() || !has_wide_instructions(),
    ));
}

/// Lets kernels use the widest instructions of this processor, or none beyond the baseline. Changes speed, never bits.
pub fn set_wide_instructions(wide: bool) {
    keep(Path::new(arithmetic(), wide));
}

/// The arithmetic that the environment variable `LIGAMENT_ARITH` names, if it is set; an error if it names none. Kernels
/// ignore a name that they do not know: whoever starts the process may ask here and say so.
pub fn arithmetic_from_env() -> Result<Option<Arithmetic>, String> {
    match std::env::var_os(ARITHMETIC_VARIABLE) {
        Some(name) if !name.is_empty() => name
            .to_string_lossy()
            .parse()
            .map(Some)
            .map_err(|e| format!("{ARITHMETIC_VARIABLE}: {e}")),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_paths_are_for_processors_that_have_them() {
        for kind in [Arithmetic::Fused, Arithmetic::Portable] {
            assert_eq!(Path::new(kind, true).is_wide(), has_wide_instructions());
            assert!(!Path::new(kind, false).is_wide());
            for wide in [true, false] {
                assert_eq!(Path::new(kind, wide).arithmetic(), kind);
            }
        }
        assert_eq!(path(), path());
        assert_eq!(path().arithmetic(), arithmetic());
    }
}

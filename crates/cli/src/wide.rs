//! The copy of the program for newer processors.
//!
//! `cargo xtask program` builds the program twice: for every processor, and beside it, with a longer name, for x86-64-v3 (AVX2,
//! FMA, BMI) as a whole. The first one makes way for the second where the processor has these instructions. Both
//! give the same bits; `LIGAMENT_ISA=baseline` keeps the first.

/// What the name of the copy ends with.
#[cfg(all(target_arch = "x86_64", unix))]
const SUFFIX: &str = "-x86-64-v3";

/// Goes on as the copy for newer processors, if it lies beside this program and can run.
#[cfg(all(target_arch = "x86_64", unix))]
pub fn make_way() {
    use std::os::unix::process::CommandExt;

    let here = cfg!(target_feature = "avx2");
    let unwanted = std::env::var_os("LIGAMENT_ISA").is_some_and(|isa| isa == "baseline");
    if here || unwanted || !has_instructions() {
        return;
    }
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let mut name = program.file_name().unwrap_or_default().to_owned();
    name.push(SUFFIX);
    let copy = program.with_file_name(name);
    if copy.is_file() {
        // comes back only if the copy cannot be started: then this one does the work
        let _error = std::process::Command::new(copy)
            .args(std::env::args_os().skip(1))
            .exec();
    }
}

#[cfg(all(target_arch = "x86_64", unix))]
fn has_instructions() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("fma")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("f16c")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("movbe")
}

/// There is one program.
#[cfg(not(all(target_arch = "x86_64", unix)))]
pub fn make_way() {}

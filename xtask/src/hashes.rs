//! Hashes of trajectories: each arithmetic gives the same bits whatever instructions the machine has and whatever the program
//! was compiled for, and those of the golden file.
//!
//! The program is built twice: as it is distributed, where kernels choose their instructions at run time, and entirely for
//! processors with AVX2 and FMA. `cargo xtask hashes` builds it for other machines too: 64-bit ARM, run under qemu, in both
//! arithmetics, and WebAssembly, run in node, in portable arithmetic.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{Outcome, output};
use crate::test::{cargo, target};

const GOLDEN: &str = "tests/golden/hashes.txt";
const ARITHMETICS: [&str; 2] = ["portable", "fused"];

/// A way to run the program.
struct Run {
    about: String,
    /// What starts the program, with its arguments; nothing for a program of this machine.
    starter: Vec<String>,
    program: PathBuf,
    arithmetic: &'static str,
    instructions: &'static str,
}

/// Runs the program in all ways.
pub fn check(root: &Path) -> Outcome {
    let golden =
        std::fs::read_to_string(root.join(GOLDEN)).map_err(|e| format!("{GOLDEN}: {e}"))?;
    compare(root, &golden, &runs(root)?)
}

/// Runs the program on other machines.
pub fn machines(root: &Path) -> Outcome {
    let golden =
        std::fs::read_to_string(root.join(GOLDEN)).map_err(|e| format!("{GOLDEN}: {e}"))?;
    let mut runs = Vec::new();
    let arm = build_for(
        root,
        "aarch64-unknown-linux-gnu",
        "needs the packages gcc-aarch64-linux-gnu and qemu-user, and `rustup target add aarch64-unknown-linux-gnu`",
    )?;
    let qemu = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"];
    runs.extend(ARITHMETICS.map(|arithmetic| Run {
        about: format!("{arithmetic} on aarch64"),
        starter: qemu.map(str::to_owned).to_vec(),
        program: arm.clone(),
        arithmetic,
        instructions: "wide",
    }));
    let needs = "needs node and `rustup target add wasm32-wasip1`";
    let wasm = build_for(root, "wasm32-wasip1", needs)?;
    let script = root.join("xtask/run_wasi.mjs");
    let node = ["node", "--no-warnings", &script.to_string_lossy()].map(str::to_owned);
    runs.push(Run {
        about: "portable on wasm32".into(),
        starter: node.to_vec(),
        program: wasm.with_extension("wasm"),
        arithmetic: "portable",
        instructions: "wide",
    });
    compare(root, &golden, &runs)
}

/// Builds the program for another machine.
fn build_for(root: &Path, machine: &str, needs: &str) -> Result<PathBuf, String> {
    let arguments = [
        "build",
        "--profile",
        "fast",
        "-p",
        "ligament",
        "--example",
        "hashes",
        "--target",
        machine,
    ];
    let mut command = cargo(root, &arguments);
    command.env(
        "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER",
        "aarch64-linux-gnu-gcc",
    );
    output(&mut command).map_err(|e| format!("{e}\n{machine} {needs}"))?;
    Ok(target(root).join(machine).join("fast/examples/hashes"))
}

/// Compares the hashes of some runs with the golden ones.
fn compare(root: &Path, golden: &str, runs: &[Run]) -> Outcome {
    for run in runs {
        for line in hashes(root, run)? {
            if !golden.lines().any(|known| known == line) {
                return Err(format!(
                    "{}: found `{line}`, which {GOLDEN} does not have; if the change is meant, `cargo xtask bless` writes it anew",
                    run.about
                ));
            }
        }
    }
    let about: Vec<_> = runs.iter().map(|run| run.about.as_str()).collect();
    Ok(format!(
        "{} hashes, the same in {} ways: {}",
        golden.lines().count(),
        runs.len(),
        about.join("; ")
    ))
}

/// Writes the golden file anew.
pub fn bless(root: &Path) -> Outcome {
    let mut lines = Vec::new();
    for arithmetic in ARITHMETICS {
        let run = Run {
            about: arithmetic.into(),
            starter: Vec::new(),
            program: build(root, None)?,
            arithmetic,
            instructions: "wide",
        };
        lines.extend(hashes(root, &run)?);
    }
    let path = root.join(GOLDEN);
    std::fs::create_dir_all(path.parent().unwrap_or(root)).map_err(|e| e.to_string())?;
    std::fs::write(&path, lines.join("\n") + "\n").map_err(|e| format!("{GOLDEN}: {e}"))?;
    Ok(format!("wrote {} hashes to {GOLDEN}", lines.len()))
}

/// All ways that this machine can go.
fn runs(root: &Path) -> Result<Vec<Run>, String> {
    let plain = build(root, None)?;
    let mut runs = Vec::new();
    for arithmetic in ARITHMETICS {
        for instructions in ["wide", "baseline"] {
            runs.push(Run {
                about: format!("{arithmetic} {instructions}"),
                starter: Vec::new(),
                program: plain.clone(),
                arithmetic,
                instructions,
            });
        }
    }
    if has_avx2() {
        let wide = build(root, Some("x86-64-v3"))?;
        runs.extend(ARITHMETICS.map(|arithmetic| Run {
            about: format!("{arithmetic} compiled for x86-64-v3"),
            starter: Vec::new(),
            program: wide.clone(),
            arithmetic,
            instructions: "wide",
        }));
    }
    Ok(runs)
}

fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Builds the program for a processor, or as it is distributed.
fn build(root: &Path, processor: Option<&str>) -> Result<PathBuf, String> {
    let mut command = cargo(
        root,
        &[
            "build",
            "--profile",
            "fast",
            "-p",
            "ligament",
            "--example",
            "hashes",
        ],
    );
    let folder = match processor {
        Some(name) => target(root).join(name),
        None => target(root),
    };
    if let Some(name) = processor {
        command.env("RUSTFLAGS", format!("-C target-cpu={name}"));
    }
    output(command.env("CARGO_TARGET_DIR", &folder))?;
    Ok(folder.join("fast/examples/hashes"))
}

/// What the program prints.
fn hashes(root: &Path, run: &Run) -> Result<Vec<String>, String> {
    let mut command = match run.starter.split_first() {
        Some((starter, arguments)) => {
            let mut command = Command::new(starter);
            command.args(arguments).arg(&run.program).arg(root);
            command
        }
        None => Command::new(&run.program),
    };
    command.current_dir(root);
    command
        .env("LIGAMENT_ARITH", run.arithmetic)
        .env("LIGAMENT_ISA", run.instructions);
    Ok(output(&mut command)?.lines().map(str::to_owned).collect())
}

//! Instructions per step of eight of our own models, against those that are kept in a file.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::count::instructions;
use crate::step::{Outcome, output};
use crate::test::{cargo, target};

/// The counts, with the compiler that they belong to.
const KEPT: &str = "tests/golden/counts.txt";
/// The most a step may need, as a ratio to what is kept.
const LIMIT: f64 = 1.03;
/// The models, in `tests/models`.
const MODELS: [&str; 8] = [
    "actuators",
    "closed_loops",
    "everything",
    "pendulums",
    "sensors",
    "shapes",
    "tendons",
    "terrain",
];

/// What counts belong to: the compiler and the instructions that are chosen at run time.
fn setting() -> Result<String, String> {
    let compiler = output(Command::new("rustc").arg("--version"))?;
    let version = compiler.split_whitespace().nth(1).unwrap_or("unknown");
    #[cfg(target_arch = "x86_64")]
    let wide = std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    let wide = false;
    let instructions = if wide { "AVX2" } else { "baseline" };
    let machine = std::env::consts::ARCH;
    Ok(format!("rustc {version}, {machine}, {instructions}"))
}

fn has_valgrind() -> bool {
    output(Command::new("valgrind").arg("--version")).is_ok()
}

/// Builds the program that steps a model.
fn build(root: &Path) -> Result<PathBuf, String> {
    let arguments = [
        "build",
        "--profile",
        "fast",
        "-p",
        "ligament",
        "--example",
        "steps",
    ];
    output(&mut cargo(root, &arguments))?;
    Ok(target(root).join("fast/examples/steps"))
}

/// The counts of all models.
fn counts(root: &Path) -> Result<Vec<(&'static str, u64)>, String> {
    let program = build(root)?;
    let count = |name: &'static str| {
        let model = root.join(format!("tests/models/{name}.xml"));
        Ok((name, instructions(&program, &model)?))
    };
    MODELS.into_iter().map(count).collect()
}

/// Fails if a step of one of the models has become longer by more than three in a hundred.
///
/// Another compiler makes other code: its counts say nothing about ours, and are not compared.
pub fn check(root: &Path) -> Outcome {
    if !has_valgrind() {
        return Ok("not counted: valgrind is not installed".into());
    }
    let kept = std::fs::read_to_string(root.join(KEPT)).map_err(|e| format!("{KEPT}: {e}"))?;
    let (setting, mut lines) = (setting()?, kept.lines());
    let theirs = lines.next().unwrap_or_default();
    if theirs != setting {
        return Ok(format!(
            "not compared: {KEPT} is of {theirs}, this is {setting}"
        ));
    }
    let known: Vec<(&str, u64)> = lines
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, count)| Some((name, count.parse().ok()?)))
        .collect();
    let (mut longest, mut longer) = (0.0_f64, Vec::new());
    for (name, count) in counts(root)? {
        let Some((_, before)) = known.iter().find(|(known, _)| *known == name) else {
            return Err(format!(
                "{KEPT} lacks {name}; `cargo xtask count --keep` writes it"
            ));
        };
        let ratio = count as f64 / *before as f64;
        longest = longest.max(ratio);
        if ratio > LIMIT {
            longer.push(format!(
                "{name}: {count} instructions per step, {before} before"
            ));
        }
    }
    if longer.is_empty() {
        return Ok(format!(
            "{} models, at most {longest:.3} of what is kept",
            MODELS.len()
        ));
    }
    longer.push("if there is a reason, `cargo xtask count --keep` writes the file anew".into());
    Err(longer.join("\n"))
}

/// Writes the file anew.
pub fn keep(root: &Path) -> Outcome {
    let mut text = setting()? + "\n";
    for (name, count) in counts(root)? {
        text += &format!("{name} {count}\n");
    }
    std::fs::write(root.join(KEPT), text).map_err(|e| format!("{KEPT}: {e}"))?;
    Ok(format!("wrote {} counts to {KEPT}", MODELS.len()))
}

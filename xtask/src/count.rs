//! `cargo xtask count`: instructions per step under callgrind, in this checkout and in another one.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::output;
use crate::test::cargo;

/// Steps that are counted, after some that are not.
const STEPS: u64 = 100;
/// The most instructions for which a step here counts as no slower than there.
const LIMIT: f64 = 1.02;
/// The program that is run, from the root of a checkout.
const PROGRAM: &str = "crates/ligament/examples/steps.rs";
/// Shared models that are counted where none is named.
const MODELS: &[&str] = &[
    "dm_control/dm_control/suite/cartpole.xml",
    "dm_control/dm_control/suite/cheetah.xml",
    "mujoco/model/humanoid/humanoid.xml",
    "menagerie/unitree_go1/scene.lite.xml",
    "menagerie/shadow_hand/scene_right.xml",
    "mujoco/model/humanoid/22_humanoids.xml",
];

/// Counts models, in another checkout as well if `--against` names one; false if something fails or a step got longer.
pub fn run(root: &Path, arguments: &[String]) -> bool {
    match count(root, arguments) {
        Ok(fine) => fine,
        Err(text) => {
            eprintln!("{text}");
            false
        }
    }
}

fn count(root: &Path, arguments: &[String]) -> Result<bool, String> {
    let (other, models) = match arguments {
        [option, folder, models @ ..] if option == "--against" => {
            (Some(PathBuf::from(folder)), models)
        }
        models => (None, models),
    };
    let shared = root.join("../shared/corpus");
    let models: Vec<PathBuf> = match models {
        [] => MODELS.iter().map(|model| shared.join(model)).collect(),
        named => named.iter().map(PathBuf::from).collect(),
    };
    let program = build(root)?;
    let before = other
        .map(|other| add_program(root, &other).and_then(|()| build(&other)))
        .transpose()?;
    let mut fine = true;
    for model in &models {
        let here = instructions(&program, model)?;
        let name = model.file_name().unwrap_or_default().to_string_lossy();
        let Some(before) = &before else {
            println!("{name:28} {here:12} instructions per step");
            continue;
        };
        let there = instructions(before, model)?;
        let ratio = here as f64 / there as f64;
        fine &= ratio <= LIMIT;
        println!("{name:28} {here:12} {there:12} before {ratio:8.4} (limit {LIMIT})");
    }
    Ok(fine)
}

/// A checkout from before the program existed gets a copy of it.
fn add_program(root: &Path, other: &Path) -> Result<(), String> {
    let to = other.join(PROGRAM);
    if to.exists() {
        return Ok(());
    }
    std::fs::copy(root.join(PROGRAM), &to).map_err(|e| format!("{}: {e}", to.display()))?;
    Ok(())
}

/// Builds the program as it is distributed.
fn build(checkout: &Path) -> Result<PathBuf, String> {
    let mut command = cargo(
        checkout,
        &["build", "--release", "-p", "ligament", "--example", "steps"],
    );
    let target = checkout.join("target");
    output(command.env("CARGO_TARGET_DIR", &target))?;
    Ok(target.join("release/examples/steps"))
}

/// Instructions of one step of a model.
pub fn instructions(program: &Path, model: &Path) -> Result<u64, String> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    command.args(["--collect-atstart=no", "--toggle-collect=*measured*"]);
    command.arg(program).arg(model).arg(STEPS.to_string());
    let text = output(&mut command)?;
    collected(&text)
        .map(|total| total / STEPS)
        .ok_or_else(|| format!("callgrind says no count:\n{text}"))
}

/// The number behind `Collected :`.
fn collected(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once("Collected :")?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_callgrind_says() {
        assert_eq!(
            collected("==1== Events    : Ir\n==1== Collected : 12345\n==1==\n"),
            Some(12345)
        );
        assert_eq!(collected("nothing"), None);
    }
}

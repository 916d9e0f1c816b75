//! `cargo xtask program`: the program as it is handed out, for every processor and for newer ones.

use std::path::Path;

use crate::step::{Outcome, output};
use crate::test::{cargo, target};

/// The machine that has a copy for newer processors.
const MACHINE: &str = "x86_64-unknown-linux-gnu";

/// Builds the program, on x86-64 Linux twice.
pub fn build(root: &Path) -> Outcome {
    let folder = target(root).join("programs");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut names = vec!["ligament"];
    let arguments = ["build", "--profile", "wheel", "-p", "ligament-cli"];
    output(&mut cargo(root, &arguments))?;
    put(
        &target(root).join("wheel/ligament"),
        &folder.join("ligament"),
    )?;
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        let name = "ligament-x86-64-v3";
        let place = target(root).join("x86-64-v3");
        let mut command = cargo(root, &arguments);
        command
            .args(["--target", MACHINE, "--target-dir"])
            .arg(&place);
        output(command.env("RUSTFLAGS", "-C target-cpu=x86-64-v3"))?;
        put(
            &place.join(MACHINE).join("wheel/ligament"),
            &folder.join(name),
        )?;
        names.push(name);
    }
    Ok(format!("{} in {}", names.join(", "), folder.display()))
}

fn put(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::copy(from, to).map_err(|e| format!("{}: {e}", from.display()))?;
    Ok(())
}

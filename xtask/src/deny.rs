//! Dependencies: licences, doubles and sources, as `deny.toml` allows them, by cargo-deny.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{Outcome, output};
use crate::test::{cargo, target};

/// The version that is installed where there is none.
const VERSION: &str = "0.20.2";

/// Checks the dependencies. Advisories need a copy of their database, which is looked for and never fetched.
pub fn check(root: &Path) -> Outcome {
    let program = program(root)?;
    let check =
        |arguments: &[&str]| output(Command::new(&program).current_dir(root).args(arguments));
    check(&["check", "licenses", "bans", "sources"])?;
    let advisories = database();
    if advisories {
        check(&["--offline", "check", "advisories"])?;
    }
    Ok(if advisories {
        "licences, doubles, sources, advisories".into()
    } else {
        "licences, doubles, sources; advisories not checked: there is no database of them here"
            .into()
    })
}

/// Cargo-deny: the one that is installed, or one of our own beside what is built.
fn program(root: &Path) -> Result<PathBuf, String> {
    let installed = PathBuf::from("cargo-deny");
    if output(Command::new(&installed).arg("--version")).is_ok() {
        return Ok(installed);
    }
    let folder = target(root).join("tools");
    let own = folder.join("bin/cargo-deny");
    if !own.exists() {
        let folder = folder.to_string_lossy().into_owned();
        // without optimization it is ready in half the time, and fast enough
        let arguments = [
            "install",
            "--locked",
            "--debug",
            "cargo-deny",
            "--version",
            VERSION,
            "--root",
            &folder,
        ];
        output(&mut cargo(root, &arguments))?;
    }
    Ok(own)
}

/// Whether there is a copy of the database of advisories.
fn database() -> bool {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let folders = home
        .map(|h| h.join("advisory-dbs"))
        .and_then(|f| std::fs::read_dir(f).ok());
    folders.is_some_and(|mut f| f.next().is_some())
}

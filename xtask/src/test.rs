//! `cargo xtask test`: the steps, in order, each with its time.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::step::{Outcome, output};
use crate::{deny, fuzz, guard, hashes, lint, python};

/// A named check.
struct Step {
    name: &'static str,
    about: &'static str,
    run: fn(&Path) -> Outcome,
}

const STEPS: &[Step] = &[
    Step {
        name: "format",
        about: "rustfmt leaves nothing to do",
        run: format,
    },
    Step {
        name: "stages",
        about: "only drivers of the engine name Data",
        run: lint::stages::check,
    },
    Step {
        name: "layers",
        about: "modules of the engine import each other without cycles",
        run: lint::layers::check,
    },
    Step {
        name: "kinds",
        about: "few files know a kind of joint, equality, dynamics, solver, attribute",
        run: lint::kinds::check,
    },
    Step {
        name: "names",
        about: "no two types of one crate share a name",
        run: lint::names::check,
    },
    Step {
        name: "clippy",
        about: "no warnings in any target",
        run: clippy,
    },
    Step {
        name: "docs",
        about: "documentation builds without warnings",
        run: docs,
    },
    Step {
        name: "rust",
        about: "Rust tests",
        run: rust,
    },
    Step {
        name: "property",
        about: "a million pairs of shapes and rays against references, optimized",
        run: property,
    },
    Step {
        name: "bits",
        about: "the same bits in fresh and used data, threads, lanes; small worlds; optimized",
        run: bits,
    },
    Step {
        name: "hashes",
        about: "the same bits with all instructions, in both arithmetics",
        run: hashes::check,
    },
    Step {
        name: "counts",
        about: "instructions per step of eight models, against those that are kept",
        run: guard::check,
    },
    Step {
        name: "fuzz",
        about: "mutated inputs of every kind, ten seconds each",
        run: fuzz::check,
    },
    Step {
        name: "deny",
        about: "licences, doubles and sources of dependencies",
        run: deny::check,
    },
    Step {
        name: "venv",
        about: "a Python environment with the reference",
        run: python::environment,
    },
    Step {
        name: "wheel",
        about: "pip install . builds and imports",
        run: python::install,
    },
    Step {
        name: "python",
        about: "Python tests, with every own model against MuJoCo",
        run: python::tests,
    },
    Step {
        name: "mujoco-tests",
        about: "MuJoCo's own Python tests, with Ligament standing in",
        run: python::mujoco_tests,
    },
    Step {
        name: "types",
        about: "mypy and pyright over example programs",
        run: python::types,
    },
    Step {
        name: "parity",
        about: "shared models against MuJoCo: load, model, forward, step",
        run: python::parity,
    },
    Step {
        name: "endurance",
        about: "shared models with wild states and controls",
        run: python::endurance,
    },
];

/// Prints the steps.
pub fn list() {
    for step in STEPS {
        println!("{:12} {}", step.name, step.about);
    }
}

/// Runs all steps, or those named; false if one fails.
pub fn run(root: &Path, only: &[String]) -> bool {
    let unknown = only
        .iter()
        .find(|name| STEPS.iter().all(|step| step.name != name.as_str()));
    if let Some(name) = unknown {
        eprintln!("there is no step '{name}'; the steps are:");
        list();
        return false;
    }
    let chosen = STEPS
        .iter()
        .filter(|step| only.is_empty() || only.iter().any(|name| name == step.name));
    let start = Instant::now();
    let (mut passed, mut failed) = (0, Vec::new());
    for step in chosen {
        println!("{:12} {} …", step.name, step.about);
        let start = Instant::now();
        let outcome = (step.run)(root);
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(line) => {
                passed += 1;
                println!("         ok {seconds:.1} s  {line}");
            }
            Err(text) => {
                failed.push(step.name);
                println!("{text}\n         FAILED {seconds:.1} s");
            }
        }
    }
    println!("\n{:.0} s in all", start.elapsed().as_secs_f64());
    if !failed.is_empty() {
        println!("failed: {}", failed.join(", "));
    }
    println!("{passed} passed, {} failed", failed.len());
    failed.is_empty()
}

/// Where cargo puts what it builds.
pub fn target(root: &Path) -> PathBuf {
    let chosen =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    root.join(chosen)
}

/// Cargo, with what its builds need.
pub fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root);
    // The Python module leaves the interpreter's symbols open, as extension modules do.
    command.env("PYO3_BUILD_EXTENSION_MODULE", "1");
    if let Some(python) = python::for_builds() {
        command.env("PYO3_PYTHON", python);
    }
    command
}

fn format(root: &Path) -> Outcome {
    output(&mut cargo(root, &["fmt", "--all", "--check"])).map(|_| String::new())
}

fn clippy(root: &Path) -> Outcome {
    let arguments = [
        "clippy",
        "--quiet",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ];
    output(&mut cargo(root, &arguments)).map(|_| String::new())
}

fn docs(root: &Path) -> Outcome {
    let mut command = cargo(root, &["doc", "--quiet", "--workspace", "--no-deps"]);
    output(command.env("RUSTDOCFLAGS", "-D warnings")).map(|_| String::new())
}

fn rust(root: &Path) -> Outcome {
    let text = output(&mut cargo(root, &["test", "--workspace", "--no-fail-fast"]))?;
    Ok(format!("{} tests", tests_passed(&text)))
}

/// Cases that each property test of geometry draws; there are eleven such tests.
const PROPERTY_CASES: &str = "100000";

fn property(root: &Path) -> Outcome {
    let arguments = [
        "test",
        "--profile",
        "fast",
        "-p",
        "ligament-geom",
        "--test",
        "property",
    ];
    let mut command = cargo(root, &arguments);
    let text = output(command.env("LIGAMENT_PROPERTY_CASES", PROPERTY_CASES))?;
    Ok(format!(
        "{} tests of {PROPERTY_CASES} cases each",
        tests_passed(&text)
    ))
}

/// Seconds that comparisons on shared models may take, each.
const BITS_SECONDS: &str = "240";

fn bits(root: &Path) -> Outcome {
    let arguments = [
        "test",
        "--profile",
        "fast",
        "-p",
        "ligament",
        "--test",
        "bits",
        "--test",
        "lanes",
        "--test",
        "memory",
        "--",
        "--nocapture",
    ];
    let mut command = cargo(root, &arguments);
    let text = output(command.env("LIGAMENT_BITS_SECONDS", BITS_SECONDS))?;
    let told = |line: &&str| line.contains(" shared models") || line.contains(" MB ");
    let told: Vec<_> = text.lines().filter(told).collect();
    Ok(format!(
        "{} tests; {}",
        tests_passed(&text),
        told.join("; ")
    ))
}

/// Adds up the `test result: ok. N passed; …` lines.
fn tests_passed(text: &str) -> usize {
    let results = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("test result: ok. "));
    results
        .filter_map(|rest| rest.split(' ').next()?.parse::<usize>().ok())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_up_results() {
        let text = "running 2 tests\ntest result: ok. 2 passed; 0 failed\n x\ntest result: ok. 40 passed; 0 failed; 1 ignored";
        assert_eq!(tests_passed(text), 42);
    }
}

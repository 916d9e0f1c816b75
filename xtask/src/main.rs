//! Chores of the repository: `cargo xtask test` runs everything that must hold before a change is done.
#![forbid(unsafe_code)]

mod count;
mod deny;
mod fuzz;
mod guard;
mod hashes;
mod lint;
mod program;
mod python;
mod step;
mod test;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask test [STEP...]   run all checks, or only the named steps
cargo xtask steps            list the steps of `test`
cargo xtask generate         rewrite generated Python files (facts of MuJoCo, type stubs)
cargo xtask clients [--short] [CLIENT...]
                             packages that use MuJoCo, on MuJoCo and on Ligament
cargo xtask wheel            a wheel for all Linux distributions, under target/wheels
cargo xtask program          the program for every processor and, beside it, for x86-64-v3, under target/programs
cargo xtask bless            rewrite the hashes of trajectories after a change that is meant to change them
cargo xtask soak [--minutes N] [--threads N]
                             mixed models, threads, resets, loads and callbacks for a while
cargo xtask fuzz [--seconds N | --runs N] [TARGET...]
                             inputs guided by coverage, a minute each or as said; prints executions
cargo xtask redteam          a fixed number of mutated models, broken assets, damaged binaries, wild states, orders, callbacks
cargo xtask hashes           the hashes of trajectories on other machines: ARM under qemu, WebAssembly in node
cargo xtask count [--against CHECKOUT] [MODEL...]
                             instructions per step, under callgrind
cargo xtask count --keep     write the counts that `test` compares with anew";

/// The root of the repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.first().map(String::as_str) {
        Some("test") => test::run(&root(), &arguments[1..]),
        Some("steps") => {
            test::list();
            true
        }
        Some("bless") => report(hashes::bless(&root())),
        Some("fuzz") => report(fuzz::campaign(&root(), &arguments[1..])),
        Some("redteam") => report(fuzz::redteam(&root())),
        Some("hashes") => report(hashes::machines(&root())),
        Some("count") if arguments.get(1).is_some_and(|a| a == "--keep") => {
            report(guard::keep(&root()))
        }
        Some("count") => count::run(&root(), &arguments[1..]),
        Some("soak") => python::soak(&root(), &arguments[1..]),
        Some("clients") => python::clients(&root(), &arguments[1..]),
        Some("wheel") => report(python::wheel(&root())),
        Some("program") => report(program::build(&root())),
        Some("generate") => report(python::generate(&root())),
        _ => {
            println!("{USAGE}");
            arguments.is_empty()
        }
    };
    if done {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints what a chore found; false if it failed.
fn report(outcome: step::Outcome) -> bool {
    match outcome {
        Ok(line) => println!("{line}"),
        Err(text) => {
            eprintln!("{text}");
            return false;
        }
    }
    true
}

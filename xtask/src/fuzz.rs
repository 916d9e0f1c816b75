//! Inputs at random. Three ways to try the targets of `ligament-trials`:
//!
//! - `cargo xtask fuzz`: libFuzzer, guided by coverage, for as long as wanted (needs cargo-fuzz);
//! - `cargo xtask test fuzz`: mutated seeds, ten seconds each, with stable Rust alone;
//! - `cargo xtask redteam`: a fixed number of mutated models, broken assets, damaged binaries, wild states, orders and callbacks.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::step::{Outcome, output};
use crate::test::{cargo, target};

/// Executions of each kind of attack: mutated models, broken assets, damaged binaries, wild states, random orders, callbacks.
const ATTACKS: [(&str, u64, &[&str]); 6] = [
    ("mutated models", 20_000, &["mjcf", "urdf"]),
    (
        "broken assets",
        4_500,
        &[
            "stl", "obj", "msh", "gmsh", "png", "texture", "hfield", "skin", "archive",
        ],
    ),
    ("damaged binaries", 7_500, &["lgm", "mjb"]),
    ("wild states", 20_000, &["state"]),
    ("random orders", 6_500, &["calls"]),
    ("callbacks", 1_000, &["callbacks"]),
];

/// Seconds for each target in CI.
const SECONDS: &str = "10";

/// Builds the program that tries mutated seeds.
fn trials(root: &Path) -> Result<PathBuf, String> {
    let arguments = ["build", "--profile", "fast", "-p", "ligament-trials"];
    output(&mut cargo(root, &arguments))?;
    Ok(target(root).join("fast/ligament-trials"))
}

/// The names of all targets.
fn targets(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let stem = |e: std::fs::DirEntry| Some(e.path().file_stem()?.to_string_lossy().into_owned());
    let mut names: Vec<String> = entries.flatten().filter_map(stem).collect();
    names.sort();
    Ok(names)
}

/// Every target for ten seconds, two at a time; each begins with its seeds and the cases that were found once.
pub fn check(root: &Path) -> Outcome {
    let program = trials(root)?;
    let names = targets(root)?;
    let halves = [0, 1].map(|k| names.iter().skip(k).step_by(2).cloned().collect::<Vec<_>>());
    let run = |names: &[String]| {
        let mut command = Command::new(&program);
        output(
            command
                .current_dir(root)
                .args(["--seconds", SECONDS])
                .args(names),
        )
    };
    let outcomes = std::thread::scope(|scope| {
        let handles = halves.each_ref().map(|half| scope.spawn(|| run(half)));
        handles.map(|h| h.join().unwrap_or_else(|_| Err("a thread failed".into())))
    });
    let mut told = Vec::new();
    for outcome in outcomes {
        told.extend(executions(&outcome?));
    }
    told.sort();
    Ok(told.join(", "))
}

/// `target count` of every line `target count executions …`.
fn executions(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, count) = (words.next()?, words.next()?);
        (words.next()? == "executions").then(|| format!("{name} {count}"))
    };
    text.lines().filter_map(line).collect()
}

/// The attacks, with their counts.
pub fn redteam(root: &Path) -> Outcome {
    let program = trials(root)?;
    let mut told = Vec::new();
    for (what, count, names) in ATTACKS {
        let each = count.div_ceil(names.len() as u64).to_string();
        let mut command = Command::new(&program);
        output(
            command
                .current_dir(root)
                .args(["--count", &each, "--number", "2"])
                .args(names),
        )?;
        let line = format!(
            "{:8} {what}",
            each.parse::<u64>().unwrap_or(0) * names.len() as u64
        );
        println!("{line}");
        told.push(line);
    }
    Ok("no panic, no abort, no hang".into())
}

/// What `cargo xtask fuzz` is asked for.
struct Campaign {
    seconds: String,
    runs: String,
    names: Vec<String>,
}

impl Campaign {
    fn parse(root: &Path, arguments: &[String]) -> Result<Self, String> {
        let mut campaign = Self {
            seconds: "60".into(),
            runs: "-1".into(),
            names: Vec::new(),
        };
        let mut rest = arguments.iter();
        while let Some(word) = rest.next() {
            let mut value = || rest.next().cloned().ok_or(format!("{word} needs a number"));
            match word.as_str() {
                "--seconds" => campaign.seconds = value()?,
                "--runs" => (campaign.runs, campaign.seconds) = (value()?, "0".into()),
                name => campaign.names.push(name.to_owned()),
            }
        }
        let known = targets(root)?;
        if let Some(name) = campaign.names.iter().find(|n| !known.contains(n)) {
            return Err(format!(
                "there is no target '{name}'; they are {}",
                known.join(", ")
            ));
        }
        if campaign.names.is_empty() {
            campaign.names = known;
        }
        Ok(campaign)
    }

    /// Runs one target under libFuzzer and tells executions and edges. What it prints is in `fuzz/artifacts/NAME.log` meanwhile.
    fn run(&self, root: &Path, trials: &Path, name: &str) -> Outcome {
        let folder = root.join("fuzz");
        let corpus = folder.join("corpus").join(name);
        let found = folder.join("artifacts").join(name);
        let log = folder.join("artifacts").join(format!("{name}.log"));
        let words = folder.join("corpus").join(format!("{name}.dict"));
        std::fs::create_dir_all(&found).map_err(|e| e.to_string())?;
        output(Command::new(trials).arg("--seeds").arg(name).arg(&corpus))?;
        let dictionary = output(Command::new(trials).args(["--words", name]))?;
        std::fs::write(&words, dictionary + "\n").map_err(|e| e.to_string())?;
        let longest = output(Command::new(trials).args(["--longest", name]))?;
        let longest = longest.trim().parse().map_err(|e| format!("{e}"))?;
        shared_seeds(root, name, longest, &corpus);
        let program = folder
            .join("target/x86_64-unknown-linux-gnu/release")
            .join(name);
        let file = std::fs::File::create(&log).map_err(|e| format!("{}: {e}", log.display()))?;
        let status = Command::new(program)
            .arg(&corpus)
            .arg(format!("-dict={}", words.display()))
            .arg(format!("-artifact_prefix={}/", found.display()))
            .arg(format!("-max_total_time={}", self.seconds))
            .arg(format!("-runs={}", self.runs))
            .arg(format!("-max_len={longest}"))
            .args(["-timeout=10", "-rss_limit_mb=4000"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(file)
            .status()
            .map_err(|e| format!("cannot start {name}: {e}"))?;
        let text = std::fs::read(&log).map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&text);
        if status.success() {
            return Ok(format!("{name:9} {}", progress(&text)));
        }
        let lines: Vec<&str> = text.lines().collect();
        let tail = lines[lines.len().saturating_sub(60)..].join("\n");
        Err(format!("{tail}\n{name} ended with {status}"))
    }
}

/// Adds small files of the shared corpus to the seeds of a target, where there is a corpus.
fn shared_seeds(root: &Path, name: &str, longest: u64, corpus: &Path) {
    let ending = match name {
        "mjcf" => "xml",
        "skin" => "skn",
        "urdf" | "stl" | "obj" | "msh" => name,
        _ => return,
    };
    let mut open = vec![root.join("../shared/corpus")];
    let mut count = 0;
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, size) = (entry.path(), entry.metadata().map_or(0, |m| m.len()));
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == ending) && size <= longest {
                count += 1;
                let _ = std::fs::copy(&path, corpus.join(format!("shared{count:04}")));
            }
        }
    }
}

/// Executions, edges, and how many of the edges were found in the last fifth.
fn progress(text: &str) -> String {
    let point = |line: &str| -> Option<(u64, u64)> {
        let count = line
            .strip_prefix('#')?
            .split_whitespace()
            .next()?
            .parse()
            .ok()?;
        let edges = line
            .split("cov: ")
            .nth(1)?
            .split_whitespace()
            .next()?
            .parse()
            .ok()?;
        Some((count, edges))
    };
    let points: Vec<_> = text.lines().filter_map(point).collect();
    let Some(&(count, edges)) = points.last() else {
        return "no executions".into();
    };
    let before = points
        .iter()
        .filter(|p| p.0 * 5 <= count * 4)
        .map(|p| p.1)
        .max();
    let late = edges - before.unwrap_or(0).min(edges);
    format!("{count:10} executions, {edges} edges, {late} of them new in the last fifth")
}

/// The campaign guided by coverage.
pub fn campaign(root: &Path, arguments: &[String]) -> Outcome {
    let campaign = Campaign::parse(root, arguments)?;
    let mut build = cargo(root, &["fuzz", "build", "--sanitizer", "none"]);
    // Coverage counters are a feature of the compiler that stable releases keep behind this variable.
    output(build.env("RUSTC_BOOTSTRAP", "1"))
        .map_err(|e| format!("{e}\n`cargo install --locked cargo-fuzz` installs what is needed"))?;
    let trials = trials(root)?;
    let mut failed = Vec::new();
    for name in &campaign.names {
        match campaign.run(root, &trials, name) {
            Ok(line) => println!("{line}"),
            Err(text) => {
                println!("{name:9} broken; the input is in fuzz/artifacts/{name}");
                failed.push(text);
            }
        }
    }
    if failed.is_empty() {
        Ok("no rule is broken".into())
    } else {
        Err(failed.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_read_from_the_log() {
        let log = "#10\tNEW    cov: 5 ft: 1\n#70\tNEW    cov: 8 ft: 1\n#95\tREDUCE cov: 9 ft: 2\n#100\tDONE   cov: 9 ft: 2\n";
        let line = progress(log);
        assert!(
            line.contains("100 executions, 9 edges, 1 of them"),
            "{line}"
        );
        assert_eq!(
            executions("mjcf   12 executions in 1 s\nother"),
            ["mjcf 12"]
        );
    }
}

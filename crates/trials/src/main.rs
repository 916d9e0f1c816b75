//! `cargo run --profile fast -p ligament-trials -- [--seconds N | --count N] [--number N] [TARGET…]`: tries mutated seeds on each
//! target and prints how many. An input that breaks a rule is kept in `target/trials` and named.
//!
//! `--words TARGET` prints a dictionary for libFuzzer, `--longest TARGET` how many bytes are worth trying, `--seeds TARGET FOLDER`
//! writes the seeds into a folder, `--try TARGET FILE…` tries files.
#![forbid(unsafe_code)]

use std::io::{Seek, SeekFrom, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ligament_trials::{Mutator, TARGETS, Target, seeds, target, words};

/// An input that takes longer than this hangs.
const HANG: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["--words", name] => print_words(name),
        ["--seeds", name, folder] => write_seeds(name, Path::new(folder)),
        ["--longest", name] => find(name).map(|target| println!("{}", target.longest)),
        ["--try", name, files @ ..] => try_files(name, files),
        _ => Plan::parse(&words).and_then(|plan| plan.run()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}

/// A dictionary in libFuzzer's form.
fn print_words(name: &str) -> Result<(), String> {
    for word in words(name) {
        let escaped: String = word.bytes().map(|b| format!("\\x{b:02X}")).collect();
        println!("\"{escaped}\"");
    }
    Ok(())
}

fn write_seeds(name: &str, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    for (i, seed) in seeds(name).iter().enumerate() {
        std::fs::write(folder.join(format!("seed{i:03}")), seed).map_err(|e| e.to_string())?;
    }
    Ok(())
}

fn find(name: &str) -> Result<&'static Target, String> {
    let names: Vec<_> = TARGETS.iter().map(|t| t.name).collect();
    target(name).ok_or(format!(
        "there is no target '{name}'; they are {}",
        names.join(", ")
    ))
}

fn try_files(name: &str, files: &[&str]) -> Result<(), String> {
    let target = find(name)?;
    for file in files {
        (target.run)(&std::fs::read(file).map_err(|e| format!("{file}: {e}"))?);
    }
    println!("{name}: {} files tried", files.len());
    Ok(())
}

/// What to try, and for how long.
struct Plan {
    seconds: f64,
    count: u64,
    number: u64,
    targets: Vec<&'static Target>,
}

impl Plan {
    fn parse(words: &[&str]) -> Result<Self, String> {
        let mut plan = Self {
            seconds: 10.0,
            count: u64::MAX,
            number: 1,
            targets: Vec::new(),
        };
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let mut value = || rest.next().ok_or(format!("{word} needs a number"));
            let bad = |e: &dyn std::fmt::Display| format!("{word}: {e}");
            match *word {
                "--seconds" => plan.seconds = value()?.parse().map_err(|e| bad(&e))?,
                "--count" => {
                    plan.count = value()?.parse().map_err(|e| bad(&e))?;
                    plan.seconds = f64::INFINITY;
                }
                "--number" => plan.number = value()?.parse().map_err(|e| bad(&e))?,
                name => plan.targets.push(find(name)?),
            }
        }
        if plan.targets.is_empty() {
            plan.targets.extend(TARGETS);
        }
        Ok(plan)
    }

    fn run(&self) -> Result<(), String> {
        let folder = PathBuf::from("target/trials");
        std::fs::create_dir_all(&folder).map_err(|e| format!("target/trials: {e}"))?;
        let failed: Vec<String> = self
            .targets
            .iter()
            .filter_map(|target| self.try_target(target, &folder).err())
            .collect();
        if failed.is_empty() {
            Ok(())
        } else {
            Err(failed.join("\n"))
        }
    }

    /// Tries one target. The input at hand is always on file, so that it is known even after an abort.
    fn try_target(&self, target: &Target, folder: &Path) -> Result<(), String> {
        let name = target.name;
        let path = folder.join(format!("{name}.current"));
        let mut file =
            std::fs::File::create(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let seeds = seeds(name);
        let mut mutator = Mutator::new(seeds.clone(), words(name), target.longest, self.number);
        let clock = Arc::new(AtomicU64::new(0));
        let start = Instant::now();
        watch(name, &path, &clock, start);
        let mut count = 0;
        let mut waiting = seeds.into_iter();
        while count < self.count && start.elapsed().as_secs_f64() < self.seconds {
            let input = waiting.next().unwrap_or_else(|| mutator.next_input());
            let _ = file.set_len(0);
            let _ = file
                .seek(SeekFrom::Start(0))
                .and_then(|_| file.write_all(&input));
            clock.store(start.elapsed().as_millis() as u64 + 1, Ordering::Relaxed);
            let broken = catch_unwind(AssertUnwindSafe(|| (target.run)(&input))).is_err();
            clock.store(0, Ordering::Relaxed);
            count += 1;
            if broken {
                let kept = folder.join(format!("{name}.broken"));
                std::fs::write(&kept, &input).map_err(|e| e.to_string())?;
                return Err(format!("{name}: a rule is broken by {}", kept.display()));
            }
        }
        let _ = std::fs::remove_file(&path);
        println!(
            "{name:9} {count:9} executions in {:.1} s",
            start.elapsed().as_secs_f64()
        );
        Ok(())
    }
}

/// Ends the process when an input hangs. The clock has the time at which the input began, or zero between inputs.
fn watch(name: &'static str, path: &Path, clock: &Arc<AtomicU64>, start: Instant) {
    let (path, clock) = (path.to_owned(), Arc::downgrade(clock));
    std::thread::spawn(move || {
        while let Some(clock) = clock.upgrade() {
            let began = clock.load(Ordering::Relaxed);
            drop(clock);
            if began > 0 && start.elapsed() > Duration::from_millis(began) + HANG {
                eprintln!("{name}: an input hangs: {}", path.display());
                std::process::exit(3);
            }
            std::thread::sleep(Duration::from_millis(200));
        }
    });
}

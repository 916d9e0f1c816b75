//! Running programs: quiet when they succeed, everything they said when they fail.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// One line about a success, or all there is to know about a failure.
pub type Outcome = Result<String, String>;

/// Most lines shown of a program that failed.
const TAIL: usize = 200;

/// Runs a program to its end and gives all it printed, on both streams.
pub fn output(command: &mut Command) -> Outcome {
    let name = command.get_program().to_string_lossy().into_owned();
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.map_err(|e| format!("cannot start {name}: {e}"))?;
    let streams = (child.stdout.take(), child.stderr.take());
    let (stdout, stderr) = std::thread::scope(|scope| {
        let errors = scope.spawn(|| streams.1.map(lines).unwrap_or_default());
        let printed = streams.0.map(lines).unwrap_or_default();
        (printed, errors.join().unwrap_or_default())
    });
    let status = child
        .wait()
        .map_err(|e| format!("cannot wait for {name}: {e}"))?;
    if status.success() {
        return Ok([stdout, stderr].concat().join("\n"));
    }
    let all = [stderr, stdout].concat();
    let shown = &all[all.len().saturating_sub(TAIL)..];
    Err(format!("{}\n{name} ended with {status}", shown.join("\n")))
}

/// All lines of a stream, whatever their encoding.
fn lines(stream: impl Read) -> Vec<String> {
    let split = BufReader::new(stream).split(b'\n');
    split
        .map_while(Result::ok)
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .collect()
}

/// The last line that satisfies `wanted`, or nothing.
pub fn last_line(text: &str, wanted: impl Fn(&str) -> bool) -> String {
    text.lines()
        .rev()
        .map(str::trim)
        .find(|line| wanted(line))
        .unwrap_or_default()
        .to_owned()
}

//! Printing: colours on terminals only, and no fuss when the reader of a pipe goes away.

use std::io::{IsTerminal, Write};

use ligament::{Problem, Severity};

/// Prints to standard output; a closed pipe is not an error.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    // Whoever reads may stop reading whenever they like.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Whether a stream wants colours.
fn coloured(terminal: bool) -> bool {
    terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// A heading, bold on terminals.
pub fn heading(text: &str) -> String {
    if coloured(std::io::stdout().is_terminal()) {
        format!("\x1b[1m{text}\x1b[0m")
    } else {
        text.to_owned()
    }
}

/// A problem on one line, coloured by severity on terminals.
pub fn problem(problem: &Problem) -> String {
    let text = problem.to_string();
    if !coloured(std::io::stderr().is_terminal()) {
        return text;
    }
    let (word, colour) = match problem.severity {
        Severity::Error => ("error", 31),
        Severity::Warning => ("warning", 33),
    };
    text.replacen(
        &format!("{word}: "),
        &format!("\x1b[1;{colour}m{word}\x1b[0m: "),
        1,
    )
}

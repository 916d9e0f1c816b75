//! Counting of cases and failures.

use std::collections::BTreeMap;

/// How many cases a test draws: as many as the environment says, or few enough for every day.
pub fn cases(default: usize) -> usize {
    let wanted = std::env::var("LIGAMENT_PROPERTY_CASES").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// What was checked and what failed.
#[derive(Default)]
pub struct Ledger {
    checks: usize,
    failures: BTreeMap<String, (usize, String)>,
}

impl Ledger {
    /// Notes one check; `detail` describes the case if it failed.
    pub fn check(&mut self, holds: bool, what: &str, detail: impl FnOnce() -> String) {
        self.checks += 1;
        if !holds {
            let entry = self.failures.entry(what.to_owned());
            entry.or_insert_with(|| (0, detail())).0 += 1;
        }
    }

    /// Fails the test if a check failed.
    pub fn finish(self) {
        let lines: Vec<String> = self
            .failures
            .iter()
            .map(|(what, (count, first))| format!("{what}: {count} times, first {first}"))
            .collect();
        assert!(
            lines.is_empty(),
            "{} checks\n{}",
            self.checks,
            lines.join("\n")
        );
        assert!(self.checks > 0);
    }
}

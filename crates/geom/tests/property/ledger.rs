//! Counting of cases and failures.

use std::collections::BTreeMap;

/// How many cases a test draws: as many as the environment says, or few enough for every day.
pub fn cases(default: usize) -> usize {
    let wanted = std::env::var("LIGAMENT_PROPERTY_CASES").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// The share of cases in which an iteration may end a little beside the exact answer.
const RARE: f64 = 2e-3;

/// How often a check may fail in `count` cases: the rare share with three standard deviations, and two more.
fn allowance(count: usize) -> f64 {
    let expected = RARE * count as f64;
    expected + 3.0 * expected.sqrt() + 2.0
}

/// What was checked and what failed.
#[derive(Default)]
pub struct Ledger {
    checks: usize,
    failures: BTreeMap<String, (usize, String)>,
    expectations: BTreeMap<String, (usize, usize, String)>,
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

    /// Notes one check that may fail in rare cases.
    pub fn expect(&mut self, holds: bool, what: &str, detail: impl FnOnce() -> String) {
        self.checks += 1;
        if !self.expectations.contains_key(what) {
            self.expectations
                .insert(what.to_owned(), Default::default());
        }
        if let Some((count, failed, first)) = self.expectations.get_mut(what) {
            *count += 1;
            if !holds {
                if *failed == 0 {
                    *first = detail();
                }
                *failed += 1;
            }
        }
    }

    /// Fails the test if a check failed, or an expectation too often.
    pub fn finish(self) {
        let mut lines: Vec<String> = self
            .failures
            .iter()
            .map(|(what, (count, first))| format!("{what}: {count} times, first {first}"))
            .collect();
        for (what, (count, failed, first)) in &self.expectations {
            if *failed as f64 > allowance(*count) {
                lines.push(format!("{what}: {failed} times of {count}, first {first}"));
            }
        }
        assert!(
            lines.is_empty(),
            "{} checks\n{}",
            self.checks,
            lines.join("\n")
        );
        assert!(self.checks > 0);
    }
}

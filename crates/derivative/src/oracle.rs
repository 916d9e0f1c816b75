//! Ridders' ladder: differences with shrinking nudges, extrapolated, with an estimate of their error.
//!
//! Central differences of nudges h, h/b, h/b², … have errors in even powers of the nudge, which a tableau of extrapolation
//! removes one after the other. The entry whose neighbours agree best is taken. A function with a kink near the point has
//! one-sided differences that do not meet: such entries are flagged, they have no derivative to compare with.

/// What the ladder found out about one entry.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The derivative.
    pub value: f64,
    /// How far neighbours in the tableau disagree.
    pub error: f64,
}

/// The nudges of a ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ladder {
    /// The largest nudge.
    pub first: f64,
    /// Each nudge over the next.
    pub ratio: f64,
    /// How many nudges there are.
    pub rungs: usize,
}

impl Default for Ladder {
    fn default() -> Self {
        Self {
            first: 1e-3,
            ratio: 2.0,
            rungs: 8,
        }
    }
}

/// Rounding errors of values of the order of one.
const ROUNDING: f64 = 4e-16;

/// Derivatives of a function of one number with several values at zero, each with an estimate of its error.
///
/// `f` writes the values at a given nudge. They are called with both signs of every nudge.
pub fn ridders(values: usize, ladder: Ladder, f: &mut dyn FnMut(f64, &mut [f64])) -> Vec<Estimate> {
    let rungs = ladder.rungs.max(2);
    let mut rows: Vec<Vec<Vec<f64>>> = Vec::with_capacity(rungs);
    let (mut ahead, mut behind) = (vec![0.0; values], vec![0.0; values]);
    let mut nudge = ladder.first;
    let mut best = vec![
        Estimate {
            value: 0.0,
            error: f64::INFINITY,
        };
        values
    ];
    for rung in 0..rungs {
        f(nudge, &mut ahead);
        f(-nudge, &mut behind);
        let central: Vec<f64> = ahead
            .iter()
            .zip(&behind)
            .map(|(a, b)| (a - b) / (2.0 * nudge))
            .collect();
        let mut row = vec![central];
        let mut factor = 1.0;
        for order in 1..=rung {
            factor *= ladder.ratio * ladder.ratio;
            let (finer, coarser) = (&row[order - 1], &rows[rung - 1][order - 1]);
            let next: Vec<f64> = finer
                .iter()
                .zip(coarser)
                .map(|(a, b)| (a * factor - b) / (factor - 1.0))
                .collect();
            for i in 0..values {
                let apart = (next[i] - finer[i]).abs().max((next[i] - coarser[i]).abs());
                // neighbours may agree by chance: values are no better than their rounding
                let error = apart + ROUNDING / nudge;
                if error < best[i].error {
                    best[i] = Estimate {
                        value: next[i],
                        error,
                    };
                }
            }
            row.push(next);
        }
        rows.push(row);
        nudge /= ladder.ratio;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smooth_functions_come_out_nearly_exact() {
        let found = ridders(2, Ladder::default(), &mut |x, out| {
            out[0] = (1.0 + x).exp();
            out[1] = (3.0 * x).sin();
        });
        assert!((found[0].value - 1f64.exp()).abs() < 1e-11);
        assert!((found[1].value - 3.0).abs() < 1e-11);
        assert!(found.iter().all(|e| e.error < 1e-9));
    }

    #[test]
    fn kinks_beside_the_point_are_seen() {
        let found = ridders(1, Ladder::default(), &mut |x, out| {
            out[0] = (x - 2e-6).max(0.0);
        });
        assert!(found[0].error > 1e-3);
    }
}

//! Rewards: sums of products of shaped terms; and bounds that end an episode.

use ligament_math::func::exp;

use super::term::{Term, View};

/// What is made of the numbers of a term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Their sum.
    Sum,
    /// The sum of their squares.
    Square,
    /// The sum of their sizes.
    Size,
    /// exp(−Σ x² / scale²): one at zero.
    Near {
        /// How far away it drops to 1/e.
        scale: f64,
    },
    /// One between two bounds, falling off as a bell curve to 0.1 at a margin outside; the mean over all numbers.
    Within {
        /// Lower bound.
        low: f64,
        /// Upper bound.
        high: f64,
        /// Where it has dropped to 0.1.
        margin: f64,
    },
}

impl Shape {
    fn of(self, numbers: &[f64]) -> f64 {
        match self {
            Self::Sum => numbers.iter().sum(),
            Self::Square => numbers.iter().map(|x| x * x).sum(),
            Self::Size => numbers.iter().map(|x| x.abs()).sum(),
            Self::Near { scale } => {
                let apart: f64 = numbers.iter().map(|x| x * x).sum();
                exp(-apart / (scale * scale))
            }
            Self::Within { low, high, margin } => {
                let one = |x: &f64| {
                    let outside = (low - x).max(x - high).max(0.0);
                    if outside == 0.0 {
                        1.0
                    } else if margin > 0.0 {
                        // ln 10: a tenth is left at the margin
                        let share = outside / margin;
                        exp(-std::f64::consts::LN_10 * share * share)
                    } else {
                        0.0
                    }
                };
                numbers.iter().map(one).sum::<f64>() / numbers.len().max(1) as f64
            }
        }
    }
}

/// A shaped term, or difference of two.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    term: Term,
    target: Option<Term>,
    shape: Shape,
}

impl Factor {
    /// A term, or how far it is from another, in some shape.
    pub fn new(term: Term, target: Option<Term>, shape: Shape) -> Result<Self, String> {
        if let Some(target) = &target {
            if target.len() != term.len() {
                return Err(format!(
                    "a term of {} numbers cannot be compared with one of {}",
                    term.len(),
                    target.len()
                ));
            }
        }
        Ok(Self {
            term,
            target,
            shape,
        })
    }

    pub(crate) fn terms(&self) -> impl Iterator<Item = &Term> {
        std::iter::once(&self.term).chain(&self.target)
    }

    fn value(&self, view: View<'_>, numbers: &mut Vec<f64>) -> f64 {
        numbers.clear();
        self.term.read(view, numbers);
        if let Some(target) = &self.target {
            let count = numbers.len();
            target.read(view, numbers);
            for i in 0..count {
                numbers[i] -= numbers[count + i];
            }
            numbers.truncate(count);
        }
        self.shape.of(numbers)
    }
}

/// A part of the reward: a weight times a product of factors.
#[derive(Clone, Debug, PartialEq)]
pub struct Reward {
    /// The weight.
    pub weight: f64,
    /// The factors.
    pub factors: Vec<Factor>,
}

impl Reward {
    pub(crate) fn value(&self, view: View<'_>, numbers: &mut Vec<f64>) -> f64 {
        let factors = self.factors.iter();
        let product: f64 = factors.map(|factor| factor.value(view, numbers)).product();
        self.weight * product
    }
}

/// An episode ends when a number of the term is below or above these bounds, or no number.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// What is looked at.
    pub term: Term,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

impl Bound {
    pub(crate) fn is_broken(&self, view: View<'_>, numbers: &mut Vec<f64>) -> bool {
        numbers.clear();
        self.term.read(view, numbers);
        !numbers.iter().all(|x| (self.low..=self.high).contains(x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_what_they_say() {
        let numbers = [3.0, -4.0];
        assert_eq!(Shape::Sum.of(&numbers), -1.0);
        assert_eq!(Shape::Square.of(&numbers), 25.0);
        assert_eq!(Shape::Size.of(&numbers), 7.0);
        let near = Shape::Near { scale: 5.0 }.of(&numbers);
        assert!((near - (-1.0_f64).exp()).abs() < 1e-15);
        let within = |x: f64| {
            Shape::Within {
                low: -1.0,
                high: 1.0,
                margin: 2.0,
            }
            .of(&[x])
        };
        assert_eq!(within(0.5), 1.0);
        assert!((within(3.0) - 0.1).abs() < 1e-12);
        assert!((within(-3.0) - 0.1).abs() < 1e-12);
        assert_eq!(
            Shape::Within {
                low: 0.0,
                high: 0.0,
                margin: 0.0
            }
            .of(&[1.0, 0.0]),
            0.5
        );
    }
}

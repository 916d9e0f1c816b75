//! Gradients of rollouts: states are stored, steps are linearized again on the way back.

use ligament_engine::data::{Data, StateBits, state_size};
use ligament_engine::step;
use ligament_model::Model;

use crate::error::Refusal;
use crate::linearization::{Linearization, expect};
use crate::options::Options;

/// What a step depends on, all of it.
const STATE: StateBits = StateBits::INTEGRATION;

/// The states of a rollout.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    states: Vec<Vec<f64>>,
}

/// The gradient of a number by what a rollout starts from and by its controls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RolloutGradient {
    /// By the state at the start.
    pub state: Vec<f64>,
    /// By the controls of every step.
    pub controls: Vec<Vec<f64>>,
}

impl Tape {
    /// An empty tape.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many steps have been taken.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// True before the first step.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Takes a step and keeps the state that it starts from.
    pub fn step(&mut self, m: &Model, d: &mut Data) {
        let mut state = vec![0.0; state_size(m, STATE).unwrap_or(0)];
        // the vector was made for these components
        let _ = d.get_state(m, &mut state, STATE);
        self.states.push(state);
        step(m, d);
    }

    /// The gradient of a sum over a rollout: `cost(k)` is the gradient of its part that depends on the state after k steps, in
    /// tangent space; none where there is no such part. The data is used as working memory.
    ///
    /// # Errors
    /// Names what has no exact derivatives.
    pub fn gradient(
        &self,
        m: &Model,
        d: &mut Data,
        options: &Options,
        cost: &mut dyn FnMut(usize) -> Option<Vec<f64>>,
    ) -> Result<RolloutGradient, Refusal> {
        let nx = 2 * m.size.nv + m.size.na;
        let mut lambda = vec![0.0; nx];
        let mut controls = vec![Vec::new(); self.len()];
        for k in (0..self.len()).rev() {
            if let Some(part) = cost(k + 1) {
                expect(&part, nx)?;
                lambda.iter_mut().zip(part).for_each(|(l, p)| *l += p);
            }
            let _ = d.set_state(m, &self.states[k], STATE);
            let step = Linearization::at(m, d, options)?;
            (lambda, controls[k]) = step.vjp(&lambda)?;
        }
        if let Some(part) = cost(0) {
            expect(&part, nx)?;
            lambda.iter_mut().zip(part).for_each(|(l, p)| *l += p);
        }
        Ok(RolloutGradient {
            state: lambda,
            controls,
        })
    }
}

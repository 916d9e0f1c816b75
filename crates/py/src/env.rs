//! The native half of `ligament.gym`: vector environments from declarations.

use std::sync::{Mutex, MutexGuard};

use ligament::batch::Start;
use ligament::batch::env::{
    Action, Autoreset, Bound as Limit, Ended, Env, Factor, Reward, Shape, Task, Term,
};
use ligament::model::Model;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::batch::UntypedArray;
use crate::model::NativeModel;
use crate::storage::Given;
use crate::view::input;

/// A term: kind, names, parts, and scale, clip, noise.
type TermArgs = (String, Vec<String>, Option<Vec<usize>>, (f64, f64, f64));
/// A factor of a reward: term, target, shape and its three numbers.
type FactorArgs = (TermArgs, Option<TermArgs>, String, (f64, f64, f64));
/// How episodes begin: keyframe, noise of positions and of velocities.
type StartArgs = (Option<usize>, f64, f64);
/// How actions become controls: centre and scale, or the whole range.
type ActionArgs = Option<(Vec<f64>, f64)>;
/// Steps per action, actions per episode, observations at a time, and the mode of new episodes.
type Counts = (usize, usize, usize, String);
/// Rewards, each a weight and its factors, and terms that end an episode outside two bounds.
type JudgeArgs = (Vec<(f64, Vec<FactorArgs>)>, Vec<(TermArgs, f64, f64)>);

fn refuse(why: String) -> PyErr {
    PyValueError::new_err(why)
}

/// Makes terms for a model with so many commands.
struct Terms<'a> {
    m: &'a Model,
    commands: usize,
}

impl Terms<'_> {
    fn term(&self, args: TermArgs) -> Result<Term, String> {
        let (kind, names, parts, (scale, clip, noise)) = args;
        let mut term = Term::new(self.m, &kind, &names, self.m.size.nu, self.commands)?;
        if let Some(parts) = parts {
            term = term.parts(parts)?;
        }
        term.shaped(scale, clip, noise)
    }

    fn factor(&self, args: FactorArgs) -> Result<Factor, String> {
        let (term, target, shape, (a, b, c)) = args;
        let shape = match shape.as_str() {
            "sum" => Shape::Sum,
            "square" => Shape::Square,
            "size" => Shape::Size,
            "near" => Shape::Near { scale: a },
            "within" => Shape::Within {
                low: a,
                high: b,
                margin: c,
            },
            _ => return Err(format!("there is no shape '{shape}'")),
        };
        let target = target.map(|target| self.term(target)).transpose()?;
        Factor::new(self.term(term)?, target, shape)
    }
}

/// Many worlds with a task.
#[pyclass(frozen, name = "Env")]
pub struct NativeEnv {
    env: Mutex<Env>,
}

impl NativeEnv {
    fn env(&self) -> PyResult<MutexGuard<'_, Env>> {
        let busy = |_| PyRuntimeError::new_err("this environment is being used by another thread");
        self.env.try_lock().map_err(busy)
    }
}

#[pymethods]
impl NativeEnv {
    /// Worlds of a model with a task.
    #[new]
    #[pyo3(signature = (model, size, counts, start, action, observation, judge))]
    fn new(
        model: &Bound<'_, NativeModel>,
        size: (usize, usize),
        counts: Counts,
        start: StartArgs,
        action: ActionArgs,
        observation: (Vec<TermArgs>, Vec<[f64; 2]>),
        judge: JudgeArgs,
    ) -> PyResult<Self> {
        let m = model.get().cell.sound(model.py())?;
        let (observation, command) = observation;
        let terms = Terms {
            m: &m,
            commands: command.len(),
        };
        let (substeps, limit, stack, autoreset) = counts;
        let (keyframe, position, velocity) = start;
        let reward = |(weight, factors): (f64, Vec<FactorArgs>)| {
            let factors = factors.into_iter().map(|factor| terms.factor(factor));
            let factors = factors.collect::<Result<_, String>>()?;
            Ok(Reward { weight, factors })
        };
        let bound = |(term, low, high)| {
            let term = terms.term(term)?;
            Ok(Limit { term, low, high })
        };
        let made = || -> Result<Env, String> {
            let task = Task {
                substeps,
                limit,
                start: Start {
                    keyframe,
                    position,
                    velocity,
                },
                command,
                action: match action {
                    Some((center, scale)) => Action::around(&m, center, scale),
                    None => Action::whole_range(&m),
                },
                observation: observation
                    .into_iter()
                    .map(|term| terms.term(term))
                    .collect::<Result<_, String>>()?,
                stack,
                reward: judge
                    .0
                    .into_iter()
                    .map(reward)
                    .collect::<Result<_, String>>()?,
                bounds: judge
                    .1
                    .into_iter()
                    .map(bound)
                    .collect::<Result<_, String>>()?,
                autoreset: match autoreset.as_str() {
                    "NextStep" => Autoreset::NextStep,
                    "SameStep" => Autoreset::SameStep,
                    "Disabled" => Autoreset::Disabled,
                    _ => return Err(format!("there is no mode '{autoreset}'")),
                },
            };
            Env::new(&m, size.0, size.1, task)
        };
        Ok(Self {
            env: Mutex::new(made().map_err(refuse)?),
        })
    }

    /// Numbers per observation.
    fn width(&self) -> PyResult<usize> {
        Ok(self.env()?.width())
    }

    /// Begins episodes in all worlds, or in those of a mask.
    fn reset(
        &self,
        py: Python<'_>,
        chosen: Option<Vec<bool>>,
        seeds: Option<Vec<u64>>,
    ) -> PyResult<()> {
        let env = &mut *self.env()?;
        py.detach(|| env.reset(chosen.as_deref(), seeds.as_deref()))
            .map_err(refuse)
    }

    /// Takes an action in every world.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = input::<f64>(actions, "actions")?.0;
        let env = &mut *self.env()?;
        py.detach(|| env.step(&actions)).map_err(refuse)
    }

    /// Fills arrays with observations, rewards, and whether episodes were terminated, truncated, at fault, or began.
    fn results(
        &self,
        observation: &UntypedArray<'_>,
        reward: &UntypedArray<'_>,
        ended: &UntypedArray<'_>,
    ) -> PyResult<()> {
        let env = self.env()?;
        let flag = |f: fn(&Ended) -> bool| env.ended().iter().map(move |e| u8::from(f(e)));
        let flags: Vec<u8> = flag(|e| e.terminated)
            .chain(flag(|e| e.truncated))
            .chain(flag(|e| e.fault))
            .chain(flag(|e| e.began))
            .collect();
        fill(observation, env.observation())?;
        fill(reward, env.reward())?;
        fill(ended, &flags)
    }

    /// Fills an array with the last observations of episodes that ended.
    fn last_observation(&self, observation: &UntypedArray<'_>) -> PyResult<()> {
        fill(observation, self.env()?.last_observation())
    }

    /// The states of all worlds, one after the other: mjSTATE_INTEGRATION.
    fn rows(&self) -> PyResult<Vec<f64>> {
        Ok(self.env()?.rows().to_vec())
    }

    /// How often the numbers of each world went bad.
    fn faults(&self) -> PyResult<Vec<u64>> {
        Ok(self.env()?.faults().collect())
    }

    /// Which episode each world is in.
    fn episodes(&self) -> PyResult<Vec<u64>> {
        Ok(self.env()?.episodes().collect())
    }
}

fn fill<T: ligament::model::Number>(array: &UntypedArray<'_>, numbers: &[T]) -> PyResult<()> {
    let given = Given::<T>::new(array, true);
    match given.map(|given| given.write(array.py(), numbers)) {
        Ok(true) => Ok(()),
        _ => Err(refuse(
            "results need arrays of their types and lengths".into(),
        )),
    }
}

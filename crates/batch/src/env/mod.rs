//! Vector environments: worlds with actions, observations, rewards and ends of episodes, declared once and evaluated by threads.

mod reward;
mod term;
mod world;

use std::sync::Arc;

use ligament_engine::data::{StateBits, state_size};
use ligament_model::Model;
use ligament_model::enums::{EnableFlags, Stage};

use crate::batch::BLOCK;
use crate::drive::{Course, drive};
use crate::pool;
use crate::seat::Seat;
use crate::start::Start;
pub use reward::{Bound, Factor, Reward, Shape};
pub use term::Term;
use world::EnvWorld;

/// When a world whose episode has ended begins a new one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// At its next step, which ignores the action and gives the first observation.
    #[default]
    NextStep,
    /// At once: the last observation is kept apart.
    SameStep,
    /// When it is asked to.
    Disabled,
}

/// How actions become controls.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Control of action zero.
    pub center: Vec<f64>,
    /// Control of action one, less that of action zero.
    pub scale: Vec<f64>,
    /// Bounds of controls.
    pub range: Vec<[f64; 2]>,
}

impl Action {
    /// Actions between −1 and 1 that go through the range of each control; those without limits are controls themselves.
    pub fn whole_range(m: &Model) -> Self {
        let mut action = Self {
            center: vec![0.0; m.size.nu],
            scale: vec![1.0; m.size.nu],
            range: vec![[f64::NEG_INFINITY, f64::INFINITY]; m.size.nu],
        };
        for i in 0..m.size.nactuator {
            let [low, high] = m.actuator.ctrlrange[i];
            if m.actuator.ctrllimited[i].get() {
                for u in m.actuator_controls(i) {
                    action.center[u] = 0.5 * (low + high);
                    action.scale[u] = 0.5 * (high - low);
                    action.range[u] = [low, high];
                }
            }
        }
        action
    }

    /// Actions that move controls away from given ones.
    pub fn around(m: &Model, center: Vec<f64>, scale: f64) -> Self {
        Self {
            scale: vec![scale; m.size.nu],
            center,
            ..Self::whole_range(m)
        }
    }
}

/// What an environment is.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Steps of the simulation per action.
    pub substeps: usize,
    /// Actions after which an episode is cut off; 0 for never.
    pub limit: usize,
    /// How episodes begin.
    pub start: Start,
    /// Bounds between which what is asked for is drawn at the beginning of an episode.
    pub command: Vec<[f64; 2]>,
    /// How actions become controls.
    pub action: Action,
    /// What is seen.
    pub observation: Vec<Term>,
    /// How many observations are seen at a time, the latest last.
    pub stack: usize,
    /// What is wanted.
    pub reward: Vec<Reward>,
    /// What ends an episode.
    pub bounds: Vec<Bound>,
    /// When a new episode begins.
    pub autoreset: Autoreset,
}

impl Task {
    /// How many numbers an observation has, without those before it.
    pub fn frame(&self) -> usize {
        self.observation.iter().map(Term::len).sum()
    }

    fn terms(&self) -> impl Iterator<Item = &Term> {
        let factors = self.reward.iter().flat_map(|reward| &reward.factors);
        let bounds = self.bounds.iter().map(|bound| &bound.term);
        self.observation
            .iter()
            .chain(factors.flat_map(Factor::terms))
            .chain(bounds)
    }
}

/// What is kept of a world between calls, beside its row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EnvRecord {
    pub seed: u64,
    pub episode: u64,
    /// Actions since the episode began.
    pub steps: u64,
    pub done: bool,
    pub faults: u64,
    pub action: Vec<f64>,
    pub command: Vec<f64>,
    pub failed: Option<String>,
}

/// What came of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// The task is over.
    pub terminated: bool,
    /// Time is up.
    pub truncated: bool,
    /// The numbers of the world went bad: this counts as the end of the task.
    pub fault: bool,
    /// A new episode began in this call.
    pub began: bool,
}

/// Many worlds with a task.
#[derive(Debug)]
pub struct Env {
    model: Arc<Model>,
    task: Task,
    nstate: usize,
    rows: Vec<f64>,
    records: Vec<EnvRecord>,
    seats: Vec<Seat>,
    observation: Vec<f32>,
    last_observation: Vec<f32>,
    reward: Vec<f64>,
    ended: Vec<Ended>,
    /// Whether poses and velocities of bodies are looked at.
    needs: [bool; 2],
}

impl Env {
    /// Worlds of a model with a task. Models that sleep or remember contact forces are refused: they are more than a row.
    pub fn new(model: &Model, worlds: usize, threads: usize, task: Task) -> Result<Self, String> {
        if model.opt.enables(EnableFlags::SLEEP) || model.opt.contactmemory != 0 {
            return Err(
                "models that sleep or remember contact forces cannot be vector environments".into(),
            );
        }
        if let Some(key) = task.start.keyframe.filter(|key| *key >= model.size.nkey) {
            return Err(format!("the model has no keyframe {key}"));
        }
        let Action {
            center,
            scale,
            range,
        } = &task.action;
        let nu = model.size.nu;
        if center.len() != nu || scale.len() != nu || range.len() != nu {
            return Err(format!("the model has {nu} controls: actions do not fit"));
        }
        if range
            .iter()
            .chain(&task.command)
            .any(|[low, high]| low > high || low.is_nan() || high.is_nan())
        {
            return Err("lower bounds must not be above upper ones".into());
        }
        if task.substeps == 0 || task.stack == 0 || worlds == 0 {
            return Err("worlds, substeps and stack must be positive".into());
        }
        let needs = [Term::needs_poses, Term::needs_velocities].map(|f| task.terms().any(f));
        let model = Arc::new(model.clone());
        let nstate = state_size(&model, StateBits::INTEGRATION).unwrap_or(0);
        let width = task.frame() * task.stack;
        let threads = if threads == 0 { pool::width() } else { threads };
        let seats = threads.min(worlds.div_ceil(BLOCK)).max(1);
        let record = EnvRecord {
            action: vec![0.0; nu],
            command: vec![0.0; task.command.len()],
            ..EnvRecord::default()
        };
        Ok(Self {
            needs,
            task,
            nstate,
            rows: vec![0.0; worlds * nstate],
            records: vec![record; worlds],
            seats: (0..seats).map(|_| Seat::new(&model)).collect(),
            observation: vec![0.0; worlds * width],
            last_observation: vec![0.0; worlds * width],
            reward: vec![0.0; worlds],
            ended: vec![Ended::default(); worlds],
            model,
        })
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The task.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// How many worlds there are.
    pub fn worlds(&self) -> usize {
        self.records.len()
    }

    /// Numbers per observation.
    pub fn width(&self) -> usize {
        self.task.frame() * self.task.stack
    }

    /// Observations of all worlds.
    pub fn observation(&self) -> &[f32] {
        &self.observation
    }

    /// The last observations of episodes that ended, where they ended last.
    pub fn last_observation(&self) -> &[f32] {
        &self.last_observation
    }

    /// Rewards of the last step.
    pub fn reward(&self) -> &[f64] {
        &self.reward
    }

    /// What came of the last step.
    pub fn ended(&self) -> &[Ended] {
        &self.ended
    }

    /// How often the numbers of each world went bad.
    pub fn faults(&self) -> impl Iterator<Item = u64> + '_ {
        self.records.iter().map(|record| record.faults)
    }

    /// Which episode each world is in.
    pub fn episodes(&self) -> impl Iterator<Item = u64> + '_ {
        self.records.iter().map(|record| record.episode)
    }

    /// The rows of all worlds: `StateBits::INTEGRATION`.
    pub fn rows(&self) -> &[f64] {
        &self.rows
    }

    /// Begins new episodes in chosen worlds, and draws noise from new seeds if there are any.
    pub fn reset(&mut self, chosen: Option<&[bool]>, seeds: Option<&[u64]>) -> Result<(), String> {
        let worlds = self.worlds();
        if chosen.is_some_and(|mask| mask.len() != worlds)
            || seeds.is_some_and(|seeds| seeds.len() != worlds)
        {
            return Err(format!("there are {worlds} worlds"));
        }
        let is_chosen = |world: usize| chosen.is_none_or(|mask| mask[world]);
        if let Some(seeds) = seeds {
            for (world, record) in self.records.iter_mut().enumerate() {
                if is_chosen(world) {
                    record.seed = seeds[world];
                    record.episode = 0;
                }
            }
        }
        self.run(None, &is_chosen)
    }

    /// Takes an action in every world: `[world, control]`.
    pub fn step(&mut self, actions: &[f64]) -> Result<(), String> {
        let nu = self.model.size.nu;
        if actions.len() != nu * self.worlds() {
            return Err(format!(
                "{} worlds with {nu} controls got {} actions",
                self.worlds(),
                actions.len()
            ));
        }
        if let Some(bad) = actions.iter().position(|x| !x.is_finite()) {
            let (world, control) = (bad / nu, bad % nu);
            return Err(format!(
                "action {control} of world {world} is {}",
                actions[bad]
            ));
        }
        if self.task.autoreset == Autoreset::Disabled {
            if let Some(world) = self.records.iter().position(|record| record.done) {
                return Err(format!("the episode of world {world} has ended: reset it"));
            }
        }
        self.run(Some(actions), &|_| true)
    }

    /// Puts chosen worlds through an action, or to the beginning of an episode.
    fn run(
        &mut self,
        actions: Option<&[f64]>,
        chosen: &(dyn Fn(usize) -> bool + Sync),
    ) -> Result<(), String> {
        let (nu, width) = (self.model.size.nu, self.width());
        let course = Course {
            model: &self.model,
            fields: None,
            models: None,
            steps: 0,
            stage: Stage::None,
        };
        let shared = world::TaskInCall {
            task: &self.task,
            needs: self.needs,
        };
        let rows = self.rows.chunks_exact_mut(self.nstate.max(1));
        let seen = self.observation.chunks_exact_mut(width.max(1));
        let last = self.last_observation.chunks_exact_mut(width.max(1));
        let results = self.reward.iter_mut().zip(&mut self.ended);
        let worlds = rows.zip(&mut self.records).zip(seen.zip(last)).zip(results);
        let tasks = worlds.enumerate().filter(|(number, _)| chosen(*number));
        let tasks = tasks.map(
            |(number, (((row, record), (seen, last)), (reward, ended)))| {
                let action = actions.map(|actions| &actions[number * nu..(number + 1) * nu]);
                EnvWorld::new(
                    shared,
                    number,
                    row,
                    record,
                    (seen, last),
                    (reward, ended),
                    action,
                )
            },
        );
        pool::over_blocks(&mut self.seats, tasks, BLOCK, |seat, worlds| {
            for world in worlds {
                let steps = world.steps();
                drive(
                    seat,
                    Course { steps, ..course },
                    std::slice::from_mut(world),
                );
            }
        });
        let failed = self.records.iter_mut().enumerate();
        for (world, record) in failed {
            if let Some(why) = record.failed.take() {
                return Err(format!("world {world}: {why}"));
            }
        }
        Ok(())
    }
}

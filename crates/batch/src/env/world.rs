//! One world of a vector environment in the hands of a thread.

use ligament_engine::Data;
use ligament_engine::data::StateBits;
use ligament_engine::forward::single;
use ligament_model::Model;

use super::term::View;
use super::{Autoreset, Ended, EnvRecord, Task};
use crate::drive::{Next, World};
use crate::fault::went_bad;
use crate::noise::Noise;

/// Where in the noise of an episode commands and observations take their numbers; places below belong to the start.
const COMMAND: u32 = 1;
const OBSERVATION: u32 = 16;

/// What all worlds of a call share.
#[derive(Clone, Copy)]
pub(super) struct TaskInCall<'a> {
    pub task: &'a Task,
    pub needs: [bool; 2],
}

pub(super) struct EnvWorld<'a> {
    shared: TaskInCall<'a>,
    number: usize,
    row: &'a mut [f64],
    record: &'a mut EnvRecord,
    observation: &'a mut [f32],
    last: &'a mut [f32],
    reward: &'a mut f64,
    ended: &'a mut Ended,
    /// None where the world is asked to begin an episode.
    action: Option<&'a [f64]>,
    numbers: Vec<f64>,
    frame: Vec<f64>,
}

impl<'a> EnvWorld<'a> {
    pub fn new(
        shared: TaskInCall<'a>,
        number: usize,
        row: &'a mut [f64],
        record: &'a mut EnvRecord,
        seen: (&'a mut [f32], &'a mut [f32]),
        results: (&'a mut f64, &'a mut Ended),
        action: Option<&'a [f64]>,
    ) -> Self {
        // a world whose episode has ended begins a new one
        let again = record.done && shared.task.autoreset == Autoreset::NextStep;
        Self {
            shared,
            number,
            row,
            record,
            observation: seen.0,
            last: seen.1,
            reward: results.0,
            ended: results.1,
            action: action.filter(|_| !again),
            numbers: Vec::new(),
            frame: Vec::new(),
        }
    }

    /// How many steps of the simulation it takes.
    pub fn steps(&self) -> usize {
        self.action.map_or(0, |_| self.shared.task.substeps)
    }

    fn noise(&self) -> Noise {
        Noise::new(self.record.seed, 0, self.record.episode)
    }

    fn begin(&mut self, m: &Model, d: &mut Data) {
        let task = self.shared.task;
        self.record.episode += 1;
        self.record.steps = 0;
        self.record.done = false;
        self.record.action.fill(0.0);
        let mut noise = self.noise();
        task.start.apply(m, d, noise);
        noise = noise.at(COMMAND);
        for (x, [low, high]) in self.record.command.iter_mut().zip(&task.command) {
            *x = low + (high - low) * noise.unit();
        }
        if task.start.keyframe.is_none() {
            d.input.ctrl.copy_from_slice(&task.action.center);
        }
        self.ended.began = true;
        self.refresh(m, d);
        self.observe(m, d, true);
    }

    /// Poses and velocities of the present state.
    fn refresh(&self, m: &Model, d: &mut Data) {
        let [poses, velocities] = self.shared.needs;
        if poses {
            single::kinematics(m, d);
            if velocities {
                single::com_pos(m, d);
                single::com_vel(m, d);
            }
        }
    }

    fn view<'v>(&'v self, m: &'v Model, d: &'v Data) -> View<'v> {
        let limit = self.shared.task.limit.max(1) as f64;
        View {
            m,
            d,
            action: &self.record.action,
            command: &self.record.command,
            elapsed: self.record.steps as f64 / limit,
        }
    }

    /// Appends an observation to those before it; at the beginning of an episode it stands for all of them.
    fn observe(&mut self, m: &Model, d: &Data, first: bool) {
        let task = self.shared.task;
        let place = OBSERVATION.wrapping_add(u32::try_from(self.record.steps).unwrap_or(u32::MAX));
        let mut noise = self.noise().at(place);
        let mut frame = std::mem::take(&mut self.frame);
        frame.clear();
        for term in &task.observation {
            let from = frame.len();
            term.read(self.view(m, d), &mut frame);
            if term.noise() != 0.0 {
                for x in &mut frame[from..] {
                    *x += term.noise() * noise.both();
                }
            }
        }
        let count = frame.len();
        if first {
            for place in self.observation.chunks_exact_mut(count.max(1)) {
                copy(place, &frame);
            }
        } else if let Some(rest) = self.observation.len().checked_sub(count) {
            self.observation.copy_within(count.., 0);
            copy(&mut self.observation[rest..], &frame);
        }
        self.frame = frame;
    }

    /// Reward and end of a step.
    fn judge(&mut self, m: &Model, d: &Data, fault: bool) {
        let task = self.shared.task;
        let mut numbers = std::mem::take(&mut self.numbers);
        let view = self.view(m, d);
        let parts = task.reward.iter();
        let reward: f64 = parts.map(|part| part.value(view, &mut numbers)).sum();
        let broken = task
            .bounds
            .iter()
            .any(|bound| bound.is_broken(view, &mut numbers));
        self.numbers = numbers;
        *self.reward = if fault || !reward.is_finite() {
            0.0
        } else {
            reward
        };
        self.ended.terminated = fault || broken;
        self.ended.fault = fault;
        let up = task.limit > 0 && self.record.steps >= task.limit as u64;
        self.ended.truncated = up && !self.ended.terminated;
        self.record.done = self.ended.terminated || self.ended.truncated;
    }
}

fn copy(to: &mut [f32], from: &[f64]) {
    to.iter_mut().zip(from).for_each(|(x, y)| *x = *y as f32);
}

impl World for EnvWorld<'_> {
    fn number(&self) -> usize {
        self.number
    }

    fn load(&mut self, m: &Model, d: &mut Data) -> Next {
        *self.ended = Ended::default();
        *self.reward = 0.0;
        let Some(action) = self.action else {
            self.begin(m, d);
            return Next::Step;
        };
        let _ = d.set_state(m, self.row, StateBits::INTEGRATION);
        self.record.action.copy_from_slice(action);
        let way = &self.shared.task.action;
        for (i, u) in d.input.ctrl.iter_mut().enumerate() {
            let [low, high] = way.range[i];
            *u = (way.center[i] + way.scale[i] * action[i]).clamp(low, high);
        }
        d.stats.warning = Default::default();
        d.stats.diagnosis = None;
        Next::Step
    }

    fn after(&mut self, m: &Model, d: &mut Data, k: usize) -> Next {
        let fault = went_bad(&d.stats).is_some();
        if k + 1 < self.shared.task.substeps {
            return if fault { Next::Stay } else { Next::Step };
        }
        self.record.steps += 1;
        self.record.faults += u64::from(fault);
        self.refresh(m, d);
        self.observe(m, d, false);
        self.judge(m, d, fault);
        if self.record.done {
            self.last.copy_from_slice(self.observation);
            if self.shared.task.autoreset == Autoreset::SameStep {
                self.begin(m, d);
            }
        }
        Next::Step
    }

    fn store(&mut self, m: &Model, d: &Data) {
        let _ = d.get_state(m, self.row, StateBits::INTEGRATION);
    }

    fn fail(&mut self, why: String) {
        self.record.failed = Some(why);
    }
}

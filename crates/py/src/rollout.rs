//! Rollouts: many trajectories under given controls, over threads, without Python in the loop.
//!
//! The threads work on copies of models and data, so that the interpreter is free meanwhile. A trajectory depends on
//! nothing but its inputs: the result is the same for any number of threads.

use std::sync::Mutex;

use ligament::engine::data::{StateBits, state_size};
use ligament::engine::{Data, Hooks};
use ligament::model::Model;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::callbacks;
use crate::data::{NativeData, run};
use crate::model::NativeModel;
use crate::view::{View, input};

/// The inputs of all trajectories, and how long they are.
struct Plan {
    nstep: usize,
    /// Which components the controls are.
    control_bits: StateBits,
    nstate: usize,
    ncontrol: usize,
    nsensor: usize,
    initial: Vec<f64>,
    warmstart: Option<Vec<f64>>,
    control: Option<Vec<f64>>,
}

/// Some trajectories in a row, with the places of their results.
struct Chunk<'a> {
    first: usize,
    states: &'a mut [f64],
    sensors: &'a mut [f64],
}

impl Plan {
    /// Cuts the results into chunks of trajectories.
    fn chunks<'a>(
        &self,
        size: usize,
        states: &'a mut [f64],
        sensors: &'a mut [f64],
    ) -> impl Iterator<Item = Chunk<'a>> + use<'a> {
        let (per_state, per_sensor) = (self.nstep * self.nstate, self.nstep * self.nsensor);
        let mut states = states;
        let mut sensors = sensors;
        let mut first = 0;
        std::iter::from_fn(move || {
            let left = states.len().checked_div(per_state)?;
            let count = left.min(size);
            if count == 0 {
                return None;
            }
            let (a, rest) = std::mem::take(&mut states).split_at_mut(count * per_state);
            states = rest;
            let (b, rest) = std::mem::take(&mut sensors).split_at_mut(count * per_sensor);
            sensors = rest;
            let chunk = Chunk {
                first,
                states: a,
                sensors: b,
            };
            first += count;
            Some(chunk)
        })
    }

    /// Inputs that the controls do not give are those of a reset.
    fn start(&self, m: &Model, d: &mut Data, index: usize) {
        d.reset(m);
        let initial = &self.initial[index * self.nstate..(index + 1) * self.nstate];
        // The length was checked.
        let _ = d.set_state(m, initial, StateBits::FULLPHYSICS);
        if let Some(warmstart) = &self.warmstart {
            let nv = m.size.nv;
            d.state
                .qacc_warmstart
                .copy_from_slice(&warmstart[index * nv..(index + 1) * nv]);
        }
    }

    /// Runs one trajectory. After a warning the outputs stay as they are.
    fn trajectory(
        &self,
        m: &Model,
        d: &mut Data,
        index: usize,
        states: &mut [f64],
        sensors: &mut [f64],
        hooks: &mut Hooks<'_>,
    ) {
        self.start(m, d, index);
        for t in 0..self.nstep {
            if d.stats.warning.iter().all(|w| w.number == 0) {
                if let Some(control) = &self.control {
                    let from = (index * self.nstep + t) * self.ncontrol;
                    let _ = d.set_state(m, &control[from..from + self.ncontrol], self.control_bits);
                }
                ligament::engine::step::step_with(m, d, hooks);
            }
            let state = &mut states[t * self.nstate..(t + 1) * self.nstate];
            let _ = d.get_state(m, state, StateBits::FULLPHYSICS);
            sensors[t * self.nsensor..(t + 1) * self.nsensor].copy_from_slice(&d.sensor.sensordata);
        }
    }

    /// Runs the trajectories of a chunk.
    fn run(&self, models: &[Model], which: &[usize], d: &mut Data, chunk: Chunk<'_>) {
        let (per_state, per_sensor) = (self.nstep * self.nstate, self.nstep * self.nsensor);
        let count = chunk.states.len() / per_state.max(1);
        for i in 0..count {
            let index = chunk.first + i;
            self.trajectory(
                &models[which[index]],
                d,
                index,
                &mut chunk.states[i * per_state..(i + 1) * per_state],
                &mut chunk.sensors[i * per_sensor..(i + 1) * per_sensor],
                &mut Hooks::default(),
            );
        }
    }
}

/// The numbers of an array.
fn numbers(array: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Vec<f64>> {
    Ok(input(array, name)?.0)
}

/// Checks the length of an array.
fn expect(name: &str, numbers: &[f64], expected: usize) -> PyResult<()> {
    if numbers.len() == expected {
        return Ok(());
    }
    let found = numbers.len();
    Err(PyValueError::new_err(format!(
        "{name}.size should be {expected}, got {found}"
    )))
}

/// Runs `nbatch` trajectories of `nstep` steps. `which` says which of the models each of them uses. Gives the states and the
/// sensor readings after every step.
#[pyfunction]
#[pyo3(signature = (models, which, data, nstep, control_spec, initial, warmstart, control, chunk_size))]
pub fn rollout(
    py: Python<'_>,
    models: Vec<Bound<'_, NativeModel>>,
    which: Vec<usize>,
    data: Vec<Bound<'_, NativeData>>,
    nstep: usize,
    control_spec: u32,
    initial: &Bound<'_, PyAny>,
    warmstart: Option<&Bound<'_, PyAny>>,
    control: Option<&Bound<'_, PyAny>>,
    chunk_size: Option<usize>,
) -> PyResult<(View, View)> {
    let (Some(first), false) = (models.first(), data.is_empty()) else {
        return Err(PyValueError::new_err("there must be a model and data"));
    };
    let nbatch = which.len();
    if which.iter().any(|i| *i >= models.len()) {
        return Err(PyValueError::new_err(
            "there must be one model per trajectory",
        ));
    }
    for m in &models {
        data.iter()
            .try_for_each(|d| d.get().check_model(&m.get().shared))?;
    }
    let bits = StateBits(control_spec);
    let size = |bits| {
        let size = first.get().shared.with(py, |m| state_size(m, bits));
        size.map_err(|e| PyValueError::new_err(e.to_string()))
    };
    let (nv, nsensor) = first
        .get()
        .shared
        .with(py, |m| (m.size.nv, m.size.nsensordata));
    let plan = Plan {
        nstep,
        control_bits: bits,
        nstate: size(StateBits::FULLPHYSICS)?,
        ncontrol: size(bits)?,
        nsensor,
        initial: numbers(initial, "initial_state")?,
        warmstart: warmstart
            .map(|x| numbers(x, "initial_warmstart"))
            .transpose()?,
        control: control.map(|x| numbers(x, "control")).transpose()?,
    };
    expect("initial_state", &plan.initial, nbatch * plan.nstate)?;
    if let Some(warmstart) = &plan.warmstart {
        expect("initial_warmstart", warmstart, nbatch * nv)?;
    }
    if let Some(control) = &plan.control {
        expect("control", control, nbatch * nstep * plan.ncontrol)?;
    }
    let mut states = vec![0.0; nbatch * nstep * plan.nstate];
    let mut sensors = vec![0.0; nbatch * nstep * plan.nsensor];
    if callbacks::any() {
        alone(&plan, &models, &which, &data[0], &mut states, &mut sensors)?;
    } else if nstep > 0 && nbatch > 0 {
        let copies: Vec<Model> = models
            .iter()
            .map(|m| m.get().shared.with(py, Model::clone))
            .collect();
        let mut workers = Vec::new();
        for d in &data {
            let mut copy = d.get().shared.with(py, Data::clone)?;
            copy.stats.timing = false;
            workers.push(copy);
        }
        let size = chunk_size.unwrap_or(nbatch / (10 * workers.len()));
        py.detach(|| {
            over_threads(
                &plan,
                &copies,
                &which,
                &mut workers,
                size.max(1),
                &mut states,
                &mut sensors,
            );
        });
        for (d, mut copy) in data.iter().zip(workers) {
            copy.stats.timing = true;
            d.get().shared.assign(py, &copies[0], copy)?;
        }
    }
    Ok((
        View::owned(states, vec![nbatch, nstep, plan.nstate]),
        View::owned(sensors, vec![nbatch, nstep, plan.nsensor]),
    ))
}

/// Runs all trajectories, with one thread per data.
fn over_threads(
    plan: &Plan,
    models: &[Model],
    which: &[usize],
    workers: &mut [Data],
    size: usize,
    states: &mut [f64],
    sensors: &mut [f64],
) {
    if let [data] = workers {
        for chunk in plan.chunks(size, states, sensors) {
            plan.run(models, which, data, chunk);
        }
        return;
    }
    let chunks = Mutex::new(plan.chunks(size, states, sensors));
    let next = || chunks.lock().ok().and_then(|mut chunks| chunks.next());
    std::thread::scope(|scope| {
        for data in workers {
            scope.spawn(|| {
                while let Some(chunk) = next() {
                    plan.run(models, which, data, chunk);
                }
            });
        }
    });
}

/// Runs all trajectories in this thread, with the functions of the user.
fn alone(
    plan: &Plan,
    models: &[Bound<'_, NativeModel>],
    which: &[usize],
    data: &Bound<'_, NativeData>,
    states: &mut [f64],
    sensors: &mut [f64],
) -> PyResult<()> {
    if plan.nstep == 0 {
        return Ok(());
    }
    for chunk in plan.chunks(1, states, sensors) {
        let index = chunk.first;
        run(&models[which[index]], data, |m, d, hooks| {
            plan.trajectory(m, d, index, chunk.states, chunk.sensors, hooks);
        })?;
    }
    Ok(())
}

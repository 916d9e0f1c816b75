//! Rollouts: many trajectories under given controls, over threads, without Python in the loop.
//!
//! A trajectory depends on nothing but its inputs: the result is the same for any number of threads.

use std::sync::{Arc, Mutex};

use ligament::batch::pool;
use ligament::engine::data::{StateBits, state_size};
use ligament::engine::step::step_with;
use ligament::engine::{Data, Hooks};
use ligament::model::Model;
use numpy::PyUntypedArray;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::callbacks;
use crate::data::{NativeData, run_attached};
use crate::model::NativeModel;
use crate::model_cell::lock;
use crate::storage::{Given, Sink};
use crate::view::input;

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
    count: usize,
    states: Sink<'a>,
    sensors: Sink<'a>,
}

/// The trajectories that nobody has taken yet.
struct Queue<'a> {
    next: usize,
    nbatch: usize,
    /// Trajectories per chunk.
    size: usize,
    states: Sink<'a>,
    sensors: Sink<'a>,
}

impl<'a> Queue<'a> {
    fn next(&mut self, plan: &Plan) -> Option<Chunk<'a>> {
        let count = self.size.min(self.nbatch - self.next);
        if count == 0 {
            return None;
        }
        let first = self.next;
        self.next += count;
        Some(Chunk {
            first,
            count,
            states: self.states.split_off(count * plan.nstep * plan.nstate),
            sensors: self.sensors.split_off(count * plan.nstep * plan.nsensor),
        })
    }
}

/// What one thread works with.
struct Worker<'a> {
    data: &'a mut Data,
    /// The state that is about to be written to the results.
    state: Vec<f64>,
}

impl Plan {
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

    /// Runs trajectory `i` of a chunk. After a warning the outputs stay as they are.
    fn trajectory(
        &self,
        m: &Model,
        worker: &mut Worker<'_>,
        chunk: &mut Chunk<'_>,
        i: usize,
        hooks: &mut Hooks<'_>,
    ) {
        let index = chunk.first + i;
        let (d, state) = (&mut *worker.data, &mut worker.state);
        self.start(m, d, index);
        for t in 0..self.nstep {
            if d.stats.warning.iter().all(|w| w.number == 0) {
                if let Some(control) = &self.control {
                    let from = (index * self.nstep + t) * self.ncontrol;
                    let _ = d.set_state(m, &control[from..from + self.ncontrol], self.control_bits);
                }
                step_with(m, d, hooks);
            }
            let _ = d.get_state(m, state, StateBits::FULLPHYSICS);
            let row = i * self.nstep + t;
            chunk.states.put(row * self.nstate, state);
            chunk.sensors.put(row * self.nsensor, &d.sensor.sensordata);
        }
    }
}

/// The numbers of an array.
fn numbers(array: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Vec<f64>> {
    Ok(input(array, name)?.0)
}

/// Checks the length of an array.
fn expect(name: &str, found: usize, expected: usize) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "{name}.size should be {expected}, got {found}"
    )))
}

/// An array for results.
fn result(array: &Bound<'_, PyUntypedArray>, name: &str) -> PyResult<Given<f64>> {
    Given::new(array, true).map_err(|_| {
        PyValueError::new_err(format!(
            "{name} must be a contiguous array of float64 that can be written to"
        ))
    })
}

/// The inputs: initial states, warmstarts and controls.
type Inputs<'py> = (
    Bound<'py, PyAny>,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyAny>>,
);

/// The arrays for the results: states and sensor readings.
type Results<'py> = (Bound<'py, PyUntypedArray>, Bound<'py, PyUntypedArray>);

/// Runs `nbatch` trajectories of `nstep` steps, with one model for all of them or one for each. Fills the arrays for the
/// states and the sensor readings after every step.
#[pyfunction]
#[pyo3(signature = (models, data, extents, control_spec, inputs, results, chunk_size))]
pub fn rollout(
    py: Python<'_>,
    models: Vec<Bound<'_, NativeModel>>,
    data: Vec<Bound<'_, NativeData>>,
    extents: (usize, usize),
    control_spec: u32,
    inputs: Inputs<'_>,
    results: Results<'_>,
    chunk_size: Option<usize>,
) -> PyResult<()> {
    let (nbatch, nstep) = extents;
    let (Some(first), false) = (models.first(), data.is_empty()) else {
        return Err(PyValueError::new_err("there must be a model and data"));
    };
    if models.len() > 1 && models.len() != nbatch {
        return Err(PyValueError::new_err(
            "there must be one model per trajectory",
        ));
    }
    for m in &models {
        data.iter()
            .try_for_each(|d| d.get().check_model(&m.get().cell))?;
    }
    let model = first.get().cell.sound(py)?;
    let bits = StateBits(control_spec);
    let size = |bits| state_size(&model, bits).map_err(|e| PyValueError::new_err(e.to_string()));
    let (initial, warmstart, control) = inputs;
    let plan = Plan {
        nstep,
        control_bits: bits,
        nstate: size(StateBits::FULLPHYSICS)?,
        ncontrol: size(bits)?,
        nsensor: model.size.nsensordata,
        initial: numbers(&initial, "initial_state")?,
        warmstart: warmstart
            .map(|x| numbers(&x, "initial_warmstart"))
            .transpose()?,
        control: control.map(|x| numbers(&x, "control")).transpose()?,
    };
    expect("initial_state", plan.initial.len(), nbatch * plan.nstate)?;
    if let Some(warmstart) = &plan.warmstart {
        expect("initial_warmstart", warmstart.len(), nbatch * model.size.nv)?;
    }
    if let Some(control) = &plan.control {
        expect("control", control.len(), nbatch * nstep * plan.ncontrol)?;
    }
    let mut states = result(&results.0, "state")?;
    let mut sensors = result(&results.1, "sensordata")?;
    let queue = Queue {
        next: 0,
        nbatch,
        size: chunk_size.unwrap_or(nbatch / (10 * data.len())).max(1),
        states: states.sink(py),
        sensors: sensors.sink(py),
    };
    expect("state", queue.states.len(), nbatch * nstep * plan.nstate)?;
    expect(
        "sensordata",
        queue.sensors.len(),
        nbatch * nstep * plan.nsensor,
    )?;
    if nstep == 0 {
        return Ok(());
    }
    if callbacks::any() {
        return alone(&plan, &models, &data[0], queue);
    }
    drop(model);
    over_threads(py, &plan, &models, &data, queue)
}

/// Runs all trajectories, with one data per thread.
fn over_threads(
    py: Python<'_>,
    plan: &Plan,
    models: &[Bound<'_, NativeModel>],
    data: &[Bound<'_, NativeData>],
    queue: Queue<'_>,
) -> PyResult<()> {
    let models: Vec<Arc<Model>> = models
        .iter()
        .map(|m| m.get().cell.sound(py))
        .collect::<PyResult<_>>()?;
    let mut used = Vec::with_capacity(data.len());
    for d in data {
        let mut entered = d.get().cell.enter(py)?;
        d.get().cell.take_over(py, &mut entered);
        used.push(entered);
    }
    let mut workers: Vec<Worker<'_>> = used
        .iter_mut()
        .map(|data| Worker {
            data: &mut *data,
            state: vec![0.0; plan.nstate],
        })
        .collect();
    let model_of = |index: usize| models.get(index).unwrap_or(&models[0]);
    let queue = Mutex::new(queue);
    py.detach(|| {
        pool::over_threads(&mut workers, |worker| {
            let timing = std::mem::take(&mut worker.data.stats.timing);
            while let Some(mut chunk) = { lock(&queue).next(plan) } {
                for i in 0..chunk.count {
                    let m = model_of(chunk.first + i);
                    plan.trajectory(m, worker, &mut chunk, i, &mut Hooks::default());
                }
            }
            worker.data.stats.timing = timing;
        });
    });
    drop(workers);
    for (d, used) in data.iter().zip(&used) {
        d.get().cell.show_all(py, used);
    }
    Ok(())
}

/// Runs all trajectories in this thread, with the functions of the user.
fn alone(
    plan: &Plan,
    models: &[Bound<'_, NativeModel>],
    data: &Bound<'_, NativeData>,
    mut queue: Queue<'_>,
) -> PyResult<()> {
    queue.size = 1;
    while let Some(mut chunk) = queue.next(plan) {
        let model = models.get(chunk.first).unwrap_or(&models[0]);
        run_attached(model, data, |m, data, hooks| {
            let state = vec![0.0; plan.nstate];
            let mut worker = Worker { data, state };
            plan.trajectory(m, &mut worker, &mut chunk, 0, hooks);
        })?;
    }
    Ok(())
}

/// Ends the threads of rollouts; the next one starts them again.
#[pyfunction]
pub fn shut_down_pool() {
    pool::shut_down();
}

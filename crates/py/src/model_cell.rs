//! Where a model is kept, and how its arrays and it follow one another.
//!
//! Any number of calls may use a model at the same time: each has the model as it was when the call began. A change makes a
//! copy if there is such a call, and happens in place otherwise.
//!
//! Users see copies of columns (*mirrors*). What they may have written is compared with the column and taken over when the
//! model is next used, so that a model nobody has changed keeps the stamps of its rooms. Arrays too large to be compared at
//! every step note writes themselves: `python/ligament/_watched.py`.

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use ligament::engine::collide::LAID_OUT;
use ligament::model::{Column, Field, Model, Sizes};
use numpy::dtype;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::mirrors::{Fate, Mirrors};
use crate::storage::{Mirror, descr, shape_of};

/// Arrays with more bytes are not compared: they note writes.
const COMPARED: usize = 4 << 10;
/// Bytes that MuJoCo counts as signed.
const SIGNED: &str = "plugin_attr";

/// How many arrays a model has; its single values are numbered after them.
pub static ARRAYS: LazyLock<usize> = LazyLock::new(|| {
    let mut count = 0;
    Model::default().visit(&mut |_, _| count += 1);
    count
});

/// Takes a lock; what a panic left behind is as good as anything.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `f` with one array or value of a model.
pub fn with_column(model: &Model, index: usize, f: &mut dyn FnMut(Field, &dyn Column)) {
    match index.checked_sub(*ARRAYS) {
        Some(record) => model.with_record(record, &mut |_, field, column| f(field, column)),
        None => model.with_column(index, f),
    }
}

fn with_column_mut(model: &mut Model, index: usize, f: &mut dyn FnMut(Field, &mut dyn Column)) {
    match index.checked_sub(*ARRAYS) {
        Some(record) => model.with_record_mut(record, &mut |_, field, column| f(field, column)),
        None => model.with_column_mut(index, f),
    }
}

struct State {
    model: Arc<Model>,
    mirrors: Mirrors,
}

/// A model and its arrays.
pub struct ModelCell {
    layout: u64,
    size: Sizes,
    /// The sizes in their order; one that was left open is -1.
    counts: Vec<i64>,
    state: Mutex<State>,
}

impl ModelCell {
    /// Takes a model in.
    pub fn new(model: Model) -> Arc<Self> {
        let mut counts = Vec::new();
        model.size.visit(&mut |_, _, value| {
            counts.push(i64::try_from(value).unwrap_or(-1));
        });
        Arc::new(Self {
            layout: model.layout(),
            counts,
            size: model.size.clone(),
            state: Mutex::new(State {
                model: Arc::new(model),
                mirrors: Mirrors::default(),
            }),
        })
    }

    /// A number that two models share only if their arrays have the same lengths.
    pub fn layout(&self) -> u64 {
        self.layout
    }

    /// How many there are of everything; this never changes.
    pub fn size(&self) -> &Sizes {
        &self.size
    }

    /// The size at a place in the order of sizes.
    pub fn count(&self, index: usize) -> i64 {
        self.counts.get(index).copied().unwrap_or(-1)
    }

    /// The model, with everything that users have written.
    pub fn current(&self, py: Python<'_>) -> Arc<Model> {
        let state = &mut *lock(&self.state);
        state.take_over(py);
        Arc::clone(&state.model)
    }

    /// Changes the model as a whole; the lengths of arrays must stay.
    pub fn change<T>(&self, py: Python<'_>, f: impl FnOnce(&mut Model) -> T) -> T {
        let state = &mut *lock(&self.state);
        state.take_over(py);
        let result = f(Arc::make_mut(&mut state.model));
        state.mirrors.drop_idle();
        let model = &state.model;
        state.mirrors.review(|index, mirror| {
            let mut done = false;
            with_column(model, index, &mut |_, column| {
                done = mirror.show(py, column)
            });
            if done { Fate::Live } else { Fate::Gone }
        });
        result
    }

    /// Looks at one array or value, without what users may have written into arrays.
    pub fn with_column(&self, index: usize, f: &mut dyn FnMut(Field, &dyn Column)) {
        with_column(&lock(&self.state).model, index, f);
    }

    /// Changes one value that has no array.
    pub fn with_value_mut(&self, index: usize, f: &mut dyn FnMut(Field, &mut dyn Column)) {
        let state = &mut *lock(&self.state);
        with_column_mut(Arc::make_mut(&mut state.model), index, f);
    }

    /// The array of a column, as it is now.
    pub fn array(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>> {
        if let Some(array) = self.known_array(py, index) {
            return Ok(array);
        }
        let mut found = None;
        self.with_column(index, &mut |field, column| {
            found = Some((field, column.scalar()))
        });
        let (field, scalar) =
            found.ok_or_else(|| PyRuntimeError::new_err("there is no such column"))?;
        let kind = if field.name == SIGNED {
            dtype::<i8>(py)
        } else {
            descr(py, scalar)
        };
        let shape = shape_of(&field);
        let bytes = shape.iter().product::<usize>() * scalar.bytes();
        // Python code may run here, and find or make the same array.
        let mirror = if bytes > COMPARED {
            Mirror::watched(watched(py)?, kind, shape)?
        } else {
            Mirror::new(py, kind, shape)?
        };
        if let Some(array) = self.known_array(py, index) {
            return Ok(array);
        }
        let state = &mut *lock(&self.state);
        with_column(&state.model, index, &mut |_, column| {
            mirror.show(py, column);
        });
        let array = mirror.array(py);
        state.mirrors.insert(index, mirror);
        Ok(array)
    }

    fn known_array(&self, py: Python<'_>, index: usize) -> Option<Py<PyAny>> {
        let state = &mut *lock(&self.state);
        let mirror = state.mirrors.wake(index)?;
        if mirror.is_whole(py) {
            return Some(mirror.array(py));
        }
        state.take_over(py);
        state.mirrors.remove(index);
        None
    }
}

/// The class of arrays that note writes.
fn watched(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "ligament._watched", "WatchedArray")
}

impl State {
    /// Takes over what users may have written.
    fn take_over(&mut self, py: Python<'_>) {
        if self.mirrors.is_quiet() {
            return;
        }
        let model = &mut self.model;
        self.mirrors.review(|index, mirror| {
            if !mirror.is_untouched(py) {
                refresh(py, model, index, mirror);
            }
            if mirror.is_held(py) {
                Fate::Live
            } else if mirror.is_watched() || !mirror.is_whole(py) {
                Fate::Gone
            } else {
                Fate::Idle
            }
        });
    }
}

/// Copies an array into its column if they differ.
fn refresh(py: Python<'_>, model: &mut Arc<Model>, index: usize, mirror: &Mirror) {
    let mut differs = false;
    with_column(model, index, &mut |_, column| {
        differs = mirror.differs(py, column)
    });
    if !differs {
        return;
    }
    let model = Arc::make_mut(model);
    let mut name = "";
    with_column_mut(model, index, &mut |field, column| {
        name = field.name;
        mirror.store(py, column);
    });
    if LAID_OUT.contains(&name) {
        model.derived.forget();
    }
}

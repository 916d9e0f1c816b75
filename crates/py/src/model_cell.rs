//! Where a model is kept, and how its arrays and it follow one another.
//!
//! Any number of calls may use a model at the same time: each has the model as it was when the call began. A change makes a
//! copy if there is such a call, and happens in place otherwise.
//!
//! Users see copies of columns. What they may have written is compared with what was there before and taken over when the
//! model is next used, so that a model nobody has changed keeps the stamps of its rooms. Arrays too large to be compared at
//! every step note writes themselves: `python/ligament/_watched.py`.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use ligament::model::enums::ObjectType;
use ligament::model::{Column, Field, Model, Sizes};
use pyo3::prelude::*;

use crate::errors::FatalError;
use crate::model_arrays::ModelArrays;

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

/// Calls `f` with one array or value of a model, to change.
pub fn with_column_mut(model: &mut Model, index: usize, f: &mut dyn FnMut(Field, &mut dyn Column)) {
    match index.checked_sub(*ARRAYS) {
        Some(record) => model.with_record_mut(record, &mut |_, field, column| f(field, column)),
        None => model.with_column_mut(index, f),
    }
}

fn names_of(model: &Model, kind: ObjectType) -> Vec<String> {
    let count = model.name_addresses(kind).map_or(0, <[i32]>::len);
    let name = |i| model.name_of(kind, i).unwrap_or_default().to_owned();
    (0..count).map(name).collect()
}

struct State {
    model: Arc<Model>,
    arrays: ModelArrays,
    /// What is wrong with indices that users have written.
    fault: Option<String>,
}

impl State {
    /// Takes over what users have written, and looks at the model if that may lead astray.
    fn take_over(&mut self, py: Python<'_>) {
        if self.arrays.take_over(py, &mut self.model) {
            self.fault = self.model.validate().err().map(|why| why.to_string());
        }
    }
}

/// A model and its arrays.
pub struct ModelCell {
    layout: u64,
    size: Sizes,
    /// The sizes in their order; one that was left open is -1.
    counts: Vec<i64>,
    state: Mutex<State>,
    /// Per kind of object, which one has a name; made when the first is looked for.
    names: Mutex<HashMap<ObjectType, HashMap<String, usize>>>,
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
                arrays: ModelArrays::default(),
                fault: None,
            }),
            names: Mutex::default(),
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

    /// The model, with everything that users have written, to look at.
    pub fn current(&self, py: Python<'_>) -> Arc<Model> {
        let state = &mut *lock(&self.state);
        state.take_over(py);
        Arc::clone(&state.model)
    }

    /// The model, to compute with. An error if users have written indices that lead nowhere.
    pub fn sound(&self, py: Python<'_>) -> PyResult<Arc<Model>> {
        let state = &mut *lock(&self.state);
        state.take_over(py);
        match &state.fault {
            None => Ok(Arc::clone(&state.model)),
            Some(fault) => Err(FatalError::new_err(format!(
                "the model was changed: {fault}"
            ))),
        }
    }

    /// The model, with what users have written if they can have written names.
    fn named(&self, py: Python<'_>) -> Arc<Model> {
        let state = &mut *lock(&self.state);
        if state.arrays.has_names() {
            state.take_over(py);
        }
        Arc::clone(&state.model)
    }

    /// The object of a kind that goes by a name.
    pub fn find(&self, py: Python<'_>, kind: ObjectType, name: &str) -> Option<usize> {
        let model = self.named(py);
        let mut names = lock(&self.names);
        let known = names.entry(kind).or_insert_with(|| {
            let all = names_of(&model, kind).into_iter().enumerate();
            all.map(|(i, name)| (name, i)).collect()
        });
        let found = *known.get(name)?;
        // Users may have changed where names begin.
        if model.name_of(kind, found) == Some(name) {
            return Some(found);
        }
        model.find(kind, name)
    }

    /// All names of a kind, empty where an object has none.
    pub fn names_of(&self, py: Python<'_>, kind: ObjectType) -> Vec<String> {
        names_of(&self.current(py), kind)
    }

    /// Changes the model as a whole; the lengths of arrays must stay.
    pub fn change<T>(&self, py: Python<'_>, f: impl FnOnce(&mut Model) -> T) -> T {
        let state = &mut *lock(&self.state);
        state.take_over(py);
        let result = f(Arc::make_mut(&mut state.model));
        state.arrays.show(py, &state.model);
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
        let (model, written) = {
            let state = &mut *lock(&self.state);
            if let Some(array) = state.arrays.known(py, index) {
                return Ok(array);
            }
            let written = state.arrays.prepare(py, &state.model)?;
            (Arc::clone(&state.model), written)
        };
        // Python code may run here, and find or make the same array.
        let fresh = ModelArrays::make(py, &model, index, written)?;
        drop(model);
        let state = &mut *lock(&self.state);
        if let Some(array) = state.arrays.known(py, index) {
            return Ok(array);
        }
        state.take_over(py);
        state.arrays.insert(py, &state.model, index, fresh)
    }
}

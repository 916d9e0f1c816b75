//! The native class of a simulation, which `MjData` extends in Python, and calls that use one.

use std::collections::HashMap;
use std::sync::Arc;

use ligament::engine::data::Contact;
use ligament::engine::{Data, Hooks};
use ligament::model::{Field, Model};
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::callbacks;
use crate::clock;
use crate::contacts::ContactList;
use crate::data_cell::{DataCell, GivenRows};
use crate::dynamic;
use crate::elements::{Elements, Kind, element};
use crate::errors::{FatalError, caught};
use crate::model::NativeModel;
use crate::model_cell::ModelCell;
use crate::notices;
use crate::storage::{array_of_bytes, descr, freeze};
use crate::view::kind;
use crate::warnings;

/// A simulation.
#[pyclass(subclass, frozen, name = "Data")]
pub struct NativeData {
    /// Where it is kept.
    pub cell: Arc<DataCell>,
    elements: Elements,
}

impl Drop for NativeData {
    fn drop(&mut self) {
        self.cell.forget_contacts();
    }
}

impl NativeData {
    /// Another object for the same simulation.
    pub fn over(cell: Arc<DataCell>) -> Self {
        let elements = Elements::default();
        Self { cell, elements }
    }

    /// Complains unless a model has the same sizes as the one this simulation was made for.
    pub fn check_model(&self, model: &Arc<ModelCell>) -> PyResult<()> {
        let own = &self.cell.model;
        if Arc::ptr_eq(own, model) || own.layout() == model.layout() {
            return Ok(());
        }
        Err(PyValueError::new_err(
            "this MjData was made for a model with other sizes",
        ))
    }

    /// Looks at the simulation and its model.
    pub fn with<T>(&self, py: Python<'_>, f: impl FnOnce(&Model, &Data) -> T) -> PyResult<T> {
        let model = self.cell.model.sound(py)?;
        let mut data = self.cell.look(py)?;
        self.cell.take_over(py, &mut data);
        Ok(f(&model, &data))
    }

    /// Overwrites the simulation with another of the same sizes.
    fn overwrite(&self, py: Python<'_>, from: &Data) -> PyResult<()> {
        let mut data = self.cell.enter(py)?;
        let timing = data.stats.timing;
        data.clone_from(from);
        data.stats.timing = timing;
        self.cell.show_all(py, &data);
        Ok(())
    }

    /// Overwrites the simulation with what another of a model with the same sizes holds.
    pub fn copy_from(&self, py: Python<'_>, from: &Self) -> PyResult<()> {
        if Arc::ptr_eq(&self.cell, &from.cell) {
            return Ok(());
        }
        let mut source = from.cell.enter(py)?;
        from.cell.take_over(py, &mut source);
        self.overwrite(py, &source)
    }
}

/// Runs a part of the pipeline, with the functions of the user; without the interpreter if there are none.
pub fn run<T: Send>(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    f: impl FnOnce(&Model, &mut Data, &mut Hooks<'_>) -> T + Send,
) -> PyResult<T> {
    if callbacks::any() {
        return run_attached(m, d, f);
    }
    let (py, cell) = (m.py(), &d.get().cell);
    d.get().check_model(&m.get().cell)?;
    let clock = clock::begin(py, d.get())?;
    let model = m.get().cell.sound(py)?;
    let mut data = cell.enter(py)?;
    let before = warnings::counts(&data);
    let result = cell.detached(py, &mut data, |data| {
        caught(&model, data, |m, d| f(m, d, &mut Hooks::default()))
    });
    let told = notices::Told::new(cell, &model, &data, before);
    drop(data);
    clock.end(py, d.get())?;
    told.tell(py)?;
    result
}

/// Runs a part of the pipeline, with the functions of the user and the interpreter.
pub fn run_attached<T>(
    bound: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    f: impl FnOnce(&Model, &mut Data, &mut Hooks<'_>) -> T,
) -> PyResult<T> {
    let (py, cell) = (bound.py(), &d.get().cell);
    d.get().check_model(&bound.get().cell)?;
    let clock = clock::begin(py, d.get())?;
    let model = bound.get().cell.sound(py)?;
    let mut data = cell.enter(py)?;
    cell.take_over(py, &mut data);
    let before = warnings::counts(&data);
    let result = caught(&model, &mut data, |m, data| {
        if callbacks::any() {
            callbacks::with_hooks(bound, d, |hooks| f(m, data, hooks))
        } else {
            Ok(f(m, data, &mut Hooks::default()))
        }
    });
    cell.show_all(py, &data);
    let told = notices::Told::new(cell, &model, &data, before);
    drop(data);
    clock.end(py, d.get())?;
    told.tell(py)?;
    result?
}

/// Warns of trees that should be asleep after a reset and are not.
pub fn warn_of_sleep(d: &NativeData, py: Python<'_>) -> PyResult<()> {
    let message = d.with(py, |model, data| {
        data.stats.unslept.map(|u| u.describe(model))
    })?;
    let Some(message) = message.and_then(|text| std::ffi::CString::new(text).ok()) else {
        return Ok(());
    };
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)
}

/// All arrays of fixed length: name, documentation, NumPy type, name of the size that counts the rows, and whether a row is
/// one number.
#[pyfunction]
pub fn data_fields() -> Vec<(&'static str, &'static str, &'static str, &'static str, bool)> {
    let model = Model::default();
    let mut rows = Vec::new();
    Data::new(&model).visit_fixed(&model, &mut |field: Field, column| {
        let kind = kind(column.scalar());
        rows.push((field.name, field.doc, kind, field.size, field.flat));
    });
    rows
}

/// The names of all arrays of fixed length, in their order.
pub fn data_columns() -> impl Iterator<Item = &'static str> {
    data_fields().into_iter().map(|row| row.0)
}

#[pymethods]
impl NativeData {
    /// Storage for a model, or a copy of another simulation, or another object for it.
    #[new]
    #[pyo3(signature = (model, other = None, share = false))]
    fn new(
        model: &Bound<'_, NativeModel>,
        other: Option<&Bound<'_, Self>>,
        share: bool,
    ) -> PyResult<Self> {
        if let Some(other) = other.filter(|_| share) {
            return Ok(Self::over(Arc::clone(&other.get().cell)));
        }
        let (py, cell) = (model.py(), &model.get().cell);
        let mut data = match other {
            Some(other) => {
                other.get().check_model(cell)?;
                other.get().with(py, |_, data| data.clone())?
            }
            None => Data::try_new(&*cell.sound(py)?)
                .map_err(|why| FatalError::new_err(why.to_string()))?,
        };
        data.stats.timing = true;
        let made = Self::over(DataCell::new(Arc::clone(cell), data));
        if other.is_none() {
            warn_of_sleep(&made, py)?;
        }
        Ok(made)
    }

    /// The element with a name or an index.
    fn _element(
        slf: &Bound<'_, Self>,
        kind: &Bound<'_, Kind>,
        key: &Bound<'_, PyAny>,
    ) -> PyResult<Py<PyAny>> {
        let own = slf.get();
        element(
            slf.as_any(),
            &own.cell.model,
            &own.elements,
            key,
            kind.get(),
        )
    }

    /// What was known when numbers last went bad, in words; none if they never did.
    fn diagnosis(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |model, data| {
            let found = data.stats.diagnosis.as_ref();
            found.map(|diagnosis| diagnosis.describe(model))
        })
    }

    /// All contacts of the last step.
    #[getter]
    fn contact(&self, py: Python<'_>) -> PyResult<Py<ContactList>> {
        self.cell.contacts(py)
    }

    /// Bytes that contacts, constraint rows and matrices of this simulation may grow to.
    #[getter]
    fn memory_limit(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.cell.look(py)?.memory_limit)
    }

    #[setter]
    fn set_memory_limit(&self, py: Python<'_>, bytes: usize) -> PyResult<()> {
        self.cell.look(py)?.memory_limit = bytes;
        Ok(())
    }

    /// Simulation time.
    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.cell.look(py)?.time)
    }

    #[setter]
    fn set_time(&self, py: Python<'_>, time: f64) -> PyResult<()> {
        self.cell.look(py)?.time = time;
        Ok(())
    }

    /// Shows arrays and counts in place of those of constraint rows, until the next call uses the simulation.
    fn give_rows(&self, arrays: HashMap<String, Py<PyAny>>, counts: HashMap<String, usize>) {
        self.cell.give_rows(Some(GivenRows { arrays, counts }));
    }

    /// Forgets all constraint rows and islands.
    fn clear_rows(&self, py: Python<'_>) -> PyResult<()> {
        let mut data = self.cell.enter(py)?;
        data.contact.clear();
        data.efc = Default::default();
        data.island = Default::default();
        Ok(())
    }

    /// Replaces all contacts by those that their bytes say; false if the bytes do not fit.
    fn set_contacts(&self, py: Python<'_>, bytes: &[u8], count: usize) -> PyResult<bool> {
        let width = bytes.len().checked_div(count).unwrap_or(0);
        let mut fresh = vec![Contact::default(); count];
        let parts = bytes.chunks_exact(width.max(1));
        let fits = fresh
            .iter_mut()
            .zip(parts)
            .all(|(c, b)| dynamic::set_contact(c, b));
        if fits {
            let mut data = self.cell.enter(py)?;
            data.contact.clear();
            data.contact.extend(fresh);
        }
        Ok(fits)
    }

    /// A copy of an array whose length changes; it cannot be written to.
    fn rows<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        if let Some(array) = self.cell.given_row(py, name) {
            return Ok(Some(array.into_bound(py)));
        }
        let Some(rows) = self.with(py, |model, data| dynamic::rows(model, data, name))? else {
            return Ok(None);
        };
        let array = array_of_bytes(&rows.bytes, descr(py, rows.scalar), &rows.shape)?;
        // What only stands for numbers that were not computed belongs to the caller, who may write to it.
        if rows.filler || rows.bytes.is_empty() {
            return Ok(Some(array.into_any()));
        }
        freeze(&array);
        // What there is belongs to the simulation: it is handed out as a view.
        array.call_method0("view").map(Some)
    }

    /// Appends a contact, given as its bytes.
    fn add_contact(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        let geoms = self.cell.model.size().ngeom;
        let mut contact = Contact::default();
        let fits = dynamic::set_contact(&mut contact, bytes);
        let known = |geom: &i32| usize::try_from(*geom).is_ok_and(|geom| geom < geoms);
        if !fits || !contact.geom.iter().all(known) {
            return Err(PyValueError::new_err(
                "a contact needs two geoms that the model has",
            ));
        }
        self.cell.enter(py)?.contact.push(contact);
        Ok(())
    }

    /// All arrays of fixed length, as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        self.with(py, |model, data| {
            data.visit_fixed(model, &mut |_, column| column.put(&mut bytes));
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Overwrites all arrays of fixed length with those that `to_bytes` gave.
    fn take_bytes(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        let mut rest = bytes;
        let mut fits = true;
        let model = self.cell.model.current(py);
        let mut data = self.cell.enter(py)?;
        data.visit_fixed_mut(&model, &mut |_, column| {
            let length = column.rows() * column.width() * column.scalar().bytes();
            match rest.split_at_checked(length) {
                Some((part, tail)) if fits => {
                    rest = tail;
                    fits = column.take(part);
                }
                _ => fits = false,
            }
        });
        self.cell.show_all(py, &data);
        if fits && rest.is_empty() {
            return Ok(());
        }
        Err(PyValueError::new_err(
            "these bytes are not those of a simulation of this model",
        ))
    }
}

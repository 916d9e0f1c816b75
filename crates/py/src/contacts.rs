//! Contacts: a list of them, and single ones.
//!
//! Both are what they were when they were read. The numbers of a list are copied when somebody asks for them, or at the
//! last moment before they may change.

use std::sync::{Arc, Mutex};

use ligament::engine::Data;
use ligament::engine::data::Contact;
use numpy::{PyArrayDescr, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PySlice};

use crate::data_cell::DataCell;
use crate::dynamic::{contact_fields, contact_part, contacts, set_contact};
use crate::model_cell::lock;
use crate::storage::{array_of_bytes, freeze, is_shared};

/// One contact as a NumPy record.
fn record_type(py: Python<'_>) -> PyResult<&Bound<'_, PyArrayDescr>> {
    static TYPE: PyOnceLock<Py<PyArrayDescr>> = PyOnceLock::new();
    TYPE.import(py, "ligament._contact", "DTYPE")
}

fn records<'py>(
    kind: &Bound<'py, PyArrayDescr>,
    list: &[Contact],
) -> PyResult<Bound<'py, PyUntypedArray>> {
    array_of_bytes(&contacts(list), kind.clone(), &[list.len()])
}

/// The contacts of a simulation; an attribute is an array over all of them.
#[pyclass(frozen, name = "_MjContactList", module = "ligament")]
pub struct ContactList {
    cell: Arc<DataCell>,
    kind: Py<PyArrayDescr>,
    numbers: PyOnceLock<Py<PyUntypedArray>>,
}

impl ContactList {
    /// The list of a simulation.
    pub fn new(py: Python<'_>, cell: Arc<DataCell>) -> PyResult<Py<Self>> {
        let kind = record_type(py)?.clone().unbind();
        let numbers = PyOnceLock::new();
        Py::new(
            py,
            Self {
                cell,
                kind,
                numbers,
            },
        )
    }

    /// Copies the numbers, because they are about to change, if anybody has the list.
    pub fn settle(this: &Py<Self>, py: Python<'_>, data: &Data) {
        let list = this.get();
        if !is_shared(py, this) || list.numbers.get(py).is_some() {
            return;
        }
        // Without memory the list shows later contacts.
        let _ = list.fill(py, data);
    }

    fn fill<'py>(
        &'py self,
        py: Python<'py>,
        data: &Data,
    ) -> PyResult<&'py Bound<'py, PyUntypedArray>> {
        let made = self.numbers.get_or_try_init(py, || {
            let array = records(self.kind.bind(py), &data.contact)?;
            freeze(&array);
            Ok::<_, PyErr>(array.unbind())
        })?;
        Ok(made.bind(py))
    }

    fn numbers<'py>(&'py self, py: Python<'py>) -> PyResult<&'py Bound<'py, PyUntypedArray>> {
        if let Some(known) = self.numbers.get(py) {
            return Ok(known.bind(py));
        }
        let data = self.cell.look(py)?;
        self.fill(py, &data)
    }

    fn item(&self, py: Python<'_>, index: usize) -> PyResult<MjContact> {
        let contact = match self.numbers.get(py) {
            Some(numbers) => {
                let row = numbers.bind(py).get_item(index)?;
                let bytes = row.call_method0("tobytes")?;
                let mut contact = Contact::default();
                set_contact(&mut contact, bytes.cast::<PyBytes>()?.as_bytes());
                contact
            }
            None => {
                let data = self.cell.look(py)?;
                let contact = data.contact.get(index);
                *contact.ok_or_else(|| PyIndexError::new_err("this contact is no longer there"))?
            }
        };
        Ok(MjContact {
            origin: Some((Arc::clone(&self.cell), index)),
            values: Mutex::new(Values::Numbers(Box::new(contact))),
        })
    }
}

#[pymethods]
impl ContactList {
    /// The numbers of all contacts, as records.
    #[getter]
    fn _records<'py>(&'py self, py: Python<'py>) -> PyResult<Bound<'py, PyUntypedArray>> {
        self.numbers(py).cloned()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        match self.numbers.get(py) {
            Some(numbers) => Ok(numbers.bind(py).len()),
            None => Ok(self.cell.look(py)?.contact.len()),
        }
    }

    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let count = self.__len__(py)?;
        if let Ok(slice) = index.cast::<PySlice>() {
            let range = slice.indices(count as isize)?;
            let at = |i: isize| self.item(py, (range.start + i * range.step) as usize);
            let items: PyResult<Vec<_>> = (0..range.slicelength as isize).map(at).collect();
            return PyList::new(py, items?)?.into_py_any(py);
        }
        let asked: isize = index.extract()?;
        let place = if asked < 0 {
            asked + count as isize
        } else {
            asked
        };
        if !(0..count as isize).contains(&place) {
            let last = count as isize - 1;
            return Err(PyIndexError::new_err(format!(
                "Expected an index between 0 and {last}, got {asked}"
            )));
        }
        self.item(py, place as usize)?.into_py_any(py)
    }
}

/// The numbers of a contact.
enum Values {
    /// As they were in a simulation.
    Numbers(Box<Contact>),
    /// As a record that users may write to.
    Record(Py<PyUntypedArray>),
}

/// One contact, as it was when it was read. Assigning to an attribute also changes the contact in the simulation.
#[pyclass(frozen, name = "MjContact", module = "ligament")]
pub struct MjContact {
    /// The simulation, and the place among its contacts.
    origin: Option<(Arc<DataCell>, usize)>,
    values: Mutex<Values>,
}

impl MjContact {
    /// The contact as a record of its own.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyUntypedArray>> {
        let kind = record_type(py)?;
        match &*lock(&self.values) {
            Values::Record(record) => Ok(record.bind(py).clone()),
            Values::Numbers(contact) => records(kind, std::slice::from_ref(contact)),
        }
    }
}

#[pymethods]
impl MjContact {
    /// A contact of nothing.
    #[new]
    fn new(py: Python<'_>) -> PyResult<Self> {
        let record = records(record_type(py)?, &[Contact::default()])?;
        Ok(Self {
            origin: None,
            values: Mutex::new(Values::Record(record.unbind())),
        })
    }

    /// The contact as a record.
    #[getter]
    fn _record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyUntypedArray>> {
        self.record(py)
    }

    /// A copy that belongs to no simulation.
    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        let record = self.record(py)?.call_method0("copy")?;
        let record = record.cast_into::<PyUntypedArray>()?;
        Ok(Self {
            origin: None,
            values: Mutex::new(Values::Record(record.unbind())),
        })
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__(py)
    }
}

/// A field of contacts: of a single one, or of all in a list.
#[pyclass(frozen)]
pub struct ContactField {
    name: String,
    place: usize,
}

#[pymethods]
impl ContactField {
    /// The field with a name.
    #[new]
    fn new(name: String) -> PyResult<Self> {
        let place = contact_fields().iter().position(|field| field.0 == name);
        let place = place.ok_or_else(|| PyValueError::new_err("there is no such field"))?;
        Ok(Self { name, place })
    }

    #[getter]
    fn __name__(&self) -> &str {
        &self.name
    }

    fn __get__(
        slf: &Bound<'_, Self>,
        owner: &Bound<'_, PyAny>,
        _class: &Bound<'_, PyAny>,
    ) -> PyResult<Py<PyAny>> {
        let (py, field) = (owner.py(), slf.get());
        if let Ok(contact) = owner.cast::<MjContact>() {
            return field.of_contact(py, contact.get());
        }
        if let Ok(list) = owner.cast::<ContactList>() {
            let column = list.get().numbers(py)?.get_item(&field.name)?;
            return Ok(column.unbind());
        }
        Ok(slf.clone().into_any().unbind())
    }

    fn __set__(&self, owner: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = owner.py();
        let contact = owner
            .cast::<MjContact>()
            .map_err(|_| PyAttributeError::new_err("arrays over contacts cannot be written to"))?
            .get();
        let record = contact.record(py)?;
        record.get_item(&self.name)?.set_item(0, value)?;
        let Some((cell, index)) = &contact.origin else {
            return Ok(());
        };
        let bytes = record.call_method0("tobytes")?;
        let mut data = cell.enter(py)?;
        let known = data.contact.get_mut(*index);
        let known =
            known.ok_or_else(|| PyValueError::new_err("this contact is no longer there"))?;
        set_contact(known, bytes.cast::<PyBytes>()?.as_bytes());
        *lock(&contact.values) = Values::Numbers(Box::new(*known));
        Ok(())
    }
}

impl ContactField {
    fn of_contact(&self, py: Python<'_>, contact: &MjContact) -> PyResult<Py<PyAny>> {
        let record = match &*lock(&contact.values) {
            Values::Numbers(numbers) => return contact_part(py, numbers, self.place),
            Values::Record(record) => record.clone_ref(py),
        };
        let value = record.bind(py).get_item(&self.name)?.get_item(0)?;
        // One number comes as a scalar of NumPy, several as an array.
        if value.is_instance_of::<PyUntypedArray>() {
            return Ok(value.unbind());
        }
        Ok(value.call_method0("item")?.unbind())
    }
}

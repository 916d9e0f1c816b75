//! Contacts: a list of them, and single ones.
//!
//! The list always shows the present contacts. A single contact, and arrays over all of them, are what they were when they
//! were read; what is written into them before the next call that uses the simulation is taken over by it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use ligament::engine::Data;
use ligament::engine::data::Contact;
use numpy::{PyArrayDescr, PyUntypedArray};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PySlice};

use crate::data_cell::DataCell;
use crate::dynamic::{
    contact_array, contact_fields, contact_part, contacts, part_bytes, set_contact, set_part,
};
use crate::model_cell::lock;
use crate::storage::{Mirror, array_of_bytes};

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

/// An array that somebody got from a single contact.
struct Loose {
    index: usize,
    place: usize,
    mirror: Mirror,
    bytes: Vec<u8>,
}

/// Arrays that show contacts, and the numbers they had when they were made.
#[derive(Default)]
struct ShownContacts {
    all: Option<(Mirror, Vec<u8>)>,
    loose: Vec<Loose>,
}

/// How many arrays of single contacts are kept before those that nobody has are dropped.
const MOST_LOOSE: usize = 64;

/// The contacts of a simulation; an attribute is an array over all of them.
#[pyclass(frozen, name = "_MjContactList", module = "ligament")]
pub struct ContactList {
    cell: Arc<DataCell>,
    kind: Py<PyArrayDescr>,
    shown: Mutex<ShownContacts>,
    /// Counts how often contacts may have changed.
    generation: AtomicU64,
}

impl ContactList {
    /// The list of a simulation.
    pub fn new(py: Python<'_>, cell: Arc<DataCell>) -> PyResult<Py<Self>> {
        let kind = record_type(py)?.clone().unbind();
        let list = Self {
            cell,
            kind,
            shown: Mutex::default(),
            generation: AtomicU64::new(0),
        };
        Py::new(py, list)
    }

    /// Takes over what was written, because contacts are about to change.
    pub fn settle(&self, py: Python<'_>, data: &mut Data) {
        self.fold(py, data);
        self.generation.fetch_add(1, Ordering::Relaxed);
        *lock(&self.shown) = ShownContacts::default();
    }

    /// Takes over what was written into arrays.
    pub fn fold(&self, py: Python<'_>, data: &mut Data) {
        let shown = &mut *lock(&self.shown);
        let mut found = Vec::new();
        for loose in &mut shown.loose {
            found.clear();
            if loose.mirror.read_bytes(py, &mut found) && found != loose.bytes {
                loose.bytes.clone_from(&found);
                if let Some(contact) = data.contact.get_mut(loose.index) {
                    set_part(contact, loose.place, &found);
                }
            }
        }
        if shown.loose.len() > MOST_LOOSE {
            shown.loose.retain(|loose| loose.mirror.is_held(py));
        }
        let Some((mirror, bytes)) = &mut shown.all else {
            return;
        };
        found.clear();
        if !mirror.read_bytes(py, &mut found) || found == *bytes || data.contact.is_empty() {
            return;
        }
        let width = found.len() / data.contact.len();
        for (contact, part) in data.contact.iter_mut().zip(found.chunks_exact(width)) {
            set_contact(contact, part);
        }
        *bytes = found;
    }

    /// The numbers of all contacts, as an array of records.
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyUntypedArray>> {
        if let Some((mirror, _)) = &lock(&self.shown).all {
            return Ok(mirror.array(py).bind(py).cast::<PyUntypedArray>()?.clone());
        }
        let (bytes, count) = {
            let mut data = self.cell.look(py)?;
            self.fold(py, &mut data);
            (contacts(&data.contact), data.contact.len())
        };
        let mirror = Mirror::new(py, self.kind.bind(py).clone(), vec![count])?;
        mirror.show_bytes(py, &bytes);
        let array = mirror.array(py).bind(py).cast::<PyUntypedArray>()?.clone();
        lock(&self.shown).all = Some((mirror, bytes));
        self.cell.note_contacts();
        Ok(array)
    }

    /// A contact as it is now.
    fn contact(&self, py: Python<'_>, index: usize) -> PyResult<Contact> {
        let mut data = self.cell.look(py)?;
        self.fold(py, &mut data);
        let contact = data.contact.get(index).copied();
        contact.ok_or_else(|| PyIndexError::new_err("this contact is no longer there"))
    }

    fn item(slf: &Bound<'_, Self>, index: usize) -> PyResult<MjContact> {
        let list = slf.get();
        let contact = list.contact(slf.py(), index)?;
        list.cell.note_contacts();
        Ok(MjContact {
            origin: Some(Origin {
                list: slf.clone().unbind(),
                index,
                generation: list.generation.load(Ordering::Relaxed),
            }),
            values: Mutex::new(Values::Numbers(Box::new(contact))),
        })
    }
}

#[pymethods]
impl ContactList {
    /// The numbers of all contacts, as records.
    #[getter]
    fn _records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyUntypedArray>> {
        self.numbers(py)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.cell.look(py)?.contact.len())
    }

    fn __getitem__(slf: &Bound<'_, Self>, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let count = slf.get().__len__(py)?;
        if let Ok(slice) = index.cast::<PySlice>() {
            let range = slice.indices(count as isize)?;
            let at = |i: isize| Self::item(slf, (range.start + i * range.step) as usize);
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
        Self::item(slf, place as usize)?.into_py_any(py)
    }
}

/// The numbers of a contact.
enum Values {
    /// As they were in a simulation.
    Numbers(Box<Contact>),
    /// As a record that users may write to.
    Record(Py<PyUntypedArray>),
}

/// Where a contact comes from.
struct Origin {
    list: Py<ContactList>,
    index: usize,
    generation: u64,
}

impl Origin {
    /// True as long as no call has used the simulation since.
    fn is_current(&self) -> bool {
        self.list.get().generation.load(Ordering::Relaxed) == self.generation
    }
}

/// One contact, as it was when it was read. What is written to it changes the contact in the simulation.
#[pyclass(frozen, name = "MjContact", module = "ligament")]
pub struct MjContact {
    origin: Option<Origin>,
    values: Mutex<Values>,
}

impl MjContact {
    /// Reads the contact again, if it is still there.
    fn refresh(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(origin) = self.origin.as_ref().filter(|o| o.is_current()) {
            let contact = origin.list.get().contact(py, origin.index)?;
            *lock(&self.values) = Values::Numbers(Box::new(contact));
        }
        Ok(())
    }

    /// The contact as a record of its own.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyUntypedArray>> {
        self.refresh(py)?;
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
        let Ok(contact) = owner.cast::<MjContact>() else {
            let list = owner.cast::<ContactList>()?.get();
            let column = list.numbers(py)?.get_item(&self.name)?;
            return column.set_item(py.Ellipsis(), value);
        };
        let contact = contact.get();
        if let Some(origin) = &contact.origin {
            if !origin.is_current() {
                return Err(PyValueError::new_err("this contact is no longer there"));
            }
        }
        let record = contact.record(py)?;
        record.get_item(&self.name)?.set_item(0, value)?;
        let Some(origin) = &contact.origin else {
            return Ok(());
        };
        let bytes = record.call_method0("tobytes")?;
        let list = origin.list.get();
        let mut data = list.cell.look(py)?;
        let known = data.contact.get_mut(origin.index);
        let known =
            known.ok_or_else(|| PyValueError::new_err("this contact is no longer there"))?;
        set_contact(known, bytes.cast::<PyBytes>()?.as_bytes());
        *lock(&contact.values) = Values::Numbers(Box::new(*known));
        if let Some((mirror, shown)) = &mut lock(&list.shown).all {
            *shown = contacts(&data.contact);
            mirror.show_bytes(py, shown);
        }
        Ok(())
    }
}

impl ContactField {
    fn of_contact(&self, py: Python<'_>, contact: &MjContact) -> PyResult<Py<PyAny>> {
        if let Some(origin) = contact.origin.as_ref().filter(|o| o.is_current()) {
            return self.of_present(py, contact, origin);
        }
        let record = match &*lock(&contact.values) {
            Values::Numbers(numbers) => return contact_part(py, numbers, self.place),
            Values::Record(record) => record.clone_ref(py),
        };
        self.of_record(record.bind(py), 0)
    }

    /// The field of a record: a number, or a view of several.
    fn of_record(&self, records: &Bound<'_, PyUntypedArray>, index: usize) -> PyResult<Py<PyAny>> {
        let value = records.get_item(&self.name)?.get_item(index)?;
        // One number comes as a scalar of NumPy, several as an array.
        if value.is_instance_of::<PyUntypedArray>() {
            return Ok(value.unbind());
        }
        Ok(value.call_method0("item")?.unbind())
    }

    /// The field of a contact that has not changed since it was read: arrays can be written to.
    fn of_present(
        &self,
        py: Python<'_>,
        contact: &MjContact,
        origin: &Origin,
    ) -> PyResult<Py<PyAny>> {
        let list = origin.list.get();
        let all = lock(&list.shown).all.as_ref().map(|(m, _)| m.array(py));
        if let Some(all) = all {
            return self.of_record(all.bind(py).cast::<PyUntypedArray>()?, origin.index);
        }
        let Values::Numbers(numbers) = &*lock(&contact.values) else {
            return Ok(py.None());
        };
        let Some((kind, count)) = contact_array(py, numbers, self.place) else {
            return contact_part(py, numbers, self.place);
        };
        let mirror = Mirror::new(py, kind, vec![count])?;
        let bytes = part_bytes(numbers, self.place);
        mirror.show_bytes(py, &bytes);
        let array = mirror.array(py);
        lock(&list.shown).loose.push(Loose {
            index: origin.index,
            place: self.place,
            mirror,
            bytes,
        });
        Ok(array)
    }
}

//! Elements of a model or a simulation by name or index, and the rows of arrays that belong to them.

use std::sync::{Arc, Mutex};

use ligament::model::enums::{Keyword, ObjectType};
use numpy::PyUntypedArray;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType, PyWeakrefMethods, PyWeakrefReference};

use crate::data::{NativeData, data_columns};
use crate::data_cell::DataCell;
use crate::model::NativeModel;
use crate::model_cell::{ModelCell, lock};
use crate::storage::{int_at, rows};
use crate::tables;

/// One element; the classes of its kinds extend it in Python.
#[pyclass(subclass, frozen)]
pub struct Element {
    /// The model or the simulation. It keeps its elements, so they do not keep it, but only what it shows.
    owner: Py<PyWeakrefReference>,
    model: Arc<ModelCell>,
    data: Option<Arc<DataCell>>,
    id: usize,
    /// Rows that were handed out: by which attribute, of which array.
    parts: Mutex<Vec<Known>>,
}

/// The elements of one kind that were asked for, by their position.
struct OfKind {
    kind: i32,
    made: Vec<Option<Py<PyAny>>>,
}

/// The elements that were asked for: everybody who asks again gets the same.
#[derive(Default)]
pub struct Elements(Mutex<Vec<OfKind>>);

impl Elements {
    fn known(&self, py: Python<'_>, kind: i32, id: usize) -> Option<Py<PyAny>> {
        let kinds = lock(&self.0);
        let row = kinds.iter().find(|row| row.kind == kind)?;
        Some(row.made.get(id)?.as_ref()?.clone_ref(py))
    }

    /// Keeps an element, unless there is one by now; gives the one that is kept.
    fn keep(&self, py: Python<'_>, kind: i32, id: usize, element: Py<PyAny>) -> Py<PyAny> {
        let kinds = &mut *lock(&self.0);
        let at = kinds.iter().position(|row| row.kind == kind);
        let at = at.unwrap_or_else(|| {
            let made = Vec::new();
            kinds.push(OfKind { kind, made });
            kinds.len() - 1
        });
        let made = &mut kinds[at].made;
        if made.len() <= id {
            made.resize_with(id + 1, || None);
        }
        made[id].get_or_insert(element).clone_ref(py)
    }
}

/// What an accessor looks for.
#[pyclass(frozen)]
pub struct Kind {
    class: Py<PyType>,
    kind: i32,
    counter: usize,
    accessor: String,
}

#[pymethods]
impl Kind {
    /// The class of elements, the number of their kind, the place of the size that counts them, and what the user calls.
    #[new]
    fn new(class: Py<PyType>, kind: i32, counter: usize, accessor: String) -> Self {
        Self {
            class,
            kind,
            counter,
            accessor,
        }
    }
}

/// The element of a model or a simulation with a name or an index.
pub fn element(
    owner: &Bound<'_, PyAny>,
    model: &ModelCell,
    elements: &Elements,
    key: &Bound<'_, PyAny>,
    asked: &Kind,
) -> PyResult<Py<PyAny>> {
    let py = owner.py();
    let count = usize::try_from(model.count(asked.counter)).unwrap_or(0);
    let id = find(model, key, asked.kind, count, &asked.accessor)?;
    if let Some(known) = elements.known(py, asked.kind, id) {
        return Ok(known);
    }
    let made = asked.class.bind(py).call1((owner, id))?;
    Ok(elements.keep(py, asked.kind, id, made.unbind()))
}

struct Known {
    part: usize,
    array: Py<PyAny>,
    rows: Py<PyAny>,
}

/// The position of the element with a name or an index.
fn find(
    cell: &ModelCell,
    key: &Bound<'_, PyAny>,
    kind: i32,
    count: usize,
    accessor: &str,
) -> PyResult<usize> {
    let py = key.py();
    if let Ok(name) = key.cast::<PyString>() {
        let text = name.to_cow()?;
        let name: &str = &text;
        let kind = ObjectType::from_number(kind);
        let found = kind.and_then(|kind| cell.find(py, kind, name));
        if let Some(found) = found.filter(|_| !name.is_empty()) {
            return Ok(found);
        }
        let mut names = kind.map_or_else(Vec::new, |kind| cell.names_of(py, kind));
        names.retain(|name| !name.is_empty());
        names.sort();
        let listed: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
        let listed = listed.join(", ");
        return Err(PyKeyError::new_err(format!(
            "Invalid name '{name}'. Valid names: [{listed}]"
        )));
    }
    let index = match key.extract::<i64>() {
        Ok(index) => index,
        Err(_) => {
            let text = key.repr()?;
            let why = format!("{accessor}() takes a name or an index, not {text}");
            return Err(PyTypeError::new_err(why));
        }
    };
    let place = usize::try_from(index).ok().filter(|i| *i < count);
    place.ok_or_else(|| {
        let last = count as i64 - 1;
        PyIndexError::new_err(format!(
            "Invalid index {index}. Valid indices from 0 to {last}"
        ))
    })
}

#[pymethods]
impl Element {
    /// The element of a model or a simulation at a position.
    #[new]
    fn new(owner: &Bound<'_, PyAny>, id: usize) -> PyResult<Self> {
        let (model, data) = match owner.cast::<NativeData>() {
            Ok(data) => {
                let cell = &data.get().cell;
                (Arc::clone(&cell.model), Some(Arc::clone(cell)))
            }
            Err(_) => {
                let model = owner.cast::<NativeModel>()?;
                (Arc::clone(&model.get().cell), None)
            }
        };
        Ok(Self {
            owner: PyWeakrefReference::new(owner)?.unbind(),
            model,
            data,
            id,
            parts: Mutex::default(),
        })
    }

    /// Position among its kind.
    #[getter]
    fn id(&self) -> usize {
        self.id
    }

    /// The model or the simulation, if it is alive.
    fn _alive<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.owner.bind(py).upgrade()
    }

    /// The native model and simulation that it shows.
    fn _shown(&self) -> (NativeModel, Option<NativeData>) {
        let data = self
            .data
            .as_ref()
            .map(|cell| NativeData::over(Arc::clone(cell)));
        (NativeModel::over(Arc::clone(&self.model)), data)
    }

    /// Whether another one shows the same.
    fn _same(&self, other: &Self) -> bool {
        let data = match (&self.data, &other.data) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        data && self.id == other.id && Arc::ptr_eq(&self.model, &other.model)
    }
}

/// Which rows of an array belong to an element. Numbers are those of arrays of the model.
enum Rule {
    /// The one at its position.
    Own,
    /// Those that two arrays name: the first, and how many.
    Range(usize, usize),
    /// The same; if it is one, as with `Own`.
    SingleOrRange(usize, usize),
    /// From what an array names, as many as the type of the joint has.
    Joint(usize, usize, [usize; 4]),
}

/// An attribute of elements: the rows of an array that belong to them.
#[pyclass(frozen)]
pub struct Part {
    #[pyo3(get)]
    array: String,
    doc: String,
    column: usize,
    of_data: bool,
    rule: Rule,
}

#[pymethods]
impl Part {
    /// The rows of an array of a model, or of a simulation. `rule` names them: "own", "range", "single" or "joint"; `by`
    /// are the arrays of the model that it needs, `widths` how many rows joints of each type have.
    #[new]
    #[pyo3(signature = (array, doc, of_data, rule, by = vec![], widths = [0; 4]))]
    fn new(
        array: String,
        doc: String,
        of_data: bool,
        rule: &str,
        by: Vec<String>,
        widths: [usize; 4],
    ) -> PyResult<Self> {
        let absent = || PyValueError::new_err("there is no such array or rule");
        let column = if of_data {
            data_columns().position(|name| name == array)
        } else {
            tables::array_index(&array)
        };
        let by: Option<Vec<usize>> = by.iter().map(|name| tables::array_index(name)).collect();
        let rule = match (rule, by.as_deref()) {
            ("own", Some([])) => Rule::Own,
            ("range", Some([start, length])) => Rule::Range(*start, *length),
            ("single", Some([start, length])) => Rule::SingleOrRange(*start, *length),
            ("joint", Some([start, kind])) => Rule::Joint(*start, *kind, widths),
            _ => return Err(absent()),
        };
        Ok(Self {
            array,
            doc,
            column: column.ok_or_else(absent)?,
            of_data,
            rule,
        })
    }

    #[getter]
    fn __doc__(&self) -> &str {
        &self.doc
    }

    fn __get__(
        slf: &Bound<'_, Self>,
        element: &Bound<'_, PyAny>,
        _class: &Bound<'_, PyAny>,
    ) -> PyResult<Py<PyAny>> {
        if element.is_none() {
            return Ok(slf.clone().into_any().unbind());
        }
        slf.get().read(element)
    }

    fn __set__(&self, element: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = element.py();
        let rows = self.read(element)?;
        rows.bind(py)
            .set_item(pyo3::types::PyEllipsis::get(py), value)
    }
}

impl Part {
    fn read(&self, element: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = element.py();
        let element = element.cast::<Element>()?.get();
        let array = match &element.data {
            Some(data) if self.of_data => data.array(py, self.column)?,
            _ => element.model.array(py, self.column)?,
        };
        let part = std::ptr::from_ref(self) as usize;
        if let Some(known) = lock(&element.parts).iter().find(|k| k.part == part) {
            if known.array.is(&array) {
                return Ok(known.rows.clone_ref(py));
            }
        }
        let rows = self.select(array.bind(py).cast()?, element)?.unbind();
        let mut parts = lock(&element.parts);
        parts.retain(|known| known.part != part);
        parts.push(Known {
            part,
            array,
            rows: rows.clone_ref(py),
        });
        Ok(rows)
    }

    fn select<'py>(
        &self,
        array: &Bound<'py, PyUntypedArray>,
        element: &Element,
    ) -> PyResult<Bound<'py, PyAny>> {
        let number = |column: usize, index: usize| {
            let mut found = None;
            element.model.with_column(column, &mut |_, column| {
                found = int_at(column, index);
            });
            found.and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
        };
        let id = element.id;
        match self.rule {
            Rule::Own => rows(array, id, 1, true),
            Rule::Range(start, length) => rows(array, number(start, id), number(length, id), false),
            Rule::SingleOrRange(start, length) => {
                let count = number(length, id);
                rows(array, number(start, id), count, count == 1)
            }
            Rule::Joint(start, kind, widths) => {
                let count = widths.get(number(kind, id)).copied().unwrap_or(0);
                rows(array, number(start, id), count, false)
            }
        }
    }
}

//! The arrays through which users see a model.
//!
//! Small columns are shown in one block of memory. A second block has the same numbers as they were when the two were last
//! compared, so that one comparison of memory tells whether any of them was written to. Large columns have memory of their
//! own, which is written to through methods that note it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ligament::model::{Column, Model, Scalar};
use numpy::{PyArrayDescr, PyUntypedArray, dtype};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::model_cell::{with_column, with_column_mut};
use crate::storage::{Memory, Window, copy_bytes, descr, has_shape, is_held, shape_of};

/// Columns with more bytes are large.
const SMALL: usize = 2 << 10;
/// Bytes that MuJoCo counts as signed.
const SIGNED: &str = "plugin_attr";
/// Calls between looks for arrays that nobody has any more.
const PATIENCE: u32 = 64;

/// Notes that a user has written to a large array.
#[pyclass(frozen)]
pub struct Mark {
    written: AtomicBool,
    /// Whether any array of the model was written to.
    any: Arc<AtomicBool>,
}

#[pymethods]
impl Mark {
    /// Says that there was a write.
    fn set(&self) {
        self.written.store(true, Ordering::Relaxed);
        self.any.store(true, Ordering::Relaxed);
    }
}

/// An array of a column.
struct ShownColumn {
    column: usize,
    array: Py<PyUntypedArray>,
    descr: Py<PyArrayDescr>,
    shape: Vec<usize>,
    place: Place,
}

/// Where the numbers of an array are.
enum Place {
    /// In the block for small columns, from a byte to another.
    Small(usize, usize),
    /// In memory of their own.
    Large(Py<Memory>, Py<Mark>),
}

/// The block for small columns.
struct Block {
    memory: Py<Memory>,
    /// What was there when it was last looked at, as far as it is in use.
    before: Vec<u8>,
}

/// What an array is made of before it is taken in.
pub struct Fresh {
    descr: Py<PyArrayDescr>,
    shape: Vec<usize>,
    bytes: usize,
    /// Whether it tells names.
    named: bool,
    /// Memory and mark, for a large column.
    own: Option<(Py<Memory>, Py<PyUntypedArray>, Py<Mark>)>,
}

/// All arrays of a model.
#[derive(Default)]
pub struct ModelArrays {
    /// Per column, where its array is among the entries, plus one; zero without an array.
    index: Vec<u16>,
    entries: Vec<ShownColumn>,
    block: Option<Block>,
    /// Whether users may have arrays.
    seen: bool,
    /// Whether users may have arrays that tell names.
    named: bool,
    /// Calls since it was last asked whether users have arrays.
    calls: u32,
    /// Whether a large array was written to.
    written: Arc<AtomicBool>,
}

/// The class of arrays that note writes.
fn watched(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "ligament._watched", "WatchedArray")
}

/// Columns of whole numbers of which every value is as good as any other.
const FREE: [&str; 12] = [
    "geom_contype",
    "geom_conaffinity",
    "geom_group",
    "geom_priority",
    "site_group",
    "jnt_group",
    "tendon_group",
    "actuator_group",
    "skin_group",
    "flex_group",
    "flex_contype",
    "flex_conaffinity",
];

/// Overwrites a column with what users have written. True if the model has to be looked at: what was written may lead
/// somewhere else.
fn overwrite(
    py: Python<'_>,
    model: &mut Arc<Model>,
    column: usize,
    memory: &Memory,
    offset: usize,
) -> bool {
    let mut same = true;
    with_column(model, column, &mut |_, column| {
        same = memory.shows(py, offset, column)
    });
    if same {
        return false;
    }
    let mut leads = false;
    with_column_mut(Arc::make_mut(model), column, &mut |field, column| {
        memory.store(py, offset, column);
        let whole = matches!(column.scalar(), Scalar::I32 | Scalar::I64);
        leads = whole && !FREE.contains(&field.name);
    });
    leads
}

impl ModelArrays {
    /// The array of a column, if it was made and the user has not changed its shape.
    pub fn known(&mut self, py: Python<'_>, column: usize) -> Option<Py<PyAny>> {
        let place = usize::from(*self.index.get(column)?).checked_sub(1)?;
        let entry = self.entries.get(place)?;
        if !has_shape(entry.array.bind(py), &entry.descr, &entry.shape) {
            return None;
        }
        self.seen = true;
        Some(entry.array.clone_ref(py).into_any())
    }

    /// Whether users may have written to arrays that tell names.
    pub fn has_names(&self) -> bool {
        self.named
    }

    /// Makes the block for small columns, if there is none. Gives what marks have to set.
    pub fn prepare(&mut self, py: Python<'_>, model: &Model) -> PyResult<Arc<AtomicBool>> {
        let written = Arc::clone(&self.written);
        if self.block.is_some() {
            return Ok(written);
        }
        let mut bytes = 0;
        let mut count = |length: usize| bytes += length.next_multiple_of(8);
        model.visit(&mut |_, column| {
            let length = column.rows() * column.width() * column.scalar().bytes();
            count(if length > SMALL { 0 } else { length });
        });
        model.visit_records(&mut |_, _, column| {
            count(column.width() * column.scalar().bytes());
        });
        self.block = Some(Block {
            memory: Py::new(py, Memory::new(bytes))?,
            before: Vec::new(),
        });
        Ok(written)
    }

    /// Makes what the array of a column needs.
    pub fn make(
        py: Python<'_>,
        model: &Model,
        column: usize,
        written: Arc<AtomicBool>,
    ) -> PyResult<Fresh> {
        let mut found = None;
        with_column(model, column, &mut |field, column| {
            found = Some((field, column.scalar()));
        });
        let missing = || PyRuntimeError::new_err("there is no such column");
        let (field, scalar) = found.ok_or_else(missing)?;
        let kind = if field.name == SIGNED {
            dtype::<i8>(py)
        } else {
            descr(py, scalar)
        };
        let shape = shape_of(&field);
        let bytes = shape.iter().product::<usize>() * scalar.bytes();
        let mut own = None;
        if bytes > SMALL {
            let memory = Bound::new(py, Memory::new(bytes))?;
            let window = Window {
                class: Some(watched(py)?),
                descr: kind.clone(),
                shape: &shape,
                writeable: false,
            };
            let array = Memory::array(&memory, 0, window)?;
            let mark = Mark {
                written: AtomicBool::new(false),
                any: written,
            };
            let mark = Py::new(py, mark)?;
            array.setattr("_mark", &mark)?;
            own = Some((memory.unbind(), array.unbind(), mark));
        }
        Ok(Fresh {
            descr: kind.unbind(),
            shape,
            bytes,
            named: field.name.starts_with("name"),
            own,
        })
    }

    /// Takes in the array of a column, and shows the column in it.
    pub fn insert(
        &mut self,
        py: Python<'_>,
        model: &Model,
        column: usize,
        fresh: Fresh,
    ) -> PyResult<Py<PyAny>> {
        let (array, place) = match fresh.own {
            Some((memory, array, mark)) => (array, Place::Large(memory, mark)),
            None => self.small(py, column, &fresh)?,
        };
        self.named |= fresh.named;
        let given = array.clone_ref(py).into_any();
        let entry = ShownColumn {
            column,
            array,
            descr: fresh.descr,
            shape: fresh.shape,
            place,
        };
        if self.index.len() <= column {
            self.index.resize(column + 1, 0);
        }
        let old = usize::from(self.index[column]).checked_sub(1);
        let place = old.unwrap_or(self.entries.len());
        match self.entries.get_mut(place) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
        self.index[column] = u16::try_from(place + 1).unwrap_or(0);
        self.show_one(py, model, place);
        self.seen = true;
        Ok(given)
    }

    /// An array for a small column, in the place it has or at the end of the block.
    fn small(
        &mut self,
        py: Python<'_>,
        column: usize,
        fresh: &Fresh,
    ) -> PyResult<(Py<PyUntypedArray>, Place)> {
        let known = self.entries.iter().find(|entry| entry.column == column);
        let known = known.and_then(|entry| match entry.place {
            Place::Small(from, to) => Some((from, to)),
            Place::Large(..) => None,
        });
        let missing = || PyRuntimeError::new_err("there is no block");
        let block = self.block.as_mut().ok_or_else(missing)?;
        let (from, to) = known.unwrap_or_else(|| {
            let from = block.before.len();
            let end = from + fresh.bytes.next_multiple_of(8);
            block.memory.get().clear(py, from, end - from);
            block.before.resize(end, 0);
            (from, from + fresh.bytes)
        });
        let window = Window {
            class: None,
            descr: fresh.descr.bind(py).clone(),
            shape: &fresh.shape,
            writeable: true,
        };
        let array = Memory::array(block.memory.bind(py), from, window)?;
        Ok((array.unbind(), Place::Small(from, to)))
    }

    /// Shows a column in its array.
    fn show_one(&mut self, py: Python<'_>, model: &Model, place: usize) {
        let Some(entry) = self.entries.get(place) else {
            return;
        };
        let block = &mut self.block;
        with_column(model, entry.column, &mut |_, column| match &entry.place {
            Place::Large(memory, _) => memory.get().show(py, 0, column),
            Place::Small(from, to) => {
                if let Some(block) = block {
                    block.memory.get().show(py, *from, column);
                    block.note(*from..*to, column);
                }
            }
        });
    }

    /// Shows all columns in the arrays that they have.
    pub fn show(&mut self, py: Python<'_>, model: &Model) {
        (0..self.entries.len()).for_each(|place| self.show_one(py, model, place));
    }

    /// Takes over what users have written. True if indices are among it.
    pub fn take_over(&mut self, py: Python<'_>, model: &mut Arc<Model>) -> bool {
        if !self.seen {
            return false;
        }
        let mut leads = false;
        let block = self.block.as_mut();
        if let Some(block) = block.filter(|b| !b.memory.get().begins_with(py, &b.before)) {
            for entry in &self.entries {
                if let Place::Small(from, to) = entry.place {
                    leads |= overwrite(py, model, entry.column, block.memory.get(), from);
                    with_column(model, entry.column, &mut |_, column| {
                        block.note(from..to, column);
                    });
                }
            }
        }
        if self.written.swap(false, Ordering::Relaxed) {
            for entry in &self.entries {
                if let Place::Large(memory, mark) = &entry.place {
                    if mark.get().written.swap(false, Ordering::Relaxed) {
                        leads |= overwrite(py, model, entry.column, memory.get(), 0);
                    }
                }
            }
        }
        self.calls += 1;
        if self.calls >= PATIENCE {
            self.calls = 0;
            self.let_go(py);
        }
        leads
    }

    /// Forgets arrays that nobody has.
    fn let_go(&mut self, py: Python<'_>) {
        let small = |entry: &ShownColumn| matches!(entry.place, Place::Small(..));
        let held = |entry: &ShownColumn| is_held(py, &entry.array);
        // The block is in use as a whole or not at all.
        let keep_block = self.entries.iter().any(|entry| small(entry) && held(entry));
        let count = self.entries.len();
        self.entries.retain(|entry| {
            if small(entry) {
                keep_block
            } else {
                held(entry)
            }
        });
        if self.entries.len() == count {
            return;
        }
        if let Some(block) = self.block.as_mut().filter(|_| !keep_block) {
            block.before.clear();
        }
        self.index.fill(0);
        for (place, entry) in self.entries.iter().enumerate() {
            self.index[entry.column] = u16::try_from(place + 1).unwrap_or(0);
        }
        self.seen = !self.entries.is_empty();
    }
}

impl Block {
    /// Notes what a column has.
    fn note(&mut self, range: std::ops::Range<usize>, column: &dyn Column) {
        if let Some(before) = self.before.get_mut(range) {
            copy_bytes(column, before);
        }
    }
}

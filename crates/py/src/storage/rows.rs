//! Arrays with a row for each of many worlds, which threads read and write row by row without the interpreter.
//!
//! Every world is given to one thread, as a [`TableRow`]; rows of different worlds do not overlap. Arrays that are only read
//! may be read by all threads.

use ligament::model::Column;
use numpy::npyffi::{NPY_ARRAY_C_CONTIGUOUS, NPY_ARRAY_WRITEABLE};
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::{fields, length};

/// What rows of an array stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// One row for each world there is, read and written by the thread that has the world.
    World,
    /// One row for each world of the call, in their order.
    Place,
    /// One row for each world there is, read by any thread.
    Shared,
}

struct Table {
    start: *mut u8,
    /// Bytes per row.
    width: usize,
    rows: usize,
    used: Use,
    writeable: bool,
    /// Keeps the memory alive.
    _array: Py<PyUntypedArray>,
}

/// Arrays with a row per world. They must not be given other memory as long as this lives.
pub struct Tables {
    list: Vec<Table>,
    worlds: usize,
    places: usize,
}

// SAFETY: rows that are written belong to one `TableRow` each, of which there is one per world; the others are only read.
unsafe impl Sync for Tables {}
// SAFETY: as above; references to Python objects are only dropped by the thread that made them, which has the interpreter.
unsafe impl Send for Tables {}

impl Tables {
    /// Room for arrays of so many worlds, of which a call has `places`.
    pub fn new(worlds: usize, places: usize) -> Self {
        Self {
            list: Vec::new(),
            worlds,
            places,
        }
    }

    /// Takes an array in, and gives its number here.
    pub fn add(
        &mut self,
        array: &Bound<'_, PyUntypedArray>,
        used: Use,
        write: bool,
    ) -> PyResult<usize> {
        let parts = fields(array);
        let rows = match used {
            Use::Place => self.places,
            Use::World | Use::Shared => self.worlds,
        };
        let wrong = |what: &str| Err(PyValueError::new_err(format!("an array of worlds {what}")));
        if parts.flags & NPY_ARRAY_C_CONTIGUOUS == 0 || array.shape().first() != Some(&rows) {
            return wrong("must be contiguous and have a row for each");
        }
        if write && (parts.flags & NPY_ARRAY_WRITEABLE == 0 || used == Use::Shared) {
            return wrong("cannot be written to");
        }
        let bytes = array.len() * array.dtype().itemsize();
        self.list.push(Table {
            start: parts.data.cast(),
            width: bytes.checked_div(rows).unwrap_or(0),
            rows,
            used,
            writeable: write,
            _array: array.clone().unbind(),
        });
        Ok(self.list.len() - 1)
    }

    /// Bytes of a row of an array.
    pub fn width(&self, table: usize) -> usize {
        self.list.get(table).map_or(0, |table| table.width)
    }

    /// The worlds of a call, by increasing numbers; all without a list.
    pub fn worlds<'a>(
        &'a self,
        ids: Option<&'a [i32]>,
    ) -> PyResult<impl Iterator<Item = TableRow<'a>> + Send + 'a> {
        let count = ids.map_or(self.worlds, <[i32]>::len);
        let inside = |id: &i32| usize::try_from(*id).is_ok_and(|id| id < self.worlds);
        let sound = ids.is_none_or(|ids| {
            ids.iter().all(inside) && ids.windows(2).all(|pair| pair[0] < pair[1])
        });
        if !sound || count != self.places {
            return Err(PyValueError::new_err(
                "ids must be sorted, unique and those of worlds",
            ));
        }
        Ok((0..count).map(move |place| TableRow {
            tables: self,
            world: ids.map_or(place, |ids| ids[place] as usize),
            place,
        }))
    }

    /// Where some bytes of a row begin, if they are there.
    fn at(&self, table: &Table, row: usize, from: usize, bytes: usize) -> Option<*mut u8> {
        let end = from.checked_add(bytes)?;
        let inside = row < table.rows && end <= table.width;
        inside.then(|| table.start.wrapping_add(row * table.width + from))
    }

    /// Overwrites the beginning of a column with a row of an array that is only read; false if it does not fit.
    pub fn fill(&self, table: usize, world: usize, column: &mut dyn Column) -> bool {
        let Some(table) = self.list.get(table).filter(|t| t.used == Use::Shared) else {
            return false;
        };
        let bytes = table.width;
        let Some(from) = self
            .at(table, world, 0, bytes)
            .filter(|_| bytes <= length(column))
        else {
            return false;
        };
        // SAFETY: row and column have as many bytes and do not overlap; every pattern of bytes is a valid number of a column.
        unsafe { std::ptr::copy_nonoverlapping(from, column.start_mut(), bytes) };
        true
    }
}

/// The rows of one world, in the hands of one thread.
pub struct TableRow<'a> {
    tables: &'a Tables,
    /// Number of the world.
    pub world: usize,
    /// Its place in the call.
    pub place: usize,
}

impl TableRow<'_> {
    fn find(&self, table: usize, from: usize, bytes: usize, write: bool) -> Option<*mut u8> {
        let found = self.tables.list.get(table)?;
        if write && !found.writeable {
            return None;
        }
        let row = if found.used == Use::Place {
            self.place
        } else {
            self.world
        };
        self.tables.at(found, row, from, bytes)
    }

    /// Reads numbers from a place of a row on; nothing happens where there are not as many.
    pub fn read(&self, table: usize, from: usize, out: &mut [f64]) {
        let bytes = size_of_val(out);
        if let Some(start) = self.find(table, from * size_of::<f64>(), bytes, false) {
            // SAFETY: there are as many bytes, and every pattern of bytes is a valid number.
            unsafe { std::ptr::copy_nonoverlapping(start, out.as_mut_ptr().cast(), bytes) };
        }
    }

    /// Writes numbers from a place of a row on; nothing happens where there is no room.
    pub fn write(&mut self, table: usize, from: usize, numbers: &[f64]) {
        let bytes = size_of_val(numbers);
        if let Some(start) = self.find(table, from * size_of::<f64>(), bytes, true) {
            // SAFETY: there is room for as many bytes in rows that nobody else has.
            unsafe { std::ptr::copy_nonoverlapping(numbers.as_ptr().cast(), start, bytes) };
        }
    }

    /// Reads bytes from the beginning of a row.
    pub fn read_bytes(&self, table: usize, out: &mut [u8]) {
        if let Some(start) = self.find(table, 0, out.len(), false) {
            // SAFETY: as above.
            unsafe { std::ptr::copy_nonoverlapping(start, out.as_mut_ptr(), out.len()) };
        }
    }

    /// Writes bytes from a place of a row on.
    pub fn write_bytes(&mut self, table: usize, from: usize, bytes: &[u8]) {
        if let Some(start) = self.find(table, from, bytes.len(), true) {
            // SAFETY: as above.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), start, bytes.len()) };
        }
    }

    /// Writes a column from a place of a row on.
    pub fn write_column(&mut self, table: usize, from: usize, column: &dyn Column) {
        let bytes = length(column);
        if let Some(start) = self.find(table, from, bytes, true) {
            // SAFETY: as above; a column has as many bytes.
            unsafe { std::ptr::copy_nonoverlapping(column.start(), start, bytes) };
        }
    }
}

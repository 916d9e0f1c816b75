//! The memory of NumPy arrays: the one place of this crate with `unsafe` code.
//!
//! Arrays own their memory; numbers are copied between them and columns of models and data, whole columns at a time. No
//! Rust reference ever covers memory of an array: it is reached through raw pointers, for the time of one copy, while the
//! interpreter is held. Where an array lies and how long it is are read anew each time, because a user may change an array
//! in place.

use std::sync::atomic::{AtomicBool, Ordering};

use ligament::model::{Column, Field, Number, Scalar};
use numpy::npyffi::{
    self, NPY_ARRAY_ALIGNED, NPY_ARRAY_C_CONTIGUOUS, NPY_ARRAY_WRITEABLE, PY_ARRAY_API,
    PyArrayObject, PyArrayObject_fields, npy_intp,
};
use numpy::{PyArrayDescr, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods, dtype};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use pyo3::{PyTypeInfo, ffi};

/// NumPy's type for the numbers of a column.
pub fn descr(py: Python<'_>, scalar: Scalar) -> Bound<'_, PyArrayDescr> {
    match scalar {
        Scalar::F64 => dtype::<f64>(py),
        Scalar::F32 => dtype::<f32>(py),
        Scalar::I32 => dtype::<i32>(py),
        Scalar::I64 => dtype::<i64>(py),
        Scalar::U8 => dtype::<u8>(py),
        Scalar::Bool => dtype::<bool>(py),
    }
}

/// The parts of an array, as they are now.
fn fields(array: &Bound<'_, PyUntypedArray>) -> PyArrayObject_fields {
    let object: *mut PyArrayObject = array.as_array_ptr();
    // SAFETY: `array` is a NumPy array, whose parts can be copied as long as the interpreter is held, which `Bound` shows.
    unsafe { npyffi::_PyArray_GET_ITEM_DATA(object).read() }
}

/// Makes an array that owns its memory, with undefined numbers.
fn allocate<'py>(
    class: &Bound<'py, PyType>,
    descr: Bound<'py, PyArrayDescr>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = class.py();
    let mut extents: Vec<npy_intp> = shape.iter().map(|n| *n as npy_intp).collect();
    // SAFETY: `class` is a class of NumPy arrays (checked by the callers of this private function), the extents are as many as
    // said, the reference to `descr` is given away as NumPy expects, and the result is a new reference or null with an
    // exception set.
    unsafe {
        let made = PY_ARRAY_API.PyArray_NewFromDescr(
            py,
            class.as_type_ptr(),
            descr.into_dtype_ptr(),
            extents.len() as _,
            extents.as_mut_ptr(),
            std::ptr::null_mut(),
            std::ptr::null_mut(),
            0,
            std::ptr::null_mut(),
        );
        Ok(Bound::from_owned_ptr_or_err(py, made)?.cast_into_unchecked())
    }
}

/// A new array of any type with these bytes, which must be as many as it has.
pub fn array_of_bytes<'py>(
    bytes: &[u8],
    descr: Bound<'py, PyArrayDescr>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyUntypedArray>> {
    if bytes.len() != shape.iter().product::<usize>() * descr.itemsize() {
        return Err(PyTypeError::new_err("numbers and shape do not fit"));
    }
    let array = allocate(&PyUntypedArray::type_object(descr.py()), descr, shape)?;
    let to = fields(&array).data.cast();
    // SAFETY: the new array is contiguous and has as many bytes, and nobody else knows it.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
    Ok(array)
}

/// Takes away the right to write to an array.
pub fn freeze(array: &Bound<'_, PyUntypedArray>) {
    let object = array.as_array_ptr();
    // SAFETY: the flags of an array may be changed while the interpreter is held.
    unsafe { (*npyffi::_PyArray_GET_ITEM_DATA(object)).flags &= !NPY_ARRAY_WRITEABLE };
}

/// An ordinary array over the memory of another that may be written to, whatever the other allows.
pub fn unlocked<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let parts = fields(array);
    // SAFETY: memory, extents, strides and type are those of `array`, which the result keeps alive as its base. The
    // references that NumPy takes over are new ones.
    unsafe {
        let made = PY_ARRAY_API.PyArray_NewFromDescr(
            py,
            PyUntypedArray::type_object_raw(py),
            array.dtype().into_dtype_ptr(),
            parts.nd,
            parts.dimensions,
            parts.strides,
            parts.data.cast(),
            NPY_ARRAY_WRITEABLE | NPY_ARRAY_ALIGNED,
            std::ptr::null_mut(),
        );
        let made = Bound::from_owned_ptr_or_err(py, made)?;
        let base = array.clone().into_any().into_ptr();
        if PY_ARRAY_API.PyArray_SetBaseObject(py, made.as_ptr().cast(), base) < 0 {
            return Err(PyErr::fetch(py));
        }
        Ok(made)
    }
}

/// Notes that a user has written to an array.
#[pyclass(frozen)]
pub struct Mark(AtomicBool);

#[pymethods]
impl Mark {
    /// Says that there was a write.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Extents of a column.
pub fn shape_of(field: &Field) -> Vec<usize> {
    let rows = (field.size != "1").then_some(field.rows);
    let columns = (!field.flat).then_some(field.columns);
    rows.into_iter().chain(columns).collect()
}

/// An array that shows a column to the user.
pub struct Mirror {
    array: Py<PyUntypedArray>,
    descr: Py<PyArrayDescr>,
    shape: Vec<usize>,
    count: usize,
    bytes: usize,
    /// Where writes are noted, if the array may only be written to by methods that do so.
    mark: Option<Py<Mark>>,
}

impl Mirror {
    /// An ordinary array for numbers of a type.
    pub fn new(
        py: Python<'_>,
        descr: Bound<'_, PyArrayDescr>,
        shape: Vec<usize>,
    ) -> PyResult<Self> {
        let class = PyUntypedArray::type_object(py);
        Self::of_class(&class, descr, shape)
    }

    fn of_class(
        class: &Bound<'_, PyType>,
        descr: Bound<'_, PyArrayDescr>,
        shape: Vec<usize>,
    ) -> PyResult<Self> {
        let count = shape.iter().product();
        let array = allocate(class, descr.clone(), &shape)?;
        Ok(Self {
            array: array.unbind(),
            bytes: count * descr.itemsize(),
            descr: descr.unbind(),
            shape,
            count,
            mark: None,
        })
    }

    /// An array of a class that notes writes in its attribute `_mark`, and allows no others.
    pub fn watched(
        class: &Bound<'_, PyType>,
        descr: Bound<'_, PyArrayDescr>,
        shape: Vec<usize>,
    ) -> PyResult<Self> {
        let py = class.py();
        if !class.is_subclass_of::<PyUntypedArray>()? {
            return Err(PyTypeError::new_err("not a class of arrays"));
        }
        let mut mirror = Self::of_class(class, descr, shape)?;
        let mark = Py::new(py, Mark(AtomicBool::new(false)))?;
        let array = mirror.array.bind(py);
        array.setattr("_mark", &mark)?;
        freeze(array);
        mirror.mark = Some(mark);
        Ok(mirror)
    }

    /// The array.
    pub fn array(&self, py: Python<'_>) -> Py<PyAny> {
        self.array.clone_ref(py).into_any()
    }

    /// True if anybody else has the array, a part of it, or means to get at it.
    pub fn is_held(&self, py: Python<'_>) -> bool {
        let watched = !fields(self.array.bind(py)).weakreflist.is_null();
        // SAFETY: the array is alive and the interpreter is held.
        watched || unsafe { ffi::Py_REFCNT(self.array.as_ptr()) } != 1
    }

    /// True if the array notes writes.
    pub fn is_watched(&self) -> bool {
        self.mark.is_some()
    }

    /// True if writes to the array cannot have gone unnoticed, and there were none.
    pub fn is_untouched(&self, py: Python<'_>) -> bool {
        let Some(mark) = &self.mark else {
            return false;
        };
        let writeable = fields(self.array.bind(py)).flags & NPY_ARRAY_WRITEABLE != 0;
        !mark.get().0.swap(false, Ordering::Relaxed) && !writeable
    }

    /// Where the numbers lie; none if the user has changed the array so that they are no longer there as they were.
    fn memory(&self, py: Python<'_>) -> Option<*mut u8> {
        let parts = fields(self.array.bind(py));
        let same_type = std::ptr::eq(parts.descr.cast::<ffi::PyObject>(), self.descr.as_ptr());
        if !same_type || parts.flags & NPY_ARRAY_C_CONTIGUOUS == 0 {
            return None;
        }
        let mut count = 1_usize;
        for i in 0..usize::try_from(parts.nd).ok()? {
            // SAFETY: an array has as many extents as dimensions.
            let extent = unsafe { *parts.dimensions.add(i) };
            count = count.checked_mul(usize::try_from(extent).ok()?)?;
        }
        (count == self.count).then_some(parts.data.cast())
    }

    /// True if type, shape and memory are those the array was made with.
    pub fn is_whole(&self, py: Python<'_>) -> bool {
        let parts = fields(self.array.bind(py));
        if usize::try_from(parts.nd) != Ok(self.shape.len()) || self.memory(py).is_none() {
            return false;
        }
        let same = |(i, extent): (usize, &usize)| {
            // SAFETY: there are `nd` extents, as many as in `shape`.
            usize::try_from(unsafe { *parts.dimensions.add(i) }) == Ok(*extent)
        };
        self.shape.iter().enumerate().all(same)
    }

    fn fits(&self, column: &dyn Column) -> bool {
        column.rows() * column.width() * column.scalar().bytes() == self.bytes
    }

    /// Copies a column into the array; false if that cannot be done.
    pub fn show(&self, py: Python<'_>, column: &dyn Column) -> bool {
        let Some(to) = self.memory(py).filter(|_| self.fits(column)) else {
            return false;
        };
        // SAFETY: both have `bytes` bytes; the array is memory of its own, so that they do not overlap.
        unsafe { std::ptr::copy_nonoverlapping(column.start(), to, self.bytes) };
        true
    }

    /// Copies the array into a column; false if that cannot be done.
    pub fn store(&self, py: Python<'_>, column: &mut dyn Column) -> bool {
        let Some(from) = self.memory(py).filter(|_| self.fits(column)) else {
            return false;
        };
        // SAFETY: as above; every pattern of bytes is a valid number of a column.
        unsafe { std::ptr::copy_nonoverlapping(from, column.start_mut(), self.bytes) };
        true
    }

    /// True if the array and a column differ in any bit; false also if they cannot be compared.
    pub fn differs(&self, py: Python<'_>, column: &dyn Column) -> bool {
        let Some(here) = self.memory(py).filter(|_| self.fits(column)) else {
            return false;
        };
        // SAFETY: both have `bytes` bytes. The slices live for the comparison only; nobody writes to the column, which is
        // borrowed, nor to the array, while the interpreter is held.
        unsafe {
            let here = std::slice::from_raw_parts(here, self.bytes);
            let there = std::slice::from_raw_parts(column.start(), self.bytes);
            here != there
        }
    }

    /// Copies numbers into the array; false if that cannot be done.
    pub fn show_bytes(&self, py: Python<'_>, numbers: &[u8]) -> bool {
        let Some(to) = self.memory(py).filter(|_| numbers.len() == self.bytes) else {
            return false;
        };
        // SAFETY: both have `bytes` bytes and do not overlap.
        unsafe { std::ptr::copy_nonoverlapping(numbers.as_ptr(), to, self.bytes) };
        true
    }

    /// Appends the numbers of the array; false if that cannot be done.
    pub fn read_bytes(&self, py: Python<'_>, numbers: &mut Vec<u8>) -> bool {
        let Some(from) = self.memory(py) else {
            return false;
        };
        numbers.reserve(self.bytes);
        // SAFETY: there is room for `bytes` bytes behind the vector's end, and they are all written.
        unsafe {
            std::ptr::copy_nonoverlapping(
                from,
                numbers.as_mut_ptr().add(numbers.len()),
                self.bytes,
            );
            numbers.set_len(numbers.len() + self.bytes);
        }
        true
    }
}

/// The bytes of a column.
pub fn bytes_of(column: &dyn Column, out: &mut Vec<u8>) {
    let bytes = column.rows() * column.width() * column.scalar().bytes();
    out.reserve(bytes);
    // SAFETY: a column has that many bytes, there is room for them, and they are all written.
    unsafe {
        std::ptr::copy_nonoverlapping(column.start(), out.as_mut_ptr().add(out.len()), bytes);
        out.set_len(out.len() + bytes);
    }
}

/// The first bytes of a column, as far as they go.
pub fn first_bytes(column: &dyn Column) -> [u8; 8] {
    let bytes = column.rows() * column.width() * column.scalar().bytes();
    let mut first = [0; 8];
    // SAFETY: a column has that many bytes, and no more than there is room for are copied.
    unsafe { std::ptr::copy_nonoverlapping(column.start(), first.as_mut_ptr(), bytes.min(8)) };
    first
}

/// True if a column has these bytes.
pub fn has_bytes(column: &dyn Column, bytes: &[u8]) -> bool {
    let count = column.rows() * column.width() * column.scalar().bytes();
    // SAFETY: a column has that many bytes, and it is borrowed.
    count == bytes.len() && unsafe { std::slice::from_raw_parts(column.start(), count) } == bytes
}

/// An array of the caller that is contiguous and holds numbers of a known type.
pub struct Given<T> {
    array: Py<PyUntypedArray>,
    kind: std::marker::PhantomData<T>,
}

/// Why an array cannot be used.
pub enum Misfit {
    /// It has another type of numbers.
    Type,
    /// It may not be written to.
    ReadOnly,
    /// Its numbers do not follow one another.
    Scattered,
}

impl<T: Number> Given<T> {
    /// Checks an array; `write` asks for one that may be written to.
    pub fn new(array: &Bound<'_, PyUntypedArray>, write: bool) -> Result<Self, Misfit> {
        let parts = fields(array);
        if !array.dtype().is_equiv_to(&descr(array.py(), T::SCALAR)) {
            return Err(Misfit::Type);
        }
        if write && parts.flags & NPY_ARRAY_WRITEABLE == 0 {
            return Err(Misfit::ReadOnly);
        }
        if parts.flags & NPY_ARRAY_C_CONTIGUOUS == 0 {
            return Err(Misfit::Scattered);
        }
        Ok(Self {
            array: array.clone().unbind(),
            kind: std::marker::PhantomData,
        })
    }

    /// The array as it is now, if it still has `T`s one after the other: where they lie and how many there are.
    fn memory(&self, py: Python<'_>) -> Option<(*mut u8, usize)> {
        let array = self.array.bind(py);
        let parts = fields(array);
        let usable = parts.flags & NPY_ARRAY_C_CONTIGUOUS != 0
            && array.dtype().is_equiv_to(&descr(py, T::SCALAR));
        usable.then(|| (parts.data.cast(), array.len()))
    }

    /// Extents of the array.
    pub fn shape(&self, py: Python<'_>) -> Vec<usize> {
        self.array.bind(py).shape().to_vec()
    }

    /// A copy of the numbers.
    pub fn read(&self, py: Python<'_>) -> Vec<T> {
        let Some((from, count)) = self.memory(py) else {
            return Vec::new();
        };
        let mut numbers = vec![T::ZERO; count];
        // SAFETY: the array has `count` numbers of this type, the vector as many, and every pattern of bytes is a valid one.
        // Bytes are copied, so that alignment does not matter.
        unsafe {
            std::ptr::copy_nonoverlapping(
                from,
                numbers.as_mut_ptr().cast::<u8>(),
                count * size_of::<T>(),
            );
        }
        numbers
    }

    /// Overwrites the numbers; nothing happens if there are not as many.
    pub fn write(&self, py: Python<'_>, numbers: &[T]) {
        let Some((to, _)) = self.memory(py).filter(|(_, count)| *count == numbers.len()) else {
            return;
        };
        // SAFETY: as for reading; the array may be written to, and no Rust reference looks at it.
        unsafe {
            std::ptr::copy_nonoverlapping(numbers.as_ptr().cast::<u8>(), to, size_of_val(numbers));
        }
    }
}

/// A part of an array of the caller that one thread fills, with or without the interpreter.
pub struct Sink<'a> {
    start: *mut u8,
    count: usize,
    /// Keeps the array alive.
    array: std::marker::PhantomData<&'a Given<f64>>,
}

// SAFETY: a part belongs to one thread, parts do not overlap, and the array is kept alive.
unsafe impl Send for Sink<'_> {}

impl Given<f64> {
    /// The whole array, to be filled. It must not be given other memory meanwhile.
    pub fn sink(&mut self, py: Python<'_>) -> Sink<'_> {
        let (start, count) = self.memory(py).unwrap_or((std::ptr::null_mut(), 0));
        Sink {
            start,
            count,
            array: std::marker::PhantomData,
        }
    }
}

impl Sink<'_> {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Cuts off the first numbers, or what there is.
    pub fn split_off(&mut self, count: usize) -> Self {
        let count = count.min(self.count);
        let first = Self {
            start: self.start,
            count,
            array: self.array,
        };
        self.start = self.start.wrapping_add(count * size_of::<f64>());
        self.count -= count;
        first
    }

    /// Writes numbers from a place on; nothing happens if there is not enough room.
    pub fn put(&mut self, at: usize, numbers: &[f64]) {
        if at > self.count || numbers.len() > self.count - at {
            return;
        }
        // SAFETY: there is room for the numbers in this part, which nobody else fills. Bytes are copied, so that alignment
        // does not matter; whoever reads the array meanwhile may see some of them.
        unsafe {
            std::ptr::copy_nonoverlapping(
                numbers.as_ptr().cast::<u8>(),
                self.start.add(at * size_of::<f64>()),
                size_of_val(numbers),
            );
        }
    }
}

//! The memory of NumPy arrays: the one place of this crate with `unsafe` code.
//!
//! Arrays have memory of their own; numbers are copied between it and columns of models and data, whole columns at a time.
//! No Rust reference ever covers memory of an array: it is reached through raw pointers, for the time of one copy, while the
//! interpreter is held. Where an array that owns its memory lies and how long it is are read anew each time, because a user
//! may change an array in place.

pub mod rows;

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
    py: Python<'py>,
    descr: Bound<'py, PyArrayDescr>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let mut extents: Vec<npy_intp> = shape.iter().map(|n| *n as npy_intp).collect();
    // SAFETY: the extents are as many as said, the reference to `descr` is given away as NumPy expects, and the result is a
    // new reference or null with an exception set.
    unsafe {
        let made = PY_ARRAY_API.PyArray_NewFromDescr(
            py,
            PyUntypedArray::type_object_raw(py),
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
    let array = allocate(descr.py(), descr, shape)?;
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

/// True if anybody but the caller has an array, a part of it, or means to get at it.
pub fn is_held(py: Python<'_>, array: &Py<PyUntypedArray>) -> bool {
    let object: *mut PyArrayObject = array.bind(py).as_array_ptr();
    // SAFETY: the array is alive and the interpreter is held.
    unsafe {
        ffi::Py_REFCNT(array.as_ptr()) != 1
            || !(*npyffi::_PyArray_GET_ITEM_DATA(object))
                .weakreflist
                .is_null()
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
}

impl Mirror {
    /// An array for numbers of a type.
    pub fn new(
        py: Python<'_>,
        descr: Bound<'_, PyArrayDescr>,
        shape: Vec<usize>,
    ) -> PyResult<Self> {
        let count: usize = shape.iter().product();
        let bytes = count * descr.itemsize();
        let memory = Bound::new(py, Memory::new(bytes))?;
        let window = Window {
            class: None,
            descr: descr.clone(),
            shape: &shape,
            writeable: true,
        };
        let array = Memory::array(&memory, 0, window)?;
        Ok(Self {
            array: array.unbind(),
            bytes,
            descr: descr.unbind(),
            shape,
            count,
        })
    }

    /// The array.
    pub fn array(&self, py: Python<'_>) -> Py<PyAny> {
        self.array.clone_ref(py).into_any()
    }

    /// True if anybody else has the array, a part of it, or means to get at it.
    pub fn is_held(&self, py: Python<'_>) -> bool {
        is_held(py, &self.array)
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
        length(column) == self.bytes
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

unsafe extern "C" {
    /// Compares bytes, of the C library: unlike a comparison of slices it needs no reference to them.
    fn memcmp(a: *const u8, b: *const u8, count: usize) -> i32;
}

/// Memory that arrays look into and users may write to. It stays in place until the last array is gone.
#[pyclass(frozen)]
pub struct Memory {
    start: usize,
    /// In words of eight bytes.
    words: usize,
}

impl Drop for Memory {
    fn drop(&mut self) {
        let words = std::ptr::slice_from_raw_parts_mut(self.start as *mut u64, self.words);
        // SAFETY: this was a box of as many words, and the last array that keeps this object alive is gone.
        drop(unsafe { Box::from_raw(words) });
    }
}

/// How an array looks into memory: its class, its type, its extents, and whether NumPy lets users write to it.
pub struct Window<'a, 'py> {
    pub class: Option<&'a Bound<'py, PyType>>,
    pub descr: Bound<'py, PyArrayDescr>,
    pub shape: &'a [usize],
    pub writeable: bool,
}

impl Memory {
    /// Memory of as many bytes, all zero.
    pub fn new(bytes: usize) -> Self {
        let words = bytes.div_ceil(8);
        let block: *mut [u64] = Box::into_raw(vec![0_u64; words].into_boxed_slice());
        Self {
            start: block.cast::<u64>() as usize,
            words,
        }
    }

    /// Where `bytes` bytes begin, if they are there.
    fn at(&self, offset: usize, bytes: usize) -> Option<*mut u8> {
        let end = offset.checked_add(bytes)?;
        (end <= 8 * self.words).then(|| (self.start as *mut u8).wrapping_add(offset))
    }

    /// Copies a column to a place.
    pub fn show(&self, _py: Python<'_>, offset: usize, column: &dyn Column) {
        let bytes = length(column);
        if let Some(to) = self.at(offset, bytes) {
            // SAFETY: there is room for the column, which lies elsewhere.
            unsafe { std::ptr::copy_nonoverlapping(column.start(), to, bytes) };
        }
    }

    /// Overwrites a column with what is at a place.
    pub fn store(&self, _py: Python<'_>, offset: usize, column: &mut dyn Column) {
        let bytes = length(column);
        if let Some(from) = self.at(offset, bytes) {
            // SAFETY: as above; every pattern of bytes is a valid number of a column.
            unsafe { std::ptr::copy_nonoverlapping(from, column.start_mut(), bytes) };
        }
    }

    /// Fills a place with zeros.
    pub fn clear(&self, _py: Python<'_>, offset: usize, bytes: usize) {
        if let Some(to) = self.at(offset, bytes) {
            // SAFETY: there are as many bytes.
            unsafe { std::ptr::write_bytes(to, 0, bytes) };
        }
    }

    /// True if a column has the bytes at a place.
    pub fn shows(&self, _py: Python<'_>, offset: usize, column: &dyn Column) -> bool {
        let bytes = length(column);
        // SAFETY: there are as many bytes here as in the column.
        let same = |here: *mut u8| unsafe { memcmp(here, column.start(), bytes) } == 0;
        self.at(offset, bytes).is_some_and(same)
    }

    /// True if the memory begins with these bytes.
    pub fn begins_with(&self, _py: Python<'_>, bytes: &[u8]) -> bool {
        // SAFETY: there are as many bytes here.
        let same = |here: *mut u8| unsafe { memcmp(here, bytes.as_ptr(), bytes.len()) } == 0;
        self.at(0, bytes.len()).is_some_and(same)
    }

    /// An array that looks into memory from a place on.
    pub fn array<'py>(
        this: &Bound<'py, Self>,
        offset: usize,
        window: Window<'_, 'py>,
    ) -> PyResult<Bound<'py, PyUntypedArray>> {
        let py = this.py();
        let wrong = || PyTypeError::new_err("not a class of arrays, or too little memory");
        let plain = PyUntypedArray::type_object(py);
        let class = window.class.unwrap_or(&plain);
        let bytes = window.shape.iter().product::<usize>() * window.descr.itemsize();
        let start = this.get().at(offset, bytes).ok_or_else(wrong)?;
        if !class.is_subclass(&plain)? {
            return Err(wrong());
        }
        let mut extents: Vec<npy_intp> = window.shape.iter().map(|n| *n as npy_intp).collect();
        let write = if window.writeable {
            NPY_ARRAY_WRITEABLE
        } else {
            0
        };
        // SAFETY: `class` is a class of arrays; the numbers lie one after the other within the memory, which the array keeps
        // alive as its base; references that NumPy takes over are new ones.
        unsafe {
            let made = PY_ARRAY_API.PyArray_NewFromDescr(
                py,
                class.as_type_ptr(),
                window.descr.into_dtype_ptr(),
                extents.len() as _,
                extents.as_mut_ptr(),
                std::ptr::null_mut(),
                start.cast(),
                NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED | write,
                std::ptr::null_mut(),
            );
            let made: Bound<'py, PyAny> = Bound::from_owned_ptr_or_err(py, made)?;
            let base = this.clone().into_any().into_ptr();
            if PY_ARRAY_API.PyArray_SetBaseObject(py, made.as_ptr().cast(), base) < 0 {
                return Err(PyErr::fetch(py));
            }
            Ok(made.cast_into_unchecked())
        }
    }
}

/// True if an array has this type and this shape.
pub fn has_shape(
    array: &Bound<'_, PyUntypedArray>,
    descr: &Py<PyArrayDescr>,
    shape: &[usize],
) -> bool {
    let same_type = std::ptr::eq(fields(array).descr.cast::<ffi::PyObject>(), descr.as_ptr());
    same_type && array.shape() == shape && array.is_c_contiguous()
}

/// Bytes of a column.
fn length(column: &dyn Column) -> usize {
    column.rows() * column.width() * column.scalar().bytes()
}

/// The bytes of a column.
pub fn bytes_of(column: &dyn Column, out: &mut Vec<u8>) {
    let bytes = length(column);
    out.reserve(bytes);
    // SAFETY: a column has that many bytes, there is room for them, and they are all written.
    unsafe {
        std::ptr::copy_nonoverlapping(column.start(), out.as_mut_ptr().add(out.len()), bytes);
        out.set_len(out.len() + bytes);
    }
}

/// The whole number at a place of a column of such numbers.
pub fn int_at(column: &dyn Column, index: usize) -> Option<i32> {
    if column.scalar() != Scalar::I32 || index >= column.rows() * column.width() {
        return None;
    }
    // SAFETY: the column has more numbers of this type than `index`.
    Some(unsafe { column.start().cast::<i32>().add(index).read_unaligned() })
}

/// Some rows of an array, as a view of it; a single row of a matrix without its first dimension, if asked for.
pub fn rows<'py>(
    array: &Bound<'py, PyUntypedArray>,
    first: usize,
    count: usize,
    single: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let mut shape = array.shape().to_vec();
    let mut strides = array.strides().to_vec();
    let fits = first.checked_add(count).zip(shape.first());
    if fits.is_none_or(|(end, rows)| end > *rows) {
        return Err(PyTypeError::new_err("the array has no such rows"));
    }
    let parts = fields(array);
    let step = strides[0];
    if single && shape.len() > 1 {
        shape.remove(0);
        strides.remove(0);
    } else {
        shape[0] = count;
    }
    let mut extents: Vec<npy_intp> = shape.iter().map(|n| *n as npy_intp).collect();
    let offset = step.wrapping_mul(first as isize);
    // SAFETY: the rows are within the array, which the view keeps alive as its base; class, type and strides are those of the
    // array, and the references that NumPy takes over are new ones.
    unsafe {
        let made = PY_ARRAY_API.PyArray_NewFromDescr(
            py,
            array.get_type().as_type_ptr(),
            array.dtype().into_dtype_ptr(),
            extents.len() as _,
            extents.as_mut_ptr(),
            strides.as_mut_ptr().cast(),
            parts.data.wrapping_offset(offset).cast(),
            parts.flags & (NPY_ARRAY_WRITEABLE | NPY_ARRAY_ALIGNED),
            std::ptr::null_mut(),
        );
        let made: Bound<'py, PyAny> = Bound::from_owned_ptr_or_err(py, made)?;
        let base = array.clone().into_any().into_ptr();
        if PY_ARRAY_API.PyArray_SetBaseObject(py, made.as_ptr().cast(), base) < 0 {
            return Err(PyErr::fetch(py));
        }
        Ok(made)
    }
}

/// Copies the bytes of a column, as far as there are some and there is room.
pub fn copy_bytes(column: &dyn Column, out: &mut [u8]) {
    let count = length(column).min(out.len());
    // SAFETY: both have that many bytes, and `out` is borrowed alone.
    unsafe { std::ptr::copy_nonoverlapping(column.start(), out.as_mut_ptr(), count) };
}

/// True if a column has these bytes.
pub fn has_bytes(column: &dyn Column, bytes: &[u8]) -> bool {
    let count = length(column);
    // SAFETY: both have as many bytes.
    count == bytes.len() && unsafe { memcmp(column.start(), bytes.as_ptr(), count) } == 0
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

    /// Overwrites the numbers; false, and nothing happens, if there are not as many.
    pub fn write(&self, py: Python<'_>, numbers: &[T]) -> bool {
        let Some((to, _)) = self.memory(py).filter(|(_, count)| *count == numbers.len()) else {
            return false;
        };
        // SAFETY: as for reading; the array may be written to, and no Rust reference looks at it.
        unsafe {
            std::ptr::copy_nonoverlapping(numbers.as_ptr().cast::<u8>(), to, size_of_val(numbers));
        }
        true
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

//! Arrays in the form NumPy understands, in both directions.

use ligament::model::Scalar;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::storage::{Foreign, Owner, Place};

/// A column as NumPy sees it: `numpy.asarray(view)` is a live array that keeps the owner's memory alive.
#[pyclass(frozen)]
pub struct View {
    /// Keeps the memory alive.
    _owner: Owner,
    address: usize,
    shape: Vec<usize>,
    /// Bytes from one entry to the next, where the entries of a single dimension lie apart.
    stride: Option<usize>,
    kind: &'static str,
}

impl View {
    /// The view of a value of `owner`.
    pub fn new(owner: Owner, place: &Place) -> Self {
        let field = &place.field;
        let rows = (field.size != "1").then_some(field.rows);
        let columns = (!field.flat).then_some(field.columns);
        Self {
            _owner: owner,
            address: place.address,
            shape: rows.into_iter().chain(columns).collect(),
            stride: None,
            kind: kind(place.scalar),
        }
    }

    /// The view of numbers in one dimension that lie `stride` bytes apart; one after the other without a stride.
    pub fn row(
        owner: Owner,
        address: usize,
        count: usize,
        stride: Option<usize>,
        scalar: Scalar,
    ) -> Self {
        Self {
            _owner: owner,
            address,
            shape: vec![count],
            stride,
            kind: kind(scalar),
        }
    }

    /// An array of its own, which takes over `numbers`.
    pub fn owned(mut numbers: Vec<f64>, shape: Vec<usize>) -> Self {
        Self {
            address: numbers.as_mut_ptr() as usize,
            _owner: std::sync::Arc::new(numbers),
            shape,
            stride: None,
            kind: kind(Scalar::F64),
        }
    }
}

/// NumPy's name of a number type.
pub fn kind(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::F64 => "<f8",
        Scalar::F32 => "<f4",
        Scalar::I32 => "<i4",
        Scalar::I64 => "<i8",
        Scalar::U8 => "|u1",
        Scalar::Bool => "|b1",
    }
}

#[pymethods]
impl View {
    /// What NumPy asks for.
    #[getter(__array_interface__)]
    fn array_interface<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", self.kind)?;
        interface.set_item("shape", PyTuple::new(py, &self.shape)?)?;
        interface.set_item("data", (self.address, false))?;
        if let Some(stride) = self.stride {
            interface.set_item("strides", (stride,))?;
        }
        Ok(interface)
    }
}

/// An array of the caller: what its interface says.
pub struct Array {
    name: &'static str,
    memory: Foreign,
    shape: Vec<usize>,
    /// Keeps the memory alive.
    _object: Py<PyAny>,
}

impl Array {
    fn new(
        object: &Bound<'_, PyAny>,
        name: &'static str,
        scalar: Scalar,
        write: bool,
    ) -> PyResult<Self> {
        let wrong = |why: &str| {
            let kind = kind(scalar);
            PyTypeError::new_err(format!(
                "{name} {why} (expected a NumPy array of type {kind})"
            ))
        };
        let interface = object
            .getattr("__array_interface__")
            .map_err(|_| wrong("is no array"))?;
        let typestr: String = interface.get_item("typestr")?.extract()?;
        if typestr != kind(scalar) {
            return Err(wrong(&format!("has the type {typestr}")));
        }
        let (address, fixed): (usize, bool) = interface.get_item("data")?.extract()?;
        if write && fixed {
            return Err(wrong("cannot be written to"));
        }
        let strides = interface.call_method1("get", ("strides",))?;
        if !strides.is_none() {
            return Err(wrong("is not contiguous in C order"));
        }
        let shape: Vec<usize> = interface.get_item("shape")?.extract()?;
        let bytes = shape.iter().product::<usize>() * scalar.bytes();
        Ok(Self {
            name,
            memory: Foreign { address, bytes },
            shape,
            _object: object.clone().unbind(),
        })
    }

    /// How many numbers there are.
    pub fn len(&self, scalar: Scalar) -> usize {
        self.memory.bytes / scalar.bytes()
    }
}

/// The numbers and the shape of an argument: a copy, so that it does not matter what the result overwrites.
pub fn input<T: ligament::model::Number>(
    object: &Bound<'_, PyAny>,
    name: &'static str,
) -> PyResult<(Vec<T>, Vec<usize>)> {
    let py = object.py();
    // The usual case is an array that fits; everything else NumPy converts.
    if let Ok(array) = Array::new(object, name, T::SCALAR, false) {
        return Ok((array.memory.read(py), array.shape));
    }
    let numpy = py.import("numpy")?;
    let mut extents: Vec<usize> = Vec::new();
    let converted = numpy
        .call_method1("asarray", (object, kind(T::SCALAR)))
        .and_then(|array| {
            extents = array.getattr("shape")?.extract()?;
            numpy.call_method1("ascontiguousarray", (array,))
        })
        .map_err(|why| PyTypeError::new_err(format!("{name} cannot be used as an array: {why}")))?;
    let array = Array::new(&converted, name, T::SCALAR, false)?;
    Ok((array.memory.read(py), extents))
}

/// An array that a function fills.
pub struct Output<T> {
    array: Array,
    kind: std::marker::PhantomData<T>,
}

impl<T: ligament::model::Number> Output<T> {
    /// Checks that an argument can be filled.
    pub fn new(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Self> {
        Ok(Self {
            array: Array::new(object, name, T::SCALAR, true)?,
            kind: std::marker::PhantomData,
        })
    }

    /// Checks that an argument can be filled with a number of values.
    pub fn of(object: &Bound<'_, PyAny>, name: &'static str, length: usize) -> PyResult<Self> {
        let output = Self::new(object, name)?;
        if output.len() == length {
            return Ok(output);
        }
        let found = output.len();
        Err(PyTypeError::new_err(format!(
            "{name} should have {length} numbers, but has {found}"
        )))
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.array.len(T::SCALAR)
    }

    /// Extents of the array.
    pub fn shape(&self) -> &[usize] {
        &self.array.shape
    }

    /// What is in the array now.
    pub fn read(&self, py: Python<'_>) -> Vec<T> {
        self.array.memory.read(py)
    }

    /// Fills the array.
    pub fn write(&self, py: Python<'_>, numbers: &[T]) -> PyResult<()> {
        if numbers.len() != self.len() {
            let name = self.array.name;
            return Err(PyValueError::new_err(format!(
                "{name} has {} numbers, but {} were computed",
                self.len(),
                numbers.len()
            )));
        }
        self.array.memory.write(py, numbers);
        Ok(())
    }
}

//! Arrays of the caller: numbers that a function reads, and arrays that it fills.

use ligament::model::{Number, Scalar};
use numpy::PyUntypedArray;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::storage::{Given, Misfit};

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

/// The numbers and the shape of an argument: a copy, so that it does not matter what the result overwrites.
pub fn input<T: Number>(
    object: &Bound<'_, PyAny>,
    name: &'static str,
) -> PyResult<(Vec<T>, Vec<usize>)> {
    let py = object.py();
    // The usual case is an array that fits; everything else NumPy converts.
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        if let Ok(array) = Given::<T>::new(array, false) {
            return Ok((array.read(py), array.shape(py)));
        }
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
    let array = given::<T>(&converted, name, false)?;
    Ok((array.read(py), extents))
}

/// Checks an argument that must be an array of numbers.
fn given<T: Number>(object: &Bound<'_, PyAny>, name: &str, write: bool) -> PyResult<Given<T>> {
    let wrong = |why: &str| {
        let kind = kind(T::SCALAR);
        PyTypeError::new_err(format!(
            "{name} {why} (expected a NumPy array of type {kind})"
        ))
    };
    let array = match object.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        // Others may show their memory to NumPy.
        Err(_) if object.hasattr("__array_interface__")? => {
            let numpy = object.py().import("numpy")?;
            let array = numpy.call_method1("asarray", (object,))?;
            array
                .cast_into()
                .map_err(|_| wrong("cannot be used as an array"))?
        }
        Err(_) => return Err(wrong("is no array")),
    };
    Given::new(&array, write).map_err(|misfit| match misfit {
        Misfit::Type => wrong("has another type"),
        Misfit::ReadOnly => wrong("cannot be written to"),
        Misfit::Scattered => wrong("is not contiguous in C order"),
    })
}

/// An array that a function fills.
pub struct Output<T> {
    name: &'static str,
    array: Given<T>,
    shape: Vec<usize>,
}

impl<T: Number> Output<T> {
    /// Checks that an argument can be filled.
    pub fn new(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Self> {
        let array = given(object, name, true)?;
        let shape = array.shape(object.py());
        Ok(Self { name, array, shape })
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
        self.shape.iter().product()
    }

    /// Extents of the array.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// What is in the array now.
    pub fn read(&self, py: Python<'_>) -> Vec<T> {
        self.array.read(py)
    }

    /// Fills the array.
    pub fn write(&self, py: Python<'_>, numbers: &[T]) -> PyResult<()> {
        if numbers.len() != self.len() {
            let name = self.name;
            return Err(PyValueError::new_err(format!(
                "{name} has {} numbers, but {} were computed",
                self.len(),
                numbers.len()
            )));
        }
        if self.array.write(py, numbers) {
            return Ok(());
        }
        let name = self.name;
        Err(PyValueError::new_err(format!(
            "{name} was given another shape while the arguments were read"
        )))
    }
}

//! Arguments of functions: numbers, arrays that are read, arrays that are filled, and the macros that declare functions of
//! them under MuJoCo's names.
//!
//! An argument is taken before the function runs and put back afterwards, so that it does not matter whether arrays overlap
//! one another or the arrays of the model or the data.

use std::ops::{Deref, DerefMut};

use ligament::model::Number;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};

use crate::view::{Output, input};

/// What a function gets from one argument of the caller.
pub trait Arg: Sized {
    /// Takes the argument; `length` is how many numbers an array must have.
    fn take(
        value: Option<&Bound<'_, PyAny>>,
        name: &'static str,
        length: Option<usize>,
    ) -> PyResult<Self>;

    /// Gives the results to the caller.
    fn put(&self, _py: Python<'_>) -> PyResult<()> {
        Ok(())
    }
}

/// An error that ends what was asked for, as MuJoCo raises it.
pub fn fatal(py: Python<'_>, why: String) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match CLASS.import(py, "ligament._functions", "FatalError") {
        Ok(class) => PyErr::from_type(class.clone(), why),
        Err(error) => error,
    }
}

/// An error about an argument.
pub fn wrong(why: String) -> PyErr {
    PyTypeError::new_err(why)
}

fn required<'a, 'py>(
    value: Option<&'a Bound<'py, PyAny>>,
    name: &str,
) -> PyResult<&'a Bound<'py, PyAny>> {
    value.ok_or_else(|| wrong(format!("{name} must not be None")))
}

/// A text, also given as bytes.
pub struct Text(pub String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return Ok(Self(String::from_utf8_lossy(bytes.as_bytes()).into_owned()));
        }
        value.extract().map(Self)
    }
}

/// A number.
pub struct Num(f64);

impl Arg for Num {
    fn take(
        value: Option<&Bound<'_, PyAny>>,
        name: &'static str,
        _: Option<usize>,
    ) -> PyResult<Self> {
        let number = required(value, name)?.extract();
        number
            .map(Self)
            .map_err(|_| wrong(format!("{name} must be a number")))
    }
}

impl Deref for Num {
    type Target = f64;
    fn deref(&self) -> &f64 {
        &self.0
    }
}

/// A whole number; a truth value counts as one.
pub struct Int(i64);

impl Arg for Int {
    fn take(
        value: Option<&Bound<'_, PyAny>>,
        name: &'static str,
        _: Option<usize>,
    ) -> PyResult<Self> {
        let value = required(value, name)?;
        let number = value
            .extract()
            .or_else(|_| value.call_method0("__int__")?.extract());
        number
            .map(Self)
            .map_err(|_| wrong(format!("{name} must be a whole number")))
    }
}

impl Deref for Int {
    type Target = i64;
    fn deref(&self) -> &i64 {
        &self.0
    }
}

impl Int {
    /// The number as the index of something there are `count` of.
    pub fn index(&self, what: &str, count: usize) -> PyResult<usize> {
        let index = usize::try_from(self.0).ok().filter(|i| *i < count);
        index.ok_or_else(|| {
            let found = self.0;
            PyIndexError::new_err(format!("there is no {what} {found}: there are {count}"))
        })
    }

    /// The number as a size.
    pub fn size(&self, name: &str) -> PyResult<usize> {
        usize::try_from(self.0).map_err(|_| wrong(format!("{name} must not be negative")))
    }
}

/// An array that is read.
pub struct In<T = f64> {
    name: &'static str,
    numbers: Vec<T>,
    shape: Vec<usize>,
}

/// An array that is read, or nothing.
pub struct MaybeIn<T = f64>(pub Option<In<T>>);

/// An array that is filled. It starts with what it has.
pub struct Out<T = f64> {
    name: &'static str,
    output: Output<T>,
    numbers: Vec<T>,
}

/// An array that is filled, or nothing.
pub struct MaybeOut<T = f64>(pub Option<Out<T>>);

fn check_length(name: &str, expected: Option<usize>, found: usize) -> PyResult<()> {
    match expected {
        Some(expected) if expected != found => Err(wrong(format!(
            "{name} should have {expected} numbers, but has {found}"
        ))),
        _ => Ok(()),
    }
}

impl<T: Number> Arg for In<T> {
    fn take(
        value: Option<&Bound<'_, PyAny>>,
        name: &'static str,
        length: Option<usize>,
    ) -> PyResult<Self> {
        let (numbers, shape) = input(required(value, name)?, name)?;
        check_length(name, length, numbers.len())?;
        Ok(Self {
            name,
            numbers,
            shape,
        })
    }
}

impl<T: Number> Arg for MaybeIn<T> {
    fn take(
        value: Option<&Bound<'_, PyAny>>,
        name: &'static str,
        length: Option<usize>,
    ) -> PyResult<Self> {
        let array = value.map(|value| In::take(Some(value), name, length));
        Ok(Self(array.transpose()?))
    }
}

impl<T: Number> Arg for Out<T> {
    fn take(
        value: Option<&Bound<'_, PyAny>>,
        name: &'static str,
        length: Option<usize>,
    ) -> PyResult<Self> {
        let value = required(value, name)?;
        let output = Output::new(value, name)?;
        let numbers = output.read(value.py());
        check_length(name, length, numbers.len())?;
        Ok(Self {
            name,
            output,
            numbers,
        })
    }

    fn put(&self, py: Python<'_>) -> PyResult<()> {
        self.output.write(py, &self.numbers)
    }
}

impl<T: Number> Arg for MaybeOut<T> {
    fn take(
        value: Option<&Bound<'_, PyAny>>,
        name: &'static str,
        length: Option<usize>,
    ) -> PyResult<Self> {
        let array = value.map(|value| Out::take(Some(value), name, length));
        Ok(Self(array.transpose()?))
    }

    fn put(&self, py: Python<'_>) -> PyResult<()> {
        self.0.as_ref().map_or(Ok(()), |array| array.put(py))
    }
}

impl<T> Deref for In<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.numbers
    }
}

impl<T> Deref for Out<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.numbers
    }
}

impl<T> DerefMut for Out<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.numbers
    }
}

/// Rows and columns of an array of two dimensions.
fn matrix(name: &str, shape: &[usize]) -> PyResult<[usize; 2]> {
    match shape {
        [rows, columns] => Ok([*rows, *columns]),
        _ => Err(wrong(format!("{name} should have two dimensions"))),
    }
}

/// Complains unless an array has a shape.
fn check_shape(name: &str, found: &[usize], expected: [usize; 2]) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    let [rows, columns] = expected;
    Err(wrong(format!(
        "{name} should be of shape ({rows}, {columns}), but is {found:?}"
    )))
}

impl<T> In<T> {
    /// Rows and columns.
    pub fn matrix(&self) -> PyResult<[usize; 2]> {
        matrix(self.name, &self.shape)
    }

    /// Complains unless there are as many numbers as expected.
    pub fn expect(&self, length: usize) -> PyResult<()> {
        check_length(self.name, Some(length), self.numbers.len())
    }

    /// Complains about another shape.
    pub fn expect_matrix(&self, rows: usize, columns: usize) -> PyResult<()> {
        check_shape(self.name, &self.shape, [rows, columns])
    }
}

impl<T: Number> Out<T> {
    /// Rows and columns.
    pub fn matrix(&self) -> PyResult<[usize; 2]> {
        matrix(self.name, self.output.shape())
    }

    /// Complains unless there are as many numbers as expected.
    pub fn expect(&self, length: usize) -> PyResult<()> {
        check_length(self.name, Some(length), self.numbers.len())
    }

    /// Complains about another shape.
    pub fn expect_matrix(&self, rows: usize, columns: usize) -> PyResult<()> {
        check_shape(self.name, self.output.shape(), [rows, columns])
    }
}

impl<T: Number> MaybeOut<T> {
    /// The numbers, if there is an array; complains about another shape.
    pub fn matrix_of(&mut self, rows: usize, columns: usize) -> PyResult<Option<&mut [T]>> {
        let Some(array) = &mut self.0 else {
            return Ok(None);
        };
        array.expect_matrix(rows, columns)?;
        Ok(Some(array))
    }

    /// The numbers, if there is an array; complains about another number of them.
    pub fn numbers_of(&mut self, count: usize) -> PyResult<Option<&mut [T]>> {
        let Some(array) = &mut self.0 else {
            return Ok(None);
        };
        array.expect(count)?;
        Ok(Some(array))
    }

    /// Overwrites the numbers, if there is an array.
    pub fn fill_from(&mut self, numbers: &[T]) {
        if let Some(array) = &mut self.0 {
            array.copy_from_slice(numbers);
        }
    }
}

/// The first numbers of an array whose length was checked.
pub fn fixed<const N: usize>(numbers: &[f64]) -> [f64; N] {
    std::array::from_fn(|i| numbers.get(i).copied().unwrap_or_default())
}

/// Declares functions of plain arguments, and `register`, which adds them to the module.
macro_rules! functions {
    ($(
        $(#[$meta:meta])*
        fn $name:ident($($arg:ident: $ty:ty $(= $length:literal)?),* $(,)?) -> $result:ty $body:block
    )*) => {
        $(
            #[pyfunction]
            $(#[$meta])*
            #[allow(unused_mut, reason = "one macro takes arguments of all kinds")]
            #[allow(clippy::too_many_arguments, reason = "functions of Python have MuJoCo's arguments")]
            fn $name(py: Python<'_>, $($arg: Option<&Bound<'_, PyAny>>),*) -> PyResult<$result> {
                $(let mut $arg = <$ty as $crate::args::Arg>::take(
                    $arg, stringify!($arg), None::<usize>$(.or(Some($length)))?)?;)*
                let result: $result = $body;
                $($crate::args::Arg::put(&$arg, py)?;)*
                let _ = py;
                Ok(result)
            }
        )*

        /// Adds the functions to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}
pub(crate) use functions;

/// Declares functions of a model, its data and further arguments, and `register`, which adds them to the module. Those that
/// `run` names how they are run: `run`, without the interpreter if they can, or `run_attached`, where they take no time.
macro_rules! data_functions {
    ($run:ident $(
        $(#[$meta:meta])*
        fn $name:ident($m:ident, $d:ident, $hooks:pat_param $(, $arg:ident: $ty:ty $(= $length:literal)?)* $(,)?)
            -> $result:ty $body:block
    )*) => {
        $(
            #[pyfunction]
            $(#[$meta])*
            #[allow(unused_mut, reason = "one macro takes arguments of all kinds")]
            #[allow(clippy::too_many_arguments, reason = "functions of Python have MuJoCo's arguments")]
            fn $name(
                $m: &Bound<'_, $crate::model::NativeModel>,
                $d: &Bound<'_, $crate::data::NativeData>,
                $($arg: Option<&Bound<'_, PyAny>>),*
            ) -> PyResult<$result> {
                let py = $m.py();
                $(let mut $arg = <$ty as $crate::args::Arg>::take(
                    $arg, stringify!($arg), None::<usize>$(.or(Some($length)))?)?;)*
                let result = $crate::data::$run($m, $d, |$m, $d, $hooks| -> PyResult<$result> {
                    let result: $result = $body;
                    Ok(result)
                })??;
                $($crate::args::Arg::put(&$arg, py)?;)*
                let _ = py;
                Ok(result)
            }
        )*

        /// Adds the functions to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}
pub(crate) use data_functions;

/// Declares functions of a model and further arguments, and `register`, which adds them to the module.
macro_rules! model_functions {
    ($(
        $(#[$meta:meta])*
        fn $name:ident($m:ident $(, $arg:ident: $ty:ty $(= $length:literal)?)* $(,)?) -> $result:ty $body:block
    )*) => {
        $(
            #[pyfunction]
            $(#[$meta])*
            #[allow(unused_mut, reason = "one macro takes arguments of all kinds")]
            #[allow(clippy::too_many_arguments, reason = "functions of Python have MuJoCo's arguments")]
            fn $name(
                $m: &Bound<'_, $crate::model::NativeModel>,
                $($arg: Option<&Bound<'_, PyAny>>),*
            ) -> PyResult<$result> {
                let py = $m.py();
                $(let mut $arg = <$ty as $crate::args::Arg>::take(
                    $arg, stringify!($arg), None::<usize>$(.or(Some($length)))?)?;)*
                let model = $m.get().cell.sound(py)?;
                let mut body = |$m: &ligament::model::Model| -> PyResult<$result> {
                    let result: $result = $body;
                    Ok(result)
                };
                let result = body(&model)?;
                $($crate::args::Arg::put(&$arg, py)?;)*
                let _ = py;
                Ok(result)
            }
        )*

        /// Adds the functions to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}
pub(crate) use model_functions;

//! Values of fields as Python objects and back.

use ligament::spec::value::{Value, ValueType};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The type of a field as a text: `real`, `array 3 real`, `optional real`, `list int`, `enum mjtGeom`, …
pub fn describe(ty: &ValueType) -> String {
    match ty {
        ValueType::Bool => "bool".into(),
        ValueType::Int => "int".into(),
        ValueType::Real => "real".into(),
        ValueType::Single => "single".into(),
        ValueType::Text => "text".into(),
        ValueType::Auto => "auto".into(),
        ValueType::Enum(name) => format!("enum {name}"),
        ValueType::Array(of, count) => format!("array {count} {}", describe(of)),
        ValueType::List(of) => format!("list {}", describe(of)),
        ValueType::Optional(of) => format!("optional {}", describe(of)),
        ValueType::Record(name) => format!("record {name}"),
    }
}

/// A value for Python: numbers, texts, lists and dictionaries.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::None => py.None().into_bound(py),
        Value::Bool(x) => x.into_pyobject(py)?.to_owned().into_any(),
        Value::Int(x) => x.into_pyobject(py)?.into_any(),
        Value::Real(x) => x.into_pyobject(py)?.into_any(),
        Value::Single(x) => x.into_pyobject(py)?.into_any(),
        Value::Ints(x) => PyList::new(py, x)?.into_any(),
        Value::Reals(x) => PyList::new(py, x)?.into_any(),
        Value::Singles(x) => PyList::new(py, x)?.into_any(),
        Value::Text(x) => x.into_pyobject(py)?.into_any(),
        Value::Texts(x) => PyList::new(py, x)?.into_any(),
        Value::Record(entries) => {
            let record = PyDict::new(py);
            for (name, value) in entries {
                record.set_item(name, to_python(py, value)?)?;
            }
            record.into_any()
        }
        Value::List(list) => {
            let items: PyResult<Vec<_>> = list.iter().map(|x| to_python(py, x)).collect();
            PyList::new(py, items?)?.into_any()
        }
    })
}

/// Names of the entries of records.
const ENTRIES: [&str; 36] = [
    "type",
    "quat",
    "axisangle",
    "xyaxes",
    "zaxis",
    "euler",
    "pos",
    "orientation",
    "mass",
    "diaginertia",
    "fullinertia",
    "joint",
    "coef",
    "site",
    "geom",
    "sidesite",
    "divisor",
    "body",
    "bindpos",
    "bindquat",
    "vertid",
    "vertweight",
    "objtype",
    "objname",
    "prm",
    "mode",
    "useexisting",
    "uselimit",
    "accel",
    "maxforce",
    "timeconst",
    "timestep",
    "inttotal",
    "interval",
    "tolrange",
    "path",
];

/// The value that a Python object stands for, as a field of a type takes it.
pub fn from_python(object: &Bound<'_, PyAny>, ty: &ValueType) -> PyResult<Value> {
    Ok(match ty {
        ValueType::Optional(of) if object.is_none() => {
            let _ = of;
            Value::None
        }
        ValueType::Optional(of) => from_python(object, of)?,
        ValueType::Bool => Value::Bool(object.is_truthy()?),
        ValueType::Int | ValueType::Enum(_) | ValueType::Auto => Value::Int(object.extract()?),
        ValueType::Real | ValueType::Single => Value::Real(object.extract()?),
        ValueType::Text => Value::Text(object.extract()?),
        ValueType::Array(of, _) | ValueType::List(of) => list(object, of)?,
        ValueType::Record(_) => record(object)?,
    })
}

fn list(object: &Bound<'_, PyAny>, of: &ValueType) -> PyResult<Value> {
    Ok(match of {
        ValueType::Real => Value::Reals(object.extract()?),
        ValueType::Single => Value::Reals(object.extract()?),
        ValueType::Int => match object.extract::<Vec<i32>>() {
            Ok(list) => Value::Ints(list),
            Err(error) => return Err(error),
        },
        ValueType::Text => Value::Texts(object.extract()?),
        _ => {
            let items: PyResult<Vec<Value>> = object
                .try_iter()?
                .map(|item| from_python(&item?, of))
                .collect();
            Value::List(items?)
        }
    })
}

fn record(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    let entries = object.cast::<PyDict>()?;
    let mut out = Vec::with_capacity(entries.len());
    for (name, value) in entries {
        let name: String = name.extract()?;
        let known = ENTRIES.iter().find(|entry| **entry == name);
        let known =
            known.ok_or_else(|| PyValueError::new_err(format!("unknown entry '{name}'")))?;
        out.push((*known, free(&value)?));
    }
    Ok(Value::Record(out))
}

/// The value of an entry of a record, by what the object is.
fn free(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    if object.is_none() {
        Ok(Value::None)
    } else if let Ok(text) = object.extract::<String>() {
        Ok(Value::Text(text))
    } else if object.cast::<PyDict>().is_ok() {
        record(object)
    } else if let Ok(whole) = object.extract::<i64>() {
        Ok(Value::Int(whole))
    } else if let Ok(number) = object.extract::<f64>() {
        Ok(Value::Real(number))
    } else if let Ok(numbers) = object.extract::<Vec<f64>>() {
        Ok(Value::Reals(numbers))
    } else {
        Err(PyTypeError::new_err("expected numbers or a text"))
    }
}

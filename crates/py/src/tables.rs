//! The tables that Python builds its classes from.

use ligament::model::enums::Keyword;
use ligament::model::{Field, Model, Scalar, enums};
use pyo3::prelude::*;

use crate::view::kind;

/// A field: group (empty for arrays), name, documentation, NumPy type, name of the size that counts its rows, and whether
/// it is one number per row.
type Row = (
    String,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    bool,
);

/// All arrays of a model.
#[pyfunction]
pub fn fields() -> Vec<Row> {
    let mut rows = Vec::new();
    Model::default().visit(&mut |field, column| {
        let kind = kind(column.scalar());
        rows.push((
            String::new(),
            field.name,
            field.doc,
            kind,
            field.size,
            field.flat,
        ));
    });
    rows
}

/// All single values of a model: options, visual options, statistics, flags.
#[pyfunction]
pub fn records() -> Vec<Row> {
    let mut rows = Vec::new();
    Model::default().visit_records(&mut |group, field, column| {
        let kind = kind(column.scalar());
        rows.push((
            group.into(),
            field.name,
            field.doc,
            kind,
            field.size,
            field.flat,
        ));
    });
    rows
}

/// The place of the array of a model with a name.
pub fn array_index(name: &str) -> Option<usize> {
    fields().iter().position(|row| row.1 == name)
}

/// The place of a single value of a model, what the table says about it, and its type.
pub fn record_index(group: &str, name: &str) -> Option<(usize, Field, Scalar)> {
    let (mut index, mut found) = (0, None);
    Model::default().visit_records(&mut |g, field, column| {
        if g == group && field.name == name {
            found = Some((index, field, column.scalar()));
        }
        index += 1;
    });
    found
}

/// All sizes of a model: name and documentation.
#[pyfunction]
pub fn sizes() -> Vec<(&'static str, &'static str)> {
    let mut rows = Vec::new();
    Model::default()
        .size
        .visit(&mut |name, doc, _| rows.push((name, doc)));
    rows
}

/// Lists enumerations with MuJoCo's names and numbers.
macro_rules! listed {
    ($($enum:ident)*) => {
        vec![$((enums::$enum::NAME, listing::<enums::$enum>())),*]
    };
}

/// Names and numbers of the values of one enumeration.
fn listing<E: Keyword>() -> Vec<(&'static str, i32)> {
    E::ALL
        .iter()
        .map(|value| (value.symbol(), value.number()))
        .collect()
}

/// The enumerations the engine knows: name, and the names and numbers of the values.
#[pyfunction]
pub fn enumerations() -> Vec<(&'static str, Vec<(&'static str, i32)>)> {
    listed! {
        JointType GeomType CamLightMode Projection LightType TextureType TextureRole ColorSpace Integrator Cone JacobianType
        Solver EqualityType TendonType WrapType TransmissionType DynamicsType GainType BiasType ObjectType SensorType Stage
        DataType SameFrame SleepPolicy LengthRangeMode FlexSelf
    }
}

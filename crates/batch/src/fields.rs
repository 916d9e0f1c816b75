//! Fields of the model with a value per world (domain randomisation), without new tables where none are needed.

use std::sync::Arc;

use ligament_engine::prepared::Dependence;
use ligament_model::{Model, Scalar};

use crate::seat::Dress;

/// Where a field of a model is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldPlace {
    /// An array, by its position in [`Model::visit`].
    Array(usize),
    /// An option, by its position in [`Model::visit_records`].
    Option(usize),
}

/// What is known about a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldInfo {
    /// Where it is.
    pub place: FieldPlace,
    /// How many numbers it has.
    pub count: usize,
    /// Their type.
    pub scalar: Scalar,
    /// How tables depend on it.
    pub dependence: Dependence,
}

/// Looks for a field: an array by MuJoCo's name, an option as `opt.name`.
pub fn find_field(m: &Model, name: &str) -> Option<FieldInfo> {
    let mut found = None;
    let mut position = 0;
    if let Some(option) = name.strip_prefix("opt.") {
        m.visit_records(&mut |group, field, column| {
            if group == "opt" && field.name == option {
                found = Some(FieldInfo {
                    place: FieldPlace::Option(position),
                    count: column.rows() * column.width(),
                    scalar: column.scalar(),
                    // stages read options when they need them
                    dependence: Dependence::None,
                });
            }
            position += 1;
        });
    } else {
        m.visit(&mut |field, column| {
            if field.name == name {
                found = Some(FieldInfo {
                    place: FieldPlace::Array(position),
                    count: column.rows() * column.width(),
                    scalar: column.scalar(),
                    dependence: Dependence::of(name, column.scalar()),
                });
            }
            position += 1;
        });
    }
    found
}

/// How a set of fields is written into a model.
///
/// A plan of collisions that was made for larger margins serves smaller ones; where options differ as well, which may call for
/// other plans, every world gets its own.
pub fn settle(infos: &mut [FieldInfo]) {
    let options = infos
        .iter()
        .any(|info| matches!(info.place, FieldPlace::Option(_)));
    if options {
        for info in infos
            .iter_mut()
            .filter(|info| info.dependence == Dependence::Largest)
        {
            info.dependence = Dependence::Every;
        }
    }
}

/// Floating-point fields of a model with a value per world.
#[derive(Clone, Debug, Default)]
pub struct WorldFields {
    fields: Vec<WorldField>,
}

#[derive(Clone, Debug)]
struct WorldField {
    name: String,
    info: FieldInfo,
    values: Vec<f64>,
}

impl WorldFields {
    /// Whether all worlds are alike.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// The values of a field, world after world; at first those of the model. None unless it is a field of 64-bit floats.
    pub fn expand(&mut self, m: &Model, worlds: usize, name: &str) -> Option<&mut [f64]> {
        if let Some(at) = self.fields.iter().position(|field| field.name == name) {
            return Some(&mut self.fields[at].values);
        }
        let info = find_field(m, name).filter(|info| info.scalar == Scalar::F64)?;
        let mut values = Vec::new();
        match info.place {
            FieldPlace::Array(index) => {
                m.with_column(index, &mut |_, column| values = column.to_f64())
            }
            FieldPlace::Option(index) => {
                m.with_record(index, &mut |_, _, column| values = column.to_f64())
            }
        }
        self.fields.push(WorldField {
            name: name.to_owned(),
            info,
            values: values.repeat(worlds),
        });
        self.fields.last_mut().map(|field| &mut field.values[..])
    }

    /// The values of a field that was expanded.
    pub fn get(&self, name: &str) -> Option<&[f64]> {
        let field = self.fields.iter().find(|field| field.name == name)?;
        Some(&field.values)
    }

    /// Brings the model that all seats copy up to date: it has the largest margins of any world.
    pub(crate) fn enclose(
        &self,
        base: &Arc<Model>,
        known: &mut Option<Arc<Model>>,
    ) -> (Arc<Model>, Vec<FieldInfo>) {
        let mut infos: Vec<FieldInfo> = self.fields.iter().map(|field| field.info).collect();
        settle(&mut infos);
        let largest = |field: &WorldField| {
            let mut most = vec![f64::NEG_INFINITY; field.info.count];
            for row in field.values.chunks_exact(field.info.count.max(1)) {
                most.iter_mut()
                    .zip(row)
                    .for_each(|(most, x)| *most = most.max(*x));
            }
            most
        };
        let bounds: Vec<(FieldPlace, Vec<f64>)> = self
            .fields
            .iter()
            .zip(&infos)
            .filter(|(_, info)| info.dependence == Dependence::Largest)
            .map(|(field, info)| (info.place, largest(field)))
            .collect();
        if bounds.is_empty() {
            *known = None;
            return (Arc::clone(base), infos);
        }
        let same = |m: &Model| {
            bounds.iter().all(|(place, most)| {
                let mut equal = false;
                if let FieldPlace::Array(index) = place {
                    m.with_column(*index, &mut |_, column| equal = column.to_f64() == *most);
                }
                equal
            })
        };
        if !known.as_deref().is_some_and(same) {
            let mut model = Model::clone(base);
            for (place, most) in &bounds {
                if let FieldPlace::Array(index) = place {
                    let bytes: Vec<u8> = most.iter().flat_map(|x| x.to_le_bytes()).collect();
                    model.with_column_mut(*index, &mut |_, column| {
                        column.take(&bytes);
                    });
                }
            }
            *known = Some(Arc::new(model));
        }
        (Arc::clone(known.as_ref().unwrap_or(base)), infos)
    }
}

/// The fields, with how each is written.
pub(crate) struct Dressing<'a> {
    pub fields: &'a WorldFields,
    pub infos: Vec<FieldInfo>,
}

impl Dress for Dressing<'_> {
    fn dress(&self, world: usize, model: &mut Model) -> Result<(), String> {
        let mut checked = true;
        for (field, info) in self.fields.fields.iter().zip(&self.infos) {
            let count = info.count;
            let row = &field.values[world * count..(world + 1) * count];
            let bytes: Vec<u8> = row.iter().flat_map(|x| x.to_le_bytes()).collect();
            write(model, info, &mut |column| {
                column.take(&bytes);
            });
            checked &= info.dependence != Dependence::Every;
        }
        if checked {
            return Ok(());
        }
        model.validate().map_err(|why| why.to_string())
    }
}

/// Calls `f` with a field of a model, to change. Stamps stay where no table depends on it.
pub fn write(
    model: &mut Model,
    info: &FieldInfo,
    f: &mut dyn FnMut(&mut dyn ligament_model::Column),
) {
    match (info.place, info.dependence) {
        (FieldPlace::Array(index), Dependence::Every) => {
            model.with_column_mut(index, &mut |_, column| f(column));
        }
        (FieldPlace::Array(index), _) => model.with_column_kept(index, &mut |_, column| f(column)),
        (FieldPlace::Option(index), _) => {
            model.with_record_mut(index, &mut |_, _, column| f(column));
        }
    }
}

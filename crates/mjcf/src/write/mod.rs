//! Writing: from an editable model to text.
//!
//! The tables that reading uses say what to write: every attribute that differs from the prototype of the element's
//! default class. Numbers are written so that they read back exactly. Actuators are written as `general`. Parts of other
//! models that were attached under other units, Euler sequences or directories are converted to those of the model.

mod outside;
mod printer;
mod settings;
mod settle;
mod tree;

#[cfg(test)]
mod tests;

use ligament_spec::resolve::Resolved;
use ligament_spec::{Class, Problem, Spec};

use crate::schema::Row;
use printer::Printer;

/// How to write a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// Directory in which the file is going to be, if that is not the directory of the file that was read: the names of
    /// assets are changed so that they lead from there to the same files.
    pub directory: Option<String>,
}

/// Writes a model as MJCF. What the format cannot express, or what was read without being understood, is an error.
pub fn write_string(spec: &Spec, options: &WriteOptions) -> Result<String, Problem> {
    if let Some(part) = spec.unsupported.first() {
        let message = format!(
            "<{}> is not supported yet and cannot be written",
            part.element
        );
        return Err(Problem::error(&part.at, &part.element, &part.name, message));
    }
    let spec = settle::settle(spec.resolve(), options)?;
    let mut writer = Writer {
        spec: &spec,
        out: Printer::new(),
    };
    writer.document()?;
    Ok(writer.out.finish())
}

struct Writer<'a> {
    spec: &'a Resolved,
    out: Printer,
}

/// Attributes to write.
type Attributes = Vec<(&'static str, String)>;

/// Adds the attributes of `value` that differ from `base`, and those that must be given.
fn attributes<T>(list: &mut Attributes, rows: &[Row<T>], value: &T, base: &T) {
    for row in rows {
        let name = row.attribute.name;
        let text = if row.attribute.required {
            Some((row.show)(value))
        } else {
            (row.write)(value, base)
        };
        if let Some(text) = text
            && list.iter().all(|(known, _)| *known != name)
        {
            list.push((name, text));
        }
    }
}

/// The attributes of an element that has a prototype. The prototype's own name and class do not count.
fn differences<T>(rows: &[Row<T>], value: &T, base: &T) -> Attributes {
    let mut list = Attributes::new();
    attributes(&mut list, rows, value, base);
    list
}

impl Writer<'_> {
    /// The class with this name; the outermost if there is none.
    fn class(&self, name: &str) -> &Class {
        self.spec.class(name).unwrap_or(&self.spec.classes[0])
    }

    fn document(&mut self) -> Result<(), Problem> {
        self.out
            .open("mujoco", vec![("model", self.spec.name.clone())]);
        self.compiler();
        self.option();
        self.size();
        self.visual();
        self.statistic();
        self.defaults();
        self.custom();
        self.assets();
        self.world();
        self.skins();
        self.contact();
        self.equality()?;
        self.tendons();
        self.actuators();
        self.sensors()?;
        self.keyframes()?;
        self.out.close("mujoco");
        Ok(())
    }
}

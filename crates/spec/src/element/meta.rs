//! What is known of an element beside its values: which fields were written, and where it is.

use super::{Body, Frame, Named};
use crate::arena::{Id, Stored};
use crate::value::{Value, ValueType};

/// A set of fields, by their position in the table of the element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowSet(u64);

impl RowSet {
    /// All fields.
    pub const ALL: Self = Self(u64::MAX);

    /// True if the field is in the set.
    pub fn has(self, row: usize) -> bool {
        row < 64 && self.0 & (1 << row) != 0
    }

    /// Adds a field.
    pub fn insert(&mut self, row: usize) {
        if row < 64 {
            self.0 |= 1 << row;
        }
    }

    /// What either has.
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What the set does not have.
    pub fn others(self) -> Self {
        Self(!self.0)
    }

    /// True if there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Which fields of an element were written, and where it is. Does not take part in comparisons.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meta {
    /// What the user wrote. Everything else follows the default class until the model is compiled.
    pub written: RowSet,
    /// What was taken over from the default class and follows it no longer.
    pub held: RowSet,
    /// The body it belongs to.
    pub(crate) body: Option<Id<Body>>,
    /// The frame it is in.
    pub(crate) frame: Option<Id<Frame>>,
    /// The state of the default classes from which the values that nobody wrote were taken.
    pub(crate) revision: u64,
}

impl PartialEq for Meta {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// What is known of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldInfo {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// What values it takes.
    pub ty: ValueType,
}

/// Fields by name, with what was written of them.
pub trait Fields {
    /// All fields, in order.
    fn rows(&self) -> &'static [FieldInfo];
    /// The value of a field.
    fn value(&self, name: &str) -> Option<Value>;
    /// Writes a field.
    fn set_value(&mut self, name: &str, value: &Value) -> Result<(), String>;
    /// Which fields were written.
    fn meta(&self) -> &Meta;
    /// Which fields were written, to change.
    fn meta_mut(&mut self) -> &mut Meta;
    /// Marks a field as written; other names change nothing.
    fn mark(&mut self, name: &str);

    /// True if the field was written.
    fn is_written(&self, name: &str) -> bool {
        let row = self.rows().iter().position(|r| r.name == name);
        row.is_some_and(|row| self.meta().written.has(row))
    }

    /// Calls `f` with every field, its value, and whether it was written.
    fn visit(&self, f: &mut dyn FnMut(&'static FieldInfo, Value, bool)) {
        for (row, info) in self.rows().iter().enumerate() {
            if let Some(value) = self.value(info.name) {
                f(info, value, self.meta().written.has(row));
            }
        }
    }
}

/// An element of the model.
pub trait Element:
    Fields + Named + Stored + Clone + Default + PartialEq + std::fmt::Debug + 'static
{
    /// Takes the values of some fields from another element.
    fn take_rows(&mut self, from: &Self, rows: RowSet);
    /// The fields in which two elements differ.
    fn differing(&self, other: &Self) -> RowSet;

    /// Takes what was neither written nor held from the prototype of its class.
    fn follow(&mut self, prototype: &Self) {
        let own = self.meta().written.union(self.meta().held);
        self.take_rows(prototype, own.others());
    }
}

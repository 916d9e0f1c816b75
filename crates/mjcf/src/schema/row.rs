//! Rows: one attribute bound to one field.

use ligament_spec::element::Fields;

/// What the value of an attribute looks like.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Any text.
    Text,
    /// A file name.
    File,
    /// One of these words.
    Word(fn() -> Vec<&'static str>),
    /// Some of these words.
    Words(fn() -> Vec<&'static str>),
    /// Numbers.
    Numbers {
        /// True if whole.
        integer: bool,
        /// The least number of them.
        least: usize,
        /// The greatest number of them; none for no bound.
        most: Option<usize>,
    },
    /// A form of its own, in words.
    Special(&'static str),
}

/// What is known of an attribute apart from its field.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// The name.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// What its value looks like.
    pub kind: Kind,
    /// True if it must be given.
    pub required: bool,
    /// True if it cannot be given in a default class.
    pub own: bool,
    /// The value it has when not given, as written; empty if there is none worth saying.
    pub default: fn() -> String,
}

impl Attribute {
    /// True if prototypes in default classes do not have it.
    pub fn skips_prototypes(&self) -> bool {
        self.own || self.name == "name" || self.name == "class"
    }
}

/// One attribute of `T`.
pub struct Row<T: 'static> {
    /// The attribute.
    pub attribute: Attribute,
    /// Puts the value of the text into the field.
    pub read: fn(&str, &mut T) -> Result<(), String>,
    /// Marks the field as written, where the element keeps account of it.
    pub mark: fn(&mut T),
    /// The text of the field.
    pub show: fn(&T) -> String,
    /// The text of the field, or none if it is the same as in the second.
    pub write: fn(&T, &T) -> Option<String>,
}

/// A table of attributes, whatever they are bound to.
pub trait Table: Sync {
    /// How many there are.
    fn len(&self) -> usize;
    /// True if there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The attribute at a position.
    fn attribute(&'static self, index: usize) -> Option<&'static Attribute>;
}

impl<T> Table for &'static [Row<T>] {
    fn len(&self) -> usize {
        <[Row<T>]>::len(self)
    }
    fn attribute(&'static self, index: usize) -> Option<&'static Attribute> {
        self.get(index).map(|row| &row.attribute)
    }
}

/// Declares a table: `"attribute" => field: Codec, "doc";` rows, in the order in which they are written.
///
/// `whole` in place of a field gives the codec the whole element. `required` and `own` (not in default classes) may
/// follow the codec in brackets. The field may be a path such as `lengthrange.mode`.
macro_rules! rows {
    (
        $(#[$meta:meta])*
        $vis:vis static $table:ident: $element:ty {
            $($name:literal => $($field:ident).+: $codec:ty $([$($facet:ident),*])?, $doc:literal;)*
        }
    ) => {
        $(#[$meta])*
        $vis static $table: &[$crate::schema::Row<$element>] = &[
            $($crate::schema::Row {
                attribute: $crate::schema::Attribute {
                    name: $name,
                    doc: $doc,
                    kind: <$codec as $crate::schema::Codec>::KIND,
                    required: $crate::schema::row::has_required!($($($facet)*)?),
                    own: $crate::schema::row::has_own!($($($facet)*)?),
                    default: || {
                        let element = <$element>::default();
                        <$codec as $crate::schema::Codec>::show($crate::schema::row::place!((&) element $($field).+))
                    },
                },
                read: |text, element| {
                    <$codec as $crate::schema::Codec>::read(
                        text,
                        $crate::schema::row::place!((&mut) element $($field).+),
                    )
                },
                mark: |element| {
                    #[allow(unused_imports, reason = "which of the two applies depends on the type")]
                    use $crate::schema::row::{MarkField as _, MarkNothing as _};
                    (&mut $crate::schema::row::Marked(element)).mark($crate::schema::row::first!($($field).+));
                },
                show: |element| {
                    <$codec as $crate::schema::Codec>::show($crate::schema::row::place!((&) element $($field).+))
                },
                write: |element, base| {
                    <$codec as $crate::schema::Codec>::write(
                        $crate::schema::row::place!((&) element $($field).+),
                        $crate::schema::row::place!((&) base $($field).+),
                    )
                },
            },)*
        ];
    };
}

/// A reference to a field, or to the whole element.
macro_rules! place {
    ((&) $element:ident whole) => { &*std::borrow::Borrow::borrow(&$element) };
    ((&mut) $element:ident whole) => { $element };
    (($($amp:tt)+) $element:ident $($field:ident).+) => { $($amp)+ $element.$($field).+ };
}

/// The name of the field that a path starts with.
macro_rules! first {
    ($field:ident $(. $rest:ident)*) => {
        stringify!($field)
    };
}

/// An element whose field is to be marked as written; elements that keep no account of it are left alone.
pub(crate) struct Marked<'a, T>(pub &'a mut T);

/// Marking in elements that keep account of what was written.
pub(crate) trait MarkField {
    fn mark(&mut self, name: &str);
}

impl<T: Fields> MarkField for Marked<'_, T> {
    fn mark(&mut self, name: &str) {
        self.0.mark(name);
    }
}

/// Marking in everything else; found one reference later, and so only where the other is not.
pub(crate) trait MarkNothing {
    fn mark(&self, _name: &str) {}
}

impl<T> MarkNothing for &mut Marked<'_, T> {}

/// True if the facet is among those listed.
macro_rules! has_required {
    () => { false };
    (required $($rest:ident)*) => { true };
    ($other:ident $($rest:ident)*) => { $crate::schema::row::has_required!($($rest)*) };
}

/// True if the facet is among those listed.
macro_rules! has_own {
    () => { false };
    (own $($rest:ident)*) => { true };
    ($other:ident $($rest:ident)*) => { $crate::schema::row::has_own!($($rest)*) };
}

pub(crate) use {first, has_own, has_required, place, rows};

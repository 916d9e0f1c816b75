//! The grammar of MJCF: one table per element drives reading, default classes, validation, writing, the XML schema and
//! the reference.
//!
//! A row ([`Row`]) binds one attribute to one field of an element of the editable model through a [`Codec`]: how its
//! text becomes the value and back. A [`Node`] is an element of the format: its tables of rows, its children and the
//! rules between its attributes.

pub mod codec;
pub(crate) mod row;
mod rule;

pub mod actuator;
pub mod asset;
pub mod body;
pub mod custom;
pub mod document;
pub mod flex;
pub mod relation;
pub mod sensor;
pub mod settings;
pub mod shortcut;
pub mod visual;

pub use codec::Codec;
pub(crate) use row::rows;
pub use row::{Attribute, Kind, Row, Table};
pub use rule::{ONE_ORIENTATION, Rule};

/// How often a child element may appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// At most once.
    Once,
    /// Any number of times.
    Many,
}

/// An element of the format.
pub struct Node {
    /// The tag.
    pub tag: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// The tables of its attributes.
    pub tables: &'static [&'static dyn Table],
    /// Its children.
    pub children: &'static [Child],
    /// Rules between its attributes.
    pub rules: &'static [Rule],
    /// True for the prototypes inside default classes: these have no name, no class, and no attribute that makes sense
    /// only for one element.
    pub prototype: bool,
    /// True if attributes that it does not know are ignored with a warning.
    pub lenient: bool,
    /// Children that are ignored with a warning.
    pub ignored: &'static [&'static str],
}

/// A child of an element.
pub struct Child {
    /// The element.
    pub node: &'static Node,
    /// How often.
    pub count: Count,
}

impl Node {
    /// An element without attributes, children and rules, to start from.
    pub const EMPTY: Self = Self {
        tag: "",
        doc: "",
        tables: &[],
        children: &[],
        rules: &[],
        prototype: false,
        lenient: false,
        ignored: &[],
    };

    /// All attributes, in order. An attribute that two tables have (an alias of a shortcut) is listed once.
    pub fn attributes(&self) -> Vec<&'static Attribute> {
        let mut list: Vec<&'static Attribute> = Vec::new();
        for table in self.tables {
            for i in 0..table.len() {
                if let Some(attribute) = table.attribute(i)
                    && !(self.prototype && attribute.skips_prototypes())
                    && list.iter().all(|a| a.name != attribute.name)
                {
                    list.push(attribute);
                }
            }
        }
        list
    }

    /// The child with this tag.
    pub fn child(&self, tag: &str) -> Option<&'static Child> {
        self.children.iter().find(|c| c.node.tag == tag)
    }
}

/// A child that appears at most once.
pub const fn once(node: &'static Node) -> Child {
    Child {
        node,
        count: Count::Once,
    }
}

/// A child that appears any number of times.
pub const fn many(node: &'static Node) -> Child {
    Child {
        node,
        count: Count::Many,
    }
}

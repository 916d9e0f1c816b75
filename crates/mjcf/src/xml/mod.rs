//! XML documents with the place of every element and attribute.
//!
//! The dialect is the one MJCF files are written in: what the common lenient readers accept (a double dash inside a
//! comment, `<` inside a value, text between elements, a byte order mark, a document type that is skipped) is accepted;
//! there are no user-defined entities, hence none can grow without bound.

mod parse;

use std::sync::Arc;

use ligament_spec::Origin;

pub use parse::{Fault, parse};

/// Deepest nesting of elements, included files counted.
pub const MAX_DEPTH: usize = 500;

/// Most elements and attributes of one document: a document of that many takes about a gigabyte.
pub const MAX_PARTS: usize = 10_000_000;

/// One `name="value"`.
#[derive(Clone, Debug)]
pub struct XmlAttribute {
    /// The name.
    pub name: String,
    /// The value, with references resolved.
    pub value: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// An element with its attributes and child elements.
#[derive(Clone, Debug, Default)]
pub struct Element {
    /// The tag.
    pub tag: String,
    /// The attributes, in order.
    pub attributes: Vec<XmlAttribute>,
    /// The child elements, in order.
    pub children: Vec<Element>,
    /// Contents of character data sections (`<![CDATA[…]]>`) directly inside, joined.
    pub data: String,
    /// Where it was written.
    pub at: Origin,
    /// Directory of the file that includes it, for elements that came from an included file.
    pub dir: Option<Arc<str>>,
}

impl Element {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|a| a.name == name)
            .map(|a| a.value.as_str())
    }

    /// True if the attribute is present.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The name that the element states, for messages.
    pub fn label(&self) -> &str {
        self.get("name").unwrap_or("")
    }

    /// The first child with this tag.
    pub fn child(&self, tag: &str) -> Option<&Element> {
        self.children.iter().find(|c| c.tag == tag)
    }

    /// Place of an attribute, for messages.
    pub fn place(&self, attribute: &str) -> Origin {
        match self.attributes.iter().find(|a| a.name == attribute) {
            Some(a) => self.place_of(a),
            None => self.at.clone(),
        }
    }

    /// Place of one of the attributes.
    pub fn place_of(&self, attribute: &XmlAttribute) -> Origin {
        Origin {
            line: attribute.line,
            column: attribute.column,
            ..self.at.clone()
        }
    }
}

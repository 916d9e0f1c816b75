//! Building parts of a tree as values.

use crate::element::{Body, Camera, Frame, Geom, Joint, Light, Node, Site};

macro_rules! nodes {
    ($($element:ident),*) => {
        $(impl From<$element> for Node {
            fn from(element: $element) -> Self {
                Self::$element(element)
            }
        })*
    };
}
nodes!(Body, Frame, Joint, Geom, Site, Camera, Light);

impl Body {
    /// Adds an element or frame and gives the body back, so that calls can be chained.
    pub fn with(mut self, node: impl Into<Node>) -> Self {
        self.content.push(node.into());
        self
    }
}

impl Frame {
    /// Adds an element or frame and gives the frame back, so that calls can be chained.
    pub fn with(mut self, node: impl Into<Node>) -> Self {
        self.content.push(node.into());
        self
    }
}

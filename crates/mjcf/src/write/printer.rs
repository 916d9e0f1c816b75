//! XML text with indentation.

use super::Attributes;

/// Collects the text of a document.
#[derive(Debug, Default)]
pub struct Printer {
    text: String,
    depth: usize,
}

impl Printer {
    /// An empty document.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts an element that has something inside.
    pub fn open(&mut self, tag: &str, attributes: Attributes) {
        self.start(tag, &attributes);
        self.text.push_str(">\n");
        self.depth += 1;
    }

    /// Ends it.
    pub fn close(&mut self, tag: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.indent();
        self.text.push_str("</");
        self.text.push_str(tag);
        self.text.push_str(">\n");
    }

    /// An element with nothing inside.
    pub fn leaf(&mut self, tag: &str, attributes: Attributes) {
        self.start(tag, &attributes);
        self.text.push_str("/>\n");
    }

    /// The same, unless it has no attributes.
    pub fn leaf_if_any(&mut self, tag: &str, attributes: Attributes) {
        if !attributes.is_empty() {
            self.leaf(tag, attributes);
        }
    }

    /// The document.
    pub fn finish(self) -> String {
        self.text
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
    }

    fn start(&mut self, tag: &str, attributes: &Attributes) {
        self.indent();
        self.text.push('<');
        self.text.push_str(tag);
        for (name, value) in attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            self.escape(value);
            self.text.push('"');
        }
    }

    fn escape(&mut self, value: &str) {
        for c in value.chars() {
            match c {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                '\n' => self.text.push_str("&#10;"),
                '\r' => self.text.push_str("&#13;"),
                '\t' => self.text.push_str("&#9;"),
                other => self.text.push(other),
            }
        }
    }
}

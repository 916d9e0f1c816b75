//! The XML parser: one pass over the bytes with an explicit stack of open elements.

use std::collections::HashSet;
use std::sync::Arc;

use ligament_spec::Origin;

use super::{Element, MAX_DEPTH, MAX_PARTS, XmlAttribute};

/// Why a document cannot be parsed, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// Parses a document and gives its first top-level element. `file` and `scope` go into the origin of every element;
/// `depth` is the nesting at which the document will be inserted.
pub fn parse(text: &str, file: &Arc<str>, scope: usize, depth: usize) -> Result<Element, Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // A zero byte ends the text, as in the strings of C.
    let text = text.split('\0').next().unwrap_or(text);
    let mut parser = Parser {
        text,
        at: 0,
        line: 1,
        counted: 0,
        column: 1,
        parts: 0,
        origin: Origin {
            file: Arc::clone(file),
            scope,
            ..Origin::default()
        },
    };
    parser.document(depth)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    /// Where columns were last counted, and the column there.
    counted: usize,
    column: u32,
    /// Elements and attributes so far.
    parts: usize,
    origin: Origin,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The column; counts on from where it was last asked for.
    fn column(&mut self) -> u32 {
        let since = self.text.get(self.counted..self.at).unwrap_or("");
        let count = u32::try_from(since.chars().count()).unwrap_or(u32::MAX);
        self.column = self.column.saturating_add(count);
        self.counted = self.at;
        self.column
    }

    /// Counts an element or attribute; refuses documents with too many.
    fn count(&mut self) -> Result<(), Fault> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return self.fault(format!(
                "the document has more than {MAX_PARTS} elements and attributes"
            ));
        }
        Ok(())
    }

    fn fault<T>(&mut self, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault {
            message: message.into(),
            line: self.line,
            column: self.column(),
        })
    }

    /// Moves past `count` bytes, keeping track of lines.
    fn skip(&mut self, count: usize) {
        let end = self.at.saturating_add(count).min(self.text.len());
        for (i, byte) in self.text.as_bytes()[self.at..end].iter().enumerate() {
            if *byte == b'\n' {
                self.line = self.line.saturating_add(1);
                (self.counted, self.column) = (self.at + i + 1, 1);
            }
        }
        self.at = end;
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        let blank = rest.len() - rest.trim_start_matches(is_space).len();
        self.skip(blank);
    }

    /// Moves past everything up to and including `end`; gives what came before it.
    fn until(&mut self, end: &str, what: &str) -> Result<&'a str, Fault> {
        let rest = self.rest();
        match rest.find(end) {
            Some(n) => {
                self.skip(n + end.len());
                Ok(&rest[..n])
            }
            None => self.fault(format!("{what} is not closed; '{end}' is missing")),
        }
    }

    fn document(&mut self, depth: usize) -> Result<Element, Fault> {
        let mut open: Vec<Element> = Vec::new();
        let mut root: Option<Element> = None;
        loop {
            let rest = self.rest();
            let Some(n) = rest.find('<') else {
                return self.end(&open, root);
            };
            self.skip(n);
            if self.markup(open.last_mut())? {
                continue;
            }
            let closed = if self.rest().starts_with("</") {
                Some(self.close(&mut open)?)
            } else {
                if open.len() + depth >= MAX_DEPTH {
                    return self.fault(format!(
                        "elements are nested more than {MAX_DEPTH} levels deep"
                    ));
                }
                let (element, empty) = self.element()?;
                if empty {
                    Some(element)
                } else {
                    open.push(element);
                    None
                }
            };
            if let Some(element) = closed {
                match open.last_mut() {
                    Some(parent) => parent.children.push(element),
                    None => root = root.or(Some(element)),
                }
            }
        }
    }

    /// What to answer when no further markup follows.
    fn end(&mut self, open: &[Element], root: Option<Element>) -> Result<Element, Fault> {
        if let Some(element) = open.last() {
            let message = format!(
                "the document ends inside <{}>, which was opened at line {}",
                element.tag, element.at.line
            );
            self.skip(usize::MAX);
            return self.fault(message);
        }
        match root {
            Some(_) if !self.rest().trim_matches(is_space).is_empty() => {
                self.fault("there is text after the last element")
            }
            Some(root) => Ok(root),
            None => self.fault("the document has no element"),
        }
    }

    /// Skips one comment, declaration or character data section if there is one.
    fn markup(&mut self, parent: Option<&mut Element>) -> Result<bool, Fault> {
        let rest = self.rest();
        if rest.starts_with("<!--") {
            self.skip(4);
            self.until("-->", "a comment")?;
        } else if rest.starts_with("<![CDATA[") {
            self.skip(9);
            let data = self.until("]]>", "a character data section")?;
            if let Some(parent) = parent {
                parent.data.push_str(&data.replace("\r\n", "\n"));
            }
        } else if rest.starts_with("<?") {
            self.skip(2);
            self.until("?>", "a declaration")?;
        } else if rest.starts_with("<!") {
            self.skip(2);
            self.until(">", "a declaration")?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn close(&mut self, open: &mut Vec<Element>) -> Result<Element, Fault> {
        let place = (self.line, self.column());
        self.skip(2);
        let tag = self.name();
        self.skip_space();
        let wrong = |message: String| {
            Err(Fault {
                message,
                line: place.0,
                column: place.1,
            })
        };
        match open.pop() {
            None => wrong(format!("</{tag}> closes nothing")),
            Some(element) if element.tag != tag => wrong(format!(
                "</{tag}> does not close <{}>, which was opened at line {}",
                element.tag, element.at.line
            )),
            Some(element) => {
                if self.rest().starts_with('>') {
                    self.skip(1);
                    Ok(element)
                } else {
                    self.fault(format!("'>' is missing after </{tag}"))
                }
            }
        }
    }

    /// Reads a start tag; true if it is closed at once.
    fn element(&mut self) -> Result<(Element, bool), Fault> {
        self.count()?;
        let at = Origin {
            line: self.line,
            column: self.column(),
            ..self.origin.clone()
        };
        self.skip(1);
        let tag = self.name().to_owned();
        if tag.is_empty() {
            return self.fault("a tag needs a name after '<'");
        }
        let mut element = Element {
            tag,
            at,
            ..Element::default()
        };
        let mut names = Names::default();
        loop {
            self.skip_space();
            let rest = self.rest();
            if rest.starts_with("/>") {
                self.skip(2);
                return Ok((element, true));
            }
            if rest.starts_with('>') {
                self.skip(1);
                return Ok((element, false));
            }
            let attribute = self.attribute(&element.tag)?;
            if !names.insert(&attribute, &element.attributes) {
                return Err(Fault {
                    message: format!(
                        "attribute '{}' is given twice in <{}>",
                        attribute.name, element.tag
                    ),
                    line: attribute.line,
                    column: attribute.column,
                });
            }
            element.attributes.push(attribute);
        }
    }

    fn attribute(&mut self, tag: &str) -> Result<XmlAttribute, Fault> {
        self.count()?;
        let (line, column) = (self.line, self.column());
        let name = self.name().to_owned();
        if name.is_empty() {
            return self.fault(format!(
                "<{tag}> is not closed; an attribute, '>' or '/>' should come here"
            ));
        }
        self.skip_space();
        if !self.rest().starts_with('=') {
            return self.fault(format!("attribute '{name}' of <{tag}> has no '='"));
        }
        self.skip(1);
        self.skip_space();
        let quote = match self.rest().chars().next() {
            Some('"') => "\"",
            Some('\'') => "'",
            _ => {
                return self.fault(format!("the value of '{name}' in <{tag}> is not in quotes"));
            }
        };
        self.skip(1);
        let value = self.until(quote, &format!("the value of '{name}' in <{tag}>"))?;
        Ok(XmlAttribute {
            name,
            value: resolve(value),
            line,
            column,
        })
    }

    /// Reads a name; empty if there is none.
    fn name(&mut self) -> &'a str {
        let rest = self.rest();
        let starts = |c: char| c.is_ascii_alphabetic() || c == '_' || c == ':' || !c.is_ascii();
        if !rest.starts_with(starts) {
            return "";
        }
        let end = rest
            .find(|c: char| !(starts(c) || c.is_ascii_digit() || c == '.' || c == '-'))
            .unwrap_or(rest.len());
        self.skip(end);
        &rest[..end]
    }
}

/// The names of the attributes of an element: a few are compared with each other, many are kept in a set.
#[derive(Default)]
struct Names(HashSet<String>);

impl Names {
    /// How many are few.
    const FEW: usize = 32;

    /// False if one of those before has the name.
    fn insert(&mut self, attribute: &XmlAttribute, before: &[XmlAttribute]) -> bool {
        if before.len() < Self::FEW {
            return before.iter().all(|a| a.name != attribute.name);
        }
        if self.0.is_empty() {
            self.0.extend(before.iter().map(|a| a.name.clone()));
        }
        self.0.insert(attribute.name.clone())
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c')
}

/// Resolves the five named references and numbered characters; anything else that starts with `&` stands for itself.
/// Line ends become `\n`.
fn resolve(value: &str) -> String {
    let value = value.replace("\r\n", "\n").replace('\r', "\n");
    if !value.contains('&') {
        return value;
    }
    let mut out = String::with_capacity(value.len());
    let mut rest = value.as_str();
    while let Some(n) = rest.find('&') {
        out.push_str(&rest[..n]);
        rest = &rest[n..];
        match reference(rest) {
            Some((c, len)) => {
                out.push(c);
                rest = &rest[len..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// The character that a reference at the start of `text` stands for, and the reference's length.
fn reference(text: &str) -> Option<(char, usize)> {
    const NAMED: [(&str, char); 5] = [
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&amp;", '&'),
        ("&quot;", '"'),
        ("&apos;", '\''),
    ];
    if let Some((name, c)) = NAMED.iter().find(|(name, _)| text.starts_with(name)) {
        return Some((*c, name.len()));
    }
    let body = text.strip_prefix("&#")?;
    let digits = &body[..body.find(';')?];
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some((char::from_u32(code)?, digits.len() + 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Element, Fault> {
        parse(text, &Arc::from("test.xml"), 0, 0)
    }

    #[test]
    fn places_are_kept() {
        let root = read("<a>\n  <b x='1'\n y=\"2\"/></a>").expect("parses");
        let b = &root.children[0];
        assert_eq!((b.at.line, b.at.column), (2, 3));
        assert_eq!((b.attributes[1].line, b.attributes[1].column), (3, 2));
    }

    #[test]
    fn lenient_forms_are_accepted() {
        for text in [
            "\u{feff}<a/>",
            "<?xml version='1.0'?><!DOCTYPE a><a/>",
            "text<a>text<!-- x -- y --></a>",
            "<a v='<'/>",
            "<a v = 'x' />",
            "<a/><b/>",
        ] {
            assert_eq!(read(text).expect(text).tag, "a");
        }
    }

    #[test]
    fn malformed_documents_are_refused() {
        for text in [
            "",
            "  ",
            "<a",
            "<a>",
            "</a>",
            "<a></b>",
            "<a x/>",
            "<a x=1/>",
            "<a x='1/>",
            "<a x='1' x='2'/>",
            "<a><!-- </a>",
            "<1/>",
            "<a/>text",
            "<a><b></a></b>",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn many_attributes_take_time_in_proportion() {
        let text = |n: usize| {
            let list: String = (0..n).map(|i| format!(" é{i}='1'")).collect();
            format!("<a{list}/>")
        };
        let time = |text: &str| {
            let start = std::time::Instant::now();
            let root = read(text).expect("parses");
            (root, start.elapsed())
        };
        let (root, took) = time(&text(64_000));
        let last = root.attributes.last().expect("there are some");
        assert_eq!(
            last.column as usize,
            root.attributes
                .iter()
                .map(|a| a.name.chars().count() + 5)
                .sum::<usize>()
                - last.name.chars().count()
                - 5
                + 4
        );
        assert!(took.as_secs_f64() < 1.0, "{took:?}");
        let repeated = text(100).replace("é99=", "é7=");
        assert!(read(&repeated).is_err());
    }

    #[test]
    fn references_are_resolved() {
        let root = read("<a v='a&b &amp;&lt;&#65;&#x42;&foo; &#xffffffff;'/>").expect("parses");
        assert_eq!(root.get("v"), Some("a&b &<AB&foo; &#xffffffff;"));
    }

    #[test]
    fn depth_is_bounded() {
        let nest = |n: usize| format!("{}{}", "<a>".repeat(n), "</a>".repeat(n));
        assert!(read(&nest(MAX_DEPTH)).is_ok());
        assert!(read(&nest(MAX_DEPTH + 1)).is_err());
    }
}

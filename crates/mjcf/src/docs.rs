//! The reference of the format, made from the grammar.

use std::fmt::Write as _;

use crate::catalog::{Entry, entries};
use crate::schema::{Attribute, Count, Kind};

/// The reference, as Markdown.
pub fn docs() -> String {
    let mut out = String::from(
        "# MJCF reference\n\n\
         Every element and attribute that is read. Attributes marked with * must be given. Attributes without a default\n\
         are absent unless given. Inside any element, `<include file=\"…\"/>` stands for the elements of another file.\n",
    );
    for entry in entries() {
        section(&mut out, &entry);
    }
    out
}

fn section(out: &mut String, entry: &Entry) {
    let _ = write!(out, "\n## {}\n\n{}\n", entry.path, entry.node.doc);
    if !entry.node.children.is_empty() {
        let children: Vec<String> = entry
            .node
            .children
            .iter()
            .map(|c| match c.count {
                Count::Once => format!("`{}` (once)", c.node.tag),
                Count::Many => format!("`{}`", c.node.tag),
            })
            .collect();
        let _ = write!(out, "\nContains {}.\n", children.join(", "));
    }
    let attributes = entry.node.attributes();
    if attributes.is_empty() {
        return;
    }
    out.push_str("\n| attribute | value | default | meaning |\n|---|---|---|---|\n");
    for attribute in attributes {
        let star = if attribute.required { "*" } else { "" };
        let _ = writeln!(
            out,
            "| `{}`{star} | {} | {} | {} |",
            attribute.name,
            value(attribute),
            default(attribute),
            attribute.doc.replace('|', "\\|"),
        );
    }
}

/// What a value looks like, in words.
fn value(attribute: &Attribute) -> String {
    match attribute.kind {
        Kind::Text => "text".into(),
        Kind::File => "file".into(),
        Kind::Special(words) => words.into(),
        Kind::Word(words) => words().join(", "),
        Kind::Words(words) => format!("some of {}", words().join(", ")),
        Kind::Numbers {
            integer,
            least,
            most,
        } => {
            let noun = if integer { "integer" } else { "number" };
            match (least, most) {
                (1, Some(1)) => noun.into(),
                (least, Some(most)) if least == most => format!("{most} {noun}s"),
                (least, Some(most)) => format!("{least} to {most} {noun}s"),
                (_, None) => format!("{noun}s"),
            }
        }
    }
}

/// The value that an attribute has when it is not given.
fn default(attribute: &Attribute) -> String {
    let text = (attribute.default)();
    if attribute.required || text.is_empty() {
        String::new()
    } else {
        format!("`{text}`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_defaults_are_stated() {
        let text = docs();
        assert!(text.contains("| `timestep` | number | `0.002` | Simulation step, in seconds. |"));
        assert!(text.contains("## mujoco/worldbody/geom"), "{text}");
        assert!(text.contains("| `prefix`* |"));
    }
}

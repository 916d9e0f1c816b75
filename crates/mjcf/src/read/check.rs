//! Checking a document against the grammar: known elements and attributes, how often, which together.

use ligament_spec::compile::nearest;
use ligament_spec::{Problem, Problems};

use crate::schema::{Attribute, Count, Kind, Node};
use crate::words::choose;
use crate::xml::Element;

/// Most problems that are reported of one document.
const MOST: usize = 50;

/// Checks an element and everything inside.
pub fn check(xml: &Element, node: &'static Node, problems: &mut Problems) {
    if problems.0.len() >= MOST {
        return;
    }
    known_attributes(xml, node, problems);
    required_attributes(xml, node, problems);
    children(xml, node, problems);
    for inner in &xml.children {
        if let Some(child) = node.child(&inner.tag) {
            check(inner, child.node, problems);
        } else if let Some(node) = ignored(&inner.tag, node) {
            names(inner, node, problems);
        }
    }
}

/// What an ignored element would be if it stood in the tree.
fn ignored(tag: &str, node: &'static Node) -> Option<&'static Node> {
    let tree = node
        .child("worldbody")
        .filter(|_| node.ignored.contains(&tag))?;
    Some(tree.node.child(tag)?.node)
}

/// Checks that the grammar has the elements and attributes of an ignored element, and of everything inside.
fn names(xml: &Element, node: &'static Node, problems: &mut Problems) {
    if problems.0.len() >= MOST {
        return;
    }
    known_attributes(xml, node, problems);
    children(xml, node, problems);
    for inner in &xml.children {
        if let Some(child) = node.child(&inner.tag) {
            names(inner, child.node, problems);
        }
    }
}

fn error(xml: &Element, message: String) -> Problem {
    Problem::error(&xml.at, &xml.tag, xml.label(), message)
}

fn known_attributes(xml: &Element, node: &'static Node, problems: &mut Problems) {
    let known = node.attributes();
    for given in &xml.attributes {
        if problems.0.len() >= MOST {
            return;
        }
        if known.iter().any(|a| a.name == given.name) {
            continue;
        }
        let message = format!("<{}> has no attribute '{}'", xml.tag, given.name);
        let mut problem = error(xml, message);
        problem.at = xml.place_of(given);
        if let Some(word) = nearest(&given.name, known.iter().map(|a| a.name)) {
            problem = problem.help(format!("did you mean '{word}'?"));
        }
        problems.push(if node.lenient {
            problem.warning()
        } else {
            problem
        });
    }
}

fn required_attributes(xml: &Element, node: &'static Node, problems: &mut Problems) {
    for attribute in node.attributes().iter().filter(|a| a.required) {
        // A list of numbers without numbers counts as absent.
        let blank = matches!(attribute.kind, Kind::Numbers { .. });
        let present = xml.get(attribute.name);
        if present.is_none_or(|text| blank && text.trim_ascii().is_empty()) {
            problems.push(error(
                xml,
                format!("attribute '{}' is missing", attribute.name),
            ));
        }
    }
    for rule in node.rules {
        if let Some(message) = rule.broken(xml) {
            problems.push(error(xml, message));
        }
    }
}

fn children(xml: &Element, node: &'static Node, problems: &mut Problems) {
    for inner in &xml.children {
        if node.ignored.contains(&inner.tag.as_str()) {
            let message = format!("<{}> directly inside <{}> is ignored", inner.tag, xml.tag);
            problems.push(
                error(inner, message)
                    .help("it belongs into <worldbody>")
                    .warning(),
            );
        } else if node.child(&inner.tag).is_none() {
            let message = format!("there is no element <{}> inside <{}>", inner.tag, xml.tag);
            let mut problem = error(inner, message);
            if let Some(word) = nearest(&inner.tag, node.children.iter().map(|c| c.node.tag)) {
                problem = problem.help(format!("did you mean <{word}>?"));
            }
            problems.push(problem);
        }
    }
    for child in node.children.iter().filter(|c| c.count == Count::Once) {
        let mut found = xml.children.iter().filter(|c| c.tag == child.node.tag);
        if let (Some(_), Some(second)) = (found.next(), found.next()) {
            let message = format!("<{}> can have only one <{}>", xml.tag, second.tag);
            problems.push(error(second, message));
        }
    }
}

/// Checks the values of all attributes of an element and of everything inside, by their kind.
pub fn values(xml: &Element, node: &'static Node, problems: &mut Problems) {
    for attribute in node.attributes() {
        if let Some(text) = xml.get(attribute.name)
            && let Err(message) = value(text, attribute)
        {
            let message = format!("attribute '{}': {message}", attribute.name);
            let mut problem = error(xml, message);
            problem.at = xml.place(attribute.name);
            problems.push(problem);
        }
    }
    for inner in &xml.children {
        if let Some(child) = node.child(&inner.tag) {
            values(inner, child.node, problems);
        }
    }
}

/// Checks one value by its kind.
fn value(text: &str, attribute: &Attribute) -> Result<(), String> {
    use crate::number::parse_list;
    match attribute.kind {
        Kind::Text | Kind::File | Kind::Special(_) | Kind::Words(_) => Ok(()),
        Kind::Word(words) => {
            let words = words();
            if words.contains(&text) {
                Ok(())
            } else {
                Err(choose(text, &words))
            }
        }
        Kind::Numbers {
            integer,
            least,
            most,
        } => {
            let count = if integer {
                parse_list::<i32>(text)?.len()
            } else {
                parse_list::<f64>(text)?.len()
            };
            let most = most.unwrap_or(usize::MAX);
            if count == 0 || (count >= least && count <= most) {
                Ok(())
            } else {
                Err(format!(
                    "{count} numbers are given, {least} to {most} expected"
                ))
            }
        }
    }
}

//! All elements of the format, each once, with a name that tells elements of the same tag apart.

use std::collections::HashMap;

use crate::schema::Node;
use crate::schema::document::MUJOCO;

/// An element of the format and how it is called.
pub struct Entry {
    /// Tags from the outermost element to this one, joined with `/`; recursion is left out.
    pub path: String,
    /// A name that no other entry has.
    pub name: String,
    /// The element.
    pub node: &'static Node,
}

/// All elements, outer ones before inner ones.
pub fn entries() -> Vec<Entry> {
    let mut entries = visit();
    let shared = |entry: &Entry| {
        entries
            .iter()
            .filter(|e| e.node.tag == entry.node.tag)
            .count()
            > 1
    };
    let names: Vec<String> = entries
        .iter()
        .map(|e| {
            if shared(e) {
                e.path.replace('/', "_")
            } else {
                e.node.tag.to_owned()
            }
        })
        .collect();
    for (entry, name) in entries.iter_mut().zip(names) {
        entry.name = name;
    }
    entries
}

/// Finds all elements level by level, so that each is listed under its shortest path, and sorts them by section.
fn visit() -> Vec<Entry> {
    let mut entries = vec![Entry {
        path: MUJOCO.tag.to_owned(),
        name: String::new(),
        node: &MUJOCO,
    }];
    let mut next = 0;
    while let Some(outer) = entries.get(next) {
        let (path, node) = (outer.path.clone(), outer.node);
        for child in node.children {
            if !entries.iter().any(|e| std::ptr::eq(e.node, child.node)) {
                entries.push(Entry {
                    path: format!("{path}/{}", child.node.tag),
                    name: String::new(),
                    node: child.node,
                });
            }
        }
        next += 1;
    }
    let section = |entry: &Entry| {
        let tag = entry.path.split('/').nth(1).unwrap_or("");
        MUJOCO.children.iter().position(|c| c.node.tag == tag)
    };
    entries.sort_by_key(section);
    entries
}

/// Names by element.
pub fn names(entries: &[Entry]) -> HashMap<*const Node, String> {
    let pair = |e: &Entry| (std::ptr::from_ref(e.node), e.name.clone());
    entries.iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let entries = entries();
        assert!(entries.len() > 120, "{}", entries.len());
        for (i, a) in entries.iter().enumerate() {
            assert!(entries[..i].iter().all(|b| b.name != a.name), "{}", a.name);
        }
    }
}

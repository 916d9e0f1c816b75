//! The modules of the engine import each other without cycles, so that they stand in layers.
//!
//! An import is any path that goes through the root of the crate: `crate::x…`, `crate::{x, y::z}`, `super::x` from a module
//! below the root. A name that `lib.rs` re-exports counts as its module. Comments and tests are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::source::{self, Source, words};
use crate::step::Outcome;

const ENGINE: &str = "crates/engine/src/";

/// For every module those that it imports, each with a place where it does.
type Imports = BTreeMap<String, BTreeMap<String, String>>;

/// Checks the engine.
pub fn check(root: &Path) -> Outcome {
    let sources = source::below(root, &root.join(ENGINE))?;
    let imports = imports(&sources);
    let layers = match layers(&imports) {
        Ok(layers) => layers,
        Err(cycle) => {
            return Err(format!(
                "modules of the engine import each other in a circle, limit 0:\n{}",
                describe(&cycle, &imports)
            ));
        }
    };
    let mut lines = vec![format!(
        "{} modules of the engine in {} layers, 0 cycles (limit 0); each imports only from above:",
        imports.len(),
        layers.len()
    )];
    lines.extend(
        layers
            .iter()
            .map(|layer| format!("           {}", layer.join(" "))),
    );
    Ok(lines.join("\n"))
}

/// Which modules import which.
fn imports(sources: &[Source]) -> Imports {
    let mut imports: Imports = BTreeMap::new();
    for source in sources {
        if let [first, ..] = &module(&source.path)[..] {
            imports.entry((*first).to_owned()).or_default();
        }
    }
    let root = sources
        .iter()
        .find(|source| module(&source.path).is_empty());
    let exported = root.map(exports).unwrap_or_default();
    for source in sources {
        let path = module(&source.path);
        let [own, ..] = path[..] else { continue };
        for (at, name) in names_in_root(&source.code, path.len()) {
            let target = exported.get(name).map_or(name, String::as_str);
            if target != own && imports.contains_key(target) {
                let place = format!("{}:{}", source.path, source.line(at));
                let own = imports.entry(own.to_owned()).or_default();
                own.entry(target.to_owned()).or_insert(place);
            }
        }
    }
    imports
}

/// The path of the module that a file holds; empty for the root.
fn module(path: &str) -> Vec<&str> {
    let inside = path.trim_start_matches(ENGINE).trim_end_matches(".rs");
    let parts = inside
        .split('/')
        .filter(|part| *part != "mod" && *part != "lib");
    parts.collect()
}

/// Names that the root re-exports, with their modules: `pub use a::B;` and `pub use a::{B, C};`.
fn exports(root: &Source) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for item in root.code.split(';') {
        let mut words = words(item)
            .map(|(_, word)| word)
            .skip_while(|word| *word != "use")
            .skip(1);
        if let Some(module) = words.next() {
            found.extend(words.map(|name| (name.to_owned(), module.to_owned())));
        }
    }
    found
}

/// First names of all paths that go through the root, from a module at some depth.
fn names_in_root(code: &str, depth: usize) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut up = 0;
    for (at, word) in words(code) {
        let rest = &code[at + word.len()..];
        let Some(rest) = rest.strip_prefix("::") else {
            up = 0;
            continue;
        };
        match word {
            "crate" => up = depth,
            "super" => up += 1,
            _ => up = 0,
        }
        if up == depth && (word == "crate" || word == "super") {
            found.extend(first_names(rest).into_iter().map(|name| (at, name)));
        }
    }
    found
}

/// The names that a path goes on with: one, or those of a group.
fn first_names(rest: &str) -> Vec<&str> {
    let Some(group) = rest.strip_prefix('{') else {
        return words(rest)
            .next()
            .map(|(_, word)| word)
            .into_iter()
            .collect();
    };
    let (mut found, mut depth, mut fresh) = (Vec::new(), 0, true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => fresh = true,
            c if fresh && depth == 0 && !c.is_whitespace() => {
                found.extend(words(&group[at..]).next().map(|(_, word)| word));
                fresh = false;
            }
            _ => {}
        }
    }
    found
}

/// The modules by layers, those that import nothing first; or a circle of modules.
fn layers(imports: &Imports) -> Result<Vec<Vec<String>>, Vec<String>> {
    let mut placed = BTreeSet::new();
    let mut layers = Vec::new();
    while placed.len() < imports.len() {
        let free = imports.iter().filter(|(name, uses)| {
            !placed.contains(*name) && uses.keys().all(|used| placed.contains(used))
        });
        let layer: Vec<String> = free.map(|(name, _)| name.clone()).collect();
        if layer.is_empty() {
            return Err(circle(imports, &placed));
        }
        placed.extend(layer.iter().cloned());
        layers.push(layer);
    }
    Ok(layers)
}

/// Follows imports among the modules that have no place until one comes for the second time.
fn circle(imports: &Imports, placed: &BTreeSet<String>) -> Vec<String> {
    let mut walk: Vec<String> = Vec::new();
    let mut next = imports.keys().find(|name| !placed.contains(*name));
    while let Some(name) = next {
        if let Some(start) = walk.iter().position(|seen| seen == name) {
            return walk.split_off(start);
        }
        walk.push(name.clone());
        next = imports[name].keys().find(|used| !placed.contains(*used));
    }
    walk
}

/// Every import of a circle with its place.
fn describe(circle: &[String], imports: &Imports) -> String {
    let next = circle.iter().cycle().skip(1);
    let lines = circle.iter().zip(next).map(|(from, to)| {
        let place = imports[from].get(to).map_or("", String::as_str);
        format!("{place}: {from} imports {to}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(files: &[(&str, &str)]) -> Imports {
        let source = |(name, text): &(&str, &str)| Source::new(&format!("{ENGINE}{name}"), text);
        imports(&files.iter().map(source).collect::<Vec<_>>())
    }

    #[test]
    fn layers_follow_imports() {
        let imports = engine(&[
            ("lib.rs", "pub mod a; pub use a::Thing; pub use c::{D, e};"),
            ("a.rs", "// use crate::c;\nuse std::fmt;"),
            ("b/mod.rs", "use crate::{Thing, b::inner};"),
            (
                "b/inner.rs",
                "use super::super::a; #[cfg(test)] mod tests { use crate::c; }",
            ),
            (
                "c.rs",
                "use super::b::{self, inner::X};\nfn f() -> crate::a::Thing {}",
            ),
        ]);
        let layers = layers(&imports);
        assert_eq!(
            layers,
            Ok(vec![vec!["a".into()], vec!["b".into()], vec!["c".into()]])
        );
        assert_eq!(imports["c"].len(), 2);
    }

    #[test]
    fn a_circle_is_named_with_its_places() {
        let imports = engine(&[
            ("lib.rs", "pub use c::D;"),
            ("a.rs", "use crate::b::{x, c};"),
            ("b.rs", "\nuse crate::{D};"),
            ("c.rs", "crate::a::f();"),
            ("d.rs", "use crate::a;"),
        ]);
        let circle = layers(&imports).expect_err("there is one");
        assert_eq!(circle, ["a", "b", "c"]);
        assert!(describe(&circle, &imports).contains("crates/engine/src/b.rs:2: b imports c"));
    }
}

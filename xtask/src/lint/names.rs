//! No two types of one crate share a name: struct, enum, union, trait and alias. What macros make is not looked at.

use std::collections::BTreeMap;
use std::path::Path;

use super::source::{self, Source, end_of_item};
use crate::step::Outcome;

/// Checks all crates.
pub fn check(root: &Path) -> Outcome {
    let (mut crates, mut types, mut found) = (0, 0, Vec::new());
    for folder in source::folders(&root.join("crates"))? {
        let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for source in source::below(root, &folder.join("src"))? {
            for (at, name) in declared(&source) {
                let place = format!("{}:{}", source.path, source.line(at));
                places.entry(name.to_owned()).or_default().push(place);
            }
        }
        crates += 1;
        types += places.len();
        let twice = places.into_iter().filter(|(_, places)| places.len() > 1);
        found.extend(twice.map(|(name, places)| format!("{name}: {}", places.join(", "))));
    }
    if found.is_empty() {
        Ok(format!(
            "{types} names of types in {crates} crates, none twice in one"
        ))
    } else {
        let count = found.len();
        found.push(format!(
            "{count} names stand for several types of one crate, of {types}; limit 0"
        ));
        Err(found.join("\n"))
    }
}

/// The types that a file declares, with the places of their names.
fn declared(source: &Source) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut skip = 0;
    let mut before = "";
    for (at, word) in source.words().filter(|(_, word)| *word != "r") {
        if word == "macro_rules" {
            skip = end_of_item(&source.code, at);
        }
        let declares = match before {
            "struct" | "enum" | "union" | "trait" => true,
            "type" => is_top_level(&source.code[..at]),
            _ => false,
        };
        // macros have `struct $name`, and `union` may be the name of something
        let named = word.starts_with(char::is_uppercase) && !source.code[..at].ends_with('$');
        if declares && named && at >= skip {
            found.push((at, word));
        }
        before = word;
    }
    found
}

/// Whether no brace is open at the end of some code: associated types stand within those of their trait.
fn is_top_level(code: &str) -> bool {
    code.matches('{').count() == code.matches('}').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_found() {
        let text = "pub struct A<T>(T);\nenum B {}\nimpl X for A { type Item = u8; }\npub(crate) type C = u8;\n\
            macro_rules! m { () => { struct Hidden; struct $D; } }\nroom! { pub struct E { x: f64 } }\n\
            #[cfg(test)]\nmod tests { struct F; }\ntrait G { type H; }";
        let source = Source::new("x.rs", text);
        let names: Vec<_> = declared(&source)
            .into_iter()
            .map(|(_, name)| name)
            .collect();
        assert_eq!(names, ["A", "B", "C", "E", "G"]);
    }
}

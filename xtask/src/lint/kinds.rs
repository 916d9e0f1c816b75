//! Kinds in one place: how many files know a joint type, an equality kind, an actuator dynamics, a solver, an attribute.
//!
//! Counted are files under `crates/*/src` that are not tests. A file knows a value of an enumeration if its code has
//!
//! - the path `Enum::Value`, also through an alias (`use Enum as E`) or a group (`Enum::{Value, …}`), or `Self::Value` where
//!   the file implements something for the enumeration; or
//! - its MJCF keyword or MuJoCo's name of it as a whole string. A keyword that MJCF uses for other things as well
//!   ([`AMBIGUOUS`]) counts only in a row of a table, behind the value: `Value "keyword"`.
//!
//! Glob imports of these enumerations, behind which values would hide, are refused.
//!
//! An attribute of MJCF is known to a file of the way from the text to the model, its grammar, element, room and compiler
//! (`crates/mjcf`, `crates/spec`, `crates/model`) and of the programs (`crates/py`, `crates/cli`), that has its name as a word
//! or as a whole string. Left out are what the engine makes of the value, other formats (`urdf`), and files that have the
//! name for another thing ([`Attribute::namesakes`]).

use std::path::Path;

use super::source::{self, Source, words};
use crate::step::Outcome;

/// An enumeration, and the most files that may know one of its values.
struct Family {
    about: &'static str,
    enumeration: &'static str,
    limit: usize,
}

const FAMILIES: &[Family] = &[
    Family {
        about: "joint type",
        enumeration: "JointType",
        limit: 6,
    },
    Family {
        about: "equality kind",
        enumeration: "EqualityType",
        limit: 4,
    },
    Family {
        about: "actuator dynamics",
        enumeration: "DynamicsType",
        limit: 3,
    },
    Family {
        about: "solver",
        enumeration: "Solver",
        limit: 2,
    },
];

/// Keywords that are also elements, attributes or values of other enumerations.
const AMBIGUOUS: &[&str] = &[
    "connect",
    "dcmotor",
    "distance",
    "flex",
    "integrator",
    "joint",
    "muscle",
    "none",
    "pid",
    "tendon",
    "user",
];

/// An attribute that goes from the file into an array as it is.
struct Attribute {
    element: &'static str,
    name: &'static str,
    /// Parts of paths where the name stands for something else.
    namesakes: &'static [&'static str],
}

const ATTRIBUTE_LIMIT: usize = 4;

const ATTRIBUTES: &[Attribute] = &[
    Attribute {
        element: "joint",
        name: "frictionloss",
        namesakes: &[
            "tendon",
            "relation.rs",
            "settings.rs",
            "enums",
            "py/src/dynamic",
        ],
    },
    Attribute {
        element: "tendon",
        name: "springlength",
        namesakes: &[],
    },
    Attribute {
        element: "geom",
        name: "solmix",
        namesakes: &["flex", "contact"],
    },
    Attribute {
        element: "camera",
        name: "ipd",
        namesakes: &["visual"],
    },
    Attribute {
        element: "light",
        name: "bulbradius",
        namesakes: &[],
    },
    Attribute {
        element: "material",
        name: "shininess",
        namesakes: &[],
    },
];

/// A thing and the files that know it.
struct Known {
    name: String,
    files: Vec<String>,
}

/// Counts all families.
pub fn check(root: &Path) -> Outcome {
    let sources = source::crates(root)?;
    let (mut lines, mut beyond) = (Vec::new(), globs(&sources));
    for family in FAMILIES {
        let values = values(&sources, family.enumeration);
        if values.is_empty() {
            return Err(format!("no enumeration `{}` was found", family.enumeration));
        }
        let known: Vec<_> = values.iter().map(|value| value.known(&sources)).collect();
        lines.push(summary(family.about, &known, family.limit, &mut beyond));
    }
    let known: Vec<_> = ATTRIBUTES
        .iter()
        .map(|attribute| attribute.known(&sources))
        .collect();
    lines.push(summary("attribute", &known, ATTRIBUTE_LIMIT, &mut beyond));
    let text = format!("files that know a kind\n{}", lines.join("\n"));
    if beyond.is_empty() {
        Ok(text)
    } else {
        Err(format!("{}\n{text}", beyond.join("\n")))
    }
}

/// A line about a family; things beyond the limit are added to `beyond`.
fn summary(about: &str, known: &[Known], limit: usize, beyond: &mut Vec<String>) -> String {
    let count = |thing: &&Known| thing.files.len();
    for thing in known.iter().filter(|thing| thing.files.len() > limit) {
        let files = thing.files.join("\n    ");
        beyond.push(format!(
            "{about} {} is known to {} files, limit {limit}:\n    {files}",
            thing.name,
            thing.files.len()
        ));
    }
    let total: usize = known.iter().map(|thing| thing.files.len()).sum();
    let mean = total as f64 / known.len().max(1) as f64;
    let worst = known.iter().max_by_key(count);
    let (most, name) = worst.map_or((0, ""), |thing| (thing.files.len(), &thing.name));
    format!(
        "           {about:18} at most {most:2} (limit {limit}; {name}), mean {mean:.1} of {}",
        known.len()
    )
}

/// A value of an enumeration.
struct Value {
    enumeration: String,
    variant: String,
    /// MuJoCo's name and the keyword, where there is one.
    strings: Vec<String>,
}

/// The values of an enumeration that is declared with its keywords: `Variant = 0 "mjNAME" "keyword";`.
fn values(sources: &[Source], enumeration: &str) -> Vec<Value> {
    let head = format!("{enumeration} \"");
    let declared = sources.iter().find_map(|source| {
        let start = source.text.find(&head)? + head.len();
        let body = &source.text[start..];
        let open = body.find('{')? + 1;
        Some(&body[open..open + body[open..].find('}')?])
    });
    let rows = declared.unwrap_or_default().split(';');
    let value = |row: &str| {
        let (_, variant) = words(row.split('=').next()?).last()?;
        let strings = row
            .split('"')
            .skip(1)
            .step_by(2)
            .filter(|text| !text.is_empty());
        Some(Value {
            enumeration: enumeration.to_owned(),
            variant: variant.to_owned(),
            strings: strings.map(str::to_owned).collect(),
        })
    };
    rows.filter_map(value).collect()
}

impl Value {
    fn known(&self, sources: &[Source]) -> Known {
        let files = sources.iter().filter(|source| self.is_known_to(source));
        Known {
            name: format!("{}::{}", self.enumeration, self.variant),
            files: files.map(|source| source.path.clone()).collect(),
        }
    }

    fn is_known_to(&self, source: &Source) -> bool {
        let named = source.has_word(&self.enumeration);
        let has = |text: &String| {
            let row = format!("{} \"{text}\"", self.variant);
            (named && source.text.contains(&row))
                || (!AMBIGUOUS.contains(&text.as_str()) && has_string(source, text))
        };
        self.strings.iter().any(has) || (named && self.is_in_a_path(source))
    }

    fn is_in_a_path(&self, source: &Source) -> bool {
        let names = names_of(source, &self.enumeration);
        source.words().any(|(at, word)| {
            let rest = &source.code[at + word.len()..];
            let Some(rest) = rest.strip_prefix("::") else {
                return false;
            };
            if !names.contains(&word) {
                return false;
            }
            match rest.strip_prefix('{') {
                Some(group) => {
                    let group = &group[..group.find('}').unwrap_or(group.len())];
                    words(group).any(|(_, word)| word == self.variant)
                }
                None => words(rest)
                    .next()
                    .is_some_and(|(_, word)| word == self.variant),
            }
        })
    }
}

/// What a file calls an enumeration: its name, aliases, and `Self` where something is implemented for it.
fn names_of<'a>(source: &'a Source, enumeration: &'a str) -> Vec<&'a str> {
    let mut names = vec![enumeration];
    let words: Vec<_> = source.words().map(|(_, word)| word).collect();
    for (i, _) in words
        .iter()
        .enumerate()
        .filter(|(_, word)| **word == enumeration)
    {
        if words.get(i + 1) == Some(&"as") {
            names.extend(words.get(i + 2));
        }
        if i > 0 && matches!(words[i - 1], "for" | "impl") {
            names.push("Self");
        }
    }
    names
}

fn has_string(source: &Source, text: &str) -> bool {
    source.text.contains(&format!("\"{text}\""))
}

/// Glob imports behind which values could hide.
fn globs(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        for name in FAMILIES
            .iter()
            .map(|family| family.enumeration)
            .chain(["enums"])
        {
            let glob = format!("{name}::*");
            let places = source
                .words()
                .filter(|(at, word)| *word == name && source.code[*at..].starts_with(&glob));
            found.extend(places.map(|(at, _)| {
                let (path, line) = (&source.path, source.line(at));
                format!("{path}:{line}: `{glob}` hides which kinds a file knows; name them")
            }));
        }
    }
    found
}

impl Attribute {
    fn known(&self, sources: &[Source]) -> Known {
        let files = sources.iter().filter(|source| self.is_known_to(source));
        Known {
            name: format!("{} {}", self.element, self.name),
            files: files.map(|source| source.path.clone()).collect(),
        }
    }

    fn is_known_to(&self, source: &Source) -> bool {
        let on_the_way = ["mjcf", "spec", "model", "py", "cli"]
            .iter()
            .any(|name| source.path.starts_with(&format!("crates/{name}/src/")));
        let apart = source.path.contains("/urdf/")
            || self.namesakes.iter().any(|part| source.path.contains(part));
        on_the_way && !apart && (source.has_word(self.name) || has_string(source, self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(texts: &[&str]) -> Vec<usize> {
        let source =
            |(i, text): (usize, &&str)| Source::new(&format!("crates/model/src/{i}.rs"), text);
        let sources: Vec<_> = texts.iter().enumerate().map(source).collect();
        let values = values(&sources, "JointType");
        assert_eq!(values.len(), 2);
        values
            .iter()
            .map(|value| value.known(&sources).files.len())
            .collect()
    }

    const DECLARED: &str = r#"keywords! { JointType "mjtJoint" { Free = 0 "mjJNT_FREE" "free"; Joint = 1 "mjJNT_J" "joint"; } }"#;

    #[test]
    fn paths_aliases_groups_and_strings_count() {
        assert_eq!(
            files(&[
                DECLARED,
                "JointType::Freeze; Other::Free",
                "// JointType::Free"
            ]),
            [1, 1]
        );
        assert_eq!(
            files(&[
                DECLARED,
                "x(JointType::Free)",
                "use a::JointType as J; J::Joint"
            ]),
            [2, 2]
        );
        assert_eq!(
            files(&[
                DECLARED,
                "use JointType::{Joint, Free};",
                "\"free\" \"joint\""
            ]),
            [3, 2]
        );
        assert_eq!(
            files(&[
                DECLARED,
                "impl JointType { Self::Free }",
                "JointType! { Joint \"joint\" }"
            ]),
            [2, 2]
        );
        assert_eq!(
            files(&[DECLARED, "#[cfg(test)] mod tests { JointType::Free }"]),
            [1, 1]
        );
    }

    #[test]
    fn globs_are_found() {
        let source = Source::new(
            "x.rs",
            "use m::enums::*;\nuse m::JointType::*;\nuse m::enums::JointType;",
        );
        assert_eq!(globs(&[source]).len(), 2);
    }

    #[test]
    fn attributes_count_on_their_way() {
        let known = |path: &str, text: &str| ATTRIBUTES[0].is_known_to(&Source::new(path, text));
        assert!(known(
            "crates/mjcf/src/schema/body.rs",
            "\"frictionloss\" => x"
        ));
        assert!(known(
            "crates/spec/src/element/joint.rs",
            "frictionloss: f64"
        ));
        assert!(!known(
            "crates/spec/src/element/tendon.rs",
            "frictionloss: f64"
        ));
        assert!(!known(
            "crates/engine/src/constraint/friction.rs",
            "dof.frictionloss"
        ));
        assert!(!known("crates/mjcf/src/urdf/joint.rs", "frictionloss"));
    }
}

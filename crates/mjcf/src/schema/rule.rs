//! Rules about which attributes may appear together.

use crate::xml::Element;

/// A rule about the presence of attributes. A bundle is a group of attributes that belong together.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// At most one of the bundles may be present.
    Exclusive(&'static [&'static [&'static str]]),
    /// All of them or none.
    Together(&'static [&'static str]),
    /// At least one bundle must be complete.
    OneOf(&'static [&'static [&'static str]]),
}

impl Rule {
    /// What is wrong with an element, if anything.
    pub fn broken(&self, element: &Element) -> Option<String> {
        match self {
            Self::Exclusive(bundles) => {
                let present = |bundle: &&&[&str]| bundle.iter().any(|a| element.has(a));
                let found: Vec<_> = bundles.iter().filter(present).collect();
                (found.len() > 1).then(|| {
                    let words: Vec<&str> = found
                        .iter()
                        .filter_map(|b| b.iter().find(|a| element.has(a)).copied())
                        .collect();
                    format!("only one of {} can be given", quoted(&words, "and"))
                })
            }
            Self::Together(attributes) => {
                let present = attributes.iter().filter(|a| element.has(a)).count();
                (present != 0 && present != attributes.len())
                    .then(|| format!("{} must be given together", quoted(attributes, "and")))
            }
            Self::OneOf(bundles) => {
                let complete = |b: &&[&str]| b.iter().all(|a| element.has(a));
                (!bundles.iter().any(complete)).then(|| {
                    let words: Vec<String> = bundles.iter().map(|b| quoted(b, "and")).collect();
                    format!("{} must be given", words.join(", or "))
                })
            }
        }
    }
}

/// `'a', 'b' and 'c'`.
fn quoted(words: &[&str], last: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("'{w}'")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((one, [])) => one.clone(),
        Some((end, start)) => format!("{} {last} {end}", start.join(", ")),
    }
}

/// At most one notation of an orientation.
pub const ONE_ORIENTATION: Rule = Rule::Exclusive(&[
    &["quat"],
    &["axisangle"],
    &["xyaxes"],
    &["zaxis"],
    &["euler"],
]);

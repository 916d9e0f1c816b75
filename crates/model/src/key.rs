//! Objects of a model by name, by id or by position.

use std::fmt;

use crate::Model;
use crate::enums::{Keyword, ObjectType};
use crate::id::Id;
use crate::spelling::nearest;

/// There is no such object in the model.
#[derive(Clone, PartialEq, Eq)]
pub struct NotFound {
    /// What was looked for.
    pub kind: ObjectType,
    /// Its name, or its position.
    pub key: String,
    /// What there is: the nearest name, or a list of names.
    pub help: String,
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, key, help } = self;
        write!(f, "the model has no {} {key}; {help}", kind.keyword())
    }
}

/// The text that users read, so that `?` in `main` prints it.
impl fmt::Debug for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for NotFound {}

/// What tells an object of one kind from others: its name, its id, or its position.
pub trait Key<T: Id> {
    /// The id of the object in a model.
    fn find_in(&self, model: &Model) -> Result<T, NotFound>;
}

impl<T: Id> Key<T> for &str {
    fn find_in(&self, model: &Model) -> Result<T, NotFound> {
        model.id(self).ok_or_else(|| NotFound {
            kind: T::KIND,
            key: format!("'{self}'"),
            help: known_names(model, T::KIND, self),
        })
    }
}

impl<T: Id> Key<T> for &String {
    fn find_in(&self, model: &Model) -> Result<T, NotFound> {
        self.as_str().find_in(model)
    }
}

impl<T: Id> Key<T> for usize {
    fn find_in(&self, model: &Model) -> Result<T, NotFound> {
        T::at(*self).find_in(model)
    }
}

impl<T: Id> Key<T> for T {
    fn find_in(&self, model: &Model) -> Result<T, NotFound> {
        let count = model.name_addresses(T::KIND).map_or(0, <[i32]>::len);
        let missing = |key: String| NotFound {
            kind: T::KIND,
            key,
            help: format!("there are {count}"),
        };
        match self.get() {
            Some(index) if index < count => Ok(*self),
            Some(index) => Err(missing(format!("number {index}"))),
            None => Err(missing("of id none".into())),
        }
    }
}

/// How many names a message lists.
const LISTED: usize = 12;

/// What to say of the names there are.
fn known_names(model: &Model, kind: ObjectType, word: &str) -> String {
    let count = model.name_addresses(kind).map_or(0, <[i32]>::len);
    let names = || {
        (0..count)
            .filter_map(|i| model.name_of(kind, i))
            .filter(|name| !name.is_empty())
    };
    if let Some(near) = nearest(word, names()) {
        return format!("did you mean '{near}'?");
    }
    let listed: Vec<_> = names().take(LISTED).collect();
    match (listed.len(), count) {
        (_, 0) => "it has none".into(),
        (0, _) => format!("it has {count} without names"),
        (LISTED, _) => format!("there are {}, …", listed.join(", ")),
        _ => format!("there are {}", listed.join(", ")),
    }
}

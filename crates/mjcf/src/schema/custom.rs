//! Custom fields and keyframes.

use ligament_model::enums::{Keyword, ObjectType};
use ligament_spec::element::{Key, Numeric, Text as CustomText, Tuple};

use super::codec::{List, One, Text, keywords};
use super::{Codec, Kind, Node, many, rows};
use crate::words::choose;

/// A kind of object.
pub struct AnyObject;

impl Codec for AnyObject {
    type Value = ObjectType;
    const KIND: Kind = Kind::Word(keywords::<ObjectType>);
    fn read(text: &str, value: &mut ObjectType) -> Result<(), String> {
        *value = ObjectType::from_keyword(text)
            .ok_or_else(|| choose(text, &keywords::<ObjectType>()))?;
        Ok(())
    }
    fn show(value: &ObjectType) -> String {
        value.keyword().into()
    }
    fn same(a: &ObjectType, b: &ObjectType) -> bool {
        a == b
    }
}

rows! {
    /// Attributes of custom numbers.
    pub static NUMERIC_ROWS: Numeric {
        "name" => name: Text [required], "Name.";
        "size" => size: One<i32>, "How many numbers; those not given are zero. As many as given if not stated.";
        "data" => data: List<f64>, "The numbers.";
    }
}

rows! {
    /// Attributes of custom texts.
    pub static TEXT_ROWS: CustomText {
        "name" => name: Text [required], "Name.";
        "data" => data: Text, "The text; it may also stand inside the element as character data.";
    }
}

rows! {
    /// Attributes of tuples.
    pub static TUPLE_ROWS: Tuple {
        "name" => name: Text [required], "Name.";
    }
}

/// What an item of a tuple states.
#[derive(Clone, Debug)]
pub struct Item {
    /// Kind of object.
    pub objtype: ObjectType,
    /// Its name.
    pub objname: String,
    /// A number for the user.
    pub prm: f64,
}

impl Default for Item {
    fn default() -> Self {
        Self {
            objtype: ObjectType::Unknown,
            objname: String::new(),
            prm: 0.0,
        }
    }
}

rows! {
    /// Attributes of tuple items.
    pub static ITEM_ROWS: Item {
        "objtype" => objtype: AnyObject [required], "Kind of object.";
        "objname" => objname: Text [required], "Name of the object.";
        "prm" => prm: One<f64>, "A number for the user.";
    }
}

rows! {
    /// Attributes of keyframes.
    pub static KEY_ROWS: Key {
        "name" => name: Text, "Name.";
        "time" => time: One<f64>, "Time.";
        "qpos" => qpos: List<f64>, "Positions.";
        "qvel" => qvel: List<f64>, "Velocities.";
        "act" => act: List<f64>, "Activations.";
        "mpos" => mpos: List<f64>, "Positions of mocap bodies.";
        "mquat" => mquat: List<f64>, "Orientations of mocap bodies.";
        "ctrl" => ctrl: List<f64>, "Controls.";
        "plastic" => plastic: List<f64>, "Plastic deformations.";
    }
}

static NUMERIC: Node = Node {
    tag: "numeric",
    doc: "A named array of numbers.",
    tables: &[&NUMERIC_ROWS],
    ..Node::EMPTY
};
static TEXT: Node = Node {
    tag: "text",
    doc: "A named text.",
    tables: &[&TEXT_ROWS],
    ..Node::EMPTY
};
static ELEMENT: Node = Node {
    tag: "element",
    doc: "An object in a tuple.",
    tables: &[&ITEM_ROWS],
    ..Node::EMPTY
};
static TUPLE: Node = Node {
    tag: "tuple",
    doc: "A named list of objects.",
    tables: &[&TUPLE_ROWS],
    children: &[many(&ELEMENT)],
    ..Node::EMPTY
};
static KEY: Node = Node {
    tag: "key",
    doc: "A state to reset to; vectors not given stand for the reference state.",
    tables: &[&KEY_ROWS],
    ..Node::EMPTY
};

/// Custom fields.
pub static CUSTOM: Node = Node {
    tag: "custom",
    doc: "Numbers, texts and tuples for the user.",
    children: &[many(&NUMERIC), many(&TEXT), many(&TUPLE)],
    ..Node::EMPTY
};

/// Keyframes.
pub static KEYFRAME: Node = Node {
    tag: "keyframe",
    doc: "States to reset to.",
    children: &[many(&KEY)],
    ..Node::EMPTY
};

//! Custom fields, keyframes and extensions.

use ligament_spec::element::{Key, Numeric, Text, Tuple, TupleItem};

use super::Reader;
use crate::schema::custom::{ITEM_ROWS, Item, KEY_ROWS, NUMERIC_ROWS, TEXT_ROWS, TUPLE_ROWS};
use crate::schema::flex::EXTENSION;
use crate::xml::Element;

/// Most numbers of a custom field.
const MOST_NUMBERS: usize = 500;

impl Reader<'_> {
    pub(super) fn extension(&mut self, xml: &Element) {
        self.check_values(xml, &EXTENSION);
        for inner in &xml.children {
            self.spec.unsupported.push(ligament_spec::Unsupported {
                at: inner.at.clone(),
                element: inner.tag.clone(),
                name: inner.get("plugin").unwrap_or("").to_owned(),
            });
        }
    }

    pub(super) fn custom(&mut self, xml: &Element) {
        for inner in &xml.children {
            match inner.tag.as_str() {
                "numeric" => self.numeric(inner),
                "text" => self.text(inner),
                _ => self.tuple(inner),
            }
        }
    }

    fn numeric(&mut self, xml: &Element) {
        let mut numeric = Numeric {
            at: xml.at.clone(),
            ..Numeric::default()
        };
        self.fill(xml, NUMERIC_ROWS, &mut numeric);
        let given = numeric.data.len();
        let size = match xml.get("size").map(|text| text.trim_ascii().is_empty()) {
            Some(false) => usize::try_from(numeric.size).unwrap_or(0),
            _ => given,
        };
        if !(1..=MOST_NUMBERS).contains(&size) {
            self.error(
                xml,
                format!("a custom field has between 1 and {MOST_NUMBERS} numbers"),
            );
        } else if given > size {
            self.error(
                xml,
                format!("{given} numbers are given, but the size is {size}"),
            );
        }
        numeric.size = i32::try_from(size).unwrap_or(0);
        self.spec.push_as_is(numeric);
    }

    fn text(&mut self, xml: &Element) {
        let mut text = Text {
            at: xml.at.clone(),
            ..Text::default()
        };
        self.fill(xml, TEXT_ROWS, &mut text);
        if !xml.has("data") {
            text.data.clone_from(&xml.data);
        }
        if text.data.is_empty() {
            self.error(xml, "the text is empty");
        }
        self.spec.push_as_is(text);
    }

    fn tuple(&mut self, xml: &Element) {
        let mut tuple = Tuple {
            at: xml.at.clone(),
            ..Tuple::default()
        };
        self.fill(xml, TUPLE_ROWS, &mut tuple);
        for inner in &xml.children {
            let mut item = Item::default();
            self.fill(inner, ITEM_ROWS, &mut item);
            tuple.items.push(TupleItem {
                objtype: item.objtype,
                objname: item.objname,
                prm: item.prm,
            });
        }
        self.spec.push_as_is(tuple);
    }

    pub(super) fn keyframe(&mut self, xml: &Element) {
        for inner in &xml.children {
            let mut key = Key {
                at: inner.at.clone(),
                ..Key::default()
            };
            self.fill(inner, KEY_ROWS, &mut key);
            self.spec.push_as_is(key);
        }
    }
}

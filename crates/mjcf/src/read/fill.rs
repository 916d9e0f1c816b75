//! Filling an element from its attributes.

use ligament_spec::Problem;

use super::Reader;
use crate::schema::{Kind, Row};
use crate::xml::Element;

impl Reader<'_> {
    /// Reads every attribute that the rows know into `target`; bad values are collected.
    pub(super) fn fill<T>(&mut self, xml: &Element, rows: &[Row<T>], target: &mut T) {
        for row in rows {
            self.fill_one(xml, row, target);
        }
    }

    /// The same for a prototype in a default class, which has no name and no class.
    pub(super) fn fill_prototype<T>(&mut self, xml: &Element, rows: &[Row<T>], target: &mut T) {
        for row in rows.iter().filter(|r| !r.attribute.skips_prototypes()) {
            self.fill_one(xml, row, target);
        }
    }

    fn fill_one<T>(&mut self, xml: &Element, row: &Row<T>, target: &mut T) {
        let name = row.attribute.name;
        let Some(text) = xml.get(name) else { return };
        let problem =
            |message: String| Problem::error(&xml.place(name), &xml.tag, xml.label(), message);
        if let Err(message) = (row.read)(text, target) {
            self.problems
                .push(problem(format!("attribute '{name}': {message}")));
            return;
        }
        let numbers = matches!(row.attribute.kind, Kind::Numbers { .. });
        if !(numbers && text.trim_ascii().is_empty()) {
            (row.mark)(target);
        }
        if numbers && text.to_ascii_lowercase().contains("nan") {
            let message = format!("attribute '{name}' holds a value that is not a number");
            self.problems.push(problem(message).warning());
        }
    }
}

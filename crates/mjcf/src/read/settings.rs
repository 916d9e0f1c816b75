//! Options, compiler settings, sizes, statistics and visual settings.

use super::Reader;
use crate::schema::settings::{
    COMPILER_ROWS, FLAG_ROWS, LENGTHRANGE_ROWS, OPTION_ROWS, SIZE_ROWS, STATISTIC_ROWS,
};
use crate::schema::visual::{
    GLOBAL_ROWS, HEADLIGHT_ROWS, MAP_ROWS, QUALITY_ROWS, RGBA_ROWS, SCALE_ROWS,
};
use crate::xml::Element;

impl Reader<'_> {
    pub(super) fn compiler(&mut self, xml: &Element) {
        let mut compiler = std::mem::take(&mut self.spec.scopes[0]);
        self.fill(xml, COMPILER_ROWS, &mut compiler);
        if let Some(inner) = xml.child("lengthrange") {
            self.fill(inner, LENGTHRANGE_ROWS, &mut compiler.lengthrange);
        }
        self.spec.scopes[0] = compiler;
    }

    pub(super) fn option(&mut self, xml: &Element) {
        let mut option = std::mem::take(&mut self.spec.option);
        self.fill(xml, OPTION_ROWS, &mut option);
        self.note_written(xml, "");
        if let Some(inner) = xml.child("flag") {
            self.fill(inner, FLAG_ROWS, &mut option);
            self.note_written(inner, "");
        }
        self.spec.option = option;
    }

    pub(super) fn size(&mut self, xml: &Element) {
        let mut size = std::mem::take(&mut self.spec.size);
        self.fill(xml, SIZE_ROWS, &mut size);
        self.spec.size = size;
    }

    pub(super) fn statistic(&mut self, xml: &Element) {
        let mut statistic = std::mem::take(&mut self.spec.statistic);
        self.fill(xml, STATISTIC_ROWS, &mut statistic);
        self.spec.statistic = statistic;
    }

    pub(super) fn visual(&mut self, xml: &Element) {
        let mut visual = std::mem::take(&mut self.spec.visual);
        for inner in &xml.children {
            match inner.tag.as_str() {
                "global" => self.fill(inner, GLOBAL_ROWS, &mut visual.global),
                "quality" => self.fill(inner, QUALITY_ROWS, &mut visual.quality),
                "headlight" => self.fill(inner, HEADLIGHT_ROWS, &mut visual.headlight),
                "map" => self.fill(inner, MAP_ROWS, &mut visual.map),
                "scale" => self.fill(inner, SCALE_ROWS, &mut visual.scale),
                _ => self.fill(inner, RGBA_ROWS, &mut visual.rgba),
            }
            self.note_written(inner, &format!("{}.", inner.tag));
        }
        self.spec.visual = visual;
    }

    /// Notes which options the file states.
    fn note_written(&mut self, xml: &Element, group: &str) {
        let names = xml.attributes.iter().map(|a| format!("{group}{}", a.name));
        self.spec.authored.extend(names);
    }
}

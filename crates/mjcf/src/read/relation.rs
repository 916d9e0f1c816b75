//! Contact pairs and exclusions, equality constraints, tendons.

use ligament_model::enums::{ObjectType, TendonType};
use ligament_spec::element::{Equality, Exclude, Fields, Pair, PathItem, Tendon};

use super::Reader;
use crate::schema::relation::{
    EQUALITIES, EQUALITY_ROWS, EXCLUDE_ROWS, PAIR_ROWS, TENDON_LOOK_ROWS, TENDON_ROWS,
    WRAP_GEOM_ROWS, WRAP_JOINT_ROWS, WRAP_PULLEY_ROWS, WRAP_SITE_ROWS, Wrap,
};
use crate::xml::Element;

impl Reader<'_> {
    pub(super) fn contact(&mut self, xml: &Element) {
        for inner in &xml.children {
            if inner.tag == "pair" {
                let mut pair: Pair = self.start(inner);
                self.fill(inner, PAIR_ROWS, &mut pair);
                self.spec.push_as_is(pair);
            } else {
                let mut exclude = Exclude {
                    at: inner.at.clone(),
                    ..Exclude::default()
                };
                self.fill(inner, EXCLUDE_ROWS, &mut exclude);
                self.spec.push_as_is(exclude);
            }
        }
    }

    pub(super) fn equality(&mut self, xml: &Element) {
        for inner in &xml.children {
            let Some(known) = EQUALITIES.iter().find(|e| e.node.tag == inner.tag) else {
                continue;
            };
            let mut equality: Equality = self.start(inner);
            for name in ["kind", "objtype", "name1", "name2", "data"] {
                equality.mark(name);
            }
            equality.kind = known.kind;
            equality.objtype = ObjectType::Unknown;
            let facts = known.kind.facts();
            if inner.has("body1") {
                equality.data[..facts.own_data].fill(0.0);
            }
            equality.data = facts.data.unwrap_or(equality.data);
            self.fill(inner, EQUALITY_ROWS, &mut equality);
            self.fill(inner, known.rows, &mut equality);
            self.spec.push_as_is(equality);
        }
    }

    pub(super) fn tendons(&mut self, xml: &Element) {
        for inner in &xml.children {
            let mut tendon: Tendon = self.start(inner);
            self.fill(inner, TENDON_ROWS, &mut tendon);
            tendon.kind = if inner.tag == "fixed" {
                TendonType::Fixed
            } else {
                self.fill(inner, TENDON_LOOK_ROWS, &mut tendon);
                TendonType::Spatial
            };
            for item in &inner.children {
                self.path_item(item, &mut tendon);
            }
            tendon.mark("kind");
            tendon.mark("path");
            self.spec.push_as_is(tendon);
        }
    }

    fn path_item(&mut self, xml: &Element, tendon: &mut Tendon) {
        let mut wrap = Wrap::default();
        let item = match xml.tag.as_str() {
            "joint" => {
                self.fill(xml, WRAP_JOINT_ROWS, &mut wrap);
                PathItem::Joint(wrap.joint, wrap.coef)
            }
            "site" => {
                self.fill(xml, WRAP_SITE_ROWS, &mut wrap);
                PathItem::Site(wrap.site)
            }
            "geom" => {
                self.fill(xml, WRAP_GEOM_ROWS, &mut wrap);
                PathItem::Geom(wrap.geom, wrap.sidesite)
            }
            _ => {
                self.fill(xml, WRAP_PULLEY_ROWS, &mut wrap);
                PathItem::Pulley(wrap.divisor)
            }
        };
        tendon.path.push(item);
        tendon.path_at.push(xml.at.clone());
    }
}

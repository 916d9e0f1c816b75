//! The values of a model that are not arrays: options, visual options, statistics and flags, in one list.

use std::array::{from_mut, from_ref};

use crate::Model;
use crate::column::{Column, Field, describe};
use crate::option::{Options, Statistics};
use crate::visual::{
    VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba, VisualScale,
};

/// Rows of records read `"group" place: type;`, bare numbers follow as `field "doc";`.
macro_rules! records {
    (
        $($group:literal $outer:ident $(. $inner:ident)?: $record:ident;)*
        numbers $model:literal { $($field:ident $doc:literal;)* }
    ) => {
        impl Model {
            /// Calls `f` with every value that is not an array, with the name of its group.
            pub fn visit_records(&self, f: &mut dyn FnMut(&'static str, Field, &dyn Column)) {
                $(self.$outer$(.$inner)?.visit(&mut |field, value| f($group, field, value));)*
                $(f($model, single(&self.$field, stringify!($field), $doc), from_ref(&self.$field));)*
            }

            /// Calls `f` with every value that is not an array, with the name of its group, to change.
            pub fn visit_records_mut(&mut self, f: &mut dyn FnMut(&'static str, Field, &mut dyn Column)) {
                $(self.$outer$(.$inner)?.visit_mut(&mut |field, value| f($group, field, value));)*
                $(f($model, single(&self.$field, stringify!($field), $doc), from_mut(&mut self.$field));)*
            }

            /// Calls `f` with one of these values: the one at position `index` in the order of
            /// [`visit_records`](Self::visit_records).
            pub fn with_record(&self, index: usize, f: &mut dyn FnMut(&'static str, Field, &dyn Column)) {
                let mut index = index;
                $(match index.checked_sub($record::VALUES) {
                    None => {
                        let group = &self.$outer$(.$inner)?;
                        return group.with_value(index, &mut |field, value| f($group, field, value));
                    }
                    Some(rest) => index = rest,
                })*
                let mut position = 0_usize..;
                $(if position.next() == Some(index) {
                    return f($model, single(&self.$field, stringify!($field), $doc), from_ref(&self.$field));
                })*
            }

            /// Calls `f` with one of these values, to change: the one at position `index` in the order of
            /// [`visit_records`](Self::visit_records).
            pub fn with_record_mut(
                &mut self,
                index: usize,
                f: &mut dyn FnMut(&'static str, Field, &mut dyn Column),
            ) {
                let mut index = index;
                $(match index.checked_sub($record::VALUES) {
                    None => {
                        let group = &mut self.$outer$(.$inner)?;
                        return group.with_value_mut(index, &mut |field, value| f($group, field, value));
                    }
                    Some(rest) => index = rest,
                })*
                let mut position = 0_usize..;
                $(if position.next() == Some(index) {
                    return f($model, single(&self.$field, stringify!($field), $doc), from_mut(&mut self.$field));
                })*
            }
        }
    };
}

records! {
    "opt" opt: Options;
    "vis.global" vis.global: VisualGlobal;
    "vis.quality" vis.quality: VisualQuality;
    "vis.headlight" vis.headlight: VisualHeadlight;
    "vis.map" vis.map: VisualMap;
    "vis.scale" vis.scale: VisualScale;
    "vis.rgba" vis.rgba: VisualRgba;
    "stat" stat: Statistics;
    numbers "model" {
        flg_gravcomp "Whether a body has gravity compensation.";
        flg_surfacevel "Whether a geom has a surface velocity.";
        flg_adhesion "Whether a geom or pair has adhesion.";
        memory "Bytes reserved for constraints, -1 for automatic.";
    }
}

/// Describes a single number of the model.
fn single<T: crate::Element>(value: &T, name: &'static str, doc: &'static str) -> Field {
    describe(std::slice::from_ref(value), name, doc, "1", 1, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sizes;

    #[test]
    fn positions_are_those_of_the_visits() {
        let mut model = Model::new(Sizes::default());
        let mut arrays = Vec::new();
        model.visit(&mut |field, _| arrays.push(field));
        for (index, &expected) in arrays.iter().enumerate() {
            let mut found = None;
            model.with_column_mut(index, &mut |field, _| found = Some(field));
            assert_eq!(found.take(), Some(expected));
            model.with_column(index, &mut |field, _| found = Some(field));
            assert_eq!(found, Some(expected));
        }
        let mut records = Vec::new();
        model.visit_records(&mut |group, field, _| records.push((group, field)));
        for (index, &expected) in records.iter().enumerate() {
            let mut found = None;
            model.with_record_mut(index, &mut |group, field, _| found = Some((group, field)));
            assert_eq!(found.take(), Some(expected));
            model.with_record(index, &mut |group, field, _| found = Some((group, field)));
            assert_eq!(found, Some(expected));
        }
        model.with_column_mut(arrays.len(), &mut |field, _| panic!("{}", field.name));
        model.with_record_mut(records.len(), &mut |_, field, _| panic!("{}", field.name));
    }

    #[test]
    fn changing_one_array_marks_its_room_only() {
        let mut model = Model::new(Sizes {
            ngeom: 1,
            nbody: 1,
            ..Sizes::default()
        });
        let before = (model.geom.stamp(), model.body.stamp());
        let mut place = None;
        let mut index = 0;
        model.visit(&mut |field, _| {
            if field.name == "geom_margin" {
                place = Some(index);
            }
            index += 1;
        });
        model.with_column_mut(place.unwrap(), &mut |_, column| column.zero());
        assert_ne!(model.geom.stamp(), before.0);
        assert_eq!(model.body.stamp(), before.1);
    }
}

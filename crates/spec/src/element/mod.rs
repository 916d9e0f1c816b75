//! The elements of an editable model. Every field holds the value as written; what is derived from it belongs to the
//! compiler.

mod actuator;
mod asset;
mod body;
mod camera;
mod contact;
mod custom;
mod equality;
mod geom;
mod joint;
mod light;
mod meta;
mod orientation;
mod sensor;
mod site;
mod tendon;

pub use actuator::Actuator;
pub use asset::{Bone, HeightField, Material, Mesh, Skin, Texture};
pub use body::{Body, Frame, Inertial, Node};
pub use camera::Camera;
pub use contact::{Exclude, Pair};
pub use custom::{Key, KeyOwner, KeyPart, Numeric, Text, Tuple, TupleItem};
pub use equality::Equality;
pub use geom::Geom;
pub use joint::Joint;
pub use light::Light;
pub use orientation::Orientation;
pub use sensor::Sensor;
pub use site::Site;
pub use tendon::{PathItem, Tendon};

pub use meta::{Element, FieldInfo, Fields, Meta, RowSet};

use crate::origin::Origin;
use crate::value::{FieldValue, Packed, Value, ValueType};

/// Three-valued switch: on, off, or inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Auto {
    /// Off.
    False,
    /// On.
    True,
    /// Inferred from other attributes.
    #[default]
    Auto,
}

impl FieldValue for Auto {
    const TYPE: ValueType = ValueType::Auto;
    fn to_value(&self) -> Value {
        Value::Int(*self as i64)
    }
    fn changed_by(&self, value: &Value) -> Result<Self, String> {
        match value.whole() {
            Some(0) => Ok(Self::False),
            Some(1) => Ok(Self::True),
            Some(2) => Ok(Self::Auto),
            _ => Err(format!("expected 0, 1 or 2, found {value:?}")),
        }
    }
}
impl Packed for Auto {}

/// What every element has: a name, a default class and the place it was written.
pub trait Named {
    /// The name; empty if it has none.
    fn name(&self) -> &str;
    /// The name, to change.
    fn name_mut(&mut self) -> &mut String;
    /// The default class; empty for the one that rules its place.
    fn class(&self) -> &str;
    /// The default class, to change.
    fn class_mut(&mut self) -> &mut String;
    /// Where it was written.
    fn origin(&self) -> &Origin;
    /// Where it was written, to change.
    fn origin_mut(&mut self) -> &mut Origin;
}

/// Declares an element: header fields, then `field: type = default, "doc";` rows. Fields in `plain` are stored with the element
/// and are no rows: nobody writes them, classes do not give them.
macro_rules! element {
    (
        $(#[$meta:meta])*
        pub struct $element:ident {
            $($field:ident: $ty:ty = $default:expr, $doc:literal;)*
        }
        $(plain { $($plain:ident: $plain_ty:ty = $plain_default:expr, $plain_doc:literal;)* })?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $element {
            /// Name; empty for none.
            pub name: String,
            /// Default class whose values the element started from; empty for the one that rules its place.
            pub class: String,
            /// Where it was written.
            pub at: $crate::origin::Origin,
            /// Which fields were written, and where the element is.
            pub meta: $crate::element::Meta,
            $(#[doc = $doc] pub $field: $ty,)*
            $($(#[doc = $plain_doc] pub $plain: $plain_ty,)*)?
        }

        impl Default for $element {
            fn default() -> Self {
                Self {
                    name: String::new(),
                    class: String::new(),
                    at: $crate::origin::Origin::default(),
                    meta: $crate::element::Meta::default(),
                    $($field: $default,)*
                    $($($plain: $plain_default,)*)?
                }
            }
        }

        impl $crate::element::Named for $element {
            fn name(&self) -> &str {
                &self.name
            }
            fn name_mut(&mut self) -> &mut String {
                &mut self.name
            }
            fn class(&self) -> &str {
                &self.class
            }
            fn class_mut(&mut self) -> &mut String {
                &mut self.class
            }
            fn origin(&self) -> &$crate::origin::Origin {
                &self.at
            }
            fn origin_mut(&mut self) -> &mut $crate::origin::Origin {
                &mut self.at
            }
        }

        impl $crate::arena::Stored for $element {
            fn set_handle(&mut self, handle: $crate::arena::Handle) {
                self.at.id = handle;
            }
        }

        $crate::element::fields!($element { $($field: $ty, $doc;)* });

        impl $crate::element::Element for $element {
            fn take_rows(&mut self, from: &Self, rows: $crate::element::RowSet) {
                let mut row = 0;
                $(if rows.has(row) {
                    self.$field.clone_from(&from.$field);
                }
                row += 1;)*
                let _ = (row, from);
            }
            fn differing(&self, other: &Self) -> $crate::element::RowSet {
                let mut rows = $crate::element::RowSet::default();
                let mut row = 0;
                $(if self.$field != other.$field {
                    rows.insert(row);
                }
                row += 1;)*
                let _ = (row, other);
                rows
            }
        }
    };
}
pub(crate) use element;

/// Lists the fields of a struct that has a `meta`.
macro_rules! fields {
    ($struct:ident { $($field:ident: $ty:ty, $doc:literal;)* }) => {
        impl $crate::element::Fields for $struct {
            fn rows(&self) -> &'static [$crate::element::FieldInfo] {
                &[$($crate::element::FieldInfo {
                    name: stringify!($field),
                    doc: $doc,
                    ty: <$ty as $crate::value::FieldValue>::TYPE,
                },)*]
            }
            fn value(&self, name: &str) -> Option<$crate::value::Value> {
                match name {
                    $(stringify!($field) => Some($crate::value::FieldValue::to_value(&self.$field)),)*
                    _ => None,
                }
            }
            fn set_value(&mut self, name: &str, value: &$crate::value::Value) -> Result<(), String> {
                match name {
                    $(stringify!($field) => {
                        self.$field = $crate::value::FieldValue::changed_by(&self.$field, value)?;
                    })*
                    _ => return Err(format!("there is no field '{name}'")),
                }
                $crate::element::Fields::mark(self, name);
                Ok(())
            }
            fn meta(&self) -> &$crate::element::Meta {
                &self.meta
            }
            fn meta_mut(&mut self) -> &mut $crate::element::Meta {
                &mut self.meta
            }
            fn mark(&mut self, name: &str) {
                let mut row = 0;
                $(if name == stringify!($field) {
                    self.meta.written.insert(row);
                    return;
                }
                row += 1;)*
                let _ = row;
            }
        }
    };
}
pub(crate) use fields;

/// Default constraint reference: time constant, damping ratio.
pub const SOLREF: [f64; 2] = [0.02, 1.0];
/// Default constraint impedance: least, greatest, width, midpoint, power.
pub const SOLIMP: [f64; 5] = [0.9, 0.95, 0.001, 0.5, 2.0];
/// Default colour of geoms, sites, tendons and skins.
pub const GRAY: [f32; 4] = [0.5, 0.5, 0.5, 1.0];

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

use crate::origin::Origin;

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

/// What every element has: a name, a default class and the place it was written.
pub trait Named {
    /// The name; empty if it has none.
    fn name(&self) -> &str;
    /// The name, to change.
    fn name_mut(&mut self) -> &mut String;
    /// The default class, to change.
    fn class_mut(&mut self) -> &mut String;
    /// Where it was written.
    fn origin(&self) -> &Origin;
    /// Where it was written, to change.
    fn origin_mut(&mut self) -> &mut Origin;
}

/// Declares an element: header fields, then `field: type = default, "doc";` rows.
macro_rules! element {
    (
        $(#[$meta:meta])*
        pub struct $element:ident {
            $($field:ident: $ty:ty = $default:expr, $doc:literal;)*
        }
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
            $(#[doc = $doc] pub $field: $ty,)*
        }

        impl Default for $element {
            fn default() -> Self {
                Self {
                    name: String::new(),
                    class: String::new(),
                    at: $crate::origin::Origin::default(),
                    $($field: $default,)*
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
    };
}
pub(crate) use element;

/// Default constraint reference: time constant, damping ratio.
pub const SOLREF: [f64; 2] = [0.02, 1.0];
/// Default constraint impedance: least, greatest, width, midpoint, power.
pub const SOLIMP: [f64; 5] = [0.9, 0.95, 0.001, 0.5, 2.0];
/// Default colour of geoms, sites, tendons and skins.
pub const GRAY: [f32; 4] = [0.5, 0.5, 0.5, 1.0];

//! Default classes: prototypes from which elements take what nobody wrote.

use crate::arena::{Handle, Id, Stored};
use crate::element::{
    Actuator, Camera, Element, Equality, Geom, Joint, Light, Material, Mesh, Pair, Site, Tendon,
    Texture,
};
use crate::origin::Origin;

/// An element that takes values from a default class.
pub trait Classed: Element {
    /// The prototype of a class.
    fn prototype(class: &Class) -> &Self;
    /// The prototype of a class, to change.
    fn prototype_mut(class: &mut Class) -> &mut Self;
}

macro_rules! class {
    ($($field:ident: $element:ident, $doc:literal;)*) => {
        /// A default class: one prototype of every kind of element. What a prototype does not state it takes from the
        /// parent of the class.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Class {
            /// Name; the outermost class is `main`.
            pub name: String,
            /// Where it was written.
            pub at: Origin,
            /// The class outside of it; none for the outermost.
            pub parent: Option<Id<Class>>,
            $(#[doc = $doc] pub $field: $element,)*
        }

        impl Class {
            /// Takes what the prototypes do not state from the class outside.
            pub fn follow(&mut self, outer: &Self) {
                $(self.$field.follow(&outer.$field);)*
            }

            /// Marks what differs from another class as written.
            pub(crate) fn mark_changes(&mut self, before: &Self) {
                $(let changed = self.$field.differing(&before.$field);
                self.$field.meta.written = self.$field.meta.written.union(changed);)*
            }

            /// Calls `f` with what is known of every prototype.
            fn for_each_meta(&mut self, f: &mut dyn FnMut(&mut crate::element::Meta)) {
                $(f(&mut self.$field.meta);)*
            }

            /// Calls `f` with the origin of every prototype.
            pub(crate) fn origins(&mut self, f: &mut dyn FnMut(&mut Origin)) {
                f(&mut self.at);
                $(f(&mut self.$field.at);)*
            }
        }

        $(impl Classed for $element {
            fn prototype(class: &Class) -> &Self {
                &class.$field
            }
            fn prototype_mut(class: &mut Class) -> &mut Self {
                &mut class.$field
            }
        })*
    };
}

class! {
    joint: Joint, "Prototype of joints.";
    geom: Geom, "Prototype of geoms.";
    site: Site, "Prototype of sites.";
    camera: Camera, "Prototype of cameras.";
    light: Light, "Prototype of lights.";
    mesh: Mesh, "Prototype of meshes.";
    texture: Texture, "Prototype of textures.";
    material: Material, "Prototype of materials.";
    pair: Pair, "Prototype of contact pairs.";
    equality: Equality, "Prototype of equality constraints.";
    tendon: Tendon, "Prototype of tendons.";
    actuator: Actuator, "Prototype of actuators.";
}

impl Stored for Class {
    fn set_handle(&mut self, handle: Handle) {
        self.at.id = handle;
    }
}

impl Class {
    /// Makes what the prototypes have stay as it is.
    pub(crate) fn hold(&mut self) {
        self.for_each_meta(&mut |meta| meta.held = crate::element::RowSet::ALL);
    }

    /// Starts anew: nothing counts as written.
    pub(crate) fn forget_written(&mut self) {
        self.at = Origin::default();
        self.for_each_meta(&mut |meta| *meta = crate::element::Meta::default());
    }
}

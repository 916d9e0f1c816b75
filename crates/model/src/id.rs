//! Ids: newtypes over `i32` in memory, with -1 for none, so that a body id cannot index joints.

use crate::column::{Element, Number, Scalar};
use crate::enums::ObjectType;

/// An id of some kind of object.
pub trait Id: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The kind of object it counts.
    const KIND: ObjectType;
    /// Makes an id from a position.
    fn at(index: usize) -> Self;
    /// The position, or none.
    fn get(self) -> Option<usize>;
}

macro_rules! ids {
    ($($(#[$meta:meta])* $id:ident = $kind:ident;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(transparent)]
        pub struct $id(pub i32);

        impl $id {
            /// No object.
            pub const NONE: Self = Self(-1);
            /// The position; an id of none gives a position that lies outside every array.
            #[inline(always)]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl Id for $id {
            const KIND: ObjectType = ObjectType::$kind;
            fn at(index: usize) -> Self {
                Self(i32::try_from(index).unwrap_or(i32::MAX))
            }
            fn get(self) -> Option<usize> {
                usize::try_from(self.0).ok()
            }
        }
        impl Default for $id {
            fn default() -> Self {
                Self::NONE
            }
        }
        impl From<usize> for $id {
            fn from(index: usize) -> Self {
                Self::at(index)
            }
        }
        impl From<Option<usize>> for $id {
            fn from(index: Option<usize>) -> Self {
                index.map_or(Self::NONE, Self::at)
            }
        }
        impl Number for $id {
            const SCALAR: Scalar = Scalar::I32;
            const ZERO: Self = Self(0);
            fn put(self, out: &mut Vec<u8>) {
                self.0.put(out);
            }
            fn take(bytes: &[u8]) -> Self {
                Self(i32::take(bytes))
            }
            fn as_f64(self) -> f64 {
                f64::from(self.0)
            }
        }
        impl Element for $id {
            type Part = Self;
            const WIDTH: usize = 1;
            fn parts(&self) -> &[Self] {
                std::slice::from_ref(self)
            }
            fn parts_mut(&mut self) -> &mut [Self] {
                std::slice::from_mut(self)
            }
        }
    )*};
}

ids! {
    /// A body.
    BodyId = Body;
    /// A joint.
    JointId = Joint;
    /// A degree of freedom.
    DofId = Dof;
    /// A geom.
    GeomId = Geom;
    /// A site.
    SiteId = Site;
    /// A camera.
    CameraId = Camera;
    /// A light.
    LightId = Light;
    /// A flex.
    FlexId = Flex;
    /// A mesh.
    MeshId = Mesh;
    /// A skin.
    SkinId = Skin;
    /// A height field.
    HeightFieldId = HeightField;
    /// A texture.
    TextureId = Texture;
    /// A material.
    MaterialId = Material;
    /// A contact pair.
    PairId = Pair;
    /// An exclusion.
    ExcludeId = Exclude;
    /// An equality constraint.
    EqualityId = Equality;
    /// A tendon.
    TendonId = Tendon;
    /// An actuator.
    ActuatorId = Actuator;
    /// A sensor.
    SensorId = Sensor;
    /// A custom numeric field.
    NumericId = Numeric;
    /// A custom text field.
    TextId = Text;
    /// A custom tuple.
    TupleId = Tuple;
    /// A keyframe.
    KeyId = Key;
    /// A plugin instance.
    PluginId = Plugin;
    /// A kinematic tree.
    TreeId = Unknown;
}

//! The compiled model.

use crate::column::{Column, Field, Flag};
use crate::derived::Derived;
use crate::option::{Options, Statistics};
use crate::rooms::*;
use crate::sizes::Sizes;
use crate::tracked::Tracked;
use crate::visual::Visual;

macro_rules! model {
    ($($room:ident: $ty:ident,)*) => {
        /// The compiled model: plain shareable data, grouped by element kind.
        ///
        /// Every array has MuJoCo's name as prefix and field: `m.body.mass` is `body_mass`. A room knows when it has
        /// been changed: [`Tracked::stamp`].
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Model {
            /// How many there are of everything.
            pub size: Sizes,
            /// Physics options.
            pub opt: Options,
            /// Visual options.
            pub vis: Visual,
            /// Statistics.
            pub stat: Statistics,
            /// True if a body has gravity compensation.
            pub flg_gravcomp: Flag,
            /// True if a geom has a surface velocity.
            pub flg_surfacevel: Flag,
            /// True if a geom or pair has adhesion.
            pub flg_adhesion: Flag,
            /// Bytes reserved for constraint storage (MuJoCo's arena), -1 for automatic.
            pub memory: i64,
            /// Tables that the engine derives from the arrays.
            pub derived: Derived,
            $(#[doc = concat!("The `", stringify!($room), "` arrays.")] pub $room: Tracked<$ty>,)*
        }

        impl Model {
            /// A model with all arrays at their sizes.
            pub fn new(size: Sizes) -> Self {
                Self {
                    $($room: $ty::new(&size).into(),)*
                    size,
                    memory: -1,
                    ..Self::default()
                }
            }

            /// Changes the sizes: arrays keep what they have, new rows are filled with default values.
            pub fn resize(&mut self, size: Sizes) {
                $(self.$room.resize(&size);)*
                self.size = size;
            }

            /// Calls `f` with the name of every array and the bytes that it takes at some sizes.
            pub fn costs(size: &Sizes, f: &mut dyn FnMut(&'static str, u64)) {
                $($ty::costs(size, f);)*
            }

            /// Calls `f` with every array.
            pub fn visit(&self, f: &mut dyn FnMut(Field, &dyn Column)) {
                $(self.$room.visit(&self.size, f);)*
            }

            /// Calls `f` with every array, to change.
            pub fn visit_mut(&mut self, f: &mut dyn FnMut(Field, &mut dyn Column)) {
                $(self.$room.visit_mut(&self.size, f);)*
            }

            /// Calls `f` with one array: the one at position `index` in the order of [`visit`](Self::visit).
            pub fn with_column(&self, index: usize, f: &mut dyn FnMut(Field, &dyn Column)) {
                let mut index = index;
                $(match index.checked_sub($ty::COLUMNS) {
                    None => return self.$room.with_column(&self.size, index, f),
                    Some(rest) => index = rest,
                })*
                let _ = index;
            }

            /// Calls `f` with one array, to change: the one at position `index` in the order of
            /// [`visit`](Self::visit). Only its room takes notice.
            pub fn with_column_mut(&mut self, index: usize, f: &mut dyn FnMut(Field, &mut dyn Column)) {
                let mut index = index;
                $(match index.checked_sub($ty::COLUMNS) {
                    None => return self.$room.with_column_mut(&self.size, index, f),
                    Some(rest) => index = rest,
                })*
                let _ = index;
            }

            /// As [`with_column_mut`](Self::with_column_mut), under the same stamps: see [`Tracked::keep`](crate::Tracked::keep).
            pub fn with_column_kept(&mut self, index: usize, f: &mut dyn FnMut(Field, &mut dyn Column)) {
                let mut index = index;
                $(match index.checked_sub($ty::COLUMNS) {
                    None => return self.$room.keep().with_column_mut(&self.size, index, f),
                    Some(rest) => index = rest,
                })*
                let _ = index;
            }
        }
    };
}

model! {
    qpos: ReferencePoses,
    body: Bodies,
    bvh: BoundingVolumes,
    oct: Octrees,
    jnt: Joints,
    dof: Dofs,
    tree: Trees,
    geom: Geoms,
    site: Sites,
    cam: Cameras,
    light: Lights,
    flex: Flexes,
    flexedge: FlexEdges,
    efm0: ConstantMetric,
    mesh: Meshes,
    skin: Skins,
    hfield: HeightFields,
    tex: Textures,
    mat: Materials,
    pair: Pairs,
    exclude: Excludes,
    eq: Equalities,
    tendon: Tendons,
    wrap: Wraps,
    actuator: Actuators,
    sensor: Sensors,
    plugin: Plugins,
    numeric: Numerics,
    text: Texts,
    tuple: Tuples,
    key: Keyframes,
    name: NameAddresses,
    sparse: Sparsity,
}

//! [`Data`]: everything that changes while a model is simulated, in rooms by what the values depend on.

mod history;
mod reset;
mod rooms;

use ligament_model::{Column, Field, Model};

pub use rooms::{Inertia, Input, Path, Pose, Scratch, State};

macro_rules! data {
    ($($room:ident: $ty:ident,)*) => {
        /// The state of a simulation and all that is computed from it, allocated once.
        #[derive(Clone, Debug)]
        pub struct Data {
            /// Simulation time.
            pub time: f64,
            $(#[doc = concat!("The `", stringify!($room), "` arrays.")] pub $room: $ty,)*
            /// Working memory of the stages.
            pub scratch: Scratch,
        }

        impl Data {
            /// Storage for a model, reset to its reference configuration.
            pub fn new(m: &Model) -> Self {
                let mut data = Self {
                    time: 0.0,
                    $($room: $ty::new(&m.size),)*
                    scratch: Scratch::new(&m.size),
                };
                data.reset(m);
                data
            }

            /// Calls `f` with every array.
            pub fn visit(&self, m: &Model, f: &mut dyn FnMut(Field, &dyn Column)) {
                $(self.$room.visit(&m.size, f);)*
            }

            /// Calls `f` with every array, to change.
            pub fn visit_mut(&mut self, m: &Model, f: &mut dyn FnMut(Field, &mut dyn Column)) {
                $(self.$room.visit_mut(&m.size, f);)*
            }
        }
    };
}

data! {
    state: State,
    input: Input,
    pose: Pose,
    path: Path,
    inertia: Inertia,
}

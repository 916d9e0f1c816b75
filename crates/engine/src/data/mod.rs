//! [`Data`]: everything that changes while a model is simulated, in rooms by what the values depend on.

mod contact;
mod couplings;
mod diagnosis;
mod drive;
mod efc;
mod fits;
pub(crate) mod history;
mod live;
pub(crate) mod memory;
mod metric;
mod rooms;
mod row_kind;
mod sane;
mod state;
mod stats;
mod unslept;

use ligament_model::{Column, Field, Model, Sizes};

use crate::budget::MEMORY_LIMIT;

pub use contact::Contact;
pub use couplings::Couplings;
pub use diagnosis::{Culprit, Diagnosis};
pub use drive::Drive;
pub use efc::{Block, Efc, Islands, LiveSizes};
pub use fits::{OutOfMemory, WrongModel};
pub use history::Samples;
pub(crate) use memory::ContactForces;
pub use memory::ContactMemory;
pub use metric::EffectiveMetric;
pub use rooms::{
    Acceleration, Bounds, Deformables, Forces, Implicit, Inertia, Input, Path, Pose, Sensors,
    Sleep, State, Velocity,
};
pub use row_kind::RowKind;
pub(crate) use sane::is_bad;
pub use state::{StateBits, StateError, extract_state, state_size};
pub use stats::{
    STAT_ISLANDS, STAT_ITERATIONS, SolverStat, Stats, TIMERS, Timer, TimerStat, WARNING_TEXTS,
    WARNINGS, Warning, WarningStat,
};
pub use unslept::Unslept;

macro_rules! data {
    ($($room:ident: $ty:ident,)*) => {
        /// The state of a simulation and all that is computed from it, allocated once.
        #[derive(Clone, Debug)]
        pub struct Data {
            /// Simulation time.
            pub time: f64,
            /// Bytes that lists and matrices of this world may grow to while it is simulated. Contacts and constraints that
            /// do not fit are left out and counted as warnings. [`MEMORY_LIMIT`](crate::budget::MEMORY_LIMIT) unless set.
            pub memory_limit: usize,
            $(#[doc = concat!("The `", stringify!($room), "` arrays.")] pub $room: $ty,)*
            /// Detected contacts.
            pub contact: Vec<Contact>,
            /// Constraint rows.
            pub efc: Efc,
            /// Constraint islands.
            pub island: Islands,
            /// Counters.
            pub stats: Stats,
            /// Inputs of actuators as they saw them.
            pub drive: Drive,
            /// The effective inertia of the discrete integrator.
            pub metric: EffectiveMetric,
            /// Contact forces of the step before, with the option `contactmemory`.
            pub memory: ContactMemory,
        }

        impl Data {
            /// Storage for a model, all zero.
            pub(crate) fn blank(m: &Model) -> Self {
                Self {
                    time: 0.0,
                    memory_limit: MEMORY_LIMIT,
                    $($room: $ty::new(&m.size),)*
                    contact: Vec::new(),
                    efc: Efc::default(),
                    island: Islands::default(),
                    stats: Stats::default(),
                    drive: Drive::new(m),
                    metric: EffectiveMetric::default(),
                    memory: ContactMemory::default(),
                }
            }

            /// Calls `f` with the name of every array whose length the model fixes, and the bytes that it takes.
            pub fn costs(size: &Sizes, f: &mut dyn FnMut(&'static str, u64)) {
                $(<$ty>::costs(size, f);)*
            }

            /// Calls `f` with every array whose length the model fixes.
            pub fn visit_fixed(&self, m: &Model, f: &mut dyn FnMut(Field, &dyn Column)) {
                $(self.$room.visit(&m.size, f);)*
            }

            /// Calls `f` with every array whose length the model fixes, to change.
            pub fn visit_fixed_mut(&mut self, m: &Model, f: &mut dyn FnMut(Field, &mut dyn Column)) {
                $(self.$room.visit_mut(&m.size, f);)*
            }

            /// Calls `f` with one of these arrays: the one at position `index` in the order of [`visit_fixed`](Self::visit_fixed).
            pub fn with_column(&self, size: &Sizes, index: usize, f: &mut dyn FnMut(Field, &dyn Column)) {
                let mut index = index;
                $(match index.checked_sub($ty::COLUMNS) {
                    None => return self.$room.with_column(size, index, f),
                    Some(rest) => index = rest,
                })*
                let _ = index;
            }

            /// Calls `f` with one of these arrays, to change: the one at position `index` in the order of
            /// [`visit_fixed`](Self::visit_fixed).
            pub fn with_column_mut(&mut self, size: &Sizes, index: usize, f: &mut dyn FnMut(Field, &mut dyn Column)) {
                let mut index = index;
                $(match index.checked_sub($ty::COLUMNS) {
                    None => return self.$room.with_column_mut(size, index, f),
                    Some(rest) => index = rest,
                })*
                let _ = index;
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
    bounds: Bounds,
    sleep: Sleep,
    vel: Velocity,
    force: Forces,
    acc: Acceleration,
    implicit: Implicit,
    sensor: Sensors,
    flex: Deformables,
}

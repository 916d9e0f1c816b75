//! Many worlds of one model: rows of numbers outside, one seat per thread inside.
//!
//! A world is its row, `StateBits::INTEGRATION`: everything the next step depends on. A call takes blocks of rows to the seats of
//! threads, steps them there and stores the rows again. What comes out has the bits of a plain
//! [`step`](ligament_engine::step()), for any number of threads.
//!
//! ```
//! use ligament::prelude::*;
//! use ligament_batch::{Batch, Select, Start};
//!
//! let model = Model::from_xml_str(ligament::FIGURE)?;
//! let mut batch = Batch::new(&model, 64, 0).seed(7);
//! batch.reset(Select::All, Start { position: 0.02, ..Start::default() })?;
//! batch.step(Select::All, 10)?;
//! assert_eq!(batch.rows().len(), 64 * batch.nstate());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod batch;
mod drive;
pub mod env;
mod fault;
pub mod fields;
mod noise;
pub mod pool;
mod seat;
mod start;

pub use batch::{BLOCK, Batch, BatchError, Look, Select};
pub use drive::{Course, Next, World, drive};
pub use fault::{Fault, OnFault};
pub use noise::Noise;
pub use seat::{Dress, Seat};
pub use start::Start;

//! The native half of the `ligament` Python module: storage, live views of it, and loading.
//!
//! Everything that MuJoCo's Python surface has by name is built in Python from the field table that this module hands
//! out; nothing here lists fields.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
mod args;
mod batch;
mod callbacks;
mod canvas;
mod clock;
mod contacts;
mod counters;
mod counts;
mod data;
mod data_cell;
mod dynamic;
mod elements;
mod env;
mod errors;
mod extras;
mod functions;
mod load;
mod member;
mod mirrors;
mod model;
mod model_arrays;
mod model_cell;
mod notices;
mod pipeline;
mod render;
mod rollout;
mod spec;
mod state;
mod storage;
mod tables;
mod view;
mod visual;
mod warnings;
mod watched;

use pyo3::prelude::*;

/// The native module.
#[pymodule]
mod _ligament {
    #[pymodule_export]
    use super::batch::NativeBatch;
    #[pymodule_export]
    use super::callbacks::{close_callbacks, get_callback, set_callback};
    #[pymodule_export]
    use super::clock::set_clock;
    #[pymodule_export]
    use super::contacts::{ContactField, ContactList, MjContact};
    #[pymodule_export]
    use super::counts::data_counts;
    #[pymodule_export]
    use super::data::{NativeData, data_fields};
    #[pymodule_export]
    use super::dynamic::{contact_fields, data_rows};
    #[pymodule_export]
    use super::elements::{Element, Kind, Part};
    #[pymodule_export]
    use super::env::NativeEnv;
    #[pymodule_export]
    use super::errors::FatalError;
    #[pymodule_export]
    use super::extras::{embed_textures, last_xml, schema_text, set_length_range};
    #[pymodule_export]
    use super::load::{read_binary, read_path, read_string};
    #[pymodule_export]
    use super::member::Member;
    #[pymodule_export]
    use super::model::{NativeModel, NativeRecord};
    #[pymodule_export]
    use super::render::NativeRenderer;
    #[pymodule_export]
    use super::rollout::{rollout, shut_down_pool};
    #[pymodule_export]
    use super::spec::{NativeSpec, SpecPlace, resolve_orientation, spec_rows};
    #[pymodule_export]
    use super::tables::{enumerations, fields, records, sizes};
    #[pymodule_export]
    use super::warnings::{get_warning_handler, set_warning_handler, warning_text};
    #[pymodule_export]
    use super::watched::unlocked;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::functions::register(module)?;
        super::pipeline::register(module)?;
        super::state::register(module)?;
        super::canvas::register(module)?;
        super::visual::register(module)?;
        module.add("FIGURE", ligament::FIGURE)?;
        module.add("VERSION", env!("CARGO_PKG_VERSION"))
    }
}

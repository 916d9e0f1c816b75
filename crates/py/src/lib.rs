//! The native half of the `ligament` Python module: storage, live views of it, and loading.
//!
//! Everything that MuJoCo's Python surface has by name is built in Python from the field table that this module hands
//! out; nothing here lists fields.

mod args;
mod callbacks;
mod data;
mod dynamic;
mod functions;
mod load;
mod model;
mod pipeline;
mod rollout;
mod state;
mod storage;
mod tables;
mod view;

use pyo3::prelude::*;

/// The native module.
#[pymodule]
mod _ligament {
    #[pymodule_export]
    use super::callbacks::{get_callback, set_callback};
    #[pymodule_export]
    use super::data::{NativeData, data_counts, data_fields};
    #[pymodule_export]
    use super::dynamic::{contact_fields, data_rows};
    #[pymodule_export]
    use super::load::{read_binary, read_path, read_string};
    #[pymodule_export]
    use super::model::NativeModel;
    #[pymodule_export]
    use super::rollout::rollout;
    #[pymodule_export]
    use super::tables::{enumerations, fields, records, sizes};
    #[pymodule_export]
    use super::view::View;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::functions::register(module)?;
        super::pipeline::register(module)?;
        super::state::register(module)?;
        module.add("VERSION", env!("CARGO_PKG_VERSION"))
    }
}

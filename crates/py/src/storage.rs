//! Memory that Rust and NumPy share: the one place of this crate with `unsafe` code.
//!
//! A [`Shared`] owns a model whose columns never change their length or place. When it is made it notes where every value
//! lies; NumPy arrays are made from these addresses and hold an [`Arc`] of the owner, so that the memory outlives them.
//! From then on Rust only reads the model, while it holds the interpreter lock, and runs no Python code during that time:
//! no array is written behind the back of a Rust reference.

use std::cell::UnsafeCell;
use std::sync::{Arc, OnceLock};

use ligament::model::{Field, Model, Scalar};
use pyo3::Python;

/// Where one value of a model lies.
pub struct Place {
    /// Group of a single value, for example `opt`; empty for arrays.
    pub group: &'static str,
    /// What the table says about it.
    pub field: Field,
    /// Its number type.
    pub scalar: Scalar,
    /// Its address.
    pub address: usize,
}

/// A model that NumPy arrays may look into.
pub struct Shared {
    model: UnsafeCell<Model>,
    places: OnceLock<Vec<Place>>,
}

// SAFETY: the model is reached only through `with`, which asks for the interpreter lock: one thread at a time.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

impl Shared {
    /// Takes a model into shared memory.
    pub fn new(model: Model) -> Arc<Self> {
        let shared = Arc::new(Self {
            model: UnsafeCell::new(model),
            places: OnceLock::new(),
        });
        // SAFETY: nobody else knows the model yet, and the `Arc` has put it where it stays.
        let model = unsafe { &mut *shared.model.get() };
        let mut places = Vec::new();
        model.visit_mut(&mut |field, column| {
            let (scalar, address) = (column.scalar(), column.address() as usize);
            places.push(Place {
                group: "",
                field,
                scalar,
                address,
            });
        });
        model.visit_records_mut(&mut |group, field, column| {
            let (scalar, address) = (column.scalar(), column.address() as usize);
            places.push(Place {
                group,
                field,
                scalar,
                address,
            });
        });
        shared.places.get_or_init(|| places);
        shared
    }

    /// Where every value lies.
    pub fn places(&self) -> &[Place] {
        self.places.get().map_or(&[], Vec::as_slice)
    }

    /// Looks at the model. The closure must not call into Python.
    pub fn with<T>(&self, _lock: Python<'_>, f: impl FnOnce(&Model) -> T) -> T {
        // SAFETY: the lock is held and `f` runs no Python code, so that nothing writes to the model meanwhile.
        f(unsafe { &*self.model.get() })
    }
}

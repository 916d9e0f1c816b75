//! What the engine derives from the arrays of a model, once for all simulations that share it.

use std::any::Any;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A value that was made from the arrays of a model and is valid as long as they do not change.
///
/// Copies of a model start without it. Whoever changes arrays of a model in place afterwards must say so with
/// [`forget`](Self::forget).
#[derive(Debug, Default)]
pub struct Derived {
    value: OnceLock<Box<dyn Any + Send + Sync>>,
    /// Arrays may change at any time: nothing can be derived.
    open: AtomicBool,
}

impl Derived {
    /// The value, if it was made, is of this type and still holds.
    #[inline]
    pub fn get<T: Any>(&self) -> Option<&T> {
        if self.is_open() {
            return None;
        }
        self.value.get()?.downcast_ref()
    }

    /// Makes the value if there is none yet and it can hold.
    pub fn get_or_make<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Option<&T> {
        if self.is_open() {
            return None;
        }
        self.value.get_or_init(|| Box::new(make())).downcast_ref()
    }

    /// Forgets the value, because arrays have changed.
    pub fn forget(&mut self) {
        self.value = OnceLock::new();
    }

    /// Says that arrays may change at any time from now on, without further notice.
    pub fn open(&self) {
        self.open.store(true, Ordering::Relaxed);
    }

    #[inline]
    fn is_open(&self) -> bool {
        self.open.load(Ordering::Relaxed)
    }
}

impl Clone for Derived {
    /// A copy may be changed before it is used: it starts without the value.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Derived {
    /// What follows from the arrays makes no difference beyond theirs.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_once_and_forgotten_on_demand() {
        let mut derived = Derived::default();
        assert_eq!(derived.get::<i32>(), None);
        assert_eq!(derived.get_or_make(|| 1), Some(&1));
        assert_eq!(derived.get_or_make(|| 2), Some(&1));
        assert_eq!(derived.clone().get::<i32>(), None);
        derived.forget();
        assert_eq!(derived.get_or_make(|| 3), Some(&3));
    }

    #[test]
    fn nothing_is_derived_from_open_arrays() {
        let derived = Derived::default();
        derived.get_or_make(|| 1);
        derived.open();
        assert_eq!(derived.get::<i32>(), None);
        assert_eq!(derived.get_or_make(|| 2), None);
    }
}

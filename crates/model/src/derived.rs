//! What others derive from the arrays of a model, once for all simulations that share it.

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// A slot for one value that was made from a model. Copies of the model start with the same value; whether it fits
/// their arrays is for the value to say, by the stamps of the rooms it was made from.
#[derive(Default)]
pub struct Derived {
    slot: RwLock<Option<Arc<dyn Any + Send + Sync>>>,
    value: OnceLock<Box<dyn Any + Send + Sync>>,
    /// Arrays may change at any time: nothing can be derived.
    open: AtomicBool,
}

impl Derived {
    /// The value, if it is of type `T` and `valid`; otherwise what `make` makes, which is kept.
    ///
    /// Threads that ask at the same time wait for one of them to make it, so `make` must not ask itself.
    pub fn get_or_make<T: Any + Send + Sync>(
        &self,
        valid: impl Fn(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        let fitting = |slot: &Option<Arc<dyn Any + Send + Sync>>| {
            let value = slot.clone()?.downcast::<T>().ok()?;
            valid(&value).then_some(value)
        };
        // a value is stored whole or not at all: what a panicking thread left behind is sound
        if let Some(value) = fitting(&self.slot.read().unwrap_or_else(PoisonError::into_inner)) {
            return value;
        }
        let mut slot = self.slot.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = fitting(&slot) {
            return value;
        }
        let value = Arc::new(make());
        *slot = Some(value.clone());
        value
    }

    /// Lets go of the value.
    pub fn forget(&mut self) {
        self.value = OnceLock::new();
        *self.slot.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The value of [`make_once`](Self::make_once), if it was made, is of this type and still holds.
    #[inline]
    pub fn get<T: Any>(&self) -> Option<&T> {
        if self.is_open() {
            return None;
        }
        self.value.get()?.downcast_ref()
    }

    /// Makes the value of [`get`](Self::get) if there is none yet and it can hold.
    pub fn make_once<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Option<&T> {
        if self.is_open() {
            return None;
        }
        self.value.get_or_init(|| Box::new(make())).downcast_ref()
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
    fn clone(&self) -> Self {
        let slot = self.slot.read().unwrap_or_else(PoisonError::into_inner);
        Self {
            slot: RwLock::new(slot.clone()),
            ..Self::default()
        }
    }
}

impl PartialEq for Derived {
    /// What follows from the arrays makes no difference beyond theirs.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for Derived {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let slot = self.slot.read().unwrap_or_else(PoisonError::into_inner);
        let full = slot.is_some();
        f.debug_struct("Derived").field("full", &full).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_once_and_forgotten_on_demand() {
        let mut derived = Derived::default();
        assert_eq!(*derived.get_or_make(|_| true, || 1), 1);
        assert_eq!(*derived.get_or_make(|_| true, || 2), 1);
        derived.forget();
        assert_eq!(*derived.get_or_make(|_| true, || 3), 3);
    }

    #[test]
    fn a_value_that_does_not_fit_is_replaced() {
        let derived = Derived::default();
        derived.get_or_make(|_| true, || 1);
        assert_eq!(*derived.get_or_make(|&x| x > 1, || 2), 2);
        assert_eq!(
            *derived.get_or_make(|_| true, || "of another type"),
            "of another type"
        );
    }

    #[test]
    fn clones_share_the_value() {
        let derived = Derived::default();
        let first = derived.get_or_make(|_| true, || vec![1]);
        let second = derived.clone().get_or_make(|_| true, || vec![2]);
        assert!(Arc::ptr_eq(&first, &second));
    }

    #[test]
    fn nothing_is_derived_from_open_arrays() {
        let derived = Derived::default();
        derived.make_once(|| 1);
        derived.open();
        assert_eq!(derived.get::<i32>(), None);
        assert_eq!(derived.make_once(|| 2), None);
    }
}

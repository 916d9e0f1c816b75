//! Memory that Rust and NumPy share: the one place of this crate with `unsafe` code.
//!
//! A [`Shared`] owns a model and a [`SharedData`] a simulation whose columns never change their length or place. When they
//! are made they note where every value lies; NumPy arrays are made from these addresses and hold an [`Arc`] of the owner,
//! so that the memory outlives them. Arrays that may move (contacts, constraint rows) are only ever handed out as copies.
//!
//! Rust touches this memory only while it holds the interpreter lock. Python code runs meanwhile in one case: a function of
//! the user that the pipeline calls. [`SharedData::lend`] gives the simulation away for that time, to the thread of that
//! function alone; what Rust holds of it is not used until the function returns. Work without the lock is done on copies.

use std::any::Any;
use std::cell::{Cell, UnsafeCell};
use std::sync::{Arc, OnceLock};
use std::thread::{self, ThreadId};

use ligament::engine::Data;
use ligament::model::{Column, Field, Model, Scalar};
use pyo3::exceptions::PyRuntimeError;
use pyo3::{PyResult, Python};

/// What keeps the memory behind an array alive.
pub type Owner = Arc<dyn Any + Send + Sync>;

/// Where one value lies.
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

impl Place {
    fn new(group: &'static str, field: Field, column: &mut dyn Column) -> Self {
        Self {
            group,
            field,
            scalar: column.scalar(),
            address: column.address() as usize,
        }
    }
}

/// A model that NumPy arrays may look into.
pub struct Shared {
    model: UnsafeCell<Model>,
    /// How many calls look at the model right now; touched only with the interpreter lock.
    readers: Cell<usize>,
    places: OnceLock<Vec<Place>>,
    layout: u64,
}

// SAFETY: the model and the counter are reached only through methods that ask for the interpreter lock: one thread at a
// time.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

/// Counts a reader as long as it lives.
struct Reader<'a>(&'a Cell<usize>);

impl<'a> Reader<'a> {
    fn new(readers: &'a Cell<usize>) -> Self {
        readers.set(readers.get() + 1);
        Self(readers)
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl Shared {
    /// Takes a model into shared memory.
    pub fn new(model: Model) -> Arc<Self> {
        let layout = model.layout();
        let shared = Arc::new(Self {
            model: UnsafeCell::new(model),
            readers: Cell::new(0),
            places: OnceLock::new(),
            layout,
        });
        // SAFETY: nobody else knows the model yet, and the `Arc` has put it where it stays.
        let model = unsafe { &mut *shared.model.get() };
        let mut places = Vec::new();
        model.visit_mut(&mut |field, column| places.push(Place::new("", field, column)));
        model.visit_records_mut(&mut |group, field, column| {
            places.push(Place::new(group, field, column));
        });
        shared.places.get_or_init(|| places);
        shared
    }

    /// Where every value lies.
    pub fn places(&self) -> &[Place] {
        self.places.get().map_or(&[], Vec::as_slice)
    }

    /// A number that two models share only if their arrays have the same lengths.
    pub fn layout(&self) -> u64 {
        self.layout
    }

    /// Looks at the model. The closure may call into Python only through [`SharedData::lend`].
    pub fn with<T>(&self, _lock: Python<'_>, f: impl FnOnce(&Model) -> T) -> T {
        let _reader = Reader::new(&self.readers);
        // SAFETY: the lock is held, so that nothing writes to the model meanwhile, or `f` lends the thread to Python code,
        // which writes at most numbers into arrays that keep their places.
        f(unsafe { &*self.model.get() })
    }

    /// Changes numbers of the model; the closure must not change the length of any array, nor call into Python.
    pub fn with_mut<T>(&self, _lock: Python<'_>, f: impl FnOnce(&mut Model) -> T) -> PyResult<T> {
        if self.readers.get() > 0 {
            return Err(PyRuntimeError::new_err(
                "this MjModel cannot be changed as a whole while a simulation step of it runs",
            ));
        }
        // SAFETY: the lock is held, there are no readers, and `f` runs no Python code.
        let model = unsafe { &mut *self.model.get() };
        let result = f(model);
        let mut places = self.places().iter();
        let mut still = true;
        model.visit_mut(&mut |_, column| {
            still &= places
                .next()
                .is_some_and(|place| place.address == column.address() as usize);
        });
        assert!(still, "an array of the model has moved");
        Ok(result)
    }
}

/// Who uses a simulation.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    /// Nobody.
    Idle,
    /// Rust code, of this thread.
    Running(ThreadId),
    /// A function of the user that Rust code of this thread has called.
    Lent(ThreadId),
}

/// A simulation that NumPy arrays may look into.
pub struct SharedData {
    data: UnsafeCell<Data>,
    /// Touched only with the interpreter lock.
    usage: Cell<Use>,
    /// The reference through which the data was lent; null if it was not.
    lent: Cell<*mut Data>,
    places: OnceLock<Vec<Place>>,
}

// SAFETY: everything but the places is reached only through methods that ask for the interpreter lock.
unsafe impl Send for SharedData {}
// SAFETY: as above.
unsafe impl Sync for SharedData {}

/// Restores who uses a simulation, whatever happens.
struct Restore<'a> {
    shared: &'a SharedData,
    usage: Use,
    lent: *mut Data,
}

impl Drop for Restore<'_> {
    fn drop(&mut self) {
        self.shared.usage.set(self.usage);
        self.shared.lent.set(self.lent);
    }
}

impl SharedData {
    /// Takes a simulation into shared memory.
    pub fn new(model: &Model, data: Data) -> Arc<Self> {
        let shared = Arc::new(Self {
            data: UnsafeCell::new(data),
            usage: Cell::new(Use::Idle),
            lent: Cell::new(std::ptr::null_mut()),
            places: OnceLock::new(),
        });
        // SAFETY: nobody else knows the data yet, and the `Arc` has put it where it stays.
        let data = unsafe { &mut *shared.data.get() };
        let mut places = Vec::new();
        data.visit_mut(model, &mut |field, column| {
            places.push(Place::new("", field, column));
        });
        shared.places.get_or_init(|| places);
        shared
    }

    /// Where every array of fixed length lies.
    pub fn places(&self) -> &[Place] {
        self.places.get().map_or(&[], Vec::as_slice)
    }

    /// The data, for whoever may use it now.
    fn enter(&self) -> PyResult<(*mut Data, Restore<'_>)> {
        let this = thread::current().id();
        let (usage, lent) = (self.usage.get(), self.lent.get());
        let pointer = match usage {
            Use::Idle => self.data.get(),
            Use::Lent(thread) if thread == this => lent,
            _ => {
                return Err(PyRuntimeError::new_err(
                    "this MjData is being used by another thread",
                ));
            }
        };
        self.usage.set(Use::Running(this));
        Ok((
            pointer,
            Restore {
                shared: self,
                usage,
                lent,
            },
        ))
    }

    /// Says whether the calling thread may look at the data now.
    pub fn check(&self, _lock: Python<'_>) -> PyResult<()> {
        self.enter().map(drop)
    }

    /// Looks at the data. The closure must not call into Python.
    pub fn with<T>(&self, _lock: Python<'_>, f: impl FnOnce(&Data) -> T) -> PyResult<T> {
        let (pointer, _restore) = self.enter()?;
        // SAFETY: the lock is held, nobody else uses the data, and `f` runs no Python code.
        Ok(f(unsafe { &*pointer }))
    }

    /// Changes the data; arrays of fixed length must keep their places. The closure may call into Python only through
    /// [`lend`](Self::lend).
    pub fn with_mut<T>(&self, _lock: Python<'_>, f: impl FnOnce(&mut Data) -> T) -> PyResult<T> {
        let (pointer, _restore) = self.enter()?;
        // SAFETY: the lock is held and nobody else uses the data until `f` has returned or lends it.
        Ok(f(unsafe { &mut *pointer }))
    }

    /// Gives the data, which the caller got from [`with_mut`](Self::with_mut), to Python code of this thread.
    pub fn lend<T>(&self, _lock: Python<'_>, data: &mut Data, f: impl FnOnce() -> T) -> T {
        let _restore = Restore {
            shared: self,
            usage: self.usage.get(),
            lent: self.lent.get(),
        };
        self.usage.set(Use::Lent(thread::current().id()));
        self.lent.set(data);
        f()
    }

    /// Overwrites the data with another of the same model; arrays of fixed length keep their places.
    pub fn assign(&self, lock: Python<'_>, model: &Model, mut from: Data) -> PyResult<()> {
        self.with_mut(lock, |data| {
            // What lies in fixed places is copied there; the rest is taken over.
            let mut bytes = Vec::new();
            let mut sources = Vec::new();
            from.visit(model, &mut |_, column| {
                bytes.clear();
                column.put(&mut bytes);
                sources.push(bytes.clone());
            });
            let mut sources = sources.iter();
            data.visit_mut(model, &mut |_, column| {
                if let Some(source) = sources.next() {
                    column.take(source);
                }
            });
            data.time = from.time;
            std::mem::swap(&mut data.contact, &mut from.contact);
            std::mem::swap(&mut data.efc, &mut from.efc);
            std::mem::swap(&mut data.island, &mut from.island);
            std::mem::swap(&mut data.drive, &mut from.drive);
            std::mem::swap(&mut data.metric, &mut from.metric);
            std::mem::swap(&mut data.memory, &mut from.memory);
            // Statistics of the solvers are looked at in place.
            let mut solver = std::mem::take(&mut data.stats.solver);
            for (to, from) in solver.iter_mut().zip(&from.stats.solver) {
                *to = *from;
            }
            data.stats = from.stats;
            data.stats.solver = solver;
        })
    }
}

/// Numbers that another part of the program holds, as an array interface describes them.
pub struct Foreign {
    /// Where the first byte lies.
    pub address: usize,
    /// How many bytes there are, one after the other.
    pub bytes: usize,
}

impl Foreign {
    /// A copy of the numbers.
    ///
    /// The interface must come from an array that is alive, and `T` must be the number type it names.
    pub fn read<T: ligament::model::Number>(&self, _lock: Python<'_>) -> Vec<T> {
        let size = size_of::<T>();
        let count = self.bytes / size;
        let mut numbers = vec![T::ZERO; count];
        // SAFETY: the array has `bytes` bytes at `address`, the lock keeps Python from changing it, the vector has room for
        // them, and every pattern of bytes is a valid number.
        unsafe {
            std::ptr::copy_nonoverlapping(
                self.address as *const u8,
                numbers.as_mut_ptr().cast::<u8>(),
                count * size,
            );
        }
        numbers
    }

    /// Overwrites the numbers; there must be as many.
    pub fn write<T: ligament::model::Number>(&self, _lock: Python<'_>, numbers: &[T]) {
        let bytes = size_of_val(numbers).min(self.bytes);
        // SAFETY: as for reading; the array is writable memory of its owner, which no Rust reference looks at.
        unsafe {
            std::ptr::copy_nonoverlapping(
                numbers.as_ptr().cast::<u8>(),
                self.address as *mut u8,
                bytes,
            );
        }
    }
}

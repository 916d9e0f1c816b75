//! Functions of the user that the pipeline calls.
//!
//! There is one of each for the whole process, as in MuJoCo. An exception of such a function ends the computation: no
//! further function is called, and the caller gets the exception.

use std::cell::{Cell, RefCell};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ligament::engine::{Data, Hooks};
use ligament::model::Model;
use ligament::model::enums::Keyword;
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;

use crate::data::NativeData;
use crate::model::NativeModel;

/// What the functions are for.
const NAMES: [&str; 7] = [
    "control",
    "passive",
    "act_dyn",
    "act_gain",
    "act_bias",
    "sensor",
    "contactfilter",
];

/// The functions, by the place of their name.
static FUNCTIONS: Mutex<[Option<Py<PyAny>>; NAMES.len()]> = Mutex::new([const { None }; 7]);
/// Whether there is any function.
static ANY: AtomicBool = AtomicBool::new(false);

fn place(name: &str) -> PyResult<usize> {
    let found = NAMES.iter().position(|n| *n == name);
    found.ok_or_else(|| PyKeyError::new_err(format!("there is no callback '{name}'")))
}

/// Sets a function, or takes it away.
#[pyfunction]
pub fn set_callback(name: &str, function: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    let place = place(name)?;
    if let Some(function) = &function {
        if !function.is_callable() {
            return Err(PyTypeError::new_err("a callback must be callable or None"));
        }
    }
    let mut functions = FUNCTIONS.lock().unwrap_or_else(|e| e.into_inner());
    let old = std::mem::replace(&mut functions[place], function.map(Bound::unbind));
    ANY.store(functions.iter().any(Option::is_some), Ordering::Relaxed);
    drop(functions);
    drop(old);
    Ok(())
}

/// The function that is set, if any.
#[pyfunction]
pub fn get_callback(py: Python<'_>, name: &str) -> PyResult<Option<Py<PyAny>>> {
    let place = place(name)?;
    let functions = FUNCTIONS.lock().unwrap_or_else(|e| e.into_inner());
    Ok(functions[place].as_ref().map(|f| f.clone_ref(py)))
}

/// Whether the interpreter is about to end.
static CLOSING: AtomicBool = AtomicBool::new(false);
/// Computations with functions that run now, in all threads.
static RUNNING: AtomicUsize = AtomicUsize::new(0);
/// Longest wait for computations at the end.
const PATIENCE: Duration = Duration::from_secs(2);

thread_local! {
    /// Computations with functions that run in this thread, one in the other; the thread that ends the interpreter counts one more.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// Says that the interpreter is about to end, and waits for what runs.
///
/// Python ends other threads where they are when they next run Python code. Within a function of the user that would be
/// inside of a computation of ours, which cannot be left that way.
#[pyfunction]
pub fn close_callbacks(py: Python<'_>) {
    DEPTH.set(DEPTH.get() + 1);
    CLOSING.store(true, Ordering::SeqCst);
    py.detach(|| {
        let start = Instant::now();
        while RUNNING.load(Ordering::SeqCst) > 0 && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
}

/// A computation with functions, as long as it lives.
struct Running;

impl Running {
    /// Begins a computation. A thread that begins one when the interpreter ends waits for the end of the process.
    fn begin(py: Python<'_>) -> Self {
        let outermost = DEPTH.get() == 0;
        RUNNING.fetch_add(1, Ordering::SeqCst);
        if outermost && CLOSING.load(Ordering::SeqCst) {
            RUNNING.fetch_sub(1, Ordering::SeqCst);
            py.detach(|| {
                loop {
                    std::thread::park();
                }
            })
        }
        DEPTH.set(DEPTH.get() + 1);
        Self
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
        RUNNING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// True if there are functions to call.
pub fn any() -> bool {
    ANY.load(Ordering::Relaxed)
}

/// The functions of one computation, and what went wrong in them.
struct Calls<'a, 'py> {
    m: &'a Bound<'py, NativeModel>,
    d: &'a Bound<'py, NativeData>,
    functions: [Option<Bound<'py, PyAny>>; NAMES.len()],
    failure: RefCell<Option<PyErr>>,
}

impl<'py> Calls<'_, 'py> {
    /// Calls a function with the model, the data and maybe a number, while the data is lent to it.
    fn with_data(
        &self,
        which: usize,
        data: &mut Data,
        number: Option<i32>,
    ) -> Option<Bound<'py, PyAny>> {
        let function = self.functions[which].as_ref()?;
        if self.failure.borrow().is_some() {
            return None;
        }
        let (m, d) = (self.m, self.d);
        let result = d.get().cell.lend(m.py(), data, || match number {
            Some(number) => function.call1((m, d, number)),
            None => function.call1((m, d)),
        });
        self.note(result)
    }

    /// The number a function gives.
    fn number(&self, which: usize, data: &mut Data, id: usize) -> f64 {
        let id = i32::try_from(id).unwrap_or(-1);
        let value = self.with_data(which, data, Some(id));
        value.and_then(|v| self.note(v.extract())).unwrap_or(0.0)
    }

    /// Keeps the first exception.
    fn note<T>(&self, result: PyResult<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(why) => {
                self.failure.borrow_mut().get_or_insert(why);
                None
            }
        }
    }
}

/// Runs `f` with the functions that are set.
pub fn with_hooks<'py, T>(
    m: &Bound<'py, NativeModel>,
    d: &Bound<'py, NativeData>,
    f: impl FnOnce(&mut Hooks<'_>) -> T,
) -> PyResult<T> {
    let py = m.py();
    let _running = Running::begin(py);
    let functions = {
        let functions = FUNCTIONS.lock().unwrap_or_else(|e| e.into_inner());
        std::array::from_fn(|i| functions[i].as_ref().map(|f| f.bind(py).clone()))
    };
    let calls = Calls {
        m,
        d,
        functions,
        failure: RefCell::new(None),
    };
    let mut control = |_: &Model, data: &mut Data| drop(calls.with_data(0, data, None));
    let mut passive = |_: &Model, data: &mut Data| drop(calls.with_data(1, data, None));
    let mut act_dyn = |_: &Model, data: &mut Data, id: usize| calls.number(2, data, id);
    let mut act_gain = |_: &Model, data: &mut Data, id: usize| calls.number(3, data, id);
    let mut act_bias = |_: &Model, data: &mut Data, id: usize| calls.number(4, data, id);
    let mut sensor = |_: &Model, data: &mut Data, stage: ligament::model::enums::Stage| {
        drop(calls.with_data(5, data, Some(stage.number())));
    };
    let mut filter = |_: &Model, a: usize, b: usize| {
        let Some(function) = calls.functions[6].as_ref() else {
            return false;
        };
        if calls.failure.borrow().is_some() {
            return false;
        }
        let verdict = function.call1((m, a, b)).and_then(|v| v.is_truthy());
        calls.note(verdict).unwrap_or(false)
    };
    let has = |i: usize| calls.functions[i].is_some();
    let mut hooks = Hooks::default();
    if has(0) {
        hooks.control = Some(&mut control);
    }
    if has(1) {
        hooks.passive = Some(&mut passive);
    }
    if has(2) {
        hooks.act_dyn = Some(&mut act_dyn);
    }
    if has(3) {
        hooks.act_gain = Some(&mut act_gain);
    }
    if has(4) {
        hooks.act_bias = Some(&mut act_bias);
    }
    if has(5) {
        hooks.sensor = Some(&mut sensor);
    }
    if has(6) {
        hooks.contact_filter = Some(&mut filter);
    }
    let result = f(&mut hooks);
    match calls.failure.into_inner() {
        Some(why) => Err(why),
        None => Ok(result),
    }
}

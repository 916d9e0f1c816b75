//! Where a simulation is kept, who uses it, and how its arrays follow it.
//!
//! One call uses a simulation at a time: it has the lock of the data as long as it runs, with or without the interpreter.
//! A function of the user that such a call runs gets the data for its own time: see [`DataCell::lend`].
//!
//! Users see copies of columns (*mirrors*). A call takes over what they may have written before it runs and shows them the
//! results when it is done; what nobody has is shown when somebody asks for it.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use ligament::engine::Data;
use ligament::model::Model;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::contacts::ContactList;
use crate::counters;
use crate::mirrors::{Fate, Mirrors};
use crate::model_cell::{ModelCell, lock};
use crate::storage::{Mirror, bytes_of, descr, has_bytes, shape_of};

/// How many columns a simulation has; counters follow them.
pub static COLUMNS: LazyLock<usize> = LazyLock::new(|| {
    let model = Model::default();
    let mut count = 0;
    Data::new(&model).visit_fixed(&model, &mut |_, _| count += 1);
    count
});

/// The columns that only the user writes to.
static INPUTS: LazyLock<std::ops::Range<usize>> = LazyLock::new(|| {
    let model = Model::default();
    let data = Data::new(&model);
    let mut names = Vec::new();
    data.input
        .visit(&model.size, &mut |field, _| names.push(field.name));
    let (mut index, mut first) = (0, 0);
    data.visit_fixed(&model, &mut |field, _| {
        if names.first() == Some(&field.name) {
            first = index;
        }
        index += 1;
    });
    first..first + names.len()
});

/// A number that tells the running thread apart from all others.
fn this_thread() -> usize {
    thread_local!(static TOKEN: u8 = const { 0 });
    TOKEN.with(|token| std::ptr::from_ref(token) as usize)
}

/// A simulation in the hands of a function of the user.
struct Loan {
    thread: usize,
    /// None while a call of that function uses it.
    data: Option<Box<Data>>,
}

/// The arrays, and the inputs as they were when a call without the interpreter began.
#[derive(Default)]
struct Shown {
    mirrors: Mirrors,
    inputs: Vec<(usize, Vec<u8>)>,
}

/// A simulation and its arrays.
pub struct DataCell {
    /// The model it was made for.
    pub model: Arc<ModelCell>,
    data: Mutex<Box<Data>>,
    /// The thread that has the lock of the data; zero without one.
    user: AtomicUsize,
    lent: AtomicBool,
    loan: Mutex<Option<Loan>>,
    /// Stands in for data that is lent.
    spare: Mutex<Option<Box<Data>>>,
    shown: Mutex<Shown>,
    gate: Gate,
    /// The list of contacts, if anybody asked for it.
    contacts: Mutex<Option<Py<ContactList>>>,
    listed: AtomicBool,
    /// Kinds of warnings that the user has been told of, as bits.
    warned: AtomicU32,
    /// What the user gave in place of constraint rows.
    rows: Mutex<Option<GivenRows>>,
    given: AtomicBool,
}

/// Arrays and counts in place of those of constraint rows, by name.
#[derive(Default)]
pub struct GivenRows {
    /// The arrays.
    pub arrays: HashMap<String, Py<PyAny>>,
    /// The counts.
    pub counts: HashMap<String, usize>,
}

/// Lets threads that want to look at a simulation pass before the next call that uses it.
#[derive(Default)]
struct Gate {
    waiting: AtomicUsize,
    lock: Mutex<()>,
    passed: Condvar,
}

/// A thread that waits to look, as long as it lives.
struct Waiting<'a>(&'a Gate);

impl Gate {
    fn wait_to_look(&self) -> Waiting<'_> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        Waiting(self)
    }

    /// Waits, without the interpreter, until nobody wants to look; not for ever.
    fn give_way(&self, py: Python<'_>) {
        if self.waiting.load(Ordering::Relaxed) == 0 {
            return;
        }
        py.detach(|| {
            let wanted = |(): &mut ()| self.waiting.load(Ordering::Relaxed) > 0;
            let limit = Duration::from_millis(50);
            let _passed = self
                .passed
                .wait_timeout_while(lock(&self.lock), limit, wanted);
        });
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let _lock = lock(&self.0.lock);
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
        self.0.passed.notify_all();
    }
}

/// The right to use a simulation, as long as it lives.
pub struct InUse<'a> {
    cell: &'a DataCell,
    held: Held<'a>,
}

enum Held<'a> {
    Own(MutexGuard<'a, Box<Data>>),
    /// None only while it is dropped.
    Lent(Option<Box<Data>>),
}

/// Why a simulation cannot be used.
enum Refusal {
    /// A call of another thread, which ends by itself, uses it.
    Busy,
    /// A function of the user that runs in another thread, or a call of this thread uses it.
    Taken(&'static str),
}

impl Deref for InUse<'_> {
    type Target = Data;
    fn deref(&self) -> &Data {
        match &self.held {
            Held::Own(data) => data,
            Held::Lent(data) => data.as_deref().unwrap_or_else(|| unreachable!()),
        }
    }
}

impl DerefMut for InUse<'_> {
    fn deref_mut(&mut self) -> &mut Data {
        match &mut self.held {
            Held::Own(data) => data,
            Held::Lent(data) => data.as_deref_mut().unwrap_or_else(|| unreachable!()),
        }
    }
}

impl Drop for InUse<'_> {
    fn drop(&mut self) {
        match &mut self.held {
            Held::Own(_) => self.cell.user.store(0, Ordering::Relaxed),
            Held::Lent(data) => {
                if let Some(loan) = lock(&self.cell.loan).as_mut() {
                    loan.data = data.take();
                }
            }
        }
    }
}

impl DataCell {
    /// Takes a simulation in.
    pub fn new(model: Arc<ModelCell>, data: Data) -> Arc<Self> {
        Arc::new(Self {
            model,
            data: Mutex::new(Box::new(data)),
            user: AtomicUsize::new(0),
            lent: AtomicBool::new(false),
            loan: Mutex::new(None),
            spare: Mutex::new(None),
            shown: Mutex::default(),
            gate: Gate::default(),
            contacts: Mutex::new(None),
            listed: AtomicBool::new(false),
            warned: AtomicU32::new(0),
            rows: Mutex::new(None),
            given: AtomicBool::new(false),
        })
    }

    /// Notes kinds of warnings, as bits; gives those that are new.
    pub fn note_warnings(&self, raised: u32) -> u32 {
        if raised == 0 {
            return 0;
        }
        raised & !self.warned.fetch_or(raised, Ordering::Relaxed)
    }

    /// Lets warnings be told again.
    pub fn forget_warnings(&self) {
        self.warned.store(0, Ordering::Relaxed);
    }

    /// The list of contacts, as they are now.
    pub fn contacts(self: &Arc<Self>, py: Python<'_>) -> PyResult<Py<ContactList>> {
        if let Some(list) = &*lock(&self.contacts) {
            return Ok(list.clone_ref(py));
        }
        let list = ContactList::new(py, Arc::clone(self))?;
        *lock(&self.contacts) = Some(list.clone_ref(py));
        Ok(list)
    }

    /// Says that somebody has numbers of contacts.
    pub fn note_contacts(&self) {
        self.listed.store(true, Ordering::Relaxed);
    }

    /// Shows arrays and counts in place of those of constraint rows, until the next call uses the simulation.
    pub fn give_rows(&self, rows: Option<GivenRows>) {
        self.given.store(rows.is_some(), Ordering::Relaxed);
        let old = std::mem::replace(&mut *lock(&self.rows), rows);
        drop(old);
    }

    /// An array that was given in place of constraint rows.
    pub fn given_row(&self, py: Python<'_>, name: &str) -> Option<Py<PyAny>> {
        if !self.given.load(Ordering::Relaxed) {
            return None;
        }
        let rows = lock(&self.rows);
        let array = rows.as_ref()?.arrays.get(name)?;
        Some(array.clone_ref(py))
    }

    /// A count that was given in place of that of constraint rows.
    pub fn given_count(&self, name: &str) -> Option<usize> {
        if !self.given.load(Ordering::Relaxed) {
            return None;
        }
        lock(&self.rows).as_ref()?.counts.get(name).copied()
    }

    /// Changes a count that was given in place of one of constraint rows; false if none were given.
    pub fn give_count(&self, name: &str, count: usize) -> bool {
        let mut rows = lock(&self.rows);
        let known = rows.as_mut().and_then(|rows| rows.counts.get_mut(name));
        known.map(|known| *known = count).is_some()
    }

    /// Lets go of the list of contacts, which knows this cell.
    pub fn forget_contacts(&self) {
        let list = lock(&self.contacts).take();
        drop(list);
    }

    /// Says that contacts may change from now on.
    fn settle_contacts(&self, py: Python<'_>, data: &mut Data) {
        if self.given.load(Ordering::Relaxed) {
            self.give_rows(None);
        }
        if self.listed.swap(false, Ordering::Relaxed) {
            let list = lock(&self.contacts).as_ref().map(|list| list.clone_ref(py));
            if let Some(list) = list {
                list.get().settle(py, data);
            }
        }
    }

    fn try_enter(&self) -> Result<InUse<'_>, Refusal> {
        if self.lent.load(Ordering::Relaxed) {
            if let Some(loan) = lock(&self.loan).as_mut() {
                if loan.thread != this_thread() {
                    return Err(Refusal::Taken(
                        "this MjData is being used by another thread",
                    ));
                }
                let data = loan.data.take();
                let held = Held::Lent(Some(data.ok_or(Refusal::Taken(
                    "this MjData is being used by the call that runs this function",
                ))?));
                return Ok(InUse { cell: self, held });
            }
        }
        match self.data.try_lock() {
            Err(TryLockError::WouldBlock) if self.user.load(Ordering::Relaxed) == this_thread() => {
                Err(Refusal::Taken(
                    "this MjData is being used by the call that runs this function",
                ))
            }
            Err(TryLockError::WouldBlock) => Err(Refusal::Busy),
            Ok(data) => Ok(self.own(data)),
            Err(TryLockError::Poisoned(data)) => Ok(self.own(data.into_inner())),
        }
    }

    fn own<'a>(&'a self, data: MutexGuard<'a, Box<Data>>) -> InUse<'a> {
        self.user.store(this_thread(), Ordering::Relaxed);
        InUse {
            cell: self,
            held: Held::Own(data),
        }
    }

    /// The data, for a call that may change it. An error if another call uses it.
    ///
    /// Nothing that may run Python code may happen until the result is dropped, except through [`lend`](Self::lend).
    pub fn enter(&self, py: Python<'_>) -> PyResult<InUse<'_>> {
        self.gate.give_way(py);
        let mut data = self.try_enter().map_err(|refusal| {
            PyRuntimeError::new_err(match refusal {
                Refusal::Busy => "this MjData is being used by another thread",
                Refusal::Taken(why) => why,
            })
        })?;
        self.settle_contacts(py, &mut data);
        Ok(data)
    }

    /// The data, to look at it. Waits for a call of another thread, without the interpreter.
    pub fn look(&self, py: Python<'_>) -> PyResult<InUse<'_>> {
        let mut waiting = None;
        loop {
            match self.try_enter() {
                Ok(data) => return Ok(data),
                Err(Refusal::Taken(why)) => return Err(PyRuntimeError::new_err(why)),
                Err(Refusal::Busy) => {
                    waiting.get_or_insert_with(|| self.gate.wait_to_look());
                    py.detach(|| drop(lock(&self.data)));
                    py.check_signals()?;
                }
            }
        }
    }

    /// The array of a column or a counter, as it is now.
    pub fn array(&self, py: Python<'_>, column: usize) -> PyResult<Py<PyAny>> {
        if let Some(mirror) = lock(&self.shown).mirrors.live(column) {
            if mirror.is_whole(py) {
                return Ok(mirror.array(py));
            }
        }
        let data = self.look(py)?;
        if let Some(mirror) = lock(&self.shown).mirrors.wake(column) {
            if mirror.is_whole(py) && self.show(py, &data, column, mirror) {
                return Ok(mirror.array(py));
            }
        }
        let (kind, shape) = match column.checked_sub(*COLUMNS) {
            Some(counter) => counters::shape(py, counter)?,
            None => {
                let mut found = None;
                data.with_column(self.model.size(), column, &mut |field, column| {
                    found = Some((descr(py, column.scalar()), shape_of(&field)));
                });
                found.ok_or_else(|| PyRuntimeError::new_err("there is no such column"))?
            }
        };
        let mirror = Mirror::new(py, kind, shape)?;
        self.show(py, &data, column, &mirror);
        let array = mirror.array(py);
        lock(&self.shown).mirrors.insert(column, mirror);
        Ok(array)
    }

    /// Copies a column into an array; false if that cannot be done.
    fn show(&self, py: Python<'_>, data: &Data, column: usize, mirror: &Mirror) -> bool {
        if let Some(counter) = column.checked_sub(*COLUMNS) {
            return counters::show(py, &data.stats, counter, mirror);
        }
        let mut done = false;
        data.with_column(self.model.size(), column, &mut |_, column| {
            done = mirror.show(py, column);
        });
        done
    }

    /// Takes over what users may have written.
    pub fn take_over(&self, py: Python<'_>, data: &mut Data) {
        if self.listed.load(Ordering::Relaxed) {
            if let Some(list) = &*lock(&self.contacts) {
                list.get().fold(py, data);
            }
        }
        let shown = &mut *lock(&self.shown);
        if shown.mirrors.is_quiet() {
            return;
        }
        shown.mirrors.review(|column, mirror| {
            let mut done = false;
            match column.checked_sub(*COLUMNS) {
                Some(counter) => done = counters::store(py, &mut data.stats, counter, mirror),
                None => data.with_column_mut(self.model.size(), column, &mut |_, column| {
                    done = mirror.store(py, column);
                }),
            }
            match (done, mirror.is_held(py)) {
                (false, _) => Fate::Gone,
                (true, true) => Fate::Live,
                (true, false) => Fate::Idle,
            }
        });
    }

    /// Shows users the present numbers, in the arrays that they have.
    pub fn show_all(&self, py: Python<'_>, data: &Data) {
        self.show_except(py, data, 0);
    }

    /// Leaves out the inputs with these bits.
    fn show_except(&self, py: Python<'_>, data: &Data, same: u64) {
        let shown = &mut *lock(&self.shown);
        shown.mirrors.review(|column, mirror| {
            let input = column.checked_sub(INPUTS.start).filter(|i| *i < 64);
            let same = input.is_some_and(|i| same >> i & 1 != 0);
            if same || self.show(py, data, column, mirror) {
                Fate::Live
            } else {
                Fate::Gone
            }
        });
    }

    /// Runs `f` without the interpreter. What other threads meanwhile write into inputs that `f` leaves alone stays written.
    pub fn detached<T: Send>(
        &self,
        py: Python<'_>,
        data: &mut Data,
        f: impl FnOnce(&mut Data) -> T + Send,
    ) -> T {
        self.take_over(py, data);
        let quiet = self.note_inputs(data);
        let result = py.detach(|| f(data));
        if !quiet {
            let same = self.same_inputs(data);
            self.show_except(py, data, same);
        }
        result
    }

    /// Remembers the inputs that users have arrays of; true if they have no arrays at all.
    fn note_inputs(&self, data: &Data) -> bool {
        let shown = &mut *lock(&self.shown);
        if shown.mirrors.is_quiet() {
            return true;
        }
        let mut noted = 0;
        for column in INPUTS.clone() {
            if shown.mirrors.live(column).is_none() {
                continue;
            }
            if shown.inputs.len() == noted {
                shown.inputs.push((0, Vec::new()));
            }
            let (place, bytes) = &mut shown.inputs[noted];
            *place = column;
            bytes.clear();
            data.with_column(self.model.size(), column, &mut |_, column| {
                bytes_of(column, bytes);
            });
            noted += 1;
        }
        shown.inputs.truncate(noted);
        false
    }

    /// The inputs that are what they were, as bits.
    fn same_inputs(&self, data: &Data) -> u64 {
        let shown = lock(&self.shown);
        let mut bits = 0;
        for (column, bytes) in &shown.inputs {
            data.with_column(self.model.size(), *column, &mut |_, values| {
                let same = has_bytes(values, bytes);
                bits |= u64::from(same) << (column - INPUTS.start);
            });
        }
        bits
    }

    /// Gives the data, which the caller uses, to Python code of this thread.
    ///
    /// The data itself moves, so that nothing of it is reachable for the caller until `f` has returned.
    pub fn lend<T>(&self, py: Python<'_>, data: &mut Data, f: impl FnOnce() -> T) -> T {
        let spare = lock(&self.spare).take();
        let mut moved = spare.unwrap_or_else(|| Box::new(Data::new(&Model::default())));
        std::mem::swap(&mut *moved, data);
        self.show_all(py, &moved);
        let loan = Loan {
            thread: this_thread(),
            data: Some(moved),
        };
        let outer = lock(&self.loan).replace(loan);
        self.lent.store(true, Ordering::Relaxed);
        let result = f();
        let ended = std::mem::replace(&mut *lock(&self.loan), outer);
        let lent = lock(&self.loan).is_some();
        self.lent.store(lent, Ordering::Relaxed);
        if let Some(mut moved) = ended.and_then(|loan| loan.data) {
            self.settle_contacts(py, &mut moved);
            self.take_over(py, &mut moved);
            std::mem::swap(&mut *moved, data);
            *lock(&self.spare) = Some(moved);
        }
        result
    }
}

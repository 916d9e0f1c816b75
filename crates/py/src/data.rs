//! The native class of a simulation, which `MjData` extends in Python.

use std::sync::Arc;

use ligament::engine::data::{Contact, SolverStat, Stats, TimerStat, WarningStat};
use ligament::engine::derivative::metric;
use ligament::engine::{Data, Hooks};
use ligament::model::{Field, Model, Scalar};
use pyo3::exceptions::{PyKeyError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::callbacks;
use crate::dynamic;
use crate::model::NativeModel;
use crate::storage::{Shared, SharedData};
use crate::view::{View, kind};

/// A simulation in memory that NumPy arrays may look into.
#[pyclass(subclass, frozen, name = "Data")]
pub struct NativeData {
    /// The memory.
    pub shared: Arc<SharedData>,
    /// The model it was made for.
    pub model: Arc<Shared>,
}

impl NativeData {
    /// Takes a simulation of a model into shared memory.
    pub fn of(py: Python<'_>, model: &Arc<Shared>, data: Data) -> Self {
        let shared = model.with(py, |m| SharedData::new(m, data));
        Self {
            shared,
            model: Arc::clone(model),
        }
    }

    /// Complains unless a model has the same sizes as the one this simulation was made for.
    pub fn check_model(&self, model: &Arc<Shared>) -> PyResult<()> {
        if Arc::ptr_eq(&self.model, model) || self.model.layout() == model.layout() {
            return Ok(());
        }
        Err(PyValueError::new_err(
            "this MjData was made for a model with other sizes",
        ))
    }
}

/// Runs a part of the pipeline, with the functions of the user.
pub fn run<T>(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    f: impl FnOnce(&Model, &mut Data, &mut Hooks<'_>) -> T,
) -> PyResult<T> {
    let py = m.py();
    let (model, data) = (&m.get().shared, d.get());
    data.check_model(model)?;
    let body = |hooks: &mut Hooks<'_>| {
        model.with(py, |model| {
            data.shared.with_mut(py, |data| f(model, data, hooks))
        })
    };
    if callbacks::any() {
        callbacks::with_hooks(m, d, body)
    } else {
        body(&mut Hooks::default())
    }
}

/// Warns of trees that should be asleep after a reset and are not.
pub fn warn_of_sleep(m: &Bound<'_, NativeModel>, d: &Bound<'_, NativeData>) -> PyResult<()> {
    warn_of(m.py(), &m.get().shared, &d.get().shared)
}

fn warn_of(py: Python<'_>, model: &Arc<Shared>, data: &Arc<SharedData>) -> PyResult<()> {
    let message = model.with(py, |model| {
        data.with(py, |data| data.stats.unslept.map(|u| u.describe(model)))
    })?;
    let Some(message) = message.and_then(|text| std::ffi::CString::new(text).ok()) else {
        return Ok(());
    };
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)
}

/// Single numbers of a simulation: name, documentation, whether it is a truth value, and where it comes from.
type Count = (&'static str, &'static str, bool, fn(&Model, &Data) -> usize);

/// All single whole numbers.
const COUNTS: &[Count] = &[
    ("ncon", "number of detected contacts", false, |_, d| {
        d.contact.len()
    }),
    ("nefc", "number of constraints", false, |_, d| {
        d.efc.efc_type.len()
    }),
    ("ne", "number of equality constraints", false, |_, d| {
        d.efc.ne
    }),
    ("nf", "number of friction constraints", false, |_, d| {
        d.efc.nf
    }),
    ("nl", "number of limit constraints", false, |_, d| d.efc.nl),
    (
        "nJ",
        "number of non-zeros in constraint Jacobian",
        false,
        dynamic::jacobian_size,
    ),
    (
        "efm_active",
        "effective metric M+K: 0 off, 1 on",
        false,
        |m, _| usize::from(metric::is_discrete(m)),
    ),
    (
        "nefmT",
        "number of tendons with terms in the metric",
        false,
        |m, d| metric::term_counts(m, d)[0],
    ),
    (
        "nefmA",
        "number of actuators with terms in the metric",
        false,
        |m, d| metric::term_counts(m, d)[1],
    ),
    (
        "nY",
        "number of non-zeros in constraint inverse inertia square root",
        false,
        dynamic::whitened_size,
    ),
    (
        "nA",
        "number of non-zeros in constraint inverse inertia matrix",
        false,
        dynamic::inverse_inertia_size,
    ),
    (
        "nisland",
        "number of detected constraint islands",
        false,
        |_, d| d.island.nisland,
    ),
    ("nidof", "number of dofs in all islands", false, |_, d| {
        d.island.nidof
    }),
    ("ntree_awake", "number of awake trees", false, |_, d| {
        d.stats.ntree_awake
    }),
    (
        "nbody_awake",
        "number of awake dynamic and static bodies",
        false,
        |_, d| d.stats.nbody_awake,
    ),
    (
        "nparent_awake",
        "number of bodies with awake parents",
        false,
        |_, d| d.stats.nparent_awake,
    ),
    ("nv_awake", "number of awake dofs", false, |_, d| {
        d.stats.nv_awake
    }),
    ("maxuse_con", "maximum number of contacts", false, |_, d| {
        usize::try_from(d.stats.maxuse_con).unwrap_or(0)
    }),
    (
        "maxuse_efc",
        "maximum number of scalar constraints",
        false,
        |_, d| usize::try_from(d.stats.maxuse_efc).unwrap_or(0),
    ),
    ("nplugin", "number of plugin instances", false, |m, _| {
        m.size.nplugin
    }),
    (
        "flg_energypos",
        "has mj_energyPos been called",
        true,
        |_, d| usize::from(d.stats.flg_energypos),
    ),
    (
        "flg_energyvel",
        "has mj_energyVel been called",
        true,
        |_, d| usize::from(d.stats.flg_energyvel),
    ),
    (
        "flg_subtreevel",
        "has mj_subtreeVel been called",
        true,
        |_, d| usize::from(d.stats.flg_subtreevel),
    ),
    (
        "flg_rnepost",
        "has mj_rnePostConstraint been called",
        true,
        |_, d| usize::from(d.stats.flg_rnepost),
    ),
];

/// All arrays of fixed length: name, documentation, NumPy type, name of the size that counts the rows, and whether a row is
/// one number.
#[pyfunction]
pub fn data_fields() -> Vec<(&'static str, &'static str, &'static str, &'static str, bool)> {
    let model = Model::default();
    let mut rows = Vec::new();
    Data::new(&model).visit(&model, &mut |field: Field, column| {
        let kind = kind(column.scalar());
        rows.push((field.name, field.doc, kind, field.size, field.flat));
    });
    rows
}

/// All single whole numbers: name, documentation, and whether it is a truth value.
#[pyfunction]
pub fn data_counts() -> Vec<(&'static str, &'static str, bool)> {
    COUNTS.iter().map(|c| (c.0, c.1, c.2)).collect()
}

/// An array of counters: where it starts, how many entries it has, how far they are apart, their type.
type Counter = (fn(&mut Stats) -> usize, usize, Option<usize>, Scalar);

/// Describes one field of an array of records.
macro_rules! field_of {
    ($array:ident, $count:expr, $record:ty, $field:ident, $scalar:ident) => {
        (
            |s| std::ptr::from_mut(&mut s.$array[0].$field) as usize,
            $count,
            Some(size_of::<$record>()),
            Scalar::$scalar,
        )
    };
}

/// Where a counter lies.
fn counter(name: &str) -> Option<Counter> {
    use ligament::engine::data::{STAT_ISLANDS, STAT_ITERATIONS, TIMERS, WARNINGS};
    const SOLVER: usize = STAT_ISLANDS * STAT_ITERATIONS;
    Some(match name {
        "energy" => (|s| s.energy.as_mut_ptr() as usize, 2, None, Scalar::F64),
        "solver_fwdinv" => (
            |s| s.solver_fwdinv.as_mut_ptr() as usize,
            2,
            None,
            Scalar::F64,
        ),
        "solver_niter" => (
            |s| s.solver_niter.as_mut_ptr() as usize,
            STAT_ISLANDS,
            None,
            Scalar::I32,
        ),
        "solver_nnz" => (
            |s| s.solver_nnz.as_mut_ptr() as usize,
            STAT_ISLANDS,
            None,
            Scalar::I32,
        ),
        "warning.lastinfo" => field_of!(warning, WARNINGS, WarningStat, lastinfo, I32),
        "warning.number" => field_of!(warning, WARNINGS, WarningStat, number, I32),
        "timer.duration" => field_of!(timer, TIMERS, TimerStat, duration, F64),
        "timer.number" => field_of!(timer, TIMERS, TimerStat, number, I32),
        "solver.improvement" => field_of!(solver, SOLVER, SolverStat, improvement, F64),
        "solver.gradient" => field_of!(solver, SOLVER, SolverStat, gradient, F64),
        "solver.lineslope" => field_of!(solver, SOLVER, SolverStat, lineslope, F64),
        "solver.nactive" => field_of!(solver, SOLVER, SolverStat, nactive, I32),
        "solver.nchange" => field_of!(solver, SOLVER, SolverStat, nchange, I32),
        "solver.neval" => field_of!(solver, SOLVER, SolverStat, neval, I32),
        "solver.nupdate" => field_of!(solver, SOLVER, SolverStat, nupdate, I32),
        _ => return None,
    })
}

/// A copy of an array: its type, its shape and its bytes.
type Copied<'py> = (&'static str, Vec<usize>, Bound<'py, PyBytes>);

#[pymethods]
impl NativeData {
    /// Storage for a model, or a copy of another simulation.
    #[new]
    #[pyo3(signature = (model, other = None))]
    fn new(model: &Bound<'_, NativeModel>, other: Option<&Bound<'_, Self>>) -> PyResult<Self> {
        let (py, model) = (model.py(), &model.get().shared);
        let mut data = match other {
            Some(other) => {
                other.get().check_model(model)?;
                other.get().shared.with(py, Data::clone)?
            }
            None => model.with(py, Data::new),
        };
        data.stats.timing = true;
        let made = Self::of(py, model, data);
        if other.is_none() {
            warn_of(py, model, &made.shared)?;
        }
        Ok(made)
    }

    /// What was known when numbers last went bad, in words; none if they never did.
    fn diagnosis(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.model.with(py, |model| {
            self.shared.with(py, |data| {
                let found = data.stats.diagnosis.as_ref();
                found.map(|diagnosis| diagnosis.describe(model))
            })
        })
    }

    /// A live view of an array of fixed length.
    fn view(&self, name: &str) -> Option<View> {
        let mut places = self.shared.places().iter();
        let place = places.find(|place| place.field.name == name)?;
        Some(View::new(self.shared.clone(), place))
    }

    /// A live view of counters.
    fn counter(&self, py: Python<'_>, name: &str) -> PyResult<Option<View>> {
        let Some((start, count, stride, scalar)) = counter(name) else {
            return Ok(None);
        };
        let address = self.shared.with_mut(py, |data| start(&mut data.stats))?;
        let owner = self.shared.clone();
        Ok(Some(View::row(owner, address, count, stride, scalar)))
    }

    /// A single whole number.
    fn count(&self, py: Python<'_>, name: &str) -> PyResult<usize> {
        let row = COUNTS.iter().find(|row| row.0 == name);
        let get = row.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?.3;
        self.model
            .with(py, |model| self.shared.with(py, |data| get(model, data)))
    }

    /// Raises an error while another thread uses the data.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.check(py)
    }

    /// Simulation time.
    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        self.shared.with(py, |data| data.time)
    }

    #[setter]
    fn set_time(&self, py: Python<'_>, time: f64) -> PyResult<()> {
        self.shared.with_mut(py, |data| data.time = time)
    }

    /// A copy of an array whose length changes: its type, its shape and its bytes.
    fn rows<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Copied<'py>>> {
        let found = self.model.with(py, |model| {
            self.shared
                .with(py, |data| dynamic::rows(model, data, name))
        })?;
        Ok(found.map(|rows| (kind(rows.scalar), rows.shape, PyBytes::new(py, &rows.bytes))))
    }

    /// All contacts, one after the other, in the fields of `contact_fields`.
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self
            .shared
            .with(py, |data| dynamic::contacts(&data.contact))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Overwrites a contact, given as its bytes.
    fn set_contact(&self, py: Python<'_>, index: usize, bytes: &[u8]) -> PyResult<()> {
        let done = self.shared.with_mut(py, |data| {
            let contact = data.contact.get_mut(index);
            contact.is_some_and(|contact| dynamic::set_contact(contact, bytes))
        })?;
        if done {
            return Ok(());
        }
        Err(PyValueError::new_err("this contact is no longer there"))
    }

    /// Appends a contact, given as its bytes.
    fn add_contact(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        let geoms = self.model.with(py, |model| model.size.ngeom);
        let mut contact = Contact::default();
        let fits = dynamic::set_contact(&mut contact, bytes);
        let known = |geom: &i32| usize::try_from(*geom).is_ok_and(|geom| geom < geoms);
        if !fits || !contact.geom.iter().all(known) {
            return Err(PyValueError::new_err(
                "a contact needs two geoms that the model has",
            ));
        }
        self.shared.with_mut(py, |data| data.contact.push(contact))
    }

    /// Overwrites everything with what another simulation of a model with the same sizes holds.
    fn assign(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<()> {
        self.check_model(&other.get().model)?;
        let copy = other.get().shared.with(py, Data::clone)?;
        self.model
            .with(py, |model| self.shared.assign(py, model, copy))
    }

    /// All arrays of fixed length, as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        self.model.with(py, |model| {
            self.shared.with(py, |data| {
                data.visit(model, &mut |_, column| column.put(&mut bytes));
            })
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Overwrites all arrays of fixed length with those that `to_bytes` gave.
    fn take_bytes(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        let mut rest = bytes;
        let mut fits = true;
        self.model.with(py, |model| {
            self.shared.with_mut(py, |data| {
                data.visit_mut(model, &mut |_, column| {
                    let length = column.rows() * column.width() * column.scalar().bytes();
                    match rest.split_at_checked(length) {
                        Some((part, tail)) if fits => {
                            rest = tail;
                            fits = column.take(part);
                        }
                        _ => fits = false,
                    }
                });
            })
        })?;
        if fits && rest.is_empty() {
            return Ok(());
        }
        Err(PyValueError::new_err(
            "these bytes are not those of a simulation of this model",
        ))
    }
}

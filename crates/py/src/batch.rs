//! The native half of `ligament.batch`: rows of NumPy arrays to the seats of threads and back.

use std::sync::{Arc, Mutex};

use ligament::batch::fields::{FieldInfo, find_field, settle, write};
use ligament::batch::{BLOCK, Course, Dress, Next, Seat, World, drive, pool};
use ligament::engine::Data;
use ligament::engine::data::{StateBits, WARNINGS, WarningStat, state_size};
use ligament::engine::prepared::Dependence;
use ligament::model::{Model, Origin};
use numpy::PyUntypedArray;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::counters;
use crate::counts::COUNTS;
use crate::data::{NativeData, data_columns};
use crate::model::NativeModel;
use crate::model_cell::lock;
use crate::pipeline::stage_of;
use crate::storage::rows::{TableRow, Tables, Use};

pub(crate) type UntypedArray<'py> = Bound<'py, PyUntypedArray>;

/// What is read from a simulation.
#[derive(Clone, Copy)]
enum Source {
    /// An array, and whether only some calls compute it.
    Column(usize, bool),
    Counter(usize),
    Count(usize),
    Time,
    State(StateBits, usize),
}

impl Source {
    /// What goes by a name; components of the state by their bits.
    fn find(m: &Model, name: Option<&str>, bits: u32) -> PyResult<Self> {
        let Some(name) = name else {
            let size = state_size(m, StateBits(bits));
            let size = size.map_err(|why| PyValueError::new_err(why.to_string()))?;
            return Ok(Self::State(StateBits(bits), size));
        };
        if name == "time" {
            return Ok(Self::Time);
        }
        if let Some(column) = data_columns().position(|column| column == name) {
            let mut seldom = false;
            Data::new(&Model::default()).with_column(&m.size, column, &mut |field, _| {
                seldom = matches!(
                    field.stage,
                    Origin::SubtreeVel | Origin::RnePost | Origin::Inverse
                );
            });
            return Ok(Self::Column(column, seldom));
        }
        if let Some(counter) = counters::find(name) {
            return Ok(Self::Counter(counter));
        }
        let count = COUNTS.iter().position(|count| count.0 == name);
        count
            .map(Self::Count)
            .ok_or_else(|| PyValueError::new_err(format!("{name} cannot be read from worlds")))
    }
}

/// What is copied to the row of an array.
struct Reading {
    source: Source,
    table: usize,
    /// Bytes per step; 0 where there is one for the call.
    stride: usize,
}

/// Fields of the model with a row per world.
struct Fields<'a> {
    tables: &'a Tables,
    list: Vec<(String, FieldInfo, usize)>,
}

impl Dress for Fields<'_> {
    fn dress(&self, world: usize, model: &mut Model) -> Result<(), String> {
        let mut sound = true;
        for (name, info, table) in &self.list {
            let mut unlisted = None;
            write(model, info, &mut |column| {
                self.tables.fill(*table, world, column);
                let row = column.unlisted();
                unlisted = row.map(|row| column.to_f64()[row * column.width()]);
            });
            if let Some(number) = unlisted {
                return Err(format!("unknown type {number} in {name}"));
            }
            sound &= info.dependence != Dependence::Every;
        }
        if sound {
            return Ok(());
        }
        model.validate().map_err(|why| why.to_string())
    }
}

/// What all worlds of a call share.
struct Call<'a> {
    state: usize,
    warning: usize,
    nstate: usize,
    /// Keyframes to begin at, by place; -1 is the reference configuration.
    reset: Option<&'a [i32]>,
    /// Inputs before each step: an array, their bits and how many there are.
    control: Option<(usize, StateBits, usize)>,
    outputs: &'a [Reading],
    records: &'a [Reading],
    failed: &'a Mutex<Vec<(usize, String)>>,
}

/// A world of a call.
struct RowWorld<'a> {
    row: TableRow<'a>,
    own: Option<&'a mut Data>,
    call: &'a Call<'a>,
    /// Numbers on their way.
    numbers: Vec<f64>,
    bytes: Vec<u8>,
    /// Warnings before the call.
    warned: i64,
}

impl RowWorld<'_> {
    fn load_warnings(&mut self, d: &mut Data) {
        let mut bytes = [0; 8 * WARNINGS];
        self.row.read_bytes(self.call.warning, &mut bytes);
        let number = |at: usize| {
            let part: [u8; 4] = std::array::from_fn(|i| bytes[at + i]);
            i32::from_ne_bytes(part)
        };
        d.stats.warning = std::array::from_fn(|i| WarningStat {
            lastinfo: number(8 * i),
            number: number(8 * i + 4),
        });
    }

    fn warnings(d: &Data) -> i64 {
        d.stats.warning.iter().map(|w| i64::from(w.number)).sum()
    }

    /// Copies what was asked for to rows.
    fn copy(&mut self, m: &Model, d: &Data, outputs: &[Reading], step: usize) {
        for output in outputs {
            let (table, at) = (output.table, step * output.stride);
            match output.source {
                Source::Column(column, _) => d.with_column(&m.size, column, &mut |_, column| {
                    self.row.write_column(table, at, column);
                }),
                Source::Counter(counter) => {
                    counters::bytes(&d.stats, counter, &mut self.bytes);
                    self.row.write_bytes(table, at, &self.bytes);
                }
                Source::Count(count) => {
                    let number = i32::try_from(COUNTS[count].3(m, d)).unwrap_or(i32::MAX);
                    self.row.write_bytes(table, at, &number.to_ne_bytes());
                }
                Source::Time => self.row.write(table, at / 8, &[d.time]),
                Source::State(bits, size) => {
                    self.numbers.resize(size, 0.0);
                    let _ = d.get_state(m, &mut self.numbers, bits);
                    self.row.write(table, at / 8, &self.numbers);
                }
            }
        }
    }
}

impl World for RowWorld<'_> {
    fn number(&self) -> usize {
        self.row.world
    }

    fn own(&mut self) -> Option<&mut Data> {
        self.own.as_deref_mut()
    }

    fn load(&mut self, m: &Model, d: &mut Data) -> Next {
        let call = self.call;
        for output in call.outputs.iter().chain(call.records) {
            // another world's numbers would be left where this call computes none
            if let (Source::Column(column, true), None) = (output.source, &self.own) {
                d.with_column_mut(&m.size, column, &mut |_, column| column.zero());
            }
        }
        match call.reset.map(|keys| usize::try_from(keys[self.row.place])) {
            Some(Ok(key)) => {
                d.reset_key(m, key);
            }
            Some(Err(_)) => d.reset(m),
            None => {
                self.numbers.resize(call.nstate, 0.0);
                self.row.read(call.state, 0, &mut self.numbers);
                let _ = d.set_state(m, &self.numbers, StateBits::INTEGRATION);
                self.load_warnings(d);
            }
        }
        self.warned = Self::warnings(d);
        Next::Step
    }

    fn before(&mut self, m: &Model, d: &mut Data, k: usize) {
        if let Some((table, bits, size)) = self.call.control {
            self.numbers.resize(size, 0.0);
            self.row.read(table, k * size, &mut self.numbers);
            let _ = d.set_state(m, &self.numbers, bits);
        }
    }

    fn after(&mut self, m: &Model, d: &mut Data, k: usize) -> Next {
        let call = self.call;
        self.copy(m, d, call.records, k);
        // recordings end with the first warning
        if call.records.is_empty() || Self::warnings(d) <= self.warned {
            Next::Step
        } else {
            Next::Stay
        }
    }

    fn store(&mut self, m: &Model, d: &Data) {
        let call = self.call;
        self.numbers.resize(call.nstate, 0.0);
        let _ = d.get_state(m, &mut self.numbers, StateBits::INTEGRATION);
        self.row.write(call.state, 0, &self.numbers);
        self.bytes.clear();
        for w in &d.stats.warning {
            self.bytes.extend_from_slice(&w.lastinfo.to_ne_bytes());
            self.bytes.extend_from_slice(&w.number.to_ne_bytes());
        }
        self.row.write_bytes(call.warning, 0, &self.bytes);
        self.copy(m, d, call.outputs, 0);
    }

    fn fail(&mut self, why: String) {
        lock(self.call.failed).push((self.row.world, why));
    }
}

/// Arrays of a batch that every call uses: states and warnings, and by name those that are filled, and fields of the model.
type Arrays<'py> = (
    UntypedArray<'py>,
    UntypedArray<'py>,
    Vec<(String, UntypedArray<'py>)>,
    Vec<(String, UntypedArray<'py>)>,
);

/// What a call does: keyframes to reset to, steps, stage at the end.
type Request = (Option<Vec<i32>>, usize, i32);

/// Inputs of a rollout, and what it records: a name, or bits of the state.
type Recording<'py> = (
    Option<(UntypedArray<'py>, u32)>,
    Vec<(Option<String>, u32, UntypedArray<'py>)>,
);

/// The seats of a batch.
#[pyclass(frozen, name = "Batch")]
pub struct NativeBatch {
    seats: Mutex<Seats>,
}

struct Seats {
    list: Vec<Seat>,
    enclosed: Option<Enclosed>,
    threads: usize,
}

/// A model whose margins enclose those of all worlds.
struct Enclosed {
    /// What it was made from.
    of: Arc<Model>,
    margins: Vec<(FieldInfo, Vec<u8>)>,
    model: Arc<Model>,
}

#[pymethods]
impl NativeBatch {
    /// Seats for so many threads.
    #[new]
    fn new(threads: usize) -> Self {
        Self {
            seats: Mutex::new(Seats {
                list: Vec::new(),
                enclosed: None,
                threads: threads.max(1),
            }),
        }
    }

    /// How many threads can work at a time in this process.
    #[staticmethod]
    fn width() -> usize {
        pool::width()
    }

    /// Runs the worlds of a call. Gives those that failed, and why.
    #[pyo3(signature = (models, own, ids, arrays, request, recording))]
    fn run(
        &self,
        py: Python<'_>,
        models: Vec<Bound<'_, NativeModel>>,
        own: Option<Vec<Bound<'_, NativeData>>>,
        ids: Option<Vec<i32>>,
        arrays: Arrays<'_>,
        request: Request,
        recording: Recording<'_>,
    ) -> PyResult<Vec<(usize, String)>> {
        let models: Vec<Arc<Model>> = models
            .iter()
            .map(|m| m.get().cell.sound(py))
            .collect::<PyResult<_>>()?;
        let first = models
            .first()
            .ok_or_else(|| PyValueError::new_err("there must be a model"))?;
        let (state, warning, outputs, fields) = arrays;
        let (keys, steps, stage) = request;
        let worlds = state.getattr("shape")?.get_item(0)?.extract::<usize>()?;
        let places = ids.as_ref().map_or(worlds, Vec::len);
        if keys.as_ref().is_some_and(|keys| keys.len() != places) {
            return Err(PyValueError::new_err(
                "there must be a keyframe for each world",
            ));
        }
        let mut tables = Tables::new(worlds, places);
        let nstate = size_of(first, StateBits::INTEGRATION)?;
        let state = tables.add(&state, Use::World, true)?;
        let warning = tables.add(&warning, Use::World, true)?;
        let fits = tables.width(state) == 8 * nstate && tables.width(warning) == 8 * WARNINGS;
        if !fits {
            return Err(PyValueError::new_err("the rows are not those of the model"));
        }
        let mut found = Vec::with_capacity(outputs.len());
        for (name, array) in &outputs {
            found.push(Reading {
                source: Source::find(first, Some(name), 0)?,
                table: tables.add(array, Use::World, true)?,
                stride: 0,
            });
        }
        let (control, items) = recording;
        let mut records = Vec::with_capacity(items.len());
        for (name, bits, array) in &items {
            let table = tables.add(array, Use::Place, true)?;
            records.push(Reading {
                source: Source::find(first, name.as_deref(), *bits)?,
                table,
                stride: tables.width(table).checked_div(steps).unwrap_or(0),
            });
        }
        let control = match control {
            None => None,
            Some((array, bits)) => {
                let size = size_of(first, StateBits(bits))?;
                let table = tables.add(&array, Use::Place, false)?;
                if tables.width(table) != 8 * size * steps {
                    return Err(PyValueError::new_err("inputs have the wrong shape"));
                }
                Some((table, StateBits(bits), size))
            }
        };
        let mut list = Vec::with_capacity(fields.len());
        for (name, array) in &fields {
            let info = find_field(first, name);
            let info =
                info.ok_or_else(|| PyValueError::new_err(format!("there is no field {name}")))?;
            list.push((name.clone(), info, tables.add(array, Use::Shared, false)?));
        }
        let mut seats = self
            .seats
            .try_lock()
            .map_err(|_| PyRuntimeError::new_err("this batch is being used by another thread"))?;
        let base = enclose(&mut seats, first, &fields, &mut list)?;
        let failed = Mutex::default();
        let call = Call {
            state,
            warning,
            nstate,
            reset: keys.as_deref(),
            control,
            outputs: &found,
            records: &records,
            failed: &failed,
        };
        let fields = (!list.is_empty()).then_some(Fields {
            tables: &tables,
            list,
        });
        let course = Course {
            model: &base,
            fields: fields.as_ref().map(|fields| fields as &dyn Dress),
            models: (models.len() > 1).then_some(&models[..]),
            steps,
            stage: stage_of(stage)?,
        };
        let rows = tables.worlds(ids.as_deref())?;
        let (mut cells, mut used) = (Vec::new(), Vec::new());
        if let Some(own) = &own {
            let chosen = |place: usize| ids.as_ref().map_or(place, |ids| ids[place] as usize);
            for place in 0..places {
                let data = own.get(chosen(place)).ok_or_else(|| {
                    PyValueError::new_err("there must be an MjData for each world")
                })?;
                let mut entered = data.get().cell.enter(py)?;
                data.get().cell.take_over(py, &mut entered);
                cells.push(data);
                used.push(entered);
            }
        }
        let data: Vec<&mut Data> = used.iter_mut().map(|data| &mut **data).collect();
        let mut data = data.into_iter();
        let tasks = rows.map(|row| RowWorld {
            row,
            own: data.next(),
            call: &call,
            numbers: Vec::new(),
            bytes: Vec::new(),
            warned: 0,
        });
        let Seats { list, threads, .. } = &mut *seats;
        let wanted = (*threads).min(places.div_ceil(BLOCK.min(places.div_ceil(*threads)).max(1)));
        while list.len() < wanted.max(1) {
            list.push(Seat::new(&base));
        }
        let block = BLOCK.min(places.div_ceil(*threads)).max(1);
        py.detach(|| {
            pool::over_blocks(&mut list[..wanted.max(1)], tasks, block, |seat, worlds| {
                drive(seat, course, worlds);
            });
        });
        for (data, used) in cells.iter().zip(&used) {
            data.get().cell.show_all(py, used);
        }
        drop(used);
        let mut failed = failed
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        failed.sort_unstable();
        Ok(failed)
    }
}

fn size_of(m: &Model, bits: StateBits) -> PyResult<usize> {
    state_size(m, bits).map_err(|why| PyValueError::new_err(why.to_string()))
}

/// The model that seats copy: with the largest margins of any world, so that one plan of collisions serves all.
fn enclose(
    seats: &mut Seats,
    base: &Arc<Model>,
    arrays: &[(String, UntypedArray<'_>)],
    list: &mut [(String, FieldInfo, usize)],
) -> PyResult<Arc<Model>> {
    let mut infos: Vec<FieldInfo> = list.iter().map(|(_, info, _)| *info).collect();
    settle(&mut infos);
    for ((_, info, _), settled) in list.iter_mut().zip(infos) {
        *info = settled;
    }
    let mut margins = Vec::new();
    for ((_, info, _), (_, array)) in list.iter().zip(arrays) {
        if info.dependence == Dependence::Largest {
            let largest = array.call_method1("max", (0,))?.call_method0("tobytes")?;
            margins.push((*info, largest.extract::<Vec<u8>>()?));
        }
    }
    if margins.is_empty() {
        seats.enclosed = None;
        return Ok(Arc::clone(base));
    }
    if let Some(known) = &seats.enclosed {
        if Arc::ptr_eq(&known.of, base) && known.margins == margins {
            return Ok(Arc::clone(&known.model));
        }
    }
    let mut model = Model::clone(base);
    for (info, largest) in &margins {
        write(&mut model, info, &mut |column| {
            column.take(largest);
        });
    }
    // other margins than those of the model: its tables do not hold
    model.geom.touch();
    model.pair.touch();
    let model = Arc::new(model);
    seats.enclosed = Some(Enclosed {
        of: Arc::clone(base),
        margins,
        model: Arc::clone(&model),
    });
    Ok(model)
}

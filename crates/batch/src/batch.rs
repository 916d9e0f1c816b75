//! The batch: rows of numbers outside, seats of threads inside.

use std::ops::Range;
use std::sync::Arc;

use ligament_engine::Data;
use ligament_engine::data::{StateBits, WARNINGS, state_size};
use ligament_model::Model;
use ligament_model::enums::{EnableFlags, Stage};

use crate::drive::{Course, Next, World, drive};
use crate::fault::{self, Fault, OnFault};
use crate::fields::{Dressing, WorldFields};
use crate::noise::Noise;
use crate::pool;
use crate::seat::{Dress, Seat};
use crate::start::Start;

/// Worlds that a thread takes at a time.
pub const BLOCK: usize = 32;

/// Why something cannot be done with a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchError {
    /// There is no such world.
    NoWorld {
        /// What was asked for.
        world: usize,
        /// How many there are.
        worlds: usize,
    },
    /// Numbers that are not as many as needed.
    Length {
        /// What they are for.
        what: &'static str,
        /// How many are needed.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// There is no such keyframe.
    NoKeyframe(usize),
    /// There is no such field of 64-bit floats in the model.
    NoField(String),
    /// Components that a user does not set.
    NotInput(u32),
    /// Worlds that could not be simulated and are as they were: the first one, why, and how many there are.
    Failed {
        /// The first of them.
        world: usize,
        /// Why.
        why: String,
        /// How many.
        count: usize,
    },
}

impl std::fmt::Display for BatchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoWorld { world, worlds } => write!(f, "there are {worlds} worlds, got {world}"),
            Self::Length {
                what,
                expected,
                found,
            } => write!(f, "{what} needs {expected} numbers, got {found}"),
            Self::NoKeyframe(key) => write!(f, "the model has no keyframe {key}"),
            Self::NoField(name) => write!(f, "the model has no field of floats {name}"),
            Self::NotInput(bits) => write!(f, "{bits:#x} has components that are no inputs"),
            Self::Failed { world, why, count } => {
                write!(
                    f,
                    "{count} worlds could not be simulated; world {world}: {why}"
                )
            }
        }
    }
}

impl std::error::Error for BatchError {}

/// Which worlds.
#[derive(Clone, Copy, Debug, Default)]
pub enum Select<'a> {
    /// All.
    #[default]
    All,
    /// Those with these numbers.
    Ids(&'a [usize]),
    /// Those whose flag is set.
    Mask(&'a [bool]),
}

impl Select<'_> {
    /// A flag per world; none for all.
    fn flags(self, worlds: usize) -> Result<Option<Vec<bool>>, BatchError> {
        match self {
            Self::All => Ok(None),
            Self::Mask(mask) if mask.len() == worlds => Ok(Some(mask.to_vec())),
            Self::Mask(mask) => Err(BatchError::Length {
                what: "a mask",
                expected: worlds,
                found: mask.len(),
            }),
            Self::Ids(ids) => {
                let mut flags = vec![false; worlds];
                for &world in ids {
                    match flags.get_mut(world) {
                        Some(flag) => *flag = true,
                        None => return Err(BatchError::NoWorld { world, worlds }),
                    }
                }
                Ok(Some(flags))
            }
        }
    }
}

/// What is kept of a world beside its row.
#[derive(Clone, Debug, Default)]
struct Record {
    episode: u64,
    frozen: bool,
    faults: u32,
    warnings: [u32; WARNINGS],
    last_fault: Option<Box<Fault>>,
    failed: Option<String>,
}

/// A look at a world: its number, the step of the call, and everything that was computed.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// Which world.
    pub world: usize,
    /// Which step of the call.
    pub step: usize,
    /// Its model.
    pub model: &'a Model,
    /// The world.
    pub data: &'a Data,
}

/// Many worlds of one model.
#[derive(Debug)]
pub struct Batch {
    model: Arc<Model>,
    nstate: usize,
    rows: Vec<f64>,
    records: Vec<Record>,
    /// Data of each world, where a world is more than its row: models that sleep or remember contact forces.
    own: Vec<Data>,
    seats: Vec<Seat>,
    fields: WorldFields,
    enclosed: Option<Arc<Model>>,
    on_fault: OnFault,
    start: Start,
    seed: u64,
}

impl Batch {
    /// Worlds of a model at its reference configuration, over threads; 0 threads are as many as there are processors.
    pub fn new(model: &Model, worlds: usize, threads: usize) -> Self {
        let model = Arc::new(model.clone());
        let threads = if threads == 0 { pool::width() } else { threads };
        let first = Data::new(&model);
        let nstate = state_size(&model, StateBits::INTEGRATION).unwrap_or(0);
        let mut row = vec![0.0; nstate];
        // the length was asked for
        let _ = first.get_state(&model, &mut row, StateBits::INTEGRATION);
        let remembers = model.opt.enables(EnableFlags::SLEEP) || model.opt.contactmemory != 0;
        let own = if remembers { worlds } else { 0 };
        let seats = threads.min(worlds.div_ceil(BLOCK)).max(1);
        Self {
            nstate,
            rows: row.repeat(worlds),
            records: vec![Record::default(); worlds],
            own: vec![first; own],
            seats: (0..seats).map(|_| Seat::new(&model)).collect(),
            fields: WorldFields::default(),
            enclosed: None,
            on_fault: OnFault::default(),
            start: Start::default(),
            seed: 0,
            model,
        }
    }

    /// The same batch with another answer to worlds whose numbers go bad.
    #[must_use]
    pub fn on_fault(mut self, answer: OnFault) -> Self {
        self.on_fault = answer;
        self
    }

    /// The same batch with another seed for all noise.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// How many worlds there are.
    pub fn worlds(&self) -> usize {
        self.records.len()
    }

    /// How many numbers the row of a world has.
    pub fn nstate(&self) -> usize {
        self.nstate
    }

    /// Bytes that every further world takes, without fields of its own and where a world is no more than its row.
    pub fn bytes_per_world(&self) -> usize {
        let own = if self.own.is_empty() {
            0
        } else {
            size_of::<Data>()
        };
        self.nstate * size_of::<f64>() + size_of::<Record>() + own
    }

    /// The rows of all worlds, one after the other: `StateBits::INTEGRATION`.
    pub fn rows(&self) -> &[f64] {
        &self.rows
    }

    /// The rows, to change.
    pub fn rows_mut(&mut self) -> &mut [f64] {
        &mut self.rows
    }

    /// Where in a row a component lies, for example `StateBits::CTRL`.
    pub fn part(&self, bit: StateBits) -> Range<usize> {
        let below = StateBits(StateBits::INTEGRATION.0 & bit.0.wrapping_sub(1));
        let size = |bits| state_size(&self.model, bits).unwrap_or(0);
        let first = size(below);
        first..first + size(StateBits(bit.0 & StateBits::INTEGRATION.0))
    }

    /// The numbers of a component of one world, to change.
    ///
    /// # Panics
    /// Where there is no such world.
    pub fn part_mut(&mut self, world: usize, bit: StateBits) -> &mut [f64] {
        let (part, first) = (self.part(bit), world * self.nstate);
        &mut self.rows[first + part.start..first + part.end]
    }

    /// Values per world of a field of the model (an array by MuJoCo's name, or an option as `opt.name`), world after world.
    pub fn expand(&mut self, name: &str) -> Result<&mut [f64], BatchError> {
        let worlds = self.worlds();
        let found = self.fields.expand(&self.model, worlds, name);
        found.ok_or_else(|| BatchError::NoField(name.to_owned()))
    }

    /// Which episode a world is in: how often it was reset.
    pub fn episode(&self, world: usize) -> Option<u64> {
        self.records.get(world).map(|record| record.episode)
    }

    /// How often the numbers of each world went bad.
    pub fn faults(&self) -> impl Iterator<Item = u32> + '_ {
        self.records.iter().map(|record| record.faults)
    }

    /// What last went wrong, for every world with which something did.
    pub fn last_faults(&self) -> impl Iterator<Item = &Fault> {
        let faults = self.records.iter().map(|record| &record.last_fault);
        faults.filter_map(Option::as_deref)
    }

    /// Whether a world stays as it is until it is reset.
    pub fn is_frozen(&self, world: usize) -> bool {
        self.records.get(world).is_some_and(|record| record.frozen)
    }

    /// How often a world raised each warning.
    pub fn warnings(&self, world: usize) -> Option<&[u32; WARNINGS]> {
        self.records.get(world).map(|record| &record.warnings)
    }

    /// Advances worlds by some steps.
    pub fn step(&mut self, select: Select<'_>, steps: usize) -> Result<(), BatchError> {
        self.run(select, steps, None, &mut [], 0, |_, _| {})
    }

    /// Advances worlds by some steps and then looks at each: `look` fills `width` numbers of `out` per world.
    pub fn step_into(
        &mut self,
        select: Select<'_>,
        steps: usize,
        out: &mut [f64],
        width: usize,
        look: impl Fn(Look<'_>, &mut [f64]) + Sync,
    ) -> Result<(), BatchError> {
        let expected = self.worlds() * width;
        check("the result", expected, out.len())?;
        let last = steps.saturating_sub(1);
        self.run(select, steps, None, out, width, |seen, out| {
            if seen.step == last {
                look(seen, out);
            }
        })
    }

    /// Advances all worlds under given inputs, `[world, step, input]`, and looks at each after every step: `look` fills
    /// `width` numbers of `out`, `[world, step, width]`.
    pub fn rollout(
        &mut self,
        steps: usize,
        inputs: Option<(StateBits, &[f64])>,
        out: &mut [f64],
        width: usize,
        look: impl Fn(Look<'_>, &mut [f64]) + Sync,
    ) -> Result<(), BatchError> {
        let worlds = self.worlds();
        check("the result", worlds * steps * width, out.len())?;
        if let Some((bits, numbers)) = inputs {
            if bits.0 & !StateBits::USER.0 != 0 {
                return Err(BatchError::NotInput(bits.0));
            }
            let size = state_size(&self.model, bits).unwrap_or(0);
            check("the inputs", worlds * steps * size, numbers.len())?;
        }
        let whole = steps * width;
        self.run(Select::All, steps, inputs, out, whole, |seen, out| {
            let at = seen.step * width;
            look(seen, &mut out[at..at + width]);
        })
    }

    /// Begins new episodes. Noise follows from the seed, the world and its episode alone.
    pub fn reset(&mut self, select: Select<'_>, start: Start) -> Result<(), BatchError> {
        if let Some(key) = start.keyframe.filter(|key| *key >= self.model.size.nkey) {
            return Err(BatchError::NoKeyframe(key));
        }
        self.start = start;
        let flags = select.flags(self.worlds())?;
        let chosen = |world: usize| flags.as_ref().is_none_or(|flags| flags[world]);
        let shared = Shared {
            on_fault: self.on_fault,
            start,
            seed: self.seed,
            inputs: None,
            width: 0,
        };
        self.each(shared, 0, &mut [], &chosen, true, &|_, _| {})
    }

    /// A world as data, with its model.
    pub fn world(&self, world: usize) -> Result<(Model, Data), BatchError> {
        let worlds = self.worlds();
        if world >= worlds {
            return Err(BatchError::NoWorld { world, worlds });
        }
        let mut model = Model::clone(&self.model);
        let mut known = None;
        let (_, infos) = self.fields.enclose(&self.model, &mut known);
        let fields = &self.fields;
        Dressing { fields, infos }
            .dress(world, &mut model)
            .map_err(|why| BatchError::Failed {
                world,
                why,
                count: 1,
            })?;
        let mut data = match self.own.get(world) {
            Some(data) => data.clone(),
            None => Data::new(&model),
        };
        let row = &self.rows[world * self.nstate..(world + 1) * self.nstate];
        let _ = data.set_state(&model, row, StateBits::INTEGRATION);
        Ok((model, data))
    }

    fn run(
        &mut self,
        select: Select<'_>,
        steps: usize,
        inputs: Option<(StateBits, &[f64])>,
        out: &mut [f64],
        width: usize,
        look: impl Fn(Look<'_>, &mut [f64]) + Sync,
    ) -> Result<(), BatchError> {
        let flags = select.flags(self.worlds())?;
        let chosen = |world: usize| flags.as_ref().is_none_or(|flags| flags[world]);
        let size = inputs.map(|(bits, _)| state_size(&self.model, bits).unwrap_or(0));
        let shared = Shared {
            on_fault: self.on_fault,
            start: self.start,
            seed: self.seed,
            inputs: inputs.zip(size).map(|((bits, numbers), size)| Inputs {
                bits,
                numbers,
                size,
                steps,
            }),
            width,
        };
        self.each(shared, steps, out, &chosen, false, &look)
    }

    /// Puts chosen worlds through their steps, over threads.
    fn each(
        &mut self,
        shared: Shared<'_>,
        steps: usize,
        out: &mut [f64],
        chosen: &(dyn Fn(usize) -> bool + Sync),
        fresh: bool,
        look: &(dyn Fn(Look<'_>, &mut [f64]) + Sync),
    ) -> Result<(), BatchError> {
        let (model, infos) = self.fields.enclose(&self.model, &mut self.enclosed);
        let fields = &self.fields;
        let dressing = (!fields.is_empty()).then_some(Dressing { fields, infos });
        let course = Course {
            model: &model,
            fields: dressing.as_ref().map(|dressing| dressing as &dyn Dress),
            models: None,
            steps,
            stage: Stage::None,
        };
        let mut own = self.own.iter_mut();
        let mut out = out;
        let rows = self.rows.chunks_exact_mut(self.nstate.max(1));
        let tasks = rows
            .zip(&mut self.records)
            .enumerate()
            .map(|(number, (row, record))| {
                let (part, rest) = std::mem::take(&mut out).split_at_mut(shared.width);
                out = rest;
                RowWorld {
                    number,
                    row,
                    record,
                    own: own.next(),
                    out: part,
                    before: Vec::new(),
                    fresh,
                    shared,
                    look,
                }
            });
        let tasks = tasks.filter(|task| chosen(task.number));
        pool::over_blocks(&mut self.seats, tasks, BLOCK, |seat, worlds| {
            drive(seat, course, worlds);
        });
        self.first_failure()
    }

    /// The failures of the last call, as an error.
    fn first_failure(&mut self) -> Result<(), BatchError> {
        let mut failed = self
            .records
            .iter_mut()
            .enumerate()
            .filter_map(|(world, record)| {
                let why = record.failed.take()?;
                Some((world, why))
            });
        match failed.next() {
            None => Ok(()),
            Some((world, why)) => Err(BatchError::Failed {
                world,
                why,
                count: 1 + failed.count(),
            }),
        }
    }
}

fn check(what: &'static str, expected: usize, found: usize) -> Result<(), BatchError> {
    if expected == found {
        return Ok(());
    }
    Err(BatchError::Length {
        what,
        expected,
        found,
    })
}

/// Inputs of a rollout.
#[derive(Clone, Copy)]
struct Inputs<'a> {
    bits: StateBits,
    numbers: &'a [f64],
    size: usize,
    steps: usize,
}

/// What all worlds of a call share.
#[derive(Clone, Copy)]
struct Shared<'a> {
    on_fault: OnFault,
    start: Start,
    seed: u64,
    inputs: Option<Inputs<'a>>,
    /// Numbers of the result per world.
    width: usize,
}

/// A world of a call.
struct RowWorld<'a> {
    number: usize,
    row: &'a mut [f64],
    record: &'a mut Record,
    own: Option<&'a mut Data>,
    out: &'a mut [f64],
    /// The state before the last step, for worlds that freeze.
    before: Vec<f64>,
    /// Whether the world begins a new episode.
    fresh: bool,
    shared: Shared<'a>,
    look: &'a (dyn Fn(Look<'_>, &mut [f64]) + Sync),
}

impl RowWorld<'_> {
    fn begin_episode(&mut self, m: &Model, d: &mut Data) {
        self.record.episode += 1;
        self.record.frozen = false;
        let Shared { seed, start, .. } = self.shared;
        let noise = Noise::new(seed, self.number as u64, self.record.episode);
        start.apply(m, d, noise);
    }
}

impl World for RowWorld<'_> {
    fn number(&self) -> usize {
        self.number
    }

    fn own(&mut self) -> Option<&mut Data> {
        self.own.as_deref_mut()
    }

    fn load(&mut self, m: &Model, d: &mut Data) -> Next {
        if self.fresh {
            self.begin_episode(m, d);
        } else {
            let _ = d.set_state(m, self.row, StateBits::INTEGRATION);
        }
        d.stats.warning = Default::default();
        d.stats.diagnosis = None;
        if self.record.frozen {
            Next::Stay
        } else {
            Next::Step
        }
    }

    fn before(&mut self, m: &Model, d: &mut Data, k: usize) {
        if let Some(inputs) = &self.shared.inputs {
            let at = (self.number * inputs.steps + k) * inputs.size;
            let numbers = &inputs.numbers[at..at + inputs.size];
            let _ = d.set_state(m, numbers, inputs.bits);
        }
        if self.shared.on_fault == OnFault::Freeze {
            self.before.resize(self.row.len(), 0.0);
            let _ = d.get_state(m, &mut self.before, StateBits::INTEGRATION);
        }
    }

    fn after(&mut self, m: &Model, d: &mut Data, k: usize) -> Next {
        let mut next = Next::Step;
        if fault::went_bad(&d.stats).is_some() {
            let episode = self.record.episode;
            self.record.faults = self.record.faults.saturating_add(1);
            self.record.last_fault = fault::describe(m, d, self.number, episode).map(Box::new);
            fault::add_warnings(&mut self.record.warnings, &d.stats);
            match self.shared.on_fault {
                OnFault::AsStep => {}
                OnFault::Reset => self.begin_episode(m, d),
                OnFault::Freeze => {
                    let _ = d.set_state(m, &self.before, StateBits::INTEGRATION);
                    self.record.frozen = true;
                    next = Next::Stay;
                }
            }
            d.stats.warning = Default::default();
            d.stats.diagnosis = None;
        }
        let look = Look {
            world: self.number,
            step: k,
            model: m,
            data: d,
        };
        (self.look)(look, self.out);
        next
    }

    fn store(&mut self, m: &Model, d: &Data) {
        let _ = d.get_state(m, self.row, StateBits::INTEGRATION);
        fault::add_warnings(&mut self.record.warnings, &d.stats);
    }

    fn fail(&mut self, why: String) {
        self.record.failed = Some(why);
    }
}

//! Worlds whose numbers went bad: what to do with them, and what is known about them.

use ligament_engine::Data;
use ligament_engine::data::{Diagnosis, Stats, WARNINGS, Warning};
use ligament_model::Model;

/// What becomes of a world whose numbers went bad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFault {
    /// What [`step`](ligament_engine::step()) does: it goes on from the reference configuration, unless the model forbids that.
    #[default]
    AsStep,
    /// It begins a new episode, as [`Batch::reset`](crate::Batch::reset) last said how.
    Reset,
    /// It stays as it was before the step that went wrong, until it is reset.
    Freeze,
}

/// A world whose numbers went bad.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Which world.
    pub world: usize,
    /// In which of its episodes.
    pub episode: u64,
    /// At what time of the simulation.
    pub time: f64,
    /// What went wrong and who is the first suspect, in words.
    pub text: String,
    /// The same in numbers.
    pub diagnosis: Option<Diagnosis>,
}

/// Warnings that tell of bad numbers in the state.
const BAD: [Warning; 3] = [Warning::BadQpos, Warning::BadQvel, Warning::BadQacc];

/// Whether the state had bad numbers since warnings were last cleared.
pub(crate) fn went_bad(stats: &Stats) -> Option<Warning> {
    BAD.into_iter()
        .find(|warning| stats.warning[*warning as usize].number > 0)
}

/// Describes what went wrong with a world.
pub(crate) fn describe(m: &Model, d: &Data, world: usize, episode: u64) -> Option<Fault> {
    let warning = went_bad(&d.stats)?;
    Some(Fault {
        world,
        episode,
        time: d.stats.diagnosis.map_or(d.time, |found| found.time),
        text: d.stats.describe(m, warning as usize),
        diagnosis: d.stats.diagnosis,
    })
}

/// Adds the warnings of a call to those of a world.
pub(crate) fn add_warnings(counts: &mut [u32; WARNINGS], stats: &Stats) {
    for (count, stat) in counts.iter_mut().zip(&stats.warning) {
        *count = count.saturating_add(u32::try_from(stat.number).unwrap_or(0));
    }
}

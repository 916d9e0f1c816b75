//! What elements outside the tree have in common: they refer to others by name, have limits and carry user data.

use ligament_model::enums::ObjectType;
use ligament_model::kinds::JointFacts;
use ligament_model::{Flag, Model};

use super::lookup::Lookup;
use crate::element::{Auto, Named};
use crate::origin::Origin;
use crate::problem::{Problem, Problems};
use crate::resolve::Resolved;

/// Most numbers that one array of a model may hold: beyond it a file promises more than it can mean.
pub(super) const MOST_NUMBERS: usize = 1 << 26;

/// What elements are resolved against: the tree and the meshes are in the model already.
#[derive(Clone, Copy)]
pub(super) struct Context<'s, 'm> {
    pub spec: &'s Resolved,
    pub model: &'m Model,
    pub lookup: &'m Lookup,
}

impl Context<'_, '_> {
    /// What is known of the kind of a joint.
    pub fn joint(&self, joint: usize) -> Option<&'static JointFacts> {
        Some(self.model.jnt.kind.get(joint)?.get()?.facts())
    }

    /// True if a joint moves along or about one axis.
    pub fn is_scalar_joint(&self, joint: usize) -> bool {
        self.joint(joint).is_some_and(JointFacts::is_scalar)
    }

    /// The body of a site; the world if there is no such site.
    pub fn site_body(&self, site: usize) -> usize {
        self.model.site.bodyid.get(site).map_or(0, |b| b.index())
    }

    /// The body of a geom; the world if there is no such geom.
    pub fn geom_body(&self, geom: usize) -> usize {
        self.model.geom.bodyid.get(geom).map_or(0, |b| b.index())
    }

    /// The range of a joint as it is in the model.
    pub fn joint_range(&self, joint: usize) -> [f64; 2] {
        self.model.jnt.range.get(joint).copied().unwrap_or_default()
    }
}

/// The element that a check concerns.
#[derive(Clone, Copy)]
pub(super) struct Owner<'a> {
    pub at: &'a Origin,
    pub element: &'static str,
    pub name: &'a str,
}

impl<'a> Owner<'a> {
    /// The element itself.
    pub fn of(element: &'static str, item: &'a impl Named) -> Self {
        Self {
            at: item.origin(),
            element,
            name: item.name(),
        }
    }

    /// An error in it.
    pub fn fault(&self, message: impl Into<String>) -> Problem {
        Problem::error(self.at, self.element, self.name, message)
    }

    /// An error unless a condition holds.
    pub fn require(&self, holds: bool, message: &str) -> Result<(), Problem> {
        if holds {
            Ok(())
        } else {
            Err(self.fault(message))
        }
    }

    /// The position of an object it refers to.
    pub fn find(&self, lookup: &Lookup, kind: ObjectType, name: &str) -> Result<usize, Problem> {
        lookup.find(kind, name, self.at, self.element, self.name)
    }

    /// Whether a range is a limit: as said, or because it is a range. Without `autolimits` a range must come with a word
    /// on whether it limits.
    pub fn is_limited(
        &self,
        limited: Auto,
        range: [f64; 2],
        autolimits: bool,
        prefix: &str,
    ) -> Result<bool, Problem> {
        match limited {
            Auto::True => Ok(true),
            Auto::False => Ok(false),
            Auto::Auto if !autolimits && range != [0.0; 2] => {
                let message = format!("`{prefix}range` is given, but not whether it limits");
                let help = format!("set `{prefix}limited`, or the compiler option `autolimits`");
                Err(self.fault(message).help(help))
            }
            Auto::Auto => Ok(range[0] < range[1]),
        }
    }
}

/// The number of user values per element: as set, or the most that an element has.
pub(super) fn user_width<'a>(
    setting: i64,
    size_name: &str,
    element: &'static str,
    rows: impl ExactSizeIterator<Item = (&'a [f64], &'a Origin, &'a str)>,
    problems: &mut Problems,
) -> usize {
    let fixed = usize::try_from(setting).ok();
    let count = rows.len();
    let mut most = 0;
    for (values, at, name) in rows {
        most = most.max(values.len());
        if fixed.is_some_and(|fixed| values.len() > fixed) {
            let message = format!(
                "`user` has {} values, but `{size_name}` is {setting}",
                values.len()
            );
            problems.push(
                Problem::error(at, element, name, message)
                    .help(format!("raise `{size_name}`, or leave it out")),
            );
        }
    }
    let width = fixed.unwrap_or(most);
    if count.checked_mul(width).is_none_or(|n| n > MOST_NUMBERS) {
        let message = format!("`{size_name}` of {width} asks for too much memory");
        problems.push(Problem::model(message));
        return most;
    }
    width
}

/// Writes the rows of a user array, padded with zeros.
pub(super) fn fill_user<'a>(
    out: &mut [f64],
    width: usize,
    rows: impl Iterator<Item = &'a Vec<f64>>,
) {
    if width == 0 {
        return;
    }
    for (out, values) in out.chunks_exact_mut(width).zip(rows) {
        out.iter_mut().zip(values).for_each(|(x, v)| *x = *v);
    }
}

/// A position or count as it is stored.
pub(super) fn stored(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

/// A position as it is stored, -1 for none.
pub(super) fn stored_or_none(index: Option<usize>) -> i32 {
    index.map_or(-1, stored)
}

/// Flags as they are stored.
pub(super) fn flag(value: bool) -> Flag {
    Flag::from(value)
}

/// Where in a history buffer the samples of one signal start, and how many numbers they take: a number for the user, a
/// cursor, then per sample its time and its values.
pub(super) fn history_numbers(samples: i32, values: usize) -> usize {
    match usize::try_from(samples) {
        Ok(n) if n > 0 => n.saturating_mul(values.saturating_add(1)).saturating_add(2),
        _ => 0,
    }
}

/// Most samples a history buffer can have: its cursor must be exact in single precision.
const MOST_SAMPLES: i32 = 1 << 24;

/// Checks the samples and the delay of a history buffer.
pub(super) fn check_history(
    owner: &Owner,
    spec: &Resolved,
    samples: i32,
    delay: f64,
) -> Result<(), Problem> {
    if delay > 0.0 && samples <= 0 {
        let problem = owner.fault("a delay needs a history buffer to take past values from");
        return Err(problem.help("set `nsample`"));
    }
    owner.require(
        samples <= MOST_SAMPLES,
        "`nsample` can be at most 16777216 (2^24)",
    )?;
    let step = spec.option.timestep;
    if samples > 0 && step <= 0.0 {
        let message = format!("a history buffer needs a positive `timestep`, and it is {step}");
        return Err(owner.fault(message));
    }
    Ok(())
}

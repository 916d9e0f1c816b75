//! Collision detection: from poses to contacts.
//!
//! 1. The [`plan`]: which geoms may touch at all, decided once per model and again when a flag changes.
//! 2. Broad phase ([`broad`]): pairs of geoms whose bounding spheres overlap. A few geoms are compared row by row,
//!    many are sorted into cells, or swept along an axis; while most sleep, the others are compared with all.
//! 3. Order: pairs are put in the order of their bodies, explicit pairs first.
//! 4. Narrow phase ([`narrow`]): contact points, one routine per pair of shapes.
//! 5. Where the model asks for them, `speculative` contacts of geoms that would pass through each other within the
//!    step; steps 2 and 3 then look along the ways of geoms (`travel`).
//! 6. Parameters ([`parameter`]): friction, softness and margins from the two geoms.

mod active;
mod axis;
mod bounds;
pub mod broad;
pub mod distance;
mod grid;
pub mod narrow;
pub mod parameter;
pub mod plan;
mod speculative;
mod sweep;
mod travel;

use ligament_geom::PreContacts;
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, EnableFlags};

use crate::awake::Awake;
use crate::budget::{self, Budget};
use crate::data::{Contact, Pose, State};
use crate::hooks::{CollisionHooks, FilterHook};
use crate::shape::Shapes;
use broad::Broad;
pub use distance::{Witness, geom_distance};
use narrow::NarrowScratch;
pub use plan::{Plan, Switches};
use travel::Travels;

/// A pair of geoms to be tested, with its place in the order of contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// Bodies in the upper half; then 0 for explicit pairs, else one more than the geom that is looked at first.
    order: u64,
    /// Explicit pair, or the geom that is looked at second.
    tie: u32,
    /// The geoms, ordered by type.
    geoms: [u32; 2],
    /// Explicit pair, or -1.
    pair: i32,
}

impl Candidate {
    /// Puts a pair that is not explicit in the place that two of its geoms have among those of their bodies.
    fn list_by_body(&mut self, first: u32, second: u32) {
        self.order = self.order >> 32 << 32 | (u64::from(first) + 1);
        self.tie = second;
    }
}

/// Pairs of geoms to be tested, as many as memory allows.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    list: Vec<Candidate>,
    most: usize,
    /// How many there was no room for.
    dropped: usize,
}

impl Candidates {
    /// Forgets all pairs.
    fn begin(&mut self, most: usize) {
        self.list.clear();
        self.most = most;
        self.dropped = 0;
    }

    /// Appends a pair, if there is room.
    fn push(&mut self, candidate: Candidate) {
        let fits = budget::push(&mut self.list, self.most, candidate);
        self.dropped += usize::from(!fits);
    }
}

/// Working memory of collision detection.
#[derive(Clone, Debug, Default)]
pub struct CollideScratch {
    /// The plan that the memory of the broad phase was made for.
    planned: u64,
    broad: Broad,
    candidates: Candidates,
    narrow: NarrowScratch,
    points: PreContacts,
    travels: Travels,
}

impl CollideScratch {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        Self {
            narrow: NarrowScratch::new(m),
            points: PreContacts::default(),
            travels: Travels::new(m),
            ..Self::default()
        }
    }

    /// Makes room for the pairs of a plan.
    fn fit(&mut self, plan: &Plan) {
        if self.planned != plan.number() {
            self.planned = plan.number();
            self.broad = Broad::new(plan);
            self.candidates.list.reserve(plan.expected_pairs());
        }
    }
}

/// What collision detection looks at.
#[derive(Clone, Copy, Debug)]
pub struct CollideIn<'a> {
    /// The geoms of the model.
    pub shapes: Shapes<'a>,
    /// Which of them may touch.
    pub plan: &'a Plan,
    /// Who sleeps.
    pub awake: Awake<'a>,
    /// Velocities, for speculative contacts.
    pub state: &'a State,
    /// Where geoms and joints are.
    pub pose: &'a Pose,
    /// Memory that pairs and contacts may take.
    pub budget: Budget,
}

/// True if nothing can touch: contacts are switched off, or there is only the world.
#[inline]
pub fn is_off(m: &Model) -> bool {
    m.opt.disables(DisableFlags::CONSTRAINT)
        || m.opt.disables(DisableFlags::CONTACT)
        || m.size.nbody + m.size.nflex < 2
}

/// Finds all contacts, in the order of their bodies.
///
/// Reads poses of geoms and who sleeps; for speculative contacts also velocities and axes of joints. Writes the list of
/// contacts. False if there was no memory for all of them.
pub fn collide(
    input: CollideIn<'_>,
    mut hooks: CollisionHooks<'_, '_>,
    contacts: &mut Vec<Contact>,
    scratch: &mut CollideScratch,
) -> bool {
    let CollideIn {
        shapes,
        plan,
        awake,
        state,
        pose,
        budget,
    } = input;
    let m = shapes.m;
    contacts.clear();
    if is_off(m) {
        return true;
    }
    scratch.fit(plan);
    let CollideScratch {
        broad,
        candidates,
        narrow,
        points,
        travels,
        ..
    } = scratch;
    let speculative = travel::is_asked_for(m);
    let sleeping = m.opt.enables(EnableFlags::SLEEP) && !awake.all;

    candidates.begin(budget.pairs::<Candidate>());
    if speculative {
        travels.update(m, state, pose);
        broad.pairs(m, plan, pose, None, Some(travels), candidates);
        candidates.list.retain_mut(|c| travels.admit(m, pose, c));
    } else {
        let awake = sleeping.then_some(awake);
        broad.pairs(m, plan, pose, awake, None, candidates);
    }
    if sleeping {
        candidates.list.retain(|c| stays_awake(m, awake, c));
    }
    if let Some(filter) = hooks.filter.as_mut() {
        candidates.list.retain(|c| passes(m, filter, c));
    }
    put_in_order(&mut candidates.list);
    let most = budget.contacts::<Contact>();
    let mut complete = candidates.dropped == 0;

    for candidate in &candidates.list {
        let [g1, g2] = [candidate.geoms[0] as usize, candidate.geoms[1] as usize];
        let explicit = usize::try_from(candidate.pair).ok();
        let (margin, gap) = parameter::margin_and_gap(m, g1, g2, explicit);
        let reach = margin + gap;
        points.clear();
        let by_user = match hooks.pair.as_mut() {
            Some(pair) => pair(m, pose, g1, g2, reach, points),
            None => false,
        };
        if !by_user {
            narrow::contacts(shapes, pose, [g1, g2], reach, narrow, points);
        }
        let ahead = speculative
            && !points.iter().any(|p| p.dist < margin)
            && travels.is_fast(m, g1, g2)
            && speculative::contacts_ahead(
                shapes,
                pose,
                travels,
                [g1, g2],
                explicit,
                margin,
                &mut narrow.convex,
                points,
            );
        if !points.is_empty() {
            let fits = budget::make_room(contacts, most, points.len());
            complete &= fits == points.len();
            let points = &points[..fits];
            parameter::append(m, pose, [g1, g2], explicit, margin, ahead, points, contacts);
        }
    }
    complete
}

/// Sorts pairs. They mostly are in order, so that insertion is quick; where not, the general method takes over.
fn put_in_order(candidates: &mut [Candidate]) {
    let mut budget = 8 * candidates.len();
    for i in 1..candidates.len() {
        let moving = candidates[i];
        let mut j = i;
        while j > 0 && candidates[j - 1] > moving {
            candidates[j] = candidates[j - 1];
            j -= 1;
        }
        candidates[j] = moving;
        let Some(rest) = budget.checked_sub(i - j) else {
            candidates.sort_unstable();
            return;
        };
        budget = rest;
    }
}

/// Whether a pair can matter while some bodies sleep: not when both do, nor against what never moves.
fn stays_awake(m: &Model, awake: Awake<'_>, candidate: &Candidate) -> bool {
    let body = candidate.geoms.map(|g| m.geom.bodyid[g as usize].index());
    let state = body.map(|b| awake.body_state[b]);
    if candidate.pair >= 0 {
        return state.contains(&1);
    }
    let asleep = state.map(|s| s == 0);
    let world = body.map(|b| m.body.weldid[b].index() == 0);
    let idle = |i: usize| asleep[i] || world[i];
    !(asleep[0] && idle(1) || asleep[1] && idle(0))
}

/// Asks the user about a pair that is not explicit, geoms in the order of their bodies.
fn passes(m: &Model, filter: &mut FilterHook<'_>, candidate: &Candidate) -> bool {
    let [g1, g2] = candidate.geoms.map(|g| g as usize);
    candidate.pair >= 0 || !filter(m, g1.min(g2), g1.max(g2))
}

#[cfg(test)]
mod tests;

//! Which geoms may touch: everything about pairs that does not depend on poses.
//!
//! Two geoms may touch when their bodies are not welded together, not both fixed, not parent and child (unless that
//! filter is off), not excluded, and when the type bits of one meet the affinity bits of the other. Explicit pairs
//! pass without these tests and replace the pair found this way.

use std::sync::atomic::{AtomicU64, Ordering};

use ligament_model::Model;
use ligament_model::enums::{DisableFlags, EnableFlags, GeomType};

use super::active::Spot;
use super::{Candidate, narrow, travel};

/// Up to this many geoms are compared row by row.
const ROWS: usize = 48;
/// Up to this many geoms have a table of allowed pairs.
const TABLE: usize = 512;
/// A unit is large if it is so many times larger than the mean.
const LARGE: f64 = 4.0;

/// A geom that can collide, with what decides about its pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Unit {
    pub geom: u32,
    /// Radius of the bounding sphere with margin and gap; of planes, only margin and gap.
    pub radius: f64,
    /// Margin and gap.
    pub inflation: f64,
    /// Whether it is a plane.
    pub plane: bool,
    /// The only geom of its body.
    single: bool,
    /// Its body has bounding volumes.
    tree: bool,
    pub body: u32,
    pub weld: u32,
    pub weld_parent: u32,
    /// No degree of freedom moves it.
    pub fixed: bool,
    kind: u8,
    contype: i32,
    conaffinity: i32,
    body_contype: i32,
    body_conaffinity: i32,
}

/// An explicit pair and how far its geoms may be apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Explicit {
    pub candidate: Candidate,
    pub bound: f64,
}

/// Flags and options that the plan depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Switches {
    any_type: bool,
    parents_collide: bool,
    midphase: bool,
    margin: Option<f64>,
    /// The broad phase works with bounds of its own.
    speculative: bool,
}

impl Switches {
    /// Those of a model; with `any_type`, bits of geoms are left to a function of the user.
    #[inline]
    pub fn of(m: &Model, any_type: bool) -> Self {
        let overridden = m.opt.enables(EnableFlags::OVERRIDE);
        Self {
            any_type,
            parents_collide: m.opt.disables(DisableFlags::FILTERPARENT),
            midphase: !m.opt.disables(DisableFlags::MIDPHASE),
            margin: overridden.then_some(m.opt.o_margin),
            speculative: travel::is_asked_for(m),
        }
    }
}

/// The pairs that may touch.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Geoms with bounding spheres, in the order of their numbers.
    pub(super) units: Vec<Unit>,
    /// Planes, and geoms without bounding spheres, which are near to everything.
    pub(super) flats: Vec<Unit>,
    pub(super) explicit: Vec<Explicit>,
    /// Of every unit, what a look from far away needs.
    pub(super) spots: Vec<Spot>,
    /// The largest radius of units that are not much larger than others.
    pub(super) ordinary: f64,
    /// Unless units are many: bit j of row i says that units i < j may touch. Rows of flats follow.
    allowed: Vec<u64>,
    /// Words per row of `allowed`; 0 if there is no table.
    words: usize,
    switches: Switches,
    /// Tells plans apart.
    number: u64,
}

impl Plan {
    /// The plan of a model.
    pub fn new(m: &Model, switches: Switches) -> Self {
        static PLANS: AtomicU64 = AtomicU64::new(1);
        let mut plan = Self {
            switches,
            number: PLANS.fetch_add(1, Ordering::Relaxed),
            ..Self::default()
        };
        let any_type = switches.any_type;
        for geom in 0..m.size.ngeom {
            let unit = unit(m, geom, &switches);
            let bits = unit.body_contype | unit.body_conaffinity;
            if bits == 0 || (!any_type && unit.contype | unit.conaffinity == 0) {
                continue;
            }
            if m.geom.rbound[geom] > 0.0 {
                plan.units.push(unit);
            } else {
                plan.flats.push(unit);
            }
        }
        plan.spots = plan.units.iter().map(Spot::of).collect();
        let radii = || plan.spots.iter().map(|spot| spot.radius);
        let typical = radii().sum::<f64>() / plan.spots.len().max(1) as f64;
        plan.ordinary = radii()
            .filter(|radius| *radius <= LARGE * typical)
            .fold(0.0, f64::max);
        plan.explicit = (0..m.size.npair)
            .map(|p| explicit(m, p, &switches))
            .collect();
        if plan.units.len() <= TABLE {
            plan.fill_allowed(m);
        }
        plan
    }

    /// Whether units are few enough to be compared row by row.
    pub(super) fn by_rows(&self) -> bool {
        self.units.len() <= ROWS
    }

    /// A guess of how many pairs may be near at a time.
    pub fn expected_pairs(&self) -> usize {
        4 * self.units.len() + self.explicit.len() + 16
    }

    /// A number that no other plan has.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Flags and options that it was made for.
    #[inline]
    pub fn switches(&self) -> &Switches {
        &self.switches
    }

    /// Numbers of all geoms that may touch others.
    pub fn geoms(&self) -> impl Iterator<Item = usize> + '_ {
        let pairs = self.explicit.iter().flat_map(|e| e.candidate.geoms);
        let single = self.units.iter().chain(&self.flats).map(|unit| unit.geom);
        single.chain(pairs).map(|geom| geom as usize)
    }

    fn fill_allowed(&mut self, m: &Model) {
        let count = self.units.len();
        self.words = count.div_ceil(64);
        let rows = count + self.flats.len();
        self.allowed = vec![0; rows * self.words];
        for row in 0..rows {
            for column in if row < count { row + 1 } else { 0 }..count {
                let first = if row < count {
                    &self.units[row]
                } else {
                    &self.flats[row - count]
                };
                if self.may_touch(m, first, &self.units[column]) {
                    self.allowed[row * self.words + column / 64] |= 1 << (column % 64);
                }
            }
        }
    }

    /// The allowed columns of a row of units; flats come after the units.
    #[inline]
    pub(super) fn allowed_row(&self, row: usize) -> &[u64] {
        self.allowed
            .get(row * self.words..(row + 1) * self.words)
            .unwrap_or(&[])
    }

    /// Whether two units may touch, by number.
    #[inline]
    pub(super) fn allows(&self, m: &Model, i: usize, j: usize) -> bool {
        let (i, j) = (i.min(j), i.max(j));
        if self.words == 0 {
            return self.may_touch(m, &self.units[i], &self.units[j]);
        }
        let word = self.allowed.get(i * self.words + j / 64);
        word.is_some_and(|word| word >> (j % 64) & 1 == 1)
    }

    /// Whether a flat and a unit may touch, by number.
    #[inline]
    pub(super) fn allows_flat(&self, m: &Model, flat: usize, unit: usize) -> bool {
        if self.words == 0 {
            return self.may_touch(m, &self.flats[flat], &self.units[unit]);
        }
        let row = self.units.len() + flat;
        let word = self.allowed.get(row * self.words + unit / 64);
        word.is_some_and(|word| word >> (unit % 64) & 1 == 1)
    }

    /// Whether two geoms may touch.
    pub(super) fn may_touch(&self, m: &Model, a: &Unit, b: &Unit) -> bool {
        let switches = &self.switches;
        if a.weld == b.weld || (a.fixed && b.fixed) {
            return false;
        }
        let related = a.weld == b.weld_parent || b.weld == a.weld_parent;
        if related && a.weld != 0 && b.weld != 0 && !switches.parents_collide {
            return false;
        }
        let meets = |t1: i32, a1: i32, t2: i32, a2: i32| t1 & a2 != 0 || t2 & a1 != 0;
        if !meets(
            a.body_contype,
            a.body_conaffinity,
            b.body_contype,
            b.body_conaffinity,
        ) {
            return false;
        }
        if !switches.any_type && !meets(a.contype, a.conaffinity, b.contype, b.conaffinity) {
            return false;
        }
        if !narrow::is_defined(a.kind.min(b.kind), a.kind.max(b.kind)) {
            return false;
        }
        let signature = signature(a.body, b.body);
        !is_excluded(m, signature) && !self.is_explicit(m, signature, a.geom, b.geom)
    }

    fn is_explicit(&self, m: &Model, signature: u32, a: u32, b: u32) -> bool {
        let list = &m.pair.signature;
        let first = list.partition_point(|&s| (s as u32) < signature);
        list[first..]
            .iter()
            .zip(first..)
            .take_while(|&(&s, _)| s as u32 == signature)
            .any(|(_, p)| {
                let pair = [
                    m.pair.geom1[p].index() as u32,
                    m.pair.geom2[p].index() as u32,
                ];
                pair == [a, b] || pair == [b, a]
            })
    }

    /// The pair of two units in the order of contacts.
    pub(super) fn candidate(&self, a: &Unit, b: &Unit) -> Candidate {
        let (a, b) = if a.geom < b.geom { (a, b) } else { (b, a) };
        let by_type = if a.kind > b.kind {
            [b.geom, a.geom]
        } else {
            [a.geom, b.geom]
        };
        // bodies with bounding volumes list their pairs by type, others by body
        let [first, second] =
            if self.switches.midphase && a.tree && b.tree && !(a.single && b.single) {
                by_type
            } else {
                [a.geom, b.geom]
            };
        Candidate {
            order: u64::from(signature(a.body, b.body)) << 32 | (u64::from(first) + 1),
            tie: second,
            geoms: by_type,
            pair: -1,
        }
    }
}

/// Whether two bodies, as one number, are excluded from contacts.
fn is_excluded(m: &Model, signature: u32) -> bool {
    let list = &m.exclude.signature;
    list.binary_search_by_key(&signature, |&s| s as u32).is_ok()
}

/// Two bodies in one number, the lower one first.
fn signature(a: u32, b: u32) -> u32 {
    a.min(b) << 16 | a.max(b)
}

fn unit(m: &Model, geom: usize, switches: &Switches) -> Unit {
    let body = m.geom.bodyid[geom].index();
    let weld = m.body.weldid[body].index();
    let parent = m.body.parentid[weld].index();
    let rbound = m.geom.rbound[geom];
    let margin = switches.margin.map_or(m.geom.margin[geom], |x| 0.5 * x) + m.geom.gap[geom];
    Unit {
        geom: geom as u32,
        radius: with_slack(rbound + margin),
        inflation: with_slack(margin) + 1e-12 * rbound,
        single: m.body.geomnum[body] == 1,
        tree: m.body.bvhadr[body] >= 0,
        plane: m.geom.kind[geom].is(GeomType::Plane),
        body: body as u32,
        weld: weld as u32,
        weld_parent: m.body.weldid[parent].index() as u32,
        fixed: m.body.dofnum[weld] == 0,
        kind: u8::try_from(m.geom.kind[geom].number()).unwrap_or(u8::MAX),
        contype: m.geom.contype[geom],
        conaffinity: m.geom.conaffinity[geom],
        body_contype: m.body.contype[body],
        body_conaffinity: m.body.conaffinity[body],
    }
}

/// A bound that rounding cannot make too small.
fn with_slack(bound: f64) -> f64 {
    bound + 1e-12 * bound.abs()
}

fn explicit(m: &Model, pair: usize, switches: &Switches) -> Explicit {
    let [g1, g2] = [m.pair.geom1[pair].index(), m.pair.geom2[pair].index()];
    let kind = |g: usize| m.geom.kind[g].number();
    let [g1, g2] = if kind(g1) > kind(g2) {
        [g2, g1]
    } else {
        [g1, g2]
    };
    let margin = switches.margin.unwrap_or(m.pair.margin[pair]) + m.pair.gap[pair];
    let rbound = [m.geom.rbound[g1], m.geom.rbound[g2]];
    // without a sphere around either there is no bound; planes have their own test
    let bound = if rbound[1] > 0.0 && (rbound[0] > 0.0 || kind(g1) == 0) {
        with_slack(rbound[0] + rbound[1] + margin)
    } else {
        f64::INFINITY
    };
    Explicit {
        candidate: Candidate {
            order: u64::from(m.pair.signature[pair] as u32) << 32,
            tie: pair as u32,
            geoms: [g1 as u32, g2 as u32],
            pair: pair as i32,
        },
        bound,
    }
}

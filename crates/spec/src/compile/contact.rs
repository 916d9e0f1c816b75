//! Contact pairs and exclusions.
//!
//! Both are sorted by their signature, made of the two bodies, the smaller first: `body1 << 16 + body2`. What a pair
//! leaves open it takes from its geoms, by the rules for contacts that no pair defines: the geom of higher priority
//! decides; at equal priority frictions and dimensions are the greater of the two, and solver parameters are mixed.

use ligament_model::enums::ObjectType;
use ligament_model::id::GeomId;
use ligament_model::{Model, Sizes};

use super::lookup::Lookup;
use super::refer::{Context, Owner, flag, stored};
use crate::element::{Exclude, Pair};
use crate::problem::{Problem, Problems};

/// Weights below this count as none.
const LEAST_WEIGHT: f64 = 1e-14;

/// A pair with everything resolved.
#[derive(Clone, Debug)]
struct PairData<'a> {
    element: &'a Pair,
    geoms: [usize; 2],
    signature: i32,
    dim: i32,
    solref: [f64; 2],
    solimp: [f64; 5],
    margin: f64,
    gap: f64,
    adhesion: f64,
    friction: [f64; 5],
}

/// All pairs and exclusions, in final order.
#[derive(Clone, Debug, Default)]
pub(super) struct Contacts<'a> {
    pairs: Vec<PairData<'a>>,
    excludes: Vec<(i32, &'a Exclude)>,
}

/// Two bodies as one number, the smaller first.
fn signature(a: usize, b: usize) -> i32 {
    stored(a.min(b))
        .wrapping_shl(16)
        .wrapping_add(stored(a.max(b)))
}

/// What a geom contributes to contacts.
struct ContactSurface {
    condim: i32,
    priority: i32,
    friction: [f64; 5],
    solmix: f64,
    solref: [f64; 2],
    solimp: [f64; 5],
    margin: f64,
    gap: f64,
    adhesion: f64,
}

impl ContactSurface {
    fn of(m: &Model, i: usize) -> Option<Self> {
        let g = &m.geom;
        let [slide, spin, roll] = *g.friction.get(i)?;
        Some(Self {
            condim: *g.condim.get(i)?,
            priority: *g.priority.get(i)?,
            friction: [slide, slide, spin, roll, roll],
            solmix: *g.solmix.get(i)?,
            solref: *g.solref.get(i)?,
            solimp: *g.solimp.get(i)?,
            margin: *g.margin.get(i)?,
            gap: *g.gap.get(i)?,
            adhesion: *g.adhesion.get(i)?,
        })
    }

    /// The parameters of contacts between two geoms.
    fn meet(self, other: Self) -> Self {
        let margin = self.margin.max(other.margin);
        let gap = self.gap.max(other.gap);
        if self.priority != other.priority {
            let winner = if self.priority > other.priority {
                self
            } else {
                other
            };
            return Self {
                margin,
                gap,
                ..winner
            };
        }
        let weight = mix_weight(self.solmix, other.solmix);
        let mix = |a: f64, b: f64| weight * a + (1.0 - weight) * b;
        let mixes = self.solref[0] > 0.0 && other.solref[0] > 0.0;
        Self {
            condim: self.condim.max(other.condim),
            friction: std::array::from_fn(|i| self.friction[i].max(other.friction[i])),
            solref: std::array::from_fn(|i| match mixes {
                true => mix(self.solref[i], other.solref[i]),
                false => self.solref[i].min(other.solref[i]),
            }),
            solimp: std::array::from_fn(|i| mix(self.solimp[i], other.solimp[i])),
            adhesion: self.adhesion + other.adhesion,
            margin,
            gap,
            ..self
        }
    }
}

/// The weight of the first of two geoms.
fn mix_weight(a: f64, b: f64) -> f64 {
    match (a >= LEAST_WEIGHT, b >= LEAST_WEIGHT) {
        (true, true) => a / (a + b),
        (false, false) => 0.5,
        (first, _) => f64::from(u8::from(first)),
    }
}

fn prepare_pair<'a>(context: Context<'a, '_>, pair: &'a Pair) -> Result<PairData<'a>, Problem> {
    let owner = Owner::of("pair", pair);
    let first = owner.find(context.lookup, ObjectType::Geom, &pair.geom1)?;
    let second = owner.find(context.lookup, ObjectType::Geom, &pair.geom2)?;
    let bodies = [context.geom_body(first), context.geom_body(second)];
    let geoms = if bodies[0] > bodies[1] {
        [second, first]
    } else {
        [first, second]
    };
    let surfaces = geoms.map(|g| ContactSurface::of(context.model, g));
    let [Some(a), Some(b)] = surfaces else {
        return Err(owner.fault("its geoms are not in the model"));
    };
    let inferred = a.meet(b);
    let dim = pair.condim.unwrap_or(inferred.condim);
    if !matches!(dim, 1 | 3 | 4 | 6) {
        return Err(owner.fault(format!("`condim` must be 1, 3, 4 or 6, and it is {dim}")));
    }
    Ok(PairData {
        element: pair,
        geoms,
        signature: signature(bodies[0], bodies[1]),
        dim,
        solref: pair.solref.unwrap_or(inferred.solref),
        solimp: pair.solimp.unwrap_or(inferred.solimp),
        margin: pair.margin.unwrap_or(inferred.margin),
        gap: pair.gap.unwrap_or(inferred.gap),
        adhesion: pair.adhesion.unwrap_or(inferred.adhesion),
        friction: std::array::from_fn(|i| pair.friction[i].unwrap_or(inferred.friction[i])),
    })
}

fn prepare_exclude(context: Context, exclude: &Exclude) -> Result<i32, Problem> {
    let owner = Owner::of("exclude", exclude);
    let first = owner.find(context.lookup, ObjectType::Body, &exclude.body1)?;
    let second = owner.find(context.lookup, ObjectType::Body, &exclude.body2)?;
    Ok(signature(first, second))
}

/// Resolves pairs and exclusions.
pub(super) fn prepare<'a>(context: Context<'a, '_>, problems: &mut Problems) -> Contacts<'a> {
    let mut contacts = Contacts::default();
    for pair in &context.spec.pairs {
        let prepared = prepare_pair(context, pair);
        contacts.pairs.extend(problems.keep(prepared));
    }
    for exclude in &context.spec.excludes {
        let prepared = prepare_exclude(context, exclude).map(|s| (s, exclude));
        contacts.excludes.extend(problems.keep(prepared));
    }
    contacts.pairs.sort_by_key(|p| p.signature);
    contacts.excludes.sort_by_key(|e| e.0);
    contacts
}

impl Contacts<'_> {
    /// Registers the names, which follow the sorted order.
    pub fn register(&self, lookup: &mut Lookup) -> Result<(), Problem> {
        let pairs = self
            .pairs
            .iter()
            .map(|p| (p.element.name.as_str(), &p.element.at));
        lookup.register(ObjectType::Pair, pairs)?;
        let excludes = self.excludes.iter().map(|(_, e)| (e.name.as_str(), &e.at));
        lookup.register(ObjectType::Exclude, excludes)
    }

    /// Sets the sizes.
    pub fn count(&self, sizes: &mut Sizes) {
        sizes.npair = self.pairs.len();
        sizes.nexclude = self.excludes.len();
    }

    /// Writes the arrays.
    pub fn fill(&self, m: &mut Model) {
        for (i, pair) in self.pairs.iter().enumerate() {
            let p = &mut m.pair;
            p.dim[i] = pair.dim;
            p.geom1[i] = GeomId::from(pair.geoms[0]);
            p.geom2[i] = GeomId::from(pair.geoms[1]);
            p.signature[i] = pair.signature;
            p.solref[i] = pair.solref;
            p.solreffriction[i] = pair.element.solreffriction;
            p.solimp[i] = pair.solimp;
            p.margin[i] = pair.margin;
            p.gap[i] = pair.gap;
            p.adhesion[i] = pair.adhesion;
            p.friction[i] = pair.friction;
        }
        let sticky = self.pairs.iter().any(|p| p.adhesion != 0.0);
        m.flg_adhesion = flag(m.flg_adhesion.get() || sticky);
        for (i, (signature, _)) in self.excludes.iter().enumerate() {
            m.exclude.signature[i] = *signature;
        }
    }
}

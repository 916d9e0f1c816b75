//! Tendons.

mod path;

use ligament_model::enums::{ObjectType, WrapType};
use ligament_model::id::{ActuatorId, MaterialId};
use ligament_model::{Model, Sizes};

use self::path::Path;
use super::refer::{Context, Owner, fill_user, flag, stored, stored_or_none, user_width};
use crate::element::Tendon;
use crate::problem::{Problem, Problems};

/// Plastic state of a tendon: the two rest lengths of its spring.
const PLASTIC_NUMBERS: usize = 2;

/// A tendon with everything resolved.
#[derive(Clone, Debug)]
struct TendonData<'a> {
    element: &'a Tendon,
    path: Path,
    limited: bool,
    actfrclimited: bool,
    material: Option<usize>,
}

impl TendonData<'_> {
    fn plastic_numbers(&self) -> usize {
        if self.element.springyield > 0.0 {
            PLASTIC_NUMBERS
        } else {
            0
        }
    }
}

/// All tendons. A tendon that could not be resolved keeps its place, so that what refers to it finds the right one.
#[derive(Clone, Debug, Default)]
pub(super) struct Tendons<'a> {
    rows: Vec<Option<TendonData<'a>>>,
    user: usize,
}

fn resolve<'a>(context: Context<'a, '_>, tendon: &'a Tendon) -> Result<TendonData<'a>, Problem> {
    let owner = Owner::of("tendon", tendon);
    let path = path::resolve(context, tendon)?;
    let autolimits = context.spec.compiler(&tendon.at).autolimits;
    let [low, high] = tendon.range;
    let limited = owner.is_limited(tendon.limited, tendon.range, autolimits, "")?;
    owner.require(
        !limited || low < high,
        "`range` must go from the lesser to the greater length",
    )?;
    let [low, high] = tendon.actfrcrange;
    let actfrclimited = owner.is_limited(
        tendon.actfrclimited,
        tendon.actfrcrange,
        autolimits,
        "actuatorfrc",
    )?;
    owner.require(
        !actfrclimited || (low < high && low <= 0.0 && high >= 0.0),
        "`actuatorfrcrange` must go from a value that is not positive to a greater one that is not negative",
    )?;
    let [low, high] = tendon.springlength;
    owner.require(
        low <= high,
        "`springlength` must go from the lesser to the greater length",
    )?;
    owner.require(
        tendon.springyield >= 0.0,
        "`springyield` cannot be negative",
    )?;
    Ok(TendonData {
        element: tendon,
        path,
        limited,
        actfrclimited,
        material: material(context, &owner, &tendon.material)?,
    })
}

/// The material; none for an empty name, and when materials are dropped.
fn material(context: Context, owner: &Owner, name: &str) -> Result<Option<usize>, Problem> {
    let discards = context.spec.scopes.first().is_some_and(|c| c.discardvisual);
    if name.is_empty() || discards {
        return Ok(None);
    }
    owner
        .find(context.lookup, ObjectType::Material, name)
        .map(Some)
}

/// Resolves all tendons.
pub(super) fn prepare<'a>(context: Context<'a, '_>, problems: &mut Problems) -> Tendons<'a> {
    let tendons = &context.spec.tendons;
    let values = tendons.iter().map(|t| (&t.user[..], &t.at, &t.name[..]));
    let setting = context.spec.size.nuser_tendon;
    let user = user_width(setting, "nuser_tendon", "tendon", values, problems);
    let resolved = tendons.iter().map(|t| resolve(context, t));
    Tendons {
        rows: resolved.map(|r| problems.keep(r)).collect(),
        user,
    }
}

impl<'a> Tendons<'a> {
    fn get(&self, tendon: usize) -> Option<&TendonData<'a>> {
        self.rows.get(tendon)?.as_ref()
    }

    fn each(&self) -> impl Iterator<Item = (usize, &TendonData<'a>)> {
        self.rows
            .iter()
            .enumerate()
            .filter_map(|(i, t)| Some((i, t.as_ref()?)))
    }

    /// Whether the length of a tendon is limited; true if it could not be resolved, which has been reported.
    pub fn is_limited(&self, tendon: usize) -> bool {
        self.get(tendon).is_none_or(|t| t.limited)
    }

    /// The range of a tendon as written.
    pub fn range(&self, tendon: usize) -> [f64; 2] {
        self.get(tendon).map_or([0.0, 1.0], |t| t.element.range)
    }

    /// How many degrees of freedom change the length of a tendon.
    pub fn dof_count(&self, tendon: usize) -> usize {
        self.get(tendon).map_or(0, |t| t.path.dofs.len())
    }

    /// Sets the sizes; those of the tree must be there.
    pub fn count(&self, sizes: &mut Sizes) {
        sizes.ntendon = self.rows.len();
        sizes.nuser_tendon = self.user;
        sizes.nwrap = self.each().map(|(_, t)| t.path.wraps.len()).sum();
        sizes.nJten = self.each().map(|(_, t)| t.path.dofs.len()).sum();
        sizes.nplastic += self.each().map(|(_, t)| t.plastic_numbers()).sum::<usize>();
    }

    /// Writes the arrays.
    pub fn fill(&self, m: &mut Model) {
        let (mut wrap, mut column) = (0, 0);
        let plastic: usize = self.each().map(|(_, t)| t.plastic_numbers()).sum();
        let mut plastic = m.size.nplastic.saturating_sub(plastic);
        for (i, tendon) in self.each() {
            fill_values(m, i, tendon);
            m.tendon.adr[i] = stored(wrap);
            for item in &tendon.path.wraps {
                m.wrap.kind[wrap] = item.kind.into();
                m.wrap.objid[wrap] = stored_or_none(item.object);
                m.wrap.prm[wrap] = item.parameter;
                wrap += 1;
            }
            m.tendon.J_rowadr[i] = stored(column);
            for &dof in &tendon.path.dofs {
                m.tendon.J_colind[column] = stored(dof);
                column += 1;
            }
            let numbers = tendon.plastic_numbers();
            m.tendon.plasticadr[i] = if numbers > 0 { stored(plastic) } else { -1 };
            plastic += numbers;
        }
        let rows = self.each().map(|(_, t)| &t.element.user);
        fill_user(&mut m.tendon.user, self.user, rows);
    }
}

fn fill_values(m: &mut Model, i: usize, tendon: &TendonData) {
    let (t, e) = (&mut m.tendon, tendon.element);
    t.kind[i] = tendon.path.kind.into();
    t.num[i] = stored(tendon.path.wraps.len());
    t.J_rownnz[i] = stored(tendon.path.dofs.len());
    t.matid[i] = MaterialId::from(tendon.material);
    t.actuatorid[i] = ActuatorId::NONE;
    t.group[i] = e.group;
    t.limited[i] = flag(tendon.limited);
    t.actfrclimited[i] = flag(tendon.actfrclimited);
    t.width[i] = e.width;
    t.solref_lim[i] = e.solref_limit;
    t.solimp_lim[i] = e.solimp_limit;
    t.solref_fri[i] = e.solref_friction;
    t.solimp_fri[i] = e.solimp_friction;
    t.range[i] = e.range;
    t.actfrcrange[i] = e.actfrcrange;
    t.margin[i] = e.margin;
    let [linear, second, third] = e.stiffness;
    t.stiffness[i] = linear;
    t.stiffnesspoly[i] = [second, third];
    let [linear, second, third] = e.damping;
    t.damping[i] = linear;
    t.dampingpoly[i] = [second, third];
    t.armature[i] = e.armature;
    t.frictionloss[i] = e.frictionloss;
    t.lengthspring[i] = e.springlength;
    t.springyield[i] = e.springyield;
    t.rgba[i] = e.rgba;
    t.treeid[i] = [-1, -1];
}

/// Writes which kinematic trees each tendon touches: how many, and the first two along its path. The trees of the bodies
/// must be known.
pub(super) fn fill_trees(m: &mut Model) {
    for i in 0..m.tendon.adr.len() {
        let start = usize::try_from(m.tendon.adr[i]).unwrap_or(0);
        let count = usize::try_from(m.tendon.num[i]).unwrap_or(0);
        let mut trees: Vec<i32> = Vec::new();
        for wrap in start..start.saturating_add(count).min(m.wrap.kind.len()) {
            match tree_of_wrap(m, wrap) {
                Some(tree) if tree >= 0 && !trees.contains(&tree) => trees.push(tree),
                _ => {}
            }
        }
        m.tendon.treenum[i] = stored(trees.len());
        m.tendon.treeid[i] = std::array::from_fn(|k| trees.get(k).copied().unwrap_or(-1));
    }
}

/// The kinematic tree that an item of a path belongs to.
fn tree_of_wrap(m: &Model, wrap: usize) -> Option<i32> {
    let object = usize::try_from(*m.wrap.objid.get(wrap)?).ok()?;
    let body = match m.wrap.kind.get(wrap)?.get()? {
        WrapType::Joint => m.jnt.bodyid.get(object)?,
        WrapType::Site => m.site.bodyid.get(object)?,
        WrapType::Sphere | WrapType::Cylinder => m.geom.bodyid.get(object)?,
        WrapType::Pulley | WrapType::None => return None,
    };
    m.body.treeid.get(body.index()).map(|t| t.0)
}

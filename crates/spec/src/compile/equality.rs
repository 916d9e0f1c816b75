//! Equality constraints: which objects they couple, and their numbers as written. What depends on the reference
//! configuration (anchors on the second body, relative poses) is completed by the engine.

use ligament_model::enums::{Keyword, ObjectType};
use ligament_model::kinds::Coupled;
use ligament_model::{Model, Sizes};

use super::refer::{Context, Owner, flag, stored, stored_or_none};
use crate::element::Equality;
use crate::problem::{Problem, Problems};

/// A constraint with everything resolved.
#[derive(Clone, Debug)]
struct EqualityData<'a> {
    element: &'a Equality,
    objects: (usize, Option<usize>),
}

/// All equality constraints.
#[derive(Clone, Debug, Default)]
pub(super) struct Equalities<'a>(Vec<EqualityData<'a>>);

/// The kind of objects a constraint couples.
fn object_kind(owner: &Owner, equality: &Equality) -> Result<ObjectType, Problem> {
    match equality.kind.facts().couples {
        Coupled::BodiesOrSites => match equality.objtype {
            ObjectType::Body | ObjectType::Site => Ok(equality.objtype),
            _ => Err(owner.fault("it can couple two bodies or two sites, and nothing else")),
        },
        Coupled::OneOrTwo(ObjectType::Flex) => {
            Err(owner.fault("equality constraints on flexes are not supported"))
        }
        Coupled::OneOrTwo(kind) | Coupled::Two(kind) => Ok(kind),
        Coupled::Retired => Err(owner
            .fault("this kind of constraint no longer exists")
            .help("use elasticity or an edge constraint instead")),
    }
}

fn resolve<'a>(
    context: Context<'a, '_>,
    equality: &'a Equality,
) -> Result<EqualityData<'a>, Problem> {
    let owner = Owner::of(equality.kind.keyword(), equality);
    let kind = object_kind(&owner, equality)?;
    let first = owner.find(context.lookup, kind, &equality.name1)?;
    let second = match equality.name2.as_str() {
        "" if kind == ObjectType::Body => Some(0),
        "" => None,
        name => Some(owner.find(context.lookup, kind, name)?),
    };
    if second == Some(first) {
        let message = format!(
            "it couples the {} '{}' with itself",
            kind.keyword(),
            equality.name1
        );
        return Err(owner.fault(message));
    }
    if kind == ObjectType::Joint {
        let scalar = |joint: usize| context.is_scalar_joint(joint);
        let fits = scalar(first) && second.is_none_or(scalar);
        owner.require(fits, "it can couple only slide and hinge joints")?;
    }
    if matches!(kind, ObjectType::Site | ObjectType::Geom) && second.is_none() {
        let message = format!("it needs a second {}", kind.keyword());
        return Err(owner.fault(message));
    }
    if kind == ObjectType::Geom {
        let apart = second.map(|geom| context.geom_body(geom)) != Some(context.geom_body(first));
        owner.require(apart, "both geoms belong to the same body")?;
    }
    Ok(EqualityData {
        element: equality,
        objects: (first, second),
    })
}

/// Resolves all constraints.
pub(super) fn prepare<'a>(context: Context<'a, '_>, problems: &mut Problems) -> Equalities<'a> {
    let resolved = context.spec.equalities.iter().map(|e| resolve(context, e));
    Equalities(resolved.filter_map(|r| problems.keep(r)).collect())
}

impl Equalities<'_> {
    /// Sets the sizes.
    pub fn count(&self, sizes: &mut Sizes) {
        sizes.neq = self.0.len();
        sizes.nemax = self.0.iter().map(|e| e.element.kind.facts().rows).sum();
    }

    /// Writes the arrays.
    pub fn fill(&self, m: &mut Model) {
        for (i, equality) in self.0.iter().enumerate() {
            let (q, e) = (&mut m.eq, equality.element);
            let (first, second) = equality.objects;
            // stored where it does not follow from the kind in the formats of MuJoCo
            let chosen = match e.kind.facts().couples {
                Coupled::BodiesOrSites => e.objtype,
                Coupled::Two(kind) => kind,
                Coupled::OneOrTwo(_) | Coupled::Retired => ObjectType::Unknown,
            };
            q.kind[i] = e.kind.into();
            q.obj1id[i] = stored(first);
            q.obj2id[i] = stored_or_none(second);
            q.objtype[i] = chosen.into();
            q.active0[i] = flag(e.active);
            q.solref[i] = e.solref;
            q.solimp[i] = e.solimp;
            q.data[i] = e.data;
        }
    }
}

//! Equality constraints: which objects they couple, and their numbers as written. What depends on the reference
//! configuration (anchors on the second body, relative poses) is completed by the engine.

use ligament_model::enums::{EqualityType, Keyword, ObjectType};
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
    match equality.kind {
        EqualityType::Connect | EqualityType::Weld => match equality.objtype {
            ObjectType::Body | ObjectType::Site => Ok(equality.objtype),
            _ => Err(owner.fault("it can couple two bodies or two sites, and nothing else")),
        },
        EqualityType::Joint => Ok(ObjectType::Joint),
        EqualityType::Tendon => Ok(ObjectType::Tendon),
        EqualityType::Flex | EqualityType::FlexStrain => {
            Err(owner.fault("equality constraints on flexes are not supported"))
        }
        EqualityType::FlexVert => Err(owner
            .fault("this kind of constraint no longer exists")
            .help("use elasticity or an edge constraint instead")),
        EqualityType::Distance => Ok(ObjectType::Geom),
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

/// Most rows a constraint can have, as the model states it.
fn rows(kind: EqualityType) -> usize {
    match kind {
        EqualityType::Connect => 3,
        EqualityType::Weld => 7,
        _ => 1,
    }
}

impl Equalities<'_> {
    /// Sets the sizes.
    pub fn count(&self, sizes: &mut Sizes) {
        sizes.neq = self.0.len();
        sizes.nemax = self.0.iter().map(|e| rows(e.element.kind)).sum();
    }

    /// Writes the arrays.
    pub fn fill(&self, m: &mut Model) {
        for (i, equality) in self.0.iter().enumerate() {
            let (q, e) = (&mut m.eq, equality.element);
            let (first, second) = equality.objects;
            // only where the kind of constraint leaves a choice is the kind of object stored
            let chosen = match e.kind {
                EqualityType::Connect | EqualityType::Weld => e.objtype,
                EqualityType::Distance => ObjectType::Geom,
                _ => ObjectType::Unknown,
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

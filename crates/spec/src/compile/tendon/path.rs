//! The path of a tendon: what it passes and which rules the order obeys.
//!
//! A fixed tendon combines joints. A spatial tendon runs through sites and around geoms, in branches that pulleys
//! separate; a geom stands between two sites.

use std::collections::BTreeSet;

use ligament_model::enums::{GeomType, ObjectType, TendonType, WrapType};

use super::super::chain::dofs_of_body;
use super::super::refer::{Context, Owner, stored};
use crate::element::{PathItem, Tendon};
use crate::problem::Problem;

/// One item of a path, resolved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wrap {
    pub kind: WrapType,
    /// The joint, site or geom; none for pulleys.
    pub object: Option<usize>,
    /// Coefficient of a joint, divisor of a pulley, side site of a geom or -1.
    pub parameter: f64,
}

impl Wrap {
    fn passes_geom(&self) -> bool {
        matches!(self.kind, WrapType::Sphere | WrapType::Cylinder)
    }

    /// The body an item is on; none for joints and pulleys.
    fn body(&self, context: Context) -> Option<usize> {
        match self.kind {
            WrapType::Site => Some(context.site_body(self.object?)),
            WrapType::Sphere | WrapType::Cylinder => Some(context.geom_body(self.object?)),
            _ => None,
        }
    }
}

/// A path with the degrees of freedom that change its length.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub kind: TendonType,
    pub wraps: Vec<Wrap>,
    pub dofs: Vec<usize>,
}

/// Resolves a path and checks it.
pub(super) fn resolve(context: Context, tendon: &Tendon) -> Result<Path, Problem> {
    let owner = Owner::of("tendon", tendon);
    let wraps = tendon
        .path
        .iter()
        .enumerate()
        .map(|(i, item)| {
            let at = tendon.path_at.get(i).unwrap_or(&tendon.at);
            resolve_item(context, &Owner { at, ..owner }, item)
        })
        .collect::<Result<Vec<_>, _>>()?;
    let kind = match wraps.first() {
        None => {
            return Err(owner
                .fault("its path is empty")
                .help("add joints, or sites"));
        }
        Some(first) if first.kind == WrapType::Joint => TendonType::Fixed,
        Some(_) => TendonType::Spatial,
    };
    owner.require(tendon.armature >= 0.0, "`armature` cannot be negative")?;
    let dofs = match kind {
        TendonType::Fixed => {
            check_fixed(&owner, &wraps)?;
            joint_dofs(context, &wraps)
        }
        TendonType::Spatial => {
            check_spatial(&owner, tendon, &wraps)?;
            let bodies: BTreeSet<usize> = wraps.iter().filter_map(|w| w.body(context)).collect();
            let dofs: BTreeSet<usize> = bodies
                .into_iter()
                .flat_map(|body| dofs_of_body(context.model, body))
                .collect();
            dofs.into_iter().collect()
        }
    };
    Ok(Path { kind, wraps, dofs })
}

fn resolve_item(context: Context, owner: &Owner, item: &PathItem) -> Result<Wrap, Problem> {
    let find = |kind, name: &str| owner.find(context.lookup, kind, name);
    match item {
        PathItem::Joint(name, coefficient) => {
            let joint = find(ObjectType::Joint, name)?;
            if !context.is_scalar_joint(joint) {
                let message = format!("the joint '{name}' is neither a slide nor a hinge");
                return Err(owner
                    .fault(message)
                    .help("only these two have a length to add"));
            }
            Ok(Wrap {
                kind: WrapType::Joint,
                object: Some(joint),
                parameter: *coefficient,
            })
        }
        PathItem::Site(name) => Ok(Wrap {
            kind: WrapType::Site,
            object: Some(find(ObjectType::Site, name)?),
            parameter: 0.0,
        }),
        PathItem::Geom(name, side) => {
            let geom = find(ObjectType::Geom, name)?;
            let shape = context.model.geom.kind.get(geom).and_then(|k| k.get());
            let kind = match shape {
                Some(GeomType::Sphere) => WrapType::Sphere,
                Some(GeomType::Cylinder) => WrapType::Cylinder,
                _ => {
                    let message = format!("a tendon cannot wrap around the geom '{name}'");
                    return Err(owner.fault(message).help("use a sphere or a cylinder"));
                }
            };
            let side = match side.as_str() {
                "" => -1.0,
                name => f64::from(stored(find(ObjectType::Site, name)?)),
            };
            Ok(Wrap {
                kind,
                object: Some(geom),
                parameter: side,
            })
        }
        PathItem::Pulley(divisor) => {
            owner.require(*divisor > 0.0, "the divisor of a pulley must be positive")?;
            Ok(Wrap {
                kind: WrapType::Pulley,
                object: None,
                parameter: *divisor,
            })
        }
    }
}

fn check_fixed(owner: &Owner, wraps: &[Wrap]) -> Result<(), Problem> {
    let mut seen = BTreeSet::new();
    for (i, wrap) in wraps.iter().enumerate() {
        if wrap.kind != WrapType::Joint {
            let message = format!("item {i} of its path is not a joint, while the first is");
            return Err(owner
                .fault(message)
                .help("a path is all joints, or has none"));
        }
        if !seen.insert(wrap.object) {
            let message = format!("item {i} of its path repeats a joint");
            return Err(owner.fault(message).help("add up the coefficients"));
        }
    }
    Ok(())
}

fn check_spatial(owner: &Owner, tendon: &Tendon, wraps: &[Wrap]) -> Result<(), Problem> {
    owner.require(wraps.len() >= 2, "a spatial path needs at least two items")?;
    owner.require(tendon.width > 0.0, "`width` must be positive")?;
    let kind_at = |i: Option<usize>| i.and_then(|i| wraps.get(i)).map(|w| w.kind);
    for (i, wrap) in wraps.iter().enumerate() {
        let before = kind_at(i.checked_sub(1));
        let after = kind_at(i.checked_add(1));
        let ends = |neighbour| matches!(neighbour, None | Some(WrapType::Pulley));
        let fault = |what: &str| Err(owner.fault(format!("item {i} of its path {what}")));
        match wrap.kind {
            WrapType::Joint => return fault("is a joint, while the first is not"),
            WrapType::Pulley if before == Some(WrapType::Pulley) => {
                return fault("is a pulley that follows another");
            }
            WrapType::Pulley if after.is_none() => return fault("is a pulley, and the last"),
            WrapType::Site if ends(before) && ends(after) => {
                return fault("is a site that is alone in its branch");
            }
            WrapType::Site if wraps.get(i + 1).is_some_and(|next| next == wrap) => {
                return fault("is a site that comes twice in a row");
            }
            _ if wrap.passes_geom() => {
                if before != Some(WrapType::Site) || after != Some(WrapType::Site) {
                    return fault("is a geom that does not stand between two sites");
                }
                if tendon.armature > 0.0 {
                    return fault("is a geom, around which a tendon with armature cannot wrap");
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The degrees of freedom of the joints of a fixed tendon, in order.
fn joint_dofs(context: Context, wraps: &[Wrap]) -> Vec<usize> {
    let address = |w: &Wrap| context.model.jnt.dofadr.get(w.object?).copied();
    let dofs: BTreeSet<usize> = wraps
        .iter()
        .filter_map(address)
        .filter_map(|a| usize::try_from(a).ok())
        .collect();
    dofs.into_iter().collect()
}

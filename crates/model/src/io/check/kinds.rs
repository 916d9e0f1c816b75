//! References whose target depends on the kind of the element that makes them.

use super::{count, wrong};
use crate::Model;
use crate::enums::{GeomType, ObjectType, TendonType, TransmissionType, WrapType};
use crate::io::BinaryError;
use crate::kinds::Coupled;

/// Whether there may be none.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    Required,
    Optional,
}
use Need::{Optional, Required};

pub(super) fn check(m: &Model) -> Result<(), BinaryError> {
    geoms(m)?;
    equalities(m)?;
    wraps(m)?;
    transmissions(m)
}

fn id(
    m: &Model,
    (name, row): (&'static str, usize),
    id: i32,
    kind: Option<ObjectType>,
    need: Need,
) -> Result<(), BinaryError> {
    let objects = kind.map_or(0, |kind| count(m, kind));
    match usize::try_from(id) {
        Ok(index) if index < objects => Ok(()),
        Err(_) if id == -1 && need == Optional => Ok(()),
        _ => wrong(name, row),
    }
}

fn geoms(m: &Model) -> Result<(), BinaryError> {
    for (row, kind) in m.geom.kind.iter().enumerate() {
        let target = match kind.get() {
            Some(GeomType::HeightField) => ObjectType::HeightField,
            _ => ObjectType::Mesh,
        };
        id(
            m,
            ("geom_dataid", row),
            m.geom.dataid[row],
            Some(target),
            Optional,
        )?;
    }
    Ok(())
}

fn equalities(m: &Model) -> Result<(), BinaryError> {
    for (row, kind) in m.eq.kind.iter().enumerate() {
        let (target, second) = match kind.get().map(|kind| kind.facts().couples) {
            Some(Coupled::BodiesOrSites) => (
                m.eq.objtype[row]
                    .get()
                    .filter(|kind| matches!(kind, ObjectType::Body | ObjectType::Site)),
                Required,
            ),
            Some(Coupled::OneOrTwo(kind)) => (Some(kind), Optional),
            Some(Coupled::Two(kind)) => (Some(kind), Required),
            Some(Coupled::Retired) | None => (None, Required),
        };
        id(m, ("eq_obj1id", row), m.eq.obj1id[row], target, Required)?;
        id(m, ("eq_obj2id", row), m.eq.obj2id[row], target, second)?;
    }
    Ok(())
}

fn wraps(m: &Model) -> Result<(), BinaryError> {
    for (row, kind) in m.wrap.kind.iter().enumerate() {
        let target = match kind.get() {
            Some(WrapType::Joint) => ObjectType::Joint,
            Some(WrapType::Site) => ObjectType::Site,
            Some(WrapType::Sphere | WrapType::Cylinder) => ObjectType::Geom,
            Some(WrapType::Pulley) => continue,
            Some(WrapType::None) | None => return wrong("wrap_type", row),
        };
        id(
            m,
            ("wrap_objid", row),
            m.wrap.objid[row],
            Some(target),
            Required,
        )?;
        let side = m.wrap.prm[row];
        let sites = -1.0..m.size.nsite as f64;
        if target == ObjectType::Geom && !sites.contains(&side) {
            return wrong("wrap_prm", row);
        }
    }
    for tendon in 0..m.size.ntendon {
        let path = m.tendon_path(tendon);
        let kinds: Vec<_> = m.wrap.kind[path].iter().map(|kind| kind.get()).collect();
        let fits = match m.tendon.kind[tendon].get() {
            Some(TendonType::Fixed) => kinds.iter().all(|&kind| kind == Some(WrapType::Joint)),
            Some(TendonType::Spatial) => kinds
                .split(|&kind| kind == Some(WrapType::Pulley))
                .all(is_branch),
            None => false,
        };
        if !fits {
            return wrong("tendon_type", tendon);
        }
    }
    Ok(())
}

/// A branch of a spatial tendon leads from site to site, around one geom between two of them at most.
fn is_branch(kinds: &[Option<WrapType>]) -> bool {
    let is_site = |&kind: &Option<WrapType>| kind == Some(WrapType::Site);
    let solid = |kind| matches!(kind, Some(WrapType::Sphere | WrapType::Cylinder));
    let known = |&kind: &Option<WrapType>| is_site(&kind) || solid(kind);
    // nothing stands before a pulley that comes first
    if kinds.is_empty() {
        return true;
    }
    kinds.len() > 1
        && kinds.iter().all(known)
        && kinds.first().is_some_and(is_site)
        && kinds.last().is_some_and(is_site)
        && !kinds
            .windows(2)
            .any(|pair| pair.iter().all(|&kind| solid(kind)))
}

fn transmissions(m: &Model) -> Result<(), BinaryError> {
    const NAME: &str = "actuator_trnid";
    for (row, kind) in m.actuator.trntype.iter().enumerate() {
        let [first, second] = m.actuator.trnid[row];
        let target = kind.get().and_then(|kind| target(kind, second));
        id(m, (NAME, row), first, target, Required)?;
        if target == Some(ObjectType::Site) {
            let need = if kind.is(TransmissionType::SliderCrank) {
                Required
            } else {
                Optional
            };
            id(m, (NAME, row), second, target, need)?;
        }
    }
    Ok(())
}

/// What the first id of a transmission counts; an orientation without a second id is that of a ball joint.
fn target(kind: TransmissionType, second: i32) -> Option<ObjectType> {
    Some(match kind {
        TransmissionType::So3 if second >= 0 => ObjectType::Site,
        TransmissionType::Joint | TransmissionType::JointInParent | TransmissionType::So3 => {
            ObjectType::Joint
        }
        TransmissionType::Tendon => ObjectType::Tendon,
        TransmissionType::Body => ObjectType::Body,
        TransmissionType::SliderCrank | TransmissionType::Site => ObjectType::Site,
        TransmissionType::Undefined => return None,
    })
}

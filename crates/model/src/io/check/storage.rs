//! Sizes of what a simulation stores: they follow from the elements that use the storage.

use super::{implied, wrong};
use crate::enums::TransmissionType;
use crate::io::BinaryError;
use crate::{Model, Sizes};

/// Most numbers that a simulation may ask for where no array of the file stands for them; the compiler has the same limit.
const MOST_NUMBERS: usize = 1 << 26;

/// Numbers of the plastic state of a tendon: the two ends of its rest interval.
const TENDON_PLASTIC: usize = 2;

/// Numbers of a history buffer besides its samples.
const HISTORY_HEADER: usize = 2;

/// Refuses sizes that no memory can hold.
pub(super) fn limits(size: &Sizes) -> Result<(), BinaryError> {
    let unseen = [
        ("nuserdata", size.nuserdata),
        ("nJmom", size.nJmom),
        ("nhistory", size.nhistory),
        ("nsensordata", size.nsensordata),
        ("na", size.na),
        ("npluginstate", size.npluginstate),
    ];
    match unseen.into_iter().find(|&(_, count)| count > MOST_NUMBERS) {
        Some((name, _)) => Err(BinaryError::Size { name }),
        None => Ok(()),
    }
}

pub(super) fn check(m: &Model) -> Result<(), BinaryError> {
    histories(m)?;
    plastic(m)?;
    moments(m)?;
    implied(
        &m.size,
        "ngravcomp",
        m.body.gravcomp.iter().filter(|&&g| g > 0.0).count(),
    )
}

/// Takes `numbers` for an element whose address is `start`: addresses follow one another, and are -1 without numbers.
fn take(
    used: &mut usize,
    start: i32,
    numbers: usize,
    at: (&'static str, usize),
) -> Result<(), BinaryError> {
    let expected = if numbers == 0 {
        Some(-1)
    } else {
        i32::try_from(*used).ok()
    };
    if expected != Some(start) {
        return wrong(at.0, at.1);
    }
    *used = used.saturating_add(numbers);
    Ok(())
}

/// A buffer of n samples of dimension k has a header, n times and n k values.
fn histories(m: &Model) -> Result<(), BinaryError> {
    let numbers = |[samples, _]: [i32; 2], dim: i32| match usize::try_from(samples).unwrap_or(0) {
        0 => 0,
        n => HISTORY_HEADER.saturating_add(n.saturating_mul(usize::try_from(dim).unwrap_or(0) + 1)),
    };
    let mut used = 0;
    for i in 0..m.size.nactuator {
        let count = numbers(m.actuator.history[i], m.actuator.ctrlnum[i]);
        take(
            &mut used,
            m.actuator.historyadr[i],
            count,
            ("actuator_historyadr", i),
        )?;
    }
    for i in 0..m.size.nsensor {
        let count = numbers(m.sensor.history[i], m.sensor.dim[i]);
        take(
            &mut used,
            m.sensor.historyadr[i],
            count,
            ("sensor_historyadr", i),
        )?;
    }
    implied(&m.size, "nhistory", used)
}

/// Springs of joints that yield, then those of tendons.
fn plastic(m: &Model) -> Result<(), BinaryError> {
    let mut used = 0;
    for joint in 0..m.size.njnt {
        let start = m.jnt.plasticadr[joint];
        let kind = m.jnt.kind[joint].get().filter(|_| start >= 0);
        let count = kind.and_then(|kind| kind.facts().plastic).unwrap_or(0);
        take(&mut used, start, count, ("jnt_plasticadr", joint))?;
    }
    for tendon in 0..m.size.ntendon {
        let start = m.tendon.plasticadr[tendon];
        let count = if start >= 0 { TENDON_PLASTIC } else { 0 };
        take(&mut used, start, count, ("tendon_plasticadr", tendon))?;
    }
    if m.size.nflex == 0 {
        implied(&m.size, "nplastic", used)
    } else {
        Ok(())
    }
}

/// The moments of an actuator have room for every degree of freedom that can change its length.
fn moments(m: &Model) -> Result<(), BinaryError> {
    let mut total = 0_usize;
    for i in 0..m.size.nactuator {
        let [first, second] = m.actuator.trnid[i];
        let body = |site: i32| usize::try_from(site).map_or(0, |s| m.site.bodyid[s].index());
        let target = usize::try_from(first).unwrap_or(0);
        let numbers = match m.actuator.trntype[i].get() {
            Some(TransmissionType::So3) if second >= 0 => m.size.nv.saturating_mul(3),
            Some(
                TransmissionType::Joint | TransmissionType::JointInParent | TransmissionType::So3,
            ) => m.jnt.kind[target].get().map_or(0, |kind| kind.facts().nv),
            Some(TransmissionType::Tendon) => m.tendon_entries(target).len(),
            Some(TransmissionType::SliderCrank) => moved(m, body(first), body(second), true),
            Some(TransmissionType::Site) => moved(m, body(first), body(second), false),
            Some(TransmissionType::Body | TransmissionType::Undefined) | None => m.size.nv,
        };
        total = total.saturating_add(numbers);
    }
    implied(&m.size, "nJmom", total)
}

/// How many degrees of freedom move one of two bodies; those that move both count if `common`.
fn moved(m: &Model, body1: usize, body2: usize, common: bool) -> usize {
    let count = |body| m.dof_chain(body).count();
    let shared = m.dof_ancestors(m.common_dof(body1, body2)).count();
    count(body1) + count(body2) - if common { shared } else { 2 * shared }
}

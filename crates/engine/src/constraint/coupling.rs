//! Couplings: one joint or tendon is a polynomial of another, x₁ - x₁⁰ = c₀ + Σ cₖ (x₂ - x₂⁰)ᵏ, or constant. One row.

use ligament_model::Model;
use ligament_model::enums::ObjectType;

use super::equality::{EqualityKind, Ties};
use super::rows::{Draft, Row, append_tendon, note_tendon};
use super::{RowKind, RowsIn};
use crate::data::{Efc, Path};

/// One joint follows another.
pub(super) const JOINTS: EqualityKind =
    EqualityKind::new(Ties::Objects(ObjectType::Joint), push_joint);

/// One tendon follows another.
pub(super) const TENDONS: EqualityKind = EqualityKind {
    tension: Some(tension),
    ..EqualityKind::new(Ties::Objects(ObjectType::Tendon), push_tendon)
};

/// A coordinate, its value in the reference configuration, and the inverse inertia it sees.
struct Coordinate {
    value: f64,
    reference: f64,
    weight: f64,
}

/// Error of a coupling and its derivative by the second coordinate.
fn evaluate(data: &[f64; 12], first: &Coordinate, second: Option<&Coordinate>) -> (f64, f64) {
    let own = first.value - first.reference - data[0];
    let Some(second) = second else {
        return (own, 0.0);
    };
    let x = second.value - second.reference;
    let polynomial = data[1] * x + data[2] * x * x + data[3] * x * x * x + data[4] * x * x * x * x;
    let slope = data[1] + 2.0 * data[2] * x + 3.0 * data[3] * x * x + 4.0 * data[4] * x * x * x;
    (own - polynomial, slope)
}

/// The length of a tendon.
fn length(m: &Model, path: &Path, tendon: usize) -> Coordinate {
    Coordinate {
        value: path.ten_length[tendon],
        reference: m.tendon.length0[tendon],
        weight: m.tendon.invweight0[tendon],
    }
}

/// The two objects of a constraint.
fn objects(m: &Model, eq: usize) -> Option<(usize, Option<usize>)> {
    let first = usize::try_from(m.eq.obj1id[eq]).ok()?;
    Some((first, usize::try_from(m.eq.obj2id[eq]).ok()))
}

fn row(pos: f64, first: &Coordinate, second: Option<&Coordinate>) -> Row {
    Row {
        pos,
        diag: first.weight + second.map_or(0.0, |c| c.weight),
        ..Row::default()
    }
}

/// Pushes the row of a joint coupling.
fn push_joint(m: &Model, sources: &RowsIn<'_>, eq: usize, efc: &mut Efc) {
    let Some((first, second)) = objects(m, eq) else {
        return;
    };
    let coordinate = |joint: usize| {
        let address = m.jnt.qposadr[joint] as usize;
        Coordinate {
            value: sources.state.qpos[address],
            reference: m.qpos.reference[address],
            weight: m.dof.invweight0[m.jnt.dofadr[joint] as usize],
        }
    };
    let (x1, x2) = (coordinate(first), second.map(coordinate));
    let (error, slope) = evaluate(&m.eq.data[eq], &x1, x2.as_ref());
    let draft = Draft::new(efc);
    let dof = m.jnt.dofadr[first];
    match second.map(|joint| m.jnt.dofadr[joint]) {
        None => {
            efc.efc_cols.push(dof);
            efc.efc_J.push(1.0);
        }
        Some(other) if other == dof => {
            efc.efc_cols.push(dof);
            efc.efc_J.push(1.0 - slope);
        }
        Some(other) => {
            let first_lower = dof < other;
            efc.efc_cols.extend([dof.min(other), dof.max(other)]);
            let values = [1.0, -slope];
            efc.efc_J.extend(if first_lower {
                values
            } else {
                [values[1], values[0]]
            });
        }
    }
    let rows = [row(error, &x1, x2.as_ref())];
    draft.commit(efc, sources.sparse, RowKind::Equality, eq, &rows);
}

/// Pushes the row of a tendon coupling.
fn push_tendon(m: &Model, sources: &RowsIn<'_>, eq: usize, efc: &mut Efc) {
    let Some((first, second)) = objects(m, eq) else {
        return;
    };
    let coordinate = |tendon: usize| length(m, sources.path, tendon);
    let (x1, x2) = (coordinate(first), second.map(coordinate));
    let (error, slope) = evaluate(&m.eq.data[eq], &x1, x2.as_ref());
    let row_index = efc.efc_type.len();
    note_tendon(efc, first, row_index);
    let draft = Draft::new(efc);
    if let Some(second) = second {
        note_tendon(efc, second, row_index);
        merge(m, sources, [first, second], slope, efc);
    } else {
        append_tendon(m, sources.path, first, 1.0, efc);
    }
    let rows = [row(error, &x1, x2.as_ref())];
    draft.commit(efc, sources.sparse, RowKind::Equality, eq, &rows);
}

/// The row pulls at the first tendon, and with the slope of the polynomial against the second.
fn tension(m: &Model, path: &Path, eq: usize, force: f64, tension: &mut [f64]) {
    let Some((first, second)) = objects(m, eq) else {
        return;
    };
    tension[first] += force;
    if let Some(second) = second {
        let [x1, x2] = [first, second].map(|tendon| length(m, path, tendon));
        let (_, slope) = evaluate(&m.eq.data[eq], &x1, Some(&x2));
        tension[second] -= force * slope;
    }
}

/// Appends J₁ - slope · J₂ of two tendons, columns in increasing order.
fn merge(m: &Model, sources: &RowsIn<'_>, tendons: [usize; 2], slope: f64, efc: &mut Efc) {
    let [a, b] = tendons.map(|tendon| m.tendon_entries(tendon));
    let (mut i, mut j) = (a.start, b.start);
    let column = |k: usize, end: usize| {
        if k < end {
            m.tendon.J_colind[k]
        } else {
            i32::MAX
        }
    };
    while i < a.end || j < b.end {
        let (x, y) = (column(i, a.end), column(j, b.end));
        let mut value = 0.0;
        if x <= y {
            value += sources.path.ten_J[i];
            i += 1;
        }
        if y <= x {
            value -= slope * sources.path.ten_J[j];
            j += 1;
        }
        efc.efc_cols.push(x.min(y));
        efc.efc_J.push(value);
    }
}

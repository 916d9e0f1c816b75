//! Reference accelerations: a = -B v - K I (r - margin), corrected for adhesion and for accelerations that come from
//! velocities alone.

use ligament_model::Model;

use super::contact::is_pyramidal;
use super::equality::{self, MotionIn};
use super::impedance::{end_of_step, is_discrete};
use super::mul_jac_vec;
use crate::data::{Contact, Efc, Pose, State, Velocity};

/// Velocities and reference accelerations of all rows.
///
/// Reads the rows, `qvel`, `cvel`, `cdof_dot`. Writes `efc_vel`, `efc_aref`.
pub fn reference(
    m: &Model,
    state: &State,
    pose: &Pose,
    vel: &Velocity,
    contacts: &[Contact],
    efc: &mut Efc,
) {
    let mut velocity = std::mem::take(&mut efc.efc_vel);
    velocity.resize(efc.efc_type.len(), 0.0);
    mul_jac_vec(efc, &state.qvel, &mut velocity);
    if m.flg_surfacevel.get() {
        add_surface_velocity(m, contacts, &mut velocity);
    }
    efc.efc_aref.clear();
    let rows = velocity.iter().zip(&efc.efc_KBIP);
    let violations = efc.efc_pos.iter().zip(&efc.efc_margin);
    efc.efc_aref.extend(
        rows.zip(violations)
            .map(|((v, [k, b, d, _]), (pos, margin))| -b * v - k * d * (pos - margin)),
    );
    efc.efc_vel = velocity;
    if efc.ne > 0 {
        subtract_jdotv(m, MotionIn { state, pose, vel }, efc);
    }
    if is_discrete(m) {
        end_step(m, efc);
    }
    if m.flg_adhesion.get() {
        add_adhesion(m, contacts, efc);
    }
}

/// Moves springs and dampers to the end of the step: the spring sees the distance that the velocity adds, and all is
/// divided by the factor of the acceleration.
fn end_step(m: &Model, efc: &mut Efc) {
    let h = m.opt.timestep;
    let rows = efc.efc_KBIP.iter().zip(&efc.efc_vel);
    for (a, (row, v)) in efc.efc_aref.iter_mut().zip(rows) {
        *a = (*a - h * row[0] * row[2] * v) / end_of_step(h, *row);
    }
}

/// Adds the relative velocity of moving surfaces to the rows of their contacts: tangents and spin.
fn add_surface_velocity(m: &Model, contacts: &[Contact], velocity: &mut [f64]) {
    let pyramid = is_pyramidal(m);
    for contact in contacts {
        let Ok(first) = usize::try_from(contact.efc_address) else {
            continue;
        };
        let Some(rows) = velocity.get_mut(first..) else {
            continue;
        };
        let axes = contact.dim.clamp(1, 4) as usize - 1;
        for (k, &speed) in contact.surfacevel[..axes].iter().enumerate() {
            if pyramid {
                let part = contact.friction[k] * speed;
                if let Some([a, b]) = rows.get_mut(2 * k..2 * k + 2) {
                    *a += part;
                    *b -= part;
                }
            } else if let Some(row) = rows.get_mut(k + 1) {
                *row += speed;
            }
        }
    }
}

/// Shifts the reference of adhesive contacts, so that adhesion does not change how deep resting contacts are.
fn add_adhesion(m: &Model, contacts: &[Contact], efc: &mut Efc) {
    let pyramid = is_pyramidal(m);
    for contact in contacts.iter().filter(|c| c.adhesion != 0.0) {
        let Ok(first) = usize::try_from(contact.efc_address) else {
            continue;
        };
        // the edges of a pyramid share the normal force equally
        let rows = if pyramid && contact.dim > 1 {
            2 * (contact.dim as usize - 1)
        } else {
            1
        };
        let share = contact.adhesion / rows as f64;
        let end = (first + rows).min(efc.efc_aref.len());
        for r in first..end {
            efc.efc_aref[r] += efc.efc_R[r] * share;
        }
    }
}

/// Subtracts J̇ v of the equalities that ask for it.
fn subtract_jdotv(m: &Model, motion: MotionIn<'_>, efc: &mut Efc) {
    for block in efc.blocks.iter().take_while(|b| b.row < efc.ne) {
        let eq = efc.efc_id[block.row] as usize;
        let points = equality::kind(m, eq).and_then(|kind| kind.points);
        let Some(write) = points.and_then(|points| points.velocity_term) else {
            continue;
        };
        let mut values = [0.0; 6];
        write(m, motion, eq, &mut values);
        let rows = &mut efc.efc_aref[block.row..block.row + block.rows];
        for (row, value) in rows.iter_mut().zip(values) {
            *row -= value;
        }
    }
}

//! Forces of contacts.
//!
//! A pyramidal cone of dimension n has edges N ± μᵢ Tᵢ: the normal force is the sum of the edge forces, the tangential
//! force i the difference of two of them times μᵢ.

use ligament_model::Model;

use super::is_pyramidal;
use crate::data::{Contact, Efc};

/// Edge forces of a pyramid to normal and tangential forces; `dim` numbers of `force` are written.
pub fn decode_pyramid(force: &mut [f64], pyramid: &[f64], mu: &[f64], dim: usize) {
    if dim <= 1 {
        if let (Some(force), Some(edge)) = (force.first_mut(), pyramid.first()) {
            *force = *edge;
        }
        return;
    }
    force[0] = pyramid[..2 * (dim - 1)].iter().sum();
    for i in 0..dim - 1 {
        force[i + 1] = (pyramid[2 * i] - pyramid[2 * i + 1]) * mu[i];
    }
}

/// Normal and tangential forces to edge forces of a pyramid, with the normal force shared out evenly.
pub fn encode_pyramid(pyramid: &mut [f64], force: &[f64], mu: &[f64], dim: usize) {
    let Some(tangents) = dim.checked_sub(1) else {
        return;
    };
    let share = force[0] / tangents as f64;
    for i in 0..tangents {
        let difference = share.min(force[i + 1] / mu[i]);
        pyramid[2 * i] = 0.5 * (share + difference);
        pyramid[2 * i + 1] = 0.5 * (share - difference);
    }
}

/// Force, then torque, that the first geom of a contact exerts on the second, in the contact frame. Zero for a contact
/// without constraint rows. Adhesion, which pulls, is part of it.
pub fn contact_force(m: &Model, contact: &Contact, efc: &Efc) -> [f64; 6] {
    let mut result = [0.0; 6];
    let dim = usize::try_from(contact.dim).unwrap_or(0).min(6);
    let Some(rows) = usize::try_from(contact.efc_address)
        .ok()
        .and_then(|start| efc.efc_force.get(start..))
    else {
        return result;
    };
    if is_pyramidal(m) {
        if rows.len() >= 2 * dim.saturating_sub(1) {
            decode_pyramid(&mut result, rows, &contact.friction, dim);
        }
    } else {
        for (x, y) in result.iter_mut().zip(rows).take(dim) {
            *x = *y;
        }
    }
    result[0] -= contact.adhesion;
    result
}

/// The bodies of a contact; none where one of them is a flex.
pub fn contact_bodies(m: &Model, contact: &Contact) -> [Option<usize>; 2] {
    contact.geom.map(|geom| {
        let geom = usize::try_from(geom).ok()?;
        m.geom.bodyid.get(geom).map(|body| body.index())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pyramids_hold_the_forces_put_into_them() {
        let (force, mu) = ([3.0, 0.4, -0.2, 0.1], [0.8, 0.8, 0.3]);
        let (mut edges, mut back) = ([0.0; 6], [0.0; 4]);
        encode_pyramid(&mut edges, &force, &mu, 4);
        decode_pyramid(&mut back, &edges, &mu, 4);
        assert!(force.iter().zip(back).all(|(a, b)| (a - b).abs() < 1e-15));
        assert!(edges.iter().all(|&e| e >= 0.0));
    }

    #[test]
    fn frictionless_contacts_have_one_edge() {
        let mut force = [0.0; 6];
        decode_pyramid(&mut force, &[2.5], &[1.0; 5], 1);
        assert_eq!(force, [2.5, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }
}

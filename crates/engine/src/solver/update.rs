//! Forces, states and costs of constraint rows, given the residual J a - aref.
//!
//! The force of a row is minus the derivative of its cost s(r). With mass D = 1/R:
//!
//! - equality: s = ½ D r²;
//! - dry friction with bound f: ½ D r² for |r| < R f, and f |r| - ½ R f² beyond;
//! - limits and edges of pyramids: ½ D r² for r < 0, zero else;
//! - elliptic cones: with N = μ r₀, Uᵢ = frictionᵢ rᵢ and T = |U|, zero in the top zone N ≥ μ T, quadratic in the bottom
//!   zone μ N + T ≤ 0, and ½ Dₘ (N - μ T)² with Dₘ = D₀ / (μ² (1 + μ²)) between them.

use super::problem::{CONE, Classes, Cone, LINEAR_NEG, LINEAR_POS, Problem, QUADRATIC, SATISFIED};
use crate::data::{Contact, Efc};

/// What there is to know about the rows as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Sum of the costs of all rows.
    pub cost: f64,
    /// Rows that make or could make forces.
    pub nactive: usize,
    /// Rows of contacts that slide.
    pub ncone: usize,
}

/// Numbers of the rows that their costs depend on.
#[derive(Clone, Copy, Debug)]
struct Rows<'a> {
    ne: usize,
    nf: usize,
    mass: &'a [f64],
    inverse: &'a [f64],
    bound: &'a [f64],
    classes: &'a Classes,
}

/// Forces and states of all rows of a problem; the Hessians of cones are written if contacts are given.
pub fn update(
    p: &Problem,
    residual: &[f64],
    force: &mut [f64],
    state: &mut [i32],
    contacts: Option<&mut [Contact]>,
) -> Summary {
    let rows = Rows {
        ne: p.ne,
        nf: p.nf,
        mass: p.D,
        inverse: p.R,
        bound: p.frictionloss,
        classes: p.classes,
    };
    update_rows(&rows, residual, force, state, contacts)
}

/// Forces and states of all rows for a given residual. Returns the sum of the costs.
///
/// Reads the parameters of the rows. Writes `efc_force`, `efc_state`, and the Hessians of cones if asked.
pub fn constraint_update(
    efc: &mut Efc,
    contacts: &mut [Contact],
    residual: &[f64],
    hessians: bool,
    classes: &mut Classes,
) -> f64 {
    classes.fill(
        efc.ne + efc.nf,
        &efc.blocks,
        &efc.efc_type,
        &efc.efc_id,
        contacts,
    );
    let rows = Rows {
        ne: efc.ne,
        nf: efc.nf,
        mass: &efc.efc_D,
        inverse: &efc.efc_R,
        bound: &efc.efc_frictionloss,
        classes,
    };
    let contacts = hessians.then_some(contacts);
    update_rows(
        &rows,
        residual,
        &mut efc.efc_force,
        &mut efc.efc_state,
        contacts,
    )
    .cost
}

fn update_rows(
    rows: &Rows,
    residual: &[f64],
    force: &mut [f64],
    state: &mut [i32],
    mut contacts: Option<&mut [Contact]>,
) -> Summary {
    let mut sum = Summary {
        nactive: rows.ne + rows.nf,
        ..Summary::default()
    };
    for i in 0..rows.ne {
        force[i] = -rows.mass[i] * residual[i];
        state[i] = QUADRATIC;
        sum.cost -= 0.5 * force[i] * residual[i];
    }
    for i in rows.ne..rows.ne + rows.nf {
        let (r, bound, edge) = (residual[i], rows.bound[i], rows.inverse[i] * rows.bound[i]);
        if r <= -edge {
            (force[i], state[i]) = (bound, LINEAR_NEG);
            sum.cost += bound * (-0.5 * edge - r);
        } else if r >= edge {
            (force[i], state[i]) = (-bound, LINEAR_POS);
            sum.cost += bound * (-0.5 * edge + r);
        } else {
            (force[i], state[i]) = (-rows.mass[i] * r, QUADRATIC);
            sum.cost -= 0.5 * force[i] * r;
        }
    }
    for run in &rows.classes.signed {
        let (r, mass) = (&residual[run.clone()], &rows.mass[run.clone()]);
        let (force, state) = (&mut force[run.clone()], &mut state[run.clone()]);
        let mut active = 0;
        for i in 0..r.len().min(mass.len()) {
            let inside = r[i] < 0.0;
            force[i] = if inside { -mass[i] * r[i] } else { 0.0 };
            state[i] = if inside { QUADRATIC } else { SATISFIED };
            active += i32::from(inside);
            sum.cost -= 0.5 * force[i] * r[i];
        }
        sum.nactive += active as usize;
    }
    for cone in &rows.classes.cones {
        let range = cone.row..cone.row + cone.dim;
        let hessian = contacts.as_mut().and_then(|c| c.get_mut(cone.contact));
        let zone = update_cone(
            cone,
            &rows.mass[range.clone()],
            &residual[range.clone()],
            &mut force[range.clone()],
            &mut sum.cost,
            hessian,
        );
        state[range].fill(zone);
        sum.nactive += if zone == SATISFIED { 0 } else { cone.dim };
        sum.ncone += if zone == CONE { cone.dim } else { 0 };
    }
    sum
}

/// Forces of one elliptic contact; returns its state.
fn update_cone(
    cone: &Cone,
    mass: &[f64],
    residual: &[f64],
    force: &mut [f64],
    cost: &mut f64,
    hessian: Option<&mut Contact>,
) -> i32 {
    let (dim, mu) = (cone.dim, cone.mu);
    let mut scaled = [0.0; 6];
    let mut square = 0.0;
    for j in 1..dim {
        scaled[j] = residual[j] * cone.friction[j - 1];
        square += scaled[j] * scaled[j];
    }
    let normal = residual[0] * mu;
    let tangent = square.sqrt();
    if normal >= mu * tangent {
        force.fill(0.0);
        return SATISFIED;
    }
    if mu * normal + tangent <= 0.0 {
        for j in 0..dim {
            force[j] = -mass[j] * residual[j];
            *cost -= 0.5 * force[j] * residual[j];
        }
        return QUADRATIC;
    }
    let stiffness = mass[0] / (mu * mu * (1.0 + mu * mu));
    let depth = normal - mu * tangent;
    *cost += 0.5 * stiffness * depth * depth;
    force[0] = -stiffness * depth * mu;
    for j in 1..dim {
        force[j] = -force[0] / tangent * scaled[j] * cone.friction[j - 1];
    }
    if let Some(contact) = hessian {
        cone_hessian(cone, stiffness, normal, tangent, &scaled, &mut contact.H);
    }
    CONE
}

/// The Hessian of the cost in the middle zone. In scaled coordinates (N, U), with u = U / T, it is Dₘ times
///
/// ```text
/// |  1        -μ uᵀ                              |
/// | -μ u      (μ² - μ N / T) I + (μ N / T) u uᵀ  |
/// ```
fn cone_hessian(
    cone: &Cone,
    stiffness: f64,
    normal: f64,
    tangent: f64,
    scaled: &[f64; 6],
    hessian: &mut [f64; 36],
) {
    let (dim, mu) = (cone.dim, cone.mu);
    let ratio = mu * normal / tangent;
    let mut scale = [mu; 6];
    scale[1..].copy_from_slice(&cone.friction);
    hessian[0] = stiffness * mu * mu;
    for k in 1..dim {
        let unit_k = scaled[k] / tangent;
        let edge = -mu * unit_k * stiffness * mu * scale[k];
        hessian[k] = edge;
        hessian[k * dim] = edge;
        for j in k..dim {
            let identity = if j == k { mu * mu - ratio } else { 0.0 };
            let entry = identity + ratio * unit_k * (scaled[j] / tangent);
            let entry = entry * stiffness * scale[k] * scale[j];
            hessian[k * dim + j] = entry;
            hessian[j * dim + k] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cone() -> Cone {
        Cone {
            dim: 4,
            mu: 0.7,
            friction: [0.8, 0.5, 0.02, 0.0, 0.0],
            ..Cone::default()
        }
    }

    fn evaluate(r: &[f64; 4], contact: Option<&mut Contact>) -> (i32, f64, [f64; 4]) {
        // masses of tangential rows make the bottom zone meet the middle zone
        let c = cone();
        let mass = |j: usize| {
            if j == 0 {
                10.0
            } else {
                10.0 * (c.friction[j - 1] / c.mu).powi(2)
            }
        };
        let mass: Vec<f64> = (0..4).map(mass).collect();
        let (mut force, mut cost) = ([0.0; 4], 0.0);
        let zone = update_cone(&c, &mass, r, &mut force, &mut cost, contact);
        (zone, cost, force)
    }

    #[test]
    fn forces_and_hessians_are_derivatives() {
        let middle = [-0.1, 0.3, -0.2, 0.5];
        let mut contact = Contact::default();
        let (zone, _, force) = evaluate(&middle, Some(&mut contact));
        assert_eq!(zone, CONE);
        let h = 1e-6;
        for i in 0..4 {
            let moved = |s: f64| {
                let mut r = middle;
                r[i] += s * h;
                evaluate(&r, None)
            };
            let (up, down) = (moved(1.0), moved(-1.0));
            assert!((force[i] + (up.1 - down.1) / (2.0 * h)).abs() < 1e-7);
            for j in 0..4 {
                let derivative = -(up.2[j] - down.2[j]) / (2.0 * h);
                assert!((contact.H[i * 4 + j] - derivative).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn zones_are_told_apart_and_forces_stay_in_the_cone() {
        assert_eq!(evaluate(&[1.0, 0.1, 0.1, 0.1], None).0, SATISFIED);
        assert_eq!(evaluate(&[0.0; 4], None).0, SATISFIED);
        assert_eq!(evaluate(&[-1.0, 0.0, 0.0, 0.0], None).0, QUADRATIC);
        let (zone, _, f) = evaluate(&[0.1, 0.9, 0.4, 0.0], None);
        assert_eq!(zone, CONE);
        let c = cone();
        let tangent: f64 = (1..4).map(|j| (f[j] / c.friction[j - 1]).powi(2)).sum();
        assert!(f[0] > 0.0 && (tangent.sqrt() - f[0]).abs() < 1e-12);
    }

    #[test]
    fn costs_are_continuous_between_zones() {
        // from the bottom zone into the middle
        let at = |n: f64| evaluate(&[n, 0.3, 0.2, 0.0], None);
        let (mut low, mut high) = (-10.0, 0.0);
        for _ in 0..60 {
            let mid = 0.5 * (low + high);
            if at(mid).0 == QUADRATIC {
                low = mid;
            } else {
                high = mid;
            }
        }
        assert!((at(low).1 - at(high).1).abs() < 1e-9);
        for j in 0..4 {
            assert!((at(low).2[j] - at(high).2[j]).abs() < 1e-6);
        }
    }
}

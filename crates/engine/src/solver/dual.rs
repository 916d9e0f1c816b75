//! What the solvers of the dual problem share.

use ligament_math::MINVAL;

use super::problem::{CONE, LINEAR_NEG, LINEAR_POS, Problem, QUADRATIC, SATISFIED};

/// A change of cost above this is for the worse, and taken back.
pub const WORSE: f64 = 1e-10;

/// States that follow from forces. Returns the number of active rows.
pub fn dual_state(p: &Problem, force: &[f64], state: &mut [i32]) -> usize {
    let mut active = p.ne + p.nf;
    state[..p.ne].fill(QUADRATIC);
    for i in p.ne..p.ne + p.nf {
        // a force at the lower bound answers a residual on the positive side
        state[i] = if force[i] <= -p.frictionloss[i] {
            LINEAR_POS
        } else if force[i] >= p.frictionloss[i] {
            LINEAR_NEG
        } else {
            QUADRATIC
        };
    }
    for run in &p.classes.signed {
        for i in run.clone() {
            let pushes = force[i] > 0.0;
            state[i] = if pushes { QUADRATIC } else { SATISFIED };
            active += usize::from(pushes);
        }
    }
    for cone in &p.classes.cones {
        let rows = cone.row..cone.row + cone.dim;
        let f = &force[rows.clone()];
        let normal = f[0] / cone.mu;
        let scaled = |j: usize| f[j] / cone.friction[j - 1];
        let tangent = (1..cone.dim)
            .map(|j| scaled(j) * scaled(j))
            .sum::<f64>()
            .sqrt();
        let zone = if cone.mu * normal >= tangent {
            SATISFIED
        } else if normal + cone.mu * tangent <= 0.0 {
            QUADRATIC
        } else {
            CONE
        };
        state[rows].fill(zone);
        active += if zone == SATISFIED { 0 } else { cone.dim };
    }
    active
}

/// Change of the dual cost ½ fᵀ A f + fᵀ r when the force of some rows changes from `old` with residual `residual`. A change
/// that makes it worse is taken back.
pub fn cost_change(a: &[f64], force: &mut [f64], old: &[f64], residual: &[f64]) -> f64 {
    let n = force.len();
    let mut change = 0.0;
    for i in 0..n {
        let delta = force[i] - old[i];
        let pushed: f64 = (0..n).map(|j| a[i * n + j] * (force[j] - old[j])).sum();
        change += delta * (0.5 * pushed + residual[i]);
    }
    if change > WORSE {
        force.copy_from_slice(old);
        return 0.0;
    }
    change
}

/// Scales the tangential force so that Σ (fᵢ/μᵢ)² = normal², or not above it if `inside` is allowed.
pub fn project_ellipsoid(tangent: &mut [f64], normal: f64, friction: &[f64], inside: bool) {
    let scaled = |(f, mu): (&f64, &f64)| f * f / (mu * mu);
    let square: f64 = tangent.iter().zip(friction).map(scaled).sum();
    if !inside || square > normal * normal {
        let scale = (normal * normal / square.max(MINVAL)).sqrt();
        for f in tangent {
            *f *= scale;
        }
    }
}

//! Points, and orientations, of two bodies that an equality holds together.
//!
//! The residual of the points is the difference of their accelerations, those of velocities among them: with velocity
//! (ω, V) and acceleration (α, A) of a body about the origin, a(p) = A + α × p + ω × (V + ω × p). Orientations q₁ and q₂ have
//! the error s·vec(q₂* q₁), whose rates are taken on dual numbers.

use ligament_engine::constraint::HeldPoints;
use ligament_engine::derivative::spatial::SpatialMatrix;
use ligament_math::{Dual, Force, Mat3, Motion, Quat, Real, Vec3};

use crate::tree::{Applied, Flow, Tree};

/// Rotations of both bodies, their angular velocities, their angular accelerations.
const N: usize = 18;
type TurnNumber = Dual<N>;

/// Two points with their bodies.
pub(crate) struct Held {
    pub bodies: [usize; 2],
    at: [Vec3; 2],
    turns: Option<([Quat; 2], f64)>,
}

fn sign(side: usize) -> f64 {
    if side == 0 { 1.0 } else { -1.0 }
}

fn variable(v: Vec3, first: usize) -> Vec3<TurnNumber> {
    let mut k = first;
    Vec3(v.0.map(|x| {
        let number = Dual::variable(x, k);
        k += 1;
        number
    }))
}

/// A unit quaternion that turns in the world.
fn turning(q: Quat, first: usize) -> Quat<TurnNumber> {
    let mut out = Quat(q.0.map(Dual::constant));
    for (k, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
        let rate = q.derivative(axis);
        for (x, r) in out.0.iter_mut().zip(rate.0) {
            x.partials[first + k] = r;
        }
    }
    out
}

impl Held {
    pub fn new(tree: &Tree, held: HeldPoints) -> Self {
        Self {
            bodies: held.bodies,
            at: held.at.map(|p| p - tree.origin),
            turns: held.turns,
        }
    }

    /// Derivatives of all rows by the position and the velocity of a degree of freedom, at fixed accelerations and with
    /// damping b; and of the violations by its position.
    pub fn column(
        &self,
        tree: &Tree,
        flow: &Flow,
        dof: usize,
        b: f64,
    ) -> ([f64; 6], [f64; 6], [f64; 6]) {
        let s = tree.axis[dof];
        let mut by_q = [0.0; 6];
        let mut by_v = [0.0; 6];
        let mut moved = [0.0; 6];
        // rotations, changes of ω and α of both bodies, for orientations
        let mut spin = [[0.0; N]; 2];
        for side in 0..2 {
            let body = self.bodies[side];
            if !tree.chain(body).any(|k| k == dof) {
                continue;
            }
            let (v, a) = (flow.vel.body[body], flow.acc[body]);
            let psi = flow.vel.carried[dof];
            let dv = s.cross_motion(v) + psi;
            let da = s.cross_motion(a) + psi.cross_motion(v) - flow.eta[dof];
            let da_by_v = s.cross_motion(v) + flow.chi[dof];
            let p = self.at[side];
            let shift = s.linear() + s.angular().cross(p);
            let position = change(p, v, a, dv, da, shift, b);
            let velocity = change(p, v, a, s, da_by_v, Vec3::ZERO, b);
            for r in 0..3 {
                by_q[r] += sign(side) * position[r];
                by_v[r] += sign(side) * velocity[r];
                moved[r] += sign(side) * shift[r];
                spin[0][3 * side + r] = s[r];
                spin[0][6 + 3 * side + r] = dv[r];
                spin[0][12 + 3 * side + r] = da[r];
                spin[1][6 + 3 * side + r] = s[r];
                spin[1][12 + 3 * side + r] = da_by_v[r];
            }
        }
        if self.turns.is_some() {
            let (error, rate, second) = self.orientation(flow);
            let along = |x: TurnNumber, way: &[f64; N]| -> f64 {
                x.partials.iter().zip(way).map(|(p, w)| p * w).sum()
            };
            for r in 0..3 {
                moved[3 + r] = along(error.0[r], &spin[0]);
                let total = second.0[r] + rate.0[r] * TurnNumber::from_f64(b);
                by_q[3 + r] = along(total, &spin[0]);
                by_v[3 + r] = along(total, &spin[1]);
            }
        }
        (by_q, by_v, moved)
    }

    /// The error of orientation, its rate, and its second rate.
    fn orientation(&self, flow: &Flow) -> (Vec3<TurnNumber>, Vec3<TurnNumber>, Vec3<TurnNumber>) {
        let Some(([first, second], scale)) = self.turns else {
            return (Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
        };
        let (one, two) = (turning(first, 0), turning(second, 3));
        let [w1, w2] = [0, 1].map(|side: usize| {
            let w = flow.vel.body[self.bodies[side]].angular();
            variable(w, 6 + 3 * side)
        });
        let [a1, a2] = [0, 1]
            .map(|side: usize| variable(flow.acc[self.bodies[side]].angular(), 12 + 3 * side));
        let half = TurnNumber::from_f64(0.5 * scale);
        let inverse = two.conj();
        let part = |inverse: Quat<TurnNumber>, axis: Vec3<TurnNumber>, q: Quat<TurnNumber>| {
            inverse.mul_axis(axis).mul(q).vector()
        };
        let relative = w1 - w2;
        let error = inverse.mul(one).vector() * TurnNumber::from_f64(scale);
        let rate = part(inverse, relative, one) * half;
        let second = part(two.derivative(w2).conj(), relative, one)
            + part(inverse, a1 - a2, one)
            + part(inverse, relative, one.derivative(w1));
        (error, rate, second * half)
    }

    /// Adds the wrenches of forces along the rows, and how they move.
    pub fn apply(
        &self,
        force: &[f64],
        applied: &mut Applied,
        across: &mut Vec<(usize, usize, SpatialMatrix)>,
    ) {
        let f = Vec3([force[0], force[1], force[2]]);
        let minus = Mat3::skew(f) * -1.0;
        for side in 0..2 {
            let (body, p) = (self.bodies[side], self.at[side]);
            applied.fixed[body] += Force::from_parts(p.cross(f), f) * sign(side);
            // δp × f with δp = v − p × ω
            let by_spin = minus.mul_mat(&Mat3::skew(p)) * -1.0;
            let block = SpatialMatrix::from_parts(&by_spin, &minus, &Mat3::ZERO, &Mat3::ZERO);
            applied.by_pose[body].add_scaled(&block, sign(side));
        }
        let (Some(([first, second], scale)), [.., a, b, c]) = (self.turns, force) else {
            return;
        };
        // torque on the first body: component e of it is Σ f · s/2 vec(q₂* e q₁)
        let (one, two) = (turning(first, 0), turning(second, 3));
        let weights = [*a, *b, *c].map(|x| TurnNumber::from_f64(0.5 * scale * x));
        let torque: [TurnNumber; 3] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| {
            let turned = two.conj().mul_axis(Vec3::from_f64(axis)).mul(one).vector();
            turned.0[0] * weights[0] + turned.0[1] * weights[1] + turned.0[2] * weights[2]
        });
        let value = Vec3(torque.map(|t| t.value));
        for side in 0..2 {
            let body = self.bodies[side];
            applied.fixed[body] += Force::from_parts(value, Vec3::ZERO) * sign(side);
            for mover in 0..2 {
                let mut by = Mat3::ZERO;
                for r in 0..3 {
                    for k in 0..3 {
                        by.0[3 * r + k] = sign(side) * torque[r].partials[3 * mover + k];
                    }
                }
                let zero = Mat3::ZERO;
                let block = SpatialMatrix::from_parts(&by, &zero, &zero, &zero);
                let other = self.bodies[mover];
                if other == body {
                    applied.by_pose[body].add(&block);
                } else if other != 0 && body != 0 {
                    across.push((body, other, block));
                }
            }
        }
    }
}

/// The change of a(p) + b v(p) of a point: by changes of the velocity, of the acceleration, and by a shift of the point.
fn change(p: Vec3, v: Motion, a: Motion, dv: Motion, da: Motion, shift: Vec3, b: f64) -> Vec3 {
    let (w, dw) = (v.angular(), dv.angular());
    let speed = v.linear() + w.cross(p);
    let speed_change = dv.linear() + dw.cross(p) + w.cross(shift);
    da.linear()
        + da.angular().cross(p)
        + a.angular().cross(shift)
        + dw.cross(speed)
        + w.cross(speed_change)
        + speed_change * b
}

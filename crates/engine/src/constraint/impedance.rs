//! From solver parameters to the numbers that the solvers use: stiffness K, damping B, impedance I and its slope, the
//! regularization R and its inverse D.
//!
//! The impedance is a sigmoid d(r) of the violation r between `solimp[0]` and `solimp[1]`. With the time constant T and
//! damping ratio ζ of `solref`, K = 1/(d₁ T ζ)² and B = 2/(d₁ T); negative numbers give stiffness and damping directly.
//! R = (1 - d)/d · A, where A is the inverse inertia that the row sees.
//!
//! Under the discrete integrator springs and dampers act at the end of the step, v + h a and r + h v + h² a. A row then
//! has the factor s = 1 + h B + h² K I before its acceleration; R is divided by it, here, and the reference too, elsewhere.

use ligament_math::{MINVAL, func};
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, Integrator};

use super::jacobian::columns;
use super::{RowKind, contact, equality};
use crate::data::{Block, Contact, Efc, Inertia};

/// Bounds of impedances.
const MIN_IMPEDANCE: f64 = 0.0001;
const MAX_IMPEDANCE: f64 = 0.9999;
/// Reference parameters in place of contradictory ones.
const DEFAULT_SOLREF: [f64; 2] = [0.02, 1.0];

/// Solver parameters of a block.
#[derive(Clone, Copy, Debug)]
struct Params {
    solref: [f64; 2],
    friction: [f64; 2],
    solimp: [f64; 5],
}

/// True if one number is positive and the other is not.
fn is_mixed([a, b]: [f64; 2]) -> bool {
    (a > 0.0) != (b > 0.0)
}

impl Params {
    /// The parameters of a row of the given kind that belongs to element `id`.
    fn of(m: &Model, contacts: &[Contact], kind: RowKind, id: usize) -> Self {
        let (solref, friction, solimp) = match kind {
            RowKind::Equality => (m.eq.solref[id], [0.0; 2], m.eq.solimp[id]),
            RowKind::FrictionDof => (m.dof.solref[id], [0.0; 2], m.dof.solimp[id]),
            RowKind::LimitJoint => (m.jnt.solref[id], [0.0; 2], m.jnt.solimp[id]),
            RowKind::FrictionTendon => {
                let t = &m.tendon;
                (t.solref_fri[id], [0.0; 2], t.solimp_fri[id])
            }
            RowKind::LimitTendon => {
                let t = &m.tendon;
                (t.solref_lim[id], [0.0; 2], t.solimp_lim[id])
            }
            _ => {
                let c = &contacts[id];
                (c.solref, c.solreffriction, c.solimp)
            }
        };
        Self {
            solref,
            friction,
            solimp,
        }
        .sane(m)
    }

    /// Parameters that can be used: not contradictory, not faster than the step allows, impedances within bounds.
    fn sane(mut self, m: &Model) -> Self {
        if is_mixed(self.solref) {
            self.solref = DEFAULT_SOLREF;
        }
        if is_mixed(self.friction) {
            self.friction = [0.0; 2];
        }
        if !m.opt.disables(DisableFlags::REFSAFE) && !is_discrete(m) {
            for solref in [&mut self.solref, &mut self.friction] {
                if solref[0] > 0.0 {
                    solref[0] = solref[0].max(2.0 * m.opt.timestep);
                }
            }
        }
        let bounded = |x: f64| x.clamp(MIN_IMPEDANCE, MAX_IMPEDANCE);
        let [d0, d1, width, middle, power] = self.solimp;
        self.solimp = [
            bounded(d0),
            bounded(d1),
            width.max(0.0),
            bounded(middle),
            power.max(1.0),
        ];
        self
    }

    /// Impedance and its slope at a violation.
    fn impedance(&self, violation: f64) -> (f64, f64) {
        let [d0, d1, width, middle, power] = self.solimp;
        if d0 == d1 || width <= MINVAL {
            return (0.5 * (d0 + d1), 0.0);
        }
        let signed = violation / width;
        let x = signed.abs();
        if x >= 1.0 {
            return (d1, 0.0);
        }
        if x <= 0.0 {
            return (d0, 0.0);
        }
        let (y, slope) = if power == 1.0 {
            (x, 1.0)
        } else if x <= middle {
            let a = 1.0 / raise(middle, power - 1.0);
            (a * raise(x, power), power * a * raise(x, power - 1.0))
        } else {
            let b = 1.0 / raise(1.0 - middle, power - 1.0);
            (
                1.0 - b * raise(1.0 - x, power),
                power * b * raise(1.0 - x, power - 1.0),
            )
        };
        let sign = if signed < 0.0 { -1.0 } else { 1.0 };
        (d0 + y * (d1 - d0), slope * sign * (d1 - d0) / width)
    }

    /// Stiffness of a reference.
    fn stiffness(&self, solref: [f64; 2]) -> f64 {
        let d1 = self.solimp[1];
        let [time, ratio] = solref;
        if time > 0.0 {
            1.0 / (d1 * d1 * time * time * ratio * ratio).max(MINVAL)
        } else {
            -time / (d1 * d1).max(MINVAL)
        }
    }

    /// Damping of a reference.
    fn damping(&self, solref: [f64; 2]) -> f64 {
        let d1 = self.solimp[1];
        let [time, ratio] = solref;
        if ratio > 0.0 {
            2.0 / (d1 * time).max(MINVAL)
        } else {
            -ratio / d1.max(MINVAL)
        }
    }
}

/// True if springs and dampers act at the end of the step.
pub(super) fn is_discrete(m: &Model) -> bool {
    m.opt.integrator.is(Integrator::Discrete)
}

/// The factor of the acceleration in a row whose spring and damper act at the end of the step.
pub(super) fn end_of_step(h: f64, [k, b, d, _]: [f64; 4]) -> f64 {
    1.0 + h * b + h * h * k * d
}

/// What the discrete integrator adds to the diagonal of the inertia matrix.
struct Softening<'a> {
    m: &'a Model,
    inertia: &'a Inertia,
    extra: &'a [f64],
}

impl Softening<'_> {
    /// By how much the additions lower the inverse inertia that a row sees, judged by diagonals: with a row j of the
    /// Jacobian, Σ j²/(M + extra) over Σ j²/M.
    fn softening(&self, efc: &Efc, block: &Block, row: usize) -> f64 {
        let pattern = self.m.inertia_pattern();
        let start = block.val + row * block.cols;
        let (mut with, mut without) = (0.0, 0.0);
        for (&dof, j) in columns(efc, block).iter().zip(&efc.efc_J[start..]) {
            let dof = dof as usize;
            let mass = self.inertia.M[pattern.row_range(dof).end - 1];
            with += j * j / (mass + self.extra[dof]);
            without += j * j / mass;
        }
        // a row of rounding errors says nothing
        if without > MINVAL {
            with / without
        } else {
            1.0
        }
    }

    /// Replaces a limit or contact that is stiffer than the step can resolve by the stiffest that does not rebound,
    /// K = 1/(h² I), at the same damping ratio; then lets all rows act at the end of the step.
    fn apply(&self, efc: &mut Efc, block: &Block, kind: RowKind, params: &Params) {
        let h = self.m.opt.timestep;
        let unilateral = kind == RowKind::LimitJoint || kind as i32 >= RowKind::LimitTendon as i32;
        let standard = params.solref[0] > 0.0;
        if unilateral && standard && !self.m.opt.disables(DisableFlags::REFSAFE) {
            for row in &mut efc.efc_KBIP[block.row..block.row + block.rows] {
                let excess = h * h * row[0] * row[2];
                if excess > 1.0 {
                    row[0] /= excess;
                    row[1] /= excess.sqrt();
                }
            }
        }
        for r in 0..block.rows {
            let row = block.row + r;
            efc.efc_diagA[row] *= self.softening(efc, block, r);
            let [k, b, d, p] = efc.efc_KBIP[row];
            let soft = (1.0 - d) * efc.efc_diagA[row] / d / end_of_step(h, [k, b, d, p]);
            let least = (1.0 - MAX_IMPEDANCE) / MAX_IMPEDANCE * efc.efc_diagA[row];
            efc.efc_R[row] = soft.max(least).max(MINVAL);
        }
    }
}

/// a to the power of b, quickly where b is 1 or 2, as it mostly is.
fn raise(a: f64, b: f64) -> f64 {
    if b == 1.0 {
        a
    } else if b == 2.0 {
        a * a
    } else {
        func::powf(a, b)
    }
}

/// Fills `efc_KBIP`, `efc_R`, `efc_D`, `contact.mu`, and makes `efc_diagA` agree with R.
///
/// `extra` is what the discrete integrator adds to the diagonal of the inertia matrix.
pub(super) fn assign(
    m: &Model,
    inertia: &Inertia,
    extra: &[f64],
    contacts: &mut [Contact],
    efc: &mut Efc,
) {
    let metric = is_discrete(m).then_some(Softening { m, inertia, extra });
    let rows = efc.efc_type.len();
    efc.efc_KBIP.resize(rows, [0.0; 4]);
    efc.efc_R.resize(rows, 0.0);
    efc.efc_D.resize(rows, 0.0);
    let blocks = std::mem::take(&mut efc.blocks);
    for block in &blocks {
        let kind = RowKind::from_number(efc.efc_type[block.row]);
        let id = efc.efc_id[block.row] as usize;
        let params = Params::of(m, contacts, kind, id);
        let (impedance, slope) = params.impedance(violation(m, efc, block, kind, id));
        set_rows(efc, block, kind, &params, [impedance, slope]);
        if let Some(metric) = &metric {
            metric.apply(efc, block, kind, &params);
        }
        if matches!(kind, RowKind::ContactPyramidal | RowKind::ContactElliptic) {
            let impratio = m.opt.impratio.max(MINVAL);
            let first = block.row;
            let regularization = &mut efc.efc_R[first..first + block.rows];
            contact::friction_regularization(&mut contacts[id], kind, impratio, regularization);
        }
        let ratio = impedance / (1.0 - impedance);
        for r in block.row..block.row + block.rows {
            efc.efc_D[r] = 1.0 / efc.efc_R[r];
            efc.efc_diagA[r] = efc.efc_R[r] * ratio;
        }
    }
    efc.blocks = blocks;
}

/// The violation that decides about the impedance of a block: that of its first row, or the norm over the rows of an
/// equality that says so.
fn violation(m: &Model, efc: &Efc, block: &Block, kind: RowKind, id: usize) -> f64 {
    let jointly = kind == RowKind::Equality
        && equality::kind(m, id).is_some_and(|equality| equality.joint_violation);
    if jointly {
        let errors = &efc.efc_pos[block.row..block.row + block.rows];
        errors.iter().map(|e| e * e).sum::<f64>().sqrt() - efc.efc_margin[block.row]
    } else {
        efc.efc_pos[block.row] - efc.efc_margin[block.row]
    }
}

/// Fills K, B, I, P and the first value of R for the rows of a block.
fn set_rows(efc: &mut Efc, block: &Block, kind: RowKind, params: &Params, [d, slope]: [f64; 2]) {
    let normal = match kind {
        RowKind::FrictionDof | RowKind::FrictionTendon => {
            [0.0, params.damping(params.solref), d, slope]
        }
        _ => [
            params.stiffness(params.solref),
            params.damping(params.solref),
            d,
            slope,
        ],
    };
    let rows = block.row..block.row + block.rows;
    efc.efc_KBIP[rows.clone()].fill(normal);
    if kind == RowKind::ContactElliptic {
        // friction has no stiffness, and damping of its own if it is given
        let own = params.friction != [0.0; 2];
        let solref = if own { params.friction } else { params.solref };
        let tangent = [0.0, params.damping(solref), d, slope];
        efc.efc_KBIP[rows.start + 1..rows.end].fill(tangent);
    }
    for r in rows {
        efc.efc_R[r] = ((1.0 - d) * efc.efc_diagA[r] / d).max(MINVAL);
    }
}

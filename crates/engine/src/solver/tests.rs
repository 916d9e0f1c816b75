//! Solvers on random problems: they agree with each other, and what they find is optimal.

use ligament_math::sparse::{OwnedPattern, factor, mul_symmetric};
use ligament_model::enums::Solver;

use super::*;
use crate::data::RowKind;
use crate::data::{Block, SolverStat};

/// Two trees: a body with two limbs, and a single body whose inertia matrix is diagonal.
const PARENT: [i32; 16] = [-1, 0, 1, 2, 3, 4, 5, 6, 5, 8, -1, -1, -1, -1, -1, -1];
const JOINED: [bool; 16] = [
    false, true, true, true, true, true, false, true, false, true, false, true, true, true, true,
    true,
];

struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// The arrays of a problem.
#[derive(Default)]
struct Case {
    pattern: OwnedPattern,
    inertia: Vec<f64>,
    factor: Vec<f64>,
    inverse: Vec<f64>,
    qfrc_smooth: Vec<f64>,
    qacc_smooth: Vec<f64>,
    ne: usize,
    nf: usize,
    blocks: Vec<Block>,
    cols: Vec<i32>,
    jacobian: Vec<f64>,
    mass: Vec<f64>,
    compliance: Vec<f64>,
    aref: Vec<f64>,
    bound: Vec<f64>,
    kind: Vec<i32>,
    id: Vec<i32>,
    contacts: Vec<Contact>,
    classes: Classes,
}

impl Case {
    fn new(seed: u64, elliptic: bool) -> Self {
        let random = &mut Random(seed);
        let mut case = Self {
            pattern: OwnedPattern::from_tree(&PARENT),
            ..Self::default()
        };
        let n = PARENT.len();
        for i in 0..n {
            let columns = case.pattern.view().row_columns(i).to_vec();
            let entry = |j: &i32| {
                if *j as usize == i {
                    4.0
                } else {
                    0.2 * random.next()
                }
            };
            case.inertia.extend(columns.iter().map(entry));
        }
        case.factor = case.inertia.clone();
        case.inverse = vec![0.0; n];
        factor(case.pattern.view(), &mut case.factor, &mut case.inverse);
        case.qacc_smooth = (0..n).map(|_| 5.0 * random.next()).collect();
        case.qfrc_smooth = vec![0.0; n];
        mul_symmetric(
            case.pattern.view(),
            &case.inertia,
            &case.qacc_smooth,
            &mut case.qfrc_smooth,
        );
        case.push(random, RowKind::Equality, 2, &[4, 5, 6, 7], 0);
        case.push(random, RowKind::Equality, 1, &[3, 12], 1);
        case.ne = 3;
        for dof in [1, 7, 11] {
            case.push(random, RowKind::FrictionDof, 1, &[dof], dof as usize);
        }
        case.nf = 3;
        case.push(random, RowKind::LimitJoint, 1, &[9], 9);
        let chains: [&[i32]; 4] = [
            &[0, 1, 2, 3, 4, 5, 6, 7],
            &[0, 1, 2, 3, 4, 5, 8, 9],
            &[10, 11, 12, 13, 14, 15],
            &[6, 7, 10, 11, 12, 13, 14, 15],
        ];
        for (index, columns) in chains.into_iter().enumerate() {
            let dim = [3, 4, 6, 1][index];
            case.contacts.push(Contact {
                dim: dim as i32,
                mu: 0.6,
                friction: [0.6, 0.9, 0.1, 0.05, 0.05],
                ..Contact::default()
            });
            let (kind, rows) = match (dim, elliptic) {
                (1, _) => (RowKind::ContactFrictionless, 1),
                (_, true) => (RowKind::ContactElliptic, dim),
                (_, false) => (RowKind::ContactPyramidal, 2 * (dim - 1)),
            };
            case.push(random, kind, rows, columns, index);
        }
        let first = case.ne + case.nf;
        let Self {
            blocks,
            kind,
            id,
            contacts,
            classes,
            ..
        } = &mut case;
        classes.fill(first, blocks, kind, id, contacts);
        case
    }

    fn push(&mut self, random: &mut Random, kind: RowKind, rows: usize, cols: &[i32], id: usize) {
        self.blocks.push(Block {
            row: self.mass.len(),
            rows,
            col: self.cols.len(),
            cols: cols.len(),
            val: self.jacobian.len(),
        });
        self.cols.extend_from_slice(cols);
        for r in 0..rows {
            self.jacobian.extend(cols.iter().map(|_| random.next()));
            let mut mass = 20.0;
            if kind == RowKind::ContactElliptic && r > 0 {
                // the masses that make the zones of the cone meet
                let contact = &self.contacts[id];
                mass *= (contact.friction[r - 1] / contact.mu).powi(2);
            }
            self.mass.push(mass);
            self.compliance.push(1.0 / mass);
            self.aref.push(3.0 * random.next());
            let dry = kind == RowKind::FrictionDof;
            self.bound.push(if dry { 2.0 } else { 0.0 });
            self.kind.push(kind as i32);
            self.id.push(id as i32);
        }
    }

    fn problem(&self) -> Problem<'_> {
        Problem {
            pattern: self.pattern.view(),
            M: &self.inertia,
            mass: &self.inertia,
            qLD: &self.factor,
            qLDiagInv: &self.inverse,
            joined: &JOINED,
            qfrc_smooth: &self.qfrc_smooth,
            qacc_smooth: &self.qacc_smooth,
            ne: self.ne,
            nf: self.nf,
            blocks: &self.blocks,
            cols: &self.cols,
            J: &self.jacobian,
            D: &self.mass,
            R: &self.compliance,
            aref: &self.aref,
            frictionloss: &self.bound,
            kind: &self.kind,
            id: &self.id,
            classes: &self.classes,
        }
    }

    /// Accelerations and forces that a solver finds.
    fn solve(&self, solver: Solver, iterations: usize) -> (Vec<f64>, Vec<f64>, Report) {
        let p = self.problem();
        let choice = Choice {
            solver,
            settings: Settings {
                tolerance: 1e-24,
                ls_tolerance: 0.01,
                most: usize::MAX,
                iterations,
                ls_iterations: 50,
                accept_start: true,
            },
            iterate: true,
            noslip: None,
        };
        let (mut qacc, mut qfrc) = (vec![0.0; p.nv()], vec![0.0; p.nv()]);
        let (mut force, mut state) = (vec![0.0; p.nefc()], vec![0; p.nefc()]);
        let mut contacts = self.contacts.clone();
        let mut work = SolverWork::default();
        let mut b = vec![0.0; p.nefc()];
        residual(&p, p.qacc_smooth, &mut b, &mut vec![0.0; p.nv()]);
        let mut x = Solution {
            qacc: &mut qacc,
            qfrc_constraint: &mut qfrc,
            force: &mut force,
            state: &mut state,
            contacts: &mut contacts,
        };
        start(&p, None, None, &b, solver, &mut x, &mut work);
        let mut stats = [SolverStat::default(); 4];
        let report = run(&p, &b, &choice, &mut x, &mut stats, &mut work);
        if choice.is_dual() {
            finish(&p, &mut x, &mut work);
        }
        (qacc, force, report)
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max)
}

#[test]
fn all_solvers_find_the_same_minimum() {
    for seed in 0..12 {
        for elliptic in [false, true] {
            let case = Case::new(seed, elliptic);
            let (qacc, force, report) = case.solve(Solver::Newton, 100);
            assert!(report.iterations < 20, "{report:?}");
            // Gauss-Seidel need not leave the tip of an elliptic cone
            let solvers = [(Solver::Cg, 1e-5), (Solver::Pgs, 1e-4)];
            for (solver, tolerance) in solvers.into_iter().take(2 - usize::from(elliptic)) {
                let (other_qacc, other_force, _) = case.solve(solver, 3000);
                let distance = (distance(&qacc, &other_qacc), distance(&force, &other_force));
                assert!(
                    distance.0 < tolerance && distance.1 < 10.0 * tolerance,
                    "{seed} {elliptic} {solver:?} {distance:?}"
                );
            }
        }
    }
}

#[test]
fn solutions_are_stationary_and_forces_are_feasible() {
    for seed in 20..40 {
        let case = Case::new(seed, seed % 2 == 0);
        let p = case.problem();
        let (qacc, force, _) = case.solve(Solver::Newton, 100);
        // M a - f₀ - Jᵀ f = 0
        let (mut ma, mut qfrc) = (vec![0.0; p.nv()], vec![0.0; p.nv()]);
        let mut buffer = vec![0.0; 2 * p.nv()];
        p.mul_m(&qacc, &mut ma, &mut buffer);
        p.jacobian()
            .transposed_times(&force, &mut qfrc, &mut buffer);
        let gradient = |i: usize| ma[i] - p.qfrc_smooth[i] - qfrc[i];
        assert!((0..p.nv()).all(|i| gradient(i).abs() < 1e-9));
        // forces are what the residual asks for
        let mut jar = vec![0.0; p.nefc()];
        residual(&p, &qacc, &mut jar, &mut buffer);
        for i in p.ne..p.ne + p.nf {
            assert!(force[i].abs() <= p.frictionloss[i]);
        }
        for run in &p.classes.signed {
            for i in run.clone() {
                assert!(force[i] >= 0.0 && (force[i] > 0.0) == (jar[i] < 0.0));
            }
        }
        for cone in &p.classes.cones {
            let f = &force[cone.row..cone.row + cone.dim];
            let share = |j: usize| (f[j] / cone.friction[j - 1]).powi(2);
            let tangent: f64 = (1..cone.dim).map(share).sum::<f64>().sqrt();
            assert!(f[0] >= 0.0 && tangent <= f[0] * (1.0 + 1e-9));
        }
    }
}

#[test]
fn full_and_sparse_hessians_agree() {
    use super::problem::{CONE, QUADRATIC};
    let mut hessian = hessian::Hessian::default();
    for seed in 0..8 {
        let mut case = Case::new(seed, true);
        for contact in &mut case.contacts {
            contact.H = std::array::from_fn(|i| if i % 7 == 0 { 2.0 } else { 0.1 });
        }
        let p = case.problem();
        // every third contact slides, some rows change
        let mut state = vec![QUADRATIC; p.nefc()];
        for cone in p.classes.cones.iter().step_by(3) {
            state[cone.row..cone.row + cone.dim].fill(CONE);
        }
        let mut before = state.clone();
        before[p.ne..].fill(0);
        let solutions = [false, true].map(|full| {
            let mut x: Vec<f64> = (0..p.nv()).map(|i| (i as f64).cos()).collect();
            hessian.analyze(&p, full);
            hessian.rebuild(&p, &before);
            hessian.follow(&p, &before, &state, true);
            hessian.factor(&p, &state, &case.contacts, 1);
            hessian.solve(&mut x);
            x
        });
        assert!(distance(&solutions[0], &solutions[1]) < 1e-12);
    }
}

#[test]
fn the_dual_matrix_is_that_of_the_rows() {
    let case = Case::new(3, true);
    let p = case.problem();
    let mut a = Delassus::default();
    assert!(a.make(&p, usize::MAX));
    let mut buffer = vec![0.0; p.nv()];
    for i in 0..p.nefc() {
        // column i of J M⁻¹ Jᵀ + R
        let mut unit = vec![0.0; p.nefc()];
        unit[i] = 1.0;
        let (mut x, mut column) = (vec![0.0; p.nv()], vec![0.0; p.nefc()]);
        p.jacobian().transposed_times(&unit, &mut x, &mut buffer);
        p.solve_m(&mut x, &mut buffer);
        p.jacobian().times(&x, &mut column, &mut buffer);
        column[i] += p.R[i];
        for (k, expected) in column.iter().enumerate() {
            assert!((a.times(k, &unit) - expected).abs() < 1e-12);
        }
        assert!((a.diagonal(i) - column[i]).abs() < 1e-12);
    }
}

#[test]
fn noslip_takes_the_slip_out_of_friction() {
    let case = Case::new(5, true);
    let p = case.problem();
    let (_, mut force, _) = case.solve(Solver::Newton, 100);
    let mut dual = DualScratch::default();
    dual.b.resize(p.nefc(), 0.0);
    residual(&p, p.qacc_smooth, &mut dual.b, &mut vec![0.0; p.nv()]);
    assert!(dual.delassus.make(&p, usize::MAX));
    let normals: Vec<f64> = p.classes.cones.iter().map(|c| force[c.row]).collect();
    let settings = DualSettings {
        tolerance: 0.0,
        iterations: 200,
    };
    let mut state = vec![0; p.nefc()];
    let extra = &mut NoslipScratch::default();
    noslip(&p, &mut force, &mut state, settings, &mut [], extra, &dual);
    for (cone, normal) in p.classes.cones.iter().zip(normals) {
        let f = &force[cone.row..cone.row + cone.dim];
        assert_eq!(f[0], normal);
        let share = |j: usize| (f[j] / cone.friction[j - 1]).powi(2);
        let tangent: f64 = (1..cone.dim).map(share).sum::<f64>().sqrt();
        assert!(tangent <= normal * (1.0 + 1e-9) + 1e-12);
        if tangent < 0.99 * normal {
            // contacts that stick do not move
            for i in cone.row + 1..cone.row + cone.dim {
                let slip = dual.b[i] + dual.delassus.times(i, &force) - p.R[i] * force[i];
                assert!(slip.abs() < 1e-5, "{slip}");
            }
        }
    }
}

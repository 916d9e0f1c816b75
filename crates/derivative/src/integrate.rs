//! From derivatives of accelerations to those of the next state.

use ligament_engine::awake::Awake;
use ligament_engine::data::Data;
use ligament_engine::derivative::{self, DerivativeScratch, free, quat_integrate};
use ligament_engine::joint;
use ligament_engine::passive::damping;
use ligament_engine::stage::transmission::{ActsOn, acts_on};
use ligament_math::{Mat3, Vec3};
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, Integrator};

use crate::acceleration::{Forward, space_of};
use crate::error::Refusal;
use crate::parameter::{Parameter, ParameterIn};
use crate::space::{Matrix, Space, cholesky, cholesky_solve, solve_general};
use crate::tree::{Flow, Rates, rates};
use crate::wire::Wire;

/// The acceleration that a step uses, and its derivatives.
pub(crate) fn step_acceleration(
    m: &Model,
    d: &mut Data,
    forward: &Forward,
    parameters: &[Parameter],
) -> Result<(Vec<f64>, Matrix), Refusal> {
    match m.opt.integrator.get() {
        Some(Integrator::Implicit | Integrator::ImplicitFast) => {
            implicit(m, d, forward, parameters)
        }
        Some(Integrator::Discrete) => Err(Refusal::Integrator("discrete")),
        Some(Integrator::SpringDamper) => Err(Refusal::Integrator("springdamper")),
        _ => euler(m, d, forward, parameters),
    }
}

/// Adds ∂q(M x) for a fixed vector x.
fn add_mass_rates(forward: &Forward, x: &[f64], space: Space, out: &mut Matrix) {
    let nv = space.nv;
    let still = vec![0.0; nv];
    let flow = Flow::new(&forward.tree, &still, x, Vec3::ZERO);
    let by = rates(&forward.tree, &flow, None);
    for r in 0..nv {
        for (y, g) in out.row_mut(r)[..nv].iter_mut().zip(&by.q[r * nv..]) {
            *y += g;
        }
    }
}

/// a − b.
fn minus(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// (M + h B) a′ = M a, with B the slopes of dampers.
fn euler(
    m: &Model,
    d: &Data,
    forward: &Forward,
    parameters: &[Parameter],
) -> Result<(Vec<f64>, Matrix), Refusal> {
    let space = space_of(m, parameters.len());
    let awake = Awake::new(&d.sleep, &d.stats);
    let implicit = !m.opt.disables(DisableFlags::EULERDAMP)
        && !m.opt.disables(DisableFlags::DAMPER)
        && awake
            .dofs
            .iter()
            .any(|&dof| damping::may_damp(m, dof as usize));
    if !implicit {
        return Ok((d.acc.qacc.clone(), forward.acc.clone()));
    }
    let (nv, h) = (space.nv, m.opt.timestep);
    let mut factor = forward.mass.clone();
    for dof in 0..nv {
        let slope = damping::of_dof(m, dof).slope(d.state.qvel[dof]);
        factor.add(dof, dof, h * slope);
    }
    if !cholesky(&mut factor) {
        return Err(Refusal::Singular);
    }
    let mut step = forward.mass.times(&column(&d.acc.qacc));
    cholesky_solve(&factor, &mut step);
    let step = step.data;
    let mut rhs = forward.mass.times(&forward.acc);
    add_mass_rates(forward, &minus(&d.acc.qacc, &step), space, &mut rhs);
    for dof in 0..nv {
        let bend = damping_bend(m, dof, d.state.qvel[dof]);
        rhs.add(dof, space.v(dof), -h * bend * step[dof]);
    }
    let input = parameter_in(m, d, forward, space, parameters);
    input.add_mass(&minus(&d.acc.qacc, &step), &mut rhs);
    input.add_damping(&step, -h, &mut rhs);
    cholesky_solve(&factor, &mut rhs);
    Ok((step, rhs))
}

/// Derivative of the slope of a damper by velocity.
fn damping_bend(m: &Model, dof: usize, v: f64) -> f64 {
    let [b, c] = damping::of_dof(m, dof).poly;
    2.0 * b * v.signum() + 6.0 * c * v
}

/// A vector as a matrix of one column.
fn column(x: &[f64]) -> Matrix {
    Matrix {
        rows: x.len(),
        cols: 1,
        data: x.to_vec(),
    }
}

/// Whether degrees of freedom lie on one branch: row i, column j.
fn branches(forward: &Forward) -> Vec<bool> {
    let nv = forward.tree.nv();
    let mut out = vec![false; nv * nv];
    for i in 0..nv {
        let mut next = Some(i);
        while let Some(j) = next {
            out[i * nv + j] = true;
            out[j * nv + i] = true;
            next = forward.tree.before(j);
        }
    }
    out
}

/// (M − h D) a′ = M a, with D the derivative of smooth forces by velocity as the integrator keeps it.
fn implicit(
    m: &Model,
    d: &mut Data,
    forward: &Forward,
    parameters: &[Parameter],
) -> Result<(Vec<f64>, Matrix), Refusal> {
    let medium = m.opt.viscosity > 0.0 || m.opt.density > 0.0;
    let off = m.opt.disables(DisableFlags::SPRING) && m.opt.disables(DisableFlags::DAMPER);
    if medium && !off {
        return Err(Refusal::ImplicitFluid);
    }
    let space = space_of(m, parameters.len());
    let (nv, h) = (space.nv, m.opt.timestep);
    let fast = m.opt.integrator.is(Integrator::ImplicitFast);
    let upper = derivative::mirror_entries(m);
    let mut scratch = DerivativeScratch::new(m);
    derivative::smooth_vel(m, d, &upper, &mut scratch, !fast);
    // rows that keep the derivatives of bias forces
    let mut keeps = vec![!fast; nv];
    let mut slopes = dense_derivative(m, d);
    if fast {
        for body in (1..m.size.nbody).filter(|&body| free::moves_alone(m, body)) {
            let dofs = m.body_dofs(body);
            let bias = free::bias_by_velocity(m, &d.state, &d.pose, &d.vel, body);
            for (r, dof) in dofs.clone().enumerate() {
                keeps[dof] = true;
                for (c, other) in dofs.clone().enumerate() {
                    slopes.add(dof, other, -bias[r][c]);
                }
            }
        }
    }
    let mut a = forward.mass.clone();
    a.add_matrix(&slopes, -h);
    let mut step = forward.mass.times(&column(&d.acc.qacc));
    if !solve_general(a.clone(), &mut step) {
        return Err(Refusal::Singular);
    }
    let step = step.data;
    let mut rhs = forward.mass.times(&forward.acc);
    add_mass_rates(forward, &minus(&d.acc.qacc, &step), space, &mut rhs);
    add_bias_curvature(forward, &d.state.qvel, &step, &keeps, h, space, &mut rhs);
    add_wire_curvature(m, d, forward, &step, h, space, &mut rhs);
    let input = parameter_in(m, d, forward, space, parameters);
    input.add_mass(&minus(&d.acc.qacc, &step), &mut rhs);
    input.add_damping(&step, -h, &mut rhs);
    add_parameter_bias(&input, &step, &keeps, h, &mut rhs);
    if !solve_general(a, &mut rhs) {
        return Err(Refusal::Singular);
    }
    Ok((step, rhs))
}

fn parameter_in<'a>(
    m: &'a Model,
    d: &'a Data,
    forward: &'a Forward,
    space: Space,
    list: &'a [Parameter],
) -> ParameterIn<'a> {
    ParameterIn {
        m,
        d,
        tree: &forward.tree,
        space,
        list,
    }
}

/// The derivatives of bias forces by velocity, along w, change with inertias.
fn add_parameter_bias(
    input: &ParameterIn<'_>,
    w: &[f64],
    keeps: &[bool],
    h: f64,
    out: &mut Matrix,
) {
    if input.list.is_empty() || !keeps.contains(&true) {
        return;
    }
    let still = vec![0.0; w.len()];
    for sign in [1.0, -1.0] {
        let speeds = input.d.state.qvel.iter().zip(w);
        let moved: Vec<f64> = speeds.map(|(v, w)| v + sign * w).collect();
        let flow = Flow::new(input.tree, &moved, &still, Vec3::ZERO);
        input.add_inertia(&flow, -0.5 * h * sign, Some(keeps), out);
    }
}

/// `qDeriv`, dense.
fn dense_derivative(m: &Model, d: &Data) -> Matrix {
    let nv = m.size.nv;
    let mut out = Matrix::new(nv, nv);
    for row in 0..nv {
        let start = m.sparse.D_rowadr[row] as usize;
        for entry in start..start + m.sparse.D_rownnz[row] as usize {
            let col = m.sparse.D_colind[entry] as usize;
            out.add(row, col, d.implicit.qDeriv[entry]);
        }
    }
    out
}

/// Bias forces are quadratic in velocities: their slope along w is half the difference at v + w and v − w.
fn add_bias_curvature(
    forward: &Forward,
    v: &[f64],
    w: &[f64],
    keeps: &[bool],
    h: f64,
    space: Space,
    out: &mut Matrix,
) {
    if !keeps.contains(&true) {
        return;
    }
    let nv = space.nv;
    let still = vec![0.0; nv];
    for sign in [1.0, -1.0] {
        let moved: Vec<f64> = v.iter().zip(w).map(|(v, w)| v + sign * w).collect();
        let flow = Flow::new(&forward.tree, &moved, &still, Vec3::ZERO);
        let Rates { q, v } = rates(&forward.tree, &flow, None);
        for r in (0..nv).filter(|&r| keeps[r]) {
            let row = out.row_mut(r);
            for k in 0..nv {
                row[space.q(k)] -= 0.5 * h * sign * q[r * nv + k];
                row[space.v(k)] -= 0.5 * h * sign * v[r * nv + k];
            }
        }
    }
}

/// h dD a′ of dampers and actuators.
fn add_wire_curvature(
    m: &Model,
    d: &Data,
    forward: &Forward,
    step: &[f64],
    h: f64,
    space: Space,
    out: &mut Matrix,
) {
    let branch = branches(forward);
    let nv = space.nv;
    let mut one = |wire: &Wire, slope: f64, slope_by: &[f64]| {
        if slope == 0.0 && slope_by.iter().all(|x| *x == 0.0) {
            return;
        }
        let n = wire.cols.len();
        for (r, &dof) in wire.cols.iter().enumerate() {
            // J · a′ over the branch of the row, and how it changes
            let mut pull = 0.0;
            let mut pull_by = vec![0.0; n];
            for (c, &other) in wire.cols.iter().enumerate() {
                if branch[dof * nv + other] {
                    pull += wire.row[c] * step[other];
                    for (sum, t) in pull_by.iter_mut().zip(&wire.turn[c * n..]) {
                        *sum += t * step[other];
                    }
                }
            }
            let row = out.row_mut(dof);
            for (x, s) in row.iter_mut().zip(slope_by) {
                *x += h * s * wire.row[r] * pull;
            }
            for (k, &col) in wire.cols.iter().enumerate() {
                let turned = wire.turn[r * n + k] * pull + wire.row[r] * pull_by[k];
                row[space.q(col)] += h * slope * turned;
            }
        }
    };
    if !m.opt.disables(DisableFlags::DAMPER) {
        for (t, wire) in forward.wires.tendon.iter().enumerate() {
            let (v, damping) = (d.vel.ten_velocity[t], damping::of_tendon(m, t));
            let [b, c] = damping.poly;
            let bend = -(2.0 * b * v.signum() + 6.0 * c * v);
            let slope_by = slope_rates(wire, &d.state.qvel, [0.0, bend], space);
            one(wire, -damping.slope(v), &slope_by);
        }
    }
    for (i, wire) in forward.wires.actuator.iter().enumerate() {
        if saturated(m, d, i) {
            continue;
        }
        let p = &forward.wires.partials[i];
        let [by_length, by_velocity, by_activation, by_control] = p.slope_by;
        let mut slope_by = slope_rates(wire, &d.state.qvel, [by_length, by_velocity], space);
        if let Some(slot) = m.actuator_activations(i).last() {
            slope_by[space.act(slot)] += by_activation;
        }
        slope_by[space.ctrl(m.actuator_controls(i).start)] += by_control;
        one(wire, p.by_velocity, &slope_by);
    }
    if !m.opt.disables(DisableFlags::DAMPER) {
        for dof in 0..nv {
            let bend = damping_bend(m, dof, d.state.qvel[dof]);
            out.add(dof, space.v(dof), -h * bend * step[dof]);
        }
    }
}

/// True if the joint of an actuator takes the largest force it can.
fn saturated(m: &Model, d: &Data, i: usize) -> bool {
    let ActsOn::Joint(j) = acts_on(m, i) else {
        return false;
    };
    let force = d.force.qfrc_actuator[m.jnt.dofadr[j] as usize];
    let [low, high] = m.jnt.actfrcrange[j];
    m.jnt.actfrclimited[j].get() && (force <= low || force >= high)
}

/// Derivatives of a number that depends on length and velocity of a wire.
fn slope_rates(
    wire: &Wire,
    v: &[f64],
    [by_length, by_velocity]: [f64; 2],
    space: Space,
) -> Vec<f64> {
    let mut out = vec![0.0; space.width()];
    if by_length == 0.0 && by_velocity == 0.0 {
        return out;
    }
    let turned = wire.turn_times(v);
    for (at, &col) in wire.cols.iter().enumerate() {
        out[space.q(col)] += by_length * wire.length[at] + by_velocity * turned[at];
        out[space.v(col)] += by_velocity * wire.row[at];
    }
    out
}

/// Rows of the next positions: q⁺ = q ⊕ h v, for a velocity with given derivatives. `out` has nv rows.
pub(crate) fn advance_positions(
    m: &Model,
    v: &[f64],
    by: &Matrix,
    h: f64,
    space: Space,
    out: &mut Matrix,
) {
    for j in 0..m.size.njnt {
        let (kind, dofs) = (joint::kind(m, j), joint::dofs(m, j));
        let start = dofs.start;
        for dof in dofs.clone() {
            if joint::turns_with_body(kind, dof - start) {
                continue;
            }
            out.add(dof, space.q(dof), 1.0);
            let row = &mut out.data[dof * out.cols..(dof + 1) * out.cols];
            for (x, g) in row.iter_mut().zip(by.row(dof)) {
                *x += h * g;
            }
        }
        let turns = dofs.filter(|dof| joint::turns_with_body(kind, dof - start));
        let Some(first) = turns.min() else {
            continue;
        };
        let w = Vec3([v[first], v[first + 1], v[first + 2]]);
        let (by_start, by_velocity, _) = quat_integrate(w, h);
        turn_rows(first, &by_start, &by_velocity, by, h, space, out);
    }
}

fn turn_rows(
    first: usize,
    by_start: &Mat3,
    by_velocity: &Mat3,
    by: &Matrix,
    h: f64,
    space: Space,
    out: &mut Matrix,
) {
    for r in 0..3 {
        for k in 0..3 {
            out.add(first + r, space.q(first + k), by_start.0[3 * r + k]);
            let scale = h * by_velocity.0[3 * r + k];
            let cols = out.cols;
            let row = &mut out.data[(first + r) * cols..(first + r + 1) * cols];
            for (x, g) in row.iter_mut().zip(by.row(first + k)) {
                *x += scale * g;
            }
        }
    }
}

//! Fourth-order Runge–Kutta: four linearizations of forward dynamics, chained.
//!
//! Stage i stands at x₀ ⊕ h cᵢ kᵢ₋₁. Its position is q₀ exp(y) with the displacement y, whose rate is [`joint::chart_rate`]
//! of the velocity there. A change of y turns the position by the Jacobian of the exponential; the rate depends on y as well.

use ligament_engine::data::Data;
use ligament_engine::derivative::quat_integrate;
use ligament_engine::joint;
use ligament_math::{Mat3, Vec3, func};
use ligament_model::Model;

use crate::acceleration::{forward, space_of};
use crate::error::Refusal;
use crate::integrate::advance_positions;
use crate::linearization::evaluate;
use crate::options::{Report, Task};
use crate::space::{Matrix, Space};

/// How far along the last rates each stage after the first lies.
const STAGES: [f64; 3] = [0.5, 0.5, 1.0];
/// Weights of the stages in the sum.
const WEIGHTS: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// Rates of a stage, with their derivatives by the state and control at the start of the step.
struct Rate {
    /// Of displacements.
    moved: Vec<f64>,
    moved_by: Matrix,
    /// Of velocities.
    acc: Vec<f64>,
    acc_by: Matrix,
    /// Of activations.
    act: Vec<f64>,
    act_by: Matrix,
}

/// The next state of a step of Runge–Kutta by state and control. Forward dynamics of the present state are known.
pub(crate) fn runge_kutta(
    m: &Model,
    d: &mut Data,
    task: Task<'_>,
    report: &mut Report,
) -> Result<Matrix, Refusal> {
    let start = d.state.clone();
    let result = chain(m, d, task, report);
    d.state = start;
    result
}

fn chain(m: &Model, d: &mut Data, task: Task<'_>, report: &mut Report) -> Result<Matrix, Refusal> {
    let space = space_of(m, task.parameters.len());
    let (nv, h) = (space.nv, m.opt.timestep);
    let start = d.state.clone();
    let identity = |rows: usize, first: usize| {
        let mut out = Matrix::new(rows, space.width());
        (0..rows).for_each(|r| out.add(r, first + r, 1.0));
        out
    };
    let first = forward(m, d, task, report)?;
    let limited = first.wires.partials.clone();
    let mut rate = Rate {
        moved: start.qvel.clone(),
        moved_by: identity(nv, space.v(0)),
        acc: d.acc.qacc.clone(),
        acc_by: first.acc,
        act: d.acc.act_dot.clone(),
        act_by: first.act_dot,
    };
    let mut sum = weighted(&rate, WEIGHTS[0]);
    for (stage, a) in STAGES.into_iter().enumerate() {
        // the state of the stage, and how it depends on the start
        let moved: Vec<f64> = rate.moved.iter().map(|x| x * a * h).collect();
        d.state.qpos.copy_from_slice(&start.qpos);
        joint::integrate_pos(m, &mut d.state.qpos, &moved, 1.0);
        let ahead = |x0: &[f64], k: &[f64]| -> Vec<f64> {
            x0.iter().zip(k).map(|(x, k)| x + a * h * k).collect()
        };
        d.state.qvel = ahead(&start.qvel, &rate.acc);
        d.state.act = ahead(&start.act, &rate.act);
        let mut moved_by = rate.moved_by.clone();
        moved_by.data.iter_mut().for_each(|x| *x *= a * h);
        let mut state_by = Matrix::new(nv, space.width());
        advance_positions(m, &moved, &moved_by, 1.0, space, &mut state_by);
        let mut velocity_by = identity(nv, space.v(0));
        velocity_by.add_matrix(&rate.acc_by, a * h);
        let mut act_by = identity(space.na, space.act(0));
        act_by.add_matrix(&rate.act_by, a * h);
        let (rates, rates_by) = chart(m, &moved, &moved_by, &d.state.qvel, &velocity_by);
        evaluate(m, d);
        let here = forward(m, d, task, report)?;
        state_by.data.extend_from_slice(&velocity_by.data);
        state_by.data.extend_from_slice(&act_by.data);
        state_by
            .data
            .extend_from_slice(&identity(space.nu + space.np, space.ctrl(0)).data);
        state_by.rows = space.width();
        rate = Rate {
            moved: rates,
            moved_by: rates_by,
            acc: d.acc.qacc.clone(),
            acc_by: here.acc.times(&state_by),
            act: d.acc.act_dot.clone(),
            act_by: here.act_dot.times(&state_by),
        };
        add(&mut sum, &rate, WEIGHTS[stage + 1]);
    }
    d.state = start;
    Ok(finish(m, space, &sum, &limited))
}

/// The next state from the weighted rates.
fn finish(
    m: &Model,
    space: Space,
    sum: &Rate,
    partials: &[ligament_engine::derivative::partials::Partials],
) -> Matrix {
    let (nv, h) = (space.nv, m.opt.timestep);
    let mut out = Matrix::new(nv, space.width());
    advance_positions(m, &sum.moved, &sum.moved_by, h, space, &mut out);
    let mut velocity = Matrix::new(nv, space.width());
    velocity.add_matrix(&sum.acc_by, h);
    (0..nv).for_each(|dof| velocity.add(dof, space.v(dof), 1.0));
    out.data.extend_from_slice(&velocity.data);
    let mut activation = Matrix::new(space.na, space.width());
    for slot in 0..space.na {
        activation.add(slot, space.act(slot), 1.0);
    }
    for (i, p) in partials.iter().enumerate() {
        if let Some(slot) = m.actuator_activations(i).last() {
            let row = activation.row_mut(slot);
            row[space.act(slot)] = p.next_by_activation;
            for (x, g) in row.iter_mut().zip(sum.act_by.row(slot)) {
                *x += p.next_by_rate * g;
            }
        }
    }
    out.data.extend_from_slice(&activation.data);
    out.rows = space.nx();
    out
}

fn weighted(rate: &Rate, weight: f64) -> Rate {
    let scale = |x: &[f64]| x.iter().map(|x| x * weight).collect();
    let grown = |x: &Matrix| {
        let mut out = Matrix::new(x.rows, x.cols);
        out.add_matrix(x, weight);
        out
    };
    Rate {
        moved: scale(&rate.moved),
        moved_by: grown(&rate.moved_by),
        acc: scale(&rate.acc),
        acc_by: grown(&rate.acc_by),
        act: scale(&rate.act),
        act_by: grown(&rate.act_by),
    }
}

fn add(sum: &mut Rate, rate: &Rate, weight: f64) {
    let add = |a: &mut [f64], b: &[f64]| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a += weight * b);
    };
    add(&mut sum.moved, &rate.moved);
    add(&mut sum.acc, &rate.acc);
    add(&mut sum.act, &rate.act);
    sum.moved_by.add_matrix(&rate.moved_by, weight);
    sum.acc_by.add_matrix(&rate.acc_by, weight);
    sum.act_by.add_matrix(&rate.act_by, weight);
}

/// The rates of displacements at a stage, and their derivatives: with y the displacement and w the velocity of an
/// orientation, ẏ = R(y)⁻¹ w, where R is the Jacobian of the exponential: δẏ = R⁻¹ (δw − (δR) ẏ).
fn chart(
    m: &Model,
    moved: &[f64],
    moved_by: &Matrix,
    v: &[f64],
    v_by: &Matrix,
) -> (Vec<f64>, Matrix) {
    let mut rates = v.to_vec();
    let mut by = v_by.clone();
    for j in 0..m.size.njnt {
        let (kind, dofs) = (joint::kind(m, j), joint::dofs(m, j));
        joint::chart_rate(kind, &moved[dofs.clone()], &mut rates[dofs.clone()]);
        let start = dofs.start;
        let Some(first) = dofs
            .clone()
            .find(|dof| joint::turns_with_body(kind, dof - start))
        else {
            continue;
        };
        let vector = |x: &[f64]| Vec3([x[first], x[first + 1], x[first + 2]]);
        let (y, rate) = (vector(moved), vector(&rates));
        let (_, jacobian, _) = quat_integrate(y, 1.0);
        let Some(inverse) = jacobian.inverse() else {
            continue;
        };
        let bend = bend(y, rate);
        for c in 0..by.cols {
            let at = |x: &Matrix| Vec3([0, 1, 2].map(|r| x.at(first + r, c)));
            let change = at(v_by) - bend.mul_vec(at(moved_by));
            let change = inverse.mul_vec(change);
            for r in 0..3 {
                by.data[(first + r) * by.cols + c] = change[r];
            }
        }
    }
    (rates, by)
}

/// Derivative by y of R(y) z, with R = b I − c [y]× + d y yᵀ, b = sin x / x, c = (1 − cos x)/x², d = (1 − b)/x², x = |y|.
fn bend(y: Vec3, z: Vec3) -> Mat3 {
    let square = y.dot(y);
    let x = square.sqrt();
    // slopes of b, c, d by y, over y
    let (c, d, by_b, by_c, by_d) = if x > 0.03 {
        let (s, k) = func::sin_cos(x);
        let (b, c) = (s / x, (1.0 - k) / square);
        let d = (1.0 - b) / square;
        (
            c,
            d,
            (k - b) / square,
            (b - 2.0 * c) / square,
            (-(k - b) / square - 2.0 * d) / square,
        )
    } else {
        (
            0.5 - square / 24.0 + square * square / 720.0,
            1.0 / 6.0 - square / 120.0 + square * square / 5040.0,
            -1.0 / 3.0 + square / 30.0 - square * square / 840.0,
            -1.0 / 12.0 + square / 180.0 - square * square / 6720.0,
            -1.0 / 60.0 + square / 1260.0 - square * square / 60480.0,
        )
    };
    let along = z * by_b - y.cross(z) * by_c + y * (by_d * y.dot(z));
    let mut out = Mat3::skew(z) * c + Mat3::IDENTITY * (d * y.dot(z));
    for r in 0..3 {
        for k in 0..3 {
            out.0[3 * r + k] += along[r] * y[k] + d * y[r] * z[k];
        }
    }
    out
}

//! Derivatives: of the smooth forces by velocity (`qDeriv`), and of whole steps by finite differences.
//!
//! `qDeriv` has the pattern of the inertia matrix, with both triangles. Dampers and actuators along a path with Jacobian
//! J add b Jᵀ J, restricted to pairs of degrees of freedom on one branch.

pub(crate) mod actuator;
mod bias;
mod fluid;
pub mod free;
pub mod gyro;
pub mod metric;
pub mod partials;
mod quat;
pub mod spatial;

use ligament_math::Motion;
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, Integrator};

use self::actuator::SlopeIn;
pub use self::quat::{quat_integrate, sub_quat};
use self::spatial::SpatialMatrix;
use crate::actuator::ActuatorIn;
use crate::awake::Awake;
use crate::data::Data;
use crate::passive::damping;
use crate::stage::inertia::add_matching;

/// Working memory of this module.
#[derive(Clone, Debug, Default)]
pub struct DerivativeScratch {
    /// One matrix per body.
    blocks: Vec<SpatialMatrix>,
    /// One motion per degree of freedom.
    axes: Vec<Motion>,
    /// Of the effective inertia of the discrete integrator.
    pub(crate) metric: metric::MetricScratch,
}

impl DerivativeScratch {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        Self {
            blocks: vec![SpatialMatrix::ZERO; m.size.nbody],
            axes: vec![Motion::ZERO; m.size.nv],
            metric: metric::MetricScratch::default(),
        }
    }
}

/// For every entry of the full pattern up to the diagonal of its row, the place of its mirror image.
pub fn mirror_entries(m: &Model) -> Vec<i32> {
    let (size, sparse) = (&m.size, &m.sparse);
    let mut upper = vec![0; size.nD];
    // rows come in order, so that the mirror images of a row's entries below the diagonal fill up one by one
    let mut filled: Vec<i32> = (0..size.nv)
        .map(|row| sparse.D_rowadr[row] + sparse.D_diag[row])
        .collect();
    for row in 0..size.nv {
        let start = sparse.D_rowadr[row] as usize;
        for entry in start..=start + sparse.D_diag[row] as usize {
            let next = &mut filled[sparse.D_colind[entry] as usize];
            upper[entry] = *next;
            *next += 1;
        }
    }
    upper
}

/// Derivatives of passive and actuator forces by velocity, less those of bias forces if `with_bias`.
///
/// Writes `qDeriv`. `upper` are the [`mirror_entries`] of the model.
pub fn smooth_vel(
    m: &Model,
    d: &mut Data,
    upper: &[i32],
    scratch: &mut DerivativeScratch,
    with_bias: bool,
) {
    d.implicit.qDeriv.fill(0.0);
    actuators(m, d);
    if !m.opt.disables(DisableFlags::DAMPER) {
        dampers(m, d);
    }
    along_the_tree(m, d, upper, scratch, with_bias);
}

/// The derivatives by velocity of the forces of the medium on bodies, about the centre of mass of their tree; false if
/// there is no medium.
pub fn medium(m: &Model, d: &Data, out: &mut [SpatialMatrix]) -> bool {
    let off = m.opt.disables(DisableFlags::SPRING) && m.opt.disables(DisableFlags::DAMPER);
    if off || (m.opt.viscosity == 0.0 && m.opt.density == 0.0) {
        return false;
    }
    let awake = Awake::new(&d.sleep, &d.stats);
    fluid::blocks(m, awake, &d.pose, &d.vel, fluid::Keep::All, |_| false, out);
    true
}

/// Adds the slope of each actuator's force along its moments.
fn actuators(m: &Model, d: &mut Data) {
    if m.opt.disables(DisableFlags::ACTUATION) {
        return;
    }
    let acting = SlopeIn {
        view: ActuatorIn {
            m,
            state: &d.state,
            path: &d.path,
            vel: &d.vel,
        },
        awake: Awake::new(&d.sleep, &d.stats),
        force: &d.force,
        acc: &d.acc,
        drive: &d.drive,
    };
    for i in 0..m.size.nactuator {
        if actuator::is_stuck(acting, i) {
            continue;
        }
        let slope = actuator::velocity_slope(acting, i);
        if slope == 0.0 {
            continue;
        }
        for output in m.actuator_outputs(i) {
            let row = d.path.moment_row(output);
            add_square(
                m,
                &d.path.moment_colind[row.clone()],
                &d.path.actuator_moment[row],
                slope,
                &mut d.implicit.qDeriv,
            );
        }
    }
}

/// Dampers of degrees of freedom and tendons.
fn dampers(m: &Model, d: &mut Data) {
    let awake = Awake::new(&d.sleep, &d.stats);
    let out = &mut d.implicit.qDeriv;
    for &dof in awake.dofs {
        let dof = dof as usize;
        let slope = damping::of_dof(m, dof).slope(d.state.qvel[dof]);
        out[(m.sparse.D_rowadr[dof] + m.sparse.D_diag[dof]) as usize] -= slope;
    }
    for tendon in 0..m.size.ntendon {
        let slope = damping::of_tendon(m, tendon).slope(d.vel.ten_velocity[tendon]);
        if slope != 0.0 && awake.tendon(m, tendon) {
            let entries = m.tendon_entries(tendon);
            let columns = &m.tendon.J_colind[entries.clone()];
            add_square(m, columns, &d.path.ten_J[entries], -slope, out);
        }
    }
}

/// The medium and bias forces.
fn along_the_tree(
    m: &Model,
    d: &mut Data,
    upper: &[i32],
    scratch: &mut DerivativeScratch,
    with_bias: bool,
) {
    let medium = m.opt.viscosity > 0.0 || m.opt.density > 0.0;
    let off = m.opt.disables(DisableFlags::SPRING) && m.opt.disables(DisableFlags::DAMPER);
    let medium = medium && !off;
    if !medium && !with_bias {
        return;
    }
    let awake = Awake::new(&d.sleep, &d.stats);
    let DerivativeScratch { blocks, axes, .. } = scratch;
    if medium {
        let keep = if m.opt.integrator.is(Integrator::ImplicitFast) {
            fluid::Keep::Symmetric
        } else {
            fluid::Keep::All
        };
        let alone = |body| free::moves_alone(m, body);
        fluid::blocks(m, awake, &d.pose, &d.vel, keep, alone, blocks);
    } else {
        blocks.fill(SpatialMatrix::ZERO);
    }
    if with_bias {
        bias::carried_axes(m, awake, &d.state, &d.pose, &d.vel, axes);
        bias::subtract_blocks(awake, &d.pose, &d.vel, blocks);
    }
    bias::sum_subtrees(m, awake, blocks);
    bias::project(
        m,
        awake,
        &d.pose,
        &d.inertia,
        blocks,
        with_bias.then_some(axes.as_slice()),
        upper,
        &mut d.implicit.qDeriv,
    );
}

/// Adds `scale` Jᵀ J for a row J, where the pattern has entries.
fn add_square(m: &Model, columns: &[i32], row: &[f64], scale: f64, out: &mut [f64]) {
    for (&i, &x) in columns.iter().zip(row) {
        let i = i as usize;
        let start = m.sparse.D_rowadr[i] as usize;
        let entries = start..start + m.sparse.D_rownnz[i] as usize;
        add_matching(
            &mut out[entries.clone()],
            &m.sparse.D_colind[entries],
            row,
            columns,
            scale * x,
        );
    }
}

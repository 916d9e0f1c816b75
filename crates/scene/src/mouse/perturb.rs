//! Pulling at bodies and turning them.

use std::f64::consts::{FRAC_PI_2, TAU};

use ligament_engine::Data;
use ligament_engine::support::{ObjectFrame, jac, object_velocity, solve_m2};
use ligament_math::{MINVAL, Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::JointType;

use super::Drag;
use crate::room::{FLAT_HEIGHT, align_to_camera, camera_in_model, frustum_height};
use crate::shape::SceneError;
use crate::{MouseAction, PERT_ROTATE, PERT_TRANSLATE, Perturb, Scene};

/// The selected body; none if nothing is selected.
fn selected(m: &Model, pert: &Perturb) -> Result<Option<usize>, SceneError> {
    match usize::try_from(pert.select) {
        Ok(0) | Err(_) => Ok(None),
        Ok(body) if body < m.size.nbody => Ok(Some(body)),
        Ok(_) => Err(SceneError::Select(pert.select)),
    }
}

/// The selected point, in space.
fn selected_point(d: &Data, body: usize, pert: &Perturb) -> Vec3 {
    d.pose.xpos[body] + d.pose.xmat[body].mul_vec(Vec3(pert.localpos))
}

/// Starts a perturbation at the present pose of the selected body (`mjv_initPerturb`).
pub fn init_perturb(
    m: &Model,
    d: &Data,
    scene: &Scene,
    pert: &mut Perturb,
) -> Result<(), SceneError> {
    let Some(body) = selected(m, pert)? else {
        return Ok(());
    };
    let head = camera_in_model(scene)?;
    let point = selected_point(d, body, pert);
    pert.refpos = d.pose.xipos[body].0;
    pert.refquat = d.pose.xiquat[body].0;
    pert.refselpos = point.0;
    let flat = scene.camera.iter().all(|eye| eye.orthographic != 0);
    let height = frustum_height(scene)? * if flat { FLAT_HEIGHT } else { 1.0 };
    pert.scale = height * head.forward.dot(point - head.pos);
    pert.localmass = effective_mass(m, d, body, point);
    Ok(())
}

/// The mass that is felt at a point of a body, in the mean over all directions: `3 / trace(J M⁻¹ Jᵀ)`; 1 if it cannot move.
fn effective_mass(m: &Model, d: &Data, body: usize, point: Vec3) -> f64 {
    let mut jacobian = vec![0.0; 3 * m.size.nv];
    jac(m, &d.pose, Some(&mut jacobian), None, point, body);
    let roots: Vec<f64> = d.inertia.qLDiagInv.iter().map(|x| x.sqrt()).collect();
    solve_m2(m, &d.inertia, &roots, &mut jacobian);
    let trace: f64 = jacobian.iter().map(|x| x * x).sum();
    if trace.is_nan() || trace < MINVAL {
        1.0
    } else {
        3.0 / trace
    }
}

/// Moves or turns the reference of a perturbation with the mouse (`mjv_movePerturb`), along the axes of the body where the
/// action says so.
pub fn move_perturb(
    m: &Model,
    d: &Data,
    drag: Drag,
    scene: &Scene,
    pert: &mut Perturb,
) -> Result<(), SceneError> {
    let Some(body) = selected(m, pert)? else {
        return Ok(());
    };
    let head = camera_in_model(scene)?;
    let v = drag.vector(true)?;
    let action = MouseAction::from_number(drag.action);
    let turned = Quat(pert.refquat);
    let v = match action {
        Some(MouseAction::MoveVRel | MouseAction::MoveHRel) => d.pose.xmat[body].mul_vec(v),
        _ => align_to_camera(v, head.forward),
    };
    match action {
        Some(MouseAction::RotateV | MouseAction::RotateH) => {
            let (axis, angle) = v.normalize_or_x();
            let reference = Quat::from_axis_angle(axis, angle * TAU)
                .mul(turned)
                .normalized();
            pert.refquat = near_turn(d.pose.xiquat[body], reference).0;
        }
        Some(MouseAction::Zoom) => {}
        _ => {
            pert.refpos = (Vec3(pert.refpos) + v * pert.scale).0;
            pert.refselpos = (Vec3(pert.refselpos) + v * pert.scale).0;
        }
    }
    Ok(())
}

/// An orientation not more than a quarter turn away from another.
fn near_turn(from: Quat, to: Quat) -> Quat {
    let (axis, angle) = from.conj().mul(to).to_rotation_vector().normalize_or_x();
    if angle > FRAC_PI_2 {
        from.mul(Quat::from_axis_angle(axis, FRAC_PI_2))
    } else {
        to
    }
}

/// Puts the selected body where it is pulled (`mjv_applyPerturbPose`): a mocap body always, one on a free joint if the
/// simulation is paused.
pub fn apply_perturb_pose(
    m: &Model,
    d: &mut Data,
    pert: &Perturb,
    paused: bool,
) -> Result<(), SceneError> {
    let Some(body) = selected(m, pert)? else {
        return Ok(());
    };
    if pert.active | pert.active2 == 0 {
        return Ok(());
    }
    // The reference is that of the inertial frame.
    let quat = Quat(pert.refquat).mul(m.body.iquat[body].conj());
    let pos = Vec3(pert.refpos) - quat.rotate(m.body.ipos[body]);
    if let Ok(mocap) = usize::try_from(m.body.mocapid[body]) {
        if let (Some(to), Some(turn)) = (
            d.input.mocap_pos.get_mut(mocap),
            d.input.mocap_quat.get_mut(mocap),
        ) {
            (*to, *turn) = (pos, quat);
        }
        return Ok(());
    }
    let root = m.body.rootid[body].index();
    let free = m
        .body_joints(root)
        .next()
        .filter(|&j| m.jnt.kind[j].is(JointType::Free));
    let (Some(joint), true) = (free, paused) else {
        return Ok(());
    };
    let Some(qpos) = usize::try_from(m.jnt.qposadr[joint])
        .ok()
        .and_then(|adr| d.state.qpos.get_mut(adr..adr.saturating_add(7)))
    else {
        return Ok(());
    };
    // The root keeps its pose relative to the body.
    let (root_pos, root_quat) = if root == body {
        (pos, quat)
    } else {
        let back = d.pose.xquat[body].conj();
        let offset = back.rotate(d.pose.xpos[root] - d.pose.xpos[body]);
        (
            pos + quat.rotate(offset),
            quat.mul(back.mul(d.pose.xquat[root])),
        )
    };
    qpos[..3].copy_from_slice(&root_pos.0);
    qpos[3..].copy_from_slice(&root_quat.normalized().0);
    Ok(())
}

/// Pulls the selected body with a critically damped spring (`mjv_applyPerturbForce`).
pub fn apply_perturb_force(m: &Model, d: &mut Data, pert: &Perturb) -> Result<(), SceneError> {
    let Some(body) = selected(m, pert)? else {
        return Ok(());
    };
    let active = pert.active | pert.active2;
    let point = selected_point(d, body, pert);
    let at = ObjectFrame {
        body,
        pos: point,
        mat: d.pose.xmat[body],
    };
    let velocity = object_velocity(m, &d.pose, &d.vel, &at, false);
    let (angular, linear) = (velocity.angular(), velocity.linear());
    let k_turn = f64::from(m.vis.map.stiffnessrot);
    let weight = m.body.invweight0[body][1];
    let inertia = if weight < MINVAL { 1.0 } else { 1.0 / weight };
    let mut moment = Vec3::ZERO;
    if active & PERT_TRANSLATE != 0 {
        let k = f64::from(m.vis.map.stiffness);
        let string = Vec3(pert.refselpos) - point;
        let force = (string * k - linear * k.sqrt()) * pert.localmass;
        // Twist about the string, which it cannot hold, dies away.
        let (along, _) = string.normalize_or_x();
        let twist = along * along.dot(angular);
        moment = (point - d.pose.xipos[body]).cross(force) - twist * (inertia * k_turn.sqrt());
        d.input.xfrc_applied[body][..3].copy_from_slice(&force.0);
    }
    if active & PERT_ROTATE != 0 {
        // From the present orientation to the reference, in the world.
        let now = d.pose.xiquat[body];
        let turn = Quat(pert.refquat).mul(now.conj()).to_rotation_vector();
        moment += (turn * k_turn - angular * k_turn.sqrt()) * inertia;
    }
    if active & (PERT_TRANSLATE | PERT_ROTATE) != 0 {
        d.input.xfrc_applied[body][3..].copy_from_slice(&moment.0);
    }
    Ok(())
}

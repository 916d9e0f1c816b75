//! Jacobians, momenta and forces against differences along the trajectories they belong to.

use ligament::engine::{forward, joint, stage, support, workspace};
use ligament::math::{Motion, Vec3};
use ligament::prelude::*;

const CHAINS: &str = "<mujoco>
  <worldbody>
    <body name='base' pos='0 0 1'>
      <freejoint/>
      <geom type='box' size='.2 .1 .05' pos='.03 0 0'/>
      <body name='arm' pos='.2 .1 0' euler='10 20 30'>
        <joint type='ball' pos='0 .02 .01'/>
        <geom type='capsule' size='.03 .1' pos='0 0 .1'/>
        <body name='hand' pos='0 0 .25'>
          <joint type='hinge' axis='1 2 .5' pos='.01 0 0'/>
          <joint type='slide' axis='0 1 1'/>
          <geom type='ellipsoid' size='.05 .03 .08' pos='.02 .03 .04'/>
          <site name='tip' pos='.05 .02 .1'/>
          <body name='welded' pos='.1 0 0'><geom type='sphere' size='.02'/></body>
        </body>
      </body>
      <body name='leg' pos='-.2 0 -.05'>
        <joint type='hinge' axis='0 1 0'/>
        <geom type='capsule' size='.03 .1' pos='0 0 -.1'/>
      </body>
    </body>
    <body name='pendulum' pos='1 0 1'>
      <joint type='ball'/>
      <geom type='sphere' size='.1' pos='0 0 -.3'/>
    </body>
  </worldbody>
</mujoco>";

/// A moving state of the chains.
fn moving() -> (Model, Data) {
    let m = Model::from_xml_str(CHAINS).unwrap();
    let mut d = Data::new(&m);
    let turn: Vec<f64> = (0..m.size.nv).map(|i| (i as f64).sin()).collect();
    joint::integrate_pos(&m, &mut d.state.qpos, &turn, 0.7);
    for (i, v) in d.state.qvel.iter_mut().enumerate() {
        *v = (1.3 * i as f64 + 0.4).cos();
    }
    forward(&m, &mut d);
    (m, d)
}

/// The poses after moving along a velocity for a time.
fn moved(m: &Model, d: &Data, velocity: &[f64], dt: f64) -> Data {
    let mut d = d.clone();
    joint::integrate_pos(m, &mut d.state.qpos, velocity, dt);
    workspace::with(m, |w| {
        forward::fwd_position(m, &mut d, w, &mut Hooks::default())
    });
    workspace::with(m, |w| {
        forward::fwd_velocity(m, &mut d, w, &mut Hooks::default())
    });
    d
}

fn unit(n: usize, i: usize) -> Vec<f64> {
    (0..n).map(|k| f64::from(u8::from(k == i))).collect()
}

fn column(matrix: &[f64], nv: usize, dof: usize) -> Vec3 {
    Vec3([matrix[dof], matrix[nv + dof], matrix[2 * nv + dof]])
}

#[test]
fn columns_are_velocities() {
    let (m, d) = moving();
    let (nv, h) = (m.size.nv, 1e-6);
    let site = m.id::<SiteId>("tip").unwrap().index();
    let bodies: Vec<usize> = (1..m.size.nbody).collect();
    for dof in 0..nv {
        let [behind, ahead] = [-h, h].map(|dt| moved(&m, &d, &unit(nv, dof), dt));
        let close = |matrix: &[f64], at: &dyn Fn(&Data) -> Vec3, what: &str| {
            let expected = (at(&ahead) - at(&behind)) / (2.0 * h);
            let error = (column(matrix, nv, dof) - expected).norm();
            assert!(error < 1e-8, "{what}, degree of freedom {dof}: {error}");
        };
        let (mut jacp, mut jacr) = (vec![f64::NAN; 3 * nv], vec![f64::NAN; 3 * nv]);
        jac_site(&m, &d.pose, Some(&mut jacp), Some(&mut jacr), site);
        close(&jacp, &|d| d.pose.site_xpos[site], "site");
        for geom in 0..m.size.ngeom {
            jac_geom(&m, &d.pose, Some(&mut jacp), Some(&mut jacr), geom);
            close(&jacp, &|d| d.pose.geom_xpos[geom], "geom");
        }
        for &body in &bodies {
            // a point and an axis that move with the body
            let (local, axis) = (Vec3([0.1, -0.2, 0.3]), Vec3([0.6, 0.0, 0.8]));
            let point = |d: &Data| d.pose.xpos[body] + d.pose.xmat[body].mul_vec(local);
            let turned = |d: &Data| d.pose.xmat[body].mul_vec(axis);
            let (by_point, by_axis) = (Some(&mut jacp[..]), Some(&mut jacr[..]));
            let (p, a) = (point(&d), turned(&d));
            support::jac_point_axis(&m, &d.pose, by_point, by_axis, p, a, body);
            close(&jacp, &point, "point");
            close(&jacr, &turned, "axis");
            jac_body(&m, &d.pose, Some(&mut jacp), Some(&mut jacr), body);
            close(&jacp, &|d| d.pose.xpos[body], "body");
            // the first axis of the body turns with it
            let turned = column(&jacr, nv, dof).cross(d.pose.xmat[body].col(0));
            let expected =
                (ahead.pose.xmat[body].col(0) - behind.pose.xmat[body].col(0)) / (2.0 * h);
            assert!((turned - expected).norm() < 1e-8);
            jac_body_com(&m, &d.pose, Some(&mut jacp), None, body);
            close(&jacp, &|d| d.pose.xipos[body], "centre of mass");
            support::jac_subtree_com(&m, &d.pose, &mut jacp, body);
            close(&jacp, &|d| d.pose.subtree_com[body], "subtree");
        }
    }
}

#[test]
fn the_rate_of_a_jacobian_is_its_derivative_in_time() {
    let (m, d) = moving();
    let (nv, h) = (m.size.nv, 1e-6);
    let body = m.id::<BodyId>("hand").unwrap().index();
    let local = Vec3([0.03, -0.02, 0.05]);
    let point = |d: &Data| d.pose.xpos[body] + d.pose.xmat[body].mul_vec(local);
    let jacobians = |d: &Data| {
        let (mut p, mut r) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
        jac(&m, &d.pose, Some(&mut p), Some(&mut r), point(d), body);
        [p, r]
    };
    let [behind, ahead] = [-h, h].map(|dt| jacobians(&moved(&m, &d, &d.state.qvel.clone(), dt)));
    let (mut p, mut r) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
    support::jac_dot(
        &m,
        &d.pose,
        &d.vel,
        Some(&mut p),
        Some(&mut r),
        point(&d),
        body,
    );
    for (k, rate) in [p, r].iter().enumerate() {
        for i in 0..3 * nv {
            let expected = (ahead[k][i] - behind[k][i]) / (2.0 * h);
            assert!((rate[i] - expected).abs() < 1e-7, "{k} {i}");
        }
    }
}

#[test]
fn momenta_of_subtrees_are_linear_in_velocities() {
    let (m, mut d) = moving();
    let nv = m.size.nv;
    stage::subtree_vel(
        &m,
        &d.pose,
        &mut d.vel,
        &mut vec![Motion::ZERO; m.size.nbody],
    );
    let (mut linear, mut angular) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
    for body in 1..m.size.nbody {
        support::jac_subtree_com(&m, &d.pose, &mut linear, body);
        support::angmom_mat(&m, &d.pose, &mut angular, body);
        let times = |matrix: &[f64]| {
            (0..nv).fold(Vec3::ZERO, |sum, i| {
                sum + column(matrix, nv, i) * d.state.qvel[i]
            })
        };
        assert!((times(&linear) - d.vel.subtree_linvel[body]).norm() < 1e-12);
        assert!((times(&angular) - d.vel.subtree_angmom[body]).norm() < 1e-12);
    }
}

#[test]
fn forces_at_points_do_the_work_that_joints_see() {
    let (m, d) = moving();
    let body = m.id::<BodyId>("hand").unwrap().index();
    let (force, torque) = (Vec3([1.0, -2.0, 0.5]), Vec3([0.3, 0.1, -0.7]));
    let at = d.pose.xipos[body];
    let mut qfrc = vec![0.0; m.size.nv];
    support::apply_ft(&m, &d.pose, force, torque, at, body, &mut qfrc);
    let frame = support::object_frame(&m, &d.pose, ObjectType::Body, body);
    let velocity = support::object_velocity(&m, &d.pose, &d.vel, &frame.unwrap(), false);
    let power: f64 = qfrc.iter().zip(&d.state.qvel).map(|(f, v)| f * v).sum();
    let expected = force.dot(velocity.linear()) + torque.dot(velocity.angular());
    assert!((power - expected).abs() < 1e-12);
}

#[test]
fn the_root_of_the_inertia_matrix_gives_its_quadratic_form() {
    let (m, d) = moving();
    let nv = m.size.nv;
    let v = &d.state.qvel;
    let (mut full, mut product, mut root) = (vec![0.0; nv * nv], vec![0.0; nv], vec![0.0; nv]);
    support::full_m(&m, &d.inertia, &mut full);
    mul_m(&m, &d.inertia, v, &mut product);
    support::mul_m2(&m, &d.inertia, v, &mut root);
    let quadratic: f64 = product.iter().zip(v).map(|(a, b)| a * b).sum();
    let squared: f64 = root.iter().map(|x| x * x).sum();
    let dense: f64 = (0..nv * nv).map(|k| full[k] * v[k / nv] * v[k % nv]).sum();
    assert!((quadratic - squared).abs() < 1e-12 && (quadratic - dense).abs() < 1e-12);
    // the root of the inverse undoes it
    let inverse: Vec<f64> = d.inertia.qLDiagInv.iter().map(|x| x.sqrt()).collect();
    let mut half = product.clone();
    support::solve_m2(&m, &d.inertia, &inverse, &mut half);
    assert!(half.iter().zip(&root).all(|(a, b)| (a - b).abs() < 1e-10));
}

#[test]
fn forces_through_joints_carry_what_is_below_them() {
    let (m, mut d) = moving();
    workspace::with(&m, |w| forward::rne_post_constraint(&m, &mut d, w));
    // along every degree of freedom, the force through the joint is what actuators and passive forces leave
    for body in 1..m.size.nbody {
        for dof in m.body_dofs(body) {
            let through = d.pose.cdof[dof].dot(d.acc.cfrc_int[body]);
            assert!((through - d.force.qfrc_passive[dof]).abs() < 1e-9, "{dof}");
        }
    }
}

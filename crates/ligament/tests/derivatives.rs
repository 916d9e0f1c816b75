//! Derivatives of smooth forces by velocity, against finite differences.

use ligament::engine::{derivative, difference, forward, workspace};
use ligament::prelude::*;

/// Every kind of joint, damper, actuator and tendon on one tree, and a free body.
const MECHANISM: &str = r#"
<mujoco>
  <compiler autolimits="true"/>
  <option integrator="implicit" gravity="0 0 -9.81">
    <flag contact="disable"/>
  </option>
  <worldbody>
    <body name="base">
      <freejoint/>
      <geom size=".2 .1 .15" type="box" pos=".02 0 .01"/>
      <site name="a" pos=".1 0 0"/>
      <body pos=".2 0 0">
        <joint name="ball" type="ball" damping=".1"/>
        <geom size=".05 .2" type="capsule" fromto="0 0 0 .3 .1 0"/>
        <body pos=".3 .1 0">
          <joint name="h1" axis="0 1 0" damping=".3 .1 .2"/>
          <joint name="h2" axis="0 .6 .8"/>
          <geom size=".04 .2" type="capsule" fromto="0 0 0 .3 0 .1"/>
          <site name="b" pos=".3 0 .1"/>
          <body pos=".3 0 .1">
            <joint name="s" type="slide" axis="1 0 1"/>
            <geom size=".05"/>
          </body>
        </body>
      </body>
      <body pos="-.2 0 0">
        <joint name="h3" axis="1 0 0"/>
        <geom size=".04 .2" type="capsule" fromto="0 0 0 -.3 0 .1"/>
        <site name="c" pos="-.3 0 .1"/>
      </body>
    </body>
    <body pos="0 0 2">
      <freejoint/>
      <geom type="ellipsoid" size=".1 .2 .3" pos=".05 .02 .1"/>
    </body>
  </worldbody>
  <tendon>
    <spatial name="t" damping=".4 .1 .1"><site site="a"/><site site="b"/></spatial>
  </tendon>
  <actuator>
    <general joint="h1" gaintype="affine" gainprm="1 2 3" biastype="affine" biasprm=".1 .2 -.3"/>
    <velocity joint="s" kv="2"/>
    <muscle joint="h3" lengthrange="-1 1" force="40"/>
    <damper joint="h2" kv="1.5" ctrlrange="0 2"/>
    <general tendon="t" dyntype="filterexact" dynprm=".02" gaintype="affine" gainprm="1 0 2" actearly="true"/>
    <position joint="h2" kp="10" kv="2" forcerange="-.01 .01"/>
  </actuator>
</mujoco>
"#;

/// A state away from rest, the same every time.
fn disturb(m: &Model, d: &mut Data) {
    let wave = |k: usize| (1.3 * k as f64 + 0.4).sin();
    let step: Vec<f64> = (0..m.size.nv).map(|k| 0.3 * wave(k)).collect();
    ligament::engine::joint::integrate_pos(m, &mut d.state.qpos, &step, 1.0);
    for (k, v) in d.state.qvel.iter_mut().enumerate() {
        *v = 0.8 * wave(k + 7);
    }
    for (k, u) in d.input.ctrl.iter_mut().enumerate() {
        *u = 0.4 + 0.3 * wave(k + 3);
    }
    for (k, a) in d.state.act.iter_mut().enumerate() {
        *a = 0.3 + 0.2 * wave(k);
    }
}

/// Derivatives of smooth forces by velocity, into `qDeriv`.
fn smooth_vel(m: &Model, d: &mut Data, bias: bool) {
    workspace::with(m, |w| {
        derivative::smooth_vel(m, d, &w.prepared.upper, &mut w.derivative, bias);
    });
}

/// Smooth forces at a velocity.
fn smooth_force(m: &Model, d: &mut Data, qvel: &[f64], bias: f64) -> Vec<f64> {
    let mut hooks = Hooks::default();
    d.state.qvel.copy_from_slice(qvel);
    workspace::with(m, |w| forward::fwd_velocity(m, d, w, &mut hooks));
    workspace::with(m, |w| forward::fwd_actuation(m, d, w, &mut hooks));
    (0..m.size.nv)
        .map(|i| d.force.qfrc_actuator[i] + d.force.qfrc_passive[i] - bias * d.force.qfrc_bias[i])
        .collect()
}

/// The largest difference between `qDeriv` and finite differences, relative to the largest entry.
fn worst_difference(m: &Model, d: &mut Data, bias: bool) -> f64 {
    ligament::forward(m, d);
    smooth_vel(m, d, bias);
    let got = d.implicit.qDeriv.clone();
    let qvel = d.state.qvel.clone();
    let (mut worst, mut largest) = (0.0_f64, 0.0_f64);
    let weight = if bias { 1.0 } else { 0.0 };
    for j in 0..m.size.nv {
        let h = 1e-5;
        let mut nudged = qvel.clone();
        nudged[j] += h;
        let ahead = smooth_force(m, d, &nudged, weight);
        nudged[j] -= 2.0 * h;
        let behind = smooth_force(m, d, &nudged, weight);
        for i in 0..m.size.nv {
            let start = m.sparse.D_rowadr[i] as usize;
            let row = start..start + m.sparse.D_rownnz[i] as usize;
            let place = row.clone().find(|&e| m.sparse.D_colind[e] as usize == j);
            if let Some(place) = place {
                let expected = (ahead[i] - behind[i]) / (2.0 * h);
                worst = worst.max((got[place] - expected).abs());
                largest = largest.max(expected.abs());
            }
        }
    }
    worst / largest
}

#[test]
fn derivatives_by_velocity_are_those_of_differences() {
    let m = Model::from_xml_str(MECHANISM).expect("the model compiles");
    let mut d = Data::new(&m);
    disturb(&m, &mut d);
    assert!(worst_difference(&m, &mut d, true) < 1e-8);
    assert!(worst_difference(&m, &mut d, false) < 1e-8);
}

#[test]
fn derivatives_of_a_medium_are_those_of_differences() {
    let boxes = MECHANISM.replace(
        "<option ",
        "<option density=\"100\" viscosity=\".3\" wind=\".3 .2 -.1\" ",
    );
    let ellipsoids = boxes.replace(
        "<worldbody>",
        "<default><geom fluidshape=\"ellipsoid\"/></default><worldbody>",
    );
    for text in [boxes, ellipsoids] {
        let m = Model::from_xml_str(&text).expect("the model compiles");
        let mut d = Data::new(&m);
        disturb(&m, &mut d);
        let worst = worst_difference(&m, &mut d, true);
        assert!(worst < 1e-7, "{worst}");
    }
}

#[test]
fn a_free_body_has_the_same_derivatives_as_a_tree() {
    let m = Model::from_xml_str(MECHANISM).expect("the model compiles");
    let mut d = Data::new(&m);
    disturb(&m, &mut d);
    ligament::forward(&m, &mut d);
    smooth_vel(&m, &mut d, true);
    let body = m.size.nbody - 1;
    assert!(derivative::free::moves_alone(&m, body) && !derivative::free::moves_alone(&m, 1));
    let block = derivative::free::bias_by_velocity(&m, &d.state, &d.pose, &d.vel, body);
    let first = m.size.nv - 6;
    for (r, row) in block.iter().enumerate() {
        let start = m.sparse.D_rowadr[first + r] as usize;
        let entries = start..start + m.sparse.D_rownnz[first + r] as usize;
        let mut found = [0.0; 6];
        for e in entries {
            found[m.sparse.D_colind[e] as usize - first] = -d.implicit.qDeriv[e];
        }
        for (x, y) in row.iter().zip(found) {
            assert!((x - y).abs() < 1e-12);
        }
    }
}

/// Steps from nudged velocities take what depends on positions as done, which must not be that of nudged positions.
#[test]
fn one_sided_differences_of_steps_are_near_centered_ones() {
    let m = Model::from_xml_str(MECHANISM).expect("the model compiles");
    let nx = 2 * m.size.nv + m.size.na;
    let [one, both] = [false, true].map(|centered| {
        let mut d = Data::new(&m);
        disturb(&m, &mut d);
        let mut a = vec![f64::NAN; nx * nx];
        let out = difference::Transition {
            a: Some(&mut a),
            ..Default::default()
        };
        let hooks = &mut Hooks::default();
        let nudge = difference::Nudge {
            eps: 1e-6,
            centered,
        };
        workspace::with(&m, |w| {
            difference::transition_fd(&m, &mut d, w, hooks, nudge, out).expect("it is supported");
        });
        a
    });
    for (i, (x, y)) in one.iter().zip(&both).enumerate() {
        let error = (x - y).abs() / y.abs().max(1.0);
        assert!(error < 1e-4, "row {} column {}: {x} {y}", i / nx, i % nx);
    }
}

/// Inverse dynamics finds that nothing was applied, whatever the integrator adds to the inertia of a spinning body.
#[test]
fn inverse_dynamics_undoes_a_discrete_step() {
    let text = MECHANISM.replace("integrator=\"implicit\"", "integrator=\"discrete\"");
    let m = Model::from_xml_str(&text).expect("the model compiles");
    let mut d = Data::new(&m);
    disturb(&m, &mut d);
    let last = m.size.nv - 3;
    d.state.qvel[last..].copy_from_slice(&[3.0, 2.0, -4.0]);
    ligament::forward(&m, &mut d);
    inverse(&m, &mut d, &mut Hooks::default()).expect("it is supported");
    for i in m.size.nv - 6..m.size.nv {
        assert!(
            d.force.qfrc_inverse[i].abs() < 1e-9,
            "{i}: {}",
            d.force.qfrc_inverse[i]
        );
    }
}

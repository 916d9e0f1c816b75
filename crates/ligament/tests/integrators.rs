//! Integrators: orders of convergence and conservation of energy.

use ligament::engine::step::{step1, step2};
use ligament::engine::{forward, joint, workspace};
use ligament::prelude::{Data, Hooks, LoadModel, Model, step};

/// A pendulum on a ball joint with two links, and a tumbling body.
const SWINGS: &str = r#"
<mujoco>
  <option integrator="INTEGRATOR"><flag energy="enable" contact="disable" DAMPING/></option>
  <worldbody>
    <body pos="0 0 2">
      <joint type="ball" FRICTION/>
      <geom size=".05 .2" type="capsule" fromto="0 0 0 .4 0 0"/>
      <body pos=".4 0 0">
        <joint axis="0 1 0" FRICTION/>
        <geom size=".04 .2" type="capsule" fromto="0 0 0 .3 .1 0"/>
      </body>
    </body>
    <body pos="1 0 2">
      <freejoint/>
      <geom size=".1 .2 .3" type="box"/>
    </body>
  </worldbody>
</mujoco>
"#;

fn model(integrator: &str, friction: &str) -> Model {
    let text = SWINGS
        .replace("INTEGRATOR", integrator)
        .replace("FRICTION", friction)
        .replace("DAMPING", "");
    Model::from_xml_str(&text).expect("the model compiles")
}

/// The state after a time, with steps of a given size.
fn after(m: &mut Model, time: f64, dt: f64) -> Data {
    m.opt.timestep = dt;
    let mut d = Data::new(m);
    let start = [0.5, -0.7, 1.0, 0.8, 0.1, 0.2, 0.3, 2.0, 1.0, -1.5];
    d.state.qvel.copy_from_slice(&start);
    for _ in 0..(time / dt).round() as usize {
        step(m, &mut d);
    }
    d
}

/// How fast the error goes down when steps are halved.
fn order(integrator: &str, friction: &str, dt: f64) -> f64 {
    let mut m = model(integrator, friction);
    let time = 0.4;
    let mut fine = model("RK4", friction);
    let exact = after(&mut fine, time, 1e-3);
    let mut error = |dt: f64| {
        let d = after(&mut m, time, dt);
        let mut off = vec![0.0; m.size.nv];
        joint::differentiate_pos(&m, &mut off, 1.0, &exact.state.qpos, &d.state.qpos);
        let speed = d.state.qvel.iter().zip(&exact.state.qvel);
        let square = off.iter().map(|x| x * x).sum::<f64>()
            + speed.map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        square.sqrt()
    };
    (error(dt) / error(0.5 * dt)).log2()
}

#[test]
fn runge_kutta_is_of_fourth_order() {
    let found = order("RK4", "damping=\".05\"", 0.016);
    assert!((found - 4.0).abs() < 0.3, "{found}");
}

#[test]
fn the_others_are_of_first_order() {
    for integrator in [
        "Euler",
        "implicit",
        "implicitfast",
        "discrete",
        "springdamper",
    ] {
        let found = order(integrator, "damping=\".05\"", 0.004);
        assert!((found - 1.0).abs() < 0.2, "{integrator}: {found}");
    }
}

#[test]
fn runge_kutta_keeps_the_energy() {
    let mut m = model("RK4", "");
    let energy = |d: &Data| d.stats.energy[0] + d.stats.energy[1];
    let mut start = after(&mut m, 0.0, 0.005);
    forward(&m, &mut start);
    let mut end = after(&mut m, 2.0, 0.005);
    forward(&m, &mut end);
    let drift = (energy(&end) - energy(&start)).abs();
    assert!(drift < 1e-5 * energy(&start).abs(), "{drift}");
}

#[test]
fn strong_damping_does_not_blow_up() {
    for integrator in [
        "Euler",
        "implicit",
        "implicitfast",
        "discrete",
        "springdamper",
    ] {
        let mut m = model(integrator, "damping=\"50\"");
        let d = after(&mut m, 1.0, 0.01);
        assert!(
            d.state.qvel[..4].iter().all(|v| v.abs() < 1.0),
            "{integrator}"
        );
    }
}

#[test]
fn free_bodies_move_the_same_under_both_implicit_integrators() {
    let [a, b] = ["implicit", "implicitfast"].map(|name| after(&mut model(name, ""), 0.5, 0.01));
    let tail = |d: &Data| d.state.qpos[d.state.qpos.len() - 7..].to_vec();
    for (x, y) in tail(&a).iter().zip(tail(&b)) {
        assert!((x - y).abs() < 1e-13);
    }
}

#[test]
fn two_halves_make_a_step() {
    for integrator in [
        "Euler",
        "implicit",
        "implicitfast",
        "discrete",
        "springdamper",
    ] {
        let mut m = model(integrator, "damping=\".1\"");
        let mut whole = after(&mut m, 0.1, 0.01);
        let mut halves = after(&mut m, 0.1, 0.01);
        step(&m, &mut whole);
        let mut hooks = Hooks::default();
        workspace::with(&m, |w| {
            step1(&m, &mut halves, w, &mut hooks);
            step2(&m, &mut halves, w, &mut hooks);
        });
        assert_eq!(whole.state.qpos, halves.state.qpos);
        assert_eq!(whole.state.qvel, halves.state.qvel);
    }
}

#[test]
fn stiff_springs_are_stable_where_they_are_implicit() {
    // the period of these springs is far below the step
    let spring = "stiffness=\"1e6\"";
    for integrator in ["discrete", "springdamper"] {
        let mut m = model(integrator, spring);
        let d = after(&mut m, 1.0, 0.01);
        assert!(
            d.state.qvel[..4].iter().all(|v| v.abs() < 0.1),
            "{integrator}"
        );
    }
    let mut m = model("Euler", spring);
    let d = after(&mut m, 1.0, 0.01);
    assert!(!d.state.qvel[..4].iter().all(|v| v.abs() < 0.1));
}

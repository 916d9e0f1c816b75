//! The inertia matrix against recursive Newton–Euler: column i of M is the force that the unit acceleration i needs beyond
//! the bias.

use ligament::engine::awake::Awake;
use ligament::engine::stage::{self, BodyScratch, Moving};
use ligament::engine::support;
use ligament::math::{Force, Motion};
use ligament::prelude::*;

const CHAIN: &str = r#"
<mujoco>
  <worldbody>
    <body>
      <freejoint/>
      <geom type="box" size=".2 .1 .15" pos=".02 0 .01"/>
      <body pos=".2 0 0">
        <joint type="ball"/>
        <geom type="capsule" size=".05" fromto="0 0 0 .3 .1 0"/>
        <body pos=".3 .1 0">
          <joint axis="0 1 0"/>
          <joint axis="0 .6 .8" pos="0 .1 0"/>
          <geom type="capsule" size=".04" fromto="0 0 0 .3 0 .1"/>
          <body pos=".3 0 .1">
            <joint type="slide" axis="1 0 1"/>
            <geom size=".05"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"#;

#[test]
fn columns_are_forces_of_unit_accelerations() {
    let m = Model::from_xml_str(CHAIN).expect("the model compiles");
    let mut d = Data::new(&m);
    let (nv, wave) = (m.size.nv, |k: usize| (1.7 * k as f64 + 0.3).sin());
    let turn: Vec<f64> = (0..nv).map(wave).collect();
    ligament::engine::joint::integrate_pos(&m, &mut d.state.qpos, &turn, 0.7);
    d.state.qvel.copy_from_slice(&turn);
    forward(&m, &mut d);
    let mut full = vec![0.0; nv * nv];
    support::full_m(&m, &d.inertia, &mut full);
    for i in 0..nv {
        let mut unit = vec![0.0; nv];
        unit[i] = 1.0;
        let mut force = vec![0.0; nv];
        let awake = Awake::new(&d.sleep, &d.stats);
        let acceleration = Some(&unit[..]);
        let moving = Moving {
            state: &d.state,
            pose: &d.pose,
            vel: &d.vel,
        };
        let scratch = BodyScratch {
            motion: &mut vec![Motion::ZERO; m.size.nbody],
            wrench: &mut vec![Force::ZERO; m.size.nbody],
        };
        stage::rne(&m, awake, moving, acceleration, &mut force, scratch);
        for j in 0..nv {
            let column = force[j] - d.force.qfrc_bias[j];
            assert!((column - full[j * nv + i]).abs() < 1e-11, "{i} {j}");
        }
    }
}

//! A day's work with one import: a robot is loaded, controlled, looked at by name, saved and restored.

use ligament::prelude::*;

const ARM: &str = "
<mujoco>
  <option timestep='0.002'/>
  <worldbody>
    <geom name='floor' type='plane' size='2 2 .1'/>
    <body name='upper' pos='0 0 1'>
      <joint name='shoulder' axis='0 1 0' range='-90 90'/>
      <geom name='bone' type='capsule' fromto='0 0 0 .3 0 0' size='.03'/>
      <body name='lower' pos='.3 0 0'>
        <joint name='elbow' axis='0 1 0' damping='.1'/>
        <geom type='capsule' fromto='0 0 0 .3 0 0' size='.02'/>
        <site name='hand' pos='.3 0 0'/>
      </body>
    </body>
    <body name='ball' pos='-1 0 .099'><freejoint name='float'/><geom name='skin' size='.1'/></body>
    <body name='target' mocap='true' pos='0 1 1'/>
  </worldbody>
  <actuator>
    <motor name='drive' joint='shoulder' ctrllimited='true' ctrlrange='-5 5'/>
    <position name='hold' joint='elbow' kp='20'/>
  </actuator>
  <sensor>
    <jointpos name='angle' joint='elbow'/>
    <framepos name='tip' objtype='site' objname='hand'/>
  </sensor>
  <keyframe><key name='bent' qpos='0.5 -1 -1 0 .2 1 0 0 0'/></keyframe>
</mujoco>";

fn arm() -> Simulation {
    Simulation::from_xml_str(ARM).unwrap()
}

#[test]
fn a_robot_is_controlled_by_name() {
    let mut sim = arm();
    for _ in 0..2000 {
        let [angle, rate] = [
            sim.joint("shoulder").unwrap().position()[0],
            sim.joint("shoulder").unwrap().velocity()[0],
        ];
        let torque = 60.0 * (-0.4 - angle) - 8.0 * rate;
        sim.actuator_mut("drive").unwrap().set(torque);
        sim.actuator_mut("hold").unwrap().set(0.3);
        sim.step();
    }
    sim.forward(); // sensors are those of the state before the last step
    let drive = sim.actuator("drive").unwrap();
    assert_eq!(drive.control_range(), Some([-5.0, 5.0]));
    assert!(drive.force()[0].abs() <= 5.0);
    let angle = sim.sensor("angle").unwrap();
    assert_eq!(angle.value(), sim.joint("elbow").unwrap().position()[0]);
    assert!((angle.value() - 0.3).abs() < 0.2, "{}", angle.value());
    let range = sim.joint("shoulder").unwrap().range().unwrap();
    assert!((range[1] - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
}

#[test]
fn jacobians_and_velocities_agree() {
    let mut sim = arm();
    sim.reset_to("bent").unwrap();
    let speeds: Vec<f64> = (0..sim.velocities().len())
        .map(|i| 0.3 - 0.1 * f64::from(i as u8))
        .collect();
    sim.set_velocities(&speeds).unwrap();
    let hand = sim.site("hand").unwrap();
    let (linear, angular) = hand.jacobian().mul(&speeds);
    assert!((linear - hand.linear_velocity()).norm() < 1e-12);
    assert!((angular - hand.angular_velocity()).norm() < 1e-12);
    let force = Vec3::new(1.0, -2.0, 3.0);
    let power: f64 = hand
        .jacobian()
        .transpose_mul(force, Vec3::ZERO)
        .iter()
        .zip(&speeds)
        .map(|(f, v)| f * v)
        .sum();
    assert!((power - force.dot(linear)).abs() < 1e-12);
    assert_eq!(sim.sensor("tip").unwrap().values(), hand.position().0);
    assert_eq!(hand.body(), sim.body("lower").unwrap().id());
}

#[test]
fn inverse_dynamics_finds_what_was_applied() {
    let mut sim = arm();
    sim.joint_mut("elbow").unwrap().set_force(&[0.7]).unwrap();
    sim.body_mut("ball")
        .unwrap()
        .set_force(Vec3::new(0.0, 2.0, 0.0), Vec3::ZERO);
    sim.forward();
    let acceleration = sim.data().acc.qacc.clone();
    let dof = sim.joint("elbow").unwrap().dofs().start;
    let free = sim.joint("float").unwrap().dofs();
    let forces = sim.inverse(&acceleration).unwrap();
    assert!((forces[dof] - 0.7).abs() < 1e-6, "{forces:?}");
    assert!((forces[free.start + 1] - 2.0).abs() < 1e-5, "{forces:?}");
}

#[test]
fn states_are_restored_to_the_bit() {
    let mut sim = arm();
    sim.advance(0.5).unwrap();
    let state = sim.state();
    let mut other = Simulation::new(sim.shared_model());
    other.set_state(&state).unwrap();
    sim.advance(0.25).unwrap();
    other.advance(0.25).unwrap();
    assert_eq!(sim.state(), other.state());
    assert!((sim.time() - 0.75).abs() < 1e-9);
}

#[test]
fn contacts_have_names_and_forces() {
    let mut sim = arm();
    sim.advance(1.0).unwrap();
    let weight = sim.body("ball").unwrap().mass() * 9.81;
    let contact = sim
        .contacts()
        .find(|c| c.names() == ["floor", "skin"])
        .unwrap();
    assert!((contact.normal_force() - weight).abs() < 1e-3 * weight);
    assert!((contact.force() - contact.normal() * weight).norm() < 1e-2 * weight);
    let hit = sim
        .ray(Vec3::new(-1.0, 0.0, 2.0), Vec3::new(0.0, 0.0, -1.0))
        .unwrap();
    assert_eq!(hit.geom, sim.geom("skin").unwrap().id().index());
    assert!((hit.dist - 1.8).abs() < 1e-2);
}

#[test]
fn mistakes_are_named() {
    let mut sim = arm();
    let told = |e: SimError| e.to_string();
    let missing = sim.joint("elbwo").unwrap_err();
    assert_eq!(
        missing.to_string(),
        "the model has no joint 'elbwo'; did you mean 'elbow'?"
    );
    assert_eq!(format!("{missing:?}"), missing.to_string());
    assert!(
        sim.sensor("x")
            .unwrap_err()
            .to_string()
            .contains("angle, tip")
    );
    assert!(
        sim.body(17)
            .unwrap_err()
            .to_string()
            .contains("number 17; there are 5")
    );
    assert!(sim.body(BodyId::NONE).is_err());
    let wrong = sim
        .joint_mut("float")
        .unwrap()
        .set_position(&[0.0])
        .unwrap_err();
    assert_eq!(
        told(wrong),
        "the position of the joint takes 7 numbers, not 1"
    );
    assert!(told(sim.set_state(&[1.0]).unwrap_err()).contains("state size"));
    assert!(told(sim.inverse(&[]).unwrap_err()).contains("takes 8 numbers, not 0"));
    assert!(
        !sim.body_mut("ball")
            .unwrap()
            .set_mocap(Vec3::ZERO, Quat::IDENTITY)
    );
    assert!(
        sim.body_mut("target")
            .unwrap()
            .set_mocap(Vec3::new(0.0, 2.0, 1.0), Quat::IDENTITY)
    );
    sim.forward();
    assert_eq!(
        sim.body("target").unwrap().position(),
        Vec3::new(0.0, 2.0, 1.0)
    );
    let problems = Simulation::from_xml_str("<mujoco><bdy/></mujoco>").unwrap_err();
    assert!(format!("{problems:?}").contains("line") || format!("{problems:?}").contains(":1:"));
}

#[test]
fn divergence_is_an_error_once() {
    let mut sim = arm();
    sim.advance(0.1).unwrap();
    sim.joint_mut("float")
        .unwrap()
        .set_velocity(&[1e12; 6])
        .unwrap();
    let diverged = sim.advance(0.1).unwrap_err();
    assert!(diverged.to_string().contains("diverged"), "{diverged}");
    sim.advance(0.1).unwrap();
    sim.joint_mut("float")
        .unwrap()
        .set_velocity(&[1e12; 6])
        .unwrap();
    assert!(sim.advance(0.1).is_err(), "the second time as well");
}

#[test]
fn worlds_run_in_threads() {
    let base = arm();
    let run = |k: u32| {
        let mut sim = base.clone();
        sim.actuator_mut("drive").unwrap().set(0.01 * f64::from(k));
        sim.advance(0.1).map(|()| sim.positions().to_vec())
    };
    let alone: Vec<_> = (0..20).map(run).collect();
    let together: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..20).map(|k| scope.spawn(move || run(k))).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert!(alone == together && alone[0] != alone[19]);
}

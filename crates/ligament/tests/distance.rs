//! The distance between the centres of two geoms: gradients, violations, reading and writing, sleep, forces on bodies.

use ligament::engine::constraint::{RowKind, jacobian};
use ligament::engine::{forward, joint, workspace};
use ligament::mjcf::{ReadOptions, WriteOptions, read_str, write_string};
use ligament::model::enums::ObjectType;
use ligament::prelude::*;

/// A pendulum of two links and a free ball, tied to one another and to the world.
const TIED: &str = "<mujoco>
  <option OPTION/>
  <worldbody>
    <geom name='hook' pos='0.5 0.4 1.5' size='0.01' contype='0' conaffinity='0'/>
    <body name='upper' pos='0 0 1'>
      <joint axis='0 1 0'/>
      <geom name='upper' type='capsule' fromto='0 0 0 0.4 0 0.1' size='0.03' contype='0' conaffinity='0'/>
      <body name='lower' pos='0.4 0 0'>
        <joint type='ball'/>
        <geom name='lower' type='capsule' fromto='0 0 0 0.3 0 0' size='0.03' contype='0' conaffinity='0'/>
      </body>
    </body>
    <body name='ball' pos='0.7 0.3 1'>
      <freejoint/>
      <geom name='ball' size='0.05' contype='0' conaffinity='0'/>
    </body>
  </worldbody>
  <equality>
    <distance name='rope' geom1='lower' geom2='ball'/>
    <distance name='rod' geom1='ball' geom2='hook' distance='0.5'/>
    <distance name='strut' geom1='upper' geom2='lower' solref='0.01 1'/>
  </equality>
</mujoco>";

fn tied(option: &str) -> (Model, Data) {
    let m = Model::from_xml_str(&TIED.replace("OPTION", option)).unwrap();
    let mut d = Data::new(&m);
    let push: Vec<f64> = (0..m.size.nv).map(|i| 0.1 + 0.03 * i as f64).collect();
    joint::integrate_pos(&m, &mut d.state.qpos, &push, 1.0);
    for (i, v) in d.state.qvel.iter_mut().enumerate() {
        *v = 0.5 - 0.13 * i as f64;
    }
    forward(&m, &mut d);
    (m, d)
}

#[test]
fn the_distance_is_what_it_starts_with_unless_given() {
    let m = Model::from_xml_str(&TIED.replace("OPTION", "")).unwrap();
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    let start = (d.pose.geom_xpos[2] - d.pose.geom_xpos[3]).norm();
    assert!((m.eq.data[0][0] - start).abs() < 1e-15);
    assert_eq!(m.eq.data[1][0], 0.5);
    assert!(d.efc.efc_pos[0].abs() < 1e-15);
    assert_eq!(m.size.nemax, 3);
    assert_eq!(d.efc.ne, 3);
}

#[test]
fn the_row_is_the_gradient_of_the_violation() {
    for option in ["jacobian='sparse'", "jacobian='dense'"] {
        let (m, d) = tied(option);
        let (nv, h) = (m.size.nv, 1e-6);
        let dense = jacobian::dense(&d.efc, nv);
        for dof in 0..nv {
            let mut v = vec![0.0; nv];
            v[dof] = 1.0;
            let [before, after] = [-h, h].map(|h| {
                let mut moved = d.clone();
                joint::integrate_pos(&m, &mut moved.state.qpos, &v, h);
                forward(&m, &mut moved);
                moved
            });
            for row in 0..3 {
                let slope = (after.efc.efc_pos[row] - before.efc.efc_pos[row]) / (2.0 * h);
                let entry = dense[row * nv + dof];
                assert!((slope - entry).abs() < 1e-8, "{row} {dof} {slope} {entry}");
            }
        }
    }
}

#[test]
fn centres_that_coincide_are_harmless() {
    let text = "<mujoco><worldbody>
        <geom name='a' size='0.1' contype='0' conaffinity='0'/>
        <body><freejoint/><geom name='b' size='0.1' contype='0' conaffinity='0'/></body>
        <body><joint/><geom name='c' size='0.1' contype='0' conaffinity='0'/></body>
      </worldbody><equality>
        <distance geom1='a' geom2='b' distance='0.2'/>
        <distance geom1='b' geom2='a' distance='0'/>
        <distance geom1='c' geom2='a'/>
      </equality></mujoco>";
    let m = Model::from_xml_str(text).unwrap();
    let mut d = Data::new(&m);
    for _ in 0..500 {
        step(&m, &mut d);
        let numbers = d.state.qpos.iter().chain(&d.acc.qacc);
        assert!(numbers.chain(&d.efc.efc_J).all(|x| x.is_finite()));
    }
    assert_eq!(d.stats.warning.iter().map(|w| w.number).sum::<i32>(), 0);
}

#[test]
fn a_ball_hangs_at_its_distance() {
    let text = "<mujoco><option timestep='0.001'/><worldbody>
        <geom name='hook' pos='0 0 2' size='0.01' contype='0' conaffinity='0'/>
        <body pos='0.6 0 2'><freejoint/><geom name='ball' size='0.05'/></body>
      </worldbody><equality>
        <distance geom1='hook' geom2='ball' solref='0.004 1' solimp='0.9999 0.9999 0.001 0.5 2'/>
      </equality></mujoco>";
    let m = Model::from_xml_str(text).unwrap();
    let mut d = Data::new(&m);
    let mut lowest = 2.0_f64;
    for _ in 0..2000 {
        step(&m, &mut d);
        let away = d.pose.geom_xpos[1] - d.pose.geom_xpos[0];
        assert!((away.norm() - 0.6).abs() < 3e-3, "{}", away.norm());
        lowest = lowest.min(d.pose.geom_xpos[1].0[2]);
    }
    assert!((lowest - 1.4).abs() < 3e-3);
}

#[test]
fn forces_of_the_rows_act_on_the_bodies() {
    let (m, mut d) = tied("gravity='0 0 0'");
    d.state.qvel.fill(0.0);
    forward(&m, &mut d);
    workspace::with(&m, |w| forward::rne_post_constraint(&m, &mut d, w));
    // the ball is accelerated by its two rows alone
    let ball = m.find(ObjectType::Body, "ball").unwrap();
    let force = d.acc.cfrc_ext[ball].force();
    let mass = m.body.mass[ball];
    for k in 0..3 {
        assert!((force.0[k] - mass * d.acc.qacc[4 + k]).abs() < 1e-9);
    }
    assert!(force.norm() > 0.1);
}

#[test]
fn inverse_dynamics_explains_forward_dynamics() {
    let (m, mut d) = tied("tolerance='0' iterations='200'");
    d.input.qfrc_applied.fill(0.3);
    forward(&m, &mut d);
    let applied = d.input.qfrc_applied.clone();
    inverse(&m, &mut d, &mut Hooks::default()).unwrap();
    for (x, y) in d.force.qfrc_inverse.iter().zip(&applied) {
        assert!((x - y).abs() < 1e-9, "{x} {y}");
    }
}

#[test]
fn islands_join_the_trees_of_both_geoms() {
    let (m, d) = tied("tolerance='0' iterations='200'");
    assert_eq!(m.size.ntree, 2);
    assert_eq!(d.island.nisland, 1);
    let kinds = d.efc.efc_type.iter().map(|&t| RowKind::from_number(t));
    assert!(kinds.into_iter().all(|kind| kind == RowKind::Equality));
    let mut whole = m.clone();
    whole.opt.disableflags |= DisableFlags::ISLAND.0;
    let mut other = d.clone();
    forward(&whole, &mut other);
    for (x, y) in d.acc.qacc.iter().zip(&other.acc.qacc) {
        assert!((x - y).abs() < 1e-9, "{x} {y}");
    }
}

#[test]
fn it_survives_files() {
    let m = Model::from_xml_str(&TIED.replace("OPTION", "")).unwrap();
    let bytes = m.to_bytes();
    assert_eq!(Model::from_bytes(&bytes).unwrap().eq, m.eq);
    let text = TIED.replace("OPTION", "");
    let spec = read_str(&text, &ReadOptions::default()).unwrap().spec;
    let written = write_string(&spec, &WriteOptions::default()).unwrap();
    assert!(
        written.contains("<distance name=\"rope\" geom1=\"lower\" geom2=\"ball\"/>"),
        "{written}"
    );
    assert!(written.contains("distance=\"0.5\""), "{written}");
    let again = Model::from_xml_str(&written).unwrap();
    assert_eq!(again.eq, m.eq);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |equality: &str, word: &str| {
        let text = format!(
            "<mujoco><worldbody><geom name='a' size='1'/><geom name='b' size='1'/>
             <body><freejoint/><geom name='c' size='1'/></body></worldbody>
             <equality>{equality}</equality></mujoco>"
        );
        let message = Model::from_xml_str(&text).unwrap_err().to_string();
        assert!(message.contains(word), "{message}");
    };
    refused("<distance geom1='a'/>", "geom2");
    refused("<distance geom1='a' geom2='d'/>", "no geom named 'd'");
    refused("<distance geom1='c' geom2='c'/>", "itself");
    refused("<distance geom1='a' geom2='b'/>", "same body");
    refused("<distance geom1='a' geom2='c' distance='-1'/>", "negative");
}

#[test]
fn what_is_tied_sleeps_and_wakes_together() {
    let text = "<mujoco><option><flag sleep='enable'/></option><worldbody>
        <geom type='plane' size='5 5 1'/>
        <body pos='0 0 0.1'><freejoint/><geom name='a' type='box' size='0.1 0.1 0.1'/></body>
        <body pos='1 0 0.1'><freejoint/><geom name='b' type='box' size='0.1 0.1 0.1'/></body>
      </worldbody><equality><distance geom1='a' geom2='b'/></equality></mujoco>";
    let m = Model::from_xml_str(text).unwrap();
    let mut d = Data::new(&m);
    for _ in 0..1000 {
        step(&m, &mut d);
    }
    assert!(d.sleep.tree_asleep.iter().all(|&tree| tree >= 0));
    d.input.xfrc_applied[1][0] = 1.0;
    step(&m, &mut d);
    assert!(d.sleep.tree_asleep.iter().all(|&tree| tree < 0));
}

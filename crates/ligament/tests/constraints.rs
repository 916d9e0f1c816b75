//! Constraint rows against differences, islands against connectivity, inverse against forward dynamics.

use ligament::engine::constraint::{self, RowKind, jacobian};
use ligament::engine::{forward, joint};
use ligament::prelude::*;

/// Mechanisms tied to one another in every way, away from rest.
const TIED: &str = "<mujoco>
  <option gravity='0 0 -9.81'/>
  <worldbody>
    <body name='arm' pos='0 0 1'>
      <joint name='a' axis='0 1 0' range='-0.1 0.1' limited='true' frictionloss='0.3'/>
      <geom type='capsule' fromto='0 0 0 0.4 0 0' size='0.03'/>
      <body name='fore' pos='0.4 0 0'>
        <joint name='b' type='ball' range='0 0.2' limited='true'/>
        <geom type='capsule' fromto='0 0 0 0.3 0 0' size='0.03'/>
        <site name='tip' pos='0.3 0 0' euler='10 20 30'/>
      </body>
    </body>
    <body name='box' pos='0.7 0 1'>
      <freejoint/>
      <geom type='box' size='0.05 0.06 0.07'/>
      <site name='mark' pos='0.01 0.02 0.03'/>
    </body>
    <body name='cart' pos='0 1 0'>
      <joint name='c' type='slide' axis='1 0 0'/>
      <joint name='d' type='slide' axis='0 1 0' range='0 1' limited='true' margin='5'/>
      <geom size='0.1'/>
      <site name='hook' pos='0 0 0.1'/>
    </body>
  </worldbody>
  <tendon>
    <fixed name='f'><joint joint='a' coef='2'/><joint joint='c' coef='-1'/></fixed>
    <spatial name='s' limited='true' range='0 0.5' frictionloss='0.1'><site site='tip'/><site site='hook'/></spatial>
  </tendon>
  <equality>
    <connect body1='fore' body2='box' anchor='0.3 0.01 0'/>
    <weld body1='box' body2='fore' torquescale='0.7'/>
    <weld site1='mark' site2='tip'/>
    <joint joint1='a' joint2='c' polycoef='0.1 0.5 0.3 0.2 0.1'/>
    <joint joint1='d' polycoef='0.2 0 0 0 0'/>
    <tendon tendon1='f' tendon2='s' polycoef='0 0.3 0.1 0 0'/>
    <tendon tendon1='s'/>
  </equality>
</mujoco>";

fn tied() -> (Model, Data) {
    let m = Model::from_xml_str(TIED).unwrap();
    let mut d = Data::new(&m);
    let push: Vec<f64> = (0..m.size.nv).map(|i| 0.2 + 0.07 * i as f64).collect();
    joint::integrate_pos(&m, &mut d.state.qpos, &push, 1.0);
    for (i, v) in d.state.qvel.iter_mut().enumerate() {
        *v = 0.5 - 0.13 * i as f64;
    }
    forward(&m, &mut d);
    (m, d)
}

/// The data a small step before and after along a velocity.
fn around(m: &Model, d: &Data, v: &[f64], h: f64) -> [Data; 2] {
    [-h, h].map(|h| {
        let mut moved = d.clone();
        joint::integrate_pos(m, &mut moved.state.qpos, v, h);
        forward(m, &mut moved);
        moved
    })
}

#[test]
fn rows_are_gradients_of_positions() {
    let (m, d) = tied();
    let (nv, h) = (m.size.nv, 1e-6);
    let dense = jacobian::dense(&d.efc, nv);
    assert_eq!(d.efc.ne, 3 + 6 + 6 + 4);
    assert_eq!(d.efc.nf, 2);
    assert_eq!(d.efc.nl, 1 + 1 + 2 + 1);
    for dof in 0..nv {
        let mut v = vec![0.0; nv];
        v[dof] = 1.0;
        let [before, after] = around(&m, &d, &v, h);
        for row in 0..d.efc.efc_type.len() {
            let kind = RowKind::from_number(d.efc.efc_type[row]);
            if matches!(kind, RowKind::FrictionDof | RowKind::FrictionTendon) {
                continue;
            }
            let slope = (after.efc.efc_pos[row] - before.efc.efc_pos[row]) / (2.0 * h);
            let entry = dense[row * nv + dof];
            assert!((slope - entry).abs() < 1e-7, "{row} {dof} {slope} {entry}");
        }
    }
}

#[test]
fn references_hold_accelerations_that_velocities_cause() {
    let (m, d) = tied();
    let (nv, h) = (m.size.nv, 1e-6);
    let v = d.state.qvel.clone();
    let [before, after] = around(&m, &d, &v, h);
    let mut velocity = [
        vec![0.0; d.efc.efc_type.len()],
        vec![0.0; d.efc.efc_type.len()],
    ];
    constraint::mul_jac_vec(&before.efc, &v, &mut velocity[0]);
    constraint::mul_jac_vec(&after.efc, &v, &mut velocity[1]);
    assert_eq!(nv, v.len());
    // connects and welds are corrected, other equalities are not
    for row in 0..15 {
        let rate = (velocity[1][row] - velocity[0][row]) / (2.0 * h);
        let [k, b, i, _] = d.efc.efc_KBIP[row];
        let spring = -b * d.efc.efc_vel[row] - k * i * d.efc.efc_pos[row];
        let correction = spring - d.efc.efc_aref[row];
        assert!(
            (rate - correction).abs() < 1e-6,
            "{row} {rate} {correction}"
        );
    }
}

#[test]
fn products_agree_with_the_dense_matrix() {
    let (m, d) = tied();
    let nv = m.size.nv;
    let dense = jacobian::dense(&d.efc, nv);
    let rows = d.efc.efc_type.len();
    let x: Vec<f64> = (0..nv).map(|i| 1.0 - 0.3 * i as f64).collect();
    let f: Vec<f64> = (0..rows).map(|i| 0.5 + 0.1 * i as f64).collect();
    let (mut y, mut z) = (vec![0.0; rows], vec![0.0; nv]);
    constraint::mul_jac_vec(&d.efc, &x, &mut y);
    constraint::mul_jac_t_vec(&d.efc, &f, &mut z);
    for r in 0..rows {
        let expected: f64 = (0..nv).map(|c| dense[r * nv + c] * x[c]).sum();
        assert!((y[r] - expected).abs() < 1e-12);
    }
    for c in 0..nv {
        let expected: f64 = (0..rows).map(|r| dense[r * nv + c] * f[r]).sum();
        assert!((z[c] - expected).abs() < 1e-12);
    }
    let pattern = jacobian::sparse_pattern(&d.efc);
    for r in 0..rows {
        let start = pattern.rowadr[r] as usize;
        for k in start..start + pattern.rownnz[r] as usize {
            let column = pattern.colind[k] as usize;
            assert_eq!(d.efc.efc_J[k], dense[r * nv + column]);
        }
    }
}

const PILES: &str = "<mujoco>
  <option cone='CONE'/>
  <worldbody>
    <geom type='plane' size='5 5 0.1'/>
    <body pos='0 0 0.099'><freejoint/><geom type='box' size='0.1 0.1 0.1' condim='DIM'/></body>
    <body pos='2 0 5'><freejoint/><geom size='0.1'/></body>
    <body pos='0 0 0.298'><freejoint/><geom type='box' size='0.1 0.1 0.1' condim='DIM'/></body>
    <body pos='1 0 0.099'><freejoint/><geom size='0.1' condim='1'/></body>
  </worldbody>
</mujoco>";

#[test]
fn islands_are_what_touches() {
    let m = Model::from_xml_str(&PILES.replace("CONE", "pyramidal").replace("DIM", "3")).unwrap();
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    let islands = &d.island;
    assert_eq!(islands.nisland, 2);
    assert_eq!(islands.tree_island, [0, -1, 0, 1]);
    assert_eq!(islands.island_ntree, [2, 1]);
    assert_eq!(islands.map_itree2tree, [0, 2, 3, 1]);
    assert_eq!(islands.island_nv, [12, 6]);
    assert_eq!(islands.nidof, 18);
    assert_eq!(
        islands.map_dof2idof[6..18],
        [18, 19, 20, 21, 22, 23, 6, 7, 8, 9, 10, 11]
    );
    for (row, &place) in islands.map_efc2iefc.iter().enumerate() {
        assert_eq!(islands.map_iefc2efc[place as usize], row as i32);
    }
    let total: i32 = islands.island_nefc.iter().sum();
    assert_eq!(total as usize, d.efc.efc_type.len());
}

#[test]
fn pyramids_are_made_of_the_axes_of_cones() {
    for dim in [3, 4, 6] {
        let load = |cone: &str| {
            let text = PILES.replace("CONE", cone).replace("DIM", &dim.to_string());
            let m = Model::from_xml_str(&text).unwrap();
            let mut d = Data::new(&m);
            forward(&m, &mut d);
            let dense = jacobian::dense(&d.efc, m.size.nv);
            (m.size.nv, d, dense)
        };
        let (nv, cone, axes) = load("elliptic");
        let (_, pyramid, edges) = load("pyramidal");
        assert_eq!(cone.contact.len(), pyramid.contact.len());
        for (a, b) in cone.contact.iter().zip(&pyramid.contact) {
            assert_eq!(a.dim, b.dim);
            let (first, other) = (a.efc_address as usize, b.efc_address as usize);
            for k in 1..a.dim as usize {
                for c in 0..nv {
                    let normal = axes[first * nv + c];
                    let part = a.friction[k - 1] * axes[(first + k) * nv + c];
                    let row = other + 2 * (k - 1);
                    assert!((edges[row * nv + c] - normal - part).abs() < 1e-14);
                    assert!((edges[(row + 1) * nv + c] - normal + part).abs() < 1e-14);
                }
            }
        }
    }
}

#[test]
fn inverse_dynamics_explains_forward_dynamics() {
    let (m, mut d) = tied();
    for (i, f) in d.input.qfrc_applied.iter_mut().enumerate() {
        *f = 0.1 * i as f64 - 0.3;
    }
    forward(&m, &mut d);
    let applied = d.input.qfrc_applied.clone();
    let constraint = d.force.qfrc_constraint.clone();
    inverse(&m, &mut d, &mut Hooks::default()).unwrap();
    let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-6);
    assert!(close(&d.force.qfrc_inverse, &applied));
    assert!(close(&d.force.qfrc_constraint, &constraint));
}

#[test]
fn discrete_inverse_dynamics_explains_steps() {
    for integrator in ["Euler", "implicit", "implicitfast"] {
        let option =
            format!("<option integrator='{integrator}'><flag invdiscrete='enable'/></option>");
        let text = TIED
            .replace("<option gravity='0 0 -9.81'/>", &option)
            .replace("type='ball'", "type='ball' damping='0.4'")
            .replace("name='a'", "name='a' damping='0.3'");
        let m = Model::from_xml_str(&text).unwrap();
        let mut d = Data::new(&m);
        for (i, f) in d.input.qfrc_applied.iter_mut().enumerate() {
            *f = 0.1 * i as f64 - 0.3;
            d.state.qvel[i] = 0.2 * i as f64 - 1.0;
        }
        let (start, applied) = (d.clone(), d.input.qfrc_applied.clone());
        step(&m, &mut d);
        let mut back = start.clone();
        for (i, a) in back.acc.qacc.iter_mut().enumerate() {
            *a = (d.state.qvel[i] - start.state.qvel[i]) / m.opt.timestep;
        }
        inverse(&m, &mut back, &mut Hooks::default()).unwrap();
        for (x, y) in back.force.qfrc_inverse.iter().zip(&applied) {
            assert!((x - y).abs() < 1e-5, "{integrator} {x} {y}");
        }
    }
    let text = TIED.replace(
        "<option gravity='0 0 -9.81'/>",
        "<option integrator='RK4'><flag invdiscrete='enable'/></option>",
    );
    let m = Model::from_xml_str(&text).unwrap();
    let mut d = Data::new(&m);
    assert!(inverse(&m, &mut d, &mut Hooks::default()).is_err());
}

#[test]
fn what_blows_up_is_named() {
    let m = Model::from_xml_str(
        "<mujoco><worldbody>
           <body><freejoint/><geom size='0.1'/></body>
           <body name='cart' pos='0 2 0'>
             <joint name='rail' type='slide' range='0 1' limited='true'/><geom size='0.1'/>
           </body>
         </worldbody></mujoco>",
    )
    .unwrap();
    let mut d = Data::new(&m);
    d.state.qpos[7] = -0.1;
    d.input.qfrc_applied[6] = -1e20;
    step(&m, &mut d);
    let diagnosis = d.stats.diagnosis.unwrap();
    assert_eq!(diagnosis.dof, 6);
    assert!(diagnosis.value.abs() > 1e10);
    let text = diagnosis.describe(&m);
    assert!(text.contains("joint 'rail' of body 'cart'"), "{text}");
    assert!(text.contains("the limit of joint 'rail'"), "{text}");
    assert_eq!(d.stats.warning[5].number, 1);
}

/// A ball in the floor and an arm that a connect holds far from where it is.
fn explosion(ball: &str, equality: &str) -> (Model, String) {
    let text = format!(
        "<mujoco><option timestep='0.005'/><worldbody>
           <geom name='floor' type='plane' size='3 3 1'/>
           <body name='ball' pos='0 0 0.05'><freejoint name='free'/><geom name='round' size='0.1' {ball}/></body>
           <body name='arm' pos='1 0 1'><joint name='hinge' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0.3 0 0' size='0.02'/></body>
         </worldbody>{equality}</mujoco>"
    );
    let m = Model::from_xml_str(&text).unwrap();
    let mut d = Data::new(&m);
    d.state.qpos[7] = 0.4;
    step(&m, &mut d);
    assert_eq!(d.stats.warning[5].number, 1);
    let text = d.stats.diagnosis.unwrap().describe(&m);
    (m, text)
}

#[test]
fn a_contact_that_explodes_is_named() {
    let (_, text) = explosion("solref='-1e14 0'", "");
    for part in [
        "joint 'free' of body 'ball'",
        "the contact between geom 'floor' and geom 'round'",
        "overlap by 5.0e-2",
        "timestep",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn an_equality_that_explodes_is_named() {
    let (_, text) = explosion(
        "contype='0' conaffinity='0'",
        "<equality><connect name='rope' body1='arm' anchor='0.3 0 0' solref='-1e16 0'/></equality>",
    );
    for part in [
        "joint 'hinge' of body 'arm'",
        "equality 'rope'",
        "soften its solref",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn trees_that_cannot_start_asleep_are_named() {
    let text = |other: &str| {
        format!(
            "<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='3 3 1'/>
               <body name='a' pos='0 0 0.099' sleep='init'><freejoint/><geom type='box' size='0.1 0.1 0.1'/></body>
               <body name='b' pos='0 0 0.299' {other}><freejoint/><geom type='box' size='0.1 0.1 0.1'/></body>
               <body name='c' pos='1 0 0.099' sleep='init'><freejoint/><geom type='box' size='0.1 0.1 0.1'/></body>
             </worldbody></mujoco>"
        )
    };
    let m = Model::from_xml_str(&text("")).unwrap();
    let unslept = Data::new(&m).stats.unslept.unwrap();
    assert_eq!((unslept.wanted, unslept.slept, unslept.body), (2, 1, 1));
    assert!(unslept.describe(&m).contains("'a'"));
    let m = Model::from_xml_str(&text("sleep='init'")).unwrap();
    let d = Data::new(&m);
    assert_eq!(d.stats.unslept, None);
    assert_eq!(d.sleep.tree_asleep, [1, 0, 2]);
}

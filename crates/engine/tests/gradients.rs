//! Jacobians against differences along every degree of freedom, and the inertia matrix against kinetic energy.

mod common;

use ligament_engine::forward::single;
use ligament_engine::{Data, SetConstOptions, joint, setconst, stage, workspace};
use ligament_model::Model;

/// The mechanism with its constants, away from its reference configuration.
fn posed() -> (Model, Data) {
    let mut m = common::arm();
    let mut data = Data::new(&m);
    setconst(&mut m, &mut data, &SetConstOptions::compiling());
    joint::integrate_pos(&m, &mut data.state.qpos, &[0.05, -0.1, 0.1, 2.2, 0.1], 1.0);
    positions(&m, &mut data);
    (m, data)
}

fn positions(m: &Model, d: &mut Data) {
    single::kinematics(m, d);
    single::com_pos(m, d);
    workspace::with(m, |w| single::tendon(m, d, w));
    workspace::with(m, |w| single::transmission(m, d, w));
    single::make_m(m, d);
    single::factor_m(m, d);
}

/// The data a small step before and after along one degree of freedom.
fn around(m: &Model, d: &Data, dof: usize, h: f64) -> [Data; 2] {
    [-h, h].map(|step| {
        let mut moved = d.clone();
        let mut v = vec![0.0; m.size.nv];
        v[dof] = 1.0;
        joint::integrate_pos(m, &mut moved.state.qpos, &v, step);
        positions(m, &mut moved);
        moved
    })
}

#[test]
fn tendon_jacobians_are_gradients() {
    let (m, d) = posed();
    assert_eq!(d.path.ten_wrapnum[0], 4, "the tendon touches the sphere");
    for dof in 0..m.size.nv {
        let [a, b] = around(&m, &d, dof, 1e-6);
        for tendon in 0..m.size.ntendon {
            let expected = (b.path.ten_length[tendon] - a.path.ten_length[tendon]) / 2e-6;
            let entry = m
                .tendon_entries(tendon)
                .find(|&k| m.tendon.J_colind[k] == dof as i32);
            let got = entry.map_or(0.0, |k| d.path.ten_J[k]);
            assert!((got - expected).abs() < 1e-8, "tendon {tendon} dof {dof}");
        }
    }
}

#[test]
fn moments_are_gradients() {
    let (m, d) = posed();
    for dof in 0..m.size.nv {
        let [a, b] = around(&m, &d, dof, 1e-6);
        // the moment of a rotation between sites is a torque, not the gradient of the rotation vector
        for output in [0, 1, 3] {
            let length = |d: &Data| d.path.actuator_length[output];
            let start = d.path.moment_rowadr[output] as usize;
            let mut row = start..start + d.path.moment_rownnz[output] as usize;
            let entry = row.find(|&k| d.path.moment_colind[k] == dof as i32);
            let got = entry.map_or(0.0, |k| d.path.actuator_moment[k]);
            let expected = (length(&b) - length(&a)) / 2e-6;
            assert!((got - expected).abs() < 1e-8, "output {output} dof {dof}");
        }
    }
}

#[test]
fn inertia_is_twice_the_kinetic_energy() {
    let (m, d) = posed();
    let v = [0.3, -0.7, 0.2, 1.1, -0.4];
    let pattern = m.inertia_pattern();
    let mut mv = vec![0.0; m.size.nv];
    ligament_math::sparse::mul_symmetric(pattern, &d.inertia.M, &v, &mut mv);
    let quadratic: f64 = v.iter().zip(&mv).map(|(a, b)| a * b).sum();

    let mut energy = 0.0;
    for body in 1..m.size.nbody {
        let mut motion = ligament_math::Motion::ZERO;
        for dof in m.dof_chain(body) {
            motion += d.pose.cdof[dof] * v[dof];
        }
        energy += d.pose.cinert[body].mul(motion).dot(motion);
    }
    energy += v[..3].iter().map(|v| 0.01 * v * v).sum::<f64>();
    // the armature of the fixed tendon acts within trees only
    energy += 0.05 * (4.0 * v[3] * v[3] + v[4] * v[4]);
    assert!((quadratic - energy).abs() < 1e-13);

    let mut x = mv;
    stage::solve_m(&m, &d.inertia, &mut x);
    assert!(x.iter().zip(&v).all(|(a, b)| (a - b).abs() < 1e-12));
}

//! Solvers on whole models: islands against one problem, all solvers against each other.

use ligament::model::enums::{DisableFlags, Solver};
use ligament::prelude::*;

/// Bodies that fall on the floor and on each other, in several islands, with one that touches nothing.
const HEAP: &str = "<mujoco>
  <option tolerance='1e-12' iterations='500' cone='CONE'/>
  <worldbody>
    <geom type='plane' size='5 5 1'/>
    <body pos='0 0 0.099'><freejoint/><geom type='box' size='0.1 0.1 0.1'/></body>
    <body pos='0.05 0 0.297'><freejoint/><geom type='box' size='0.1 0.1 0.1' friction='0.2'/></body>
    <body pos='1 0 0.048'><freejoint/><geom size='0.05'/></body>
    <body pos='2 0 0.5' euler='0 70 0'>
      <joint axis='0 1 0' range='-20 10' limited='true' frictionloss='0.1' damping='0.1'/>
      <geom type='capsule' fromto='0 0 0 0.3 0 0' size='0.04'/>
      <body pos='0.3 0 0'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0.3 0 0' size='0.04'/></body>
    </body>
    <body pos='3 0 3'><freejoint/><geom size='0.05'/></body>
  </worldbody>
</mujoco>";

fn solved(cone: &str, disable: i32, solver: Solver) -> (usize, Vec<f64>, Vec<f64>) {
    let mut m = Model::from_xml_str(&HEAP.replace("CONE", cone)).expect("a valid model");
    m.opt.disableflags |= disable;
    m.opt.solver = solver.into();
    let mut d = Data::new(&m);
    for (i, v) in d.state.qvel.iter_mut().enumerate() {
        *v = 0.3 * (1.7 * i as f64).sin();
    }
    forward(&m, &mut d);
    (
        d.island.nisland,
        d.acc.qacc.clone(),
        d.efc.efc_force.clone(),
    )
}

fn close(a: &[f64], b: &[f64], tolerance: f64) -> bool {
    let size = a.iter().fold(1.0, |s: f64, x| s.max(x.abs()));
    a.len() == b.len()
        && a.iter()
            .zip(b)
            .all(|(a, b)| (a - b).abs() < tolerance * size)
}

#[test]
fn islands_give_what_the_whole_gives() {
    for cone in ["pyramidal", "elliptic"] {
        let island_flag = DisableFlags::ISLAND.0;
        let (count, qacc, force) = solved(cone, 0, Solver::Newton);
        let (none, whole_qacc, whole_force) = solved(cone, island_flag, Solver::Newton);
        assert!(count > 1 && none == 0, "{count} {none}");
        assert!(!force.is_empty());
        assert!(close(&qacc, &whole_qacc, 1e-6));
        assert!(close(&force, &whole_force, 1e-5));
    }
}

#[test]
fn solvers_agree_on_a_heap() {
    let (_, newton, _) = solved("pyramidal", 0, Solver::Newton);
    for solver in [Solver::Cg, Solver::Pgs] {
        let (_, qacc, _) = solved("pyramidal", 0, solver);
        assert!(close(&newton, &qacc, 1e-3), "{newton:?} {qacc:?}");
    }
}

/// Remembered contact forces are a better start, and lead to the same motion.
#[test]
fn remembered_contact_forces_save_iterations() {
    let text = |option: &str| {
        format!(
            "<mujoco><option solver='PGS' tolerance='1e-10' iterations='1000' {option}/><worldbody>
               <geom type='plane' size='5 5 0.1'/>
               <body pos='0 0 0.12' euler='3 5 7'><freejoint/><geom type='box' size='0.1 0.12 0.1'/></body>
               <body pos='0 0.02 0.35'><freejoint/><geom type='box' size='0.1 0.1 0.1'/></body>
             </worldbody></mujoco>"
        )
    };
    let follow = |option: &str| {
        let m = Model::from_xml_str(&text(option)).unwrap();
        let mut d = Data::new(&m);
        let mut iterations = 0;
        for _ in 0..400 {
            step(&m, &mut d);
            iterations += d.stats.solver_niter.iter().sum::<i32>();
        }
        (iterations, d.state.qpos)
    };
    let (plain, a) = follow("");
    let (remembered, b) = follow("contactmemory='true'");
    assert!(remembered < plain, "{remembered} {plain}");
    for (x, y) in a.iter().zip(&b) {
        assert!((x - y).abs() < 1e-4, "{x} {y}");
    }
}

/// Two boxes that a spring couples, and a ball of its own: springs unite trees only where they become part of the inertia.
#[test]
fn couplings_unite_islands_and_change_nothing_else() {
    let text = |option: &str| {
        format!(
            "<mujoco><option tolerance='1e-14' iterations='500' {option}/><worldbody>
               <geom type='plane' size='5 5 1'/>
               <body pos='0 0 0.098'><freejoint/><geom type='box' size='0.1 0.1 0.1'/><site name='a'/></body>
               <body pos='1 0 0.098'><freejoint/><geom type='box' size='0.1 0.1 0.1'/><site name='b'/></body>
               <body pos='2 0 0.099'><freejoint/><geom size='0.1'/></body>
             </worldbody><tendon>
               <spatial name='t' stiffness='900' damping='3' springlength='0.7'><site site='a'/><site site='b'/></spatial>
             </tendon></mujoco>"
        )
    };
    let islands = |option: &str| {
        let m = Model::from_xml_str(&text(option)).unwrap();
        let mut d = Data::new(&m);
        forward(&m, &mut d);
        d.island.tree_island
    };
    assert_eq!(islands(""), [0, 1, 2]);
    assert_eq!(islands("integrator='discrete' solver='PGS'"), [0, 1, 2]);
    for solver in ["Newton", "CG"] {
        let option = format!("integrator='discrete' solver='{solver}'");
        assert_eq!(islands(&option), [0, 0, 1]);
        let mut m = Model::from_xml_str(&text(&option)).unwrap();
        let mut d = Data::new(&m);
        for _ in 0..20 {
            step(&m, &mut d);
        }
        let mut whole = d.clone();
        forward(&m, &mut d);
        m.opt.disableflags |= DisableFlags::ISLAND.0;
        forward(&m, &mut whole);
        for (x, y) in d.acc.qacc.iter().zip(&whole.acc.qacc) {
            assert!((x - y).abs() < 1e-6, "{solver} {x} {y}");
        }
    }
}

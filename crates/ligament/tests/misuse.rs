//! Misuse from Rust: data of another model, indices that lead nowhere, worlds that outgrow their memory, stages out of order.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ligament::engine::data::Warning;
use ligament::engine::{Hooks, forward, step, workspace};
use ligament::prelude::*;

const BALL: &str =
    "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>";

fn pile(bodies: usize) -> Model {
    let body = "<body><freejoint/><geom size='.1'/></body>".repeat(bodies);
    Model::from_xml_str(&format!("<mujoco><worldbody>{body}</worldbody></mujoco>")).unwrap()
}

#[test]
fn data_of_another_model_is_named() {
    let (m, other) = (
        Model::from_xml_str(BALL).unwrap(),
        common::own("everything"),
    );
    let mut d = Data::new(&m);
    assert!(d.fits(&m).is_ok());
    let why = d.fits(&other).unwrap_err();
    assert_eq!((why.size, why.data, why.model), ("nq", 7, other.size.nq));
    let panic = catch_unwind(AssertUnwindSafe(|| step(&other, &mut d))).unwrap_err();
    let text = panic.downcast_ref::<String>().unwrap();
    assert!(text.contains("made for another model"), "{text}");
}

#[test]
fn indices_that_lead_nowhere_are_named() {
    let mut m = common::own("everything");
    assert!(m.validate().is_ok());
    m.jnt.dofadr[0] = 1_000_000_000;
    let why = m.validate().unwrap_err().to_string();
    assert!(why.contains("row 0 of 'jnt_dofadr'"), "{why}");
}

#[test]
fn contacts_beyond_the_memory_of_a_world_are_left_out() {
    let m = pile(60);
    let mut d = Data::new(&m);
    step(&m, &mut d);
    assert_eq!((d.contact.len(), d.efc.efc_type.len()), (1770, 7080));
    assert!(d.stats.warning.iter().all(|w| w.number == 0));
    let mut small = Data::new(&m);
    small.memory_limit = 1 << 20;
    step(&m, &mut small);
    assert!(small.contact.len() < 1000 && !small.contact.is_empty());
    assert!(small.efc.efc_type.len() < 4 * small.contact.len());
    for warning in [Warning::ContactFull, Warning::ConstraintFull] {
        assert!(small.stats.warning[warning as usize].number > 0);
    }
    assert!(small.state.qpos.iter().all(|x| x.is_finite()));
}

#[test]
fn rows_without_references_are_solved_by_islands() {
    let text = "<mujoco><worldbody><geom type='plane' size='5 5 .1'/>
        <body pos='0 0 .09'><freejoint/><geom size='.1'/></body>
        <body pos='1 0 .09'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
    let m = Model::from_xml_str(text).unwrap();
    let mut d = Data::new(&m);
    workspace::with(&m, |w| {
        forward::fwd_position(&m, &mut d, w, &mut Hooks::default());
        assert_eq!((d.island.nisland, d.efc.efc_type.len()), (2, 8));
        forward::fwd_constraint(&m, &mut d, w);
        assert!(d.acc.qacc.iter().all(|a| *a == 0.0));
        forward::forward_in(&m, &mut d, w, &mut Hooks::default());
        let (forces, accelerations) = (d.efc.efc_force.clone(), d.acc.qacc.clone());
        // contacts found anew take rows and islands with them; numbers of the same rows stay
        forward::collision(&m, &mut d, w, &mut Hooks::default());
        assert_eq!((d.island.nisland, d.efc.efc_type.len()), (0, 0));
        forward::make_constraint(&m, &mut d, w);
        assert_eq!(d.efc.efc_force, forces);
        forward::fwd_constraint(&m, &mut d, w);
        for (a, b) in d.acc.qacc.iter().zip(&accelerations) {
            assert!((a - b).abs() < 1e-9);
        }
    });
}

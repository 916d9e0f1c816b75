//! Speculative contacts: fast geoms do not pass through thin ones.

use ligament::model::enums::{DisableFlags, EnableFlags, Integrator};
use ligament::prelude::*;

/// A wall of two centimetres, and a body that flies towards it at fifty centimetres per step.
const BULLET: &str = r#"
<mujoco>
  <option timestep=".01" gravity="0 0 0"><flag speculative="enable"/></option>
  <asset><mesh name="m" vertex=".02 .02 .02 -.02 .02 .02 .02 -.02 .02 -.02 -.02 .02 .03 .02 -.02 -.02 .02 -.02 .02 -.02 -.02 -.02 -.02 -.02"/></asset>
  <worldbody>
    <geom name="wall" type="box" size=".01 1 1"/>
    OBSTACLE
    <body pos=".31 .03 .02"><freejoint/><geom name="bullet" SHAPE mass=".1"/></body>
  </worldbody>
  <keyframe><key qvel="-50 1 0 0 0 0"/></keyframe>
</mujoco>
"#;

const SHAPES: [&str; 6] = [
    "type='sphere' size='.02'",
    "type='capsule' size='.01 .03'",
    "type='ellipsoid' size='.02 .015 .03'",
    "type='cylinder' size='.02 .01'",
    "type='box' size='.02 .015 .01'",
    "type='mesh' mesh='m'",
];

/// A blade that turns by two thirds of a radian per step, over a ball that it sweeps across.
const BLADE: &str = r#"
<mujoco>
  <option timestep=".01" gravity="0 0 0"><flag speculative="enable"/></option>
  <worldbody>
    <body><joint axis="0 0 1"/><geom type="box" size=".25 .005 .05" pos=".25 0 0" mass="1"/></body>
    <body pos=".35 .15 0"><freejoint/><geom type="sphere" size=".02" mass=".01"/></body>
  </worldbody>
  <keyframe><key qvel="66 0 0 0 0 0 0"/></keyframe>
</mujoco>
"#;

fn model(text: &str) -> Model {
    Model::from_xml_str(text).expect("the model compiles")
}

fn bullet(shape: &str, obstacle: &str) -> Model {
    model(&BULLET.replace("SHAPE", shape).replace("OBSTACLE", obstacle))
}

/// The data at the start.
fn start(m: &Model) -> Data {
    let mut d = Data::new(m);
    d.reset_key(m, 0);
    d
}

fn switch_off(m: &mut Model) {
    m.opt.enableflags &= !EnableFlags::SPECULATIVE.0;
}

/// The contacts at the start: geoms and distances.
fn contacts(m: &Model) -> Vec<([i32; 2], f64)> {
    let mut d = start(m);
    forward(m, &mut d);
    d.contact.iter().map(|c| (c.geom, c.dist)).collect()
}

#[test]
fn a_bullet_is_stopped_by_a_thin_wall() {
    for shape in SHAPES {
        let mut m = bullet(shape, "");
        for speculative in [true, false] {
            if !speculative {
                switch_off(&mut m);
            }
            let mut d = start(&m);
            for _ in 0..20 {
                step(&m, &mut d);
            }
            let x = d.state.qpos[0];
            assert_eq!(x > 0.0, speculative, "{shape}: {x}");
        }
    }
}

#[test]
fn the_first_step_ends_at_the_wall() {
    let m = bullet(SHAPES[0], "");
    let mut d = start(&m);
    step(&m, &mut d);
    assert_eq!(d.contact.len(), 1);
    let contact = &d.contact[0];
    assert_eq!(contact.exclude, 0);
    // the surface of the wall is at .01, the radius of the ball .02
    assert!((d.state.qpos[0] - 0.03).abs() < 0.01, "{}", d.state.qpos[0]);
    assert!(contact.frame[0].abs() > 0.999);
    // the flight takes away nothing from the velocity along the wall but friction
    assert!(d.state.qvel[0].abs() < 50.0);
}

#[test]
fn integrators_of_one_stage_stop_a_bullet() {
    for integrator in [
        Integrator::Euler,
        Integrator::Implicit,
        Integrator::ImplicitFast,
        Integrator::Discrete,
    ] {
        let mut m = bullet(SHAPES[4], "");
        m.opt.integrator = integrator.into();
        let mut d = start(&m);
        for _ in 0..20 {
            step(&m, &mut d);
        }
        assert!(d.state.qpos[0] > 0.0, "{integrator:?}");
    }
}

#[test]
fn a_hidden_contact_is_dropped() {
    let seen = contacts(&bullet(SHAPES[0], ""));
    assert_eq!(seen.len(), 1);
    // a second wall in front of the first
    let m = bullet(
        SHAPES[0],
        "<geom name='front' type='box' pos='.15 0 0' size='.01 1 1'/>",
    );
    let hit: Vec<_> = contacts(&m).iter().map(|(geom, _)| *geom).collect();
    assert_eq!(hit, [[2, 1]], "only the wall in front is met");
    // one that does not collide hides nothing
    let m = bullet(
        SHAPES[0],
        "<geom type='box' pos='.15 0 0' size='.01 1 1' contype='0' conaffinity='0'/>",
    );
    let hit: Vec<_> = contacts(&m).iter().map(|(geom, _)| *geom).collect();
    assert_eq!(hit, [[2, 0]]);
}

#[test]
fn a_spinning_blade_meets_what_it_sweeps_across() {
    let mut m = model(BLADE);
    let mut d = start(&m);
    step(&m, &mut d);
    assert!(!d.contact.is_empty());
    for _ in 0..3 {
        step(&m, &mut d);
    }
    let speed = d.state.qvel[1..4].iter().map(|v| v * v).sum::<f64>().sqrt();
    assert!(speed > 1.0, "the ball is not hit: {speed}");
    switch_off(&mut m);
    let mut d = start(&m);
    for _ in 0..4 {
        step(&m, &mut d);
    }
    assert_eq!(&d.state.qvel[1..4], &[0.0; 3]);
}

#[test]
fn the_flag_can_be_switched_between_steps() {
    let mut m = bullet(SHAPES[0], "");
    switch_off(&mut m);
    let mut d = start(&m);
    forward(&m, &mut d);
    assert!(d.contact.is_empty());
    m.opt.enableflags |= EnableFlags::SPECULATIVE.0;
    forward(&m, &mut d);
    assert_eq!(d.contact.len(), 1);
    switch_off(&mut m);
    forward(&m, &mut d);
    assert!(d.contact.is_empty());
}

#[test]
fn the_older_convex_routine_has_no_speculative_contacts() {
    let mut m = bullet(SHAPES[0], "");
    m.opt.disableflags |= DisableFlags::NATIVECCD.0;
    assert!(contacts(&m).is_empty());
}

#[test]
fn slow_geoms_are_not_affected() {
    let text = BULLET
        .replace("SHAPE", SHAPES[4])
        .replace("OBSTACLE", "<geom type='plane' size='1 1 .1' pos='0 0 0'/>")
        .replace("gravity=\"0 0 0\"", "")
        .replace("-50 1 0", "-.5 .1 0");
    let with = model(&text);
    let mut without = with.clone();
    switch_off(&mut without);
    let (mut a, mut b) = (start(&with), start(&without));
    for _ in 0..40 {
        step(&with, &mut a);
        step(&without, &mut b);
        assert_eq!(a.state.qpos, b.state.qpos);
        assert_eq!(a.state.qvel, b.state.qvel);
    }
    assert!(!a.contact.is_empty(), "the box lies on the floor");
}

#[test]
fn steps_are_reproducible() {
    for text in [
        BULLET.replace("SHAPE", SHAPES[5]).replace("OBSTACLE", ""),
        BLADE.into(),
    ] {
        let m = model(&text);
        let (mut a, mut b) = (start(&m), start(&m));
        for _ in 0..10 {
            step(&m, &mut a);
        }
        for _ in 0..10 {
            step(&m, &mut b);
            let _ = b.clone();
        }
        assert_eq!(a.state.qpos, b.state.qpos);
        assert_eq!(a.contact.len(), b.contact.len());
    }
}

//! Stepping allocates nothing, once arrays of contacts and constraint rows have grown to their size.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::path::{Path, PathBuf};

use ligament::model::enums::{Integrator, Solver};
use ligament::prelude::*;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, which counts what this thread asks for.
struct Counting;

#[allow(
    unsafe_code,
    reason = "an allocator cannot be written without; it hands everything to the system's"
)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are those that the system's allocator asks for
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: as above
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bodies that fall on one another, springs, tendons and actuators.
const PILE: &str = r#"
<mujoco>
  <option density="1.2" viscosity="1e-4"/>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="0 .05 .5"><freejoint/><geom type="capsule" size=".05 .1"/></body>
    <body pos="0 0 .9"><freejoint/><geom type="ellipsoid" size=".1 .08 .06" fluidshape="ellipsoid"/></body>
    <body pos=".5 0 .5">
      <joint name="a" axis="0 1 0" damping=".1" stiffness="1" range="-30 30" frictionloss=".01"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
      <site name="s" pos=".3 0 0"/>
      <body pos=".3 0 0">
        <joint name="b" type="ball" damping=".1"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .2 0 -.1"/>
      </body>
    </body>
    <site name="w" pos=".5 0 1"/>
  </worldbody>
  <tendon>
    <spatial name="t" stiffness="5" damping=".2" springlength=".3"><site site="w"/><site site="s"/></spatial>
  </tendon>
  <actuator>
    <position joint="a" kp="5" kv=".1"/>
    <muscle tendon="t" lengthrange=".3 .9"/>
  </actuator>
  <sensor><accelerometer site="s"/><jointpos joint="a"/><touch site="s"/></sensor>
</mujoco>
"#;

/// How many times some steps ask for memory when they are taken for the second time.
fn allocations(m: &Model, steps: usize) -> usize {
    let mut d = Data::new(m);
    for _ in 0..steps {
        step(m, &mut d);
    }
    d.reset(m);
    let before = COUNT.with(Cell::get);
    for _ in 0..steps {
        step(m, &mut d);
    }
    COUNT.with(Cell::get) - before
}

#[test]
fn stepping_allocates_nothing() {
    let mut m = Model::from_xml_str(PILE).expect("the model compiles");
    for integrator in [
        Integrator::Euler,
        Integrator::Rk4,
        Integrator::Implicit,
        Integrator::ImplicitFast,
        Integrator::Discrete,
        Integrator::SpringDamper,
    ] {
        for solver in [Solver::Newton, Solver::Cg, Solver::Pgs] {
            m.opt.integrator = integrator.into();
            m.opt.solver = solver.into();
            let found = allocations(&m, 150);
            assert_eq!(found, 0, "{integrator:?} {solver:?}");
        }
    }
}

/// Bodies that shoot across one another, with contacts that are found ahead.
const SHOTS: &str = r#"
<mujoco>
  <option timestep=".01"><flag speculative="enable"/></option>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <geom type="box" size=".01 1 1"/>
    <body pos=".4 0 .5"><freejoint/><geom type="box" size=".02 .03 .04"/><geom size=".01" pos="0 0 .1"/></body>
    <body pos=".4 .1 .6"><freejoint/><geom type="ellipsoid" size=".02 .03 .04"/></body>
    <body pos="-.3 0 .5"><joint axis="0 0 1"/><geom type="box" size=".2 .004 .05"/></body>
  </worldbody>
  <keyframe><key qvel="-60 3 -20 9 8 7 -50 -9 -40 1 2 3 70"/></keyframe>
</mujoco>
"#;

#[test]
fn speculative_contacts_allocate_nothing() {
    let m = Model::from_xml_str(SHOTS).expect("the model compiles");
    let mut d = Data::new(&m);
    let run = |d: &mut Data| {
        d.reset_key(&m, 0);
        let before = COUNT.with(Cell::get);
        for _ in 0..40 {
            step(&m, d);
        }
        COUNT.with(Cell::get) - before
    };
    run(&mut d);
    assert_eq!(run(&mut d), 0);
}

#[test]
fn test_models_allocate_nothing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/models");
    let files = std::fs::read_dir(folder).expect("the test models are there");
    for file in files.flatten().map(|entry| entry.path()) {
        if let Ok(m) = Model::from_xml_path(&file) {
            assert_eq!(allocations(&m, 80), 0, "{}", file.display());
        }
    }
}

/// Models that other projects made, where they lie beside the repository. Large ones would take long in a test;
/// `LIGAMENT_ALLOCATION_LIST` names a list of models, of whatever size, to use instead.
#[test]
fn shared_models_allocate_nothing() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let chosen = std::env::var_os("LIGAMENT_ALLOCATION_LIST").map(PathBuf::from);
    let most = if chosen.is_some() { usize::MAX } else { 60 };
    let list = chosen.unwrap_or_else(|| shared.join("core.txt"));
    let Ok(lines) = std::fs::read_to_string(&list) else {
        return;
    };
    let folder = list.parent().unwrap_or(&shared);
    let (mut models, mut found) = (0, Vec::new());
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match Model::from_xml_path(folder.join(line)) {
            Ok(m) if m.size.nv <= most => {
                models += 1;
                let count = allocations(&m, 40);
                if count > 0 {
                    found.push(format!("{line}: {count}"));
                }
            }
            _ => {}
        }
    }
    assert!(found.is_empty(), "of {models} models\n{}", found.join("\n"));
}

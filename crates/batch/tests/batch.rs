//! Worlds of a batch against single worlds, bit for bit.

use std::path::Path;

use ligament::engine::data::{StateBits, state_size};
use ligament::model::Scalar;
use ligament::prelude::*;
use ligament_batch::fields::find_field;
use ligament_batch::{Batch, BatchError, Noise, OnFault, Select, Start};

/// The repository's own models, by their file names.
const MODELS: [&str; 12] = [
    "actuators",
    "closed_loops",
    "discrete",
    "everything",
    "frames",
    "pendulums",
    "sensors",
    "settings",
    "shapes",
    "tendons",
    "static",
    "terrain",
];

fn own(name: &str) -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/models");
    Model::from_xml_path(folder.join(name).with_extension("xml")).expect("own models compile")
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|x| x.to_bits()).collect()
}

fn state(m: &Model, d: &Data) -> Vec<f64> {
    let mut out = vec![0.0; state_size(m, StateBits::INTEGRATION).expect("known")];
    d.get_state(m, &mut out, StateBits::INTEGRATION)
        .expect("the length is right");
    out
}

/// Controls of a world for a step: noise that is the same everywhere.
fn controls(world: usize, step: usize, count: usize) -> Vec<f64> {
    let mut noise = Noise::new(11, world as u64, step as u64);
    (0..count).map(|_| 0.5 * noise.both()).collect()
}

const NOISY: Start = Start {
    keyframe: None,
    position: 0.05,
    velocity: 0.1,
};

/// What a world of a batch must be after some calls.
fn alone(m: &Model, world: usize, seed: u64, calls: usize, steps: usize) -> Vec<f64> {
    let mut d = Data::new(m);
    NOISY.apply(m, &mut d, Noise::new(seed, world as u64, 1));
    for call in 0..calls {
        d.input.ctrl = controls(world, call, m.size.nu);
        (0..steps).for_each(|_| step(m, &mut d));
    }
    state(m, &d)
}

fn together(m: &Model, worlds: usize, threads: usize, calls: usize, steps: usize) -> Batch {
    let mut batch = Batch::new(m, worlds, threads).seed(5);
    batch
        .reset(Select::All, NOISY)
        .expect("there is nothing to refuse");
    for call in 0..calls {
        for world in 0..worlds {
            let numbers = controls(world, call, m.size.nu);
            batch
                .part_mut(world, StateBits::CTRL)
                .copy_from_slice(&numbers);
        }
        batch
            .step(Select::All, steps)
            .expect("all worlds can be simulated");
    }
    batch
}

#[test]
fn batches_have_the_bits_of_single_worlds() {
    for name in MODELS {
        let m = own(name);
        for threads in [1, 2, 4] {
            let batch = together(&m, 70, threads, 3, 7);
            for world in [0, 1, 31, 32, 69] {
                let row = &batch.rows()[world * batch.nstate()..(world + 1) * batch.nstate()];
                let expected = alone(&m, world, 5, 3, 7);
                assert_eq!(
                    bits(row),
                    bits(&expected),
                    "{name}, world {world}, {threads} threads"
                );
            }
        }
    }
}

#[test]
fn one_step_per_call_is_many_steps_per_call() {
    let m = own("everything");
    let (mut one, mut many) = (together(&m, 9, 2, 0, 0), together(&m, 9, 1, 0, 0));
    (0..20).for_each(|_| one.step(Select::All, 1).expect("sound"));
    many.step(Select::All, 20).expect("sound");
    assert_eq!(bits(one.rows()), bits(many.rows()));
}

#[test]
fn selected_worlds_move_and_others_do_not() {
    let m = own("pendulums");
    let mut batch = together(&m, 8, 2, 1, 2);
    let before = batch.rows().to_vec();
    batch.step(Select::Ids(&[2, 5]), 3).expect("they exist");
    let mut mask = [false; 8];
    mask[7] = true;
    batch.step(Select::Mask(&mask), 1).expect("the mask fits");
    for (world, (now, then)) in batch
        .rows()
        .chunks(batch.nstate())
        .zip(before.chunks(batch.nstate()))
        .enumerate()
    {
        assert_eq!(now != then, [2, 5, 7].contains(&world), "world {world}");
    }
    assert_eq!(
        batch.step(Select::Ids(&[8]), 1),
        Err(BatchError::NoWorld {
            world: 8,
            worlds: 8
        })
    );
    assert!(matches!(
        batch.step(Select::Mask(&[true]), 1),
        Err(BatchError::Length { .. })
    ));
    let start = Start {
        keyframe: Some(99),
        ..Start::default()
    };
    assert_eq!(
        batch.reset(Select::All, start),
        Err(BatchError::NoKeyframe(99))
    );
}

#[test]
fn episodes_can_be_replayed_alone() {
    let m = own("everything");
    let mut batch = together(&m, 40, 2, 1, 3);
    // worlds are reset at different times
    for round in 0..5_usize {
        let mask: Vec<bool> = (0..40).map(|world| (world + round) % 3 == 0).collect();
        batch.reset(Select::Mask(&mask), NOISY).expect("sound");
        batch.step(Select::All, 4).expect("sound");
    }
    batch.reset(Select::Ids(&[17]), NOISY).expect("sound");
    batch.step(Select::All, 6).expect("sound");
    let episode = batch.episode(17).expect("it exists");
    assert!(episode > 1);
    let mut d = Data::new(&m);
    NOISY.apply(&m, &mut d, Noise::new(5, 17, episode));
    (0..6).for_each(|_| step(&m, &mut d));
    let n = batch.nstate();
    assert_eq!(bits(&batch.rows()[17 * n..18 * n]), bits(&state(&m, &d)));
    let (model, data) = batch.world(17).expect("it exists");
    assert_eq!(bits(&state(&model, &data)), bits(&state(&m, &d)));
}

#[test]
fn rollouts_are_steps_with_inputs() {
    let m = own("actuators");
    let (worlds, steps, nu) = (6, 5, m.size.nu);
    let inputs: Vec<f64> = (0..worlds * steps)
        .flat_map(|i| controls(i / steps, i % steps, nu))
        .collect();
    let width = m.size.nq;
    let mut found = vec![0.0; worlds * steps * width];
    let mut batch = Batch::new(&m, worlds, 3);
    batch
        .rollout(
            steps,
            Some((StateBits::CTRL, &inputs)),
            &mut found,
            width,
            |seen, out| {
                out.copy_from_slice(&seen.data.state.qpos);
            },
        )
        .expect("the lengths are right");
    for world in 0..worlds {
        let mut d = Data::new(&m);
        for k in 0..steps {
            d.input.ctrl = controls(world, k, nu);
            step(&m, &mut d);
            let at = (world * steps + k) * width;
            assert_eq!(bits(&found[at..at + width]), bits(&d.state.qpos));
        }
    }
    let wrong = batch.rollout(
        steps,
        Some((StateBits::QPOS, &[])),
        &mut found,
        width,
        |_, _| {},
    );
    assert!(matches!(wrong, Err(BatchError::NotInput(_))));
}

/// Every field of floats, changed a little in every world, gives what a model with these numbers gives.
#[test]
fn fields_per_world_are_those_of_single_models() {
    for name in ["everything", "shapes", "actuators", "tendons", "sensors"] {
        let m = own(name);
        let mut names = vec![
            "opt.gravity".to_owned(),
            "opt.timestep".to_owned(),
            "opt.impratio".to_owned(),
        ];
        m.visit(&mut |field, column| {
            let asset = [
                "mesh_", "tex_", "hfield_", "skin_", "flex", "bvh_", "oct_", "key_", "efm0_",
            ];
            if column.scalar() == Scalar::F64
                && column.rows() > 0
                && !asset.iter().any(|a| field.name.starts_with(a))
            {
                names.push(field.name.to_owned());
            }
        });
        for field in &names {
            compare_field(&m, name, field);
        }
    }
}

fn compare_field(m: &Model, name: &str, field: &str) {
    let worlds = 3;
    let scale = |world: usize| 1.0 + 0.05 * world as f64;
    let mut batch = Batch::new(m, worlds, 2);
    let info = find_field(m, field).expect("it exists");
    let values = batch.expand(field).expect("it has floats");
    for (i, x) in values.iter_mut().enumerate() {
        *x *= scale(i / info.count);
        if field.ends_with("margin") || field.ends_with("gap") {
            *x += 0.01 * (i / info.count) as f64;
        }
    }
    let values = values.to_vec();
    batch.step(Select::All, 5).expect("floats lead nowhere");
    for world in 0..worlds {
        let mut model = m.clone();
        let row = &values[world * info.count..(world + 1) * info.count];
        let bytes: Vec<u8> = row.iter().flat_map(|x| x.to_le_bytes()).collect();
        let mut own = info;
        own.dependence = ligament::engine::prepared::Dependence::Every;
        ligament_batch::fields::write(&mut model, &own, &mut |column| {
            assert!(column.take(&bytes));
        });
        let mut d = Data::new(m);
        (0..5).for_each(|_| step(&model, &mut d));
        let n = batch.nstate();
        let row = &batch.rows()[world * n..(world + 1) * n];
        assert_eq!(
            bits(row),
            bits(&state(&model, &d)),
            "{name}: {field} of world {world}"
        );
    }
}

/// A model of a few bodies that can be driven to ruin.
const FRAGILE: &str = "<mujoco><option timestep='0.01'/><worldbody>
    <body><joint name='a' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/>
    <body pos='.3 0 0'><joint axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body></body></worldbody>
    <actuator><motor joint='a'/></actuator></mujoco>";

#[test]
fn faults_are_counted_named_and_stay_with_their_world() {
    let m = Model::from_xml_str(FRAGILE).expect("it compiles");
    for answer in [OnFault::AsStep, OnFault::Reset, OnFault::Freeze] {
        let mut batch = Batch::new(&m, 40, 2).seed(5).on_fault(answer);
        batch.reset(Select::All, NOISY).expect("sound");
        batch.part_mut(3, StateBits::QVEL)[0] = f64::INFINITY;
        batch.part_mut(33, StateBits::QPOS)[1] = f64::NAN;
        batch.step(Select::All, 4).expect("faults are no failures");
        let faults: Vec<u32> = batch.faults().collect();
        assert_eq!(faults.iter().sum::<u32>(), 2);
        assert_eq!((faults[3], faults[33]), (1, 1));
        let named: Vec<usize> = batch.last_faults().map(|fault| fault.world).collect();
        assert_eq!(named, [3, 33]);
        assert!(batch.last_faults().all(|fault| !fault.text.is_empty()));
        assert_eq!(batch.is_frozen(3), answer == OnFault::Freeze);
        assert_eq!(
            batch.episode(3),
            Some(if answer == OnFault::Reset { 2 } else { 1 })
        );
        let n = batch.nstate();
        if answer != OnFault::Freeze {
            assert!(batch.rows().iter().all(|x| x.is_finite()));
        }
        // neighbours do not notice
        for world in [2, 4, 32, 34] {
            let mut d = Data::new(&m);
            NOISY.apply(&m, &mut d, Noise::new(5, world as u64, 1));
            (0..4).for_each(|_| step(&m, &mut d));
            assert_eq!(
                bits(&batch.rows()[world * n..(world + 1) * n]),
                bits(&state(&m, &d))
            );
        }
        batch.reset(Select::Ids(&[3, 33]), NOISY).expect("sound");
        batch.step(Select::All, 1).expect("sound");
        assert!(!batch.is_frozen(3));
        assert!(batch.rows().iter().all(|x| x.is_finite()));
    }
}

#[test]
fn wild_inputs_leave_finite_worlds() {
    let m = own("everything");
    let mut batch = Batch::new(&m, 64, 2).on_fault(OnFault::Reset);
    let scales = [1.0, 1e3, 1e8, 1e300, f64::INFINITY, f64::NAN];
    for round in 0..30_u64 {
        for world in 0..64 {
            let mut noise = Noise::new(1, world as u64, round);
            let scale = scales[(noise.bits() % 6) as usize];
            batch
                .part_mut(world, StateBits::CTRL)
                .fill_with(|| scale * noise.both());
        }
        batch
            .step(Select::All, 3)
            .expect("bad numbers are no failures");
    }
    // one step under sane inputs finds what is left
    for world in 0..64 {
        batch.part_mut(world, StateBits::CTRL).fill(0.0);
    }
    batch.step(Select::All, 2).expect("sound");
    let (qpos, n) = (batch.part(StateBits::QPOS), batch.nstate());
    assert!(
        batch
            .rows()
            .chunks(n)
            .all(|row| row[qpos.clone()].iter().all(|x| x.is_finite()))
    );
}

#[test]
fn a_world_needs_little_memory() {
    let m = Model::from_xml_str(ligament::FIGURE).expect("it compiles");
    let batch = Batch::new(&m, 4, 1);
    assert!(
        batch.bytes_per_world() < 20_000,
        "{}",
        batch.bytes_per_world()
    );
}

#[test]
fn sleeping_worlds_keep_what_sleeps() {
    let m = Model::from_xml_str(
        "<mujoco><option sleep_tolerance='0.01' integrator='implicitfast' viscosity='10'><flag sleep='enable' gravity='disable'/></option>
         <worldbody><body><freejoint/><geom type='box' size='.1 .2 .3' mass='1'/></body></worldbody></mujoco>",
    )
    .expect("it compiles");
    let mut batch = Batch::new(&m, 6, 2);
    let mut singles: Vec<Data> = (0..6).map(|_| Data::new(&m)).collect();
    for (world, d) in singles.iter_mut().enumerate() {
        d.state.qvel.fill(0.1 * (world + 1) as f64);
        batch
            .part_mut(world, StateBits::QVEL)
            .fill(0.1 * (world + 1) as f64);
    }
    for _ in 0..50 {
        batch.step(Select::All, 10).expect("sound");
        singles
            .iter_mut()
            .for_each(|d| (0..10).for_each(|_| step(&m, d)));
    }
    assert!(singles.iter().any(|d| d.stats.ntree_awake < m.size.ntree));
    let n = batch.nstate();
    for (world, d) in singles.iter().enumerate() {
        assert_eq!(
            bits(&batch.rows()[world * n..(world + 1) * n]),
            bits(&state(&m, d))
        );
    }
}

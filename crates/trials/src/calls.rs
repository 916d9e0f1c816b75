//! States, and stages in any order.

use ligament::engine::data::{StateBits, state_size};
use ligament::engine::forward::{self as stages, sensors, single};
use ligament::engine::integrate::integrate;
use ligament::engine::{Hooks, Workspace, inverse, step as steps};
use ligament::prelude::*;

use crate::models::choose;

/// Numbers that states are made of beside ordinary ones.
const WILD: [f64; 12] = [
    0.0,
    -0.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN_POSITIVE,
    1e10,
    -1e6,
    1e-300,
    1e150,
    -1.0,
];

/// A number out of a byte: mostly ordinary, sometimes wild.
fn number(byte: u8) -> f64 {
    match byte {
        0..=199 => (f64::from(byte) - 100.0) / 50.0,
        _ => WILD[usize::from(byte) % WILD.len()],
    }
}

/// After a step, positions, velocities and accelerations are numbers, or a warning was counted. What the integration at the end of
/// a step makes is looked at when the next one begins.
pub fn check_numbers(m: &Model, d: &mut Data) {
    let finite = |x: &[f64]| x.iter().all(|x| x.is_finite());
    let good = |d: &Data| finite(&d.state.qpos) && finite(&d.state.qvel) && finite(&d.acc.qacc);
    let warned = |d: &Data| d.stats.warning.iter().any(|w| w.number > 0);
    if good(d) || warned(d) {
        return;
    }
    step(m, d);
    assert!(
        warned(d),
        "a number that is not finite, without a warning\n{:?}\n{:?}\n{:?}",
        d.state.qpos,
        d.state.qvel,
        d.acc.qacc
    );
}

fn state_of(m: &Model, d: &Data) -> Vec<f64> {
    let bits = StateBits::INTEGRATION;
    let mut out = vec![0.0; state_size(m, bits).expect("known bits")];
    d.get_state(m, &mut out, bits).expect("the size fits");
    out
}

/// The state of used data, set in it and in fresh data, gives the same bits.
fn check_fresh(m: &Model, used: &mut Data) {
    let state = state_of(m, used);
    if !state.iter().all(|x| x.is_finite()) {
        return;
    }
    let mut fresh = Data::new(m);
    for d in [&mut *used, &mut fresh] {
        d.set_state(m, &state, StateBits::INTEGRATION)
            .expect("the size fits");
        forward(m, d);
    }
    let same = |a: &[f64], b: &[f64], what: &str| {
        let bits = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert!(
            bits(a) == bits(b),
            "{what} differs between used and fresh data"
        );
    };
    same(&used.acc.qacc, &fresh.acc.qacc, "qacc");
    same(
        &used.sensor.sensordata,
        &fresh.sensor.sensordata,
        "sensordata",
    );
    same(
        &used.force.qfrc_constraint,
        &fresh.force.qfrc_constraint,
        "qfrc_constraint",
    );
    same(&used.force.qfrc_bias, &fresh.force.qfrc_bias, "qfrc_bias");
}

/// Writes numbers into the state, from a place on.
fn scatter(m: &Model, d: &mut Data, bytes: &[u8], from: usize) {
    let mut state = state_of(m, d);
    let n = state.len();
    for (i, &byte) in bytes.iter().enumerate() {
        if let Some(slot) = state.get_mut((from + i) % n.max(1)) {
            *slot = number(byte);
        }
    }
    d.set_state(m, &state, StateBits::INTEGRATION)
        .expect("the size fits");
}

/// The first byte chooses a model, the rest is its state; three steps follow.
pub fn state(input: &[u8]) {
    let Some((&first, numbers)) = input.split_first() else {
        return;
    };
    let m = choose(first);
    let mut d = Data::new(m);
    scatter(m, &mut d, numbers, 0);
    for _ in 0..3 {
        step(m, &mut d);
        check_numbers(m, &mut d);
    }
    check_fresh(m, &mut d);
}

/// Calls the stage that a number chooses.
fn call(m: &Model, d: &mut Data, w: &mut Workspace, h: &mut Hooks, which: u8) {
    match which % 40 {
        0 => stages::forward_in(m, d, w, h),
        1 => steps::step_in(m, d, w, h),
        2 => steps::step1(m, d, w, h),
        3 => steps::step2(m, d, w, h),
        4 => single::kinematics(m, d),
        5 => single::com_pos(m, d),
        6 => single::camlight(m, d),
        7 => single::tendon(m, d, w),
        8 => stages::fwd_kinematics(m, d, w),
        9 => single::transmission(m, d, w),
        10 => single::composite(m, d),
        11 => single::make_m(m, d),
        12 => single::factor_m(m, d),
        13 => single::com_vel(m, d),
        14 => single::reference(m, d),
        15 => single::find_islands(m, d, w),
        16 => d.reset_ctrl(m),
        17 => stages::collision(m, d, w, h),
        18 => stages::make_constraint(m, d, w),
        19 => stages::fwd_position(m, d, w, h),
        20 => stages::fwd_velocity(m, d, w, h),
        21 => stages::fwd_actuation(m, d, w, h),
        22 => stages::fwd_acceleration(m, d, w),
        23 => stages::fwd_constraint(m, d, w),
        24 => stages::passive_forces(m, d, w, h),
        25 => sensors::sensor_pos(m, d, w, h),
        26 => sensors::sensor_vel(m, d, w, h),
        27 => sensors::sensor_acc(m, d, w, h),
        28 => sensors::subtree_vel(m, d, w),
        29 => sensors::rne_post_constraint(m, d, w),
        30 => inverse::compare_forward(m, d, w, h),
        31 => inverse::inv_position(m, d, w, h),
        32 => inverse::inv_constraint(d, w),
        33 => stages::energy_pos(m, d),
        34 => stages::energy_vel(m, d),
        35 => steps::check_pos(m, d, w),
        36 => steps::check_acc(m, d, w, h),
        37 => d.reset(m),
        38 => integrate(m, d, w, h),
        _ => drop(inverse(m, d, h)),
    }
}

/// The first byte chooses a model; each further one a stage, or from 200 on numbers that are written into the state.
pub fn calls(input: &[u8]) {
    let Some((&first, sequence)) = input.split_first() else {
        return;
    };
    let m = choose(first);
    let (mut d, mut w) = (Data::new(m), Workspace::new(m));
    for (i, &which) in sequence.iter().enumerate().take(64) {
        if which >= 200 {
            let numbers = sequence.get(i + 1..).unwrap_or(&[]);
            scatter(
                m,
                &mut d,
                &numbers[..numbers.len().min(4)],
                usize::from(which) * 3,
            );
        } else {
            call(m, &mut d, &mut w, &mut Hooks::default(), which);
        }
    }
    step(m, &mut d);
    check_numbers(m, &mut d);
    check_fresh(m, &mut d);
}

/// What a function of the user does: stages, in working memory of its own, or wild numbers.
fn meddle(m: &Model, d: &mut Data, which: u8) {
    match which {
        0..=199 if which % 40 != 1 => {
            let w = &mut Workspace::new(m);
            call(m, d, w, &mut Hooks::default(), which);
        }
        _ => {
            for u in &mut d.input.ctrl {
                *u = number(which);
            }
            for f in &mut d.force.qfrc_passive {
                *f += number(which.wrapping_mul(7));
            }
        }
    }
}

/// The first byte chooses a model; the others what the functions of the user do during three steps.
pub fn callbacks(input: &[u8]) {
    let Some((&first, sequence)) = input.split_first() else {
        return;
    };
    let m = choose(first);
    let mut d = Data::new(m);
    let byte = |i: usize| sequence.get(i).copied().unwrap_or(0);
    for k in 0..3 {
        let mut control = |m: &Model, d: &mut Data| meddle(m, d, byte(4 * k));
        let mut passive = |m: &Model, d: &mut Data| meddle(m, d, byte(4 * k + 1));
        let mut filter = |_: &Model, a: usize, b: usize| (a ^ b) as u8 & byte(4 * k + 2) != 0;
        let mut sensor = |m: &Model, d: &mut Data, _| meddle(m, d, byte(4 * k + 3));
        let mut hooks = Hooks {
            control: Some(&mut control),
            passive: Some(&mut passive),
            contact_filter: Some(&mut filter),
            sensor: Some(&mut sensor),
            ..Hooks::default()
        };
        step_with(m, &mut d, &mut hooks);
    }
    step(m, &mut d);
    check_numbers(m, &mut d);
}

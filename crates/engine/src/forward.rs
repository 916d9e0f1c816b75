//! The pipeline: forward dynamics and stepping, as lists of stages.

pub mod check;
pub mod diagnose;
pub mod sensors;
pub mod single;

pub use check::{check_acc, check_pos, check_vel};
pub use sensors::{compute_sensor, rne_post_constraint, subtree_vel};

use std::time::Instant;

use ligament_model::Model;
use ligament_model::enums::{BiasType, DisableFlags, DynamicsType, EnableFlags, GainType, Stage};

use crate::data::{Awake, Data, Timer, Warning};
use crate::derivative::{gyro, metric};
use crate::hooks::Hooks;
use crate::{actuator, collide, constraint, integrate, inverse, passive, sleep, solver, stage};

/// True if a feature is switched off.
pub(crate) fn disabled(m: &Model, flag: DisableFlags) -> bool {
    DisableFlags(m.opt.disableflags).has(flag)
}

/// True if an optional feature is switched on.
pub(crate) fn enabled(m: &Model, flag: EnableFlags) -> bool {
    EnableFlags(m.opt.enableflags).has(flag)
}

/// Runs `f` and adds the time it took to a timer, if timers run.
pub(crate) fn timed<T>(d: &mut Data, timer: Timer, f: impl FnOnce(&mut Data) -> T) -> T {
    if !d.stats.timing {
        return f(d);
    }
    let start = Instant::now();
    let result = f(d);
    let stat = &mut d.stats.timer[timer as usize];
    stat.duration += start.elapsed().as_secs_f64();
    stat.number += 1;
    result
}

/// Advances the simulation by one step.
pub fn step(m: &Model, d: &mut Data) {
    step_with(m, d, &mut Hooks::default());
}

/// Advances the simulation by one step, with functions of the user.
pub fn step_with(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    timed(d, Timer::Step, |d| {
        check_pos(m, d);
        check_vel(m, d);
        forward_with(m, d, hooks);
        check_acc(m, d, hooks);
        if enabled(m, EnableFlags::FWDINV) {
            inverse::compare_forward(m, d, hooks);
        }
        integrate::integrate(m, d, hooks);
    });
}

/// First half of a step: everything that depends on positions and velocities.
pub fn step1(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    timed(d, Timer::Step, |d| {
        check_pos(m, d);
        check_vel(m, d);
        position_stage(m, d, hooks, true);
        velocity_stage(m, d, hooks, true);
        if let Some(control) = hooks.control.as_mut() {
            control(m, d);
        }
    });
}

/// Second half of a step, after the user has set controls and forces. RK4 becomes Euler.
pub fn step2(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    timed(d, Timer::Step, |d| {
        acceleration_stage(m, d, hooks, true);
        check_acc(m, d, hooks);
        if enabled(m, EnableFlags::FWDINV) {
            inverse::compare_forward(m, d, hooks);
        }
        integrate::integrate_single(m, d, hooks);
    });
    // the two halves are one step
    let number = &mut d.stats.timer[Timer::Step as usize].number;
    *number = (*number - 1).max(0);
}

/// Forward dynamics: fills everything that follows from state and input.
pub fn forward(m: &Model, d: &mut Data) {
    forward_with(m, d, &mut Hooks::default());
}

/// Forward dynamics with functions of the user.
pub fn forward_with(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    forward_skip(m, d, hooks, Stage::None, true);
}

/// Forward dynamics that takes what belongs to `skip` and the stages before it as done, with or without sensors.
pub fn forward_skip(m: &Model, d: &mut Data, hooks: &mut Hooks, skip: Stage, sensors: bool) {
    timed(d, Timer::Forward, |d| {
        if matches!(skip, Stage::None) {
            position_stage(m, d, hooks, sensors);
        }
        if matches!(skip, Stage::None | Stage::Pos) {
            velocity_stage(m, d, hooks, sensors);
        }
        if let Some(control) = hooks.control.as_mut() {
            if !disabled(m, DisableFlags::ACTUATION) {
                control(m, d);
            }
        }
        acceleration_stage(m, d, hooks, sensors);
    });
}

fn position_stage(m: &Model, d: &mut Data, hooks: &mut Hooks, sensors: bool) {
    fwd_position(m, d, hooks);
    if sensors {
        sensors::sensor_pos(m, d, hooks);
    }
    if !d.stats.flg_energypos {
        if enabled(m, EnableFlags::ENERGY) {
            energy_pos(m, d);
        } else {
            d.stats.energy = [0.0; 2];
        }
    }
}

fn velocity_stage(m: &Model, d: &mut Data, hooks: &mut Hooks, sensors: bool) {
    fwd_velocity(m, d, hooks);
    if sensors {
        sensors::sensor_vel(m, d, hooks);
    }
    if enabled(m, EnableFlags::ENERGY) && !d.stats.flg_energyvel {
        energy_vel(m, d);
    }
}

fn acceleration_stage(m: &Model, d: &mut Data, hooks: &mut Hooks, sensors: bool) {
    fwd_actuation(m, d, hooks);
    if metric::is_discrete(m) {
        effective_metric(m, d);
    }
    fwd_acceleration(m, d);
    fwd_constraint(m, d);
    if sensors {
        d.stats.flg_rnepost = false;
        sensors::sensor_acc(m, d, hooks);
    }
}

/// Poses, centres of mass, cameras and lights, tendons.
pub fn fwd_kinematics(m: &Model, d: &mut Data) {
    single::kinematics(m, d);
    single::com_pos(m, d);
    single::camlight(m, d);
    single::tendon(m, d);
    if sleep::wake_by_tendons(m, &d.path, &mut d.sleep) > 0 {
        update_sleep(m, d);
    }
}

/// Brings the lists of what is awake up to date.
pub fn update_sleep(m: &Model, d: &mut Data) {
    sleep::update_lists(m, &mut d.sleep, &mut d.stats, false);
}

/// Puts islands at rest to sleep; what depends on velocities is then computed anew.
pub(crate) fn fall_asleep(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    let slept = sleep::fall_asleep(
        m,
        &d.input,
        &d.efc,
        &d.island,
        &mut d.sleep,
        &mut d.state,
        &mut d.acc,
    );
    if slept > 0 {
        forward_skip(m, d, hooks, Stage::Pos, false);
        update_sleep(m, d);
    }
}

/// The inertia matrix and its factor.
pub fn make_and_factor_m(m: &Model, d: &mut Data) {
    single::make_m(m, d);
    single::factor_m(m, d);
}

/// Contacts.
pub fn collision(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    let awake = Awake::new(&d.sleep, &d.stats);
    collide::collide(
        m,
        awake,
        &d.state,
        &d.pose,
        hooks.collision(),
        &mut d.contact,
        &mut d.bounds,
        &mut d.scratch.collide,
    );
}

/// Constraint rows and islands.
pub fn make_constraint(m: &Model, d: &mut Data) {
    let awake = Awake::new(&d.sleep, &d.stats);
    constraint::make_constraint(
        m,
        awake,
        &d.state,
        &d.input,
        &d.pose,
        &d.path,
        &d.inertia,
        &d.implicit,
        &mut d.contact,
        &mut d.efc,
        &mut d.scratch.constraint,
    );
    d.stats.maxuse_con = d.stats.maxuse_con.max(d.contact.len() as i32);
    d.stats.maxuse_efc = d.stats.maxuse_efc.max(d.efc.efc_type.len() as i32);
    constraint::find_islands(
        m,
        awake,
        &d.contact,
        &d.efc,
        &mut d.island,
        &mut d.scratch.constraint,
    );
}

/// Everything that depends on positions only.
pub fn fwd_position(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    timed(d, Timer::Position, |d| {
        d.stats.flg_energypos = false;
        timed(d, Timer::PosKinematics, |d| fwd_kinematics(m, d));
        timed(d, Timer::PosInertia, |d| make_and_factor_m(m, d));
        timed(d, Timer::PosCollision, |d| {
            collision(m, d, hooks);
            if sleep::wake_by_contacts(m, &d.contact, &mut d.sleep) > 0 {
                update_sleep(m, d);
                collision(m, d, hooks);
            }
        });
        if sleep::wake_by_equalities(m, &d.input, &mut d.sleep) > 0 {
            update_sleep(m, d);
        }
        timed(d, Timer::PosMake, |d| make_constraint(m, d));
        timed(d, Timer::PosKinematics, |d| single::transmission(m, d));
    });
}

/// Everything that depends on positions and velocities only.
pub fn fwd_velocity(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    timed(d, Timer::Velocity, |d| {
        d.stats.flg_subtreevel = false;
        d.stats.flg_energyvel = false;
        let awake = Awake::new(&d.sleep, &d.stats);
        stage::path_velocity(m, &d.state, &d.path, &mut d.vel);
        stage::com_vel(m, awake, &d.state, &d.pose, &mut d.vel);
        passive_forces(m, d, hooks);
        let awake = Awake::new(&d.sleep, &d.stats);
        constraint::reference(m, &d.state, &d.pose, &d.vel, &d.contact, &mut d.efc);
        stage::rne(
            m,
            awake,
            &d.state,
            &d.pose,
            &d.vel,
            None,
            &mut d.force.qfrc_bias,
            &mut d.scratch,
        );
        stage::tendon_bias(
            m,
            awake,
            &d.state,
            &d.pose,
            &d.path,
            &d.vel,
            &mut d.force.qfrc_bias,
        );
    });
}

/// Passive forces, with those of the user.
pub fn passive_forces(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    let awake = Awake::new(&d.sleep, &d.stats);
    passive::passive(
        m,
        awake,
        &d.state,
        &d.pose,
        &d.path,
        &d.vel,
        &d.contact,
        &mut d.force,
        &mut d.scratch,
    );
    if let Some(user) = hooks.passive.as_mut() {
        user(m, d);
    }
}

/// Actuator forces and rates of change of activations.
pub fn fwd_actuation(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    timed(d, Timer::Actuation, |d| {
        user_actuation(m, d, hooks);
        let awake = Awake::new(&d.sleep, &d.stats);
        let bad = actuator::actuation(
            m,
            awake,
            d.time,
            &d.state,
            &d.input,
            &d.path,
            &d.vel,
            &mut d.force,
            &mut d.acc,
            &mut d.scratch.actuator,
        );
        if let Some(ctrl) = bad {
            d.stats.warn(Warning::BadCtrl, ctrl);
        }
    });
}

/// Asks the user for the numbers of user actuators.
fn user_actuation(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    for i in 0..m.size.nactuator {
        if m.actuator.dyntype[i].is(DynamicsType::User) {
            let value = hooks.act_dyn.as_mut().map_or(0.0, |f| f(m, d, i));
            d.scratch.actuator.user_dyn[i] = value;
        }
        if m.actuator.gaintype[i].is(GainType::User) {
            let value = hooks.act_gain.as_mut().map_or(1.0, |f| f(m, d, i));
            d.scratch.actuator.user_gain[i] = value;
        }
        if m.actuator.biastype[i].is(BiasType::User) {
            let value = hooks.act_bias.as_mut().map_or(0.0, |f| f(m, d, i));
            d.scratch.actuator.user_bias[i] = value;
        }
    }
}

/// The effective inertia of the discrete integrator, and constraint rows as it makes them.
pub fn effective_metric(m: &Model, d: &mut Data) {
    metric::build(m, d);
    constraint::regularize(
        m,
        &d.inertia,
        &d.implicit,
        &mut d.contact,
        &mut d.efc,
        &mut d.scratch.constraint,
    );
    constraint::reference(m, &d.state, &d.pose, &d.vel, &d.contact, &mut d.efc);
}

/// Accelerations without constraints.
pub fn fwd_acceleration(m: &Model, d: &mut Data) {
    let awake = Awake::new(&d.sleep, &d.stats);
    stage::acceleration(
        m,
        awake,
        &d.input,
        &d.pose,
        &d.inertia,
        &mut d.force,
        &mut d.acc,
    );
    if metric::is_discrete(m) {
        metric::solve_smooth(m, d);
    }
}

/// Constraint forces and accelerations.
pub fn fwd_constraint(m: &Model, d: &mut Data) {
    timed(d, Timer::Constraint, |d| {
        let scratch = &d.scratch.derivative.metric;
        let metric = metric::is_discrete(m).then_some(solver::Metric {
            M: &scratch.values,
            qLD: &d.implicit.qH,
            qLDiagInv: &d.implicit.qHDiagInv,
            force: &scratch.force,
            couplings: &scratch.couplings,
        });
        solver::solve(
            m,
            Awake::new(&d.sleep, &d.stats),
            &d.inertia,
            metric,
            &d.island,
            &d.state.qacc_warmstart,
            &mut d.contact,
            &mut d.efc,
            &mut d.force,
            &mut d.acc,
            &mut d.stats,
            &mut d.scratch.solver,
        );
        if metric::is_discrete(m) {
            metric::finish(m, d);
            gyro::correct(m, d);
        }
    });
}

/// Potential energy.
pub fn energy_pos(m: &Model, d: &mut Data) {
    d.stats.energy[0] = stage::potential_energy(m, &d.state, &d.pose, &d.path);
    d.stats.flg_energypos = true;
}

/// Kinetic energy.
pub fn energy_vel(m: &Model, d: &mut Data) {
    d.stats.energy[1] = stage::kinetic_energy(m, &d.state, &d.inertia);
    d.stats.flg_energyvel = true;
}

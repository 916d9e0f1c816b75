//! The pipeline: forward dynamics and stepping, as lists of stages.

pub mod sensors;
pub mod single;

pub use sensors::{compute_sensor, rne_post_constraint, subtree_vel};

use std::time::Instant;

use ligament_model::Model;
use ligament_model::enums::{DisableFlags, EnableFlags, Stage};

use crate::actuator::ActuatorIn;
use crate::awake::Awake;
use crate::budget::Budget;
use crate::collide::CollideIn;
use crate::constraint::ConstraintIn;
use crate::data::{Data, Timer, Warning};
use crate::derivative::{gyro, metric};
use crate::hooks::Hooks;
use crate::passive::PassiveIn;
use crate::shape::Shapes;
use crate::solver::{SolveIn, SolveOut};
use crate::stage::{BodyScratch, Moving};
use crate::workspace::{self, Workspace};
use crate::{actuator, collide, constraint, energy, passive, sleep, solver, stage};

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

/// Forward dynamics: fills everything that follows from state and input.
pub fn forward(m: &Model, d: &mut Data) {
    forward_with(m, d, &mut Hooks::default());
}

/// Forward dynamics with functions of the user.
pub fn forward_with(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    workspace::with(m, |w| forward_in(m, d, w, hooks));
}

/// Forward dynamics in given working memory.
pub fn forward_in(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    forward_skip(m, d, w, hooks, From::start());
}

/// Where forward or inverse dynamics begins, and whether sensors are read.
#[derive(Clone, Copy, Debug)]
pub struct From {
    /// What belongs to this stage and to those before it is taken as done.
    pub skip: Stage,
    /// Whether sensors are read.
    pub sensors: bool,
}

impl From {
    /// Everything, with sensors.
    pub fn start() -> Self {
        Self {
            skip: Stage::None,
            sensors: true,
        }
    }

    /// What follows a stage, without sensors.
    pub fn after(skip: Stage) -> Self {
        Self {
            skip,
            sensors: false,
        }
    }

    /// Whether positions are to be looked at.
    pub(crate) fn positions(self) -> bool {
        matches!(self.skip, Stage::None)
    }

    /// Whether velocities are to be looked at.
    pub(crate) fn velocities(self) -> bool {
        matches!(self.skip, Stage::None | Stage::Pos)
    }
}

/// Forward dynamics from some stage on.
pub fn forward_skip(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks, from: From) {
    d.expect_fit(m);
    forward_from(m, d, w, hooks, from);
}

/// As [`forward_skip`], for drivers that know that the data is of the model.
pub(crate) fn forward_from(
    m: &Model,
    d: &mut Data,
    w: &mut Workspace,
    hooks: &mut Hooks,
    from: From,
) {
    timed(d, Timer::Forward, |d| {
        if from.positions() {
            position_stage(m, d, w, hooks, from.sensors);
        }
        if from.velocities() {
            velocity_stage(m, d, w, hooks, from.sensors);
        }
        if let Some(control) = hooks.control.as_mut() {
            if !m.opt.disables(DisableFlags::ACTUATION) {
                control(m, d);
            }
        }
        acceleration_stage(m, d, w, hooks, from.sensors);
    });
}

pub(crate) fn position_stage(
    m: &Model,
    d: &mut Data,
    w: &mut Workspace,
    hooks: &mut Hooks,
    sensors: bool,
) {
    fwd_position(m, d, w, hooks);
    if sensors {
        sensors::sensor_pos(m, d, w, hooks);
    }
    if !d.stats.flg_energypos {
        if m.opt.enables(EnableFlags::ENERGY) {
            energy_pos(m, d);
        } else {
            d.stats.energy = [0.0; 2];
        }
    }
}

pub(crate) fn velocity_stage(
    m: &Model,
    d: &mut Data,
    w: &mut Workspace,
    hooks: &mut Hooks,
    sensors: bool,
) {
    fwd_velocity(m, d, w, hooks);
    if sensors {
        sensors::sensor_vel(m, d, w, hooks);
    }
    if m.opt.enables(EnableFlags::ENERGY) && !d.stats.flg_energyvel {
        energy_vel(m, d);
    }
}

pub(crate) fn acceleration_stage(
    m: &Model,
    d: &mut Data,
    w: &mut Workspace,
    hooks: &mut Hooks,
    sensors: bool,
) {
    fwd_actuation(m, d, w, hooks);
    if metric::is_discrete(m) {
        effective_metric(m, d, w);
    }
    fwd_acceleration(m, d, w);
    fwd_constraint(m, d, w);
    if sensors {
        d.stats.flg_rnepost = false;
        sensors::sensor_acc(m, d, w, hooks);
    }
}

/// Poses, centres of mass, cameras and lights, tendons.
pub fn fwd_kinematics(m: &Model, d: &mut Data, w: &mut Workspace) {
    single::kinematics(m, d);
    single::com_pos(m, d);
    single::camlight(m, d);
    single::tendon(m, d, w);
    if sleep::wake_by_tendons(m, &d.path, &mut d.sleep) > 0 {
        update_sleep(m, d);
    }
}

/// Brings the lists of what is awake up to date.
pub fn update_sleep(m: &Model, d: &mut Data) {
    sleep::update_lists(m, &mut d.sleep, &mut d.stats, false);
}

/// Puts islands at rest to sleep; what depends on velocities is then computed anew.
pub(crate) fn fall_asleep(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
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
        forward_skip(m, d, w, hooks, From::after(Stage::Pos));
        update_sleep(m, d);
    }
}

/// The inertia matrix and its factor.
pub fn make_and_factor_m(m: &Model, d: &mut Data) {
    single::make_m(m, d);
    single::factor_m(m, d);
}

/// Contacts. Constraint rows and islands, which belong to the contacts before, go.
pub fn collision(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    d.efc.begin();
    d.island.clear();
    if collide::is_off(m) {
        d.contact.clear();
        return;
    }
    let (prepared, plan, scratch) = w.collision(m, hooks.contact_filter.is_some());
    let input = CollideIn {
        shapes: Shapes {
            m,
            hulls: &prepared.hulls,
        },
        plan,
        awake: Awake::new(&d.sleep, &d.stats),
        state: &d.state,
        pose: &d.pose,
        budget: Budget(d.memory_limit),
    };
    if !collide::collide(input, hooks.collision(), &mut d.contact, scratch) {
        d.stats.warn(Warning::ContactFull, d.contact.len());
    }
}

/// Constraint rows. Islands, if there are any, are those of the new rows.
pub fn make_constraint(m: &Model, d: &mut Data, w: &mut Workspace) {
    let awake = Awake::new(&d.sleep, &d.stats);
    let input = ConstraintIn {
        awake,
        state: &d.state,
        input: &d.input,
        pose: &d.pose,
        path: &d.path,
        inertia: &d.inertia,
        implicit: &d.implicit,
        budget: Budget(d.memory_limit),
    };
    let (contacts, efc) = (&mut d.contact, &mut d.efc);
    if !constraint::make_constraint(m, input, contacts, efc, &mut w.constraint) {
        d.stats.warn(Warning::ConstraintFull, efc.efc_type.len());
    }
    d.stats.maxuse_con = d.stats.maxuse_con.max(d.contact.len() as i32);
    d.stats.maxuse_efc = d.stats.maxuse_efc.max(d.efc.efc_type.len() as i32);
    if d.island.nisland > 0 {
        single::find_islands(m, d, w);
    }
}

/// Everything that depends on positions only.
pub fn fwd_position(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    timed(d, Timer::Position, |d| {
        d.stats.flg_energypos = false;
        timed(d, Timer::PosKinematics, |d| fwd_kinematics(m, d, w));
        timed(d, Timer::PosInertia, |d| make_and_factor_m(m, d));
        timed(d, Timer::PosCollision, |d| {
            collision(m, d, w, hooks);
            if sleep::wake_by_contacts(m, &d.contact, &mut d.sleep) > 0 {
                update_sleep(m, d);
                collision(m, d, w, hooks);
            }
        });
        if sleep::wake_by_equalities(m, &d.input, &mut d.sleep) > 0 {
            update_sleep(m, d);
        }
        timed(d, Timer::PosMake, |d| {
            make_constraint(m, d, w);
            single::find_islands(m, d, w);
        });
        timed(d, Timer::PosKinematics, |d| single::transmission(m, d, w));
    });
}

/// Everything that depends on positions and velocities only.
pub fn fwd_velocity(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    timed(d, Timer::Velocity, |d| {
        d.stats.flg_subtreevel = false;
        d.stats.flg_energyvel = false;
        let awake = Awake::new(&d.sleep, &d.stats);
        stage::path_velocity(m, &d.state, &d.path, &mut d.vel);
        stage::com_vel(m, &awake, &d.state, &d.pose, &mut d.vel);
        passive_forces(m, d, w, hooks);
        let awake = Awake::new(&d.sleep, &d.stats);
        constraint::reference(m, &d.state, &d.pose, &d.vel, &d.contact, &mut d.efc);
        let moving = Moving {
            state: &d.state,
            pose: &d.pose,
            vel: &d.vel,
        };
        let scratch = BodyScratch {
            motion: &mut w.motion,
            wrench: &mut w.wrench,
        };
        stage::rne(m, &awake, moving, None, &mut d.force.qfrc_bias, scratch);
        stage::tendon_bias(m, &awake, moving, &d.path.ten_J, &mut d.force.qfrc_bias);
    });
}

/// Passive forces, with those of the user.
pub fn passive_forces(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    let awake = Awake::new(&d.sleep, &d.stats);
    let input = PassiveIn {
        awake,
        state: &d.state,
        pose: &d.pose,
        path: &d.path,
        vel: &d.vel,
        contacts: &d.contact,
    };
    passive::passive(m, input, &mut d.force, &mut w.wrench);
    if let Some(user) = hooks.passive.as_mut() {
        user(m, d);
    }
}

/// Actuator forces and rates of change of activations.
pub fn fwd_actuation(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    timed(d, Timer::Actuation, |d| {
        user_actuation(m, d, hooks);
        let awake = Awake::new(&d.sleep, &d.stats);
        let view = ActuatorIn {
            m,
            state: &d.state,
            path: &d.path,
            vel: &d.vel,
        };
        let (out, scratch) = (&mut d.force, &mut w.actuator);
        let acc = &mut d.acc;
        let bad = actuator::actuation(
            view,
            awake,
            d.time,
            &d.input,
            &mut d.drive,
            out,
            acc,
            scratch,
        );
        if let Some(ctrl) = bad {
            d.stats.warn(Warning::BadCtrl, ctrl);
        }
    });
}

/// Asks the user for the numbers of user actuators.
fn user_actuation(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    for i in 0..m.size.nactuator {
        if actuator::dynamics::asks_user(m, i) {
            let value = hooks.act_dyn.as_mut().map_or(0.0, |f| f(m, d, i));
            d.drive.user_dyn[i] = value;
        }
        if actuator::gain::asks_user(m, i) {
            let value = hooks.act_gain.as_mut().map_or(1.0, |f| f(m, d, i));
            d.drive.user_gain[i] = value;
        }
        if actuator::bias::asks_user(m, i) {
            let value = hooks.act_bias.as_mut().map_or(0.0, |f| f(m, d, i));
            d.drive.user_bias[i] = value;
        }
    }
}

/// The effective inertia of the discrete integrator, and constraint rows as it makes them.
pub fn effective_metric(m: &Model, d: &mut Data, w: &mut Workspace) {
    metric::build(m, d, &mut w.derivative);
    constraint::regularize(
        m,
        &d.inertia,
        &d.implicit,
        &mut d.contact,
        &mut d.efc,
        &mut w.constraint,
    );
    constraint::reference(m, &d.state, &d.pose, &d.vel, &d.contact, &mut d.efc);
}

/// Accelerations without constraints.
pub fn fwd_acceleration(m: &Model, d: &mut Data, w: &mut Workspace) {
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
        d.metric.fit(m);
        metric::solve_smooth(m, d, &mut w.derivative.metric);
    }
}

/// Constraint forces and accelerations.
pub fn fwd_constraint(m: &Model, d: &mut Data, w: &mut Workspace) {
    timed(d, Timer::Constraint, |d| {
        if metric::is_discrete(m) {
            d.metric.fit(m);
        }
        let metric = metric::is_discrete(m).then_some(solver::Metric {
            M: &d.metric.values,
            qLD: &d.implicit.qH,
            qLDiagInv: &d.implicit.qHDiagInv,
            force: &d.metric.force,
            couplings: &d.metric.couplings,
        });
        let input = SolveIn {
            m,
            joined: &w.prepared.joined,
            awake: Awake::new(&d.sleep, &d.stats),
            inertia: &d.inertia,
            metric,
            islands: &d.island,
            warmstart: &d.state.qacc_warmstart,
            budget: Budget(d.memory_limit),
        };
        let out = SolveOut {
            contacts: &mut d.contact,
            efc: &mut d.efc,
            force: &mut d.force,
            acc: &mut d.acc,
            stats: &mut d.stats,
            memory: &mut d.memory,
        };
        solver::solve(input, out, &mut w.solver);
        if metric::is_discrete(m) {
            metric::finish(m, d, &mut w.derivative.metric);
            gyro::correct(m, d);
        }
    });
}

/// Potential energy.
pub fn energy_pos(m: &Model, d: &mut Data) {
    d.stats.energy[0] = energy::potential_energy(m, &d.state, &d.pose, &d.path);
    d.stats.flg_energypos = true;
}

/// Kinetic energy.
pub fn energy_vel(m: &Model, d: &mut Data) {
    d.stats.energy[1] = energy::kinetic_energy(m, &d.state, &d.inertia);
    d.stats.flg_energyvel = true;
}

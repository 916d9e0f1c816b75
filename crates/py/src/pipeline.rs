//! The functions of the pipeline under MuJoCo's names: steps, stages and resets.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::engine::data::StateBits;
use ligament::engine::forward::{self, From, sensors, single};
use ligament::engine::integrate::integrate_with;
use ligament::engine::{Data, Hooks, inverse, step, workspace};
use ligament::model::Model;
use ligament::model::enums::{Integrator, Keyword, Stage};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::callbacks;
use crate::data::{NativeData, run, run_attached, warn_of_sleep};
use crate::model::NativeModel;

/// Functions of a model and its data.
macro_rules! stages {
    ($($name:ident $doc:literal |$m:ident, $d:ident, $w:pat_param, $h:pat_param| $body:expr;)*) => {
        $(
            #[doc = $doc]
            #[pyfunction]
            pub fn $name(m: &Bound<'_, NativeModel>, d: &Bound<'_, NativeData>) -> PyResult<()> {
                run(m, d, |m, $d, $h| {
                    workspace::with(m, |$w| {
                        let $m = m;
                        $body;
                    });
                })
            }
        )*

        /// Adds the functions to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            module.add_function(wrap_pyfunction!(mj_projectConstraint, module)?)?;
            module.add_function(wrap_pyfunction!(mj_resetData, module)?)?;
            module.add_function(wrap_pyfunction!(mj_step, module)?)?;
            module.add_function(wrap_pyfunction!(mj_step1, module)?)?;
            module.add_function(wrap_pyfunction!(mj_step2, module)?)?;
            module.add_function(wrap_pyfunction!(mj_inverseSkip, module)?)?;
            module.add_function(wrap_pyfunction!(mj_inverse, module)?)?;
            module.add_function(wrap_pyfunction!(mj_RungeKutta, module)?)?;
            module.add_function(wrap_pyfunction!(mj_implicit, module)?)?;
            module.add_function(wrap_pyfunction!(mj_Euler, module)?)?;
            module.add_function(wrap_pyfunction!(mj_forwardSkip, module)?)?;
            module.add_function(wrap_pyfunction!(mj_resetDataKeyframe, module)?)?;
            module.add_function(wrap_pyfunction!(mj_resetDataDebug, module)?)
        }
    };
}

stages! {
    mj_forward "Forward dynamics: fills everything that follows from the state and the inputs."
        |m, d, _, h| forward::forward_with(m, d, h);
    mj_kinematics "Poses of everything." |m, d, _, _| single::kinematics(m, d);
    mj_comPos "Centres of mass and com-based quantities." |m, d, _, _| single::com_pos(m, d);
    mj_camlight "Poses of cameras and lights." |m, d, _, _| single::camlight(m, d);
    mj_tendon "Tendon paths, lengths and Jacobians." |m, d, w, _| single::tendon(m, d, w);
    mj_fwdKinematics "Poses, centres of mass, cameras, lights and tendons." |m, d, w, _| forward::fwd_kinematics(m, d, w);
    mj_transmission "Actuator lengths and moments." |m, d, w, _| single::transmission(m, d, w);
    mj_crb "Composite inertias, and the inertia matrix without the armature of tendons." |m, d, _, _| single::crb(m, d);
    mj_makeM "The inertia matrix." |m, d, _, _| single::make_m(m, d);
    mj_factorM "The factor of the inertia matrix." |m, d, _, _| single::factor_m(m, d);
    mj_comVel "Velocities of bodies." |m, d, _, _| single::com_vel(m, d);
    mj_referenceConstraint "Velocities and reference accelerations of constraint rows." |m, d, _, _| single::reference(m, d);
    mj_island "Constraint islands." |m, d, w, _| single::find_islands(m, d, w);
    mj_resetCtrl "Resets controls." |m, d, _, _| d.reset_ctrl(m);
    mj_collision "Contacts." |m, d, w, h| forward::collision(m, d, w, h);
    mj_makeConstraint "Constraint rows." |m, d, w, _| forward::make_constraint(m, d, w);
    mj_fwdPosition "Everything that depends on positions only." |m, d, w, h| forward::fwd_position(m, d, w, h);
    mj_fwdVelocity "Everything that depends on velocities." |m, d, w, h| forward::fwd_velocity(m, d, w, h);
    mj_fwdActuation "Actuator forces." |m, d, w, h| forward::fwd_actuation(m, d, w, h);
    mj_fwdAcceleration "Accelerations without constraints." |m, d, w, _| forward::fwd_acceleration(m, d, w);
    mj_fwdConstraint "Constraint forces and accelerations." |m, d, w, _| forward::fwd_constraint(m, d, w);
    mj_passive "Passive forces." |m, d, w, h| forward::passive_forces(m, d, w, h);
    mj_sensorPos "Sensors that depend on positions." |m, d, w, h| sensors::sensor_pos(m, d, w, h);
    mj_sensorVel "Sensors that depend on velocities." |m, d, w, h| sensors::sensor_vel(m, d, w, h);
    mj_sensorAcc "Sensors that depend on accelerations and forces." |m, d, w, h| sensors::sensor_acc(m, d, w, h);
    mj_subtreeVel "Velocities and momenta of subtrees." |m, d, w, _| sensors::subtree_vel(m, d, w);
    mj_rnePostConstraint "Accelerations of bodies and forces between them." |m, d, w, _| sensors::rne_post_constraint(m, d, w);
    mj_compareFwdInv "Compares forward and inverse dynamics." |m, d, w, h| inverse::compare_forward(m, d, w, h);
    mj_invPosition "Everything that inverse dynamics needs of positions." |m, d, w, h| inverse::inv_position(m, d, w, h);
    mj_invVelocity "Everything that inverse dynamics needs of velocities." |m, d, w, h| forward::fwd_velocity(m, d, w, h);
    mj_invConstraint "Constraint forces at the present acceleration." |_m, d, w, _| inverse::inv_constraint(d, w);
    mj_energyPos "Potential energy." |m, d, _, _| forward::energy_pos(m, d);
    mj_energyVel "Kinetic energy." |m, d, _, _| forward::energy_vel(m, d);
    mj_checkPos "Checks positions; resets if any is too large or not a number." |m, d, w, _| step::check_pos(m, d, w);
    mj_checkVel "Checks velocities; resets if any is too large or not a number." |m, d, w, _| step::check_vel(m, d, w);
    mj_checkAcc "Checks accelerations; resets if any is too large or not a number." |m, d, w, h| step::check_acc(m, d, w, h);
}

/// The inverse inertia between constraint rows. `efc_Y` and `efc_AR` are made when they are read, so that nothing is left to do.
#[pyfunction]
pub fn mj_projectConstraint(m: &Bound<'_, NativeModel>, d: &Bound<'_, NativeData>) -> PyResult<()> {
    d.get().check_model(&m.get().cell)
}

/// Runs something that advances the state. An exception of a function of the user leaves the state as it was before.
fn advance(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    f: impl Fn(&Model, &mut Data, &mut Hooks<'_>) + Send,
) -> PyResult<()> {
    if !callbacks::any() {
        return run(m, d, f);
    }
    let bits = StateBits::INTEGRATION;
    let mut before = Vec::new();
    let done = run_attached(m, d, |m, d, h| {
        before = vec![0.0; ligament::engine::data::state_size(m, bits).unwrap_or(0)];
        let saved = d.get_state(m, &mut before, bits);
        f(m, d, h);
        saved
    });
    if done.is_err() && !before.is_empty() {
        let (py, cell) = (m.py(), &d.get().cell);
        let model = m.get().cell.sound(py)?;
        let mut data = cell.enter(py)?;
        let restored = data.set_state(&model, &before, bits);
        cell.show_all(py, &data);
        restored.map_err(|e| PyValueError::new_err(e.to_string()))?;
    }
    done?.map_err(|e| PyValueError::new_err(e.to_string()))
}

/// Steps between looks for signals, such as that of Ctrl-C.
const WATCH: i64 = 256;

/// Advances the simulation by one step. Optionally, repeat nstep times.
#[pyfunction]
#[pyo3(signature = (m, d, nstep = 1))]
pub fn mj_step(m: &Bound<'_, NativeModel>, d: &Bound<'_, NativeData>, nstep: i64) -> PyResult<()> {
    let mut left = nstep;
    while left > 0 {
        // Functions of the user may change the model: it is looked at again after each step.
        let count = if callbacks::any() { 1 } else { left.min(WATCH) };
        advance(m, d, |m, d, h| {
            (0..count).for_each(|_| step::step_with(m, d, h));
        })?;
        left -= count;
        if left > 0 {
            m.py().check_signals()?;
        }
    }
    Ok(())
}

/// First half of a step: everything up to the control callback.
#[pyfunction]
pub fn mj_step1(m: &Bound<'_, NativeModel>, d: &Bound<'_, NativeData>) -> PyResult<()> {
    advance(m, d, |m, d, h| {
        workspace::with(m, |w| step::step1(m, d, w, h))
    })
}

/// Second half of a step, with Euler in place of RK4.
#[pyfunction]
pub fn mj_step2(m: &Bound<'_, NativeModel>, d: &Bound<'_, NativeData>) -> PyResult<()> {
    advance(m, d, |m, d, h| {
        workspace::with(m, |w| step::step2(m, d, w, h))
    })
}

/// The stage with this number.
pub fn stage_of(number: i32) -> PyResult<Stage> {
    Stage::from_number(number)
        .ok_or_else(|| PyValueError::new_err(format!("there is no stage {number} (mjtStage)")))
}

/// Forward dynamics without what belongs to a stage and those before it.
#[pyfunction]
pub fn mj_forwardSkip(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    skipstage: i32,
    skipsensor: i32,
) -> PyResult<()> {
    let from = From {
        skip: stage_of(skipstage)?,
        sensors: skipsensor == 0,
    };
    run(m, d, |m, d, h| {
        workspace::with(m, |w| forward::forward_skip(m, d, w, h, from));
    })
}

/// Resets to the reference configuration at time zero.
#[pyfunction]
pub fn mj_resetData(m: &Bound<'_, NativeModel>, d: &Bound<'_, NativeData>) -> PyResult<()> {
    d.get().cell.forget_warnings();
    run(m, d, |m, d, _| d.reset(m))?;
    warn_of_sleep(d.get(), m.py())
}

/// Resets to a keyframe.
#[pyfunction]
pub fn mj_resetDataKeyframe(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    key: i64,
) -> PyResult<()> {
    let count = m.get().cell.size().nkey;
    let key = usize::try_from(key).ok().filter(|key| *key < count);
    let key = key.ok_or_else(|| {
        PyIndexError::new_err(format!("there is no such keyframe: the model has {count}"))
    })?;
    run(m, d, |m, d, _| {
        d.reset_key(m, key);
    })
}

/// Resets, and fills every array that is computed with a value, to find what is read before it is written.
#[pyfunction]
pub fn mj_resetDataDebug(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    debug_value: u8,
) -> PyResult<()> {
    run(m, d, |m, d, _| {
        d.reset(m);
        let mut room = |_, column: &mut dyn ligament::model::Column| {
            let bytes = column.rows() * column.width() * column.scalar().bytes();
            column.take(&vec![debug_value; bytes]);
        };
        let size = &m.size;
        d.pose.visit_mut(size, &mut room);
        d.vel.visit_mut(size, &mut room);
        d.acc.visit_mut(size, &mut room);
        d.sensor.visit_mut(size, &mut room);
    })
}

/// mj_Euler(m: mujoco._structs.MjModel, d: mujoco._structs.MjData) -> None
///
/// Euler integrator, semi-implicit in velocity.
///
#[pyfunction]
pub fn mj_Euler(m: &Bound<'_, NativeModel>, d: &Bound<'_, NativeData>) -> PyResult<()> {
    advance(m, d, |m, d, h| {
        workspace::with(m, |w| integrate_with(m, d, w, h, Integrator::Euler))
    })
}

/// Advances the state by an integrator that is implicit in velocity; the model says which.
#[pyfunction]
pub fn mj_implicit(m: &Bound<'_, NativeModel>, d: &Bound<'_, NativeData>) -> PyResult<()> {
    advance(m, d, |m, d, h| {
        workspace::with(m, |w| integrate_with(m, d, w, h, Integrator::Implicit))
    })
}

/// Advances the state by the Runge-Kutta method of order N, which must be 4.
#[pyfunction]
#[pyo3(signature = (m, d, N))]
pub fn mj_RungeKutta(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    N: i32,
) -> PyResult<()> {
    if N != 4 {
        return Err(PyValueError::new_err("only N = 4 is supported"));
    }
    advance(m, d, |m, d, h| {
        workspace::with(m, |w| integrate_with(m, d, w, h, Integrator::Rk4))
    })
}

/// Inverse dynamics: the forces that explain the acceleration.
#[pyfunction]
pub fn mj_inverse(m: &Bound<'_, NativeModel>, d: &Bound<'_, NativeData>) -> PyResult<()> {
    mj_inverseSkip(m, d, 0, 0)
}

/// Inverse dynamics without what belongs to a stage and those before it.
#[pyfunction]
pub fn mj_inverseSkip(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    skipstage: i32,
    skipsensor: i32,
) -> PyResult<()> {
    let from = From {
        skip: stage_of(skipstage)?,
        sensors: skipsensor == 0,
    };
    let done = run(m, d, |m, d, h| {
        workspace::with(m, |w| inverse::inverse_skip(m, d, w, h, from))
    })?;
    done.map_err(|why| PyValueError::new_err(why.to_string()))
}

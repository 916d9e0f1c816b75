//! Past controls and sensor readings.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::engine::data::Samples;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::args::{In, Int, MaybeIn, Num, Out, data_functions};

/// The interpolation of a buffer; a negative number leaves the choice to the model.
fn interpolation(asked: i64, own: i32) -> i32 {
    i32::try_from(asked).ok().filter(|i| *i >= 0).unwrap_or(own)
}

/// Overwrites a buffer with samples, oldest first; the times stay if none are given.
fn refill(
    samples: Option<Samples>,
    what: &str,
    history: &mut [f64],
    times: &MaybeIn,
    values: &In,
) -> PyResult<Samples> {
    let missing = || PyValueError::new_err(format!("this {what} has no history"));
    let samples = samples.ok_or_else(missing)?;
    if let Some(times) = &times.0 {
        times.expect(samples.count())?;
        if !times.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(PyValueError::new_err("times must increase"));
        }
    }
    values.expect(samples.count() * samples.dim())?;
    samples.refill(history, times.0.as_deref(), values);
    Ok(samples)
}

data_functions! {
    run_attached
    /// The control of an actuator as it acts at a time, with its delay. interp: 0 the last sample, 1 linear, 2 cubic, -1 as
    /// the model says.
    fn read_ctrl(m, d, _, id: Int, time: Num, result: Out, interp: Int) -> () {
        let i = id.index("actuator", m.size.nactuator)?;
        let first = m.actuator.ctrladr[i].max(0) as usize;
        let count = m.actuator.ctrlnum[i].max(0) as usize;
        result.expect(count)?;
        match Samples::of_actuator(m, i) {
            None => result.copy_from_slice(&d.input.ctrl[first..first + count]),
            Some(samples) => {
                let interpolation = interpolation(*interp, m.actuator.history[i][1]);
                samples.read(&d.state.history, *time - m.actuator.delay[i], interpolation, &mut result);
            }
        }
    }
    /// The reading of a sensor at a time, with its delay. interp: 0 the last sample, 1 linear, 2 cubic, -1 as the model says.
    fn read_sensor(m, d, _, id: Int, time: Num, result: Out, interp: Int) -> () {
        let i = id.index("sensor", m.size.nsensor)?;
        let first = m.sensor.adr[i].max(0) as usize;
        let count = m.sensor.dim[i].max(0) as usize;
        result.expect(count)?;
        match Samples::of_sensor(m, i) {
            None => result.copy_from_slice(&d.sensor.sensordata[first..first + count]),
            Some(samples) => {
                let interpolation = interpolation(*interp, m.sensor.history[i][1]);
                samples.read(&d.state.history, *time - m.sensor.delay[i], interpolation, &mut result);
            }
        }
    }
    /// Overwrites the past controls of an actuator, oldest first; without times they stay as they are.
    fn mj_initCtrlHistory(m, d, _, id: Int, times: MaybeIn, values: In) -> () {
        let i = id.index("actuator", m.size.nactuator)?;
        refill(Samples::of_actuator(m, i), "actuator", &mut d.state.history, &times, &values)?;
    }
    /// Overwrites the past readings of a sensor, oldest first; without times they stay as they are. phase is the time of the
    /// last reading of sensors with a period.
    fn mj_initSensorHistory(m, d, _, id: Int, times: MaybeIn, values: In, phase: Num) -> () {
        let i = id.index("sensor", m.size.nsensor)?;
        let samples = refill(Samples::of_sensor(m, i), "sensor", &mut d.state.history, &times, &values)?;
        d.state.history[samples.user()] = *phase;
    }
}

//! History buffers: past controls and sensor readings with their times.
//!
//! A buffer of n samples of dimension k is `[user, cursor, time × n, value × n k]`. At reset the samples are zero and
//! lie on the grid before time zero, the newest last.

use ligament_model::Model;

/// Fills every history buffer with samples from before time zero.
pub(super) fn reset(m: &Model, history: &mut [f64]) {
    let dt = m.opt.timestep;
    history.fill(0.0);
    for i in 0..m.size.nactuator {
        let samples = usize::try_from(m.actuator.history[i][0]).unwrap_or(0);
        if let Some(buffer) = tail(history, m.actuator.historyadr[i], samples) {
            fill_times(buffer, 0.0, |age| -(age as f64) * dt);
        }
    }
    for i in 0..m.size.nsensor {
        let samples = usize::try_from(m.sensor.history[i][0]).unwrap_or(0);
        let [period, phase] = m.sensor.interval[i];
        // the first reading is due one period after the last; without a phase that is at time zero
        let last = if phase == 0.0 { -period } else { phase };
        if let Some(buffer) = tail(history, m.sensor.historyadr[i], samples) {
            if period > 0.0 {
                fill_times(buffer, last, |age| {
                    ((last - (age - 1) as f64 * period) / dt).ceil() * dt
                });
            } else {
                fill_times(buffer, -dt, |age| -(age as f64) * dt);
            }
        }
    }
}

/// The header and the times of a buffer; none without samples.
fn tail(history: &mut [f64], address: i32, samples: usize) -> Option<&mut [f64]> {
    let start = usize::try_from(address).ok()?;
    let end = start.checked_add(2)?.checked_add(samples)?;
    history.get_mut(start..end).filter(|_| samples > 0)
}

/// Writes the header and the time of every sample; the newest has age one.
fn fill_times(buffer: &mut [f64], user: f64, time: impl Fn(usize) -> f64) {
    let samples = buffer.len() - 2;
    buffer[0] = user;
    buffer[1] = samples as f64 - 1.0;
    for (j, slot) in buffer[2..].iter_mut().enumerate() {
        *slot = time(samples - j);
    }
}

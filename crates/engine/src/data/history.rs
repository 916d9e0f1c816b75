//! History buffers: past controls and sensor readings with their times.
//!
//! A buffer of n samples of dimension k is `[user, cursor, time × n, value × n k]`. The samples are a ring in the order
//! of their times; the cursor is the place of the newest. At reset the samples are zero and lie on the grid before time
//! zero, the newest last.

use std::ops::Range;

use ligament_model::Model;

/// Times closer than this are the same.
const SAME_TIME: f64 = 1e-15;

/// Fills every history buffer with samples from before time zero.
pub(crate) fn reset(m: &Model, history: &mut [f64]) {
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

/// Where a buffer lies in the history, how many samples it has and how many numbers each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samples {
    /// First number of the buffer.
    start: usize,
    /// How many samples.
    count: usize,
    /// Numbers per sample.
    dim: usize,
}

impl Samples {
    /// The past controls of an actuator; none if it has no history.
    pub fn of_actuator(m: &Model, actuator: usize) -> Option<Self> {
        let (start, [count, _]) = (
            m.actuator.historyadr[actuator],
            m.actuator.history[actuator],
        );
        Self::new(m, start, count, m.actuator.ctrlnum[actuator])
    }

    /// The past readings of a sensor; none if it has no history.
    pub fn of_sensor(m: &Model, sensor: usize) -> Option<Self> {
        let (start, [count, _]) = (m.sensor.historyadr[sensor], m.sensor.history[sensor]);
        Self::new(m, start, count, m.sensor.dim[sensor])
    }

    fn new(m: &Model, start: i32, count: i32, dim: i32) -> Option<Self> {
        let samples = Self {
            start: usize::try_from(start).ok()?,
            count: usize::try_from(count).ok().filter(|&n| n > 0)?,
            dim: usize::try_from(dim).ok()?,
        };
        (samples.value(samples.count).start <= m.size.nhistory).then_some(samples)
    }

    /// How many samples there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Numbers per sample.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Overwrites all samples, oldest first; without times the samples keep theirs.
    pub fn refill(&self, history: &mut [f64], times: Option<&[f64]>, values: &[f64]) {
        if let Some(times) = times {
            history[self.start + 1] = self.count as f64 - 1.0;
            for (slot, time) in times.iter().enumerate().take(self.count) {
                history[self.time(slot)] = *time;
            }
        }
        for (rank, sample) in values.chunks_exact(self.dim.max(1)).enumerate() {
            if rank < self.count {
                let place = self.value(self.slot(history, rank));
                history[place].copy_from_slice(sample);
            }
        }
    }

    /// The place of the number that belongs to the user: for sensors with a period, the time of the last reading.
    pub fn user(&self) -> usize {
        self.start
    }

    /// Place of the time in slot `slot`.
    fn time(&self, slot: usize) -> usize {
        self.start + 2 + slot
    }

    /// Place of the value in slot `slot`.
    fn value(&self, slot: usize) -> Range<usize> {
        let first = self.start + 2 + self.count + slot * self.dim;
        first..first + self.dim
    }

    /// The slot of the sample that is `rank`-th oldest.
    fn slot(&self, history: &[f64], rank: usize) -> usize {
        let newest = history[self.start + 1] as usize % self.count;
        (newest + 1 + rank) % self.count
    }

    /// Time of the sample that is `rank`-th oldest.
    fn at(&self, history: &[f64], rank: usize) -> f64 {
        history[self.time(self.slot(history, rank))]
    }

    /// How many samples are older than `time`.
    fn rank(&self, history: &[f64], time: f64) -> usize {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = (low + high) / 2;
            if self.at(history, middle) < time {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Makes a place for a sample taken at `time` and returns where its value is to be written. The oldest sample goes,
    /// unless there already is one of this time.
    pub fn insert(&self, history: &mut [f64], time: f64) -> Range<usize> {
        let rank = self.rank(history, time);
        if rank < self.count && (time - self.at(history, rank)).abs() < SAME_TIME {
            return self.value(self.slot(history, rank));
        }
        let slot = if rank == self.count {
            let oldest = self.slot(history, 0);
            history[self.start + 1] = oldest as f64;
            oldest
        } else {
            // later samples stay, earlier ones move by one; a sample older than all replaces the oldest
            for j in 1..rank {
                let (from, to) = (self.slot(history, j), self.slot(history, j - 1));
                history[self.time(to)] = history[self.time(from)];
                history.copy_within(self.value(from), self.value(to).start);
            }
            self.slot(history, rank.saturating_sub(1))
        };
        history[self.time(slot)] = time;
        self.value(slot)
    }

    /// Writes the value at `time` to `out`: the last sample before it (`interpolation` 0), or a linear (1) or cubic (2)
    /// interpolation of the samples around it. Before the oldest and after the newest sample the value is constant.
    pub fn read(&self, history: &[f64], time: f64, interpolation: i32, out: &mut [f64]) {
        let newest = self.count - 1;
        let value = |rank: usize| &history[self.value(self.slot(history, rank))];
        let mut exact = |rank: usize| {
            for (x, y) in out.iter_mut().zip(value(rank)) {
                *x = *y;
            }
        };
        if time <= self.at(history, 0) + SAME_TIME {
            return exact(0);
        }
        if time >= self.at(history, newest) - SAME_TIME {
            return exact(newest);
        }
        let after = self.rank(history, time);
        if (time - self.at(history, after)).abs() < SAME_TIME {
            return exact(after);
        }
        let before = after - 1;
        if interpolation == 0 {
            return exact(before);
        }
        let t = |rank: usize| self.at(history, rank);
        let span = t(after) - t(before);
        let s = (time - t(before)) / span;
        if interpolation == 1 {
            for (i, x) in out.iter_mut().enumerate().take(self.dim) {
                *x = value(before)[i] + s * (value(after)[i] - value(before)[i]);
            }
            return;
        }
        // cubic Hermite polynomial; slopes are differences over two spans, and zero at the ends
        let (s2, s3) = (s * s, s * s * s);
        let (h00, h10) = (2.0 * s3 - 3.0 * s2 + 1.0, s3 - 2.0 * s2 + s);
        let (h01, h11) = (-2.0 * s3 + 3.0 * s2, s3 - s2);
        for (i, x) in out.iter_mut().enumerate().take(self.dim) {
            let slope = |a: usize, b: usize| (value(b)[i] - value(a)[i]) / (t(b) - t(a));
            let start = if before > 0 {
                slope(before - 1, after)
            } else {
                0.0
            };
            let end = if after < newest {
                slope(before, after + 1)
            } else {
                0.0
            };
            *x = h00 * value(before)[i]
                + h10 * span * start
                + h01 * value(after)[i]
                + h11 * span * end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four samples of one number at times 0, 1, 2, 3 with the values of `f`.
    fn buffer(f: impl Fn(f64) -> f64) -> (Samples, Vec<f64>) {
        let samples = Samples {
            start: 0,
            count: 4,
            dim: 1,
        };
        let mut history = vec![0.0, 3.0, -4.0, -3.0, -2.0, -1.0, 0.0, 0.0, 0.0, 0.0];
        for k in 0..4 {
            let slot = samples.insert(&mut history, f64::from(k));
            history[slot][0] = f(f64::from(k));
        }
        (samples, history)
    }

    fn read(samples: Samples, history: &[f64], time: f64, interpolation: i32) -> f64 {
        let mut out = [f64::NAN];
        samples.read(history, time, interpolation, &mut out);
        out[0]
    }

    #[test]
    fn interpolations_of_a_line_are_exact_inside() {
        let (samples, history) = buffer(|t| 2.0 * t + 1.0);
        assert_eq!(read(samples, &history, 1.5, 0), 3.0);
        assert_eq!(read(samples, &history, 1.5, 1), 4.0);
        assert!((read(samples, &history, 1.25, 2) - 3.5).abs() < 1e-15);
        assert_eq!(read(samples, &history, 2.0, 2), 5.0);
    }

    #[test]
    fn values_are_constant_outside() {
        let (samples, history) = buffer(|t| t);
        assert_eq!(read(samples, &history, -10.0, 1), 0.0);
        assert_eq!(read(samples, &history, 10.0, 1), 3.0);
    }

    #[test]
    fn new_samples_replace_the_oldest_and_stay_in_order() {
        let (samples, mut history) = buffer(|t| t);
        let slot = samples.insert(&mut history, 1.5);
        history[slot][0] = 100.0;
        let times: Vec<f64> = (0..4).map(|k| samples.at(&history, k)).collect();
        assert_eq!(times, [1.0, 1.5, 2.0, 3.0]);
        assert_eq!(read(samples, &history, 1.5, 0), 100.0);
        assert_eq!(read(samples, &history, 1.0, 0), 1.0);
        // the same time again changes the sample in place
        assert_eq!(
            samples.insert(&mut history, 2.0),
            samples.insert(&mut history, 2.0)
        );
        assert_eq!(samples.rank(&history, 2.5), 3);
        // older than all: the oldest is replaced
        let slot = samples.insert(&mut history, 0.5);
        assert_eq!(slot, samples.value(samples.slot(&history, 0)));
    }
}

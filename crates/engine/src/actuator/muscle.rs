//! Hill-type muscles: force-length-velocity curves, passive force, activation dynamics.
//!
//! Parameters of gain and bias are (range₀, range₁, force, scale, lmin, lmax, vmax, fpmax, fvmax). Lengths are scaled so
//! that the length range of the actuator maps to the range; the active force is largest at length one.

use ligament_math::MINVAL;

/// Peak active force of a muscle: given, or scaled by the acceleration that a unit force causes.
fn peak_force(prm: &[f64; 10], acc0: f64) -> f64 {
    if prm[2] < 0.0 {
        prm[3] / acc0.max(MINVAL)
    } else {
        prm[2]
    }
}

/// Length of the muscle at scaled length one less that at zero, and the scaled length.
fn scaled_length(length: f64, range: [f64; 2], prm: &[f64; 10]) -> (f64, f64) {
    let unit = (range[1] - range[0]) / (prm[1] - prm[0]).max(MINVAL);
    (unit, prm[0] + (length - range[0]) / unit.max(MINVAL))
}

/// Active force as a function of scaled length: quadratic pieces from zero at `lmin` over one at 1 to zero at `lmax`.
pub fn gain_length(length: f64, lmin: f64, lmax: f64) -> f64 {
    if !(lmin..=lmax).contains(&length) {
        return 0.0;
    }
    let (rising, falling) = (0.5 * (lmin + 1.0), 0.5 * (1.0 + lmax));
    let half_square = |x: f64, width: f64| {
        let s = x / width.max(MINVAL);
        0.5 * s * s
    };
    if length <= rising {
        half_square(length - lmin, rising - lmin)
    } else if length <= 1.0 {
        1.0 - half_square(1.0 - length, 1.0 - rising)
    } else if length <= falling {
        1.0 - half_square(length - 1.0, falling - 1.0)
    } else {
        half_square(lmax - length, lmax - falling)
    }
}

/// Derivative of [`gain_length`].
fn gain_length_curve_slope(length: f64, lmin: f64, lmax: f64) -> f64 {
    if !(lmin..=lmax).contains(&length) {
        return 0.0;
    }
    let (rising, falling) = (0.5 * (lmin + 1.0), 0.5 * (1.0 + lmax));
    let linear = |x: f64, width: f64| x / width.max(MINVAL) / width.max(MINVAL);
    if length <= rising {
        linear(length - lmin, rising - lmin)
    } else if length <= 1.0 {
        linear(1.0 - length, 1.0 - rising)
    } else if length <= falling {
        -linear(length - 1.0, falling - 1.0)
    } else {
        -linear(lmax - length, lmax - falling)
    }
}

/// Active force as a function of scaled velocity: zero at -1, one at 0, saturating at `fvmax`.
fn gain_velocity(velocity: f64, fvmax: f64) -> f64 {
    let top = fvmax - 1.0;
    if velocity <= -1.0 {
        0.0
    } else if velocity <= 0.0 {
        (velocity + 1.0) * (velocity + 1.0)
    } else if velocity <= top {
        fvmax - (top - velocity) * (top - velocity) / top.max(MINVAL)
    } else {
        fvmax
    }
}

/// Derivative of the velocity curve.
fn gain_velocity_slope(velocity: f64, fvmax: f64) -> f64 {
    let top = fvmax - 1.0;
    if velocity <= -1.0 {
        0.0
    } else if velocity <= 0.0 {
        2.0 * velocity + 2.0
    } else if velocity <= top {
        (2.0 * top - 2.0 * velocity) / top.max(MINVAL)
    } else {
        0.0
    }
}

/// Force of a fully active muscle; negative, since it pulls.
pub fn gain(length: f64, velocity: f64, range: [f64; 2], acc0: f64, prm: &[f64; 10]) -> f64 {
    let (unit, scaled) = scaled_length(length, range, prm);
    let speed = velocity / (unit * prm[6]).max(MINVAL);
    -peak_force(prm, acc0) * gain_length(scaled, prm[4], prm[5]) * gain_velocity(speed, prm[8])
}

/// Derivative of [`gain`] with respect to velocity.
pub fn gain_slope(length: f64, velocity: f64, range: [f64; 2], acc0: f64, prm: &[f64; 10]) -> f64 {
    let (unit, scaled) = scaled_length(length, range, prm);
    let scale = (unit * prm[6]).max(MINVAL);
    let slope = gain_velocity_slope(velocity / scale, prm[8]) / scale;
    -peak_force(prm, acc0) * gain_length(scaled, prm[4], prm[5]) * slope
}

/// Derivative of [`gain`] with respect to length.
pub fn gain_length_slope(
    length: f64,
    velocity: f64,
    range: [f64; 2],
    acc0: f64,
    prm: &[f64; 10],
) -> f64 {
    let (unit, scaled) = scaled_length(length, range, prm);
    let speed = velocity / (unit * prm[6]).max(MINVAL);
    let slope = gain_length_curve_slope(scaled, prm[4], prm[5]) / unit.max(MINVAL);
    -peak_force(prm, acc0) * slope * gain_velocity(speed, prm[8])
}

/// Derivatives of [`gain_slope`] with respect to length and velocity.
pub fn gain_curvature(
    length: f64,
    velocity: f64,
    range: [f64; 2],
    acc0: f64,
    prm: &[f64; 10],
) -> [f64; 2] {
    let (unit, scaled) = scaled_length(length, range, prm);
    let scale = (unit * prm[6]).max(MINVAL);
    let (speed, top) = (velocity / scale, prm[8] - 1.0);
    let slope = gain_velocity_slope(speed, prm[8]) / scale;
    let curvature = if speed <= -1.0 || speed > top {
        0.0
    } else if speed <= 0.0 {
        2.0
    } else {
        -2.0 / top.max(MINVAL)
    };
    let along = gain_length_curve_slope(scaled, prm[4], prm[5]) / unit.max(MINVAL);
    let peak = -peak_force(prm, acc0);
    [
        peak * along * slope,
        peak * gain_length(scaled, prm[4], prm[5]) * curvature / (scale * scale),
    ]
}

/// Derivatives of [`activation_rate`] by the control and by the activation.
pub fn activation_slopes(ctrl: f64, act: f64, [rise, fall, width]: [f64; 3]) -> [f64; 2] {
    let inside = |x: f64| if (0.0..=1.0).contains(&x) { 1.0 } else { 0.0 };
    let level = 0.5 + 1.5 * super::clip(act, [0.0, 1.0]);
    let by_level = 1.5 * inside(act);
    let (slow, quick) = (fall / level, rise * level);
    let excess = super::clip(ctrl, [0.0, 1.0]) - act;
    // time constant: its value, and its slopes by the level and by the excess
    let (time, time_by_level, time_by_excess) = if width >= MINVAL {
        let x = excess / width + 0.5;
        let s = smooth_step(x);
        let slope = if (0.0..1.0).contains(&x) {
            30.0 * x * x * (1.0 - x) * (1.0 - x) / width
        } else {
            0.0
        };
        (
            slow + (quick - slow) * s,
            -slow / level * (1.0 - s) + rise * s,
            (quick - slow) * slope,
        )
    } else if excess > 0.0 {
        (quick, rise, 0.0)
    } else {
        (slow, -slow / level, 0.0)
    };
    if time <= MINVAL {
        return [0.0; 2];
    }
    let by_excess = 1.0 / time - excess / (time * time) * time_by_excess;
    [
        by_excess * inside(ctrl),
        -by_excess - excess / (time * time) * time_by_level * by_level,
    ]
}

/// Derivative of [`passive_force`] with respect to length.
pub fn passive_slope(length: f64, range: [f64; 2], acc0: f64, prm: &[f64; 10]) -> f64 {
    let (unit, scaled) = scaled_length(length, range, prm);
    let bend = 0.5 * (1.0 + prm[5]);
    let width = (bend - 1.0).max(MINVAL);
    let slope = if scaled <= 1.0 {
        0.0
    } else if scaled <= bend {
        (scaled - 1.0) / width / width
    } else {
        1.0 / width
    };
    -peak_force(prm, acc0) * prm[7] * slope / unit.max(MINVAL)
}

/// Force of a muscle that is not active: quadratic beyond length one, then linear.
pub fn passive_force(length: f64, range: [f64; 2], acc0: f64, prm: &[f64; 10]) -> f64 {
    let (_, scaled) = scaled_length(length, range, prm);
    let bend = 0.5 * (1.0 + prm[5]);
    let width = (bend - 1.0).max(MINVAL);
    let strain = if scaled <= 1.0 {
        return 0.0;
    } else if scaled <= bend {
        let x = (scaled - 1.0) / width;
        0.5 * x * x
    } else {
        0.5 + (scaled - bend) / width
    };
    -peak_force(prm, acc0) * prm[7] * strain
}

/// Rate of change of an activation; parameters are the time constants of activation and deactivation, and the width of
/// a smooth transition between them.
pub fn activation_rate(ctrl: f64, act: f64, [rise, fall, width]: [f64; 3]) -> f64 {
    let level = 0.5 + 1.5 * super::clip(act, [0.0, 1.0]);
    let (rise, fall) = (rise * level, fall / level);
    let excess = super::clip(ctrl, [0.0, 1.0]) - act;
    let time = if width >= MINVAL {
        fall + (rise - fall) * smooth_step(excess / width + 0.5)
    } else if excess > 0.0 {
        rise
    } else {
        fall
    };
    excess / time.max(MINVAL)
}

/// A quintic that rises from zero at 0 to one at 1 with vanishing first and second derivatives there.
fn smooth_step(x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRM: [f64; 10] = [0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2, 0.0];

    #[test]
    fn slopes_are_derivatives() {
        let range = [0.3, 0.9];
        let (h, close) = (1e-6, |a: f64, b: f64| {
            (a - b).abs() < 1e-6 * (1.0 + a.abs())
        });
        for (length, velocity) in [(0.4, -0.2), (0.7, 0.05), (0.85, -0.5)] {
            let slope = |l: f64, v: f64| gain_slope(l, v, range, 0.7, &PRM);
            let [by_length, by_velocity] = gain_curvature(length, velocity, range, 0.7, &PRM);
            let ahead = slope(length + h, velocity) - slope(length - h, velocity);
            assert!(close(by_length, ahead / (2.0 * h)), "{length}");
            let ahead = slope(length, velocity + h) - slope(length, velocity - h);
            assert!(close(by_velocity, ahead / (2.0 * h)), "{length}");
        }
        for (ctrl, act, width) in [(0.4, 0.3, 0.0), (0.2, 0.7, 0.0), (0.5, 0.45, 0.4)] {
            let prm = [0.01, 0.04, width];
            let rate = |c: f64, a: f64| activation_rate(c, a, prm);
            let [by_ctrl, by_act] = activation_slopes(ctrl, act, prm);
            let ahead = rate(ctrl + h, act) - rate(ctrl - h, act);
            assert!(close(by_ctrl, ahead / (2.0 * h)), "{ctrl}");
            let ahead = rate(ctrl, act + h) - rate(ctrl, act - h);
            assert!(close(by_act, ahead / (2.0 * h)), "{ctrl}");
        }
    }

    #[test]
    fn curves_have_their_landmarks() {
        assert_eq!(gain_length(1.0, 0.5, 1.6), 1.0);
        assert_eq!(gain_length(0.5, 0.5, 1.6), 0.0);
        assert_eq!(gain_length(0.75, 0.5, 1.6), 0.5);
        assert_eq!(gain_length(1.3, 0.5, 1.6), 0.5);
        assert_eq!(gain_velocity(0.0, 1.2), 1.0);
        assert_eq!(gain_velocity(-1.0, 1.2), 0.0);
        assert!((gain_velocity(5.0, 1.2) - 1.2).abs() < 1e-15);
    }

    #[test]
    fn passive_force_reaches_its_value_at_the_bend_smoothly() {
        let at = |scaled: f64| {
            let length = 0.2 + (scaled - PRM[0]) * 0.3 / (PRM[1] - PRM[0]);
            passive_force(length, [0.2, 0.5], 1.0, &PRM)
        };
        assert!((at(1.3) + 0.5 * 1.3 * 200.0).abs() < 1e-9);
        let (before, after) = (at(1.3) - at(1.3 - 1e-6), at(1.3 + 1e-6) - at(1.3));
        assert!((before - after).abs() < 1e-8);
    }

    #[test]
    fn the_slope_is_the_derivative_of_the_gain() {
        for v in [-0.2, -0.01, 0.02, 0.08] {
            let f = |v: f64| gain(0.4, v, [0.2, 0.5], 2.0, &PRM);
            let difference = (f(v + 1e-6) - f(v - 1e-6)) / 2e-6;
            let slope = gain_slope(0.4, v, [0.2, 0.5], 2.0, &PRM);
            assert!((difference - slope).abs() < 1e-5 * (1.0 + slope.abs()));
        }
    }

    #[test]
    fn wide_transitions_lie_between_the_time_constants() {
        let hard = |c: f64| (c - 0.3) / activation_rate(c, 0.3, [0.01, 0.04, 0.0]);
        let soft = (0.31 - 0.3) / activation_rate(0.31, 0.3, [0.01, 0.04, 0.2]);
        let (rise, fall) = (hard(0.31), hard(0.29));
        assert!(soft > rise && soft < fall);
        assert!((smooth_step(0.5) - 0.5).abs() < 1e-15);
    }
}

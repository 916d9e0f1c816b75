//! Slack cables: the catenary between two points.
//!
//! A cable of length `l` between points at horizontal distance `h` and height difference `v` hangs as `a·cosh(x/a)`, where the
//! parameter solves `sqrt(l² − v²) = 2a·sinh(h / 2a)`.

use ligament_engine::Data;
use ligament_math::{MINVAL, Vec3, func};
use ligament_model::Model;
use ligament_model::enums::TransmissionType;

/// The curve has this many equal steps along the horizontal; the last two are drawn as one.
const STEPS: usize = 29;

/// The points of a hanging tendon; none if it is not slack, does not hang freely or an actuator pulls at it.
pub(super) fn hanging(m: &Model, d: &Data, id: usize, path: &[Vec3]) -> Option<Vec<Vec3>> {
    let &[from, to] = path else {
        return None;
    };
    let tendon = &m.tendon;
    if tendon.num[id] != 2 || tendon.damping[id] != 0.0 || tendon.frictionloss[id] != 0.0 {
        return None;
    }
    let driven = |a: usize| {
        m.actuator.trntype[a].is(TransmissionType::Tendon) && m.actuator.trnid[a][0] == id as i32
    };
    if (0..m.size.nactuator).any(driven) {
        return None;
    }
    let [low, high] = if tendon.stiffness[id] == 0.0 {
        if !tendon.limited[id].get() {
            return None;
        }
        tendon.range[id]
    } else {
        tendon.lengthspring[id]
    };
    let (up, gravity) = (-m.opt.gravity).normalize_or_x();
    if low != 0.0 || high <= d.path.ten_length[id] || gravity < MINVAL {
        return None;
    }
    curve(from, to, up, high)
}

/// Points along a cable of the given length.
fn curve(from: Vec3, to: Vec3, up: Vec3, length: f64) -> Option<Vec<Vec3>> {
    let across = to - from;
    let v = across.dot(up);
    let (forward, h) = (across - up * v).normalize_or_x();
    if h < MINVAL {
        // Straight down below the lower end, and back.
        let lower = if v < 0.0 { to } else { from };
        return Some(vec![from, lower - up * (0.5 * (length - v.abs())), to]);
    }
    let stretch = (length * length - v * v).sqrt() / h;
    if !stretch.is_finite() || stretch <= 1.0 {
        return None;
    }
    let half = half_width(stretch);
    let a = h / (2.0 * half);
    // The lowest point, measured from the first end.
    let lowest = 0.5 * h - a * func::asinh(v / (2.0 * a * func::sinh(half)));
    let height = |x: f64| a * (func::cosh((x - lowest) / a) - func::cosh(lowest / a));
    let mut points: Vec<Vec3> = (0..STEPS - 1)
        .map(|i| {
            let x = h * i as f64 / STEPS as f64;
            from + forward * x + up * height(x)
        })
        .collect();
    points.push(to);
    Some(points)
}

/// Solves `sinh(u) / u = stretch` for `u > 0` by Newton's method on `asinh(stretch·u) = u`, which is concave.
fn half_width(stretch: f64) -> f64 {
    // Above the root for every stretch, so that the iteration falls towards it.
    let mut u = (6.0 * (stretch - 1.0))
        .sqrt()
        .min(2.0 * func::ln(2.0 * stretch) + 2.0)
        .max(1e-6);
    for _ in 0..100 {
        let f = func::asinh(stretch * u) - u;
        let slope = stretch / (1.0 + (stretch * u) * (stretch * u)).sqrt() - 1.0;
        let next = u - f / slope;
        if !next.is_finite() || next <= 0.0 || (next - u).abs() < 1e-15 * u {
            break;
        }
        u = next;
    }
    u
}

#[cfg(test)]
mod tests {
    use ligament_math::Vec3;

    use super::{curve, half_width};

    #[test]
    fn the_parameter_solves_the_equation() {
        for stretch in [1.0 + 1e-9, 1.01, 1.5, 3.0, 100.0, 1e6] {
            let u = half_width(stretch);
            assert!(
                (u.sinh() / u / stretch - 1.0).abs() < 1e-8,
                "{stretch}: {u}"
            );
        }
    }

    #[test]
    fn a_cable_reaches_both_ends_and_has_its_length() {
        let (from, to) = (Vec3::new(-1.0, 0.0, 1.0), Vec3::new(1.0, 0.5, 1.5));
        let points = curve(from, to, Vec3::Z, 3.0).unwrap_or_default();
        assert_eq!((points[0], points[points.len() - 1]), (from, to));
        let length: f64 = points.windows(2).map(|p| (p[1] - p[0]).norm()).sum();
        assert!((length - 3.0).abs() < 0.01, "{length}");
    }

    #[test]
    fn a_vertical_cable_hangs_below_its_lower_end() {
        let points = curve(Vec3::ZERO, Vec3::Z, Vec3::Z, 2.0).unwrap_or_default();
        assert_eq!(points, [Vec3::ZERO, Vec3::Z * -0.5, Vec3::Z]);
    }
}

//! Rotations as quaternions w x y z, as far as reading and writing need them.

/// Product of two rotations: `b` first, then `a`.
pub fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

/// A vector turned by a rotation.
pub fn rotate(q: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let axis = [q[1], q[2], q[3]];
    let inner = cross(axis, v);
    let once = [0, 1, 2].map(|i| inner[i] + q[0] * v[i]);
    let twice = cross(axis, once);
    [0, 1, 2].map(|i| v[i] + 2.0 * twice[i])
}

/// The rotation of three angles about the axes of `sequence`; lower case axes turn with the frame.
pub fn euler(angles: [f64; 3], degree: bool, sequence: [u8; 3]) -> [f64; 4] {
    let mut total = [1.0, 0.0, 0.0, 0.0];
    for (angle, axis) in angles.into_iter().zip(sequence) {
        let half = 0.5 * if degree { angle.to_radians() } else { angle };
        let mut turn = [half.cos(), 0.0, 0.0, 0.0];
        let index = match axis.to_ascii_lowercase() {
            b'x' => 1,
            b'y' => 2,
            _ => 3,
        };
        turn[index] = half.sin();
        total = if axis.is_ascii_lowercase() {
            product(total, turn)
        } else {
            product(turn, total)
        };
    }
    let norm = total.iter().map(|x| x * x).sum::<f64>().sqrt();
    total.map(|x| x / norm)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn euler_angles_turn_with_the_frame_in_lower_case() {
        let near = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-12);
        let moving = euler([90.0, 90.0, 0.0], true, *b"xyz");
        assert!(near(rotate(moving, [0.0, 0.0, 1.0]), [1.0, 0.0, 0.0]));
        let fixed = euler([90.0, 90.0, 0.0], true, *b"XYZ");
        assert!(near(rotate(fixed, [0.0, 0.0, 1.0]), [0.0, -1.0, 0.0]));
    }
}

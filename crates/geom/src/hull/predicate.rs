//! On which side of a plane does a point lie? Exactly.
//!
//! The sign of (b - a) x (c - a) . (d - a) is found with expansion arithmetic (Dekker, Shewchuk): a number is
//! the exact sum of doubles of increasing, non-overlapping magnitude, so its sign is that of its last term.
//! Coordinates must be moderate (see `snap`), so that no product overflows or underflows.

use ligament_math::Vec3;

/// A sum of `len` doubles, smallest first, that do not overlap.
struct Expansion<const N: usize> {
    terms: [f64; N],
    len: usize,
}

/// The exact sum of two doubles as rounded value and rounding error.
#[inline(always)]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (sum, (a - a_part) + (b - b_part))
}

/// The exact product of two doubles as rounded value and rounding error.
#[inline(always)]
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    let error = al * bl - (((product - ah * bh) - al * bh) - ah * bl);
    (product, error)
}

/// A double as the sum of two halves of 26 bits each.
#[inline(always)]
fn split(a: f64) -> (f64, f64) {
    let c = 134_217_729.0 * a;
    let high = c - (c - a);
    (high, a - high)
}

impl<const N: usize> Expansion<N> {
    const ZERO: Self = Expansion {
        terms: [0.0; N],
        len: 0,
    };

    /// Adds one double, keeping the terms sorted and free of zeros.
    fn add(&mut self, value: f64) {
        let mut carry = value;
        let mut kept = 0;
        for i in 0..self.len {
            let (sum, error) = two_sum(carry, self.terms[i]);
            carry = sum;
            if error != 0.0 {
                self.terms[kept] = error;
                kept += 1;
            }
        }
        if carry != 0.0 {
            self.terms[kept] = carry;
            kept += 1;
        }
        self.len = kept;
    }

    /// Adds the product of two doubles.
    fn add_product(&mut self, a: f64, b: f64) {
        let (product, error) = two_product(a, b);
        self.add(error);
        self.add(product);
    }

    /// Adds `scale` times another expansion.
    fn add_scaled<const M: usize>(&mut self, other: &Expansion<M>, scale: f64) {
        if scale != 0.0 {
            for &term in &other.terms[..other.len] {
                self.add_product(term, scale);
            }
        }
    }

    fn sign(&self) -> i32 {
        match self.len {
            0 => 0,
            n => sign(self.terms[n - 1]),
        }
    }
}

#[inline(always)]
fn sign(x: f64) -> i32 {
    i32::from(x > 0.0) - i32::from(x < 0.0)
}

/// The side of `d` relative to the plane of the counter-clockwise triangle `a b c`: 1 above, -1 below, 0 on it.
pub(super) fn side(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> i32 {
    let (u, du) = difference(b, a);
    let (v, dv) = difference(c, a);
    let (w, dw) = difference(d, a);
    if du == Vec3::ZERO && dv == Vec3::ZERO && dw == Vec3::ZERO {
        let mut det = Expansion::<24>::ZERO;
        for (i, j, k) in CYCLIC {
            let mut minor = Expansion::<4>::ZERO;
            minor.add_product(u[i], v[j]);
            minor.add_product(-u[j], v[i]);
            det.add_scaled(&minor, w[k]);
        }
        return det.sign();
    }
    let mut det = Expansion::<192>::ZERO;
    for (i, j, k) in CYCLIC {
        let mut minor = Expansion::<16>::ZERO;
        for (ui, vj) in [(u[i], v[j]), (u[i], dv[j]), (du[i], v[j]), (du[i], dv[j])] {
            minor.add_product(ui, vj);
        }
        for (uj, vi) in [(u[j], v[i]), (u[j], dv[i]), (du[j], v[i]), (du[j], dv[i])] {
            minor.add_product(-uj, vi);
        }
        det.add_scaled(&minor, dw[k]);
        det.add_scaled(&minor, w[k]);
    }
    det.sign()
}

const CYCLIC: [(usize, usize, usize); 3] = [(0, 1, 2), (1, 2, 0), (2, 0, 1)];

/// The rounded difference of two points and its rounding error.
#[inline(always)]
fn difference(a: Vec3, b: Vec3) -> (Vec3, Vec3) {
    let pairs: [(f64, f64); 3] = core::array::from_fn(|i| two_sum(a[i], -b[i]));
    (Vec3(pairs.map(|p| p.0)), Vec3(pairs.map(|p| p.1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Vec3 = Vec3([0.1, 0.2, 0.3]);
    const B: Vec3 = Vec3([1.7, -0.4, 0.9]);
    const C: Vec3 = Vec3([-0.6, 1.1, 0.45]);

    #[test]
    fn clear_cases_have_the_sign_of_the_determinant() {
        let normal = (B - A).cross(C - A);
        assert_eq!(side(A, B, C, A + normal), 1);
        assert_eq!(side(A, B, C, A - normal), -1);
    }

    #[test]
    fn vertices_and_exact_combinations_lie_on_the_plane() {
        assert_eq!(
            [side(A, B, C, A), side(A, B, C, B), side(A, B, C, C)],
            [0, 0, 0]
        );
        let on = Vec3::new(0.25, 0.75, 0.5);
        let axis_aligned = [
            Vec3::new(0.1, 0.3, 0.5),
            Vec3::new(0.9, 0.1, 0.5),
            Vec3::new(0.4, 0.8, 0.5),
        ];
        let [a, b, c] = axis_aligned;
        assert_eq!(side(a, b, c, on), 0);
    }

    #[test]
    fn one_bit_off_the_plane_is_seen() {
        // the plane x + y + z = 1 with coordinates whose differences need more than 53 bits
        let tiny = 2.0_f64.powi(-60);
        let (a, b, c) = (Vec3::X, Vec3::Y, Vec3::Z);
        let on = Vec3::new(1.0, tiny, -tiny);
        let above = Vec3::new(1.0, 2.0 * tiny, -tiny);
        assert_eq!(side(a, b, c, on), 0);
        assert_eq!(side(a, b, c, above), 1);
        assert_eq!(side(a, c, b, above), -1);
    }

    #[test]
    fn swapping_vertices_flips_the_sign_for_random_points() {
        let mut state = 1_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        for _ in 0..200 {
            let [a, b, c]: [Vec3; 3] = core::array::from_fn(|_| Vec3([next(), next(), next()]));
            let (s, t) = (next(), next());
            // within rounding of the plane
            let d = a + (b - a) * s + (c - a) * t;
            let sign = side(a, b, c, d);
            assert_eq!(sign, side(b, c, a, d));
            assert_eq!(sign, -side(b, a, c, d));
            assert_eq!(sign, -side(a, b, d, c));
        }
    }
}

//! Spatial matrices: forces that depend linearly on motions.

use ligament_math::{Force, Inertia10, Mat3, Motion, Vec3};

/// A matrix from motions to forces, row by row; rotation first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpatialMatrix(pub [[f64; 6]; 6]);

impl SpatialMatrix {
    /// All zero.
    pub const ZERO: Self = Self([[0.0; 6]; 6]);

    /// From its parts: torque by spin, torque by velocity, force by spin, force by velocity.
    pub fn from_parts(tt: &Mat3, tf: &Mat3, ft: &Mat3, ff: &Mat3) -> Self {
        let mut block = Self::ZERO;
        for (row, col, part) in [(0, 0, tt), (0, 3, tf), (3, 0, ft), (3, 3, ff)] {
            for r in 0..3 {
                block.0[row + r][col..col + 3].copy_from_slice(&part.0[3 * r..3 * r + 3]);
            }
        }
        block
    }

    /// One of the four parts; `row` and `col` are 0 for rotation and 1 for translation.
    pub fn part(&self, row: usize, col: usize) -> Mat3 {
        let at = |r: usize, c: usize| self.0[3 * row + r][3 * col + c];
        Mat3([
            at(0, 0),
            at(0, 1),
            at(0, 2),
            at(1, 0),
            at(1, 1),
            at(1, 2),
            at(2, 0),
            at(2, 1),
            at(2, 2),
        ])
    }

    /// Adds another matrix.
    #[inline]
    pub fn add(&mut self, other: &Self) {
        for (a, b) in self
            .0
            .as_flattened_mut()
            .iter_mut()
            .zip(other.0.as_flattened())
        {
            *a += b;
        }
    }

    /// Adds `scale` times another matrix.
    #[inline]
    pub fn add_scaled(&mut self, other: &Self, scale: f64) {
        for (a, b) in self
            .0
            .as_flattened_mut()
            .iter_mut()
            .zip(other.0.as_flattened())
        {
            *a += scale * b;
        }
    }

    /// The symmetric part.
    pub fn symmetric(&self) -> Self {
        let mut block = *self;
        for r in 0..6 {
            for c in 0..6 {
                block.0[r][c] = 0.5 * (self.0[r][c] + self.0[c][r]);
            }
        }
        block
    }

    /// Force for a motion.
    #[inline]
    pub fn mul(&self, motion: Motion) -> Force {
        Force(
            self.0
                .map(|row| row.iter().zip(motion.0).map(|(a, b)| a * b).sum()),
        )
    }

    /// The transpose times a motion: a force as the matrix sees motions.
    #[inline]
    pub fn tr_mul(&self, motion: Motion) -> Force {
        let mut out = [0.0; 6];
        for (row, x) in self.0.iter().zip(motion.0) {
            for (sum, a) in out.iter_mut().zip(row) {
                *sum += a * x;
            }
        }
        Force(out)
    }

    /// The same dependence seen in the world about another point. The matrix is given in axes that are the columns of
    /// `axes`, about the point `offset` away from the other point.
    pub fn carried(&self, axes: &Mat3, offset: Vec3) -> Self {
        let turned = |row: usize, col: usize| axes.mul_mat(&self.part(row, col)).mul_mat_tr(axes);
        let (t, u, v, w) = (turned(0, 0), turned(0, 1), turned(1, 0), turned(1, 1));
        // the point moves with v - o x w, its force makes the torque o x f
        let o = Mat3::skew(offset);
        let wo = w.mul_mat(&o);
        let ft = v - wo;
        let tt = t - u.mul_mat(&o) + o.mul_mat(&ft);
        let tf = u + o.mul_mat(&w);
        Self::from_parts(&tt, &tf, &ft, &w)
    }

    /// Derivative by the motion v of the force v ×* (I v) of a body with inertia I, less I (v × dv): the part of the
    /// derivative of bias forces that multiplies motion axes.
    pub fn of_bias(inertia: &Inertia10, v: Motion) -> Self {
        let momentum = inertia.mul(v);
        let mut block = Self::ZERO;
        for k in 0..6 {
            let mut unit = Motion::ZERO;
            unit[k] = 1.0;
            let force = v.cross_force(inertia.mul(unit)) - inertia.mul(v.cross_motion(unit))
                + unit.cross_force(momentum);
            for (row, f) in block.0.iter_mut().zip(force.0) {
                row[k] = f;
            }
        }
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ligament_math::Quat;

    #[test]
    fn carrying_a_matrix_keeps_its_power() {
        let mut block = SpatialMatrix::ZERO;
        for (i, x) in block.0.as_flattened_mut().iter_mut().enumerate() {
            *x = (i as f64 * 1.7).sin();
        }
        let axes = Quat([0.3, 0.5, -0.4, 0.7]).normalized().to_mat3();
        let offset = Vec3([0.4, -1.2, 0.3]);
        let carried = block.carried(&axes, offset);
        let (a, b) = (
            Motion([0.1, 0.2, 0.3, -0.4, 0.5, 0.6]),
            Motion([-0.3, 0.1, 0.7, 0.2, 0.9, -0.5]),
        );
        let local = |v: Motion| v.about(offset).in_frame(&axes);
        let expected = local(a).dot(block.mul(local(b)));
        assert!((a.dot(carried.mul(b)) - expected).abs() < 1e-14);
        assert!((b.dot(carried.tr_mul(a)) - expected).abs() < 1e-14);
    }
}

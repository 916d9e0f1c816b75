//! Jacobians of points that move with bodies.

use ligament_engine::data::Pose;
use ligament_engine::support::jac;
use ligament_math::Vec3;
use ligament_model::Model;

/// How a point and the body it moves with follow the velocities of all joints: v = J qvel, one row per axis of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Jacobian {
    nv: usize,
    linear: Vec<f64>,
    angular: Vec<f64>,
}

impl Jacobian {
    pub(super) fn of_point(m: &Model, pose: &Pose, body: usize, point: Vec3) -> Self {
        let nv = m.size.nv;
        let (mut linear, mut angular) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
        jac(m, pose, Some(&mut linear), Some(&mut angular), point, body);
        Self {
            nv,
            linear,
            angular,
        }
    }

    /// Number of columns: the degrees of freedom of the model.
    pub fn columns(&self) -> usize {
        self.nv
    }

    /// The three rows for the velocity of the point, one after the other.
    pub fn linear(&self) -> &[f64] {
        &self.linear
    }

    /// The three rows for the angular velocity, one after the other.
    pub fn angular(&self) -> &[f64] {
        &self.angular
    }

    /// The velocity of the point and the angular velocity at some joint velocities; missing ones count as zero.
    pub fn mul(&self, velocities: &[f64]) -> (Vec3, Vec3) {
        let dot = |rows: &[f64], k: usize| {
            let row = &rows[k * self.nv..(k + 1) * self.nv];
            row.iter().zip(velocities).map(|(a, b)| a * b).sum::<f64>()
        };
        let of = |rows: &[f64]| Vec3::new(dot(rows, 0), dot(rows, 1), dot(rows, 2));
        (of(&self.linear), of(&self.angular))
    }

    /// The generalized forces of a force at the point and a torque: Jᵀ (f, τ).
    pub fn transpose_mul(&self, force: Vec3, torque: Vec3) -> Vec<f64> {
        let entry = |i: usize| {
            let part = |k: usize| {
                self.linear[k * self.nv + i] * force[k] + self.angular[k * self.nv + i] * torque[k]
            };
            part(0) + part(1) + part(2)
        };
        (0..self.nv).map(entry).collect()
    }
}

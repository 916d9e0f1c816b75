//! Damping coefficients of joints and tendons, their own and those of their actuators.
//!
//! A damper with coefficients a, b, c makes the force −(a + b |v| + c v²) v.

use ligament_model::Model;

use crate::stage::inertia::{Target, drives};

/// The coefficients of a damper: constant, linear and quadratic in the speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Damping {
    /// Coefficient at rest.
    pub linear: f64,
    /// Coefficients of the speed and of its square.
    pub poly: [f64; 2],
}

impl Damping {
    /// True if the damper makes no force.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.linear == 0.0 && self.poly == [0.0; 2]
    }

    /// Force per velocity: a + b |v| + c v².
    #[inline]
    pub fn coefficient(&self, v: f64) -> f64 {
        let speed = v.abs();
        self.linear + self.poly[0] * speed + self.poly[1] * (speed * speed)
    }

    /// Derivative of the resistance (a + b |v| + c v²) v by v.
    #[inline]
    pub fn slope(&self, v: f64) -> f64 {
        let speed = v.abs();
        self.linear + 2.0 * self.poly[0] * speed + 3.0 * self.poly[1] * (speed * speed)
    }

    /// Adds the damping of an actuator, seen through its gear.
    fn add_actuator(&mut self, m: &Model, actuator: usize) {
        let gear = m
            .actuator_outputs(actuator)
            .next()
            .map_or(0.0, |output| m.actuator.gear[output][0]);
        let gear2 = gear * gear;
        self.linear += m.actuator.damping[actuator] * gear2;
        for (sum, poly) in self.poly.iter_mut().zip(m.actuator.dampingpoly[actuator]) {
            *sum += poly * gear2;
        }
    }

    /// Adds the damping of the actuators of a target. The target names its only actuator, or -1 for none, or another
    /// negative number for several.
    #[inline]
    fn with_actuators(self, m: &Model, target: Target) -> Self {
        let single = match target {
            Target::Joint(joint) => m.jnt.actuatorid[joint].0,
            Target::Tendon(tendon) => m.tendon.actuatorid[tendon].0,
        };
        if single == -1 {
            return self;
        }
        self.with_named_actuators(m, target, single)
    }

    fn with_named_actuators(mut self, m: &Model, target: Target, single: i32) -> Self {
        let mut reflected = Self::default();
        match usize::try_from(single) {
            Ok(actuator) => reflected.add_actuator(m, actuator),
            Err(_) => (0..m.size.nactuator)
                .filter(|&i| drives(m, i, target))
                .for_each(|i| reflected.add_actuator(m, i)),
        }
        self.linear += reflected.linear;
        for (sum, poly) in self.poly.iter_mut().zip(reflected.poly) {
            *sum += poly;
        }
        self
    }
}

/// Damping of a degree of freedom.
#[inline]
pub fn of_dof(m: &Model, dof: usize) -> Damping {
    let own = Damping {
        linear: m.dof.damping[dof],
        poly: m.dof.dampingpoly[dof],
    };
    own.with_actuators(m, Target::Joint(m.dof.jntid[dof].index()))
}

/// Damping of a tendon.
#[inline]
pub fn of_tendon(m: &Model, tendon: usize) -> Damping {
    let own = Damping {
        linear: m.tendon.damping[tendon],
        poly: m.tendon.dampingpoly[tendon],
    };
    own.with_actuators(m, Target::Tendon(tendon))
}

/// True if a degree of freedom may be damped: it has coefficients, or its joint has actuators.
#[inline]
pub fn may_damp(m: &Model, dof: usize) -> bool {
    m.dof.damping[dof] > 0.0
        || m.dof.dampingpoly[dof] != [0.0; 2]
        || m.jnt.actuatorid[m.dof.jntid[dof].index()].0 != -1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_the_derivative_of_the_resistance() {
        let damping = Damping {
            linear: 0.5,
            poly: [0.3, 0.2],
        };
        for v in [-1.3, 0.4, 2.0] {
            let force = |v: f64| damping.coefficient(v) * v;
            let difference = (force(v + 1e-6) - force(v - 1e-6)) / 2e-6;
            assert!((difference - damping.slope(v)).abs() < 1e-8);
        }
    }
}

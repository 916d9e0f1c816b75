//! Elliptic contacts on a line.
//!
//! With normal N and tangent T of the residual, both scaled, N is linear and T² is quadratic along the line. The zone, and with
//! it the formula of the cost, can change from point to point.

use super::Point;
use crate::solver::problem::Cone;

/// Which formula gives the cost of a cone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Zone {
    /// No force.
    #[default]
    Top,
    /// Sticking: quadratic.
    Bottom,
    /// Sliding: squared distance to the cone.
    Middle,
}

/// An elliptic contact on the line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ConeLine {
    /// Quadratic cost of the bottom zone.
    quad: [f64; 3],
    /// Normal and its change.
    u0: f64,
    v0: f64,
    /// Products of the tangent and its change.
    uu: f64,
    uv: f64,
    vv: f64,
    mu: f64,
    stiffness: f64,
    /// At the start: zone, length of the tangent.
    zone: Zone,
    tangent: f64,
}

impl ConeLine {
    /// The contact on the line that starts at the residual `jar` and changes it by `jv`.
    pub fn new(cone: &Cone, mass: &[f64], jar: &[f64], jv: &[f64]) -> Self {
        let mu = cone.mu;
        let mut line = Self {
            u0: jar[0] * mu,
            v0: jv[0] * mu,
            mu,
            stiffness: mass[0] / (mu * mu * (1.0 + mu * mu)),
            ..Self::default()
        };
        for j in 0..cone.dim {
            line.quad[0] += 0.5 * jar[j] * (mass[j] * jar[j]);
            line.quad[1] += jv[j] * (mass[j] * jar[j]);
            line.quad[2] += 0.5 * jv[j] * mass[j] * jv[j];
        }
        for j in 1..cone.dim {
            let friction = cone.friction[j - 1];
            let (u, v) = (jar[j] * friction, jv[j] * friction);
            line.uu += u * u;
            line.uv += u * v;
            line.vv += v * v;
        }
        line.tangent = line.uu.max(0.0).sqrt();
        line.zone = line.zone_of(line.u0, line.uu, line.tangent);
        line
    }

    #[inline(always)]
    fn zone_of(&self, normal: f64, square: f64, tangent: f64) -> Zone {
        if square <= 0.0 {
            return if normal < 0.0 {
                Zone::Bottom
            } else {
                Zone::Top
            };
        }
        if normal >= self.mu * tangent {
            Zone::Top
        } else if self.mu * normal + tangent <= 0.0 {
            Zone::Bottom
        } else {
            Zone::Middle
        }
    }

    /// Adds cost and derivatives.
    #[inline(always)]
    pub fn add(&self, at: &mut Point) {
        let alpha = at.alpha;
        let normal = self.u0 + alpha * self.v0;
        let square = self.uu + alpha * (2.0 * self.uv + alpha * self.vv);
        let tangent = square.max(0.0).sqrt();
        let zone = self.zone_of(normal, square, tangent);
        at.cost += self.cost_change(alpha, zone, normal, tangent);
        match zone {
            Zone::Top => {}
            Zone::Bottom => {
                at.slope += 2.0 * alpha * self.quad[2] + self.quad[1];
                at.curvature += 2.0 * self.quad[2];
            }
            Zone::Middle => {
                let (mu, projected) = (self.mu, self.uv + alpha * self.vv);
                let t1 = projected / tangent;
                let t2 = self.vv / tangent - projected * t1 / (tangent * tangent);
                let (depth, rate) = (normal - mu * tangent, self.v0 - mu * t1);
                at.slope += self.stiffness * depth * rate;
                at.curvature += self.stiffness * (rate * rate - depth * mu * t2);
            }
        }
    }

    /// Cost less that at the start, by formulas that avoid cancellation where both points are in related zones.
    #[inline(always)]
    fn cost_change(&self, alpha: f64, zone: Zone, normal: f64, tangent: f64) -> f64 {
        let mu = self.mu;
        let half = 0.5 * self.stiffness;
        let quadratic = alpha * (alpha * self.quad[2] + self.quad[1]);
        let start_depth = self.u0 - mu * self.tangent;
        match (self.zone, zone) {
            (Zone::Top, Zone::Top) => 0.0,
            (Zone::Bottom, Zone::Bottom) => quadratic,
            (Zone::Middle, Zone::Middle) => {
                let square_change = alpha * (2.0 * self.uv + alpha * self.vv);
                let change = alpha * self.v0 - mu * (square_change / (tangent + self.tangent));
                half * change * (2.0 * start_depth + change)
            }
            // at the border of bottom and middle both costs agree; they differ by the squared distance to it
            (Zone::Middle, Zone::Bottom) => {
                let border = mu * self.u0 + self.tangent;
                quadratic + half * border * border
            }
            (Zone::Bottom, Zone::Middle) => {
                let border = mu * normal + tangent;
                quadratic - half * border * border
            }
            (Zone::Top, Zone::Bottom) => quadratic + self.quad[0],
            (Zone::Bottom, Zone::Top) => -self.quad[0],
            (Zone::Top, Zone::Middle) => {
                let depth = normal - mu * tangent;
                half * depth * depth
            }
            (Zone::Middle, Zone::Top) => -half * start_depth * start_depth,
        }
    }
}

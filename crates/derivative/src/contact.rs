//! Contacts: derivatives of their rows and of their forces.

use ligament_engine::data::{Contact, Data};
use ligament_engine::derivative::spatial::SpatialMatrix;
use ligament_math::{Force, Vec3};
use ligament_model::Model;

use crate::error::Refusal;
use crate::nearby::Nearby;
use crate::surface::{self, Motions};
use crate::tree::{Applied, Sums, Tree};

/// A contact to first order: its axes, its point, and how they move.
pub(crate) struct Touch {
    /// The two bodies.
    pub bodies: [usize; 2],
    /// Degrees of freedom that move them, increasing.
    pub cols: Vec<usize>,
    /// Normal and tangents.
    axes: [Vec3; 3],
    /// The point, from the origin.
    at: Vec3,
    /// How the axes move with either body.
    turned: [[[Vec3; 6]; 3]; 2],
    /// How the point moves with either body.
    moved: [[Vec3; 6]; 2],
}

impl Touch {
    /// A contact to first order. `nearby` is used where no formula tells how it moves; `differenced` counts those.
    pub fn new(
        m: &Model,
        d: &mut Data,
        tree: &Tree,
        contact: &Contact,
        nearby: &mut Option<Nearby>,
        differenced: &mut usize,
    ) -> Result<Self, Refusal> {
        let geoms = contact.geoms().unwrap_or([0, 0]);
        let refusal = Refusal::Contact {
            geom1: geoms[0],
            geom2: geoms[1],
        };
        let motions = match surface::motions(m, d, contact, tree.origin) {
            Some(motions) => motions,
            None => {
                *differenced += 1;
                let nearby = nearby.get_or_insert_with(|| Nearby::new(m));
                nearby.motions(m, d, contact, tree.origin).ok_or(refusal)?
            }
        };
        let bodies = geoms.map(|g| m.geom.bodyid[g].index());
        let mut cols: Vec<usize> = tree.chain(bodies[0]).chain(tree.chain(bodies[1])).collect();
        cols.sort_unstable();
        cols.dedup();
        Ok(Self::assemble(tree, contact, bodies, cols, &motions))
    }

    fn assemble(
        tree: &Tree,
        contact: &Contact,
        bodies: [usize; 2],
        cols: Vec<usize>,
        motions: &Motions,
    ) -> Self {
        let f = &contact.frame;
        let axis = |k: usize| Vec3([f[3 * k], f[3 * k + 1], f[3 * k + 2]]);
        let axes = [axis(0), axis(1), axis(2)];
        let turned = [0, 1].map(|side: usize| {
            let (normal, tangent) = (motions.normal[side], motions.tangent[side]);
            let third: [Vec3; 6] =
                std::array::from_fn(|k| normal[k].cross(axes[1]) + axes[0].cross(tangent[k]));
            [normal, tangent, third]
        });
        Self {
            bodies,
            cols,
            axes,
            at: contact.pos - tree.origin,
            turned,
            moved: motions.point,
        }
    }

    /// The sign of a side.
    fn sign(side: usize) -> f64 {
        if side == 0 { -1.0 } else { 1.0 }
    }

    /// Unit wrench of base row `k`, on the second body.
    fn unit(&self, k: usize) -> Force {
        if k < 3 {
            Force::from_parts(self.at.cross(self.axes[k]), self.axes[k])
        } else {
            Force::from_parts(self.axes[k - 3], Vec3::ZERO)
        }
    }

    /// For sums V of motions, the derivatives of base rows J x by the position of a degree of freedom, as a dot product
    /// with its axis: covectors of either body.
    fn gradients(&self, rows: usize, sums: &Sums) -> [[[f64; 6]; 6]; 2] {
        let [one, two] = self.bodies.map(|b| sums.body[b]);
        let relative = two - one;
        let (spin, drift) = (relative.angular(), relative.linear());
        let velocity = drift + spin.cross(self.at);
        let mut out = [[[0.0; 6]; 6]; 2];
        for side in 0..2 {
            for k in 0..rows {
                for i in 0..6 {
                    out[side][k][i] = if k < 3 {
                        self.turned[side][k][i].dot(velocity)
                            + self.axes[k].dot(spin.cross(self.moved[side][i]))
                    } else {
                        self.turned[side][k - 3][i].dot(spin)
                    };
                }
                // Φ · (s × V) = −s · (V ×* Φ)... with the body's own V
                let own = sums.body[self.bodies[side]];
                let lever = own.cross_force(self.unit(k) * Self::sign(side));
                for (x, y) in out[side][k].iter_mut().zip(lever.0) {
                    *x += y;
                }
            }
        }
        out
    }

    /// Adds `scale`[k] times the derivatives of base rows J x by positions to the columns `out[k][col]`.
    pub fn add_turned(
        &self,
        tree: &Tree,
        sums: &Sums,
        rows: usize,
        scale: &[f64; 6],
        out: &mut [Vec<f64>; 6],
    ) {
        let gradients = self.gradients(rows, sums);
        for side in 0..2 {
            for dof in tree.chain(self.bodies[side]) {
                let Ok(col) = self.cols.binary_search(&dof) else {
                    continue;
                };
                let s = tree.axis[dof];
                let carried = sums.carried[dof];
                for k in 0..rows {
                    let unit = self.unit(k) * Self::sign(side);
                    let value = s.dot(Force(gradients[side][k])) + carried.dot(unit);
                    out[k][col] += scale[k] * value;
                }
            }
        }
    }

    /// Adds base rows themselves to the columns `out[k][col]`.
    pub fn add_rows(&self, tree: &Tree, rows: usize, scale: &[f64; 6], out: &mut [Vec<f64>; 6]) {
        for side in 0..2 {
            for dof in tree.chain(self.bodies[side]) {
                if let Ok(col) = self.cols.binary_search(&dof) {
                    for k in 0..rows {
                        let value = tree.axis[dof].dot(self.unit(k)) * Self::sign(side);
                        out[k][col] += scale[k] * value;
                    }
                }
            }
        }
    }

    /// Adds the wrenches of forces along base rows, and how they move, to what acts on bodies. What depends on the motion
    /// of the other body is given to `across`: (acting on, moved by, derivative).
    pub fn apply(
        &self,
        force: &[f64; 6],
        applied: &mut Applied,
        across: &mut Vec<(usize, usize, SpatialMatrix)>,
    ) {
        let push = |list: &[Vec3], from: usize| {
            (0..3).fold(Vec3::ZERO, |sum, k| sum + list[k] * force[from + k])
        };
        let (f, t) = (push(&self.axes, 0), push(&self.axes, 3));
        let wrench = Force::from_parts(self.at.cross(f) + t, f);
        for side in 0..2 {
            applied.fixed[self.bodies[side]] += wrench * Self::sign(side);
        }
        for mover in 0..2 {
            let mut block = SpatialMatrix::ZERO;
            for i in 0..6 {
                let turned = self.turned[mover].map(|axis| axis[i]);
                let (df, dt) = (push(&turned, 0), push(&turned, 3));
                let torque = self.moved[mover][i].cross(f) + self.at.cross(df) + dt;
                let change = Force::from_parts(torque, df);
                for (row, x) in block.0.iter_mut().zip(change.0) {
                    row[i] = x;
                }
            }
            for side in 0..2 {
                let (on, by) = (self.bodies[side], self.bodies[mover]);
                if on == by {
                    applied.by_pose[on].add_scaled(&block, Self::sign(side));
                } else if on != 0 && by != 0 {
                    let mut signed = SpatialMatrix::ZERO;
                    signed.add_scaled(&block, Self::sign(side));
                    across.push((on, by, signed));
                }
            }
        }
    }
}

//! Wires: rows of a Jacobian that pull along paths (tendons, transmissions), with how they change with positions.
//!
//! A wire acts on bodies with unit wrenches Φ_b: its entry at degree of freedom j is Σ s_j · Φ_b over the bodies that j
//! moves. When k moves, an entry changes by Σ s_j · δΦ_b, and by (s_k × s_j) · Φ_b where k carries j.

use ligament_math::{Dual, Force, Motion, Vec3};

use crate::tree::Tree;

/// A row of a Jacobian over some columns, the length it belongs to, and their derivatives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wire {
    /// Degrees of freedom, increasing.
    pub cols: Vec<usize>,
    /// Entries.
    pub row: Vec<f64>,
    /// Derivative of each entry (row) by each position (column).
    pub turn: Vec<f64>,
    /// Derivative of the length.
    pub length: Vec<f64>,
}

impl Wire {
    /// A wire over columns, all zero.
    pub fn new(mut cols: Vec<usize>) -> Self {
        cols.sort_unstable();
        cols.dedup();
        let n = cols.len();
        Self {
            cols,
            row: vec![0.0; n],
            turn: vec![0.0; n * n],
            length: vec![0.0; n],
        }
    }

    /// A wire over the degrees of freedom that move some bodies.
    pub fn of_bodies(tree: &Tree, bodies: &[usize]) -> Self {
        let cols = bodies.iter().flat_map(|&b| tree.chain(b)).collect();
        Self::new(cols)
    }

    /// Multiplies all of it.
    pub fn scale(&mut self, by: f64) {
        for list in [&mut self.row, &mut self.turn, &mut self.length] {
            list.iter_mut().for_each(|x| *x *= by);
        }
    }

    /// For each column, the derivative of the row times a vector.
    pub fn turn_times(&self, x: &[f64]) -> Vec<f64> {
        let n = self.cols.len();
        let mut out = vec![0.0; n];
        for (j, &col) in self.cols.iter().enumerate() {
            for (sum, t) in out.iter_mut().zip(&self.turn[j * n..]) {
                *sum += t * x[col];
            }
        }
        out
    }

    /// Adds a unit wrench on a body. `moved` are the derivatives of the wrench by displacements of bodies.
    pub fn add(&mut self, tree: &Tree, body: usize, wrench: Force, moved: &[(usize, [Force; 6])]) {
        let n = self.cols.len();
        let mut change = vec![Force::ZERO; n];
        for (other, by) in moved {
            for k in tree.chain(*other) {
                if let Ok(at) = self.cols.binary_search(&k) {
                    change[at] += combine(by, tree.axis[k]);
                }
            }
        }
        for j in tree.chain(body) {
            let Ok(row) = self.cols.binary_search(&j) else {
                continue;
            };
            let s = tree.axis[j];
            self.row[row] += s.dot(wrench);
            for (turn, change) in self.turn[row * n..(row + 1) * n].iter_mut().zip(&change) {
                *turn += s.dot(*change);
            }
            // s_k × s_j · Φ for all k that carry j
            let lever = s.cross_force(wrench);
            let own = tree.group[j];
            let mates = (own..tree.nv()).take_while(|&k| tree.group[k] == own && k != j);
            let mates = mates.chain((j + 1..tree.nv()).take_while(|&k| tree.group[k] == own));
            let before = tree.before(own);
            let above = std::iter::successors(before, |&k| tree.before(k));
            for k in mates.chain(above) {
                if let Ok(at) = self.cols.binary_search(&k) {
                    self.turn[row * n + at] += tree.axis[k].dot(lever);
                }
            }
        }
    }

    /// Adds the gradient of a length by the displacement of a body.
    pub fn add_length(&mut self, tree: &Tree, body: usize, gradient: Force) {
        for k in tree.chain(body) {
            if let Ok(at) = self.cols.binary_search(&k) {
                self.length[at] += tree.axis[k].dot(gradient);
            }
        }
    }
}

/// Σ by_i ξ_i.
pub(crate) fn combine(by: &[Force; 6], motion: Motion) -> Force {
    by.iter()
        .zip(motion.0)
        .fold(Force::ZERO, |sum, (force, x)| sum.add_scaled(*force, x))
}

/// A point that moves with a body: displacements of the body are the variables from `first` on.
pub(crate) fn moving_point<const N: usize>(at: Vec3, first: usize) -> Vec3<Dual<N>> {
    let mut out = at.0.map(Dual::constant);
    // δp = ω × p + v
    let turned = [
        Vec3::X.cross(at),
        Vec3::Y.cross(at),
        Vec3::Z.cross(at),
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
    ];
    for (k, d) in turned.iter().enumerate() {
        for (x, d) in out.iter_mut().zip(d.0) {
            if let Some(partial) = x.partials.get_mut(first + k) {
                *partial = d;
            }
        }
    }
    Vec3(out)
}

/// A direction that turns with a body.
pub(crate) fn turning_axis<const N: usize>(axis: Vec3, first: usize) -> Vec3<Dual<N>> {
    let mut out = axis.0.map(Dual::constant);
    let turned = [Vec3::X, Vec3::Y, Vec3::Z].map(|e| e.cross(axis));
    for (k, d) in turned.iter().enumerate() {
        for (x, d) in out.iter_mut().zip(d.0) {
            if let Some(partial) = x.partials.get_mut(first + k) {
                *partial = d;
            }
        }
    }
    Vec3(out)
}

/// A wrench on dual numbers: its value, and its derivatives by six variables from `first` on.
pub(crate) fn wrench_parts<const N: usize>(
    torque: Vec3<Dual<N>>,
    force: Vec3<Dual<N>>,
    first: usize,
) -> (Force, [Force; 6]) {
    let all = [
        torque.0[0],
        torque.0[1],
        torque.0[2],
        force.0[0],
        force.0[1],
        force.0[2],
    ];
    let value = Force(all.map(|x| x.value));
    let by = std::array::from_fn(|k| Force(all.map(|x| x.partials[first + k])));
    (value, by)
}

//! Columns of derivatives, and dense matrices over them.

/// Which column belongs to which number: positions (in tangent space), velocities, activations, controls,
/// parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Space {
    pub nv: usize,
    pub na: usize,
    pub nu: usize,
    /// Parameters of the model.
    pub np: usize,
}

impl Space {
    pub fn width(self) -> usize {
        2 * self.nv + self.na + self.nu + self.np
    }
    /// Numbers of the state.
    pub fn nx(self) -> usize {
        2 * self.nv + self.na
    }
    pub fn q(self, dof: usize) -> usize {
        dof
    }
    pub fn v(self, dof: usize) -> usize {
        self.nv + dof
    }
    pub fn act(self, slot: usize) -> usize {
        2 * self.nv + slot
    }
    pub fn ctrl(self, control: usize) -> usize {
        2 * self.nv + self.na + control
    }
    pub fn parameter(self, parameter: usize) -> usize {
        2 * self.nv + self.na + self.nu + parameter
    }
}

/// A dense matrix, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Matrix {
    pub rows: usize,
    pub cols: usize,
    pub data: Vec<f64>,
}

impl Matrix {
    pub fn new(rows: usize, cols: usize) -> Self {
        Self {
            rows,
            cols,
            data: vec![0.0; rows * cols],
        }
    }
    pub fn at(&self, row: usize, col: usize) -> f64 {
        self.data[row * self.cols + col]
    }
    pub fn add(&mut self, row: usize, col: usize, x: f64) {
        self.data[row * self.cols + col] += x;
    }
    pub fn row(&self, row: usize) -> &[f64] {
        &self.data[row * self.cols..(row + 1) * self.cols]
    }
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.data[row * self.cols..(row + 1) * self.cols]
    }
    pub fn add_matrix(&mut self, other: &Self, scale: f64) {
        for (a, b) in self.data.iter_mut().zip(&other.data) {
            *a += scale * b;
        }
    }
    /// self × other.
    pub fn times(&self, other: &Self) -> Self {
        let mut out = Self::new(self.rows, other.cols);
        for r in 0..self.rows {
            let row = &mut out.data[r * other.cols..(r + 1) * other.cols];
            for (k, &x) in self.row(r).iter().enumerate() {
                if x != 0.0 {
                    for (y, b) in row.iter_mut().zip(other.row(k)) {
                        *y += x * b;
                    }
                }
            }
        }
        out
    }
}

/// Factors a symmetric positive definite matrix in place: lower triangle L with L Lᵀ. False if it is not definite.
pub(crate) fn cholesky(a: &mut Matrix) -> bool {
    let n = a.rows;
    for j in 0..n {
        let (done, rest) = a.data.split_at_mut(j * n);
        let row = &mut rest[..n];
        for k in 0..j {
            let other = &done[k * n..k * n + n];
            let mut sum = row[k];
            for i in 0..k {
                sum -= row[i] * other[i];
            }
            row[k] = sum / other[k];
        }
        let mut pivot = row[j];
        for i in 0..j {
            pivot -= row[i] * row[i];
        }
        if !(pivot > 0.0 && pivot.is_finite()) {
            return false;
        }
        row[j] = pivot.sqrt();
    }
    true
}

/// Solves L Lᵀ X = B in place, for all columns of B at once.
pub(crate) fn cholesky_solve(l: &Matrix, b: &mut Matrix) {
    let (n, w) = (l.rows, b.cols);
    for j in 0..n {
        let (done, rest) = b.data.split_at_mut(j * w);
        let row = &mut rest[..w];
        for k in 0..j {
            let x = l.at(j, k);
            if x != 0.0 {
                for (y, z) in row.iter_mut().zip(&done[k * w..k * w + w]) {
                    *y -= x * z;
                }
            }
        }
        let inverse = 1.0 / l.at(j, j);
        row.iter_mut().for_each(|y| *y *= inverse);
    }
    for j in (0..n).rev() {
        let (head, done) = b.data.split_at_mut((j + 1) * w);
        let row = &mut head[j * w..];
        for k in j + 1..n {
            let x = l.at(k, j);
            if x != 0.0 {
                for (y, z) in row.iter_mut().zip(&done[(k - j - 1) * w..(k - j) * w]) {
                    *y -= x * z;
                }
            }
        }
        let inverse = 1.0 / l.at(j, j);
        row.iter_mut().for_each(|y| *y *= inverse);
    }
}

/// Solves A X = B in place of B, by elimination with pivots. False if A is singular.
pub(crate) fn solve_general(mut a: Matrix, b: &mut Matrix) -> bool {
    let (n, w) = (a.rows, b.cols);
    for k in 0..n {
        let size = |r: &usize| a.at(*r, k).abs();
        let Some(pivot) = (k..n).max_by(|x, y| size(x).total_cmp(&size(y))) else {
            return false;
        };
        let top = a.at(pivot, k);
        if !(top.abs() > 0.0 && top.is_finite()) {
            return false;
        }
        if pivot != k {
            for c in 0..n {
                a.data.swap(k * n + c, pivot * n + c);
            }
            for c in 0..w {
                b.data.swap(k * w + c, pivot * w + c);
            }
        }
        for r in k + 1..n {
            let factor = a.at(r, k) / top;
            if factor == 0.0 {
                continue;
            }
            let (head, tail) = a.data.split_at_mut(r * n);
            for (x, y) in tail[k..n].iter_mut().zip(&head[k * n + k..(k + 1) * n]) {
                *x -= factor * y;
            }
            let (head, tail) = b.data.split_at_mut(r * w);
            for (x, y) in tail[..w].iter_mut().zip(&head[k * w..(k + 1) * w]) {
                *x -= factor * y;
            }
        }
    }
    for k in (0..n).rev() {
        let (head, tail) = b.data.split_at_mut((k + 1) * w);
        let row = &mut head[k * w..];
        for c in k + 1..n {
            let x = a.at(k, c);
            if x != 0.0 {
                for (y, z) in row.iter_mut().zip(&tail[(c - k - 1) * w..(c - k) * w]) {
                    *y -= x * z;
                }
            }
        }
        let inverse = 1.0 / a.at(k, k);
        row.iter_mut().for_each(|y| *y *= inverse);
    }
    true
}

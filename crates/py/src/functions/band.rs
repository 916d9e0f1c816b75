//! Symmetric matrices with a band along the diagonal and dense rows at the end.
//!
//! The lower triangle is stored: `nband` numbers per banded row, which end on the diagonal, then whole rows of `ntotal`
//! numbers for the last `ndense` rows.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::math::MINVAL;
use pyo3::prelude::*;

use crate::args::{In, Int, Num, Out, functions, wrong};

/// Where the numbers of a banded matrix are.
#[derive(Clone, Copy)]
struct Band {
    total: usize,
    band: usize,
    sparse: usize,
}

impl Band {
    fn new(ntotal: &Int, nband: &Int, ndense: &Int) -> PyResult<Self> {
        let (total, dense) = (ntotal.size("ntotal")?, ndense.size("ndense")?);
        let sparse = total.checked_sub(dense);
        let sparse = sparse.ok_or_else(|| wrong("ndense should not exceed ntotal".into()))?;
        let band = nband.size("nband")?;
        if band == 0 && sparse > 0 {
            return Err(wrong("nband should be positive".into()));
        }
        Ok(Self {
            total,
            band,
            sparse,
        })
    }

    /// How many numbers are stored.
    fn len(self) -> usize {
        self.sparse * self.band + (self.total - self.sparse) * self.total
    }

    /// The first column of a row that is stored.
    fn first(self, row: usize) -> usize {
        if row < self.sparse {
            (row + 1).saturating_sub(self.band)
        } else {
            0
        }
    }

    /// Where the entry in a row and in a column up to the diagonal is stored; the column must not come before the first.
    fn at(self, row: usize, column: usize) -> usize {
        if row < self.sparse {
            (row + 1) * self.band - 1 - (row - column)
        } else {
            self.sparse * self.band + (row - self.sparse) * self.total + column
        }
    }

    /// The columns of a row left of the diagonal.
    fn left(self, row: usize) -> std::ops::Range<usize> {
        self.first(row)..row
    }
}

/// Factors in place; gives the smallest entry on the diagonal of the factor, or 0 where it would be too small.
fn factor(b: Band, mat: &mut [f64], add: f64, mul: f64) -> f64 {
    let mut smallest = f64::INFINITY;
    for i in 0..b.total {
        for j in b.left(i) {
            let start = b.first(i).max(b.first(j));
            let known: f64 = (start..j).map(|k| mat[b.at(i, k)] * mat[b.at(j, k)]).sum();
            mat[b.at(i, j)] = (mat[b.at(i, j)] - known) / mat[b.at(j, j)];
        }
        let diagonal = mat[b.at(i, i)];
        let known: f64 = b.left(i).map(|k| mat[b.at(i, k)] * mat[b.at(i, k)]).sum();
        let pivot = add + mul * diagonal + diagonal - known;
        if pivot < MINVAL {
            return 0.0;
        }
        smallest = smallest.min(pivot);
        mat[b.at(i, i)] = pivot.sqrt();
    }
    if b.total == 0 { -1.0 } else { smallest.sqrt() }
}

/// Solves with the factor, in place.
fn solve(b: Band, mat: &[f64], x: &mut [f64]) {
    for i in 0..b.total {
        let known: f64 = b.left(i).map(|k| mat[b.at(i, k)] * x[k]).sum();
        x[i] = (x[i] - known) / mat[b.at(i, i)];
    }
    for i in (0..b.total).rev() {
        x[i] /= mat[b.at(i, i)];
        for k in b.left(i) {
            x[k] -= mat[b.at(i, k)] * x[i];
        }
    }
}

functions! {
    /// Where the diagonal entry of row i is stored.
    fn mju_bandDiag(i: Int, ntotal: Int, nband: Int, ndense: Int) -> usize {
        let band = Band::new(&ntotal, &nband, &ndense)?;
        let i = i.index("row", band.total)?;
        band.at(i, i)
    }
    /// Banded to dense; with flg_sym the upper triangle is filled as well.
    fn mju_band2Dense(res: Out, mat: In, ntotal: Int, nband: Int, ndense: Int, flg_sym: Int) -> () {
        let band = Band::new(&ntotal, &nband, &ndense)?;
        let n = band.total;
        mat.expect(band.len())?;
        res.expect_matrix(n, n)?;
        res.fill(0.0);
        for i in 0..n {
            for j in band.first(i)..=i {
                let value = mat[band.at(i, j)];
                res[i * n + j] = value;
                if *flg_sym != 0 {
                    res[j * n + i] = value;
                }
            }
        }
    }
    /// Dense to banded.
    fn mju_dense2Band(res: Out, mat: In, ntotal: Int, nband: Int, ndense: Int) -> () {
        let band = Band::new(&ntotal, &nband, &ndense)?;
        let n = band.total;
        res.expect(band.len())?;
        mat.expect_matrix(n, n)?;
        for i in 0..n {
            for j in band.first(i)..=i {
                res[band.at(i, j)] = mat[i * n + j];
            }
        }
    }
    /// Products of a banded matrix with vectors; with flg_sym it is taken as symmetric.
    fn mju_bandMulMatVec(
        res: Out, mat: In, vec: In, ntotal: Int, nband: Int, ndense: Int, nvec: Int, flg_sym: Int,
    ) -> () {
        let band = Band::new(&ntotal, &nband, &ndense)?;
        let n = band.total;
        mat.expect(band.len())?;
        vec.expect(n * nvec.size("nvec")?)?;
        res.expect(vec.len())?;
        res.fill(0.0);
        for (res, vec) in res.chunks_exact_mut(n.max(1)).zip(vec.chunks_exact(n.max(1))) {
            for i in 0..n {
                for j in band.first(i)..=i {
                    let value = mat[band.at(i, j)];
                    res[i] += value * vec[j];
                    if *flg_sym != 0 && i != j {
                        res[j] += value * vec[i];
                    }
                }
            }
        }
    }
    /// Factors mat + diagadd + diagmul diag(mat) in place; gives the smallest entry on the diagonal of the
    /// factor, 0 if the rank is too small.
    fn mju_cholFactorBand(mat: Out, ntotal: Int, nband: Int, ndense: Int, diagadd: Num, diagmul: Num) -> f64 {
        let band = Band::new(&ntotal, &nband, &ndense)?;
        mat.expect(band.len())?;
        factor(band, &mut mat, *diagadd, *diagmul)
    }
    /// Solves with the factor of a banded matrix.
    fn mju_cholSolveBand(res: Out, mat: In, vec: In, ntotal: Int, nband: Int, ndense: Int) -> () {
        let band = Band::new(&ntotal, &nband, &ndense)?;
        mat.expect(band.len())?;
        vec.expect(band.total)?;
        res.expect(band.total)?;
        res.copy_from_slice(&vec);
        solve(band, &mat, &mut res)
    }
}

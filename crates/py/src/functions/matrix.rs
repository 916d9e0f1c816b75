//! Matrices, dense and sparse.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::math::dense;
use pyo3::prelude::*;

use crate::args::{In, Int, MaybeIn, MaybeOut, Num, Out, functions, wrong};

/// res = a b, where a and b are given as functions of row and column.
fn product(
    res: &mut Out,
    [rows, inner, columns]: [usize; 3],
    a: impl Fn(usize, usize) -> f64,
    b: impl Fn(usize, usize) -> f64,
) -> PyResult<()> {
    res.expect_matrix(rows, columns)?;
    for i in 0..rows {
        for j in 0..columns {
            res[i * columns + j] = (0..inner).map(|k| a(i, k) * b(k, j)).sum();
        }
    }
    Ok(())
}

/// The order of a square matrix.
fn order([rows, columns]: [usize; 2], name: &str) -> PyResult<usize> {
    if rows == columns {
        return Ok(rows);
    }
    Err(wrong(format!("{name} should be a square matrix")))
}

/// Calls `f` with row, column and value of every entry of a sparse matrix.
fn entries(
    mat: &[f64],
    rownnz: &[i32],
    rowadr: &[i32],
    colind: &[i32],
    columns: usize,
    mut f: impl FnMut(usize, usize, f64),
) -> PyResult<()> {
    let bad = || wrong("mat, rownnz, rowadr and colind do not fit together".into());
    for (i, (count, start)) in rownnz.iter().zip(rowadr).enumerate() {
        let start = usize::try_from(*start).map_err(|_| bad())?;
        let end = start + usize::try_from(*count).map_err(|_| bad())?;
        let (Some(values), Some(places)) = (mat.get(start..end), colind.get(start..end)) else {
            return Err(bad());
        };
        for (value, j) in values.iter().zip(places) {
            let j = usize::try_from(*j).ok().filter(|j| *j < columns);
            f(i, j.ok_or_else(bad)?, *value);
        }
    }
    Ok(())
}

functions! {
    /// Minimizes ½ xᵀ H x + gᵀ x between bounds, from a first guess in res. Returns how many coordinates are free, -1 if H is
    /// not positive definite; R gets the Cholesky factor of the free coordinates, index which they are.
    fn mju_boxQP(
        res: Out, R: Out, index: MaybeOut<i32>, H: In, g: In, lower: MaybeIn, upper: MaybeIn,
    ) -> i32 {
        let n = order(H.matrix()?, "H")?;
        res.expect(n)?;
        R.expect_matrix(n, n + 7)?;
        g.expect(n)?;
        for bound in [&lower.0, &upper.0].into_iter().flatten() {
            bound.expect(n)?;
        }
        if n == 0 {
            return Err(wrong("H must not be empty".into()));
        }
        if let (Some(lower), Some(upper)) = (&lower.0, &upper.0) {
            if lower.iter().zip(upper.iter()).any(|(l, u)| l >= u) {
                return Err(wrong("upper bounds must be larger than lower bounds".into()));
            }
        }
        let mut free = vec![0; n];
        let problem = dense::BoxQp {
            hessian: &H,
            gradient: &g,
            lower: lower.0.as_deref(),
            upper: upper.0.as_deref(),
        };
        let count = problem.solve(&mut res, &mut R, &mut free);
        if let Some(index) = &mut index.0 {
            index.expect(n)?;
            index.copy_from_slice(&free);
        }
        count.map_or(-1, |count| count as i32)
    }
    /// The unit matrix.
    fn mju_eye(mat: Out) -> () {
        let n = order(mat.matrix()?, "mat")?;
        mat.fill(0.0);
        mat.iter_mut().step_by(n + 1).for_each(|x| *x = 1.0)
    }
    /// res = mat vec.
    fn mju_mulMatVec(res: Out, mat: In, vec: In) -> () {
        let [rows, columns] = mat.matrix()?;
        res.expect(rows)?;
        vec.expect(columns)?;
        for (x, row) in res.iter_mut().zip(mat.chunks_exact(columns.max(1))) {
            *x = dense::dot(row, &vec);
        }
    }
    /// res = matᵀ vec.
    fn mju_mulMatTVec(res: Out, mat: In, vec: In) -> () {
        let [rows, columns] = mat.matrix()?;
        res.expect(columns)?;
        vec.expect(rows)?;
        res.fill(0.0);
        for (row, x) in mat.chunks_exact(columns.max(1)).zip(vec.iter()) {
            dense::add_scaled(&mut res, row, *x);
        }
    }
    /// vec1ᵀ mat vec2.
    fn mju_mulVecMatVec(vec1: In, mat: In, vec2: In) -> f64 {
        let n = order(mat.matrix()?, "mat")?;
        vec1.expect(n)?;
        vec2.expect(n)?;
        let rows = mat.chunks_exact(n.max(1));
        rows.zip(vec1.iter()).map(|(row, x)| x * dense::dot(row, &vec2)).sum()
    }
    /// res = mat1 mat2.
    fn mju_mulMatMat(res: Out, mat1: In, mat2: In) -> () {
        let ([rows, inner], [also, columns]) = (mat1.matrix()?, mat2.matrix()?);
        mat2.expect_matrix(inner, columns)?;
        product(&mut res, [rows, also, columns], |i, k| mat1[i * inner + k], |k, j| mat2[k * columns + j])?
    }
    /// res = mat1 mat2ᵀ.
    fn mju_mulMatMatT(res: Out, mat1: In, mat2: In) -> () {
        let ([rows, inner], [columns, _]) = (mat1.matrix()?, mat2.matrix()?);
        mat2.expect_matrix(columns, inner)?;
        product(&mut res, [rows, inner, columns], |i, k| mat1[i * inner + k], |k, j| mat2[j * inner + k])?
    }
    /// res = mat1ᵀ mat2.
    fn mju_mulMatTMat(res: Out, mat1: In, mat2: In) -> () {
        let ([inner, rows], [_, columns]) = (mat1.matrix()?, mat2.matrix()?);
        mat2.expect_matrix(inner, columns)?;
        product(&mut res, [rows, inner, columns], |i, k| mat1[k * rows + i], |k, j| mat2[k * columns + j])?
    }
    /// res = matᵀ diag mat; without diag, matᵀ mat.
    fn mju_sqrMatTD(res: Out, mat: In, diag: MaybeOut) -> () {
        let [inner, n] = mat.matrix()?;
        if let Some(diag) = &diag.0 {
            diag.expect(inner)?;
        }
        let weight = |k: usize| diag.0.as_ref().map_or(1.0, |d| d[k]);
        product(&mut res, [n, inner, n], |i, k| mat[k * n + i] * weight(k), |k, j| mat[k * n + j])?
    }
    /// res = matᵀ.
    fn mju_transpose(res: Out, mat: In) -> () {
        let [rows, columns] = mat.matrix()?;
        res.expect_matrix(columns, rows)?;
        for i in 0..rows {
            for j in 0..columns {
                res[j * rows + i] = mat[i * columns + j];
            }
        }
    }
    /// res = (mat + matᵀ) / 2.
    fn mju_symmetrize(res: Out, mat: In) -> () {
        let n = order(mat.matrix()?, "mat")?;
        res.expect_matrix(n, n)?;
        for i in 0..n {
            for j in 0..n {
                res[i * n + j] = 0.5 * (mat[i * n + j] + mat[j * n + i]);
            }
        }
    }
    /// Factors mat = L Lᵀ in its lower triangle; gives the rank.
    fn mju_cholFactor(mat: Out, mindiag: Num) -> usize {
        let n = order(mat.matrix()?, "mat")?;
        dense::cholesky_factor(&mut mat, n, *mindiag)
    }
    /// Solves (L Lᵀ) res = vec.
    fn mju_cholSolve(res: Out, mat: In, vec: In) -> () {
        let n = order(mat.matrix()?, "mat")?;
        res.expect(n)?;
        vec.expect(n)?;
        res.copy_from_slice(&vec);
        dense::cholesky_solve(&mat, n, &mut res)
    }
    /// Turns the factor of A into that of A ± x xᵀ; gives the rank.
    fn mju_cholUpdate(mat: Out, x: Out, flg_plus: Int) -> usize {
        let n = order(mat.matrix()?, "mat")?;
        x.expect(n)?;
        dense::cholesky_update(&mut mat, n, &mut x, *flg_plus == 0)
    }
    /// Dense to sparse; 1 if there is too little room, else 0.
    fn mju_dense2sparse(res: Out, mat: In, rownnz: Out<i32>, rowadr: Out<i32>, colind: Out<i32>) -> i32 {
        let [rows, columns] = mat.matrix()?;
        rownnz.expect(rows)?;
        rowadr.expect(rows)?;
        colind.expect(res.len())?;
        let mut next = 0;
        let mut full = false;
        for i in 0..rows {
            rowadr[i] = next as i32;
            rownnz[i] = 0;
            for j in 0..columns {
                let value = mat[i * columns + j];
                if value == 0.0 || full {
                    continue;
                }
                full = next == res.len();
                if !full {
                    (res[next], colind[next]) = (value, j as i32);
                    next += 1;
                    rownnz[i] += 1;
                }
            }
        }
        i32::from(full)
    }
    /// Sparse to dense.
    fn mju_sparse2dense(res: Out, mat: In, rownnz: In<i32>, rowadr: In<i32>, colind: In<i32>) -> () {
        let [rows, columns] = res.matrix()?;
        rownnz.expect(rows)?;
        rowadr.expect(rows)?;
        res.fill(0.0);
        entries(&mat, &rownnz, &rowadr, &colind, columns, |i, j, x| res[i * columns + j] = x)?
    }
    /// The lower triangle of a symmetric sparse matrix to a dense matrix.
    fn mju_sym2dense(res: Out, mat: In, rownnz: In<i32>, rowadr: In<i32>, colind: In<i32>) -> () {
        let n = order(res.matrix()?, "res")?;
        rownnz.expect(n)?;
        rowadr.expect(n)?;
        res.fill(0.0);
        entries(&mat, &rownnz, &rowadr, &colind, n, |i, j, x| {
            res[i * n + j] = x;
            res[j * n + i] = x;
        })?
    }
}

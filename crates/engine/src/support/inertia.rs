//! The inertia matrix as a dense matrix, and products with it and its square root.
//!
//! With M = Lᵀ D L, the square root is √D L: its products with vectors have squared lengths vᵀ M v.

use ligament_math::sparse;
use ligament_model::Model;

use crate::data::Inertia;

/// Writes the whole matrix, nv by nv.
pub fn full_m(m: &Model, inertia: &Inertia, out: &mut [f64]) {
    let nv = m.size.nv;
    out.fill(0.0);
    add_m(m, inertia, out);
    for i in 0..nv {
        for j in 0..i {
            out[j * nv + i] = out[i * nv + j];
        }
    }
}

/// Adds the lower triangle, with the diagonal, to a dense matrix.
pub fn add_m(m: &Model, inertia: &Inertia, out: &mut [f64]) {
    let (nv, pattern) = (m.size.nv, m.inertia_pattern());
    for i in 0..nv {
        let row = &inertia.M[pattern.row_range(i)];
        for (value, &j) in row.iter().zip(pattern.row_columns(i)) {
            out[i * nv + j as usize] += value;
        }
    }
}

/// `out = M vec`.
pub fn mul_m(m: &Model, inertia: &Inertia, vec: &[f64], out: &mut [f64]) {
    sparse::mul_symmetric(m.inertia_pattern(), &inertia.M, vec, out);
}

/// `out = √D L vec`.
pub fn mul_m2(m: &Model, inertia: &Inertia, vec: &[f64], out: &mut [f64]) {
    let pattern = m.inertia_pattern();
    for i in 0..m.size.nv {
        let (row, columns) = (&inertia.qLD[pattern.row_range(i)], pattern.row_columns(i));
        let (Some((&d, row)), Some((_, columns))) = (row.split_last(), columns.split_last()) else {
            continue;
        };
        let products = row.iter().zip(columns);
        let sum: f64 = products.map(|(l, &j)| l * vec[j as usize]).sum();
        out[i] = (vec[i] + sum) * d.sqrt();
    }
}

/// `x` becomes √D⁻¹ L⁻ᵀ `x`, for every row of nv numbers; `sqrt_inv_d` are the roots of the inverse diagonal.
pub fn solve_m2(m: &Model, inertia: &Inertia, sqrt_inv_d: &[f64], x: &mut [f64]) {
    for row in x.chunks_exact_mut(m.size.nv.max(1)) {
        sparse::solve_lt(m.inertia_pattern(), &inertia.qLD, row);
        sparse::scale_by(sqrt_inv_d, row);
    }
}

//! Products with the constraint Jacobian, block by block.

use ligament_math::simd::{
    Arith, Kernel, Pack, Portable, add_rows, mul_add_pack, mul_add_packs, run, sum_pack,
};

use crate::data::Block;

/// The constraint Jacobian: blocks of rows with common columns.
#[derive(Clone, Copy, Debug)]
pub struct Jacobian<'a> {
    /// Blocks of rows.
    pub blocks: &'a [Block],
    /// Columns of the blocks.
    pub cols: &'a [i32],
    /// Values of the blocks.
    pub values: &'a [f64],
}

impl Jacobian<'_> {
    /// `out = J x`. `buffer` must have one place per column.
    pub fn times(self, x: &[f64], out: &mut [f64], buffer: &mut [f64]) {
        run(Times {
            j: self,
            x,
            out,
            buffer,
        });
    }

    /// `out = Jᵀ f`. `buffer` must have one place per column.
    pub fn transposed_times(self, f: &[f64], out: &mut [f64], buffer: &mut [f64]) {
        run(TransposedTimes {
            j: self,
            f,
            out,
            buffer,
        });
    }
}

struct Times<'a> {
    j: Jacobian<'a>,
    x: &'a [f64],
    out: &'a mut [f64],
    buffer: &'a mut [f64],
}

impl Kernel for Times<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let Times { j, x, out, buffer } = self;
        for b in j.blocks {
            let cols = &j.cols[b.col..b.col + b.cols];
            if b.rows == 1 {
                // one row uses what would be gathered only once
                let values = &j.values[b.val..b.val + b.cols];
                let mut sum = 0.0;
                for (&v, &c) in values.iter().zip(cols) {
                    sum = A::mul_add(v, x[c as usize], sum);
                }
                out[b.row] = sum;
                continue;
            }
            let local = &mut buffer[..b.cols];
            for (l, &c) in local.iter_mut().zip(cols) {
                *l = x[c as usize];
            }
            let mut values = &j.values[b.val..b.val + b.rows * b.cols];
            let mut out = &mut out[b.row..b.row + b.rows];
            while !out.is_empty() {
                let count = out.len().min(4);
                let (now, rest) = out.split_at_mut(count);
                let (rows, others) = values.split_at(count * b.cols);
                match count {
                    1 => products::<A, 1>(now, rows, local),
                    2 => products::<A, 2>(now, rows, local),
                    3 => products::<A, 3>(now, rows, local),
                    _ => products::<A, 4>(now, rows, local),
                }
                (out, values) = (rest, others);
            }
        }
    }
}

/// Scalar products of `R` consecutive rows with x.
#[inline(always)]
fn products<A: Arith, const R: usize>(out: &mut [f64], rows: &[f64], x: &[f64]) {
    let n = x.len();
    let rows: [&[f64]; R] = std::array::from_fn(|r| &rows[r * n..(r + 1) * n]);
    let mut sums = [[0.0; 4]; R];
    let mut at = 0;
    while at + 4 <= n {
        let Some(x) = x[at..].first_chunk::<4>() else {
            return;
        };
        for r in 0..R {
            if let Some(row) = rows[r][at..].first_chunk::<4>() {
                sums[r] = mul_add_packs::<A, _>(row, x, sums[r]);
            }
        }
        at += 4;
    }
    let mut total: [f64; R] = std::array::from_fn(|r| sum_pack(&sums[r]));
    while at < n {
        for r in 0..R {
            total[r] = A::mul_add(rows[r][at], x[at], total[r]);
        }
        at += 1;
    }
    out[..R].copy_from_slice(&total);
}

struct TransposedTimes<'a> {
    j: Jacobian<'a>,
    f: &'a [f64],
    out: &'a mut [f64],
    buffer: &'a mut [f64],
}

impl Kernel for TransposedTimes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let TransposedTimes { j, f, out, buffer } = self;
        out.fill(0.0);
        for b in j.blocks {
            let f = &f[b.row..b.row + b.rows];
            let cols = &j.cols[b.col..b.col + b.cols];
            if f.iter().all(|f| *f == 0.0) {
                continue;
            }
            if let [f] = f {
                let values = &j.values[b.val..b.val + b.cols];
                for (&v, &c) in values.iter().zip(cols) {
                    out[c as usize] += v * f;
                }
                continue;
            }
            let values = &j.values[b.val..b.val + b.rows * b.cols];
            match b.rows {
                2 => combine::<2>(out, cols, values, f),
                3 => combine::<3>(out, cols, values, f),
                4 => combine::<4>(out, cols, values, f),
                _ => {
                    // all rows of a block are summed before they meet what others have added
                    let local = &mut buffer[..b.cols];
                    local.fill(0.0);
                    add_rows::<Portable, _>(local, values, 0, b.cols, f);
                    for (l, &c) in local.iter().zip(cols) {
                        out[c as usize] += l;
                    }
                }
            }
        }
    }
}

/// Adds the sum of `R` rows times their forces. Rounded twice: huge forces that balance each other then cancel exactly.
#[inline(always)]
fn combine<const R: usize>(out: &mut [f64], cols: &[i32], values: &[f64], f: &[f64]) {
    let n = cols.len();
    let (mut rows, mut scale) = ([values; R], [0.0; R]);
    for r in 0..R {
        rows[r] = &values[r * n..(r + 1) * n];
        scale[r] = f[r];
    }
    let mut at = 0;
    while at + 4 <= n {
        let mut sum: Pack = [0.0; 4];
        for r in 0..R {
            if let Some(row) = rows[r][at..].first_chunk::<4>() {
                sum = mul_add_pack::<Portable, _>(row, scale[r], sum);
            }
        }
        for (&c, sum) in cols[at..].iter().zip(sum) {
            out[c as usize] += sum;
        }
        at += 4;
    }
    while at < n {
        let mut sum = 0.0;
        for r in 0..R {
            sum += rows[r][at] * scale[r];
        }
        out[cols[at] as usize] += sum;
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_agree_with_a_dense_matrix() {
        let blocks = [
            Block {
                row: 0,
                rows: 1,
                col: 0,
                cols: 1,
                val: 0,
            },
            Block {
                row: 1,
                rows: 2,
                col: 1,
                cols: 3,
                val: 1,
            },
        ];
        let j = Jacobian {
            blocks: &blocks,
            cols: &[2, 0, 2, 3],
            values: &[5.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        };
        let (mut out, mut buffer) = ([0.0; 3], [0.0; 4]);
        j.times(&[1.0, 10.0, 100.0, 1000.0], &mut out, &mut buffer);
        assert_eq!(out, [500.0, 3201.0, 6504.0]);
        let mut back = [7.0; 4];
        j.transposed_times(&[1.0, 10.0, 100.0], &mut back, &mut buffer);
        assert_eq!(back, [410.0, 0.0, 525.0, 630.0]);
    }

    #[test]
    fn blocks_of_every_shape_agree_with_a_dense_matrix() {
        for rows in 1..7 {
            for cols in 1..10 {
                let block = Block {
                    rows,
                    cols,
                    ..Block::default()
                };
                // small integers: every way of rounding gives the same
                let columns: Vec<i32> = (0..cols as i32).map(|c| 2 * c).collect();
                let values: Vec<f64> = (0..rows * cols).map(|i| (i * 7 % 11) as f64).collect();
                let j = Jacobian {
                    blocks: &[block],
                    cols: &columns,
                    values: &values,
                };
                let x: Vec<f64> = (0..20).map(|i| f64::from(i) - 4.0).collect();
                let f: Vec<f64> = (0..rows).map(|r| r as f64 - 1.0).collect();
                let (mut out, mut back) = (vec![0.0; rows], vec![7.0; 20]);
                let mut buffer = vec![0.0; 20];
                j.times(&x, &mut out, &mut buffer);
                j.transposed_times(&f, &mut back, &mut buffer);
                for r in 0..rows {
                    let sum: f64 = (0..cols).map(|c| values[r * cols + c] * x[2 * c]).sum();
                    assert_eq!(out[r], sum);
                }
                for c in 0..cols {
                    let sum: f64 = (0..rows).map(|r| values[r * cols + c] * f[r]).sum();
                    assert_eq!((back[2 * c], back[2 * c + 1]), (sum, 0.0));
                }
            }
        }
    }
}

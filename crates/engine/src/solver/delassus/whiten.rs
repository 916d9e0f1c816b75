//! Rows of Y = D^(-½) L⁻ᵀ Jᵀ, four at a time.

use ligament_math::simd::{Arith, Kernel, Pack};

use crate::data::Block;
use crate::solver::problem::Problem;

/// Makes the rows of Y that belong to one block.
pub(super) struct Whiten<'a> {
    pub p: &'a Problem<'a>,
    pub block: &'a Block,
    /// Degrees of freedom that the rows live on, in increasing order.
    pub support: &'a [i32],
    /// One pack per degree of freedom; zero between uses.
    pub lanes: &'a mut [Pack],
    /// The rows, each as long as the support.
    pub out: &'a mut [f64],
}

impl Kernel for Whiten<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let Whiten {
            p,
            block,
            support,
            lanes,
            out,
        } = self;
        let cols = &p.cols[block.col..block.col + block.cols];
        let length = support.len();
        let mut first = 0;
        while first < block.rows {
            let count = (block.rows - first).min(4);
            for r in 0..count {
                let values = &p.J[block.val + (first + r) * block.cols..][..block.cols];
                for (&c, &v) in cols.iter().zip(values) {
                    lanes[c as usize][r] = v;
                }
            }
            for &i in support.iter().rev() {
                let i = i as usize;
                let x = lanes[i];
                let Some((_, above)) = p.pattern.row_columns(i).split_last() else {
                    continue;
                };
                let factor = &p.qLD[p.pattern.row_range(i)];
                for (&j, &l) in above.iter().zip(factor) {
                    let target = &mut lanes[j as usize];
                    for lane in 0..4 {
                        target[lane] -= l * x[lane];
                    }
                }
            }
            let out = &mut out[first * length..(first + count) * length];
            for (k, &i) in support.iter().enumerate() {
                let y = std::mem::take(&mut lanes[i as usize]);
                let scale = p.qLDiagInv[i as usize].sqrt();
                for r in 0..count {
                    out[r * length + k] = y[r] * scale;
                }
            }
            first += count;
        }
    }
}

//! Sparse rows of moments, packed one after the other.

use ligament_model::Model;

use crate::data::Path;

/// A moment row under construction at the end of the packed rows.
pub(super) struct MomentRow<'a> {
    /// Where it starts.
    pub adr: usize,
    /// The force output it belongs to.
    pub output: usize,
    pub path: &'a mut Path,
}

impl MomentRow<'_> {
    /// Writes the length and the entries; returns the end of the row.
    #[inline]
    pub fn fill(self, length: f64, entries: impl Iterator<Item = (usize, f64)>) -> usize {
        let mut end = self.adr;
        for (dof, value) in entries {
            let slots = (
                self.path.moment_colind.get_mut(end),
                self.path.actuator_moment.get_mut(end),
            );
            if let (Some(column), Some(moment)) = slots {
                (*column, *moment) = (dof as i32, value);
                end += 1;
            }
        }
        self.path.actuator_length[self.output] = length;
        self.path.moment_rowadr[self.output] = self.adr as i32;
        self.path.moment_rownnz[self.output] = (end - self.adr) as i32;
        end
    }

    /// Writes the length and the only entry; returns the end of the row.
    #[inline]
    pub fn single(self, dof: usize, length: f64, value: f64) -> usize {
        let path = self.path;
        path.actuator_length[self.output] = length;
        path.moment_rowadr[self.output] = self.adr as i32;
        path.moment_rownnz[self.output] = 1;
        path.moment_colind[self.adr] = dof as i32;
        path.actuator_moment[self.adr] = value;
        self.adr + 1
    }

    /// Takes the entries that are not zero out of a dense row.
    pub fn compress(self, length: f64, dense: &mut [f64]) -> usize {
        let entries = dense
            .iter_mut()
            .map(std::mem::take)
            .enumerate()
            .filter(|(_, value)| *value != 0.0);
        self.fill(length, entries)
    }

    /// As [`MomentRow::compress`], for a row that has entries on the chains of two bodies only.
    pub fn compress_chains(
        self,
        m: &Model,
        bodies: [usize; 2],
        length: f64,
        dense: &mut [f64],
    ) -> usize {
        let [mut a, mut b] = bodies.map(|body| m.last_dof(body));
        let (start, output, path) = (self.adr, self.output, self.path);
        // from the leaves, then turned around
        let mut end = start;
        while a >= 0 || b >= 0 {
            let dof = a.max(b);
            let value = std::mem::take(&mut dense[dof as usize]);
            if value != 0.0 && end < path.actuator_moment.len() {
                path.moment_colind[end] = dof;
                path.actuator_moment[end] = value;
                end += 1;
            }
            let up = m.parent_dof(dof);
            (a, b) = (if a == dof { up } else { a }, if b == dof { up } else { b });
        }
        path.moment_colind[start..end].reverse();
        path.actuator_moment[start..end].reverse();
        path.actuator_length[output] = length;
        path.moment_rowadr[output] = start as i32;
        path.moment_rownnz[output] = (end - start) as i32;
        end
    }
}

//! Facets that merges leave without enough neighbours, or whose vertices all belong to a neighbour.

use super::History;

/// A facet to be merged away.
enum Degenerate {
    /// It has fewer than three neighbours.
    Open(usize),
    /// Its vertices all belong to the other facet.
    Covered { facet: usize, by: usize },
}

impl History<'_> {
    /// Merges what a merge of one facet into another has left degenerate. Nothing when a facet is cut off.
    pub(super) fn absorb_degenerate(&mut self, merged: usize, target: usize) -> Option<()> {
        let mut waiting = Vec::new();
        self.find_degenerate(merged, target, &mut waiting);
        while let Some(next) = waiting.pop() {
            let (facet, into) = match next {
                Degenerate::Open(facet) => (facet, None),
                Degenerate::Covered { facet, by } => (facet, Some(by)),
            };
            if self.facets[facet].is_gone {
                continue;
            }
            self.facets[facet].is_degenerate = false;
            self.facets[facet].is_redundant = false;
            let into = match into {
                Some(by) => self.facets.standing_for(by)?,
                None => match self.facets[facet].neighbors.len() {
                    0 => return None,
                    1 | 2 => {
                        let best = self.best_neighbor(facet)?;
                        self.note_heights(&best);
                        best.facet
                    }
                    // another merge has helped
                    _ => continue,
                },
            };
            if into != facet {
                self.merge_into(facet, into);
                self.find_degenerate(facet, into, &mut waiting);
            }
        }
        Some(())
    }

    /// Looks around a merge for degenerate facets; the last one found is merged first, but open ones after covered ones.
    fn find_degenerate(&mut self, merged: usize, target: usize, waiting: &mut Vec<Degenerate>) {
        if self.facets[target].neighbors.len() < 3 {
            self.note_open(target, waiting);
        } else {
            let own = self.facets[target].vertices.clone();
            self.facets.vertices.mark(&own);
            for i in 0..self.facets[target].neighbors.len() {
                let neighbor = self.facets[target].neighbors[i];
                let f = &self.facets[neighbor];
                if !f.is_degenerate && self.facets.vertices.are_marked(&f.vertices) {
                    self.note_covered(neighbor, target, waiting);
                }
            }
        }
        for i in 0..self.facets[merged].neighbors.len() {
            let neighbor = self.facets[merged].neighbors[i];
            let f = &self.facets[neighbor];
            if !f.is_gone && !f.is_redundant && f.neighbors.len() < 3 {
                self.note_open(neighbor, waiting);
            }
        }
        for i in 0..self.facets[target].neighbors.len() {
            let neighbor = self.facets[target].neighbors[i];
            let theirs = self.facets[neighbor].vertices.clone();
            self.facets.vertices.mark(&theirs);
            if self
                .facets
                .vertices
                .are_marked(&self.facets[target].vertices)
            {
                return self.note_covered(target, neighbor, waiting);
            }
        }
        if self.facets[target].neighbors.len() < 3 {
            self.note_open(target, waiting);
        }
    }

    fn note_covered(&mut self, facet: usize, by: usize, waiting: &mut Vec<Degenerate>) {
        if !self.facets[facet].is_redundant && !self.facets[by].is_redundant {
            self.facets[facet].is_redundant = true;
            waiting.push(Degenerate::Covered { facet, by });
        }
    }

    fn note_open(&mut self, facet: usize, waiting: &mut Vec<Degenerate>) {
        let f = &mut self.facets[facet];
        if f.is_redundant || std::mem::replace(&mut f.is_degenerate, true) {
            return;
        }
        match waiting.last() {
            Some(Degenerate::Covered { .. }) => waiting.insert(0, Degenerate::Open(facet)),
            _ => waiting.push(Degenerate::Open(facet)),
        }
    }
}

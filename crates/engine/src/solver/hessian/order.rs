//! The order in which the parts of a large problem are eliminated: minimum degree on the graph of parts.
//!
//! A part is a kinematic tree, or a free body; constraints couple parts. Eliminating a part couples all of its neighbours with
//! one another, and which entries that fills depends on the order. Minimum degree takes the part with the fewest coupled
//! degrees of freedom next (Tinney and Walker 1967; George and Liu 1989). The parts are then numbered in preorder of the
//! elimination tree, which leaves the fill-in as it is and puts columns that rows have in common side by side.
//!
//! The order follows from the graph alone. It is kept while the graph stays the same, which saves time and changes no bits.

use ligament_math::sparse::Pattern;

use crate::solver::problem::Problem;

/// Fewer parts than this are eliminated as they come.
const LEAST_PARTS: usize = 6;
/// How much less work, as a ratio, an order must promise to be taken.
const WORTHWHILE: f64 = 0.9;

/// An order of the degrees of freedom of a problem, and its inertia matrix in that order.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    /// Whether the natural order is taken.
    natural: bool,
    /// First degree of freedom of each part, and their number at the end.
    start: Vec<u32>,
    graph: Graph,
    /// The graph that `parts` was made for, and its parts.
    known: Vec<u64>,
    known_start: Vec<u32>,
    /// Parts in the order in which they are numbered.
    parts: Vec<u32>,
    /// The new place of each degree of freedom.
    new_of: Vec<u32>,
    joined: Vec<bool>,
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    permuted: Vec<f64>,
}

impl Order {
    /// Finds the order of a problem.
    pub fn find(&mut self, p: &Problem) {
        self.split(p);
        let parts = self.start.len() - 1;
        self.natural = parts < LEAST_PARTS;
        if self.natural {
            return;
        }
        self.graph.clear(parts);
        for b in p.blocks {
            self.graph
                .couple_all(&p.cols[b.col..b.col + b.cols], &self.start);
        }
        if self.known != self.graph.bits || self.known_start != self.start {
            self.known.clone_from(&self.graph.bits);
            self.known_start.clone_from(&self.start);
            self.parts.clear();
            let natural = self.graph.work_of_natural(&self.start);
            self.graph.bits.clone_from(&self.known);
            let work = self.graph.eliminate(&self.start, &mut self.parts);
            if work > WORTHWHILE * natural {
                self.parts.clear();
            }
        }
        self.natural = self.parts.is_empty();
        if !self.natural {
            self.permute(p);
        }
    }

    /// Finds the parts: a degree of freedom that hangs from none and continues no chain starts one.
    fn split(&mut self, p: &Problem) {
        self.start.clear();
        for i in 0..p.nv() {
            if i == 0 || (!p.joined[i] && p.pattern.row_len(i) == 1) {
                self.start.push(i as u32);
            }
        }
        self.start.push(p.nv() as u32);
    }

    /// Numbers the degrees of freedom, and the inertia matrix with them.
    fn permute(&mut self, p: &Problem) {
        self.new_of.resize(p.nv(), 0);
        self.colind.resize(p.pattern.nnz(), 0);
        self.joined.clear();
        self.rownnz.clear();
        self.rowadr.clear();
        for &part in &self.parts {
            let part = part as usize;
            for dof in self.start[part] as usize..self.start[part + 1] as usize {
                self.new_of[dof] = self.joined.len() as u32;
                self.joined.push(p.joined[dof]);
                let range = p.pattern.row_range(dof);
                self.rownnz.push(range.len() as i32);
                self.rowadr.push(range.start as i32);
                let columns = p.pattern.row_columns(dof);
                for (to, &c) in self.colind[range].iter_mut().zip(columns) {
                    *to = self.new_of[c as usize] as i32;
                }
            }
        }
    }

    /// The pattern of the inertia matrix in this order.
    pub fn pattern<'a>(&'a self, p: &Problem<'a>) -> Pattern<'a> {
        if self.natural {
            p.pattern
        } else {
            Pattern::new(&self.rownnz, &self.rowadr, &self.colind)
        }
    }

    /// Whether degrees of freedom continue the chains of those before them, in this order.
    pub fn joined<'a>(&'a self, p: &Problem<'a>) -> &'a [bool] {
        if self.natural { p.joined } else { &self.joined }
    }

    /// The place of a degree of freedom in this order.
    #[inline(always)]
    pub fn place(&self, dof: usize) -> usize {
        if self.natural {
            dof
        } else {
            self.new_of[dof] as usize
        }
    }

    /// Changes a vector by a function that sees it in this order.
    pub fn within(&mut self, x: &mut [f64], change: impl FnOnce(&mut [f64])) {
        if self.natural {
            return change(x);
        }
        self.permuted.resize(x.len(), 0.0);
        for (value, &place) in x.iter().zip(&self.new_of) {
            self.permuted[place as usize] = *value;
        }
        change(&mut self.permuted);
        for (value, &place) in x.iter_mut().zip(&self.new_of) {
            *value = self.permuted[place as usize];
        }
    }
}

/// Which parts are coupled: a symmetric matrix of bits.
#[derive(Clone, Debug, Default)]
struct Graph {
    /// Words of 64 bits in a row.
    words: usize,
    bits: Vec<u64>,
    /// Parts of one block.
    few: Vec<u32>,
    /// One row.
    row: Vec<u64>,
    /// Degrees of freedom coupled with each part that is left; the greatest number for those that are eliminated.
    degree: Vec<u32>,
    /// Degrees of freedom coupled with each part when it was eliminated.
    last_degree: Vec<u32>,
    /// Parent of each part in the elimination tree; the part itself for roots.
    parent: Vec<u32>,
    /// When each part was eliminated.
    time: Vec<u32>,
    /// Parts still to be visited.
    stack: Vec<u32>,
    children: Vec<u32>,
    first_child: Vec<u32>,
}

const ELIMINATED: u32 = u32::MAX;

impl Graph {
    fn clear(&mut self, parts: usize) {
        self.words = parts.div_ceil(64);
        self.bits.clear();
        self.bits.resize(parts * self.words, 0);
    }

    /// Couples all parts that the columns of a block belong to.
    fn couple_all(&mut self, cols: &[i32], start: &[u32]) {
        self.few.clear();
        let mut end = 0;
        for &c in cols {
            let c = c as u32;
            if c >= end {
                let part = start.partition_point(|s| *s <= c) - 1;
                end = start[part + 1];
                self.few.push(part as u32);
            }
        }
        for (i, &a) in self.few.iter().enumerate() {
            for &b in &self.few[..i] {
                let (a, b) = (a as usize, b as usize);
                self.bits[a * self.words + b / 64] |= 1 << (b % 64);
                self.bits[b * self.words + a / 64] |= 1 << (a % 64);
            }
        }
    }

    /// The multiplications, but for a factor, that eliminating parts from the last to the first takes.
    fn work_of_natural(&mut self, start: &[u32]) -> f64 {
        let parts = start.len() - 1;
        (0..parts)
            .rev()
            .map(|part| work(size(start, part), self.couple_neighbours(part, start)))
            .sum()
    }

    /// Takes a part out and couples its neighbours with one another. Returns how many degrees of freedom these have.
    fn couple_neighbours(&mut self, part: usize, start: &[u32]) -> u32 {
        let words = self.words;
        self.row.clear();
        self.row
            .extend_from_slice(&self.bits[part * words..][..words]);
        let mut degree = 0;
        for word in 0..words {
            let mut rest = self.row[word];
            while rest != 0 {
                let other = 64 * word + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                degree += size(start, other);
                let bits = &mut self.bits[other * words..][..words];
                for (to, from) in bits.iter_mut().zip(&self.row) {
                    *to |= from;
                }
                bits[other / 64] &= !(1 << (other % 64));
                bits[part / 64] &= !(1 << (part % 64));
            }
        }
        degree
    }

    /// Eliminates by minimum degree. Lists the parts in preorder of the elimination tree, and returns the work it takes to
    /// eliminate them from behind.
    fn eliminate(&mut self, start: &[u32], order: &mut Vec<u32>) -> f64 {
        let parts = start.len() - 1;
        self.degree.clear();
        for part in 0..parts {
            let degree = self.count(part, start);
            self.degree.push(degree);
        }
        self.parent.clear();
        self.parent.extend(0..parts as u32);
        self.time.clear();
        self.time.resize(parts, ELIMINATED);
        self.last_degree.clear();
        self.last_degree.resize(parts, 0);
        let mut total = 0.0;
        for time in 0..parts {
            let next = (0..parts).min_by_key(|&part| self.degree[part]);
            let next = next.unwrap_or_default();
            let degree = self.couple_neighbours(next, start);
            total += work(size(start, next), degree);
            self.degree[next] = ELIMINATED;
            self.last_degree[next] = degree;
            self.time[next] = time as u32;
            for word in 0..self.words {
                let mut rest = self.bits[next * self.words + word];
                while rest != 0 {
                    let other = 64 * word + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    self.degree[other] = self.count(other, start);
                }
            }
        }
        self.find_parents(parts);
        self.preorder(parts, order);
        total
    }

    /// Degrees of freedom coupled with a part.
    fn count(&self, part: usize, start: &[u32]) -> u32 {
        let mut degree = 0;
        for word in 0..self.words {
            let mut rest = self.bits[part * self.words + word];
            while rest != 0 {
                degree += size(start, 64 * word + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
        degree
    }

    /// The parent of a part is the first of its neighbours that was eliminated after it. Rows of eliminated parts keep the
    /// neighbours they had then.
    fn find_parents(&mut self, parts: usize) {
        for part in 0..parts {
            let mut earliest = ELIMINATED;
            for word in 0..self.words {
                let mut rest = self.bits[part * self.words + word];
                while rest != 0 {
                    let other = 64 * word + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    if self.time[other] < earliest {
                        earliest = self.time[other];
                        self.parent[part] = other as u32;
                    }
                }
            }
        }
    }

    /// Parents before children; among siblings first the one that has most columns, which its parent has too.
    fn preorder(&mut self, parts: usize, order: &mut Vec<u32>) {
        self.children.clear();
        self.children.extend(0..parts as u32);
        let (parent, degree) = (&self.parent, &self.last_degree);
        // roots are listed as children of none, at the end
        let owner = |part: u32| {
            let up = parent[part as usize];
            if up == part { parts as u32 } else { up }
        };
        self.children
            .sort_unstable_by_key(|&part| (owner(part), degree[part as usize], part));
        self.first_child.clear();
        let mut at = 0;
        for up in 0..=parts as u32 {
            self.first_child.push(at as u32);
            while at < parts && owner(self.children[at]) == up {
                at += 1;
            }
        }
        self.first_child.push(at as u32);
        self.stack.clear();
        let family = |up: usize| self.first_child[up] as usize..self.first_child[up + 1] as usize;
        self.stack.extend_from_slice(&self.children[family(parts)]);
        while let Some(part) = self.stack.pop() {
            order.push(part);
            self.stack
                .extend_from_slice(&self.children[family(part as usize)]);
        }
    }
}

fn size(start: &[u32], part: usize) -> u32 {
    start[part + 1] - start[part]
}

/// Eliminating `size` rows that couple with `degree` others.
fn work(size: u32, degree: u32) -> f64 {
    let (size, width) = (f64::from(size), f64::from(size + degree));
    size * width * width
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph of parts of one degree of freedom each.
    fn graph(parts: usize, edges: &[(i32, i32)]) -> (Graph, Vec<u32>) {
        let start: Vec<u32> = (0..=parts as u32).collect();
        let mut graph = Graph::default();
        graph.clear(parts);
        for &(a, b) in edges {
            graph.couple_all(&[a, b], &start);
        }
        (graph, start)
    }

    /// A star whose centre comes last: eliminating the centre first couples all others.
    #[test]
    fn leaves_of_a_star_go_before_its_centre() {
        let edges: Vec<_> = (0..9).map(|leaf| (leaf, 9)).collect();
        let (mut star, start) = graph(10, &edges);
        let natural = star.clone().work_of_natural(&start);
        let mut order = Vec::new();
        let least = star.eliminate(&start, &mut order);
        assert_eq!(order[0], 9, "the centre is eliminated last");
        assert_eq!(least, 9.0 * 4.0 + 1.0);
        assert!(natural > 2.0 * least);
    }

    /// In preorder, every part comes after all those that its elimination touches.
    #[test]
    fn an_order_lists_every_part_once_and_promises_its_work() {
        let side = 7;
        let mut edges = Vec::new();
        for i in 0..side * side {
            if i % side > 0 {
                edges.push((i - 1, i));
            }
            if i >= side {
                edges.push((i - side, i));
            }
        }
        let (original, start) = graph((side * side) as usize, &edges);
        let mut order = Vec::new();
        let promised = original.clone().eliminate(&start, &mut order);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(i, &part)| i as u32 == part));
        let mut place = vec![0; order.len()];
        for (at, &part) in order.iter().enumerate() {
            place[part as usize] = at as i32;
        }
        let renamed: Vec<_> = edges
            .iter()
            .map(|&(a, b)| (place[a as usize], place[b as usize]))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        let (mut permuted, _) = graph(order.len(), &renamed);
        assert_eq!(permuted.work_of_natural(&start), promised);
        assert!(promised < original.clone().work_of_natural(&start));
    }
}

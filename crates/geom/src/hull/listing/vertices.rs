//! Vertices in the order of their latest use.

/// A vertex of the hull.
#[derive(Clone, Debug, Default)]
struct ListedVertex {
    point: usize,
    /// The list of vertices is sorted by this number.
    moved: u32,
    /// The latest cone that used this vertex, that took a ridge from it, and the latest search that met it.
    cone: u32,
    loosened: u32,
    visit: u32,
    is_gone: bool,
    /// A side of the latest cone at this vertex, and how many sides it has seen.
    side: (usize, usize),
    sides: u32,
    /// Facets around this vertex, once they are tracked.
    around: Vec<usize>,
}

/// All vertices ever made.
#[derive(Debug)]
pub(super) struct Vertices {
    all: Vec<ListedVertex>,
    count: usize,
    /// Counters from one on, so that zero means never.
    moves: u32,
    cone: u32,
    search: u32,
}

impl Default for Vertices {
    fn default() -> Self {
        Vertices {
            all: Vec::new(),
            count: 0,
            moves: 1,
            cone: 1,
            search: 1,
        }
    }
}

impl Vertices {
    /// Number of vertices in the list.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// One more than the largest vertex number.
    pub(super) fn capacity(&self) -> usize {
        self.all.len()
    }

    /// The point of a vertex.
    pub(super) fn point_of(&self, vertex: usize) -> usize {
        self.all[vertex].point
    }

    /// Adds a vertex at the end of the list.
    pub(super) fn push(&mut self, point: usize) -> usize {
        self.all.push(ListedVertex {
            point,
            ..ListedVertex::default()
        });
        self.count += 1;
        let vertex = self.all.len() - 1;
        self.take_into_cone(&[vertex]);
        vertex
    }

    /// Takes a vertex out of the list.
    pub(super) fn drop(&mut self, vertex: usize) {
        let is_gone = std::mem::replace(&mut self.all[vertex].is_gone, true);
        self.count -= usize::from(!is_gone);
    }

    /// Starts a cone: no vertex belongs to it yet.
    pub(super) fn start_cone(&mut self) {
        self.cone += 1;
    }

    /// Moves the vertices that are not in the latest cone yet to the end of the list.
    pub(super) fn take_into_cone(&mut self, vertices: &[usize]) {
        for &v in vertices {
            let vertex = &mut self.all[v];
            if vertex.cone != self.cone {
                vertex.cone = self.cone;
                vertex.moved = self.moves;
                self.moves += 1;
            }
        }
    }

    /// Whether a vertex belongs to the latest cone.
    pub(super) fn is_in_cone(&self, vertex: usize) -> bool {
        self.all[vertex].cone == self.cone
    }

    /// Notes that a vertex lost a ridge to a merge in the latest cone.
    pub(super) fn loosen(&mut self, vertex: usize) {
        self.all[vertex].loosened = self.cone;
    }

    /// Whether a vertex lost a ridge to a merge in the latest cone.
    pub(super) fn is_loosened(&self, vertex: usize) -> bool {
        self.all[vertex].loosened == self.cone
    }

    /// Forgets the sides of a cone at a vertex.
    pub(super) fn clear_sides(&mut self, vertex: usize) {
        self.all[vertex].sides = 0;
    }

    /// Notes a side of a cone at a vertex. Returns how many it has now, and the side noted before.
    pub(super) fn add_side(
        &mut self,
        vertex: usize,
        side: (usize, usize),
    ) -> (u32, (usize, usize)) {
        let v = &mut self.all[vertex];
        v.sides += 1;
        (v.sides, std::mem::replace(&mut v.side, side))
    }

    /// Marks some vertices and no others.
    pub(super) fn mark(&mut self, vertices: &[usize]) {
        self.search += 1;
        for &v in vertices {
            self.all[v].visit = self.search;
        }
    }

    /// Whether vertices are all marked.
    pub(super) fn are_marked(&self, vertices: &[usize]) -> bool {
        vertices.iter().all(|&v| self.all[v].visit == self.search)
    }

    /// The facets around a vertex, if they are tracked.
    pub(super) fn around(&mut self, vertex: usize) -> &mut Vec<usize> {
        &mut self.all[vertex].around
    }

    /// The vertices of the list, in order.
    pub(super) fn in_order(&self) -> Vec<usize> {
        let mut listed: Vec<usize> = (0..self.all.len())
            .filter(|&v| !self.all[v].is_gone)
            .collect();
        listed.sort_unstable_by_key(|&v| self.all[v].moved);
        listed
    }
}

//! Facets, ridges and vertices in lists whose order matters.
//!
//! Sets follow two rules that show in the result: a member is replaced in place, and a deleted member's place
//! is taken by the last one.

use super::Listing;
use ligament_math::Vec3;
use std::ops::{Index, IndexMut};

/// A facet of the list, or its end.
pub(super) type Tail = Option<usize>;

/// An edge between two facets; its vertices are the later one and the earlier one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ridge {
    pub(super) vertices: [usize; 2],
    pub(super) top: usize,
    pub(super) bottom: usize,
}

impl Ridge {
    pub(super) fn other(&self, facet: usize) -> usize {
        if self.top == facet {
            self.bottom
        } else {
            self.top
        }
    }

    pub(super) fn replace(&mut self, old: usize, new: usize) {
        if self.top == old {
            self.top = new;
        } else {
            self.bottom = new;
        }
    }
}

/// A side of the hull: a triangle, or a polygon once it has ridges all around.
#[derive(Clone, Debug, Default)]
pub(super) struct Facet {
    /// Vertices by number, latest first.
    pub(super) vertices: Vec<usize>,
    /// Whether the first three vertices are clockwise seen from outside.
    pub(super) clockwise: bool,
    /// Neighbours; that of a triangle faces the vertex of the same position.
    pub(super) neighbors: Vec<usize>,
    pub(super) ridges: Vec<usize>,
    /// Whether there has ever been a ridge.
    pub(super) had_ridges: bool,
    pub(super) is_polygon: bool,
    /// Unit normal and offset; missing while the facet waits to be merged.
    pub(super) plane: Option<(Vec3, f64)>,
    /// Mean of the vertices, projected onto the plane.
    pub(super) center: Option<Vec3>,
    pub(super) keep_center: bool,
    /// Points outside, the furthest one last, and its distance.
    pub(super) outside: Vec<usize>,
    pub(super) furthest: f64,
    pub(super) is_new: bool,
    pub(super) is_tested: bool,
    /// Whether other facets of the latest cone were merged into this one.
    pub(super) has_grown: bool,
    pub(super) is_gone: bool,
    /// Whether the latest point to join lies in the plane of this facet.
    pub(super) is_coplanar: bool,
    pub(super) replacement: Option<usize>,
    /// The latest search that met this facet.
    pub(super) visit: u32,
    pub(super) previous: Tail,
    pub(super) next: Tail,
}

impl Facet {
    /// Starts over as a triangle, keeping the capacity of the sets.
    fn reset(&mut self, vertices: [usize; 3], neighbors: [usize; 3], clockwise: bool) {
        let mut sets = [
            &mut self.vertices,
            &mut self.neighbors,
            &mut self.ridges,
            &mut self.outside,
        ]
        .map(std::mem::take);
        for set in &mut sets {
            set.clear();
        }
        let [mut v, mut n, ridges, outside] = sets;
        v.extend(vertices);
        n.extend(neighbors);
        *self = Facet {
            vertices: v,
            neighbors: n,
            ridges,
            outside,
            clockwise,
            ..Facet::default()
        };
    }
}

/// Replaces a member of a set in place.
pub(super) fn replace(set: &mut [usize], old: usize, new: usize) {
    if let Some(place) = set.iter_mut().find(|m| **m == old) {
        *place = new;
    }
}

/// Deletes a member of a set; the last member takes its place.
pub(super) fn delete(set: &mut Vec<usize>, old: usize) {
    if let Some(place) = set.iter().position(|&m| m == old) {
        set.swap_remove(place);
    }
}

/// All facets ever made, and the list of current ones.
#[derive(Debug, Default)]
pub(super) struct Facets {
    all: Vec<Facet>,
    unused: Vec<usize>,
    /// Facets merged into others since storage was last given back.
    pub(super) merged_away: Vec<usize>,
    pub(super) ridges: Vec<Ridge>,
    head: Tail,
    last: Tail,
    /// Where the next facet with outside points is looked for.
    pub(super) cursor: Tail,
    /// The first facet of the latest cone.
    pub(super) first_new: Tail,
    expecting_new: bool,
    vertices: Vec<Vertex>,
    vertex_count: usize,
    /// Counts moves to the end of the list of vertices, cones and searches.
    moves: u32,
    cone: u32,
    search: u32,
}

/// A vertex of the hull.
#[derive(Clone, Copy, Debug)]
struct Vertex {
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
}

impl Index<usize> for Facets {
    type Output = Facet;
    fn index(&self, facet: usize) -> &Facet {
        &self.all[facet]
    }
}

impl IndexMut<usize> for Facets {
    fn index_mut(&mut self, facet: usize) -> &mut Facet {
        &mut self.all[facet]
    }
}

impl Facets {
    pub(super) fn head(&self) -> Tail {
        self.head
    }

    pub(super) fn after(&self, facet: usize) -> Tail {
        self.all[facet].next
    }

    pub(super) fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// The point of a vertex.
    pub(super) fn point_of(&self, vertex: usize) -> usize {
        self.vertices[vertex].point
    }

    /// Starts a search: nothing has been met yet.
    pub(super) fn start_search(&mut self) {
        self.search += 1;
    }

    /// Whether a facet has not been met in this search; it has from now on.
    pub(super) fn meets(&mut self, facet: usize) -> bool {
        std::mem::replace(&mut self.all[facet].visit, self.search) != self.search
    }

    /// Whether a facet has been met in this search.
    pub(super) fn has_met(&self, facet: usize) -> bool {
        self.all[facet].visit == self.search
    }

    /// Marks vertices as met in this search.
    pub(super) fn mark_vertices_of(&mut self, facet: usize) {
        for &v in &self.all[facet].vertices {
            self.vertices[v].visit = self.search;
        }
    }

    /// Whether all vertices of a facet have been marked in this search.
    pub(super) fn is_marked(&self, facet: usize) -> bool {
        self.all[facet]
            .vertices
            .iter()
            .all(|&v| self.vertices[v].visit == self.search)
    }

    /// The current facets from one on.
    pub(super) fn from(&self, start: Tail) -> Vec<usize> {
        let (mut found, mut at) = (Vec::new(), start);
        while let Some(facet) = at {
            found.push(facet);
            at = self.all[facet].next;
        }
        found
    }

    /// Adds a triangle at the end of the list, in the storage of a facet that is no longer used.
    pub(super) fn push(
        &mut self,
        vertices: [usize; 3],
        neighbors: [usize; 3],
        clockwise: bool,
    ) -> usize {
        let id = self.unused.pop().unwrap_or_else(|| {
            self.all.push(Facet::default());
            self.all.len() - 1
        });
        self.all[id].reset(vertices, neighbors, clockwise);
        self.append(id);
        id
    }

    /// Gives back the storage of facets that are not in the list any more.
    pub(super) fn recycle(&mut self, gone: &[usize]) {
        self.unused.extend_from_slice(gone);
        let merged = std::mem::take(&mut self.merged_away);
        self.unused.extend_from_slice(&merged);
        self.merged_away = merged;
        self.merged_away.clear();
    }

    fn append(&mut self, facet: usize) {
        if self.expecting_new {
            self.first_new = Some(facet);
            self.expecting_new = false;
        }
        self.all[facet].previous = self.last;
        self.all[facet].next = None;
        match self.last {
            Some(last) => self.all[last].next = Some(facet),
            None => self.head = Some(facet),
        }
        self.last = Some(facet);
        if self.cursor.is_none() {
            self.cursor = Some(facet);
        }
    }

    /// Takes a facet out of the list; a cursor at it moves on.
    pub(super) fn unlink(&mut self, facet: usize) {
        let (previous, next) = (self.all[facet].previous, self.all[facet].next);
        if self.cursor == Some(facet) {
            self.cursor = next;
        }
        if self.first_new == Some(facet) {
            self.first_new = next;
            self.expecting_new = next.is_none();
        }
        match previous {
            Some(previous) => self.all[previous].next = next,
            None => self.head = next,
        }
        match next {
            Some(next) => self.all[next].previous = previous,
            None => self.last = previous,
        }
    }

    /// Moves a facet to the end of the list.
    pub(super) fn move_to_end(&mut self, facet: usize) {
        self.unlink(facet);
        self.append(facet);
    }

    /// Moves a facet in front of the cursor, which then points to it.
    pub(super) fn move_to_cursor(&mut self, facet: usize) {
        if self.cursor == Some(facet) {
            return;
        }
        self.unlink(facet);
        let Some(next) = self.cursor else {
            return self.append(facet);
        };
        let previous = self.all[next].previous;
        self.all[facet].previous = previous;
        self.all[facet].next = Some(next);
        self.all[next].previous = Some(facet);
        match previous {
            Some(previous) => self.all[previous].next = Some(facet),
            None => self.head = Some(facet),
        }
        self.cursor = Some(facet);
    }

    /// Announces that the facets pushed from now on are new.
    pub(super) fn expect_new(&mut self) {
        self.first_new = None;
        self.expecting_new = true;
        self.cone += 1;
    }

    /// Ends the life of a cone: its members are ordinary from now on.
    pub(super) fn settle(&mut self) {
        for facet in self.from(self.first_new) {
            self.all[facet].is_new = false;
        }
        self.first_new = None;
        self.expecting_new = false;
    }

    /// The facet whose outside points reach furthest.
    pub(super) fn furthest(&self) -> Option<usize> {
        let (mut best, mut reach) = (None, f64::NEG_INFINITY);
        for facet in self.from(self.head) {
            let f = &self.all[facet];
            if !f.outside.is_empty() && f.furthest > reach {
                (best, reach) = (Some(facet), f.furthest);
            }
        }
        best
    }

    /// Adds a vertex at the end of the list of vertices.
    pub(super) fn push_vertex(&mut self, point: usize) -> usize {
        self.vertices.push(Vertex {
            point,
            moved: 0,
            cone: u32::MAX,
            loosened: u32::MAX,
            visit: 0,
            is_gone: false,
            side: (0, 0),
            sides: 0,
        });
        self.vertex_count += 1;
        let vertex = self.vertices.len() - 1;
        self.take_into_cone(&[vertex]);
        vertex
    }

    /// Moves the vertices that are not in the latest cone yet to the end of the list.
    pub(super) fn take_into_cone(&mut self, vertices: &[usize]) {
        for &v in vertices {
            let vertex = &mut self.vertices[v];
            if vertex.cone != self.cone {
                vertex.cone = self.cone;
                vertex.moved = self.moves;
                self.moves += 1;
            }
        }
    }

    /// Starts a cone without facets that uses these vertices.
    pub(super) fn expect_cone_of(&mut self, vertices: &[usize]) {
        self.cone += 1;
        self.take_into_cone(vertices);
        self.cone += 1;
    }

    /// Makes the triangles of a cone neighbours of each other. Nothing unless exactly two of them meet at each
    /// vertex of the base.
    pub(super) fn join_cone(&mut self, cone: &[usize]) -> Option<()> {
        for &facet in cone {
            for v in [1, 2] {
                let base = self.all[facet].vertices[v];
                self.vertices[base].sides = 0;
            }
        }
        for &facet in cone {
            for skip in [1, 2] {
                let base = &mut self.vertices[self.all[facet].vertices[3 - skip]];
                base.sides += 1;
                let (other, other_skip) = std::mem::replace(&mut base.side, (facet, skip));
                match base.sides {
                    1 => {}
                    2 => {
                        self.all[facet].neighbors[skip] = other;
                        self.all[other].neighbors[other_skip] = facet;
                    }
                    _ => return None,
                }
            }
        }
        let complete = |f: &usize| self.all[*f].neighbors.iter().all(|&n| n != usize::MAX);
        cone.iter().all(complete).then_some(())
    }

    /// Whether two facets share a ridge.
    pub(super) fn have_ridge(&self, facet: usize, other: usize) -> bool {
        self.all[facet]
            .ridges
            .iter()
            .any(|&r| self.ridges[r].other(facet) == other)
    }

    /// Whether a vertex belongs to the latest cone.
    pub(super) fn is_in_cone(&self, vertex: usize) -> bool {
        self.vertices[vertex].cone == self.cone
    }

    /// Whether a vertex lost a ridge to a merge in the latest cone.
    pub(super) fn is_loosened(&self, vertex: usize) -> bool {
        self.vertices[vertex].loosened == self.cone
    }

    pub(super) fn drop_vertex(&mut self, vertex: usize) {
        if !std::mem::replace(&mut self.vertices[vertex].is_gone, true) {
            self.vertex_count -= 1;
        }
    }

    /// Gives a facet a ridge.
    pub(super) fn add_ridge(&mut self, facet: usize, ridge: usize) {
        self.all[facet].ridges.push(ridge);
        self.all[facet].had_ridges = true;
    }

    /// Forgets a ridge between two facets.
    pub(super) fn drop_ridge(&mut self, ridge: usize) {
        let Ridge {
            top,
            bottom,
            vertices,
        } = self.ridges[ridge];
        for v in vertices {
            self.vertices[v].loosened = self.cone;
        }
        delete(&mut self.all[top].ridges, ridge);
        delete(&mut self.all[bottom].ridges, ridge);
    }

    /// Gives a triangle ridges to all its neighbours, which makes it a polygon.
    pub(super) fn make_ridges(&mut self, facet: usize) {
        if self.all[facet].is_polygon {
            return;
        }
        self.all[facet].is_polygon = true;
        let known: Vec<usize> = self.all[facet]
            .ridges
            .iter()
            .map(|&r| self.ridges[r].other(facet))
            .collect();
        for i in 0..self.all[facet].neighbors.len() {
            let f = &self.all[facet];
            let neighbor = f.neighbors[i];
            if known.contains(&neighbor) {
                continue;
            }
            let mut rest = f
                .vertices
                .iter()
                .enumerate()
                .filter(|&(k, _)| k != i)
                .map(|(_, &v)| v);
            let (Some(a), Some(b)) = (rest.next(), rest.next()) else {
                continue;
            };
            let on_top = f.clockwise != (i % 2 == 1);
            let (top, bottom) = if on_top {
                (facet, neighbor)
            } else {
                (neighbor, facet)
            };
            self.ridges.push(Ridge {
                vertices: [a, b],
                top,
                bottom,
            });
            let ridge = self.ridges.len() - 1;
            self.add_ridge(facet, ridge);
            self.add_ridge(neighbor, ridge);
        }
    }

    /// Cuts polygons into fans around their latest vertex and lists everything.
    pub(super) fn triangulate(mut self) -> Option<Listing> {
        self.cone += 1;
        let (mut triangles, mut fans) = (Vec::new(), Vec::new());
        for id in self.from(self.head) {
            let facet = &self.all[id];
            if !facet.is_polygon {
                let &[a, b, c] = facet.vertices.as_slice() else {
                    return None;
                };
                triangles.push(oriented([a, b, c], facet.clockwise));
                continue;
            }
            let &apex = facet.vertices.first()?;
            for &ridge in &facet.ridges {
                let Ridge {
                    vertices: [a, b],
                    top,
                    ..
                } = self.ridges[ridge];
                fans.push(([apex, a, b], top == id));
            }
        }
        for (vertices, clockwise) in fans {
            self.take_into_cone(&vertices);
            if vertices[0] != vertices[1] {
                triangles.push(oriented(vertices, clockwise));
            }
        }
        let mut listed: Vec<Vertex> = self
            .vertices
            .iter()
            .copied()
            .filter(|v| !v.is_gone)
            .collect();
        listed.sort_unstable_by_key(|v| v.moved);
        let point = |&v: &usize| self.vertices[v].point as u32;
        Some(Listing {
            vertices: listed.iter().map(|v| v.point as u32).collect(),
            triangles: triangles.iter().map(|t| t.each_ref().map(point)).collect(),
        })
    }
}

/// Counter-clockwise order of a triangle: a clockwise one has its first two vertices swapped.
fn oriented([a, b, c]: [usize; 3], clockwise: bool) -> [usize; 3] {
    if clockwise { [b, a, c] } else { [a, b, c] }
}

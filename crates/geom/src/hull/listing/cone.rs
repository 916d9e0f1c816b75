//! A point joins the hull: the facets it sees make way for a cone over their horizon.

use super::History;
use super::facets::{Facet, delete, replace};

impl History<'_> {
    /// Makes the furthest point of a facet a vertex. Nothing when the result is out of the ordinary.
    pub(super) fn add_furthest_point(&mut self, facet: usize) -> Option<()> {
        let point = self.facets[facet].outside.pop()?;
        let (visible, coplanar) = self.find_horizon(point, facet);
        let waiting = self.build_cone(point, &visible, &coplanar)?;
        self.drop_inner_vertices(&visible);
        if !waiting.is_empty() || !self.is_clearly_convex() {
            self.merge_cone(&waiting)?;
        }
        self.hand_over_points(&visible);
        for &facet in &visible {
            self.facets.unlink(facet);
        }
        self.facets.settle();
        Some(())
    }

    /// The facets that a point sees, breadth first, moved to the end of the list; and the facets around them
    /// in whose planes the point lies.
    fn find_horizon(&mut self, point: usize, start: usize) -> (Vec<usize>, Vec<usize>) {
        let p = self.points[point];
        let (mut visible, mut coplanar) = (vec![start], Vec::new());
        self.facets.start_search();
        self.facets.meets(start);
        self.hide(start);
        let mut i = 0;
        while i < visible.len() {
            for k in 0..self.facets[visible[i]].neighbors.len() {
                let neighbor = self.facets[visible[i]].neighbors[k];
                if !self.facets.meets(neighbor) {
                    continue;
                }
                let height = self.height(neighbor, p);
                if height > self.tolerance.coplanar {
                    self.hide(neighbor);
                    visible.push(neighbor);
                } else if height >= -self.tolerance.coplanar {
                    self.max_outside = self.max_outside.max(height);
                    coplanar.push(neighbor);
                }
            }
            i += 1;
        }
        (visible, coplanar)
    }

    fn hide(&mut self, facet: usize) {
        self.facets.move_to_end(facet);
        self.facets[facet].is_gone = true;
        self.facets[facet].replacement = None;
    }

    /// Builds the cone of triangles over the horizon. Returns those that lie in the plane of the facet beyond
    /// the horizon and have no plane of their own.
    fn build_cone(
        &mut self,
        point: usize,
        visible: &[usize],
        coplanar: &[usize],
    ) -> Option<Vec<usize>> {
        self.facets.expect_new();
        let apex = self.facets.push_vertex(point);
        let mut waiting = Vec::new();
        let (mut latest, mut latest_of_polygon) = (None, None);
        for &seen in visible {
            if self.facets[seen].had_ridges {
                latest_of_polygon = self.cone_over_ridges(seen, apex, coplanar, &mut waiting);
            }
            if !self.facets[seen].is_polygon {
                latest = self.cone_over_triangle(seen, apex, coplanar, &mut waiting);
            }
            latest = latest_of_polygon.or(latest);
            if latest.is_some() {
                self.facets[seen].replacement = latest;
            }
        }
        self.join_cone()?;
        for facet in self.facets.from(self.facets.first_new) {
            if !waiting.contains(&facet) {
                self.set_plane(facet)?;
            }
        }
        Some(waiting)
    }

    /// New triangles over the ridges of a facet. Returns the last one.
    fn cone_over_ridges(
        &mut self,
        seen: usize,
        apex: usize,
        coplanar: &[usize],
        waiting: &mut Vec<usize>,
    ) -> Option<usize> {
        let mut latest = None;
        for ridge in self.facets[seen].ridges.clone() {
            let beyond = self.facets.ridges[ridge].other(seen);
            if self.facets[beyond].is_gone {
                continue;
            }
            let [a, b] = self.facets.ridges[ridge].vertices;
            let clockwise = self.facets.ridges[ridge].top == seen;
            let new = self.new_triangle([apex, a, b], clockwise, beyond);
            if coplanar.contains(&beyond) {
                waiting.push(new);
            }
            replace(&mut self.facets[beyond].neighbors, seen, new);
            if self.facets[beyond].is_polygon {
                self.facets.add_ridge(new, ridge);
                self.facets.ridges[ridge].replace(seen, new);
            } else {
                delete(&mut self.facets[beyond].ridges, ridge);
            }
            latest = Some(new);
        }
        latest
    }

    /// New triangles over the edges of a triangle that have no ridges. Returns the last one.
    fn cone_over_triangle(
        &mut self,
        seen: usize,
        apex: usize,
        coplanar: &[usize],
        waiting: &mut Vec<usize>,
    ) -> Option<usize> {
        let ridged: Vec<usize> = self.facets[seen]
            .ridges
            .iter()
            .map(|&r| self.facets.ridges[r].other(seen))
            .collect();
        let mut latest = None;
        for beyond in self.facets[seen].neighbors.clone() {
            if self.facets[beyond].is_gone || ridged.contains(&beyond) || self.facets[beyond].is_new
            {
                continue;
            }
            let outer = &self.facets[beyond];
            let Some(skip) = outer.neighbors.iter().position(|&n| n == seen) else {
                continue;
            };
            let shared: Vec<usize> = outer
                .vertices
                .iter()
                .enumerate()
                .filter(|&(i, _)| i != skip)
                .map(|(_, &v)| v)
                .collect();
            let &[a, b] = shared.as_slice() else { continue };
            let clockwise = outer.clockwise == (skip % 2 == 1);
            let new = self.new_triangle([apex, a, b], clockwise, beyond);
            if coplanar.contains(&beyond) {
                waiting.push(new);
            }
            self.facets[beyond].neighbors[skip] = new;
            latest = Some(new);
        }
        latest
    }

    fn new_triangle(&mut self, vertices: [usize; 3], clockwise: bool, beyond: usize) -> usize {
        self.facets.take_into_cone(&vertices);
        self.facets.push(Facet {
            vertices: vertices.to_vec(),
            neighbors: vec![beyond, usize::MAX, usize::MAX],
            clockwise,
            is_new: true,
            ..Facet::default()
        })
    }

    /// Makes the triangles of the cone neighbours of each other.
    fn join_cone(&mut self) -> Option<()> {
        // each base vertex is met by exactly two triangles
        let mut sides: Vec<(usize, usize, usize)> = Vec::new();
        for facet in self.facets.from(self.facets.first_new) {
            sides.extend([1, 2].map(|skip| (self.facets[facet].vertices[3 - skip], facet, skip)));
        }
        sides.sort_unstable();
        for pair in sides.chunks(2) {
            let &[(vertex, left, left_skip), (same, right, right_skip)] = pair else {
                return None;
            };
            if vertex != same {
                return None;
            }
            self.facets[left].neighbors[left_skip] = right;
            self.facets[right].neighbors[right_skip] = left;
        }
        sides
            .chunks(2)
            .collect::<Vec<_>>()
            .windows(2)
            .all(|w| w[0][0].0 != w[1][0].0)
            .then_some(())
    }

    /// Forgets vertices of which only hidden facets are left.
    fn drop_inner_vertices(&mut self, visible: &[usize]) {
        for &facet in visible {
            for vertex in self.facets[facet].vertices.clone() {
                if !self.facets.is_in_cone(vertex) {
                    self.facets.drop_vertex(vertex);
                }
            }
        }
    }

    /// Whether every new triangle bends clearly away from its neighbours, none of which is a polygon.
    fn is_clearly_convex(&self) -> bool {
        let at = |v: usize| self.points[self.facets.point_of(v)];
        let new = self.facets.from(self.facets.first_new);
        new.iter().all(|&facet| {
            let f = &self.facets[facet];
            let beyond = f.neighbors[0];
            let bends = |i: usize| {
                self.height(f.neighbors[i], at(f.vertices[i])) < -self.tolerance.coplanar
            };
            let outer = &self.facets[beyond];
            let far = outer.vertices.iter().find(|v| !f.vertices[1..].contains(v));
            !outer.is_polygon
                && bends(1)
                && bends(2)
                && far.is_some_and(|&v| self.height(facet, at(v)) < -self.tolerance.coplanar)
        })
    }

    /// Hands the outside points of hidden facets to the new ones.
    fn hand_over_points(&mut self, visible: &[usize]) {
        let mut all_new = self.search_all_new();
        for &hidden in visible {
            let points = std::mem::take(&mut self.facets[hidden].outside);
            let mut target = self.facets[hidden].replacement;
            while let Some(facet) = target.filter(|&f| self.facets[f].is_gone) {
                target = self.facets[facet].replacement;
            }
            let Some(start) = target.or(self.facets.first_new) else {
                continue;
            };
            for point in points {
                if all_new {
                    self.place_among_all(point, Some(start));
                } else {
                    self.place_by_climbing(point, start, &mut all_new);
                }
            }
        }
    }
}

//! A point joins the hull: the facets it sees make way for a cone over their horizon.

use super::History;
use super::facets::{delete, replace};

impl History<'_> {
    /// Makes the furthest point of a facet a vertex. Nothing when the result is out of the ordinary.
    pub(super) fn add_furthest_point(&mut self, facet: usize) -> Option<()> {
        let point = self.facets[facet].outside.pop()?;
        // buffers are kept from point to point
        let (mut visible, mut cone) = (
            std::mem::take(&mut self.visible),
            std::mem::take(&mut self.cone),
        );
        self.find_horizon(point, facet, &mut visible);
        self.build_cone(point, &visible, &mut cone)?;
        self.drop_inner_vertices(&visible);
        self.facets.track_cone(&visible, &cone);
        if !self.is_clearly_convex(&cone) {
            self.merge_cone()?;
        }
        self.hand_over_points(&visible);
        for &facet in &visible {
            self.facets.unlink(facet);
        }
        self.facets.settle();
        self.facets.recycle(&visible);
        (self.visible, self.cone) = (visible, cone);
        Some(())
    }

    /// Collects the facets that a point sees, breadth first, and moves them to the end of the list. Notes for
    /// the facets around them whether the point lies in their planes.
    fn find_horizon(&mut self, point: usize, start: usize, visible: &mut Vec<usize>) {
        let p = self.points[point];
        visible.clear();
        visible.push(start);
        self.facets.start_search();
        self.facets.meets(start);
        self.hide(start);
        let mut i = 0;
        while let Some(&seen) = visible.get(i) {
            for k in 0..self.facets[seen].neighbors.len() {
                let neighbor = self.facets[seen].neighbors[k];
                if !self.facets.meets(neighbor) {
                    continue;
                }
                let height = self.height(neighbor, p);
                if height > self.tolerance.coplanar {
                    self.hide(neighbor);
                    visible.push(neighbor);
                    continue;
                }
                let is_coplanar = height >= -self.tolerance.coplanar;
                self.facets[neighbor].is_coplanar = is_coplanar;
                if is_coplanar {
                    self.max_outside = self.max_outside.max(height);
                }
            }
            i += 1;
        }
    }

    fn hide(&mut self, facet: usize) {
        self.facets.move_to_end(facet);
        self.facets[facet].is_gone = true;
        self.facets[facet].replacement = None;
    }

    /// Builds the cone of triangles over the horizon. Those in the plane of the facet beyond the horizon get
    /// no plane of their own.
    fn build_cone(&mut self, point: usize, visible: &[usize], cone: &mut Vec<usize>) -> Option<()> {
        cone.clear();
        self.facets.expect_new();
        let apex = self.facets.vertices.push(point);
        let (mut latest, mut latest_of_polygon) = (None, None);
        for &seen in visible {
            if self.facets[seen].had_ridges {
                latest_of_polygon = self.cone_over_ridges(seen, apex, cone);
            }
            if !self.facets[seen].is_polygon {
                latest = self.cone_over_triangle(seen, apex, cone);
            }
            latest = latest_of_polygon.or(latest);
            if latest.is_some() {
                self.facets[seen].replacement = latest;
            }
        }
        self.facets.join_cone(cone)?;
        for &facet in cone.iter() {
            let beyond = self.facets[facet].neighbors[0];
            if !self.facets[beyond].is_coplanar {
                self.set_plane(facet)?;
            }
        }
        Some(())
    }

    /// New triangles over the ridges of a facet. Returns the last one.
    fn cone_over_ridges(
        &mut self,
        seen: usize,
        apex: usize,
        cone: &mut Vec<usize>,
    ) -> Option<usize> {
        let mut latest = None;
        for i in 0..self.facets[seen].ridges.len() {
            let ridge = self.facets[seen].ridges[i];
            let beyond = self.facets.ridges[ridge].other(seen);
            if self.facets[beyond].is_gone {
                continue;
            }
            let [a, b] = self.facets.ridges[ridge].vertices;
            let clockwise = self.facets.ridges[ridge].top == seen;
            let new = self.new_triangle([apex, a, b], clockwise, beyond);
            cone.push(new);
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
        cone: &mut Vec<usize>,
    ) -> Option<usize> {
        let mut latest = None;
        for i in 0..self.facets[seen].neighbors.len() {
            let beyond = self.facets[seen].neighbors[i];
            if self.facets[beyond].is_gone || self.facets.have_ridge(seen, beyond) {
                continue;
            }
            let outer = &self.facets[beyond];
            let Some(skip) = outer.neighbors.iter().position(|&n| n == seen) else {
                continue;
            };
            let &[u, v, w] = outer.vertices.as_slice() else {
                continue;
            };
            let [a, b] = [[v, w], [u, w], [u, v]][skip];
            let clockwise = outer.clockwise == (skip % 2 == 1);
            let new = self.new_triangle([apex, a, b], clockwise, beyond);
            cone.push(new);
            self.facets[beyond].neighbors[skip] = new;
            latest = Some(new);
        }
        latest
    }

    fn new_triangle(&mut self, vertices: [usize; 3], clockwise: bool, beyond: usize) -> usize {
        self.facets.vertices.take_into_cone(&vertices);
        let unknown = usize::MAX;
        let new = self
            .facets
            .push(vertices, [beyond, unknown, unknown], clockwise);
        self.facets[new].is_new = true;
        new
    }

    /// Forgets vertices of which only hidden facets are left.
    fn drop_inner_vertices(&mut self, visible: &[usize]) {
        for &facet in visible {
            for i in 0..self.facets[facet].vertices.len() {
                let vertex = self.facets[facet].vertices[i];
                if !self.facets.vertices.is_in_cone(vertex) {
                    self.facets.vertices.drop(vertex);
                }
            }
        }
    }

    /// Whether every triangle of the cone bends clearly away from its neighbours, none of which is a polygon.
    fn is_clearly_convex(&self, cone: &[usize]) -> bool {
        let at = |v: usize| self.points[self.facets.vertices.point_of(v)];
        let below = |facet: usize, v: usize| self.height(facet, at(v)) < -self.tolerance.coplanar;
        let is_simple = |&facet: &usize| {
            let f = &self.facets[facet];
            f.plane.is_some() && !self.facets[f.neighbors[0]].is_polygon
        };
        let bends = |&facet: &usize| {
            let f = &self.facets[facet];
            let outer = &self.facets[f.neighbors[0]].vertices;
            let far = outer.iter().find(|v| !f.vertices[1..].contains(v));
            below(f.neighbors[1], f.vertices[1])
                && below(f.neighbors[2], f.vertices[2])
                && far.is_some_and(|&v| below(facet, v))
        };
        cone.iter().all(is_simple) && cone.iter().all(bends)
    }

    /// Hands the outside points of hidden facets to the new ones.
    fn hand_over_points(&mut self, visible: &[usize]) {
        self.is_sharp = None;
        let mut all_new = self.search_all_new();
        for &hidden in visible {
            let points = std::mem::take(&mut self.facets[hidden].outside);
            let replacement = self.facets[hidden].replacement;
            let target = replacement.and_then(|f| self.facets.standing_for(f));
            if let Some(start) = target.or(self.facets.first_new) {
                for &point in &points {
                    if all_new {
                        self.place_among_all(point, Some(start));
                    } else {
                        self.place_by_climbing(point, start, &mut all_new);
                    }
                }
            }
            self.facets[hidden].outside = points;
        }
    }
}

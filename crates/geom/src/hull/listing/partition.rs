//! Heights over facets, and which facet gets a point.

use super::History;
use super::facets::Tail;
use ligament_math::Vec3;

/// After this many merges facets are less flat, and searches are more generous.
const MANY_MERGES: usize = 50;

impl History<'_> {
    /// Sets the plane of a facet from its first three vertices.
    pub(super) fn set_plane(&mut self, facet: usize) -> Option<()> {
        let f = &self.facets[facet];
        let &[a, b, c] = f.vertices.as_slice() else {
            return None;
        };
        let [a, b, c] = [a, b, c].map(|v| self.points[self.facets.vertices.point_of(v)]);
        let normal = (c - a).cross(b - a);
        let length = normal.norm();
        if length <= f64::MIN_POSITIVE {
            return None;
        }
        let normal = normal / if f.clockwise { length } else { -length };
        let offset = -(a[0] * normal[0] + a[1] * normal[1] + a[2] * normal[2]);
        self.facets[facet].plane = Some((normal, offset));
        Some(())
    }

    /// Height of a point over a facet.
    pub(super) fn height(&self, facet: usize, point: Vec3) -> f64 {
        let (n, offset) = self.facets[facet].plane.unwrap_or((Vec3::ZERO, 0.0));
        offset + point[0] * n[0] + point[1] * n[1] + point[2] * n[2]
    }

    fn generosity(&self) -> f64 {
        if self.merges > MANY_MERGES { 2.0 } else { 1.0 }
    }

    /// A point this high over a facet need not look further.
    pub(super) fn clearly_outside(&self) -> f64 {
        self.generosity() * (2.0 * self.tolerance.outside).max(self.max_outside)
    }

    /// Whether all new facets should be searched for every point.
    pub(super) fn search_all_new(&self) -> bool {
        let mut at = self.facets.first_new;
        while let Some(facet) = at.filter(|&f| !self.facets[f].is_polygon) {
            at = self.facets.after(facet);
        }
        self.merges > MANY_MERGES || at.is_some()
    }

    /// Gives a point to one of the facets from `start` on, then of the other new ones: the first that it is
    /// clearly outside of, or else the highest.
    pub(super) fn place_among_all(&mut self, point: usize, start: Tail) {
        let p = self.points[point];
        let clearly = self.clearly_outside();
        let mut best: Option<(usize, f64)> = None;
        let (mut at, mut wrapped) = (start, false);
        loop {
            let Some(facet) = at else {
                if wrapped {
                    break;
                }
                (at, wrapped) = (self.facets.first_new, true);
                continue;
            };
            if wrapped && at == start {
                break;
            }
            at = self.facets.after(facet);
            self.work += 1;
            let height = self.height(facet, p);
            if best.is_none_or(|(_, record)| height > record) {
                best = Some((facet, height));
                if height >= clearly {
                    return self.put_outside(point, facet, height);
                }
            }
        }
        if let Some((facet, height)) = best {
            self.place_near(point, facet, height);
        }
    }

    /// Gives a point to a facet found by climbing over new facets from `start`.
    pub(super) fn place_by_climbing(&mut self, point: usize, start: usize, all_new: &mut bool) {
        let p = self.points[point];
        let (mut facet, mut record) = (start, self.height(start, p));
        self.facets.start_search();
        self.facets.meets(start);
        if record >= self.tolerance.outside {
            return self.put_outside(point, start, record);
        }
        'climb: loop {
            for i in 0..self.facets[facet].neighbors.len() {
                let neighbor = self.facets[facet].neighbors[i];
                if !self.facets[neighbor].is_new || !self.facets.meets(neighbor) {
                    continue;
                }
                let height = self.height(neighbor, p);
                if height > record {
                    if height >= self.tolerance.outside {
                        return self.put_outside(point, neighbor, height);
                    }
                    (facet, record) = (neighbor, height);
                    continue 'climb;
                }
            }
            break;
        }
        if record < -self.tolerance.distance && self.cone_is_sharp() {
            *all_new = true;
            return self.place_among_all(point, Some(facet));
        }
        self.place_near(point, facet, record);
    }

    /// Whether the normals of new facets point into different octants.
    fn cone_is_sharp(&mut self) -> bool {
        if let Some(known) = self.is_sharp {
            return known;
        }
        let octant = |f: usize| self.facets[f].plane.map(|(n, _)| n.0.map(|x| x > 0.0));
        let new = self.facets.from(self.facets.first_new);
        let found = new
            .windows(2)
            .any(|pair| octant(pair[0]) != octant(pair[1]));
        self.is_sharp = Some(found);
        found
    }

    /// Looks around a facet for a higher one, and puts the point outside of it if that is high enough.
    fn place_near(&mut self, point: usize, start: usize, height: f64) {
        let p = self.points[point];
        let tolerance = self.tolerance;
        let reach =
            self.generosity() * (self.max_outside + 2.0 * tolerance.distance + tolerance.coplanar);
        let (mut best, mut record) = (start, height);
        self.facets.start_search();
        self.facets.meets(start);
        let (mut pending, mut next) = (Vec::new(), None);
        let mut facet = start;
        loop {
            self.work += self.facets[facet].neighbors.len();
            for i in 0..self.facets[facet].neighbors.len() {
                let neighbor = self.facets[facet].neighbors[i];
                if !self.facets.meets(neighbor) {
                    continue;
                }
                let height = self.height(neighbor, p);
                if height > record {
                    if height > record + reach {
                        pending.clear();
                    }
                    (best, record) = (neighbor, height);
                } else if height < record - reach {
                    continue;
                }
                pending.extend(next.replace(neighbor));
            }
            match next.take().or_else(|| pending.pop()) {
                Some(another) => facet = another,
                None => break,
            }
        }
        if record >= tolerance.outside || (self.is_narrow && record >= -tolerance.coplanar) {
            self.put_outside(point, best, record);
        }
    }

    /// Adds a point to the outside points of a facet, which must come after the cursor.
    fn put_outside(&mut self, point: usize, facet: usize, height: f64) {
        let enough = self.tolerance.outside;
        let f = &mut self.facets[facet];
        let is_first = f.outside.is_empty();
        let raises = !is_first && f.furthest < enough && height >= enough;
        if is_first || f.furthest < height {
            f.outside.push(point);
            f.furthest = height;
        } else {
            let place = f.outside.len() - 1;
            f.outside.insert(place, point);
        }
        let comes_alive = match self.is_narrow {
            true => (is_first && height > enough) || raises,
            false => is_first,
        };
        if !comes_alive || self.facets.cursor == Some(facet) {
            return;
        }
        if self.facets[facet].is_new {
            if self.facets.cursor.is_some_and(|c| self.facets[c].is_new) {
                self.facets.cursor = self.facets.first_new;
            }
        } else {
            self.facets.move_to_end(facet);
            self.facets[facet].is_new = self.facets.first_new.is_some();
        }
    }
}

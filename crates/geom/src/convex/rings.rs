//! Hulls laid out for climbing: around each vertex stand its neighbours with their positions, eight at a time, so that
//! one step of a climb is a few wide instructions on memory that lies side by side.
//!
//! The tables are a copy of positions and graph of a mesh: they are to be made anew when either changes.

use ligament_math::Vec3;

use super::shape::{HullAdjacency, climbs};
use super::support::reach;

/// Places in a ring.
const PLACES: usize = 8;

/// Up to eight neighbours of a hull vertex. Places that are left over repeat the first one.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Ring {
    x: [f64; PLACES],
    y: [f64; PLACES],
    z: [f64; PLACES],
    /// Which hull vertices they are.
    id: [i32; PLACES],
}

impl Ring {
    /// How far the farthest neighbour lies along a direction, and which it is; among equals the first.
    #[inline(always)]
    fn farthest(&self, dir: Vec3) -> (f64, i32) {
        let mut along = [0.0; PLACES];
        for k in 0..PLACES {
            along[k] = dir[0] * self.x[k];
        }
        for k in 0..PLACES {
            along[k] += dir[1] * self.y[k];
        }
        for k in 0..PLACES {
            along[k] += dir[2] * self.z[k];
        }
        let larger = |a: f64, b: f64| if a > b { a } else { b };
        let [a, b, c, d, e, f, g, h] = along;
        let (ae, bf, cg, dh) = (larger(a, e), larger(b, f), larger(c, g), larger(d, h));
        let most = larger(larger(ae, cg), larger(bf, dh));
        let mut first = 0;
        for (k, &along) in along.iter().enumerate() {
            first |= u32::from(along == most) << k;
        }
        let first = first.trailing_zeros() as usize % PLACES;
        (most, self.id[first])
    }
}

/// A mesh in rings: the neighbours of each hull vertex, or all vertices where the mesh is searched as a whole.
#[derive(Clone, Debug, Default)]
pub struct HullRings {
    /// Positions of the hull vertices, or of all.
    positions: Vec<[f32; 3]>,
    /// First ring of each hull vertex, and the end of the last one's. Empty where the mesh is searched as a whole.
    start: Vec<u32>,
    rings: Vec<Ring>,
    /// A vertex that is far out in each of some directions: where climbs begin.
    outposts: Vec<i32>,
    /// Vertices that are less than this behind the farthest one may be the farthest as well.
    doubt: f64,
}

/// Directions along each axis that have outposts.
const CELLS: usize = 8;
/// Doubt in proportion to the size of a mesh: more than vertices of single precision let a hull deviate from being convex.
const DOUBT: f64 = 1e-6;

/// The number of the outpost for a unit vector.
#[inline(always)]
fn cell(dir: Vec3) -> usize {
    let half = (CELLS / 2) as f64;
    let along = |x: f64| ((x * half + half) as usize).min(CELLS - 1);
    (along(dir[0]) * CELLS + along(dir[1])) * CELLS + along(dir[2])
}

impl HullRings {
    /// The rings of a mesh, from columns as in [`HullMesh`](super::HullMesh). None if they do not fit together.
    pub fn new(vert: &[[f32; 3]], graph: &[i32]) -> Option<Self> {
        if vert.iter().flatten().any(|x| !x.is_finite()) {
            return None;
        }
        let mut made = Self::default();
        if !climbs(vert, graph) {
            made.positions = vert.to_vec();
            let ids: Vec<i32> = (0..i32::try_from(vert.len()).ok()?).collect();
            made.push(&ids)?;
            return Some(made);
        }
        let hull = HullAdjacency::new(graph);
        for &name in hull.names {
            made.positions.push(*vert.get(usize::try_from(name).ok()?)?);
        }
        for &first in hull.edge_start {
            made.start.push(u32::try_from(made.rings.len()).ok()?);
            let list = hull.edges.get(usize::try_from(first).ok()?..)?;
            made.push(&list[..list.iter().position(|&next| next < 0)?])?;
        }
        made.start.push(u32::try_from(made.rings.len()).ok()?);
        made.place_outposts();
        Some(made)
    }

    /// Looks for the farthest vertex in the middle of each cell of directions.
    fn place_outposts(&mut self) {
        let square = |v: &[f32; 3]| v.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>();
        let largest = self.positions.iter().map(square).fold(0.0, f64::max);
        self.doubt = DOUBT * largest.sqrt();
        let middle = |i: usize| (i % CELLS) as f64 + 0.5 - (CELLS / 2) as f64;
        let mut last = 0;
        for i in 0..CELLS.pow(3) {
            let dir = Vec3([middle(i / CELLS / CELLS), middle(i / CELLS), middle(i)]);
            last = self.climb(dir, last, -1);
            self.outposts.push(last);
        }
    }

    /// Adds rings of some vertices; none if there is no such vertex.
    fn push(&mut self, ids: &[i32]) -> Option<()> {
        for ids in ids.chunks(PLACES) {
            let mut ring = Ring::default();
            for k in 0..PLACES {
                let id = *ids.get(k).unwrap_or(&ids[0]);
                let [x, y, z] = self
                    .positions
                    .get(usize::try_from(id).ok()?)?
                    .map(f64::from);
                (ring.x[k], ring.y[k], ring.z[k], ring.id[k]) = (x, y, z, id);
            }
            self.rings.push(ring);
        }
        Some(())
    }

    /// How far a vertex lies along a direction; not a number if there is no such vertex.
    #[inline(always)]
    fn reach(&self, vertex: i32, dir: Vec3) -> f64 {
        let position = self.positions.get(vertex as usize);
        reach(dir, position.copied().unwrap_or([f32::NAN; 3]))
    }

    /// The farthest of all vertices. Among equals the one last found wins, then the first.
    #[inline(always)]
    pub(super) fn search(&self, dir: Vec3, last: i32) -> i32 {
        let (mut best, mut far) = (0, f64::from(-f32::MAX));
        if last >= 0 {
            (best, far) = (last, self.reach(last, dir));
        }
        for ring in &self.rings {
            let (most, id) = ring.farthest(dir);
            if most > far {
                (best, far) = (id, most);
            }
        }
        best
    }

    /// The hull vertex that is farthest along `dir`, of unit length: the same that a climb from the better of two finds.
    ///
    /// Where a single vertex is farthest, it does not matter where the climb begins, and an outpost is nearer. Where others
    /// are as far, up to rounding, it does.
    #[inline(always)]
    pub(super) fn farthest(&self, dir: Vec3, start: i32, last: i32) -> i32 {
        let outpost = self.outposts.get(cell(dir)).copied().unwrap_or(0);
        let (best, ahead) = self.ascend(dir, outpost, last);
        if ahead > self.doubt {
            best
        } else {
            self.climb(dir, start, last)
        }
    }

    /// The hull vertex that is farthest along `dir`, by climbing from the better of two.
    #[inline(never)]
    pub(super) fn climb(&self, dir: Vec3, start: i32, last: i32) -> i32 {
        self.ascend(dir, start, last).0
    }

    /// Climbs from the better of two; gives the vertex and how far its neighbours are behind.
    #[inline(always)]
    fn ascend(&self, dir: Vec3, start: i32, last: i32) -> (i32, f64) {
        let (mut best, mut far) = (start, self.reach(start, dir));
        if last >= 0 {
            let known = self.reach(last, dir);
            if known >= far {
                (best, far) = (last, known);
            }
        }
        loop {
            let from = best;
            let bounds = self.start.get(from as usize..).unwrap_or(&[]);
            let &[first, end, ..] = bounds else {
                return (best, 0.0);
            };
            // without neighbours nothing is known
            let mut around = if first == end { far } else { f64::MIN };
            for ring in self.rings.get(first as usize..end as usize).unwrap_or(&[]) {
                let (most, id) = ring.farthest(dir);
                if most > far {
                    (best, far) = (id, most);
                }
                around = if most > around { most } else { around };
            }
            if best == from {
                return (best, far - around);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::shape::HullMesh;
    use crate::convex::support::{climb_graph, search};
    use crate::hull::{HullGraph as Graph, convex_hull};

    /// Numbers between -1 and 1, the same ones every time.
    fn numbers() -> impl FnMut() -> f64 {
        let mut state = 1u64;
        move || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        }
    }

    /// The graph of the hull of some points.
    fn graph(vert: &[[f32; 3]]) -> Vec<i32> {
        let points: Vec<Vec3> = vert.iter().map(|v| Vec3(v.map(f64::from))).collect();
        let hull = convex_hull(&points, None).expect("the points have a hull");
        Graph::new(&hull).to_flat()
    }

    /// Points on a sphere, and the corners and edges of a cube, where many are equally far.
    fn clouds() -> [Vec<[f32; 3]>; 3] {
        let mut number = numbers();
        let mut round = |count: usize| -> Vec<[f32; 3]> {
            let mut point = || Vec3([number(), number(), number()]);
            let points = (0..count).map(|_| point().normalize_or_x().0);
            points.map(|p| p.0.map(|x| x as f32)).collect()
        };
        let grid = (0..27).map(|i| [i % 3, i / 3 % 3, i / 9].map(|x| x as f32 - 1.0));
        [round(12), round(300), grid.collect()]
    }

    /// Directions at random and along the axes and diagonals.
    fn directions() -> Vec<Vec3> {
        let mut number = numbers();
        let mut dirs: Vec<Vec3> = (0..500)
            .map(|_| Vec3([number(), number(), number()]).normalize_or_x().0)
            .collect();
        dirs.extend((0..27).map(|i| Vec3([i % 3, i / 3 % 3, i / 9].map(|x| f64::from(x) - 1.0))));
        dirs
    }

    #[test]
    fn climbs_end_where_those_along_the_graph_do() {
        for vert in clouds() {
            let graph = graph(&vert);
            let hull = HullAdjacency::new(&graph);
            let mesh = HullMesh {
                graph: &graph,
                ..HullMesh::from_points(&vert)
            };
            let rings = HullRings::new(&vert, &graph).expect("the graph fits");
            let mut last = -1;
            for (i, dir) in directions().into_iter().enumerate() {
                let start = (i % hull.names.len()) as i32;
                let expected = climb_graph(&mesh, &hull, dir, start, last);
                assert_eq!(rings.climb(dir, start, last), expected);
                assert_eq!(rings.farthest(dir, start, last), expected);
                last = if i % 5 == 0 { -1 } else { expected };
            }
        }
    }

    #[test]
    fn searches_find_the_vertex_that_a_look_at_all_does() {
        for vert in clouds() {
            let rings = HullRings::new(&vert, &[]).expect("any points will do");
            let mut last = -1;
            for (i, dir) in directions().into_iter().enumerate() {
                let expected = search(&vert, dir, last);
                assert_eq!(rings.search(dir, last), expected);
                last = if i % 5 == 0 { -1 } else { expected };
            }
        }
    }

    #[test]
    fn columns_that_do_not_fit_have_no_rings() {
        let [vert, _, _] = clouds();
        let graph = graph(&vert);
        assert!(HullRings::new(&vert[..11], &graph).is_none());
        assert!(HullRings::new(&vert, &graph[..graph[0] as usize * 2 + 3]).is_none());
        let mut broken = vert;
        broken[3][1] = f32::NAN;
        assert!(HullRings::new(&broken, &graph).is_none());
    }
}

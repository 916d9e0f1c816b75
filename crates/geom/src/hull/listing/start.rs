//! The first four vertices and the points outside of their tetrahedron.

use super::facets::Facets;
use super::{History, Tolerance};
use ligament_math::Vec3;

/// A spread below this fraction of what the width of the cloud suggests calls for a search of all points.
const NARROW: f64 = 1e-3;
/// Two facets of the first tetrahedron whose normals are closer to opposite than this are nearly flat.
const FLAT_COSINE: f64 = -0.99999999;

impl<'a> History<'a> {
    /// The tetrahedron, with all other points handed to its facets.
    pub(super) fn start(points: &'a [Vec3]) -> Option<Self> {
        if points.len() < 4 {
            return None;
        }
        let simplex = first_vertices(points)?;
        let mut history = History {
            points,
            tolerance: Tolerance::new(points),
            facets: Facets::default(),
            is_narrow: false,
            max_outside: 0.0,
            thickness: 0.0,
            merges: 0,
            work: 0,
            is_sharp: None,
            visible: Vec::new(),
            cone: Vec::new(),
        };
        history.build_tetrahedron(simplex)?;
        history.facets.cursor = history.facets.head();
        history.share_out(&simplex);
        history.facets.cursor = history.facets.head();
        history.bring_furthest_to_cursor();
        Some(history)
    }

    fn build_tetrahedron(&mut self, simplex: [usize; 4]) -> Option<()> {
        let points = simplex.map(|p| self.points[p]);
        let numbers = simplex.map(|p| self.facets.vertices.push(p));
        let vertices = [numbers[3], numbers[2], numbers[1], numbers[0]];
        self.facets.vertices.start_cone();
        self.facets.vertices.take_into_cone(&vertices);
        for skip in 0..4 {
            let others = [0, 1, 2].map(|i| if i < skip { i } else { i + 1 });
            self.facets
                .push(others.map(|i| vertices[i]), others, skip % 2 == 0);
        }
        let middle = points.iter().rev().fold(Vec3::ZERO, |sum, &p| sum + p) / 4.0;
        self.set_plane(0)?;
        if self.height(0, middle) > self.tolerance.distance {
            for facet in 0..4 {
                self.facets[facet].clockwise ^= true;
            }
        }
        for facet in 0..4 {
            self.set_plane(facet)?;
        }
        let clearly_inside = (0..4).all(|f| self.height(f, middle) < -self.tolerance.distance);
        let normals: Vec<Vec3> = (0..4)
            .filter_map(|f| self.facets[f].plane)
            .map(|p| p.0)
            .collect();
        self.is_narrow = normals
            .iter()
            .any(|a| normals.iter().any(|b| a.dot(*b) < FLAT_COSINE));
        clearly_inside.then_some(())
    }

    /// Gives every remaining point to the first facet it is clearly outside of, or else to the best one.
    fn share_out(&mut self, simplex: &[usize; 4]) {
        let clearly = self.clearly_outside();
        let mut rest: Vec<usize> = (0..self.points.len())
            .filter(|p| !simplex.contains(p))
            .collect();
        for facet in 0..4 {
            let mut best: Option<(usize, f64)> = None;
            let mut remaining = Vec::new();
            for &point in &rest {
                let height = self.height(facet, self.points[point]);
                match best {
                    _ if height < clearly => remaining.push(point),
                    Some((champion, record)) if height > record => {
                        self.facets[facet].outside.push(champion);
                        best = Some((point, height));
                    }
                    Some(_) => self.facets[facet].outside.push(point),
                    None => best = Some((point, height)),
                }
            }
            if let Some((champion, record)) = best {
                self.facets[facet].outside.push(champion);
                self.facets[facet].furthest = record;
            }
            rest = remaining;
        }
        let first = self.facets.head();
        for point in rest {
            self.place_among_all(point, first);
        }
    }
}

impl Tolerance {
    fn new(points: &[Vec3]) -> Self {
        let largest = points.iter().fold(Vec3::ZERO, |m, p| m.max(p.abs()));
        let max = largest[0].max(largest[1]).max(largest[2]);
        let length = (3.0_f64.sqrt() * max).min(largest[0] + largest[1] + largest[2]);
        let distance = f64::EPSILON * (3.0 * length * 1.01 + max);
        Tolerance {
            distance,
            coplanar: 2.0 * distance,
            outside: 4.0 * distance,
        }
    }
}

/// Points of smallest and largest x, then of largest area with them in the xy plane, then of largest volume.
fn first_vertices(points: &[Vec3]) -> Option<[usize; 4]> {
    let mut extremes = [0; 6];
    let (mut width, mut sum, mut near_zero) = (0.0_f64, 0.0, [0.0; 3]);
    for k in 0..3 {
        let (mut low, mut high) = (0, 0);
        for (i, p) in points.iter().enumerate() {
            if points[high][k] < p[k] {
                high = i;
            } else if points[low][k] > p[k] {
                low = i;
            }
        }
        extremes[2 * k] = low;
        extremes[2 * k + 1] = high;
        width = width.max(points[high][k] - points[low][k]);
        sum += points[high][k].max(-points[low][k]);
        near_zero[k] = 800.0 * sum * f64::EPSILON;
    }
    let [a, b, ..] = extremes;
    let spread = points[b][0] - points[a][0];
    let area = |p: usize| {
        let (u, v) = (points[a] - points[p], points[b] - points[p]);
        (u[0] * v[1] - u[1] * v[0]).abs()
    };
    let c = widest(
        points,
        &extremes,
        &[a, b],
        area,
        spread * width,
        near_zero[1],
    )?;
    let volume = |p: usize| {
        let [u, v, w] = [a, b, c].map(|i| points[i] - points[p]);
        let minor = |s: Vec3, t: Vec3| s[1] * t[2] - s[2] * t[1];
        (u[0] * minor(v, w) - v[0] * minor(u, w) + w[0] * minor(u, v)).abs()
    };
    let d = widest(
        points,
        &extremes,
        &[a, b, c],
        volume,
        area(c) * width,
        near_zero[2],
    )?;
    Some([a, b, c, d])
}

/// The extreme point of the largest measure. If that is nearly nothing, the others are searched until one is
/// good enough.
fn widest(
    points: &[Vec3],
    extremes: &[usize],
    taken: &[usize],
    measure: impl Fn(usize) -> f64,
    expected: f64,
    near_zero: f64,
) -> Option<usize> {
    let (mut best, mut record) = (None, -1.0);
    for &p in extremes.iter().filter(|p| !taken.contains(p)) {
        let m = measure(p);
        if m > record {
            (best, record) = (Some(p), m);
        }
    }
    let poor = record < near_zero || record < NARROW * expected;
    if poor {
        for p in (0..points.len()).filter(|p| !taken.contains(p) && !extremes.contains(p)) {
            let m = measure(p);
            if m > record {
                (best, record) = (Some(p), m);
                if m >= near_zero && m > 10.0 * NARROW * expected {
                    break;
                }
            }
        }
    }
    best.filter(|_| record > 0.0)
}

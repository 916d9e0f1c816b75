//! Tells the corners of a triangulated convex surface from points inside its flat sides and straight edges.
//!
//! A side is grown over neighbouring triangles from the largest one that is left, as long as their vertices
//! stay in its plane up to rounding. Slivers, whose own planes mean nothing, are thereby swallowed by the
//! sides they touch. A vertex is a corner when at least three sides meet there.

use super::rounding_of_distance;
use ligament_math::Vec3;

/// Planes of small triangles are known less well far away; this bounds the allowance made for that.
const MAX_LEVER: f64 = 16.0;

const NONE: u32 = u32::MAX;

/// The corners in increasing order, and how many vertices are not corners. `triangles` is a closed surface.
pub(super) fn find_corners(points: &[Vec3], triangles: &[[u32; 3]]) -> (Vec<u32>, usize) {
    let side_of = grow_sides(points, triangles);
    let mut incidences: Vec<(u32, u32)> = triangles
        .iter()
        .zip(&side_of)
        .flat_map(|(t, &side)| t.map(|v| (v, side)))
        .collect();
    incidences.sort_unstable();
    incidences.dedup();
    let (mut corners, mut all) = (Vec::new(), Vec::new());
    for group in incidences.chunk_by(|a, b| a.0 == b.0) {
        all.push(group[0].0);
        if group.len() >= 3 {
            corners.push(group[0].0);
        }
    }
    if corners.len() < 4 {
        // as thin as rounding: every vertex stays
        return (all, 0);
    }
    let others = all.len() - corners.len();
    (corners, others)
}

/// A side number for each triangle.
fn grow_sides(points: &[Vec3], triangles: &[[u32; 3]]) -> Vec<u32> {
    let flat = rounding_of_distance(points);
    let neighbors = neighbors(triangles);
    let planes: Vec<Plane> = triangles.iter().map(|t| Plane::new(points, t)).collect();
    let mut largest_first: Vec<u32> = (0..triangles.len() as u32).collect();
    largest_first.sort_unstable_by(|&a, &b| {
        planes[b as usize]
            .area
            .total_cmp(&planes[a as usize].area)
            .then(a.cmp(&b))
    });
    let mut side_of = vec![NONE; triangles.len()];
    let mut stack = Vec::new();
    for &seed in &largest_first {
        if side_of[seed as usize] != NONE {
            continue;
        }
        side_of[seed as usize] = seed;
        stack.push(seed);
        let plane = &planes[seed as usize];
        while let Some(t) = stack.pop() {
            for &next in &neighbors[t as usize] {
                let free = next != NONE && side_of[next as usize] == NONE;
                if free
                    && triangles[next as usize]
                        .iter()
                        .all(|&v| plane.holds(points[v as usize], flat))
                {
                    side_of[next as usize] = seed;
                    stack.push(next);
                }
            }
        }
    }
    side_of
}

/// The plane of a triangle.
struct Plane {
    origin: Vec3,
    normal: Vec3,
    area: f64,
    /// Shortest height of the triangle.
    height: f64,
}

impl Plane {
    fn new(points: &[Vec3], triangle: &[u32; 3]) -> Self {
        let [a, b, c] = triangle.map(|v| points[v as usize]);
        let (normal, area) = (b - a).cross(c - a).normalize_or_x();
        let longest = (b - a).norm().max((c - b).norm()).max((a - c).norm());
        let height = if longest > 0.0 { area / longest } else { 0.0 };
        Plane {
            origin: a,
            normal,
            area,
            height,
        }
    }

    fn holds(&self, point: Vec3, flat: f64) -> bool {
        let arm = point - self.origin;
        let distance = self.normal.dot(arm).abs();
        distance <= flat || distance <= flat * (arm.norm() / self.height).clamp(1.0, MAX_LEVER)
    }
}

/// For each triangle, the ones across its edges.
fn neighbors(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    // both triangles of an edge become neighbours in the list sorted by the edge's ends
    let mut edges: Vec<(u32, u32, u32, u8)> = Vec::with_capacity(3 * triangles.len());
    for (i, t) in triangles.iter().enumerate() {
        for e in 0..3_u8 {
            let (from, to) = (t[usize::from(e)], t[(usize::from(e) + 1) % 3]);
            edges.push((from.min(to), from.max(to), i as u32, e));
        }
    }
    edges.sort_unstable();
    let mut across = vec![[NONE; 3]; triangles.len()];
    for pair in edges.windows(2) {
        let ((a0, a1, left, le), (b0, b1, right, re)) = (pair[0], pair[1]);
        if (a0, a1) == (b0, b1) {
            across[left as usize][usize::from(le)] = right;
            across[right as usize][usize::from(re)] = left;
        }
    }
    across
}

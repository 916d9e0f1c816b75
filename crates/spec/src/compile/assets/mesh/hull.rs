//! The convex hull of a mesh.

use ligament_geom::hull::{HullGraph, convex_hull};
use ligament_math::Vec3;

use crate::asset::AssetError;

/// A convex hull with the adjacency of its vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshHull {
    /// Vertices and their neighbours.
    pub graph: HullGraph,
    /// Triangles over the vertices of the mesh, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl MeshHull {
    /// The hull of some points; at most `limit` vertices if that is not negative.
    pub(super) fn new(vertices: &[Vec3], limit: i32) -> Result<Self, AssetError> {
        let hull = convex_hull(vertices, usize::try_from(limit).ok())
            .map_err(|e| AssetError::new(format!("the mesh has no convex hull: {e}")))?;
        Ok(Self {
            graph: HullGraph::new(&hull),
            triangles: hull.triangles,
        })
    }

    /// Turns the surface inside out: what a mirroring does to it.
    pub(super) fn flip(&mut self) {
        super::process::flip(&mut self.triangles);
        for face in self.graph.face_globalid.chunks_exact_mut(3) {
            face.swap(1, 2);
        }
    }

    /// Number of integers of the flat graph.
    pub fn flat_len(&self) -> usize {
        let g = &self.graph;
        2 + g.vert_edgeadr.len()
            + g.vert_globalid.len()
            + g.edge_localid.len()
            + g.face_globalid.len()
    }

    /// The hull vertex (position in the graph) furthest along each of the 27 directions with coordinates -1, 0, 1, x
    /// slowest.
    pub fn extrema(&self, vertices: &[[f32; 3]]) -> [i32; 27] {
        let mut best = [(f32::MIN, 0); 27];
        for (local, &global) in self.graph.vert_globalid.iter().enumerate() {
            let Some(&[x, y, z]) = vertices.get(global as usize) else {
                continue;
            };
            for (k, entry) in best.iter_mut().enumerate() {
                let sign = |digit: usize| digit as f32 - 1.0;
                let along = x * sign(k / 9) + y * sign(k / 3 % 3) + z * sign(k % 3);
                if along > entry.0 {
                    *entry = (along, local as i32);
                }
            }
        }
        best.map(|(_, local)| local)
    }

    /// The most neighbours that a vertex has.
    pub fn greatest_degree(&self) -> usize {
        let edges = &self.graph.edge_localid;
        edges.split(|&e| e < 0).map(<[i32]>::len).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_cube_and_its_extrema() {
        let mut points: Vec<Vec3> = (0..8)
            .map(|i| Vec3([i & 1, i >> 1 & 1, i >> 2].map(|b| 2.0 * f64::from(b) - 1.0)))
            .collect();
        points.push(Vec3::ZERO);
        let hull = MeshHull::new(&points, -1).unwrap();
        assert_eq!((hull.graph.num_vertices(), hull.triangles.len()), (8, 12));
        let single: Vec<[f32; 3]> = points.iter().map(|p| p.0.map(|x| x as f32)).collect();
        let extrema = hull.extrema(&single);
        let global = |k: usize| hull.graph.vert_globalid[extrema[k] as usize];
        assert_eq!((global(0), global(26)), (0, 7));
        assert_eq!(points[global(22) as usize][0], 1.0);
        assert_eq!(hull.flat_len(), 2 + 3 * 8 + 6 * 12);
        assert!(MeshHull::new(&points[..3], -1).is_err());
    }
}

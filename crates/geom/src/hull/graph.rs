//! A hull with the adjacency of its vertices, in the array layout of MuJoCo's `mesh_graph`.

use super::Hull;

/// Marks the end of a vertex's list of neighbours.
const END: i32 = -1;

/// The vertices and edges of a hull as flat arrays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HullGraph {
    /// Where the neighbours of each vertex start in `edge_localid`.
    pub vert_edgeadr: Vec<i32>,
    /// The point that each vertex is.
    pub vert_globalid: Vec<i32>,
    /// Neighbours of each vertex, as positions in the list of vertices, each list closed by -1.
    pub edge_localid: Vec<i32>,
    /// The points of each triangle.
    pub face_globalid: Vec<i32>,
}

impl HullGraph {
    /// The graph of a hull.
    pub fn new(hull: &Hull) -> Self {
        let local = LocalIds::new(&hull.vertices);
        let mut graph = HullGraph {
            vert_globalid: hull.vertices.iter().map(|&v| v as i32).collect(),
            face_globalid: hull.triangles.iter().flatten().map(|&v| v as i32).collect(),
            ..Self::default()
        };
        for adjacent in &hull.adjacent {
            graph.vert_edgeadr.push(graph.edge_localid.len() as i32);
            let positions = adjacent.iter().filter_map(|&point| local.get(point));
            graph
                .edge_localid
                .extend(positions.map(|position| position as i32));
            graph.edge_localid.push(END);
        }
        graph
    }

    /// Number of vertices.
    pub fn num_vertices(&self) -> usize {
        self.vert_globalid.len()
    }

    /// Number of triangles.
    pub fn num_faces(&self) -> usize {
        self.face_globalid.len() / 3
    }

    /// All arrays in one: the two sizes, then the fields in their order of declaration.
    pub fn to_flat(&self) -> Vec<i32> {
        let mut flat = vec![self.num_vertices() as i32, self.num_faces() as i32];
        for part in [
            &self.vert_edgeadr,
            &self.vert_globalid,
            &self.edge_localid,
            &self.face_globalid,
        ] {
            flat.extend_from_slice(part);
        }
        flat
    }
}

/// Positions of point ids in a list, by binary search over a sorted copy.
struct LocalIds(Vec<(u32, usize)>);

impl LocalIds {
    fn new(vertices: &[u32]) -> Self {
        let mut sorted: Vec<_> = vertices.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        LocalIds(sorted)
    }

    fn get(&self, id: u32) -> Option<usize> {
        let place = self.0.binary_search_by_key(&id, |entry| entry.0).ok()?;
        Some(self.0[place].1)
    }
}

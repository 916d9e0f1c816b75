//! Signed distances to a mesh, sampled on an octree.
//!
//! Cells that meet the surface are divided until the greatest depth; then cells are divided further until face
//! neighbours differ by at most one level. A corner that lies inside a face or edge of a coarser neighbour takes the mean
//! of that neighbour's corners, which keeps the interpolation continuous. Corners have integer coordinates on the
//! lattice of the deepest level, so that equal corners are equal exactly.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use ligament_geom::bvh::Bvh;
use ligament_math::Vec3;

use crate::asset::AssetError;

use super::distance::{Triangles, overlaps_box};
use super::process::corners;

/// Margin around the mesh, relative to its half-sizes.
const MARGIN: f64 = 1.1;
/// Deepest octree that is built: a surface has about 4^depth cells.
const MAX_DEPTH: i32 = 8;

/// An octree of signed distances, cell by cell; the root comes first, an empty tree has no cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Octree {
    /// Depth of each cell.
    pub depth: Vec<i32>,
    /// The eight children, x fastest; -1 for leaves.
    pub child: Vec<[i32; 8]>,
    /// Centre and half-sizes.
    pub aabb: Vec<[f64; 6]>,
    /// Distances at the eight corners, x fastest.
    pub coeff: Vec<[f64; 8]>,
}

/// A cell while the tree is built.
#[derive(Clone, Copy)]
struct Cell {
    level: u32,
    /// Coordinates on the lattice of its level.
    at: [u32; 3],
    /// First of eight children in a row.
    children: Option<usize>,
    low: Vec3,
    high: Vec3,
}

/// A corner on the lattice of the deepest level.
type CornerKey = [u32; 3];

/// Values by corner.
type Corners<T> = HashMap<CornerKey, T, BuildHasherDefault<CornerHasher>>;

/// A quick hash for corners: they lie on a small lattice, so nobody can choose them to collide.
#[derive(Default)]
struct CornerHasher(u64);

impl Hasher for CornerHasher {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks_exact(4) {
            let word = part.iter().rev().fold(0, |x, b| x << 8 | u64::from(*b));
            self.0 = (self.0.rotate_left(21) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// The tree while it is built.
struct OctreeBuilder {
    cells: Vec<Cell>,
    /// Level whose lattice numbers the corners.
    deepest: u32,
}

impl Octree {
    /// Samples the distance to a mesh whose bounding box is `aabb` (least corner, then greatest).
    pub(super) fn new(
        vertices: &[Vec3],
        faces: &[[u32; 3]],
        bvh: &Bvh,
        aabb: [f64; 6],
        depth: i32,
    ) -> Result<Self, AssetError> {
        if !(0..=MAX_DEPTH).contains(&depth) {
            let message = format!("an octree depth of {depth} is not possible");
            return Err(AssetError::new(message).help(format!("choose 0 to {MAX_DEPTH}")));
        }
        let [x0, y0, z0, x1, y1, z1] = aabb;
        let (low, high) = (Vec3::new(x0, y0, z0), Vec3::new(x1, y1, z1));
        let (center, half) = ((low + high) / 2.0, (high - low) / 2.0 * MARGIN);
        let mut builder = OctreeBuilder::new(center - half, center + half, depth.unsigned_abs());
        builder.divide_surface(vertices, faces);
        builder.balance();
        let surface = Triangles::new(vertices, faces, bvh);
        Ok(builder.finish(|p| surface.distance(p)))
    }
}

impl OctreeBuilder {
    fn new(low: Vec3, high: Vec3, deepest: u32) -> Self {
        let root = Cell {
            level: 0,
            at: [0; 3],
            children: None,
            low,
            high,
        };
        Self {
            cells: vec![root],
            deepest,
        }
    }

    /// Divides a leaf; gives the index of its first child.
    fn divide(&mut self, index: usize) -> usize {
        let first = self.cells.len();
        let parent = self.cells[index];
        let middle = (parent.low + parent.high) / 2.0;
        for slot in 0..8_u32 {
            let bit = |axis: usize| slot >> axis & 1;
            let pick = |upper: Vec3, lower: Vec3| {
                Vec3([0, 1, 2].map(|i| if bit(i) == 1 { upper[i] } else { lower[i] }))
            };
            self.cells.push(Cell {
                level: parent.level + 1,
                at: [0, 1, 2].map(|i| 2 * parent.at[i] + bit(i)),
                children: None,
                low: pick(middle, parent.low),
                high: pick(parent.high, middle),
            });
        }
        self.cells[index].children = Some(first);
        first
    }

    /// Divides all cells that meet a triangle, down to the deepest level.
    fn divide_surface(&mut self, vertices: &[Vec3], faces: &[[u32; 3]]) {
        let triangles: Vec<[Vec3; 3]> = faces.iter().map(|f| corners(vertices, f)).collect();
        let all: Vec<usize> = (0..triangles.len()).collect();
        let mut queue = VecDeque::from([(0, all)]);
        while let Some((index, mut near)) = queue.pop_front() {
            let Cell {
                level, low, high, ..
            } = self.cells[index];
            if level >= self.deepest {
                continue;
            }
            near.retain(|&t| overlaps_box(&triangles[t], low, high));
            if !near.is_empty() {
                let first = self.divide(index);
                queue.extend((first..first + 8).map(|child| (child, near.clone())));
            }
        }
    }

    /// The leaf, or the cell of the given level, that holds a cell position of that level.
    fn find(&self, level: u32, at: [u32; 3]) -> usize {
        let mut index = 0;
        for up in (0..level).rev() {
            let Some(first) = self.cells[index].children else {
                break;
            };
            let slot = (0..3).map(|i| (at[i] >> up & 1) << i).sum::<u32>();
            index = first + slot as usize;
        }
        index
    }

    /// The face neighbour of a cell in a direction, two per axis: at its level, or coarser where there is none.
    fn neighbor(&self, index: usize, direction: usize) -> Option<usize> {
        let Cell { level, at, .. } = self.cells[index];
        let mut place = at;
        let axis = direction / 2;
        place[axis] = if direction % 2 == 0 {
            place[axis].checked_sub(1)?
        } else {
            place[axis] + 1
        };
        (place[axis] >> level == 0).then(|| self.find(level, place))
    }

    fn neighbors(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        (0..6).filter_map(move |direction| self.neighbor(index, direction))
    }

    /// The leaf beside the middle of a face of a cell.
    fn neighbor_leaf(&self, index: usize, direction: usize) -> Option<usize> {
        let mut found = self.neighbor(index, direction)?;
        let facing = if direction % 2 == 0 {
            1 << (direction / 2)
        } else {
            0
        };
        // the middle is between the children of the neighbour: the lower ones are taken, then their upper ends
        let mut across = 0;
        while let Some(first) = self.cells[found].children {
            found = first + (across & !(1 << (direction / 2)) | facing);
            across = 7;
        }
        Some(found)
    }

    /// Divides leaves until face neighbours differ by at most one level, in rounds.
    fn balance(&mut self) {
        loop {
            let mut coarse = Vec::new();
            for (index, cell) in self.cells.iter().enumerate() {
                if cell.children.is_some() {
                    continue;
                }
                for direction in 0..6 {
                    let Some(beside) = self.neighbor_leaf(index, direction) else {
                        continue;
                    };
                    let level = self.cells[beside].level;
                    if level > cell.level + 1 {
                        coarse.push(index);
                    }
                    if cell.level > level + 1 {
                        coarse.push(beside);
                    }
                }
            }
            if coarse.is_empty() {
                return;
            }
            for index in coarse {
                if self.cells[index].children.is_none() {
                    self.divide(index);
                }
            }
        }
    }

    /// Lattice coordinates of the corners of a cell.
    fn corner_keys(&self, index: usize) -> [CornerKey; 8] {
        let Cell { level, at, .. } = self.cells[index];
        std::array::from_fn(|slot| {
            [0, 1, 2].map(|i| (at[i] + (slot as u32 >> i & 1)) << (self.deepest - level))
        })
    }

    /// For corners inside faces or edges of coarser neighbours: the corners whose mean they take.
    fn hanging_corners(&self) -> Corners<Vec<CornerKey>> {
        let mut hanging = Corners::default();
        for (index, cell) in self.cells.iter().enumerate() {
            if cell.children.is_some() {
                continue;
            }
            for neighbor in self.neighbors(index) {
                if self.cells[neighbor].level >= cell.level {
                    continue;
                }
                for key in self.corner_keys(index) {
                    if hanging.contains_key(&key) {
                        continue;
                    }
                    let support = self.support(neighbor, key);
                    if support.len() > 1 {
                        hanging.insert(key, support);
                    }
                }
            }
        }
        hanging
    }

    /// The corners of the smallest face, edge or corner of a cell that holds a point of its surface; none for a point
    /// that is not on the surface.
    fn support(&self, index: usize, key: CornerKey) -> Vec<CornerKey> {
        let keys = self.corner_keys(index);
        let (low, high) = (keys[0], keys[7]);
        let fixed = |i: usize| key[i] == low[i] || key[i] == high[i];
        let beyond = (0..3).any(|i| key[i] < low[i] || key[i] > high[i]);
        if beyond || !(0..3).any(fixed) {
            return Vec::new();
        }
        let supports = |c: &CornerKey| (0..3).all(|i| !fixed(i) || c[i] == key[i]);
        let mut found: Vec<CornerKey> = keys.into_iter().filter(supports).collect();
        // axes follow one another in turn: across y comes z, then x
        if found.len() == 4 && fixed(1) {
            found.swap(1, 2);
        }
        found
    }

    /// The values at the corners of every cell.
    fn sample(&self, distance: impl Fn(Vec3) -> f64) -> Vec<[f64; 8]> {
        let hanging = self.hanging_corners();
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        // coarse cells first: hanging corners draw on them
        order.sort_by_key(|&i| self.cells[i].level);
        let mut values: Corners<f64> = Corners::default();
        let mut cells = vec![[0.0; 8]; self.cells.len()];
        for index in order {
            let Cell { low, high, .. } = self.cells[index];
            for (slot, key) in self.corner_keys(index).into_iter().enumerate() {
                if let Some(value) = values.get(&key) {
                    cells[index][slot] = *value;
                    continue;
                }
                let value = match hanging.get(&key) {
                    Some(support) => {
                        let known = support
                            .iter()
                            .map(|s| values.get(s).copied().unwrap_or(0.0));
                        known.sum::<f64>() / support.len() as f64
                    }
                    None => {
                        let pick = |i: usize| if slot >> i & 1 == 1 { high[i] } else { low[i] };
                        distance(Vec3([0, 1, 2].map(pick)))
                    }
                };
                values.insert(key, value);
                cells[index][slot] = value;
            }
        }
        cells
    }

    /// Computes the distances and lays out the arrays.
    fn finish(&self, distance: impl Fn(Vec3) -> f64) -> Octree {
        let mut tree = Octree {
            coeff: self.sample(distance),
            ..Octree::default()
        };
        for cell in &self.cells {
            let row = |first: usize| std::array::from_fn(|slot| (first + slot) as i32);
            let (center, half) = ((cell.low + cell.high) / 2.0, (cell.high - cell.low) / 2.0);
            tree.depth.push(cell.level as i32);
            tree.child.push(cell.children.map_or([-1; 8], row));
            tree.aabb
                .push([center[0], center[1], center[2], half[0], half[1], half[2]]);
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounds::face_tree;
    use super::*;

    fn cube() -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let vertices = (0..8)
            .map(|i| Vec3([i & 1, i >> 1 & 1, i >> 2].map(|b| 2.0 * f64::from(b) - 1.0)))
            .collect();
        let quads: [[u32; 4]; 6] = [
            [0, 2, 3, 1],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
        ];
        let split = |q: &[u32; 4]| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]];
        (vertices, quads.iter().flat_map(split).collect())
    }

    #[test]
    fn distances_of_a_cube_are_right_at_regular_corners() {
        let (vertices, faces) = cube();
        let bvh = face_tree(&vertices, &faces);
        let aabb = [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0];
        let tree = Octree::new(&vertices, &faces, &bvh, aabb, 3).unwrap();
        // root: its corners are outside, at 0.1 along each axis
        let expected = 0.1 * 3.0_f64.sqrt();
        assert!(tree.coeff[0].iter().all(|d| (d - expected).abs() < 1e-12));
        // the centre of the cube is a corner of the first children, one unit inside
        let inner = tree.coeff[tree.child[0][0] as usize][7];
        assert!((inner + 1.0).abs() < 1e-12);
        assert!(tree.depth.iter().all(|d| *d <= 3));
        assert!(Octree::new(&vertices, &faces, &bvh, aabb, 30).is_err());
    }

    #[test]
    fn neighbours_differ_by_one_level() {
        let vertices = [Vec3::ZERO, Vec3::X, Vec3::new(0.0, 0.01, 0.0), Vec3::Z];
        let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let mut builder = OctreeBuilder::new(Vec3::splat(-1.0), Vec3::splat(1.5), 5);
        builder.divide_surface(&vertices, &faces);
        builder.balance();
        for (index, cell) in builder.cells.iter().enumerate() {
            if cell.children.is_none() {
                let mut near = builder.neighbors(index);
                assert!(near.all(|n| builder.cells[n].level + 1 >= cell.level));
            }
        }
    }
}

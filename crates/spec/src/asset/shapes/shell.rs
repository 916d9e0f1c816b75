//! The surfaces of boxes, cylinders and ellipsoids over the outer points of a lattice.

use std::collections::HashMap;

use crate::asset::Result;

use super::lattice::{Lattice, finish, with_dimension};
use super::{Shape, limit, normalized};

/// What the surface of a lattice box is projected on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// Nothing: it stays a box.
    Box,
    /// A cylinder along z.
    Cylinder,
    /// An ellipsoid.
    Ellipsoid,
}

/// The surface of a box, cylinder or ellipsoid: tetrahedra from its centre, or in two dimensions triangles without the
/// top.
pub fn shell_from(params: &[f64], outline: Outline) -> Result<Shape> {
    let what = match outline {
        Outline::Box => "box",
        Outline::Cylinder => "cylinder",
        Outline::Ellipsoid => "ellipsoid",
    };
    let (values, dim) = with_dimension(params, what)?;
    let lattice = Lattice::new(values, 2, what)?;
    let [x, y, z] = lattice.count.map(|n| u64::from(n.unsigned_abs()));
    let sides = (x * y).saturating_add(y * z).saturating_add(z * x);
    limit(sides.saturating_mul(2))?;
    let mut shell = Shell {
        lattice,
        outline,
        solid: dim == 3,
        nodes: Vec::new(),
        index: HashMap::new(),
    };
    shell.place_nodes();
    Ok(shell.elements())
}

/// The surface of a lattice box under construction.
struct Shell {
    lattice: Lattice,
    outline: Outline,
    solid: bool,
    nodes: Vec<[f64; 3]>,
    index: HashMap<[i32; 3], i32>,
}

impl Shell {
    /// Position of a lattice point on the outline.
    fn project(&self, point: [i32; 3]) -> [f64; 3] {
        let unit: [f64; 3] = std::array::from_fn(|k| {
            2.0 * f64::from(point[k]) / f64::from(self.lattice.count[k] - 1) - 1.0
        });
        let size: [f64; 3] = std::array::from_fn(|k| self.lattice.half_size(k));
        match self.outline {
            Outline::Box => std::array::from_fn(|k| unit[k] * size[k]),
            Outline::Cylinder => {
                let reach = unit[0].abs().max(unit[1].abs());
                let [u, v] = normalized([unit[0], unit[1]]);
                [
                    u * (size[0] * reach),
                    v * (size[1] * reach),
                    unit[2] * size[2],
                ]
            }
            Outline::Ellipsoid => {
                let unit = normalized(unit);
                std::array::from_fn(|k| unit[k] * size[k])
            }
        }
    }

    fn place(&mut self, point: [i32; 3]) {
        self.index.insert(point, self.nodes.len() as i32);
        self.nodes.push(self.project(point));
    }

    /// Puts the points of the sides in order: bottom and top, front and back, left and right, each point once.
    fn place_nodes(&mut self) {
        let [nx, ny, nz] = self.lattice.count;
        if self.solid {
            self.nodes.push([0.0; 3]);
        }
        for z in if self.solid { vec![0, nz - 1] } else { vec![0] } {
            for x in 0..nx {
                (0..ny).for_each(|y| self.place([x, y, z]));
            }
        }
        let below_top = if self.solid { nz - 1 } else { nz };
        for y in [0, ny - 1] {
            for x in 0..nx {
                (1..below_top).for_each(|z| self.place([x, y, z]));
            }
        }
        for x in [0, nx - 1] {
            for y in 1..ny - 1 {
                (1..below_top).for_each(|z| self.place([x, y, z]));
            }
        }
    }

    /// Connects the cells of all sides.
    fn elements(self) -> Shape {
        let (mut faces, mut tets) = (Vec::new(), Vec::new());
        // normal axis of the side, then the axes along which its cells are visited
        for [normal, first, second] in [[2, 0, 1], [1, 0, 2], [0, 1, 2]] {
            let last = self.lattice.count[normal] - 1;
            for level in [0, last] {
                if normal == 2 && level == last && !self.solid {
                    continue;
                }
                for i in 0..self.lattice.count[first] - 1 {
                    for j in 0..self.lattice.count[second] - 1 {
                        let node = |di: i32, dj: i32| {
                            let mut point = [level; 3];
                            point[first] = i + di;
                            point[second] = j + dj;
                            self.index.get(&point).copied().unwrap_or(0)
                        };
                        if self.solid {
                            let (a, c) = (node(0, 0), node(1, 1));
                            tets.extend([[0, a, node(1, 0), c], [0, a, node(0, 1), c]]);
                        } else {
                            faces.extend(outward_cell(node, normal, level == 0));
                        }
                    }
                }
            }
        }
        finish(self.nodes, faces, tets)
    }
}

/// The two triangles of a cell of a side, facing outward.
fn outward_cell(node: impl Fn(i32, i32) -> i32, normal: usize, low: bool) -> [[i32; 3]; 2] {
    if normal == 2 {
        let (a, c) = (node(0, 0), node(1, 1));
        return [[a, c, node(1, 0)], [a, node(0, 1), c]];
    }
    // the side faces outward when its first axis runs to the left seen from inside
    let forward = (normal == 1) == low;
    let (near, far) = if forward { (0, 1) } else { (1, 0) };
    let (a, c) = (node(near, 0), node(far, 1));
    [[a, node(far, 0), c], [a, c, node(near, 1)]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_have_each_point_once() {
        for outline in [Outline::Box, Outline::Cylinder, Outline::Ellipsoid] {
            let solid = shell_from(&[4.0, 3.0, 5.0, 0.1, 0.1, 0.1], outline)
                .unwrap()
                .mesh;
            // all lattice points but the inner ones, and the centre
            assert_eq!(solid.nodes.len(), 60 - 6 + 1);
            assert_eq!(solid.tets.len(), 4 * (3 * 2 + 2 * 4 + 4 * 3));
            let open = shell_from(&[4.0, 3.0, 5.0, 0.1, 0.1, 0.1, 2.0], outline)
                .unwrap()
                .mesh;
            assert_eq!(open.nodes.len(), 60 - 6 - 2);
            assert_eq!(open.faces.len(), 2 * (3 * 2 + 2 * 2 * 4 + 2 * 3 * 4));
            assert_eq!(open.validate(), Ok(()));
        }
    }

    #[test]
    fn open_shells_face_outward() {
        let mesh = shell_from(&[4.0, 3.0, 5.0, 1.0, 1.0, 1.0, 2.0], Outline::Box)
            .unwrap()
            .mesh;
        for f in &mesh.faces {
            let [a, b, c] = f.map(|k| mesh.nodes[k as usize]);
            let (u, v): ([f64; 3], [f64; 3]) = (
                std::array::from_fn(|k| b[k] - a[k]),
                std::array::from_fn(|k| c[k] - a[k]),
            );
            let n = [
                u[1] * v[2] - u[2] * v[1],
                u[2] * v[0] - u[0] * v[2],
                u[0] * v[1] - u[1] * v[0],
            ];
            let middle: [f64; 3] = std::array::from_fn(|k| (a[k] + b[k] + c[k]) / 3.0);
            assert!(
                n[0] * middle[0] + n[1] * middle[1] + n[2] * middle[2] > 0.0,
                "{f:?}"
            );
        }
    }
}

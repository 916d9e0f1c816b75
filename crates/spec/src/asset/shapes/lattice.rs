//! Shapes over a lattice of points: grids and sheets.
//!
//! Points are kept in double precision as nodes; the vertices are the same in single precision. Solid shapes consist of
//! tetrahedra and have no faces, flat ones of triangles.

use crate::asset::mesh::RawMesh;
use crate::asset::{AssetError, Result};

use super::{Shape, Volume, count, limit, normalized, take};

/// Counts and spacings along the axes.
pub struct Lattice {
    /// Points along each axis.
    pub count: [i32; 3],
    spacing: [f64; 3],
}

impl Lattice {
    /// Checks the counts, of which none may be below `least`.
    pub fn new(params: [f64; 6], least: i32, what: &str) -> Result<Self> {
        let [x, y, z, dx, dy, dz] = params;
        let what = format!("a count of a {what}");
        let n = |value| count(value, &what, least, i32::MAX).map(|n| n as i32);
        Ok(Self {
            count: [n(x)?, n(y)?, n(z)?],
            spacing: [dx, dy, dz],
        })
    }

    /// Coordinate of point `i` along an axis of a lattice centred at zero.
    fn coordinate(&self, axis: usize, i: i32) -> f64 {
        self.spacing[axis] * (f64::from(i) - 0.5 * f64::from(self.count[axis] - 1))
    }

    /// Half the extent along an axis.
    pub fn half_size(&self, axis: usize) -> f64 {
        0.5 * self.spacing[axis] * f64::from(self.count[axis] - 1)
    }

    fn points(&self) -> u64 {
        let product = |a: u64, n: &i32| a.saturating_mul(n.unsigned_abs().into());
        self.count.iter().fold(1, product)
    }
}

/// Six parameters and an optional dimension, which is 3 if it is missing.
pub fn with_dimension(params: &[f64], what: &str) -> Result<([f64; 6], u32)> {
    let message =
        format!("{what} takes 6 or 7 parameters: three counts, three spacings, dimension");
    match params {
        [first @ .., dim] if first.len() == 6 => {
            let dim = count(*dim, "the dimension of a mesh", 2, 3)?;
            Ok((take(first, &message)?, dim))
        }
        _ => Ok((take(params, &message)?, 3)),
    }
}

/// A shape from its points and elements.
pub fn finish(nodes: Vec<[f64; 3]>, faces: Vec<[i32; 3]>, tets: Vec<[i32; 4]>) -> Shape {
    let volume = if tets.is_empty() {
        Volume::Surface
    } else {
        Volume::Solid
    };
    let mesh = RawMesh {
        vertices: nodes.iter().map(|p| p.map(|x| x as f32)).collect(),
        faces,
        nodes,
        tets,
        ..RawMesh::default()
    };
    Shape { mesh, volume }
}

/// A grid of two or three dimensions.
pub fn grid_from(params: &[f64]) -> Result<Shape> {
    let (values, dim) = with_dimension(params, "grid")?;
    let lattice = Lattice::new(values, 1, "grid")?;
    limit(lattice.points())?;
    if dim == 2 {
        return sheet(&lattice, false);
    }
    let shape = tetrahedral_grid(&lattice);
    if shape.mesh.tets.is_empty() {
        return Err(AssetError::new("the grid has no cells").help("use counts of at least 2"));
    }
    Ok(shape)
}

/// A flat grid, projected on a disc if asked for.
pub fn sheet_from(params: &[f64], disc: bool) -> Result<Shape> {
    let what = if disc { "disc" } else { "square" };
    let message = format!("{what} takes 6 parameters: three counts and three spacings");
    let lattice = Lattice::new(take(params, &message)?, 1, what)?;
    limit(lattice.points())?;
    sheet(&lattice, disc)
}

fn sheet(lattice: &Lattice, disc: bool) -> Result<Shape> {
    // close to zero counts as not negative
    const SMALL: f64 = 1e-14;
    let [nx, ny, nz] = lattice.count;
    if nz != 1 {
        return Err(AssetError::new(format!(
            "the third count of a flat mesh is {nz}; it must be 1"
        )));
    }
    if nx < 2 || ny < 2 {
        return Err(AssetError::new("the flat mesh has no cells").help("use counts of at least 2"));
    }
    let at = |x: i32, y: i32| x * ny + y;
    let (mut nodes, mut faces) = (Vec::new(), Vec::new());
    for i in 0..nx {
        for j in 0..ny {
            let (x, y) = (lattice.coordinate(0, i), lattice.coordinate(1, j));
            nodes.push(if disc {
                on_disc(lattice, x, y)
            } else {
                [x, y, 0.0]
            });
            if i + 1 == nx || j + 1 == ny {
                continue;
            }
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            // on a disc all diagonals run outward
            let across = (x < -SMALL) != (y < -SMALL);
            faces.extend(if disc && across {
                [[a, b, d], [b, c, d]]
            } else {
                [[a, b, c], [a, c, d]]
            });
        }
    }
    Ok(finish(nodes, faces, Vec::new()))
}

/// Moves a point of the centred square outward to where the square becomes an ellipse.
fn on_disc(lattice: &Lattice, x: f64, y: f64) -> [f64; 3] {
    let reach = x.abs().max(y.abs());
    let [u, v] = normalized([x, y]);
    [
        u * (lattice.half_size(0) * reach),
        v * (lattice.half_size(1) * reach),
        0.0,
    ]
}

fn tetrahedral_grid(lattice: &Lattice) -> Shape {
    // corners of a cell counter-clockwise, below then above; the six tetrahedra share the diagonal from 1 to 7
    const TETS: [[usize; 4]; 6] = [
        [0, 3, 1, 7],
        [0, 1, 4, 7],
        [1, 3, 2, 7],
        [1, 2, 6, 7],
        [1, 5, 4, 7],
        [1, 6, 5, 7],
    ];
    let [nx, ny, nz] = lattice.count;
    let at = |x: i32, y: i32, z: i32| (x * ny + y) * nz + z;
    let (mut nodes, mut tets) = (Vec::new(), Vec::new());
    for x in 0..nx {
        for y in 0..ny {
            for z in 0..nz {
                nodes.push([
                    lattice.coordinate(0, x),
                    lattice.coordinate(1, y),
                    lattice.coordinate(2, z),
                ]);
                if x + 1 < nx && y + 1 < ny && z + 1 < nz {
                    let square = |z| {
                        [
                            at(x, y, z),
                            at(x + 1, y, z),
                            at(x + 1, y + 1, z),
                            at(x, y + 1, z),
                        ]
                    };
                    let (below, above) = (square(z), square(z + 1));
                    let corner = |k: usize| if k < 4 { below[k] } else { above[k - 4] };
                    tets.extend(TETS.map(|t| t.map(corner)));
                }
            }
        }
    }
    finish(nodes, Vec::new(), tets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_fills_its_box() {
        let mesh = grid_from(&[3.0, 2.0, 4.0, 1.0, 2.0, 0.5]).unwrap().mesh;
        assert_eq!((mesh.nodes.len(), mesh.tets.len()), (24, 36));
        let volume: f64 = mesh
            .tets
            .iter()
            .map(|t| tet_volume(t.map(|k| mesh.nodes[k as usize])))
            .sum();
        assert!((volume - 2.0 * 2.0 * 1.5).abs() < 1e-12);
        assert!(mesh.faces.is_empty());
    }

    fn tet_volume([a, b, c, d]: [[f64; 3]; 4]) -> f64 {
        let e = |p: [f64; 3]| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
        let (u, v, w) = (e(b), e(c), e(d));
        ((u[1] * v[2] - u[2] * v[1]) * w[0]
            + (u[2] * v[0] - u[0] * v[2]) * w[1]
            + (u[0] * v[1] - u[1] * v[0]) * w[2])
            .abs()
            / 6.0
    }

    #[test]
    fn a_disc_is_round() {
        let mesh = sheet_from(&[5.0, 5.0, 1.0, 0.5, 0.5, 1.0], true)
            .unwrap()
            .mesh;
        let rim = mesh
            .nodes
            .iter()
            .filter(|p| (p[0].hypot(p[1]) - 1.0).abs() < 1e-12)
            .count();
        assert_eq!(rim, 16);
        assert_eq!(mesh.faces.len(), 32);
    }
}

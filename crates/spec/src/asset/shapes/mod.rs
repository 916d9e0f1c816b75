//! Procedural meshes: the `builtin` shapes of a mesh and their `params`.
//!
//! | shape | parameters |
//! |---|---|
//! | sphere | subdivisions of an icosahedron (0 to 4) |
//! | hemisphere | resolution (0 to 10) |
//! | cone | corners (3 or more), radius of the top (0 to 1) |
//! | supersphere | resolution (3 or more), exponents east-west and north-south |
//! | supertorus | resolution (3 or more), minor radius, exponents minor and major |
//! | wedge | two resolutions, two fields of view in degrees, foveation (0 to 1) |
//! | plate | two resolutions |
//! | grid, box, cylinder, ellipsoid | three counts, three spacings, optionally the dimension (2 or 3) |
//! | square, disc | three counts, of which the last is 1, three spacings |
//!
//! Counts are numbers whose fraction is dropped. The order of vertices and faces is MuJoCo's. Shapes without faces are
//! point clouds: the compiler gives them the faces of their convex hull.

use ligament_model::enums::{MeshBuiltin, MeshInertia};

use super::mesh::RawMesh;
use super::{AssetError, Result};

mod lattice;
mod panel;
mod round;
mod shell;

/// Most vertices that a shape may have.
const MAX_VERTICES: u64 = 4_000_000;

/// What a shape says about its volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volume {
    /// It has one.
    Solid,
    /// It has none: the legacy way to find inertia becomes the way for shells.
    Surface,
    /// It has none, and inertia is always that of a shell.
    Plate,
}

impl Volume {
    /// How inertia is found for such a shape when `asked` was asked for.
    pub fn inertia(self, asked: MeshInertia) -> MeshInertia {
        match (self, asked) {
            (Self::Plate, _) | (Self::Surface, MeshInertia::Legacy) => MeshInertia::Shell,
            _ => asked,
        }
    }
}

/// A procedural mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its vertices, normals, faces, and for volumes its nodes and tetrahedra.
    pub mesh: RawMesh,
    /// What it says about its volume.
    pub volume: Volume,
}

/// Makes a shape.
pub fn make(kind: MeshBuiltin, params: &[f64]) -> Result<Shape> {
    if params.iter().any(|x| !x.is_finite()) {
        return Err(AssetError::new("a parameter of the shape is not finite"));
    }
    match kind {
        MeshBuiltin::None => Err(AssetError::new("no shape was chosen")
            .help("set builtin to the name of a shape, or remove params")),
        MeshBuiltin::Sphere => {
            let [subdivisions] = take(params, "sphere takes 1 parameter: subdivisions")?;
            let n = count(subdivisions, "the number of subdivisions of a sphere", 0, 4)?;
            Ok(solid(round::sphere(n)))
        }
        MeshBuiltin::Hemisphere => {
            let [resolution] = take(params, "hemisphere takes 1 parameter: resolution")?;
            let n = count(resolution, "the resolution of a hemisphere", 0, 10)?;
            Ok(solid(round::hemisphere(n)))
        }
        MeshBuiltin::Cone => {
            let [corners, radius] = take(params, "cone takes 2 parameters: corners, radius")?;
            let n = count(corners, "the number of corners of a cone", 3, i32::MAX)?;
            within(
                radius,
                "the radius of a cone",
                "0 to 1",
                (0.0..=1.0).contains(&radius),
            )?;
            limit(2 * u64::from(n))?;
            Ok(solid(round::cone(n, radius)))
        }
        MeshBuiltin::Supersphere => {
            let [resolution, e, n] =
                take(params, "supersphere takes 3 parameters: resolution, e, n")?;
            let r = count(resolution, "the resolution of a supersphere", 3, i32::MAX)?;
            within(e, "e of a supersphere", "0 or more", e >= 0.0)?;
            within(n, "n of a supersphere", "0 or more", n >= 0.0)?;
            limit(u64::from(r).pow(2))?;
            Ok(solid(round::supersphere(r, e, n)))
        }
        MeshBuiltin::Supertorus => {
            let message = "supertorus takes 4 parameters: resolution, radius, s, t";
            let [resolution, radius, s, t] = take(params, message)?;
            let r = count(resolution, "the resolution of a supertorus", 3, i32::MAX)?;
            let fits = radius > 0.0 && radius <= 1.0;
            within(
                radius,
                "the radius of a supertorus",
                "above 0 and at most 1",
                fits,
            )?;
            within(s, "s of a supertorus", "above 0", s > 0.0)?;
            within(t, "t of a supertorus", "above 0", t > 0.0)?;
            limit(u64::from(r).pow(2))?;
            Ok(solid(round::supertorus(r, radius, s, t)))
        }
        MeshBuiltin::Wedge => panel::wedge_from(params),
        MeshBuiltin::Plate => panel::plate_from(params),
        MeshBuiltin::Grid => lattice::grid_from(params),
        MeshBuiltin::Box => shell::shell_from(params, shell::Outline::Box),
        MeshBuiltin::Cylinder => shell::shell_from(params, shell::Outline::Cylinder),
        MeshBuiltin::Ellipsoid => shell::shell_from(params, shell::Outline::Ellipsoid),
        MeshBuiltin::Square => lattice::sheet_from(params, false),
        MeshBuiltin::Disc => lattice::sheet_from(params, true),
    }
}

fn solid(mesh: RawMesh) -> Shape {
    Shape {
        mesh,
        volume: Volume::Solid,
    }
}

/// Exactly `N` parameters.
fn take<const N: usize>(params: &[f64], message: &str) -> Result<[f64; N]> {
    <[f64; N]>::try_from(params)
        .map_err(|_| AssetError::new(format!("{message}, not {}", params.len())))
}

/// A whole number in a range; the fraction is dropped.
fn count(value: f64, what: &str, low: i32, high: i32) -> Result<u32> {
    let n = value as i32;
    if (low..=high).contains(&n) {
        return Ok(n.unsigned_abs());
    }
    let range = if high == i32::MAX {
        format!("{low} or more")
    } else {
        format!("{low} to {high}")
    };
    Err(AssetError::new(format!(
        "{what} is {n}; it must be {range}"
    )))
}

/// A real number for which `fits` holds.
fn within(value: f64, what: &str, range: &str, fits: bool) -> Result<()> {
    if fits {
        return Ok(());
    }
    Err(AssetError::new(format!(
        "{what} is {value}; it must be {range}"
    )))
}

/// Refuses shapes that are too large.
fn limit(vertices: u64) -> Result<()> {
    if vertices <= MAX_VERTICES {
        return Ok(());
    }
    Err(AssetError::new(format!(
        "the shape would have {vertices} vertices, which is too many"
    ))
    .help(format!("the most is {MAX_VERTICES}: lower its resolution")))
}

/// A vector scaled to length 1. Vectors that are nearly zero, or of length 1 already, stay as they are.
fn normalized<const N: usize>(v: [f64; N]) -> [f64; N] {
    const SMALL: f64 = 1e-14;
    let square: f64 = v.iter().fold(0.0, |sum, x| sum + x * x);
    let length = square.sqrt();
    if square < SMALL || (length - 1.0).abs() <= SMALL {
        return v;
    }
    v.map(|x| x / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use MeshBuiltin as B;

    /// Volume enclosed by the faces.
    pub fn volume(mesh: &RawMesh) -> f64 {
        let at = |k: i32| mesh.vertices[k as usize].map(f64::from);
        let pyramid = |f: &[i32; 3]| {
            let [a, b, c] = f.map(at);
            a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        mesh.faces.iter().map(pyramid).sum::<f64>() / 6.0
    }

    #[test]
    fn closed_shapes_have_the_right_size_and_volume() {
        use std::f64::consts::PI;
        for (kind, params, vertices, faces, expected) in [
            (B::Sphere, vec![4.0], 2562, 5120, 4.0 / 3.0 * PI),
            (B::Hemisphere, vec![10.0], 266, 528, 2.0 / 3.0 * PI),
            (
                B::Supersphere,
                vec![60.0, 1.0, 1.0],
                3542,
                7080,
                4.0 / 3.0 * PI,
            ),
            (
                B::Supertorus,
                vec![60.0, 0.5, 1.0, 1.0],
                3600,
                7200,
                0.5 * PI * PI,
            ),
        ] {
            let shape = make(kind, &params).unwrap();
            assert_eq!(shape.mesh.vertices.len(), vertices, "{kind:?}");
            assert_eq!(shape.mesh.faces.len(), faces, "{kind:?}");
            assert_eq!(shape.mesh.validate(), Ok(()), "{kind:?}");
            let v = volume(&shape.mesh);
            assert!(
                (v / expected - 1.0).abs() < 0.02,
                "{kind:?}: {v} {expected}"
            );
        }
    }

    #[test]
    fn every_edge_of_a_closed_shape_has_two_sides() {
        for (kind, params) in [
            (B::Sphere, vec![2.0]),
            (B::Hemisphere, vec![3.0]),
            (B::Supersphere, vec![5.0, 0.7, 1.3]),
            (B::Supertorus, vec![6.0, 0.3, 1.0, 2.0]),
        ] {
            let mesh = make(kind, &params).unwrap().mesh;
            let mut edges = std::collections::BTreeSet::new();
            for [a, b, c] in &mesh.faces {
                for edge in [(*a, *b), (*b, *c), (*c, *a)] {
                    assert!(edges.insert(edge), "{kind:?} has {edge:?} twice");
                }
            }
            assert!(
                edges.iter().all(|(a, b)| edges.contains(&(*b, *a))),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn bad_parameters_are_refused() {
        for (kind, params) in [
            (B::None, &[][..]),
            (B::Sphere, &[5.0]),
            (B::Sphere, &[-1.0]),
            (B::Sphere, &[]),
            (B::Sphere, &[f64::NAN]),
            (B::Hemisphere, &[11.0]),
            (B::Cone, &[2.0, 0.5]),
            (B::Cone, &[3.0, 1.1]),
            (B::Cone, &[1e9, 0.5]),
            (B::Supersphere, &[2.0, 1.0, 1.0]),
            (B::Supersphere, &[3.0, -1.0, 1.0]),
            (B::Supersphere, &[1e9, 1.0, 1.0]),
            (B::Supertorus, &[3.0, 0.0, 1.0, 1.0]),
            (B::Supertorus, &[3.0, 0.5, 0.0, 1.0]),
            (B::Wedge, &[0.0, 1.0, 30.0, 30.0, 0.0]),
            (B::Wedge, &[1.0, 1.0, 181.0, 30.0, 0.0]),
            (B::Wedge, &[1.0, 1.0, 30.0, 91.0, 0.0]),
            (B::Wedge, &[1.0, 1.0, 30.0, 30.0, 1.1]),
            (B::Wedge, &[1e9, 1e9, 30.0, 30.0, 0.0]),
            (B::Plate, &[0.0, 1.0]),
            (B::Plate, &[1e6, 1e6]),
            (B::Grid, &[1.0, 2.0, 2.0, 1.0, 1.0, 1.0]),
            (B::Grid, &[2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 2.0]),
            (B::Grid, &[2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 4.0]),
            (B::Grid, &[1e6, 1e6, 1e6, 1.0, 1.0, 1.0]),
            (B::Box, &[1.0, 2.0, 2.0, 1.0, 1.0, 1.0]),
            (B::Box, &[1e9, 1e9, 1e9, 1.0, 1.0, 1.0]),
            (B::Square, &[2.0, 2.0, 2.0, 1.0, 1.0, 1.0]),
            (B::Square, &[1.0, 2.0, 1.0, 1.0, 1.0, 1.0]),
            (B::Disc, &[2.0, 2.0, 1.0, 1.0, 1.0, 1.0, 2.0]),
        ] {
            assert!(make(kind, params).is_err(), "{kind:?} {params:?}");
        }
    }

    #[test]
    fn flat_shapes_are_shells() {
        let volume = |kind, params: &[f64]| make(kind, params).unwrap().volume;
        let grid = [2.0, 2.0, 1.0, 1.0, 1.0, 1.0, 2.0];
        assert_eq!(volume(B::Plate, &[2.0, 2.0]), Volume::Plate);
        assert_eq!(volume(B::Square, &grid[..6]), Volume::Surface);
        assert_eq!(volume(B::Grid, &grid), Volume::Surface);
        assert_eq!(volume(B::Box, &[2.0; 6]), Volume::Solid);
        assert_eq!(
            Volume::Surface.inertia(MeshInertia::Legacy),
            MeshInertia::Shell
        );
        assert_eq!(
            Volume::Surface.inertia(MeshInertia::Exact),
            MeshInertia::Exact
        );
        assert_eq!(
            Volume::Plate.inertia(MeshInertia::Exact),
            MeshInertia::Shell
        );
    }
}

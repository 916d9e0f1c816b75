//! Wedges and plates: sheets of sensing points, each with a frame of three normals (outward, and along the two axes).

use ligament_math::func;
use std::f64::consts::PI;

use crate::asset::Result;
use crate::asset::mesh::RawMesh;

use super::{Shape, Volume, count, limit, normalized, solid, take, within};

/// Reads the two resolutions of a panel.
fn resolutions(x: f64, y: f64, what: &str) -> Result<[u32; 2]> {
    let what = format!("the resolution of a {what}");
    let size = [count(x, &what, 1, i32::MAX)?, count(y, &what, 1, i32::MAX)?];
    limit(u64::from(size[0]) * u64::from(size[1]))?;
    Ok(size)
}

/// A wedge from its parameters.
pub fn wedge_from(params: &[f64]) -> Result<Shape> {
    let message = "wedge takes 5 parameters: two resolutions, two fields of view, gamma";
    let [x, y, wide, high, gamma] = take(params, message)?;
    let fits = |fov: f64, most: f64| fov > 0.0 && fov <= most;
    let what = "the field of view of a wedge";
    within(
        wide,
        what,
        "above 0 and at most 180 degrees",
        fits(wide, 180.0),
    )?;
    within(
        high,
        what,
        "above 0 and at most 90 degrees",
        fits(high, 90.0),
    )?;
    within(
        gamma,
        "gamma of a wedge",
        "0 to 1",
        (0.0..=1.0).contains(&gamma),
    )?;
    Ok(solid(wedge(
        resolutions(x, y, "wedge")?,
        [wide, high],
        gamma,
    )))
}

/// A plate from its parameters.
pub fn plate_from(params: &[f64]) -> Result<Shape> {
    let [x, y] = take(params, "plate takes 2 parameters: its two resolutions")?;
    Ok(Shape {
        mesh: plate(resolutions(x, y, "plate")?),
        volume: Volume::Plate,
    })
}

/// Middles of `n` bins of an angle from `-fov` to `fov` degrees. With `gamma` the bins are denser in the middle: a bin
/// edge x in [-1, 1] moves to γx⁵ + (1 - γ)x.
fn bin_middles(n: u32, fov: f64, gamma: f64) -> Vec<f64> {
    let step = 2.0 / f64::from(n);
    let edges: Vec<f64> = std::iter::successors(Some(-1.0), |x| Some(x + step))
        .take(n as usize + 1)
        .map(|x: f64| {
            let x = if gamma == 0.0 {
                x
            } else {
                gamma * func::powf(x, 5.0) + (1.0 - gamma) * x
            };
            x * (fov * PI / 180.0)
        })
        .collect();
    edges.windows(2).map(|e| 0.5 * (e[1] + e[0])).collect()
}

/// A part of the unit sphere around -z, by azimuth and elevation. No faces.
fn wedge(size: [u32; 2], fov: [f64; 2], gamma: f64) -> RawMesh {
    let elevations = bin_middles(size[1], fov[1], gamma);
    let mut mesh = RawMesh::default();
    for azimuth in bin_middles(size[0], fov[0], gamma) {
        let (sa, ca) = func::sin_cos(azimuth);
        for elevation in &elevations {
            let (se, ce) = func::sin_cos(*elevation);
            let right = normalized([ce * ca, 0.0, ce * sa]);
            let up = normalized([-se * sa, ce, se * ca]);
            let out = [
                up[1] * right[2] - up[2] * right[1],
                up[2] * right[0] - up[0] * right[2],
                up[0] * right[1] - up[1] * right[0],
            ];
            mesh.vertices
                .push([ce * sa, se, -ce * ca].map(|x| x as f32));
            mesh.normals
                .extend([out, right, up].map(|v| v.map(|x| x as f32)));
        }
    }
    mesh
}

/// The square from -1 to 1 at z = -1; vertices in the middles of the cells of a grid.
fn plate([rows, columns]: [u32; 2]) -> RawMesh {
    let middle = |i: u32, n: u32| (-1.0 + (f64::from(i) + 0.5) * (2.0 / f64::from(n))) as f32;
    let mut mesh = RawMesh::default();
    for i in 0..rows {
        for j in 0..columns {
            mesh.vertices
                .push([middle(i, rows), middle(j, columns), -1.0]);
            mesh.normals
                .extend([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        }
    }
    let at = |i: u32, j: u32| (i * columns + j) as i32;
    for i in 1..rows {
        for j in 1..columns {
            let (a, b) = (at(i - 1, j - 1), at(i, j - 1));
            let (c, d) = (at(i, j), at(i - 1, j));
            mesh.faces.extend([[a, b, d], [c, d, b]]);
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wedge_points_lie_on_the_sphere_with_outward_frames() {
        let mesh = wedge_from(&[3.0, 4.0, 60.0, 40.0, 0.3]).unwrap().mesh;
        assert_eq!((mesh.vertices.len(), mesh.normals.len()), (12, 36));
        for (v, frame) in mesh.vertices.iter().zip(mesh.normals.chunks(3)) {
            let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            assert!((dot(*v, *v) - 1.0).abs() < 1e-6);
            assert!((dot(*v, frame[0]) - 1.0).abs() < 1e-6);
            assert!(dot(frame[0], frame[1]).abs() < 1e-6 && dot(frame[1], frame[2]).abs() < 1e-6);
        }
    }

    #[test]
    fn a_plate_covers_the_square() {
        let mesh = plate_from(&[2.0, 3.0]).unwrap().mesh;
        assert_eq!(mesh.vertices[0], [-0.5, -2.0 / 3.0, -1.0]);
        assert_eq!(mesh.faces, [[0, 3, 1], [4, 1, 3], [1, 4, 2], [5, 2, 4]]);
        assert!(plate_from(&[1.0, 1.0]).unwrap().mesh.faces.is_empty());
    }
}

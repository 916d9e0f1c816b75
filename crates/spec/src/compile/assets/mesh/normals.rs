//! Vertex normals of a mesh that brings none.
//!
//! A vertex normal is the sum of the normals of its triangles, weighted by area. Unless smoothing is asked for,
//! triangles that meet the first sum at a cosine below 0.8 are taken out of it again, so that edges stay sharp.

use ligament_math::{MINVAL, Vec3};

use super::process::corners;
use crate::compile::orientation::normalize;

/// Triangles tilted further than this from the mean normal do not contribute.
const SHARP_COSINE: f64 = 0.8;

/// One normal per vertex.
pub(super) fn vertex_normals(vertices: &[Vec3], faces: &[[u32; 3]], smooth: bool) -> Vec<[f32; 3]> {
    let mut sums = vec![[0.0; 3]; vertices.len()];
    for face in faces {
        let (normal, weight) = facing(vertices, face);
        for &v in face {
            add(&mut sums[v as usize], normal, weight);
        }
    }
    if !smooth {
        let mut removed = vec![[0.0; 3]; vertices.len()];
        for face in faces {
            let (normal, weight) = facing(vertices, face);
            for &v in face {
                let mut mean = sums[v as usize].map(f64::from);
                normalize(&mut mean);
                if normal.dot(Vec3(mean)) < SHARP_COSINE {
                    add(&mut removed[v as usize], normal, weight);
                }
            }
        }
        for (sum, removed) in sums.iter_mut().zip(removed) {
            sum.iter_mut().zip(removed).for_each(|(x, y)| *x -= y);
        }
    }
    sums.into_iter().map(unit_or_z).collect()
}

/// The unit normal of a triangle, and twice its area; zero for tiny triangles.
fn facing(vertices: &[Vec3], face: &[u32; 3]) -> (Vec3, f64) {
    let [a, b, c] = corners(vertices, face);
    let mut normal = (b - a).cross(c - a).0;
    let length = normalize(&mut normal);
    (Vec3(normal), length)
}

/// Adds a weighted direction to a sum in single precision, in which normals are kept.
fn add(sum: &mut [f32; 3], direction: Vec3, weight: f64) {
    for (x, y) in sum.iter_mut().zip(direction.0) {
        *x = (f64::from(*x) + y * weight) as f32;
    }
}

/// The direction of a sum; +z if nothing is left of it.
fn unit_or_z(sum: [f32; 3]) -> [f32; 3] {
    let [x, y, z] = sum;
    let length = (x * x + y * y + z * z).sqrt();
    if f64::from(length) > MINVAL {
        sum.map(|x| x / length)
    } else {
        [0.0, 0.0, 1.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sharp_edges_stay_sharp_unless_smoothed() {
        // two triangles at a right angle that share an edge along x
        let vertices = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let faces = [[0, 1, 2], [0, 1, 3]];
        let smooth = vertex_normals(&vertices, &faces, true);
        assert!((smooth[0][2] - std::f32::consts::FRAC_1_SQRT_2).abs() < 1e-6);
        assert_eq!(smooth[2], [0.0, 0.0, 1.0]);
        assert_eq!(smooth[3], [0.0, -1.0, 0.0]);
        // both are more than 0.8 away from the mean: nothing is left, the default is z
        assert_eq!(vertex_normals(&vertices, &faces, false)[0], [0.0, 0.0, 1.0]);
    }
}

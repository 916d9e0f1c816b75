//! Vertex normals of a mesh that brings none.
//!
//! A vertex normal is the sum of the normals of its triangles, weighted by area. Unless smoothing is asked for,
//! triangles that meet the first sum at a cosine below 0.8 are taken out of it again, so that edges stay sharp.

use ligament_math::{MINVAL, Vec3};

use super::process::corners;

/// Triangles tilted further than this from the mean normal do not contribute.
const SHARP_COSINE: f64 = 0.8;

/// One normal per vertex.
pub(super) fn vertex_normals(vertices: &[Vec3], faces: &[[u32; 3]], smooth: bool) -> Vec<[f32; 3]> {
    let weighted = |face: &[u32; 3]| {
        let [a, b, c] = corners(vertices, face);
        (b - a).cross(c - a)
    };
    let mut sums = vec![Vec3::ZERO; vertices.len()];
    for face in faces {
        let normal = weighted(face);
        for &v in face {
            sums[v as usize] += normal;
        }
    }
    if !smooth {
        let mean: Vec<Vec3> = sums.iter().map(|s| unit(*s)).collect();
        for face in faces {
            let normal = weighted(face);
            let direction = unit(normal);
            for &v in face {
                if direction.dot(mean[v as usize]) < SHARP_COSINE {
                    sums[v as usize] -= normal;
                }
            }
        }
    }
    sums.iter()
        .map(|s| {
            let length = s.norm();
            if length > MINVAL {
                (*s / length).0.map(|x| x as f32)
            } else {
                [0.0, 0.0, 1.0]
            }
        })
        .collect()
}

/// The direction of a vector; zero stays zero.
fn unit(v: Vec3) -> Vec3 {
    let length = v.norm();
    if length > 0.0 { v / length } else { v }
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

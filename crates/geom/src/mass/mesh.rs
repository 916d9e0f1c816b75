//! Volume (or area), centre of mass and inertia of a triangle mesh.
//!
//! The body is cut into pyramids over the triangles with their tips at a reference point, the centroid of the
//! surface; a second pass with the tips at the centre of mass gives the inertia. Signed volumes make the
//! result independent of the reference for closed surfaces; the legacy mode takes absolute values, and for
//! it the choice of reference matters.
//!
//! With corners D, E, F of a triangle seen from the tip, the integral of x_i x_j over a pyramid of volume V is
//! V / 20 (2 (D_i D_j + E_i E_j + F_i F_j) + D_i E_j + D_j E_i + D_i F_j + D_j F_i + E_i F_j + E_j F_i), and
//! over a triangle of area A the same with A / 12.

use ligament_math::{MINVAL, Mat3, Vec3};

/// How mass is spread over a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshMode {
    /// Through the enclosed volume.
    Volume,
    /// Through the pyramids over all triangles, wherever they face.
    Legacy,
    /// Over the surface.
    Shell,
}

/// Mass properties at unit density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshMass {
    /// Volume, or area for shells.
    pub measure: f64,
    /// Centre of mass.
    pub com: Vec3,
    /// Inertia about the centre of mass.
    pub inertia: Mat3,
}

/// Why a mesh has no mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshMassError {
    /// A triangle names a vertex that does not exist.
    BadFace(usize),
    /// The surface has no area.
    AreaTooSmall,
    /// The volume is negative: triangles are turned inside out.
    NegativeVolume,
    /// The surface encloses nothing.
    VolumeTooSmall,
}

impl core::fmt::Display for MeshMassError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            MeshMassError::BadFace(face) => {
                write!(f, "face {face} names a vertex that does not exist")
            }
            MeshMassError::AreaTooSmall => f.write_str("the surface area is too small"),
            MeshMassError::NegativeVolume => f.write_str(
                "the volume is negative: triangles must be counter-clockwise seen from outside",
            ),
            MeshMassError::VolumeTooSmall => f.write_str(
                "the volume is too small; mass on the surface (shell inertia) may be meant",
            ),
        }
    }
}

impl core::error::Error for MeshMassError {}

/// Centre, unit normal and area of a triangle. Tiny triangles have zero area and their normal is not scaled.
struct Triangle {
    center: Vec3,
    normal: Vec3,
    area: f64,
}

impl Triangle {
    fn new([a, b, c]: [Vec3; 3]) -> Self {
        let center = (a + b + c) / 3.0;
        let normal = (b - a).cross(c - a);
        let length = normal.norm();
        if length < MINVAL {
            Triangle {
                center,
                normal,
                area: 0.0,
            }
        } else {
            Triangle {
                center,
                normal: normal / length,
                area: 0.5 * length,
            }
        }
    }

    /// Signed volume of the pyramid with its tip at a point.
    fn pyramid(&self, tip: Vec3) -> f64 {
        (self.center - tip).dot(self.normal) * self.area / 3.0
    }
}

/// The corners of every face, or the first face that is out of range.
fn corners<'a>(
    vertices: &'a [Vec3],
    faces: &'a [[u32; 3]],
) -> impl Iterator<Item = Result<[Vec3; 3], MeshMassError>> + 'a {
    faces.iter().enumerate().map(|(i, face)| {
        let [a, b, c] = face.map(|v| vertices.get(v as usize).copied());
        match (a, b, c) {
            (Some(a), Some(b), Some(c)) => Ok([a, b, c]),
            _ => Err(MeshMassError::BadFace(i)),
        }
    })
}

/// The centroid of a surface and its area.
pub fn face_centroid(vertices: &[Vec3], faces: &[[u32; 3]]) -> Result<(Vec3, f64), MeshMassError> {
    let (mut sum, mut total) = (Vec3::ZERO, 0.0);
    for triangle in corners(vertices, faces) {
        let triangle = Triangle::new(triangle?);
        sum += triangle.center * triangle.area;
        total += triangle.area;
    }
    if total < MINVAL {
        Err(MeshMassError::AreaTooSmall)
    } else {
        Ok((sum / total, total))
    }
}

/// The mass properties of the body bounded by `faces`. `reference` is the tip of the pyramids of the first
/// pass: the centroid of the mesh surface, also when `faces` are those of its convex hull.
pub fn mesh_mass(
    vertices: &[Vec3],
    faces: &[[u32; 3]],
    reference: Vec3,
    mode: MeshMode,
) -> Result<MeshMass, MeshMassError> {
    let weight = |triangle: &Triangle, tip: Vec3| match mode {
        MeshMode::Volume => triangle.pyramid(tip),
        MeshMode::Legacy => triangle.pyramid(tip).abs(),
        MeshMode::Shell => triangle.area,
    };
    let (mut com, mut total) = (Vec3::ZERO, 0.0);
    for triangle in corners(vertices, faces) {
        let triangle = Triangle::new(triangle?);
        let part = weight(&triangle, reference);
        com += (triangle.center * 3.0 / 4.0 + reference / 4.0) * part;
        total += part;
    }
    match mode {
        MeshMode::Shell if total < MINVAL => return Err(MeshMassError::AreaTooSmall),
        _ if total < 0.0 => return Err(MeshMassError::NegativeVolume),
        _ if total < MINVAL => return Err(MeshMassError::VolumeTooSmall),
        _ => com = com / total,
    }

    let denominator = if mode == MeshMode::Shell { 12.0 } else { 20.0 };
    let (mut products, mut measure) = ([0.0; 6], 0.0);
    for triangle in corners(vertices, faces) {
        let arms = triangle?.map(|v| v - com);
        let part = weight(&Triangle::new(arms), Vec3::ZERO);
        measure += part;
        let [d, e, f] = arms;
        for (sum, (i, j)) in products.iter_mut().zip(PAIRS) {
            let squares = d[i] * d[j] + e[i] * e[j] + f[i] * f[j];
            // symmetric bodies have equal moments only up to rounding, hence the order of this sum
            let all = 2.0 * squares
                + d[i] * e[j]
                + d[j] * e[i]
                + d[i] * f[j]
                + d[j] * f[i]
                + e[i] * f[j]
                + e[j] * f[i];
            *sum += part / denominator * all;
        }
    }
    let [xx, yy, zz, xy, xz, yz] = products;
    let inertia = Mat3::from_symmetric([yy + zz, xx + zz, xx + yy], [-xy, -xz, -yz]);
    Ok(MeshMass {
        measure,
        com,
        inertia,
    })
}

const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

#[cfg(test)]
mod tests {
    use super::*;

    /// A tetrahedron whose slanted side is pushed in to a fifth vertex.
    const VERTICES: [[f32; 3]; 5] = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 2.0, 0.0],
        [0.0, 0.0, 3.0],
        [0.2, 0.3, 0.4],
    ];
    const DENTED: [[u32; 3]; 6] = [
        [0, 2, 1],
        [0, 1, 3],
        [0, 3, 2],
        [1, 2, 4],
        [2, 3, 4],
        [3, 1, 4],
    ];
    const WHOLE: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

    fn vertices() -> [Vec3; 5] {
        VERTICES.map(|v| Vec3(v.map(f64::from)))
    }

    fn mass(faces: &[[u32; 3]], mode: MeshMode) -> Result<MeshMass, MeshMassError> {
        let (reference, _) = face_centroid(&vertices(), &DENTED)?;
        mesh_mass(&vertices(), faces, reference, mode)
    }

    /// Measure, centre of mass, and diagonal of the inertia over the measure, from MuJoCo 4.0.0.
    fn assert_matches(found: Result<MeshMass, MeshMassError>, golden: [f64; 7]) {
        let m = found.unwrap_or(MeshMass {
            measure: 0.0,
            com: Vec3::ZERO,
            inertia: Mat3::ZERO,
        });
        let diag = m.inertia.diag() * (1.0 / m.measure);
        let got = [
            m.measure, m.com[0], m.com[1], m.com[2], diag[0], diag[1], diag[2],
        ];
        for (g, e) in got.iter().zip(golden) {
            assert!((g - e).abs() < 2e-10 * e.abs(), "{got:?} is not {golden:?}");
        }
    }

    #[test]
    fn all_modes_match_mujoco() {
        assert_matches(
            mass(&WHOLE, MeshMode::Volume),
            [1.0, 0.25, 0.5, 0.75, 0.4875, 0.375, 0.1875],
        );
        assert_matches(
            mass(&DENTED, MeshMode::Volume),
            [
                0.48333334426085156,
                0.19655172568031642,
                0.4198275865293712,
                0.6431034513606327,
                0.4910248212668212,
                0.37675089183049787,
                0.18569842420712585,
            ],
        );
        assert_matches(
            mass(&DENTED, MeshMode::Legacy),
            [
                0.9459575936150783,
                0.25184438609413806,
                0.46848240687098547,
                0.6856796382250024,
                0.47710860942188077,
                0.3673420450440487,
                0.18370371618291054,
            ],
        );
        assert_matches(
            mass(&DENTED, MeshMode::Shell),
            [
                9.575806783754057,
                0.18139273126166816,
                0.5277453074809448,
                0.8699278500659338,
                0.7870453196379835,
                0.5960308160377648,
                0.29709843700176686,
            ],
        );
    }

    #[test]
    fn faults_are_named() {
        let inside_out = WHOLE.map(|[a, b, c]| [a, c, b]);
        assert_eq!(
            mass(&inside_out, MeshMode::Volume),
            Err(MeshMassError::NegativeVolume)
        );
        let flat = [[0, 1, 2], [0, 2, 1]];
        assert_eq!(
            mass(&flat, MeshMode::Volume),
            Err(MeshMassError::VolumeTooSmall)
        );
        assert_eq!(
            mass(&[[0, 1, 9]], MeshMode::Shell),
            Err(MeshMassError::BadFace(0))
        );
        assert_eq!(
            face_centroid(&vertices(), &[[0, 0, 1]]),
            Err(MeshMassError::AreaTooSmall)
        );
    }
}

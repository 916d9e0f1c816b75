//! Mass properties of a mesh and its principal frame.

use ligament_geom::fit::inertia_box;
use ligament_geom::mass::{MeshMassError, MeshMode, face_centroid, mesh_mass};
use ligament_math::dense::eig3_to_precision;
use ligament_math::{Quat, Vec3};
use ligament_model::enums::MeshInertia;

use crate::asset::AssetError;

/// Vertices are known to single precision: axes are not told apart beyond this fraction of the inertia.
const FRAME_PRECISION: f64 = 1e-7;

/// Mass properties for unit density, and the principal frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MeshMass {
    /// Volume, or area of a shell.
    pub volume: f64,
    /// Centre of mass.
    pub com: Vec3,
    /// Principal moments, largest first.
    pub moments: Vec3,
    /// Orientation of the principal axes.
    pub frame: Quat,
    /// Half-sizes of the box with the same moments.
    pub inertia_box: Vec3,
}

/// Mass properties of a mesh; `solid` are the triangles that bound it, those of its hull if the mode asks for it.
pub(super) fn mass_properties(
    vertices: &[Vec3],
    faces: &[[u32; 3]],
    solid: &[[u32; 3]],
    mode: MeshInertia,
) -> Result<MeshMass, AssetError> {
    let (centroid, _) = face_centroid(vertices, faces).map_err(explain)?;
    let mode = match mode {
        MeshInertia::Convex | MeshInertia::Exact => MeshMode::Volume,
        MeshInertia::Legacy => MeshMode::Legacy,
        MeshInertia::Shell => MeshMode::Shell,
    };
    let mass = mesh_mass(vertices, solid, centroid, mode).map_err(explain)?;
    let eigen = eig3_to_precision(&mass.inertia, FRAME_PRECISION);
    check_moments(eigen.values)?;
    Ok(MeshMass {
        volume: mass.measure,
        com: mass.com,
        moments: eigen.values,
        frame: eigen.frame,
        inertia_box: inertia_box(eigen.values, mass.measure),
    })
}

/// What to do about a mesh without mass.
fn explain(error: MeshMassError) -> AssetError {
    let explained = AssetError::new(error.to_string());
    match error {
        MeshMassError::BadFace(_) => explained,
        MeshMassError::AreaTooSmall => {
            explained.help("check `scale` and that the triangles are not degenerate")
        }
        MeshMassError::NegativeVolume => {
            explained.help("turn the triangles around, or set another `inertia` on the mesh")
        }
        MeshMassError::VolumeTooSmall => {
            explained.help("set inertia=\"shell\" on the mesh if it is a surface")
        }
    }
}

fn check_moments(moments: Vec3) -> Result<(), AssetError> {
    const ABSOLUTE: f64 = 1e-9;
    const RELATIVE: f64 = 1e-6;
    let [a, b, c] = moments.0;
    if c.is_nan() || c <= 0.0 {
        return Err(AssetError::new("an inertia of the mesh is not positive")
            .help("check the orientation of the triangles, or set another `inertia`"));
    }
    // the largest moment comes first
    if b + c < a * (1.0 - RELATIVE) - ABSOLUTE {
        return Err(AssetError::new(
            "no solid has the inertia found for the mesh (A + B >= C fails)",
        )
        .help("check the orientation of the triangles, or set inertia=\"convex\""));
    }
    Ok(())
}

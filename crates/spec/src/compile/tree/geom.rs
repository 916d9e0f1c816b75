//! Geoms: pose, size, bounds, mass and fluid coefficients.

use ligament_math::Vec3;
use ligament_model::enums::GeomType;

use super::super::assets::{HeightFieldData, MeshData};
use super::super::inertia::{MassProperties, Matter};
use super::super::orientation::{Pose, TINY, resolve};
use super::{TreeContext, fluid, shape};
use crate::element::Geom;
use crate::problem::Problem;

/// Half-size of the bounding box of a plane.
const UNBOUNDED: f64 = 1e10;

/// A geom with everything resolved.
#[derive(Clone, Debug)]
pub struct GeomData {
    /// The body it belongs to.
    pub body: usize,
    /// The element, with kind, size and surface velocity resolved.
    pub element: Geom,
    /// Pose in the body.
    pub pose: Pose,
    /// Size, by kind.
    pub size: Vec3,
    /// Mesh or height field.
    pub data: Option<usize>,
    /// Material.
    pub material: Option<usize>,
    /// Bounding box in the geom: centre, half-sizes.
    pub aabb: [f64; 6],
    /// Radius of the bounding sphere about the origin.
    pub rbound: f64,
    /// Coefficients of the ellipsoid fluid model.
    pub fluid: [f64; 12],
    /// Mass and moments, if the body infers its inertia from this geom.
    pub matter: Option<(f64, Vec3)>,
}

impl GeomData {
    /// What the geom adds to its body, if it counts.
    pub fn mass_properties(&self) -> Option<MassProperties> {
        let (mass, moments) = self.matter?;
        (mass > TINY).then_some(MassProperties {
            mass,
            frame: self.pose,
            moments,
        })
    }
}

fn fault(geom: &Geom, message: impl Into<String>) -> Problem {
    Problem::error(&geom.at, "geom", &geom.name, message)
}

/// Where a geom lies.
pub(super) struct GeomPlace {
    /// The body.
    pub body: usize,
    /// The frame it is in, given in the body.
    pub frame: Option<Pose>,
    /// Whether the body or one of its ancestors has joints.
    pub moving: bool,
    /// Whether the body infers its inertia from this geom.
    pub inferring: bool,
}

/// The assets a geom refers to.
struct Parts<'a> {
    mesh: Option<(usize, &'a MeshData)>,
    hfield: Option<(usize, &'a HeightFieldData)>,
}

/// Resolves a geom; none if its mesh could not be loaded, which has been reported.
pub(super) fn prepare(
    geom: &Geom,
    place: &GeomPlace,
    context: &TreeContext,
) -> Result<Option<GeomData>, Problem> {
    let Some(parts) = find_assets(geom, context)? else {
        return Ok(None);
    };
    check(geom, &parts, place)?;
    let (mut pose, mut size) = own_pose(geom, context)?;
    let mut element = geom.clone();
    if let Some((_, mesh)) = parts.mesh {
        let shift = fit(geom, mesh, &mut size, context)?;
        pose = pose.then(shift);
        element.surfacevel = seen_from(shift, geom.surfacevel);
    }
    shape::check_size(geom.kind, size).map_err(|m| fault(geom, m))?;
    // the mesh of a fitted shape has done its work
    let is_mesh = matches!(geom.kind, GeomType::Mesh | GeomType::Sdf);
    let mesh = parts.mesh.filter(|_| is_mesh);
    let bounds = bounds(
        geom.kind,
        &mut size,
        mesh.map(|m| m.1),
        parts.hfield.map(|h| h.1),
    );
    if size.0.iter().any(|s| s.is_nan()) {
        return Err(fault(geom, "the size is not a number"));
    }
    let matter = match place.inferring {
        true => Some(mass_and_moments(geom, size, mesh.map(|m| m.1))?),
        false => None,
    };
    let inherited = parts.mesh.map_or("", |(_, mesh)| mesh.material.as_str());
    let material = context.material(
        if geom.material.is_empty() {
            inherited
        } else {
            &geom.material
        },
        &geom.at,
        "geom",
        &geom.name,
    )?;
    Ok(Some(GeomData {
        body: place.body,
        pose: place.frame.map_or(pose, |frame| frame.then(pose)),
        size,
        data: mesh.map(|m| m.0).or(parts.hfield.map(|h| h.0)),
        material,
        aabb: bounds.0,
        rbound: bounds.1,
        fluid: match geom.fluid_ellipsoid {
            true => fluid::coefficients(geom.kind, size, geom.fluid_coefs),
            false => [0.0; 12],
        },
        matter,
        element,
    }))
}

fn find_assets<'a>(geom: &Geom, context: &TreeContext<'a>) -> Result<Option<Parts<'a>>, Problem> {
    let mesh = match geom.mesh.as_str() {
        "" => None,
        name => match context.mesh(name, &geom.at, "geom", &geom.name)? {
            Some(found) => Some(found),
            None => return Ok(None),
        },
    };
    let hfield = match geom.hfield.as_str() {
        "" => None,
        name => match context.hfield(name, &geom.at, &geom.name)? {
            Some(found) => Some(found),
            None => return Ok(None),
        },
    };
    Ok(Some(Parts { mesh, hfield }))
}

fn check(geom: &Geom, parts: &Parts, place: &GeomPlace) -> Result<(), Problem> {
    if geom.kind as i32 > GeomType::Sdf as i32 {
        return Err(fault(geom, "this kind of shape is only for decoration"));
    }
    if !matches!(geom.condim, 1 | 3 | 4 | 6) {
        let message = format!("`condim` is {}, but must be 1, 3, 4 or 6", geom.condim);
        return Err(fault(geom, message));
    }
    let is_mesh = matches!(geom.kind, GeomType::Mesh | GeomType::Sdf);
    if is_mesh && parts.mesh.is_none() {
        return Err(fault(geom, "a geom of this type needs a `mesh`"));
    }
    let is_hfield = geom.kind == GeomType::HeightField;
    if is_hfield && parts.hfield.is_none() {
        return Err(fault(geom, "a height field geom needs an `hfield`"));
    }
    if !is_hfield && parts.hfield.is_some() {
        return Err(fault(geom, "`hfield` is given, but the type is not hfield"));
    }
    if geom.kind == GeomType::Plane && place.moving {
        return Err(fault(geom, "a plane must not move")
            .help("attach it to the world, to a body without joints, or to a mocap body"));
    }
    if is_mesh && geom.shellinertia {
        return Err(fault(geom, "`shellinertia` does not apply to mesh geoms")
            .help("set `inertia` of the mesh asset to \"shell\""));
    }
    if parts.mesh.is_some() && geom.fromto.is_some() {
        return Err(fault(geom, "`fromto` and `mesh` exclude each other"));
    }
    Ok(())
}

/// Pose and size as written.
fn own_pose(geom: &Geom, context: &TreeContext) -> Result<(Pose, Vec3), Problem> {
    if let Some(ends) = geom.fromto {
        return shape::from_end_points(geom.kind, ends, geom.pos, Vec3(geom.size))
            .map_err(|m| fault(geom, m));
    }
    let settings = context.spec.compiler(&geom.at);
    let quat = resolve(&geom.orientation, settings).map_err(|m| fault(geom, m))?;
    let pose = Pose {
        pos: Vec3(geom.pos),
        quat,
    };
    Ok((pose, Vec3(geom.size)))
}

/// Fits a primitive shape to a mesh, by its inertia box or its bounding box. Gives the pose of the shape in the frame of
/// the file of the mesh.
fn fit(
    geom: &Geom,
    mesh: &MeshData,
    size: &mut Vec3,
    context: &TreeContext,
) -> Result<Pose, Problem> {
    let mut centre = Vec3([0.0; 3]);
    if !matches!(geom.kind, GeomType::Mesh | GeomType::Sdf) {
        let fitted = if context.spec.scopes[0].fitaabb {
            let [x0, y0, z0, x1, y1, z1] = mesh.aabb;
            centre = Vec3([(x0 + x1) / 2.0, (y0 + y1) / 2.0, (z0 + z1) / 2.0]);
            around_box(geom.kind, Vec3([x1, y1, z1]) - centre, *size)
        } else {
            like_box(geom.kind, mesh.inertia_box, *size)
        };
        let Some(fitted) = fitted else {
            return Err(fault(geom, "this type of geom cannot be fitted to a mesh")
                .help("use sphere, capsule, cylinder, ellipsoid or box"));
        };
        *size = fitted * geom.fitscale;
    }
    Ok(Pose {
        pos: mesh.quat.rotate(centre) + mesh.pos,
        quat: mesh.quat,
    })
}

/// The shape with roughly the size of a box of the given half-sizes.
fn like_box(kind: GeomType, half: Vec3, size: Vec3) -> Option<Vec3> {
    let [x, y, z] = half.0;
    let radius = (x + y) / 2.0;
    Some(match kind {
        GeomType::Sphere => Vec3([(x + y + z) / 3.0, size[1], size[2]]),
        GeomType::Capsule => Vec3([radius, (z - radius / 2.0).max(0.0), size[2]]),
        GeomType::Cylinder => Vec3([radius, z, size[2]]),
        GeomType::Ellipsoid | GeomType::Box => half,
        _ => return None,
    })
}

/// The least shape whose bounding box contains a box of the given half-sizes.
fn around_box(kind: GeomType, half: Vec3, size: Vec3) -> Option<Vec3> {
    let [x, y, z] = half.0;
    let radius = x.max(y);
    Some(match kind {
        GeomType::Sphere => Vec3([radius.max(z), size[1], size[2]]),
        GeomType::Capsule => Vec3([radius, z - radius, size[2]]),
        GeomType::Cylinder => Vec3([radius, z, size[2]]),
        GeomType::Ellipsoid | GeomType::Box => half,
        _ => return None,
    })
}

/// A surface velocity (linear at the origin, then angular) in a frame whose pose is `shift`.
fn seen_from(shift: Pose, velocity: [f64; 6]) -> [f64; 6] {
    if velocity == [0.0; 6] {
        return velocity;
    }
    let [vx, vy, vz, wx, wy, wz] = velocity;
    let angular = Vec3([wx, wy, wz]);
    let linear = Vec3([vx, vy, vz]) + angular.cross(shift.pos);
    let back = shift.quat.conj();
    let ([vx, vy, vz], [wx, wy, wz]) = (back.rotate(linear).0, back.rotate(angular).0);
    [vx, vy, vz, wx, wy, wz]
}

/// Bounding box (centre, half-sizes) and bounding radius; sets the sizes that come from assets.
fn bounds(
    kind: GeomType,
    size: &mut Vec3,
    mesh: Option<&MeshData>,
    hfield: Option<&HeightFieldData>,
) -> ([f64; 6], f64) {
    let around = |half: [f64; 3]| {
        (
            [0.0, 0.0, 0.0, half[0], half[1], half[2]],
            Vec3(half).norm(),
        )
    };
    if let Some(mesh) = mesh {
        let [x0, y0, z0, x1, y1, z1] = mesh.aabb;
        let reach = |a: f64, b: f64| a.abs().max(b.abs());
        *size = Vec3([reach(x0, x1), reach(y0, y1), reach(z0, z1)]);
        return (from_corners([x0, y0, z0], [x1, y1, z1]), size.norm());
    }
    let [a, b, c] = size.0;
    match kind {
        GeomType::HeightField => {
            let [x, y, top, bottom] = hfield.map_or([0.0; 4], |h| h.size);
            *size = Vec3([x, y, 0.25 * top + 0.5 * bottom]);
            let height = (top * top).max(bottom * bottom);
            let radius = (x * x + y * y + height).sqrt();
            (from_corners([-x, -y, -bottom], [x, y, top]), radius)
        }
        GeomType::Plane => {
            let low = [-UNBOUNDED; 3];
            (from_corners(low, [UNBOUNDED, UNBOUNDED, 0.0]), 0.0)
        }
        GeomType::Sphere => (around([a; 3]).0, a),
        GeomType::Capsule => (around([a, a, a + b]).0, a + b),
        GeomType::Cylinder => (around([a, a, b]).0, (a * a + b * b).sqrt()),
        GeomType::Ellipsoid => (around([a, b, c]).0, a.max(b).max(c)),
        _ => around([a, b, c]),
    }
}

fn from_corners(low: [f64; 3], high: [f64; 3]) -> [f64; 6] {
    core::array::from_fn(|i| match i {
        0..3 => (high[i] + low[i]) / 2.0,
        _ => (high[i - 3] - low[i - 3]) / 2.0,
    })
}

/// Mass, given or from the density, and moments. A given mass without a volume to spread over counts as none, and one
/// that is not a number as not given.
fn mass_and_moments(
    geom: &Geom,
    size: Vec3,
    mesh: Option<&MeshData>,
) -> Result<(f64, Vec3), Problem> {
    let matter = Matter {
        kind: geom.kind,
        size,
        shell: geom.shellinertia,
        mesh,
    };
    let given = geom.mass.filter(|mass| !mass.is_nan());
    let mass = match given {
        Some(0.0) => 0.0,
        Some(mass) if matter.measure() > TINY => mass,
        Some(_) => 0.0,
        None if geom.density == 0.0 => 0.0,
        None => geom.density * matter.measure(),
    };
    let moments = match mass {
        0.0 => Vec3([0.0; 3]),
        mass => matter.moments(mass),
    };
    let unphysical = mass < 0.0 || moments.0.iter().any(|&m| m < 0.0);
    if unphysical || (given.is_none() && geom.density < 0.0) {
        return Err(fault(
            geom,
            "mass, density and inertia must not be negative",
        ));
    }
    Ok((mass, moments))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ligament_math::Quat;

    /// The tetrahedron (0 0 0) (1 0 0) (0 2 0) (0 0 3) as MuJoCo 4.0.0 compiles it.
    fn tetrahedron() -> MeshData {
        MeshData {
            pos: Vec3([0.25, 0.5, 0.75]),
            quat: Quat([0.972_907_09, 0.152_291_77, -0.068_012_09, 0.160_104_22]),
            inertia_box: Vec3([0.259_994_3, 0.639_652_68, 1.047_973]),
            ..MeshData::default()
        }
    }

    #[test]
    fn shapes_fitted_to_a_mesh_have_mujocos_sizes() {
        let half = tetrahedron().inertia_box;
        let near = |kind, expected: [f64; 3]| {
            let size = like_box(kind, half, Vec3([0.0; 3])).unwrap_or_default();
            assert!((size - Vec3(expected)).norm() < 1e-7, "{size:?}");
        };
        near(GeomType::Sphere, [0.649_206_66, 0.0, 0.0]);
        near(GeomType::Capsule, [0.449_823_49, 0.823_061_25, 0.0]);
        near(GeomType::Cylinder, [0.449_823_49, 1.047_973, 0.0]);
        assert_eq!(like_box(GeomType::Plane, half, half), None);
    }

    #[test]
    fn surface_velocity_follows_the_mesh_frame() {
        let mesh = tetrahedron();
        let shift = Pose {
            pos: mesh.pos,
            quat: mesh.quat,
        };
        let found = seen_from(shift, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let expected = [
            2.468_642_33,
            0.899_314_5,
            3.236_052_92,
            6.298_640_43,
            4.830_065_49,
            3.741_336_14,
        ];
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-6, "{found:?}");
        }
    }

    #[test]
    fn bounds_are_those_of_mujoco() {
        let field = HeightFieldData {
            size: [1.0, 2.0, 3.0, 4.0],
            ..HeightFieldData::default()
        };
        let mut size = Vec3([0.0; 3]);
        let (aabb, radius) = bounds(GeomType::HeightField, &mut size, None, Some(&field));
        assert_eq!(size, Vec3([1.0, 2.0, 2.75]));
        assert_eq!(aabb, [0.0, 0.0, -0.5, 1.0, 2.0, 3.5]);
        assert!((radius - 4.582_575_69).abs() < 1e-8);
        let mut size = Vec3([1.0, 2.0, 0.0]);
        let (aabb, radius) = bounds(GeomType::Capsule, &mut size, None, None);
        assert_eq!((aabb, radius), ([0.0, 0.0, 0.0, 1.0, 1.0, 3.0], 3.0));
    }
}

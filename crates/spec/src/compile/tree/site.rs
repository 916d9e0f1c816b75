//! Sites.

use ligament_math::Vec3;
use ligament_model::enums::GeomType;

use super::super::orientation::{Pose, resolve, unit};
use super::{TreeContext, shape};
use crate::element::Site;
use crate::problem::Problem;

/// A site with everything resolved.
#[derive(Clone, Debug)]
pub struct SiteData {
    /// The body it belongs to.
    pub body: usize,
    /// The element.
    pub element: Site,
    /// Pose in the body.
    pub pose: Pose,
    /// Size, by kind.
    pub size: Vec3,
    /// Mesh.
    pub mesh: Option<usize>,
    /// Material.
    pub material: Option<usize>,
}

fn fault(site: &Site, message: impl Into<String>) -> Problem {
    Problem::error(&site.at, "site", &site.name, message)
}

/// Resolves a site; none if its mesh could not be loaded, which has been reported.
pub(super) fn prepare(
    site: &Site,
    frame: Option<Pose>,
    body: usize,
    context: &TreeContext,
) -> Result<Option<SiteData>, Problem> {
    if site.kind as i32 > GeomType::Sdf as i32
        || matches!(site.kind, GeomType::Plane | GeomType::HeightField)
    {
        return Err(fault(site, "a site cannot have this type")
            .help("use sphere, capsule, ellipsoid, cylinder, box or mesh"));
    }
    let mesh = match (site.kind, site.mesh.as_str()) {
        (GeomType::Mesh, "") => return Err(fault(site, "a mesh site needs a `mesh`")),
        (_, "") => None,
        (GeomType::Mesh, name) => match context.mesh(name, &site.at, "site", &site.name)? {
            Some(found) => Some(found),
            None => return Ok(None),
        },
        _ => return Err(fault(site, "`mesh` is given, but the type is not mesh")),
    };
    let (pose, mut size) = match site.fromto {
        Some(ends) => shape::from_end_points(site.kind, ends, site.pos, Vec3(site.size))
            .map_err(|m| fault(site, m))?,
        None => {
            let settings = context.spec.compiler(&site.at);
            let quat = resolve(&site.orientation, settings).map_err(|m| fault(site, m))?;
            let pos = Vec3(site.pos);
            (Pose { pos, quat }, Vec3(site.size))
        }
    };
    shape::check_size(site.kind, size).map_err(|m| fault(site, m))?;
    if let Some((_, mesh)) = mesh {
        let [x0, y0, z0, x1, y1, z1] = mesh.aabb;
        let reach = |a: f64, b: f64| a.abs().max(b.abs());
        size = Vec3([reach(x0, x1), reach(y0, y1), reach(z0, z1)]);
    }
    let inherited = mesh.map_or("", |(_, mesh)| mesh.material.as_str());
    let name = if site.material.is_empty() {
        inherited
    } else {
        &site.material
    };
    let pose = frame.map_or(pose, |frame| frame.then(pose));
    Ok(Some(SiteData {
        body,
        element: site.clone(),
        pose: Pose {
            quat: unit(pose.quat),
            ..pose
        },
        size,
        mesh: mesh.map(|m| m.0),
        material: context.material(name, &site.at, "site", &site.name)?,
    }))
}

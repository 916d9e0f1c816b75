//! Whether something is inside the volume of a site, and how far it juts out of it.

use ligament_geom::Pose as Frame;
use ligament_geom::convex::protrusion;
use ligament_math::{MINVAL, Vec3};
use ligament_model::Model;
use ligament_model::enums::{GeomType, ObjectType};

use super::frame::own;
use super::{SensorScratch, View};
use crate::data::Pose;
use crate::shape::settings;

/// True if a point in the frame of a primitive shape is inside of it; false for other shapes.
fn inside_shape(kind: GeomType, size: Vec3, point: Vec3) -> bool {
    let [x, y, z] = point.0;
    let [a, b, c] = size.0;
    match kind {
        GeomType::Plane => z < 0.0,
        GeomType::Sphere => point.norm_squared() < a * a,
        GeomType::Capsule => {
            let beyond = (z.abs() - b.abs()).max(0.0);
            x * x + y * y + beyond * beyond < a * a
        }
        GeomType::Ellipsoid => x * x / (a * a) + y * y / (b * b) + z * z / (c * c) < 1.0,
        GeomType::Cylinder => z.abs() < b && x * x + y * y < a * a,
        GeomType::Box => x.abs() < a && y.abs() < b && z.abs() < c,
        _ => false,
    }
}

/// True if a point in the frame of a mesh is inside of its convex hull.
fn inside_hull(m: &Model, mesh: usize, point: Vec3) -> bool {
    let table = &m.mesh;
    let (Ok(start), Ok(count)) = (
        usize::try_from(table.polyadr[mesh]),
        usize::try_from(table.polynum[mesh]),
    ) else {
        return false;
    };
    let first_vertex = usize::try_from(table.vertadr[mesh]).unwrap_or(0);
    let below = |polygon: usize| {
        let corner = usize::try_from(table.polyvertadr[polygon]).ok();
        let vertex = corner.and_then(|c| table.polyvert.get(c)).copied();
        let vertex = vertex.and_then(|i| table.vert.get(first_vertex + i as usize));
        vertex.is_some_and(|v| {
            let corner = Vec3(v.map(f64::from));
            table.polynormal[polygon].dot(point - corner) < 0.0
        })
    };
    count > 0 && (start..start + count).all(below)
}

/// True if a point is inside the volume of a site; for a mesh, inside its convex hull.
pub fn inside_site(m: &Model, pose: &Pose, site: usize, point: Vec3) -> bool {
    let local = pose.site_xmat[site].tr_mul_vec(point - pose.site_xpos[site]);
    match m.site.kind[site].get() {
        Some(GeomType::Mesh) => usize::try_from(m.site.dataid[site])
            .is_ok_and(|mesh| mesh < m.size.nmesh && inside_hull(m, mesh, local)),
        Some(kind) => inside_shape(kind, m.site.size[site], local),
        None => false,
    }
}

/// How far the farthest of some geoms, or a site, juts out of a site; negative for clearance.
fn excess(v: &View<'_>, sensor: usize, site: usize) -> f64 {
    let (m, pose) = (v.m, v.pose);
    let site_shape = |site: usize| {
        let kind = m.site.kind[site].get()?;
        let shape = v
            .shapes()
            .convex_of(kind, m.site.size[site], m.site.dataid[site])?;
        let frame = Frame {
            pos: pose.site_xpos[site],
            mat: pose.site_xmat[site],
        };
        Some((shape, frame))
    };
    let geom_shape = |geom: usize| {
        let frame = Frame {
            pos: pose.geom_xpos[geom],
            mat: pose.geom_xmat[geom],
        };
        Some((v.shapes().convex(geom)?, frame))
    };
    let (Some((volume, place)), Some((kind, id))) = (site_shape(site), v.object(sensor)) else {
        return 0.0;
    };
    let measure = |(shape, frame)| protrusion((&shape, &frame), (&volume, &place), &settings(m));
    let most = |geoms: &mut dyn Iterator<Item = usize>| {
        geoms
            .filter_map(geom_shape)
            .map(measure)
            .fold(f64::MIN, f64::max)
    };
    match kind {
        ObjectType::Site => site_shape(id).map_or(0.0, measure),
        ObjectType::Geom => most(&mut std::iter::once(id)),
        ObjectType::Body => most(&mut m.body_geoms(id)),
        _ => most(&mut (0..m.size.ngeom).filter(|&geom| {
            let mut body = m.geom.bodyid[geom].index();
            while body > id {
                body = m.body.parentid[body].index();
            }
            body == id
        })),
    }
}

pub(super) fn inside(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    if let (Some((_, site)), true) = (v.reference(s), v.m.sensor.intprm[s][0] != 0) {
        return out.fill(excess(v, s, site));
    }
    let (Some(frame), Some((_, site))) = (own(v, s), v.reference(s)) else {
        return;
    };
    // a body without mass of its own is where the mass below it is
    let hollow = matches!(v.object(s), Some((ObjectType::Body, body))
        if body > 0 && v.m.body.mass[body] < MINVAL && v.m.body.subtreemass[body] >= MINVAL);
    let point = if hollow {
        v.pose.subtree_com[frame.body]
    } else {
        frame.pos
    };
    let inside = inside_site(v.m, v.pose, site, point);
    out.fill(f64::from(u8::from(inside)));
}

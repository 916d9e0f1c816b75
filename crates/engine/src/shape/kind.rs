//! What each type of geom is: a convex shape, a distance field, what rays meet, which points it contains. No other file of
//! the engine tells geom types apart.

use ligament_geom::convex::Convex;
use ligament_geom::field::Field;
use ligament_geom::ray::{self as meet, Hit, Ray};
use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::GeomType;

use super::{Shapes, height_field, octree, triangles};

/// True for a plane, which has neither a bounding sphere nor a thickness.
#[inline]
pub(crate) fn is_plane(m: &Model, geom: usize) -> bool {
    m.geom.kind[geom].is(GeomType::Plane)
}

/// True for a sphere, which looks the same however it turns.
#[inline]
pub(crate) fn is_sphere(m: &Model, geom: usize) -> bool {
    m.geom.kind[geom].is(GeomType::Sphere)
}

/// True for a box.
#[inline]
pub(crate) fn is_box(m: &Model, geom: usize) -> bool {
    m.geom.kind[geom].is(GeomType::Box)
}

/// True for a mesh.
#[inline]
pub(crate) fn is_mesh(kind: GeomType) -> bool {
    kind == GeomType::Mesh
}

/// True for convex shapes other than planes.
#[inline]
pub(crate) fn is_moving_convex(m: &Model, geom: usize) -> bool {
    let kind = m.geom.kind[geom].number();
    (GeomType::Sphere as i32..=GeomType::Mesh as i32).contains(&kind)
}

/// True for a distance field, which fills the box of its size.
#[inline]
pub(crate) fn fills_box(m: &Model, geom: usize) -> bool {
    m.geom.kind[geom].is(GeomType::Sdf)
}

/// The largest size of a plane or height field, infinite for an endless plane; none for shapes of finite volume.
pub(crate) fn flat_extent(m: &Model, geom: usize) -> Option<f64> {
    let size = m.geom.size[geom];
    match m.geom.kind[geom].get()? {
        GeomType::Plane if size[0] != 0.0 || size[1] != 0.0 => Some(size[0].max(size[1])),
        GeomType::Plane => Some(f64::INFINITY),
        GeomType::HeightField => {
            let field = usize::try_from(m.geom.dataid[geom]).unwrap_or(usize::MAX);
            let sizes = m.hfield.size.get(field).copied().unwrap_or_default();
            Some(sizes.into_iter().fold(0.0, f64::max))
        }
        _ => None,
    }
}

/// Half axes of the ellipsoid that stands for a geom in a medium.
pub(crate) fn semi_axes(m: &Model, geom: usize) -> Vec3 {
    let [a, b, c] = m.geom.size[geom].0;
    match m.geom.kind[geom].get() {
        Some(GeomType::Sphere) => Vec3([a, a, a]),
        Some(GeomType::Capsule) => Vec3([a, a, b + a]),
        Some(GeomType::Cylinder) => Vec3([a, a, b]),
        _ => Vec3([a, b, c]),
    }
}

/// True if a point in the frame of a primitive shape is inside of it; false for other shapes.
pub(crate) fn contains(kind: GeomType, size: Vec3, point: Vec3) -> bool {
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

impl<'a> Shapes<'a> {
    /// A shape of some kind and size, or with some mesh, as a convex shape.
    #[inline(always)]
    pub(crate) fn convex_of(self, kind: GeomType, size: Vec3, mesh: i32) -> Option<Convex<'a>> {
        let (radius, half) = (size[0], size[1]);
        Some(match kind {
            GeomType::Plane => Convex::HalfSpace,
            GeomType::Sphere => Convex::Sphere { radius },
            GeomType::Capsule => Convex::Capsule { radius, half },
            GeomType::Ellipsoid => Convex::Ellipsoid { size },
            GeomType::Cylinder => Convex::Cylinder { radius, half },
            GeomType::Box => Convex::Box { size },
            GeomType::Mesh | GeomType::Sdf => Convex::Mesh(self.hull(usize::try_from(mesh).ok()?)?),
            _ => return None,
        })
    }
}

/// A geom as a signed distance field; none where there is none, or where it would come from a plugin.
pub(crate) fn field(m: &Model, geom: usize) -> Option<Field<'_>> {
    let size = m.geom.size[geom];
    let (radius, half) = (size[0], size[1]);
    Some(match m.geom.kind[geom].get()? {
        GeomType::Sphere => Field::Sphere { radius },
        GeomType::Capsule => Field::Capsule { radius, half },
        GeomType::Ellipsoid => Field::Ellipsoid { size },
        GeomType::Cylinder => Field::Cylinder { radius, half },
        GeomType::Box => Field::Box { size },
        GeomType::Sdf if m.geom.plugin[geom] < 0 => Field::Sampled(octree(m, geom)?),
        _ => return None,
    })
}

/// Where a ray in the frame of a geom meets it.
pub(crate) fn hit(m: &Model, geom: usize, ray: &Ray) -> Option<Hit> {
    let size = m.geom.size[geom];
    match m.geom.kind[geom].get()? {
        GeomType::HeightField => meet::height_field(ray, &height_field(m, geom)?),
        GeomType::Mesh => meet::mesh(ray, &triangles(m, geom)?),
        GeomType::Sdf => meet::distance_field(ray, &field(m, geom)?, size),
        kind => primitive_hit(kind, size, ray),
    }
}

/// Where a ray in the frame of a primitive shape meets it; none for other shapes.
pub fn primitive_hit(kind: GeomType, size: Vec3, ray: &Ray) -> Option<Hit> {
    match kind {
        GeomType::Plane => meet::plane(ray, size),
        GeomType::Sphere => meet::sphere(ray, size[0]),
        GeomType::Capsule => meet::capsule(ray, size[0], size[1]),
        GeomType::Ellipsoid => meet::ellipsoid(ray, size),
        GeomType::Cylinder => meet::cylinder(ray, size[0], size[1]),
        GeomType::Box => meet::solid_box(ray, size),
        _ => None,
    }
}

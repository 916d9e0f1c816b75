//! The tactile sensor: for every vertex of a mesh fixed to a geom, how deep it is in the geoms that touch the body, and
//! how fast they slide along its two tangents.

use ligament_geom::field::Field;
use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::GeomType;

use super::{SensorScratch, View};
use crate::shape::{field, octree};

/// A shape whose distance can be told.
enum Shape<'a> {
    Plane,
    Field(Field<'a>),
}

impl<'a> Shape<'a> {
    /// The shape of a geom; none for meshes without a distance field and height fields.
    fn new(m: &'a Model, geom: usize) -> Option<Self> {
        match m.geom.kind[geom].get()? {
            GeomType::Plane => Some(Self::Plane),
            GeomType::Mesh => octree(m, geom).map(|tree| Self::Field(Field::Sampled(tree))),
            _ => field(m, geom).map(Self::Field),
        }
    }

    fn distance(&self, point: Vec3) -> f64 {
        match self {
            Self::Plane => point[2],
            Self::Field(field) => field.distance(point),
        }
    }
}

/// Lists the geoms that touch a body or what it is welded to, each once.
fn touching(v: &View<'_>, weld: usize, list: &mut Vec<usize>) {
    list.clear();
    let carrier = |geom: usize| v.m.body.weldid[v.m.geom.bodyid[geom].index()].index();
    for contact in v.contacts {
        let Some([first, second]) = contact.geoms() else {
            continue;
        };
        for (own, other) in [(first, second), (second, first)] {
            if carrier(own) == weld && !list.contains(&other) {
                list.push(other);
            }
        }
    }
}

/// Depths of all vertices, then sliding speeds along the first and along the second tangents.
pub(super) fn taxels(v: &View<'_>, s: usize, work: &mut SensorScratch, out: &mut [f64]) {
    out.fill(0.0);
    let (mesh, Some((_, geom))) = (v.id(s), v.reference(s)) else {
        return;
    };
    let (m, table) = (v.m, &v.m.mesh);
    let weld = m.body.weldid[m.geom.bodyid[geom].index()].index();
    let (Ok(count), Ok(first)) = (
        usize::try_from(table.vertnum[mesh]),
        usize::try_from(table.vertadr[mesh]),
    ) else {
        return;
    };
    let normals = usize::try_from(table.normaladr[mesh]).unwrap_or(0);
    // with three vectors per vertex, the second and third are tangents
    let has_tangents = table.normalnum[mesh] == 3 * table.vertnum[mesh];
    touching(v, weld, &mut work.touching);
    for &other in &work.touching {
        let Some(shape) = Shape::new(m, other) else {
            continue;
        };
        for j in 0..count {
            let local = Vec3(table.vert[first + j].map(f64::from));
            let at = v.pose.geom_xmat[geom].mul_vec(local) + v.pose.geom_xpos[geom];
            let place = v.pose.geom_xmat[other].tr_mul_vec(at - v.pose.geom_xpos[other]);
            let depth = shape.distance(place).min(0.0);
            if depth == 0.0 {
                continue;
            }
            out[j] = out[j].max(-depth);
            if !has_tangents {
                continue;
            }
            let sliding = velocity(v, weld, at) - velocity(v, m.geom.bodyid[other].index(), at);
            for k in 1..3 {
                let Some(tangent) = table.normal.get(normals + 3 * j + k) else {
                    continue;
                };
                let tangent = v.pose.geom_xmat[geom].mul_vec(Vec3(tangent.map(f64::from)));
                if let Some(slot) = out.get_mut(k * count + j) {
                    *slot += sliding.dot(tangent).abs();
                }
            }
        }
    }
}

/// Velocity of a point of a body.
fn velocity(v: &View<'_>, body: usize, at: Vec3) -> Vec3 {
    let com = v.pose.subtree_com[v.m.body.rootid[body].index()];
    v.vel.cvel[body].about(at - com).linear()
}

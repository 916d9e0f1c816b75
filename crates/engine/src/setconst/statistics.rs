//! Length scales of bodies and degrees of freedom, and the statistics of the model in `qpos0`.

use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::GeomType;

use crate::data::{Inertia, Pose};
use crate::joint;

/// The smallest length scale and extent.
const SMALLEST: f64 = 1e-5;
/// Planes and height fields count with this fraction of their size.
const FLAT_FRACTION: f64 = 0.1;
/// Radius that an infinite plane counts with.
const INFINITE_PLANE: f64 = 0.01;

/// Length scale of every body: its farthest joint or the reach of its geoms, measured from its centre of mass.
pub(super) fn body_lengths(m: &Model, pose: &Pose) -> Vec<f64> {
    let mut length = vec![0.0_f64; m.size.nbody];
    for j in 0..m.size.njnt {
        let body = m.jnt.bodyid[j].index();
        for b in [body, m.body.parentid[body].index()] {
            length[b] = length[b].max((pose.xipos[b] - pose.xanchor[j]).norm());
        }
    }
    for body in 1..m.size.nbody {
        for geom in m.body_geoms(body).filter(|&g| m.geom.rbound[g] > 0.0) {
            let reach = (pose.xipos[body] - pose.geom_xpos[geom]).norm();
            length[body] = length[body].max(m.geom.rbound[geom] + reach);
        }
        length[body] = length[body].max(SMALLEST);
    }
    length
}

/// Length scale of every degree of freedom: one for translations, that of the body for rotations.
pub(super) fn dof_length(m: &mut Model, body_length: &[f64]) {
    for dof in 0..m.size.nv {
        let j = m.dof.jntid[dof].index();
        let offset = dof - joint::dofs(m, j).start;
        m.dof.length[dof] = if joint::is_angular(joint::kind(m, j), offset) {
            body_length[m.dof.bodyid[dof].index()]
        } else {
            1.0
        };
    }
}

/// A box that grows around spheres.
struct Bounds {
    low: Vec3,
    high: Vec3,
}

impl Bounds {
    fn include(&mut self, centre: Vec3, radius: f64) {
        self.low = self.low.min(centre - Vec3::splat(radius));
        self.high = self.high.max(centre + Vec3::splat(radius));
    }
}

/// Centre and extent, mean size, mean mass and mean inertia.
pub(super) fn set(m: &mut Model, pose: &Pose, inertia: &Inertia, body_length: &[f64]) {
    let bounds = bounds(m, pose);
    m.stat.center = (bounds.low + bounds.high) * 0.5;
    let size = bounds.high - bounds.low;
    if size[0] > 0.0 {
        m.stat.extent = size.0.into_iter().fold(SMALLEST, f64::max);
    }
    let bodies = m.size.nbody.saturating_sub(1);
    if bodies > 0 {
        let count = bodies as f64;
        m.stat.meansize = body_length[1..].iter().map(|l| l / count).sum();
        m.stat.meanmass = m.body.mass[1..].iter().sum::<f64>() / count;
    }
    m.stat.extent = m.stat.extent.max(2.0 * m.stat.meansize);
    if m.size.nv > 0 {
        let pattern = m.inertia_pattern();
        let diagonal = |i: usize| inertia.M[pattern.row_range(i)].last().copied();
        let trace: f64 = (0..m.size.nv).filter_map(diagonal).sum();
        m.stat.meaninertia = trace / m.size.nv as f64;
    }
}

/// The box around all bodies, joints, sites and geoms.
fn bounds(m: &Model, pose: &Pose) -> Bounds {
    let mut bounds = Bounds {
        low: Vec3::splat(1e10),
        high: Vec3::splat(-1e10),
    };
    let bodies = pose.xpos.iter().skip(1).chain(pose.xipos.iter().skip(1));
    for &at in bodies.chain(&pose.xanchor).chain(&pose.site_xpos) {
        bounds.include(at, 0.0);
    }
    for i in 0..m.size.ngeom {
        bounds.include(pose.geom_xpos[i], geom_radius(m, i));
    }
    bounds
}

/// Radius that a geom counts with.
fn geom_radius(m: &Model, geom: usize) -> f64 {
    let size = m.geom.size[geom];
    if m.geom.rbound[geom] > 0.0 {
        return m.geom.rbound[geom];
    }
    match m.geom.kind[geom].get() {
        Some(GeomType::Plane) if size[0] != 0.0 || size[1] != 0.0 => {
            size[0].max(size[1]) * FLAT_FRACTION
        }
        Some(GeomType::Plane) => INFINITE_PLANE,
        Some(GeomType::HeightField) => {
            let field = usize::try_from(m.geom.dataid[geom]).unwrap_or(usize::MAX);
            let sizes = m.hfield.size.get(field).copied().unwrap_or_default();
            sizes.into_iter().fold(0.0, f64::max) * FLAT_FRACTION
        }
        _ => 0.0,
    }
}

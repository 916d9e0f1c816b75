//! Oriented boxes around geoms: a cheap test before an expensive one.

use ligament_math::Vec3;
use ligament_model::Model;

use crate::data::Pose;

/// Whether the boxes around two geoms come as near as `margin` along all of their face normals.
pub(super) fn boxes_are_near(m: &Model, pose: &Pose, g1: usize, g2: usize, margin: f64) -> bool {
    let part = |g: usize| {
        let [cx, cy, cz, sx, sy, sz] = m.geom.aabb[g];
        let rot = &pose.geom_xmat[g];
        let center = pose.geom_xpos[g] + rot.mul_vec(Vec3::new(cx, cy, cz));
        (center, Vec3::new(sx, sy, sz), rot)
    };
    let (c1, s1, r1) = part(g1);
    let (c2, s2, r2) = part(g2);
    let between = c2 - c1;
    let mut rot = r1.tr_mul_mat(r2);
    for x in &mut rot.0 {
        *x = x.abs();
    }
    let (d1, d2) = (r1.tr_mul_vec(between).abs(), r2.tr_mul_vec(between).abs());
    let (reach1, reach2) = (s1 + rot.mul_vec(s2), s2 + rot.tr_mul_vec(s1));
    (0..3).all(|i| d1[i] <= reach1[i] + margin && d2[i] <= reach2[i] + margin)
}

//! Collision masks and margins of bodies: the union of what their geoms have.

use ligament_model::Model;

/// Writes `body_contype`, `body_conaffinity` and `body_margin`, which includes the gap.
pub(super) fn set(m: &mut Model) {
    for body in 0..m.size.nbody {
        let (mut contype, mut conaffinity, mut margin) = (0, 0, 0.0_f64);
        for geom in m.body_geoms(body) {
            contype |= m.geom.contype[geom];
            conaffinity |= m.geom.conaffinity[geom];
            margin = margin.max(m.geom.margin[geom] + m.geom.gap[geom]);
        }
        m.body.contype[body] = contype;
        m.body.conaffinity[body] = conaffinity;
        m.body.margin[body] = margin;
    }
}

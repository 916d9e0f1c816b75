//! Functions of model and data for use outside of the pipeline: Jacobians, products with the inertia matrix and the
//! constraint Jacobian, forces at points, velocities and accelerations of objects, contact forces.
//!
//! They are pure functions over rooms. Dense matrices are flat and row-major.

mod contact;
mod inertia;
mod jacobian;
mod object;

use ligament_math::{MINVAL, Mat3, Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::{Cone, Keyword, SameFrame};

pub use contact::{contact_bodies, contact_force, decode_pyramid, encode_pyramid};
pub use inertia::{add_m, full_m, mul_m, mul_m2, solve_m2};
pub use jacobian::{
    angmom_mat, apply_ft, jac, jac_body, jac_body_com, jac_dot, jac_geom, jac_point_axis, jac_site,
    jac_subtree_com,
};
pub(crate) use object::rest_acceleration;
pub use object::{ObjectFrame, object_acceleration, object_frame, object_quat, object_velocity};

use crate::data::Pose;

/// True if friction cones are pyramids.
pub fn is_pyramidal(m: &Model) -> bool {
    m.opt.cone.is(Cone::Pyramidal)
}

/// True if the solver works on forces rather than accelerations.
pub fn is_dual(m: &Model) -> bool {
    m.opt.solver().facts().is_dual || m.opt.noslip_iterations > 0
}

/// Takes a position and an orientation from the frame of a body to the world. `sameframe` is the code of [`SameFrame`].
pub fn local_to_global(
    pose: &Pose,
    pos: Vec3,
    quat: Quat,
    body: usize,
    sameframe: u8,
) -> (Vec3, Mat3) {
    let same = SameFrame::from_number(i32::from(sameframe)).unwrap_or(SameFrame::None);
    let xpos = match same {
        SameFrame::Body => pose.xpos[body],
        SameFrame::Inertia => pose.xipos[body],
        _ => pose.xmat[body].mul_vec(pos) + pose.xpos[body],
    };
    let xmat = match same {
        SameFrame::None => pose.xquat[body].mul(quat).to_mat3(),
        SameFrame::Body | SameFrame::BodyRot => pose.xmat[body],
        SameFrame::Inertia | SameFrame::InertiaRot => pose.ximat[body],
    };
    (xpos, xmat)
}

/// Mass of all bodies.
pub fn total_mass(m: &Model) -> f64 {
    m.body.mass.iter().skip(1).sum()
}

/// Scales masses and inertias of all bodies to a total mass. Derived constants have to be made anew afterwards.
pub fn set_total_mass(m: &mut Model, mass: f64) {
    let scale = MINVAL.max(mass / MINVAL.max(total_mass(m)));
    for body in 1..m.size.nbody {
        m.body.mass[body] *= scale;
        m.body.inertia[body] *= scale;
    }
}

//! Coordinates, and velocities, accelerations and forces of objects.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::engine::Prepared;
use ligament::engine::collide::geom_distance;
use ligament::engine::collide::narrow::NarrowScratch;
use ligament::engine::shape::Shapes;
use ligament::engine::support::{self, ObjectFrame};
use ligament::engine::{Data, joint};
use ligament::geom::PreContacts;
use ligament::model::Model;
use ligament::model::enums::{Keyword, ObjectType};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::args::{In, Int, MaybeOut, Num, Out, data_functions, model_functions};

/// The frame of an object.
fn frame(m: &Model, d: &Data, objtype: &Int, objid: &Int) -> PyResult<ObjectFrame> {
    let kind = i32::try_from(**objtype)
        .ok()
        .and_then(ObjectType::from_number);
    let id = usize::try_from(**objid).ok();
    let found = kind
        .zip(id)
        .and_then(|(kind, id)| support::object_frame(m, &d.pose, kind, id));
    found.ok_or_else(|| {
        PyIndexError::new_err(format!(
            "there is no object {} with a frame of type {}",
            **objid, **objtype
        ))
    })
}

mod of_model {
    use super::*;

    model_functions! {
        /// The velocity that leads from qpos1 to qpos2 in the time dt.
        fn mj_differentiatePos(m, qvel: Out, dt: Num, qpos1: In, qpos2: In) -> () {
            qvel.expect(m.size.nv)?;
            qpos1.expect(m.size.nq)?;
            qpos2.expect(m.size.nq)?;
            joint::differentiate_pos(m, &mut qvel, *dt, &qpos1, &qpos2)
        }
        /// Moves qpos with a velocity for the time dt.
        fn mj_integratePos(m, qpos: Out, qvel: In, dt: Num) -> () {
            qpos.expect(m.size.nq)?;
            qvel.expect(m.size.nv)?;
            joint::integrate_pos(m, &mut qpos, &qvel, *dt)
        }
        /// Makes all quaternions in qpos unit quaternions.
        fn mj_normalizeQuat(m, qpos: Out) -> () {
            qpos.expect(m.size.nq)?;
            joint::normalize_quat(m, &mut qpos)
        }
        /// Mass of all bodies.
        fn mj_getTotalmass(m) -> f64 { support::total_mass(m) }
        /// 1 if friction cones are pyramids.
        fn mj_isPyramidal(m) -> i32 { i32::from(support::is_pyramidal(m)) }
        /// 1 if the constraint Jacobian is sparse.
        fn mj_isSparse(m) -> i32 { i32::from(ligament::engine::constraint::jacobian_is_sparse(m)) }
        /// 1 if the solver works on forces.
        fn mj_isDual(m) -> i32 { i32::from(support::is_dual(m)) }
    }
}

mod of_data {
    use super::*;

    data_functions! {
        run_attached
        /// Velocity of an object, rotation first, along the axes of the world or its own.
        fn mj_objectVelocity(m, d, _, objtype: Int, objid: Int, res: Out = 6, flg_local: Int) -> () {
            let frame = frame(m, d, &objtype, &objid)?;
            let velocity = support::object_velocity(m, &d.pose, &d.vel, &frame, *flg_local != 0);
            res.copy_from_slice(&velocity.0)
        }
        /// Acceleration of an object, rotation first, along the axes of the world or its own.
        fn mj_objectAcceleration(m, d, _, objtype: Int, objid: Int, res: Out = 6, flg_local: Int) -> () {
            let frame = frame(m, d, &objtype, &objid)?;
            let local = *flg_local != 0;
            let acceleration = support::object_acceleration(m, &d.pose, &d.vel, &d.acc, &frame, local);
            res.copy_from_slice(&acceleration.0)
        }
        /// Force, then torque, of a contact in its frame.
        fn mj_contactForce(m, d, _, id: Int, result: Out = 6) -> () {
            let id = id.index("contact", d.contact.len())?;
            result.copy_from_slice(&support::contact_force(m, &d.contact[id], &d.efc))
        }
        /// The signed distance of two geoms, and the segment between their nearest points.
        fn mj_geomDistance(m, d, _, geom1: Int, geom2: Int, distmax: Num, fromto: MaybeOut = 6) -> f64 {
            let [a, b] = [geom1.index("geom", m.size.ngeom)?, geom2.index("geom", m.size.ngeom)?];
            let prepared = Prepared::of(m);
            let shapes = Shapes { m, hulls: &prepared.hulls };
            let mut scratch = NarrowScratch::new(m);
            let mut points = PreContacts::default();
            let found = geom_distance(shapes, &d.pose, [a, b], *distmax, &mut scratch, &mut points);
            let ends = found.points.map_or([0.0; 6], |[p, q]| [p[0], p[1], p[2], q[0], q[1], q[2]]);
            fromto.fill_from(&ends);
            found.dist
        }
    }
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    of_model::register(module)?;
    of_data::register(module)
}

//! Sensors: attached to what their kind calls for, and as wide as it says.

use super::wrong;
use crate::Model;
use crate::enums::{JointType, ObjectType};
use crate::io::BinaryError;
use crate::kinds::sensor::{On, Width, contact_values, facts, ray_values};

pub(super) fn check(m: &Model) -> Result<(), BinaryError> {
    for sensor in 0..m.size.nsensor {
        let Some(facts) = m.sensor.kind[sensor].get().and_then(facts) else {
            return wrong("sensor_type", sensor);
        };
        objects(m, sensor, facts.on)?;
        if width(m, sensor, facts.width) != usize::try_from(m.sensor.dim[sensor]).ok() {
            return wrong("sensor_dim", sensor);
        }
    }
    Ok(())
}

/// An object is there wherever its kind is given; the table has seen that ids lie within their kinds.
fn objects(m: &Model, sensor: usize, on: On) -> Result<(), BinaryError> {
    let s = &m.sensor;
    let (Some(object), Some(reference)) = (s.objtype[sensor].get(), s.reftype[sensor].get()) else {
        return wrong("sensor_objtype", sensor);
    };
    let free = matches!(on, On::Model | On::Anything);
    if free {
        return Ok(());
    }
    if !on.accepts(object, reference) {
        return wrong("sensor_objtype", sensor);
    }
    if object != ObjectType::Unknown && s.objid[sensor] < 0 {
        return wrong("sensor_objid", sensor);
    }
    if reference != ObjectType::Unknown && s.refid[sensor] < 0 {
        return wrong("sensor_refid", sensor);
    }
    let joint = |fits: &dyn Fn(JointType) -> bool| {
        let id = usize::try_from(s.objid[sensor]).ok();
        let kind = id.and_then(|j| m.jnt.kind.get(j)?.get());
        if kind.is_some_and(fits) {
            Ok(())
        } else {
            wrong("sensor_objid", sensor)
        }
    };
    match on {
        On::ScalarJoint => joint(&|kind| kind.facts().is_scalar()),
        On::BallJoint => joint(&|kind| kind.facts().is_ball()),
        _ => Ok(()),
    }
}

/// How many values a sensor gives.
fn width(m: &Model, sensor: usize, width: Width) -> Option<usize> {
    let s = &m.sensor;
    let count = |n: i32| usize::try_from(n).ok();
    let object = count(s.objid[sensor]);
    let [fields, _, contacts] = s.intprm[sensor];
    match width {
        Width::Fixed(n) => Some(n),
        Width::Given => count(s.dim[sensor]),
        Width::Outputs => count(*m.actuator.outnum.get(object?)?),
        Width::Contacts => contact_values(fields)?.checked_mul(count(contacts)?),
        Width::Vertices => count(*m.mesh.vertnum.get(object?)?)?.checked_mul(3),
        Width::Rays => {
            let rays = if s.objtype[sensor].is(ObjectType::Camera) {
                let [width, height] = *m.cam.resolution.get(object?)?;
                count(width)?.checked_mul(count(height)?)?
            } else {
                1
            };
            ray_values(fields)?.checked_mul(rays)
        }
    }
}

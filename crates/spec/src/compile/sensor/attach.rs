//! What sensors may be attached to.

use ligament_model::enums::{GeomType, ObjectType, SensorType};
use ligament_model::kinds::JointFacts;
use ligament_model::kinds::sensor::{On, has_frame};

use super::super::refer::{Context, Owner};
use super::super::tendon::Tendons;
use crate::element::Sensor;
use crate::problem::Problem;

/// What a sensor is attached to, and what it is relative to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Objects {
    pub object: Option<usize>,
    pub reference: Option<usize>,
}

/// Finds the objects of a sensor.
pub(super) fn find(context: Context, owner: &Owner, sensor: &Sensor) -> Result<Objects, Problem> {
    let look = |kind: ObjectType, name: &str, what: &str| match kind {
        ObjectType::Unknown => Ok(None),
        _ if name.is_empty() => Err(owner.fault(format!("{what} has no name"))),
        kind => owner.find(context.lookup, kind, name).map(Some),
    };
    let object = look(sensor.objtype, &sensor.objname, "what it is attached to")?;
    let reference = look(sensor.reftype, &sensor.refname, "what it is relative to")?;
    if reference.is_some() && !has_frame(sensor.reftype) {
        return Err(owner.fault("it can be relative to a body, geom, site or camera only"));
    }
    Ok(Objects { object, reference })
}

/// Checks that a sensor is attached to what its kind calls for.
pub(super) fn check(
    context: Context,
    owner: &Owner,
    sensor: &Sensor,
    on: On,
    objects: Objects,
    tendons: &Tendons,
) -> Result<(), Problem> {
    use ObjectType as O;
    let (kind, reference) = (sensor.objtype, sensor.reftype);
    let id = objects.object.unwrap_or(usize::MAX);
    let attached = |expected: O, word: &str| {
        owner.require(kind == expected, &format!("it must be attached to {word}"))
    };
    match on {
        On::Site => attached(O::Site, "a site"),
        On::SiteInCamera => {
            attached(O::Site, "a site")?;
            owner.require(reference == O::Camera, "it needs a camera")?;
            check_resolution(context, owner, objects.reference)
        }
        On::SiteOrCamera if kind == O::Camera => check_resolution(context, owner, objects.object),
        On::SiteOrCamera => attached(O::Site, "a site or a camera"),
        On::ScalarJoint => {
            attached(O::Joint, "a joint")?;
            owner.require(
                context.is_scalar_joint(id),
                "its joint must be a slide or a hinge",
            )
        }
        On::BallJoint => {
            attached(O::Joint, "a joint")?;
            let is_ball = context.joint(id).is_some_and(JointFacts::is_ball);
            owner.require(is_ball, "its joint must be a ball joint")
        }
        On::LimitedJoint => {
            attached(O::Joint, "a joint")?;
            let limited = context.model.jnt.limited.get(id).is_some_and(|f| f.get());
            owner.require(limited, "its joint must have limits")
        }
        On::Tendon => attached(O::Tendon, "a tendon"),
        On::LimitedTendon => {
            attached(O::Tendon, "a tendon")?;
            owner.require(tendons.is_limited(id), "its tendon must have limits")
        }
        On::Actuator => attached(O::Actuator, "an actuator"),
        On::Body => attached(O::Body, "a body"),
        On::Frame => owner.require(
            has_frame(kind),
            "it must be attached to a body, geom, site or camera",
        ),
        On::FrameInSite => {
            let message = "it must be attached to a body, geom, site or camera";
            owner.require(has_frame(kind), message)?;
            owner.require(reference == O::Site, "it needs a site")?;
            check_inside(context, owner, sensor, objects)
        }
        On::TwoShapes => check_shapes(context, owner, sensor, objects),
        On::Contacts => {
            let first = matches!(kind, O::Unknown | O::Site | O::Body | O::XBody | O::Geom);
            owner.require(
                first,
                "contacts can be chosen by a site, body, subtree or geom",
            )?;
            let second = matches!(reference, O::Unknown | O::Body | O::XBody | O::Geom);
            owner.require(
                second,
                "what contacts are with can be a body, subtree or geom",
            )
        }
        On::MeshOnGeom => {
            attached(O::Mesh, "a mesh")?;
            owner.require(reference == O::Geom, "it needs a geom")
        }
        On::Model | On::Anything => Ok(()),
    }
}

fn check_resolution(context: Context, owner: &Owner, camera: Option<usize>) -> Result<(), Problem> {
    let pixels = camera.and_then(|c| context.model.cam.resolution.get(c));
    let has_pixels = pixels.is_some_and(|p| p.iter().all(|&n| n > 0));
    owner.require(has_pixels, "its camera must have a positive `resolution`")
}

fn geom_kind(context: Context, geom: usize) -> Option<GeomType> {
    context.model.geom.kind.get(geom)?.get()
}

fn check_shapes(
    context: Context,
    owner: &Owner,
    sensor: &Sensor,
    objects: Objects,
) -> Result<(), Problem> {
    let sides = [
        (sensor.objtype, objects.object),
        (sensor.reftype, objects.reference),
    ];
    let fits = |kind| matches!(kind, ObjectType::Body | ObjectType::Geom);
    let message = "it measures between two bodies or geoms";
    owner.require(sides.iter().all(|s| fits(s.0)), message)?;
    owner.require(
        sides[0] != sides[1],
        "it needs two different bodies or geoms",
    )?;
    for (kind, id) in sides {
        let shape = id.and_then(|id| geom_kind(context, id));
        if kind == ObjectType::Geom && shape == Some(GeomType::HeightField) {
            return Err(owner.fault("distances from height fields cannot be measured"));
        }
    }
    Ok(())
}

/// Whether enclosure is measured, rather than whether a point is inside.
pub(super) fn measures_enclosure(sensor: &Sensor) -> bool {
    sensor.kind == SensorType::InsideSite && sensor.intprm[0] != 0
}

/// Checks that what is to be enclosed, and the site that encloses it, are bounded and convex.
fn check_inside(
    context: Context,
    owner: &Owner,
    sensor: &Sensor,
    objects: Objects,
) -> Result<(), Problem> {
    if !measures_enclosure(sensor) {
        return Ok(());
    }
    let compact = |kind: Option<GeomType>| {
        use GeomType as G;
        let shapes = [
            G::Sphere,
            G::Capsule,
            G::Ellipsoid,
            G::Cylinder,
            G::Box,
            G::Mesh,
        ];
        kind.is_some_and(|kind| shapes.contains(&kind))
    };
    let site = |id: usize| context.model.site.kind.get(id).and_then(|k| k.get());
    let reference = objects.reference.and_then(site);
    owner.require(
        compact(reference),
        "its site must be bounded and convex to enclose something",
    )?;
    let id = objects.object.unwrap_or(usize::MAX);
    let message = "what is to be enclosed must be bounded and convex";
    match sensor.objtype {
        ObjectType::Camera => Err(owner.fault("a camera has no shape to be enclosed")),
        ObjectType::Site => owner.require(compact(site(id)), message),
        ObjectType::Geom => owner.require(compact(geom_kind(context, id)), message),
        kind => {
            let bodies = bodies_under(context, id, kind == ObjectType::XBody);
            let on_bodies = |g: &usize| bodies.get(context.geom_body(*g)) == Some(&true);
            let geoms: Vec<usize> = (0..context.model.size.ngeom).filter(on_bodies).collect();
            owner.require(!geoms.is_empty(), "its body has no geoms to be enclosed")?;
            let all = geoms.iter().all(|&g| compact(geom_kind(context, g)));
            owner.require(all, message)
        }
    }
}

/// Marks a body, and those below it if the whole subtree is meant.
fn bodies_under(context: Context, body: usize, subtree: bool) -> Vec<bool> {
    let parents = &context.model.body.parentid;
    let mut marked = vec![false; parents.len()];
    for (i, parent) in parents.iter().enumerate() {
        let below = subtree && i > 0 && marked.get(parent.index()) == Some(&true);
        marked[i] = i == body || below;
    }
    marked
}

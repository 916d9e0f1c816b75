//! What a body holds, with the frames it is in resolved.

use ligament_math::Vec3;

use super::super::orientation::{Pose, resolve};
use crate::element::{Body, Camera, Frame, Geom, Joint, Light, Node, Site};
use crate::problem::{Problem, Problems};
use crate::resolve::Resolved;

/// An element with the pose of the frame it is in, given in the body; none outside of frames.
pub(super) type Framed<'a, T> = (&'a T, Option<Pose>);

/// The contents of a body, by kind, each in the order written.
#[derive(Default)]
pub(super) struct Contents<'a> {
    pub bodies: Vec<Framed<'a, Body>>,
    pub joints: Vec<Framed<'a, Joint>>,
    pub geoms: Vec<Framed<'a, Geom>>,
    pub sites: Vec<Framed<'a, Site>>,
    pub cameras: Vec<Framed<'a, Camera>>,
    pub lights: Vec<Framed<'a, Light>>,
}

impl<'a> Contents<'a> {
    /// Collects the contents of a body. Frames are walked with a stack of our own: how deep they nest is up to the file.
    pub fn of(body: &'a Body, spec: &Resolved, problems: &mut Problems) -> Self {
        let mut contents = Self::default();
        let mut levels = vec![(body.content.iter(), None)];
        while let Some((nodes, pose)) = levels.last_mut() {
            let pose = *pose;
            match nodes.next() {
                None => drop(levels.pop()),
                Some(Node::Frame(frame)) => {
                    if let Some(inner) = problems.keep(frame_pose(frame, pose, spec)) {
                        levels.push((frame.content.iter(), Some(inner)));
                    }
                }
                Some(Node::Body(x)) => contents.bodies.push((x, pose)),
                Some(Node::Joint(x)) => contents.joints.push((x, pose)),
                Some(Node::Geom(x)) => contents.geoms.push((x, pose)),
                Some(Node::Site(x)) => contents.sites.push((x, pose)),
                Some(Node::Camera(x)) => contents.cameras.push((x, pose)),
                Some(Node::Light(x)) => contents.lights.push((x, pose)),
            }
        }
        contents
    }
}

/// The pose of a frame in its body.
fn frame_pose(frame: &Frame, outer: Option<Pose>, spec: &Resolved) -> Result<Pose, Problem> {
    let fault = |message: &str| Problem::error(&frame.at, "frame", &frame.name, message);
    if frame.scale != [1.0; 3] || (frame.massscale != 0.0 && frame.massscale != 1.0) {
        return Err(fault("scaling the contents of a frame is not supported")
            .help("scale the elements themselves"));
    }
    let quat = resolve(&frame.orientation, spec.compiler(&frame.at)).map_err(fault)?;
    let own = Pose {
        pos: Vec3(frame.pos),
        quat,
    };
    Ok(outer.map_or(own, |outer| outer.then(own)))
}

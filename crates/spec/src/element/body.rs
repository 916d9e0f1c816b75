//! Bodies, frames and what they contain.

use ligament_model::enums::{Scaling, SleepPolicy};

use super::{Camera, Geom, Joint, Light, Orientation, Site, element};
use crate::value::record_value;

/// Explicit inertia of a body.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Inertial {
    /// Where it was written.
    pub at: crate::origin::Origin,
    /// Centre of mass in the body frame.
    pub pos: [f64; 3],
    /// Orientation of the principal axes.
    pub orientation: Orientation,
    /// Mass.
    pub mass: f64,
    /// Principal moments.
    pub diaginertia: [f64; 3],
    /// Full inertia matrix: xx yy zz xy xz yz; replaces orientation and principal moments.
    pub fullinertia: Option<[f64; 6]>,
}

record_value!(Inertial {
    pos,
    orientation,
    mass,
    diaginertia,
    fullinertia
});

element! {
    /// A rigid body with everything attached to it.
    pub struct Body {
        childclass: String = String::new(), "Default class of the contents; empty to inherit.";
        pos: [f64; 3] = [0.0; 3], "Position in the parent.";
        orientation: Orientation = Orientation::default(), "Orientation in the parent.";
        inertial: Option<Inertial> = None, "Explicit inertia; none to infer it from the geoms.";
        mocap: bool = false, "Whether the user moves this body.";
        gravcomp: f64 = 0.0, "Anti-gravity force, in units of the weight.";
        sleep: SleepPolicy = SleepPolicy::Auto, "Sleep policy of the tree that starts here.";
        simple: bool = true, "Whether diagonal inertia may be detected and used.";
        fuse: bool = true, "Whether the body may be fused with its parent when static.";
        user: Vec<f64> = Vec::new(), "User data.";
    }
    plain {
        content: Vec<Node> = Vec::new(), "Contents of a body that is not in a model, in document order; the model keeps links.";
    }
}

element! {
    /// A coordinate frame: moves its contents and leaves no trace in the compiled model.
    pub struct Frame {
        childclass: String = String::new(), "Default class of the contents; empty to inherit.";
        pos: [f64; 3] = [0.0; 3], "Position in the parent.";
        orientation: Orientation = Orientation::default(), "Orientation in the parent.";
        scale: [f64; 3] = [1.0; 3], "Scale of the contents.";
        scaling: Scaling = Scaling::Similar, "What the scale means physically.";
        massscale: f64 = 0.0, "Mass factor of the contents; 0 for the ratio of volumes.";
    }
    plain {
        content: Vec<Node> = Vec::new(), "Contents of a body that is not in a model, in document order; the model keeps links.";
    }
}

/// Something inside a body or frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A child body.
    Body(Body),
    /// A frame.
    Frame(Frame),
    /// A joint.
    Joint(Joint),
    /// A geom.
    Geom(Geom),
    /// A site.
    Site(Site),
    /// A camera.
    Camera(Camera),
    /// A light.
    Light(Light),
}

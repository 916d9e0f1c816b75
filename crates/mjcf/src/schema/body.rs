//! Bodies, frames, joints, geoms, sites, cameras and lights.

use ligament_model::enums::{
    CamLightMode, CameraOutput, GeomType, JointType, LightType, Projection, Scaling, SleepPolicy,
};
use ligament_spec::element::{
    Body, Camera, Frame, Geom, Inertial, Joint, Light, Orientation, Site,
};

use super::codec::{
    Bits, Exact, Flag, FluidShape, Key, List, Maybe, One, Prefix, Text, Tri, UnlessFalse,
};
use super::flex::{FLEXCOMP, PLUGIN};
use super::{Child, Codec, Kind, Node, ONE_ORIENTATION, Rule, many, once, rows};
use crate::number::{Number, format_list, parse_list};

/// A codec for one notation of an orientation: reading it replaces whatever notation was there.
macro_rules! notation {
    ($(#[$meta:meta])* $codec:ident, $variant:ident, $n:literal, $check:expr) => {
        $(#[$meta])*
        pub struct $codec;

        impl Codec for $codec {
            type Value = Orientation;
            const KIND: Kind = <Exact<f64, $n> as Codec>::KIND;
            fn read(text: &str, value: &mut Orientation) -> Result<(), String> {
                if parse_list::<f64>(text)?.is_empty() {
                    return Ok(());
                }
                let mut numbers = [0.0; $n];
                Exact::<f64, $n>::read(text, &mut numbers)?;
                $check(&numbers)?;
                *value = Orientation::$variant(numbers);
                Ok(())
            }
            fn show(value: &Orientation) -> String {
                match value {
                    Orientation::$variant(numbers) => format_list(numbers),
                    _ => String::new(),
                }
            }
            fn same(a: &Orientation, b: &Orientation) -> bool {
                match (a, b) {
                    (Orientation::$variant(a), Orientation::$variant(b)) => {
                        a.iter().zip(b).all(|(x, y)| x.same(*y))
                    }
                    (Orientation::$variant(_), _) => false,
                    _ => true,
                }
            }
        }
    };
}

notation!(
    /// Quaternion.
    Quaternion, Quat, 4, not_zero
);
notation!(
    /// Axis and angle.
    AxisAngle, AxisAngle, 4, anything
);
notation!(
    /// Two axes.
    XyAxes, XyAxes, 6, anything
);
notation!(
    /// Z axis.
    ZAxis, ZAxis, 3, anything
);
notation!(
    /// Euler angles.
    Euler, Euler, 3, anything
);

fn anything(_: &[f64]) -> Result<(), String> {
    Ok(())
}

fn not_zero(quat: &[f64]) -> Result<(), String> {
    if quat.iter().all(|x| *x == 0.0) {
        return Err("a quaternion of zeros is no orientation".into());
    }
    Ok(())
}

/// One number for all three axes, or three.
pub struct Uniform;

impl Codec for Uniform {
    type Value = [f64; 3];
    const KIND: Kind = Kind::Special("1 or 3 numbers");
    fn read(text: &str, value: &mut [f64; 3]) -> Result<(), String> {
        match parse_list::<f64>(text)?.as_slice() {
            [] => Ok(()),
            [s] => {
                *value = [*s; 3];
                Ok(())
            }
            [x, y, z] => {
                *value = [*x, *y, *z];
                Ok(())
            }
            more => Err(format!(
                "1 or 3 numbers are expected, {} are given",
                more.len()
            )),
        }
    }
    fn show(value: &[f64; 3]) -> String {
        format_list(value)
    }
    fn same(a: &[f64; 3], b: &[f64; 3]) -> bool {
        Exact::<f64, 3>::same(a, b)
    }
}

/// Whether a light is directional: an older way to state its type.
pub struct Directional;

impl Codec for Directional {
    type Value = LightType;
    const KIND: Kind = Flag::KIND;
    fn read(text: &str, value: &mut LightType) -> Result<(), String> {
        let mut directional = false;
        Flag::read(text, &mut directional)?;
        *value = if directional {
            LightType::Directional
        } else {
            LightType::Spot
        };
        Ok(())
    }
    fn show(_: &LightType) -> String {
        String::new()
    }
    fn same(_: &LightType, _: &LightType) -> bool {
        true
    }
}

rows! {
    /// Attributes of bodies.
    pub static BODY_ROWS: Body {
        "name" => name: Text, "Name.";
        "childclass" => childclass: Text, "Default class of everything inside that names none.";
        "pos" => pos: Exact<f64, 3>, "Position in the parent.";
        "quat" => orientation: Quaternion, "Orientation in the parent, as quaternion w x y z.";
        "axisangle" => orientation: AxisAngle, "Orientation as axis and angle.";
        "xyaxes" => orientation: XyAxes, "Orientation as x axis and y axis.";
        "zaxis" => orientation: ZAxis, "Orientation as z axis.";
        "euler" => orientation: Euler, "Orientation as angles about the axes of the compiler's eulerseq.";
        "mocap" => mocap: Flag, "Whether the user moves the body; it must be a child of the world without joints.";
        "gravcomp" => gravcomp: One<f64>, "Upward force that compensates gravity, in units of the weight.";
        "sleep" => sleep: Key<SleepPolicy>, "Whether the tree that starts here may fall asleep.";
        "simple" => simple: UnlessFalse, "Whether a diagonal inertia may be noticed and used.";
        "fuse" => fuse: UnlessFalse, "Whether the body may be merged into its parent when it cannot move.";
        "user" => user: List<f64>, "Numbers for the user.";
    }
}

rows! {
    /// Attributes of frames.
    pub static FRAME_ROWS: Frame {
        "name" => name: Text, "Name.";
        "childclass" => childclass: Text, "Default class of everything inside that names none.";
        "pos" => pos: Exact<f64, 3>, "Position in the parent.";
        "quat" => orientation: Quaternion, "Orientation in the parent, as quaternion w x y z.";
        "axisangle" => orientation: AxisAngle, "Orientation as axis and angle.";
        "xyaxes" => orientation: XyAxes, "Orientation as x axis and y axis.";
        "zaxis" => orientation: ZAxis, "Orientation as z axis.";
        "euler" => orientation: Euler, "Orientation as angles about the axes of the compiler's eulerseq.";
        "scale" => scale: Uniform, "Scale of everything inside: one factor, or one for each axis.";
        "scaling" => scaling: Key<Scaling>, "What scales along with size: everything so that motion stays similar, or only shapes.";
        "massscale" => massscale: One<f64>, "Factor of the masses inside; 0 for the change of volume.";
    }
}

rows! {
    /// Attributes of explicit inertias.
    pub static INERTIAL_ROWS: Inertial {
        "pos" => pos: Exact<f64, 3> [required], "Centre of mass in the body.";
        "quat" => orientation: Quaternion, "Orientation of the principal axes, as quaternion w x y z.";
        "mass" => mass: One<f64> [required], "Mass.";
        "diaginertia" => diaginertia: Exact<f64, 3>, "Principal moments of inertia.";
        "axisangle" => orientation: AxisAngle, "Orientation as axis and angle.";
        "xyaxes" => orientation: XyAxes, "Orientation as x axis and y axis.";
        "zaxis" => orientation: ZAxis, "Orientation as z axis.";
        "euler" => orientation: Euler, "Orientation as angles about the axes of the compiler's eulerseq.";
        "fullinertia" => fullinertia: Maybe<Exact<f64, 6>>, "Inertia matrix xx yy zz xy xz yz, in place of moments and orientation.";
    }
}

rows! {
    /// Attributes of joints.
    pub static JOINT_ROWS: Joint {
        "name" => name: Text, "Name.";
        "class" => class: Text, "Default class.";
        "type" => kind: Key<JointType>, "Kind of joint.";
        "group" => group: One<i32>, "Group, for showing and hiding.";
        "pos" => pos: Exact<f64, 3>, "Anchor in the body.";
        "axis" => axis: Exact<f64, 3>, "Axis of a slide or hinge, in the body.";
        "springdamper" => springdamper: Exact<f64, 2>, "Time constant and damping ratio from which stiffness and damping follow.";
        "limited" => limited: Tri, "Whether the range is a limit.";
        "actuatorfrclimited" => actfrclimited: Tri, "Whether the sum of actuator forces is limited.";
        "solreflimit" => solref_limit: Prefix<f64, 2>, "Constraint reference of the limit.";
        "solimplimit" => solimp_limit: Prefix<f64, 5>, "Constraint impedance of the limit.";
        "solreffriction" => solref_friction: Prefix<f64, 2>, "Constraint reference of dry friction.";
        "solimpfriction" => solimp_friction: Prefix<f64, 5>, "Constraint impedance of dry friction.";
        "stiffness" => stiffness: Prefix<f64, 3>, "Spring stiffness: constant, linear and quadratic coefficient.";
        "range" => range: Exact<f64, 2>, "Limits of the joint.";
        "actuatorfrcrange" => actfrcrange: Exact<f64, 2>, "Limits of the sum of actuator forces.";
        "actuatorgravcomp" => actgravcomp: Flag, "Whether gravity compensation counts as actuator force.";
        "margin" => margin: One<f64>, "Distance to the limit at which it becomes active.";
        "ref" => ref_: One<f64>, "Value of the joint in the pose that is written.";
        "springref" => springref: One<f64>, "Value at which the spring is at rest.";
        "springyield" => springyield: One<f64>, "Force at which the spring yields; 0 for never.";
        "armature" => armature: One<f64>, "Inertia of the rotor, or mass for slides.";
        "damping" => damping: Prefix<f64, 3>, "Damping: constant, linear and quadratic coefficient.";
        "frictionloss" => frictionloss: One<f64>, "Dry friction.";
        "user" => user: List<f64>, "Numbers for the user.";
    }
}

rows! {
    /// Attributes of free joints that take no defaults.
    pub static FREEJOINT_ROWS: Joint {
        "name" => name: Text, "Name.";
        "group" => group: One<i32>, "Group, for showing and hiding.";
        "align" => align: Tri, "Whether the body frame moves to the inertial frame.";
    }
}

rows! {
    /// Attributes of geoms.
    pub static GEOM_ROWS: Geom {
        "name" => name: Text, "Name.";
        "class" => class: Text, "Default class.";
        "type" => kind: Key<GeomType>, "Kind of shape.";
        "contype" => contype: One<i32>, "Bits that must meet the other geom's conaffinity to collide.";
        "conaffinity" => conaffinity: One<i32>, "Bits that must meet the other geom's contype to collide.";
        "condim" => condim: One<i32>, "Dimensions of the contact force: 1, 3, 4 or 6.";
        "group" => group: One<i32>, "Group, for showing and hiding.";
        "priority" => priority: One<i32>, "The geom of higher priority gives the contact parameters.";
        "size" => size: Prefix<f64, 3>, "Size, by kind of shape.";
        "material" => material: Text, "Material.";
        "friction" => friction: Prefix<f64, 3>, "Sliding, torsional and rolling friction.";
        "mass" => mass: Maybe<One<f64>>, "Mass, in place of the density.";
        "density" => density: One<f64>, "Density, from which the mass follows.";
        "shellinertia" => shellinertia: Flag, "Whether the mass lies on the surface.";
        "solmix" => solmix: One<f64>, "Weight in mixing the contact parameters of two geoms.";
        "solref" => solref: Prefix<f64, 2>, "Constraint reference of contacts.";
        "solimp" => solimp: Prefix<f64, 5>, "Constraint impedance of contacts.";
        "margin" => margin: One<f64>, "Distance at which contacts become active.";
        "gap" => gap: One<f64>, "Further distance at which contacts are found.";
        "surfacevel" => surfacevel: Prefix<f64, 6>, "Velocity of the surface, linear then angular, as of a conveyor belt.";
        "adhesion" => adhesion: One<f64>, "Adhesive force.";
        "fromto" => fromto: Maybe<Exact<f64, 6>>, "End points, in place of position and orientation.";
        "pos" => pos: Exact<f64, 3>, "Position in the body.";
        "quat" => orientation: Quaternion, "Orientation in the body, as quaternion w x y z.";
        "axisangle" => orientation: AxisAngle, "Orientation as axis and angle.";
        "xyaxes" => orientation: XyAxes, "Orientation as x axis and y axis.";
        "zaxis" => orientation: ZAxis, "Orientation as z axis.";
        "euler" => orientation: Euler, "Orientation as angles about the axes of the compiler's eulerseq.";
        "hfield" => hfield: Text, "Height field.";
        "mesh" => mesh: Text, "Mesh to use, or to fit the shape to.";
        "fitscale" => fitscale: One<f64>, "Scale after fitting to a mesh.";
        "rgba" => rgba: Exact<f32, 4>, "Colour.";
        "castshadow" => castshadow: Flag, "Whether it casts a shadow.";
        "fluidshape" => fluid_ellipsoid: FluidShape, "Fluid forces on the geom itself, as an ellipsoid.";
        "fluidcoef" => fluid_coefs: Prefix<f64, 5>, "Coefficients of the ellipsoid fluid model.";
        "user" => user: List<f64>, "Numbers for the user.";
    }
}

rows! {
    /// Attributes of sites.
    pub static SITE_ROWS: Site {
        "name" => name: Text, "Name.";
        "class" => class: Text, "Default class.";
        "type" => kind: Key<GeomType>, "Kind of shape.";
        "group" => group: One<i32>, "Group, for showing and hiding.";
        "pos" => pos: Exact<f64, 3>, "Position in the body.";
        "quat" => orientation: Quaternion, "Orientation in the body, as quaternion w x y z.";
        "axisangle" => orientation: AxisAngle, "Orientation as axis and angle.";
        "xyaxes" => orientation: XyAxes, "Orientation as x axis and y axis.";
        "zaxis" => orientation: ZAxis, "Orientation as z axis.";
        "euler" => orientation: Euler, "Orientation as angles about the axes of the compiler's eulerseq.";
        "material" => material: Text, "Material.";
        "mesh" => mesh: Text, "Mesh of a mesh site.";
        "size" => size: Prefix<f64, 3>, "Size, by kind of shape.";
        "fromto" => fromto: Maybe<Exact<f64, 6>>, "End points, in place of position and orientation.";
        "rgba" => rgba: Exact<f32, 4>, "Colour.";
        "user" => user: List<f64>, "Numbers for the user.";
    }
}

rows! {
    /// Attributes of cameras.
    pub static CAMERA_ROWS: Camera {
        "name" => name: Text, "Name.";
        "class" => class: Text, "Default class.";
        "projection" => projection: Key<Projection>, "Projection.";
        "fovy" => fovy: One<f64>, "Vertical field of view in degrees, or its extent for orthographic cameras.";
        "ipd" => ipd: One<f64>, "Distance between the eyes.";
        "resolution" => resolution: Exact<i32, 2>, "Pixels, across and down.";
        "output" => output: Bits<CameraOutput>, "Images it produces.";
        "pos" => pos: Exact<f64, 3>, "Position in the body.";
        "quat" => orientation: Quaternion, "Orientation in the body, as quaternion w x y z.";
        "axisangle" => orientation: AxisAngle, "Orientation as axis and angle.";
        "xyaxes" => orientation: XyAxes, "Orientation as x axis and y axis.";
        "zaxis" => orientation: ZAxis, "Orientation as z axis.";
        "euler" => orientation: Euler, "Orientation as angles about the axes of the compiler's eulerseq.";
        "mode" => mode: Key<CamLightMode>, "How it moves with its body.";
        "target" => target: Text [own], "Body that it looks at.";
        "focal" => focal: Exact<f32, 2>, "Focal length.";
        "focalpixel" => focalpixel: Exact<f32, 2>, "Focal length, in pixels.";
        "principal" => principal: Exact<f32, 2>, "Principal point, from the centre.";
        "principalpixel" => principalpixel: Exact<f32, 2>, "Principal point, in pixels.";
        "sensorsize" => sensorsize: Exact<f32, 2>, "Size of the image sensor.";
        "user" => user: List<f64>, "Numbers for the user.";
    }
}

rows! {
    /// Attributes of lights.
    pub static LIGHT_ROWS: Light {
        "name" => name: Text, "Name.";
        "class" => class: Text, "Default class.";
        "directional" => kind: Directional, "Whether it is directional; an older form of type.";
        "type" => kind: Key<LightType>, "Kind of light.";
        "castshadow" => castshadow: Flag, "Whether it casts shadows.";
        "active" => active: Flag, "Whether it is on.";
        "pos" => pos: Exact<f64, 3>, "Position in the body.";
        "dir" => dir: Exact<f64, 3>, "Direction in the body.";
        "bulbradius" => bulbradius: One<f32>, "Radius of the bulb, for soft shadows.";
        "intensity" => intensity: One<f32>, "Intensity, in candela.";
        "range" => range: One<f32>, "Distance that it reaches.";
        "attenuation" => attenuation: Exact<f32, 3>, "Constant, linear and quadratic attenuation.";
        "cutoff" => cutoff: One<f32>, "Half-angle of a spot light, in degrees.";
        "softness" => softness: One<f32>, "Softness of the edge of a spot light.";
        "exponent" => exponent: One<f32>, "Fall-off of a spot light.";
        "ambient" => ambient: Exact<f32, 3>, "Ambient colour.";
        "diffuse" => diffuse: Exact<f32, 3>, "Diffuse colour.";
        "specular" => specular: Exact<f32, 3>, "Specular colour.";
        "mode" => mode: Key<CamLightMode>, "How it moves with its body.";
        "target" => target: Text [own], "Body that it points at.";
        "texture" => texture: Text [own], "Texture of an image light.";
    }
}

/// What a replicate element states.
#[derive(Clone, Debug, Default)]
pub struct Repeat {
    /// Number of copies.
    pub count: i32,
    /// Offset from one copy to the next.
    pub offset: [f64; 3],
    /// Rotation from one copy to the next.
    pub euler: [f64; 3],
    /// Put between a name and the number of the copy.
    pub sep: String,
    /// Default class of the contents.
    pub childclass: String,
}

rows! {
    /// Attributes of replicate.
    pub static REPLICATE_ROWS: Repeat {
        "count" => count: One<i32> [required], "Number of copies.";
        "offset" => offset: Exact<f64, 3>, "Offset from one copy to the next, in the frame of the former.";
        "euler" => euler: Exact<f64, 3>, "Rotation from one copy to the next.";
        "sep" => sep: Text, "Put between a name and the number of the copy.";
        "childclass" => childclass: Text, "Default class of everything inside that names none.";
    }
}

/// What an attach element states.
#[derive(Clone, Debug, Default)]
pub struct Attach {
    /// The model; empty for this one.
    pub model: String,
    /// The body.
    pub body: String,
    /// The frame.
    pub frame: String,
    /// Put before every name.
    pub prefix: String,
}

rows! {
    /// Attributes of attach.
    pub static ATTACH_ROWS: Attach {
        "model" => model: Text, "Model asset that the part comes from; this model if not given.";
        "body" => body: Text, "Body to attach.";
        "frame" => frame: Text, "Frame to attach.";
        "prefix" => prefix: Text [required], "Put before the names of everything attached.";
    }
}

/// Bodies.
pub static BODY: Node = Node {
    tag: "body",
    doc: "A rigid body with everything attached to it.",
    tables: &[&BODY_ROWS],
    children: &CONTENT,
    rules: &[ONE_ORIENTATION],
    ..Node::EMPTY
};

/// The world.
pub static WORLDBODY: Node = Node {
    tag: "worldbody",
    doc: "The world, which does not move; it takes no attributes, joints or inertia.",
    children: &CONTENT,
    ..Node::EMPTY
};

/// Frames.
pub static FRAME: Node = Node {
    tag: "frame",
    doc: "A coordinate frame that moves, and may scale, what is inside, and is no body.",
    tables: &[&FRAME_ROWS],
    children: &CONTENT,
    lenient: true,
    rules: &[ONE_ORIENTATION],
    ..Node::EMPTY
};

/// Repeated contents.
pub static REPLICATE: Node = Node {
    tag: "replicate",
    doc: "Copies of what is inside, each moved and turned further than the one before.",
    tables: &[&REPLICATE_ROWS],
    children: &CONTENT,
    lenient: true,
    ..Node::EMPTY
};

/// What bodies, frames, replicates and the world contain.
static CONTENT: [Child; 13] = [
    many(&BODY),
    many(&FRAME),
    many(&REPLICATE),
    once(&INERTIAL),
    many(&JOINT),
    many(&FREEJOINT),
    many(&GEOM),
    many(&ATTACH),
    many(&SITE),
    many(&CAMERA),
    many(&LIGHT),
    many(&PLUGIN),
    many(&FLEXCOMP),
];

/// Explicit inertia.
pub static INERTIAL: Node = Node {
    tag: "inertial",
    doc: "Mass and inertia of the body, in place of what its geoms give.",
    tables: &[&INERTIAL_ROWS],
    rules: &[Rule::Exclusive(&[
        &["fullinertia"],
        &["quat"],
        &["axisangle"],
        &["xyaxes"],
        &["zaxis"],
        &["euler"],
    ])],
    ..Node::EMPTY
};

/// Joints.
pub static JOINT: Node = Node {
    tag: "joint",
    doc: "A joint between the body and its parent.",
    tables: &[&JOINT_ROWS],
    ..Node::EMPTY
};

/// Free joints.
pub static FREEJOINT: Node = Node {
    tag: "freejoint",
    doc: "A free joint that takes nothing from default classes.",
    tables: &[&FREEJOINT_ROWS],
    ..Node::EMPTY
};

/// Geoms.
pub static GEOM: Node = Node {
    tag: "geom",
    doc: "A shape fixed to the body, for collision, inertia and rendering.",
    tables: &[&GEOM_ROWS],
    children: &[many(&PLUGIN)],
    rules: &[ONE_ORIENTATION],
    ..Node::EMPTY
};

/// Attachments.
pub static ATTACH: Node = Node {
    tag: "attach",
    doc: "A part of another model, or a copy of a part of this one.",
    tables: &[&ATTACH_ROWS],
    rules: &[Rule::Exclusive(&[&["body"], &["frame"]])],
    ..Node::EMPTY
};

/// Sites.
pub static SITE: Node = Node {
    tag: "site",
    doc: "A marked frame on the body, for sensors, tendons and constraints.",
    tables: &[&SITE_ROWS],
    rules: &[ONE_ORIENTATION],
    ..Node::EMPTY
};

/// Cameras.
pub static CAMERA: Node = Node {
    tag: "camera",
    doc: "A camera fixed to the body, or following it.",
    tables: &[&CAMERA_ROWS],
    rules: &[
        ONE_ORIENTATION,
        Rule::Exclusive(&[&["fovy"], &["sensorsize"]]),
    ],
    ..Node::EMPTY
};

/// Lights.
pub static LIGHT: Node = Node {
    tag: "light",
    doc: "A light fixed to the body, or following it.",
    tables: &[&LIGHT_ROWS],
    rules: &[Rule::Exclusive(&[&["directional"], &["type"]])],
    ..Node::EMPTY
};

//! Sensors.

use ligament_model::enums::{
    ContactData, DataType, Keyword, ObjectType, RayData, SensorType, Stage,
};
use ligament_spec::element::Sensor;

use super::codec::{Flag, Interpolation, Key, List, One, Prefix, Reduction, Text, keywords};
use super::custom::AnyObject;
use super::flex::{CONFIG, PLUGIN_ROWS};
use super::{Child, Codec, Kind, Node, Row, Rule, many, rows};
use crate::words::choose;

rows! {
    /// History, cut-off and noise, which most sensors have.
    pub static BASE_ROWS: Sensor {
        "name" => name: Text, "Name.";
        "nsample" => nsample: One<i32>, "Samples in the history.";
        "interp" => interp: Interpolation, "How delayed values are interpolated.";
        "delay" => delay: One<f64>, "Delay, in seconds.";
        "interval" => interval: Prefix<f64, 2>, "Period and phase of sampling, in seconds.";
        "cutoff" => cutoff: One<f64>, "Bound of the value; 0 for none.";
        "noise" => noise: One<f64>, "Standard deviation of the noise, a remark that adds none.";
        "user" => user: List<f64>, "Numbers for the user.";
    }
}

/// A sensed object of one kind.
pub struct Sensed<const KIND: i32>;

/// An object of one kind that the value is relative to.
pub struct Relative<const KIND: i32>;

fn object(number: i32) -> ObjectType {
    ObjectType::from_number(number).unwrap_or(ObjectType::Unknown)
}

impl<const OBJECT: i32> Codec for Sensed<OBJECT> {
    type Value = Sensor;
    const KIND: Kind = Kind::Text;
    fn read(text: &str, value: &mut Sensor) -> Result<(), String> {
        text.clone_into(&mut value.objname);
        value.objtype = object(OBJECT);
        Ok(())
    }
    fn show(value: &Sensor) -> String {
        value.objname.clone()
    }
    fn same(a: &Sensor, _: &Sensor) -> bool {
        a.objtype != object(OBJECT)
    }
}

impl<const OBJECT: i32> Codec for Relative<OBJECT> {
    type Value = Sensor;
    const KIND: Kind = Kind::Text;
    fn read(text: &str, value: &mut Sensor) -> Result<(), String> {
        text.clone_into(&mut value.refname);
        value.reftype = object(OBJECT);
        Ok(())
    }
    fn show(value: &Sensor) -> String {
        value.refname.clone()
    }
    fn same(a: &Sensor, _: &Sensor) -> bool {
        a.reftype != object(OBJECT)
    }
}

/// A kind of object that has a frame.
pub struct FrameObject;

impl FrameObject {
    fn words() -> Vec<&'static str> {
        vec!["body", "xbody", "geom", "site", "camera"]
    }
}

impl Codec for FrameObject {
    type Value = ObjectType;
    const KIND: Kind = Kind::Word(Self::words);
    fn read(text: &str, value: &mut ObjectType) -> Result<(), String> {
        let words = Self::words();
        if !words.contains(&text) {
            return Err(choose(text, &words));
        }
        AnyObject::read(text, value)
    }
    fn show(value: &ObjectType) -> String {
        value.keyword().into()
    }
    fn same(a: &ObjectType, b: &ObjectType) -> bool {
        a == b
    }
}

/// Which values are reported, as bits in the first integer parameter.
pub struct Fields<E>(std::marker::PhantomData<E>);

impl<E: Keyword> Codec for Fields<E> {
    type Value = [i32; 3];
    const KIND: Kind = Kind::Words(keywords::<E>);
    fn read(text: &str, value: &mut [i32; 3]) -> Result<(), String> {
        let mut bits = 0;
        for word in text.split_ascii_whitespace() {
            let field = E::from_keyword(word).ok_or_else(|| choose(word, &keywords::<E>()))?;
            let bit = 1 << field.number();
            if bit <= bits {
                let order = keywords::<E>().join(", ");
                return Err(format!(
                    "fields must be listed once each, in this order: {order}"
                ));
            }
            bits |= bit;
        }
        if bits != 0 {
            value[0] = bits;
        }
        Ok(())
    }
    fn show(value: &[i32; 3]) -> String {
        let set = E::ALL.iter().filter(|e| value[0] & (1 << e.number()) != 0);
        set.map(|e| e.keyword()).collect::<Vec<_>>().join(" ")
    }
    fn same(a: &[i32; 3], b: &[i32; 3]) -> bool {
        a[0] == b[0]
    }
}

/// How contacts are reduced: the second integer parameter.
pub struct Reduce;

impl Codec for Reduce {
    type Value = [i32; 3];
    const KIND: Kind = Reduction::KIND;
    fn read(text: &str, value: &mut [i32; 3]) -> Result<(), String> {
        Reduction::read(text, &mut value[1])
    }
    fn show(value: &[i32; 3]) -> String {
        Reduction::show(&value[1])
    }
    fn same(a: &[i32; 3], b: &[i32; 3]) -> bool {
        a[1] == b[1]
    }
}

/// How many contacts are reported: the third integer parameter.
pub struct Contacts;

impl Codec for Contacts {
    type Value = [i32; 3];
    const KIND: Kind = <One<i32> as Codec>::KIND;
    fn read(text: &str, value: &mut [i32; 3]) -> Result<(), String> {
        One::<i32>::read(text, &mut value[2])?;
        if value[2] > 0 {
            Ok(())
        } else {
            Err("at least one contact must be reported".into())
        }
    }
    fn show(value: &[i32; 3]) -> String {
        value[2].to_string()
    }
    fn same(a: &[i32; 3], b: &[i32; 3]) -> bool {
        a[2] == b[2]
    }
}

/// Whether the whole object must be inside: the first integer parameter.
pub struct Enclosed;

impl Codec for Enclosed {
    type Value = [i32; 3];
    const KIND: Kind = Flag::KIND;
    fn read(text: &str, value: &mut [i32; 3]) -> Result<(), String> {
        let mut enclosed = false;
        Flag::read(text, &mut enclosed)?;
        value[0] = i32::from(enclosed);
        Ok(())
    }
    fn show(value: &[i32; 3]) -> String {
        Flag::show(&(value[0] != 0))
    }
    fn same(a: &[i32; 3], b: &[i32; 3]) -> bool {
        a[0] == b[0]
    }
}

const BODY: i32 = ObjectType::Body as i32;
const XBODY: i32 = ObjectType::XBody as i32;
const GEOM: i32 = ObjectType::Geom as i32;
const SITE: i32 = ObjectType::Site as i32;
const CAMERA: i32 = ObjectType::Camera as i32;
const JOINT: i32 = ObjectType::Joint as i32;
const TENDON: i32 = ObjectType::Tendon as i32;
const ACTUATOR: i32 = ObjectType::Actuator as i32;
const MESH: i32 = ObjectType::Mesh as i32;

rows! {
    /// A sensor at a site.
    pub static SITE_ROWS: Sensor {
        "site" => whole: Sensed<SITE> [required], "Site.";
    }
}
rows! {
    /// A sensor of a joint.
    pub static JOINT_ROWS: Sensor {
        "joint" => whole: Sensed<JOINT> [required], "Joint.";
    }
}
rows! {
    /// A sensor of a tendon.
    pub static TENDON_ROWS: Sensor {
        "tendon" => whole: Sensed<TENDON> [required], "Tendon.";
    }
}
rows! {
    /// A sensor of an actuator.
    pub static ACTUATOR_ROWS: Sensor {
        "actuator" => whole: Sensed<ACTUATOR> [required], "Actuator.";
    }
}
rows! {
    /// A sensor of the tree that starts at a body.
    pub static BODY_ROWS: Sensor {
        "body" => whole: Sensed<BODY> [required], "Body at which the tree starts.";
    }
}
rows! {
    /// Where a site is in the picture of a camera.
    pub static CAMPROJECTION_ROWS: Sensor {
        "site" => whole: Sensed<SITE> [required], "Site.";
        "camera" => whole: Relative<CAMERA> [required], "Camera.";
    }
}
rows! {
    /// A range finder.
    pub static RANGEFINDER_ROWS: Sensor {
        "site" => whole: Sensed<SITE>, "Site that gives the ray.";
        "camera" => whole: Sensed<CAMERA>, "Camera that gives a ray for every pixel.";
        "data" => intprm: Fields<RayData>, "What is reported of each ray.";
    }
}
rows! {
    /// An object with a frame.
    pub static FRAME_ROWS: Sensor {
        "objtype" => objtype: FrameObject [required], "Kind of object.";
        "objname" => objname: Text [required], "Object.";
    }
}
rows! {
    /// The frame that the value is relative to.
    pub static REFERENCE_ROWS: Sensor {
        "reftype" => reftype: FrameObject, "Kind of object that the value is relative to.";
        "refname" => refname: Text, "Object that the value is relative to; the world if not given.";
    }
}
rows! {
    /// Whether an object is inside a site.
    pub static INSIDESITE_ROWS: Sensor {
        "site" => whole: Relative<SITE> [required], "Site.";
        "objtype" => objtype: FrameObject [required], "Kind of object.";
        "objname" => objname: Text [required], "Object.";
        "enclosed" => intprm: Enclosed, "Whether the whole object counts, not only its origin.";
    }
}
rows! {
    /// Two geoms, or the geoms of two bodies.
    pub static BETWEEN_ROWS: Sensor {
        "geom1" => whole: Sensed<GEOM>, "First geom.";
        "geom2" => whole: Relative<GEOM>, "Second geom.";
        "body1" => whole: Sensed<BODY>, "First body.";
        "body2" => whole: Relative<BODY>, "Second body.";
    }
}
rows! {
    /// Contacts.
    pub static CONTACT_ROWS: Sensor {
        "geom1" => whole: Sensed<GEOM>, "Geom on the one side.";
        "geom2" => whole: Relative<GEOM>, "Geom on the other side.";
        "body1" => whole: Sensed<BODY>, "Body on the one side.";
        "body2" => whole: Relative<BODY>, "Body on the other side.";
        "subtree1" => whole: Sensed<XBODY>, "Tree on the one side, by the body at which it starts.";
        "subtree2" => whole: Relative<XBODY>, "Tree on the other side, by the body at which it starts.";
        "site" => whole: Sensed<SITE>, "Site that contains the contacts.";
        "num" => intprm: Contacts, "Most contacts to report.";
        "data" => intprm: Fields<ContactData>, "What is reported of each contact.";
        "reduce" => intprm: Reduce, "Which contacts are reported if there are more.";
    }
}
rows! {
    /// A tactile sensor.
    pub static TACTILE_ROWS: Sensor {
        "name" => name: Text, "Name.";
        "geom" => whole: Relative<GEOM> [required], "Geom that feels.";
        "mesh" => whole: Sensed<MESH> [required], "Mesh whose vertices are the points of measurement.";
        "nsample" => nsample: One<i32>, "Samples in the history.";
        "interp" => interp: Interpolation, "How delayed values are interpolated.";
        "delay" => delay: One<f64>, "Delay, in seconds.";
        "interval" => interval: Prefix<f64, 2>, "Period and phase of sampling, in seconds.";
        "cutoff" => cutoff: One<f64>, "Bound of the value; 0 for none.";
        "user" => user: List<f64>, "Numbers for the user.";
    }
}
rows! {
    /// A sensor that the user computes.
    pub static USER_ROWS: Sensor {
        "name" => name: Text, "Name.";
        "objtype" => objtype: AnyObject, "Kind of object it belongs to.";
        "objname" => objname: Text, "Object it belongs to.";
        "datatype" => datatype: Key<DataType>, "Kind of value.";
        "needstage" => needstage: Key<Stage>, "Stage after which it can be computed.";
        "dim" => dim: One<i32> [required], "Number of values.";
        "cutoff" => cutoff: One<f64>, "Bound of the value; 0 for none.";
        "noise" => noise: One<f64>, "Standard deviation of the noise, a remark that adds none.";
        "user" => user: List<f64>, "Numbers for the user.";
    }
}
rows! {
    /// A sensor computed by a plugin.
    pub static PLUGIN_SENSOR_ROWS: Sensor {
        "name" => name: Text, "Name.";
        "cutoff" => cutoff: One<f64>, "Bound of the value; 0 for none.";
        "objtype" => objtype: AnyObject, "Kind of object.";
        "objname" => objname: Text, "Object.";
        "reftype" => reftype: AnyObject, "Kind of object that the value is relative to.";
        "refname" => refname: Text, "Object that the value is relative to.";
        "user" => user: List<f64>, "Numbers for the user.";
    }
}

/// A sensor as an element of the format.
pub struct SensorElement {
    /// The tag.
    pub tag: &'static str,
    /// Kind of sensor.
    pub kind: SensorType,
    /// Its tables.
    pub rows: &'static [&'static &'static [Row<Sensor>]],
}

const REFERENCE: Rule = Rule::Together(&["reftype", "refname"]);
const FIRST: Rule = Rule::Exclusive(&[&["geom1"], &["body1"]]);
const FIRST_NEEDED: Rule = Rule::OneOf(&[&["geom1"], &["body1"]]);
const SECOND: Rule = Rule::Exclusive(&[&["geom2"], &["body2"]]);
const SECOND_NEEDED: Rule = Rule::OneOf(&[&["geom2"], &["body2"]]);

macro_rules! sensors {
    ($($kind:ident $tag:literal [$($table:ident),*] [$($rule:expr),*] $doc:literal;)*) => {
        /// All sensors that are built.
        pub static SENSORS: &[SensorElement] = &[
            $(SensorElement {
                tag: $tag,
                kind: SensorType::$kind,
                rows: &[$(&$table),*],
            },)*
        ];

        /// Sensors.
        pub static SENSOR: Node = Node {
            tag: "sensor",
            doc: "Sensors.",
            children: &[
                $(many({
                    static NODE: Node = Node {
                        tag: $tag,
                        doc: $doc,
                        tables: &[$(&$table),*],
                        rules: &[$($rule),*],
                        ..Node::EMPTY
                    };
                    &NODE
                }),)*
                PLUGIN_CHILD,
            ],
            ..Node::EMPTY
        };
    };
}

const PLUGIN_CHILD: Child = many(&PLUGIN);

static PLUGIN: Node = Node {
    tag: "plugin",
    doc: "A sensor computed by a plugin.",
    tables: &[&PLUGIN_SENSOR_ROWS, &PLUGIN_ROWS],
    children: &[many(&CONFIG)],
    ..Node::EMPTY
};

sensors! {
    Touch "touch" [BASE_ROWS, SITE_ROWS] [] "Sum of the normal contact forces inside a site.";
    Accelerometer "accelerometer" [BASE_ROWS, SITE_ROWS] [] "Acceleration of a site, gravity included, in its frame.";
    Velocimeter "velocimeter" [BASE_ROWS, SITE_ROWS] [] "Velocity of a site in its frame.";
    Gyro "gyro" [BASE_ROWS, SITE_ROWS] [] "Angular velocity of a site in its frame.";
    Force "force" [BASE_ROWS, SITE_ROWS] [] "Force between the site's body and its parent, in the frame of the site.";
    Torque "torque" [BASE_ROWS, SITE_ROWS] [] "Torque between the site's body and its parent, in the frame of the site.";
    Magnetometer "magnetometer" [BASE_ROWS, SITE_ROWS] [] "Magnetic flux in the frame of a site.";
    CamProjection "camprojection" [BASE_ROWS, CAMPROJECTION_ROWS] [] "Pixel at which a camera sees a site.";
    Rangefinder "rangefinder" [BASE_ROWS, RANGEFINDER_ROWS]
        [Rule::Exclusive(&[&["site"], &["camera"]]), Rule::OneOf(&[&["site"], &["camera"]])]
        "Distance to the nearest geom along the z axis of a site, or along the rays of a camera.";
    JointPos "jointpos" [BASE_ROWS, JOINT_ROWS] [] "Position of a slide or hinge.";
    JointVel "jointvel" [BASE_ROWS, JOINT_ROWS] [] "Velocity of a slide or hinge.";
    TendonPos "tendonpos" [BASE_ROWS, TENDON_ROWS] [] "Length of a tendon.";
    TendonVel "tendonvel" [BASE_ROWS, TENDON_ROWS] [] "Velocity of a tendon.";
    ActuatorPos "actuatorpos" [BASE_ROWS, ACTUATOR_ROWS] [] "Length of an actuator.";
    ActuatorVel "actuatorvel" [BASE_ROWS, ACTUATOR_ROWS] [] "Velocity of an actuator.";
    ActuatorFrc "actuatorfrc" [BASE_ROWS, ACTUATOR_ROWS] [] "Force of an actuator.";
    JointActFrc "jointactuatorfrc" [BASE_ROWS, JOINT_ROWS] [] "Sum of actuator forces at a joint.";
    TendonActFrc "tendonactuatorfrc" [BASE_ROWS, TENDON_ROWS] [] "Sum of actuator forces at a tendon.";
    BallQuat "ballquat" [BASE_ROWS, JOINT_ROWS] [] "Orientation of a ball joint.";
    BallAngVel "ballangvel" [BASE_ROWS, JOINT_ROWS] [] "Angular velocity of a ball joint.";
    JointLimitPos "jointlimitpos" [BASE_ROWS, JOINT_ROWS] [] "Distance to the nearest limit of a joint.";
    JointLimitVel "jointlimitvel" [BASE_ROWS, JOINT_ROWS] [] "Velocity towards the limit of a joint.";
    JointLimitFrc "jointlimitfrc" [BASE_ROWS, JOINT_ROWS] [] "Force of the limit of a joint.";
    TendonLimitPos "tendonlimitpos" [BASE_ROWS, TENDON_ROWS] [] "Distance to the nearest limit of a tendon.";
    TendonLimitVel "tendonlimitvel" [BASE_ROWS, TENDON_ROWS] [] "Velocity towards the limit of a tendon.";
    TendonLimitFrc "tendonlimitfrc" [BASE_ROWS, TENDON_ROWS] [] "Force of the limit of a tendon.";
    FramePos "framepos" [BASE_ROWS, FRAME_ROWS, REFERENCE_ROWS] [REFERENCE] "Position of an object.";
    FrameQuat "framequat" [BASE_ROWS, FRAME_ROWS, REFERENCE_ROWS] [REFERENCE] "Orientation of an object.";
    FrameXAxis "framexaxis" [BASE_ROWS, FRAME_ROWS, REFERENCE_ROWS] [REFERENCE] "X axis of an object.";
    FrameYAxis "frameyaxis" [BASE_ROWS, FRAME_ROWS, REFERENCE_ROWS] [REFERENCE] "Y axis of an object.";
    FrameZAxis "framezaxis" [BASE_ROWS, FRAME_ROWS, REFERENCE_ROWS] [REFERENCE] "Z axis of an object.";
    FrameLinVel "framelinvel" [BASE_ROWS, FRAME_ROWS, REFERENCE_ROWS] [REFERENCE] "Velocity of an object.";
    FrameAngVel "frameangvel" [BASE_ROWS, FRAME_ROWS, REFERENCE_ROWS] [REFERENCE] "Angular velocity of an object.";
    FrameLinAcc "framelinacc" [BASE_ROWS, FRAME_ROWS] [] "Acceleration of an object, gravity included.";
    FrameAngAcc "frameangacc" [BASE_ROWS, FRAME_ROWS] [] "Angular acceleration of an object.";
    SubtreeCom "subtreecom" [BASE_ROWS, BODY_ROWS] [] "Centre of mass of a tree.";
    SubtreeLinVel "subtreelinvel" [BASE_ROWS, BODY_ROWS] [] "Velocity of the centre of mass of a tree.";
    SubtreeAngMom "subtreeangmom" [BASE_ROWS, BODY_ROWS] [] "Angular momentum of a tree about its centre of mass.";
    InsideSite "insidesite" [BASE_ROWS, INSIDESITE_ROWS] [] "Whether an object is inside a site.";
    GeomDist "distance" [BASE_ROWS, BETWEEN_ROWS] [FIRST, FIRST_NEEDED, SECOND, SECOND_NEEDED]
        "Distance between two geoms or bodies.";
    GeomNormal "normal" [BASE_ROWS, BETWEEN_ROWS] [FIRST, FIRST_NEEDED, SECOND, SECOND_NEEDED]
        "Direction of the shortest distance between two geoms or bodies.";
    GeomFromTo "fromto" [BASE_ROWS, BETWEEN_ROWS] [FIRST, FIRST_NEEDED, SECOND, SECOND_NEEDED]
        "Segment of the shortest distance between two geoms or bodies.";
    Contact "contact" [BASE_ROWS, CONTACT_ROWS]
        [Rule::Exclusive(&[&["geom1"], &["body1"], &["subtree1"], &["site"]]),
         Rule::Exclusive(&[&["geom2"], &["body2"], &["subtree2"]])]
        "Contacts that satisfy conditions.";
    EPotential "e_potential" [BASE_ROWS] [] "Potential energy.";
    EKinetic "e_kinetic" [BASE_ROWS] [] "Kinetic energy.";
    Clock "clock" [BASE_ROWS] [] "Time.";
    Tactile "tactile" [TACTILE_ROWS] [] "Penetration and sliding at the vertices of a mesh.";
    User "user" [USER_ROWS] [Rule::Together(&["objtype", "objname"])] "A sensor that the user computes.";
}

/// The integer parameters that a sensor starts with.
pub fn parameters(kind: SensorType) -> [i32; 3] {
    match kind {
        SensorType::Contact => [1 << ContactData::Found.number(), 0, 1],
        SensorType::Rangefinder => [1 << RayData::Dist.number(), 0, 0],
        _ => [0; 3],
    }
}

//! Kinds of sensor: what each is attached to and what it gives, one row per kind.

use crate::enums::{DataType, ObjectType, SensorType, Stage};

/// What a sensor is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// A site.
    Site,
    /// A site, seen by a camera.
    SiteInCamera,
    /// A site or a camera.
    SiteOrCamera,
    /// A slide or hinge joint.
    ScalarJoint,
    /// A ball joint.
    BallJoint,
    /// A joint with limits.
    LimitedJoint,
    /// A tendon.
    Tendon,
    /// A tendon with limits.
    LimitedTendon,
    /// An actuator.
    Actuator,
    /// Anything with a frame.
    Frame,
    /// Anything with a frame, relative to a site.
    FrameInSite,
    /// A body.
    Body,
    /// Two bodies or geoms.
    TwoShapes,
    /// Contacts, by what touches.
    Contacts,
    /// A mesh on a geom.
    MeshOnGeom,
    /// Nothing: it concerns the model as a whole.
    Model,
    /// Whatever the user says.
    Anything,
}

impl On {
    /// Whether a sensor may be attached to an object of kind `object`, relative to one of kind `reference`. Those that
    /// may be relative to nothing take any frame or [`ObjectType::Unknown`].
    pub fn accepts(self, object: ObjectType, reference: ObjectType) -> bool {
        use ObjectType as O;
        match self {
            Self::Site => object == O::Site,
            Self::SiteInCamera => object == O::Site && reference == O::Camera,
            Self::SiteOrCamera => matches!(object, O::Site | O::Camera),
            Self::ScalarJoint | Self::BallJoint | Self::LimitedJoint => object == O::Joint,
            Self::Tendon | Self::LimitedTendon => object == O::Tendon,
            Self::Actuator => object == O::Actuator,
            Self::Body => object == O::Body,
            Self::Frame => has_frame(object) && (has_frame(reference) || reference == O::Unknown),
            Self::FrameInSite => has_frame(object) && reference == O::Site,
            Self::TwoShapes => [object, reference]
                .iter()
                .all(|kind| matches!(kind, O::Body | O::Geom)),
            Self::Contacts => {
                matches!(object, O::Unknown | O::Site | O::Body | O::XBody | O::Geom)
                    && matches!(reference, O::Unknown | O::Body | O::XBody | O::Geom)
            }
            Self::MeshOnGeom => object == O::Mesh && reference == O::Geom,
            Self::Model | Self::Anything => true,
        }
    }
}

/// Whether objects of a kind have a position and an orientation.
pub fn has_frame(kind: ObjectType) -> bool {
    use ObjectType as O;
    matches!(kind, O::Body | O::XBody | O::Geom | O::Site | O::Camera)
}

/// How many values a sensor gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Always as many.
    Fixed(usize),
    /// One per force of the actuator.
    Outputs,
    /// Fields times contacts.
    Contacts,
    /// Fields times rays.
    Rays,
    /// Three per vertex of the mesh.
    Vertices,
    /// As the user says.
    Given,
}

/// What is known of a kind of sensor.
#[derive(Clone, Copy, Debug)]
pub struct SensorFacts {
    /// What it is attached to.
    pub on: On,
    /// How many values it gives.
    pub width: Width,
    /// What kind of values.
    pub data: DataType,
    /// When it can be computed.
    pub stage: Stage,
}

/// What is known of a kind of sensor; none for kinds that are not supported.
pub fn facts(kind: SensorType) -> Option<SensorFacts> {
    use DataType::{Axis, Positive, Quaternion, Real};
    use SensorType as S;
    use Stage::{Acc, Pos, Vel};
    use Width::Fixed;
    let (on, width, data, stage) = match kind {
        S::Touch => (On::Site, Fixed(1), Positive, Acc),
        S::Accelerometer => (On::Site, Fixed(3), Real, Acc),
        S::Velocimeter => (On::Site, Fixed(3), Real, Vel),
        S::Gyro => (On::Site, Fixed(3), Real, Vel),
        S::Force => (On::Site, Fixed(3), Real, Acc),
        S::Torque => (On::Site, Fixed(3), Real, Acc),
        S::Magnetometer => (On::Site, Fixed(3), Real, Pos),
        S::Rangefinder => (On::SiteOrCamera, Width::Rays, Real, Pos),
        S::CamProjection => (On::SiteInCamera, Fixed(2), Real, Pos),
        S::JointPos => (On::ScalarJoint, Fixed(1), Real, Pos),
        S::JointVel => (On::ScalarJoint, Fixed(1), Real, Vel),
        S::TendonPos => (On::Tendon, Fixed(1), Real, Pos),
        S::TendonVel => (On::Tendon, Fixed(1), Real, Vel),
        S::ActuatorPos => (On::Actuator, Width::Outputs, Real, Pos),
        S::ActuatorVel => (On::Actuator, Width::Outputs, Real, Vel),
        S::ActuatorFrc => (On::Actuator, Width::Outputs, Real, Acc),
        S::JointActFrc => (On::ScalarJoint, Fixed(1), Real, Acc),
        S::TendonActFrc => (On::Tendon, Fixed(1), Real, Acc),
        S::BallQuat => (On::BallJoint, Fixed(4), Quaternion, Pos),
        S::BallAngVel => (On::BallJoint, Fixed(3), Real, Vel),
        S::JointLimitPos => (On::LimitedJoint, Fixed(1), Real, Pos),
        S::JointLimitVel => (On::LimitedJoint, Fixed(1), Real, Vel),
        S::JointLimitFrc => (On::LimitedJoint, Fixed(1), Real, Acc),
        S::TendonLimitPos => (On::LimitedTendon, Fixed(1), Real, Pos),
        S::TendonLimitVel => (On::LimitedTendon, Fixed(1), Real, Vel),
        S::TendonLimitFrc => (On::LimitedTendon, Fixed(1), Real, Acc),
        S::FramePos => (On::Frame, Fixed(3), Real, Pos),
        S::FrameQuat => (On::Frame, Fixed(4), Quaternion, Pos),
        S::FrameXAxis => (On::Frame, Fixed(3), Axis, Pos),
        S::FrameYAxis => (On::Frame, Fixed(3), Axis, Pos),
        S::FrameZAxis => (On::Frame, Fixed(3), Axis, Pos),
        S::FrameLinVel => (On::Frame, Fixed(3), Real, Vel),
        S::FrameAngVel => (On::Frame, Fixed(3), Real, Vel),
        S::FrameLinAcc => (On::Frame, Fixed(3), Real, Acc),
        S::FrameAngAcc => (On::Frame, Fixed(3), Real, Acc),
        S::SubtreeCom => (On::Body, Fixed(3), Real, Pos),
        S::SubtreeLinVel => (On::Body, Fixed(3), Real, Vel),
        S::SubtreeAngMom => (On::Body, Fixed(3), Real, Vel),
        S::InsideSite => (On::FrameInSite, Fixed(1), Positive, Pos),
        S::GeomDist => (On::TwoShapes, Fixed(1), Real, Pos),
        S::GeomNormal => (On::TwoShapes, Fixed(3), Axis, Pos),
        S::GeomFromTo => (On::TwoShapes, Fixed(6), Real, Pos),
        S::Contact => (On::Contacts, Width::Contacts, Real, Acc),
        S::EPotential => (On::Model, Fixed(1), Real, Pos),
        S::EKinetic => (On::Model, Fixed(1), Real, Pos),
        S::Clock => (On::Model, Fixed(1), Real, Pos),
        S::Tactile => (On::MeshOnGeom, Width::Vertices, Real, Vel),
        S::User => (On::Anything, Width::Given, Real, Acc),
        S::Plugin => return None,
    };
    Some(SensorFacts {
        on,
        width,
        data,
        stage,
    })
}

/// Values that each field of a contact sensor takes, in the order of their bits.
const CONTACT_FIELDS: [usize; 9] = [1, 3, 3, 1, 3, 3, 3, 3, 3];
/// Values that each field of a rangefinder takes, in the order of their bits.
const RAY_FIELDS: [usize; 6] = [1, 3, 3, 3, 3, 1];

/// Values of the fields that are chosen; none if no field or an unknown one is.
fn chosen(bits: i32, fields: &[usize]) -> Option<usize> {
    if bits <= 0 || bits >> fields.len() != 0 {
        return None;
    }
    let values = fields.iter().enumerate();
    Some(
        values
            .filter(|(i, _)| bits >> i & 1 == 1)
            .map(|(_, n)| n)
            .sum(),
    )
}

/// Values of one contact.
pub fn contact_values(bits: i32) -> Option<usize> {
    chosen(bits, &CONTACT_FIELDS)
}

/// Values of one ray.
pub fn ray_values(bits: i32) -> Option<usize> {
    chosen(bits, &RAY_FIELDS)
}

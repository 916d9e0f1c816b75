//! One row per kind of sensor.

use ligament_model::enums::SensorType;

use super::{
    SensorIn, SensorScratch, contact, coordinate, distance, frame, inside, limit, range, site,
    tactile, whole,
};

/// Reads a sensor.
pub(super) type Reader = fn(&SensorIn<'_>, usize, &mut SensorScratch, &mut [f64]);

/// What must have been computed beyond the stage of a sensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// `subtree_linvel`, `subtree_angmom`.
    SubtreeVelocity,
    /// `cacc`, `cfrc_int`, `cfrc_ext`.
    BodyForces,
    /// Potential energy.
    PotentialEnergy,
    /// Kinetic energy.
    KineticEnergy,
}

use Needs::{BodyForces, KineticEnergy, Nothing, PotentialEnergy, SubtreeVelocity};
use SensorType as S;

/// Kinds in the order of their numbers.
const ROWS: [(SensorType, Needs, Option<Reader>); 49] = [
    (S::Touch, Nothing, Some(site::touch)),
    (S::Accelerometer, BodyForces, Some(site::acceleration)),
    (S::Velocimeter, Nothing, Some(site::velocity)),
    (S::Gyro, Nothing, Some(site::spin)),
    (S::Force, BodyForces, Some(site::force)),
    (S::Torque, BodyForces, Some(site::torque)),
    (S::Magnetometer, Nothing, Some(site::magnetic_field)),
    (S::Rangefinder, Nothing, Some(range::rays)),
    (S::CamProjection, Nothing, Some(range::projection)),
    (S::JointPos, Nothing, Some(coordinate::joint_position)),
    (S::JointVel, Nothing, Some(coordinate::joint_velocity)),
    (S::TendonPos, Nothing, Some(coordinate::tendon_length)),
    (S::TendonVel, Nothing, Some(coordinate::tendon_velocity)),
    (S::ActuatorPos, Nothing, Some(coordinate::actuator_length)),
    (S::ActuatorVel, Nothing, Some(coordinate::actuator_velocity)),
    (S::ActuatorFrc, Nothing, Some(coordinate::actuator_force)),
    (S::JointActFrc, Nothing, Some(coordinate::joint_actuation)),
    (S::TendonActFrc, Nothing, Some(coordinate::tendon_actuation)),
    (S::BallQuat, Nothing, Some(coordinate::ball_orientation)),
    (S::BallAngVel, Nothing, Some(coordinate::ball_velocity)),
    (S::JointLimitPos, Nothing, Some(limit::joint_position)),
    (S::JointLimitVel, Nothing, Some(limit::joint_velocity)),
    (S::JointLimitFrc, Nothing, Some(limit::joint_force)),
    (S::TendonLimitPos, Nothing, Some(limit::tendon_position)),
    (S::TendonLimitVel, Nothing, Some(limit::tendon_velocity)),
    (S::TendonLimitFrc, Nothing, Some(limit::tendon_force)),
    (S::FramePos, Nothing, Some(frame::position)),
    (S::FrameQuat, Nothing, Some(frame::orientation)),
    (S::FrameXAxis, Nothing, Some(frame::axis::<0>)),
    (S::FrameYAxis, Nothing, Some(frame::axis::<1>)),
    (S::FrameZAxis, Nothing, Some(frame::axis::<2>)),
    (S::FrameLinVel, Nothing, Some(frame::linear_velocity)),
    (S::FrameAngVel, Nothing, Some(frame::angular_velocity)),
    (S::FrameLinAcc, BodyForces, Some(frame::linear_acceleration)),
    (
        S::FrameAngAcc,
        BodyForces,
        Some(frame::angular_acceleration),
    ),
    (S::SubtreeCom, Nothing, Some(whole::subtree_com)),
    (
        S::SubtreeLinVel,
        SubtreeVelocity,
        Some(whole::subtree_velocity),
    ),
    (
        S::SubtreeAngMom,
        SubtreeVelocity,
        Some(whole::subtree_momentum),
    ),
    (S::InsideSite, Nothing, Some(inside::inside)),
    (S::GeomDist, Nothing, Some(distance::distance)),
    (S::GeomNormal, Nothing, Some(distance::normal)),
    (S::GeomFromTo, Nothing, Some(distance::segment)),
    (S::Contact, Nothing, Some(contact::contacts)),
    (
        S::EPotential,
        PotentialEnergy,
        Some(whole::potential_energy),
    ),
    (S::EKinetic, KineticEnergy, Some(whole::kinetic_energy)),
    (S::Clock, Nothing, Some(whole::clock)),
    (S::Tactile, Nothing, Some(tactile::taxels)),
    // sensors of plugins are refused when a model is compiled
    (S::Plugin, Nothing, None),
    // read by the user
    (S::User, Nothing, None),
];

fn row(number: i32) -> Option<&'static (SensorType, Needs, Option<Reader>)> {
    ROWS.get(usize::try_from(number).ok()?)
}

/// The reader of a kind; none where the engine does not read it.
pub(super) fn reader(number: i32) -> Option<Reader> {
    row(number)?.2
}

/// What a kind needs.
pub fn needs(number: i32) -> Needs {
    row(number).map_or(Nothing, |row| row.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_numbers() {
        for (number, row) in ROWS.iter().enumerate() {
            assert_eq!(row.0 as usize, number);
        }
        assert!(reader(-1).is_none() && reader(1000).is_none());
    }
}

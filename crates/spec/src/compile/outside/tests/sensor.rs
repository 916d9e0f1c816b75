//! Sensors.

use ligament_model::enums::{
    BiasType, DataType, GainType, ObjectType as O, SensorType as S, Stage,
};

use super::{fault, model, on_joint, scene, tendon};
use crate::element::{Actuator, PathItem, Sensor};
use crate::resolve::Resolved;

fn sensor(kind: S, objtype: O, objname: &str) -> Sensor {
    Sensor {
        kind,
        objtype,
        objname: objname.into(),
        ..Sensor::default()
    }
}

fn relative(sensor: Sensor, reftype: O, refname: &str) -> Sensor {
    Sensor {
        reftype,
        refname: refname.into(),
        ..sensor
    }
}

fn params(sensor: Sensor, intprm: [i32; 3]) -> Sensor {
    Sensor { intprm, ..sensor }
}

fn with(sensors: Vec<Sensor>) -> Resolved {
    let mut spec = scene();
    let path = || vec![PathItem::Joint("h".into(), 1.0)];
    spec.tendons = vec![tendon("t", path()), tendon("t2", path())];
    spec.tendons[0].range = [0.0, 1.0];
    let named = |name: &str, actuator| Actuator {
        name: name.into(),
        ..actuator
    };
    let orientation = Actuator {
        gaintype: GainType::So3,
        biastype: BiasType::So3,
        biasprm: [0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        ..on_joint("ball")
    };
    spec.actuators = vec![named("a", on_joint("h")), named("o", orientation)];
    spec.sensors = sensors;
    spec
}

#[test]
fn widths_stages_and_addresses() {
    let clock = Sensor {
        nsample: 3,
        interp: 1,
        delay: 0.01,
        interval: [0.1, -0.05],
        ..sensor(S::Clock, O::Unknown, "")
    };
    let user = Sensor {
        dim: 4,
        datatype: DataType::Quaternion,
        needstage: Stage::Vel,
        ..sensor(S::User, O::Site, "s1")
    };
    let inside = || relative(sensor(S::InsideSite, O::Body, "b1"), O::Site, "s2");
    let m = model(&with(vec![
        sensor(S::Touch, O::Site, "s1"),
        params(sensor(S::Rangefinder, O::Camera, "c"), [3, 0, 0]),
        relative(sensor(S::CamProjection, O::Site, "s1"), O::Camera, "c"),
        sensor(S::ActuatorPos, O::Actuator, "o"),
        sensor(S::BallQuat, O::Joint, "ball"),
        sensor(S::TendonLimitFrc, O::Tendon, "t"),
        relative(sensor(S::FramePos, O::XBody, "b1"), O::Site, "s2"),
        inside(),
        params(inside(), [1, 0, 0]),
        relative(sensor(S::GeomFromTo, O::Body, "b1"), O::Body, "b2"),
        params(sensor(S::Contact, O::Geom, "g1"), [11, 2, 3]),
        relative(
            params(sensor(S::Contact, O::Site, "s2"), [1, 0, 1]),
            O::Body,
            "b1",
        ),
        params(sensor(S::Contact, O::Unknown, ""), [128, 1, 1]),
        clock,
        user,
    ]));
    let s = &m.sensor;
    assert_eq!(s.dim, [1, 24, 2, 3, 4, 1, 3, 1, 1, 6, 15, 1, 3, 1, 4]);
    assert_eq!(s.adr[..5], [0, 1, 25, 27, 30]);
    let stages: Vec<i32> = s.needstage.iter().map(|x| x.number()).collect();
    assert_eq!(stages, [3, 1, 1, 1, 1, 3, 1, 1, 1, 1, 3, 1, 2, 1, 2]);
    let data: Vec<i32> = s.datatype.iter().map(|x| x.number()).collect();
    assert_eq!(data, [1, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3]);
    assert_eq!(s.objid, [1, 0, 1, 1, 2, 0, 1, 1, 1, 1, 1, 2, -1, -1, 1]);
    assert_eq!(
        s.refid,
        [-1, -1, 0, -1, -1, -1, 2, 2, 2, 2, -1, 1, -1, -1, -1]
    );
    assert_eq!(s.historyadr[13], 0);
    assert_eq!((m.size.nsensordata, m.size.nhistory), (70, 8));
}

#[test]
fn sensors_that_make_no_sense_are_refused() {
    let gyro = || sensor(S::Gyro, O::Site, "s1");
    let contact = |intprm| params(sensor(S::Contact, O::Geom, "g1"), intprm);
    let between = |a: &str, b: &str| relative(sensor(S::GeomDist, O::Geom, a), O::Geom, b);
    let enclosed = |kind, name: &str| {
        params(
            relative(sensor(S::InsideSite, kind, name), O::Site, "s2"),
            [1, 0, 0],
        )
    };
    let user = |dim, datatype| Sensor {
        dim,
        datatype,
        ..sensor(S::User, O::Unknown, "")
    };
    for (sensor, word) in [
        (sensor(S::Gyro, O::Body, "b1"), "a site"),
        (sensor(S::Gyro, O::Site, "s9"), "no site named"),
        (sensor(S::Gyro, O::Site, ""), "no name"),
        (
            Sensor {
                noise: -1.0,
                ..gyro()
            },
            "noise",
        ),
        (
            Sensor {
                cutoff: -1.0,
                ..gyro()
            },
            "cutoff",
        ),
        (
            Sensor {
                interval: [-1.0, 0.0],
                ..gyro()
            },
            "period",
        ),
        (
            Sensor {
                interval: [1.0, 1.0],
                ..gyro()
            },
            "phase",
        ),
        (
            Sensor {
                interval: [1.0, -1.0],
                ..gyro()
            },
            "shorter",
        ),
        (
            Sensor {
                delay: 1.0,
                ..gyro()
            },
            "history",
        ),
        (sensor(S::JointPos, O::Joint, "ball"), "slide or a hinge"),
        (sensor(S::BallQuat, O::Joint, "h"), "ball joint"),
        (sensor(S::JointLimitPos, O::Joint, "s"), "limits"),
        (sensor(S::TendonLimitPos, O::Tendon, "t2"), "limits"),
        (
            Sensor {
                cutoff: 1.0,
                ..sensor(S::FrameQuat, O::Body, "b1")
            },
            "quaternion",
        ),
        (between("g1", "g1"), "different"),
        (contact([1, 0, 0]), "num"),
        (contact([0, 0, 1]), "data"),
        (contact([1 << 9, 0, 1]), "data"),
        (contact([128, 3, 1]), "net force"),
        (contact([511, 0, i32::MAX]), "memory"),
        (enclosed(O::Camera, "c"), "camera"),
        (enclosed(O::Geom, "pl"), "convex"),
        (enclosed(O::XBody, "world"), "convex"),
        (user(-1, DataType::Real), "dim"),
        (user(2, DataType::Axis), "dim"),
        (user(i32::MAX, DataType::Real), "memory"),
        (sensor(S::Plugin, O::Unknown, ""), "not supported"),
    ] {
        let message = fault(&with(vec![sensor]));
        assert!(message.contains(word), "{message}");
    }
}

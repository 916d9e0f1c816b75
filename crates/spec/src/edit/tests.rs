//! The names that MuJoCo 4.0.0 gives to the elements of the same models.

use ligament_model::enums::{
    EqualityType, GeomType, JointType, ObjectType, SensorType, TransmissionType,
};

use super::{Affix, Part, Replicate};
use crate::Spec;
use crate::element::{
    Actuator, Body, Equality, Exclude, Frame, Geom, Joint, Key, KeyOwner, KeyPart, Node, Numeric,
    Sensor, Site,
};

fn named<T: Default + crate::element::Named>(name: &str) -> T {
    let mut element = T::default();
    *element.name_mut() = name.into();
    element
}

fn sensor(name: &str, kind: SensorType, objtype: ObjectType, objname: &str) -> Sensor {
    Sensor {
        kind,
        objtype,
        objname: objname.into(),
        ..named(name)
    }
}

fn motor(name: &str, joint: &str) -> Actuator {
    Actuator {
        trntype: TransmissionType::Joint,
        target: joint.into(),
        ..named(name)
    }
}

/// A floor, a free body `b` with a child in a frame, and another body.
fn child() -> Spec {
    let mut spec = Spec::new();
    let free = Joint {
        kind: JointType::Free,
        ..Joint::default()
    };
    let b2 = named::<Body>("b2")
        .with(named::<Joint>("j"))
        .with(named::<Geom>("g2"))
        .with(named::<Site>("s"));
    let b = named::<Body>("b")
        .with(free)
        .with(named::<Geom>("g"))
        .with(b2);
    let floor = Geom {
        kind: GeomType::Plane,
        ..named("floor")
    };
    let other = named::<Body>("other").with(named::<Joint>("jo"));
    spec.world = spec
        .world
        .with(floor)
        .with(named::<Frame>("fr").with(b))
        .with(other);
    let weld = |name: &str, name2: &str| Equality {
        kind: EqualityType::Weld,
        objtype: ObjectType::Body,
        name1: "b".into(),
        name2: name2.into(),
        ..named(name)
    };
    spec.equalities = vec![weld("e1", ""), weld("e2", "other"), weld("e3", "world")];
    spec.excludes = vec![Exclude {
        body1: "world".into(),
        body2: "b2".into(),
        ..named("exw")
    }];
    spec.actuators = vec![motor("ao", "jo"), motor("a", "j")];
    spec.sensors = vec![
        sensor("clk", SensorType::Clock, ObjectType::Unknown, ""),
        sensor("jp", SensorType::JointPos, ObjectType::Joint, "j"),
        sensor("fw", SensorType::FramePos, ObjectType::Body, "world"),
    ];
    spec.numerics = vec![named::<Numeric>("n")];
    spec.keys = vec![Key {
        qpos: vec![1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.7],
        ctrl: vec![1.0, 2.0],
        ..named("k")
    }];
    spec
}

fn names<T: crate::element::Named>(list: &[T]) -> Vec<&str> {
    list.iter().map(crate::element::Named::name).collect()
}

#[test]
fn attaching_a_body_brings_what_refers_to_it() {
    let mut spec = Spec::new();
    spec.actuators = vec![motor("own", "jx")];
    let node = spec
        .attach(
            &child(),
            Part::Body("b"),
            Affix {
                prefix: "x_",
                suffix: "",
            },
        )
        .unwrap();
    spec.world.content.push(node);
    assert!(
        spec.body("x_b2").is_some() && spec.site("x_s").is_some() && spec.body("x_other").is_none()
    );
    assert_eq!(names(&spec.equalities), ["x_e1", "x_e3"]);
    assert_eq!(spec.equalities[1].name2, "world");
    assert_eq!(names(&spec.excludes), ["x_exw"]);
    assert_eq!(names(&spec.actuators), ["own", "x_a"]);
    assert_eq!(names(&spec.sensors), ["x_clk", "x_jp"]);
    assert_eq!(spec.sensors[1].objname, "x_j");
    assert_eq!(names(&spec.numerics), ["x_n"]);
    assert_eq!(spec.body("x_b").unwrap().at.scope, 1);

    let key = &spec.keys[0];
    assert_eq!(key.name, "x_k");
    let owners: Vec<_> = key.parts.iter().map(|p| p.owner.clone()).collect();
    assert_eq!(
        owners,
        [
            KeyOwner::JointOf("x_b".into(), 0),
            KeyOwner::Joint("x_j".into()),
            KeyOwner::Actuator("x_a".into())
        ]
    );
    assert_eq!(key.parts[1].first, [0.5]);
    assert_eq!(key.parts[2].second, [2.0]);
}

#[test]
fn attaching_the_world_or_a_frame_keeps_their_contents() {
    let mut spec = Spec::new();
    let affix = Affix {
        prefix: "x_",
        suffix: "",
    };
    let node = spec.attach(&child(), Part::World, affix).unwrap();
    spec.world.content.push(node);
    assert!(spec.geom("x_floor").is_some() && spec.body("x_other").is_some());
    assert_eq!(names(&spec.equalities), ["x_e1", "x_e2", "x_e3"]);

    let mut spec = Spec::new();
    let node = spec.attach(&child(), Part::Frame("fr"), affix).unwrap();
    assert!(matches!(&node, Node::Frame(f) if f.name == "x_fr" && f.content.len() == 1));
    assert!(spec.attach(&child(), Part::Body("nobody"), affix).is_err());
}

#[test]
fn replicas_are_numbered_and_bring_what_refers_to_them() {
    let mut spec = Spec::new();
    spec.sensors = vec![
        sensor("clk", SensorType::Clock, ObjectType::Unknown, ""),
        sensor("jp", SensorType::JointPos, ObjectType::Joint, "j"),
        sensor("fo", SensorType::FramePos, ObjectType::Body, "o"),
    ];
    spec.actuators = vec![motor("a", "j"), motor("ao", "jo")];
    let template = Frame::default().with(named::<Body>("b").with(named::<Joint>("j")));
    let pose = ([0.0; 3], [1.0, 0.0, 0.0, 0.0]);
    let part = KeyPart {
        owner: KeyOwner::Joint("j".into()),
        first: vec![1.0],
        second: Vec::new(),
    };
    spec.keys = vec![Key {
        parts: vec![part],
        ..named("k")
    }];
    let copies = spec.replicate(Replicate {
        template,
        poses: vec![pose; 2],
        separator: "-".into(),
    });
    spec.world.content.extend(copies);
    assert_eq!(
        spec.keys[0].parts[0].owner,
        KeyOwner::Joint("j-0".into()),
        "the first copy takes the values"
    );
    assert!(spec.body("b-0").is_some() && spec.joint("j-1").is_some() && spec.body("b").is_none());
    assert_eq!(names(&spec.actuators), ["ao", "a-0", "a-1"]);
    assert_eq!(
        names(&spec.sensors),
        ["clk", "fo", "clk-0", "jp-0", "clk-1", "jp-1", "clk-0-1"]
    );
}

#[test]
fn removing_a_body_removes_what_refers_to_it() {
    let mut spec = child();
    assert!(spec.remove(ObjectType::Body, "b2"));
    assert!(!spec.remove(ObjectType::Body, "b2"));
    assert_eq!(names(&spec.actuators), ["ao"]);
    assert_eq!(names(&spec.sensors), ["clk", "fw"]);
    assert!(spec.excludes.is_empty());
}

//! The names that MuJoCo 4.0.0 gives to the elements of the same models.

use ligament_model::enums::{
    EqualityType, GeomType, JointType, ObjectType, SensorType, TransmissionType,
};

use super::{Affix, Attached, Part, Replicate};
use crate::element::{
    Actuator, Body, Equality, Exclude, Frame, Geom, Joint, Key, KeyOwner, KeyPart, Numeric, Sensor,
    Site,
};
use crate::{AnyId, Arena, Handle, Id, Listed, Spec};

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
    let world = spec.world();
    spec.add(world, floor).unwrap();
    spec.add(world, named::<Frame>("fr").with(b)).unwrap();
    spec.add(world, other).unwrap();
    let weld = |name: &str, name2: &str| Equality {
        kind: EqualityType::Weld,
        objtype: ObjectType::Body,
        name1: "b".into(),
        name2: name2.into(),
        ..named(name)
    };
    push(
        &mut spec,
        vec![weld("e1", ""), weld("e2", "other"), weld("e3", "world")],
    );
    push(
        &mut spec,
        vec![Exclude {
            body1: "world".into(),
            body2: "b2".into(),
            ..named("exw")
        }],
    );
    push(&mut spec, vec![motor("ao", "jo"), motor("a", "j")]);
    push(
        &mut spec,
        vec![
            sensor("clk", SensorType::Clock, ObjectType::Unknown, ""),
            sensor("jp", SensorType::JointPos, ObjectType::Joint, "j"),
            sensor("fw", SensorType::FramePos, ObjectType::Body, "world"),
        ],
    );
    push(&mut spec, vec![named::<Numeric>("n")]);
    push(
        &mut spec,
        vec![Key {
            qpos: vec![1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.7],
            ctrl: vec![1.0, 2.0],
            ..named("k")
        }],
    );
    spec
}

fn push<T: Listed>(spec: &mut Spec, list: Vec<T>) {
    for element in list {
        spec.push(element);
    }
}

fn names<T: crate::element::Named>(list: &Arena<T>) -> Vec<&str> {
    list.iter().map(crate::element::Named::name).collect()
}

/// Attaches a part to the world.
fn attach(spec: &mut Spec, part: impl Fn(&Spec) -> Part) -> Attached {
    let (world, child) = (spec.world(), child());
    let affix = Affix {
        prefix: "x_",
        suffix: "",
    };
    spec.attach(world, &child, part(&child), affix).unwrap()
}

#[test]
fn attaching_a_body_brings_what_refers_to_it() {
    let mut spec = Spec::new();
    push(&mut spec, vec![motor("own", "jx")]);
    attach(&mut spec, |child| Part::Body(child.find("b").unwrap()));
    assert!(
        spec.find::<Body>("x_b2").is_some()
            && spec.find::<Site>("x_s").is_some()
            && spec.find::<Body>("x_other").is_none()
    );
    assert_eq!(names(&spec.equalities), ["x_e1", "x_e3"]);
    assert_eq!(spec.equalities.at(1).unwrap().name2, "world");
    assert_eq!(names(&spec.excludes), ["x_exw"]);
    assert_eq!(names(&spec.actuators), ["own", "x_a"]);
    assert_eq!(names(&spec.sensors), ["x_clk", "x_jp"]);
    assert_eq!(spec.sensors.at(1).unwrap().objname, "x_j");
    assert_eq!(names(&spec.numerics), ["x_n"]);
    assert_eq!(spec.named::<Body>("x_b").unwrap().at.scope, 1);

    let key = spec.keys.at(0).unwrap();
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
    attach(&mut spec, |_| Part::World);
    assert!(spec.find::<Geom>("x_floor").is_some() && spec.find::<Body>("x_other").is_some());
    assert_eq!(names(&spec.equalities), ["x_e1", "x_e2", "x_e3"]);

    let mut spec = Spec::new();
    let attached = attach(&mut spec, |child| Part::Frame(child.find("fr").unwrap()));
    let frame = spec.find::<Frame>("x_fr").unwrap();
    assert_eq!(attached.id, AnyId::Frame(frame));
    assert_eq!(spec.frame_children(frame).len(), 1);
    let child = child();
    let (before, after) = (
        child.find::<Site>("s").unwrap(),
        spec.find::<Site>("x_s").unwrap(),
    );
    assert!(attached.renumbered.contains(&(before.into(), after.into())));
    let gone = Part::Body(Id::from_handle(Handle::default()));
    let world = spec.world();
    assert!(spec.attach(world, &child, gone, Affix::default()).is_err());
}

#[test]
fn replicas_are_numbered_and_bring_what_refers_to_them() {
    let mut spec = Spec::new();
    push(
        &mut spec,
        vec![
            sensor("clk", SensorType::Clock, ObjectType::Unknown, ""),
            sensor("jp", SensorType::JointPos, ObjectType::Joint, "j"),
            sensor("fo", SensorType::FramePos, ObjectType::Body, "o"),
        ],
    );
    push(&mut spec, vec![motor("a", "j"), motor("ao", "jo")]);
    let template = Frame::default().with(named::<Body>("b").with(named::<Joint>("j")));
    let pose = ([0.0; 3], [1.0, 0.0, 0.0, 0.0]);
    let part = KeyPart {
        owner: KeyOwner::Joint("j".into()),
        first: vec![1.0],
        second: Vec::new(),
    };
    push(
        &mut spec,
        vec![Key {
            parts: vec![part],
            ..named("k")
        }],
    );
    let part = Replicate {
        template,
        poses: vec![pose; 2],
        separator: "-".into(),
    };
    let world = spec.world();
    spec.replicate(world, part).unwrap();
    assert_eq!(
        spec.keys.at(0).unwrap().parts[0].owner,
        KeyOwner::Joint("j-0".into()),
        "the first copy takes the values"
    );
    let body = |name: &str| spec.find::<Body>(name);
    assert!(body("b-0").is_some() && body("b").is_none() && spec.find::<Joint>("j-1").is_some());
    assert_eq!(names(&spec.actuators), ["ao", "a-0", "a-1"]);
    assert_eq!(
        names(&spec.sensors),
        ["clk", "fo", "jp-0", "jp-1"],
        "MuJoCo repeats the clock as well, twice as often with every copy"
    );
}

#[test]
fn removing_a_body_removes_what_refers_to_it() {
    let mut spec = child();
    let b2 = spec.find::<Body>("b2").unwrap();
    spec.delete(b2).unwrap();
    assert!(spec.delete(b2).is_err() && spec.get(b2).is_none());
    assert!(spec.find::<Joint>("j").is_none() && spec.find::<Geom>("g").is_some());
    let world = spec.world();
    assert!(spec.delete(world).is_err());
    assert_eq!(names(&spec.actuators), ["ao"]);
    assert_eq!(names(&spec.sensors), ["clk", "fw"]);
    assert!(spec.excludes.is_empty());
}

//! Ids, links, written fields and default classes.

use ligament_model::enums::{GeomType, ObjectType, SensorType};

use crate::element::{Body, Fields, Frame, Geom, Joint, Sensor, Site};
use crate::value::{Value, ValueType};
use crate::{AnyId, Spec};

fn ball() -> Geom {
    Geom {
        size: [0.1, 0.0, 0.0],
        ..Geom::default()
    }
}

#[test]
fn unnamed_elements_are_found_edited_moved_and_deleted() {
    let mut spec = Spec::new();
    let world = spec.world();
    let a = spec.add(world, Body::default()).unwrap();
    let b = spec.add(world, Body::default()).unwrap();
    let [g1, g2] = [(); 2].map(|()| spec.add(a, ball()).unwrap());
    let j = spec.add(a, Joint::default()).unwrap();
    assert_eq!(spec.children(a), [g1.into(), g2.into(), j.into()]);
    spec.edit(g1).unwrap().contype = 4;
    assert!(
        spec.get(g1).unwrap().is_written("contype") && !spec.get(g2).unwrap().is_written("contype")
    );
    spec.move_to(g1, b).unwrap();
    assert_eq!(
        (spec.body_of(g1), spec.children(b)),
        (Some(b), &[g1.into()][..])
    );
    spec.delete(g2).unwrap();
    assert_eq!((spec.get(g2), spec.children(a)), (None, &[j.into()][..]));
    assert!(spec.move_to(a, a).is_err());
    assert_eq!(spec.any_ids(ObjectType::Geom), [AnyId::Geom(g1)]);
    spec.delete(j).unwrap();
    let compiled = spec.compile().unwrap_or_else(|p| panic!("{p}"));
    assert_eq!(compiled.ids.index(b), Some(2));
    assert_eq!(compiled.ids.index(g1), Some(0));
    assert_eq!(compiled.ids.index(g2), None);
    assert_eq!(compiled.model.geom.contype[0], 4);
}

#[test]
fn elements_keep_their_order_whatever_frame_they_are_in() {
    let mut spec = Spec::new();
    let world = spec.world();
    let outer = spec
        .add(
            world,
            Frame {
                name: "f".into(),
                pos: [1.0, 0.0, 0.0],
                ..Frame::default()
            },
        )
        .unwrap();
    let names = ["a", "b", "c"];
    let [a, b, c] = names.map(|name| {
        spec.add(
            world,
            Site {
                name: name.into(),
                ..Site::default()
            },
        )
        .unwrap()
    });
    spec.set_frame(a, Some(outer)).unwrap();
    spec.set_frame(c, Some(outer)).unwrap();
    let model = spec.compile().unwrap().model;
    let x: Vec<f64> = model.site.pos.iter().map(|p| p.0[0]).collect();
    assert_eq!(x, [1.0, 0.0, 1.0]);
    assert_eq!(spec.frame_children(outer), [a.into(), c.into()]);
    spec.set_frame(c, None).unwrap();
    assert_eq!(spec.frame_of(c), None);
    assert_eq!(spec.frame_of(b), None);
    spec.delete(outer).unwrap();
    assert!(spec.get(a).is_none() && spec.get(b).is_some());
}

#[test]
fn what_nobody_wrote_follows_the_class_until_it_is_held() {
    let mut spec = Spec::new();
    let world = spec.world();
    let class = spec.add_class("c", None).unwrap();
    let inner = spec.add_class("d", Some(class)).unwrap();
    assert!(spec.add_class("d", None).is_none());
    let geom = |class: &str, condim: i32| Geom {
        class: class.into(),
        condim,
        ..ball()
    };
    let plain = spec.add(world, geom("d", 3)).unwrap();
    let own = spec.add(world, geom("d", 4)).unwrap();
    let held = spec.add(world, geom("d", 3)).unwrap();
    spec.hold(held);
    let mut edit = spec.edit_class(class).unwrap();
    (edit.geom.condim, edit.geom.kind) = (6, GeomType::Sphere);
    drop(edit);
    assert!(spec.class(class).unwrap().geom.is_written("condim"));
    assert_eq!(spec.class(inner).unwrap().geom.condim, 6);
    let dims = |spec: &Spec| spec.compile().unwrap().model.geom.condim.clone();
    assert_eq!(dims(&spec), [6, 4, 3]);
    assert_eq!(spec.resolved(plain).unwrap().condim, 6);
    spec.edit_class(inner).unwrap().geom.condim = 1;
    assert_eq!(dims(&spec), [1, 4, 3]);
    spec.edit(own).unwrap().class = "c".into();
    assert_eq!(dims(&spec), [1, 4, 3]);
    spec.delete_class(class).unwrap();
    assert!(spec.class(inner).is_none());
    assert_eq!(dims(&spec), [3, 4, 3]);
}

#[test]
fn fields_are_read_and_written_by_name() {
    let mut spec = Spec::new();
    let id = AnyId::from(spec.push(Sensor::default()));
    let fields = spec.fields_mut(id).unwrap();
    let row = fields.rows().iter().find(|r| r.name == "kind").unwrap();
    assert_eq!(row.ty, ValueType::Enum("mjtSensor"));
    fields
        .set_value("kind", &Value::Int(i64::from(SensorType::Gyro as i32)))
        .unwrap();
    fields
        .set_value("interval", &Value::Reals(vec![1.0, 2.0]))
        .unwrap();
    assert!(
        fields
            .set_value("interval", &Value::Reals(vec![1.0]))
            .is_err()
    );
    assert!(fields.set_value("kind", &Value::Int(-7)).is_err());
    assert!(fields.set_value("absent", &Value::Int(0)).is_err());
    let mut written = Vec::new();
    fields.visit(&mut |info, _, is_written| {
        if is_written {
            written.push(info.name);
        }
    });
    assert_eq!(written, ["kind", "interval"]);
    let body = spec.add(spec.world(), Body::default()).unwrap();
    let fields = spec.fields_mut(body.into()).unwrap();
    let euler = Value::Record(vec![("euler", Value::Reals(vec![0.0, 90.0, 0.0]))]);
    fields.set_value("orientation", &euler).unwrap();
    let turned = fields.value("orientation").unwrap();
    assert_eq!(turned.entry("euler"), euler.entry("euler"));
    let mass = Value::Record(vec![("mass", Value::Real(2.0))]);
    fields.set_value("inertial", &mass).unwrap();
    assert_eq!(spec.get(body).unwrap().inertial.as_ref().unwrap().mass, 2.0);
    assert!(
        spec.scopes[0]
            .set_value("degree", &Value::Bool(false))
            .is_ok()
    );
    assert!(spec.scopes[0].is_written("degree") && !spec.scopes[0].degree);
}

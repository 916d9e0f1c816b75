//! Contacts, equalities, tendons, custom fields, keyframes and names.

use ligament_model::enums::{EqualityType, ObjectType};
use ligament_model::id::{ActuatorId, GeomId};

use super::{compile, fault, model, on_joint, scene, tendon};
use crate::element::{
    Equality, Exclude, Key, KeyOwner, KeyPart, Numeric, Pair, PathItem, Text, Tuple, TupleItem,
};

fn pair(name: &str, geom1: &str, geom2: &str) -> Pair {
    Pair {
        name: name.into(),
        geom1: geom1.into(),
        geom2: geom2.into(),
        ..Pair::default()
    }
}

fn exclude(name: &str, body1: &str, body2: &str) -> Exclude {
    Exclude {
        name: name.into(),
        body1: body1.into(),
        body2: body2.into(),
        ..Exclude::default()
    }
}

fn site(name: &str) -> PathItem {
    PathItem::Site(name.into())
}

#[test]
fn pairs_and_exclusions_are_sorted_and_tuples_follow() {
    let mut spec = scene();
    spec.pairs = vec![pair("a", "g4", "g1"), pair("b", "pl", "g1")];
    spec.excludes = vec![exclude("x", "b3", "b4"), exclude("y", "b1", "world")];
    let items = [(ObjectType::Pair, "a"), (ObjectType::Exclude, "x")];
    spec.tuples.push(Tuple {
        name: "t".into(),
        items: items
            .map(|(objtype, objname)| TupleItem {
                objtype,
                objname: objname.into(),
                prm: 0.0,
            })
            .into(),
        ..Tuple::default()
    });
    let m = model(&spec);
    assert_eq!(m.pair.signature, [1, 65540]);
    assert_eq!(m.pair.geom1, [GeomId(0), GeomId(1)]);
    assert_eq!(m.pair.friction[0], [1.0, 1.0, 0.005, 0.0001, 0.0001]);
    assert_eq!(m.exclude.signature, [1, 196_612]);
    assert_eq!(m.tuple.objid, [1, 1]);
    assert_eq!(m.name_of(ObjectType::Pair, 0), Some("b"));
    assert_eq!(m.name_of(ObjectType::Exclude, 0), Some("y"));
}

#[test]
fn an_open_pair_takes_its_parameters_from_the_geoms() {
    let mut spec = scene();
    spec.pairs.push(Pair {
        condim: None,
        friction: [None; 5],
        solref: None,
        margin: None,
        ..pair("", "g1", "g2")
    });
    let m = model(&spec);
    assert_eq!(m.pair.dim, [3]);
    assert_eq!(m.pair.solref, [[0.02, 1.0]]);
    assert_eq!(m.pair.friction, [[1.0, 1.0, 0.005, 0.0001, 0.0001]]);
    spec.pairs[0].condim = Some(2);
    assert!(fault(&spec).contains("condim"));
}

#[test]
fn equalities_resolve_their_objects() {
    let mut spec = scene();
    let coupling = |kind, objtype, name1: &str, name2: &str| Equality {
        kind,
        objtype,
        name1: name1.into(),
        name2: name2.into(),
        ..Equality::default()
    };
    spec.equalities = vec![
        coupling(EqualityType::Connect, ObjectType::Body, "b2", ""),
        coupling(EqualityType::Weld, ObjectType::Site, "s1", "s3"),
        coupling(EqualityType::Joint, ObjectType::Joint, "h", ""),
    ];
    let m = model(&spec);
    assert_eq!(m.eq.obj1id, [2, 1, 0]);
    assert_eq!(m.eq.obj2id, [0, 3, -1]);
    assert_eq!(m.size.nemax, 11);
    assert!(m.eq.objtype[2].is(ObjectType::Unknown));
    for (kind, objtype, one, two, word) in [
        (
            EqualityType::Joint,
            ObjectType::Joint,
            "h",
            "ball",
            "slide and hinge",
        ),
        (EqualityType::Joint, ObjectType::Joint, "h", "h", "itself"),
        (
            EqualityType::Connect,
            ObjectType::Body,
            "world",
            "",
            "itself",
        ),
        (
            EqualityType::Connect,
            ObjectType::Geom,
            "g1",
            "g2",
            "two bodies",
        ),
        (
            EqualityType::Weld,
            ObjectType::Body,
            "b5",
            "",
            "no body named 'b5'",
        ),
        (
            EqualityType::Flex,
            ObjectType::Flex,
            "f",
            "",
            "not supported",
        ),
    ] {
        spec.equalities = vec![coupling(kind, objtype, one, two)];
        let message = fault(&spec);
        assert!(message.contains(word), "{message}");
    }
}

#[test]
fn tendons_lay_out_paths_and_columns() {
    let mut spec = scene();
    let around = |geom: &str, side: &str| PathItem::Geom(geom.into(), side.into());
    let branches = vec![
        site("s1"),
        around("cyl", "w"),
        site("s4"),
        PathItem::Pulley(2.0),
        site("s3"),
        site("s2"),
    ];
    let fixed = vec![
        PathItem::Joint("s".into(), 2.0),
        PathItem::Joint("h".into(), 0.0),
    ];
    spec.tendons = vec![
        tendon("a", branches),
        tendon("b", vec![site("s1"), around("g2", ""), site("w")]),
        tendon("c", fixed),
    ];
    spec.tendons[2].springyield = 0.5;
    let m = model(&spec);
    let kinds: Vec<i32> = m.wrap.kind.iter().map(|k| k.number()).collect();
    assert_eq!(kinds, [3, 5, 3, 2, 3, 3, 3, 4, 3, 1, 1]);
    assert_eq!(m.wrap.objid, [1, 3, 4, -1, 3, 2, 1, 2, 0, 1, 0]);
    assert_eq!(
        m.wrap.prm,
        [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, -1.0, 0.0, 2.0, 0.0]
    );
    assert_eq!(m.tendon.J_rownnz, [11, 2, 2]);
    assert_eq!(m.tendon.J_rowadr, [0, 11, 13]);
    assert_eq!(m.tendon.J_colind[11..], [0, 1, 0, 1]);
    assert_eq!(m.tendon.treenum, [3, 1, 1]);
    assert_eq!(m.tendon.treeid, [[0, 2], [0, -1], [0, -1]]);
    assert_eq!(m.tendon.plasticadr, [-1, -1, 0]);
    assert_eq!((m.size.nJten, m.size.nplastic), (15, 2));
}

#[test]
fn paths_that_make_no_sense_are_refused() {
    let joint = |name: &str| PathItem::Joint(name.into(), 1.0);
    let around = |geom: &str| PathItem::Geom(geom.into(), String::new());
    let pulley = || PathItem::Pulley(2.0);
    let (s1, s2) = (|| site("s1"), || site("s2"));
    for (path, word) in [
        (vec![], "empty"),
        (vec![s1()], "at least two"),
        (vec![joint("ball")], "neither a slide nor a hinge"),
        (vec![joint("h"), joint("h")], "repeats"),
        (vec![joint("h"), s1()], "not a joint"),
        (vec![s1(), joint("h")], "is a joint"),
        (vec![s1(), s1()], "twice in a row"),
        (vec![s1(), s2(), pulley()], "the last"),
        (
            vec![s1(), s2(), pulley(), pulley(), s1(), s2()],
            "follows another",
        ),
        (vec![s1(), pulley(), s1(), s2()], "alone in its branch"),
        (
            vec![s1(), s2(), PathItem::Pulley(0.0), s1(), s2()],
            "positive",
        ),
        (vec![around("g1"), s1()], "between two sites"),
        (vec![s1(), around("g4"), s2()], "sphere or a cylinder"),
    ] {
        let mut spec = scene();
        spec.tendons.push(tendon("t", path));
        let message = fault(&spec);
        assert!(message.contains(word), "{message}");
    }
}

#[test]
fn several_actuators_on_a_joint_are_marked() {
    let mut spec = scene();
    spec.actuators = vec![on_joint("h"), on_joint("h"), on_joint("s"), on_joint("s")];
    spec.actuators[0].damping[0] = 1.0;
    spec.actuators[1].armature = 1.0;
    spec.actuators[3].damping[2] = 1.0;
    let m = model(&spec);
    assert_eq!(m.jnt.actuatorid, [-2, 3, -1, -1].map(ActuatorId));
}

#[test]
fn custom_fields_are_pooled() {
    let mut spec = scene();
    spec.numerics.push(Numeric {
        data: vec![1.0, 2.0],
        size: 4,
        ..Numeric::default()
    });
    spec.texts.push(Text {
        data: "hé".into(),
        ..Text::default()
    });
    let m = model(&spec);
    assert_eq!(m.numeric.data, [1.0, 2.0, 0.0, 0.0]);
    assert_eq!(
        (m.text.size[0], m.text.data.as_slice()),
        (4, "hé\0".as_bytes())
    );
    spec.numerics[0].size = 1;
    assert!(fault(&spec).contains("more numbers"));
    spec.numerics[0].size = i32::MAX;
    assert!(fault(&spec).contains("memory"));
}

#[test]
fn keyframes_are_completed_and_normalized() {
    let mut spec = scene();
    spec.size.nkey = 3;
    spec.keys.push(Key {
        name: "k".into(),
        qpos: vec![1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 1.0],
        mpos: vec![7.0, 8.0],
        mquat: vec![2.0, 0.0, 0.0, 0.0],
        ..Key::default()
    });
    spec.keys.push(Key {
        parts: vec![KeyPart {
            owner: KeyOwner::JointOf("b2".into(), 0),
            first: vec![5.0],
            second: vec![6.0],
        }],
        ..Key::default()
    });
    let m = model(&spec);
    let rows: Vec<&[f64]> = m.key.qpos.chunks(13).collect();
    assert_eq!(
        rows[0],
        [
            1.0, 2.0, 1.0, 0.0, 0.0, 0.0, 1.0, 6.0, 0.0, 1.0, 0.0, 0.0, 0.0
        ]
    );
    assert_eq!(rows[1][..3], [0.0, 5.0, 1.0]);
    assert_eq!(m.key.qvel[11..13], [0.0, 6.0]);
    assert_eq!(rows[2], m.qpos.reference);
    assert_eq!(m.key.mpos[0].0, [1.0, 2.0, 3.0]);
    assert_eq!(m.key.mquat[0].0, [1.0, 0.0, 0.0, 0.0]);
    spec.keys[0].ctrl = vec![1.0];
    assert!(fault(&spec).contains("`ctrl` has 1 values, and the model 0"));
    spec.keys.clear();
    spec.size.nkey = i64::MAX;
    assert!(fault(&spec).contains("memory"));
}

#[test]
fn names_are_pooled_kind_by_kind() {
    let mut spec = scene();
    spec.tendons
        .push(tendon("t", vec![PathItem::Joint("h".into(), 1.0)]));
    let m = model(&spec);
    let expected = "MuJoCo Model\0world\0b1\0b2\0b3\0b4\0mo\0h\0s\0ball\0free\0pl\0g1\0g2\0cyl\0g3\0g4\0gm\0w\0s1\0s2\0s3\0s4\0c\0t\0";
    assert_eq!(std::str::from_utf8(&m.name.names), Ok(expected));
    assert_eq!(m.size.nnames, expected.len());
    assert_eq!(m.find(ObjectType::Tendon, "t"), Some(0));
    spec.tendons.push(spec.tendons[0].clone());
    assert!(compile(&spec).is_err());
}

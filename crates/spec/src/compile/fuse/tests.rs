//! Fused trees, against what MuJoCo 4.0.0 makes of the same models.

use ligament_model::enums::{EqualityType, GeomType, ObjectType, SensorType};

use super::super::assets;
use super::super::tree::Tree;
use crate::element::{
    Auto, Body, Equality, Frame, Geom, Inertial, Joint, Node, Orientation, Sensor, Site,
};
use crate::problem::Problems;
use crate::resolve::Resolved;

fn sphere(name: &str) -> Node {
    Node::Geom(Geom {
        name: name.into(),
        size: [0.1, 0.0, 0.0],
        ..Geom::default()
    })
}

fn inertial(mass: f64, pos: [f64; 3], diaginertia: [f64; 3]) -> Option<Inertial> {
    Some(Inertial {
        mass,
        pos,
        diaginertia,
        ..Inertial::default()
    })
}

fn body(name: &str, content: Vec<Node>) -> Body {
    Body {
        name: name.into(),
        content,
        ..Body::default()
    }
}

/// A hinged body `a` that holds `content`.
fn hinged(mut content: Vec<Node>) -> Resolved {
    let mut spec = Resolved::new();
    spec.scopes[0].fusestatic = true;
    content.push(Node::Joint(Joint::default()));
    spec.world.content = vec![Node::Body(body("a", content))];
    spec
}

/// A hinged body with a sphere, and in it a static body with another.
fn pair(change: impl FnOnce(&mut Body)) -> Resolved {
    let mut inner = body("b", vec![sphere("")]);
    change(&mut inner);
    hinged(vec![sphere(""), Node::Body(inner)])
}

fn tree(spec: &Resolved) -> Tree {
    let mut problems = Problems::default();
    let assets = assets::prepare(spec, &mut problems);
    match spec.prepare_tree(&assets, &mut problems) {
        Some(tree) => tree,
        None => panic!("{problems}"),
    }
}

fn bodies(spec: &Resolved) -> Vec<String> {
    tree(spec).bodies.into_iter().map(|b| b.name).collect()
}

#[test]
fn contents_go_to_the_end_and_children_stay_in_place() {
    let mover = |name: &str| {
        let content = vec![Node::Joint(Joint::default()), sphere(name)];
        Node::Body(body(name, content))
    };
    let deep = body("d", vec![sphere("d"), mover("k")]);
    let frame = Frame {
        pos: [0.0, 0.0, 1.0],
        content: vec![sphere("b1"), mover("c")],
        ..Frame::default()
    };
    let fused = Body {
        pos: [0.0, 1.0, 0.0],
        orientation: Orientation::Euler([0.0, 0.0, 90.0]),
        ..body(
            "b",
            vec![Node::Frame(frame), Node::Body(deep), sphere("b2")],
        )
    };
    let outer = Frame {
        pos: [1.0, 0.0, 0.0],
        content: vec![sphere("a1"), Node::Body(fused)],
        ..Frame::default()
    };
    let spec = hinged(vec![Node::Frame(outer), mover("h"), sphere("a2")]);
    let tree = tree(&spec);
    let names: Vec<&str> = tree.bodies.iter().map(|b| &*b.name).collect();
    assert_eq!(names, ["world", "a", "c", "k", "h"]);
    let names: Vec<&str> = tree.geoms.iter().map(|g| &*g.element.name).collect();
    assert_eq!(names, ["a1", "a2", "b1", "b2", "d", "c", "k", "h"]);
    assert_eq!(tree.bodies[2].pose.pos.0, [1.0, 1.0, 1.0]);
    assert_eq!(tree.geoms[2].pose.pos.0, [1.0, 1.0, 1.0]);
    assert_eq!(tree.bodies[1].geoms, 0..5);
}

#[test]
fn inertia_is_inferred_as_long_as_possible_and_summed_after() {
    let part = |kind, size, pos, euler| {
        Node::Geom(Geom {
            kind,
            size,
            pos,
            orientation: Orientation::Euler(euler),
            ..Geom::default()
        })
    };
    let lump = || {
        vec![
            part(
                GeomType::Box,
                [0.1, 0.2, 0.3],
                [0.1, 0.2, 0.3],
                [10.0, 20.0, 40.0],
            ),
            part(
                GeomType::Capsule,
                [0.05, 0.3, 0.0],
                [0.1, 0.25, 0.3],
                [17.0, 20.0, 40.0],
            ),
        ]
    };
    let egg = part(
        GeomType::Ellipsoid,
        [0.1, 0.5, 0.3],
        [0.1, 0.2, 0.7],
        [10.0, 20.0, 70.0],
    );
    let parts = [
        body("b", lump()),
        Body {
            inertial: inertial(2.0, [0.0, 1.0, 0.0], [1.0, 2.0, 3.0]),
            ..body("c", vec![])
        },
        body("d", vec![egg]),
    ];
    let mut content = lump();
    for (i, part) in (0_u8..).zip(parts) {
        let i = f64::from(i);
        content.push(Node::Body(Body {
            pos: [0.1 * (i + 1.0), 0.3, 0.1],
            orientation: Orientation::Euler([10.0, 17.0 * i, 30.0]),
            ..part
        }));
    }
    let tree = tree(&hinged(content));
    assert_eq!(tree.bodies.len(), 2);
    let found = tree.bodies[1].inertia;
    // MuJoCo 4.0.0
    let expected = [
        29.738_125_130_597_176,
        29.252_589_383_194_845,
        11.622_542_419_747_95,
    ];
    for (a, b) in found.moments.0.iter().zip(expected) {
        assert!((a - b).abs() < 1e-11, "{found:?}");
    }
    for (a, b) in found
        .frame
        .quat
        .0
        .iter()
        .zip([0.645_268, 0.291_349, 0.399_265, 0.582_522])
    {
        assert!((a - b).abs() < 1e-6, "{found:?}");
    }
}

#[test]
fn bodies_that_something_refers_to_are_kept() {
    assert_eq!(bodies(&pair(|_| {})), ["world", "a"]);
    let mut spec = pair(|_| {});
    spec.equalities.push(Equality {
        kind: EqualityType::Weld,
        objtype: ObjectType::Body,
        name1: "b".into(),
        ..Equality::default()
    });
    assert_eq!(bodies(&spec), ["world", "a", "b"]);
    let gauge = |kind| {
        let mut spec = pair(|b| {
            b.content.push(Node::Site(Site {
                name: "s".into(),
                ..Site::default()
            }));
        });
        spec.sensors.push(Sensor {
            kind,
            objtype: ObjectType::Site,
            objname: "s".into(),
            ..Sensor::default()
        });
        bodies(&spec).len()
    };
    assert_eq!(gauge(SensorType::Force), 3);
    assert_eq!(gauge(SensorType::Touch), 2);
}

#[test]
fn bodies_are_kept_where_forces_would_change() {
    let count = |spec: &Resolved| bodies(spec).len();
    assert_eq!(count(&pair(|b| b.fuse = false)), 3);
    assert_eq!(count(&pair(|b| b.gravcomp = 1.0)), 3);
    let massless = pair(|b| {
        b.gravcomp = 1.0;
        b.content.clear();
    });
    assert_eq!(count(&massless), 2);
    let mut wet = pair(|_| {});
    wet.option.viscosity = 1.0;
    assert_eq!(count(&wet), 3);
    // nothing acts on what is fixed to the world
    if let Some(Node::Body(a)) = wet.world.content.first_mut() {
        a.content.retain(|n| !matches!(n, Node::Joint(_)));
        a.gravcomp = 1.0;
    }
    assert_eq!(bodies(&wet), ["world"]);
}

#[test]
fn adjusted_inertia_is_summed_unless_it_must_come_from_geoms() {
    let mut spec = pair(|b| b.pos = [1.0, 0.0, 0.0]);
    spec.scopes[0].boundmass = 100.0;
    let found = tree(&spec).bodies[1].inertia;
    // MuJoCo 4.0.0
    assert!((found.mass - 200.0).abs() < 1e-12);
    assert!((found.moments[0] - 50.033_510_321_638_29).abs() < 1e-12);
    spec.scopes[0].inertiafromgeom = Auto::True;
    assert_eq!(bodies(&spec).len(), 3);
}

#[test]
fn rounding_does_not_make_flat_bodies_impossible() {
    for degrees in 0..90 {
        let turned = Body {
            inertial: inertial(2.0, [0.0, 1.0, 0.0], [1.0, 2.0, 3.0]),
            orientation: Orientation::Euler([f64::from(degrees), 45.0, 30.0]),
            ..body("b", vec![])
        };
        let tree = tree(&hinged(vec![Node::Body(turned)]));
        let found = tree.bodies[1].inertia.moments.0;
        let near = |(a, b): (&f64, f64)| (a - b).abs() < 1e-12;
        assert!(found.iter().zip([3.0, 2.0, 1.0]).all(near), "{found:?}");
    }
}

#[test]
fn geoms_of_a_massless_body_do_not_count() {
    let spec = pair(|b| b.inertial = inertial(0.0, [0.0; 3], [0.0; 3]));
    let mass = tree(&spec).bodies[1].inertia.mass;
    assert!((mass - 4.188_790_204_786_391).abs() < 1e-12, "{mass}");
}

#[test]
fn dropped_geoms_leave_their_inertia_and_bring_none() {
    let visual = |mass| {
        Node::Geom(Geom {
            size: [0.2, 0.0, 0.0],
            mass: Some(mass),
            contype: 0,
            conaffinity: 0,
            ..Geom::default()
        })
    };
    let mut spec = pair(|b| b.content.push(visual(3.0)));
    spec.scopes[0].discardvisual = true;
    let both = tree(&spec);
    assert_eq!(both.geoms.len(), 2);
    let mass = both.bodies[1].inertia.mass;
    assert!(
        (mass - (2.0 * 4.188_790_204_786_391 + 3.0)).abs() < 1e-12,
        "{mass}"
    );
    let mut spec = pair(|b| {
        b.inertial = inertial(0.0, [0.0; 3], [0.0; 3]);
        b.content = vec![visual(3.0)];
    });
    spec.scopes[0].discardvisual = true;
    let mass = tree(&spec).bodies[1].inertia.mass;
    assert!((mass - 4.188_790_204_786_391).abs() < 1e-12, "{mass}");
}

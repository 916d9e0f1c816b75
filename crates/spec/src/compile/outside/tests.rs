//! Expected numbers come from MuJoCo 4.0.0, which was given the same model.

mod actuator;
mod relation;
mod sensor;

use ligament_model::Model;
use ligament_model::enums::{GeomType, JointType, TransmissionType};

use super::super::{Lookup, assets, register_assets, structure, tree, tree_and_assets};
use super::{after_structure, install};
use crate::element::{Actuator, Auto, Body, Camera, Geom, Joint, Node, PathItem, Site, Tendon};
use crate::problem::Problems;
use crate::resolve::Resolved;

fn geom(name: &str, kind: GeomType, size: [f64; 3]) -> Node {
    Node::Geom(Geom {
        name: name.into(),
        kind,
        size,
        ..Geom::default()
    })
}

fn site(name: &str) -> Node {
    Node::Site(Site {
        name: name.into(),
        ..Site::default()
    })
}

fn joint(name: &str, kind: JointType) -> Node {
    Node::Joint(Joint {
        name: name.into(),
        kind,
        ..Joint::default()
    })
}

fn body(name: &str, pos: [f64; 3], content: Vec<Node>) -> Node {
    Node::Body(Body {
        name: name.into(),
        pos,
        content,
        ..Body::default()
    })
}

/// Two links, a ball joint, a free body and a mocap body.
pub(super) fn scene() -> Resolved {
    let ball = [0.1; 3];
    let mut spec = Resolved::new();
    let limited = Node::Joint(Joint {
        name: "h".into(),
        range: [-90.0, 90.0],
        limited: Auto::True,
        ..Joint::default()
    });
    let boxed = Node::Site(Site {
        name: "s2".into(),
        kind: GeomType::Box,
        size: [0.1, 0.2, 0.3],
        ..Site::default()
    });
    let camera = Node::Camera(Camera {
        name: "c".into(),
        resolution: [3, 2],
        ..Camera::default()
    });
    let second = vec![
        joint("s", JointType::Slide),
        geom("g2", GeomType::Sphere, ball),
        geom("cyl", GeomType::Cylinder, ball),
        boxed,
        camera,
    ];
    let first = vec![
        limited,
        geom("g1", GeomType::Sphere, ball),
        site("s1"),
        body("b2", [1.0, 0.0, 0.0], second),
    ];
    let third = vec![
        joint("ball", JointType::Ball),
        geom("g3", GeomType::Sphere, ball),
        site("s3"),
    ];
    let fourth = vec![
        joint("free", JointType::Free),
        geom("g4", GeomType::Box, ball),
        site("s4"),
    ];
    let mocap = Node::Body(Body {
        name: "mo".into(),
        pos: [1.0, 2.0, 3.0],
        mocap: true,
        content: vec![geom("gm", GeomType::Sphere, ball)],
        ..Body::default()
    });
    spec.world.content = vec![
        site("w"),
        geom("pl", GeomType::Plane, [1.0; 3]),
        body("b1", [0.0; 3], first),
        body("b3", [0.0, 3.0, 0.0], third),
        body("b4", [0.0, 6.0, 0.0], fourth),
        mocap,
    ];
    spec
}

/// The model up to, but without, the derived constants.
pub(super) fn compile(spec: &Resolved) -> Result<Model, Problems> {
    let mut problems = Problems::default();
    let mut assets = assets::prepare(spec, &mut problems);
    let tree = tree::prepare(spec, &assets, &mut problems);
    let Some(tree) = tree else {
        return Err(problems);
    };
    let mut lookup = Lookup::default();
    problems.keep(tree.register(&mut lookup));
    problems.keep(register_assets(spec, &assets, &mut lookup));
    let mut model = tree_and_assets(spec, &tree, &mut assets)?;
    install(spec, &mut model, &mut lookup, &mut problems);
    problems.check()?;
    let mut problems = Problems::default();
    problems.keep(structure::derive(&mut model, &tree));
    after_structure(&mut model);
    problems.check().map(|_| model)
}

/// The model, for specs that are right.
pub(super) fn model(spec: &Resolved) -> Model {
    match compile(spec) {
        Ok(model) => model,
        Err(problems) => panic!("{problems}"),
    }
}

/// The first problem, for specs that are wrong.
pub(super) fn fault(spec: &Resolved) -> String {
    match compile(spec) {
        Ok(_) => panic!("the model was accepted"),
        Err(problems) => problems.to_string(),
    }
}

/// An actuator on a joint.
pub(super) fn on_joint(joint: &str) -> Actuator {
    Actuator {
        trntype: TransmissionType::Joint,
        target: joint.into(),
        ..Actuator::default()
    }
}

/// A tendon with a path.
pub(super) fn tendon(name: &str, path: Vec<PathItem>) -> Tendon {
    Tendon {
        name: name.into(),
        path,
        ..Tendon::default()
    }
}

//! A small model of everything, against the numbers of MuJoCo 4.0.0; and what is refused.

use ligament_model::Model;
use ligament_model::enums::{GeomType, JointType, SleepPolicy};

use super::*;
use crate::compile::structure;
use crate::element::{
    Auto, Body, Camera, Frame, Geom, Inertial, Joint, Light, Node, Orientation, Site,
};

fn named(name: &str) -> String {
    name.into()
}

fn sphere(size: f64) -> Node {
    Node::Geom(Geom {
        size: [size, 0.0, 0.0],
        ..Geom::default()
    })
}

fn joint(kind: JointType, axis: [f64; 3]) -> Node {
    Node::Joint(Joint {
        kind,
        axis,
        ..Joint::default()
    })
}

fn body(name: &str, pos: [f64; 3], content: Vec<Node>) -> Body {
    Body {
        name: named(name),
        pos,
        content,
        ..Body::default()
    }
}

const X: [f64; 3] = [1.0, 0.0, 0.0];
const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// Body b, with a hinge off its axes and a slide, inside a frame.
fn second_link() -> Body {
    let hinge = Joint {
        axis: [1.0, 1.0, 0.0],
        pos: [0.1, 0.0, 0.0],
        ..Joint::default()
    };
    let cylinder = Geom {
        kind: GeomType::Cylinder,
        size: [0.1, 0.2, 0.0],
        mass: Some(2.0),
        ..Geom::default()
    };
    let site = Site {
        pos: Z,
        orientation: Orientation::Euler([10.0, 20.0, 30.0]),
        ..Site::default()
    };
    let content = vec![
        Node::Joint(hinge),
        joint(JointType::Slide, Z),
        Node::Geom(cylinder),
        Node::Site(site),
    ];
    body("b", Z, content)
}

/// Body a: a ball joint, geoms inside and outside of a frame, children.
fn first_link() -> Body {
    let block = Geom {
        kind: GeomType::Box,
        size: [0.1, 0.2, 0.3],
        pos: [0.0, 0.0, 0.1],
        ..Geom::default()
    };
    let rod = Geom {
        kind: GeomType::Capsule,
        size: [0.05, 0.0, 0.0],
        fromto: Some([0.0, 0.0, 0.0, 0.3, 0.0, 0.4]),
        shellinertia: true,
        ..Geom::default()
    };
    let knob = Geom {
        size: [0.1, 0.0, 0.0],
        contype: 2,
        margin: 0.5,
        ..Geom::default()
    };
    let frame = Frame {
        pos: [0.0, 0.5, 0.0],
        orientation: Orientation::Euler([0.0, 90.0, 0.0]),
        content: vec![Node::Body(second_link()), Node::Geom(knob)],
        ..Frame::default()
    };
    let marker = body("c", [0.0, 0.0, -1.0], vec![Node::Site(Site::default())]);
    let content = vec![
        joint(JointType::Ball, Z),
        Node::Geom(block),
        Node::Geom(rod),
        Node::Frame(frame),
        Node::Body(marker),
    ];
    Body {
        orientation: Orientation::Euler([30.0, 0.0, 0.0]),
        ..body("a", X, content)
    }
}

fn menagerie() -> Resolved {
    let mut spec = Resolved::new();
    let held = body("q", [0.0; 3], vec![sphere(0.1)]);
    let moved = Body {
        mocap: true,
        ..body("p", [0.0; 3], vec![Node::Body(held)])
    };
    let slider = vec![joint(JointType::Slide, [0.0, 1.0, 0.0]), sphere(0.1)];
    let flyer = vec![joint(JointType::Free, Z), sphere(0.1)];
    spec.world.content = vec![
        Node::Body(first_link()),
        Node::Body(body("f", [0.0, 0.0, 2.0], flyer)),
        Node::Body(body("s", [0.0; 3], slider)),
        Node::Body(moved),
    ];
    spec
}

fn compiled(spec: &Resolved) -> Result<Model, Problems> {
    let mut problems = Problems::default();
    let Some(tree) = prepare(spec, &AssetTables::default(), &mut problems) else {
        return Err(problems);
    };
    let mut sizes = Sizes::default();
    tree.count(&mut sizes);
    let mut model = Model::new(sizes);
    tree.fill(&mut model);
    structure::derive(&mut model, &tree)?;
    Ok(model)
}

fn model(spec: &Resolved) -> Model {
    match compiled(spec) {
        Ok(model) => model,
        Err(problems) => panic!("{problems}"),
    }
}

/// The array of this name, as numbers.
fn array(model: &Model, name: &str) -> Vec<f64> {
    let mut found = None;
    model.visit(&mut |field, column| {
        if field.name == name {
            found = Some(column.to_f64());
        }
    });
    match found {
        Some(values) => values,
        None => panic!("there is no {name}"),
    }
}

fn check(model: &Model, name: &str, expected: &[f64]) {
    let values = array(model, name);
    assert_eq!(values.len(), expected.len(), "{name}");
    for (a, b) in values.iter().zip(expected) {
        assert!(
            (a - b).abs() <= 1e-12 * b.abs().max(1.0),
            "{name}: {values:?}"
        );
    }
}

#[test]
fn poses_and_inertia_are_those_of_mujoco() {
    let m = model(&menagerie());
    check(
        &m,
        "body_mass",
        &[
            0.0,
            240.684_349_420_173_96,
            2.0,
            0.0,
            4.188_790_204_786_391,
            4.188_790_204_786_391,
            0.0,
            4.188_790_204_786_391,
        ],
    );
    let link = |name: &str, width: usize| array(&m, name)[width..2 * width].to_vec();
    let near = |found: Vec<f64>, expected: &[f64]| {
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-12, "{found:?}");
        }
    };
    near(
        link("body_ipos", 3),
        &[
            0.117_474_750_437_338_58,
            0.008_701_833_365_728_79,
            0.176_576_133_618_413_32,
        ],
    );
    near(
        link("body_iquat", 4),
        &[
            0.953_190_516_289_312_4,
            0.033_064_087_041_021_71,
            0.300_112_001_701_324_6,
            -0.016_352_132_554_579_29,
        ],
    );
    near(
        link("body_inertia", 3),
        &[
            9.847_159_100_480_354,
            8.961_596_377_179_838,
            2.849_552_990_041_660_3,
        ],
    );
    near(
        link("geom_quat", 4),
        &[0.316_227_766_016_837_94, 0.0, -0.948_683_298_050_513_8, 0.0],
    );
    near(array(&m, "body_pos")[6..9].to_vec(), &[1.0, 0.5, 0.0]);
    // a body without mass keeps its pose as inertial frame
    near(array(&m, "body_ipos")[9..12].to_vec(), &[0.0, 0.0, -1.0]);
    check(&m, "body_margin", &[0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    check(
        &m,
        "body_contype",
        &[0.0, 3.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0],
    );
    let mut reference = vec![1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 1.0];
    reference.extend([0.0; 4]);
    check(&m, "qpos0", &reference);
}

#[test]
fn the_structure_is_that_of_mujoco() {
    let m = model(&menagerie());
    for (name, expected) in [
        ("body_simple", &[1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 1.0][..]),
        ("body_sameframe", &[1.0, 0.0, 1.0, 3.0, 1.0, 1.0, 1.0, 1.0]),
        ("body_rootid", &[0.0, 1.0, 1.0, 1.0, 4.0, 5.0, 6.0, 6.0]),
        ("body_weldid", &[0.0, 1.0, 2.0, 1.0, 4.0, 5.0, 6.0, 6.0]),
        ("body_treeid", &[-1.0, 0.0, 0.0, 0.0, 1.0, 2.0, -1.0, -1.0]),
        (
            "body_mocapid",
            &[-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, 0.0, -1.0],
        ),
        ("geom_sameframe", &[3.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]),
        ("site_sameframe", &[0.0, 1.0]),
        (
            "dof_parentid",
            &[
                -1.0, 0.0, 1.0, 2.0, 3.0, -1.0, 5.0, 6.0, 7.0, 8.0, 9.0, -1.0,
            ],
        ),
        (
            "dof_treeid",
            &[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0],
        ),
        (
            "dof_Madr",
            &[
                0.0, 1.0, 3.0, 6.0, 10.0, 15.0, 16.0, 18.0, 21.0, 25.0, 30.0, 36.0,
            ],
        ),
        (
            "dof_simplenum",
            &[0.0, 0.0, 0.0, 0.0, 0.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0],
        ),
        ("B_rownnz", &[12.0, 5.0, 5.0, 3.0, 6.0, 1.0, 0.0, 0.0]),
        ("B_rowadr", &[0.0, 12.0, 17.0, 22.0, 25.0, 31.0, 32.0, 32.0]),
        (
            "M_rownnz",
            &[1.0, 2.0, 3.0, 4.0, 5.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
        ),
        (
            "D_diag",
            &[0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 0.0],
        ),
        ("tree_bodyadr", &[1.0, 4.0, 5.0]),
        ("tree_bodynum", &[3.0, 1.0, 1.0]),
        ("tree_dofadr", &[0.0, 5.0, 11.0]),
        ("tree_dofnum", &[5.0, 6.0, 1.0]),
        ("tree_sleep_policy", &[2.0, 2.0, 2.0]),
    ] {
        check(&m, name, expected);
    }
    let s = &m.size;
    assert_eq!(
        [s.nM, s.nB, s.nC, s.nD, s.ntree, s.nmocap],
        [37, 32, 22, 62, 3, 1]
    );
}

#[test]
fn the_maps_between_sparse_matrices_are_those_of_mujoco() {
    let m = model(&menagerie());
    check(
        &m,
        "mapM2M",
        &[
            0.0, 2.0, 1.0, 5.0, 4.0, 3.0, 9.0, 8.0, 7.0, 6.0, 14.0, 13.0, 12.0, 11.0, 10.0, 15.0,
            16.0, 18.0, 21.0, 25.0, 30.0, 36.0,
        ],
    );
    check(
        &m,
        "mapD2M",
        &[
            0.0, 5.0, 6.0, 10.0, 11.0, 12.0, 15.0, 16.0, 17.0, 18.0, 20.0, 21.0, 22.0, 23.0, 24.0,
            25.0, 32.0, 39.0, 46.0, 53.0, 60.0, 61.0,
        ],
    );
    let found = array(&m, "mapM2D");
    let start = [
        0.0, 1.0, 3.0, 6.0, 10.0, 1.0, 2.0, 4.0, 7.0, 11.0, 3.0, 4.0, 5.0, 8.0, 12.0, 6.0, 7.0,
        8.0, 9.0, 13.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, -1.0, -1.0,
    ];
    assert_eq!(found[..start.len()], start);
    assert_eq!(found[found.len() - 3..], [-1.0, 20.0, 21.0]);
}

#[test]
fn a_free_joint_can_be_aligned_with_the_inertial_frame() {
    let free = Joint {
        kind: JointType::Free,
        align: Auto::True,
        ..Joint::default()
    };
    let offset = Geom {
        size: [1.0, 0.0, 0.0],
        pos: [1.0, 0.0, 0.0],
        ..Geom::default()
    };
    let content = vec![
        Node::Joint(free),
        Node::Geom(offset),
        Node::Site(Site::default()),
        Node::Light(Light::default()),
        Node::Camera(Camera::default()),
    ];
    let mut spec = Resolved::new();
    spec.world.content = vec![Node::Body(body("a", [1.0, 2.0, 3.0], content))];
    let m = model(&spec);
    check(&m, "body_pos", &[0.0, 0.0, 0.0, 2.0, 2.0, 3.0]);
    check(&m, "body_ipos", &[0.0; 6]);
    check(&m, "geom_pos", &[0.0; 3]);
    for name in ["site_pos", "light_pos", "cam_pos"] {
        check(&m, name, &[-1.0, 0.0, 0.0]);
    }
    check(&m, "qpos0", &[2.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn explicit_inertia_goes_before_geoms_unless_told_otherwise() {
    let inertial = Inertial {
        mass: 2.0,
        pos: X,
        diaginertia: [1.0; 3],
        ..Inertial::default()
    };
    let mut spec = Resolved::new();
    spec.world.content = vec![Node::Body(Body {
        inertial: Some(inertial),
        ..body("a", [0.0; 3], vec![sphere(1.0)])
    })];
    assert_eq!(model(&spec).body.mass[1], 2.0);
    spec.scopes[0].inertiafromgeom = Auto::True;
    assert!((model(&spec).body.mass[1] - 4_188.790_204_786_391).abs() < 1e-9);
    spec.scopes[0].inertiagrouprange = [1, 5];
    assert_eq!(model(&spec).body.mass[1], 2.0);
}

#[test]
fn what_mujoco_refuses_is_refused() {
    let moving = |extra: Vec<Node>| {
        let mut content = vec![joint(JointType::Hinge, Z), sphere(1.0)];
        content.extend(extra);
        body("a", [0.0; 3], content)
    };
    let plane = Node::Geom(Geom {
        kind: GeomType::Plane,
        size: [1.0; 3],
        ..Geom::default()
    });
    let ball = || joint(JointType::Ball, Z);
    let free = || joint(JointType::Free, Z);
    let asleep = Body {
        sleep: SleepPolicy::Never,
        ..body("a", [0.0; 3], vec![sphere(1.0)])
    };
    let mocap = Body {
        mocap: true,
        ..moving(vec![])
    };
    let lost = Camera {
        target: named("b"),
        ..Camera::default()
    };
    for wrong in [
        body("massless", [0.0; 3], vec![joint(JointType::Hinge, Z)]),
        moving(vec![plane]),
        moving(vec![free()]),
        moving(vec![ball(), ball()]),
        moving(vec![Node::Body(body(
            "b",
            [0.0; 3],
            vec![free(), sphere(1.0)],
        ))]),
        moving(vec![sphere(-1.0)]),
        moving(vec![Node::Camera(lost)]),
        asleep,
        mocap,
    ] {
        let mut spec = Resolved::new();
        let name = wrong.name.clone();
        spec.world.content = vec![Node::Body(wrong)];
        assert!(compiled(&spec).is_err(), "{name} was accepted");
    }
}

#[test]
fn user_data_is_padded_and_bounded() {
    let with = |user: Vec<f64>| {
        Node::Geom(Geom {
            size: [1.0; 3],
            user,
            ..Geom::default()
        })
    };
    let mut spec = Resolved::new();
    spec.world.content = vec![with(vec![1.0, 2.0]), with(vec![3.0])];
    check(&model(&spec), "geom_user", &[1.0, 2.0, 3.0, 0.0]);
    spec.size.nuser_geom = 1;
    assert!(compiled(&spec).is_err());
}

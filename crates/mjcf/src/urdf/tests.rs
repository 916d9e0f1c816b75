//! Small robots, with the values MuJoCo 4.0.0 has for them.

use std::sync::Arc;

use ligament_model::enums::{GeomType, JointType};
use ligament_spec::asset::vfs::Source;
use ligament_spec::element::{Auto, Body, Equality, Geom, Joint, Mesh, Orientation};
use ligament_spec::{AnyId, Spec};

use super::{UrdfOptions, prepare, read};
use crate::xml::parse;

fn spec(text: &str, options: &UrdfOptions) -> Result<Spec, String> {
    let root = parse(text, &Arc::from("robot.urdf"), 0, 0).map_err(|f| f.message)?;
    let mut spec = Spec::new();
    prepare(&mut spec);
    read(&root, options, &mut spec).map_err(|p| p.to_string())?;
    Ok(spec)
}

const ARM: &str = r#"<robot name="arm">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="base"/>
  <link name="tip"><inertial><origin rpy="0.3 0 0"/><mass value="2"/>
    <inertia ixx="1" iyy="2" izz="2.5" ixy="0.1" ixz="0" iyz="0"/></inertial>
    <visual><geometry><box size="1 2 3"/></geometry><material name="red"/></visual>
    <collision name="c"><origin xyz="1 2 3"/><geometry><cylinder radius="0.1" length="2"/></geometry></collision></link>
  <link name="slider"/>
  <joint name="turn" type="revolute"><parent link="base"/><child link="tip"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" effort="-5"/><dynamics damping="0.5" friction="0.2"/></joint>
  <joint name="slide" type="prismatic"><parent link="tip"/><child link="slider"/><limit upper="1"/>
    <mimic joint="turn" multiplier="2" offset="0.1"/></joint>
</robot>"#;

#[test]
fn links_and_joints_become_a_tree() {
    let spec = spec(ARM, &UrdfOptions::default()).unwrap();
    assert_eq!(spec.name, "arm");
    let tip = spec.named::<Body>("tip").unwrap();
    let inertial = tip.inertial.as_ref().unwrap();
    let Orientation::Quat(q) = inertial.orientation else {
        panic!("a quaternion")
    };
    let expected = [
        -0.07105097512283504,
        0.7035280797054915,
        -0.14002917438382217,
        0.6931030445189137,
    ];
    for (a, b) in q.iter().zip(expected) {
        assert!((a - b).abs() < 1e-12, "{q:?}");
    }
    assert!((inertial.diaginertia[1] - 2.0099019513592777).abs() < 1e-12);
    let joint = spec.named::<Joint>("turn").unwrap();
    assert_eq!(
        (joint.kind, joint.axis, joint.range),
        (JointType::Hinge, [0.0, 1.0, 0.0], [-1.0, 2.0])
    );
    assert_eq!(
        (joint.actfrcrange, joint.damping[0], joint.frictionloss),
        ([-5.0, 5.0], 0.5, 0.2)
    );
    assert_eq!(spec.named::<Joint>("slide").unwrap().limited, Auto::False);
    let geom = spec.named::<Geom>("c").unwrap();
    assert_eq!(
        (geom.kind, geom.size, geom.rgba[1]),
        (GeomType::Cylinder, [0.1, 1.0, 0.0], 0.0)
    );
    assert_eq!(
        spec.children(spec.find("tip").unwrap())
            .iter()
            .filter(|id| matches!(id, AnyId::Geom(_)))
            .count(),
        1,
        "visual geoms are discarded"
    );
    assert_eq!(spec.list::<Equality>().at(0).unwrap().name2, "turn");
    assert_eq!(spec.list::<Equality>().at(0).unwrap().data[..2], [0.1, 2.0]);
}

#[test]
fn broken_robots_are_refused() {
    let joint = |parent: &str, child: &str| {
        format!(
            r#"<joint name="j{parent}{child}" type="fixed"><parent link="{parent}"/><child link="{child}"/></joint>"#
        )
    };
    let links = r#"<link name="a"/><link name="b"/><link name="c"/>"#;
    for (joints, message) in [
        (joint("a", "x"), "does not exist"),
        (joint("a", "b") + &joint("c", "b"), "two parents"),
        (joint("a", "b") + &joint("b", "a"), "cycle"),
    ] {
        let error = spec(
            &format!("<robot>{links}{joints}</robot>"),
            &UrdfOptions::default(),
        )
        .unwrap_err();
        assert!(error.contains(message), "{error}");
    }
    let error = spec(
        "<robot><link name='a'/><link name='a'/></robot>",
        &UrdfOptions::default(),
    )
    .unwrap_err();
    assert!(error.contains("twice"), "{error}");
}

#[test]
fn packages_are_found_below_their_roots() {
    let text = r#"<robot><link name="a"><collision><geometry>
        <mesh filename="package://arm/meshes/link.stl"/></geometry></collision></link></robot>"#;
    let file = |roots: &[&str]| {
        let root = parse(text, &Arc::from("robot.urdf"), 0, 0).unwrap();
        let mut spec = Spec::new();
        spec.source = Source::memory([("/b/arm/meshes/link.stl", vec![0])].into_iter().collect());
        let package_roots = roots.iter().map(|r| (*r).to_owned()).collect();
        read(&root, &UrdfOptions { package_roots }, &mut spec).unwrap();
        spec.list::<Mesh>().at(0).unwrap().file.clone()
    };
    assert_eq!(file(&["/b"]), "/b/arm/meshes/link.stl");
    assert_eq!(file(&[]), "package://arm/meshes/link.stl");
}

#[test]
fn repeated_elements_are_refused() {
    for (once, what) in [
        ("<origin rpy=\"0.3 0 0\"/>", "origin"),
        ("<mass value=\"2\"/>", "mass"),
        ("<axis xyz=\"0 1 0\"/>", "axis"),
        ("<limit upper=\"1\"/>", "limit"),
        ("<dynamics damping=\"0.5\" friction=\"0.2\"/>", "dynamics"),
        ("<parent link=\"base\"/>", "parent"),
        ("<color rgba=\"1 0 0 1\"/>", "color"),
        (
            "<geometry><cylinder radius=\"0.1\" length=\"2\"/></geometry>",
            "geometry",
        ),
    ] {
        let text = ARM.replacen(once, &format!("{once}{once}"), 1);
        assert_ne!(text, ARM, "{what}");
        let problem = spec(&text, &UrdfOptions::default()).unwrap_err();
        assert!(problem.contains(&format!("only one <{what}>")), "{problem}");
    }
}

//! Meshes against values that MuJoCo 4.0.0 gives.

use ligament_model::enums::{GeomType, MeshInertia};

use super::*;
use crate::compile::assets::prepare as prepare_assets;
use crate::element::{Geom, Node};
use crate::problem::Problem;

/// A tetrahedron whose slanted side is pushed in to a fifth vertex.
const VERTICES: [f32; 15] = [
    0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0, 0.2, 0.3, 0.4,
];
const FACES: [i32; 18] = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 4, 2, 3, 4, 3, 1, 4];

fn dented(inertia: MeshInertia) -> Mesh {
    Mesh {
        name: "dented".into(),
        vertex: VERTICES.to_vec(),
        face: FACES.to_vec(),
        refpos: [0.1, 0.2, 0.3],
        refquat: [1.0, 0.2, 0.3, 0.4],
        scale: [1.0, -2.0, 0.5],
        inertia,
        ..Mesh::default()
    }
}

/// A model with one mesh and a geom of the given kind that collides.
fn model(mesh: Mesh, kind: GeomType) -> Resolved {
    let mut spec = Resolved::new();
    spec.world.content.push(Node::Geom(Geom {
        kind,
        mesh: mesh.name.clone(),
        ..Geom::default()
    }));
    spec.meshes.push(mesh);
    spec
}

fn only_mesh(spec: &Resolved) -> Result<MeshData, Problems> {
    let mut problems = Problems::default();
    let assets = prepare_assets(spec, &mut problems);
    problems.check()?;
    assets
        .mesh(&spec.meshes[0].name)
        .map(|(_, m)| m.clone())
        .ok_or_else(|| Problem::model("no mesh").into())
}

fn close(found: &[f64], expected: &[f64], tolerance: f64) -> bool {
    found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(a, b)| (a - b).abs() < tolerance)
}

/// Mode, position, orientation, last vertex, volume and principal moments.
type Golden = (MeshInertia, [f64; 3], [f64; 4], [f32; 3], f64, [f64; 3]);

const GOLDEN: [Golden; 4] = [
    (
        MeshInertia::Legacy,
        [
            0.14576999969122523,
            -0.5922368564253163,
            0.18673750568201658,
        ],
        [
            0.6623512117770617,
            0.5353720925969426,
            -0.3874993608830071,
            0.35286235282485456,
        ],
        [-0.1072497, 0.06974972, -0.4616886],
        0.948614607176727,
        [0.7513101181211042, 0.5802494492154372, 0.18630766475781377],
    ),
    (
        MeshInertia::Exact,
        [
            0.09887730565565353,
            -0.5419807556888842,
            0.15178428394333057,
        ],
        [
            0.6616098238398185,
            0.5365060528150113,
            -0.38239709890727824,
            0.3580588709120338,
        ],
        [-0.053032894, 0.030615745, -0.41516697],
        0.4833333442608516,
        [0.39607999291679524, 0.30928576019236786, 0.0951406623675834],
    ),
    (
        MeshInertia::Convex,
        [0.15232558139534888, -0.702325581395349, 0.20523255813953487],
        [
            0.6605810652607368,
            0.5354773409671205,
            -0.38449429462901086,
            0.359250345758379,
        ],
        [-0.11499477, 0.0825861, -0.5731986],
        1.0000000000000002,
        [0.8091585763344011, 0.6296086561451419, 0.19873614772597556],
    ),
    (
        MeshInertia::Shell,
        [0.14693563868742776, -0.968592561785131, 0.20295153908423944],
        [
            0.6663749664705128,
            0.530306757693856,
            -0.3872204895577247,
            0.3532413329047601,
        ],
        [-0.09606006, 0.13950148, -0.8327362],
        12.704444287999015,
        [16.158489659719404, 12.322205347687671, 4.107950901596354],
    ),
];

#[test]
fn placed_mirrored_and_scaled_meshes_match_mujoco() {
    for (mode, pos, quat, vertex, volume, moments) in GOLDEN {
        let mesh = only_mesh(&model(dented(mode), GeomType::Mesh)).unwrap();
        assert!(close(&mesh.pos.0, &pos, 1e-14), "{mode:?} {:?}", mesh.pos);
        assert!(
            close(&mesh.quat.0, &quat, 1e-12),
            "{mode:?} {:?}",
            mesh.quat
        );
        assert_eq!(mesh.vertices[4], vertex, "{mode:?}");
        assert!(close(&[mesh.volume], &[volume], 1e-13), "{mode:?}");
        let [a, b, c] = mesh.inertia_box.0.map(|x| x * x * mesh.volume / 3.0);
        assert!(close(&[b + c, a + c, a + b], &moments, 1e-12), "{mode:?}");
        // mirroring turns the triangles around
        assert_eq!(mesh.faces[0], [0, 1, 2]);
        assert_eq!(mesh.face_normals, mesh.faces);
    }
}

#[test]
fn the_hull_of_a_mirrored_mesh_faces_outward() {
    let mesh = only_mesh(&model(dented(MeshInertia::Legacy), GeomType::Mesh)).unwrap();
    assert_eq!(mesh.polygons.outlines.len(), 4);
    // the origin, the centre of mass, is inside
    for (normal, outline) in mesh.polygons.normals.iter().zip(&mesh.polygons.outlines) {
        let on_side = Vec3(mesh.vertices[outline[0] as usize].map(f64::from));
        assert!(normal.dot(on_side) > 0.0);
    }
}

#[test]
fn hulls_and_octrees_are_made_where_they_are_needed() {
    let fitted = only_mesh(&model(dented(MeshInertia::Legacy), GeomType::Box)).unwrap();
    assert!(fitted.hull.is_none() && fitted.octree.depth.is_empty());
    let mut small = dented(MeshInertia::Legacy);
    small.octree_maxdepth = 2;
    let sampled = only_mesh(&model(small, GeomType::Sdf)).unwrap();
    assert!(sampled.hull.is_some() && !sampled.octree.depth.is_empty());
}

#[test]
fn meshes_without_faces_are_their_hull() {
    let cloud = Mesh {
        name: "cloud".into(),
        vertex: VERTICES.to_vec(),
        ..Mesh::default()
    };
    let mesh = only_mesh(&model(cloud, GeomType::Box)).unwrap();
    assert_eq!(mesh.faces.len(), 4);
    assert!((mesh.volume - 1.0).abs() < 1e-12);
}

#[test]
fn broken_meshes_are_refused_with_advice() {
    let broken = |change: fn(&mut Mesh)| {
        let mut mesh = dented(MeshInertia::Legacy);
        change(&mut mesh);
        only_mesh(&model(mesh, GeomType::Mesh))
            .err()
            .map_or(String::new(), |p| p.to_string())
    };
    for (change, words) in [
        (
            (|m| {
                m.vertex.pop();
            }) as fn(&mut Mesh),
            "multiple of 3",
        ),
        (|m| m.face[17] = 5, "vertex 5"),
        (|m| m.vertex[4] = f32::NAN, "not finite"),
        (|m| m.vertex.clear(), "no vertices"),
        (|m| m.scale[0] = 0.0, "shell"),
        (|m| m.file = "absent.stl".into(), "absent.stl"),
        (|m| m.file = "absent.xyz".into(), "extension"),
        (|m| m.texcoord = vec![0.0; 4], "texture coordinates"),
        (|m| m.octree_maxdepth = 2, ""),
    ] {
        assert!(broken(change).contains(words), "{}", broken(change));
    }
    let mut twisted = dented(MeshInertia::Exact);
    twisted.face.swap(0, 1);
    assert!(only_mesh(&model(twisted, GeomType::Box)).is_err());
}

#[test]
fn threads_do_not_change_the_order() {
    let mut spec = Resolved::new();
    for i in 0..20 {
        let mut mesh = dented(MeshInertia::Legacy);
        mesh.name = format!("m{i}");
        mesh.scale = [1.0 + f64::from(i), 1.0, 1.0];
        spec.meshes.push(mesh);
    }
    let names = |spec: &Resolved| {
        let assets = prepare_assets(spec, &mut Problems::default());
        let named = assets.meshes.iter().map(|m| (m.name.clone(), m.volume));
        named.collect::<Vec<_>>()
    };
    let threaded = names(&spec);
    spec.scopes[0].usethread = false;
    assert_eq!(threaded, names(&spec));
    assert_eq!(threaded[7].0, "m7");
}

#[test]
fn the_arrays_have_the_lengths_of_the_sizes() {
    let mut spec = model(dented(MeshInertia::Legacy), GeomType::Mesh);
    spec.meshes.push(Mesh {
        name: "second".into(),
        ..dented(MeshInertia::Shell)
    });
    let mut assets = prepare_assets(&spec, &mut Problems::default());
    let mut sizes = ligament_model::Sizes::default();
    assets.count(&mut sizes);
    let mut filled = ligament_model::Model::new(sizes);
    assets.fill(&mut filled, 0);
    filled.visit(&mut |field, column| {
        assert_eq!(
            column.rows() * column.width(),
            field.rows * field.columns,
            "{}",
            field.name
        );
    });
    assert_eq!(filled.mesh.vertadr, [0, 5]);
    assert_eq!(filled.mesh.graphadr, [0, -1]);
    assert_eq!(filled.mesh.polymapnum.len(), 10);
    assert_eq!(filled.mesh.bvhadr, [0, 11]);
}

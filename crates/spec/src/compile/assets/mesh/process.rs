//! From a loaded mesh to the compiled one.

use std::collections::HashSet;

use ligament_math::{MINVAL, Quat, Vec3};
use ligament_model::enums::MeshInertia;

use crate::asset::AssetError;
use crate::asset::mesh::RawMesh;
use crate::compile::orientation::unit;
use crate::element::Mesh;

use super::bounds::{box_of, face_tree};
use super::hull::MeshHull;
use super::inertia::{MeshMass, mass_properties};
use super::normals::vertex_normals;
use super::octree::Octree;
use super::polygons::Polygons;
use super::{MeshData, Needs};

/// The corners of a triangle whose indices have been checked.
pub(super) fn corners(vertices: &[Vec3], face: &[u32; 3]) -> [Vec3; 3] {
    face.map(|i| vertices[i as usize])
}

/// Processes a mesh that has been validated.
pub(super) fn process(
    raw: RawMesh,
    mesh: &Mesh,
    inertia: MeshInertia,
    needs: Needs,
) -> Result<MeshData, AssetError> {
    let mut vertices: Vec<Vec3> = raw
        .vertices
        .iter()
        .map(|v| Vec3(v.map(f64::from)))
        .collect();
    let mut faces: Vec<[u32; 3]> = raw.faces.iter().map(|f| f.map(|v| v as u32)).collect();
    if inertia == MeshInertia::Exact {
        check_orientation(&vertices, &faces)?;
    }
    let mut hull = if needs.hull || faces.is_empty() {
        Some(MeshHull::new(&vertices, mesh.maxhullvert)?)
    } else {
        None
    };
    if let (true, Some(hull)) = (faces.is_empty(), &hull) {
        faces.clone_from(&hull.triangles);
    }
    let mut normals = raw.normals;
    let mut face_normals = raw.face_normals;
    if normals.is_empty() {
        normals = vertex_normals(&vertices, &faces, mesh.smoothnormal);
        face_normals = signed(&faces);
    } else if face_normals.is_empty() {
        face_normals = normals_of_faces(&faces, normals.len(), vertices.len());
    }
    let mut face_texcoords = raw.face_texcoords;
    if face_texcoords.is_empty() && !raw.texcoords.is_empty() {
        face_texcoords = signed(&faces);
    }
    let mut polygons = hull
        .as_ref()
        .map(|h| Polygons::new(&vertices, &h.triangles))
        .unwrap_or_default();
    if mesh.scale.iter().product::<f64>() < 0.0 {
        flip(&mut faces);
        flip(&mut face_normals);
        flip(&mut face_texcoords);
        hull.iter_mut().for_each(MeshHull::flip);
        polygons.flip();
    }
    place_as_written(mesh, &mut vertices, &mut normals);

    let solid = match (inertia, &hull) {
        (MeshInertia::Convex, Some(hull)) => &hull.triangles,
        _ => &faces,
    };
    let mass = mass_properties(&vertices, &faces, solid, inertia)?;
    align(&mass, &mut vertices, &mut normals);
    let aabb = box_of(&vertices);
    polygons.update_normals(&vertices);
    let bvh = face_tree(&vertices, &faces);
    let octree = if needs.distances {
        Octree::new(&vertices, &faces, &bvh, aabb, mesh.octree_maxdepth)?
    } else {
        Octree::default()
    };
    Ok(MeshData {
        material: mesh.material.clone(),
        scale: Vec3(mesh.scale),
        pos: mass.com,
        quat: mass.frame,
        aabb,
        volume: mass.volume,
        inertia_box: mass.inertia_box,
        inertia: mass.moments,
        is_shell: inertia == MeshInertia::Shell,
        vertices: vertices.iter().map(|v| v.0.map(|x| x as f32)).collect(),
        normals,
        texcoords: raw.texcoords,
        faces: signed(&faces),
        face_normals,
        face_texcoords,
        hull,
        polygons,
        bvh,
        octree,
        ..MeshData::default()
    })
}

/// Indices in the type of the compiled model.
fn signed(faces: &[[u32; 3]]) -> Vec<[i32; 3]> {
    faces.iter().map(|f| f.map(|v| v as i32)).collect()
}

/// Reverses the winding of triangles.
pub(super) fn flip<T>(faces: &mut [[T; 3]]) {
    faces.iter_mut().for_each(|f| f.swap(1, 2));
}

/// Two triangles that run along an edge in the same direction have opposite orientations.
fn check_orientation(vertices: &[Vec3], faces: &[[u32; 3]]) -> Result<(), AssetError> {
    let mut edges: HashSet<(u32, u32)> = HashSet::with_capacity(3 * faces.len());
    for face in faces {
        let [p, q, r] = corners(vertices, face);
        if 0.5 * (q - p).cross(r - p).norm() <= MINVAL.sqrt() {
            continue;
        }
        let [a, b, c] = *face;
        for (from, to) in [(a, b), (b, c), (c, a)] {
            if !edges.insert((from, to)) {
                return Err(AssetError::new(format!(
                    "the triangles at the edge from vertex {from} to {to} disagree about which side is outside"
                ))
                .help("orient the triangles consistently, or set another `inertia`"));
            }
        }
    }
    Ok(())
}

/// Normal indices where normals came without: one normal per vertex, else the first for all.
fn normals_of_faces(faces: &[[u32; 3]], normals: usize, vertices: usize) -> Vec<[i32; 3]> {
    let per_vertex = (normals / vertices.max(1)) as u64;
    let last = normals.saturating_sub(1) as u64;
    let index = |v: u32| (u64::from(v) * per_vertex).min(last) as i32;
    faces.iter().map(|f| f.map(index)).collect()
}

/// Applies the reference position, reference orientation and scale of the element.
fn place_as_written(mesh: &Mesh, vertices: &mut [Vec3], normals: &mut [[f32; 3]]) {
    if mesh.refpos != [0.0; 3] {
        vertices.iter_mut().for_each(|v| *v -= Vec3(mesh.refpos));
    }
    if mesh.refquat != [1.0, 0.0, 0.0, 0.0] {
        let rotation = unit(Quat(mesh.refquat)).to_mat3_in_order();
        vertices
            .iter_mut()
            .for_each(|v| *v = rotation.tr_mul_vec(*v));
        map_normals(normals, |n| rotation.tr_mul_vec(n));
    }
    let scale = Vec3(mesh.scale);
    if scale != Vec3::splat(1.0) {
        vertices
            .iter_mut()
            .for_each(|v| *v = v.component_mul(scale));
        // normals are covectors
        map_normals(normals, |n| Vec3([0, 1, 2].map(|i| n[i] / scale[i])));
    }
    for n in normals {
        let squared = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
        *n = if squared.is_finite() && f64::from(squared) > MINVAL {
            let scale = 1.0 / squared.sqrt();
            n.map(|x| x * scale)
        } else {
            [0.0, 0.0, 1.0]
        };
    }
}

fn map_normals(normals: &mut [[f32; 3]], map: impl Fn(Vec3) -> Vec3) {
    for n in normals {
        *n = map(Vec3(n.map(f64::from))).0.map(|x| x as f32);
    }
}

/// Moves the centre of mass to the origin and the principal axes to the coordinate axes.
fn align(mass: &MeshMass, vertices: &mut [Vec3], normals: &mut [[f32; 3]]) {
    let rotation = mass.frame.to_mat3_in_order();
    vertices
        .iter_mut()
        .for_each(|v| *v = rotation.tr_mul_vec(*v - mass.com));
    map_normals(normals, |n| rotation.tr_mul_vec(n));
}

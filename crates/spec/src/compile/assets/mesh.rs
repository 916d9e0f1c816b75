//! Triangle meshes: from an element to the arrays of the compiled model.
//!
//! A mesh goes through these steps: load, check, convex hull (if something collides with it), normals, polygons of the
//! hull, user offset/rotation/scale, mass properties, centring and alignment with the principal axes, bounding
//! volumes, signed-distance octree (if a geom asks for it).

mod bounds;
mod buckets;
mod distance;
mod hull;
mod inertia;
mod input;
mod normals;
mod octree;
mod polygons;
mod process;

use std::sync::atomic::{AtomicUsize, Ordering};

use ligament_geom::bvh::Bvh;
use ligament_math::{Quat, Vec3};

use crate::asset::AssetError;
use crate::element::Mesh;
use crate::problem::Problems;
use crate::resolve::Resolved;

use super::path::{asset_name, problem};
use super::usage::Usage;

pub use hull::MeshHull;
pub use octree::Octree;
pub use polygons::Polygons;

/// A processed mesh.
#[derive(Clone, Debug, Default)]
pub struct MeshData {
    /// Name.
    pub name: String,
    /// File it was read from, resolved; empty if none.
    pub path: String,
    /// Material of geoms that name none.
    pub material: String,
    /// Scale as written.
    pub scale: Vec3,
    /// Centre of mass in the frame of the file (after reference pose and scale): what was subtracted.
    pub pos: Vec3,
    /// Orientation of the principal axes in the frame of the file: what was undone.
    pub quat: Quat,
    /// Bounding box in the final frame: least corner, then greatest.
    pub aabb: [f64; 6],
    /// Volume, or area if the mass lies on the surface.
    pub volume: f64,
    /// Half-sizes of the box with the same inertia.
    pub inertia_box: Vec3,
    /// Principal moments of inertia for unit density.
    pub inertia: Vec3,
    /// True if the mass lies on the surface.
    pub is_shell: bool,
    /// Vertices, in the final frame.
    pub vertices: Vec<[f32; 3]>,
    /// Normals.
    pub normals: Vec<[f32; 3]>,
    /// Texture coordinates; may be empty.
    pub texcoords: Vec<[f32; 2]>,
    /// Triangles.
    pub faces: Vec<[i32; 3]>,
    /// Normals of the corners of the triangles.
    pub face_normals: Vec<[i32; 3]>,
    /// Texture coordinates of the corners of the triangles; empty if there are none.
    pub face_texcoords: Vec<[i32; 3]>,
    /// Convex hull, if something needs it.
    pub hull: Option<MeshHull>,
    /// Polygons of the hull; empty without one.
    pub polygons: Polygons,
    /// Bounding volumes of the triangles.
    pub bvh: Bvh,
    /// Signed distances, if a geom needs them.
    pub octree: Octree,
}

/// What the model needs of a mesh besides its surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Needs {
    /// A convex hull.
    hull: bool,
    /// Signed distances.
    distances: bool,
}

/// Loads and processes the meshes of a model: first those that stay in the model, then those that only lend their
/// inertia. Gives them with the number of the former.
pub(super) fn prepare(
    spec: &Resolved,
    usage: &Usage,
    problems: &mut Problems,
) -> (Vec<MeshData>, usize) {
    let mut wanted = Vec::new();
    for mesh in &spec.meshes {
        let name = asset_name(&mesh.name, &mesh.file);
        if super::require_name(&name, &mesh.at, "mesh", problems) && usage.loads_mesh(&name) {
            wanted.push((name, mesh));
        }
    }
    // a stable sort: those that stay keep their order
    wanted.sort_by_key(|(name, _)| !usage.keeps_mesh(name));
    let threaded = spec.scopes.first().is_none_or(|c| c.usethread);
    let results = map_in_parallel(&wanted, threaded, |(name, mesh)| {
        let needs = Needs {
            hull: usage.needs_hull(name),
            distances: usage.needs_distances(name),
        };
        compile(spec, name, mesh, needs)
    });
    let mut meshes = Vec::with_capacity(results.len());
    for ((name, mesh), result) in wanted.iter().zip(results) {
        match result {
            Ok(data) => meshes.push(data),
            Err(e) => problems.push(problem(&mesh.at, "mesh", name, &mesh.file, e)),
        }
    }
    let kept = meshes.iter().filter(|m| usage.keeps_mesh(&m.name)).count();
    (meshes, kept)
}

fn compile(spec: &Resolved, name: &str, mesh: &Mesh, needs: Needs) -> Result<MeshData, AssetError> {
    let input = input::load(spec, mesh)?;
    let data = process::process(input.raw, mesh, input.inertia, needs)?;
    Ok(MeshData {
        name: name.to_owned(),
        path: input.path,
        ..data
    })
}

/// Maps items over as many threads as there are processors; the results keep the order of the items.
fn map_in_parallel<T: Sync, R: Send>(
    items: &[T],
    threaded: bool,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if threaded {
        processors.min(items.len())
    } else {
        1
    };
    if threads < 2 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let take_turns = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            match items.get(index) {
                Some(item) => done.push((index, work(item))),
                None => return done,
            }
        }
    };
    let mut done = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(take_turns)).collect();
        let mut done = take_turns();
        for helper in helpers {
            match helper.join() {
                Ok(theirs) => done.extend(theirs),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests;

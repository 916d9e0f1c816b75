//! The kinematic tree: bodies with their joints, geoms, sites, cameras and lights, resolved and in final order.
//!
//! Bodies are numbered depth first, in the order they are written; the elements of a body come before those of its
//! children. Frames leave no trace: their poses are folded into what they hold.

mod body;
mod bounds;
mod camera;
mod check;
mod contents;
mod fill;
mod fluid;
mod geom;
mod joint;
mod light;
mod shape;
mod site;

use std::collections::HashMap;

use ligament_geom::bvh::Bvh;
use ligament_model::Sizes;
use ligament_model::enums::ObjectType;

use super::assets::{AssetTables, HeightFieldData, MeshData};
use super::lookup::Lookup;
use super::nearest;
use crate::element::Named;
use crate::origin::Origin;
use crate::problem::{Problem, Problems};
use crate::resolve::Resolved;

pub use body::{BodyData, InertiaSource};
pub use camera::CameraData;
pub use geom::GeomData;
pub use joint::JointData;
pub use light::LightData;
pub use site::SiteData;

/// Most bodies a model can have.
const MOST_BODIES: usize = 65_533;

/// Most entries a sparse matrix over degrees of freedom may have. A chain of n joints has about n² of them, so that a
/// small file could ask for a lot of memory.
const MOST_ENTRIES: usize = 1 << 27;

/// The kinematic tree with everything resolved, in final order.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Bodies; the world is the first.
    pub bodies: Vec<BodyData>,
    /// Joints.
    pub joints: Vec<JointData>,
    /// Geoms.
    pub geoms: Vec<GeomData>,
    /// Sites.
    pub sites: Vec<SiteData>,
    /// Cameras.
    pub cameras: Vec<CameraData>,
    /// Lights.
    pub lights: Vec<LightData>,
    /// User numbers per element.
    pub user: UserSizes,
    /// Bounding volumes of the geoms of each body.
    volumes: Vec<Bvh>,
}

/// How many user numbers elements of each kind carry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UserSizes {
    /// Per body.
    pub body: usize,
    /// Per joint.
    pub joint: usize,
    /// Per geom.
    pub geom: usize,
    /// Per site.
    pub site: usize,
    /// Per camera.
    pub camera: usize,
}

/// What the elements of the tree are resolved against.
#[derive(Clone, Copy)]
struct TreeContext<'a> {
    spec: &'a Resolved,
    assets: &'a AssetTables,
}

impl<'a> TreeContext<'a> {
    /// Whether purely visual elements are dropped.
    fn discards(&self) -> bool {
        self.spec.scopes.first().is_some_and(|c| c.discardvisual)
    }

    /// The mesh an element refers to; none if it exists but could not be loaded, which has been reported.
    fn mesh(
        &self,
        name: &str,
        at: &Origin,
        element: &str,
        owner: &str,
    ) -> Result<Option<(usize, &'a MeshData)>, Problem> {
        let found = self.assets.mesh(name);
        if found.is_none() && !self.assets.usage.declares_mesh(name) {
            let names = self.assets.meshes.iter().map(|m| m.name.as_str());
            return Err(unknown("mesh", name, names, at, element, owner));
        }
        Ok(found)
    }

    /// The height field a geom refers to; none if it exists but could not be loaded, which has been reported.
    fn hfield(
        &self,
        name: &str,
        at: &Origin,
        owner: &str,
    ) -> Result<Option<(usize, &'a HeightFieldData)>, Problem> {
        let found = self.assets.hfield(name);
        if found.is_none() && !self.spec.hfields.iter().any(|h| h.name == name) {
            let names = self.spec.hfields.iter().map(|h| h.name.as_str());
            return Err(unknown("hfield", name, names, at, "geom", owner));
        }
        Ok(found)
    }

    /// The material an element refers to; none for an empty name, and for models that drop what is only seen.
    fn material(
        &self,
        name: &str,
        at: &Origin,
        element: &str,
        owner: &str,
    ) -> Result<Option<usize>, Problem> {
        if name.is_empty() || self.discards() {
            return Ok(None);
        }
        let found = self.assets.material_index(name);
        if found.is_none() {
            let names = self.spec.materials.iter().map(|m| m.name.as_str());
            return Err(unknown("material", name, names, at, element, owner));
        }
        Ok(found)
    }
}

/// The problem of a name that nothing goes by.
fn unknown<'a>(
    kind: &str,
    name: &str,
    names: impl Iterator<Item = &'a str>,
    at: &Origin,
    element: &str,
    owner: &str,
) -> Problem {
    let problem = Problem::error(
        at,
        element,
        owner,
        format!("there is no {kind} named '{name}'"),
    );
    match nearest(name, names) {
        Some(word) => problem.help(format!("did you mean '{word}'?")),
        None => problem,
    }
}

/// Resolves the tree of a model; what goes wrong is collected, and there is no tree then.
pub fn prepare(spec: &Resolved, assets: &AssetTables, problems: &mut Problems) -> Option<Tree> {
    let before = problems.0.len();
    let mut tree = Tree::default();
    let context = TreeContext { spec, assets };
    body::prepare_all(&mut tree, context, problems);
    resolve_targets(&mut tree, problems);
    resolve_user_sizes(&mut tree, spec, problems);
    check::moving_masses(&tree, problems);
    tree.bound();
    let mut sizes = Sizes::default();
    tree.count(&mut sizes);
    if sizes.nD > MOST_ENTRIES || sizes.nB > MOST_ENTRIES {
        let message =
            "the joints form chains so long that the inertia matrix would not fit into memory";
        problems.push(Problem::model(message));
    }
    let failed = problems.0[before.min(problems.0.len())..]
        .iter()
        .any(|p| p.severity == crate::problem::Severity::Error);
    (!failed).then_some(tree)
}

/// Finds the bodies that cameras and lights look at.
fn resolve_targets(tree: &mut Tree, problems: &mut Problems) {
    let bodies: HashMap<&str, usize> = tree
        .bodies
        .iter()
        .enumerate()
        .filter(|(_, b)| !b.name.is_empty())
        .map(|(i, b)| (b.name.as_str(), i))
        .collect();
    let mut find = |target: &str, at: &Origin, element: &str, owner: &str| {
        let found = bodies.get(target).copied();
        if found.is_none() && !target.is_empty() {
            let names = tree.bodies.iter().map(|b| b.name.as_str());
            problems.push(unknown("body", target, names, at, element, owner));
        }
        found
    };
    for camera in &mut tree.cameras {
        let e = &camera.element;
        camera.target = find(&e.target, &e.at, "camera", &e.name);
    }
    for light in &mut tree.lights {
        let e = &light.element;
        light.target = find(&e.target, &e.at, "light", &e.name);
    }
}

/// The number of user values per element: as set, or the most that an element of the kind has.
fn user_size<'a>(
    setting: i64,
    size_name: &str,
    element: &str,
    rows: impl Iterator<Item = (&'a [f64], &'a Origin, &'a str)>,
    problems: &mut Problems,
) -> usize {
    let fixed = usize::try_from(setting).ok();
    let mut most = 0;
    for (values, at, name) in rows {
        most = most.max(values.len());
        if fixed.is_some_and(|fixed| values.len() > fixed) {
            let message = format!(
                "`user` has {} values, but `{size_name}` is {setting}",
                values.len()
            );
            problems.push(Problem::error(at, element, name, message));
        }
    }
    fixed.unwrap_or(most)
}

fn resolve_user_sizes(tree: &mut Tree, spec: &Resolved, problems: &mut Problems) {
    let size = &spec.size;
    let bodies = tree
        .bodies
        .iter()
        .map(|b| (&b.user[..], &b.at, &b.name[..]));
    tree.user.body = user_size(size.nuser_body, "nuser_body", "body", bodies, problems);
    macro_rules! elements {
        ($list:ident) => {
            tree.$list
                .iter()
                .map(|x| (&x.element.user[..], x.element.origin(), x.element.name()))
        };
    }
    tree.user.joint = user_size(
        size.nuser_jnt,
        "nuser_jnt",
        "joint",
        elements!(joints),
        problems,
    );
    tree.user.geom = user_size(
        size.nuser_geom,
        "nuser_geom",
        "geom",
        elements!(geoms),
        problems,
    );
    tree.user.site = user_size(
        size.nuser_site,
        "nuser_site",
        "site",
        elements!(sites),
        problems,
    );
    tree.user.camera = user_size(
        size.nuser_cam,
        "nuser_cam",
        "camera",
        elements!(cameras),
        problems,
    );
}

impl Tree {
    /// Registers the names of everything in the tree.
    pub fn register(&self, lookup: &mut Lookup) -> Result<(), Problem> {
        lookup.register(
            ObjectType::Body,
            self.bodies.iter().map(|b| (b.name.as_str(), &b.at)),
        )?;
        macro_rules! register {
            ($kind:ident, $list:ident) => {
                lookup.register(
                    ObjectType::$kind,
                    self.$list
                        .iter()
                        .map(|x| (x.element.name(), x.element.origin())),
                )?;
            };
        }
        register!(Joint, joints);
        register!(Geom, geoms);
        register!(Site, sites);
        register!(Camera, cameras);
        register!(Light, lights);
        Ok(())
    }

    /// Sets the sizes of the tree. The size of the reduced inertia matrix depends on tendons as well and is set by
    /// `structure::derive`.
    pub fn count(&self, sizes: &mut Sizes) {
        sizes.nbody = self.bodies.len();
        sizes.njnt = self.joints.len();
        sizes.ngeom = self.geoms.len();
        sizes.nsite = self.sites.len();
        sizes.ncam = self.cameras.len();
        sizes.nlight = self.lights.len();
        sizes.nq = self.joints.iter().map(JointData::coordinates).sum();
        sizes.nv = self.joints.iter().map(JointData::dofs).sum();
        sizes.nplastic += self
            .joints
            .iter()
            .map(JointData::plastic_numbers)
            .sum::<usize>();
        sizes.nmocap = self.bodies.iter().filter(|b| b.mocap).count();
        self.count_sparse(sizes);
        let volumes: usize = self.volumes.iter().map(Bvh::len).sum();
        sizes.nbvh += volumes;
        sizes.nbvhstatic += volumes;
        sizes.nuser_body = self.user.body;
        sizes.nuser_jnt = self.user.joint;
        sizes.nuser_geom = self.user.geom;
        sizes.nuser_site = self.user.site;
        sizes.nuser_cam = self.user.camera;
    }
}

impl Tree {
    /// Counts kinematic trees and the entries of sparse matrices: per dof its ancestors, per body its ancestors and
    /// descendants.
    fn count_sparse(&self, sizes: &mut Sizes) {
        let is_root = |b: &&BodyData| {
            let above = self.bodies.get(b.parent);
            !b.joints.is_empty() && !above.is_some_and(|above| above.moving)
        };
        sizes.ntree = self.bodies.iter().filter(is_root).count();
        let mut above = vec![0; self.bodies.len()];
        let mut below: Vec<usize> = self.bodies.iter().map(|b| b.dofs).collect();
        sizes.nM = 0;
        sizes.nB = 0;
        for (i, body) in self.bodies.iter().enumerate().skip(1) {
            above[i] = above[body.parent] + self.bodies[body.parent].dofs;
            sizes.nM += (1..=body.dofs).map(|k| above[i] + k).sum::<usize>();
        }
        for (i, body) in self.bodies.iter().enumerate().skip(1).rev() {
            below[body.parent] += below[i];
        }
        // without dofs there is nothing to store
        if sizes.nv > 0 {
            sizes.nB = above.iter().zip(&below).map(|(a, b)| a + b).sum();
        }
        // joints of the world, which are refused elsewhere, have no rows
        sizes.nD = (2 * sizes.nM).saturating_sub(sizes.nv);
    }
}

#[cfg(test)]
mod tests;

//! Which assets a model uses, and for what: decides which meshes need a convex hull or a distance field, and what
//! `discardvisual` drops.

use std::collections::HashSet;

use ligament_model::enums::{GeomType, MeshInertia, ObjectType};

use crate::element::{Auto, Body, Geom, Node, PathItem};
use crate::resolve::Resolved;

/// What refers to what.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// True if purely visual elements are dropped.
    discard: bool,
    /// Geoms that some element outside the tree names.
    named_geoms: HashSet<String>,
    /// Geoms in contact pairs.
    paired_geoms: HashSet<String>,
    /// Meshes, materials and textures that sensors or tuples name.
    named_meshes: HashSet<String>,
    named_materials: HashSet<String>,
    named_textures: HashSet<String>,
    /// Meshes with a convex hull.
    hull_meshes: HashSet<String>,
    /// Meshes with a signed-distance octree.
    sdf_meshes: HashSet<String>,
    /// Meshes of remaining geoms and of sites.
    shown_meshes: HashSet<String>,
    /// Meshes of dropped geoms from which a body infers its inertia.
    inertial_meshes: HashSet<String>,
    /// Names of all meshes of the model.
    declared_meshes: HashSet<String>,
}

impl Usage {
    /// Looks through a model.
    pub fn of(spec: &Resolved) -> Self {
        let mut usage = Self {
            discard: spec.scopes.first().is_some_and(|c| c.discardvisual),
            ..Self::default()
        };
        usage.note_references(spec);
        usage.note_tree(spec);
        for mesh in &spec.meshes {
            let name = super::path::asset_name(&mesh.name, &mesh.file);
            if mesh.inertia == MeshInertia::Convex {
                usage.hull_meshes.insert(name.clone());
            }
            usage.declared_meshes.insert(name);
        }
        usage
    }

    /// True if `discardvisual` drops the geom: it takes part in nothing but rendering (and perhaps inertia).
    pub fn drops_geom(&self, geom: &Geom) -> bool {
        self.discard
            && geom.contype == 0
            && geom.conaffinity == 0
            && !geom.fluid_ellipsoid
            && (geom.name.is_empty() || !self.named_geoms.contains(&geom.name))
    }

    /// True if purely visual elements are dropped, and with them all uses of materials and textures.
    pub(super) fn discards(&self) -> bool {
        self.discard
    }

    /// True if the model declares a mesh of this name, whether or not it was loaded.
    pub fn declares_mesh(&self, name: &str) -> bool {
        self.declared_meshes.contains(name)
    }

    pub(super) fn keeps_mesh(&self, name: &str) -> bool {
        !self.discard || self.shown_meshes.contains(name) || self.named_meshes.contains(name)
    }

    pub(super) fn loads_mesh(&self, name: &str) -> bool {
        self.keeps_mesh(name) || self.inertial_meshes.contains(name)
    }

    pub(super) fn keeps_material(&self, name: &str) -> bool {
        !self.discard || self.named_materials.contains(name)
    }

    pub(super) fn keeps_texture(&self, name: &str) -> bool {
        !self.discard || self.named_textures.contains(name)
    }

    pub(super) fn needs_hull(&self, mesh: &str) -> bool {
        self.hull_meshes.contains(mesh)
    }

    pub(super) fn needs_distances(&self, mesh: &str) -> bool {
        self.sdf_meshes.contains(mesh)
    }

    /// Names used outside the kinematic tree.
    fn note_references(&mut self, spec: &Resolved) {
        for name in spec.pairs.iter().flat_map(|p| [&p.geom1, &p.geom2]) {
            self.paired_geoms.insert(name.clone());
            self.named_geoms.insert(name.clone());
        }
        for item in spec.tendons.iter().flat_map(|t| &t.path) {
            if let PathItem::Geom(name, _) = item {
                self.named_geoms.insert(name.clone());
            }
        }
        for equality in &spec.equalities {
            self.note_object(equality.objtype, &equality.name1);
            self.note_object(equality.objtype, &equality.name2);
        }
        for sensor in &spec.sensors {
            self.note_object(sensor.objtype, &sensor.objname);
            self.note_object(sensor.reftype, &sensor.refname);
        }
        for item in spec.tuples.iter().flat_map(|t| &t.items) {
            self.note_object(item.objtype, &item.objname);
        }
    }

    fn note_object(&mut self, kind: ObjectType, name: &str) {
        let names = match kind {
            ObjectType::Geom => &mut self.named_geoms,
            ObjectType::Mesh => &mut self.named_meshes,
            ObjectType::Material => &mut self.named_materials,
            ObjectType::Texture => &mut self.named_textures,
            _ => return,
        };
        names.insert(name.to_owned());
    }

    /// Goes through the tree with a stack of its own: nesting depth is up to the file. The world infers no inertia.
    fn note_tree(&mut self, spec: &Resolved) {
        let infers = |body: &Body| match spec.compiler(&body.at).inertiafromgeom {
            Auto::True => true,
            Auto::False => false,
            Auto::Auto => body.inertial.is_none(),
        };
        let mut pending: Vec<(&[Node], bool)> = vec![(&spec.world.content, false)];
        while let Some((nodes, inferred)) = pending.pop() {
            for node in nodes {
                match node {
                    Node::Body(body) => pending.push((&body.content, infers(body))),
                    Node::Frame(frame) => pending.push((&frame.content, inferred)),
                    Node::Geom(geom) => self.note_geom(geom, inferred),
                    Node::Site(site) if !site.mesh.is_empty() => {
                        self.shown_meshes.insert(site.mesh.clone());
                        if site.kind == GeomType::Mesh {
                            self.hull_meshes.insert(site.mesh.clone());
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn note_geom(&mut self, geom: &Geom, inferred: bool) {
        if geom.mesh.is_empty() {
            return;
        }
        let dropped = self.drops_geom(geom);
        if !dropped {
            self.shown_meshes.insert(geom.mesh.clone());
        } else if inferred {
            self.inertial_meshes.insert(geom.mesh.clone());
        }
        let collides = geom.contype != 0
            || geom.conaffinity != 0
            || (!geom.name.is_empty() && self.paired_geoms.contains(&geom.name));
        if collides && matches!(geom.kind, GeomType::Mesh | GeomType::Sdf) {
            self.hull_meshes.insert(geom.mesh.clone());
        }
        if !dropped && geom.kind == GeomType::Sdf {
            self.sdf_meshes.insert(geom.mesh.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::Pair;

    fn geom(name: &str, mesh: &str, contype: i32) -> Node {
        Node::Geom(Geom {
            name: name.into(),
            mesh: mesh.into(),
            kind: GeomType::Mesh,
            contype,
            conaffinity: contype,
            ..Geom::default()
        })
    }

    #[test]
    fn visual_geoms_are_dropped_unless_named() {
        let mut spec = Resolved::new();
        spec.scopes[0].discardvisual = true;
        spec.world.content = vec![
            geom("a", "A", 1),
            geom("b", "B", 0),
            geom("c", "C", 0),
            Node::Body(Body {
                content: vec![geom("", "D", 0)],
                ..Body::default()
            }),
        ];
        spec.pairs.push(Pair {
            geom1: "a".into(),
            geom2: "c".into(),
            ..Pair::default()
        });
        let usage = Usage::of(&spec);
        let kept = ["A", "B", "C", "D"].map(|m| usage.keeps_mesh(m));
        assert_eq!(kept, [true, false, true, false]);
        let loaded = ["A", "B", "C", "D"].map(|m| usage.loads_mesh(m));
        assert_eq!(loaded, [true, false, true, true]);
        let hulls = ["A", "B", "C", "D"].map(|m| usage.needs_hull(m));
        assert_eq!(hulls, [true, false, true, false]);
    }
}

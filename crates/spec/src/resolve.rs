//! A model as a tree of values: what the compiler and the writer work on.

use std::collections::HashMap;

use ligament_model::{Options, Visual};

use crate::arena::Id;
use crate::asset::vfs::Source;
use crate::class::{Class, Classed};
use crate::element::{
    Actuator, Body, Equality, Exclude, HeightField, Key, Material, Mesh, Node, Numeric, Pair,
    Sensor, Skin, Tendon, Text, Texture, Tuple,
};
use crate::origin::Origin;
use crate::settings::{Compiler, SizeSettings, StatisticSettings};
use crate::spec::{Spec, Unsupported};

/// A model as a tree of values, with what default classes give filled in. It is made from a [`Spec`].
#[derive(Clone, Debug)]
pub struct Resolved {
    /// Name of the model.
    pub name: String,
    /// Compiler settings: the model's own first, then those of attached models (see [`Origin::scope`]).
    pub scopes: Vec<Compiler>,
    /// Physics options.
    pub option: Options,
    /// Visual options.
    pub visual: Visual,
    /// Statistics given by the user.
    pub statistic: StatisticSettings,
    /// Sizes given by the user.
    pub size: SizeSettings,
    /// Default classes; the first is the outermost, parents come before children.
    pub classes: Vec<Class>,
    /// The world and everything in it.
    pub world: Body,
    /// Meshes.
    pub meshes: Vec<Mesh>,
    /// Height fields.
    pub hfields: Vec<HeightField>,
    /// Textures.
    pub textures: Vec<Texture>,
    /// Materials.
    pub materials: Vec<Material>,
    /// Skins.
    pub skins: Vec<Skin>,
    /// Contact pairs.
    pub pairs: Vec<Pair>,
    /// Contact exclusions.
    pub excludes: Vec<Exclude>,
    /// Equality constraints.
    pub equalities: Vec<Equality>,
    /// Tendons.
    pub tendons: Vec<Tendon>,
    /// Actuators.
    pub actuators: Vec<Actuator>,
    /// Sensors.
    pub sensors: Vec<Sensor>,
    /// Custom numbers.
    pub numerics: Vec<Numeric>,
    /// Custom texts.
    pub texts: Vec<Text>,
    /// Custom tuples.
    pub tuples: Vec<Tuple>,
    /// Keyframes.
    pub keys: Vec<Key>,
    /// Elements that were read but cannot be compiled yet.
    pub unsupported: Vec<Unsupported>,
    /// Where asset files come from.
    pub source: Source,
}

impl Default for Resolved {
    fn default() -> Self {
        Self {
            name: "MuJoCo Model".into(),
            scopes: vec![Compiler::default()],
            option: Options::default(),
            visual: Visual::default(),
            statistic: StatisticSettings::default(),
            size: SizeSettings::default(),
            classes: vec![Class {
                name: "main".into(),
                ..Class::default()
            }],
            world: Body {
                name: "world".into(),
                ..Body::default()
            },
            meshes: Vec::new(),
            hfields: Vec::new(),
            textures: Vec::new(),
            materials: Vec::new(),
            skins: Vec::new(),
            pairs: Vec::new(),
            excludes: Vec::new(),
            equalities: Vec::new(),
            tendons: Vec::new(),
            actuators: Vec::new(),
            sensors: Vec::new(),
            numerics: Vec::new(),
            texts: Vec::new(),
            tuples: Vec::new(),
            keys: Vec::new(),
            unsupported: Vec::new(),
            source: Source::default(),
        }
    }
}

impl Resolved {
    /// An empty model.
    pub fn new() -> Self {
        Self::default()
    }

    /// The compiler settings that rule an element.
    pub fn compiler(&self, at: &Origin) -> &Compiler {
        self.scopes.get(at.scope).unwrap_or(&self.scopes[0])
    }

    /// The default class of this name; the outermost for an empty name.
    pub fn class(&self, name: &str) -> Option<&Class> {
        if name.is_empty() {
            self.classes.first()
        } else {
            self.classes.iter().find(|c| c.name == name)
        }
    }
}

impl Spec {
    /// The model as a tree of values, with what default classes give filled in.
    pub fn resolve(&self) -> Resolved {
        let mut classes: Vec<Class> = Vec::with_capacity(self.classes.len());
        let mut positions: HashMap<Id<Class>, usize> = HashMap::new();
        for (id, class) in self.classes.ids().zip(self.classes.iter()) {
            let mut class = class.clone();
            if let Some(outer) = class.parent.and_then(|p| classes.get(*positions.get(&p)?)) {
                class.follow(outer);
            }
            positions.insert(id, classes.len());
            classes.push(class);
        }
        let ruling = Ruling {
            revision: self.revision,
            by_name: classes
                .iter()
                .enumerate()
                .map(|(i, c)| (c.name.as_str(), i))
                .rev()
                .collect(),
            classes: &classes,
        };
        let mut world = self.bodies.get(self.world).cloned().unwrap_or_default();
        world.content = self.contents(self.world, None);
        ruling.nodes(&mut world.content, 0);
        let lists = self.resolved_lists(&ruling);
        Resolved {
            name: self.name.clone(),
            scopes: self.scopes.clone(),
            option: self.option.clone(),
            visual: self.visual.clone(),
            statistic: self.statistic.clone(),
            size: self.size.clone(),
            world,
            unsupported: self.unsupported.clone(),
            source: self.source.clone(),
            classes,
            ..lists
        }
    }

    /// The elements outside the tree.
    fn resolved_lists(&self, ruling: &Ruling<'_>) -> Resolved {
        macro_rules! classed {
            ($list:ident) => {
                self.$list
                    .iter()
                    .cloned()
                    .map(|mut element| {
                        ruling.follow(&mut element, 0);
                        element
                    })
                    .collect()
            };
        }
        Resolved {
            meshes: classed!(meshes),
            textures: classed!(textures),
            materials: classed!(materials),
            pairs: classed!(pairs),
            equalities: classed!(equalities),
            tendons: classed!(tendons),
            actuators: classed!(actuators),
            hfields: self.hfields.iter().cloned().collect(),
            skins: self.skins.iter().cloned().collect(),
            excludes: self.excludes.iter().cloned().collect(),
            sensors: self.sensors.iter().cloned().collect(),
            numerics: self.numerics.iter().cloned().collect(),
            texts: self.texts.iter().cloned().collect(),
            tuples: self.tuples.iter().cloned().collect(),
            keys: self.keys.iter().cloned().collect(),
            ..Resolved::default()
        }
    }
}

/// Which class rules an element.
struct Ruling<'a> {
    /// Elements that carry this number have the values of their class already.
    revision: u64,
    classes: &'a [Class],
    by_name: HashMap<&'a str, usize>,
}

impl Ruling<'_> {
    /// The class of this name, or the one that rules the place.
    fn class(&self, name: &str, ruling: usize) -> usize {
        match name {
            "" => ruling,
            name => self.by_name.get(name).copied().unwrap_or(ruling),
        }
    }

    fn follow<T: Classed>(&self, element: &mut T, ruling: usize) {
        if element.meta().revision == self.revision {
            return;
        }
        if let Some(class) = self.classes.get(self.class(element.class(), ruling)) {
            element.follow(T::prototype(class));
        }
    }

    fn nodes(&self, nodes: &mut [Node], ruling: usize) {
        for node in nodes {
            match node {
                Node::Body(x) => self.nodes(&mut x.content, self.class(&x.childclass, ruling)),
                Node::Frame(x) => self.nodes(&mut x.content, self.class(&x.childclass, ruling)),
                Node::Joint(x) => self.follow(x, ruling),
                Node::Geom(x) => self.follow(x, ruling),
                Node::Site(x) => self.follow(x, ruling),
                Node::Camera(x) => self.follow(x, ruling),
                Node::Light(x) => self.follow(x, ruling),
            }
        }
    }
}

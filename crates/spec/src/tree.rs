//! The editable model.

use ligament_model::{Options, Visual};

use crate::asset::vfs::Source;
use crate::class::Class;
use crate::element::{
    Actuator, Body, Equality, Exclude, HeightField, Key, Material, Mesh, Numeric, Pair, Sensor,
    Skin, Tendon, Text, Texture, Tuple,
};
use crate::origin::Origin;
use crate::settings::{Compiler, SizeSettings, StatisticSettings};

/// Something that was read and that the compiler cannot yet build; compiling a model that has one is an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsupported {
    /// Where it was written.
    pub at: Origin,
    /// The element, for example `flexcomp`.
    pub element: String,
    /// Its name, if any.
    pub name: String,
}

/// An editable model: what MJCF says, as a tree that can be built and changed, compiled and written.
#[derive(Clone, Debug)]
pub struct Spec {
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

impl Default for Spec {
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

impl Spec {
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

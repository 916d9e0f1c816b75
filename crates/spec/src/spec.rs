//! The editable model.

use std::collections::HashMap;

use ligament_model::enums::ObjectType;
use ligament_model::{Options, Visual};

use crate::arena::{Arena, Handle, Id};
use crate::asset::vfs::Source;
use crate::class::{Class, Classed};
use crate::element::{
    Actuator, Body, Camera, Element, Equality, Exclude, Fields, Frame, Geom, HeightField, Joint,
    Key, Light, Material, Mesh, Named, Node, Numeric, Pair, RowSet, Sensor, Site, Skin, Tendon,
    Text, Texture, Tuple,
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

/// A kind of element: where a model keeps it.
pub trait Kind: Element {
    /// The kind.
    const OBJECT: ObjectType;
    /// All elements of the kind.
    fn arena(spec: &Spec) -> &Arena<Self>;
    /// All elements of the kind, to change.
    fn arena_mut(spec: &mut Spec) -> &mut Arena<Self>;
    /// The id without its type.
    fn any(id: Id<Self>) -> AnyId;
}

/// A kind that stands in the tree of bodies.
pub trait InTree: Kind + Into<Node> {}

/// A kind that stands outside the tree of bodies.
pub trait Listed: Kind {}

macro_rules! kinds {
    (tree { $($leaf:ident $leaves:ident $leaf_doc:literal;)* } lists { $($element:ident $list:ident $doc:literal;)* }) => {
        /// An editable model: what MJCF says, as elements that can be added, changed, moved, deleted, compiled and written.
        ///
        /// Every element has an [`Id`] that stays valid while others come and go. Elements in the tree know their body and frame;
        /// bodies know their contents in document order.
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
            /// Names of the physics and visual options that were written, for example `timestep` and `global.fovy`.
            pub authored: std::collections::BTreeSet<String>,
            $(#[doc = $leaf_doc] pub(crate) $leaves: Arena<$leaf>,)*
            $(#[doc = $doc] pub(crate) $list: Arena<$element>,)*
            /// Contents of bodies, by slot.
            pub(crate) children: Vec<Vec<AnyId>>,
            pub(crate) world: Id<Body>,
            pub(crate) classes: Arena<Class>,
            pub(crate) main: Id<Class>,
            /// Changes with every change of a default class.
            pub(crate) revision: u64,
            /// Elements that were read but cannot be compiled yet.
            pub unsupported: Vec<Unsupported>,
            /// Where asset files come from.
            pub source: Source,
        }

        /// The id of an element of any kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum AnyId {
            $(#[doc = $leaf_doc] $leaf(Id<$leaf>),)*
            $(#[doc = $doc] $element(Id<$element>),)*
        }

        impl AnyId {
            /// The id of a kind and a handle; none for kinds that are not elements of a [`Spec`].
            pub fn new(kind: ObjectType, handle: Handle) -> Option<Self> {
                $(if kind == <$leaf as Kind>::OBJECT {
                    return Some(Self::$leaf(Id::from_handle(handle)));
                })*
                $(if kind == <$element as Kind>::OBJECT {
                    return Some(Self::$element(Id::from_handle(handle)));
                })*
                None
            }

            /// The kind.
            pub fn kind(self) -> ObjectType {
                match self {
                    $(Self::$leaf(_) => <$leaf as Kind>::OBJECT,)*
                    $(Self::$element(_) => <$element as Kind>::OBJECT,)*
                }
            }

            /// The handle.
            pub fn handle(self) -> Handle {
                match self {
                    $(Self::$leaf(id) => id.handle(),)*
                    $(Self::$element(id) => id.handle(),)*
                }
            }
        }

        impl Default for Spec {
            fn default() -> Self {
                let mut bodies = Arena::default();
                let world = bodies.insert(Body { name: "world".into(), ..Body::default() });
                let mut classes = Arena::default();
                let main = classes.insert(Class { name: "main".into(), ..Class::default() });
                let mut spec = Self {
                    name: "MuJoCo Model".into(),
                    scopes: vec![Compiler::default()],
                    option: Options::default(),
                    visual: Visual::default(),
                    statistic: StatisticSettings::default(),
                    size: SizeSettings::default(),
                    authored: std::collections::BTreeSet::new(),
                    $($leaves: Arena::default(),)*
                    $($list: Arena::default(),)*
                    children: vec![Vec::new()],
                    world,
                    classes,
                    main,
                    revision: 1,
                    unsupported: Vec::new(),
                    source: Source::default(),
                };
                spec.bodies = bodies;
                spec
            }
        }

        impl Spec {
            /// The fields of an element, by name.
            pub fn fields(&self, id: AnyId) -> Option<&dyn Fields> {
                match id {
                    $(AnyId::$leaf(id) => self.$leaves.get(id).map(|x| x as &dyn Fields),)*
                    $(AnyId::$element(id) => self.$list.get(id).map(|x| x as &dyn Fields),)*
                }
            }

            /// The fields of an element, by name, to change; what is set counts as written.
            pub fn fields_mut(&mut self, id: AnyId) -> Option<&mut dyn Fields> {
                match id {
                    $(AnyId::$leaf(id) => self.$leaves.get_mut(id).map(|x| x as &mut dyn Fields),)*
                    $(AnyId::$element(id) => self.$list.get_mut(id).map(|x| x as &mut dyn Fields),)*
                }
            }

            /// Name, class and origin of an element.
            pub fn header(&self, id: AnyId) -> Option<&dyn Named> {
                match id {
                    $(AnyId::$leaf(id) => self.$leaves.get(id).map(|x| x as &dyn Named),)*
                    $(AnyId::$element(id) => self.$list.get(id).map(|x| x as &dyn Named),)*
                }
            }

            /// Name, class and origin of an element, to change.
            pub fn header_mut(&mut self, id: AnyId) -> Option<&mut dyn Named> {
                match id {
                    $(AnyId::$leaf(id) => self.$leaves.get_mut(id).map(|x| { x.meta.revision = 0; x as &mut dyn Named }),)*
                    $(AnyId::$element(id) => self.$list.get_mut(id).map(|x| { x.meta.revision = 0; x as &mut dyn Named }),)*
                }
            }

            /// All elements of a kind, in document order.
            pub fn any_ids(&self, kind: ObjectType) -> Vec<AnyId> {
                $(if kind == <$element as Kind>::OBJECT {
                    return self.$list.ids().map(AnyId::$element).collect();
                })*
                self.walk(self.world).filter(|id| id.kind() == kind).collect()
            }

            /// The element of a kind that goes by a name.
            pub fn find_any(&self, kind: ObjectType, name: &str) -> Option<AnyId> {
                $(if kind == <$leaf as Kind>::OBJECT {
                    return self.find::<$leaf>(name).map(AnyId::$leaf);
                })*
                $(if kind == <$element as Kind>::OBJECT {
                    return self.find::<$element>(name).map(AnyId::$element);
                })*
                None
            }

            /// How many elements there are.
            pub fn count_elements(&self) -> usize {
                [$(self.$leaves.len(),)* $(self.$list.len(),)*].iter().sum()
            }

            /// How many of them stand outside the tree.
            pub(crate) fn count_listed(&self) -> usize {
                [$(self.$list.len(),)*].iter().sum()
            }

            /// Removes an element from the storage of its kind.
            pub(crate) fn forget(&mut self, id: AnyId) {
                match id {
                    $(AnyId::$leaf(id) => { self.$leaves.remove(id); })*
                    $(AnyId::$element(id) => { self.$list.remove(id); })*
                }
            }

            /// Adds an empty element of a kind outside the tree.
            pub fn push_any(&mut self, kind: ObjectType, class: Option<Id<Class>>) -> Option<AnyId> {
                let class = class.and_then(|id| self.classes.get(id)).map(|c| c.name.clone()).unwrap_or_default();
                $(if kind == <$element as Kind>::OBJECT {
                    return Some(AnyId::$element(self.push($element { class, ..$element::default() })));
                })*
                None
            }
        }

        $(impl Kind for $leaf {
            const OBJECT: ObjectType = ObjectType::$leaf;
            fn arena(spec: &Spec) -> &Arena<Self> { &spec.$leaves }
            fn arena_mut(spec: &mut Spec) -> &mut Arena<Self> { &mut spec.$leaves }
            fn any(id: Id<Self>) -> AnyId { AnyId::$leaf(id) }
        }
        impl InTree for $leaf {}
        impl From<Id<$leaf>> for AnyId {
            fn from(id: Id<$leaf>) -> Self { Self::$leaf(id) }
        })*
        $(impl Kind for $element {
            const OBJECT: ObjectType = ObjectType::$element;
            fn arena(spec: &Spec) -> &Arena<Self> { &spec.$list }
            fn arena_mut(spec: &mut Spec) -> &mut Arena<Self> { &mut spec.$list }
            fn any(id: Id<Self>) -> AnyId { AnyId::$element(id) }
        }
        impl Listed for $element {}
        impl From<Id<$element>> for AnyId {
            fn from(id: Id<$element>) -> Self { Self::$element(id) }
        })*
    };
}

kinds! {
    tree {
        Body bodies "A body.";
        Frame frames "A frame.";
        Joint joints "A joint.";
        Geom geoms "A geom.";
        Site sites "A site.";
        Camera cameras "A camera.";
        Light lights "A light.";
    }
    lists {
        Mesh meshes "A mesh.";
        HeightField hfields "A height field.";
        Texture textures "A texture.";
        Material materials "A material.";
        Skin skins "A skin.";
        Pair pairs "A contact pair.";
        Exclude excludes "A contact exclusion.";
        Equality equalities "An equality constraint.";
        Tendon tendons "A tendon.";
        Actuator actuators "An actuator.";
        Sensor sensors "A sensor.";
        Numeric numerics "A custom field of numbers.";
        Text texts "A custom text.";
        Tuple tuples "A tuple.";
        Key keys "A keyframe.";
    }
}

impl Spec {
    /// An empty model.
    pub fn new() -> Self {
        Self::default()
    }

    /// The world.
    pub fn world(&self) -> Id<Body> {
        self.world
    }

    /// The compiler settings that rule an element.
    pub fn compiler(&self, at: &Origin) -> &Compiler {
        self.scopes.get(at.scope).unwrap_or(&self.scopes[0])
    }

    /// An element; none if it is gone. Values that nobody wrote are those of its class when it was added or last resolved.
    pub fn get<T: Kind>(&self, id: Id<T>) -> Option<&T> {
        T::arena(self).get(id)
    }

    /// An element, to change. What differs when the guard goes counts as written.
    pub fn edit<T: Kind>(&mut self, id: Id<T>) -> Option<Edit<'_, T>> {
        let element = T::arena_mut(self).get_mut(id)?;
        let before = element.clone();
        Some(Edit { element, before })
    }

    /// An element, to change without marking anything as written: for readers, which mark what they read.
    pub fn values_mut<T: Kind>(&mut self, id: Id<T>) -> Option<&mut T> {
        T::arena_mut(self).get_mut(id)
    }

    /// The element that goes by a name.
    pub fn find<T: Kind>(&self, name: &str) -> Option<Id<T>> {
        let arena = T::arena(self);
        arena.ids().find(|id| {
            arena
                .get(*id)
                .is_some_and(|x| x.name() == name && !name.is_empty())
        })
    }

    /// The element that goes by a name, to read.
    pub fn named<T: Kind>(&self, name: &str) -> Option<&T> {
        self.get(self.find(name)?)
    }

    /// All elements of a kind outside the tree, in order.
    pub fn list<T: Listed>(&self) -> &Arena<T> {
        T::arena(self)
    }

    /// All elements of a kind in the tree, in the order in which they were added.
    pub fn arena<T: Kind>(&self) -> &Arena<T> {
        T::arena(self)
    }

    /// Adds an element outside the tree. Fields that differ from the defaults count as written.
    pub fn push<T: Listed>(&mut self, mut element: T) -> Id<T> {
        let stated = element.differing(&T::default());
        let meta = element.meta_mut();
        meta.written = meta.written.union(stated);
        meta.revision = 0;
        self.push_as_is(element)
    }

    /// Adds an element outside the tree, with what is marked as written.
    pub fn push_as_is<T: Listed>(&mut self, element: T) -> Id<T> {
        T::arena_mut(self).insert(element)
    }
}

/// Default classes.
impl Spec {
    /// The outermost class.
    pub fn main_class(&self) -> Id<Class> {
        self.main
    }

    /// All classes; parents come before children.
    pub fn classes(&self) -> &Arena<Class> {
        &self.classes
    }

    /// A class by id.
    pub fn class(&self, id: Id<Class>) -> Option<&Class> {
        self.classes.get(id)
    }

    /// The class of this name; the outermost for an empty name.
    pub fn find_class(&self, name: &str) -> Option<Id<Class>> {
        if name.is_empty() {
            return Some(self.main);
        }
        let named = |id: &Id<Class>| self.classes.get(*id).is_some_and(|c| c.name == name);
        self.classes.ids().find(named)
    }

    /// Adds a class inside another; none if there is one of that name already, or the other is gone.
    pub fn add_class(&mut self, name: &str, parent: Option<Id<Class>>) -> Option<Id<Class>> {
        let parent = parent.unwrap_or(self.main);
        if name.is_empty() || self.find_class(name).is_some() {
            return None;
        }
        let mut class = self.classes.get(parent)?.clone();
        class.name = name.to_owned();
        class.parent = Some(parent);
        class.forget_written();
        Some(self.classes.insert(class))
    }

    /// The classes directly inside another.
    pub fn class_children(&self, id: Id<Class>) -> impl Iterator<Item = Id<Class>> + '_ {
        let inside =
            move |c: &Id<Class>| self.classes.get(*c).is_some_and(|c| c.parent == Some(id));
        self.classes.ids().filter(inside)
    }

    /// A class, to change. What differs when the guard goes counts as written; classes inside and elements follow.
    pub fn edit_class(&mut self, id: Id<Class>) -> Option<EditClass<'_>> {
        let before = self.classes.get(id)?.clone();
        Some(EditClass {
            spec: self,
            id,
            class: before.clone(),
            before,
        })
    }

    /// A class, to change without marking anything as written: for readers, which mark what they read.
    pub fn class_values_mut(&mut self, id: Id<Class>) -> Option<&mut Class> {
        self.revision += 1;
        self.classes.get_mut(id)
    }

    /// Brings the classes inside others up to date.
    pub(crate) fn refresh_classes(&mut self) {
        let ids: Vec<Id<Class>> = self.classes.ids().collect();
        for id in ids {
            let parent = self.classes.get(id).and_then(|c| c.parent);
            if let Some(outer) = parent.and_then(|p| self.classes.get(p)).cloned()
                && let Some(class) = self.classes.get_mut(id)
            {
                class.follow(&outer);
            }
        }
    }
}

/// An element that is being changed: see [`Spec::edit`].
#[derive(Debug)]
pub struct Edit<'a, T: Element> {
    element: &'a mut T,
    before: T,
}

impl<T: Element> std::ops::Deref for Edit<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.element
    }
}

impl<T: Element> std::ops::DerefMut for Edit<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.element
    }
}

impl<T: Element> Drop for Edit<'_, T> {
    fn drop(&mut self) {
        let changed = self.element.differing(&self.before);
        let other_class = self.element.class() != self.before.class();
        let meta = self.element.meta_mut();
        meta.written = meta.written.union(changed);
        if other_class {
            meta.revision = 0;
        }
    }
}

/// A default class that is being changed: see [`Spec::edit_class`].
#[derive(Debug)]
pub struct EditClass<'a> {
    spec: &'a mut Spec,
    id: Id<Class>,
    class: Class,
    before: Class,
}

impl std::ops::Deref for EditClass<'_> {
    type Target = Class;
    fn deref(&self) -> &Class {
        &self.class
    }
}

impl std::ops::DerefMut for EditClass<'_> {
    fn deref_mut(&mut self) -> &mut Class {
        &mut self.class
    }
}

impl Drop for EditClass<'_> {
    fn drop(&mut self) {
        self.class.mark_changes(&self.before);
        self.spec.revision += 1;
        if let Some(class) = self.spec.classes.get_mut(self.id) {
            *class = std::mem::take(&mut self.class);
        }
        self.spec.refresh_classes();
    }
}

/// Taking over what default classes give.
impl Spec {
    /// An element that starts from the prototype of a class, with nothing written; its `class` is not set.
    pub fn start<T: Classed>(&self, class: Id<Class>) -> T {
        let class = self
            .classes
            .get(class)
            .or_else(|| self.classes.get(self.main));
        let mut element = class.map_or_else(T::default, |c| T::prototype(c).clone());
        *element.meta_mut() = crate::element::Meta {
            revision: self.revision,
            ..Default::default()
        };
        element
    }

    /// The class that rules an element: its own, that of the frames and bodies around it, or the outermost.
    pub fn ruling_class(&self, id: AnyId) -> Id<Class> {
        self.ruling_class_among(id, &|name| self.find_class(name))
    }

    /// The same with another way to find a class by its name.
    fn ruling_class_among(&self, id: AnyId, find: &dyn Fn(&str) -> Option<Id<Class>>) -> Id<Class> {
        let named = |name: &str| (!name.is_empty()).then(|| find(name)).flatten();
        let own = self.header(id).map_or("", Named::class);
        if let Some(class) = named(own) {
            return class;
        }
        let (mut body, mut frame) = match self.fields(id) {
            Some(fields) => (fields.meta().body, fields.meta().frame),
            None => (None, None),
        };
        loop {
            if let Some(around) = frame.and_then(|f| self.frames.get(f)) {
                if let Some(class) = named(&around.childclass) {
                    return class;
                }
                frame = around.meta.frame;
            } else if let Some(around) = body.and_then(|b| self.bodies.get(b)) {
                if let Some(class) = named(&around.childclass) {
                    return class;
                }
                (body, frame) = (around.meta.body, around.meta.frame);
            } else {
                return self.main;
            }
        }
    }

    /// The values of an element with what its class gives.
    pub fn resolved<T: Kind + Classed>(&self, id: Id<T>) -> Option<T> {
        self.resolved_by(id, self.ruling_class(T::any(id)))
    }

    fn resolved_by<T: Kind + Classed>(&self, id: Id<T>, class: Id<Class>) -> Option<T> {
        let mut element = self.get(id)?.clone();
        element.follow(T::prototype(self.classes.get(class)?));
        Some(element)
    }

    /// Takes over what the class of an element gives now; later changes of the class do not reach it.
    pub fn hold<T: Kind + Classed>(&mut self, id: Id<T>) {
        self.hold_values(id, self.ruling_class(T::any(id)));
    }

    fn hold_values<T: Kind + Classed>(&mut self, id: Id<T>, class: Id<Class>) {
        if let Some(mut element) = self.resolved_by(id, class) {
            let meta = element.meta_mut();
            meta.held = RowSet::ALL;
            if let Some(slot) = T::arena_mut(self).get_mut(id) {
                *slot = element;
            }
        }
    }

    /// The classes by name.
    pub(crate) fn classes_by_name(&self) -> HashMap<String, Id<Class>> {
        let mut names = HashMap::new();
        for (id, class) in self.classes.ids().zip(self.classes.iter()) {
            names.entry(class.name.clone()).or_insert(id);
        }
        names
    }

    /// Takes over what classes give, for every element.
    pub fn hold_all(&mut self) {
        let names = self.classes_by_name();
        macro_rules! hold {
            ($($kind:ident $arena:ident),*) => {$(
                let ids: Vec<Id<$kind>> = self.$arena.ids().collect();
                for id in ids {
                    let find = |name: &str| names.get(name).copied();
                    let class = self.ruling_class_among(AnyId::$kind(id), &find);
                    self.hold_values(id, class);
                }
            )*};
        }
        hold!(
            Joint joints, Geom geoms, Site sites, Camera cameras, Light lights, Mesh meshes, Texture textures,
            Material materials, Pair pairs, Equality equalities, Tendon tendons, Actuator actuators
        );
    }
}

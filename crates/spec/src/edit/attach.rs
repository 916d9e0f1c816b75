//! Attaching a part of another model, or a copy of a part of this one.

use std::collections::HashMap;

use ligament_model::enums::ObjectType;

use crate::arena::Id;
use crate::element::{Body, Frame, Key, Named, Node};
use crate::problem::Problem;
use crate::spec::{AnyId, Spec};
use crate::tree::{Inside, Renumbered};

use super::delete::is_in_tree_or_list;
use super::keyframe::{rename_owner, renumber_actuators};
use super::references::{
    Affix, Names, Refers, for_each_referring_list, names_in, walk, walk_references,
};
use super::replicate::{MOST_ELEMENTS, rename_within, size};

/// Most default classes of a model: each has a prototype of every kind of element.
const MOST_CLASSES: usize = 20_000;

/// Which part of a model to attach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Everything in the world.
    World,
    /// A body.
    Body(Id<Body>),
    /// A frame.
    Frame(Id<Frame>),
}

/// What was attached.
#[derive(Clone, Debug)]
pub struct Attached {
    /// The body or frame; a new frame for the contents of a world.
    pub id: AnyId,
    /// The ids that the elements have in the other model, and those they have now.
    pub renumbered: Renumbered,
}

impl Spec {
    /// A copy of one part of the tree.
    fn part(&self, part: Part) -> Result<Node, Problem> {
        let found = match part {
            Part::World => Some(Node::Frame(Frame {
                content: self.contents(self.world, None),
                ..Frame::default()
            })),
            Part::Body(id) if id == self.world => None,
            Part::Body(id) => self.node(id.into()),
            Part::Frame(id) => self.node(id.into()),
        };
        found.ok_or_else(|| Problem::model("the body or frame to attach is not in the model"))
    }

    /// An error if a model with `more` elements would have more than [`MOST_ELEMENTS`]: copies of copies grow without end.
    fn check_room(&self, more: usize) -> Result<(), Problem> {
        let count = self.count_elements().saturating_add(more);
        if count <= MOST_ELEMENTS {
            return Ok(());
        }
        Err(Problem::model(format!(
            "attaching {more} elements would make {count}; a model has at most {MOST_ELEMENTS}"
        )))
    }

    /// Attaches a copy of a part of this model. Elements that refer to the part are copied with it.
    pub fn attach_own(
        &mut self,
        inside: impl Into<Inside>,
        part: Part,
        affix: Affix<'_>,
    ) -> Result<Attached, Problem> {
        let inside = inside.into();
        self.body_and_frame(inside)?;
        let mut node = [self.part(part)?];
        let names = names_in(&mut node);
        self.check_room(size(&node) + self.count_listed())?;
        rename_within(&mut node, affix, &names);
        self.repeat_referring(affix, &names, true);
        let [node] = node;
        let mut renumbered = Vec::new();
        let id = self.add_node(inside, node, &mut renumbered)?;
        Ok(Attached { id, renumbered })
    }

    /// Attaches a copy of a part of another model. Default classes, assets and custom
    /// fields come along, and so do the elements outside the tree that refer to the part and to nothing else, and the
    /// keyframes. All names get prefix and suffix; the part keeps its own compiler settings, and the values that its classes give.
    pub fn attach(
        &mut self,
        inside: impl Into<Inside>,
        child: &Self,
        part: Part,
        affix: Affix<'_>,
    ) -> Result<Attached, Problem> {
        let inside = inside.into();
        self.body_and_frame(inside)?;
        let classes = self.classes.len() + child.classes.len();
        if classes > MOST_CLASSES {
            return Err(Problem::model(format!(
                "attaching would make {classes} default classes; a model has at most {MOST_CLASSES}"
            )));
        }
        self.settle_conflicts(child)?;
        let mut child = child.clone();
        child.hold_all();
        let mut node = child.part(part)?;
        let names = names_in(std::slice::from_mut(&mut node));
        let mut keys = child.keyframe_parts(&names)?;
        child.skins.retain_mut(|skin| {
            let mut found = true;
            skin.references(&mut |kind, name| {
                found &= !is_in_tree_or_list(kind) || names.contains(&(kind, name.clone()));
            });
            found
        });
        child.keep_referring(&names, self.actuators.len(), &mut keys);
        self.check_room(size(std::slice::from_ref(&node)) + child.count_listed())?;

        let adoption = Adoption {
            affix,
            first_scope: self.scopes.len(),
            main: affix.of("main"),
        };
        let mut renumbered = Vec::new();
        self.adopt_classes(&child, &adoption);
        macro_rules! adopt {
            ($($list:ident $kind:ident with $take:ident),*) => {$(
                for element in child.$list.drain() {
                    let before = Id::from_handle(element.at.id);
                    let id = self.$list.insert(adoption.$take(element));
                    renumbered.push((AnyId::$kind(before), AnyId::$kind(id)));
                }
            )*};
        }
        adopt!(meshes Mesh with take_referring, hfields HeightField with take, textures Texture with take);
        adopt!(materials Material with take_referring, skins Skin with take_referring);
        adopt!(numerics Numeric with take, texts Text with take);
        adopt!(pairs Pair with take_referring, excludes Exclude with take_referring);
        adopt!(tendons Tendon with take_referring, equalities Equality with take_referring);
        adopt!(actuators Actuator with take_referring);
        adopt!(sensors Sensor with take_referring, tuples Tuple with take_referring);
        for mut key in keys {
            affix.apply(&mut key.name);
            let owners = key.parts.iter_mut().map(|part| &mut part.owner);
            owners.for_each(|owner| rename_owner(owner, affix));
            self.keys.insert(key);
        }
        self.scopes.append(&mut child.scopes);
        self.unsupported.append(&mut child.unsupported);
        let node = adoption.take_node(node);
        let id = self.add_node(inside, node, &mut renumbered)?;
        Ok(Attached { id, renumbered })
    }

    /// Adds the default classes of an attached model below the outermost class.
    fn adopt_classes(&mut self, child: &Self, adoption: &Adoption<'_>) {
        let (affix, first_scope) = (adoption.affix, adoption.first_scope);
        if affix.prefix.is_empty() && affix.suffix.is_empty() {
            return;
        }
        let mut ids = HashMap::new();
        let mut known = self.classes_by_name();
        for (before, class) in child.classes.ids().zip(child.classes.iter()) {
            let mut class = class.clone();
            affix.apply(&mut class.name);
            let parent = class.parent.and_then(|p| ids.get(&p).copied());
            class.parent = Some(parent.unwrap_or(self.main));
            if parent.is_none() {
                class.hold();
            }
            class.origins(&mut |at| at.scope += first_scope);
            let name = class.name.clone();
            let id = match known.get(&name) {
                Some(known) => *known,
                None => self.classes.insert(class),
            };
            known.insert(name, id);
            ids.insert(before, id);
        }
    }

    /// Drops the elements outside the tree that refer to something other than `names`; positions of actuators in
    /// `keys` become those they will have in the model that starts with `first_actuator` of its own.
    fn keep_referring(&mut self, names: &Names, first_actuator: usize, keys: &mut [Key]) {
        let mut names = names.clone();
        let mut kept = Vec::new();
        let names_of = |a: &crate::element::Actuator| a.name.clone();
        let actuators: Vec<String> = self.actuators.iter().map(names_of).collect();
        macro_rules! keep {
            ($list:ident: $kind:ident) => {
                kept.clear();
                self.$list.retain_mut(|element| {
                    let mut keep = true;
                    element.references(&mut |kind, name| {
                        let world = kind == ObjectType::Body && name == "world";
                        let found = names.contains(&(kind, name.clone()))
                            || (world && ObjectType::$kind != ObjectType::Sensor);
                        keep &= found || !is_in_tree_or_list(kind);
                    });
                    kept.push(keep);
                    if keep && !element.name.is_empty() {
                        names.insert((ObjectType::$kind, element.name.clone()));
                    }
                    keep
                });
                if ObjectType::$kind == ObjectType::Actuator {
                    renumber_actuators(keys, &actuators, &kept, first_actuator);
                }
            };
        }
        for_each_referring_list!(keep);
    }
}

/// How elements of another model change when they become part of this one.
struct Adoption<'a> {
    affix: Affix<'a>,
    /// Where the compiler settings of the other model start.
    first_scope: usize,
    /// The outermost default class of the other model, under its new name.
    main: String,
}

impl Adoption<'_> {
    /// The new name of a default class.
    fn class(&self, class: &mut String) {
        if !class.is_empty() && self.main != "main" {
            *class = self.affix.of(class);
        }
    }

    /// An element outside the tree: its name, class and settings. One without a class had the outermost.
    fn take<T: Named>(&self, mut element: T) -> T {
        self.affix.apply(element.name_mut());
        if element.class_mut().is_empty() && self.main != "main" {
            element.class_mut().clone_from(&self.main);
        } else {
            self.class(element.class_mut());
        }
        element.origin_mut().scope += self.first_scope;
        element
    }

    /// The same for one that refers to others; the world keeps its name.
    fn take_referring<T: Named + Refers>(&self, element: T) -> T {
        let mut element = self.take(element);
        element.references(&mut |kind, name| {
            if !(kind == ObjectType::Body && name == "world") {
                self.affix.apply(name);
            }
        });
        element
    }

    /// A part of the tree. Its contents were ruled by the outermost class of their model.
    fn take_node(&self, mut node: Node) -> Node {
        let nodes = std::slice::from_mut(&mut node);
        walk(nodes, &mut |item| {
            self.affix.apply(item.name);
            self.class(item.class);
            if let Some(childclass) = item.childclass {
                self.class(childclass);
            }
            item.at.scope += self.first_scope;
        });
        walk_references(nodes, &mut |_, name| self.affix.apply(name));
        shift_inertials(nodes, self.first_scope);
        if let Node::Frame(Frame { childclass, .. }) | Node::Body(Body { childclass, .. }) =
            &mut node
            && childclass.is_empty()
        {
            childclass.clone_from(&self.main);
        }
        node
    }
}

/// Explicit inertias carry their own origin.
fn shift_inertials(nodes: &mut [Node], first_scope: usize) {
    for node in nodes {
        match node {
            Node::Body(body) => {
                if let Some(inertial) = &mut body.inertial {
                    inertial.at.scope += first_scope;
                }
                shift_inertials(&mut body.content, first_scope);
            }
            Node::Frame(frame) => shift_inertials(&mut frame.content, first_scope),
            _ => {}
        }
    }
}

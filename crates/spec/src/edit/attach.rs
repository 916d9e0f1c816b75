//! Attaching a part of another model, or a copy of a part of this one.

use ligament_model::enums::ObjectType;

use crate::class::Class;
use crate::element::{Body, Frame, Key, Named, Node};
use crate::problem::Problem;
use crate::tree::Spec;

use super::keyframe::{rename_owner, renumber_actuators};
use super::references::{
    Affix, Names, Refers, for_each_referring_list, names_in, walk, walk_references,
};
use super::remove::is_in_tree_or_list;
use super::replicate::rename_within;

/// Which part of a model to attach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Everything in the world.
    World,
    /// The body of this name.
    Body(&'a str),
    /// The frame of this name.
    Frame(&'a str),
}

impl Spec {
    /// A copy of one part of the tree.
    fn part(&self, part: Part<'_>) -> Result<Node, Problem> {
        let missing = |kind: &str, name: &str| {
            Problem::model(format!("there is no {kind} named '{name}' to attach"))
        };
        Ok(match part {
            Part::World => Node::Frame(Frame {
                content: self.world.content.clone(),
                ..Frame::default()
            }),
            Part::Body(name) => Node::Body(
                self.body(name)
                    .ok_or_else(|| missing("body", name))?
                    .clone(),
            ),
            Part::Frame(name) => Node::Frame(
                self.frame(name)
                    .ok_or_else(|| missing("frame", name))?
                    .clone(),
            ),
        })
    }

    /// Attaches a copy of a part of this model: the node to put into the tree. Elements that refer to the part are
    /// copied with it.
    pub fn attach_own(&mut self, part: Part<'_>, affix: Affix<'_>) -> Result<Node, Problem> {
        let mut node = [self.part(part)?];
        let names = names_in(&mut node);
        rename_within(&mut node, affix, &names);
        self.repeat_referring(affix, &names);
        let [node] = node;
        Ok(node)
    }

    /// Attaches a copy of a part of another model: the node to put into the tree. Default classes, assets and custom
    /// fields come along, and so do the elements outside the tree that refer to the part and to nothing else, and the
    /// keyframes. All names get prefix and suffix; the part keeps its own compiler settings.
    pub fn attach(
        &mut self,
        child: &Self,
        part: Part<'_>,
        affix: Affix<'_>,
    ) -> Result<Node, Problem> {
        self.settle_conflicts(child)?;
        let mut child = child.clone();
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

        let adoption = Adoption {
            affix,
            first_scope: self.scopes.len(),
            main: affix.of("main"),
        };
        self.adopt_classes(std::mem::take(&mut child.classes), &adoption);
        macro_rules! adopt {
            ($($list:ident with $take:ident),*) => {$(
                let taken = child.$list.drain(..).map(|element| adoption.$take(element));
                self.$list.extend(taken);
            )*};
        }
        adopt!(meshes with take_referring, hfields with take, textures with take, materials with take_referring);
        adopt!(skins with take_referring, numerics with take, texts with take);
        adopt!(pairs with take_referring, excludes with take_referring, tendons with take_referring);
        adopt!(equalities with take_referring, actuators with take_referring);
        adopt!(sensors with take_referring, tuples with take_referring);
        for mut key in keys {
            affix.apply(&mut key.name);
            let owners = key.parts.iter_mut().map(|part| &mut part.owner);
            owners.for_each(|owner| rename_owner(owner, affix));
            self.keys.push(key);
        }
        self.scopes.append(&mut child.scopes);
        self.unsupported.append(&mut child.unsupported);
        Ok(adoption.take_node(node))
    }

    /// Adds the default classes of an attached model below the outermost class.
    fn adopt_classes(&mut self, classes: Vec<Class>, adoption: &Adoption<'_>) {
        let (affix, first_scope) = (adoption.affix, adoption.first_scope);
        let base = self.classes.len();
        if affix.prefix.is_empty() && affix.suffix.is_empty() {
            return;
        }
        for mut class in classes {
            affix.apply(&mut class.name);
            class.parent = Some(class.parent.map_or(0, |p| p + base));
            macro_rules! shift {
                ($($element:ident),*) => {$(class.$element.at.scope += first_scope;)*};
            }
            shift!(
                joint, geom, site, camera, light, mesh, texture, material, pair, equality, tendon,
                actuator
            );
            if self.class(&class.name).is_none() {
                self.classes.push(class);
            }
        }
    }

    /// Drops the elements outside the tree that refer to something other than `names`; positions of actuators in
    /// `keys` become those they will have in the model that starts with `first_actuator` of its own.
    fn keep_referring(&mut self, names: &Names, first_actuator: usize, keys: &mut [Key]) {
        let mut names = names.clone();
        let mut kept = Vec::new();
        let actuators: Vec<String> = self.actuators.iter().map(|a| a.name.clone()).collect();
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

//! Repeating a part of the tree, with the elements that refer to it.

use ligament_model::enums::ObjectType;

use crate::element::{Body, Fields, Frame, KeyOwner, Node, Orientation};
use crate::problem::Problem;
use crate::spec::Spec;
use crate::tree::Inside;

use super::keyframe::rename_owner;
use super::references::{
    Affix, Names, Refers, for_each_referring_list, names_in, walk, walk_references,
};

/// Most elements of a model.
pub const MOST_ELEMENTS: usize = 1_000_000;

/// Number of elements in a tree.
pub(super) fn size(nodes: &[Node]) -> usize {
    let sizes = nodes.iter().map(|node| match node {
        Node::Body(Body { content, .. }) | Node::Frame(Frame { content, .. }) => 1 + size(content),
        _ => 1,
    });
    sizes.sum()
}

/// A part to repeat, and where each copy goes.
#[derive(Clone, Debug)]
pub struct Replicate {
    /// The part; its pose is that of the first copy.
    pub template: Frame,
    /// Position and orientation (w x y z) of every copy.
    pub poses: Vec<([f64; 3], [f64; 4])>,
    /// Put between a name and the number of the copy.
    pub separator: String,
}

impl Spec {
    /// How many copies of a part a model can take: with what refers to it, it has at most [`MOST_ELEMENTS`] elements.
    pub fn most_copies(&mut self, template: &Frame) -> usize {
        let mut content = template.content.clone();
        let names = names_in(&mut content);
        let each = 1 + size(&template.content) + self.count_referring(&names);
        MOST_ELEMENTS.saturating_sub(self.count_elements()) / each
    }

    /// How many elements outside the tree refer to `names` and would be repeated with them.
    pub(super) fn count_referring(&mut self, names: &Names) -> usize {
        let mut names = names.clone();
        let mut count = 0;
        macro_rules! counted {
            ($list:ident: $kind:ident) => {
                self.$list.for_each_mut(|element| {
                    let mut inside = false;
                    element.references(&mut |kind, name| {
                        inside |= names.contains(&(kind, name.clone()));
                    });
                    if inside {
                        count += 1;
                        names.insert((ObjectType::$kind, element.name.clone()));
                    }
                });
            };
        }
        for_each_referring_list!(counted);
        count
    }

    /// Puts copies of a part that is not itself in the model into a body or frame. Names get the separator and the number of the
    /// copy, padded with zeros to the width of the count. Elements outside the tree that refer to the part are repeated with it, and
    /// the ones that referred to the part itself are removed.
    pub fn replicate(
        &mut self,
        inside: impl Into<Inside>,
        mut part: Replicate,
    ) -> Result<(), Problem> {
        let inside = inside.into();
        let names = names_in(&mut part.template.content);
        let width = part.poses.len().to_string().len();
        for (i, (pos, quat)) in part.poses.iter().enumerate() {
            let suffix = format!("{}{i:0width$}", part.separator);
            let affix = Affix {
                prefix: "",
                suffix: &suffix,
            };
            let mut copy = part.template.clone();
            (copy.pos, copy.orientation) = (*pos, Orientation::Quat(*quat));
            copy.mark("pos");
            copy.mark("orientation");
            affix.apply(&mut copy.name);
            rename_within(&mut copy.content, affix, &names);
            self.repeat_referring(affix, &names, false);
            self.add_node(inside, Node::Frame(copy), &mut Vec::new())?;
        }
        self.give_keys_to_first_copy(&part, &names);
        self.remove_referring(&names);
        Ok(())
    }

    /// Values of keyframes that were written for the part go to its first copy.
    fn give_keys_to_first_copy(&mut self, part: &Replicate, names: &Names) {
        let width = part.poses.len().to_string().len();
        let suffix = format!("{}{:0width$}", part.separator, 0);
        let affix = Affix {
            prefix: "",
            suffix: &suffix,
        };
        let repeated = |kind: ObjectType, name: &str| names.contains(&(kind, name.to_owned()));
        let mut actuators: Vec<String> = Vec::new();
        self.actuators.for_each_mut(|actuator| {
            let mut hit = false;
            actuator.references(&mut |kind, name| hit |= repeated(kind, name));
            if hit {
                actuators.push(actuator.name.clone());
            }
        });
        self.keys.for_each_mut(|key| {
            for owner in key.parts.iter_mut().map(|p| &mut p.owner) {
                let inside = match &*owner {
                    KeyOwner::Joint(name) => repeated(ObjectType::Joint, name),
                    KeyOwner::JointOf(name, _) | KeyOwner::Mocap(name) => {
                        repeated(ObjectType::Body, name)
                    }
                    KeyOwner::Actuator(name) => actuators.contains(name),
                    KeyOwner::ActuatorAt(_) => false,
                };
                if inside {
                    rename_owner(owner, affix);
                }
            }
        });
    }

    /// Copies every element outside the tree that refers to `names` and to nothing that would be missing, with its
    /// references inside `names` renamed; with `free` also those that refer to nothing.
    pub(super) fn repeat_referring(&mut self, affix: Affix<'_>, names: &Names, free: bool) {
        let mut names = names.clone();
        macro_rules! repeat {
            ($list:ident: $kind:ident) => {
                let ids: Vec<_> = self.$list.ids().collect();
                for id in ids {
                    let Some(mut copy) = self.$list.get(id).cloned() else {
                        continue;
                    };
                    let (mut inside, mut outside) = (0, 0);
                    copy.references(&mut |kind, name| {
                        if names.contains(&(kind, name.clone())) {
                            inside += 1;
                            affix.apply(name);
                        } else if super::delete::is_in_tree_or_list(kind) {
                            outside += 1;
                        }
                    });
                    if inside > 0 || (free && outside == 0) {
                        if !copy.name.is_empty() {
                            names.insert((ObjectType::$kind, copy.name.clone()));
                        }
                        affix.apply(&mut copy.name);
                        self.$list.insert(copy);
                    }
                }
            };
        }
        for_each_referring_list!(repeat);
    }
}

/// Renames all elements in `nodes`, and their references to each other.
pub(super) fn rename_within(nodes: &mut [Node], affix: Affix<'_>, names: &Names) {
    walk(nodes, &mut |item| affix.apply(item.name));
    walk_references(nodes, &mut |kind, name| {
        if names.contains(&(kind, name.clone())) {
            affix.apply(name);
        }
    });
}

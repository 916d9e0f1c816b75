//! Repeating a part of the tree, with the elements that refer to it.

use ligament_model::enums::ObjectType;

use crate::element::{Frame, KeyOwner, Node, Orientation};
use crate::tree::Spec;

use super::keyframe::rename_owner;
use super::references::{
    Affix, Names, Refers, for_each_referring_list, names_in, walk, walk_references,
};

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
    /// Makes the copies of a part that is not itself in the model. Names get the separator and the number of the copy,
    /// padded with zeros to the width of the count. Elements outside the tree that refer to the part are repeated with it, and the
    /// ones that referred to the part itself are removed.
    pub fn replicate(&mut self, mut part: Replicate) -> Vec<Node> {
        let names = names_in(&mut part.template.content);
        let width = part.poses.len().to_string().len();
        let mut copies = Vec::with_capacity(part.poses.len());
        for (i, (pos, quat)) in part.poses.iter().enumerate() {
            let suffix = format!("{}{i:0width$}", part.separator);
            let affix = Affix {
                prefix: "",
                suffix: &suffix,
            };
            let mut copy = part.template.clone();
            (copy.pos, copy.orientation) = (*pos, Orientation::Quat(*quat));
            affix.apply(&mut copy.name);
            rename_within(&mut copy.content, affix, &names);
            self.repeat_referring(affix, &names);
            copies.push(Node::Frame(copy));
        }
        self.give_keys_to_first_copy(&part, &names);
        self.remove_referring(&names);
        copies
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
        let actuators: Vec<String> = self
            .actuators
            .iter_mut()
            .filter_map(|actuator| {
                let mut hit = false;
                actuator.references(&mut |kind, name| hit |= repeated(kind, name));
                hit.then(|| actuator.name.clone())
            })
            .collect();
        for owner in self
            .keys
            .iter_mut()
            .flat_map(|k| &mut k.parts)
            .map(|p| &mut p.owner)
        {
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
    }

    /// Copies every element outside the tree that refers to `names` and to nothing that would be missing, with its
    /// references inside `names` renamed. Elements that refer to nothing are copied too.
    pub(super) fn repeat_referring(&mut self, affix: Affix<'_>, names: &Names) {
        let mut names = names.clone();
        macro_rules! repeat {
            ($list:ident: $kind:ident) => {
                for i in 0..self.$list.len() {
                    let mut copy = self.$list[i].clone();
                    let (mut inside, mut outside) = (0, 0);
                    copy.references(&mut |kind, name| {
                        if names.contains(&(kind, name.clone())) {
                            inside += 1;
                            affix.apply(name);
                        } else if super::remove::is_in_tree_or_list(kind) {
                            outside += 1;
                        }
                    });
                    if inside > 0 || outside == 0 {
                        if !copy.name.is_empty() {
                            names.insert((ObjectType::$kind, copy.name.clone()));
                        }
                        affix.apply(&mut copy.name);
                        self.$list.push(copy);
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

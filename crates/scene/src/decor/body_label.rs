//! Texts at bodies: names where no inertia carries them, and numbers of islands.

use ligament_model::enums::ObjectType;

use crate::builder::Builder;
use crate::{LabelType, VisFlag};

pub(crate) fn add_names(b: &mut Builder<'_>) {
    if b.shows(VisFlag::Inertia) {
        return;
    }
    for body in 1..b.m.size.nbody {
        let selected = b.labels(LabelType::Selection) && b.selected() == Some(body);
        if (selected || b.labels(LabelType::Body)) && b.static_is_shown(body) {
            let name = b.name(ObjectType::Body, body);
            b.text(&name, body, b.body_pose(body));
        }
    }
}

pub(crate) fn add_islands(b: &mut Builder<'_>) {
    if !b.labels(LabelType::Island) {
        return;
    }
    for body in 1..b.m.size.nbody {
        let weld = b.m.body.weldid[body].index();
        let tree = b.m.body.treeid.get(weld);
        let tree = tree.and_then(|tree| usize::try_from(tree.0).ok());
        let island = tree.and_then(|tree| b.d.island.tree_island.get(tree));
        if let Some(island) = island.filter(|&&island| island >= 0) {
            b.text(&island.to_string(), body, b.inertial_pose(body));
        }
    }
}

//! Texts at bodies: names where no inertia carries them, and numbers of islands.

use ligament_model::enums::ObjectType;

use crate::builder::Builder;
use crate::{LabelType, VisFlag};

pub(crate) fn add(b: &mut Builder<'_>) {
    for body in 1..b.m.size.nbody {
        let pos = b.d.pose.xipos[body];
        let named = b.labels(LabelType::Body)
            || (b.labels(LabelType::Selection) && b.selected() == Some(body));
        if named && !b.shows(VisFlag::Inertia) {
            let name = b.name(ObjectType::Body, body);
            b.text(pos, &name, body);
        }
        if b.labels(LabelType::Island) {
            let weld = b.m.body.weldid[body].index();
            let tree =
                b.m.body
                    .treeid
                    .get(weld)
                    .and_then(|tree| usize::try_from(tree.0).ok());
            let island = tree
                .and_then(|tree| b.d.island.tree_island.get(tree))
                .copied()
                .unwrap_or(-1);
            if island >= 0 {
                b.text(pos, &island.to_string(), body);
            }
        }
    }
}

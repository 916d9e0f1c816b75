//! The degrees of freedom that move a body: those of the body and of all its ancestors.

use std::collections::BTreeSet;

use ligament_model::Model;

/// The degrees of freedom that move a body, in order.
pub(super) fn dofs_of_body(m: &Model, body: usize) -> BTreeSet<usize> {
    let mut dofs = BTreeSet::new();
    let mut body = body;
    // a parent comes before its children, hence the walk ends
    while body > 0 {
        let address = m
            .body
            .dofadr
            .get(body)
            .and_then(|&a| usize::try_from(a).ok());
        let count = m
            .body
            .dofnum
            .get(body)
            .and_then(|&n| usize::try_from(n).ok());
        if let (Some(address), Some(count)) = (address, count) {
            dofs.extend(address..address + count);
        }
        match m.body.parentid.get(body) {
            Some(parent) if parent.index() < body => body = parent.index(),
            _ => break,
        }
    }
    dofs
}

/// How many degrees of freedom move at least one of two bodies.
pub(super) fn either(m: &Model, a: usize, b: usize) -> usize {
    dofs_of_body(m, a).union(&dofs_of_body(m, b)).count()
}

/// How many degrees of freedom move two bodies relative to each other: those that move one of them but not the other.
pub(super) fn relative(m: &Model, a: usize, b: usize) -> usize {
    dofs_of_body(m, a)
        .symmetric_difference(&dofs_of_body(m, b))
        .count()
}

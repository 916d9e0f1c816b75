//! Where threads keep their working memory between calls.

use std::cell::RefCell;

use ligament_model::Model;

use super::Workspace;

/// Sets of working memory that a thread keeps: for users that step a few models in turn.
const KEPT: usize = 4;

thread_local! {
    /// The set that was used last comes last.
    static SHELF: RefCell<Vec<Box<Workspace>>> = const { RefCell::new(Vec::new()) };
}

/// Calls `f` with working memory of this thread for a model. Calls may be nested, as when a function of the user steps
/// another simulation: each has its own.
pub fn with<T>(m: &Model, f: impl FnOnce(&mut Workspace) -> T) -> T {
    let mut work = take(m).unwrap_or_else(|| Box::new(Workspace::new(m)));
    let result = f(&mut work);
    put_back(work);
    result
}

/// Takes memory that fits from the shelf.
fn take(m: &Model) -> Option<Box<Workspace>> {
    let found = SHELF.try_with(|shelf| {
        let mut shelf = shelf.try_borrow_mut().ok()?;
        let at = shelf.iter().rposition(|work| work.fits(m))?;
        Some(shelf.remove(at))
    });
    found.ok().flatten()
}

/// Puts memory on the shelf, in place of what was not used for longest.
fn put_back(work: Box<Workspace>) {
    // a thread that ends has no shelf any more
    let _ = SHELF.try_with(|shelf| {
        if let Ok(mut shelf) = shelf.try_borrow_mut() {
            if shelf.len() == KEPT {
                shelf.remove(0);
            }
            shelf.push(work);
        }
    });
}

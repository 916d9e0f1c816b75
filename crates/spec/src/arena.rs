//! Storage of elements with ids that stay valid while others come and go (a generational arena).
//!
//! A slot that is used again gets a new generation, so that an id of something that is gone finds nothing. Slots form a list in the
//! order in which elements were added.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// Slot and generation of an element, whatever its kind. Generation 0 is nobody's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle {
    slot: u32,
    generation: u32,
}

impl Handle {
    /// Position in the storage.
    pub(crate) fn slot(self) -> usize {
        self.slot as usize
    }

    /// True unless the handle belongs to nothing.
    pub fn is_some(self) -> bool {
        self.generation != 0
    }
}

/// The id of an element of type `T`.
pub struct Id<T>(Handle, PhantomData<fn() -> T>);

impl<T> Id<T> {
    /// The id behind a handle, which may be stale or belong to something of another kind.
    pub fn from_handle(handle: Handle) -> Self {
        Self(handle, PhantomData)
    }

    /// The id without its type.
    pub fn handle(self) -> Handle {
        self.0
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}
impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl<T> std::fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = std::any::type_name::<T>().rsplit("::").next();
        write!(
            f,
            "{}#{}.{}",
            kind.unwrap_or(""),
            self.0.slot,
            self.0.generation
        )
    }
}

/// No slot.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Slot<T> {
    generation: u32,
    before: u32,
    after: u32,
    value: Option<T>,
}

/// Elements of one kind, in the order in which they were added.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
    first: u32,
    last: u32,
    count: usize,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
            first: NONE,
            last: NONE,
            count: 0,
        }
    }
}

/// What knows the handle it is stored under.
pub trait Stored {
    /// Takes note of the handle.
    fn set_handle(&mut self, handle: Handle);
}

impl<T> Arena<T> {
    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn slot(&self, id: Id<T>) -> Option<&Slot<T>> {
        let slot = self.slots.get(id.0.slot as usize)?;
        (slot.generation == id.0.generation && slot.value.is_some()).then_some(slot)
    }

    /// The element, unless it is gone.
    pub fn get(&self, id: Id<T>) -> Option<&T> {
        self.slot(id)?.value.as_ref()
    }

    /// The element, to change without marking anything as written.
    pub(crate) fn get_mut(&mut self, id: Id<T>) -> Option<&mut T> {
        let slot = self.slots.get_mut(id.0.slot as usize)?;
        (slot.generation == id.0.generation)
            .then_some(slot.value.as_mut())
            .flatten()
    }

    /// True if the element exists.
    pub fn contains(&self, id: Id<T>) -> bool {
        self.slot(id).is_some()
    }

    fn id_at(&self, slot: u32) -> Option<Id<T>> {
        let generation = self.slots.get(slot as usize)?.generation;
        Some(Id::from_handle(Handle { slot, generation }))
    }

    /// The first element.
    pub fn first(&self) -> Option<Id<T>> {
        self.id_at(self.first)
    }

    /// The one that comes after another.
    pub fn next(&self, id: Id<T>) -> Option<Id<T>> {
        self.id_at(self.slot(id)?.after)
    }

    /// All ids, in order.
    pub fn ids(&self) -> impl Iterator<Item = Id<T>> + '_ {
        std::iter::successors(self.first(), |id| self.next(*id))
    }

    /// All elements, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> + '_ {
        self.ids().filter_map(|id| self.get(id))
    }

    /// The element at a position.
    pub fn at(&self, position: usize) -> Option<&T> {
        self.iter().nth(position)
    }

    /// Calls `f` with every element, in order, to change without marking anything as written.
    pub(crate) fn for_each_mut(&mut self, mut f: impl FnMut(&mut T)) {
        let mut slot = self.first;
        while let Some(here) = self.slots.get_mut(slot as usize) {
            slot = here.after;
            if let Some(value) = &mut here.value {
                f(value);
            }
        }
    }

    /// Takes an element out.
    pub(crate) fn remove(&mut self, id: Id<T>) -> Option<T> {
        self.slot(id)?;
        let slot = self.slots.get_mut(id.0.slot as usize)?;
        let value = slot.value.take();
        let (before, after) = (slot.before, slot.after);
        slot.generation = slot.generation.wrapping_add(1);
        // A slot whose generations are used up is never used again.
        if slot.generation != 0 {
            self.free.push(id.0.slot);
        }
        match self.slots.get_mut(before as usize) {
            Some(slot) => slot.after = after,
            None => self.first = after,
        }
        match self.slots.get_mut(after as usize) {
            Some(slot) => slot.before = before,
            None => self.last = before,
        }
        self.count -= 1;
        value
    }

    /// Takes all elements out, in order.
    pub(crate) fn drain(&mut self) -> Vec<T> {
        let ids: Vec<Id<T>> = self.ids().collect();
        ids.into_iter().filter_map(|id| self.remove(id)).collect()
    }

    /// Removes the elements for which `keep` is false; what `keep` changes is not marked as written.
    pub(crate) fn retain_mut(&mut self, mut keep: impl FnMut(&mut T) -> bool) {
        let ids: Vec<Id<T>> = self.ids().collect();
        for id in ids {
            if self.get_mut(id).is_some_and(|value| !keep(value)) {
                self.remove(id);
            }
        }
    }
}

impl<T: Stored> Arena<T> {
    /// Adds an element at the end.
    pub(crate) fn insert(&mut self, mut value: T) -> Id<T> {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                self.slots.push(Slot {
                    generation: 1,
                    before: NONE,
                    after: NONE,
                    value: None,
                });
                u32::try_from(self.slots.len() - 1).unwrap_or(NONE)
            }
        };
        let last = std::mem::replace(&mut self.last, slot);
        match self.slots.get_mut(last as usize) {
            Some(before) => before.after = slot,
            None => self.first = slot,
        }
        let mut handle = Handle::default();
        if let Some(here) = self.slots.get_mut(slot as usize) {
            handle = Handle {
                slot,
                generation: here.generation,
            };
            value.set_handle(handle);
            (here.before, here.after) = (last, NONE);
            here.value = Some(value);
        }
        self.count += 1;
        Id::from_handle(handle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Stored for u8 {
        fn set_handle(&mut self, _: Handle) {}
    }

    #[test]
    fn a_stale_id_finds_nothing_even_when_its_place_is_used_again() {
        let mut arena = Arena::default();
        let [a, b, c] = [1, 2, 3].map(|x| arena.insert(x));
        assert_eq!(arena.remove(b), Some(2));
        let d = arena.insert(4);
        assert!(arena.get(b).is_none() && arena.remove(b).is_none());
        assert_eq!((arena.get(d), arena.get(a)), (Some(&4), Some(&1)));
        assert_eq!(arena.iter().copied().collect::<Vec<_>>(), [1, 3, 4]);
        assert_eq!((arena.next(c), arena.len()), (Some(d), 3));
        arena.retain_mut(|x| *x == 3);
        assert_eq!((arena.first(), arena.next(c)), (Some(c), None));
        arena.remove(c);
        assert!(arena.is_empty() && arena.first().is_none());
    }
}

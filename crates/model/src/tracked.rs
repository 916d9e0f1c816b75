//! Change stamps: each room of a model carries a number that identifies its present contents, so that what was derived
//! from a room is known to hold without comparing arrays.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

/// The next number that no contents have had.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// A value with a stamp. Equal stamps mean equal contents, in the whole process; reading is free, and every mutable
/// access takes the stamp away.
pub struct Tracked<T> {
    value: T,
    /// 0 until somebody asks.
    stamp: AtomicU64,
}

impl<T> Tracked<T> {
    /// The number of the present contents: it belongs to nothing else, except to clones of the same contents.
    ///
    /// Numbers are given when asked for, so that a run of changes costs one.
    #[inline]
    pub fn stamp(&self) -> u64 {
        match self.stamp.load(Ordering::Relaxed) {
            0 => self.renew(),
            stamp => stamp,
        }
    }

    /// Says that the contents have changed by other means than a mutable reference.
    pub fn touch(&mut self) {
        *self.stamp.get_mut() = 0;
    }

    /// The contents, to be changed under the same stamp.
    ///
    /// For whoever gives worlds of one model numbers of their own: what is changed must be nothing that a table is made from.
    pub fn keep(&mut self) -> &mut T {
        &mut self.value
    }

    #[cold]
    fn renew(&self) -> u64 {
        let fresh = NEXT.fetch_add(1, Ordering::Relaxed);
        // two threads may ask at once: the first answer holds for both
        let set = self
            .stamp
            .compare_exchange(0, fresh, Ordering::Relaxed, Ordering::Relaxed);
        set.map_or_else(|first| first, |_| fresh)
    }
}

impl<T> From<T> for Tracked<T> {
    fn from(value: T) -> Self {
        Self {
            value,
            stamp: AtomicU64::new(0),
        }
    }
}

impl<T> Deref for Tracked<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Tracked<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.touch();
        &mut self.value
    }
}

impl<T: Clone> Clone for Tracked<T> {
    /// Same contents, same stamp: what was derived from the original serves the copy.
    fn clone(&self) -> Self {
        Self {
            value: self.value.clone(),
            stamp: AtomicU64::new(self.stamp()),
        }
    }
}

impl<T: Default> Default for Tracked<T> {
    fn default() -> Self {
        T::default().into()
    }
}

impl<T: PartialEq> PartialEq for Tracked<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for Tracked<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.value.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_keeps_the_stamp_and_writing_takes_it() {
        let mut room = Tracked::from(vec![1, 2]);
        let first = room.stamp();
        assert_eq!(room.len(), 2);
        assert_eq!(room.stamp(), first);
        room[0] = 1;
        assert_ne!(room.stamp(), first);
    }

    #[test]
    fn clones_share_the_stamp_until_one_changes() {
        let room = Tracked::from(vec![1]);
        let mut copy = room.clone();
        assert_eq!(copy.stamp(), room.stamp());
        copy.push(2);
        assert_ne!(copy.stamp(), room.stamp());
        copy.pop();
        assert_eq!(copy, room);
        assert_ne!(copy.stamp(), room.stamp());
    }

    #[test]
    fn threads_agree_on_one_stamp() {
        let room = Tracked::from(0);
        let stamps = std::thread::scope(|s| {
            let ask = [(); 4].map(|()| s.spawn(|| room.stamp()));
            ask.map(|thread| thread.join().unwrap_or_default())
        });
        assert!(stamps.iter().all(|&s| s == stamps[0] && s != 0));
    }
}

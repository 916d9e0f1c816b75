//! What a pair of shapes has in common: poses going in, contact points coming out.

use ligament_math::{Mat3, Vec3};

/// Most contacts that one pair of shapes can have.
pub const MAX_CONTACTS: usize = 50;

/// Where a shape is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position of its centre.
    pub pos: Vec3,
    /// Orientation: the columns are its axes.
    pub mat: Mat3,
}

/// One contact of a pair of shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PreContact {
    /// Distance between the nearest points, negative in penetration.
    pub dist: f64,
    /// The point halfway between the surfaces.
    pub pos: Vec3,
    /// Direction from the first shape to the second.
    pub normal: Vec3,
    /// First direction across the normal; zero to have one chosen.
    pub tangent: Vec3,
}

/// The contacts of one pair of shapes, in storage of fixed size.
#[derive(Clone, Debug)]
pub struct PreContacts {
    list: [PreContact; MAX_CONTACTS],
    len: usize,
}

impl Default for PreContacts {
    fn default() -> Self {
        Self {
            list: [PreContact::default(); MAX_CONTACTS],
            len: 0,
        }
    }
}

impl PreContacts {
    /// Adds a contact; one too many is dropped.
    #[inline]
    pub fn push(&mut self, contact: PreContact) {
        if let Some(slot) = self.list.get_mut(self.len) {
            *slot = contact;
            self.len += 1;
        }
    }

    /// Forgets all contacts.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps the first `len` contacts.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl std::ops::Deref for PreContacts {
    type Target = [PreContact];
    #[inline]
    fn deref(&self) -> &[PreContact] {
        &self.list[..self.len]
    }
}

impl std::ops::DerefMut for PreContacts {
    #[inline]
    fn deref_mut(&mut self) -> &mut [PreContact] {
        &mut self.list[..self.len]
    }
}

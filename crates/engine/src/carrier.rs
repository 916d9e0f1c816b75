//! The bodies that carry a point of contact.
//!
//! A point of a rigid geom moves with one body. A point of a deformable element moves with several, as the mean of their
//! motions at the point with weights that add up to one. The relative velocity in a contact is that of the second side less
//! that of the first, Σ wᵢ vᵢ(p) over the bodies of both sides, where the weights of the first side are negative.

use ligament_model::Model;

use crate::data::Contact;

/// A body and its share in the relative motion of a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Carrier {
    /// The body.
    pub body: usize,
    /// Its share; negative on the first side.
    pub weight: f64,
}

/// Most bodies that can carry a contact: four on either side.
pub const MOST_CARRIERS: usize = 8;

/// The bodies that carry a contact, those of the first side first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Carriers {
    /// One body on either side, with the weights -1 and 1.
    Pair([Carrier; 2]),
    /// The first so many of a list.
    Several([Carrier; MOST_CARRIERS], usize),
}

impl Carriers {
    /// One body on either side.
    #[inline]
    pub fn pair([first, second]: [usize; 2]) -> Self {
        let carrier = |body: usize, weight: f64| Carrier { body, weight };
        Self::Pair([carrier(first, -1.0), carrier(second, 1.0)])
    }

    /// Any bodies; none if there are too many.
    pub fn several(list: &[Carrier]) -> Option<Self> {
        let mut carriers = [Carrier::default(); MOST_CARRIERS];
        carriers.get_mut(..list.len())?.copy_from_slice(list);
        Some(Self::Several(carriers, list.len()))
    }

    /// The bodies of a contact; none for one of deformable objects, which the engine does not simulate.
    #[inline]
    pub fn of_contact(m: &Model, contact: &Contact) -> Option<Self> {
        let geoms = contact.geoms()?;
        Some(Self::pair(geoms.map(|geom| m.geom.bodyid[geom].index())))
    }

    /// The bodies with their weights.
    #[inline]
    pub fn list(&self) -> &[Carrier] {
        match self {
            Self::Pair(pair) => pair,
            Self::Several(list, count) => &list[..*count],
        }
    }
}

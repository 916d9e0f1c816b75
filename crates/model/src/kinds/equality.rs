//! Kinds of equality constraint.

use crate::enums::{ObjectType, keywords};

keywords! {
    /// Kinds of equality constraint.
    #[derive(Default)]
    EqualityType "mjtEq" {
        #[default]
        Connect = 0 "mjEQ_CONNECT" "connect";
        Weld = 1 "mjEQ_WELD" "weld";
        Joint = 2 "mjEQ_JOINT" "joint";
        Tendon = 3 "mjEQ_TENDON" "tendon";
        Flex = 4 "mjEQ_FLEX" "flex";
        FlexVert = 5 "mjEQ_FLEXVERT" "flexvert";
        FlexStrain = 6 "mjEQ_FLEXSTRAIN" "flexstrain";
        Distance = 7 "mjEQ_DISTANCE" "distance";
    }
}

/// What a kind of constraint couples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coupled {
    /// Two bodies, of which the second may be the world, or two sites.
    BodiesOrSites,
    /// One or two objects of a kind.
    OneOrTwo(ObjectType),
    /// Two objects of a kind.
    Two(ObjectType),
    /// Nothing any more.
    Retired,
}

/// What is known of a kind of equality constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EqualityFacts {
    /// What it couples.
    pub couples: Coupled,
    /// Most rows it can have, as the model states it.
    pub rows: usize,
    /// How many of its numbers, from the first, an element that couples bodies does not take from its default class.
    pub own_data: usize,
    /// Numbers that an element starts from in place of those of its default class.
    pub data: Option<[f64; 12]>,
    /// Where, among its numbers, the points on its two bodies start.
    pub points: Option<[usize; 2]>,
}

const PLAIN: EqualityFacts = EqualityFacts {
    couples: Coupled::Retired,
    rows: 1,
    own_data: 0,
    data: None,
    points: None,
};

const CONNECT: EqualityFacts = EqualityFacts {
    couples: Coupled::BodiesOrSites,
    rows: 3,
    points: Some([0, 3]),
    ..PLAIN
};

const WELD: EqualityFacts = EqualityFacts {
    couples: Coupled::BodiesOrSites,
    rows: 7,
    own_data: 3,
    points: Some([3, 0]),
    ..PLAIN
};

const JOINT: EqualityFacts = EqualityFacts {
    couples: Coupled::OneOrTwo(ObjectType::Joint),
    ..PLAIN
};

const TENDON: EqualityFacts = EqualityFacts {
    couples: Coupled::OneOrTwo(ObjectType::Tendon),
    ..PLAIN
};

const FLEX: EqualityFacts = EqualityFacts {
    couples: Coupled::OneOrTwo(ObjectType::Flex),
    ..PLAIN
};

/// A negative distance stands for the one in the reference configuration.
const DISTANCE: EqualityFacts = EqualityFacts {
    couples: Coupled::Two(ObjectType::Geom),
    data: Some([-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
    ..PLAIN
};

impl EqualityType {
    /// What is known of the kind.
    pub const fn facts(self) -> &'static EqualityFacts {
        match self {
            Self::Connect => &CONNECT,
            Self::Weld => &WELD,
            Self::Joint => &JOINT,
            Self::Tendon => &TENDON,
            Self::Flex | Self::FlexStrain => &FLEX,
            Self::FlexVert => &PLAIN,
            Self::Distance => &DISTANCE,
        }
    }
}

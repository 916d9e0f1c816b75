//! Kinds of joint.

use crate::enums::{Keyword, keywords};

keywords! {
    /// Kinds of joint.
    #[derive(Default)]
    JointType "mjtJoint" {
        Free = 0 "mjJNT_FREE" "free";
        Ball = 1 "mjJNT_BALL" "ball";
        Slide = 2 "mjJNT_SLIDE" "slide";
        #[default]
        Hinge = 3 "mjJNT_HINGE" "hinge";
    }
}

/// What a range of joint values bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointLimit {
    /// Nothing: the joint has no range.
    None,
    /// The angle of a rotation, which is never negative.
    RotationAngle,
    /// The value from below and above.
    Interval,
}

/// What is known of a kind of joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointFacts {
    /// Number of position coordinates.
    pub nq: usize,
    /// Number of degrees of freedom.
    pub nv: usize,
    /// Where in its coordinates a quaternion starts.
    pub quaternion: Option<usize>,
    /// Numbers of plastic state of a spring that yields; none if it cannot have one.
    pub plastic: Option<usize>,
    /// Whether the body turns about its anchor. After three turns no other can follow.
    pub turns: bool,
    /// Whether its value is an angle.
    pub angle: bool,
    /// What its range bounds.
    pub limit: JointLimit,
    /// Whether it stands alone, in a body that is a child of the world, and takes its coordinates from the body's pose.
    pub floats: bool,
    /// What URDF calls it; the last is the one without a range.
    pub urdf: &'static [&'static str],
}

impl JointFacts {
    /// Whether it moves along or about one axis.
    pub const fn is_scalar(&self) -> bool {
        self.nv == 1
    }

    /// Whether it turns about any axis, and does nothing else.
    pub const fn is_ball(&self) -> bool {
        self.turns && self.nv == 3
    }

    /// Whether it moves along one axis.
    pub const fn is_slide(&self) -> bool {
        self.is_scalar() && !self.angle
    }

    /// Whether its range is given as an angle.
    pub const fn has_angular_range(&self) -> bool {
        self.turns
    }
}

const FREE: JointFacts = JointFacts {
    nq: 7,
    nv: 6,
    quaternion: Some(3),
    plastic: None,
    turns: false,
    angle: false,
    limit: JointLimit::None,
    floats: true,
    urdf: &["floating"],
};

const BALL: JointFacts = JointFacts {
    nq: 4,
    nv: 3,
    quaternion: Some(0),
    plastic: Some(4),
    turns: true,
    angle: false,
    limit: JointLimit::RotationAngle,
    floats: false,
    urdf: &["spherical"],
};

const SLIDE: JointFacts = JointFacts {
    nq: 1,
    nv: 1,
    quaternion: None,
    plastic: Some(1),
    turns: false,
    angle: false,
    limit: JointLimit::Interval,
    floats: false,
    urdf: &["prismatic"],
};

const HINGE: JointFacts = JointFacts {
    nq: 1,
    nv: 1,
    quaternion: None,
    plastic: Some(1),
    turns: true,
    angle: true,
    limit: JointLimit::Interval,
    floats: false,
    urdf: &["revolute", "continuous"],
};

impl JointType {
    /// What is known of the kind.
    #[inline]
    pub const fn facts(self) -> &'static JointFacts {
        match self {
            Self::Free => &FREE,
            Self::Ball => &BALL,
            Self::Slide => &SLIDE,
            Self::Hinge => &HINGE,
        }
    }

    /// The kind that URDF calls so.
    pub fn from_urdf(word: &str) -> Option<Self> {
        let mut kinds = Self::ALL.iter().copied();
        kinds.find(|kind| kind.facts().urdf.contains(&word))
    }
}

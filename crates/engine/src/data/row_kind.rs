//! Kinds of constraint rows.

/// What a constraint row stands for, with MuJoCo's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum RowKind {
    /// A component of an equality constraint.
    Equality = 0,
    /// Dry friction of a degree of freedom.
    FrictionDof = 1,
    /// Dry friction of a tendon.
    FrictionTendon = 2,
    /// A joint limit.
    LimitJoint = 3,
    /// A limit of the length of a tendon.
    LimitTendon = 4,
    /// The normal of a contact without friction.
    ContactFrictionless = 5,
    /// An edge of the friction pyramid of a contact.
    ContactPyramidal = 6,
    /// An axis of the friction cone of a contact.
    ContactElliptic = 7,
}

impl RowKind {
    /// The kind with this number; an axis of a cone for numbers that no row has.
    pub fn from_number(number: i32) -> Self {
        match number {
            0 => Self::Equality,
            1 => Self::FrictionDof,
            2 => Self::FrictionTendon,
            3 => Self::LimitJoint,
            4 => Self::LimitTendon,
            5 => Self::ContactFrictionless,
            6 => Self::ContactPyramidal,
            _ => Self::ContactElliptic,
        }
    }

    /// True for rows of contacts.
    pub fn is_contact(self) -> bool {
        self as i32 >= Self::ContactFrictionless as i32
    }
}

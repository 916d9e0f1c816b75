//! Equality constraints.

use ligament_model::enums::{EqualityType, ObjectType};

use super::{SOLIMP, SOLREF, element};

element! {
    /// An equality constraint between two objects.
    pub struct Equality {
        kind: EqualityType = EqualityType::default(), "Kind of constraint.";
        objtype: ObjectType = ObjectType::Unknown, "Kind of both objects.";
        name1: String = String::new(), "First object.";
        name2: String = String::new(), "Second object; empty for the world, or none.";
        data: [f64; 12] = default_data(), "Numbers of the constraint, laid out as in the compiled model; a negative distance is that of the reference configuration.";
        active: bool = true, "Whether it starts active.";
        solref: [f64; 2] = SOLREF, "Constraint reference.";
        solimp: [f64; 5] = SOLIMP, "Constraint impedance.";
    }
}

/// Second polynomial coefficient 1, the identity coupling, and torque scale 1 of welds; all else 0.
fn default_data() -> [f64; 12] {
    let mut data = [0.0; 12];
    data[1] = 1.0;
    data[10] = 1.0;
    data
}

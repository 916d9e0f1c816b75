//! Equality constraints.

use crate::column::Flag;
use crate::enums::{Code, EqualityType, ObjectType};
use crate::table::room;

room! {
    /// Equality constraints.
    pub struct Equalities {
        kind: Code<EqualityType> [neq] "eq_type" "Kind of constraint.";
        obj1id: i32 [neq] -> kind "eq_obj1id" "First object.";
        obj2id: i32 [neq] -> kind "eq_obj2id" "Second object, or -1.";
        objtype: Code<ObjectType> [neq] "eq_objtype" "What kind of objects it ties together.";
        active0: Flag [neq] "eq_active0" "Whether it is active at the start.";
        solref: [f64; 2] [neq] "eq_solref" "Reference parameters.";
        solimp: [f64; 5] [neq] "eq_solimp" "Impedance parameters.";
        data: [f64; 12] [neq] "eq_data" "Parameters, what they mean depends on its kind.";
    }
}

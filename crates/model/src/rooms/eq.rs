//! Equality constraints.

use crate::column::Flag;
use crate::enums::{Code, EqualityType, ObjectType};
use crate::table::room;

room! {
    /// Equality constraints.
    pub struct Equalities {
        kind: Code<EqualityType> [neq] "eq_type" "constraint type (mjtEq)";
        obj1id: i32 [neq] "eq_obj1id" "id of object 1";
        obj2id: i32 [neq] "eq_obj2id" "id of object 2";
        objtype: Code<ObjectType> [neq] "eq_objtype" "type of both objects (mjtObj)";
        active0: Flag [neq] "eq_active0" "initial enable/disable constraint state";
        solref: [f64; 2] [neq] "eq_solref" "constraint solver reference";
        solimp: [f64; 5] [neq] "eq_solimp" "constraint solver impedance";
        data: [f64; 12] [neq] "eq_data" "numeric data for constraint";
    }
}

//! Custom tuples.

use crate::table::room;

room! {
    /// Custom tuples.
    pub struct Tuples {
        adr: i32 [ntuple] -> ntupledata by size "tuple_adr" "Where its elements start.";
        size: i32 [ntuple] "tuple_size" "How many elements it has.";
        objtype: i32 [ntupledata] "tuple_objtype" "Kind of each element, a value of `ObjectType`.";
        objid: i32 [ntupledata] -> object objtype or none "tuple_objid" "Object of each element.";
        objprm: f64 [ntupledata] "tuple_objprm" "Parameter of each element.";
    }
}

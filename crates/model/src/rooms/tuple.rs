//! Custom tuples.

use crate::table::room;

room! {
    /// Custom tuples.
    pub struct Tuples {
        adr: i32 [ntuple] "tuple_adr" "address of text in text_data";
        size: i32 [ntuple] "tuple_size" "number of objects in tuple";
        objtype: i32 [ntupledata] "tuple_objtype" "array of object types in all tuples";
        objid: i32 [ntupledata] "tuple_objid" "array of object ids in all tuples";
        objprm: f64 [ntupledata] "tuple_objprm" "array of object params in all tuples";
    }
}

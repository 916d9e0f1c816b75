//! Custom numeric fields.

use crate::table::room;

room! {
    /// Custom numeric fields.
    pub struct Numerics {
        adr: i32 [nnumeric] "numeric_adr" "address of field in numeric_data";
        size: i32 [nnumeric] "numeric_size" "size of numeric field";
        data: f64 [nnumericdata] "numeric_data" "array of all numeric fields";
    }
}

//! Custom numeric fields.

use crate::table::room;

room! {
    /// Custom numeric fields.
    pub struct Numerics {
        adr: i32 [nnumeric] -> nnumericdata by size "numeric_adr" "Where the field starts in `numeric_data`.";
        size: i32 [nnumeric] "numeric_size" "How many numbers the field has.";
        data: f64 [nnumericdata] "numeric_data" "The numbers of all fields.";
    }
}

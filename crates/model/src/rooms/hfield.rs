//! Height fields.

use crate::table::room;

room! {
    /// Height fields.
    pub struct HeightFields {
        size: [f64; 4] [nhfield] "hfield_size" "(x, y, z_top, z_bottom)";
        nrow: i32 [nhfield] "hfield_nrow" "number of rows in grid";
        ncol: i32 [nhfield] "hfield_ncol" "number of columns in grid";
        adr: i32 [nhfield] "hfield_adr" "address in hfield_data";
        data: f32 [nhfielddata] "hfield_data" "elevation data";
        pathadr: i32 [nhfield] "hfield_pathadr" "address of hfield asset path; -1: none";
    }
}

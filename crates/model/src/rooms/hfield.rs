//! Height fields.

use crate::table::room;

room! {
    /// Height fields.
    pub struct HeightFields {
        size: [f64; 4] [nhfield] "hfield_size" "Half widths along x and y, height of the terrain, depth of the base.";
        nrow: i32 [nhfield] "hfield_nrow" "Samples along y.";
        ncol: i32 [nhfield] "hfield_ncol" "Samples along x.";
        adr: i32 [nhfield] -> nhfielddata "hfield_adr" "Where its samples start in `hfield_data`.";
        data: f32 [nhfielddata] "hfield_data" "Heights between 0 and 1.";
        pathadr: i32 [nhfield] -> npaths or none "hfield_pathadr" "Where its file name starts in `paths`, or -1.";
    }
}

//! Custom text fields.

use crate::table::room;

room! {
    /// Custom text fields.
    pub struct Texts {
        adr: i32 [ntext] "text_adr" "address of text in text_data";
        size: i32 [ntext] "text_size" "size of text field (strlen+1)";
        data: u8 [ntextdata] "text_data" "array of all text fields (0-terminated)";
    }
}

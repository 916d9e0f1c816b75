//! Custom text fields.

use crate::table::room;

room! {
    /// Custom text fields.
    pub struct Texts {
        adr: i32 [ntext] -> ntextdata by size "text_adr" "Where the text starts in `text_data`.";
        size: i32 [ntext] "text_size" "Bytes of the text, with the zero at its end.";
        data: u8 [ntextdata] "text_data" "All texts, each with a zero at its end.";
    }
}

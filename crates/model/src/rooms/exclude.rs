//! Excluded contact pairs.

use crate::table::room;

room! {
    /// Excluded contact pairs.
    pub struct Excludes {
        signature: i32 [nexclude] "exclude_signature" "body1 << 16 + body2";
    }
}

//! Excluded contact pairs.

use crate::table::room;

room! {
    /// Excluded contact pairs.
    pub struct Excludes {
        signature: i32 [nexclude] "exclude_signature" "Both bodies in one number: the first in the upper 16 bits.";
    }
}

//! Path elements of all tendons.

use crate::enums::{Code, WrapType};
use crate::table::room;

room! {
    /// Path elements of all tendons.
    pub struct Wraps {
        kind: Code<WrapType> [nwrap] "wrap_type" "wrap object type (mjtWrap)";
        objid: i32 [nwrap] "wrap_objid" "object id: geom, site, joint";
        prm: f64 [nwrap] "wrap_prm" "divisor, joint coef, or site id";
    }
}

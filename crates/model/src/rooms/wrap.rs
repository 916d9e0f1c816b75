//! Path elements of all tendons.

use crate::enums::{Code, WrapType};
use crate::table::room;

room! {
    /// Path elements of all tendons.
    pub struct Wraps {
        kind: Code<WrapType> [nwrap] "wrap_type" "Kind of path element.";
        objid: i32 [nwrap] -> kind "wrap_objid" "Joint, site or geom of the element, or -1.";
        prm: f64 [nwrap] "wrap_prm" "Coefficient of a joint, divisor of a pulley, side site of a geom.";
    }
}

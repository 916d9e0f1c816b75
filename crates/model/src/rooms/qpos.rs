//! Reference configurations.

use crate::table::room;

room! {
    /// Reference configurations.
    pub struct ReferencePoses {
        reference: f64 [nq] "qpos0" "qpos values at default pose";
        spring: f64 [nq] "qpos_spring" "reference pose for springs";
    }
}

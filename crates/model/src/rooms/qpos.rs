//! Reference configurations.

use crate::table::room;

room! {
    /// Reference configurations.
    pub struct ReferencePoses {
        reference: f64 [nq] "qpos0" "Coordinates of the reference configuration.";
        spring: f64 [nq] "qpos_spring" "Coordinates in which springs are at rest.";
    }
}

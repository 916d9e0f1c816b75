//! Kinematic trees under the world.

use crate::enums::{Code, SleepPolicy};
use crate::table::room;

room! {
    /// Kinematic trees under the world.
    pub struct Trees {
        bodyadr: i32 [ntree] "tree_bodyadr" "start addr of bodies";
        bodynum: i32 [ntree] "tree_bodynum" "number of bodies in tree";
        dofadr: i32 [ntree] "tree_dofadr" "start addr of dofs";
        dofnum: i32 [ntree] "tree_dofnum" "number of dofs in tree";
        sleep_policy: Code<SleepPolicy> [ntree] "tree_sleep_policy" "sleep policy (mjtSleepPolicy)";
    }
}

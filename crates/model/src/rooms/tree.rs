//! Kinematic trees under the world.

use crate::enums::{Code, SleepPolicy};
use crate::table::room;

room! {
    /// Kinematic trees under the world.
    pub struct Trees {
        bodyadr: i32 [ntree] -> nbody by bodynum partly "tree_bodyadr" "First body of the tree.";
        bodynum: i32 [ntree] "tree_bodynum" "How many bodies the tree has.";
        dofadr: i32 [ntree] -> nv by dofnum "tree_dofadr" "First degree of freedom of the tree.";
        dofnum: i32 [ntree] "tree_dofnum" "How many degrees of freedom the tree has.";
        sleep_policy: Code<SleepPolicy> [ntree] "tree_sleep_policy" "When the tree may sleep.";
    }
}

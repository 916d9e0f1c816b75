//! Plugin instances.

use crate::table::room;

room! {
    /// Plugin instances.
    pub struct Plugins {
        slot: i32 [nplugin] "plugin" "Which registered plugin it is an instance of.";
        stateadr: i32 [nplugin] -> npluginstate by statenum "plugin_stateadr" "Where its state starts.";
        statenum: i32 [nplugin] "plugin_statenum" "How many numbers its state has.";
        attr: u8 [npluginattr] "plugin_attr" "Configuration texts.";
        attradr: i32 [nplugin] -> npluginattr or none "plugin_attradr" "Where its configuration starts in `plugin_attr`.";
    }
}

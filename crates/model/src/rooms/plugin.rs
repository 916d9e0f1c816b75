//! Plugin instances.

use crate::table::room;

room! {
    /// Plugin instances.
    pub struct Plugins {
        slot: i32 [nplugin] "plugin" "globally registered plugin slot number";
        stateadr: i32 [nplugin] "plugin_stateadr" "address in the plugin state array";
        statenum: i32 [nplugin] "plugin_statenum" "number of states in the plugin instance";
        attr: u8 [npluginattr] "plugin_attr" "config attributes of plugin instances";
        attradr: i32 [nplugin] "plugin_attradr" "address to each instance's config attrib";
    }
}

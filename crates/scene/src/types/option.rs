//! What is shown (`mjvOption`).

use super::enums::VisFlag;
use crate::plain::plain;

/// How many groups can be shown or hidden.
pub const GROUPS: usize = 6;

/// Groups 0 to 2 are shown.
const FIRST_THREE: [u8; GROUPS] = [1, 1, 1, 0, 0, 0];

plain! {
    /// Visualisation options (`mjvOption`).
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct VisOption {
        label: i32 = 0, "What has labels (`LabelType`).";
        frame: i32 = 0, "What has frames (`FrameType`).";
        geomgroup: [u8; GROUPS] = FIRST_THREE, "Groups of geoms that are shown.";
        sitegroup: [u8; GROUPS] = FIRST_THREE, "Groups of sites that are shown.";
        jointgroup: [u8; GROUPS] = FIRST_THREE, "Groups of joints that are shown.";
        tendongroup: [u8; GROUPS] = FIRST_THREE, "Groups of tendons that are shown.";
        actuatorgroup: [u8; GROUPS] = FIRST_THREE, "Groups of actuators that are shown.";
        flexgroup: [u8; GROUPS] = FIRST_THREE, "Groups of flexes that are shown.";
        skingroup: [u8; GROUPS] = FIRST_THREE, "Groups of skins that are shown.";
        flags: [u8; VisFlag::COUNT] = default_flags(), "What is shown, by `VisFlag`.";
        bvh_depth: i32 = 1, "Depth of the bounding volumes that are shown.";
        flex_layer: i32 = 0, "Layer of elements of 3D flexes that is shown.";
    }
}

impl VisOption {
    /// Whether this is shown.
    pub fn flag(&self, flag: VisFlag) -> bool {
        self.flags[flag as usize] != 0
    }
}

fn default_flags() -> [u8; VisFlag::COUNT] {
    let mut flags = [0; VisFlag::COUNT];
    for on in [
        VisFlag::Texture,
        VisFlag::Tendon,
        VisFlag::Rangefinder,
        VisFlag::PertObj,
        VisFlag::Static,
        VisFlag::Skin,
        VisFlag::FlexEdge,
        VisFlag::FlexSkin,
    ] {
        flags[on as usize] = 1;
    }
    flags
}

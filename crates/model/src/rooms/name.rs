//! Where the names of each kind start, and the name and path pools.

use crate::table::room;

room! {
    /// Where the names of each kind start, and the name and path pools.
    pub struct NameAddresses {
        bodyadr: i32 [nbody] "name_bodyadr" "body name pointers";
        jntadr: i32 [njnt] "name_jntadr" "joint name pointers";
        geomadr: i32 [ngeom] "name_geomadr" "geom name pointers";
        siteadr: i32 [nsite] "name_siteadr" "site name pointers";
        camadr: i32 [ncam] "name_camadr" "camera name pointers";
        lightadr: i32 [nlight] "name_lightadr" "light name pointers";
        flexadr: i32 [nflex] "name_flexadr" "flex name pointers";
        meshadr: i32 [nmesh] "name_meshadr" "mesh name pointers";
        skinadr: i32 [nskin] "name_skinadr" "skin name pointers";
        hfieldadr: i32 [nhfield] "name_hfieldadr" "hfield name pointers";
        texadr: i32 [ntex] "name_texadr" "texture name pointers";
        matadr: i32 [nmat] "name_matadr" "material name pointers";
        pairadr: i32 [npair] "name_pairadr" "geom pair name pointers";
        excludeadr: i32 [nexclude] "name_excludeadr" "exclude name pointers";
        eqadr: i32 [neq] "name_eqadr" "equality constraint name pointers";
        tendonadr: i32 [ntendon] "name_tendonadr" "tendon name pointers";
        actuatoradr: i32 [nactuator] "name_actuatoradr" "actuator name pointers";
        sensoradr: i32 [nsensor] "name_sensoradr" "sensor name pointers";
        numericadr: i32 [nnumeric] "name_numericadr" "numeric name pointers";
        textadr: i32 [ntext] "name_textadr" "text name pointers";
        tupleadr: i32 [ntuple] "name_tupleadr" "tuple name pointers";
        keyadr: i32 [nkey] "name_keyadr" "keyframe name pointers";
        pluginadr: i32 [nplugin] "name_pluginadr" "plugin instance name pointers";
        names: u8 [nnames] "names" "names of all objects, 0-terminated";
        names_map: i32 [nnames_map] "names_map" "internal hash map of names";
        paths: u8 [npaths] "paths" "resolved paths to assets, 0-terminated";
    }
}

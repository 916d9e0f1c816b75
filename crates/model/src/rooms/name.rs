//! Where the names of each kind start, and the name and path pools.

use crate::table::room;

room! {
    /// Where the names of each kind start, and the name and path pools.
    pub struct NameAddresses {
        bodyadr: i32 [nbody] -> nnames "name_bodyadr" "Where the name of each body starts in `names`.";
        jntadr: i32 [njnt] -> nnames "name_jntadr" "Where the name of each joint starts in `names`.";
        geomadr: i32 [ngeom] -> nnames "name_geomadr" "Where the name of each geom starts in `names`.";
        siteadr: i32 [nsite] -> nnames "name_siteadr" "Where the name of each site starts in `names`.";
        camadr: i32 [ncam] -> nnames "name_camadr" "Where the name of each camera starts in `names`.";
        lightadr: i32 [nlight] -> nnames "name_lightadr" "Where the name of each light starts in `names`.";
        flexadr: i32 [nflex] -> nnames "name_flexadr" "Where the name of each flex starts in `names`.";
        meshadr: i32 [nmesh] -> nnames "name_meshadr" "Where the name of each mesh starts in `names`.";
        skinadr: i32 [nskin] -> nnames "name_skinadr" "Where the name of each skin starts in `names`.";
        hfieldadr: i32 [nhfield] -> nnames "name_hfieldadr" "Where the name of each height field starts in `names`.";
        texadr: i32 [ntex] -> nnames "name_texadr" "Where the name of each texture starts in `names`.";
        matadr: i32 [nmat] -> nnames "name_matadr" "Where the name of each material starts in `names`.";
        pairadr: i32 [npair] -> nnames "name_pairadr" "Where the name of each contact pair starts in `names`.";
        excludeadr: i32 [nexclude] -> nnames "name_excludeadr" "Where the name of each exclusion starts in `names`.";
        eqadr: i32 [neq] -> nnames "name_eqadr" "Where the name of each equality constraint starts in `names`.";
        tendonadr: i32 [ntendon] -> nnames "name_tendonadr" "Where the name of each tendon starts in `names`.";
        actuatoradr: i32 [nactuator] -> nnames "name_actuatoradr" "Where the name of each actuator starts in `names`.";
        sensoradr: i32 [nsensor] -> nnames "name_sensoradr" "Where the name of each sensor starts in `names`.";
        numericadr: i32 [nnumeric] -> nnames "name_numericadr" "Where the name of each custom number starts in `names`.";
        textadr: i32 [ntext] -> nnames "name_textadr" "Where the name of each custom text starts in `names`.";
        tupleadr: i32 [ntuple] -> nnames "name_tupleadr" "Where the name of each custom tuple starts in `names`.";
        keyadr: i32 [nkey] -> nnames "name_keyadr" "Where the name of each keyframe starts in `names`.";
        pluginadr: i32 [nplugin] -> nnames "name_pluginadr" "Where the name of each plugin instance starts in `names`.";
        names: u8 [nnames] "names" "All names, each with a zero at its end; the model's own first.";
        names_map: i32 [nnames_map] "names_map" "Hash table of names.";
        paths: u8 [npaths] "paths" "All file names, each with a zero at its end.";
    }
}

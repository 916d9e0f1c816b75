//! Explicit contact pairs.

use crate::id::GeomId;
use crate::table::room;

room! {
    /// Explicit contact pairs.
    pub struct Pairs {
        dim: i32 [npair] "pair_dim" "contact dimensionality";
        geom1: GeomId [npair] "pair_geom1" "id of geom1";
        geom2: GeomId [npair] "pair_geom2" "id of geom2";
        signature: i32 [npair] "pair_signature" "body1 << 16 + body2";
        solref: [f64; 2] [npair] "pair_solref" "solver reference: contact normal";
        solreffriction: [f64; 2] [npair] "pair_solreffriction" "solver reference: contact friction";
        solimp: [f64; 5] [npair] "pair_solimp" "solver impedance: contact";
        margin: f64 [npair] "pair_margin" "geometric inflation for contact";
        gap: f64 [npair] "pair_gap" "additional contact detection buffer";
        adhesion: f64 [npair] "pair_adhesion" "adhesive force of contacts";
        friction: [f64; 5] [npair] "pair_friction" "tangent1, 2, spin, roll1, 2";
    }
}

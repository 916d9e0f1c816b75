//! Explicit contact pairs.

use crate::id::GeomId;
use crate::table::room;

room! {
    /// Explicit contact pairs.
    pub struct Pairs {
        dim: i32 [npair] "pair_dim" "Dimensions of the contact: 1, 3, 4 or 6.";
        geom1: GeomId [npair] -> ngeom "pair_geom1" "First geom.";
        geom2: GeomId [npair] -> ngeom "pair_geom2" "Second geom.";
        signature: i32 [npair] "pair_signature" "Both bodies in one number: the first in the upper 16 bits.";
        solref: [f64; 2] [npair] "pair_solref" "Reference parameters along the normal.";
        solreffriction: [f64; 2] [npair] "pair_solreffriction" "Reference parameters of friction.";
        solimp: [f64; 5] [npair] "pair_solimp" "Impedance parameters.";
        margin: f64 [npair] "pair_margin" "Thickness added for contacts.";
        gap: f64 [npair] "pair_gap" "Distance beyond the margin in which contacts are found but inactive.";
        adhesion: f64 [npair] "pair_adhesion" "Force that holds contacts together.";
        friction: [f64; 5] [npair] "pair_friction" "Friction in the five directions: two sliding, one spinning, two rolling.";
    }
}

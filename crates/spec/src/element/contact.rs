//! Explicit contact pairs and exclusions.

use super::{SOLIMP, SOLREF, element};

element! {
    /// A pair of geoms that is always checked for contact, with its own parameters.
    pub struct Pair {
        geom1: String = String::new(), "First geom.";
        geom2: String = String::new(), "Second geom.";
        condim: Option<i32> = Some(3), "Contact dimensions; none to take them from the geoms.";
        friction: [Option<f64>; 5] = Pair::FRICTION.map(Some), "Two sliding, one torsional, two rolling frictions; none to take them from the geoms.";
        solref: Option<[f64; 2]> = Some(SOLREF), "Constraint reference; none to take it from the geoms.";
        solreffriction: [f64; 2] = [0.0; 2], "Constraint reference of friction; zero for the one of the normal.";
        solimp: Option<[f64; 5]> = Some(SOLIMP), "Constraint impedance; none to take it from the geoms.";
        margin: Option<f64> = Some(0.0), "Distance at which contacts become active; none to take it from the geoms.";
        gap: Option<f64> = Some(0.0), "Further detection distance; none to take it from the geoms.";
        adhesion: Option<f64> = Some(0.0), "Adhesive force; none to take it from the geoms.";
    }
}

impl Pair {
    /// Friction of a pair that states none: two sliding, one torsional, two rolling.
    pub const FRICTION: [f64; 5] = [1.0, 1.0, 0.005, 0.0001, 0.0001];
    /// Parameters that start a partly given reference or impedance.
    pub const SOLREF: [f64; 2] = SOLREF;
    /// As above, for the impedance.
    pub const SOLIMP: [f64; 5] = SOLIMP;
}

element! {
    /// Two bodies that never collide.
    pub struct Exclude {
        body1: String = String::new(), "First body.";
        body2: String = String::new(), "Second body.";
    }
}

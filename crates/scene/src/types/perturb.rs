//! What is selected and pulled at with the mouse (`mjvPerturb`).

use crate::plain::plain;

/// Bit of [`Perturb::active`]: the body is pulled.
pub const PERT_TRANSLATE: i32 = 1;
/// Bit of [`Perturb::active`]: the body is turned.
pub const PERT_ROTATE: i32 = 2;

plain! {
    /// Selection and perturbation (`mjvPerturb`).
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Perturb {
        select: i32 = 0, "Selected body; not positive for none.";
        flexselect: i32 = -1, "Selected flex; negative for none.";
        skinselect: i32 = -1, "Selected skin; negative for none.";
        active: i32 = 0, "What the mouse does, as bits.";
        active2: i32 = 0, "What the mouse does besides, as bits.";
        refpos: [f64; 3] = [0.0; 3], "Where the body is pulled to.";
        refquat: [f64; 4] = [1.0, 0.0, 0.0, 0.0], "What the body is turned to.";
        refselpos: [f64; 3] = [0.0; 3], "Where the selected point is pulled to.";
        localpos: [f64; 3] = [0.0; 3], "Selected point in the frame of the body.";
        localmass: f64 = 0.0, "Mass that is felt at the selected point.";
        scale: f64 = 1.0, "Distance in space per relative motion of the mouse.";
    }
}

//! Contacts as the constraint solver sees them.

use ligament_math::Vec3;

/// One detected contact. The order of the fields in memory is MuJoCo's.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
#[allow(non_snake_case, reason = "fields carry MuJoCo's names")]
pub struct Contact {
    /// Distance between the nearest points, negative in penetration.
    pub dist: f64,
    /// Midpoint between the geoms.
    pub pos: Vec3,
    /// Rows are the axes of the contact frame; the first is the normal, from the first geom to the second.
    pub frame: [f64; 9],
    /// Distance below which the contact makes forces.
    pub includemargin: f64,
    /// Friction: two sliding, one spinning, two rolling.
    pub friction: [f64; 5],
    /// Reference parameters along the normal.
    pub solref: [f64; 2],
    /// Reference parameters of friction; zero to use `solref`.
    pub solreffriction: [f64; 2],
    /// Impedance parameters.
    pub solimp: [f64; 5],
    /// Adhesive force along the normal.
    pub adhesion: f64,
    /// Relative surface velocity (second geom minus first): two tangents, spin.
    pub surfacevel: [f64; 3],
    /// Friction coefficient of the regularized cone.
    pub mu: f64,
    /// Hessian of the cone, in the rows and columns of the contact.
    pub H: [f64; 36],
    /// Dimensions: 1, 3, 4 or 6.
    pub dim: i32,
    /// The first geom.
    pub geom1: i32,
    /// The second geom.
    pub geom2: i32,
    /// Both geoms; -1 for flexes.
    pub geom: [i32; 2],
    /// Both flexes; -1 for geoms.
    pub flex: [i32; 2],
    /// Elements of flexes, or -1.
    pub elem: [i32; 2],
    /// Vertices of flexes, or -1.
    pub vert: [i32; 2],
    /// Why there are no forces: 0 there are, 1 in the gap, 2 fused, 3 nothing moves, 4 passive.
    pub exclude: i32,
    /// First constraint row, or -1.
    pub efc_address: i32,
}

impl Default for Contact {
    fn default() -> Self {
        Self {
            dist: 0.0,
            pos: Vec3::ZERO,
            frame: [0.0; 9],
            includemargin: 0.0,
            friction: [0.0; 5],
            solref: [0.0; 2],
            solreffriction: [0.0; 2],
            solimp: [0.0; 5],
            adhesion: 0.0,
            surfacevel: [0.0; 3],
            mu: 0.0,
            H: [0.0; 36],
            dim: 0,
            geom1: -1,
            geom2: -1,
            geom: [-1; 2],
            flex: [-1; 2],
            elem: [-1; 2],
            vert: [-1; 2],
            exclude: 0,
            efc_address: -1,
        }
    }
}

impl Contact {
    /// The two geoms; none where a contact is between flexes.
    pub fn geoms(&self) -> Option<[usize; 2]> {
        let [a, b] = self.geom;
        Some([usize::try_from(a).ok()?, usize::try_from(b).ok()?])
    }
}

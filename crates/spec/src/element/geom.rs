//! Geoms.

use ligament_model::enums::GeomType;

use super::{GRAY, Orientation, SOLIMP, SOLREF, element};

element! {
    /// A shape fixed to a body: for collision, inertia and rendering.
    pub struct Geom {
        kind: GeomType = GeomType::Sphere, "Kind of shape.";
        pos: [f64; 3] = [0.0; 3], "Position in the body.";
        orientation: Orientation = Orientation::default(), "Orientation in the body.";
        fromto: Option<[f64; 6]> = None, "End points, in place of position and orientation.";
        size: [f64; 3] = [0.0; 3], "Size, by kind.";
        contype: i32 = 1, "Contact bits it offers.";
        conaffinity: i32 = 1, "Contact bits it accepts.";
        condim: i32 = 3, "Contact dimensions.";
        priority: i32 = 0, "Which geom's contact parameters win.";
        friction: [f64; 3] = [1.0, 0.005, 0.0001], "Sliding, torsional and rolling friction.";
        solmix: f64 = 1.0, "Weight in mixing contact parameters.";
        solref: [f64; 2] = SOLREF, "Constraint reference.";
        solimp: [f64; 5] = SOLIMP, "Constraint impedance.";
        margin: f64 = 0.0, "Distance at which contacts become active.";
        gap: f64 = 0.0, "Further distance at which contacts are detected.";
        surfacevel: [f64; 6] = [0.0; 6], "Velocity of the surface, linear then angular.";
        adhesion: f64 = 0.0, "Adhesive force.";
        mass: Option<f64> = None, "Mass; none to use the density.";
        density: f64 = 1000.0, "Density.";
        shellinertia: bool = false, "Whether the mass lies on the surface.";
        fluid_ellipsoid: bool = false, "Whether the ellipsoid fluid model applies.";
        fluid_coefs: [f64; 5] = [0.5, 0.25, 1.5, 1.0, 1.0], "Coefficients of the ellipsoid fluid model.";
        material: String = String::new(), "Material.";
        rgba: [f32; 4] = GRAY, "Colour.";
        group: i32 = 0, "Visual group.";
        castshadow: bool = true, "Whether it casts shadows.";
        hfield: String = String::new(), "Height field.";
        mesh: String = String::new(), "Mesh, to show or to fit the shape to.";
        fitscale: f64 = 1.0, "Scale applied after fitting to a mesh.";
        user: Vec<f64> = Vec::new(), "User data.";
    }
}

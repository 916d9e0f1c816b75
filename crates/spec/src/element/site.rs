//! Sites.

use ligament_model::enums::GeomType;

use super::{GRAY, Orientation, element};

element! {
    /// A marked frame on a body.
    pub struct Site {
        kind: GeomType = GeomType::Sphere, "Kind of shape shown, and used by touch sensors.";
        pos: [f64; 3] = [0.0; 3], "Position in the body.";
        orientation: Orientation = Orientation::default(), "Orientation in the body.";
        fromto: Option<[f64; 6]> = None, "End points, in place of position and orientation.";
        size: [f64; 3] = [0.005; 3], "Size, by kind.";
        material: String = String::new(), "Material.";
        group: i32 = 0, "Visual group.";
        rgba: [f32; 4] = GRAY, "Colour.";
        mesh: String = String::new(), "Mesh.";
        user: Vec<f64> = Vec::new(), "User data.";
    }
}

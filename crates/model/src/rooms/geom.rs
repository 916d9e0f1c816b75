//! Geoms: shapes for collision, inertia and rendering.

use ligament_math::{Quat, Vec3};

use crate::column::Flag;
use crate::enums::{Code, GeomType};
use crate::id::{BodyId, MaterialId};
use crate::table::room;

room! {
    /// Geoms: shapes for collision, inertia and rendering.
    pub struct Geoms {
        kind: Code<GeomType> [ngeom] "geom_type" "Kind of shape.";
        contype: i32 [ngeom] "geom_contype" "Contact types, as bits.";
        conaffinity: i32 [ngeom] "geom_conaffinity" "Contact types it collides with, as bits.";
        condim: i32 [ngeom] "geom_condim" "Dimensions of the contact: 1, 3, 4 or 6.";
        bodyid: BodyId [ngeom] -> nbody owner "geom_bodyid" "Body it is fixed to.";
        dataid: i32 [ngeom] -> kind "geom_dataid" "Its mesh or height field, or -1.";
        matid: MaterialId [ngeom] -> nmat or none "geom_matid" "Its material, or -1.";
        group: i32 [ngeom] "geom_group" "Visibility group.";
        priority: i32 [ngeom] "geom_priority" "Which geom of a pair decides about the contact.";
        plugin: i32 [ngeom] -> nplugin or none "geom_plugin" "Plugin instance, or -1.";
        sameframe: u8 [ngeom] "geom_sameframe" "How its frame relates to the body frame, a value of `SameFrame`.";
        castshadow: Flag [ngeom] "geom_castshadow" "Whether it casts a shadow.";
        solmix: f64 [ngeom] "geom_solmix" "Weight when the parameters of two geoms are averaged.";
        solref: [f64; 2] [ngeom] "geom_solref" "Reference parameters of contacts.";
        solimp: [f64; 5] [ngeom] "geom_solimp" "Impedance parameters of contacts.";
        size: Vec3 [ngeom] "geom_size" "Sizes of the shape, what they mean depends on its kind.";
        aabb: [f64; 6] [ngeom] "geom_aabb" "Box around the shape in its own frame: centre and half sizes.";
        rbound: f64 [ngeom] "geom_rbound" "Radius of the sphere around the shape; 0 for planes.";
        pos: Vec3 [ngeom] "geom_pos" "Position in the body frame.";
        quat: Quat [ngeom] "geom_quat" "Orientation in the body frame.";
        friction: [f64; 3] [ngeom] "geom_friction" "Friction against sliding, spinning and rolling.";
        margin: f64 [ngeom] "geom_margin" "Thickness added to the shape for contacts.";
        gap: f64 [ngeom] "geom_gap" "Distance beyond the margin in which contacts are found but inactive.";
        surfacevel: [f64; 6] [ngeom] "geom_surfacevel" "Velocity of the surface in its own frame, linear then angular.";
        adhesion: f64 [ngeom] "geom_adhesion" "Force that holds contacts together.";
        fluid: [f64; 12] [ngeom] "geom_fluid" "Parameters of the forces of a medium.";
        user: f64 [ngeom, nuser_geom] "geom_user" "Numbers for the user.";
        rgba: [f32; 4] [ngeom] "geom_rgba" "Colour, if there is no material.";
    }
}

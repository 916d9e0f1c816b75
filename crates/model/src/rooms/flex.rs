//! Deformable objects.

use ligament_math::Vec3;

use crate::column::Flag;
use crate::id::{BodyId, MaterialId};
use crate::table::room;

room! {
    /// Deformable objects.
    pub struct Flexes {
        contype: i32 [nflex] "flex_contype" "Contact types, as bits.";
        conaffinity: i32 [nflex] "flex_conaffinity" "Contact types it collides with, as bits.";
        condim: i32 [nflex] "flex_condim" "Dimensions of the contact: 1, 3, 4 or 6.";
        priority: i32 [nflex] "flex_priority" "Which side of a pair decides about the contact.";
        solmix: f64 [nflex] "flex_solmix" "Weight when the parameters of two sides are averaged.";
        solref: [f64; 2] [nflex] "flex_solref" "Reference parameters of contacts.";
        solimp: [f64; 5] [nflex] "flex_solimp" "Impedance parameters of contacts.";
        friction: [f64; 3] [nflex] "flex_friction" "Friction against sliding, spinning and rolling.";
        margin: f64 [nflex] "flex_margin" "Thickness added to the surface for contacts.";
        gap: f64 [nflex] "flex_gap" "Distance beyond the margin in which contacts are found but inactive.";
        selfcollide: i32 [nflex] "flex_selfcollide" "How it collides with itself, a value of `FlexSelf`.";
        activelayers: i32 [nflex] "flex_activelayers" "How many layers of a solid collide.";
        passive: i32 [nflex] "flex_passive" "Whether contacts act as passive forces.";
        dim: i32 [nflex] "flex_dim" "What it is made of: 1 for lines, 2 for triangles, 3 for tetrahedra.";
        matid: MaterialId [nflexelem] -> nmat or none "flex_matid" "Material of each element, or -1.";
        group: i32 [nflex] "flex_group" "Visibility group.";
        interp: i32 [nflex] "flex_interp" "Order of interpolation; 0 if every vertex is free.";
        cellnum: [i32; 3] [nflex] "flex_cellnum" "How many finite cells along each axis.";
        nodeadr: i32 [nflex] -> nflexnode by nodenum "flex_nodeadr" "Its first node.";
        nodenum: i32 [nflex] "flex_nodenum" "How many nodes it has.";
        vertadr: i32 [nflex] -> nflexvert by vertnum "flex_vertadr" "Its first vertex.";
        vertnum: i32 [nflex] "flex_vertnum" "How many vertices it has.";
        edgeadr: i32 [nflex] -> nflexedge by edgenum "flex_edgeadr" "Its first edge.";
        edgenum: i32 [nflex] "flex_edgenum" "How many edges it has.";
        elemadr: i32 [nflex] -> nflexelem by elemnum "flex_elemadr" "Its first element.";
        elemnum: i32 [nflex] "flex_elemnum" "How many elements it has.";
        elemdataadr: i32 [nflex] "flex_elemdataadr" "Where its elements start in `flex_elem`.";
        stiffnessadr: i32 [nflex] "flex_stiffnessadr" "Where its stiffness starts in `flex_stiffness`.";
        elemedgeadr: i32 [nflex] "flex_elemedgeadr" "Where its elements start in `flex_elemedge`.";
        bendingadr: i32 [nflex] "flex_bendingadr" "Where its bending starts in `flex_bending`.";
        plasticadr: i32 [nflex] -> nplastic or none "flex_plasticadr" "First number in the plastic state, or -1.";
        plasticmode: i32 [nflex] "flex_plasticmode" "What yields: bit 1 for bending, bit 2 for stretching.";
        shellnum: i32 [nflex] "flex_shellnum" "How many pieces its surface has.";
        shelldataadr: i32 [nflex] "flex_shelldataadr" "Where its surface starts in `flex_shell`.";
        texcoordadr: i32 [nflex] -> nflextexcoord or none "flex_texcoordadr" "Its first texture coordinate, or -1.";
        nodebodyid: BodyId [nflexnode] -> nbody "flex_nodebodyid" "Body of each node.";
        vertbodyid: BodyId [nflexvert] -> nbody or none "flex_vertbodyid" "Body of each vertex, or -1 where it is interpolated.";
        vertcell: i32 [nflexvert] "flex_vertcell" "Finite cell of each vertex, or -1.";
        edge: [i32; 2] [nflexedge] -> local vertnum "flex_edge" "The two vertices of each edge.";
        edgeflap: [i32; 2] [nflexedge] -> local vertnum or none "flex_edgeflap" "The vertices opposite each edge, of a surface.";
        elem: i32 [nflexelemdata] "flex_elem" "The vertices of each element, one more than its dimension.";
        elemtexcoord: i32 [nflexelemdata] "flex_elemtexcoord" "The texture coordinates of each element.";
        elemedge: i32 [nflexelemedge] "flex_elemedge" "The edges of each element.";
        elemlayer: i32 [nflexelem] "flex_elemlayer" "How far below the surface each element of a solid lies.";
        shell: i32 [nflexshelldata] "flex_shell" "The vertices of each piece of surface.";
        vert: Vec3 [nflexvert] "flex_vert" "Position of each vertex in its body's frame.";
        vert0: Vec3 [nflexvert] "flex_vert0" "Position of each vertex within the reference box, from 0 to 1.";
        node: Vec3 [nflexnode] "flex_node" "Position of each node in its body's frame.";
        node0: Vec3 [nflexnode] "flex_node0" "Position of each node in the reference configuration.";
        radius: f64 [nflex] "flex_radius" "Thickness of elements.";
        size: [f64; 3] [nflex] "flex_size" "Half sizes of the box around it in the reference configuration.";
        stiffness: f64 [nflexstiffness] "flex_stiffness" "Stiffness matrices of the elements.";
        bending: f64 [nflexbending] "flex_bending" "Bending stiffness of the edges.";
        damping: f64 [nflex] "flex_damping" "Damping in proportion to stiffness.";
        yield_strain: [f64; 2] [nflex] "flex_yield" "Strain at which it yields, stretching and bending; 0 for never.";
        edgestiffness: f64 [nflex] "flex_edgestiffness" "Stiffness of edges.";
        edgedamping: f64 [nflex] "flex_edgedamping" "Damping of edges.";
        edgeequality: i32 [nflex] "flex_edgeequality" "Which equality constraints hold it: none, edges, vertices or strain.";
        rigid: Flag [nflex] "flex_rigid" "Whether all vertices lie in one body.";
        centered: Flag [nflex] "flex_centered" "Whether all vertices lie at the origin of their bodies.";
        flatskin: Flag [nflex] "flex_flatskin" "Whether it is drawn with flat faces.";
        bvhadr: i32 [nflex] -> nbvh by bvhnum partly "flex_bvhadr" "Root of its bounding volumes, or -1.";
        bvhnum: i32 [nflex] "flex_bvhnum" "How many bounding volumes it has.";
        rgba: [f32; 4] [nflex] "flex_rgba" "Colour, if there is no material.";
        texcoord: [f32; 2] [nflextexcoord] "flex_texcoord" "Coordinates within the texture.";
    }
}

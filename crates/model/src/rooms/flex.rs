//! Deformable objects.

use ligament_math::Vec3;

use crate::column::Flag;
use crate::id::{BodyId, MaterialId};
use crate::table::room;

room! {
    /// Deformable objects.
    pub struct Flexes {
        contype: i32 [nflex] "flex_contype" "flex contact type";
        conaffinity: i32 [nflex] "flex_conaffinity" "flex contact affinity";
        condim: i32 [nflex] "flex_condim" "contact dimensionality (1, 3, 4, 6)";
        priority: i32 [nflex] "flex_priority" "flex contact priority";
        solmix: f64 [nflex] "flex_solmix" "mix coef for solref/imp in contact pair";
        solref: [f64; 2] [nflex] "flex_solref" "constraint solver reference: contact";
        solimp: [f64; 5] [nflex] "flex_solimp" "constraint solver impedance: contact";
        friction: [f64; 3] [nflex] "flex_friction" "friction for (slide, spin, roll)";
        margin: f64 [nflex] "flex_margin" "geometric inflation for contact";
        gap: f64 [nflex] "flex_gap" "additional contact detection buffer";
        selfcollide: i32 [nflex] "flex_selfcollide" "self collision mode (mjtFlexSelf)";
        activelayers: i32 [nflex] "flex_activelayers" "number of active element layers, 3D only";
        passive: i32 [nflex] "flex_passive" "passive collisions enabled";
        dim: i32 [nflex] "flex_dim" "1: lines, 2: triangles, 3: tetrahedra";
        matid: MaterialId [nflexelem] "flex_matid" "material id for rendering";
        group: i32 [nflex] "flex_group" "group for visibility";
        interp: i32 [nflex] "flex_interp" "interpolation (0: vertex, 1: nodes)";
        cellnum: [i32; 3] [nflex] "flex_cellnum" "finite cell num per dimension";
        nodeadr: i32 [nflex] "flex_nodeadr" "first node address";
        nodenum: i32 [nflex] "flex_nodenum" "number of nodes";
        vertadr: i32 [nflex] "flex_vertadr" "first vertex address";
        vertnum: i32 [nflex] "flex_vertnum" "number of vertices";
        edgeadr: i32 [nflex] "flex_edgeadr" "first edge address";
        edgenum: i32 [nflex] "flex_edgenum" "number of edges";
        elemadr: i32 [nflex] "flex_elemadr" "first element address";
        elemnum: i32 [nflex] "flex_elemnum" "number of elements";
        elemdataadr: i32 [nflex] "flex_elemdataadr" "first element vertex id address";
        stiffnessadr: i32 [nflex] "flex_stiffnessadr" "stiffness matrix address";
        elemedgeadr: i32 [nflex] "flex_elemedgeadr" "first element edge id address";
        bendingadr: i32 [nflex] "flex_bendingadr" "first bending data address";
        plasticadr: i32 [nflex] "flex_plasticadr" "plastic state address; -1: elastic";
        plasticmode: i32 [nflex] "flex_plasticmode" "plastic state bits; 1: bend, 2: stretch";
        shellnum: i32 [nflex] "flex_shellnum" "number of shells";
        shelldataadr: i32 [nflex] "flex_shelldataadr" "first shell data address";
        texcoordadr: i32 [nflex] "flex_texcoordadr" "address in flex_texcoord; -1: none";
        nodebodyid: BodyId [nflexnode] "flex_nodebodyid" "node body ids";
        vertbodyid: BodyId [nflexvert] "flex_vertbodyid" "vertex body ids";
        vertcell: i32 [nflexvert] "flex_vertcell" "finite cell index for vertex; -1: none";
        edge: [i32; 2] [nflexedge] "flex_edge" "edge vertex ids (2 per edge)";
        edgeflap: [i32; 2] [nflexedge] "flex_edgeflap" "adjacent vertex ids (dim=2 only)";
        elem: i32 [nflexelemdata] "flex_elem" "element vertex ids (dim+1 per elem)";
        elemtexcoord: i32 [nflexelemdata] "flex_elemtexcoord" "element texture coordinates (dim+1)";
        elemedge: i32 [nflexelemedge] "flex_elemedge" "element edge ids";
        elemlayer: i32 [nflexelem] "flex_elemlayer" "element distance from surface, 3D only";
        shell: i32 [nflexshelldata] "flex_shell" "shell fragment vertex ids (dim per frag)";
        vert: Vec3 [nflexvert] "flex_vert" "vertex positions in local body frames";
        vert0: Vec3 [nflexvert] "flex_vert0" "vertex positions in qpos0 on [0, 1]^d";
        node: Vec3 [nflexnode] "flex_node" "node positions in local body frames";
        node0: Vec3 [nflexnode] "flex_node0" "Cartesian node positions in qpos0";
        radius: f64 [nflex] "flex_radius" "radius around primitive element";
        size: [f64; 3] [nflex] "flex_size" "vertex bounding box half sizes in qpos0";
        stiffness: f64 [nflexstiffness] "flex_stiffness" "finite element stiffness matrix";
        bending: f64 [nflexbending] "flex_bending" "bending stiffness";
        damping: f64 [nflex] "flex_damping" "Rayleigh's damping coefficient";
        yield_strain: [f64; 2] [nflex] "flex_yield" "yield strain (stretch, bend); 0: elastic";
        edgestiffness: f64 [nflex] "flex_edgestiffness" "edge stiffness";
        edgedamping: f64 [nflex] "flex_edgedamping" "edge damping";
        edgeequality: i32 [nflex] "flex_edgeequality" "0:none, 1:edges, 3:strain";
        rigid: Flag [nflex] "flex_rigid" "are all vertices in the same body";
        centered: Flag [nflex] "flex_centered" "are all vertex coordinates (0,0,0)";
        flatskin: Flag [nflex] "flex_flatskin" "render flex skin with flat shading";
        bvhadr: i32 [nflex] "flex_bvhadr" "address of bvh root; -1: no bvh";
        bvhnum: i32 [nflex] "flex_bvhnum" "number of bounding volumes";
        rgba: [f32; 4] [nflex] "flex_rgba" "rgba when material is omitted";
        texcoord: [f32; 2] [nflextexcoord] "flex_texcoord" "vertex texture coordinates";
    }
}

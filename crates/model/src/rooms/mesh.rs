//! Triangle meshes.

use ligament_math::{Quat, Vec3};

use crate::table::room;

room! {
    /// Triangle meshes.
    pub struct Meshes {
        vertadr: i32 [nmesh] "mesh_vertadr" "first vertex address";
        vertnum: i32 [nmesh] "mesh_vertnum" "number of vertices";
        faceadr: i32 [nmesh] "mesh_faceadr" "first face address";
        facenum: i32 [nmesh] "mesh_facenum" "number of faces";
        bvhadr: i32 [nmesh] "mesh_bvhadr" "address of bvh root";
        bvhnum: i32 [nmesh] "mesh_bvhnum" "number of bvh";
        octadr: i32 [nmesh] "mesh_octadr" "address of octree root";
        octnum: i32 [nmesh] "mesh_octnum" "number of octree nodes";
        normaladr: i32 [nmesh] "mesh_normaladr" "first normal address";
        normalnum: i32 [nmesh] "mesh_normalnum" "number of normals";
        texcoordadr: i32 [nmesh] "mesh_texcoordadr" "texcoord data address; -1: no texcoord";
        texcoordnum: i32 [nmesh] "mesh_texcoordnum" "number of texcoord";
        graphadr: i32 [nmesh] "mesh_graphadr" "graph data address; -1: no graph";
        extrema: [i32; 27] [nmesh] "mesh_extrema" "extremum vertices in 3x3x3 directions";
        vert: [f32; 3] [nmeshvert] "mesh_vert" "vertex positions for all meshes";
        normal: [f32; 3] [nmeshnormal] "mesh_normal" "normals for all meshes";
        texcoord: [f32; 2] [nmeshtexcoord] "mesh_texcoord" "vertex texcoords for all meshes";
        face: [i32; 3] [nmeshface] "mesh_face" "vertex face data";
        facenormal: [i32; 3] [nmeshface] "mesh_facenormal" "normal face data";
        facetexcoord: [i32; 3] [nmeshface] "mesh_facetexcoord" "texture face data";
        graph: i32 [nmeshgraph] "mesh_graph" "convex graph data";
        scale: Vec3 [nmesh] "mesh_scale" "scaling applied to asset vertices";
        pos: Vec3 [nmesh] "mesh_pos" "translation applied to asset vertices";
        quat: Quat [nmesh] "mesh_quat" "rotation applied to asset vertices";
        pathadr: i32 [nmesh] "mesh_pathadr" "address of asset path for mesh; -1: none";
        polynum: i32 [nmesh] "mesh_polynum" "number of polygons per mesh";
        polyadr: i32 [nmesh] "mesh_polyadr" "first polygon address per mesh";
        polynormal: Vec3 [nmeshpoly] "mesh_polynormal" "all polygon normals";
        polyvertadr: i32 [nmeshpoly] "mesh_polyvertadr" "polygon vertex start address";
        polyvertnum: i32 [nmeshpoly] "mesh_polyvertnum" "number of vertices per polygon";
        polyvert: i32 [nmeshpolyvert] "mesh_polyvert" "all polygon vertices";
        polymapadr: i32 [nmeshvert] "mesh_polymapadr" "first polygon address per vertex";
        polymapnum: i32 [nmeshvert] "mesh_polymapnum" "number of polygons per vertex";
        polymap: i32 [nmeshpolymap] "mesh_polymap" "vertex to polygon map";
    }
}

//! Triangle meshes.

use ligament_math::{Quat, Vec3};

use crate::table::room;

room! {
    /// Triangle meshes.
    pub struct Meshes {
        vertadr: i32 [nmesh] -> nmeshvert by vertnum "mesh_vertadr" "Its first vertex.";
        vertnum: i32 [nmesh] "mesh_vertnum" "How many vertices it has.";
        faceadr: i32 [nmesh] -> nmeshface by facenum "mesh_faceadr" "Its first triangle.";
        facenum: i32 [nmesh] "mesh_facenum" "How many triangles it has.";
        bvhadr: i32 [nmesh] -> nbvh by bvhnum partly "mesh_bvhadr" "Root of its bounding volumes, or -1.";
        bvhnum: i32 [nmesh] "mesh_bvhnum" "How many bounding volumes it has.";
        octadr: i32 [nmesh] -> noct by octnum "mesh_octadr" "Root of its octree, or -1.";
        octnum: i32 [nmesh] "mesh_octnum" "How many octree cells it has.";
        normaladr: i32 [nmesh] -> nmeshnormal by normalnum "mesh_normaladr" "Its first normal.";
        normalnum: i32 [nmesh] "mesh_normalnum" "How many normals it has.";
        texcoordadr: i32 [nmesh] -> nmeshtexcoord by texcoordnum "mesh_texcoordadr" "Its first texture coordinate, or -1.";
        texcoordnum: i32 [nmesh] "mesh_texcoordnum" "How many texture coordinates it has.";
        graphadr: i32 [nmesh] -> nmeshgraph or none "mesh_graphadr" "Where its convex hull starts in `mesh_graph`, or -1.";
        extrema: [i32; 27] [nmesh] -> local vertnum "mesh_extrema" "Farthest vertex in each of 27 directions of a grid.";
        vert: [f32; 3] [nmeshvert] "mesh_vert" "Positions of the vertices.";
        normal: [f32; 3] [nmeshnormal] "mesh_normal" "Vertex normals.";
        texcoord: [f32; 2] [nmeshtexcoord] "mesh_texcoord" "Coordinates within the texture.";
        face: [i32; 3] [nmeshface] -> local vertnum "mesh_face" "The vertices of each triangle.";
        facenormal: [i32; 3] [nmeshface] -> local normalnum "mesh_facenormal" "The normals of each triangle's corners.";
        facetexcoord: [i32; 3] [nmeshface] -> local texcoordnum "mesh_facetexcoord" "The texture coordinates of each triangle's corners.";
        graph: i32 [nmeshgraph] -> kind "mesh_graph" "Vertices, edges and faces of the convex hulls.";
        scale: Vec3 [nmesh] "mesh_scale" "Scale that the vertices of the asset went through.";
        pos: Vec3 [nmesh] "mesh_pos" "Offset that the vertices of the asset went through.";
        quat: Quat [nmesh] "mesh_quat" "Rotation that the vertices of the asset went through.";
        pathadr: i32 [nmesh] -> npaths or none "mesh_pathadr" "Where its file name starts in `paths`, or -1.";
        polynum: i32 [nmesh] "mesh_polynum" "How many hull polygons it has.";
        polyadr: i32 [nmesh] -> nmeshpoly by polynum "mesh_polyadr" "Its first hull polygon.";
        polynormal: Vec3 [nmeshpoly] "mesh_polynormal" "Normal of each hull polygon.";
        polyvertadr: i32 [nmeshpoly] -> nmeshpolyvert by polyvertnum "mesh_polyvertadr" "First corner of each hull polygon.";
        polyvertnum: i32 [nmeshpoly] "mesh_polyvertnum" "How many corners each hull polygon has.";
        polyvert: i32 [nmeshpolyvert] -> local vertnum "mesh_polyvert" "The corners of the hull polygons.";
        polymapadr: i32 [nmeshvert] -> nmeshpolymap by polymapnum "mesh_polymapadr" "First hull polygon around each vertex.";
        polymapnum: i32 [nmeshvert] "mesh_polymapnum" "How many hull polygons meet at each vertex.";
        polymap: i32 [nmeshpolymap] -> local polynum "mesh_polymap" "The hull polygons around the vertices.";
    }
}

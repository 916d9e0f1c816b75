//! Meshes, convex hulls and height fields of a model.

use std::collections::HashMap;

use ligament_model::Model;

use super::Shape;

/// The part of a list that starts at `adr`, or nothing where the model is inconsistent.
fn part<T>(list: &[T], adr: i32, num: i32) -> &[T] {
    let from = usize::try_from(adr).unwrap_or(usize::MAX);
    let to = from.saturating_add(usize::try_from(num).unwrap_or(0));
    list.get(from..to).unwrap_or(&[])
}

fn widen(x: [f32; 3]) -> [f64; 3] {
    x.map(f64::from)
}

/// A mesh of the model with its normals and texture coordinates.
pub fn mesh(model: &Model, id: usize) -> Shape {
    let m = &model.mesh;
    let vert = part(&m.vert, m.vertadr[id], m.vertnum[id]);
    let normal = part(&m.normal, m.normaladr[id], m.normalnum[id]);
    let texcoord = part(&m.texcoord, m.texcoordadr[id], m.texcoordnum[id]);
    let face = part(&m.face, m.faceadr[id], m.facenum[id]);
    let facenormal = part(&m.facenormal, m.faceadr[id], m.facenum[id]);
    let facetexcoord = part(&m.facetexcoord, m.faceadr[id], m.facenum[id]);
    let mut shape = Shape::default();
    let mut known: HashMap<[i32; 3], u32> = HashMap::new();
    for (f, corners) in face.iter().enumerate() {
        let mut triangle = [0; 3];
        let mut complete = true;
        for k in 0..3 {
            let n = facenormal.get(f).map_or(-1, |n| n[k]);
            let t = if texcoord.is_empty() {
                -1
            } else {
                facetexcoord.get(f).map_or(-1, |t| t[k])
            };
            let at = |i: i32| usize::try_from(i).unwrap_or(usize::MAX);
            let Some(p) = vert.get(at(corners[k])) else {
                complete = false;
                continue;
            };
            triangle[k] = *known.entry([corners[k], n, t]).or_insert_with(|| {
                let normal = normal.get(at(n)).copied().unwrap_or([0.0, 0.0, 1.0]);
                let uv = texcoord.get(at(t)).copied().unwrap_or([0.0; 2]);
                shape.push(widen(*p), widen(normal), uv.map(f64::from))
            });
        }
        if complete {
            shape.faces.push(triangle);
        }
    }
    if texcoord.is_empty() {
        shape.uv.clear();
    }
    shape
}

/// The convex hull of a mesh, with flat faces; `None` if the model has none.
///
/// The graph of a hull has its numbers of vertices and faces, then per vertex an address and a vertex of the mesh, then
/// the edges, and at its end the faces, as vertices of the mesh.
pub fn hull(model: &Model, id: usize) -> Option<Shape> {
    let m = &model.mesh;
    let start = usize::try_from(m.graphadr[id]).ok()?;
    let graph = m.graph.get(start..)?;
    let numvert = usize::try_from(*graph.first()?).ok()?;
    let numface = usize::try_from(*graph.get(1)?).ok()?;
    let from = 2 + 3 * numvert + 3 * numface;
    let faces = graph.get(from..from.checked_add(3 * numface)?)?;
    let vert = part(&m.vert, m.vertadr[id], m.vertnum[id]);
    let mut shape = Shape::default();
    for face in faces.chunks_exact(3) {
        let corner = |k: usize| vert.get(usize::try_from(face[k]).ok()?).copied().map(widen);
        let corners = [corner(0)?, corner(1)?, corner(2)?];
        flat(&mut shape, corners);
    }
    shape.uv.clear();
    Some(shape)
}

/// Adds a triangle with the normal of its plane.
fn flat(shape: &mut Shape, [a, b, c]: [[f64; 3]; 3]) {
    let u: [f64; 3] = core::array::from_fn(|k| b[k] - a[k]);
    let v: [f64; 3] = core::array::from_fn(|k| c[k] - a[k]);
    let n = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    ];
    let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
    if length > 0.0 {
        let n = n.map(|x| x / length);
        let face = [a, b, c].map(|p| shape.push(p, n, [0.0; 2]));
        shape.faces.push(face);
    }
}

/// A height field: the surface in flat triangles, four sides and a base.
pub fn height_field(model: &Model, id: usize, quads: usize) -> Shape {
    let h = &model.hfield;
    let size = h.size[id];
    let (rows, columns) = (h.nrow[id].max(0) as usize, h.ncol[id].max(0) as usize);
    let data = part(&h.data, h.adr[id], h.nrow[id].saturating_mul(h.ncol[id]));
    let mut shape = Shape::default();
    if rows < 2 || columns < 2 || data.len() < rows * columns {
        return shape;
    }
    let at = |i: usize, j: usize| -> [f64; 3] {
        [
            size[0] * (2.0 * i as f64 / (columns - 1) as f64 - 1.0),
            size[1] * (2.0 * j as f64 / (rows - 1) as f64 - 1.0),
            size[2] * f64::from(data[j * columns + i]),
        ]
    };
    shape.grid(columns - 1, rows - 1, |i, j| {
        let uv = [
            i as f64 / (columns - 1) as f64,
            j as f64 / (rows - 1) as f64,
        ];
        (at(i, j), [0.0, 0.0, 1.0], uv)
    });
    shape.flat = shape.faces.len();
    let base = -size[3];
    let mut side = |n: usize, normal: [f64; 3], edge: &dyn Fn(usize) -> [f64; 3]| {
        shape.grid(n - 1, 1, |i, j| {
            let top = edge(i);
            let z = if j == 0 { base } else { top[2] };
            ([top[0], top[1], z], normal, [0.0; 2])
        });
    };
    side(columns, [0.0, -1.0, 0.0], &|i| at(i, 0));
    side(columns, [0.0, 1.0, 0.0], &|i| at(columns - 1 - i, rows - 1));
    side(rows, [1.0, 0.0, 0.0], &|j| at(columns - 1, j));
    side(rows, [-1.0, 0.0, 0.0], &|j| at(0, rows - 1 - j));
    shape.grid(quads, quads, |i, j| {
        let (u, v) = (i as f64 / quads as f64, j as f64 / quads as f64);
        (
            [size[0] * (2.0 * u - 1.0), size[1] * (1.0 - 2.0 * v), base],
            [0.0, 0.0, -1.0],
            [0.0; 2],
        )
    });
    shape
}

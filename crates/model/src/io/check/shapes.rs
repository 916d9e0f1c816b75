//! Meshes with their hulls and trees, height fields and textures.

use super::{implied, wrong};
use crate::Model;
use crate::io::BinaryError;

pub(super) fn check(m: &Model) -> Result<(), BinaryError> {
    volumes(m)?;
    octrees(m)?;
    hulls(m)?;
    grids(m)?;
    let most = |counts: &[i32]| {
        counts
            .iter()
            .copied()
            .max()
            .map_or(0, |n| n.max(0) as usize)
    };
    implied(&m.size, "npolygonmax", most(&m.mesh.polyvertnum))?;
    implied(&m.size, "nmeshdegmax", most(&m.mesh.polymapnum))
}

/// Nodes of a tree within an array: children come after their parents.
fn children<const N: usize>(
    name: &'static str,
    child: &[[i32; N]],
    start: i32,
    count: i32,
) -> Result<(), BinaryError> {
    let first = usize::try_from(start).unwrap_or(0);
    for node in 0..usize::try_from(count).unwrap_or(0) {
        let fits = |&c: &i32| c == -1 || (c > node as i32 && c < count);
        if !child
            .get(first + node)
            .is_some_and(|all| all.iter().all(fits))
        {
            return wrong(name, first + node);
        }
    }
    Ok(())
}

/// Leaves of bounding volumes hold geoms of the body, or triangles of the mesh.
fn volumes(m: &Model) -> Result<(), BinaryError> {
    let leaves = |start: i32, count: i32, fits: &dyn Fn(i32) -> bool| {
        let first = usize::try_from(start).unwrap_or(0);
        for node in first..first + usize::try_from(count).unwrap_or(0) {
            if m.bvh
                .nodeid
                .get(node)
                .is_none_or(|&id| id != -1 && !fits(id))
            {
                return wrong("bvh_nodeid", node);
            }
        }
        Ok(())
    };
    for body in 0..m.size.nbody {
        let (start, count) = (m.body.bvhadr[body], m.body.bvhnum[body]);
        children("bvh_child", &m.bvh.child, start, count)?;
        let geoms = m.body_geoms(body);
        leaves(start, count, &|id| {
            usize::try_from(id).is_ok_and(|id| geoms.contains(&id))
        })?;
    }
    for mesh in 0..m.size.nmesh {
        let (start, count) = (m.mesh.bvhadr[mesh], m.mesh.bvhnum[mesh]);
        children("bvh_child", &m.bvh.child, start, count)?;
        leaves(start, count, &|id| (0..m.mesh.facenum[mesh]).contains(&id))?;
    }
    implied(
        &m.size,
        "nbvhdynamic",
        m.size.nbvh.wrapping_sub(m.size.nbvhstatic),
    )
}

fn octrees(m: &Model) -> Result<(), BinaryError> {
    for mesh in 0..m.size.nmesh {
        children(
            "oct_child",
            &m.oct.child,
            m.mesh.octadr[mesh],
            m.mesh.octnum[mesh],
        )?;
    }
    Ok(())
}

/// The graph of a hull: counts of vertices v and faces f; where the edges of each vertex start; the vertices in the mesh;
/// the neighbours of each vertex within the graph, v + 3 f of them, each list closed by -1; the faces.
fn hulls(m: &Model) -> Result<(), BinaryError> {
    const NAME: &str = "mesh_graph";
    for mesh in 0..m.size.nmesh {
        let Ok(start) = usize::try_from(m.mesh.graphadr[mesh]) else {
            continue;
        };
        let rest = m.mesh.graph.get(start..).unwrap_or(&[]);
        let Some((&[vertices, faces], rest)) = rest.split_first_chunk() else {
            return wrong(NAME, start);
        };
        let (Ok(v), Ok(f)) = (usize::try_from(vertices), usize::try_from(faces)) else {
            return wrong(NAME, start);
        };
        let length = v
            .checked_mul(3)
            .zip(f.checked_mul(6))
            .and_then(|(a, b)| a.checked_add(b));
        let Some(body) = length.and_then(|length| rest.get(..length)) else {
            return wrong(NAME, start);
        };
        let (edges, body) = body.split_at(v);
        let (names, body) = body.split_at(v);
        let (neighbours, corners) = body.split_at(v + 3 * f);
        let in_mesh = |i: &i32| (0..m.mesh.vertnum[mesh]).contains(i);
        let ends = neighbours.last().is_none_or(|&last| last == -1);
        let fits = edges
            .iter()
            .all(|&e| usize::try_from(e).is_ok_and(|e| e < neighbours.len()))
            && names.iter().all(in_mesh)
            && neighbours.iter().all(|n| (-1..vertices).contains(n))
            && corners.iter().all(in_mesh);
        if !fits || !ends {
            return wrong(NAME, start);
        }
    }
    Ok(())
}

/// Height fields and textures lie inside their data.
fn grids(m: &Model) -> Result<(), BinaryError> {
    let fits = |adr: i64, dims: &[i32], total: usize| {
        let size = |n: i64, &d: &i32| n.checked_mul(i64::from(d)).filter(|_| d >= 0);
        match dims.iter().try_fold(1, size) {
            // A texture that is only referred to has no pixels and no address.
            Some(0) => true,
            Some(volume) => {
                adr >= 0
                    && adr
                        .checked_add(volume)
                        .is_some_and(|end| end <= total as i64)
            }
            None => false,
        }
    };
    for row in 0..m.hfield.adr.len() {
        let dims = [m.hfield.nrow[row], m.hfield.ncol[row]];
        // a surface has two samples along each side at least
        if dims.iter().any(|&d| d < 2)
            || !fits(m.hfield.adr[row].into(), &dims, m.hfield.data.len())
        {
            return wrong("hfield_adr", row);
        }
    }
    for row in 0..m.tex.adr.len() {
        let dims = [m.tex.height[row], m.tex.width[row], m.tex.nchannel[row]];
        if !fits(m.tex.adr[row], &dims, m.tex.data.len()) {
            return wrong("tex_adr", row);
        }
    }
    Ok(())
}

//! GMSH files, versions 2.2 and 4.1, text or binary: one block of nodes, and triangles or tetrahedra.
//!
//! Only the sections `$MeshFormat`, `$Nodes` and `$Elements` are read. The element types are 2 (triangle) and 4
//! (tetrahedron), and all elements are of one type.

use std::collections::HashMap;

use super::mesh::RawMesh;
use super::{AssetError, Result};

mod v22;
mod v41;

/// Points and elements of a GMSH file.
#[derive(Clone, Debug, PartialEq)]
pub struct Gmsh {
    /// Dimension of the elements: 2 for triangles, 3 for tetrahedra.
    pub dim: usize,
    /// Points.
    pub nodes: Vec<[f64; 3]>,
    /// Nodes of the elements, `dim + 1` each.
    pub elements: Vec<i32>,
}

/// Reads a GMSH file.
pub fn read(bytes: &[u8]) -> Result<Gmsh> {
    const START: &[u8] = b"$MeshFormat";
    let header = bytes.strip_prefix(START).ok_or_else(|| {
        AssetError::new("this is not a GMSH file: it does not begin with $MeshFormat")
    })?;
    let mut words = Words::new(header.get(..header.len().min(64)).unwrap_or(&[]));
    let (Some(version), Some(binary)) = (words.next::<f64>(), words.next::<i32>()) else {
        return Err(AssetError::new(
            "the GMSH file has no version in its header",
        ));
    };
    let nodes = section(bytes, "Nodes")?;
    let elements = section(bytes, "Elements")?;
    let file = match ((100.0 * version).round() as i64, binary != 0) {
        (220, false) => v22::text(nodes, elements),
        (220, true) => v22::binary(nodes, elements),
        (410, false) => v41::text(nodes, elements),
        (410, true) => v41::binary(nodes, elements),
        _ => Err(
            AssetError::new(format!("GMSH files of version {version} are not supported"))
                .help("save it as version 4.1 or 2.2"),
        ),
    }?;
    if file.nodes.is_empty() {
        return Err(AssetError::new("the GMSH file has no nodes"));
    }
    if file.nodes.iter().flatten().any(|x| !x.is_finite()) {
        return Err(AssetError::new("a node of the GMSH file is not finite"));
    }
    let count = file.nodes.len() as i64;
    if let Some(bad) = file
        .elements
        .iter()
        .find(|k| !(0..count).contains(&i64::from(**k)))
    {
        return Err(AssetError::new(format!(
            "an element of the GMSH file uses node {bad}, but there are {count} nodes"
        )));
    }
    Ok(file)
}

impl Gmsh {
    /// The file as a mesh. Of a volume the faces are its boundary, facing outward, and the vertices are the nodes on it.
    pub fn into_mesh(self) -> Result<RawMesh> {
        let mut mesh = RawMesh {
            nodes: self.nodes,
            ..RawMesh::default()
        };
        if self.dim == 2 {
            mesh.vertices = mesh.nodes.iter().map(|p| p.map(|x| x as f32)).collect();
            mesh.faces = self
                .elements
                .chunks_exact(3)
                .map(|e| [e[0], e[1], e[2]])
                .collect();
        } else {
            let tets = self.elements.chunks_exact(4);
            mesh.tets = tets.map(|e| [e[0], e[1], e[2], e[3]]).collect();
            boundary(&mut mesh);
        }
        mesh.check_finite()?;
        Ok(mesh)
    }
}

/// Fills vertices and faces of a volume with its boundary: the sides that belong to one tetrahedron only.
fn boundary(mesh: &mut RawMesh) {
    let sorted = |mut side: [i32; 3]| {
        side.sort_unstable();
        side
    };
    let sides: Vec<[i32; 3]> = mesh
        .tets
        .iter()
        .flat_map(|t| outward_sides(*t, &mesh.nodes))
        .collect();
    let mut count: HashMap<[i32; 3], u32> = HashMap::with_capacity(sides.len());
    for side in &sides {
        *count.entry(sorted(*side)).or_default() += 1;
    }
    mesh.faces = sides;
    mesh.faces
        .retain(|side| count.get(&sorted(*side)) == Some(&1));

    let mut renumbered = vec![-1; mesh.nodes.len()];
    for k in mesh.faces.iter().flatten() {
        renumbered[*k as usize] = 0;
    }
    for (new, node) in renumbered.iter_mut().zip(&mesh.nodes) {
        if *new == 0 {
            *new = mesh.vertices.len() as i32;
            mesh.vertices.push(node.map(|x| x as f32));
        }
    }
    for k in mesh.faces.iter_mut().flatten() {
        *k = renumbered[*k as usize];
    }
}

/// The four sides of a tetrahedron, counter-clockwise seen from outside.
fn outward_sides([a, b, c, d]: [i32; 4], nodes: &[[f64; 3]]) -> [[i32; 3]; 4] {
    let at = |k: i32| nodes[k as usize];
    let from_a = |k: i32| {
        let (p, q) = (at(k), at(a));
        [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
    };
    let (u, v, w) = (from_a(b), from_a(c), from_a(d));
    let volume = (u[1] * v[2] - u[2] * v[1]) * w[0]
        + (u[2] * v[0] - u[0] * v[2]) * w[1]
        + (u[0] * v[1] - u[1] * v[0]) * w[2];
    let (a, b) = if volume < 0.0 { (b, a) } else { (a, b) };
    [[b, c, d], [a, d, c], [a, b, d], [a, c, b]]
}

/// What stands between `$Name` and `$EndName`, without the line break after `$Name`.
fn section<'a>(bytes: &'a [u8], name: &str) -> Result<&'a [u8]> {
    let find = |from: &[u8], word: String| {
        from.windows(word.len())
            .position(|w| w == word.as_bytes())
            .ok_or_else(|| AssetError::new(format!("the GMSH file has no {word}")))
    };
    let begin = find(bytes, format!("${name}"))? + name.len() + 1;
    let rest = bytes.get(begin..).unwrap_or(&[]);
    let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
    let rest = rest.strip_prefix(b"\n").unwrap_or(rest);
    let end = find(rest, format!("$End{name}"))?;
    Ok(rest.get(..end).unwrap_or(&[]))
}

fn unreadable(what: &str) -> AssetError {
    AssetError::new(format!("cannot read the {what} of the GMSH file"))
}

/// Whitespace-separated numbers of a text section.
struct Words<'a>(std::str::SplitAsciiWhitespace<'a>);

impl<'a> Words<'a> {
    fn new(text: &'a [u8]) -> Self {
        // text up to the first byte that is none
        let valid = match std::str::from_utf8(text) {
            Ok(all) => all,
            Err(e) => std::str::from_utf8(text.get(..e.valid_up_to()).unwrap_or(&[])).unwrap_or(""),
        };
        Self(valid.split_ascii_whitespace())
    }

    fn next<T: std::str::FromStr>(&mut self) -> Option<T> {
        self.0.next()?.parse().ok()
    }

    fn want<T: std::str::FromStr>(&mut self, what: &str) -> Result<T> {
        self.next().ok_or_else(|| unreadable(what))
    }
}

/// Dimension of an element type: 2 for triangles, 3 for tetrahedra.
fn dimension(element_type: i32) -> Result<usize> {
    match element_type {
        2 => Ok(2),
        4 => Ok(3),
        _ => Err(AssetError::new(format!(
            "GMSH elements of type {element_type} are not supported"
        ))
        .help("all elements must be triangles (type 2) or tetrahedra (type 4)")),
    }
}

/// An element index from the tag of a node, given the tag of the first one; out of range becomes -1.
fn index(tag: u64, first: u64) -> i32 {
    tag.checked_sub(first)
        .and_then(|k| i32::try_from(k).ok())
        .unwrap_or(-1)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Two tetrahedra that share a side, and a node that is not used.
    pub const TWO_TETS: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n\
        5 1 1 1\n6 9 9 9\n$EndNodes\n$Elements\n2\n1 4 2 7 7 1 2 3 4\n2 4 2 7 7 2 4 3 5\n$EndElements\n";

    /// The same in version 4.1, binary.
    pub fn binary_file() -> Vec<u8> {
        let mut out = b"$MeshFormat\n4.1 1 8\n\x01\0\0\0\n$EndMeshFormat\n$Nodes\n".to_vec();
        let header = |out: &mut Vec<u8>, sizes: [u64; 4], block: [i32; 3], n: u64| {
            out.extend(sizes.iter().flat_map(|x| x.to_le_bytes()));
            out.extend(block.iter().flat_map(|x| x.to_le_bytes()));
            out.extend(n.to_le_bytes());
        };
        header(&mut out, [1, 5, 1, 5], [3, 1, 0], 5);
        out.extend((1..=5u64).flat_map(u64::to_le_bytes));
        let points = [0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0., 1., 1., 1., 1.];
        out.extend(points.iter().flat_map(|x: &f64| x.to_le_bytes()));
        out.extend(b"\n$EndNodes\n$Elements\n");
        header(&mut out, [1, 2, 1, 2], [3, 1, 4], 2);
        let elements = [1, 1, 2, 3, 4, 2, 2, 4, 3, 5];
        out.extend(elements.iter().flat_map(|x: &u64| x.to_le_bytes()));
        out.extend(b"\n$EndElements\n");
        out
    }

    #[test]
    fn a_volume_has_an_outward_boundary() {
        let mesh = read(TWO_TETS.as_bytes()).unwrap().into_mesh().unwrap();
        assert_eq!(mesh.tets, [[0, 1, 2, 3], [1, 3, 2, 4]]);
        assert_eq!((mesh.nodes.len(), mesh.vertices.len()), (6, 5));
        let expected = [
            [0, 3, 2],
            [0, 1, 3],
            [0, 2, 1],
            [1, 2, 4],
            [3, 4, 2],
            [3, 1, 4],
        ];
        assert_eq!(mesh.faces, expected);
    }

    #[test]
    fn text_and_binary_agree() {
        let text = read(TWO_TETS.as_bytes()).unwrap();
        let binary = read(&binary_file()).unwrap();
        assert_eq!(binary.elements, text.elements);
        assert_eq!(binary.nodes[..], text.nodes[..5]);
    }

    #[test]
    fn surfaces_are_read() {
        let text = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n\
            $EndNodes\n$Elements\n1 1 1 1\n2 1 2 1\n1 1 2 3\n$EndElements\n";
        let mesh = read(text.as_bytes()).unwrap().into_mesh().unwrap();
        assert_eq!(mesh.faces, [[0, 1, 2]]);
        assert_eq!(mesh.vertices.len(), 3);
    }

    #[test]
    fn bad_files_are_refused() {
        assert!(read(b"").is_err());
        for (from, to) in [
            ("2.2", "3.0"),
            ("$Nodes\n6\n", "$Nodes\n"),
            ("$Nodes\n6\n", "$Nodes\n7\n"),
            ("$Nodes\n6\n", "$Nodes\n4000000000\n"),
            ("$Elements\n2\n", "$Elements\n"),
            ("$Elements\n2\n", "$Elements\n3\n"),
            ("2 4 3 5", "2 4 3 9"),
            ("2 4 3 5", "0 4 3 5"),
            ("2 4 2 7 7", "2 2 2 7 7"),
            ("1 4 2 7 7", "1 5 2 7 7"),
            ("9 9 9", "9 nan 9"),
            ("$EndNodes", ""),
        ] {
            let bad = TWO_TETS.replacen(from, to, 1);
            assert_ne!(bad, TWO_TETS);
            assert!(read(bad.as_bytes()).is_err(), "{from} -> {to}");
        }
    }
}

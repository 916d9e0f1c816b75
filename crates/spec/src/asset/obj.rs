//! Wavefront OBJ, the subset that matters for a mesh: `v`, `vn`, `vt`, `f`, `l`, `g`, `o`.
//!
//! All vertices of the file are loaded, but only the faces of the first group or object that has any. Polygons become
//! triangles. A file with lines instead of faces gives degenerate faces `(a, b, b)`. Missing numbers are 0, unknown
//! statements are skipped; indices count from 1, negative ones from the end so far.

use super::mesh::RawMesh;
use super::number::{leading_f64, leading_i32};
use super::polygon::{MAX_TESTS, Splitter};
use super::{AssetError, Result};

/// One corner of a face: indices of its vertex, texture coordinate and normal, -1 for none.
#[derive(Clone, Copy, Debug, Default)]
struct Corner {
    vertex: i32,
    texcoord: i32,
    normal: i32,
}

/// Faces, lines and points since the last group or object statement.
#[derive(Default)]
struct Group {
    faces: Vec<Vec<Corner>>,
    lines: Vec<Vec<Corner>>,
    points: bool,
}

/// The faces and lines that make the mesh.
#[derive(Default)]
struct FaceGroup {
    triangles: Vec<[Corner; 3]>,
    lines: Vec<Vec<Corner>>,
    points: bool,
}

#[derive(Default)]
struct Reader {
    mesh: RawMesh,
    group: Group,
    shape: Option<FaceGroup>,
}

/// Reads an OBJ file.
pub fn read(bytes: &[u8]) -> Result<RawMesh> {
    let mut reader = Reader::default();
    let mut budget = MAX_TESTS;
    for (number, line) in lines(bytes).enumerate() {
        reader
            .statement(line, &mut budget)
            .map_err(|e| AssetError {
                message: format!("line {} of the OBJ file: {}", number + 1, e.message),
                ..e
            })?;
    }
    if reader.shape.is_none() {
        reader.shape = Some(reader.take_group(&mut budget)?);
    }
    reader.finish()
}

/// Lines that end in `\n`, `\r\n` or `\r`, cut at a zero byte and without leading blanks.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes
        .split(|c| *c == b'\n')
        .flat_map(|line| {
            line.strip_suffix(b"\r")
                .unwrap_or(line)
                .split(|c| *c == b'\r')
        })
        .map(|line| line.split(|c| *c == 0).next().unwrap_or(&[]))
        .map(skip_blanks)
}

fn is_blank(c: u8) -> bool {
    c == b' ' || c == b'\t'
}

fn skip_blanks(text: &[u8]) -> &[u8] {
    let n = text.iter().take_while(|c| is_blank(**c)).count();
    text.get(n..).unwrap_or(&[])
}

/// The `N` numbers of a statement; what is missing or is no number is 0.
fn numbers<const N: usize>(text: &[u8]) -> [f32; N] {
    let mut words = text.split(|c| is_blank(*c)).filter(|w| !w.is_empty());
    std::array::from_fn(|_| {
        let x = words.next().and_then(leading_f64).unwrap_or(0.0);
        (x as f32).clamp(f32::MIN, f32::MAX)
    })
}

impl Reader {
    /// Takes one line in.
    fn statement(&mut self, line: &[u8], budget: &mut u64) -> Result<()> {
        let end = line.iter().position(|c| is_blank(*c)).unwrap_or(line.len());
        let (keyword, text) = line.split_at(end);
        if text.is_empty() {
            return Ok(());
        }
        match keyword {
            b"v" => self.mesh.vertices.push(numbers(text)),
            b"vn" => self.mesh.normals.push(numbers(text)),
            b"vt" => self.mesh.texcoords.push(numbers(text)),
            b"f" => {
                let face = self.corners(text)?;
                self.group.faces.push(face);
            }
            b"l" => {
                let line = self.corners(text)?;
                self.group.lines.push(line);
            }
            b"p" => {
                self.corners(text)?;
                self.group.points = true;
            }
            b"g" | b"o" => {
                let shape = self.take_group(budget)?;
                let counts = !shape.triangles.is_empty()
                    || keyword == b"o" && (!shape.lines.is_empty() || shape.points);
                if self.shape.is_none() && counts {
                    self.shape = Some(shape);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends the current group: its faces as triangles over the vertices that are known by now.
    fn take_group(&mut self, budget: &mut u64) -> Result<FaceGroup> {
        let group = std::mem::take(&mut self.group);
        let mut shape = FaceGroup {
            lines: group.lines,
            points: group.points,
            ..FaceGroup::default()
        };
        if self.shape.is_none() {
            let mut splitter = Splitter::new(&self.mesh.vertices, budget);
            for face in &group.faces {
                let vertices: Vec<i32> = face.iter().map(|c| c.vertex).collect();
                let corner = |i: usize| face.get(i).copied().unwrap_or_default();
                let triangles = splitter.split(&vertices)?;
                shape
                    .triangles
                    .extend(triangles.iter().map(|t| t.map(corner)));
            }
        }
        Ok(shape)
    }

    /// The corners `v`, `v/t`, `v//n` or `v/t/n` of a face or line.
    fn corners(&self, text: &[u8]) -> Result<Vec<Corner>> {
        let vertices = self.mesh.vertices.len();
        let texcoords = self.mesh.texcoords.len();
        let normals = self.mesh.normals.len();
        let words = text.split(|c| is_blank(*c)).filter(|w| !w.is_empty());
        words
            .map(|word| {
                let mut parts = word.split(|c| *c == b'/').map(leading_i32);
                let [v, t, n] = std::array::from_fn(|_| parts.next());
                if parts.next().is_some() {
                    return Err(bad_corner(word));
                }
                let vertex = v.filter(|v| *v != 0);
                Ok(Corner {
                    vertex: vertex
                        .and_then(|v| index(v, vertices))
                        .ok_or_else(|| bad_corner(word))?,
                    texcoord: t
                        .map_or(Some(-1), |t| index(t, texcoords))
                        .ok_or_else(|| bad_corner(word))?,
                    normal: n
                        .map_or(Some(-1), |n| index(n, normals))
                        .ok_or_else(|| bad_corner(word))?,
                })
            })
            .collect()
    }

    /// Writes the chosen shape into the mesh.
    fn finish(self) -> Result<RawMesh> {
        let mut mesh = self.mesh;
        let shape = self.shape.unwrap_or_default();
        if shape.triangles.is_empty() {
            for line in &shape.lines {
                let edges = line.windows(2);
                mesh.faces
                    .extend(edges.map(|e| [e[0].vertex, e[1].vertex, e[1].vertex]));
            }
        } else {
            let triangles = &shape.triangles;
            mesh.faces = triangles.iter().map(|t| t.map(|c| c.vertex)).collect();
            if !mesh.normals.is_empty() {
                mesh.face_normals = triangles.iter().map(|t| t.map(|c| c.normal)).collect();
            }
            let count = mesh.texcoords.len();
            let known = |c: &Corner| usize::try_from(c.texcoord).is_ok_and(|t| t < count);
            if triangles.iter().flatten().all(known) {
                mesh.face_texcoords = triangles.iter().map(|t| t.map(|c| c.texcoord)).collect();
            } else {
                // some corner has no texture coordinate: then none is used
                mesh.texcoords.clear();
            }
        }
        // images start at the top, texture coordinates of the file at the bottom
        for t in &mut mesh.texcoords {
            t[1] = 1.0 - t[1];
        }
        mesh.check_finite()?;
        Ok(mesh)
    }
}

/// The index that a number of the file stands for, given how many items there are so far; 0 gives -1.
fn index(number: i32, count: usize) -> Option<i32> {
    if number >= 0 {
        return Some(number - 1);
    }
    let index = i64::try_from(count).ok()? + i64::from(number);
    i32::try_from(index).ok().filter(|i| *i >= 0)
}

fn bad_corner(word: &[u8]) -> AssetError {
    let word = String::from_utf8_lossy(word.get(..word.len().min(40)).unwrap_or(&[])).into_owned();
    AssetError::new(format!("'{word}' does not name a vertex"))
        .help("indices start at 1; negative ones count back from the last vertex so far")
}

#[cfg(test)]
mod tests {
    use super::*;

    const V: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 0.5 -0.5 0\n";

    fn faces(text: &str) -> Vec<[i32; 3]> {
        read(format!("{V}{text}").as_bytes()).unwrap().faces
    }

    #[test]
    fn polygons_become_triangles() {
        assert_eq!(faces("f 1 2 3 4"), [[0, 1, 3], [1, 2, 3]]);
        assert_eq!(faces("f 1 6 2 3 4"), [[0, 5, 1], [0, 1, 2], [0, 2, 3]]);
        assert_eq!(faces("f 1 2\nf 1 2 3"), [[0, 1, 2]]);
        assert_eq!(faces("f -1 -2 -3"), [[5, 4, 3]]);
        assert_eq!(faces("f 1 2 3 33\nf 1 2 3"), [[0, 1, 2]]);
    }

    #[test]
    fn the_first_group_with_faces_counts() {
        assert_eq!(faces("g a\nf 1 2 3\ng b\nf 2 3 4"), [[0, 1, 2]]);
        assert_eq!(faces("o a\nf 1 2 3\no b\nf 2 3 4"), [[0, 1, 2]]);
        assert_eq!(faces("usemtl a\nf 1 2 3\nusemtl b\nf 2 3 4").len(), 2);
        assert_eq!(faces("l 1 2 3"), [[0, 1, 1], [1, 2, 2]]);
        assert_eq!(faces("g x\nl 1 2 3\ng y\nl 3 4"), [[2, 3, 3]]);
        assert_eq!(faces("o x\nl 1 2 3\no y\nl 3 4").len(), 2);
        assert_eq!(faces("l 1 2 3\nf 1 2 3"), [[0, 1, 2]]);
    }

    #[test]
    fn texture_coordinates_need_every_corner() {
        let read =
            |text: &str| read(format!("{V}vt 0.25 0.25\nvt 0 1 0\n{text}").as_bytes()).unwrap();
        let all = read("f 1/1 2/2 3/1");
        assert_eq!(all.texcoords, [[0.25, 0.75], [0.0, 0.0]]);
        assert_eq!(all.face_texcoords, [[0, 1, 0]]);
        for some in ["f 1/1 2/2 3", "f 1/1 2/2 3/9", "f 1/1 2/0 3/1"] {
            let mesh = read(some);
            assert!(
                mesh.texcoords.is_empty() && mesh.face_texcoords.is_empty(),
                "{some}"
            );
        }
    }

    #[test]
    fn normals_may_be_missing() {
        let mesh = read(format!("{V}vn 0 0 1\nf 1//1 2//1 3//0").as_bytes()).unwrap();
        assert_eq!(mesh.face_normals, [[0, 0, -1]]);
        assert!(mesh.validate().is_err());
    }

    #[test]
    fn numbers_are_forgiving() {
        let mesh = read(b"v a 1\rv 1.5x 2 3 0.5\r\n\tv +.5 -.5 1e39\nvt\nvx 1").unwrap();
        assert_eq!(
            mesh.vertices,
            [[0.0, 1.0, 0.0], [1.5, 2.0, 3.0], [0.5, -0.5, f32::MAX]]
        );
        assert!(mesh.texcoords.is_empty());
        // rounded to double first, then to single
        let mesh = read(b"v 1.00000005960464477539062501 0 0").unwrap();
        assert_eq!(mesh.vertices[0][0], 1.0);
    }

    #[test]
    fn bad_indices_name_the_line() {
        for text in [
            "f 0 1 2",
            "f 1 2 -9",
            "f a b c",
            "f 1 2 3 # note",
            "f 1 2 3/1/1/1",
            "l 0 1",
        ] {
            let error = read(format!("{V}{text}").as_bytes()).unwrap_err();
            assert!(error.message.contains("line 7"), "{error}");
        }
        assert!(read(b"v nan 0 0").is_err());
    }
}

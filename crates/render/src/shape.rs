//! Triangle meshes in the form in which they are drawn.

pub mod asset;
pub(crate) mod line;
pub mod primitive;

/// A triangle mesh. Corners are seen counter-clockwise from outside.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Coordinates of the vertices, one list per axis.
    pub(crate) at: [Vec<f32>; 3],
    /// Unit normals of the vertices.
    pub(crate) normal: Vec<[f32; 3]>,
    /// Texture coordinates of the vertices; empty if there are none.
    pub(crate) uv: Vec<[f32; 2]>,
    /// Triangles, three vertices each.
    pub(crate) faces: Vec<[u32; 3]>,
    /// Least and largest coordinates; `None` where they are not known.
    pub(crate) bounds: Option<[[f32; 3]; 2]>,
    /// Columns and rows of a plane.
    pub(crate) cells: [usize; 2],
    /// So many of the first triangles are flat: the normals of their corners do not count.
    pub(crate) flat: usize,
}

impl Shape {
    /// How many vertices there are.
    pub(crate) fn len(&self) -> usize {
        self.normal.len()
    }

    /// The shape with its bounds, which are kept only where all coordinates are numbers.
    pub(crate) fn bounded(mut self) -> Self {
        let range = |list: &[f32]| {
            let start = (f32::INFINITY, f32::NEG_INFINITY);
            list.iter()
                .fold(start, |(low, high), x| (low.min(*x), high.max(*x)))
        };
        let finite = self.at.iter().flatten().all(|x| x.is_finite());
        let ranges = [0, 1, 2].map(|k| range(&self.at[k]));
        self.bounds =
            (finite && self.len() > 0).then_some([ranges.map(|r| r.0), ranges.map(|r| r.1)]);
        self
    }

    /// The normal of a flat triangle, of any length; `None` for others.
    pub(crate) fn flat_normal(&self, face: usize) -> Option<[f64; 3]> {
        if face >= self.flat {
            return None;
        }
        let [a, b, c] = self.faces[face].map(|v| self.point(v as usize).map(f64::from));
        let minus = |p: [f64; 3]| core::array::from_fn(|k| p[k] - a[k]);
        Some(crate::view::cross(minus(b), minus(c)))
    }

    /// Position of a vertex.
    #[inline(always)]
    pub(crate) fn point(&self, vertex: usize) -> [f32; 3] {
        [self.at[0][vertex], self.at[1][vertex], self.at[2][vertex]]
    }

    /// Adds a vertex and returns its number.
    pub(crate) fn push(&mut self, at: [f64; 3], normal: [f64; 3], uv: [f64; 2]) -> u32 {
        for (list, x) in self.at.iter_mut().zip(at) {
            list.push(x as f32);
        }
        self.normal.push(normal.map(|x| x as f32));
        self.uv.push(uv.map(|x| x as f32));
        self.normal.len() as u32 - 1
    }

    /// Adds a grid of `columns` by `rows` quadrilaterals; `vertex` gives position, normal and texture coordinates of the
    /// corner in column `i` and row `j`. Seen from outside columns go to the right where rows go up.
    pub(crate) fn grid(
        &mut self,
        columns: usize,
        rows: usize,
        vertex: impl Fn(usize, usize) -> ([f64; 3], [f64; 3], [f64; 2]),
    ) {
        let first = self.len() as u32;
        for j in 0..=rows {
            for i in 0..=columns {
                let (at, normal, uv) = vertex(i, j);
                self.push(at, normal, uv);
            }
        }
        let width = columns as u32 + 1;
        for j in 0..rows as u32 {
            for i in 0..columns as u32 {
                let a = first + j * width + i;
                let [b, c, d] = [a + 1, a + width + 1, a + width];
                self.face([a, b, c]);
                self.face([a, c, d]);
            }
        }
    }

    /// Adds a triangle unless two of its corners are in one place.
    fn face(&mut self, face: [u32; 3]) {
        let [a, b, c] = face.map(|v| self.point(v as usize));
        if a != b && b != c && c != a {
            self.faces.push(face);
        }
    }
}

//! The faces of the polytopes that a search for the depth starts from.

use super::polytope::Link;

/// Faces and what lies beyond their edges.
type Faces<const N: usize> = [([u16; 3], [Link; 3]); N];

/// Completes the numbers of neighbouring faces by the edges that are shared with them.
const fn linked<const N: usize>(faces: [([u16; 3], [usize; 3]); N]) -> Faces<N> {
    let mut linked = [([0; 3], [Link::new(0, 0); 3]); N];
    let mut face = 0;
    while face < N {
        let (verts, beyond) = faces[face];
        linked[face].0 = verts;
        let mut edge = 0;
        while edge < 3 {
            // the shared edge starts where this one ends
            let end = verts[(edge + 1) % 3];
            let other = faces[beyond[edge]].0;
            let mut shared = 0;
            while other[shared] != end {
                shared += 1;
            }
            linked[face].1[edge] = Link::new(beyond[edge], shared);
            edge += 1;
        }
        face += 1;
    }
    linked
}

/// Four corners.
pub(super) const TETRAHEDRON: Faces<4> = linked([
    ([0, 1, 2], [1, 3, 2]),
    ([0, 3, 1], [2, 3, 0]),
    ([0, 2, 3], [0, 3, 1]),
    ([3, 2, 1], [2, 0, 1]),
]);

/// Corners 0, 1, 2 between the tips 3 and 4.
pub(super) const DOUBLE_PYRAMID: Faces<6> = linked([
    ([3, 0, 1], [1, 3, 2]),
    ([3, 2, 0], [2, 4, 0]),
    ([3, 1, 2], [0, 5, 1]),
    ([4, 1, 0], [5, 0, 4]),
    ([4, 0, 2], [3, 1, 5]),
    ([4, 2, 1], [4, 2, 3]),
]);

/// Corners 2, 3, 4 around the segment 0, 1.
pub(super) const SPINDLE: Faces<6> = linked([
    ([0, 2, 3], [1, 3, 2]),
    ([0, 4, 2], [2, 4, 0]),
    ([0, 3, 4], [0, 5, 1]),
    ([1, 3, 2], [5, 0, 4]),
    ([1, 2, 4], [3, 1, 5]),
    ([1, 4, 3], [4, 2, 3]),
]);

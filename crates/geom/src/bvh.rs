//! A static tree of bounding boxes, in the array layout of MuJoCo's `bvh_*` fields.
//!
//! Nodes are numbered in preorder. A node with more than one element is cut at the median along its longest
//! axis; elements whose places agree up to rounding are told apart by their order in the input.

use ligament_math::{Quat, Vec3};

/// Lengths closer than this are equal; boxes flatter than this are made twice as thick.
const EPSILON: f64 = 1e-14;
/// The child of a leaf, and the element of an inner node.
const NONE: i32 = -1;

/// Something to be found by its bounding box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BvhElement {
    /// What a leaf reports.
    pub id: i32,
    /// The place that decides on which side of a cut the element goes.
    pub place: Vec3,
    /// Smallest coordinates of the bounding box.
    pub low: Vec3,
    /// Largest coordinates of the bounding box.
    pub high: Vec3,
}

impl BvhElement {
    /// An element with a box given by its centre and half sizes along the axes of the tree.
    pub fn from_box(id: i32, place: Vec3, center: Vec3, half: Vec3) -> Self {
        BvhElement {
            id,
            place,
            low: center - half,
            high: center + half,
        }
    }

    /// An element whose box is aligned with its own frame: `center` and `half` are in that frame, `pos` and
    /// `quat` place it in the frame in which the tree's own frame is `tree_pos` and `tree_quat`.
    pub fn from_posed_box(
        id: i32,
        center: Vec3,
        half: Vec3,
        (pos, quat): (Vec3, Quat),
        (tree_pos, tree_quat): (Vec3, Quat),
    ) -> Self {
        let to_tree = tree_quat.conj();
        let (near, far) = (center - half, center + half);
        let (mut low, mut high) = (Vec3::splat(f64::MAX), Vec3::splat(-f64::MAX));
        for corner in 0..8_usize {
            let pick = |k: usize| {
                if corner >> k & 1 == 1 {
                    far[k]
                } else {
                    near[k]
                }
            };
            let outer = quat.rotate(Vec3::new(pick(0), pick(1), pick(2))) + (pos - tree_pos);
            let inner = to_tree.rotate(outer);
            low = low.min(inner);
            high = high.max(inner);
        }
        BvhElement {
            id,
            place: to_tree.rotate(pos - tree_pos),
            low,
            high,
        }
    }
}

/// A tree of boxes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bvh {
    /// Depth of each node; the root has zero.
    pub depth: Vec<i32>,
    /// The two children of each node, -1 for leaves.
    pub child: Vec<[i32; 2]>,
    /// The element of a leaf, -1 for inner nodes.
    pub nodeid: Vec<i32>,
    /// Centre and half sizes of each node's box.
    pub aabb: Vec<[f64; 6]>,
}

impl Bvh {
    /// The tree over some elements.
    pub fn new(elements: &[BvhElement]) -> Self {
        let nodes = (2 * elements.len()).saturating_sub(1);
        let mut bvh = Bvh {
            depth: Vec::with_capacity(nodes),
            child: Vec::with_capacity(nodes),
            nodeid: Vec::with_capacity(nodes),
            aabb: Vec::with_capacity(nodes),
        };
        let ranks = [0, 1, 2].map(|axis| ranks_along(elements, axis));
        let mut order: Vec<u32> = (0..elements.len() as u32).collect();
        if !order.is_empty() {
            bvh.grow(elements, &ranks, &mut order, 0);
        }
        bvh
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodeid.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodeid.is_empty()
    }

    /// Adds the subtree over the elements listed in `order`, which is not empty. Returns its root. Halving
    /// keeps the recursion as deep as the logarithm of the number of elements.
    fn grow(
        &mut self,
        elements: &[BvhElement],
        ranks: &[Vec<u32>; 3],
        order: &mut [u32],
        depth: i32,
    ) -> i32 {
        let (low, high) = bounds(elements, order);
        let index = self.nodeid.len();
        let (center, half) = ((high + low) / 2.0, (high - low) / 2.0);
        self.aabb
            .push([center[0], center[1], center[2], half[0], half[1], half[2]]);
        self.depth.push(depth);
        self.child.push([NONE; 2]);
        self.nodeid.push(NONE);
        if let [only] = *order {
            self.nodeid[index] = elements[only as usize].id;
            return index as i32;
        }
        let rank = &ranks[longest_axis(high - low)];
        let middle = order.len() / 2;
        order.select_nth_unstable_by_key(middle, |&e| (rank[e as usize], e));
        let (first, second) = order.split_at_mut(middle);
        let first = self.grow(elements, ranks, first, depth + 1);
        let second = self.grow(elements, ranks, second, depth + 1);
        self.child[index] = [first, second];
        index as i32
    }
}

/// The box around the listed elements, with some thickness along every axis.
fn bounds(elements: &[BvhElement], order: &[u32]) -> (Vec3, Vec3) {
    let (mut low, mut high) = (Vec3::splat(f64::MAX), Vec3::splat(-f64::MAX));
    for &e in order {
        low = low.min(elements[e as usize].low);
        high = high.max(elements[e as usize].high);
    }
    for k in 0..3 {
        if (low[k] - high[k]).abs() < EPSILON {
            low[k] -= EPSILON;
            high[k] += EPSILON;
        }
    }
    (low, high)
}

/// The longest of three edges; the first one when they are equal.
fn longest_axis(edges: Vec3) -> usize {
    let axis = usize::from(edges[1] >= edges[0] + EPSILON);
    if edges[2] >= edges[axis] + EPSILON {
        2
    } else {
        axis
    }
}

/// The position of each element along an axis, equal for places that agree up to rounding.
fn ranks_along(elements: &[BvhElement], axis: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..elements.len() as u32).collect();
    let place = |e: u32| elements[e as usize].place[axis];
    order.sort_unstable_by(|&a, &b| place(a).total_cmp(&place(b)));
    let mut ranks = vec![0; elements.len()];
    let mut rank = 0;
    for pair in order.windows(2) {
        rank += u32::from(place(pair[1]) - place(pair[0]) > EPSILON);
        ranks[pair[1] as usize] = rank;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(id: i32, x: f64, y: f64) -> BvhElement {
        let center = Vec3::new(x, y, 0.0);
        BvhElement::from_box(id, center, center, Vec3::splat(0.1))
    }

    #[test]
    fn four_boxes_in_a_row() {
        let elements = [
            element(7, 3.0, 0.0),
            element(8, 0.0, 0.0),
            element(9, 2.0, 0.0),
            element(10, 1.0, 0.0),
        ];
        let bvh = Bvh::new(&elements);
        assert_eq!(bvh.nodeid, [-1, -1, 8, 10, -1, 9, 7]);
        assert_eq!(bvh.child[0], [1, 4]);
        assert_eq!(bvh.depth, [0, 1, 2, 2, 1, 2, 2]);
        assert_eq!(bvh.aabb[0], [1.5, 0.0, 0.0, 1.6, 0.1, 0.1]);
    }

    #[test]
    fn every_node_covers_its_children_and_every_element_has_a_leaf() {
        let elements: Vec<BvhElement> = (0..101)
            .map(|i| {
                element(
                    i,
                    (f64::from(i) * 1.3).sin() * 5.0,
                    (f64::from(i) * 0.7).cos(),
                )
            })
            .collect();
        let bvh = Bvh::new(&elements);
        assert_eq!(bvh.len(), 201);
        let mut leaves: Vec<i32> = bvh.nodeid.iter().copied().filter(|&id| id >= 0).collect();
        leaves.sort_unstable();
        assert_eq!(leaves, (0..101).collect::<Vec<_>>());
        for (node, children) in bvh.child.iter().enumerate() {
            for &c in children.iter().filter(|&&c| c >= 0) {
                let (outer, inner) = (&bvh.aabb[node], &bvh.aabb[c as usize]);
                let gap = |k: usize| outer[k + 3] - inner[k + 3] - (outer[k] - inner[k]).abs();
                assert!((0..3).all(|k| gap(k) > -1e-12));
            }
        }
    }

    #[test]
    fn posed_boxes_are_bounded_in_the_frame_of_the_tree() {
        let quarter = Quat::from_axis_angle(Vec3::Z, core::f64::consts::FRAC_PI_2);
        let e = BvhElement::from_posed_box(
            0,
            Vec3::new(1.0, 0.0, 0.0),
            Vec3::new(0.3, 0.2, 0.1),
            (Vec3::new(0.0, 5.0, 0.0), quarter),
            (Vec3::new(0.0, 4.0, 0.0), Quat::IDENTITY),
        );
        assert!((e.low - Vec3::new(-0.2, 1.7, -0.1)).norm() < 1e-15);
        assert!((e.high - Vec3::new(0.2, 2.3, 0.1)).norm() < 1e-15);
        assert_eq!(e.place, Vec3::Y);
    }

    #[test]
    fn degenerate_places_still_make_a_tree() {
        let same = [
            element(0, f64::NAN, 0.0),
            element(1, f64::NAN, 0.0),
            element(2, 1.0, 1.0),
        ];
        assert_eq!(Bvh::new(&same).len(), 5);
        assert!(Bvh::new(&[]).is_empty());
    }
}

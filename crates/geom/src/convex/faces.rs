//! Feet of the origin on the planes of several faces at a time.

use ligament_math::{Lanes, MINVAL, Real, Vec3};

use super::support::Vertex;

/// Faces that are made at a time.
pub(super) const LANES: usize = 4;

/// Several points or vectors, coordinate by coordinate.
type Points = Vec3<Lanes<LANES>>;

/// The vertices of up to four items; the last item stands in where there are no more.
#[inline(always)]
pub(super) fn gather<T>(verts: &[Vertex], items: &[T], vertex: impl Fn(&T) -> u16) -> Points {
    let point = |k: usize| {
        let item = items.get(k).or(items.last());
        let vertex = item.and_then(|item| verts.get(usize::from(vertex(item))));
        vertex.map_or(Vec3::ZERO, |vertex| vertex.v)
    };
    let (p, q, r, s) = (point(0), point(1), point(2), point(3));
    Vec3([
        Lanes([p[0], q[0], r[0], s[0]]),
        Lanes([p[1], q[1], r[1], s[1]]),
        Lanes([p[2], q[2], r[2], s[2]]),
    ])
}

/// Feet of the origin on the planes of several faces.
pub(super) struct Feet {
    foot: Points,
    dist2: Lanes<LANES>,
    height: Lanes<LANES>,
    square: Lanes<LANES>,
}

impl Feet {
    /// The same operations as for a single face, where its normal is good enough at the first corner tried.
    #[inline(always)]
    pub fn new([v0, v1, v2]: [Points; 3], center: Vec3) -> Self {
        let n = (v0 - v1).cross(v1 - v2);
        let square = n.norm_squared();
        let height = n.dot(v1);
        let foot = n * (height / square);
        let inward = foot.dot(v0 - Vec3::from_f64(center)).lt(Lanes::ZERO);
        let turned = -foot;
        Self {
            foot: Vec3([
                Lanes::select(inward, turned[0], foot[0]),
                Lanes::select(inward, turned[1], foot[1]),
                Lanes::select(inward, turned[2], foot[2]),
            ]),
            dist2: foot.norm_squared(),
            height,
            square,
        }
    }

    /// Whether a foot may be used.
    #[inline(always)]
    pub fn is_good(&self, k: usize) -> bool {
        self.height.0[k] != 0.0 && self.square.0[k] > MINVAL
    }

    /// A foot, pointing outward, and its squared length.
    #[inline(always)]
    pub fn at(&self, k: usize) -> ([f64; 3], f64) {
        let [x, y, z] = &self.foot.0;
        ([x.0[k], y.0[k], z.0[k]], self.dist2.0[k])
    }
}

//! Depth of two convex shapes by refinement of a portal (Snethen, "XenoCollide: Complex collision made simple", 2008).
//!
//! A tetrahedron with a corner v0 inside the Minkowski difference and a face v1, v2, v3, the portal, through which the
//! ray from v0 to the origin passes. The portal is pushed out along the ray until it lies on the boundary.

use ligament_math::Vec3;

use super::shape::Placed;
use super::support::Vertex;

/// Numbers below this count as zero.
const EPS: f64 = f64::EPSILON;
/// A bound for searches that come to an end on their own.
const MOST_STEPS: usize = 10_000;

#[inline(always)]
fn is_zero(x: f64) -> bool {
    x.abs() < EPS
}

#[inline(always)]
fn is_equal(a: f64, b: f64) -> bool {
    let gap = (a - b).abs();
    gap < EPS || gap < EPS * a.abs().max(b.abs())
}

fn is_origin(v: Vec3) -> bool {
    (0..3).all(|i| is_equal(v[i], 0.0))
}

fn unit(v: Vec3) -> Vec3 {
    v * (1.0 / v.norm_squared().sqrt())
}

/// Depth, direction from the first shape to the second, and a point between the surfaces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Penetration {
    pub depth: f64,
    pub dir: Vec3,
    pub pos: Vec3,
}

fn support(a: &mut Placed, b: &mut Placed, dir: Vec3) -> Vertex {
    let (pa, pb) = (a.portal_support(dir), b.portal_support(-dir));
    Vertex {
        v: pa - pb,
        a: pa,
        b: pb,
        ia: -1,
        ib: -1,
    }
}

/// What is known after the search for a portal.
enum Found {
    Nothing,
    /// The origin lies on v1.
    Touch,
    /// The origin lies between v0 and v1.
    Segment,
    Portal,
}

/// Finds how deep two shapes overlap along the ray between their centres. None if they do not, or only touch.
pub(super) fn penetration(
    a: &mut Placed,
    b: &mut Placed,
    tolerance: f64,
    iterations: usize,
) -> Option<Penetration> {
    let mut p = [Vertex::default(); 4];
    let result = match discover(a, b, &mut p) {
        Found::Nothing | Found::Touch => None,
        Found::Segment => {
            let depth = p[1].v.norm_squared().sqrt();
            Some(Penetration {
                depth,
                dir: unit(p[1].v),
                pos: (p[1].a + p[1].b) * 0.5,
            })
        }
        Found::Portal => {
            if !reaches_origin(a, b, &mut p, tolerance) {
                return None;
            }
            Some(push_out(a, b, &mut p, tolerance, iterations))
        }
    };
    result.filter(|r| !is_origin(r.dir))
}

/// Finds a portal that the ray from the centre to the origin passes through.
fn discover(a: &mut Placed, b: &mut Placed, p: &mut [Vertex; 4]) -> Found {
    let (ca, cb) = (a.center(), b.center());
    p[0] = Vertex {
        v: ca - cb,
        a: ca,
        b: cb,
        ia: -1,
        ib: -1,
    };
    if is_origin(p[0].v) {
        p[0].v += Vec3::X * (EPS * 10.0);
    }
    let behind = |v: Vec3, dir: Vec3| {
        let reach = v.dot(dir);
        is_zero(reach) || reach < 0.0
    };

    let dir = unit(-p[0].v);
    p[1] = support(a, b, dir);
    if behind(p[1].v, dir) {
        return Found::Nothing;
    }
    let dir = p[0].v.cross(p[1].v);
    if is_zero(dir.norm_squared()) {
        return if is_origin(p[1].v) {
            Found::Touch
        } else {
            Found::Segment
        };
    }
    let dir = unit(dir);
    p[2] = support(a, b, dir);
    if behind(p[2].v, dir) {
        return Found::Nothing;
    }

    let side = |p: &[Vertex; 4]| unit((p[1].v - p[0].v).cross(p[2].v - p[0].v));
    let mut dir = side(p);
    if dir.dot(p[0].v) > 0.0 {
        p.swap(1, 2);
        dir = -dir;
    }
    for _ in 0..MOST_STEPS {
        p[3] = support(a, b, dir);
        if behind(p[3].v, dir) {
            return Found::Nothing;
        }
        let outside = |u: Vec3, v: Vec3| {
            let volume = u.cross(v).dot(p[0].v);
            volume < 0.0 && !is_zero(volume)
        };
        if outside(p[1].v, p[3].v) {
            p[2] = p[3];
        } else if outside(p[3].v, p[2].v) {
            p[1] = p[3];
        } else {
            return Found::Portal;
        }
        dir = side(p);
    }
    Found::Nothing
}

/// The direction out of the portal.
fn outward(p: &[Vertex; 4]) -> Vec3 {
    unit((p[2].v - p[1].v).cross(p[3].v - p[1].v))
}

/// Whether a new point lies hardly farther out than the portal.
fn is_close(p: &[Vertex; 4], w: Vec3, dir: Vec3, tolerance: f64) -> bool {
    let far = w.dot(dir);
    let gap = |i: usize| far - p[i].v.dot(dir);
    let least = gap(1).min(gap(2)).min(gap(3));
    is_equal(least, tolerance) || least < tolerance
}

/// Replaces the corner of the portal that keeps the ray inside.
fn expand(p: &mut [Vertex; 4], w: Vertex) {
    let n = w.v.cross(p[0].v);
    let place = if p[1].v.dot(n) > 0.0 {
        if p[2].v.dot(n) > 0.0 { 1 } else { 3 }
    } else if p[3].v.dot(n) > 0.0 {
        2
    } else {
        1
    };
    p[place] = w;
}

/// Moves the portal towards the origin; whether it gets there.
fn reaches_origin(a: &mut Placed, b: &mut Placed, p: &mut [Vertex; 4], tolerance: f64) -> bool {
    for _ in 0..MOST_STEPS {
        let dir = outward(p);
        let beyond = dir.dot(p[1].v);
        if is_zero(beyond) || beyond > 0.0 {
            return true;
        }
        let w = support(a, b, dir);
        let reach = w.v.dot(dir);
        let can_reach = is_zero(reach) || reach > 0.0;
        if !can_reach || is_close(p, w.v, dir, tolerance) {
            return false;
        }
        expand(p, w);
    }
    false
}

/// Moves the portal to the boundary and measures there.
fn push_out(
    a: &mut Placed,
    b: &mut Placed,
    p: &mut [Vertex; 4],
    tolerance: f64,
    iterations: usize,
) -> Penetration {
    let mut step = 0;
    loop {
        let dir = outward(p);
        let w = support(a, b, dir);
        if is_close(p, w.v, dir, tolerance) || step > iterations {
            break;
        }
        expand(p, w);
        step += 1;
    }
    let (dist2, nearest) = nearest_of_triangle(p[1].v, p[2].v, p[3].v);
    let depth = dist2.sqrt();
    Penetration {
        depth,
        dir: if is_zero(depth) {
            Vec3::ZERO
        } else {
            unit(nearest)
        },
        pos: position(p),
    }
}

/// The origin in barycentric coordinates of the tetrahedron, as a point halfway between both shapes.
fn position(p: &[Vertex; 4]) -> Vec3 {
    let volume = |i: usize, j: usize, k: usize| p[i].v.cross(p[j].v).dot(p[k].v);
    let mut w = [
        volume(1, 2, 3),
        volume(3, 2, 0),
        volume(0, 1, 3),
        volume(2, 1, 0),
    ];
    let mut sum = w[0] + w[1] + w[2] + w[3];
    if is_zero(sum) || sum < 0.0 {
        let dir = outward(p);
        let area = |i: usize, j: usize| p[i].v.cross(p[j].v).dot(dir);
        w = [0.0, area(2, 3), area(3, 1), area(1, 2)];
        sum = w[1] + w[2] + w[3];
    }
    let inverse = 1.0 / sum;
    let (mut pa, mut pb) = (Vec3::ZERO, Vec3::ZERO);
    for (corner, weight) in p.iter().zip(w) {
        pa += corner.a * weight;
        pb += corner.b * weight;
    }
    (pa * inverse + pb * inverse) * 0.5
}

/// Squared distance of the origin from a segment, and the nearest point.
fn nearest_of_segment(x: Vec3, y: Vec3) -> (f64, Vec3) {
    let d = y - x;
    let t = -x.dot(d) / d.norm_squared();
    let point = if t < 0.0 || is_zero(t) {
        x
    } else if t > 1.0 || is_equal(t, 1.0) {
        y
    } else {
        d * t + x
    };
    (point.norm_squared(), point)
}

/// Squared distance of the origin from a triangle, and the nearest point.
fn nearest_of_triangle(x: Vec3, y: Vec3, z: Vec3) -> (f64, Vec3) {
    let (d1, d2) = (y - x, z - x);
    let (v, w, r) = (d1.norm_squared(), d2.norm_squared(), d1.dot(d2));
    let (p, q) = (x.dot(d1), x.dot(d2));
    let d = w * v - r * r;
    let (mut s, mut t) = (-1.0, -1.0);
    if !is_zero(d) {
        s = (q * r - w * p) / d;
        t = (-s * r - q) / w;
    }
    let within = |x: f64| (is_zero(x) || x > 0.0) && (is_equal(x, 1.0) || x < 1.0);
    if within(s) && within(t) && (is_equal(t + s, 1.0) || t + s < 1.0) {
        let point = x + d1 * s + d2 * t;
        return (point.norm_squared(), point);
    }
    let mut best = nearest_of_segment(x, y);
    for (p, q) in [(x, z), (y, z)] {
        let other = nearest_of_segment(p, q);
        if other.0 < best.0 {
            best = other;
        }
    }
    best
}

//! How contact points move: the local shape of two surfaces at their nearest points.
//!
//! Let n be the normal, d the distance, x₁ and x₂ the nearest points. A surface is described along its two principal
//! directions by a radius of curvature ρ: zero at a vertex or across an edge, infinite on a face or along an edge. When the
//! normal turns by ν against a body, the nearest point slides on it by t = ρ ν; on a flat surface ν = 0 and t is free. With
//! rigid motions u of the points and ω of the bodies, across the normal:
//!
//! - P₁ (δn − ω₁ × n) = Q₁ t₁,   P₂ (ω₂ × n − δn) = Q₂ t₂,   u₂ + t₂ − u₁ − t₁ = d δn

use ligament_engine::data::{Contact, Data};
use ligament_math::{Dual, MINVAL, Real, Vec3};
use ligament_model::Model;
use ligament_model::enums::GeomType;

use crate::wire::{moving_point, turning_axis};

/// How the parts of a contact move with the displacements of its two bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motions {
    /// The normal, by six numbers for either body.
    pub normal: [[Vec3; 6]; 2],
    /// The first tangent.
    pub tangent: [[Vec3; 6]; 2],
    /// The point.
    pub point: [[Vec3; 6]; 2],
    /// The distance, where the engine searches for it and it is not quite the way along the normal.
    pub distance: Option<[[f64; 6]; 2]>,
}

/// Components across the normal count as zero below this.
const ALIGNED: f64 = 1e-7;

/// A matrix across the normal.
type Flat = [[f64; 2]; 2];

/// P and Q of a surface.
#[derive(Clone, Copy, Debug)]
struct Shape {
    p: Flat,
    q: Flat,
}

/// A basis across the normal.
#[derive(Clone, Copy)]
struct Across([Vec3; 2]);

impl Across {
    fn flat(self, v: Vec3) -> [f64; 2] {
        self.0.map(|axis| axis.dot(v))
    }

    fn lift(self, [a, b]: [f64; 2]) -> Vec3 {
        self.0[0] * a + self.0[1] * b
    }

    /// Radius `along` a direction and `aside` of it; infinite for none.
    fn radii(self, direction: Vec3, along: Option<f64>, aside: Option<f64>) -> Shape {
        let [x, y] = self.flat(direction);
        let size = (x * x + y * y).sqrt().max(MINVAL);
        let (e, f) = ([x / size, y / size], [-y / size, x / size]);
        let mut shape = Shape {
            p: [[0.0; 2]; 2],
            q: [[0.0; 2]; 2],
        };
        for (axis, radius) in [(e, along), (f, aside)] {
            let (p, q) = radius.map_or((1.0, 0.0), |r| (r, 1.0));
            for r in 0..2 {
                for c in 0..2 {
                    shape.p[r][c] += p * axis[r] * axis[c];
                    shape.q[r][c] += q * axis[r] * axis[c];
                }
            }
        }
        shape
    }

    fn round(self, radius: f64) -> Shape {
        self.radii(self.0[0], Some(radius), Some(radius))
    }

    fn face(self) -> Shape {
        self.radii(self.0[0], None, None)
    }
}

/// The shape of a geom at a point with an outward normal; none where it is not known.
fn shape(
    m: &Model,
    d: &Data,
    geom: usize,
    at: Vec3,
    outward: Vec3,
    across: Across,
    on_plane: bool,
) -> Option<Shape> {
    let (pos, axes) = (d.pose.geom_xpos[geom], &d.pose.geom_xmat[geom]);
    let size = m.geom.size[geom];
    let local_normal = axes.tr_mul_vec(outward);
    let kind = m.geom.kind[geom].get()?;
    Some(match kind {
        GeomType::Plane => across.face(),
        GeomType::Sphere => across.round(size[0]),
        GeomType::Capsule => {
            let centre = axes.tr_mul_vec(at - outward * size[0] - pos);
            let inside = centre[2].abs() < size[1] * (1.0 - 1e-12);
            if inside && !on_plane {
                across.radii(axes.col(2), None, Some(size[0]))
            } else {
                across.round(size[0])
            }
        }
        GeomType::Ellipsoid => {
            // n = ∇f/|∇f| of f = Σ (x/a)²
            let x = axes.tr_mul_vec(at - pos);
            let inverse = Vec3(size.0.map(|a| 1.0 / (a * a).max(MINVAL)));
            let gradient = x.component_mul(inverse).norm();
            let tangents = across.0.map(|t| axes.tr_mul_vec(t));
            let q = std::array::from_fn(|r| {
                std::array::from_fn(|c| {
                    tangents[r].component_mul(inverse).dot(tangents[c]) / gradient.max(MINVAL)
                })
            });
            Shape {
                p: [[1.0, 0.0], [0.0, 1.0]],
                q,
            }
        }
        GeomType::Cylinder => {
            let axis = axes.col(2);
            let radial = Vec3([local_normal[0], local_normal[1], 0.0]).norm();
            if local_normal[2].abs() < ALIGNED {
                across.radii(axis, None, Some(size[0]))
            } else if radial < ALIGNED {
                across.face()
            } else {
                // a rim: its tangent stays across the normal
                across.radii(axis.cross(outward), Some(size[0] / radial), Some(0.0))
            }
        }
        GeomType::Box if on_plane => across.round(0.0),
        GeomType::Mesh if on_plane => across.round(0.0),
        GeomType::Box => {
            let leans = local_normal.0.map(|x| x.abs() > ALIGNED);
            match leans {
                [true, true, true] => across.round(0.0),
                [false, true, true] => across.radii(axes.col(0), None, Some(0.0)),
                [true, false, true] => across.radii(axes.col(1), None, Some(0.0)),
                [true, true, false] => across.radii(axes.col(2), None, Some(0.0)),
                _ => across.face(),
            }
        }
        _ => return None,
    })
}

/// Whether the local shapes of two geoms tell how their contacts move. Contacts that are searched for by iteration are as exact
/// as their tolerance, and their derivatives are those of the search.
fn is_local(a: GeomType, b: GeomType) -> bool {
    use GeomType as G;
    matches!(
        (a, b),
        (
            G::Plane,
            G::Sphere | G::Capsule | G::Box | G::Mesh | G::Ellipsoid
        ) | (G::Sphere, G::Sphere | G::Capsule | G::Cylinder | G::Box)
            | (G::Capsule, G::Capsule)
    )
}

/// How a contact moves, from the local shapes of its geoms; none where they do not tell.
pub(crate) fn motions(m: &Model, d: &Data, contact: &Contact, origin: Vec3) -> Option<Motions> {
    let [g1, g2] = contact.geoms()?;
    let kinds = [m.geom.kind[g1].get()?, m.geom.kind[g2].get()?];
    if kinds == [GeomType::Plane, GeomType::Cylinder] {
        return plane_cylinder(m, d, contact, origin);
    }
    if !is_local(kinds[0], kinds[1]) {
        return None;
    }
    let f = &contact.frame;
    let normal = Vec3([f[0], f[1], f[2]]);
    let across = Across([Vec3([f[3], f[4], f[5]]), Vec3([f[6], f[7], f[8]])]);
    let half = normal * (0.5 * contact.dist);
    let points = [contact.pos - half, contact.pos + half];
    let on_plane = kinds[0] == GeomType::Plane;
    let one = shape(m, d, g1, points[0], normal, across, on_plane)?;
    let two = shape(m, d, g2, points[1], -normal, across, on_plane)?;
    let [slide1, slide2, turn] = solve(&one, &two, contact.dist)?;
    // unit displacements of either body
    let (mut by_normal, mut by_point) = ([[Vec3::ZERO; 6]; 2], [[Vec3::ZERO; 6]; 2]);
    for side in 0..2 {
        for k in 0..6 {
            let axis = [Vec3::X, Vec3::Y, Vec3::Z][k % 3];
            let at = points[side] - origin;
            let (shift, spin) = if k < 3 {
                (axis.cross(at), axis.cross(normal))
            } else {
                (axis, Vec3::ZERO)
            };
            let (u, a) = (across.flat(shift), across.flat(spin));
            let input = match side {
                0 => [a[0], a[1], 0.0, 0.0, u[0], u[1]],
                _ => [0.0, 0.0, a[0], a[1], -u[0], -u[1]],
            };
            let apply = |rows: &[[f64; 6]; 2]| {
                rows.map(|row| row.iter().zip(input).map(|(x, y)| x * y).sum())
            };
            by_normal[side][k] = across.lift(apply(&turn));
            let slid = across.lift(apply(&slide1)) + across.lift(apply(&slide2));
            by_point[side][k] = (shift + slid) * 0.5;
        }
    }
    let hint = (kinds == [GeomType::Plane, GeomType::Capsule]).then(|| d.pose.geom_xmat[g2].col(2));
    Some(Motions {
        distance: None,
        normal: by_normal,
        tangent: tangents(contact, hint, &by_normal),
        point: by_point,
    })
}

/// How the first tangent moves: it is a hint h made orthogonal to the normal. A hint turns with the second body; without
/// one an axis of the world is taken.
fn tangents(contact: &Contact, hint: Option<Vec3>, normal: &[[Vec3; 6]; 2]) -> [[Vec3; 6]; 2] {
    let f = &contact.frame;
    let (x, y) = (Vec3([f[0], f[1], f[2]]), Vec3([f[3], f[4], f[5]]));
    let h = match hint {
        Some(h) => h,
        None if x[1].abs() < 0.5 => Vec3::Y,
        None => Vec3::Z,
    };
    let size = (h - x * x.dot(h)).norm().max(MINVAL);
    let mut out = [[Vec3::ZERO; 6]; 2];
    for side in 0..2 {
        for k in 0..6 {
            let dx = normal[side][k];
            let dh = match (hint, side, k) {
                (Some(h), 1, 0..3) => [Vec3::X, Vec3::Y, Vec3::Z][k].cross(h),
                _ => Vec3::ZERO,
            };
            let change = dh - x * (dx.dot(h) + x.dot(dh)) - dx * x.dot(h);
            out[side][k] = (change - y * y.dot(change)) * (1.0 / size);
        }
    }
    out
}

/// Solves for t₁, t₂ and δn, each as a matrix of (ω₁ × n, ω₂ × n, u₁ − u₂).
fn solve(one: &Shape, two: &Shape, dist: f64) -> Option<[[[f64; 6]; 2]; 3]> {
    let mut a = [[0.0; 12]; 6];
    for r in 0..2 {
        for c in 0..2 {
            // P₁ δn − Q₁ t₁ = P₁ a₁
            a[r][c] = -one.q[r][c];
            a[r][4 + c] = one.p[r][c];
            a[r][6 + c] = one.p[r][c];
            // P₂ δn + Q₂ t₂ = P₂ a₂
            a[2 + r][2 + c] = two.q[r][c];
            a[2 + r][4 + c] = two.p[r][c];
            a[2 + r][8 + c] = two.p[r][c];
        }
        // t₂ − t₁ − d δn = u₁ − u₂
        a[4 + r][r] = -1.0;
        a[4 + r][2 + r] = 1.0;
        a[4 + r][4 + r] = -dist;
        a[4 + r][10 + r] = 1.0;
    }
    for k in 0..6 {
        let size = |r: &usize| a[*r][k].abs();
        let pivot = (k..6).max_by(|x, y| size(x).total_cmp(&size(y)))?;
        if a[pivot][k].abs() < 1e-10 {
            return None;
        }
        a.swap(k, pivot);
        let inverse = 1.0 / a[k][k];
        for x in &mut a[k] {
            *x *= inverse;
        }
        let row = a[k];
        for (r, other) in a.iter_mut().enumerate() {
            let factor = other[k];
            if r != k && factor != 0.0 {
                for (x, y) in other.iter_mut().zip(row) {
                    *x -= factor * y;
                }
            }
        }
    }
    let part = |r: usize| std::array::from_fn(|c| a[r][6 + c]);
    Some([[part(0), part(1)], [part(2), part(3)], [part(4), part(5)]])
}

/// The points of a cylinder against a plane: the lowest of either rim, and two beside it.
fn plane_cylinder(m: &Model, d: &Data, contact: &Contact, origin: Vec3) -> Option<Motions> {
    let [g1, g2] = contact.geoms()?;
    let (radius, half) = (m.geom.size[g2][0], m.geom.size[g2][1]);
    let place = |g: usize| d.pose.geom_xpos[g] - origin;
    let number = |x: f64| Dual::<12>::from_f64(x);
    let normal = turning_axis::<12>(d.pose.geom_xmat[g1].col(2), 0);
    let base = moving_point::<12>(place(g1), 0);
    let centre = moving_point::<12>(place(g2), 6);
    let up = turning_axis::<12>(d.pose.geom_xmat[g2].col(2), 6);
    let cos = normal.dot(up);
    let dir = if cos.value > 0.0 { -up } else { up };
    let descent = dir.dot(normal);
    let axis = dir * number(half);
    let slope = dir * descent - normal;
    let steep = slope.norm_squared();
    let spoke = if steep.value >= MINVAL * MINVAL {
        slope * (number(radius) / steep.sqrt())
    } else {
        turning_axis::<12>(d.pose.geom_xmat[g2].col(0), 6) * number(radius)
    };
    let sideways = spoke.cross(axis).normalize_or_x().0 * number(radius * 3f64.sqrt() / 2.0);
    let back = axis - spoke * number(0.5);
    let candidates = [spoke + axis, spoke - axis, back + sideways, back - sideways];
    let mut best: Option<(f64, Vec3<Dual<12>>)> = None;
    for offset in candidates {
        let point = centre + offset;
        let dist = normal.dot(point - base);
        let pos = point - normal * (dist * number(0.5));
        let off = (Vec3(pos.0.map(|x| x.value)) - (contact.pos - origin)).norm();
        if best.is_none_or(|(least, _)| off < least) {
            best = Some((off, pos));
        }
    }
    let (off, pos) = best?;
    if off > 1e-9 * (1.0 + radius + half) {
        return None;
    }
    let partial = |v: Vec3<Dual<12>>| {
        std::array::from_fn(|side| {
            std::array::from_fn(|k| Vec3(v.0.map(|x| x.partials[6 * side + k])))
        })
    };
    let by_normal = partial(normal);
    Some(Motions {
        distance: None,
        normal: by_normal,
        tangent: tangents(contact, None, &by_normal),
        point: partial(pos),
    })
}

//! Exact line search: minimizes the cost along a direction.
//!
//! Along a - the point α on the line - the cost of a quadratic row is α² q₂ + α q₁ + q₀. Costs are counted from the start of
//! the line, so that small improvements of large costs do not drown in rounding. The minimum is where the derivative
//! vanishes: first Newton steps until the derivative changes its sign, then, between the two ends of the bracket,
//! Newton steps from both ends and bisection, whichever is best.

mod cone;

use ligament_math::MINVAL;
use ligament_math::simd::{Arith, Kernel, run};

use super::problem::Problem;
use cone::ConeLine;

/// A point on the line: cost relative to the start, and its derivatives.
#[derive(Clone, Copy, Debug, Default)]
pub struct Point {
    /// Where on the line.
    pub alpha: f64,
    /// Cost less that at the start.
    pub cost: f64,
    /// First derivative.
    pub slope: f64,
    /// Second derivative.
    pub curvature: f64,
}

/// What the line search found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// Where the minimum is; zero if nothing better was found.
    pub alpha: f64,
    /// How much lower the cost is there.
    pub improvement: f64,
    /// Remaining slope, scaled; one if it was not computed.
    pub slope: f64,
    /// Number of evaluations.
    pub evaluations: usize,
}

/// Settings of a line search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Slopes below this are zero.
    pub slope: f64,
    /// What reported slopes are multiplied with.
    pub scale: f64,
    /// Most evaluations.
    pub evaluations: usize,
}

/// Working memory of the line search.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Linear and quadratic coefficient of everything that is quadratic on the whole line.
    smooth: [f64; 2],
    /// Coefficients of signed rows: constant, linear, quadratic; cost at the start.
    q0: Vec<f64>,
    q1: Vec<f64>,
    q2: Vec<f64>,
    start: Vec<f64>,
    residual: Vec<f64>,
    change: Vec<f64>,
    /// Residual at which dry friction reaches its bound.
    edge: Vec<f64>,
    cones: Vec<ConeLine>,
}

impl Line {
    /// Prepares the line from rows with residuals `jar` in the direction in which they change by `jv`. `smooth` are the
    /// coefficients of the cost that does not come from constraints.
    pub fn prepare(&mut self, p: &Problem, jar: &[f64], jv: &[f64], smooth: [f64; 2]) {
        self.smooth = smooth;
        for i in 0..p.ne {
            let weighted = jv[i] * p.D[i];
            self.smooth[0] += weighted * jar[i];
            self.smooth[1] += 0.5 * weighted * jv[i];
        }
        for list in [&mut self.q0, &mut self.q1, &mut self.q2, &mut self.start] {
            list.clear();
        }
        self.residual.clear();
        self.change.clear();
        self.edge.clear();
        let friction = p.ne..p.ne + p.nf;
        let bounds = p.frictionloss[friction.clone()].iter();
        self.edge
            .extend(bounds.zip(&p.R[friction]).map(|(f, r)| r * f));
        for range in &p.classes.signed {
            let (r, v, mass) = (&jar[range.clone()], &jv[range.clone()], &p.D[range.clone()]);
            self.residual.extend_from_slice(r);
            self.change.extend_from_slice(v);
            let rows = || r.iter().zip(v).zip(mass);
            self.q0
                .extend(rows().map(|((r, _), d)| 0.5 * (r * (d * r))));
            self.q1.extend(rows().map(|((r, v), d)| v * (d * r)));
            self.q2.extend(rows().map(|((_, v), d)| 0.5 * (v * d * v)));
        }
        self.start.extend(
            self.residual
                .iter()
                .zip(&self.q0)
                .map(|(r, q)| if *r < 0.0 { *q } else { 0.0 }),
        );
        self.cones.clear();
        for cone in &p.classes.cones {
            let range = cone.row..cone.row + cone.dim;
            let line = ConeLine::new(cone, &p.D[range.clone()], &jar[range.clone()], &jv[range]);
            self.cones.push(line);
        }
    }

    /// Cost and derivatives at a point.
    fn evaluate(&self, p: &Problem, jar: &[f64], jv: &[f64], alpha: f64) -> Point {
        let friction = p.ne..p.ne + p.nf;
        run(Evaluate {
            line: self,
            friction: Friction {
                start: &jar[friction.clone()],
                change: &jv[friction.clone()],
                edge: &self.edge,
                mass: &p.D[friction],
            },
            alpha,
        })
    }

    /// Searches for the minimum. If the direction d is Newton's, -H⁻¹ g, `newton_slope` is its slope g · d: the curvature at
    /// the start is then d · H d = -g · d, and the start needs no evaluation.
    pub fn search(
        &self,
        p: &Problem,
        jar: &[f64],
        jv: &[f64],
        limits: Limits,
        newton_slope: Option<f64>,
    ) -> Found {
        let mut count = 0;
        let mut evaluate = |alpha: f64| {
            count += 1;
            match newton_slope {
                Some(slope) if alpha == 0.0 && slope < 0.0 => Point {
                    slope,
                    curvature: -slope,
                    ..Point::default()
                },
                _ => self.evaluate(p, jar, jv, alpha),
            }
        };
        let (alpha, point) = minimize(&mut evaluate, limits);
        Found {
            alpha,
            improvement: point.map_or(0.0, |p| -p.cost),
            slope: point.map_or(1.0, |p| p.slope.abs() * limits.scale),
            evaluations: count,
        }
    }
}

impl Point {
    /// Where the derivative would vanish if the cost were quadratic.
    fn newton(&self) -> f64 {
        self.alpha - self.slope / self.curvature
    }
}

/// A bracket end with the Newton point that belongs to it.
struct End {
    at: Point,
    next: Point,
}

impl End {
    /// Moves to the candidate on the same side of the minimum with the smallest slope; true if it has moved.
    fn advance(
        &mut self,
        candidates: &[Point; 3],
        evaluate: &mut impl FnMut(f64) -> Point,
    ) -> bool {
        let mut moved = false;
        for c in candidates {
            let below = self.at.slope < 0.0 && c.slope < 0.0 && self.at.slope < c.slope;
            let above = self.at.slope > 0.0 && c.slope > 0.0 && self.at.slope > c.slope;
            if below || above {
                self.at = *c;
                moved = true;
            }
        }
        if moved {
            self.next = evaluate(self.at.newton());
        }
        moved
    }
}

/// Finds the minimum; the point it is taken from is missing if there is no improvement.
fn minimize(evaluate: &mut impl FnMut(f64) -> Point, limits: Limits) -> (f64, Option<Point>) {
    let mut left = limits.evaluations as i64;
    let mut evaluate = |alpha: f64| {
        left -= 1;
        (evaluate(alpha), left)
    };
    let (start, _) = evaluate(0.0);
    let (mut first, mut remaining) = evaluate(start.newton());
    if first.slope.abs() < limits.slope && (first.alpha == 0.0 || first.cost < 0.0) {
        return (first.alpha, Some(first));
    }
    // Newton steps until the slope changes its sign
    let direction = if first.slope < 0.0 { 1.0 } else { -1.0 };
    let mut second = start;
    while first.slope * direction <= -limits.slope && remaining > 0 {
        second = first;
        (first, remaining) = evaluate(first.newton());
        if first.slope.abs() < limits.slope && first.cost < 0.0 {
            return (first.alpha, Some(first));
        }
    }
    if remaining <= 0 {
        return (first.alpha, Some(first));
    }
    let (next, mut remaining) = evaluate(first.newton());
    let mut ends = [
        End { at: first, next },
        End {
            at: second,
            next: first,
        },
    ];
    while remaining > 0 {
        let (middle, _) = evaluate(0.5 * (ends[0].at.alpha + ends[1].at.alpha));
        let candidates = [ends[0].next, ends[1].next, middle];
        let mut best: Option<Point> = None;
        for c in candidates {
            if c.slope.abs() < limits.slope && best.is_none_or(|b| c.cost < b.cost) {
                best = Some(c);
            }
        }
        if let Some(best) = best {
            return (best.alpha, Some(best));
        }
        let mut count = 0;
        let mut counted = |alpha: f64| {
            let (point, rest) = evaluate(alpha);
            count = rest;
            point
        };
        let moved_first = ends[0].advance(&candidates, &mut counted);
        let moved_second = ends[1].advance(&candidates, &mut counted);
        if !moved_first && !moved_second {
            // nothing between the ends can be told apart
            return (middle.alpha, Some(middle));
        }
        remaining = count;
    }
    let [a, b] = [ends[0].at, ends[1].at];
    if a.cost <= b.cost && a.cost < 0.0 {
        (a.alpha, Some(a))
    } else if b.cost <= a.cost && b.cost < 0.0 {
        (b.alpha, Some(b))
    } else {
        (0.0, None)
    }
}

/// Rows of dry friction.
#[derive(Clone, Copy)]
struct Friction<'a> {
    start: &'a [f64],
    change: &'a [f64],
    edge: &'a [f64],
    mass: &'a [f64],
}

/// Cost and derivatives of everything at one point.
struct Evaluate<'a> {
    line: &'a Line,
    friction: Friction<'a>,
    alpha: f64,
}

impl Kernel for Evaluate<'_> {
    type Output = Point;

    #[inline(always)]
    fn run<A: Arith>(self) -> Point {
        let alpha = self.alpha;
        let mut at = add_signed::<A>(self.line, alpha);
        if !self.friction.start.is_empty() {
            add_friction::<A>(&mut at, self.friction);
        }
        for cone in &self.line.cones {
            cone.add(&mut at);
        }
        if at.curvature <= 0.0 {
            at.curvature = MINVAL;
        }
        at
    }
}

/// Signed rows, with the smooth part.
#[inline(always)]
fn add_signed<A: Arith>(line: &Line, alpha: f64) -> Point {
    let n = line.residual.len();
    let (r, v, start) = (&line.residual[..n], &line.change[..n], &line.start[..n]);
    let (q0, q1, q2) = (&line.q0[..n], &line.q1[..n], &line.q2[..n]);
    let mut sums = [[0.0; 4]; 3];
    let mut add = |i: usize, lane: usize| {
        let inside = A::mul_add(alpha, v[i], r[i]) < 0.0;
        sums[0][lane] += (if inside { q0[i] } else { 0.0 }) - start[i];
        sums[1][lane] += if inside { q1[i] } else { 0.0 };
        sums[2][lane] += if inside { q2[i] } else { 0.0 };
    };
    let mut i = 0;
    while i + 4 <= n {
        for lane in 0..4 {
            add(i + lane, lane);
        }
        i += 4;
    }
    while i < n {
        add(i, 0);
        i += 1;
    }
    let total = sums.map(|s| (s[0] + s[2]) + (s[1] + s[3]));
    let (linear, quadratic) = (total[1] + line.smooth[0], total[2] + line.smooth[1]);
    Point {
        alpha,
        cost: alpha * alpha * quadratic + alpha * linear + total[0],
        slope: 2.0 * alpha * quadratic + linear,
        curvature: 2.0 * quadratic,
    }
}

/// Cost and derivatives of dry friction: quadratic up to the edge, linear beyond.
///
/// With c the residual x clamped to the edge, the cost is D c (x - c/2). The difference of two costs is written so that it
/// does not cancel where both points are on the same piece.
#[inline(always)]
fn add_friction<A: Arith>(at: &mut Point, f: Friction) {
    let n = f.start.len();
    let (start, change, edge, mass) = (&f.start[..n], &f.change[..n], &f.edge[..n], &f.mass[..n]);
    let alpha = at.alpha;
    let (mut cost, mut slope, mut curvature) = ([0.0; 4], [0.0; 4], [0.0; 4]);
    let mut add = |i: usize, lane: usize| {
        let clamp = |x: f64| {
            let low = if x < -edge[i] { -edge[i] } else { x };
            if low > edge[i] { edge[i] } else { low }
        };
        let (x0, v) = (start[i], change[i]);
        let x1 = A::mul_add(alpha, v, x0);
        let (c0, c1) = (clamp(x0), clamp(x1));
        let pushed = (c1 - c0) * (x1 - 0.5 * (c0 + c1));
        cost[lane] += mass[i] * A::mul_add(c0, alpha * v, pushed);
        slope[lane] += mass[i] * c1 * v;
        curvature[lane] += if c1 == x1 { mass[i] * v * v } else { 0.0 };
    };
    let mut i = 0;
    while i + 4 <= n {
        for lane in 0..4 {
            add(i + lane, lane);
        }
        i += 4;
    }
    while i < n {
        add(i, 0);
        i += 1;
    }
    at.cost += (cost[0] + cost[2]) + (cost[1] + cost[3]);
    at.slope += (slope[0] + slope[2]) + (slope[1] + slope[3]);
    at.curvature += (curvature[0] + curvature[2]) + (curvature[1] + curvature[3]);
}

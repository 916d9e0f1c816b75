//! The collision query of two convex shapes: nearest points when they are apart, depth when they overlap, and the
//! further points of a contact between faces.

use core::marker::PhantomData;

use ligament_math::Vec3;
use ligament_math::simd::{Arith, Kernel, run};

use super::epa::{Depth, epa};
use super::gjk::{Limits, Nearest, Simplex, gjk};
use super::manifold::{Manifold, expand};
use super::polytope::Polytope;
use super::shape::{Convex, Placed};
use super::start::Build;
use super::support::{Any, Kinds, Meshes, Solids};

/// Most points of one contact.
pub(super) const MAX_POINTS: usize = 8;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask {
    pub limits: Limits,
    /// Most points of a contact; zero if only the distance is wanted.
    pub points: usize,
}

/// Pairs of points of the two shapes.
#[derive(Clone, Debug, Default)]
pub(super) struct Witness {
    pub n: usize,
    pub dist: [f64; MAX_POINTS],
    pub x1: [Vec3; MAX_POINTS],
    pub x2: [Vec3; MAX_POINTS],
}

impl Witness {
    fn set(&mut self, dist: f64, x1: Vec3, x2: Vec3) {
        (self.dist[0], self.x1[0], self.x2[0]) = (dist, x1, x2);
        self.n = 1;
    }

    /// Moves the points of both shapes out of their cores along a direction from the first to the second.
    pub fn inflate(&mut self, m1: f64, m2: f64, dir: Vec3) {
        if m1 == 0.0 && m2 == 0.0 {
            return;
        }
        for i in 0..self.n {
            self.x1[i] += dir * m1;
            self.x2[i] += dir * -m2;
            self.dist[i] -= m1 + m2;
        }
    }

    fn least(&self, first: f64) -> f64 {
        let rest = self.dist.iter().take(self.n).skip(1);
        rest.fold(first, |least, &d| if d < least { d } else { least })
    }
}

/// Storage of the convex collision routine, used again and again.
#[derive(Clone, Debug, Default)]
pub struct ConvexScratch {
    pub(super) witness: Witness,
    pub(super) simplex: Simplex,
    pub(super) polytope: Polytope,
    pub(super) manifold: Manifold,
}

impl ConvexScratch {
    /// Storage that suffices for a number of iterations, hull polygons of up to `polygon` corners and hull
    /// vertices with up to `degree` edges: queries within these bounds allocate nothing.
    pub fn new(iterations: usize, polygon: usize, degree: usize) -> Self {
        let mut scratch = Self::default();
        scratch.polytope.reserve(iterations.min(1000));
        scratch.manifold.reserve(polygon, degree);
        scratch
    }

    /// The direction from the first shape to the second along which the last query found them apart.
    pub fn separating_axis(&self) -> Option<Vec3> {
        let axis = self.simplex.axis;
        (axis != Vec3::ZERO).then_some(axis)
    }

    /// Answers a query. The result is the least signed distance; the points are in the witness.
    pub(super) fn query(&mut self, a: &mut Placed, b: &mut Placed, ask: &Ask) -> f64 {
        let mesh = |placed: &Placed| matches!(placed.shape, Convex::Mesh(_));
        match (mesh(a), mesh(b)) {
            (false, false) => run(Query::<Solids, Solids>::new(self, a, b, ask)),
            (false, true) => run(Query::<Solids, Meshes>::new(self, a, b, ask)),
            (true, true) => run(Query::<Meshes, Meshes>::new(self, a, b, ask)),
            (true, false) => run(Query::<Any, Any>::new(self, a, b, ask)),
        }
    }

    /// The answer if the nearest points of cores, which have some radii, give it: always, unless they overlap.
    #[inline(always)]
    fn answer_by_cores(
        &mut self,
        near: &Nearest,
        [r1, r2]: [f64; 2],
        a: &Placed,
        b: &Placed,
        ask: &Ask,
    ) -> Option<f64> {
        if near.dist > ask.limits.tolerance {
            if !near.found {
                self.witness.n = 0;
                return Some(f64::MAX);
            }
            self.witness.set(near.dist, near.x1, near.x2);
            if r1 != 0.0 || r2 != 0.0 {
                let (dir, _) = (near.x2 - near.x1).normalize_or_x();
                self.witness.inflate(r1, r2, dir);
            }
            let dist = self.witness.dist[0];
            if dist > ask.limits.cutoff {
                return Some(f64::MAX);
            }
            if dist < 0.0 && ask.points > 1 && self.simplex.n > 0 {
                self.spread(a, b, ask);
            }
            return Some(self.witness.least(self.witness.dist[0]));
        }
        if ask.points == 0 {
            self.witness.n = 0;
            return Some(0.0);
        }
        None
    }

    /// Replaces nearest points by the deepest ones.
    #[inline(always)]
    fn measure_depth<A: Kinds, B: Kinds>(
        &mut self,
        a: &mut Placed,
        b: &mut Placed,
        ask: &Ask,
        near: f64,
    ) {
        let Limits {
            tolerance,
            iterations,
            cutoff,
        } = ask.limits;
        self.witness.dist[0] = 0.0;
        self.polytope.reserve(iterations.min(1000));
        let mut build = Build {
            a,
            b,
            simplex: &mut self.simplex,
            tolerance,
        };
        if !build.polytope(&mut self.polytope) {
            return;
        }
        let (pt, simplex) = (&mut self.polytope, &mut self.simplex);
        match epa::<A, B>(a, b, tolerance, iterations, pt, simplex) {
            Depth::Found(dist, x1, x2) => {
                self.witness.set(dist, x1, x2);
                if ask.points > 1 {
                    self.spread(a, b, ask);
                }
            }
            Depth::Touching if cutoff > 0.0 => {
                self.witness.n = 1;
                self.witness.dist[0] = near;
            }
            _ => self.witness.n = 0,
        }
    }

    /// Looks for further points of the contact.
    fn spread(&mut self, a: &Placed, b: &Placed, ask: &Ask) {
        let points = ask.points.min(MAX_POINTS);
        expand(
            a,
            b,
            &self.simplex,
            points,
            &mut self.manifold,
            &mut self.witness,
        );
    }
}

/// A query of shapes of some kinds, as a piece of work for the best instructions of the machine.
struct Query<'s, 'a, 'b, A, B> {
    scratch: &'s mut ConvexScratch,
    a: &'s mut Placed<'a>,
    b: &'s mut Placed<'b>,
    ask: &'s Ask,
    kinds: PhantomData<(A, B)>,
}

impl<'s, 'a, 'b, A, B> Query<'s, 'a, 'b, A, B> {
    fn new(
        scratch: &'s mut ConvexScratch,
        a: &'s mut Placed<'a>,
        b: &'s mut Placed<'b>,
        ask: &'s Ask,
    ) -> Self {
        Query {
            scratch,
            a,
            b,
            ask,
            kinds: PhantomData,
        }
    }
}

impl<A: Kinds, B: Kinds> Kernel for Query<'_, '_, '_, A, B> {
    type Output = f64;

    #[inline(always)]
    fn run<R: Arith>(self) -> f64 {
        let Self {
            scratch, a, b, ask, ..
        } = self;
        let rounded = a.core_radius().is_some() || b.core_radius().is_some();
        let inflated =
            a.shape.takes_margin() && b.shape.takes_margin() && (a.margin > 0.0 || b.margin > 0.0);
        // between cores, which is exact and cheap unless they overlap; then between whole shapes
        let mut by_cores = rounded || inflated;
        loop {
            let margins = [a.margin, b.margin];
            let mut limits = ask.limits;
            let mut radii = [0.0; 2];
            if by_cores {
                radii = [a.strip(), b.strip()];
                limits.cutoff += radii[0] + radii[1];
            }
            let start = (a.center(), b.center());
            let near = gjk::<A, B>(a, b, start, &limits, &mut scratch.simplex);
            if by_cores {
                (a.core, b.core) = (false, false);
                [a.margin, b.margin] = margins;
                if let Some(dist) = scratch.answer_by_cores(&near, radii, a, b, ask) {
                    return dist;
                }
                by_cores = false;
                continue;
            }
            scratch.witness.set(near.dist, near.x1, near.x2);
            scratch.witness.n = usize::from(near.found);
            if ask.points == 0 {
                return near.dist;
            }
            let overlap =
                near.dist <= ask.limits.tolerance && !near.separated && scratch.simplex.n > 1;
            if overlap {
                scratch.measure_depth::<A, B>(a, b, ask, near.dist);
            }
            return scratch.witness.least(scratch.witness.dist[0]);
        }
    }
}

//! Height fields: contacts with convex shapes, and rays.

use ligament_geom::convex::{
    Convex, ConvexScratch, ConvexSettings, HeightField, hfield_convex, legacy_hfield_convex,
};
use ligament_geom::ray::height_field;
use ligament_geom::{Pose, PreContacts};
use ligament_math::{Mat3, Vec3};

use crate::generate::{Form, KINDS, Rng, Solid, extent, shape};
use crate::ledger::{Ledger, cases};
use crate::meshes::Library;
use crate::primitive::check_contacts;
use crate::ray::{check_ray, random_ray};
use crate::reference::{outside, support};

struct Terrain {
    nrow: usize,
    ncol: usize,
    size: [f64; 4],
    data: Vec<f32>,
}

impl Terrain {
    fn random(rng: &mut Rng) -> Self {
        let (nrow, ncol) = (2 + rng.below(9), 2 + rng.below(9));
        let flat = rng.below(4) == 0;
        let height = |rng: &mut Rng| {
            if flat {
                0.5
            } else {
                rng.pick(&[0.0, 1.0, 0.3, 0.8]) * rng.unit()
            }
        };
        Terrain {
            nrow,
            ncol,
            size: [
                rng.range(0.5, 2.0),
                rng.range(0.5, 2.0),
                rng.range(0.1, 1.0),
                rng.range(0.05, 0.5),
            ],
            data: (0..nrow * ncol).map(|_| height(rng) as f32).collect(),
        }
    }

    fn field(&self) -> HeightField<'_> {
        HeightField {
            nrow: self.nrow,
            ncol: self.ncol,
            size: self.size,
            data: &self.data,
        }
    }

    /// How far a point is outside; inside, the least of the distances to walls and base and of the depth below the
    /// surface.
    fn outside(&self, p: Vec3) -> f64 {
        let [sx, sy, top, base] = self.size;
        let cells = [self.ncol - 1, self.nrow - 1];
        let place = |k: usize, s: f64| {
            ((p[k] + s) / (2.0 * s) * cells[k] as f64).clamp(0.0, cells[k] as f64)
        };
        let (x, y) = (place(0, sx), place(1, sy));
        let (col, row) = (
            (x as usize).min(cells[0] - 1),
            (y as usize).min(cells[1] - 1),
        );
        let (u, v) = (x - col as f64, y - row as f64);
        let z = |r: usize, c: usize| f64::from(self.data[r * self.ncol + c]) * top;
        let (h00, h11) = (z(row, col), z(row + 1, col + 1));
        // the diagonal runs from (row, col) to (row + 1, col + 1)
        let (surface, slope) = if u >= v {
            let h = z(row, col + 1);
            (h00 + u * (h - h00) + v * (h11 - h), [h - h00, h11 - h])
        } else {
            let h = z(row + 1, col);
            (h00 + v * (h - h00) + u * (h11 - h), [h11 - h, h - h00])
        };
        let rate = |k: usize, s: f64| slope[k] * cells[k] as f64 / (2.0 * s);
        let steepness = Vec3([rate(0, sx), rate(1, sy), 1.0]).norm();
        let above = (p[2] - surface) / steepness;
        above
            .max(p[0].abs() - sx)
            .max(p[1].abs() - sy)
            .max(-base - p[2])
    }
}

#[test]
fn height_fields_are_hit_where_they_are() {
    let mut ledger = Ledger::default();
    let mut rng = Rng::new(401);
    let mut terrain = Terrain::random(&mut rng);
    for round in 0..cases(8_000) {
        if round % 20 == 0 {
            terrain = Terrain::random(&mut rng);
        }
        let mut ray = random_ray(&mut rng, 1.5);
        ray.origin += rng.vec(1e-3);
        ray.dir += rng.vec(1e-3 * ray.dir.norm());
        // the seam between terrain and base is a surface from inside
        if terrain.outside(ray.origin) < 0.0 {
            continue;
        }
        let hit = height_field(&ray, &terrain.field());
        check_ray(
            &mut ledger,
            "height field",
            &ray,
            hit,
            2.0,
            &|p| terrain.outside(p),
            &|| {
                format!(
                    "{:?} {} {} {:?}",
                    terrain.size, terrain.nrow, terrain.ncol, terrain.data
                )
            },
        );
    }
    ledger.finish();
}

#[test]
fn height_fields_touch_what_reaches_into_them() {
    let library = Library::new();
    let mut ledger = Ledger::default();
    let mut rng = Rng::new(402);
    let mut scratch = ConvexScratch::default();
    let settings = ConvexSettings::default();
    let mut terrain = Terrain::random(&mut rng);
    for round in 0..cases(1_200) {
        if round % 20 == 0 {
            terrain = Terrain::random(&mut rng);
        }
        let kind = KINDS[round % KINDS.len()];
        let form = rng.pick(&[
            Form::Ordinary,
            Form::Ordinary,
            Form::Slender,
            Form::Wild,
            Form::Degenerate,
        ]);
        let solid_shape = shape(&mut rng, kind, form, &library);
        let radius = extent(&solid_shape);
        let frame = Pose {
            pos: rng.vec(1.0),
            mat: rng.rotation(),
        };
        let local = Vec3([
            rng.range(-1.1, 1.1) * terrain.size[0],
            rng.range(-1.1, 1.1) * terrain.size[1],
            rng.range(-0.5, 1.0),
        ]);
        let solid = Solid {
            shape: solid_shape,
            pose: Pose {
                pos: frame.pos + frame.mat.mul_vec(local),
                mat: rng.rotation(),
            },
        };
        let some = rng.scale(1e-3, 0.1);
        let margin = rng.pick(&[0.0, some]);
        let detail = || {
            format!(
                "{:?} {} {} {:?} {frame:?} {solid:?} margin {margin}",
                terrain.size, terrain.nrow, terrain.ncol, terrain.data
            )
        };
        let mut out = PreContacts::default();
        hfield_convex(
            (&terrain.field(), &frame),
            (&solid.shape, &solid.pose),
            radius,
            margin,
            &settings,
            &mut scratch,
            &mut out,
        );
        let name = format!("{kind:?} {form:?}");
        check_contacts(
            &mut ledger,
            &name,
            &out,
            margin,
            1e-4 * (1.0 + radius),
            &detail,
        );
        let depth = |p: Vec3| terrain.outside(frame.mat.tr_mul_vec(p - frame.pos));
        // a point of the shape inside the field
        if matches!(form, Form::Ordinary | Form::Slender) {
            let near = (0..40)
                .map(|_| support(&solid, rng.direction()))
                .chain([solid.pose.pos]);
            let deepest = near.map(depth).fold(f64::MAX, f64::min);
            ledger.check(
                deepest > -1e-4 || !out.is_empty(),
                &format!("{name}: missed"),
                || format!("{deepest} {}", detail()),
            );
        }
        if form == Form::Ordinary {
            for c in out.iter() {
                let reach = 0.5 * c.dist.abs() + 1e-4;
                let off = outside(&solid, c.pos);
                ledger.check(off <= reach, &format!("{name}: position"), || {
                    format!("{off} {c:?} {}", detail())
                });
            }
        }
        let mut old = PreContacts::default();
        legacy_hfield_convex(
            (&terrain.field(), &frame),
            (&solid.shape, &solid.pose),
            radius,
            margin,
            &settings,
            &mut old,
        );
        check_contacts(
            &mut ledger,
            &format!("{name} by portals"),
            &old,
            f64::INFINITY,
            0.0,
            &detail,
        );
    }
    ledger.finish();
}

/// Fields that are no fields, and heights that are no numbers.
#[test]
fn strange_fields_do_not_panic() {
    let mut scratch = ConvexScratch::default();
    let settings = ConvexSettings::default();
    let at = |x: f64| Pose {
        pos: Vec3([x, 0.0, 0.1]),
        mat: Mat3::IDENTITY,
    };
    let data = [f32::NAN, 0.5, f32::INFINITY, -1.0, 0.0, 1.0];
    for (nrow, ncol) in [
        (0, 0),
        (1, 1),
        (1, 6),
        (6, 1),
        (2, 3),
        (3, 2),
        (50, 50),
        (2, 1 << 20),
    ] {
        for size in [
            [1.0, 1.0, 1.0, 0.1],
            [0.0; 4],
            [f64::NAN; 4],
            [1e300, 1e-300, 1e300, 0.0],
        ] {
            let field = HeightField {
                nrow,
                ncol,
                size,
                data: &data,
            };
            for pose in [at(0.0), at(f64::NAN), at(f64::INFINITY), at(1e200)] {
                for shape in [
                    Convex::Sphere { radius: 0.3 },
                    Convex::Box {
                        size: Vec3([f64::NAN, 0.1, 1.0]),
                    },
                ] {
                    let mut out = PreContacts::default();
                    let (one, other) = ((&field, &at(0.0)), (&shape, &pose));
                    if ncol < 100 {
                        hfield_convex(one, other, 0.3, 0.01, &settings, &mut scratch, &mut out);
                    }
                }
                let ray = ligament_geom::ray::Ray {
                    origin: pose.pos,
                    dir: Vec3([1.0, 0.2, -0.1]),
                };
                height_field(&ray, &field);
            }
        }
    }
}

//! Rays.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::engine::ray::{Filter, RayHit, multi_ray, ray, ray_asset};
use ligament::engine::shape::primitive_hit;
use ligament::geom::Pose;
use ligament::geom::ray::Ray;
use ligament::math::{Mat3, Vec3};
use ligament::model::enums::{GeomType, Keyword};
use pyo3::prelude::*;

use crate::args::{In, Int, MaybeIn, MaybeOut, Num, Out, data_functions, fixed, functions, wrong};

fn groups(geomgroup: &MaybeIn<u8>) -> Option<[u8; 6]> {
    let flags = geomgroup.0.as_ref()?;
    Some(std::array::from_fn(|i| flags[i]))
}

fn line(pnt: &[f64], vec: &[f64]) -> Ray {
    Ray {
        origin: Vec3(fixed(pnt)),
        dir: Vec3(fixed(vec)),
    }
}

/// Writes the normal; gives the distance, -1 without a hit.
fn report(hit: Option<RayHit>, normal: &mut MaybeOut) -> f64 {
    normal.fill_from(&hit.map_or(Vec3::ZERO, |hit| hit.normal).0);
    hit.map_or(-1.0, |hit| hit.dist)
}

mod of_data {
    use super::*;

    data_functions! {
        run
        /// Distance to the first geom that a ray meets, or -1.
        #[pyo3(signature = (m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, normal = None))]
        fn mj_ray(
            m, d, _, pnt: In = 3, vec: In = 3, geomgroup: MaybeIn<u8> = 6, flg_static: Int, bodyexclude: Int,
            geomid: MaybeOut<i32> = 1, normal: MaybeOut = 3,
        ) -> f64 {
            let groups = groups(&geomgroup);
            let filter = Filter {
                geomgroup: groups.as_ref(),
                flg_static: *flg_static != 0,
                bodyexclude: usize::try_from(*bodyexclude).ok(),
            };
            let hit = ray(m, &d.pose, &line(&pnt, &vec), &filter);
            geomid.fill_from(&[hit.map_or(-1, |hit| hit.geom as i32)]);
            report(hit, &mut normal)
        }
        /// Distances to the first geoms that rays from one point meet, or -1.
        #[pyo3(signature = (m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, dist, normal, nray, cutoff))]
        fn mj_multiRay(
            m, d, _, pnt: In = 3, vec: In, geomgroup: MaybeIn<u8> = 6, flg_static: Int, bodyexclude: Int,
            geomid: Out<i32>, dist: Out, normal: MaybeOut, nray: Int, cutoff: Num,
        ) -> () {
            let count = nray.size("nray")?;
            vec.expect(3 * count)?;
            geomid.expect(count)?;
            dist.expect(count)?;
            if let Some(normal) = &normal.0 {
                normal.expect(3 * count)?;
            }
            let dirs: Vec<Vec3> = vec.chunks_exact(3).map(|v| Vec3(fixed(v))).collect();
            let groups = groups(&geomgroup);
            let filter = Filter {
                geomgroup: groups.as_ref(),
                flg_static: *flg_static != 0,
                bodyexclude: usize::try_from(*bodyexclude).ok(),
            };
            multi_ray(m, &d.pose, Vec3(fixed(&pnt)), &dirs, &filter, *cutoff, |i, hit| {
                dist[i] = hit.map_or(-1.0, |hit| hit.dist);
                geomid[i] = hit.map_or(-1, |hit| hit.geom as i32);
                if let Some(normal) = &mut normal.0 {
                    let at = hit.map_or(Vec3::ZERO, |hit| hit.normal);
                    normal[3 * i..3 * i + 3].copy_from_slice(&at.0);
                }
            })
        }
        /// Distance along a ray to a geom that is a height field, or -1.
        #[pyo3(signature = (m, d, geomid, pnt, vec, normal = None))]
        fn mj_rayHfield(m, d, _, geomid: Int, pnt: In = 3, vec: In = 3, normal: MaybeOut = 3) -> f64 {
            let geom = geomid.index("geom", m.size.ngeom)?;
            if !m.geom.kind[geom].is(GeomType::HeightField) {
                return Err(wrong(format!("geom {geom} is no height field")));
            }
            report(ray_asset(m, &d.pose, GeomType::HeightField, geom, &line(&pnt, &vec)), &mut normal)
        }
        /// Distance along a ray to a geom that is a mesh, or -1.
        #[pyo3(signature = (m, d, geomid, pnt, vec, normal = None))]
        fn mj_rayMesh(m, d, _, geomid: Int, pnt: In = 3, vec: In = 3, normal: MaybeOut = 3) -> f64 {
            let geom = geomid.index("geom", m.size.ngeom)?;
            if !m.geom.kind[geom].is(GeomType::Mesh) {
                return Err(wrong(format!("geom {geom} is no mesh")));
            }
            report(ray_asset(m, &d.pose, GeomType::Mesh, geom, &line(&pnt, &vec)), &mut normal)
        }
    }
}

mod of_shapes {
    use super::*;

    functions! {
        /// Distance along a ray to a primitive shape, or -1.
        #[pyo3(signature = (pos, mat, size, pnt, vec, geomtype, normal = None))]
        fn mju_rayGeom(
            pos: In = 3, mat: In = 9, size: In = 3, pnt: In = 3, vec: In = 3, geomtype: Int, normal: MaybeOut = 3,
        ) -> f64 {
            let kind = i32::try_from(*geomtype).ok().and_then(GeomType::from_number);
            let pose = Pose { pos: Vec3(fixed(&pos)), mat: Mat3(fixed(&mat)) };
            let local = line(&pnt, &vec).in_frame(&pose);
            let hit = match kind {
                Some(GeomType::HeightField | GeomType::Mesh | GeomType::Sdf) | None => {
                    return Err(wrong(format!("geom type {} is no primitive shape", *geomtype)));
                }
                Some(kind) => primitive_hit(kind, Vec3(fixed(&size)), &local),
            };
            normal.fill_from(&hit.map_or(Vec3::ZERO, |hit| hit.outward(&pose.mat)).0);
            hit.map_or(-1.0, |hit| hit.x)
        }
    }
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    of_data::register(module)?;
    of_shapes::register(module)
}

//! Hulls of all sorts, with the tables that compiled models have.

use ligament_geom::convex::{HullMesh, HullRings};
use ligament_geom::hull::{HullGraph, convex_hull};
use ligament_math::Vec3;

use crate::generate::Rng;

/// The columns of one mesh.
pub struct HullData {
    pub vert: Vec<[f32; 3]>,
    pub normals: Vec<Vec3>,
    graph: Vec<i32>,
    extrema: [i32; 27],
    rings: Option<HullRings>,
    polyvertadr: Vec<i32>,
    polyvertnum: Vec<i32>,
    polyvert: Vec<i32>,
    polymapadr: Vec<i32>,
    polymapnum: Vec<i32>,
    polymap: Vec<i32>,
}

impl HullData {
    /// A mesh over points with given sides; without sides, the triangles of the hull are the sides.
    fn new(vert: Vec<[f32; 3]>, sides: Option<Vec<Vec<u32>>>) -> Self {
        let points: Vec<Vec3> = vert.iter().map(|v| Vec3(v.map(f64::from))).collect();
        let mut data = HullData {
            vert,
            normals: Vec::new(),
            graph: Vec::new(),
            extrema: [0; 27],
            rings: None,
            polyvertadr: Vec::new(),
            polyvertnum: Vec::new(),
            polyvert: Vec::new(),
            polymapadr: Vec::new(),
            polymapnum: Vec::new(),
            polymap: Vec::new(),
        };
        let Ok(hull) = convex_hull(&points, None) else {
            return data;
        };
        let graph = HullGraph::new(&hull);
        let mut best = [(f64::MIN, 0); 27];
        for (local, &global) in graph.vert_globalid.iter().enumerate() {
            for (k, entry) in best.iter_mut().enumerate() {
                let sign = |digit: usize| digit as f64 - 1.0;
                let dir = Vec3([sign(k / 9), sign(k / 3 % 3), sign(k % 3)]);
                let along = dir.dot(points[global as usize]);
                if along > entry.0 {
                    *entry = (along, local as i32);
                }
            }
        }
        data.extrema = best.map(|(_, local)| local);
        data.graph = graph.to_flat();
        data.rings = HullRings::new(&data.vert, &data.graph);
        let triangles = || hull.triangles.iter().map(|t| t.to_vec()).collect();
        let sides = sides.unwrap_or_else(triangles);
        let mut around = vec![Vec::new(); points.len()];
        for (i, side) in sides.iter().enumerate() {
            data.polyvertadr.push(data.polyvert.len() as i32);
            data.polyvertnum.push(side.len() as i32);
            let at = |k: usize| points[side[k] as usize] - points[side[0] as usize];
            let normal = (2..side.len()).fold(Vec3::ZERO, |n, k| n + at(k - 1).cross(at(k)));
            data.normals.push(normal.normalize_or_x().0);
            for &v in side {
                data.polyvert.push(v as i32);
                around[v as usize].push(i as i32);
            }
        }
        for list in around {
            data.polymapadr.push(data.polymap.len() as i32);
            data.polymapnum.push(list.len() as i32);
            data.polymap.extend(list);
        }
        data
    }

    /// The mesh as the routines see it.
    pub fn hull(&self) -> HullMesh<'_> {
        HullMesh {
            vert: &self.vert,
            graph: &self.graph,
            extrema: &self.extrema,
            rings: self.rings.as_ref(),
            polynormal: &self.normals,
            polyvertadr: &self.polyvertadr,
            polyvertnum: &self.polyvertnum,
            polyvert: &self.polyvert,
            polymapadr: &self.polymapadr,
            polymapnum: &self.polymapnum,
            polymap: &self.polymap,
        }
    }

    /// A prism over a regular polygon.
    fn prism(corners: usize, scale: Vec3) -> Self {
        let mut vert = Vec::new();
        for z in [-1.0, 1.0] {
            for k in 0..corners {
                let (sin, cos) = (std::f64::consts::TAU * k as f64 / corners as f64).sin_cos();
                let place = Vec3([cos, sin, z]).component_mul(scale);
                vert.push(place.0.map(|x| x as f32));
            }
        }
        let n = corners as u32;
        let mut sides = vec![(0..n).rev().collect::<Vec<_>>(), (n..2 * n).collect()];
        sides.extend((0..n).map(|k| vec![k, (k + 1) % n, n + (k + 1) % n, n + k]));
        Self::new(vert, Some(sides))
    }

    /// Random points on an ellipsoid, around their mean.
    fn cloud(rng: &mut Rng, count: usize, scale: Vec3) -> Self {
        let mut points: Vec<Vec3> = (0..count)
            .map(|_| rng.direction().component_mul(scale))
            .collect();
        let mean = points.iter().fold(Vec3::ZERO, |sum, &p| sum + p) / count as f64;
        points.iter_mut().for_each(|p| *p -= mean);
        Self::new(points.iter().map(|p| p.0.map(|x| x as f32)).collect(), None)
    }
}

/// Round, flat, thin, tiny, huge and degenerate meshes; the first `well_shaped` have sides of similar size.
pub struct Library {
    pub meshes: Vec<HullData>,
    pub well_shaped: usize,
}

impl Library {
    pub fn new() -> Self {
        let mut rng = Rng::new(77);
        let mut meshes: Vec<HullData> = [3, 4, 5, 6, 8, 12, 30]
            .iter()
            .map(|&n| HullData::prism(n, Vec3([0.4, 0.4, 0.3])))
            .collect();
        for count in [4, 5, 6, 8, 9, 10, 11, 14, 20, 40, 100] {
            meshes.push(HullData::cloud(&mut rng, count, Vec3([0.5, 0.4, 0.3])));
        }
        let well_shaped = meshes.len();
        for scale in [
            [0.5, 0.5, 1e-4],
            [1e-4, 1e-4, 1.0],
            [1e-5, 1e-5, 1e-5],
            [1e4, 1e4, 1e4],
            [1e3, 1.0, 1e-3],
        ] {
            meshes.push(HullData::prism(4, Vec3(scale)));
            meshes.push(HullData::prism(12, Vec3(scale)));
            meshes.push(HullData::cloud(&mut rng, 30, Vec3(scale)));
        }
        // meshes without a hull: points, lines and sheets
        for points in [
            vec![[0.0; 3]],
            vec![[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]],
            vec![[0.5, 0.0, 0.0], [-0.5, 0.5, 0.0], [-0.5, -0.5, 0.0]],
            vec![[0.0; 3]; 12],
        ] {
            meshes.push(HullData::new(points, None));
        }
        Library {
            meshes,
            well_shaped,
        }
    }
}

//! Tests of the collision driver on models built by hand.

use ligament_math::{Mat3, Quat, Vec3};
use ligament_model::enums::{DisableFlags, GeomType};
use ligament_model::id::BodyId;
use ligament_model::{Model, Sizes};

use super::*;
use crate::data::Data;
use crate::hooks::Hooks;
use crate::workspace;

/// Free spheres of radius 0.1, one per body, over a plane that belongs to the world.
fn spheres(centers: &[Vec3]) -> (Model, Data) {
    let n = centers.len();
    let mut m = Model::new(Sizes {
        nbody: n + 1,
        ngeom: n + 1,
        ..Sizes::default()
    });
    for b in 0..=n {
        m.body.parentid[b] = BodyId(0);
        m.body.rootid[b] = BodyId(b as i32);
        m.body.mocapid[b] = -1;
        m.body.weldid[b] = BodyId(b as i32);
        m.body.geomnum[b] = 1;
        m.body.geomadr[b] = b as i32;
        m.body.dofnum[b] = if b == 0 { 0 } else { 6 };
        m.body.contype[b] = 1;
        m.body.conaffinity[b] = 1;
        m.geom.bodyid[b] = BodyId(b as i32);
        m.geom.contype[b] = 1;
        m.geom.conaffinity[b] = 1;
        m.geom.condim[b] = 3;
        let kind = if b == 0 {
            GeomType::Plane
        } else {
            GeomType::Sphere
        };
        m.geom.kind[b] = kind.into();
        m.geom.rbound[b] = if b == 0 { 0.0 } else { 0.1 };
        m.geom.size[b] = Vec3::splat(0.1);
        m.geom.aabb[b] = [0.0, 0.0, 0.0, 0.1, 0.1, 0.1];
        m.geom.solmix[b] = 1.0;
    }
    let mut d = Data::new(&m);
    for (b, &center) in std::iter::once(&Vec3::ZERO).chain(centers).enumerate() {
        d.pose.geom_xpos[b] = center;
        d.pose.geom_xmat[b] = Mat3::IDENTITY;
        d.pose.geom_xquat[b] = Quat([1.0, 0.0, 0.0, 0.0]);
    }
    (m, d)
}

fn pairs(m: &Model, d: &mut Data) -> Vec<[i32; 2]> {
    workspace::with(m, |w| {
        crate::forward::collision(m, d, w, &mut Hooks::default())
    });
    d.contact.iter().map(|c| c.geom).collect()
}

/// A reproducible cloud of centres above the plane.
fn cloud(n: usize, width: f64) -> Vec<Vec3> {
    let mut state = 1u64;
    let mut next = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as f64 / (1u64 << 31) as f64
    };
    (0..n)
        .map(|_| Vec3::new(next() * width, next() * width, 0.05 + next()))
        .collect()
}

/// What the definition says: every pair of overlapping spheres, in order, the plane first.
fn expected(centers: &[Vec3]) -> Vec<[i32; 2]> {
    let mut list = Vec::new();
    for (i, c) in centers.iter().enumerate() {
        if c[2] <= 0.1 {
            list.push([0, i as i32 + 1]);
        }
    }
    for (i, a) in centers.iter().enumerate() {
        for (j, b) in centers.iter().enumerate().skip(i + 1) {
            if (*a - *b).norm() <= 0.2 {
                list.push([i as i32 + 1, j as i32 + 1]);
            }
        }
    }
    list
}

#[test]
fn few_and_many_spheres_touch_as_defined() {
    for (n, width) in [(3, 0.3), (40, 0.8), (160, 1.5), (161, 1.5), (700, 4.0)] {
        let centers = cloud(n, width);
        let (m, mut d) = spheres(&centers);
        assert_eq!(pairs(&m, &mut d), expected(&centers), "{n} spheres");
        // the sweep remembers its order: move everything and look again
        let moved: Vec<Vec3> = centers
            .iter()
            .map(|c| Vec3::new(c[1], 2.0 * c[0], c[2]))
            .collect();
        d.pose.geom_xpos[1..].copy_from_slice(&moved);
        assert_eq!(pairs(&m, &mut d), expected(&moved), "{n} spheres, moved");
    }
}

#[test]
fn parents_collide_only_on_request() {
    let centers = [Vec3::new(0.0, 0.0, 1.0), Vec3::new(0.1, 0.0, 1.0)];
    let (mut m, mut d) = spheres(&centers);
    m.body.parentid[2] = BodyId(1);
    d = {
        let mut fresh = Data::new(&m);
        fresh.pose = d.pose;
        fresh
    };
    assert!(pairs(&m, &mut d).is_empty());
    m.opt.disableflags = DisableFlags::FILTERPARENT.0;
    assert_eq!(pairs(&m, &mut d), [[1, 2]]);
}

#[test]
fn changed_bits_take_effect_at_once() {
    let centers = [Vec3::new(0.0, 0.0, 1.0), Vec3::new(0.1, 0.0, 1.0)];
    let (mut m, mut d) = spheres(&centers);
    assert_eq!(pairs(&m, &mut d), [[1, 2]]);
    m.geom.conaffinity[1] = 0;
    m.geom.conaffinity[2] = 2;
    assert!(pairs(&m, &mut d).is_empty());
    m.geom.contype[1] = 2;
    assert_eq!(pairs(&m, &mut d), [[1, 2]]);
    m.opt.disableflags = DisableFlags::CONTACT.0;
    assert!(pairs(&m, &mut d).is_empty());
}

#[test]
fn a_filter_of_the_user_decides() {
    let centers = [
        Vec3::new(0.0, 0.0, 1.0),
        Vec3::new(0.1, 0.0, 1.0),
        Vec3::new(0.2, 0.0, 1.0),
    ];
    let (m, mut d) = spheres(&centers);
    let mut filter = |_: &Model, a: usize, b: usize| [a, b] == [1, 2];
    let mut hooks = Hooks {
        contact_filter: Some(&mut filter),
        ..Hooks::default()
    };
    workspace::with(&m, |w| crate::forward::collision(&m, &mut d, w, &mut hooks));
    let list: Vec<_> = d.contact.iter().map(|c| c.geom).collect();
    assert_eq!(list, [[1, 3], [2, 3]]);
}

#[test]
fn a_routine_of_the_user_replaces_the_formula() {
    let centers = [Vec3::new(0.0, 0.0, 1.0), Vec3::new(0.1, 0.0, 1.0)];
    let (m, mut d) = spheres(&centers);
    let mut routine = |_: &Model, _: &Pose, _: usize, _: usize, _: f64, out: &mut PreContacts| {
        out.push(ligament_geom::PreContact {
            dist: -0.5,
            normal: Vec3::Z,
            ..Default::default()
        });
        true
    };
    let mut hooks = Hooks {
        contact_pair: Some(&mut routine),
        ..Hooks::default()
    };
    workspace::with(&m, |w| crate::forward::collision(&m, &mut d, w, &mut hooks));
    assert_eq!(d.contact.len(), 1);
    assert_eq!(d.contact[0].dist, -0.5);
    assert_eq!(&d.contact[0].frame[..3], &[0.0, 0.0, 1.0]);
}

#[test]
fn priority_decides_and_equals_are_mixed() {
    let centers = [Vec3::new(0.0, 0.0, 1.0), Vec3::new(0.1, 0.0, 1.0)];
    let (mut m, mut d) = spheres(&centers);
    m.geom.friction[1] = [0.5, 0.0, 0.3];
    m.geom.friction[2] = [0.2, 0.1, 0.0];
    m.geom.solref[1] = [0.02, 1.0];
    m.geom.solref[2] = [0.04, 1.0];
    m.geom.solmix[1] = 3.0;
    pairs(&m, &mut d);
    let c = &d.contact[0];
    assert_eq!(c.friction, [0.5, 0.5, 0.1, 0.3, 0.3]);
    assert!((c.solref[0] - 0.025).abs() < 1e-15);
    m.geom.priority[2] = 1;
    pairs(&m, &mut d);
    let c = &d.contact[0];
    assert_eq!(c.friction, [0.2, 0.2, 0.1, 1e-5, 1e-5]);
    assert_eq!(c.solref[0], 0.04);
}

#[test]
fn bad_numbers_do_not_panic() {
    for n in [5, 200] {
        let (m, mut d) = spheres(&cloud(n, 1.0));
        for (i, p) in d.pose.geom_xpos.iter_mut().enumerate() {
            if i % 3 == 0 {
                *p = Vec3::splat(if i % 2 == 0 { f64::NAN } else { f64::INFINITY });
            }
        }
        pairs(&m, &mut d);
    }
}

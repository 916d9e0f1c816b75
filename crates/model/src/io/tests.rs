use super::*;
use crate::enums::{JointType, ObjectType};
use crate::id::TreeId;

/// A world with one body on a hinge, as the compiler would lay it out in the parts that matter here.
fn small() -> Model {
    let size = Sizes {
        nq: 1,
        nv: 1,
        nbody: 2,
        njnt: 1,
        ntree: 1,
        nM: 1,
        nB: 1,
        nC: 1,
        nD: 1,
        nuser_body: 3,
        nkey: 2,
        nnames: 14,
        ..Sizes::default()
    };
    let mut m = Model::new(size);
    m.body.parentid = vec![0.into(), 0.into()];
    m.body.rootid = vec![0.into(), 1.into()];
    m.body.weldid = vec![0.into(), 1.into()];
    m.body.mocapid = vec![-1, -1];
    m.body.plugin = vec![-1, -1];
    m.body.mass = vec![0.0, 2.5];
    m.body.user = (0..6).map(f64::from).collect();
    m.jnt.bodyid = vec![1.into()];
    m.jnt.plasticadr = vec![-1];
    m.dof.bodyid = vec![1.into()];
    m.dof.jntid = vec![0.into()];
    m.dof.treeid = vec![0.into()];
    m.body.jntadr = vec![-1, 0];
    m.body.jntnum = vec![0, 1];
    m.body.dofadr = vec![-1, 0];
    m.body.dofnum = vec![0, 1];
    m.body.treeid = vec![TreeId::NONE, 0.into()];
    m.tree.bodyadr = vec![1];
    m.tree.bodynum = vec![1];
    m.tree.dofnum = vec![1];
    m.jnt.kind = vec![JointType::Hinge.into()];
    m.sparse.B_rownnz = vec![0, 1];
    m.sparse.M_rownnz = vec![1];
    m.sparse.D_rownnz = vec![1];
    m.name.names = b"m\0world\0arm\0\0\0".to_vec();
    m.name.bodyadr = vec![2, 8];
    m.name.jntadr = vec![12];
    m.name.keyadr = vec![12, 12];
    m.opt.timestep = 0.004;
    m.stat.extent = 7.0;
    m
}

#[test]
fn round_trip_keeps_everything() {
    let m = small();
    let read = Model::from_bytes(&m.to_bytes()).unwrap();
    assert_eq!(read, m);
    assert_eq!(read.name_of(ObjectType::Body, 1), Some("arm"));
}

#[test]
fn truncation_and_damage_are_errors_everywhere() {
    let bytes = small().to_bytes();
    for length in (0..bytes.len()).step_by(7) {
        assert!(Model::from_bytes(&bytes[..length]).is_err());
    }
    for at in (0..bytes.len()).step_by(11) {
        let mut bad = bytes.clone();
        bad[at] ^= 0x40;
        assert!(Model::from_bytes(&bad).is_err(), "byte {at}");
    }
}

/// Rewrites the checksum, so that damage behind it is seen.
fn seal(bytes: &mut [u8]) {
    let sum = fnv1a(&bytes[HEADER..]).to_le_bytes();
    bytes[HEADER - 8..HEADER].copy_from_slice(&sum);
}

#[test]
fn a_promise_of_gigabytes_is_refused_before_allocating() {
    let bytes = small().to_bytes();
    for size in [
        "size.nbody",
        "size.nuser_body",
        "size.nq",
        "size.nmeshvert",
        "size.nkey",
    ] {
        let mut bad = bytes.clone();
        let at = bad
            .windows(size.len())
            .position(|w| w == size.as_bytes())
            .unwrap()
            + size.len()
            + 9;
        bad[at..at + 8].copy_from_slice(&(1_u64 << 40).to_le_bytes());
        seal(&mut bad);
        assert!(
            matches!(
                Model::from_bytes(&bad),
                Err(BinaryError::Shape { .. } | BinaryError::Missing { .. })
            ),
            "{size}"
        );
    }
}

#[test]
fn a_huge_count_is_refused() {
    let mut bad = small().to_bytes();
    let at = bad.windows(9).position(|w| w == b"body_mass").unwrap() + 10;
    bad[at..at + 8].copy_from_slice(&u64::MAX.to_le_bytes());
    seal(&mut bad);
    assert_eq!(Model::from_bytes(&bad), Err(BinaryError::Truncated));
}

#[test]
fn indices_into_nothing_are_refused() {
    let mut m = small();
    m.jnt.bodyid = vec![9.into()];
    let error = Model::from_bytes(&m.to_bytes());
    assert_eq!(
        error,
        Err(BinaryError::Range {
            name: "jnt_bodyid",
            row: 0
        })
    );
    let mut m = small();
    m.body.parentid = vec![0.into(), 1.into()];
    let error = Model::from_bytes(&m.to_bytes());
    assert_eq!(
        error,
        Err(BinaryError::Range {
            name: "body_parentid",
            row: 1
        })
    );
}

#[test]
fn a_newer_version_says_so() {
    let mut bytes = small().to_bytes();
    bytes[8] = 200;
    assert_eq!(
        Model::from_bytes(&bytes),
        Err(BinaryError::Newer { found: 200 })
    );
}

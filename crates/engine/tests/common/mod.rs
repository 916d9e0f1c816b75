//! A small mechanism built by hand: an arm of a ball and a hinge joint, a sled on a rail, two tendons, a weld, a connect
//! and four actuators.

use ligament_math::{Quat, Vec3};
use ligament_model::enums::{
    BiasType, CamLightMode, EqualityType, GainType, GeomType, JointType, ObjectType, TendonType,
    TransmissionType, WrapType,
};
use ligament_model::id::{BodyId, DofId, JointId, TreeId};
use ligament_model::{Model, Sizes};

/// The mechanism before its constants are derived.
pub fn arm() -> Model {
    let mut m = Model::new(Sizes {
        nq: 6,
        nv: 5,
        nu: 4,
        nactuator: 4,
        nout: 4,
        nbody: 4,
        njnt: 3,
        ntree: 2,
        nC: 11,
        nD: 17,
        ngeom: 1,
        nsite: 4,
        ncam: 1,
        neq: 2,
        ntendon: 2,
        nJten: 6,
        nwrap: 5,
        nJmom: 10,
        ..Sizes::default()
    });
    bodies(&mut m);
    joints(&mut m);
    attachments(&mut m);
    tendons(&mut m);
    actuators(&mut m);
    m
}

fn bodies(m: &mut Model) {
    m.body.parentid = [0, 0, 1, 0].map(BodyId).to_vec();
    m.body.weldid = [0, 1, 2, 3].map(BodyId).to_vec();
    m.body.rootid = [0, 1, 1, 3].map(BodyId).to_vec();
    m.body.mocapid.fill(-1);
    m.body.jntnum = vec![0, 1, 1, 1];
    m.body.jntadr = vec![-1, 0, 1, 2];
    m.body.dofnum = vec![0, 3, 1, 1];
    m.body.dofadr = vec![-1, 0, 3, 4];
    m.body.geomnum = vec![0, 1, 0, 0];
    m.body.geomadr = vec![-1, 0, -1, -1];
    m.body.pos[1] = Vec3([0.0, 0.0, 1.0]);
    m.body.pos[2] = Vec3([0.0, 0.0, -0.4]);
    m.body.pos[3] = Vec3([1.0, 0.0, 0.5]);
    m.body.ipos[1] = Vec3([0.0, 0.0, -0.2]);
    m.body.ipos[2] = Vec3([0.02, 0.0, -0.15]);
    m.body.iquat[2] = Quat([0.8, 0.6, 0.0, 0.0]);
    m.body.mass = vec![0.0, 2.0, 1.0, 3.0];
    m.body.inertia[1] = Vec3([0.03, 0.02, 0.01]);
    m.body.inertia[2] = Vec3([0.01, 0.009, 0.002]);
    m.body.inertia[3] = Vec3([1.0, 1.0, 1.0]);
}

fn joints(m: &mut Model) {
    let kinds = [JointType::Ball, JointType::Hinge, JointType::Slide];
    m.jnt.kind = kinds.map(Into::into).to_vec();
    m.jnt.qposadr = vec![0, 4, 5];
    m.jnt.dofadr = vec![0, 3, 4];
    m.jnt.bodyid = [1, 2, 3].map(BodyId).to_vec();
    m.jnt.axis = vec![Vec3::Z, Vec3::Y, Vec3::X];
    m.jnt.plasticadr.fill(-1);
    m.dof.bodyid = [1, 1, 1, 2, 3].map(BodyId).to_vec();
    m.dof.jntid = [0, 0, 0, 1, 2].map(JointId).to_vec();
    m.dof.parentid = [-1, 0, 1, 2, -1].map(DofId).to_vec();
    m.dof.treeid = [0, 0, 0, 0, 1].map(TreeId).to_vec();
    m.dof.armature[..3].fill(0.01);
    m.qpos.reference[0] = 1.0;
    m.qpos.spring[0] = 1.0;
    m.sparse.M_rownnz = vec![1, 2, 3, 4, 1];
    m.sparse.M_rowadr = vec![0, 1, 3, 6, 10];
    m.sparse.M_colind = vec![0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 4];
    m.sparse.D_rownnz = vec![4, 4, 4, 4, 1];
    m.sparse.D_rowadr = vec![0, 4, 8, 12, 16];
    m.sparse.D_diag = vec![0, 1, 2, 3, 0];
    m.sparse.D_colind = vec![0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4];
    m.sparse.mapM2D = vec![0, 1, 3, 6, 1, 2, 4, 7, 3, 4, 5, 8, 6, 7, 8, 9, 10];
    m.sparse.mapD2M = vec![0, 4, 5, 8, 9, 10, 12, 13, 14, 15, 16];
}

fn attachments(m: &mut Model) {
    m.geom.kind[0] = GeomType::Sphere.into();
    m.geom.bodyid[0] = BodyId(1);
    m.geom.pos[0] = Vec3([0.05, 0.0, -0.2]);
    m.geom.size[0] = Vec3([0.08, 0.0, 0.0]);
    m.geom.rbound[0] = 0.08;
    m.site.bodyid = [0, 1, 2, 2].map(BodyId).to_vec();
    m.site.pos[0] = Vec3([0.3, 0.0, 1.0]);
    m.site.pos[1] = Vec3([0.1, 0.0, -0.1]);
    m.site.quat[1] = Quat([0.8, 0.0, 0.6, 0.0]);
    m.site.pos[2] = Vec3([0.1, 0.02, -0.1]);
    m.site.pos[3] = Vec3([0.3, 0.0, 0.0]);
    m.cam.mode[0] = CamLightMode::Trackcom.into();
    m.cam.bodyid[0] = BodyId(2);
    m.cam.pos[0] = Vec3([0.1, 0.2, 0.3]);
    m.eq.kind = vec![EqualityType::Weld.into(), EqualityType::Connect.into()];
    m.eq.objtype.fill(ObjectType::Body.into());
    m.eq.obj1id = vec![1, 2];
    m.eq.obj2id = vec![3, 3];
    m.eq.data[0][10] = 1.0;
    m.eq.data[1][..3].copy_from_slice(&[0.1, 0.2, 0.3]);
}

fn tendons(m: &mut Model) {
    m.tendon.kind = vec![TendonType::Spatial.into(), TendonType::Fixed.into()];
    m.tendon.adr = vec![0, 3];
    m.tendon.num = vec![3, 2];
    m.tendon.plasticadr.fill(-1);
    m.tendon.armature[1] = 0.05;
    m.tendon.lengthspring[0] = [-1.0; 2];
    let kinds = [
        WrapType::Site,
        WrapType::Sphere,
        WrapType::Site,
        WrapType::Joint,
        WrapType::Joint,
    ];
    m.wrap.kind = kinds.map(Into::into).to_vec();
    m.wrap.objid = vec![0, 0, 2, 1, 2];
    m.wrap.prm = vec![0.0, 3.0, 0.0, 2.0, -1.0];
}

fn actuators(m: &mut Model) {
    let kinds = [
        TransmissionType::Joint,
        TransmissionType::Tendon,
        TransmissionType::Site,
        TransmissionType::SliderCrank,
    ];
    m.actuator.trntype = kinds.map(Into::into).to_vec();
    m.actuator.trnid = vec![[1, -1], [0, -1], [2, 1], [2, 0]];
    m.actuator.outadr = vec![0, 1, 2, 3];
    m.actuator.outnum = vec![1; 4];
    m.actuator.ctrladr = vec![0, 1, 2, 3];
    m.actuator.ctrlnum = vec![1; 4];
    m.actuator.historyadr.fill(-1);
    m.actuator.gear = vec![
        [3.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [2.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [1.0, 2.0, 3.0, 0.4, 0.5, 0.6],
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    ];
    m.actuator.cranklength[3] = 2.0;
    m.actuator.gaintype.fill(GainType::Fixed.into());
    m.actuator.biastype[0] = BiasType::Affine.into();
    m.actuator.gainprm[0][0] = 20.0;
    m.actuator
        .gainprm
        .iter_mut()
        .skip(1)
        .for_each(|g| g[0] = 1.0);
    m.actuator.biasprm[0][1..3].copy_from_slice(&[-20.0, 0.7]);
}

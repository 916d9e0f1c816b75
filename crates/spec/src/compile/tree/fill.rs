//! Writing the tree into the arrays of the model.

use ligament_math::Quat;
use ligament_model::id::{BodyId, JointId};
use ligament_model::{Flag, Model};

use super::super::structure;
use super::{CameraData, GeomData, JointData, LightData, SiteData, Tree};

/// Writes the rows of a user array, padded with zeros.
fn fill_user<'a>(out: &mut [f64], width: usize, rows: impl Iterator<Item = &'a Vec<f64>>) {
    if width == 0 {
        return;
    }
    for (out, values) in out.chunks_exact_mut(width).zip(rows) {
        out.iter_mut().zip(values).for_each(|(x, v)| *x = *v);
    }
}

/// A position as it is stored.
fn stored(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

impl Tree {
    /// Writes everything that belongs to single elements, and how they hang together. What depends on tendons and
    /// actuators too is written by `structure::derive`.
    pub fn fill(&self, m: &mut Model) {
        self.fill_bodies(m);
        self.fill_joints(m);
        self.fill_volumes(m);
        structure::connect(m);
        for (i, geom) in self.geoms.iter().enumerate() {
            fill_geom(m, i, geom);
        }
        for (i, site) in self.sites.iter().enumerate() {
            fill_site(m, i, site);
        }
        for (i, camera) in self.cameras.iter().enumerate() {
            fill_camera(m, i, camera);
        }
        for (i, light) in self.lights.iter().enumerate() {
            fill_light(m, i, light);
        }
        let u = self.user;
        fill_user(
            &mut m.body.user,
            u.body,
            self.bodies.iter().map(|x| &x.user),
        );
        fill_user(
            &mut m.jnt.user,
            u.joint,
            self.joints.iter().map(|x| &x.element.user),
        );
        fill_user(
            &mut m.geom.user,
            u.geom,
            self.geoms.iter().map(|x| &x.element.user),
        );
        fill_user(
            &mut m.site.user,
            u.site,
            self.sites.iter().map(|x| &x.element.user),
        );
        fill_user(
            &mut m.cam.user,
            u.camera,
            self.cameras.iter().map(|x| &x.element.user),
        );
        let moves = |g: &GeomData| g.element.surfacevel.iter().any(|&v| v != 0.0);
        m.flg_surfacevel = Flag::from(self.geoms.iter().any(moves));
        let sticks = self.geoms.iter().any(|g| g.element.adhesion != 0.0);
        m.flg_adhesion = Flag::from(m.flg_adhesion.get() || sticks);
    }

    fn fill_bodies(&self, m: &mut Model) {
        let (mut mocaps, mut dofs) = (0, 0);
        for (i, body) in self.bodies.iter().enumerate() {
            let b = &mut m.body;
            b.parentid[i] = BodyId::from(body.parent);
            b.weldid[i] = BodyId::from(body.weld);
            b.mocapid[i] = if body.mocap { mocaps } else { -1 };
            mocaps += i32::from(body.mocap);
            b.jntnum[i] = stored(body.joints.len());
            b.jntadr[i] = if body.joints.is_empty() {
                -1
            } else {
                stored(body.joints.start)
            };
            b.dofnum[i] = stored(body.dofs);
            b.dofadr[i] = if body.dofs == 0 { -1 } else { stored(dofs) };
            dofs += body.dofs;
            b.geomnum[i] = stored(body.geoms.len());
            b.geomadr[i] = if body.geoms.is_empty() {
                -1
            } else {
                stored(body.geoms.start)
            };
            b.pos[i] = body.pose.pos;
            b.quat[i] = body.pose.quat;
            b.ipos[i] = body.inertia.frame.pos;
            b.iquat[i] = body.inertia.frame.quat;
            b.mass[i] = body.inertia.mass;
            b.inertia[i] = body.inertia.moments;
            b.gravcomp[i] = if i == 0 { 0.0 } else { body.gravcomp };
            b.plugin[i] = -1;
            let geoms = self.geoms.get(body.geoms.clone()).unwrap_or(&[]);
            b.contype[i] = geoms.iter().fold(0, |bits, g| bits | g.element.contype);
            b.conaffinity[i] = geoms.iter().fold(0, |bits, g| bits | g.element.conaffinity);
            let margins = geoms.iter().map(|g| g.element.margin + g.element.gap);
            b.margin[i] = margins.fold(0.0, f64::max);
        }
        let lifted = m.body.gravcomp.iter().filter(|&&g| g > 0.0).count();
        m.size.ngravcomp = lifted;
        m.flg_gravcomp = Flag::from(lifted > 0);
    }

    fn fill_joints(&self, m: &mut Model) {
        let (mut coordinate, mut dof, mut plastic) = (0, 0, 0);
        for (i, joint) in self.joints.iter().enumerate() {
            fill_joint(m, i, joint);
            m.jnt.qposadr[i] = stored(coordinate);
            m.jnt.dofadr[i] = stored(dof);
            let numbers = joint.plastic_numbers();
            m.jnt.plasticadr[i] = if numbers > 0 { stored(plastic) } else { -1 };
            plastic += numbers;
            for d in dof..dof + joint.dofs() {
                fill_dof(m, d, i, joint);
            }
            self.fill_reference(m, coordinate, joint);
            coordinate += joint.coordinates();
            dof += joint.dofs();
        }
    }

    /// Reference configuration and rest configuration of springs.
    fn fill_reference(&self, m: &mut Model, start: usize, joint: &JointData) {
        let body = &self.bodies[joint.body];
        let mut pose = [0.0; 7];
        pose[..3].copy_from_slice(&body.pose.pos.0);
        pose[3..].copy_from_slice(&body.pose.quat.0);
        let facts = joint.element.kind.facts();
        let (reference, spring): (&[f64], &[f64]) = if facts.floats {
            (&pose, &pose)
        } else if facts.quaternion.is_some() {
            (&Quat::<f64>::IDENTITY.0, &Quat::<f64>::IDENTITY.0)
        } else {
            (
                std::slice::from_ref(&joint.element.ref_),
                std::slice::from_ref(&joint.element.springref),
            )
        };
        let range = start..start + joint.coordinates();
        m.qpos.reference[range.clone()].copy_from_slice(reference);
        m.qpos.spring[range].copy_from_slice(spring);
    }
}

fn fill_joint(m: &mut Model, i: usize, joint: &JointData) {
    let (j, e) = (&mut m.jnt, &joint.element);
    j.kind[i] = e.kind.into();
    j.bodyid[i] = BodyId::from(joint.body);
    j.group[i] = e.group;
    j.limited[i] = Flag::from(joint.limited);
    j.actfrclimited[i] = Flag::from(joint.actfrclimited);
    j.actgravcomp[i] = Flag::from(e.actgravcomp);
    j.solref[i] = e.solref_limit;
    j.solimp[i] = e.solimp_limit;
    j.pos[i].0 = e.pos;
    j.axis[i].0 = e.axis;
    let [linear, second, third] = e.stiffness;
    j.stiffness[i] = linear;
    j.stiffnesspoly[i] = [second, third];
    j.springyield[i] = e.springyield;
    j.range[i] = e.range;
    j.actfrcrange[i] = e.actfrcrange;
    j.margin[i] = e.margin;
}

fn fill_dof(m: &mut Model, d: usize, id: usize, joint: &JointData) {
    let (dof, e) = (&mut m.dof, &joint.element);
    dof.bodyid[d] = BodyId::from(joint.body);
    dof.jntid[d] = JointId::from(id);
    dof.solref[d] = e.solref_friction;
    dof.solimp[d] = e.solimp_friction;
    dof.frictionloss[d] = e.frictionloss;
    dof.armature[d] = e.armature;
    let [linear, second, third] = e.damping;
    dof.damping[d] = linear;
    dof.dampingpoly[d] = [second, third];
}

fn fill_geom(m: &mut Model, i: usize, geom: &GeomData) {
    let (g, e) = (&mut m.geom, &geom.element);
    g.kind[i] = e.kind.into();
    g.contype[i] = e.contype;
    g.conaffinity[i] = e.conaffinity;
    g.condim[i] = e.condim;
    g.bodyid[i] = BodyId::from(geom.body);
    g.dataid[i] = geom.data.map_or(-1, stored);
    g.matid[i] = geom.material.into();
    g.group[i] = e.group;
    g.priority[i] = e.priority;
    g.plugin[i] = -1;
    g.castshadow[i] = Flag::from(e.castshadow);
    g.solmix[i] = e.solmix;
    g.solref[i] = e.solref;
    g.solimp[i] = e.solimp;
    g.size[i] = geom.size;
    g.aabb[i] = geom.aabb;
    g.rbound[i] = geom.rbound;
    g.pos[i] = geom.pose.pos;
    g.quat[i] = geom.pose.quat;
    g.friction[i] = e.friction;
    g.margin[i] = e.margin;
    g.gap[i] = e.gap;
    g.surfacevel[i] = e.surfacevel;
    g.adhesion[i] = e.adhesion;
    g.fluid[i] = geom.fluid;
    g.rgba[i] = e.rgba;
}

fn fill_site(m: &mut Model, i: usize, site: &SiteData) {
    let (s, e) = (&mut m.site, &site.element);
    s.kind[i] = e.kind.into();
    s.bodyid[i] = BodyId::from(site.body);
    s.dataid[i] = site.mesh.map_or(-1, stored);
    s.matid[i] = site.material.into();
    s.group[i] = e.group;
    s.size[i] = site.size;
    s.pos[i] = site.pose.pos;
    s.quat[i] = site.pose.quat;
    s.rgba[i] = e.rgba;
}

fn fill_camera(m: &mut Model, i: usize, camera: &CameraData) {
    let (c, e) = (&mut m.cam, &camera.element);
    c.mode[i] = e.mode.into();
    c.bodyid[i] = BodyId::from(camera.body);
    c.targetbodyid[i] = camera.target.into();
    c.pos[i] = camera.pose.pos;
    c.quat[i] = camera.pose.quat;
    c.projection[i] = e.projection.into();
    c.fovy[i] = camera.fovy;
    c.ipd[i] = e.ipd;
    c.resolution[i] = e.resolution;
    c.output[i] = e.output.0;
    c.sensorsize[i] = e.sensorsize;
    c.intrinsic[i] = camera.intrinsic;
}

fn fill_light(m: &mut Model, i: usize, light: &LightData) {
    let (l, e) = (&mut m.light, &light.element);
    l.mode[i] = e.mode.into();
    l.bodyid[i] = BodyId::from(light.body);
    l.targetbodyid[i] = light.target.into();
    l.kind[i] = e.kind.into();
    l.texid[i] = light.texture.map_or(-1, stored);
    l.castshadow[i] = Flag::from(e.castshadow);
    l.bulbradius[i] = e.bulbradius;
    l.intensity[i] = e.intensity;
    l.range[i] = e.range;
    l.active[i] = Flag::from(e.active);
    l.pos[i].0 = e.pos;
    l.dir[i].0 = e.dir;
    l.attenuation[i] = e.attenuation;
    l.cutoff[i] = e.cutoff;
    l.softness[i] = e.softness;
    l.exponent[i] = e.exponent;
    l.ambient[i] = e.ambient;
    l.diffuse[i] = e.diffuse;
    l.specular[i] = e.specular;
}

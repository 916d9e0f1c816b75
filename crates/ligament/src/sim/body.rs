//! Bodies, geoms and sites: what has a place in the world.

use ligament_engine::Data;
use ligament_engine::support::{ObjectFrame, object_velocity};
use ligament_math::{Mat3, Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::ObjectType;
use ligament_model::id::{BodyId, GeomId, SiteId};

use super::Jacobian;

/// What a view of something with a frame has: name, id, pose, velocity, Jacobian.
macro_rules! placed {
    ($(#[$meta:meta])* $view:ident $id:ident $kind:ident $pos:ident $quat:ident $mat:ident $body:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $view<'a> {
            model: &'a Model,
            data: &'a Data,
            id: $id,
        }

        impl<'a> $view<'a> {
            pub(super) fn new(model: &'a Model, data: &'a Data, id: $id) -> Self {
                Self { model, data, id }
            }

            /// Its id.
            pub fn id(&self) -> $id {
                self.id
            }

            /// Its name; empty if it has none.
            pub fn name(&self) -> &'a str {
                self.model.name_of(ObjectType::$kind, self.id.index()).unwrap_or_default()
            }

            /// The body it belongs to.
            pub fn body(&self) -> BodyId {
                let of: fn(&Model, $id) -> BodyId = $body;
                of(self.model, self.id)
            }

            /// Position of its frame in the world.
            pub fn position(&self) -> Vec3 {
                self.data.pose.$pos[self.id.index()]
            }

            /// Orientation of its frame in the world.
            pub fn rotation(&self) -> Quat {
                self.data.pose.$quat[self.id.index()]
            }

            /// Orientation of its frame in the world, as a matrix whose columns are the axes.
            pub fn matrix(&self) -> Mat3 {
                self.data.pose.$mat[self.id.index()]
            }

            /// Velocity of the origin of its frame, along the axes of the world.
            pub fn linear_velocity(&self) -> Vec3 {
                self.velocity().linear()
            }

            /// Angular velocity, along the axes of the world.
            pub fn angular_velocity(&self) -> Vec3 {
                self.velocity().angular()
            }

            fn velocity(&self) -> ligament_math::Motion {
                let frame = ObjectFrame {
                    body: self.body().index(),
                    pos: self.position(),
                    mat: self.matrix(),
                };
                object_velocity(self.model, &self.data.pose, &self.data.vel, &frame, false)
            }

            /// The Jacobian of the origin of its frame.
            pub fn jacobian(&self) -> Jacobian {
                self.jacobian_at(self.position())
            }

            /// The Jacobian of a point in the world that moves with it.
            pub fn jacobian_at(&self, point: Vec3) -> Jacobian {
                Jacobian::of_point(self.model, &self.data.pose, self.body().index(), point)
            }
        }
    };
}

placed! {
    /// A body, as the last forward pass left it.
    BodyView BodyId Body xpos xquat xmat |_, id| id
}
placed! {
    /// A geom, as the last forward pass left it.
    GeomView GeomId Geom geom_xpos geom_xquat geom_xmat |m, id| m.geom.bodyid[id.index()]
}
placed! {
    /// A site, as the last forward pass left it.
    SiteView SiteId Site site_xpos site_xquat site_xmat |m, id| m.site.bodyid[id.index()]
}

impl BodyView<'_> {
    /// Its mass.
    pub fn mass(&self) -> f64 {
        self.model.body.mass[self.id.index()]
    }

    /// Mass of the body and everything it carries.
    pub fn subtree_mass(&self) -> f64 {
        self.model.body.subtreemass[self.id.index()]
    }

    /// Its centre of mass, in the world.
    pub fn center_of_mass(&self) -> Vec3 {
        self.data.pose.xipos[self.id.index()]
    }

    /// The centre of mass of the body and everything it carries, in the world.
    pub fn subtree_center_of_mass(&self) -> Vec3 {
        self.data.pose.subtree_com[self.id.index()]
    }

    /// The body that carries it; the world carries itself.
    pub fn parent(&self) -> BodyId {
        self.model.body.parentid[self.id.index()]
    }
}

/// A body, to push.
#[derive(Debug)]
pub struct BodyMut<'a> {
    model: &'a Model,
    data: &'a mut Data,
    id: BodyId,
}

impl<'a> BodyMut<'a> {
    pub(super) fn new(model: &'a Model, data: &'a mut Data, id: BodyId) -> Self {
        Self { model, data, id }
    }

    /// Pushes it: a force at its centre of mass and a torque, in the world, until it is changed.
    pub fn set_force(&mut self, force: Vec3, torque: Vec3) {
        let applied = &mut self.data.input.xfrc_applied[self.id.index()];
        for k in 0..3 {
            applied[k] = force[k];
            applied[k + 3] = torque[k];
        }
    }

    /// Moves a mocap body; false if it is none.
    #[must_use = "bodies without mocap do not move"]
    pub fn set_mocap(&mut self, position: Vec3, rotation: Quat) -> bool {
        let Ok(mocap) = usize::try_from(self.model.body.mocapid[self.id.index()]) else {
            return false;
        };
        self.data.input.mocap_pos[mocap] = position;
        self.data.input.mocap_quat[mocap] = rotation;
        true
    }
}

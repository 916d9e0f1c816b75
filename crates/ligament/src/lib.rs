//! Ligament: a physics engine with MuJoCo's models, names and numbers.
//!
//! A model is read from MJCF or URDF into an editable [`Spec`], and compiled to a [`Model`]: plain, shareable data in
//! which every array of MuJoCo's `mjModel` has its place.
//!
//! ```
//! use ligament::prelude::*;
//!
//! let model = Model::from_xml_str(
//!     "<mujoco>
//!        <worldbody>
//!          <body name='bob' pos='0 0 1'>
//!            <joint name='swing' axis='0 1 0'/>
//!            <geom type='sphere' size='0.1' pos='0 0 -0.5' mass='2'/>
//!          </body>
//!        </worldbody>
//!      </mujoco>",
//! )?;
//! let bob: BodyId = model.id("bob").unwrap();
//! assert_eq!(model.body.mass[bob.index()], 2.0);
//! assert_eq!(model.size.nv, 1);
//! # Ok::<(), Problems>(())
//! ```
//!
//! The parts: [`math`], [`geom`], [`model`], [`engine`], [`batch`], [`derivative`], [`scene`], [`spec`], [`mjcf`].
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod load;
mod sim;

pub use ligament_batch as batch;
pub use ligament_derivative as derivative;
pub use ligament_engine as engine;
pub use ligament_geom as geom;
pub use ligament_math as math;
pub use ligament_mjcf as mjcf;
pub use ligament_model as model;
pub use ligament_scene as scene;
pub use ligament_spec as spec;

pub use engine::{Data, Hooks, forward, step};
pub use load::{
    BINARY_EXTENSION, LoadModel, Loaded, MUJOCO_BINARY_EXTENSION, is_binary, load, load_binary,
    load_str, load_str_with, load_with,
};
pub use model::Model;
pub use sim::{
    ActuatorMut, ActuatorView, BodyMut, BodyView, ContactView, Diverged, GeomView, Jacobian,
    JointMut, JointView, SensorView, SimError, Simulation, SiteView,
};
pub use spec::asset::vfs::Assets;
pub use spec::{Problem, Problems, Severity, Spec};

/// What most programs need: one import for a day's work.
pub mod prelude {
    pub use crate::engine::data::{Contact, StateBits, Warning};
    pub use crate::engine::forward::forward_with;
    pub use crate::engine::inverse::inverse;
    pub use crate::engine::ray::{Filter, RayHit, ray};
    pub use crate::engine::step::step_with;
    pub use crate::engine::support::{jac, jac_body, jac_body_com, jac_geom, jac_site, mul_m};
    pub use crate::engine::{Data, Hooks, Workspace, forward, step};
    pub use crate::load::{LoadModel, Loaded, load, load_str};
    pub use crate::math::{Mat3, Quat, Vec3};
    pub use crate::model::enums::{
        DisableFlags, EnableFlags, GeomType, Integrator, JointType, ObjectType, SensorType, Solver,
    };
    pub use crate::model::id::{
        ActuatorId, BodyId, CameraId, GeomId, Id, JointId, KeyId, SensorId, SiteId, TendonId,
    };
    pub use crate::model::{Key, Model, NotFound};
    pub use crate::sim::{
        ActuatorMut, ActuatorView, BodyMut, BodyView, ContactView, Diverged, GeomView, Jacobian,
        JointMut, JointView, SensorView, SimError, Simulation, SiteView,
    };
    pub use crate::spec::asset::vfs::Assets;
    pub use crate::spec::{Problem, Problems, Severity, Spec};
}

/// A small figure of our own, for examples and first steps.
pub const FIGURE: &str = include_str!("../assets/figure.xml");

//! Cameras.

use ligament_math::{Quat, Vec3};

use crate::enums::{CamLightMode, Code, Projection};
use crate::id::BodyId;
use crate::table::room;

room! {
    /// Cameras.
    pub struct Cameras {
        mode: Code<CamLightMode> [ncam] "cam_mode" "How the camera follows its body.";
        bodyid: BodyId [ncam] -> nbody "cam_bodyid" "Body it is fixed to.";
        targetbodyid: BodyId [ncam] -> nbody or none "cam_targetbodyid" "Body it looks at, or -1.";
        pos: Vec3 [ncam] "cam_pos" "Position in the body frame.";
        quat: Quat [ncam] "cam_quat" "Orientation in the body frame.";
        poscom0: Vec3 [ncam] "cam_poscom0" "Offset from the subtree's centre of mass in the reference configuration, world axes.";
        pos0: Vec3 [ncam] "cam_pos0" "Offset from the body in the reference configuration, world axes.";
        mat0: [f64; 9] [ncam] "cam_mat0" "Orientation in the world in the reference configuration.";
        projection: Code<Projection> [ncam] "cam_projection" "Kind of projection.";
        fovy: f64 [ncam] "cam_fovy" "Vertical field of view in degrees; a length if the projection is orthographic.";
        ipd: f64 [ncam] "cam_ipd" "Distance between the eyes.";
        resolution: [i32; 2] [ncam] "cam_resolution" "Width and height in pixels.";
        output: i32 [ncam] "cam_output" "What the camera delivers, as bits of `CameraOutput`.";
        sensorsize: [f32; 2] [ncam] "cam_sensorsize" "Width and height of the image sensor.";
        intrinsic: [f32; 4] [ncam] "cam_intrinsic" "Focal lengths, then principal point.";
        user: f64 [ncam, nuser_cam] "cam_user" "Numbers for the user.";
    }
}

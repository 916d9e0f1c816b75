//! Cameras.

use ligament_math::{Quat, Vec3};

use crate::enums::{CamLightMode, Code, Projection};
use crate::id::BodyId;
use crate::table::room;

room! {
    /// Cameras.
    pub struct Cameras {
        mode: Code<CamLightMode> [ncam] "cam_mode" "camera tracking mode (mjtCamLight)";
        bodyid: BodyId [ncam] "cam_bodyid" "id of camera's body";
        targetbodyid: BodyId [ncam] "cam_targetbodyid" "id of targeted body; -1: none";
        pos: Vec3 [ncam] "cam_pos" "position rel. to body frame";
        quat: Quat [ncam] "cam_quat" "orientation rel. to body frame";
        poscom0: Vec3 [ncam] "cam_poscom0" "global position rel. to sub-com in qpos0";
        pos0: Vec3 [ncam] "cam_pos0" "global position rel. to body in qpos0";
        mat0: [f64; 9] [ncam] "cam_mat0" "global orientation in qpos0";
        projection: Code<Projection> [ncam] "cam_projection" "projection type (mjtProjection)";
        fovy: f64 [ncam] "cam_fovy" "y field-of-view (ortho ? len : deg)";
        ipd: f64 [ncam] "cam_ipd" "inter-pupilary distance";
        resolution: [i32; 2] [ncam] "cam_resolution" "resolution: pixels [width, height]";
        output: i32 [ncam] "cam_output" "output types (mjtCamOut bit flags)";
        sensorsize: [f32; 2] [ncam] "cam_sensorsize" "sensor size: length [width, height]";
        intrinsic: [f32; 4] [ncam] "cam_intrinsic" "[focal length; principal point]";
        user: f64 [ncam, nuser_cam] "cam_user" "user data";
    }
}

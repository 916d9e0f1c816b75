//! Cameras.

use ligament_model::enums::{CamLightMode, CameraOutput, Projection};

use super::{Orientation, element};

element! {
    /// A camera fixed to, or following, a body.
    pub struct Camera {
        pos: [f64; 3] = [0.0; 3], "Position in the body.";
        orientation: Orientation = Orientation::default(), "Orientation in the body.";
        mode: CamLightMode = CamLightMode::Fixed, "How it moves.";
        target: String = String::new(), "Body it looks at.";
        projection: Projection = Projection::Perspective, "Projection.";
        resolution: [i32; 2] = [1, 1], "Pixels.";
        output: CameraOutput = CameraOutput::RGB, "Images it produces.";
        fovy: f64 = 45.0, "Vertical field of view, in degrees, or extent for orthographic cameras.";
        ipd: f64 = 0.068, "Distance between the eyes.";
        sensorsize: [f32; 2] = [0.0; 2], "Size of the image sensor.";
        focal: [f32; 2] = [0.0; 2], "Focal length.";
        focalpixel: [f32; 2] = [0.0; 2], "Focal length, in pixels.";
        principal: [f32; 2] = [0.0; 2], "Principal point.";
        principalpixel: [f32; 2] = [0.0; 2], "Principal point, in pixels.";
        user: Vec<f64> = Vec::new(), "User data.";
    }
}

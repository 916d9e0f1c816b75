//! Cameras: abstract ones that the mouse moves, and those that pictures are taken with.

use crate::plain::plain;

plain! {
    /// An abstract camera (`mjvCamera`).
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Camera {
        type_ as "type": i32 = 0, "Type (`CameraType`).";
        fixedcamid: i32 = -1, "Camera of the model, for a fixed camera.";
        trackbodyid: i32 = -1, "Body that a tracking camera follows.";
        lookat: [f64; 3] = [0.0; 3], "Point looked at.";
        distance: f64 = 2.0, "Distance to that point.";
        azimuth: f64 = 90.0, "Direction of view in the horizontal plane, in degrees.";
        elevation: f64 = -45.0, "Slope of the direction of view, in degrees.";
        orthographic: i32 = 0, "Whether there is no perspective.";
    }
}

plain! {
    /// A camera with its frustum, as renderers need it (`mjvGLCamera`).
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct GlCamera {
        pos: [f32; 3] = [0.0; 3], "Position.";
        forward: [f32; 3] = [0.0; 3], "Direction of view.";
        up: [f32; 3] = [0.0; 3], "Direction up.";
        frustum_center: f32 = 0.0, "Horizontal centre of the near plane.";
        frustum_width: f32 = 0.0, "Half width of the near plane; 0 to follow the shape of the picture.";
        frustum_bottom: f32 = 0.0, "Lower edge of the near plane.";
        frustum_top: f32 = 0.0, "Upper edge of the near plane.";
        frustum_near: f32 = 0.0, "Nearest distance drawn.";
        frustum_far: f32 = 0.0, "Farthest distance drawn.";
        orthographic: i32 = 0, "Whether there is no perspective.";
    }
}

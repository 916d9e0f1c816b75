//! Cameras: pose and intrinsic parameters.

use ligament_math::{Vec3, func};

use super::super::orientation::{Pose, resolve, unit};
use super::TreeContext;
use crate::element::Camera;
use crate::problem::Problem;

/// A camera with everything resolved.
#[derive(Clone, Debug)]
pub struct CameraData {
    /// The body it belongs to.
    pub body: usize,
    /// The element.
    pub element: Camera,
    /// Pose in the body.
    pub pose: Pose,
    /// The body it looks at.
    pub target: Option<usize>,
    /// Vertical field of view, in degrees, or extent.
    pub fovy: f64,
    /// Focal lengths, then principal point.
    pub intrinsic: [f32; 4],
}

fn fault(camera: &Camera, message: impl Into<String>) -> Problem {
    Problem::error(&camera.at, "camera", &camera.name, message)
}

/// Resolves a camera; its target is found later, when all bodies are known.
pub(super) fn prepare(
    camera: &Camera,
    frame: Option<Pose>,
    body: usize,
    context: &TreeContext,
) -> Result<CameraData, Problem> {
    let settings = context.spec.compiler(&camera.at);
    let pose = Pose {
        pos: Vec3(camera.pos),
        quat: resolve(&camera.orientation, settings).map_err(|m| fault(camera, m))?,
    };
    let pose = frame.map_or(pose, |frame| frame.then(pose));
    if camera.fovy >= 180.0 {
        return Err(fault(camera, "`fovy` must be less than 180"));
    }
    let (fovy, intrinsic) = intrinsics(camera, context.spec.visual.map.znear)?;
    Ok(CameraData {
        body,
        element: camera.clone(),
        pose: Pose {
            quat: unit(pose.quat),
            ..pose
        },
        target: None,
        fovy,
        intrinsic,
    })
}

/// Field of view and intrinsic parameters: from the size of the image sensor if it is given.
fn intrinsics(camera: &Camera, znear: f32) -> Result<(f64, [f32; 4]), Problem> {
    let given = [
        camera.focal,
        camera.focalpixel,
        camera.principal,
        camera.principalpixel,
    ];
    let [width, height] = camera.sensorsize;
    if !(width > 0.0 && height > 0.0) {
        if given.iter().flatten().any(|&x| x != 0.0) {
            return Err(fault(
                camera,
                "focal length and principal point need `sensorsize`",
            ));
        }
        return Ok((camera.fovy, [znear, znear, 0.0, 0.0]));
    }
    if camera.resolution.iter().any(|&pixels| pixels <= 0) {
        return Err(fault(camera, "`sensorsize` needs a positive `resolution`"));
    }
    // values in pixels go before values in length units
    let pick = |axis: usize, pixels: [f32; 2], length: [f32; 2]| {
        let density = camera.resolution[axis] as f32 / camera.sensorsize[axis];
        match pixels[axis] {
            0.0 => length[axis],
            count => count / density,
        }
    };
    let intrinsic = [
        pick(0, camera.focalpixel, camera.focal),
        pick(1, camera.focalpixel, camera.focal),
        pick(0, camera.principalpixel, camera.principal),
        pick(1, camera.principalpixel, camera.principal),
    ];
    let half_angle = f64::from(func::single::atan2(height / 2.0, intrinsic[1]));
    Ok((half_angle * 360.0 / core::f64::consts::PI, intrinsic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_converted_to_lengths() {
        let camera = Camera {
            focalpixel: [3.0, 4.0],
            principalpixel: [5.0, 6.0],
            sensorsize: [0.1, 0.2],
            resolution: [100, 200],
            ..Camera::default()
        };
        // MuJoCo 4.0.0
        let Ok((fovy, intrinsic)) = intrinsics(&camera, 0.01) else {
            panic!("the camera is valid");
        };
        assert!((fovy - 175.418_778_57).abs() < 1e-7);
        for (a, b) in intrinsic.iter().zip([0.003, 0.004, 0.005, 0.006]) {
            assert!((a - b).abs() < 1e-8);
        }
    }

    #[test]
    fn intrinsic_parameters_need_a_sensor() {
        let camera = Camera {
            focal: [1.0, 1.0],
            ..Camera::default()
        };
        assert!(intrinsics(&camera, 0.01).is_err());
        assert_eq!(
            intrinsics(&Camera::default(), 0.01),
            Ok((45.0, [0.01, 0.01, 0.0, 0.0]))
        );
    }
}

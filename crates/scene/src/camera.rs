//! Cameras: from abstract ones to poses and frusta.

use ligament_engine::Data;
use ligament_math::{Mat3, Vec3, func};
use ligament_model::Model;
use ligament_model::enums::Projection;

use crate::shape::{SceneError, double, single};
use crate::{Camera, CameraType, GlCamera, Scene};

/// Where a camera is and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraFrame {
    /// Position.
    pub pos: Vec3,
    /// Direction of view.
    pub forward: Vec3,
    /// Direction up.
    pub up: Vec3,
    /// Direction to the right.
    pub right: Vec3,
}

/// What a camera sees: edges of the near plane, as distances from the axis, and nearest and farthest distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum {
    /// Upper and lower edge.
    pub vertical: [f32; 2],
    /// Left and right edge; zero to follow the shape of the picture.
    pub horizontal: [f32; 2],
    /// Near and far distance.
    pub clip: [f32; 2],
}

/// Default free camera of a model (`mjv_defaultFreeCamera`).
pub fn default_free_camera(m: &Model) -> Camera {
    Camera {
        lookat: m.stat.center.0,
        distance: 1.5 * m.stat.extent,
        azimuth: f64::from(m.vis.global.azimuth),
        elevation: f64::from(m.vis.global.elevation),
        orthographic: m.vis.global.orthographic,
        ..Camera::default()
    }
}

/// The camera of the model that a fixed camera stands for.
fn fixed_id(ncam: usize, camera: &Camera) -> Result<usize, SceneError> {
    usize::try_from(camera.fixedcamid)
        .ok()
        .filter(|&id| id < ncam)
        .ok_or(SceneError::FixedCamera(camera.fixedcamid))
}

/// Position and axes of a camera (`mjv_cameraFrame`).
pub fn camera_frame(d: &Data, camera: &Camera) -> Result<CameraFrame, SceneError> {
    match CameraType::from_number(camera.type_) {
        Some(CameraType::Free | CameraType::Tracking) => Ok(orbit(camera)),
        Some(CameraType::Fixed) => {
            let id = fixed_id(d.pose.cam_xpos.len(), camera)?;
            let mat = &d.pose.cam_xmat[id];
            Ok(CameraFrame {
                pos: d.pose.cam_xpos[id],
                forward: -mat.col(2),
                up: mat.col(1),
                right: mat.col(0),
            })
        }
        _ => Err(SceneError::CameraType(camera.type_)),
    }
}

/// The frame of a camera that circles a point.
pub(crate) fn orbit(camera: &Camera) -> CameraFrame {
    let (sa, ca) = func::sin_cos(camera.azimuth.to_radians());
    let (se, ce) = func::sin_cos(camera.elevation.to_radians());
    let forward = Vec3::new(ce * ca, ce * sa, se);
    CameraFrame {
        pos: Vec3(camera.lookat) - forward * camera.distance,
        forward,
        up: Vec3::new(-se * ca, -se * sa, ce),
        right: Vec3::new(sa, -ca, 0.0),
    }
}

/// The frustum of a camera (`mjv_cameraFrustum`).
pub fn camera_frustum(m: &Model, camera: &Camera) -> Result<Frustum, SceneError> {
    match CameraType::from_number(camera.type_) {
        Some(CameraType::Free | CameraType::Tracking) => {
            let fovy = f64::from(m.vis.global.fovy);
            Ok(symmetric(m, fovy, camera.orthographic != 0))
        }
        Some(CameraType::Fixed) => Ok(fixed_frustum(m, fixed_id(m.size.ncam, camera)?)),
        _ => Err(SceneError::CameraType(camera.type_)),
    }
}

/// Nearest and farthest distance that is drawn.
fn clip(m: &Model) -> [f64; 2] {
    [m.vis.map.znear, m.vis.map.zfar].map(|z| f64::from(z) * m.stat.extent)
}

/// A frustum with this field of view.
fn symmetric(m: &Model, fovy: f64, orthographic: bool) -> Frustum {
    let [near, far] = clip(m);
    let half = if orthographic {
        0.5 * fovy
    } else {
        near * func::tan((0.5 * fovy).to_radians())
    };
    Frustum {
        vertical: [half as f32; 2],
        horizontal: [0.0; 2],
        clip: [near as f32, far as f32],
    }
}

/// The frustum of a camera of the model, from its image sensor if it has one.
pub(crate) fn fixed_frustum(m: &Model, id: usize) -> Frustum {
    let cam = &m.cam;
    let [width, height] = cam.sensorsize[id].map(f64::from);
    if height <= 0.0 {
        let orthographic = cam.projection[id].is(Projection::Orthographic);
        return symmetric(m, cam.fovy[id], orthographic);
    }
    let [fx, fy, px, py] = cam.intrinsic[id].map(f64::from);
    let [near, far] = clip(m);
    Frustum {
        vertical: [0.5 * height - py, 0.5 * height + py].map(|y| (near / fy * y) as f32),
        horizontal: [0.5 * width - px, 0.5 * width + px].map(|x| (near / fx * x) as f32),
        clip: [near as f32, far as f32],
    }
}

/// Makes a tracking camera look at its body: the centre of mass of the subtree.
fn track(m: &Model, d: &Data, camera: &mut Camera) -> Result<(), SceneError> {
    if camera.type_ == CameraType::Tracking as i32 {
        let body = usize::try_from(camera.trackbodyid)
            .ok()
            .filter(|&body| body < m.size.nbody)
            .ok_or(SceneError::TrackBody(camera.trackbodyid))?;
        camera.lookat = d.pose.subtree_com[body].0;
    }
    Ok(())
}

/// The camera that pictures are taken with (`mjv_camera2GLCamera`), in the middle between the eyes.
pub fn gl_camera(m: &Model, d: &Data, camera: &Camera) -> Result<GlCamera, SceneError> {
    let mut camera = *camera;
    track(m, d, &mut camera)?;
    let frame = camera_frame(d, &camera)?;
    let frustum = camera_frustum(m, &camera)?;
    let orthographic = if camera.type_ == CameraType::Fixed as i32 {
        let id = fixed_id(m.size.ncam, &camera)?;
        m.cam.projection[id].number()
    } else {
        camera.orthographic
    };
    Ok(GlCamera {
        pos: single(frame.pos),
        forward: single(frame.forward),
        up: single(frame.up),
        frustum_center: (frustum.horizontal[1] - frustum.horizontal[0]) / 2.0,
        frustum_width: (frustum.horizontal[1] + frustum.horizontal[0]) / 2.0,
        frustum_bottom: -frustum.vertical[1],
        frustum_top: frustum.vertical[0],
        frustum_near: frustum.clip[0],
        frustum_far: frustum.clip[1],
        orthographic,
    })
}

/// Sets both cameras of the scene from an abstract one (`mjv_updateCamera`) and switches the transformation of the model
/// off; a user camera leaves them alone.
pub fn update_camera(
    m: &Model,
    d: &Data,
    camera: &mut Camera,
    scene: &mut Scene,
) -> Result<(), SceneError> {
    if camera.type_ == CameraType::User as i32 {
        return Ok(());
    }
    track(m, d, camera)?;
    let middle = gl_camera(m, d, camera)?;
    let frame = camera_frame(d, camera)?;
    let ipd = match camera.type_ == CameraType::Fixed as i32 {
        true => m.cam.ipd[fixed_id(m.size.ncam, camera)?],
        false => f64::from(m.vis.global.ipd),
    };
    for (eye, side) in scene.camera.iter_mut().zip([-0.5, 0.5]) {
        *eye = GlCamera {
            pos: single(frame.pos + frame.right * (side * ipd)),
            ..middle
        };
    }
    scene.enabletransform = 0;
    Ok(())
}

/// The camera between two others (`mjv_averageCamera`).
pub fn average_camera(a: &GlCamera, b: &GlCamera) -> GlCamera {
    let mean = |x: f32, y: f32| 0.5 * (x + y);
    let mean3 = |x: [f32; 3], y: [f32; 3]| (double(x) + double(y)) * 0.5;
    let (forward, _) = mean3(a.forward, b.forward).normalize_or_x();
    // Up is made perpendicular to the direction of view.
    let up = mean3(a.up, b.up);
    let (up, _) = (up - forward * forward.dot(up)).normalize_or_x();
    GlCamera {
        pos: single(mean3(a.pos, b.pos)),
        forward: single(forward),
        up: single(up),
        frustum_center: mean(a.frustum_center, b.frustum_center),
        frustum_width: mean(a.frustum_width, b.frustum_width),
        frustum_bottom: mean(a.frustum_bottom, b.frustum_bottom),
        frustum_top: mean(a.frustum_top, b.frustum_top),
        frustum_near: mean(a.frustum_near, b.frustum_near),
        frustum_far: mean(a.frustum_far, b.frustum_far),
        orthographic: i32::from(a.orthographic != 0 && b.orthographic != 0),
    }
}

/// The axes of a camera as columns: right, up, backward.
pub(crate) fn camera_axes(forward: Vec3, up: Vec3) -> Mat3 {
    Mat3::from_cols(forward.cross(up), up, -forward)
}

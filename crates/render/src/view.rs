//! Where a picture is taken from, and affine maps between frames.

use ligament_scene::{GlCamera, Scene};

/// An affine map x → m x + t.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Affine {
    pub m: [[f64; 3]; 3],
    pub t: [f64; 3],
}

impl Affine {
    pub(crate) const IDENTITY: Self = Self {
        m: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        t: [0.0; 3],
    };

    /// The map that applies `first`, then this one.
    pub(crate) fn after(&self, first: &Self) -> Self {
        let m = core::array::from_fn(|i| {
            core::array::from_fn(|j| (0..3).map(|k| self.m[i][k] * first.m[k][j]).sum())
        });
        Self {
            m,
            t: self.apply(first.t),
        }
    }

    pub(crate) fn apply(&self, x: [f64; 3]) -> [f64; 3] {
        core::array::from_fn(|i| dot(self.m[i], x) + self.t[i])
    }

    /// The mirror image in the plane through `point` with the unit vector `normal`.
    pub(crate) fn mirror(point: [f64; 3], normal: [f64; 3]) -> Self {
        let m = core::array::from_fn(|i| {
            core::array::from_fn(|j| f64::from(i == j) - 2.0 * normal[i] * normal[j])
        });
        let along = 2.0 * dot(point, normal);
        Self {
            m,
            t: normal.map(|n| along * n),
        }
    }
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The unit vector, or `otherwise` where there is none.
pub(crate) fn unit_or(x: [f64; 3], otherwise: [f64; 3]) -> [f64; 3] {
    let length = dot(x, x).sqrt();
    if length > 1e-12 && length.is_finite() {
        x.map(|x| x / length)
    } else {
        otherwise
    }
}

/// A camera and the grid of pixels it fills.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// From the world to the camera's frame: x right, y up, z backward.
    pub eye: Affine,
    /// Position of the camera in the world; a direction to it without perspective.
    pub pos: [f64; 3],
    /// Edges of the near plane: left, right, bottom, top.
    pub edges: [f64; 4],
    pub near: f64,
    pub far: f64,
    pub orthographic: bool,
    pub width: usize,
    pub height: usize,
    /// Whether the picture is a mirror image, so that corners run the other way round.
    pub mirrored: bool,
    /// Half space that is drawn, in the world: n·x ≥ c.
    pub clip: Option<([f64; 3], f64)>,
}

/// The mean of the two cameras of a scene (`mjv_averageCamera`).
pub(crate) fn average(a: &GlCamera, b: &GlCamera) -> GlCamera {
    let mean = |a: f32, b: f32| 0.5 * (a + b);
    let mean3 = |a: [f32; 3], b: [f32; 3]| core::array::from_fn(|k| mean(a[k], b[k]));
    GlCamera {
        pos: mean3(a.pos, b.pos),
        forward: mean3(a.forward, b.forward),
        up: mean3(a.up, b.up),
        frustum_center: mean(a.frustum_center, b.frustum_center),
        frustum_width: mean(a.frustum_width, b.frustum_width),
        frustum_bottom: mean(a.frustum_bottom, b.frustum_bottom),
        frustum_top: mean(a.frustum_top, b.frustum_top),
        frustum_near: mean(a.frustum_near, b.frustum_near),
        frustum_far: mean(a.frustum_far, b.frustum_far),
        orthographic: a.orthographic,
    }
}

impl View {
    /// The view of a camera; `None` where its numbers make no picture.
    pub(crate) fn new(
        camera: &GlCamera,
        scene: &Scene,
        width: usize,
        height: usize,
    ) -> Option<Self> {
        let wide = |x: [f32; 3]| x.map(f64::from);
        let forward = unit_or(wide(camera.forward), [0.0; 3]);
        let up = wide(camera.up);
        let right = unit_or(cross(forward, up), [0.0; 3]);
        let up = cross(right, forward);
        let (bottom, top) = (
            f64::from(camera.frustum_bottom),
            f64::from(camera.frustum_top),
        );
        let (near, far) = (
            f64::from(camera.frustum_near),
            f64::from(camera.frustum_far),
        );
        let center = f64::from(camera.frustum_center);
        let half = 0.5 * (top - bottom) * width as f64 / height as f64;
        let pos = wide(camera.pos);
        let sane = width > 0
            && height > 0
            && dot(right, right) > 0.5
            && near > 0.0
            && far > near
            && far.is_finite()
            && top > bottom
            && half.is_finite()
            && dot(pos, pos).is_finite();
        if !sane {
            return None;
        }
        let m = [right, up, forward.map(|x| -x)];
        let t = core::array::from_fn(|i| -dot(m[i], pos));
        let (eye, pos) = in_model(Affine { m, t }, pos, scene);
        Some(Self {
            eye,
            pos,
            edges: [center - half, center + half, bottom, top],
            near,
            far,
            orthographic: camera.orthographic != 0,
            width,
            height,
            mirrored: false,
            clip: None,
        })
    }

    /// Rows that take a point of the world to pixels times w, and to its distance along the line of sight.
    pub(crate) fn rows(&self) -> Rows {
        let [l, r, b, t] = self.edges;
        let (w, h) = (self.width as f64, self.height as f64);
        let [ex, ey, ez] = self.eye.m;
        let [tx, ty, tz] = self.eye.t;
        let row = |axis: [f64; 3], offset: f64, low: f64, high: f64, size: f64| {
            let scale = size / (high - low);
            let mut row = [0.0; 4];
            for k in 0..3 {
                row[k] = if self.orthographic {
                    scale * axis[k]
                } else {
                    scale * (self.near * axis[k] + low * ez[k])
                };
            }
            row[3] = if self.orthographic {
                scale * (offset - low)
            } else {
                scale * (self.near * offset + low * tz)
            };
            row
        };
        Rows([
            row(ex, tx, l, r, w),
            row(ey, ty, b, t, h),
            [-ez[0], -ez[1], -ez[2], -tz],
        ])
    }

    /// Direction in the world of the line of sight through a point of the picture, not normalised.
    pub(crate) fn ray(&self, x: f64, y: f64) -> [f64; 3] {
        let [l, r, b, t] = self.edges;
        let u = l + (r - l) * x / self.width as f64;
        let v = b + (t - b) * y / self.height as f64;
        let d = if self.orthographic {
            [0.0, 0.0, -1.0]
        } else {
            [u, v, -self.near]
        };
        core::array::from_fn(|k| (0..3).map(|i| self.eye.m[i][k] * d[i]).sum())
    }
}

/// Three rows of a projection: x w, y w and depth as affine functions of a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows(pub [[f64; 4]; 3]);

impl Rows {
    /// The rows for points that `place` takes to the world first.
    pub(crate) fn of(&self, place: &Affine) -> Rows {
        Rows(self.0.map(|row| {
            let n = [row[0], row[1], row[2]];
            let mut out = [0.0; 4];
            for j in 0..3 {
                out[j] = (0..3).map(|k| n[k] * place.m[k][j]).sum();
            }
            out[3] = dot(n, place.t) + row[3];
            out
        }))
    }

    pub(crate) fn apply(&self, x: [f64; 3]) -> [f64; 3] {
        self.0
            .map(|r| r[0] * x[0] + r[1] * x[1] + r[2] * x[2] + r[3])
    }
}

/// Puts the transformation of the model into the room, if there is one, into the camera.
fn in_model(eye: Affine, pos: [f64; 3], scene: &Scene) -> (Affine, [f64; 3]) {
    if scene.enabletransform == 0 {
        return (eye, pos);
    }
    let [w, x, y, z] = scene.rotate.map(f64::from);
    let s = f64::from(scene.scale);
    let r = [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y - w * z),
            2.0 * (x * z + w * y),
        ],
        [
            2.0 * (x * y + w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z - w * x),
        ],
        [
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ];
    let t = scene.translate.map(f64::from);
    let room = Affine {
        m: r.map(|row| row.map(|x| s * x)),
        t,
    };
    let d: [f64; 3] = core::array::from_fn(|k| pos[k] - t[k]);
    let scale = if s == 0.0 { 1.0 } else { s };
    let pos = core::array::from_fn(|j| (0..3).map(|k| r[k][j] * d[k]).sum::<f64>() / scale);
    (eye.after(&room), pos)
}

//! Making of single geoms: sizes by type, connectors between points, triangles.

use ligament_math::{Mat3, Quat, Vec3};
use ligament_model::enums::{GeomType, Keyword};

use crate::SceneGeom;

/// Problems with what a caller asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SceneError {
    /// The type cannot connect two points.
    Connector(i32),
    /// The camera of the model does not exist.
    FixedCamera(i32),
    /// The body to be tracked does not exist.
    TrackBody(i32),
    /// The type of camera is not known here.
    CameraType(i32),
    /// The action of the mouse is not known.
    Mouse(i32),
    /// The scale of the model is not positive.
    Scale,
    /// The cameras do not look anywhere.
    Forward,
    /// The frustum has no near plane, or no height.
    Frustum,
    /// The selected body does not exist.
    Select(i32),
    /// The scene was made for another model.
    OtherModel,
}

impl std::fmt::Display for SceneError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Connector(kind) => write!(f, "invalid geom type {kind} for connector"),
            Self::FixedCamera(_) => f.write_str("fixed camera id is outside valid range"),
            Self::TrackBody(_) => f.write_str("track body id is outside valid range"),
            Self::CameraType(_) => f.write_str("unknown camera type"),
            Self::Mouse(action) => write!(f, "unexpected action {action}"),
            Self::Scale => f.write_str("mjvScene scale must be positive"),
            Self::Forward => f.write_str("camera forward direction must be non-zero"),
            Self::Frustum => f.write_str("mjvScene frustum_near must be positive"),
            Self::Select(body) => write!(f, "selected body {body} is outside valid range"),
            Self::OtherModel => f.write_str("the scene was made for another model"),
        }
    }
}

impl std::error::Error for SceneError {}

/// A vector in single precision.
pub(crate) fn single(v: Vec3) -> [f32; 3] {
    v.0.map(|x| x as f32)
}

/// A matrix in single precision.
pub(crate) fn single_mat(m: &Mat3) -> [[f32; 3]; 3] {
    [m.row(0), m.row(1), m.row(2)].map(single)
}

/// A vector in double precision.
pub(crate) fn double(v: [f32; 3]) -> Vec3 {
    Vec3(v.map(f64::from))
}

impl SceneGeom {
    /// A geom of this type; category, object and number are left to the caller.
    pub fn new(kind: GeomType, size: Vec3, pos: Vec3, mat: &Mat3, rgba: [f32; 4]) -> Self {
        let mut geom = Self::default();
        geom.init(kind.number(), Some(size), Some(pos), Some(mat), Some(rgba));
        geom
    }

    /// Sets what is given and resets the rest, besides category, object, number and what sorting needs (`mjv_initGeom`).
    pub fn init(
        &mut self,
        kind: i32,
        size: Option<Vec3>,
        pos: Option<Vec3>,
        mat: Option<&Mat3>,
        rgba: Option<[f32; 4]>,
    ) {
        let fresh = Self::default();
        *self = Self {
            type_: kind,
            size: size.map_or(fresh.size, |s| single(sizes(kind, s))),
            pos: pos.map_or(fresh.pos, single),
            mat: mat.map_or(fresh.mat, single_mat),
            rgba: rgba.unwrap_or(fresh.rgba),
            objtype: self.objtype,
            objid: self.objid,
            category: self.category,
            segid: self.segid,
            camdist: self.camdist,
            transparent: self.transparent,
            ..fresh
        };
    }

    /// Makes it reach from one point to another (`mjv_connector`).
    pub fn connect(
        &mut self,
        kind: i32,
        width: f64,
        from: Vec3,
        to: Vec3,
    ) -> Result<(), SceneError> {
        let centred = match GeomType::from_number(kind) {
            Some(GeomType::Capsule | GeomType::Cylinder) => true,
            Some(GeomType::Arrow | GeomType::Arrow1 | GeomType::Arrow2 | GeomType::Line) => false,
            _ => return Err(SceneError::Connector(kind)),
        };
        let along = to - from;
        let length = along.norm();
        self.type_ = kind;
        self.mat = single_mat(&Quat::from_z_to(along).to_mat3());
        if centred {
            self.pos = single((from + to) * 0.5);
            self.size = single(Vec3::new(width, width, 0.5 * length));
        } else {
            self.pos = single(from);
            self.size = single(Vec3::new(width, width, length));
        }
        Ok(())
    }

    /// A connector of a type that can be one.
    pub(crate) fn between(
        kind: GeomType,
        width: f64,
        from: Vec3,
        to: Vec3,
        rgba: [f32; 4],
    ) -> Self {
        let mut geom = Self {
            rgba,
            ..Self::default()
        };
        // The types that callers pass are connectors.
        let _ = geom.connect(kind.number(), width, from, to);
        geom
    }

    /// A triangle: edges of the corner `v[0]` are the first two axes, and their lengths the first two sizes; the third is twice
    /// the area.
    pub(crate) fn triangle(v: [Vec3; 3], rgba: [f32; 4]) -> Self {
        let (e1, e2) = (v[1] - v[0], v[2] - v[0]);
        let (normal, area) = e1.cross(e2).normalize_or_x();
        let ((x, length1), (y, length2)) = (e1.normalize_or_x(), e2.normalize_or_x());
        let mat = Mat3::from_cols(x, y, normal);
        Self::new(
            GeomType::Triangle,
            Vec3::new(length1, length2, area),
            v[0],
            &mat,
            rgba,
        )
    }
}

/// The three sizes of a shape in a scene: half lengths along its axes.
fn sizes(kind: i32, size: Vec3) -> Vec3 {
    let [a, b, _] = size.0;
    match GeomType::from_number(kind) {
        Some(GeomType::Sphere) => Vec3::splat(a),
        Some(GeomType::Capsule | GeomType::Cylinder) => Vec3::new(a, a, b),
        _ => size,
    }
}

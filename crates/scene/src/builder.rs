//! What all decorations need while a scene is made: the model, its data, the options and the list of geoms.

use ligament_engine::Data;
use ligament_math::{Mat3, Vec3};
use ligament_model::Model;
use ligament_model::enums::{GeomType, Keyword, ObjectType};

use crate::plain::Text;
use crate::shape::{single, single_mat};
use crate::{
    Category, FrameType, GROUPS, LabelType, Perturb, Scene, SceneGeom, VisFlag, VisOption,
};

/// A scene in the making.
pub(crate) struct Builder<'a> {
    pub m: &'a Model,
    pub d: &'a Data,
    pub opt: &'a VisOption,
    pub pert: &'a Perturb,
    pub catmask: i32,
    pub scene: &'a mut Scene,
}

impl Builder<'_> {
    /// Whether something is shown.
    pub fn shows(&self, flag: VisFlag) -> bool {
        self.opt.flag(flag)
    }

    /// Whether these things have labels.
    pub fn labels(&self, kind: LabelType) -> bool {
        self.opt.label == kind as i32
    }

    /// Whether these things have frames.
    pub fn frames(&self, kind: FrameType) -> bool {
        self.opt.frame == kind as i32
    }

    /// Whether a category is asked for.
    pub fn wants(&self, category: Category) -> bool {
        self.catmask & category as i32 != 0
    }

    /// Adds a geom if there is room for it, and numbers it.
    pub fn add(&mut self, mut geom: SceneGeom) {
        let index = self.scene.geoms.len();
        if index >= self.scene.maxgeom {
            self.scene.status = 1;
            return;
        }
        geom.segid = index as i32;
        self.scene.geoms.push(geom);
    }

    /// Adds a decoration that belongs to an object.
    pub fn decorate(&mut self, geom: SceneGeom, objtype: ObjectType, objid: usize) {
        self.add(SceneGeom {
            category: Category::Decor as i32,
            objtype: objtype.number(),
            objid: objid as i32,
            ..geom
        });
    }

    /// Adds a text that belongs to a body.
    pub fn text(&mut self, text: &str, body: usize, (pos, mat): (Vec3, Mat3)) {
        let mut geom = SceneGeom {
            type_: GeomType::Label.number(),
            pos: single(pos),
            mat: single_mat(&mat),
            ..SceneGeom::default()
        };
        geom.label = Text::new(text);
        self.decorate(geom, ObjectType::Unknown, body);
    }

    /// Adds the three axes of a frame, as cylinders in red, green and blue.
    pub fn frame(&mut self, pos: Vec3, mat: &Mat3, length: f64, width: f64, objid: usize) {
        for axis in 0..3 {
            let mut rgba = [0.0, 0.0, 0.0, 1.0];
            rgba[axis] = 0.9;
            let to = pos + mat.col(axis) * length;
            let geom = SceneGeom::between(GeomType::Cylinder, width, pos, to, rgba);
            self.decorate(geom, ObjectType::Unknown, objid);
        }
    }

    /// Adds a frame of the usual size.
    pub fn small_frame(&mut self, pos: Vec3, mat: &Mat3, objid: usize) {
        let scale = &self.m.vis.scale;
        let meansize = self.m.stat.meansize;
        let length = meansize * f64::from(scale.framelength);
        self.frame(
            pos,
            mat,
            length,
            meansize * f64::from(scale.framewidth),
            objid,
        );
    }

    /// The name of an object, or its kind and number.
    pub fn name(&self, kind: ObjectType, id: usize) -> String {
        match self.m.name_of(kind, id) {
            Some(name) if !name.is_empty() => name.to_string(),
            _ => format!("{} {id}", kind.keyword()),
        }
    }

    /// Gives a geom the name of an object as its label, if such objects have labels.
    pub fn label(&self, geom: &mut SceneGeom, label: LabelType, kind: ObjectType, id: usize) {
        if self.labels(label) {
            geom.label = Text::new(&self.name(kind, id));
        }
    }

    /// Static for what cannot move, dynamic for the rest.
    pub fn category(&self, body: usize) -> Category {
        let bodies = &self.m.body;
        let welded = bodies.weldid.get(body).is_none_or(|weld| weld.0 == 0);
        let root = bodies.rootid.get(body).map_or(0, |root| root.index());
        let mocap = bodies.mocapid.get(root).is_some_and(|&id| id >= 0);
        if welded && !mocap {
            Category::Static
        } else {
            Category::Dynamic
        }
    }

    /// Whether a body moves, or what does not move is shown.
    pub fn static_is_shown(&self, body: usize) -> bool {
        self.category(body) == Category::Dynamic || self.shows(VisFlag::Static)
    }

    /// Whether what is fixed to a body is shown.
    pub fn body_is_shown(&self, body: usize) -> bool {
        let category = self.category(body);
        self.wants(category) && (category == Category::Dynamic || self.shows(VisFlag::Static))
    }

    /// The pose of a body.
    pub fn body_pose(&self, body: usize) -> (Vec3, Mat3) {
        let pose = &self.d.pose;
        let at = pose.xpos.get(body).copied().unwrap_or(Vec3::ZERO);
        (at, pose.xmat.get(body).copied().unwrap_or(Mat3::IDENTITY))
    }

    /// The inertial frame of a body.
    pub fn inertial_pose(&self, body: usize) -> (Vec3, Mat3) {
        (self.d.pose.xipos[body], self.d.pose.ximat[body])
    }

    /// The selected body, if there is one.
    pub fn selected(&self) -> Option<usize> {
        usize::try_from(self.pert.select)
            .ok()
            .filter(|&body| body > 0 && body < self.m.size.nbody)
    }
}

/// Whether a group is shown; groups out of range count as the nearest one.
pub(crate) fn group_is_shown(groups: &[u8; GROUPS], group: i32) -> bool {
    groups[group.clamp(0, GROUPS as i32 - 1) as usize] != 0
}

/// A colour between two others.
pub(crate) fn blend(from: [f32; 4], to: [f32; 4], share: f32) -> [f32; 4] {
    std::array::from_fn(|i| (1.0 - share) * from[i] + share * to[i])
}

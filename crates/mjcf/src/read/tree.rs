//! The tree of bodies.

use ligament_math::{Mat3, Vec3};
use ligament_spec::compile::orientation::{Pose, resolve};
use ligament_spec::edit::{Affix, MOST_ELEMENTS, Part, Replicate};
use ligament_spec::element::{
    Body, Camera, Fields, Frame, Geom, Inertial, Joint, Light, Node, Orientation, RowSet, Site,
};
use ligament_spec::{AnyId, Class, Id, Inside, Spec};

use super::Reader;
use crate::schema::body::{
    ATTACH_ROWS, Attach, BODY_ROWS, CAMERA_ROWS, FRAME_ROWS, FREEJOINT_ROWS, GEOM_ROWS,
    INERTIAL_ROWS, JOINT_ROWS, LIGHT_ROWS, REPLICATE_ROWS, Repeat, SITE_ROWS,
};
use crate::schema::flex::{FLEXCOMP, PLUGIN};
use crate::xml::Element;

/// Position and orientation of a copy.
type Placement = ([f64; 3], [f64; 4]);

/// What rules the contents of a body or frame.
#[derive(Clone, Copy)]
struct Context {
    /// The default class.
    class: Id<Class>,
    /// Where elements go.
    inside: Inside,
    /// True in the world and its frames.
    world: bool,
    /// True inside a part that is going to be repeated, outside of its bodies.
    repeated: bool,
}

impl Reader<'_> {
    pub(super) fn world(&mut self, xml: &Element) {
        let context = Context {
            class: self.spec.main_class(),
            inside: self.spec.world().into(),
            world: true,
            repeated: false,
        };
        self.content(xml, context);
    }

    fn content(&mut self, xml: &Element, context: Context) {
        for inner in &xml.children {
            match inner.tag.as_str() {
                "body" => self.body(inner, context),
                "frame" => self.frame(inner, context),
                "replicate" => self.replicate(inner, context),
                "attach" => self.attach(inner, context),
                "inertial" => self.inertial(inner, context),
                _ => self.leaf(inner, context),
            }
        }
    }

    /// Puts an element into the tree.
    fn put<T: ligament_spec::InTree>(&mut self, element: T, context: Context) -> Option<Id<T>> {
        let put = self.spec.add_as_is(context.inside, element);
        self.problems.keep(put)
    }

    /// Everything that contains nothing.
    fn leaf(&mut self, xml: &Element, context: Context) {
        let class = self.class_of(xml, "class", context.class);
        macro_rules! element {
            ($element:ident, $rows:ident) => {{
                let mut element: $element = self.spec.start(class);
                element.at = xml.at.clone();
                self.fill(xml, $rows, &mut element);
                self.put(element, context);
            }};
        }
        match xml.tag.as_str() {
            "joint" | "freejoint" if context.repeated => {
                self.error(
                    xml,
                    "a joint cannot stand directly inside replicate; put it into a body",
                );
            }
            "joint" | "freejoint" if context.world => {
                self.error(xml, "the world cannot have joints")
            }
            "joint" => element!(Joint, JOINT_ROWS),
            "freejoint" => {
                let mut joint = Joint {
                    at: xml.at.clone(),
                    ..Joint::free()
                };
                self.fill(xml, FREEJOINT_ROWS, &mut joint);
                joint.mark("kind");
                joint.mark("free_element");
                joint.meta.held = RowSet::ALL;
                self.put(joint, context);
            }
            "geom" => {
                element!(Geom, GEOM_ROWS);
                for plugin in &xml.children {
                    self.check_values(plugin, &PLUGIN);
                    self.unsupported(plugin);
                }
            }
            "site" => element!(Site, SITE_ROWS),
            "camera" => element!(Camera, CAMERA_ROWS),
            "light" => element!(Light, LIGHT_ROWS),
            "plugin" => {
                self.check_values(xml, &PLUGIN);
                self.unsupported(xml);
            }
            _ => {
                self.check_values(xml, &FLEXCOMP);
                self.unsupported(xml);
            }
        }
    }

    fn body(&mut self, xml: &Element, context: Context) {
        let class = self.class_of(xml, "childclass", context.class);
        let mut body = Body {
            at: xml.at.clone(),
            ..Body::default()
        };
        self.fill(xml, BODY_ROWS, &mut body);
        if let Some(id) = self.put(body, context) {
            let inside = Context {
                class,
                inside: id.into(),
                world: false,
                repeated: false,
            };
            self.content(xml, inside);
        }
    }

    fn frame(&mut self, xml: &Element, context: Context) {
        let class = self.class_of(xml, "childclass", context.class);
        let mut frame = Frame {
            at: xml.at.clone(),
            ..Frame::default()
        };
        self.fill(xml, FRAME_ROWS, &mut frame);
        if let Some(id) = self.put(frame, context) {
            let inside = Context {
                class,
                inside: id.into(),
                ..context
            };
            self.content(xml, inside);
        }
    }

    /// Explicit inertia. It belongs to the body, hence the frames between are applied at once. Inside a part that is
    /// repeated it belongs to no body.
    fn inertial(&mut self, xml: &Element, context: Context) {
        if context.world && !context.repeated {
            self.error(xml, "the world cannot have inertia");
            return;
        }
        let mut inertial = Inertial {
            at: xml.at.clone(),
            ..Inertial::default()
        };
        self.fill(xml, INERTIAL_ROWS, &mut inertial);
        if context.repeated {
            return;
        }
        let (body, frame) = match context.inside {
            Inside::Body(body) => (Some(body), None),
            Inside::Frame(frame) => (self.spec.body_of(frame), Some(frame)),
        };
        if let Err(message) = self.move_through_frames(&mut inertial, frame) {
            self.error(xml, message);
        }
        if let Some(body) = body.and_then(|id| self.spec.values_mut(id)) {
            body.inertial = Some(inertial);
            body.mark("inertial");
        }
    }

    /// Applies the frames between the innermost body and the place of an inertia.
    fn move_through_frames(
        &mut self,
        inertial: &mut Inertial,
        innermost: Option<Id<Frame>>,
    ) -> Result<(), &'static str> {
        let settings = &self.spec.scopes[0];
        let mut next = innermost;
        while let Some(frame) = next.and_then(|id| self.spec.get(id)) {
            next = next.and_then(|id| self.spec.frame_of(id));
            let quat = resolve(&frame.orientation, settings)?;
            let pose = Pose {
                pos: Vec3(frame.pos),
                quat,
            };
            if pose == Pose::IDENTITY {
                continue;
            }
            inertial.pos = pose.place(Vec3(inertial.pos)).0;
            if let Some(full) = &mut inertial.fullinertia {
                *full = turned(*full, pose.quat.to_mat3_in_order());
            } else {
                let own = resolve(&inertial.orientation, settings)?;
                inertial.orientation = Orientation::Quat(pose.quat.mul_in_order(own).0);
            }
        }
        Ok(())
    }

    /// Reads the contents as a frame of their own, takes it out again, and puts its copies in place.
    fn replicate(&mut self, xml: &Element, context: Context) {
        let class = self.class_of(xml, "childclass", context.class);
        let mut template = Frame {
            at: xml.at.clone(),
            childclass: xml.get("childclass").unwrap_or("").to_owned(),
            ..Frame::default()
        };
        template.mark("childclass");
        let Some(id) = self.put(template, context) else {
            return;
        };
        let inside = Context {
            class,
            inside: id.into(),
            repeated: true,
            ..context
        };
        self.content(xml, inside);
        if let Some(Node::Frame(template)) = self.spec.take_node(AnyId::Frame(id)) {
            self.repeat(xml, template, context);
        }
    }

    /// Puts the copies of a part into the tree.
    fn repeat(&mut self, xml: &Element, template: Frame, context: Context) {
        let mut repeat = Repeat::default();
        self.fill(xml, REPLICATE_ROWS, &mut repeat);
        let Ok(count) = usize::try_from(repeat.count) else {
            self.error(xml, "the number of copies cannot be negative");
            return;
        };
        let most = self.spec.most_copies(&template);
        if count > most {
            let message = format!(
                "{count} copies would make more than {MOST_ELEMENTS} elements; at most {most} copies of this part fit"
            );
            self.error(xml, message);
            return;
        }
        let poses = match self.poses(&repeat, count) {
            Ok(poses) => poses,
            Err(message) => {
                self.error(xml, message);
                return;
            }
        };
        let part = Replicate {
            template,
            poses,
            separator: repeat.sep,
        };
        let put = self.spec.replicate(context.inside, part);
        self.problems.keep(put);
    }

    /// The poses of all copies: each is offset and turned from the one before.
    fn poses(&self, repeat: &Repeat, count: usize) -> Result<Vec<Placement>, &'static str> {
        let settings = &self.spec.scopes[0];
        let mut pos = Vec3([0.0; 3]);
        let mut poses = Vec::with_capacity(count);
        for i in 0..count {
            let angles = repeat.euler.map(|angle| i as f64 * angle);
            let quat = resolve(&Orientation::Euler(angles), settings)?;
            poses.push((pos.0, quat.0));
            pos = Pose { pos, quat }.place(Vec3(repeat.offset));
        }
        Ok(poses)
    }

    fn attach(&mut self, xml: &Element, context: Context) {
        let mut attach = Attach::default();
        self.fill(xml, ATTACH_ROWS, &mut attach);
        let affix = Affix {
            prefix: &attach.prefix,
            suffix: "",
        };
        let attached = if xml.has("model") {
            let Some(model) = self.models.remove(&attach.model) else {
                self.error(xml, format!("there is no model asset '{}'", attach.model));
                return;
            };
            let part = self.part(xml, &model, &attach);
            let attached = part.map(|part| self.spec.attach(context.inside, &model, part, affix));
            self.models.insert(attach.model.clone(), model);
            attached
        } else if attach.body.is_empty() && attach.frame.is_empty() {
            self.error(xml, "state which body or frame of this model to attach");
            return;
        } else {
            let spec = std::mem::take(&mut self.spec);
            let part = self.part(xml, &spec, &attach);
            self.spec = spec;
            part.map(|part| self.spec.attach_own(context.inside, part, affix))
        };
        if let Some(Err(mut problem)) = attached {
            problem.at = xml.at.clone();
            problem.element.clone_from(&xml.tag);
            self.problems.push(problem);
        }
    }

    /// The part of a model that an element names; a part that does not exist is a problem.
    fn part(&mut self, xml: &Element, model: &Spec, attach: &Attach) -> Option<Part> {
        let (kind, name) = match (attach.body.as_str(), attach.frame.as_str()) {
            ("", "") => return Some(Part::World),
            ("", frame) => ("frame", frame),
            (body, _) => ("body", body),
        };
        let part = match kind {
            "body" => model.find::<Body>(name).map(Part::Body),
            _ => model.find::<Frame>(name).map(Part::Frame),
        };
        if part.is_none() {
            self.error(xml, format!("there is no {kind} named '{name}' to attach"));
        }
        part
    }
}

/// An inertia matrix xx yy zz xy xz yz in a turned frame: R I Rᵀ.
fn turned([xx, yy, zz, xy, xz, yz]: [f64; 6], r: Mat3) -> [f64; 6] {
    let columns = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]].map(|c| r.mul_vec(Vec3(c)).0);
    let rows = [0, 1, 2].map(|i| {
        r.mul_vec(Vec3([columns[0][i], columns[1][i], columns[2][i]]))
            .0
    });
    [
        rows[0][0], rows[1][1], rows[2][2], rows[0][1], rows[0][2], rows[1][2],
    ]
}

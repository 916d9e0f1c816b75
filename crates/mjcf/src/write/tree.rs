//! The tree of bodies.

use ligament_spec::element::{Body, Frame, Inertial, Joint, Node};

use super::{Writer, differences};
use crate::schema::Row;
use crate::schema::body::{
    BODY_ROWS, CAMERA_ROWS, FRAME_ROWS, FREEJOINT_ROWS, GEOM_ROWS, INERTIAL_ROWS, JOINT_ROWS,
    LIGHT_ROWS, SITE_ROWS,
};

impl Writer<'_> {
    pub(super) fn world(&mut self) {
        let spec = self.spec;
        self.out.open("worldbody", Vec::new());
        self.content(&spec.world.content, "main");
        self.out.close("worldbody");
    }

    fn content(&mut self, nodes: &[Node], ruling: &str) {
        let spec = self.spec;
        for node in nodes {
            macro_rules! leaf {
                ($tag:literal, $rows:ident, $element:ident, $field:ident) => {{
                    let class = if $element.class.is_empty() {
                        ruling
                    } else {
                        &$element.class
                    };
                    let base = &spec.class(class).unwrap_or(&spec.classes[0]).$field;
                    self.element($tag, $rows, $element, base);
                }};
            }
            match node {
                Node::Body(body) => self.body(body, ruling),
                Node::Frame(frame) => self.frame(frame, ruling),
                Node::Joint(joint) if is_free_element(joint) => {
                    let base = Joint::default();
                    self.out
                        .leaf("freejoint", differences(FREEJOINT_ROWS, joint, &base));
                }
                Node::Joint(joint) => leaf!("joint", JOINT_ROWS, joint, joint),
                Node::Geom(geom) => leaf!("geom", GEOM_ROWS, geom, geom),
                Node::Site(site) => leaf!("site", SITE_ROWS, site, site),
                Node::Camera(camera) => leaf!("camera", CAMERA_ROWS, camera, camera),
                Node::Light(light) => leaf!("light", LIGHT_ROWS, light, light),
            }
        }
    }

    /// An element that starts from a prototype.
    fn element<T>(&mut self, tag: &str, rows: &[Row<T>], element: &T, base: &T) {
        self.out.leaf(tag, differences(rows, element, base));
    }

    fn body(&mut self, body: &Body, ruling: &str) {
        let list = differences(BODY_ROWS, body, &Body::default());
        if body.content.is_empty() && body.inertial.is_none() {
            self.out.leaf("body", list);
            return;
        }
        self.out.open("body", list);
        if let Some(inertial) = &body.inertial {
            let list = differences(INERTIAL_ROWS, inertial, &Inertial::default());
            self.out.leaf("inertial", list);
        }
        let inner = if body.childclass.is_empty() {
            ruling
        } else {
            &body.childclass
        };
        self.content(&body.content, inner);
        self.out.close("body");
    }

    fn frame(&mut self, frame: &Frame, ruling: &str) {
        let list = differences(FRAME_ROWS, frame, &Frame::default());
        if frame.content.is_empty() {
            self.out.leaf("frame", list);
            return;
        }
        self.out.open("frame", list);
        let inner = if frame.childclass.is_empty() {
            ruling
        } else {
            &frame.childclass
        };
        self.content(&frame.content, inner);
        self.out.close("frame");
    }
}

/// Whether a joint states nothing that a freejoint element cannot.
fn is_free_element(joint: &Joint) -> bool {
    let stated = Joint {
        name: joint.name.clone(),
        class: joint.class.clone(),
        group: joint.group,
        align: joint.align,
        ..Joint::free()
    };
    joint.free_element && *joint == stated
}

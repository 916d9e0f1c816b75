//! The tree of bodies.
//!
//! Elements are put straight into the contents of their parents, so that reading deep trees needs little stack.

use ligament_model::enums::JointType;
use ligament_spec::edit::{Affix, Part, Replicate};
use ligament_spec::element::{Body, Frame, Inertial, Joint, Node};

use super::Reader;
use crate::rotation;
use crate::schema::body::{
    ATTACH_ROWS, Attach, BODY_ROWS, CAMERA_ROWS, FRAME_ROWS, FREEJOINT_ROWS, GEOM_ROWS,
    INERTIAL_ROWS, JOINT_ROWS, LIGHT_ROWS, REPLICATE_ROWS, Repeat, SITE_ROWS,
};
use crate::schema::flex::{FLEXCOMP, PLUGIN};
use crate::xml::Element;

/// What rules the contents of a body or frame.
#[derive(Clone, Copy)]
struct Context {
    /// Position of the default class.
    class: usize,
    /// True directly in the world.
    world: bool,
    /// True inside a part that is going to be repeated, outside of its bodies.
    repeated: bool,
}

/// Most elements that replicate may make.
const MOST_COPIES: usize = 10_000_000;

impl Reader<'_> {
    pub(super) fn world(&mut self, xml: &Element) {
        let mut content = std::mem::take(&mut self.spec.world.content);
        let mut inertial = None;
        let context = Context {
            class: 0,
            world: true,
            repeated: false,
        };
        self.content(xml, context, &mut content, &mut inertial);
        self.spec.world.content = content;
    }

    fn content(
        &mut self,
        xml: &Element,
        context: Context,
        out: &mut Vec<Node>,
        inertial: &mut Option<Inertial>,
    ) {
        for inner in &xml.children {
            match inner.tag.as_str() {
                "body" => self.body(inner, context, out),
                "frame" => self.frame(inner, context, out, inertial),
                "replicate" => self.replicate(inner, context, out, inertial),
                "attach" => self.attach(inner, out),
                "inertial" => self.inertial(inner, context, inertial),
                _ => self.leaf(inner, context, out),
            }
        }
    }

    /// Everything that contains nothing.
    fn leaf(&mut self, xml: &Element, context: Context, out: &mut Vec<Node>) {
        let class = self.class_of(xml, "class", context.class);
        macro_rules! element {
            ($variant:ident, $field:ident, $rows:ident) => {{
                let mut element = self.class_at(class).$field.clone();
                element.at = xml.at.clone();
                self.fill(xml, $rows, &mut element);
                out.push(Node::$variant(element));
            }};
        }
        match xml.tag.as_str() {
            "joint" | "freejoint" if context.world => {
                self.error(xml, "the world cannot have joints");
            }
            "joint" | "freejoint" if context.repeated => {
                self.error(
                    xml,
                    "a joint cannot stand directly inside replicate; put it into a body",
                );
            }
            "joint" => element!(Joint, joint, JOINT_ROWS),
            "freejoint" => {
                let mut joint = Joint {
                    kind: JointType::Free,
                    free_element: true,
                    at: xml.at.clone(),
                    ..Joint::default()
                };
                self.fill(xml, FREEJOINT_ROWS, &mut joint);
                out.push(Node::Joint(joint));
            }
            "geom" => {
                element!(Geom, geom, GEOM_ROWS);
                for plugin in &xml.children {
                    self.check_values(plugin, &PLUGIN);
                    self.unsupported(plugin);
                }
            }
            "site" => element!(Site, site, SITE_ROWS),
            "camera" => element!(Camera, camera, CAMERA_ROWS),
            "light" => element!(Light, light, LIGHT_ROWS),
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

    fn body(&mut self, xml: &Element, context: Context, out: &mut Vec<Node>) {
        let class = self.class_of(xml, "childclass", context.class);
        let position = out.len();
        out.push(Node::Body(Body {
            at: xml.at.clone(),
            ..Body::default()
        }));
        if let Some(Node::Body(body)) = out.get_mut(position) {
            self.fill(xml, BODY_ROWS, body);
            let inside = Context {
                class,
                world: false,
                repeated: false,
            };
            self.content(xml, inside, &mut body.content, &mut body.inertial);
        }
    }

    fn frame(
        &mut self,
        xml: &Element,
        context: Context,
        out: &mut Vec<Node>,
        inertial: &mut Option<Inertial>,
    ) {
        let class = self.class_of(xml, "childclass", context.class);
        let position = out.len();
        out.push(Node::Frame(Frame {
            at: xml.at.clone(),
            ..Frame::default()
        }));
        if let Some(Node::Frame(frame)) = out.get_mut(position) {
            self.fill(xml, FRAME_ROWS, frame);
            let inside = Context { class, ..context };
            self.content(xml, inside, &mut frame.content, inertial);
        }
    }

    fn inertial(&mut self, xml: &Element, context: Context, out: &mut Option<Inertial>) {
        if context.world {
            self.error(xml, "the world cannot have inertia");
            return;
        }
        let mut inertial = Inertial {
            at: xml.at.clone(),
            ..out.take().unwrap_or_default()
        };
        self.fill(xml, INERTIAL_ROWS, &mut inertial);
        *out = Some(inertial);
    }

    fn replicate(
        &mut self,
        xml: &Element,
        context: Context,
        out: &mut Vec<Node>,
        inertial: &mut Option<Inertial>,
    ) {
        let mut repeat = Repeat::default();
        self.fill(xml, REPLICATE_ROWS, &mut repeat);
        let class = self.class_of(xml, "childclass", context.class);
        let mut template = Frame {
            at: xml.at.clone(),
            childclass: repeat.childclass.clone(),
            ..Frame::default()
        };
        let inside = Context {
            class,
            repeated: true,
            ..context
        };
        self.content(xml, inside, &mut template.content, inertial);
        let count = usize::try_from(repeat.count).unwrap_or(0);
        if count == 0 {
            self.error(xml, "the number of copies must be positive");
            return;
        }
        if count.saturating_mul(size(&template.content)) > MOST_COPIES {
            self.error(
                xml,
                format!("{count} copies would make more than {MOST_COPIES} elements"),
            );
            return;
        }
        let poses = self.poses(&repeat, count);
        out.extend(self.spec.replicate(Replicate {
            template,
            poses,
            separator: repeat.sep,
        }));
    }

    /// The poses of all copies: each is offset and turned from the one before.
    fn poses(&self, repeat: &Repeat, count: usize) -> Vec<([f64; 3], [f64; 4])> {
        let compiler = &self.spec.scopes[0];
        let quat = |factor: f64| {
            let angles = repeat.euler.map(|angle| factor * angle);
            rotation::euler(angles, compiler.degree, compiler.eulerseq)
        };
        let mut pos = [0.0; 3];
        let mut poses = Vec::with_capacity(count);
        for i in 0..count {
            let turned = quat(i as f64);
            poses.push((pos, turned));
            let step = rotation::rotate(turned, repeat.offset);
            for (p, s) in pos.iter_mut().zip(step) {
                *p += s;
            }
        }
        poses
    }

    fn attach(&mut self, xml: &Element, out: &mut Vec<Node>) {
        let mut attach = Attach::default();
        self.fill(xml, ATTACH_ROWS, &mut attach);
        let part = match (attach.body.as_str(), attach.frame.as_str()) {
            ("", "") => Part::World,
            ("", frame) => Part::Frame(frame),
            (body, _) => Part::Body(body),
        };
        let affix = Affix {
            prefix: &attach.prefix,
            suffix: "",
        };
        let attached = if xml.has("model") {
            match self.models.remove(&attach.model) {
                Some(model) => {
                    let attached = self.spec.attach(&model, part, affix);
                    self.models.insert(attach.model.clone(), model);
                    attached
                }
                None => {
                    self.error(xml, format!("there is no model asset '{}'", attach.model));
                    return;
                }
            }
        } else if part == Part::World {
            self.error(xml, "state which body or frame of this model to attach");
            return;
        } else {
            self.spec.attach_own(part, affix)
        };
        match attached {
            Ok(node) => out.push(node),
            Err(problem) => {
                let mut located = problem;
                located.at = xml.at.clone();
                located.element.clone_from(&xml.tag);
                self.problems.push(located);
            }
        }
    }
}

/// Number of elements in a tree.
fn size(nodes: &[Node]) -> usize {
    nodes
        .iter()
        .map(|node| match node {
            Node::Body(Body { content, .. }) | Node::Frame(Frame { content, .. }) => {
                1 + size(content)
            }
            _ => 1,
        })
        .sum()
}

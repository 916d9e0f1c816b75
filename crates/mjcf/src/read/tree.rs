//! The tree of bodies.
//!
//! Elements are put straight into the model's tree, at the place that a path of positions leads to: the model is
//! complete up to that place at any time, and reading deep trees needs little stack.

use ligament_math::{Mat3, Vec3};
use ligament_spec::compile::orientation::{Pose, resolve};
use ligament_spec::edit::{Affix, Part, Replicate};
use ligament_spec::element::{Body, Frame, Inertial, Joint, Node, Orientation};

use super::Reader;
use crate::schema::body::{
    ATTACH_ROWS, Attach, BODY_ROWS, CAMERA_ROWS, FRAME_ROWS, FREEJOINT_ROWS, GEOM_ROWS,
    INERTIAL_ROWS, JOINT_ROWS, LIGHT_ROWS, REPLICATE_ROWS, Repeat, SITE_ROWS,
};
use crate::schema::flex::{FLEXCOMP, PLUGIN};
use crate::xml::Element;

/// Most elements that replicate may make.
const MOST_COPIES: usize = 1_000_000;

/// Position and orientation of a copy.
type Placement = ([f64; 3], [f64; 4]);

/// What rules the contents of a body or frame.
#[derive(Clone, Copy)]
struct Context {
    /// Position of the default class.
    class: usize,
    /// True in the world and its frames.
    world: bool,
    /// True inside a part that is going to be repeated, outside of its bodies.
    repeated: bool,
}

impl Reader<'_> {
    pub(super) fn world(&mut self, xml: &Element) {
        let context = Context {
            class: 0,
            world: true,
            repeated: false,
        };
        self.content(xml, context, &mut Vec::new());
    }

    /// Contents of the body or frame that the path leads to.
    fn here(&mut self, path: &[usize]) -> &mut Vec<Node> {
        let mut content = &mut self.spec.world.content;
        for &position in path {
            content = match &mut content[position] {
                Node::Body(body) => &mut body.content,
                Node::Frame(frame) => &mut frame.content,
                leaf => unreachable!("paths lead through bodies and frames, not {leaf:?}"),
            };
        }
        content
    }

    fn content(&mut self, xml: &Element, context: Context, path: &mut Vec<usize>) {
        for inner in &xml.children {
            match inner.tag.as_str() {
                "body" => self.body(inner, context, path),
                "frame" => self.frame(inner, context, path),
                "replicate" => self.replicate(inner, context, path),
                "attach" => self.attach(inner, path),
                "inertial" => self.inertial(inner, context, path),
                _ => self.leaf(inner, context, path),
            }
        }
    }

    /// Puts a node into the tree and extends the path to it.
    fn enter(&mut self, node: Node, path: &mut Vec<usize>) {
        let content = self.here(path);
        let position = content.len();
        content.push(node);
        path.push(position);
    }

    /// Everything that contains nothing.
    fn leaf(&mut self, xml: &Element, context: Context, path: &[usize]) {
        let class = self.class_of(xml, "class", context.class);
        macro_rules! element {
            ($variant:ident, $field:ident, $rows:ident) => {{
                let mut element = self.class_at(class).$field.clone();
                element.at = xml.at.clone();
                self.fill(xml, $rows, &mut element);
                self.here(path).push(Node::$variant(element));
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
            "joint" => element!(Joint, joint, JOINT_ROWS),
            "freejoint" => {
                let mut joint = Joint {
                    at: xml.at.clone(),
                    ..Joint::free()
                };
                self.fill(xml, FREEJOINT_ROWS, &mut joint);
                self.here(path).push(Node::Joint(joint));
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

    fn body(&mut self, xml: &Element, context: Context, path: &mut Vec<usize>) {
        let class = self.class_of(xml, "childclass", context.class);
        self.open_body(xml, path);
        let inside = Context {
            class,
            world: false,
            repeated: false,
        };
        self.content(xml, inside, path);
        path.pop();
    }

    fn open_body(&mut self, xml: &Element, path: &mut Vec<usize>) {
        let mut body = Body {
            at: xml.at.clone(),
            ..Body::default()
        };
        self.fill(xml, BODY_ROWS, &mut body);
        self.enter(Node::Body(body), path);
    }

    fn frame(&mut self, xml: &Element, context: Context, path: &mut Vec<usize>) {
        let class = self.class_of(xml, "childclass", context.class);
        self.open_frame(xml, path);
        self.content(xml, Context { class, ..context }, path);
        path.pop();
    }

    fn open_frame(&mut self, xml: &Element, path: &mut Vec<usize>) {
        let mut frame = Frame {
            at: xml.at.clone(),
            ..Frame::default()
        };
        self.fill(xml, FRAME_ROWS, &mut frame);
        self.enter(Node::Frame(frame), path);
    }

    /// Explicit inertia. It belongs to the body, hence the frames between are applied at once. Inside a part that is
    /// repeated it belongs to no body.
    fn inertial(&mut self, xml: &Element, context: Context, path: &[usize]) {
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
        if let Err(message) = self.move_through_frames(&mut inertial, path) {
            self.error(xml, message);
        }
        if let Some(body) = self.enclosing_body(path) {
            body.inertial = Some(inertial);
        }
    }

    /// The innermost body on a path.
    fn enclosing_body(&mut self, path: &[usize]) -> Option<&mut Body> {
        let bodies = (1..=path.len()).rev();
        for end in bodies {
            let (last, before) = path.get(..end)?.split_last()?;
            if matches!(self.here(before).get(*last), Some(Node::Body(_))) {
                return match self.here(before).get_mut(*last) {
                    Some(Node::Body(body)) => Some(body),
                    _ => None,
                };
            }
        }
        None
    }

    /// Applies the frames between the innermost body and the end of the path.
    fn move_through_frames(
        &mut self,
        inertial: &mut Inertial,
        path: &[usize],
    ) -> Result<(), &'static str> {
        let settings = self.spec.scopes[0].clone();
        for end in (1..=path.len()).rev() {
            let Some((last, before)) = path.get(..end).and_then(<[usize]>::split_last) else {
                break;
            };
            let Some(Node::Frame(frame)) = self.here(before).get(*last) else {
                break;
            };
            let quat = resolve(&frame.orientation, &settings)?;
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
                let own = resolve(&inertial.orientation, &settings)?;
                inertial.orientation = Orientation::Quat(pose.quat.mul_in_order(own).0);
            }
        }
        Ok(())
    }

    fn replicate(&mut self, xml: &Element, context: Context, path: &mut Vec<usize>) {
        let class = self.class_of(xml, "childclass", context.class);
        let childclass = xml.get("childclass").unwrap_or("").to_owned();
        let template = Frame {
            at: xml.at.clone(),
            childclass,
            ..Frame::default()
        };
        self.enter(Node::Frame(template), path);
        let inside = Context {
            class,
            repeated: true,
            ..context
        };
        self.content(xml, inside, path);
        if let Some(position) = path.pop()
            && let Node::Frame(template) = self.here(path).remove(position)
        {
            self.repeat(xml, template, path);
        }
    }

    /// Puts the copies of a part into the tree.
    fn repeat(&mut self, xml: &Element, template: Frame, path: &[usize]) {
        let mut repeat = Repeat::default();
        self.fill(xml, REPLICATE_ROWS, &mut repeat);
        let count = usize::try_from(repeat.count).unwrap_or(0);
        if count == 0 {
            self.error(xml, "the number of copies must be positive");
            return;
        }
        if count.saturating_mul(1 + size(&template.content)) > MOST_COPIES {
            let message = format!("{count} copies would make more than {MOST_COPIES} elements");
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
        let mut copies = self.spec.replicate(Replicate {
            template,
            poses,
            separator: repeat.sep,
        });
        self.here(path).append(&mut copies);
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

    fn attach(&mut self, xml: &Element, path: &[usize]) {
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
            let Some(model) = self.models.remove(&attach.model) else {
                self.error(xml, format!("there is no model asset '{}'", attach.model));
                return;
            };
            let attached = self.spec.attach(&model, part, affix);
            self.models.insert(attach.model.clone(), model);
            attached
        } else if part == Part::World {
            self.error(xml, "state which body or frame of this model to attach");
            return;
        } else {
            self.spec.attach_own(part, affix)
        };
        match attached {
            Ok(node) => self.here(path).push(node),
            Err(mut problem) => {
                problem.at = xml.at.clone();
                problem.element.clone_from(&xml.tag);
                self.problems.push(problem);
            }
        }
    }
}

/// Number of elements in a tree.
fn size(nodes: &[Node]) -> usize {
    let sizes = nodes.iter().map(|node| match node {
        Node::Body(Body { content, .. }) | Node::Frame(Frame { content, .. }) => 1 + size(content),
        _ => 1,
    });
    sizes.sum()
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

//! The tree of bodies as links: adding, moving, listing and taking apart.
//!
//! A body lists everything that belongs to it, whatever frame it is in, in document order; each element names its body and frame.
//! The order in that list is the order of the compiled model.

use std::collections::HashSet;

use crate::arena::Id;
use crate::element::{Body, Element, Frame, Meta, Node};
use crate::problem::Problem;
use crate::spec::{AnyId, InTree, Kind, Spec};

/// How deep bodies and frames may be nested.
const MOST_DEPTH: usize = 1_000;

/// Where an element is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// Into a body.
    Body(Id<Body>),
    /// Into a frame.
    Frame(Id<Frame>),
}

impl From<Id<Body>> for Inside {
    fn from(id: Id<Body>) -> Self {
        Self::Body(id)
    }
}

impl From<Id<Frame>> for Inside {
    fn from(id: Id<Frame>) -> Self {
        Self::Frame(id)
    }
}

/// The ids that elements of a copied part had, and those they have now.
pub type Renumbered = Vec<(AnyId, AnyId)>;

impl Spec {
    /// The body and frame of a place; an error if it is gone.
    pub(crate) fn body_and_frame(
        &self,
        inside: Inside,
    ) -> Result<(Id<Body>, Option<Id<Frame>>), Problem> {
        let gone = || Problem::model("the body or frame to put an element into is gone");
        match inside {
            Inside::Body(id) if self.bodies.contains(id) => Ok((id, None)),
            Inside::Frame(id) => {
                let frame = self.frames.get(id).ok_or_else(gone)?;
                Ok((frame.meta.body.ok_or_else(gone)?, Some(id)))
            }
            Inside::Body(_) => Err(gone()),
        }
    }

    /// Adds an element with what it contains. Fields that differ from the defaults count as written, the others follow the class.
    pub fn add<T: InTree>(
        &mut self,
        inside: impl Into<Inside>,
        element: T,
    ) -> Result<Id<T>, Problem> {
        let id = self.add_any(inside, element.into())?;
        Ok(Id::from_handle(id.handle()))
    }

    /// The same for a part of any kind.
    pub fn add_any(&mut self, inside: impl Into<Inside>, mut node: Node) -> Result<AnyId, Problem> {
        mark_stated(&mut node);
        self.add_node(inside.into(), node, &mut Vec::new())
    }

    /// Adds an element of the tree with what is marked as written. It must contain nothing.
    pub fn add_as_is<T: InTree>(
        &mut self,
        inside: impl Into<Inside>,
        element: T,
    ) -> Result<Id<T>, Problem> {
        let (body, frame) = self.body_and_frame(inside.into())?;
        self.put(body, frame, element)
    }

    /// Adds a part of a tree with what is marked as written; `renumbered` gets the ids that its elements had and have.
    pub(crate) fn add_node(
        &mut self,
        inside: Inside,
        node: Node,
        renumbered: &mut Renumbered,
    ) -> Result<AnyId, Problem> {
        let (body, frame) = self.body_and_frame(inside)?;
        macro_rules! leaf {
            ($variant:ident, $element:ident) => {{
                let mut element = $element;
                let before = element.at.id;
                element.meta.revision = 0;
                let id = AnyId::$variant(self.put(body, frame, element)?);
                if before.is_some() {
                    renumbered.push((AnyId::$variant(Id::from_handle(before)), id));
                }
                id
            }};
        }
        Ok(match node {
            Node::Body(mut element) => {
                let content = std::mem::take(&mut element.content);
                let id = leaf!(Body, element);
                for inner in content {
                    self.add_node(
                        Inside::Body(Id::from_handle(id.handle())),
                        inner,
                        renumbered,
                    )?;
                }
                id
            }
            Node::Frame(mut element) => {
                let content = std::mem::take(&mut element.content);
                let id = leaf!(Frame, element);
                for inner in content {
                    self.add_node(
                        Inside::Frame(Id::from_handle(id.handle())),
                        inner,
                        renumbered,
                    )?;
                }
                id
            }
            Node::Joint(element) => leaf!(Joint, element),
            Node::Geom(element) => leaf!(Geom, element),
            Node::Site(element) => leaf!(Site, element),
            Node::Camera(element) => leaf!(Camera, element),
            Node::Light(element) => leaf!(Light, element),
        })
    }

    /// Stores one element and links it.
    fn put<T: Kind>(
        &mut self,
        body: Id<Body>,
        frame: Option<Id<Frame>>,
        mut element: T,
    ) -> Result<Id<T>, Problem> {
        let meta = element.meta_mut();
        (meta.body, meta.frame) = (Some(body), frame);
        let holds_others = matches!(
            T::OBJECT,
            ligament_model::enums::ObjectType::Body | ligament_model::enums::ObjectType::Frame
        );
        if holds_others && self.depth(body, frame) >= MOST_DEPTH {
            let message = format!("bodies and frames are nested more than {MOST_DEPTH} deep");
            return Err(Problem::error(
                element.origin(),
                "",
                element.name(),
                message,
            ));
        }
        let id = T::arena_mut(self).insert(element);
        let any = T::any(id);
        if let AnyId::Body(id) = any {
            let slot = id.handle().slot();
            self.children
                .resize(self.children.len().max(slot + 1), Vec::new());
            self.children[slot].clear();
        }
        self.children[body.handle().slot()].push(any);
        Ok(id)
    }

    /// How many bodies and frames are around a place.
    fn depth(&self, body: Id<Body>, frame: Option<Id<Frame>>) -> usize {
        let (mut body, mut frame) = (Some(body), frame);
        let mut depth = 0;
        while let Some(meta) = self.around(body, frame) {
            (body, frame) = (meta.body, meta.frame);
            depth += 1;
        }
        depth
    }

    fn around(&self, body: Option<Id<Body>>, frame: Option<Id<Frame>>) -> Option<Meta> {
        match frame {
            Some(frame) => Some(Meta {
                body,
                ..self.frames.get(frame)?.meta
            }),
            None => Some(self.bodies.get(body?)?.meta),
        }
    }

    /// The body that an element belongs to; none for the world and what lies outside the tree.
    pub fn body_of(&self, id: impl Into<AnyId>) -> Option<Id<Body>> {
        self.fields(id.into())?.meta().body
    }

    /// The frame that an element is in.
    pub fn frame_of(&self, id: impl Into<AnyId>) -> Option<Id<Frame>> {
        self.fields(id.into())?.meta().frame
    }

    /// Everything that belongs to a body, in document order, whatever frame it is in.
    pub fn children(&self, body: Id<Body>) -> &[AnyId] {
        match self.bodies.contains(body) {
            true => self
                .children
                .get(body.handle().slot())
                .map_or(&[], Vec::as_slice),
            false => &[],
        }
    }

    /// What is directly in a frame, in document order.
    pub fn frame_children(&self, frame: Id<Frame>) -> Vec<AnyId> {
        let body = self.body_of(frame);
        let all = body.map_or(&[][..], |body| self.children(body));
        all.iter()
            .copied()
            .filter(|id| self.frame_of(*id) == Some(frame))
            .collect()
    }

    /// A body and everything below it: its own contents first, then the bodies inside, depth first, as in the compiled model.
    pub fn walk(&self, body: Id<Body>) -> impl Iterator<Item = AnyId> + '_ {
        let mut open = vec![body];
        let mut ready = std::collections::VecDeque::new();
        std::iter::from_fn(move || {
            if ready.is_empty() {
                let body = open.pop()?;
                let children = self.children(body);
                ready.push_back(AnyId::Body(body));
                let mut inner = Vec::new();
                for child in children {
                    match child {
                        AnyId::Body(body) => inner.push(*body),
                        other => ready.push_back(*other),
                    }
                }
                open.extend(inner.into_iter().rev());
            }
            ready.pop_front()
        })
    }

    /// Moves an element of the tree into another body or frame, to its end. A body cannot move into itself.
    pub fn move_to(
        &mut self,
        id: impl Into<AnyId>,
        inside: impl Into<Inside>,
    ) -> Result<(), Problem> {
        let (id, inside) = (id.into(), inside.into());
        let (body, frame) = self.body_and_frame(inside)?;
        let (mut up, mut up_frame) = (Some(body), frame);
        while let Some(meta) = self.around(up, up_frame) {
            if up.map(AnyId::Body) == Some(id) && up_frame.is_none()
                || up_frame.map(AnyId::Frame) == Some(id)
            {
                return Err(Problem::model("a body or frame cannot be put into itself"));
            }
            (up, up_frame) = (meta.body, meta.frame);
        }
        let from = self
            .body_of(id)
            .ok_or_else(|| Problem::model("this element is not in the tree"))?;
        let mut moved = vec![id];
        if let AnyId::Frame(frame) = id {
            moved.extend(self.inside_frame(frame));
        }
        if from != body {
            self.children[from.handle().slot()].retain(|c| !moved.contains(c));
            self.children[body.handle().slot()].extend(&moved);
        }
        for inner in moved {
            if let Some(fields) = self.fields_mut(inner) {
                let meta = fields.meta_mut();
                (meta.body, meta.revision) = (Some(body), 0);
                if inner == id {
                    meta.frame = frame;
                }
            }
        }
        Ok(())
    }

    /// Puts an element into a frame of its body, or into none, without changing its place in the order.
    pub fn set_frame(
        &mut self,
        id: impl Into<AnyId>,
        frame: Option<Id<Frame>>,
    ) -> Result<(), Problem> {
        let id = id.into();
        let body = self
            .body_of(id)
            .ok_or_else(|| Problem::model("this element is not in the tree"))?;
        match frame {
            Some(frame) if self.body_of(frame) != Some(body) => {
                Err(Problem::model("the frame belongs to another body"))
            }
            Some(frame) => self.move_to(id, frame),
            None => self.move_to(id, body),
        }
    }

    /// Everything in a frame, at any depth of frames.
    pub(crate) fn inside_frame(&self, frame: Id<Frame>) -> Vec<AnyId> {
        let Some(body) = self.body_of(frame) else {
            return Vec::new();
        };
        let all = self.children(body).iter().copied();
        all.filter(|id| self.is_inside(*id, frame)).collect()
    }

    /// True if an element is in a frame, directly or not.
    fn is_inside(&self, id: AnyId, frame: Id<Frame>) -> bool {
        let mut here = self.frame_of(id);
        while let Some(around) = here {
            if around == frame {
                return true;
            }
            here = self.frame_of(around);
        }
        false
    }

    /// A copy of a part of the tree as a value; none if it is gone or not in the tree.
    pub fn node(&self, id: AnyId) -> Option<Node> {
        Some(match id {
            AnyId::Body(id) => {
                let mut body = self.bodies.get(id)?.clone();
                body.content = self.contents(id, None);
                Node::Body(body)
            }
            AnyId::Frame(id) => {
                let mut frame = self.frames.get(id)?.clone();
                frame.content = self.contents(frame.meta.body?, Some(id));
                Node::Frame(frame)
            }
            AnyId::Joint(id) => Node::Joint(self.joints.get(id)?.clone()),
            AnyId::Geom(id) => Node::Geom(self.geoms.get(id)?.clone()),
            AnyId::Site(id) => Node::Site(self.sites.get(id)?.clone()),
            AnyId::Camera(id) => Node::Camera(self.cameras.get(id)?.clone()),
            AnyId::Light(id) => Node::Light(self.lights.get(id)?.clone()),
            _ => return None,
        })
    }

    /// The contents of a body, or of one of its frames, as values with frames nested. A frame whose contents are not in one piece
    /// appears several times, the first time under its name.
    pub(crate) fn contents(&self, body: Id<Body>, within: Option<Id<Frame>>) -> Vec<Node> {
        let mut out = Vec::new();
        let mut open: Vec<(Id<Frame>, Frame)> = Vec::new();
        let mut seen = HashSet::new();
        for &child in self.children(body) {
            if within.is_some_and(|frame| !self.is_inside(child, frame)) {
                continue;
            }
            let frame = self.frame_of(child).filter(|f| Some(*f) != within);
            while let Some((top, _)) = open.last()
                && Some(*top) != frame
                && !frame.is_some_and(|f| self.is_inside(AnyId::Frame(f), *top))
            {
                close(&mut open, &mut out);
            }
            let top = open.last().map(|(id, _)| *id);
            let mut missing: Vec<Id<Frame>> = Vec::new();
            let mut here = frame;
            while here != top
                && let Some(around) = here
            {
                missing.push(around);
                here = self.frame_of(around).filter(|f| Some(*f) != within);
            }
            for id in missing.into_iter().rev() {
                self.open_frame(id, &mut seen, &mut open);
            }
            match child {
                AnyId::Frame(id) if seen.contains(&id) => {}
                AnyId::Frame(id) => self.open_frame(id, &mut seen, &mut open),
                _ => {
                    let content = open.last_mut().map_or(&mut out, |(_, f)| &mut f.content);
                    content.extend(self.node(child));
                }
            }
        }
        while !open.is_empty() {
            close(&mut open, &mut out);
        }
        out
    }

    fn open_frame(
        &self,
        id: Id<Frame>,
        seen: &mut HashSet<Id<Frame>>,
        open: &mut Vec<(Id<Frame>, Frame)>,
    ) {
        if let Some(frame) = self.frames.get(id) {
            let mut frame = frame.clone();
            if !seen.insert(id) {
                frame.name.clear();
            }
            open.push((id, frame));
        }
    }
}

/// Closes the innermost open frame.
fn close(open: &mut Vec<(Id<Frame>, Frame)>, out: &mut Vec<Node>) {
    if let Some((_, frame)) = open.pop() {
        let content = open.last_mut().map_or(out, |(_, f)| &mut f.content);
        content.push(Node::Frame(frame));
    }
}

/// Marks what differs from the defaults as written, at any depth.
fn mark_stated(node: &mut Node) {
    fn mark<T: Element>(element: &mut T) {
        let stated = element.differing(&T::default());
        let meta = element.meta_mut();
        meta.written = meta.written.union(stated);
    }
    match node {
        Node::Body(x) => {
            mark(x);
            x.content.iter_mut().for_each(mark_stated);
        }
        Node::Frame(x) => {
            mark(x);
            x.content.iter_mut().for_each(mark_stated);
        }
        Node::Joint(x) => mark(x),
        Node::Geom(x) => mark(x),
        Node::Site(x) => mark(x),
        Node::Camera(x) => mark(x),
        Node::Light(x) => mark(x),
    }
}

//! Taking a tree of bodies apart and putting it together with the fused ones as frames.

use super::super::assets::AssetTables;
use super::super::inertia::MassProperties;
use crate::element::{Body, Frame, Inertial, Node, Orientation};

/// The world with fused bodies turned into frames. Bodies are numbered depth first; `inertial` is what is written into
/// them.
pub(super) fn rebuild(
    world: &Body,
    fused: &[bool],
    inertial: &[Option<MassProperties>],
    assets: &AssetTables,
) -> Body {
    FusedTree {
        fused,
        inertial,
        assets,
        next: 0,
    }
    .body(world)
}

struct FusedTree<'a> {
    fused: &'a [bool],
    inertial: &'a [Option<MassProperties>],
    assets: &'a AssetTables,
    /// The number of the next body.
    next: usize,
}

/// Where in a kept body a list of nodes lies.
struct ListPlace<'b> {
    /// The frames around it, empty, outermost first.
    frames: Vec<Frame>,
    /// Whether it is inside of a fused body, whose contents other than bodies have been moved already.
    inside: bool,
    /// What fused bodies held.
    moved: &'b mut Vec<Node>,
}

impl FusedTree<'_> {
    /// A body that is kept.
    fn body(&mut self, body: &Body) -> Body {
        let written = self.inertial.get(self.next).copied().flatten();
        self.next += 1;
        let mut moved = Vec::new();
        let mut place = ListPlace {
            frames: Vec::new(),
            inside: false,
            moved: &mut moved,
        };
        let mut content = self.nodes(&body.content, &mut place);
        content.extend(moved);
        Body {
            inertial: match written {
                Some(properties) => Some(explicit(&properties, body)),
                None => body.inertial.clone(),
            },
            content,
            ..bare(body)
        }
    }

    fn nodes(&mut self, nodes: &[Node], place: &mut ListPlace) -> Vec<Node> {
        let mut out = Vec::with_capacity(nodes.len());
        for node in nodes {
            match node {
                Node::Frame(frame) => {
                    place.frames.push(empty(frame));
                    let content = self.nodes(&frame.content, place);
                    place.frames.pop();
                    out.push(Node::Frame(Frame {
                        content,
                        ..empty(frame)
                    }));
                }
                Node::Body(body) if self.fused.get(self.next) == Some(&true) => {
                    self.next += 1;
                    out.push(Node::Frame(self.fuse(body, place)));
                }
                Node::Body(body) => out.push(Node::Body(self.body(body))),
                _ if place.inside => {}
                other => out.push(other.clone()),
            }
        }
        out
    }

    /// A frame with the child bodies of a fused body. The rest of what it holds is moved to the end of its host.
    fn fuse(&mut self, body: &Body, place: &mut ListPlace) -> Frame {
        let frame = Frame {
            pos: body.pos,
            orientation: body.orientation,
            at: body.at.clone(),
            ..Frame::default()
        };
        place.frames.push(frame.clone());
        let rest = self.without_bodies(&body.content);
        let wrap = |content: Vec<Node>, frame: &Frame| {
            vec![Node::Frame(Frame {
                content,
                ..frame.clone()
            })]
        };
        if !rest.is_empty() {
            place
                .moved
                .extend(place.frames.iter().rev().fold(rest, wrap));
        }
        let outside = std::mem::replace(&mut place.inside, true);
        let content = self.nodes(&body.content, place);
        place.inside = outside;
        place.frames.pop();
        Frame { content, ..frame }
    }

    /// Everything but bodies, and but geoms that are dropped: they would give the host inertia.
    fn without_bodies(&self, nodes: &[Node]) -> Vec<Node> {
        let mut out = Vec::new();
        for node in nodes {
            match node {
                Node::Body(_) => {}
                Node::Geom(geom) if self.assets.drops_geom(geom) => {}
                Node::Frame(frame) => {
                    let content = self.without_bodies(&frame.content);
                    if !content.is_empty() {
                        out.push(Node::Frame(Frame {
                            content,
                            ..unnamed(frame)
                        }));
                    }
                }
                other => out.push(other.clone()),
            }
        }
        out
    }
}

/// A frame without its contents.
fn empty(frame: &Frame) -> Frame {
    Frame {
        name: frame.name.clone(),
        ..unnamed(frame)
    }
}

/// A frame without its contents and its name.
fn unnamed(frame: &Frame) -> Frame {
    Frame {
        at: frame.at.clone(),
        pos: frame.pos,
        orientation: frame.orientation,
        scale: frame.scale,
        scaling: frame.scaling,
        massscale: frame.massscale,
        ..Frame::default()
    }
}

/// A body without its contents and its inertia.
fn bare(body: &Body) -> Body {
    Body {
        name: body.name.clone(),
        class: body.class.clone(),
        at: body.at.clone(),
        childclass: body.childclass.clone(),
        user: body.user.clone(),
        inertial: None,
        content: Vec::new(),
        ..*body
    }
}

/// Mass properties as they are written.
fn explicit(properties: &MassProperties, body: &Body) -> Inertial {
    let at = body.inertial.as_ref().map_or(&body.at, |i| &i.at).clone();
    Inertial {
        at,
        pos: properties.frame.pos.0,
        orientation: Orientation::Quat(properties.frame.quat.0),
        mass: properties.mass,
        diaginertia: properties.moments.0,
        fullinertia: None,
    }
}

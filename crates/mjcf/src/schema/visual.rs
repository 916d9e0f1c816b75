//! Visual settings.

use ligament_model::visual::{
    VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba, VisualScale,
};

use super::codec::{Exact, FlagNumber, One};
use super::settings::Above0;
use super::{Codec, Kind, Node, once, rows};
use crate::words::from_words;

/// Whether the light at the camera is on: a word, or its number.
pub struct HeadlightActive;

impl Codec for HeadlightActive {
    type Value = i32;
    const KIND: Kind = Kind::Word(|| vec!["false", "true", "auto"]);
    fn read(text: &str, value: &mut i32) -> Result<(), String> {
        const WORDS: [(&str, i32); 3] = [("false", 0), ("true", 1), ("auto", 2)];
        match text.trim_ascii().parse::<i32>() {
            Ok(number) => *value = number,
            Err(_) => *value = from_words(text, &WORDS)?,
        }
        Ok(())
    }
    fn show(value: &i32) -> String {
        value.to_string()
    }
    fn same(a: &i32, b: &i32) -> bool {
        a == b
    }
}

rows! {
    /// Settings of the picture as a whole.
    pub static GLOBAL_ROWS: VisualGlobal {
        "cameraid" => cameraid: One<i32>, "Camera to start with; -1 for the free one.";
        "orthographic" => orthographic: FlagNumber, "Whether the free camera is orthographic.";
        "fovy" => fovy: One<f32>, "Vertical field of view of the free camera, in degrees, or its extent if orthographic.";
        "ipd" => ipd: One<f32>, "Distance between the eyes of the free camera.";
        "azimuth" => azimuth: One<f32>, "Azimuth of the free camera at the start, in degrees.";
        "elevation" => elevation: One<f32>, "Elevation of the free camera at the start, in degrees.";
        "linewidth" => linewidth: One<f32>, "Width of lines.";
        "glow" => glow: One<f32>, "How much the selected body glows.";
        "offwidth" => offwidth: One<i32>, "Width of off-screen pictures.";
        "offheight" => offheight: One<i32>, "Height of off-screen pictures.";
        "realtime" => realtime: Above0<f32>, "Speed at the start, relative to real time.";
        "ellipsoidinertia" => ellipsoidinertia: FlagNumber, "Whether inertias are shown as ellipsoids, not boxes.";
        "bvactive" => bvactive: FlagNumber, "Whether bounding volumes that were tested are marked.";
    }
}

rows! {
    /// Rendering quality.
    pub static QUALITY_ROWS: VisualQuality {
        "shadowsize" => shadowsize: One<i32>, "Size of the shadow map.";
        "offsamples" => offsamples: One<i32>, "Samples per pixel of off-screen pictures.";
        "numslices" => numslices: One<i32>, "Slices of round shapes.";
        "numstacks" => numstacks: One<i32>, "Stacks of round shapes.";
        "numquads" => numquads: One<i32>, "Rectangles per side of boxes.";
    }
}

rows! {
    /// The light at the camera.
    pub static HEADLIGHT_ROWS: VisualHeadlight {
        "ambient" => ambient: Exact<f32, 3>, "Ambient colour.";
        "diffuse" => diffuse: Exact<f32, 3>, "Diffuse colour.";
        "specular" => specular: Exact<f32, 3>, "Specular colour.";
        "active" => active: HeadlightActive, "Whether it is on.";
    }
}

rows! {
    /// Factors between physical and visual quantities.
    pub static MAP_ROWS: VisualMap {
        "stiffness" => stiffness: One<f32>, "Stiffness of pulling with the mouse.";
        "stiffnessrot" => stiffnessrot: One<f32>, "Stiffness of turning with the mouse.";
        "force" => force: One<f32>, "Length of force arrows per force.";
        "torque" => torque: One<f32>, "Length of torque arrows per torque.";
        "alpha" => alpha: One<f32>, "Opacity when transparency is on.";
        "fogstart" => fogstart: One<f32>, "Where fog starts, in extents.";
        "fogend" => fogend: One<f32>, "Where fog ends, in extents.";
        "znear" => znear: Above0<f32>, "Near clipping plane, in extents.";
        "zfar" => zfar: One<f32>, "Far clipping plane, in extents.";
        "haze" => haze: One<f32>, "Share of the haze towards the sky.";
        "shadowclip" => shadowclip: One<f32>, "Clipping of shadows of directional lights, in extents.";
        "shadowscale" => shadowscale: One<f32>, "Part of the cut-off of spot lights that has shadows.";
        "actuatortendon" => actuatortendon: One<f32>, "Width of actuated tendons, relative to others.";
    }
}

rows! {
    /// Sizes of decorations, in mean body sizes.
    pub static SCALE_ROWS: VisualScale {
        "forcewidth" => forcewidth: One<f32>, "Width of force arrows.";
        "contactwidth" => contactwidth: One<f32>, "Width of contact markers.";
        "contactheight" => contactheight: One<f32>, "Height of contact markers.";
        "connect" => connect: One<f32>, "Width of lines between bodies and joints.";
        "com" => com: One<f32>, "Radius of centres of mass.";
        "camera" => camera: One<f32>, "Size of cameras.";
        "light" => light: One<f32>, "Size of lights.";
        "selectpoint" => selectpoint: One<f32>, "Radius of the selected point.";
        "jointlength" => jointlength: One<f32>, "Length of joint arrows.";
        "jointwidth" => jointwidth: One<f32>, "Width of joint arrows.";
        "actuatorlength" => actuatorlength: One<f32>, "Length of actuators.";
        "actuatorwidth" => actuatorwidth: One<f32>, "Width of actuators.";
        "framelength" => framelength: One<f32>, "Length of frame axes.";
        "framewidth" => framewidth: One<f32>, "Width of frame axes.";
        "constraint" => constraint: One<f32>, "Width of constraints.";
        "slidercrank" => slidercrank: One<f32>, "Width of slider-cranks.";
        "frustum" => frustum: One<f32>, "Distance of the far plane of camera frusta.";
    }
}

rows! {
    /// Colours of decorations.
    pub static RGBA_ROWS: VisualRgba {
        "fog" => fog: Exact<f32, 4>, "Colour. Fog.";
        "haze" => haze: Exact<f32, 4>, "Colour. Haze.";
        "force" => force: Exact<f32, 4>, "Colour. External forces.";
        "inertia" => inertia: Exact<f32, 4>, "Colour. Inertias.";
        "joint" => joint: Exact<f32, 4>, "Colour. Joints.";
        "actuator" => actuator: Exact<f32, 4>, "Colour. Actuators at rest.";
        "actuatornegative" => actuatornegative: Exact<f32, 4>, "Colour. Actuators at their lower limit.";
        "actuatorpositive" => actuatorpositive: Exact<f32, 4>, "Colour. Actuators at their upper limit.";
        "com" => com: Exact<f32, 4>, "Colour. Centres of mass.";
        "camera" => camera: Exact<f32, 4>, "Colour. Cameras.";
        "light" => light: Exact<f32, 4>, "Colour. Lights.";
        "selectpoint" => selectpoint: Exact<f32, 4>, "Colour. The selected point.";
        "connect" => connect: Exact<f32, 4>, "Colour. Lines between bodies and joints.";
        "contactpoint" => contactpoint: Exact<f32, 4>, "Colour. Contact points.";
        "contactforce" => contactforce: Exact<f32, 4>, "Colour. Contact forces.";
        "contactfriction" => contactfriction: Exact<f32, 4>, "Colour. Friction forces.";
        "contacttorque" => contacttorque: Exact<f32, 4>, "Colour. Contact torques.";
        "contactgap" => contactgap: Exact<f32, 4>, "Colour. Contacts within the gap.";
        "rangefinder" => rangefinder: Exact<f32, 4>, "Colour. Rays of range finders.";
        "constraint" => constraint: Exact<f32, 4>, "Colour. Constraints.";
        "slidercrank" => slidercrank: Exact<f32, 4>, "Colour. Slider-cranks.";
        "crankbroken" => crankbroken: Exact<f32, 4>, "Colour. Slider-cranks that cannot close.";
        "frustum" => frustum: Exact<f32, 4>, "Colour. Camera frusta.";
        "bv" => bv: Exact<f32, 4>, "Colour. Bounding volumes.";
        "bvactive" => bvactive: Exact<f32, 4>, "Colour. Bounding volumes that were tested.";
    }
}

/// `visual`
pub static VISUAL: Node = Node {
    tag: "visual",
    doc: "Settings for rendering.",
    children: &[
        once(&GLOBAL),
        once(&QUALITY),
        once(&HEADLIGHT),
        once(&MAP),
        once(&SCALE),
        once(&RGBA),
    ],
    ..Node::EMPTY
};

/// `global`
pub static GLOBAL: Node = Node {
    tag: "global",
    doc: "Settings of the picture as a whole.",
    tables: &[&GLOBAL_ROWS],
    ..Node::EMPTY
};

/// `quality`
pub static QUALITY: Node = Node {
    tag: "quality",
    doc: "Rendering quality.",
    tables: &[&QUALITY_ROWS],
    ..Node::EMPTY
};

/// `headlight`
pub static HEADLIGHT: Node = Node {
    tag: "headlight",
    doc: "The light at the camera.",
    tables: &[&HEADLIGHT_ROWS],
    ..Node::EMPTY
};

/// `map`
pub static MAP: Node = Node {
    tag: "map",
    doc: "Factors between physical and visual quantities.",
    tables: &[&MAP_ROWS],
    ..Node::EMPTY
};

/// `scale`
pub static SCALE: Node = Node {
    tag: "scale",
    doc: "Sizes of decorations, in mean body sizes.",
    tables: &[&SCALE_ROWS],
    ..Node::EMPTY
};

/// `rgba`
pub static RGBA: Node = Node {
    tag: "rgba",
    doc: "Colours of decorations.",
    tables: &[&RGBA_ROWS],
    ..Node::EMPTY
};

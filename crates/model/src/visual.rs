//! Visual options: kept with the model for viewers, without meaning for the physics.

use crate::table::record;

record! {
    /// Global settings of the picture.
    pub struct VisualGlobal {
        cameraid: i32 = -1, "Camera that the viewer starts with, or -1 for the free one.";
        orthographic: i32 = 0, "Whether the free camera has no perspective.";
        fovy: f32 = 45.0, "Vertical field of view of the free camera in degrees, or its height without perspective.";
        ipd: f32 = 0.068, "Distance between the eyes of the free camera.";
        azimuth: f32 = 90.0, "Direction the free camera starts in, in degrees.";
        elevation: f32 = -45.0, "Slope the free camera starts with, in degrees.";
        linewidth: f32 = 1.0, "Width of lines, in pixels.";
        glow: f32 = 0.3, "How much a selected body shines.";
        realtime: f32 = 1.0, "Speed relative to real time.";
        offwidth: i32 = 640, "Width of pictures taken without a window, in pixels.";
        offheight: i32 = 480, "Height of pictures taken without a window, in pixels.";
        ellipsoidinertia: i32 = 0, "Whether inertia is drawn as an ellipsoid rather than a box.";
        bvactive: i32 = 0, "Whether bounding volumes in use are drawn.";
    }
}

record! {
    /// Rendering quality.
    pub struct VisualQuality {
        shadowsize: i32 = 4096, "Side of the shadow map, in pixels.";
        offsamples: i32 = 4, "Samples per pixel in pictures taken without a window.";
        numslices: i32 = 28, "Segments around round shapes.";
        numstacks: i32 = 16, "Segments along round shapes.";
        numquads: i32 = 4, "Segments along the side of a box.";
    }
}

record! {
    /// The light at the camera.
    pub struct VisualHeadlight {
        ambient: [f32; 3] = [0.1, 0.1, 0.1], "Ambient colour.";
        diffuse: [f32; 3] = [0.4, 0.4, 0.4], "Diffuse colour.";
        specular: [f32; 3] = [0.5, 0.5, 0.5], "Specular colour.";
        active: i32 = 2, "Whether it is on: 0 for no, 1 for yes, 2 if the model has no light of its own.";
    }
}

record! {
    /// Mappings between physical and visual quantities.
    pub struct VisualMap {
        stiffness: f32 = 100.0, "Force per distance when a body is pulled with the mouse.";
        stiffnessrot: f32 = 500.0, "Torque per angle when a body is turned with the mouse.";
        force: f32 = 0.005, "Length of an arrow per newton.";
        torque: f32 = 0.1, "Length of an arrow per newton metre.";
        alpha: f32 = 0.3, "Factor of opacity when the model is shown transparent.";
        fogstart: f32 = 3.0, "Where fog begins, in extents of the model.";
        fogend: f32 = 10.0, "Where fog hides everything, in extents of the model.";
        znear: f32 = 0.01, "Nearest distance drawn, in extents of the model.";
        zfar: f32 = 50.0, "Farthest distance drawn, in extents of the model.";
        haze: f32 = 0.3, "How much of the skybox fades into haze.";
        shadowclip: f32 = 1.0, "Half width of the shadow of directional lights, in extents of the model.";
        shadowscale: f32 = 0.6, "Part of a spotlight's cone that casts shadows.";
        actuatortendon: f32 = 2.0, "How much wider a tendon with an actuator is drawn.";
    }
}

record! {
    /// Sizes of decorations, in mean body sizes.
    pub struct VisualScale {
        forcewidth: f32 = 0.1, "Width of force arrows.";
        contactwidth: f32 = 0.3, "Width of contact discs.";
        contactheight: f32 = 0.1, "Height of contact discs.";
        connect: f32 = 0.2, "Width of the links between bodies.";
        com: f32 = 0.4, "Radius of centres of mass.";
        camera: f32 = 0.3, "Cameras.";
        light: f32 = 0.3, "Lights.";
        selectpoint: f32 = 0.2, "Radius of the selected point.";
        jointlength: f32 = 1.0, "Length of joint axes.";
        jointwidth: f32 = 0.1, "Width of joint axes.";
        actuatorlength: f32 = 0.7, "Length of actuators.";
        actuatorwidth: f32 = 0.2, "Width of actuators.";
        framelength: f32 = 1.0, "Length of frame axes.";
        framewidth: f32 = 0.1, "Width of frame axes.";
        constraint: f32 = 0.1, "Width of violated constraints.";
        slidercrank: f32 = 0.2, "Width of slider-cranks.";
        frustum: f32 = 10.0, "Depth of camera frusta.";
    }
}

record! {
    /// Colours of decorations.
    pub struct VisualRgba {
        fog: [f32; 4] = [0.0, 0.0, 0.0, 1.0], "Colour of fog.";
        haze: [f32; 4] = [1.0, 1.0, 1.0, 1.0], "Haze at the horizon.";
        force: [f32; 4] = [1.0, 0.5, 0.5, 1.0], "External forces.";
        inertia: [f32; 4] = [0.8, 0.2, 0.2, 0.6], "Inertia of bodies.";
        joint: [f32; 4] = [0.2, 0.6, 0.8, 1.0], "Joints.";
        actuator: [f32; 4] = [0.2, 0.25, 0.2, 1.0], "Actuators at rest.";
        actuatornegative: [f32; 4] = [0.2, 0.6, 0.9, 1.0], "Actuators at their lower limit.";
        actuatorpositive: [f32; 4] = [0.9, 0.4, 0.2, 1.0], "Actuators at their upper limit.";
        com: [f32; 4] = [0.9, 0.9, 0.9, 1.0], "Centres of mass.";
        camera: [f32; 4] = [0.6, 0.9, 0.6, 1.0], "Cameras.";
        light: [f32; 4] = [0.6, 0.6, 0.9, 1.0], "Lights.";
        selectpoint: [f32; 4] = [0.9, 0.9, 0.1, 1.0], "The selected point.";
        connect: [f32; 4] = [0.2, 0.2, 0.8, 1.0], "Links between bodies.";
        contactpoint: [f32; 4] = [0.9, 0.6, 0.2, 1.0], "Contacts.";
        contactforce: [f32; 4] = [0.7, 0.9, 0.9, 1.0], "Contact forces.";
        contactfriction: [f32; 4] = [0.9, 0.8, 0.4, 1.0], "Friction forces.";
        contacttorque: [f32; 4] = [0.9, 0.7, 0.9, 1.0], "Contact torques.";
        contactgap: [f32; 4] = [0.5, 0.8, 0.9, 1.0], "Contacts that are found but inactive.";
        rangefinder: [f32; 4] = [1.0, 1.0, 0.1, 1.0], "Rays of rangefinders.";
        constraint: [f32; 4] = [0.9, 0.0, 0.0, 1.0], "Violated constraints.";
        slidercrank: [f32; 4] = [0.5, 0.3, 0.8, 1.0], "Slider-cranks.";
        crankbroken: [f32; 4] = [0.9, 0.0, 0.0, 1.0], "Slider-cranks whose rod is too short.";
        frustum: [f32; 4] = [1.0, 1.0, 0.0, 0.2], "Camera frusta.";
        bv: [f32; 4] = [0.0, 1.0, 0.0, 0.5], "Bounding volumes.";
        bvactive: [f32; 4] = [1.0, 0.0, 0.0, 0.5], "Bounding volumes in use.";
    }
}

/// All visual options.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Visual {
    /// Global settings.
    pub global: VisualGlobal,
    /// Rendering quality.
    pub quality: VisualQuality,
    /// The light at the camera.
    pub headlight: VisualHeadlight,
    /// Mappings.
    pub map: VisualMap,
    /// Sizes.
    pub scale: VisualScale,
    /// Colours.
    pub rgba: VisualRgba,
}

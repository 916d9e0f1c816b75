//! Visual options: kept with the model for viewers, without meaning for the physics.

use crate::table::record;

record! {
    /// Global settings of the picture.
    pub struct VisualGlobal {
        cameraid: i32 = -1, "initial camera id (-1: free)";
        orthographic: i32 = 0, "is the free camera orthographic (0: no, 1: yes)";
        fovy: f32 = 45.0, "y field-of-view of free camera (orthographic ? length : degree)";
        ipd: f32 = 0.068, "inter-pupilary distance for free camera";
        azimuth: f32 = 90.0, "initial azimuth of free camera (degrees)";
        elevation: f32 = -45.0, "initial elevation of free camera (degrees)";
        linewidth: f32 = 1.0, "line width for wireframe and ray rendering";
        glow: f32 = 0.3, "glow coefficient for selected body";
        realtime: f32 = 1.0, "initial real-time factor (1: real time)";
        offwidth: i32 = 640, "width of offscreen buffer";
        offheight: i32 = 480, "height of offscreen buffer";
        ellipsoidinertia: i32 = 0, "geom for inertia visualization (0: box, 1: ellipsoid)";
        bvactive: i32 = 0, "visualize active bounding volumes (0: no, 1: yes)";
    }
}

record! {
    /// Rendering quality.
    pub struct VisualQuality {
        shadowsize: i32 = 4096, "size of shadowmap texture";
        offsamples: i32 = 4, "number of multisamples for offscreen rendering";
        numslices: i32 = 28, "number of slices for builtin geom drawing";
        numstacks: i32 = 16, "number of stacks for builtin geom drawing";
        numquads: i32 = 4, "number of quads for box rendering";
    }
}

record! {
    /// The light at the camera.
    pub struct VisualHeadlight {
        ambient: [f32; 3] = [0.1, 0.1, 0.1], "ambient rgb (alpha=1)";
        diffuse: [f32; 3] = [0.4, 0.4, 0.4], "diffuse rgb (alpha=1)";
        specular: [f32; 3] = [0.5, 0.5, 0.5], "specular rgb (alpha=1)";
        active: i32 = 2, "is headlight active (0: no, 1: yes, 2: auto)";
    }
}

record! {
    /// Mappings between physical and visual quantities.
    pub struct VisualMap {
        stiffness: f32 = 100.0, "mouse perturbation stiffness (space->force)";
        stiffnessrot: f32 = 500.0, "mouse perturbation stiffness (space->torque)";
        force: f32 = 0.005, "from force units to space units";
        torque: f32 = 0.1, "from torque units to space units";
        alpha: f32 = 0.3, "scale geom alphas when transparency is enabled";
        fogstart: f32 = 3.0, "OpenGL fog starts at fogstart * mjModel.stat.extent";
        fogend: f32 = 10.0, "OpenGL fog ends at fogend * mjModel.stat.extent";
        znear: f32 = 0.01, "near clipping plane = znear * mjModel.stat.extent";
        zfar: f32 = 50.0, "far clipping plane = zfar * mjModel.stat.extent";
        haze: f32 = 0.3, "haze ratio";
        shadowclip: f32 = 1.0, "directional light: shadowclip * mjModel.stat.extent";
        shadowscale: f32 = 0.6, "spot light: shadowscale * light.cutoff";
        actuatortendon: f32 = 2.0, "scale tendon width";
    }
}

record! {
    /// Sizes of decorations, in mean body sizes.
    pub struct VisualScale {
        forcewidth: f32 = 0.1, "Size: width of force arrow";
        contactwidth: f32 = 0.3, "Size: contact width";
        contactheight: f32 = 0.1, "Size: contact height";
        connect: f32 = 0.2, "Size: autoconnect capsule width";
        com: f32 = 0.4, "Size: com radius";
        camera: f32 = 0.3, "Size: camera object";
        light: f32 = 0.3, "Size: light object";
        selectpoint: f32 = 0.2, "Size: selection point";
        jointlength: f32 = 1.0, "Size: joint length";
        jointwidth: f32 = 0.1, "Size: joint width";
        actuatorlength: f32 = 0.7, "Size: actuator length";
        actuatorwidth: f32 = 0.2, "Size: actuator width";
        framelength: f32 = 1.0, "Size: bodyframe axis length";
        framewidth: f32 = 0.1, "Size: bodyframe axis width";
        constraint: f32 = 0.1, "Size: constraint width";
        slidercrank: f32 = 0.2, "Size: slidercrank width";
        frustum: f32 = 10.0, "Size: frustum zfar plane";
    }
}

record! {
    /// Colours of decorations.
    pub struct VisualRgba {
        fog: [f32; 4] = [0.0, 0.0, 0.0, 1.0], "Colour: fog";
        haze: [f32; 4] = [1.0, 1.0, 1.0, 1.0], "Colour: haze";
        force: [f32; 4] = [1.0, 0.5, 0.5, 1.0], "Colour: external force";
        inertia: [f32; 4] = [0.8, 0.2, 0.2, 0.6], "Colour: inertia box";
        joint: [f32; 4] = [0.2, 0.6, 0.8, 1.0], "Colour: joint";
        actuator: [f32; 4] = [0.2, 0.25, 0.2, 1.0], "Colour: actuator, neutral";
        actuatornegative: [f32; 4] = [0.2, 0.6, 0.9, 1.0], "Colour: actuator, negative limit";
        actuatorpositive: [f32; 4] = [0.9, 0.4, 0.2, 1.0], "Colour: actuator, positive limit";
        com: [f32; 4] = [0.9, 0.9, 0.9, 1.0], "Colour: center of mass";
        camera: [f32; 4] = [0.6, 0.9, 0.6, 1.0], "Colour: camera object";
        light: [f32; 4] = [0.6, 0.6, 0.9, 1.0], "Colour: light object";
        selectpoint: [f32; 4] = [0.9, 0.9, 0.1, 1.0], "Colour: selection point";
        connect: [f32; 4] = [0.2, 0.2, 0.8, 1.0], "Colour: auto connect";
        contactpoint: [f32; 4] = [0.9, 0.6, 0.2, 1.0], "Colour: contact point";
        contactforce: [f32; 4] = [0.7, 0.9, 0.9, 1.0], "Colour: contact force";
        contactfriction: [f32; 4] = [0.9, 0.8, 0.4, 1.0], "Colour: contact friction force";
        contacttorque: [f32; 4] = [0.9, 0.7, 0.9, 1.0], "Colour: contact torque";
        contactgap: [f32; 4] = [0.5, 0.8, 0.9, 1.0], "Colour: contact point in gap";
        rangefinder: [f32; 4] = [1.0, 1.0, 0.1, 1.0], "Colour: rangefinder ray";
        constraint: [f32; 4] = [0.9, 0.0, 0.0, 1.0], "Colour: constraint";
        slidercrank: [f32; 4] = [0.5, 0.3, 0.8, 1.0], "Colour: slidercrank";
        crankbroken: [f32; 4] = [0.9, 0.0, 0.0, 1.0], "Colour: used when crank must be stretched/broken";
        frustum: [f32; 4] = [1.0, 1.0, 0.0, 0.2], "Colour: camera frustum";
        bv: [f32; 4] = [0.0, 1.0, 0.0, 0.5], "Colour: bounding volume";
        bvactive: [f32; 4] = [1.0, 0.0, 0.0, 0.5], "Colour: active bounding volume";
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

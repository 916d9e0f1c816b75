//! Enumerations of the scene, with MuJoCo's numbers.

/// Declares an enumeration whose values have numbers.
macro_rules! numbered {
    ($($(#[$meta:meta])* $name:ident $symbol:literal { $($value:ident = $number:literal $doc:literal;)* })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(i32)]
        pub enum $name {
            $(#[doc = $doc] $value = $number,)*
        }

        impl $name {
            /// How many values there are.
            pub const COUNT: usize = [$(Self::$value),*].len();
            /// MuJoCo's name of the enumeration.
            pub const NAME: &'static str = $symbol;

            /// The value with this number.
            pub fn from_number(number: i32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$value),)*
                    _ => None,
                }
            }
        }
    )*};
}

numbered! {
    /// Categories of geoms, as bits.
    Category "mjtCatBit" {
        Static = 1 "`mjCAT_STATIC`.";
        Dynamic = 2 "`mjCAT_DYNAMIC`.";
        Decor = 4 "`mjCAT_DECOR`.";
        All = 7 "`mjCAT_ALL`.";
    }
    /// What a motion of the mouse does.
    MouseAction "mjtMouse" {
        None = 0 "`mjMOUSE_NONE`.";
        RotateV = 1 "`mjMOUSE_ROTATE_V`.";
        RotateH = 2 "`mjMOUSE_ROTATE_H`.";
        MoveV = 3 "`mjMOUSE_MOVE_V`.";
        MoveH = 4 "`mjMOUSE_MOVE_H`.";
        Zoom = 5 "`mjMOUSE_ZOOM`.";
        MoveVRel = 6 "`mjMOUSE_MOVE_V_REL`.";
        MoveHRel = 7 "`mjMOUSE_MOVE_H_REL`.";
        TurnV = 8 "`mjMOUSE_TURN_V`.";
        TurnH = 9 "`mjMOUSE_TURN_H`.";
    }
    /// Types of abstract cameras.
    CameraType "mjtCamera" {
        Free = 0 "`mjCAMERA_FREE`.";
        Tracking = 1 "`mjCAMERA_TRACKING`.";
        Fixed = 2 "`mjCAMERA_FIXED`.";
        User = 3 "`mjCAMERA_USER`.";
    }
    /// What has labels.
    LabelType "mjtLabel" {
        None = 0 "`mjLABEL_NONE`.";
        Body = 1 "`mjLABEL_BODY`.";
        Joint = 2 "`mjLABEL_JOINT`.";
        Geom = 3 "`mjLABEL_GEOM`.";
        Site = 4 "`mjLABEL_SITE`.";
        Camera = 5 "`mjLABEL_CAMERA`.";
        Light = 6 "`mjLABEL_LIGHT`.";
        Tendon = 7 "`mjLABEL_TENDON`.";
        Actuator = 8 "`mjLABEL_ACTUATOR`.";
        Constraint = 9 "`mjLABEL_CONSTRAINT`.";
        Flex = 10 "`mjLABEL_FLEX`.";
        Skin = 11 "`mjLABEL_SKIN`.";
        Selection = 12 "`mjLABEL_SELECTION`.";
        SelPnt = 13 "`mjLABEL_SELPNT`.";
        ContactPoint = 14 "`mjLABEL_CONTACTPOINT`.";
        ContactForce = 15 "`mjLABEL_CONTACTFORCE`.";
        Island = 16 "`mjLABEL_ISLAND`.";
    }
    /// What has frames.
    FrameType "mjtFrame" {
        None = 0 "`mjFRAME_NONE`.";
        Body = 1 "`mjFRAME_BODY`.";
        Geom = 2 "`mjFRAME_GEOM`.";
        Site = 3 "`mjFRAME_SITE`.";
        Camera = 4 "`mjFRAME_CAMERA`.";
        Light = 5 "`mjFRAME_LIGHT`.";
        Contact = 6 "`mjFRAME_CONTACT`.";
        World = 7 "`mjFRAME_WORLD`.";
    }
    /// What is shown.
    VisFlag "mjtVisFlag" {
        ConvexHull = 0 "`mjVIS_CONVEXHULL`.";
        Texture = 1 "`mjVIS_TEXTURE`.";
        Joint = 2 "`mjVIS_JOINT`.";
        Camera = 3 "`mjVIS_CAMERA`.";
        Actuator = 4 "`mjVIS_ACTUATOR`.";
        Activation = 5 "`mjVIS_ACTIVATION`.";
        Light = 6 "`mjVIS_LIGHT`.";
        Tendon = 7 "`mjVIS_TENDON`.";
        Rangefinder = 8 "`mjVIS_RANGEFINDER`.";
        Constraint = 9 "`mjVIS_CONSTRAINT`.";
        Inertia = 10 "`mjVIS_INERTIA`.";
        SclInertia = 11 "`mjVIS_SCLINERTIA`.";
        PertForce = 12 "`mjVIS_PERTFORCE`.";
        PertObj = 13 "`mjVIS_PERTOBJ`.";
        ContactPoint = 14 "`mjVIS_CONTACTPOINT`.";
        Island = 15 "`mjVIS_ISLAND`.";
        ContactForce = 16 "`mjVIS_CONTACTFORCE`.";
        ContactSplit = 17 "`mjVIS_CONTACTSPLIT`.";
        Transparent = 18 "`mjVIS_TRANSPARENT`.";
        AutoConnect = 19 "`mjVIS_AUTOCONNECT`.";
        Com = 20 "`mjVIS_COM`.";
        Select = 21 "`mjVIS_SELECT`.";
        Static = 22 "`mjVIS_STATIC`.";
        Skin = 23 "`mjVIS_SKIN`.";
        FlexVert = 24 "`mjVIS_FLEXVERT`.";
        FlexEdge = 25 "`mjVIS_FLEXEDGE`.";
        FlexFace = 26 "`mjVIS_FLEXFACE`.";
        FlexSkin = 27 "`mjVIS_FLEXSKIN`.";
        BodyBvh = 28 "`mjVIS_BODYBVH`.";
        MeshBvh = 29 "`mjVIS_MESHBVH`.";
        SdfIter = 30 "`mjVIS_SDFITER`.";
    }
    /// Rendering effects.
    RenderFlag "mjtRndFlag" {
        Shadow = 0 "`mjRND_SHADOW`.";
        Wireframe = 1 "`mjRND_WIREFRAME`.";
        Reflection = 2 "`mjRND_REFLECTION`.";
        Additive = 3 "`mjRND_ADDITIVE`.";
        Skybox = 4 "`mjRND_SKYBOX`.";
        Fog = 5 "`mjRND_FOG`.";
        Haze = 6 "`mjRND_HAZE`.";
        Depth = 7 "`mjRND_DEPTH`.";
        Segment = 8 "`mjRND_SEGMENT`.";
        IdColor = 9 "`mjRND_IDCOLOR`.";
        CullFace = 10 "`mjRND_CULL_FACE`.";
        PostProcessing = 11 "`mjRND_POST_PROCESSING`.";
    }
    /// Stereoscopic pictures.
    Stereo "mjtStereo" {
        None = 0 "`mjSTEREO_NONE`.";
        QuadBuffered = 1 "`mjSTEREO_QUADBUFFERED`.";
        SideBySide = 2 "`mjSTEREO_SIDEBYSIDE`.";
    }
}

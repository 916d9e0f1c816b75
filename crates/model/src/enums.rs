//! Enumerations with MuJoCo's numbers, MuJoCo's names and the MJCF keywords, each declared once. Those of which more is known
//! than that are in [`kinds`](crate::kinds).

use std::marker::PhantomData;

use crate::column::{Element, Number, Scalar};
pub use crate::kinds::dynamics::DynamicsType;
pub use crate::kinds::equality::EqualityType;
pub use crate::kinds::joint::JointType;
pub use crate::kinds::solver::Solver;

/// An enumeration whose values have MuJoCo's numbers and, where the format names them, an MJCF keyword.
pub trait Keyword: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// MuJoCo's name of the enumeration, for example `mjtJoint`.
    const NAME: &'static str;
    /// Every value.
    const ALL: &'static [Self];
    /// The number.
    fn number(self) -> i32;
    /// The word used in MJCF; empty where the format has none.
    fn keyword(self) -> &'static str;
    /// MuJoCo's name of the value, for example `mjJNT_FREE`.
    fn symbol(self) -> &'static str;
    /// The value with this number.
    fn from_number(number: i32) -> Option<Self>;
    /// The value with this MJCF keyword.
    fn from_keyword(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|x| !word.is_empty() && x.keyword() == word)
    }
}

/// A stored enumeration value: an `i32` of which every bit pattern is valid, so that views handed to other languages
/// cannot break it.
#[repr(transparent)]
pub struct Code<E>(i32, PhantomData<E>);

impl<E: Keyword> Code<E> {
    /// The enumeration value; none if the number has been overwritten with one that is not listed.
    #[inline]
    pub fn get(self) -> Option<E> {
        E::from_number(self.0)
    }
    /// True if this is `value`.
    #[inline]
    pub fn is(self, value: E) -> bool {
        self.0 == value.number()
    }
    /// The stored number.
    pub fn number(self) -> i32 {
        self.0
    }
}

impl<E: Keyword> From<E> for Code<E> {
    fn from(value: E) -> Self {
        Self(value.number(), PhantomData)
    }
}

impl<E> Clone for Code<E> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E> Copy for Code<E> {}
impl<E> Default for Code<E> {
    fn default() -> Self {
        Self(0, PhantomData)
    }
}
impl<E> PartialEq for Code<E> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<E> Eq for Code<E> {}
impl<E: Keyword> std::fmt::Debug for Code<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.get() {
            Some(value) => value.fmt(f),
            None => write!(f, "{}({})", E::NAME, self.0),
        }
    }
}
impl<E: Keyword> Number for Code<E> {
    const SCALAR: Scalar = Scalar::I32;
    const ZERO: Self = Self(0, PhantomData);
    fn put(self, out: &mut Vec<u8>) {
        self.0.put(out);
    }
    fn take(bytes: &[u8]) -> Self {
        Self(i32::take(bytes), PhantomData)
    }
    fn as_f64(self) -> f64 {
        f64::from(self.0)
    }
    fn is_listed(self) -> bool {
        self.get().is_some()
    }
}
impl<E: Keyword> Element for Code<E> {
    type Part = Self;
    const WIDTH: usize = 1;
    fn parts(&self) -> &[Self] {
        std::slice::from_ref(self)
    }
    fn parts_mut(&mut self) -> &mut [Self] {
        std::slice::from_mut(self)
    }
}

macro_rules! keywords {
    ($(#[$meta:meta])* $enum:ident $name:literal { $($(#[$usual:ident])? $variant:ident = $number:literal $symbol:literal $word:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub enum $enum {
            $(#[doc = concat!("`", $symbol, "`")] $(#[$usual])? $variant = $number,)*
        }
        impl $crate::enums::Keyword for $enum {
            const NAME: &'static str = $name;
            const ALL: &'static [Self] = &[$(Self::$variant),*];
            #[inline]
            fn number(self) -> i32 {
                self as i32
            }
            #[inline]
            fn from_number(number: i32) -> Option<Self> {
                match number { $($number => Some(Self::$variant),)* _ => None }
            }
            fn keyword(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
            fn symbol(self) -> &'static str {
                match self { $(Self::$variant => $symbol,)* }
            }
        }
    };
}
pub(crate) use keywords;

keywords! {
    /// Kinds of geometric shape, the decorative ones included.
    GeomType "mjtGeom" {
        Plane = 0 "mjGEOM_PLANE" "plane";
        HeightField = 1 "mjGEOM_HFIELD" "hfield";
        Sphere = 2 "mjGEOM_SPHERE" "sphere";
        Capsule = 3 "mjGEOM_CAPSULE" "capsule";
        Ellipsoid = 4 "mjGEOM_ELLIPSOID" "ellipsoid";
        Cylinder = 5 "mjGEOM_CYLINDER" "cylinder";
        Box = 6 "mjGEOM_BOX" "box";
        Mesh = 7 "mjGEOM_MESH" "mesh";
        Sdf = 8 "mjGEOM_SDF" "sdf";
        Arrow = 100 "mjGEOM_ARROW" "";
        Arrow1 = 101 "mjGEOM_ARROW1" "";
        Arrow2 = 102 "mjGEOM_ARROW2" "";
        Line = 103 "mjGEOM_LINE" "";
        Linebox = 104 "mjGEOM_LINEBOX" "";
        Flex = 105 "mjGEOM_FLEX" "";
        Skin = 106 "mjGEOM_SKIN" "";
        Label = 107 "mjGEOM_LABEL" "";
        Triangle = 108 "mjGEOM_TRIANGLE" "";
        None = 1001 "mjGEOM_NONE" "";
    }
}

keywords! {
    /// How a camera or light moves with its body.
    CamLightMode "mjtCamLight" {
        Fixed = 0 "mjCAMLIGHT_FIXED" "fixed";
        Track = 1 "mjCAMLIGHT_TRACK" "track";
        Trackcom = 2 "mjCAMLIGHT_TRACKCOM" "trackcom";
        Targetbody = 3 "mjCAMLIGHT_TARGETBODY" "targetbody";
        Targetbodycom = 4 "mjCAMLIGHT_TARGETBODYCOM" "targetbodycom";
    }
}

keywords! {
    /// Camera projections.
    Projection "mjtProjection" {
        Perspective = 0 "mjPROJ_PERSPECTIVE" "perspective";
        Orthographic = 1 "mjPROJ_ORTHOGRAPHIC" "orthographic";
    }
}

keywords! {
    /// Kinds of light.
    LightType "mjtLightType" {
        Spot = 0 "mjLIGHT_SPOT" "spot";
        Directional = 1 "mjLIGHT_DIRECTIONAL" "directional";
        Point = 2 "mjLIGHT_POINT" "point";
        Image = 3 "mjLIGHT_IMAGE" "image";
    }
}

keywords! {
    /// Kinds of texture.
    TextureType "mjtTexture" {
        TwoD = 0 "mjTEXTURE_2D" "2d";
        Cube = 1 "mjTEXTURE_CUBE" "cube";
        Skybox = 2 "mjTEXTURE_SKYBOX" "skybox";
    }
}

keywords! {
    /// What a texture means to a material.
    TextureRole "mjtTextureRole" {
        User = 0 "mjTEXROLE_USER" "";
        Rgb = 1 "mjTEXROLE_RGB" "rgb";
        Occlusion = 2 "mjTEXROLE_OCCLUSION" "occlusion";
        Roughness = 3 "mjTEXROLE_ROUGHNESS" "roughness";
        Metallic = 4 "mjTEXROLE_METALLIC" "metallic";
        Normal = 5 "mjTEXROLE_NORMAL" "normal";
        Opacity = 6 "mjTEXROLE_OPACITY" "opacity";
        Emissive = 7 "mjTEXROLE_EMISSIVE" "emissive";
        Rgba = 8 "mjTEXROLE_RGBA" "rgba";
        Orm = 9 "mjTEXROLE_ORM" "orm";
    }
}

keywords! {
    /// Colour encodings of textures.
    ColorSpace "mjtColorSpace" {
        Auto = 0 "mjCOLORSPACE_AUTO" "auto";
        Linear = 1 "mjCOLORSPACE_LINEAR" "linear";
        Srgb = 2 "mjCOLORSPACE_SRGB" "sRGB";
    }
}

keywords! {
    /// Numerical integrators. The last is an extension, with a number that MuJoCo does not use.
    Integrator "mjtIntegrator" {
        Euler = 0 "mjINT_EULER" "Euler";
        Rk4 = 1 "mjINT_RK4" "RK4";
        Implicit = 2 "mjINT_IMPLICIT" "implicit";
        ImplicitFast = 3 "mjINT_IMPLICITFAST" "implicitfast";
        Discrete = 4 "mjINT_DISCRETE" "discrete";
        SpringDamper = 1000 "ligINT_SPRINGDAMPER" "springdamper";
    }
}

keywords! {
    /// Friction cones.
    Cone "mjtCone" {
        Pyramidal = 0 "mjCONE_PYRAMIDAL" "pyramidal";
        Elliptic = 1 "mjCONE_ELLIPTIC" "elliptic";
    }
}

keywords! {
    /// Storage of the constraint Jacobian.
    JacobianType "mjtJacobian" {
        Dense = 0 "mjJAC_DENSE" "dense";
        Sparse = 1 "mjJAC_SPARSE" "sparse";
        Auto = 2 "mjJAC_AUTO" "auto";
    }
}

keywords! {
    /// Kinds of tendon.
    TendonType "mjtTendon" {
        Fixed = 0 "mjTENDON_FIXED" "";
        Spatial = 1 "mjTENDON_SPATIAL" "";
    }
}

keywords! {
    /// Kinds of tendon path element.
    WrapType "mjtWrap" {
        None = 0 "mjWRAP_NONE" "";
        Joint = 1 "mjWRAP_JOINT" "";
        Pulley = 2 "mjWRAP_PULLEY" "";
        Site = 3 "mjWRAP_SITE" "";
        Sphere = 4 "mjWRAP_SPHERE" "";
        Cylinder = 5 "mjWRAP_CYLINDER" "";
    }
}

keywords! {
    /// What an actuator acts on.
    TransmissionType "mjtTrn" {
        Joint = 0 "mjTRN_JOINT" "";
        JointInParent = 1 "mjTRN_JOINTINPARENT" "";
        SliderCrank = 2 "mjTRN_SLIDERCRANK" "";
        Tendon = 3 "mjTRN_TENDON" "";
        Site = 4 "mjTRN_SITE" "";
        Body = 5 "mjTRN_BODY" "";
        So3 = 6 "mjTRN_SO3" "";
        Undefined = 1000 "mjTRN_UNDEFINED" "";
    }
}

keywords! {
    /// Actuator gains.
    GainType "mjtGain" {
        Fixed = 0 "mjGAIN_FIXED" "fixed";
        Affine = 1 "mjGAIN_AFFINE" "affine";
        Muscle = 2 "mjGAIN_MUSCLE" "muscle";
        DcMotor = 3 "mjGAIN_DCMOTOR" "dcmotor";
        So3 = 4 "mjGAIN_SO3" "so3";
        Pid = 5 "mjGAIN_PID" "pid";
        User = 6 "mjGAIN_USER" "user";
    }
}

keywords! {
    /// Actuator biases.
    BiasType "mjtBias" {
        None = 0 "mjBIAS_NONE" "none";
        Affine = 1 "mjBIAS_AFFINE" "affine";
        Muscle = 2 "mjBIAS_MUSCLE" "muscle";
        DcMotor = 3 "mjBIAS_DCMOTOR" "dcmotor";
        So3 = 4 "mjBIAS_SO3" "so3";
        User = 5 "mjBIAS_USER" "user";
    }
}

keywords! {
    /// Kinds of object.
    ObjectType "mjtObj" {
        Unknown = 0 "mjOBJ_UNKNOWN" "";
        Body = 1 "mjOBJ_BODY" "body";
        XBody = 2 "mjOBJ_XBODY" "xbody";
        Joint = 3 "mjOBJ_JOINT" "joint";
        Dof = 4 "mjOBJ_DOF" "dof";
        Geom = 5 "mjOBJ_GEOM" "geom";
        Site = 6 "mjOBJ_SITE" "site";
        Camera = 7 "mjOBJ_CAMERA" "camera";
        Light = 8 "mjOBJ_LIGHT" "light";
        Flex = 9 "mjOBJ_FLEX" "flex";
        Mesh = 10 "mjOBJ_MESH" "mesh";
        Skin = 11 "mjOBJ_SKIN" "skin";
        HeightField = 12 "mjOBJ_HFIELD" "hfield";
        Texture = 13 "mjOBJ_TEXTURE" "texture";
        Material = 14 "mjOBJ_MATERIAL" "material";
        Pair = 15 "mjOBJ_PAIR" "pair";
        Exclude = 16 "mjOBJ_EXCLUDE" "exclude";
        Equality = 17 "mjOBJ_EQUALITY" "equality";
        Tendon = 18 "mjOBJ_TENDON" "tendon";
        Actuator = 19 "mjOBJ_ACTUATOR" "actuator";
        Sensor = 20 "mjOBJ_SENSOR" "sensor";
        Numeric = 21 "mjOBJ_NUMERIC" "numeric";
        Text = 22 "mjOBJ_TEXT" "text";
        Tuple = 23 "mjOBJ_TUPLE" "tuple";
        Key = 24 "mjOBJ_KEY" "key";
        Plugin = 25 "mjOBJ_PLUGIN" "plugin";
        Frame = 100 "mjOBJ_FRAME" "frame";
        Default = 101 "mjOBJ_DEFAULT" "default";
        Model = 102 "mjOBJ_MODEL" "";
    }
}

keywords! {
    /// Kinds of sensor.
    SensorType "mjtSensor" {
        Touch = 0 "mjSENS_TOUCH" "touch";
        Accelerometer = 1 "mjSENS_ACCELEROMETER" "accelerometer";
        Velocimeter = 2 "mjSENS_VELOCIMETER" "velocimeter";
        Gyro = 3 "mjSENS_GYRO" "gyro";
        Force = 4 "mjSENS_FORCE" "force";
        Torque = 5 "mjSENS_TORQUE" "torque";
        Magnetometer = 6 "mjSENS_MAGNETOMETER" "magnetometer";
        Rangefinder = 7 "mjSENS_RANGEFINDER" "rangefinder";
        CamProjection = 8 "mjSENS_CAMPROJECTION" "camprojection";
        JointPos = 9 "mjSENS_JOINTPOS" "jointpos";
        JointVel = 10 "mjSENS_JOINTVEL" "jointvel";
        TendonPos = 11 "mjSENS_TENDONPOS" "tendonpos";
        TendonVel = 12 "mjSENS_TENDONVEL" "tendonvel";
        ActuatorPos = 13 "mjSENS_ACTUATORPOS" "actuatorpos";
        ActuatorVel = 14 "mjSENS_ACTUATORVEL" "actuatorvel";
        ActuatorFrc = 15 "mjSENS_ACTUATORFRC" "actuatorfrc";
        JointActFrc = 16 "mjSENS_JOINTACTFRC" "jointactuatorfrc";
        TendonActFrc = 17 "mjSENS_TENDONACTFRC" "tendonactuatorfrc";
        BallQuat = 18 "mjSENS_BALLQUAT" "ballquat";
        BallAngVel = 19 "mjSENS_BALLANGVEL" "ballangvel";
        JointLimitPos = 20 "mjSENS_JOINTLIMITPOS" "jointlimitpos";
        JointLimitVel = 21 "mjSENS_JOINTLIMITVEL" "jointlimitvel";
        JointLimitFrc = 22 "mjSENS_JOINTLIMITFRC" "jointlimitfrc";
        TendonLimitPos = 23 "mjSENS_TENDONLIMITPOS" "tendonlimitpos";
        TendonLimitVel = 24 "mjSENS_TENDONLIMITVEL" "tendonlimitvel";
        TendonLimitFrc = 25 "mjSENS_TENDONLIMITFRC" "tendonlimitfrc";
        FramePos = 26 "mjSENS_FRAMEPOS" "framepos";
        FrameQuat = 27 "mjSENS_FRAMEQUAT" "framequat";
        FrameXAxis = 28 "mjSENS_FRAMEXAXIS" "framexaxis";
        FrameYAxis = 29 "mjSENS_FRAMEYAXIS" "frameyaxis";
        FrameZAxis = 30 "mjSENS_FRAMEZAXIS" "framezaxis";
        FrameLinVel = 31 "mjSENS_FRAMELINVEL" "framelinvel";
        FrameAngVel = 32 "mjSENS_FRAMEANGVEL" "frameangvel";
        FrameLinAcc = 33 "mjSENS_FRAMELINACC" "framelinacc";
        FrameAngAcc = 34 "mjSENS_FRAMEANGACC" "frameangacc";
        SubtreeCom = 35 "mjSENS_SUBTREECOM" "subtreecom";
        SubtreeLinVel = 36 "mjSENS_SUBTREELINVEL" "subtreelinvel";
        SubtreeAngMom = 37 "mjSENS_SUBTREEANGMOM" "subtreeangmom";
        InsideSite = 38 "mjSENS_INSIDESITE" "insidesite";
        GeomDist = 39 "mjSENS_GEOMDIST" "distance";
        GeomNormal = 40 "mjSENS_GEOMNORMAL" "normal";
        GeomFromTo = 41 "mjSENS_GEOMFROMTO" "fromto";
        Contact = 42 "mjSENS_CONTACT" "contact";
        EPotential = 43 "mjSENS_E_POTENTIAL" "e_potential";
        EKinetic = 44 "mjSENS_E_KINETIC" "e_kinetic";
        Clock = 45 "mjSENS_CLOCK" "clock";
        Tactile = 46 "mjSENS_TACTILE" "tactile";
        Plugin = 47 "mjSENS_PLUGIN" "plugin";
        User = 48 "mjSENS_USER" "user";
    }
}

keywords! {
    /// Stages of the pipeline.
    Stage "mjtStage" {
        None = 0 "mjSTAGE_NONE" "none";
        Pos = 1 "mjSTAGE_POS" "pos";
        Vel = 2 "mjSTAGE_VEL" "vel";
        Acc = 3 "mjSTAGE_ACC" "acc";
    }
}

keywords! {
    /// What kind of value a sensor gives.
    DataType "mjtDataType" {
        Real = 0 "mjDATATYPE_REAL" "real";
        Positive = 1 "mjDATATYPE_POSITIVE" "positive";
        Axis = 2 "mjDATATYPE_AXIS" "axis";
        Quaternion = 3 "mjDATATYPE_QUATERNION" "quaternion";
    }
}

keywords! {
    /// How a frame relates to its body's.
    SameFrame "mjtSameFrame" {
        None = 0 "mjSAMEFRAME_NONE" "";
        Body = 1 "mjSAMEFRAME_BODY" "";
        Inertia = 2 "mjSAMEFRAME_INERTIA" "";
        BodyRot = 3 "mjSAMEFRAME_BODYROT" "";
        InertiaRot = 4 "mjSAMEFRAME_INERTIAROT" "";
    }
}

keywords! {
    /// Whether a tree may sleep.
    SleepPolicy "mjtSleepPolicy" {
        Auto = 0 "mjSLEEP_AUTO" "auto";
        AutoNever = 1 "mjSLEEP_AUTO_NEVER" "";
        AutoAllowed = 2 "mjSLEEP_AUTO_ALLOWED" "";
        Never = 3 "mjSLEEP_NEVER" "never";
        Allowed = 4 "mjSLEEP_ALLOWED" "allowed";
        Init = 5 "mjSLEEP_INIT" "init";
    }
}

keywords! {
    /// Which actuators get a length range.
    LengthRangeMode "mjtLRMode" {
        None = 0 "mjLRMODE_NONE" "none";
        Muscle = 1 "mjLRMODE_MUSCLE" "muscle";
        Muscleuser = 2 "mjLRMODE_MUSCLEUSER" "muscleuser";
        All = 3 "mjLRMODE_ALL" "all";
    }
}

keywords! {
    /// Self-collision of deformable objects.
    FlexSelf "mjtFlexSelf" {
        None = 0 "mjFLEXSELF_NONE" "none";
        Narrow = 1 "mjFLEXSELF_NARROW" "narrow";
        Bvh = 2 "mjFLEXSELF_BVH" "bvh";
        Sap = 3 "mjFLEXSELF_SAP" "sap";
        Auto = 4 "mjFLEXSELF_AUTO" "auto";
    }
}

keywords! {
    /// How the inertia of a mesh is found.
    MeshInertia "mjtMeshInertia" {
        Convex = 0 "mjMESH_INERTIA_CONVEX" "convex";
        Exact = 1 "mjMESH_INERTIA_EXACT" "exact";
        Legacy = 2 "mjMESH_INERTIA_LEGACY" "legacy";
        Shell = 3 "mjMESH_INERTIA_SHELL" "shell";
    }
}

keywords! {
    /// Procedural meshes.
    MeshBuiltin "mjtMeshBuiltin" {
        None = 0 "mjMESH_BUILTIN_NONE" "none";
        Sphere = 1 "mjMESH_BUILTIN_SPHERE" "sphere";
        Hemisphere = 2 "mjMESH_BUILTIN_HEMISPHERE" "hemisphere";
        Cone = 3 "mjMESH_BUILTIN_CONE" "cone";
        Supersphere = 4 "mjMESH_BUILTIN_SUPERSPHERE" "supersphere";
        Supertorus = 5 "mjMESH_BUILTIN_SUPERTORUS" "supertorus";
        Wedge = 6 "mjMESH_BUILTIN_WEDGE" "wedge";
        Plate = 7 "mjMESH_BUILTIN_PLATE" "plate";
        Grid = 8 "mjMESH_BUILTIN_GRID" "grid";
        Box = 9 "mjMESH_BUILTIN_BOX" "box";
        Cylinder = 10 "mjMESH_BUILTIN_CYLINDER" "cylinder";
        Ellipsoid = 11 "mjMESH_BUILTIN_ELLIPSOID" "ellipsoid";
        Square = 12 "mjMESH_BUILTIN_SQUARE" "square";
        Disc = 13 "mjMESH_BUILTIN_DISC" "disc";
    }
}

keywords! {
    /// Procedural textures.
    TextureBuiltin "mjtBuiltin" {
        None = 0 "mjBUILTIN_NONE" "none";
        Gradient = 1 "mjBUILTIN_GRADIENT" "gradient";
        Checker = 2 "mjBUILTIN_CHECKER" "checker";
        Flat = 3 "mjBUILTIN_FLAT" "flat";
    }
}

keywords! {
    /// Marks on procedural textures.
    TextureMark "mjtMark" {
        None = 0 "mjMARK_NONE" "none";
        Edge = 1 "mjMARK_EDGE" "edge";
        Cross = 2 "mjMARK_CROSS" "cross";
        Random = 3 "mjMARK_RANDOM" "random";
    }
}

keywords! {
    /// What to do when an attached model disagrees.
    Conflict "mjtConflict" {
        Warning = 0 "mjCONFLICT_WARNING" "warning";
        Merge = 1 "mjCONFLICT_MERGE" "merge";
        Error = 2 "mjCONFLICT_ERROR" "error";
    }
}

keywords! {
    /// What the scale of a frame means physically.
    Scaling "mjtScaling" {
        Similar = 0 "mjSCALING_SIMILAR" "similar";
        Geometry = 1 "mjSCALING_GEOMETRY" "geometry";
    }
}

keywords! {
    /// Cross-sections of one-dimensional deformables.
    FlexSection "mjtFlexSection" {
        Circle = 0 "mjFLEXSECTION_CIRCLE" "circle";
        Box = 1 "mjFLEXSECTION_BOX" "box";
    }
}

keywords! {
    /// What a contact sensor reports.
    ContactData "mjtConDataField" {
        Found = 0 "mjCONDATA_FOUND" "found";
        Force = 1 "mjCONDATA_FORCE" "force";
        Torque = 2 "mjCONDATA_TORQUE" "torque";
        Dist = 3 "mjCONDATA_DIST" "dist";
        Pos = 4 "mjCONDATA_POS" "pos";
        Normal = 5 "mjCONDATA_NORMAL" "normal";
        Tangent = 6 "mjCONDATA_TANGENT" "tangent";
        LinVel = 7 "mjCONDATA_LINVEL" "linvel";
        AngVel = 8 "mjCONDATA_ANGVEL" "angvel";
    }
}

keywords! {
    /// What a rangefinder reports.
    RayData "mjtRayDataField" {
        Dist = 0 "mjRAYDATA_DIST" "dist";
        Dir = 1 "mjRAYDATA_DIR" "dir";
        Origin = 2 "mjRAYDATA_ORIGIN" "origin";
        Point = 3 "mjRAYDATA_POINT" "point";
        Normal = 4 "mjRAYDATA_NORMAL" "normal";
        Depth = 5 "mjRAYDATA_DEPTH" "depth";
    }
}

/// A set of features, one bit each.
pub trait BitSet: Copy + 'static {
    /// MuJoCo's name of the enumeration of bits.
    const NAME: &'static str;
    /// Bit, MuJoCo's symbol, MJCF keyword.
    const BITS: &'static [(i32, &'static str, &'static str)];
    /// The bit that goes by an MJCF keyword.
    fn bit(word: &str) -> Option<i32> {
        Self::BITS.iter().find(|b| b.2 == word).map(|b| b.0)
    }
}

macro_rules! bits {
    ($(#[$meta:meta])* $set:ident $name:literal { $($bit:ident = $number:literal $symbol:literal $word:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        #[repr(transparent)]
        pub struct $set(pub i32);
        impl $set {
            $(#[doc = concat!("`", $symbol, "`")] pub const $bit: Self = Self($number);)*
            /// True if all bits of `other` are set.
            pub fn has(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
        }
        impl BitSet for $set {
            const NAME: &'static str = $name;
            const BITS: &'static [(i32, &'static str, &'static str)] = &[$(($number, $symbol, $word)),*];
        }
    };
}

bits! {
    /// Standard features switched off.
    DisableFlags "mjtDisableBit" {
        CONSTRAINT = 1 "mjDSBL_CONSTRAINT" "constraint";
        EQUALITY = 2 "mjDSBL_EQUALITY" "equality";
        FRICTIONLOSS = 4 "mjDSBL_FRICTIONLOSS" "frictionloss";
        LIMIT = 8 "mjDSBL_LIMIT" "limit";
        CONTACT = 16 "mjDSBL_CONTACT" "contact";
        SPRING = 32 "mjDSBL_SPRING" "spring";
        DAMPER = 64 "mjDSBL_DAMPER" "damper";
        GRAVITY = 128 "mjDSBL_GRAVITY" "gravity";
        CLAMPCTRL = 256 "mjDSBL_CLAMPCTRL" "clampctrl";
        WARMSTART = 512 "mjDSBL_WARMSTART" "warmstart";
        FILTERPARENT = 1024 "mjDSBL_FILTERPARENT" "filterparent";
        ACTUATION = 2048 "mjDSBL_ACTUATION" "actuation";
        REFSAFE = 4096 "mjDSBL_REFSAFE" "refsafe";
        SENSOR = 8192 "mjDSBL_SENSOR" "sensor";
        MIDPHASE = 16384 "mjDSBL_MIDPHASE" "midphase";
        EULERDAMP = 32768 "mjDSBL_EULERDAMP" "eulerdamp";
        AUTORESET = 65536 "mjDSBL_AUTORESET" "autoreset";
        NATIVECCD = 131072 "mjDSBL_NATIVECCD" "nativeccd";
        ISLAND = 262144 "mjDSBL_ISLAND" "island";
        MULTICCD = 524288 "mjDSBL_MULTICCD" "multiccd";
    }
}

bits! {
    /// Optional features switched on.
    EnableFlags "mjtEnableBit" {
        OVERRIDE = 1 "mjENBL_OVERRIDE" "override";
        ENERGY = 2 "mjENBL_ENERGY" "energy";
        FWDINV = 4 "mjENBL_FWDINV" "fwdinv";
        INVDISCRETE = 8 "mjENBL_INVDISCRETE" "invdiscrete";
        SLEEP = 16 "mjENBL_SLEEP" "sleep";
        DIAGEXACT = 32 "mjENBL_DIAGEXACT" "diagexact";
        IPC = 64 "mjENBL_IPC" "ipc";
        SPECULATIVE = 128 "mjENBL_SPECULATIVE" "speculative";
    }
}

bits! {
    /// Images a camera produces.
    CameraOutput "mjtCamOutBit" {
        RGB = 1 "mjCAMOUT_RGB" "rgb";
        DEPTH = 2 "mjCAMOUT_DEPTH" "depth";
        DIST = 4 "mjCAMOUT_DIST" "distance";
        NORMAL = 8 "mjCAMOUT_NORMAL" "normal";
        SEG = 16 "mjCAMOUT_SEG" "segmentation";
    }
}

bits! {
    /// Inputs of an actuator.
    CtrlInput "mjtCtrlInput" {
        POS = 1 "mjINPUT_POS" "pos";
        VEL = 2 "mjINPUT_VEL" "vel";
        FF = 4 "mjINPUT_FF" "ff";
        VOLTAGE = 8 "mjINPUT_VOLTAGE" "voltage";
        NONE = 16 "mjINPUT_NONE" "none";
        PRESSURE = 32 "mjINPUT_PRESSURE" "pressure";
    }
}

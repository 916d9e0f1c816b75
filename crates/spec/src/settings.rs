//! Settings of a model that are not elements: compiler options, sizes and statistics.

use ligament_model::enums::{Conflict, LengthRangeMode};

use crate::element::Auto;
use crate::value::record_value;

/// Declares a settings struct: `field: type = default, "doc";` rows.
macro_rules! settings {
    (
        $(#[$meta:meta])*
        pub struct $settings:ident {
            $($field:ident: $ty:ty = $default:expr, $doc:literal;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $settings {
            /// Which fields were written.
            pub meta: $crate::element::Meta,
            $(#[doc = $doc] pub $field: $ty,)*
        }

        $crate::element::fields!($settings { $($field: $ty, $doc;)* });

        impl Default for $settings {
            fn default() -> Self {
                Self { meta: $crate::element::Meta::default(), $($field: $default,)* }
            }
        }
    };
}

settings! {
    /// How actuator length ranges are found.
    pub struct LengthRange {
        mode: LengthRangeMode = LengthRangeMode::Muscle, "Which actuators get one.";
        useexisting: bool = true, "Whether a given range is kept.";
        uselimit: bool = false, "Whether joint and tendon limits are used.";
        accel: f64 = 20.0, "Acceleration from which the pulling force follows.";
        maxforce: f64 = 0.0, "Bound of the pulling force; 0 for none.";
        timeconst: f64 = 1.0, "Time constant of velocity reduction.";
        timestep: f64 = 0.01, "Step of the simulation; 0 for the model's.";
        inttotal: f64 = 10.0, "Simulated time.";
        interval: f64 = 2.0, "Time at the end over which the length is measured.";
        tolrange: f64 = 0.05, "Convergence tolerance, relative to the range.";
    }
}

record_value!(LengthRange {
    mode,
    useexisting,
    uselimit,
    accel,
    maxforce,
    timeconst,
    timestep,
    inttotal,
    interval,
    tolrange
});

settings! {
    /// Compiler settings. The first entry of [`Spec::scopes`](crate::Spec::scopes) is the model's own; attached models
    /// bring theirs.
    pub struct Compiler {
        autolimits: bool = true, "Whether limits are inferred from ranges.";
        boundmass: f64 = 0.0, "Least mass of moving bodies.";
        boundinertia: f64 = 0.0, "Least principal inertia of moving bodies.";
        settotalmass: f64 = -1.0, "Total mass to scale to; not positive for none.";
        balanceinertia: bool = false, "Whether inertias that break the triangle inequality are mended.";
        strippath: bool = false, "Whether directories are stripped from asset file names.";
        degree: bool = true, "Whether angles are in degrees.";
        fitaabb: bool = false, "Whether shapes are fitted to bounding boxes instead of inertia boxes of meshes.";
        eulerseq: [u8; 3] = *b"xyz", "Axes of Euler rotations; lower case rotates with the frame.";
        modeldir: String = String::new(), "Directory of the model file, from which all other directories start.";
        meshdir: String = String::new(), "Directory of meshes and height fields.";
        texturedir: String = String::new(), "Directory of textures.";
        discardvisual: bool = false, "Whether purely visual geoms and assets are dropped.";
        usethread: bool = true, "Whether the compiler uses threads.";
        fusestatic: bool = false, "Whether static bodies are fused with their parents.";
        inertiafromgeom: Auto = Auto::Auto, "Whether inertia comes from geoms.";
        inertiagrouprange: [i32; 2] = [0, 5], "Groups of the geoms that give inertia.";
        saveinertial: bool = false, "Whether written models state every inertia.";
        savecompiled: bool = false, "Whether models are written as compiled.";
        savecanonical: bool = false, "Whether models are written with quaternions and radians.";
        alignfree: bool = false, "Whether free bodies are aligned with their inertial frames.";
        conflict: Conflict = Conflict::Warning, "What to do when an attached model's options disagree.";
        passthrough: i32 = 0, "Assets left by reference, as bits.";
        lengthrange: LengthRange = LengthRange::default(), "How actuator length ranges are found.";
    }
}

settings! {
    /// Sizes given by the user; -1 to let the compiler find them.
    pub struct SizeSettings {
        memory: i64 = -1, "Bytes for constraints.";
        njmax: i64 = -1, "Most constraint rows (legacy).";
        nconmax: i64 = -1, "Most contacts (legacy).";
        nstack: i64 = -1, "Stack size (legacy).";
        nuserdata: i64 = 0, "User numbers in the data.";
        nkey: i64 = 0, "Least number of keyframes.";
        nuser_body: i64 = -1, "User numbers per body.";
        nuser_jnt: i64 = -1, "User numbers per joint.";
        nuser_geom: i64 = -1, "User numbers per geom.";
        nuser_site: i64 = -1, "User numbers per site.";
        nuser_cam: i64 = -1, "User numbers per camera.";
        nuser_tendon: i64 = -1, "User numbers per tendon.";
        nuser_actuator: i64 = -1, "User numbers per actuator.";
        nuser_sensor: i64 = -1, "User numbers per sensor.";
    }
}

settings! {
    /// Statistics given by the user; none to compute them.
    pub struct StatisticSettings {
        meaninertia: Option<f64> = None, "Mean diagonal inertia.";
        meanmass: Option<f64> = None, "Mean body mass.";
        meansize: Option<f64> = None, "Mean body size.";
        extent: Option<f64> = None, "Spatial extent.";
        center: Option<[f64; 3]> = None, "Centre.";
    }
}

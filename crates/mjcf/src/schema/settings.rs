//! Options, compiler settings, sizes, statistics and visual settings.

use ligament_model::Options;
use ligament_model::enums::{
    Cone, Conflict, DisableFlags, EnableFlags, Integrator, JacobianType, LengthRangeMode, Solver,
};
use ligament_spec::settings::{Compiler, LengthRange, SizeSettings, StatisticSettings};

use super::codec::{
    Angle, Exact, Flag, FlagNumber, Key, Maybe, One, Passthrough, Prefix, Stored, Text, Tri, Vector,
};
use super::{Codec, Kind, Node, Rule, once, rows};
use crate::number::{Number, parse_list};
use crate::words::from_words;

rows! {
    /// Physics options.
    pub static OPTION_ROWS: Options {
        "timestep" => timestep: One<f64>, "Simulation step, in seconds.";
        "impratio" => impratio: One<f64>, "Ratio of frictional to normal impedance of contacts.";
        "tolerance" => tolerance: One<f64>, "Tolerance at which the constraint solver stops.";
        "ls_tolerance" => ls_tolerance: One<f64>, "Tolerance of the line search.";
        "noslip_tolerance" => noslip_tolerance: One<f64>, "Tolerance of the no-slip iterations.";
        "ccd_tolerance" => ccd_tolerance: One<f64>, "Tolerance of convex collision detection.";
        "sleep_tolerance" => sleep_tolerance: One<f64>, "Velocity below which a tree may fall asleep.";
        "gravity" => gravity: Vector, "Acceleration of gravity.";
        "wind" => wind: Vector, "Velocity of the medium.";
        "magnetic" => magnetic: Vector, "Magnetic flux, for magnetometers.";
        "density" => density: One<f64>, "Density of the medium.";
        "viscosity" => viscosity: One<f64>, "Viscosity of the medium.";
        "o_margin" => o_margin: One<f64>, "Margin of all contacts, when overriding is on.";
        "o_solref" => o_solref: Prefix<f64, 2>, "Constraint reference of all contacts, when overriding is on.";
        "o_solimp" => o_solimp: Prefix<f64, 5>, "Constraint impedance of all contacts, when overriding is on.";
        "o_friction" => o_friction: Prefix<f64, 5>, "Friction of all contacts, when overriding is on.";
        "integrator" => integrator: Stored<Integrator>, "Numerical integrator.";
        "cone" => cone: Stored<Cone>, "Shape of friction cones.";
        "jacobian" => jacobian: Stored<JacobianType>, "Storage of the constraint Jacobian.";
        "solver" => solver: Stored<Solver>, "Constraint solver.";
        "iterations" => iterations: One<i32>, "Most iterations of the constraint solver.";
        "ls_iterations" => ls_iterations: One<i32>, "Most iterations of the line search.";
        "noslip_iterations" => noslip_iterations: One<i32>, "Most no-slip iterations.";
        "ccd_iterations" => ccd_iterations: One<i32>, "Most iterations of convex collision detection.";
        "sdf_iterations" => sdf_iterations: One<i32>, "Descent iterations of signed-distance collision.";
        "sdf_initpoints" => sdf_initpoints: One<i32>, "Starting points of signed-distance collision.";
        "contactmemory" => contactmemory: FlagNumber, "Whether PGS starts from the contact forces of the step before; an extension of MJCF.";
        "actuatorgroupdisable" => disableactuator: ActuatorGroups, "Groups of actuators that are switched off.";
    }
}

/// Groups of actuators, as bits.
pub struct ActuatorGroups;

impl Codec for ActuatorGroups {
    type Value = i32;
    const KIND: Kind = Kind::Special("group numbers from 0 to 30");
    fn read(text: &str, value: &mut i32) -> Result<(), String> {
        let groups = parse_list::<i32>(text)?;
        if groups.len() > 31 {
            return Err("there are at most 31 groups".into());
        }
        for group in groups {
            if !(0..=30).contains(&group) {
                return Err(format!("group {group} is not between 0 and 30"));
            }
            *value |= 1 << group;
        }
        Ok(())
    }
    fn show(value: &i32) -> String {
        let set = (0..31).filter(|g| value & (1 << g) != 0);
        set.map(|g: i32| g.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }
    fn same(a: &i32, b: &i32) -> bool {
        a == b
    }
}

/// A feature that is on unless switched off: a bit that is set when it is off.
pub struct Standard<const BIT: i32>;

impl<const BIT: i32> Codec for Standard<BIT> {
    type Value = i32;
    const KIND: Kind = Kind::Word(|| vec!["disable", "enable"]);
    fn read(text: &str, value: &mut i32) -> Result<(), String> {
        let on = from_words(text, &[("disable", false), ("enable", true)])?;
        *value = if on { *value & !BIT } else { *value | BIT };
        Ok(())
    }
    fn show(value: &i32) -> String {
        if value & BIT == 0 {
            "enable"
        } else {
            "disable"
        }
        .into()
    }
    fn same(a: &i32, b: &i32) -> bool {
        (a ^ b) & BIT == 0
    }
}

/// A feature that is off unless switched on: a bit that is set when it is on.
pub struct Optional<const BIT: i32>;

impl<const BIT: i32> Codec for Optional<BIT> {
    type Value = i32;
    const KIND: Kind = Standard::<BIT>::KIND;
    fn read(text: &str, value: &mut i32) -> Result<(), String> {
        let on = from_words(text, &[("disable", false), ("enable", true)])?;
        *value = if on { *value | BIT } else { *value & !BIT };
        Ok(())
    }
    fn show(value: &i32) -> String {
        if value & BIT == 0 {
            "disable"
        } else {
            "enable"
        }
        .into()
    }
    fn same(a: &i32, b: &i32) -> bool {
        (a ^ b) & BIT == 0
    }
}

rows! {
    /// Switches of features.
    pub static FLAG_ROWS: Options {
        "constraint" => disableflags: Standard<{ DisableFlags::CONSTRAINT.0 }>, "All constraints.";
        "equality" => disableflags: Standard<{ DisableFlags::EQUALITY.0 }>, "Equality constraints.";
        "frictionloss" => disableflags: Standard<{ DisableFlags::FRICTIONLOSS.0 }>, "Dry friction of joints and tendons.";
        "limit" => disableflags: Standard<{ DisableFlags::LIMIT.0 }>, "Limits of joints and tendons.";
        "contact" => disableflags: Standard<{ DisableFlags::CONTACT.0 }>, "Contacts.";
        "spring" => disableflags: Standard<{ DisableFlags::SPRING.0 }>, "Springs of joints, tendons and deformables.";
        "damper" => disableflags: Standard<{ DisableFlags::DAMPER.0 }>, "Dampers of joints, tendons and deformables.";
        "gravity" => disableflags: Standard<{ DisableFlags::GRAVITY.0 }>, "Gravity.";
        "clampctrl" => disableflags: Standard<{ DisableFlags::CLAMPCTRL.0 }>, "Clamping of controls to their ranges.";
        "warmstart" => disableflags: Standard<{ DisableFlags::WARMSTART.0 }>, "Starting the solver from the last solution.";
        "filterparent" => disableflags: Standard<{ DisableFlags::FILTERPARENT.0 }>, "No collisions between a body and its parent.";
        "actuation" => disableflags: Standard<{ DisableFlags::ACTUATION.0 }>, "Actuator forces.";
        "refsafe" => disableflags: Standard<{ DisableFlags::REFSAFE.0 }>, "Keeping constraint time constants above twice the step.";
        "sensor" => disableflags: Standard<{ DisableFlags::SENSOR.0 }>, "Sensors.";
        "midphase" => disableflags: Standard<{ DisableFlags::MIDPHASE.0 }>, "Bounding volumes inside bodies.";
        "eulerdamp" => disableflags: Standard<{ DisableFlags::EULERDAMP.0 }>, "Implicit damping in the Euler integrator.";
        "autoreset" => disableflags: Standard<{ DisableFlags::AUTORESET.0 }>, "Reset when the state has gone bad.";
        "nativeccd" => disableflags: Standard<{ DisableFlags::NATIVECCD.0 }>, "The native convex collision routine.";
        "island" => disableflags: Standard<{ DisableFlags::ISLAND.0 }>, "Solving islands of constraints apart.";
        "multiccd" => disableflags: Standard<{ DisableFlags::MULTICCD.0 }>, "Several contacts for flat convex shapes.";
        "override" => enableflags: Optional<{ EnableFlags::OVERRIDE.0 }>, "The same contact parameters for all contacts.";
        "energy" => enableflags: Optional<{ EnableFlags::ENERGY.0 }>, "Computing energies.";
        "fwdinv" => enableflags: Optional<{ EnableFlags::FWDINV.0 }>, "Comparing forward and inverse dynamics.";
        "invdiscrete" => enableflags: Optional<{ EnableFlags::INVDISCRETE.0 }>, "Inverse dynamics of the discrete step.";
        "sleep" => enableflags: Optional<{ EnableFlags::SLEEP.0 }>, "Putting resting trees to sleep.";
        "diagexact" => enableflags: Optional<{ EnableFlags::DIAGEXACT.0 }>, "Exact diagonal of the constraint inertia.";
        "ipc" => enableflags: Optional<{ EnableFlags::IPC.0 }>, "Penetration-free contact of deformables.";
        "speculative" => enableflags: Optional<{ EnableFlags::SPECULATIVE.0 }>, "Contacts that will happen within the step.";
    }
}

/// Three letters that name the axes of Euler rotations.
pub struct EulerSequence;

impl Codec for EulerSequence {
    type Value = [u8; 3];
    const KIND: Kind = Kind::Special("three of the letters x, y, z, X, Y, Z");
    fn read(text: &str, value: &mut [u8; 3]) -> Result<(), String> {
        match text.as_bytes() {
            &[a, b, c] if [a, b, c].iter().all(|x| b"xyzXYZ".contains(x)) => {
                *value = [a, b, c];
                Ok(())
            }
            _ => Err("three of the letters x, y, z, X, Y, Z are expected".into()),
        }
    }
    fn show(value: &[u8; 3]) -> String {
        value.iter().copied().map(char::from).collect()
    }
    fn same(a: &[u8; 3], b: &[u8; 3]) -> bool {
        a == b
    }
}

/// The directory of all assets: sets those of meshes and textures.
pub struct AssetDirectory;

impl Codec for AssetDirectory {
    type Value = Compiler;
    const KIND: Kind = Kind::Text;
    fn read(text: &str, value: &mut Compiler) -> Result<(), String> {
        text.clone_into(&mut value.meshdir);
        text.clone_into(&mut value.texturedir);
        Ok(())
    }
    fn show(_: &Compiler) -> String {
        String::new()
    }
    fn same(_: &Compiler, _: &Compiler) -> bool {
        true
    }
}

/// The meaning of coordinates: only local ones are left.
pub struct Coordinates;

impl Codec for Coordinates {
    type Value = Compiler;
    const KIND: Kind = Kind::Word(|| vec!["local"]);
    fn read(text: &str, _: &mut Compiler) -> Result<(), String> {
        match text {
            "local" => Ok(()),
            "global" => Err("global coordinates are no longer part of the format".into()),
            other => Err(format!("'{other}' is not one of: local")),
        }
    }
    fn show(_: &Compiler) -> String {
        String::new()
    }
    fn same(_: &Compiler, _: &Compiler) -> bool {
        true
    }
}

rows! {
    /// Compiler settings.
    pub static COMPILER_ROWS: Compiler {
        "autolimits" => autolimits: Flag, "Whether a range that is given is a limit.";
        "boundmass" => boundmass: One<f64>, "Least mass of moving bodies.";
        "boundinertia" => boundinertia: One<f64>, "Least principal inertia of moving bodies.";
        "settotalmass" => settotalmass: One<f64>, "Total mass to which all masses are scaled; not positive for none.";
        "balanceinertia" => balanceinertia: Flag, "Whether inertias that no body can have are mended.";
        "strippath" => strippath: Flag, "Whether directories in asset file names are ignored.";
        "coordinate" => whole: Coordinates, "Kept for old files.";
        "angle" => degree: Angle, "Unit of angles.";
        "fitaabb" => fitaabb: Flag, "Whether shapes are fitted to the bounding box of a mesh, not to its inertia box.";
        "eulerseq" => eulerseq: EulerSequence, "Axes of Euler rotations; lower case turns with the frame.";
        "assetdir" => whole: AssetDirectory, "Directory of all assets.";
        "meshdir" => meshdir: Text, "Directory of meshes and height fields.";
        "texturedir" => texturedir: Text, "Directory of textures.";
        "discardvisual" => discardvisual: Flag, "Whether what serves rendering only is dropped.";
        "usethread" => usethread: Flag, "Whether the compiler uses several threads.";
        "fusestatic" => fusestatic: Flag, "Whether bodies that cannot move are merged into their parents.";
        "inertiafromgeom" => inertiafromgeom: Tri, "Whether inertia comes from geoms even when it is stated.";
        "inertiagrouprange" => inertiagrouprange: Exact<i32, 2>, "Groups of the geoms that give inertia.";
        "saveinertial" => saveinertial: Flag, "Whether written models state every inertia.";
        "savecompiled" => savecompiled: Flag, "Whether models are written as compiled.";
        "savecanonical" => savecanonical: Flag, "Whether models are written with quaternions and radians.";
        "alignfree" => alignfree: Flag, "Whether free bodies are aligned with their inertial frames.";
        "conflict" => conflict: Key<Conflict>, "What happens when an attached model has other options.";
        "passthrough" => passthrough: Passthrough, "Assets that are left by reference.";
    }
}

rows! {
    /// How actuator length ranges are found.
    pub static LENGTHRANGE_ROWS: LengthRange {
        "mode" => mode: Key<LengthRangeMode>, "Which actuators get a length range.";
        "useexisting" => useexisting: Flag, "Whether a range that is given is kept.";
        "uselimit" => uselimit: Flag, "Whether the limits of joints and tendons are used.";
        "accel" => accel: One<f64>, "Acceleration from which the pulling force follows.";
        "maxforce" => maxforce: One<f64>, "Bound of the pulling force; 0 for none.";
        "timeconst" => timeconst: One<f64>, "Time constant of the damping.";
        "timestep" => timestep: One<f64>, "Step of the simulation; 0 for that of the model.";
        "inttotal" => inttotal: One<f64>, "Simulated time.";
        "interval" => interval: One<f64>, "Time at the end over which the length is measured.";
        "tolrange" => tolrange: One<f64>, "Greatest change of length at the end, relative to the range.";
    }
}

/// A number of bytes with an optional suffix.
pub struct Memory;

impl Codec for Memory {
    type Value = i64;
    const KIND: Kind = Kind::Special("bytes, with an optional suffix K, M, G, T, P or E; or -1");
    fn read(text: &str, value: &mut i64) -> Result<(), String> {
        let text = text.trim_ascii();
        if text == "-1" {
            return Ok(());
        }
        let suffixes = ["K", "M", "G", "T", "P", "E"];
        let found = suffixes.iter().position(|s| {
            text.len() > 1
                && text
                    .get(text.len() - 1..)
                    .is_some_and(|end| end.eq_ignore_ascii_case(s))
        });
        let (digits, shift) = match found {
            Some(i) => (text.get(..text.len() - 1).unwrap_or(""), 10 * (i + 1)),
            None => (text, 0),
        };
        let wrong = || format!("'{text}' is not a number of bytes such as 512K or 2M");
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        let base: i64 = digits.parse().map_err(|_| wrong())?;
        *value = base.checked_mul(1i64 << shift).ok_or_else(wrong)?;
        Ok(())
    }
    fn show(value: &i64) -> String {
        value.to_string()
    }
    fn same(a: &i64, b: &i64) -> bool {
        a == b
    }
}

/// A size: a number that is at least -1.
pub struct Size;

impl Codec for Size {
    type Value = i64;
    const KIND: Kind = Kind::Numbers {
        integer: true,
        least: 1,
        most: Some(1),
    };
    fn read(text: &str, value: &mut i64) -> Result<(), String> {
        let mut number = i32::try_from(*value).unwrap_or(-1);
        One::<i32>::read(text, &mut number)?;
        if number < -1 {
            return Err(format!("{number} is less than -1"));
        }
        if !text.trim_ascii().is_empty() {
            *value = i64::from(number);
        }
        Ok(())
    }
    fn show(value: &i64) -> String {
        value.to_string()
    }
    fn same(a: &i64, b: &i64) -> bool {
        a == b
    }
}

rows! {
    /// Sizes.
    pub static SIZE_ROWS: SizeSettings {
        "memory" => memory: Memory, "Bytes for contacts and constraints.";
        "njmax" => njmax: Size, "Most constraints; kept for old files.";
        "nconmax" => nconmax: Size, "Most contacts; kept for old files.";
        "nstack" => nstack: Size, "Stack size; kept for old files.";
        "nuserdata" => nuserdata: Size, "Numbers for the user in the data.";
        "nkey" => nkey: Size, "Least number of keyframes.";
        "nuser_body" => nuser_body: Size, "Numbers for the user per body.";
        "nuser_jnt" => nuser_jnt: Size, "Numbers for the user per joint.";
        "nuser_geom" => nuser_geom: Size, "Numbers for the user per geom.";
        "nuser_site" => nuser_site: Size, "Numbers for the user per site.";
        "nuser_cam" => nuser_cam: Size, "Numbers for the user per camera.";
        "nuser_tendon" => nuser_tendon: Size, "Numbers for the user per tendon.";
        "nuser_actuator" => nuser_actuator: Size, "Numbers for the user per actuator.";
        "nuser_sensor" => nuser_sensor: Size, "Numbers for the user per sensor.";
    }
}

/// A number above zero, if given.
pub struct Above0<S>(std::marker::PhantomData<S>);

impl<S: Number + PartialOrd + Default> Codec for Above0<S> {
    type Value = S;
    const KIND: Kind = One::<S>::KIND;
    fn read(text: &str, value: &mut S) -> Result<(), String> {
        One::<S>::read(text, value)?;
        if *value > S::default() {
            Ok(())
        } else {
            Err("the number must be greater than zero".into())
        }
    }
    fn show(value: &S) -> String {
        value.format()
    }
    fn same(a: &S, b: &S) -> bool {
        a.same(*b)
    }
}

rows! {
    /// Statistics.
    pub static STATISTIC_ROWS: StatisticSettings {
        "meaninertia" => meaninertia: Maybe<One<f64>>, "Mean diagonal inertia.";
        "meanmass" => meanmass: Maybe<One<f64>>, "Mean body mass.";
        "meansize" => meansize: Maybe<One<f64>>, "Mean body size.";
        "extent" => extent: Maybe<Above0<f64>>, "Spatial extent.";
        "center" => center: Maybe<Exact<f64, 3>>, "Centre.";
    }
}

/// `option`
pub static OPTION: Node = Node {
    tag: "option",
    doc: "Physics options.",
    tables: &[&OPTION_ROWS],
    children: &[once(&FLAG)],
    ..Node::EMPTY
};

/// `flag`
pub static FLAG: Node = Node {
    tag: "flag",
    doc: "Features switched on and off.",
    tables: &[&FLAG_ROWS],
    ..Node::EMPTY
};

/// `compiler`
pub static COMPILER: Node = Node {
    tag: "compiler",
    doc: "How the model file is understood and compiled.",
    tables: &[&COMPILER_ROWS],
    children: &[once(&LENGTHRANGE)],
    ..Node::EMPTY
};

/// `lengthrange`
pub static LENGTHRANGE: Node = Node {
    tag: "lengthrange",
    doc: "How the length ranges of actuators are found.",
    tables: &[&LENGTHRANGE_ROWS],
    ..Node::EMPTY
};

/// `size`
pub static SIZE: Node = Node {
    tag: "size",
    doc: "Sizes that the compiler does not find by itself.",
    tables: &[&SIZE_ROWS],
    rules: &[
        Rule::Exclusive(&[&["memory"], &["nstack"]]),
        Rule::Exclusive(&[&["memory"], &["njmax"]]),
    ],
    ..Node::EMPTY
};

/// `statistic`
pub static STATISTIC: Node = Node {
    tag: "statistic",
    doc: "Statistics of the model, in place of computed ones.",
    tables: &[&STATISTIC_ROWS],
    ..Node::EMPTY
};

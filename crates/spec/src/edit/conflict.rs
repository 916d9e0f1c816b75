//! What happens to options and sizes when a model is attached that has others.

use ligament_model::Options;
use ligament_model::enums::{BitSet, Conflict, DisableFlags, EnableFlags};

use crate::problem::Problem;
use crate::settings::SizeSettings;
use crate::tree::Spec;

/// How two values that were both set are merged.
#[derive(Clone, Copy)]
enum Merge {
    Least,
    Greatest,
    Never,
}

/// The merge rule of a physics option.
fn rule(name: &str) -> Merge {
    match name {
        "timestep" | "tolerance" | "ls_tolerance" | "noslip_tolerance" | "ccd_tolerance"
        | "sleep_tolerance" => Merge::Least,
        "iterations" | "ls_iterations" | "noslip_iterations" | "ccd_iterations"
        | "sdf_iterations" | "sdf_initpoints" => Merge::Greatest,
        _ => Merge::Never,
    }
}

/// Compares one setting: `Ok(Some)` is a value to take over, `Err` a conflict.
fn resolve<T: PartialEq + PartialOrd + Clone>(
    mode: Conflict,
    own: &T,
    other: &T,
    usual: &T,
    merge: Merge,
) -> Result<Option<T>, ()> {
    if own == other || other == usual || mode == Conflict::Warning {
        return Ok(None);
    }
    match (mode, own == usual, merge) {
        (Conflict::Merge, true, _) => Ok(Some(other.clone())),
        (Conflict::Merge, false, Merge::Least) => Ok(Some(if other < own {
            other.clone()
        } else {
            own.clone()
        })),
        (Conflict::Merge, false, Merge::Greatest) => Ok(Some(if other > own {
            other.clone()
        } else {
            own.clone()
        })),
        (Conflict::Error, true, _) => Ok(None),
        _ => Err(()),
    }
}

impl Spec {
    /// Settles options and sizes with those of a model that is about to be attached.
    pub(super) fn settle_conflicts(&mut self, child: &Self) -> Result<(), Problem> {
        let mode = self.scopes[0].conflict;
        let mut clashes = Vec::new();
        let usual = Options::default();
        let numbers = |options: &Options| {
            let mut all = Vec::new();
            options.visit(&mut |field, column| all.push((field.name, column.to_f64())));
            all
        };
        let mut take = Vec::new();
        for (((name, own), (_, other)), (_, usual)) in numbers(&self.option)
            .into_iter()
            .zip(numbers(&child.option))
            .zip(numbers(&usual))
        {
            if matches!(name, "disableflags" | "enableflags" | "disableactuator") {
                continue;
            }
            match resolve(mode, &own, &other, &usual, rule(name)) {
                Ok(Some(_)) => take.push((name, own.iter().zip(&other).any(|(a, b)| b > a))),
                Ok(None) => {}
                Err(()) => clashes.push(name.to_owned()),
            }
        }
        self.settle_flags(child, mode, &mut clashes);
        self.settle_sizes(&child.size, mode);
        if !clashes.is_empty() {
            let message = format!(
                "the attached model '{}' has other values of {}",
                child.name,
                clashes.join(", ")
            );
            return Err(Problem::model(message)
                .help("make the options equal, or set compiler conflict=\"warning\""));
        }
        for (name, larger) in take {
            let keep = match rule(name) {
                Merge::Least => larger && !is_usual(&self.option, name),
                Merge::Greatest => !larger && !is_usual(&self.option, name),
                Merge::Never => false,
            };
            if !keep {
                copy_option(&child.option, &mut self.option, name);
            }
        }
        Ok(())
    }

    /// Bits of the child are added when merging; differing bits clash when conflicts are errors.
    fn settle_flags(&mut self, child: &Self, mode: Conflict, clashes: &mut Vec<String>) {
        let (own, other) = (&mut self.option, &child.option);
        for (own, other, bits) in [
            (
                &mut own.disableflags,
                other.disableflags,
                DisableFlags::BITS,
            ),
            (&mut own.enableflags, other.enableflags, EnableFlags::BITS),
            (&mut own.disableactuator, other.disableactuator, &[][..]),
        ] {
            match mode {
                Conflict::Merge => *own |= other,
                Conflict::Error if other != 0 => clashes.extend(
                    bits.iter()
                        .filter(|b| (*own ^ other) & b.0 != 0)
                        .map(|b| format!("flag '{}'", b.2)),
                ),
                _ => {}
            }
        }
    }

    /// The larger size wins when merging.
    fn settle_sizes(&mut self, other: &SizeSettings, mode: Conflict) {
        if mode != Conflict::Merge {
            return;
        }
        macro_rules! largest {
            ($($field:ident),*) => {$(self.size.$field = self.size.$field.max(other.$field);)*};
        }
        largest!(
            memory,
            njmax,
            nconmax,
            nuserdata,
            nkey,
            nuser_body,
            nuser_jnt,
            nuser_geom,
            nuser_site,
            nuser_cam,
            nuser_tendon,
            nuser_actuator,
            nuser_sensor
        );
    }
}

/// True if an option has its default value.
fn is_usual(options: &Options, name: &str) -> bool {
    let value = |options: &Options| {
        let mut found = Vec::new();
        options.visit(&mut |field, column| {
            if field.name == name {
                found = column.to_f64();
            }
        });
        found
    };
    value(options) == value(&Options::default())
}

/// Copies one option by name.
fn copy_option(from: &Options, to: &mut Options, name: &str) {
    let mut bytes = Vec::new();
    from.visit(&mut |field, column| {
        if field.name == name {
            column.put(&mut bytes);
        }
    });
    to.visit_mut(&mut |field, column| {
        if field.name == name {
            column.take(&bytes);
        }
    });
}

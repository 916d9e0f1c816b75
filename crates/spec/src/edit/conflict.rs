//! What happens to options and sizes when a model is attached that has others.

use ligament_model::Options;
use ligament_model::enums::{BitSet, Conflict, DisableFlags, EnableFlags};

use crate::problem::Problem;
use crate::settings::SizeSettings;
use crate::spec::Spec;

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

/// What becomes of one option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Keep,
    Take,
    Clash,
}

/// Compares one option; a value that equals the usual one counts as not set.
fn judge(mode: Conflict, own: &[f64], other: &[f64], usual: &[f64], merge: Merge) -> Verdict {
    if own == other || other == usual || mode == Conflict::Warning {
        return Verdict::Keep;
    }
    let take = match (mode, own == usual, merge) {
        (Conflict::Merge, true, _) => true,
        (_, true, _) => false,
        (Conflict::Merge, false, Merge::Least) => other < own,
        (Conflict::Merge, false, Merge::Greatest) => other > own,
        _ => return Verdict::Clash,
    };
    if take { Verdict::Take } else { Verdict::Keep }
}

/// Names and values of all options that are numbers rather than sets of bits.
fn numbers(options: &Options) -> Vec<(&'static str, Vec<f64>)> {
    let bits = ["disableflags", "enableflags", "disableactuator"];
    let mut all = Vec::new();
    options.visit(&mut |field, column| {
        if !bits.contains(&field.name) {
            all.push((field.name, column.to_f64()));
        }
    });
    all
}

impl Spec {
    /// Settles options and sizes with those of a model that is about to be attached.
    pub(super) fn settle_conflicts(&mut self, child: &Self) -> Result<(), Problem> {
        let mode = self.scopes[0].conflict;
        let (mut clashes, mut taken) = (Vec::new(), Vec::new());
        let usual = numbers(&Options::default());
        let pairs = numbers(&self.option)
            .into_iter()
            .zip(numbers(&child.option));
        for (((name, own), (_, other)), (_, usual)) in pairs.zip(usual) {
            match judge(mode, &own, &other, &usual, rule(name)) {
                Verdict::Keep => {}
                Verdict::Take => taken.push(name),
                Verdict::Clash => clashes.push(name.to_owned()),
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
        for name in taken {
            copy_option(&child.option, &mut self.option, name);
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

//! Constants that follow from the compiled model, with what the user said about them.

use ligament_engine::data::Data;
use ligament_engine::setconst::{LengthRange, SetConstOptions, SetConstReport, setconst};
use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::ObjectType;

use super::structure;
use super::tree::Tree;
use crate::problem::{Problem, Problems};
use crate::resolve::Resolved;

/// Scales the total mass if asked, derives all constants and applies the statistics that the user gave.
pub fn derive(spec: &Resolved, tree: &Tree, m: &mut Model, problems: &mut Problems) {
    let compiler = &spec.scopes[0];
    if compiler.settotalmass > 0.0 {
        structure::scale_total_mass(m, compiler.settotalmass);
        let message = "settotalmass is deprecated";
        let help = "scale the masses and densities in the model instead";
        problems.push(Problem::model(message).help(help).warning());
    }
    let range = &compiler.lengthrange;
    let options = SetConstOptions {
        compiling: true,
        spring_dampers: tree.joints.iter().map(|j| j.element.springdamper).collect(),
        length_range: LengthRange {
            mode: range.mode,
            use_existing: range.useexisting,
            use_limit: range.uselimit,
            accel: range.accel,
            maxforce: range.maxforce,
            timeconst: range.timeconst,
            timestep: range.timestep,
            inttotal: range.inttotal,
            interval: range.interval,
            tolrange: range.tolrange,
            threads: compiler.usethread,
        },
    };
    let mut data = Data::new(m);
    let report = setconst(m, &mut data, &options);
    explain(spec, m, &report, problems);
    let given = &spec.statistic;
    let stat = &mut m.stat;
    for (value, given) in [
        (&mut stat.meaninertia, given.meaninertia),
        (&mut stat.meanmass, given.meanmass),
        (&mut stat.meansize, given.meansize),
        (&mut stat.extent, given.extent),
    ] {
        *value = given.unwrap_or(*value);
    }
    stat.center = given.center.map_or(stat.center, Vec3);
}

/// Turns what the engine found into problems.
fn explain(spec: &Resolved, m: &Model, report: &SetConstReport, problems: &mut Problems) {
    for error in &report.length_range_errors {
        if let Some(actuator) = spec.actuators.get(error.actuator) {
            let message = error.reason.to_string();
            let help =
                "give lengthrange, or change the search with <lengthrange .../> in <compiler>";
            problems.push(
                Problem::error(&actuator.at, "actuator", &actuator.name, &message).help(help),
            );
        }
    }
    for conflict in &report.sleep_conflicts {
        let name = m
            .name_of(ObjectType::Tendon, conflict.tendon)
            .unwrap_or_default();
        let message = format!(
            "the tree {} may not sleep because of the tendon '{name}'",
            conflict.tree
        );
        problems.push(Problem::model(message));
    }
    if let Some(dof) = report.singular_dof {
        let joint = m.dof.jntid.get(dof).map_or(0, |j| j.index());
        let name = m.name_of(ObjectType::Joint, joint).unwrap_or_default();
        let message =
            format!("the inertia seen by degree of freedom {dof} (joint '{name}') is too small");
        problems.push(
            Problem::model(message)
                .help("give the body mass, or the joint armature")
                .warning(),
        );
    }
}

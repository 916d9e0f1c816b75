//! What is known about a simulation that went wrong, in words.

use std::fmt::Write;

use ligament_model::Model;
use ligament_model::enums::{Cone, Integrator, ObjectType};

use super::{RowKind, Warning};

/// A constraint that pushes a degree of freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Culprit {
    /// What the constraint is.
    pub kind: RowKind,
    /// Which one of its kind: equality, degree of freedom, joint, tendon or contact.
    pub id: usize,
    /// The largest force of its rows; not a number if that is what the solver found.
    pub force: f64,
    /// Violation, negative in penetration.
    pub pos: f64,
    /// The geoms of a contact.
    pub geoms: Option<[usize; 2]>,
}

/// What is known about the moment in which numbers went bad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Diagnosis {
    /// Which numbers went bad: positions, velocities or accelerations.
    pub warning: Warning,
    /// When.
    pub time: f64,
    /// Where the bad number is in its array: what the warning names.
    pub index: usize,
    /// The degree of freedom it belongs to.
    pub dof: usize,
    /// Its number.
    pub value: f64,
    /// The constraint that pushes it hardest.
    pub culprit: Option<Culprit>,
    /// The inertia that the degree of freedom sees.
    pub inertia: f64,
    /// Stiffness of springs and servos along it.
    pub stiffness: f64,
}

/// The name of an element in quotes, or its kind and number.
fn label(m: &Model, kind: ObjectType, word: &str, id: usize) -> String {
    match m.name_of(kind, id).filter(|name| !name.is_empty()) {
        Some(name) => format!("{word} '{name}'"),
        None => format!("{word} {id}"),
    }
}

impl Culprit {
    /// The constraint in words.
    pub fn describe(&self, m: &Model) -> String {
        let what = match self.kind {
            RowKind::Equality => label(m, ObjectType::Equality, "equality", self.id),
            RowKind::FrictionDof => format!("dry friction of degree of freedom {}", self.id),
            RowKind::FrictionTendon => {
                let tendon = label(m, ObjectType::Tendon, "tendon", self.id);
                format!("dry friction of {tendon}")
            }
            RowKind::LimitJoint => {
                let joint = label(m, ObjectType::Joint, "joint", self.id);
                format!("the limit of {joint}")
            }
            RowKind::LimitTendon => {
                let tendon = label(m, ObjectType::Tendon, "tendon", self.id);
                format!("the limit of {tendon}")
            }
            _ => match self.geoms {
                Some([a, b]) => {
                    let [a, b] = [a, b].map(|g| label(m, ObjectType::Geom, "geom", g));
                    format!("the contact between {a} and {b}")
                }
                None => format!("contact {}", self.id),
            },
        };
        format!(
            "{what} (force {:.3e}, violation {:.3e})",
            self.force, self.pos
        )
    }
}

impl Diagnosis {
    /// What happened, in a sentence or two, and what to do, one piece of advice per line.
    pub fn describe(&self, m: &Model) -> String {
        let what = match self.warning {
            Warning::BadQpos => "qpos",
            Warning::BadQvel => "qvel",
            _ => "qacc",
        };
        let joint = m.dof.jntid[self.dof].index();
        let body = m.dof.bodyid[self.dof].index();
        let mut text = format!(
            "unstable at time {:.4}: {what}[{}] is {:.3e} (degree of freedom {}, {} of {})",
            self.time,
            self.index,
            self.value,
            self.dof,
            label(m, ObjectType::Joint, "joint", joint),
            label(m, ObjectType::Body, "body", body),
        );
        if let Some(culprit) = &self.culprit {
            // writing to a string cannot fail
            let _ = write!(text, "; pushed hardest by {}", culprit.describe(m));
        }
        for advice in self.advice(m) {
            let _ = write!(text, "\n  - {advice}");
        }
        text
    }

    /// What may help, the most likely first.
    pub fn advice(&self, m: &Model) -> Vec<String> {
        let h = m.opt.timestep;
        let mut list = Vec::new();
        if self.inertia < 1e-5 {
            list.push(format!(
                "it moves an inertia of only {:.1e}: give the joint armature, or the body more mass",
                self.inertia
            ));
        }
        // explicit springs are stable while h² k/M < 4
        let stiff = self.stiffness * h * h > self.inertia;
        if stiff {
            list.push(format!(
                "springs and servos of stiffness {:.1e} are too stiff for the step: the timestep should be below {:.1e}",
                self.stiffness,
                (self.inertia / self.stiffness).sqrt()
            ));
        }
        if let Some(culprit) = &self.culprit {
            if culprit.kind.is_contact() && culprit.pos < -0.01 {
                list.push(format!(
                    "the geoms overlap by {:.1e}: start them apart, or exclude the pair from contacts",
                    -culprit.pos
                ));
            }
            if culprit.kind == RowKind::Equality {
                list.push(
                    "the equality may contradict others or be far from satisfied: soften its solref"
                        .to_owned(),
                );
            }
            if culprit.kind.is_contact() && m.opt.cone.is(Cone::Pyramidal) && m.opt.impratio > 1.0 {
                list.push(
                    "impratio above 1 is meant for elliptic cones: set cone to elliptic".to_owned(),
                );
            }
        }
        if m.opt.integrator.is(Integrator::Euler) || m.opt.integrator.is(Integrator::Rk4) {
            list.push("the integrator implicitfast is stable for stiffer damping".to_owned());
        }
        // where a spring says how small the step has to be, half of it may be too much
        if !stiff {
            list.push(format!("a smaller timestep, for example {:.1e}", 0.5 * h));
        }
        list
    }
}

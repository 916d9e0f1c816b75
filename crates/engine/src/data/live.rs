//! Fields of contacts and counters as columns, so that a visitor of [`Data`] sees them like all other arrays.
//!
//! They are stored as records, one after the other; a column of one of their fields is made for the visit.

use ligament_model::{Column, Element, Field, Model, Origin, column};

use super::{Contact, Data, LiveSizes, Stats};

/// Reports one field of all records.
fn report<T: Element>(
    (name, doc, size): (&'static str, &'static str, &'static str),
    origin: Origin,
    values: Vec<T>,
    f: &mut dyn FnMut(Field, &dyn Column),
) {
    let field = column::describe(&values, name, doc, size, values.len(), None);
    f(field.from(origin), &values);
}

macro_rules! contact_fields {
    ($($field:ident $(-> $($target:ident)+)? @ $stage:ident $doc:literal;)*) => {
        /// Calls `f` with every field of contacts.
        pub(super) fn contacts(list: &[Contact], size: &LiveSizes, f: &mut dyn FnMut(Field, &dyn Column)) {
            $({
                let values: Vec<_> = list.iter().map(|contact| contact.$field).collect();
                let name = concat!("contact.", stringify!($field));
                let field = column::describe(&values, name, $doc, "ncon", values.len(), None);
                let index = ligament_model::index!(size Contact $($($target)+)?);
                f(field.from(Origin::$stage).to(index), &values);
            })*
        }
    };
}

contact_fields! {
    dist @Collision "distance between nearest points; neg: penetration";
    pos @Collision "position of contact point: midpoint between geoms";
    frame @Collision "normal is in [0-2], points from geom[0] to geom[1]";
    includemargin @Collision "include if dist<includemargin=margin-gap";
    friction @Collision "tangent1, 2, spin, roll1, 2";
    solref @Collision "constraint solver reference, normal direction";
    solreffriction @Collision "constraint solver reference, friction directions";
    solimp @Collision "constraint solver impedance";
    adhesion @Collision "adhesive force along the normal";
    surfacevel @Collision "relative surface velocity: two tangents, spin";
    mu @MakeConstraint "friction of regularized cone";
    dim @Collision "contact space dimensionality: 1, 3, 4 or 6";
    geom1 -> ngeom or none @Collision "id of geom 1";
    geom2 -> ngeom or none @Collision "id of geom 2";
    geom -> ngeom or none @Collision "geom ids; -1 for flex";
    flex @Collision "flex ids; -1 for geom";
    elem @Collision "element ids; -1 for geom or flex vertex";
    vert @Collision "vertex ids; -1 for geom or flex element";
    exclude @MakeConstraint "0: include, 1: in gap, 2: fused, 3: no dofs, 4: passive";
    efc_address -> nefc or none @MakeConstraint "address in efc; -1: not included";
}

/// Calls `f` with the Hessians of the cones of contacts.
fn cone_hessians(list: &[Contact], f: &mut dyn FnMut(Field, &dyn Column)) {
    let values: Vec<f64> = list.iter().flat_map(|contact| contact.H).collect();
    let width = Contact::default().H.len();
    let field = column::describe(
        &values,
        "contact.H",
        "cone Hessian",
        "ncon",
        list.len(),
        Some(width),
    );
    f(field.from(Origin::Solve), &values);
}

macro_rules! counters {
    ($($array:ident $(. $field:ident)? [$size:literal] @ $stage:ident $doc:literal;)*) => {
        /// Calls `f` with every counter.
        pub(super) fn counters(stats: &Stats, f: &mut dyn FnMut(Field, &dyn Column)) {
            $(report(
                (concat!(stringify!($array), $(".", stringify!($field))?), $doc, $size),
                Origin::$stage,
                stats.$array.iter().map(|x| (*x)$(.$field)?).collect(),
                f,
            );)*
        }
    };
}

counters! {
    energy ["2"] @Energy "potential, kinetic energy";
    solver_niter ["nstatisland"] @Solve "number of solver iterations, per island";
    solver_nnz ["nstatisland"] @Solve "number of nonzeros in Hessian or efc_AR, per island";
    solver_fwdinv ["2"] @Inverse "forward-inverse comparison: qfrc, efc";
    warning.lastinfo ["nwarning"] @Check "what the last warning was about";
    warning.number ["nwarning"] @Check "how many times a warning was raised";
    timer.duration ["ntimer"] @Check "time spent";
    timer.number ["ntimer"] @Check "how many times it was measured";
    solver.improvement ["nsolverstat"] @Solve "cost reduction";
    solver.gradient ["nsolverstat"] @Solve "norm of the gradient";
    solver.lineslope ["nsolverstat"] @Solve "slope in the line search";
    solver.nactive ["nsolverstat"] @Solve "active constraints";
    solver.nchange ["nsolverstat"] @Solve "constraints that changed their state";
    solver.neval ["nsolverstat"] @Solve "evaluations of the cost in the line search";
    solver.nupdate ["nsolverstat"] @Solve "updates of the factor in the line search";
}

impl Data {
    /// Sizes that arrays which grow and shrink are counted by, or point into.
    pub fn live_sizes(&self, m: &Model) -> LiveSizes {
        LiveSizes {
            nv: m.size.nv,
            ntree: m.size.ntree,
            ntendon: m.size.ntendon,
            ngeom: m.size.ngeom,
            nefc: self.efc.efc_type.len(),
            nJ: self.efc.efc_J.len(),
            nisland: self.island.nisland,
        }
    }

    /// Calls `f` with every array of the world: those whose lengths the model fixes, fields of contacts, constraint rows,
    /// islands and counters.
    pub fn visit(&self, m: &Model, f: &mut dyn FnMut(Field, &dyn Column)) {
        let size = &self.live_sizes(m);
        self.visit_fixed(m, f);
        contacts(&self.contact, size, f);
        cone_hessians(&self.contact, f);
        self.efc.visit(size, f);
        self.island.visit(size, f);
        counters(&self.stats, f);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use ligament_model::Index;

    use super::*;

    #[test]
    fn every_field_is_visited_once_and_says_who_computes_it() {
        let m = Model::default();
        let mut names = HashSet::new();
        Data::new(&m).visit(&m, &mut |field, _| {
            assert!(names.insert(field.name), "{} comes twice", field.name);
            assert_ne!(field.stage, Origin::Model, "{}", field.name);
        });
        for name in [
            "qpos",
            "contact.dist",
            "efc_force",
            "dof_island",
            "energy",
            "solver.neval",
        ] {
            assert!(names.contains(name), "{name}");
        }
    }

    #[test]
    fn indices_of_rows_say_what_they_point_to() {
        let m = Model::default();
        Data::new(&m).visit(&m, &mut |field, _| {
            let expected = match field.name {
                "dof_island" | "efc_island" | "tree_island" => Some("nisland"),
                "contact.efc_address" | "tendon_efcadr" | "map_efc2iefc" => Some("nefc"),
                "contact.geom" => Some("ngeom"),
                "efc_force" | "contact.dist" => None,
                _ => return,
            };
            let found = match field.index {
                Some(Index::Into { size, .. }) => Some(size),
                _ => None,
            };
            assert_eq!(found, expected, "{}", field.name);
        });
    }
}

//! Constraint rows: their Jacobians, parameters and reference accelerations, and the islands they form.
//!
//! Rows come in the order equalities, dry friction, limits, contacts. Every kind has a file of its own, which pushes its
//! rows once, with columns, values, violations and an estimate of the inertia they see. One pass over all blocks then turns
//! solver parameters into impedances.

mod chain;
mod connect;
mod contact;
mod coupling;
mod distance;
mod equality;
mod exact;
mod friction;
mod impedance;
mod island;
pub mod jacobian;
mod limit;
mod reference;
mod rows;
mod weld;
pub mod whiten;

use ligament_model::Model;
use ligament_model::enums::{DisableFlags, EnableFlags};

use crate::awake::Awake;
use crate::budget::Budget;
use crate::data::{Contact, Efc, Implicit, Inertia, Input, Path, Pose, State};

pub use crate::data::RowKind;
pub(crate) use chain::Anchor;
pub use equality::{HeldPoints, held_points, state as equality_state};
pub(crate) use equality::{kind as equality_kind, tied_bodies};
pub use island::find_islands;
pub use jacobian::{jacobian_is_sparse, mul_jac_t_vec, mul_jac_vec};
pub use reference::reference;

/// Where among its numbers an equality keeps the inverse inertia that its row sees in `qpos0`.
pub(crate) const WEIGHT: usize = 1;
/// Where among its numbers an equality marks that it keeps what it is in `qpos0`.
const AUTOMATIC: usize = 11;

/// What constraints are made from.
#[derive(Clone, Copy, Debug)]
pub struct ConstraintIn<'a> {
    /// Who sleeps.
    pub awake: Awake<'a>,
    /// Positions.
    pub state: &'a State,
    /// Switches of equalities.
    pub input: &'a Input,
    /// Where everything is.
    pub pose: &'a Pose,
    /// Tendons.
    pub path: &'a Path,
    /// The inertia matrix, for exact diagonals.
    pub inertia: &'a Inertia,
    /// The effective inertia of the discrete integrator.
    pub implicit: &'a Implicit,
    /// Memory that rows may take.
    pub budget: Budget,
}

/// What rows are made from.
#[derive(Clone, Copy)]
struct RowsIn<'a> {
    awake: Awake<'a>,
    state: &'a State,
    input: &'a Input,
    pose: &'a Pose,
    path: &'a Path,
    /// Whether the Jacobian counts as sparse.
    sparse: bool,
    budget: Budget,
}

impl RowsIn<'_> {
    /// True if a tendon is not asleep.
    fn tendon(&self, m: &Model, tendon: usize) -> bool {
        self.awake.tendon(m, tendon)
    }
}

/// Makes all constraint rows.
///
/// Reads positions, paths, contacts and switches. Writes all of `efc` that does not depend on velocities, and of contacts
/// the first row, the friction of the regularized cone, and whether nothing moves. What depends on velocities keeps the
/// numbers it had. False if there was no memory for the rows of all contacts.
pub fn make_constraint(
    m: &Model,
    input: ConstraintIn<'_>,
    contacts: &mut [Contact],
    efc: &mut Efc,
    scratch: &mut ConstraintScratch,
) -> bool {
    efc.begin();
    efc.tendon_efcadr.resize(m.size.ntendon, -1);
    let complete = m.opt.disables(DisableFlags::CONSTRAINT)
        || m.size.nv == 0
        || make_rows(m, input, contacts, efc, scratch);
    efc.settle();
    complete
}

fn make_rows(
    m: &Model,
    input: ConstraintIn<'_>,
    contacts: &mut [Contact],
    efc: &mut Efc,
    scratch: &mut ConstraintScratch,
) -> bool {
    let ConstraintIn {
        inertia, implicit, ..
    } = input;
    let sources = RowsIn {
        awake: input.awake,
        state: input.state,
        input: input.input,
        pose: input.pose,
        path: input.path,
        sparse: jacobian_is_sparse(m),
        budget: input.budget,
    };
    if !m.opt.disables(DisableFlags::EQUALITY) {
        equality::push(m, &sources, efc);
    }
    efc.ne = efc.efc_type.len();
    // only rows of dry friction have bounds, zero stands for none
    efc.efc_frictionloss.resize(efc.ne, 0.0);
    if !m.opt.disables(DisableFlags::FRICTIONLOSS) {
        friction::push(m, &sources, efc);
    }
    efc.nf = efc.efc_type.len() - efc.ne;
    if !m.opt.disables(DisableFlags::LIMIT) {
        limit::push(m, &sources, efc);
    }
    efc.nl = efc.efc_type.len() - efc.ne - efc.nf;
    let complete = m.opt.disables(DisableFlags::CONTACT)
        || contact::push(m, &sources, contacts, efc, &mut scratch.chains);
    if impedance::is_discrete(m) {
        efc.estimate.clear();
        efc.estimate.extend_from_slice(&efc.efc_diagA);
        regularize(m, inertia, implicit, contacts, efc, scratch);
    } else {
        impedance::assign(m, inertia, &implicit.efm_sdiag, contacts, efc);
        if m.opt.enables(EnableFlags::DIAGEXACT) {
            exact::diagonal(m, &inertia.qLD, &inertia.qLDiagInv, efc, &mut scratch.row);
            impedance::assign(m, inertia, &implicit.efm_sdiag, contacts, efc);
        }
    }
    let rows = efc.efc_type.len();
    efc.efc_frictionloss.resize(rows, 0.0);
    complete
}

/// Parameters of all rows for the effective inertia of the discrete integrator, which is known when actuators are.
///
/// Reads `efm_sdiag`, and with an exact diagonal `qH`. Writes `efc_KBIP`, `efc_R`, `efc_D`, `efc_diagA`.
pub fn regularize(
    m: &Model,
    inertia: &Inertia,
    implicit: &Implicit,
    contacts: &mut [Contact],
    efc: &mut Efc,
    scratch: &mut ConstraintScratch,
) {
    let row = &mut scratch.row;
    if efc.estimate.len() != efc.efc_type.len() {
        return;
    }
    efc.efc_diagA.copy_from_slice(&efc.estimate);
    impedance::assign(m, inertia, &implicit.efm_sdiag, contacts, efc);
    if m.opt.enables(EnableFlags::DIAGEXACT) {
        exact::diagonal(m, &implicit.qH, &implicit.qHDiagInv, efc, row);
        // the exact diagonal has all additions in it
        impedance::assign(m, inertia, row, contacts, efc);
    }
}

/// Working memory of this module.
#[derive(Clone, Debug, Default)]
pub struct ConstraintScratch {
    /// One number per degree of freedom; zero between uses.
    row: Vec<f64>,
    /// Chains of contacts between more than two bodies.
    chains: chain::MergedChains,
    /// One tree of every block.
    block_tree: Vec<i32>,
    /// Sets of trees: the tree above each in its set.
    parent: Vec<i32>,
    /// Next free place of every island.
    next: Vec<i32>,
}

impl ConstraintScratch {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        Self {
            row: vec![0.0; m.size.nv],
            parent: Vec::with_capacity(m.size.ntree),
            next: Vec::with_capacity(m.size.ntree + 1),
            ..Self::default()
        }
    }
}

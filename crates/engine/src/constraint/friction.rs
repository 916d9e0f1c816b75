//! Dry friction of degrees of freedom and tendons: one row each, bounded by the friction loss.

use ligament_model::Model;

use super::rows::{Draft, Row, append_tendon, note_tendon};
use super::{RowKind, RowsIn};
use crate::data::Efc;

/// Pushes the rows of all dry friction.
pub(super) fn push(m: &Model, sources: &RowsIn<'_>, efc: &mut Efc) {
    for &dof in sources.awake.dofs {
        let dof = dof as usize;
        let loss = m.dof.frictionloss[dof];
        if loss == 0.0 {
            continue;
        }
        let draft = Draft::new(efc);
        efc.efc_cols.push(dof as i32);
        efc.efc_J.push(1.0);
        let row = Row {
            diag: m.dof.invweight0[dof],
            ..Row::default()
        };
        draft.push(efc, RowKind::FrictionDof, dof, &[row]);
        efc.efc_frictionloss.push(loss);
    }
    for (tendon, &loss) in m.tendon.frictionloss.iter().enumerate() {
        if loss <= 0.0 || !sources.tendon(m, tendon) {
            continue;
        }
        let first = efc.efc_type.len();
        let draft = Draft::new(efc);
        append_tendon(m, sources.path, tendon, 1.0, efc);
        let row = Row {
            diag: m.tendon.invweight0[tendon],
            ..Row::default()
        };
        if draft.commit(efc, sources.sparse, RowKind::FrictionTendon, tendon, &[row]) {
            efc.efc_frictionloss.push(loss);
        }
        note_tendon(efc, tendon, first);
    }
}

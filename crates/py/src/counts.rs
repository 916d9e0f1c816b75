//! Single whole numbers of a simulation.

use ligament::engine::Data;
use ligament::engine::derivative::metric;
use ligament::model::Model;
use pyo3::prelude::*;

use crate::dynamic;

/// A whole number: name, documentation, whether it is a truth value, and where it comes from.
pub type Count = (&'static str, &'static str, bool, fn(&Model, &Data) -> usize);

/// All single whole numbers.
pub const COUNTS: &[Count] = &[
    ("ncon", "number of detected contacts", false, |_, d| {
        d.contact.len()
    }),
    ("nefc", "number of constraints", false, |_, d| {
        d.efc.efc_type.len()
    }),
    ("ne", "number of equality constraints", false, |_, d| {
        d.efc.ne
    }),
    ("nf", "number of friction constraints", false, |_, d| {
        d.efc.nf
    }),
    ("nl", "number of limit constraints", false, |_, d| d.efc.nl),
    (
        "nJ",
        "number of non-zeros in constraint Jacobian",
        false,
        dynamic::jacobian_size,
    ),
    (
        "efm_active",
        "effective metric M+K: 0 off, 1 on",
        false,
        |m, _| usize::from(metric::is_discrete(m)),
    ),
    (
        "nefmT",
        "number of tendons with terms in the metric",
        false,
        |m, d| metric::term_counts(m, d)[0],
    ),
    (
        "nefmA",
        "number of actuators with terms in the metric",
        false,
        |m, d| metric::term_counts(m, d)[1],
    ),
    (
        "nY",
        "number of non-zeros in constraint inverse inertia square root",
        false,
        dynamic::whitened_size,
    ),
    (
        "nA",
        "number of non-zeros in constraint inverse inertia matrix",
        false,
        dynamic::inverse_inertia_size,
    ),
    (
        "nisland",
        "number of detected constraint islands",
        false,
        |_, d| d.island.nisland,
    ),
    ("nidof", "number of dofs in all islands", false, |_, d| {
        d.island.nidof
    }),
    ("ntree_awake", "number of awake trees", false, |_, d| {
        d.stats.ntree_awake
    }),
    (
        "nbody_awake",
        "number of awake dynamic and static bodies",
        false,
        |_, d| d.stats.nbody_awake,
    ),
    (
        "nparent_awake",
        "number of bodies with awake parents",
        false,
        |_, d| d.stats.nparent_awake,
    ),
    ("nv_awake", "number of awake dofs", false, |_, d| {
        d.stats.nv_awake
    }),
    ("maxuse_con", "maximum number of contacts", false, |_, d| {
        usize::try_from(d.stats.maxuse_con).unwrap_or(0)
    }),
    (
        "maxuse_efc",
        "maximum number of scalar constraints",
        false,
        |_, d| usize::try_from(d.stats.maxuse_efc).unwrap_or(0),
    ),
    ("nplugin", "number of plugin instances", false, |m, _| {
        m.size.nplugin
    }),
    (
        "flg_energypos",
        "has mj_energyPos been called",
        true,
        |_, d| usize::from(d.stats.flg_energypos),
    ),
    (
        "flg_energyvel",
        "has mj_energyVel been called",
        true,
        |_, d| usize::from(d.stats.flg_energyvel),
    ),
    (
        "flg_subtreevel",
        "has mj_subtreeVel been called",
        true,
        |_, d| usize::from(d.stats.flg_subtreevel),
    ),
    (
        "flg_rnepost",
        "has mj_rnePostConstraint been called",
        true,
        |_, d| usize::from(d.stats.flg_rnepost),
    ),
];

/// All single whole numbers: name, documentation, and whether it is a truth value.
#[pyfunction]
pub fn data_counts() -> Vec<(&'static str, &'static str, bool)> {
    COUNTS.iter().map(|c| (c.0, c.1, c.2)).collect()
}

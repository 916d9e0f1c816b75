//! Properties of collision and ray routines over random and degenerate input.
//!
//! Every test draws its cases from a seeded generator, checks them against an independent reference and lists what
//! failed, with the first case of each kind. `LIGAMENT_PROPERTY_CASES` says how many cases each test draws.

mod convex;
mod field;
mod generate;
mod ledger;
mod meshes;
mod primitive;
mod ray;
mod reference;

//! The stages of the simulation, each a function from some rooms to others.

pub mod acceleration;
pub mod bias;
pub mod camlight;
pub mod com_pos;
pub mod disturbed;
pub mod inertia;
pub mod kinematics;
pub mod solve;
pub mod subtree;
pub mod tendon;
pub mod transmission;
pub mod velocity;
pub mod wrap;

pub use acceleration::acceleration;
pub use bias::{BodyScratch, Moving, rne, tendon_bias};
pub use camlight::camlight;
pub use com_pos::com_pos;
pub use disturbed::mark_moved;
pub use inertia::{factor_m, make_m};
pub use kinematics::{place_bodies, place_frames};
pub use solve::solve_m;
pub use subtree::subtree_vel;
pub use tendon::tendon;
pub use transmission::transmission;
pub use velocity::{com_vel, path_velocity};

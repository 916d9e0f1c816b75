//! Meshes against values that MuJoCo 4.0.0 gives.

use super::*;

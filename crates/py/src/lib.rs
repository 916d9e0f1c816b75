//! Python module.

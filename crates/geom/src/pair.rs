//! Contacts of primitive shapes, one file per pair.

//! Contacts and distances of convex shapes in general.

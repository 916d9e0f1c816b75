//! Rays against shapes.

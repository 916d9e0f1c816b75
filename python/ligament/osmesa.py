"""Stands in for `mujoco.osmesa`: no driver is needed."""

from .gl_context import GLContext

__all__ = ["GLContext"]

"""Stands in for `mujoco.egl`: no driver is needed."""

from .gl_context import GLContext

__all__ = ["GLContext"]

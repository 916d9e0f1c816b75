"""Stands in for `mujoco.glfw`: no driver is needed."""

from .gl_context import GLContext

__all__ = ["GLContext"]

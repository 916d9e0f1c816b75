"""Stands in for `mujoco.viewer`: programs that import it run; a window cannot be opened."""

__all__ = ["Handle", "launch", "launch_from_path", "launch_passive", "launch_repl"]

_WHY = "Ligament opens no window: pictures and films are drawn by ligament.Renderer and `ligament render`"


class Handle:
    """What `launch_passive` would give; none can be made."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError(_WHY)


def launch(model=None, data=None, *, loader=None, show_left_ui=True, show_right_ui=True):
    """Raises NotImplementedError: there is no window."""
    raise NotImplementedError(_WHY)


def launch_passive(model, data, *, key_callback=None, show_left_ui=True, show_right_ui=True):
    """Raises NotImplementedError: there is no window."""
    raise NotImplementedError(_WHY)


def launch_from_path(path):
    """Raises NotImplementedError: there is no window."""
    raise NotImplementedError(_WHY)


def launch_repl(model, data, *, show_left_ui=True, show_right_ui=True):
    """Raises NotImplementedError: there is no window."""
    raise NotImplementedError(_WHY)

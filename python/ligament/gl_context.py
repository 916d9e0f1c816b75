"""`GLContext`, for programs that make one: pictures are drawn by the processor and need no context of a graphics driver."""

import contextlib


class GLContext:
    """Does nothing."""

    def __init__(self, max_width=0, max_height=0):
        self.max_width, self.max_height = max_width, max_height

    def make_current(self):
        """Does nothing."""

    @contextlib.contextmanager
    def as_current(self):
        """Does nothing."""
        yield

    def free(self):
        """Does nothing."""

    def __del__(self):
        self.free()

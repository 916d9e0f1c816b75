"""`model.bind(element)` and `data.bind(element)`: the arrays of what elements of an editable model were compiled to."""

import numpy as np

from . import _data, _model
from ._spec_element import Element

_WORDS = {"joint": "jnt", "camera": "cam", "equality": "eq", "texture": "tex", "material": "mat"}


class _Several:
    """Several elements; their numbers are put side by side."""

    __slots__ = ("_views",)

    def __init__(self, views):
        object.__setattr__(self, "_views", views)

    def __getattr__(self, name):
        views = self._views
        if name in ("id", "name"):
            return [getattr(view, name) for view in views]
        if not views:
            return np.array([])
        if not hasattr(type(views[0]), name):
            raise AttributeError(f"'{type(views[0]).__name__}' object has no attribute '{name}'")
        values = [getattr(view, name) for view in views]
        if isinstance(values[0], np.ndarray):
            shapes = {value.shape for value in values}
            if len(shapes) == 1 and values[0].ndim and values[0].size > 1:
                return np.stack(values)
            return np.concatenate([np.atleast_1d(value) for value in values])
        return np.array(values)

    def __setattr__(self, name, value):
        views = self._views
        rows = np.asarray(value)
        if rows.ndim == 0:
            raise ValueError(f"{len(views)} elements take {len(views)} values of '{name}', got a single one")
        sizes = [np.size(getattr(view, name)) for view in views]
        if len(rows) != len(views) and rows.ndim == 1 and rows.size == sum(sizes):
            rows = np.split(rows, np.cumsum(sizes)[:-1])
        if len(rows) != len(views):
            raise ValueError(f"{len(views)} elements take {len(views)} values of '{name}', got {len(rows)}")
        for view, row in zip(views, rows):
            setattr(view, name, row)


def _one(owner, element, model):
    if not isinstance(element, Element):
        raise TypeError(f"bind() takes elements of an MjSpec, not {type(element).__name__}")
    if element._dead is not None:
        raise IndexError("Invalid index -1: the element was deleted")
    if element.signature != model.signature:
        raise ValueError("The mjSpec does not match mjModel. Please recompile the mjSpec.")
    word = _WORDS.get(element._kind, element._kind)
    accessor = getattr(owner, word, None)
    if accessor is None:
        raise KeyError(f"a {element._kind} leaves nothing to bind to")
    if element.id < 0:
        raise IndexError("Invalid index -1: the element was not compiled")
    return accessor(element.id)


def _bind(owner, elements, model):
    if isinstance(elements, Element):
        return _one(owner, elements, model)
    return _Several([_one(owner, element, model) for element in elements])


def _bind_model(self, elements):
    """What elements of an MjSpec were compiled to; one element, or several whose numbers are put side by side."""
    return _bind(self, elements, self)


def _bind_data(self, elements):
    """The state of what elements of an MjSpec were compiled to; one element, or several."""
    return _bind(self, elements, self.model)


_model.MjModel.bind = _bind_model
_data.MjData.bind = _bind_data

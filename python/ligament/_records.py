"""Options, visual options and statistics: records of single numbers and short arrays of a model."""

import numpy as np

from . import _ligament


class _Record(_ligament.Record):
    """Named numbers of a model."""

    __slots__ = ()
    _group = ""
    _names = ()

    def __new__(cls):
        return cls._of(None)

    @classmethod
    def _of(cls, owner):
        return _ligament.Record.__new__(cls, owner)

    def _assign(self, other):
        if not isinstance(other, type(self)):
            raise TypeError(f"expected {type(self).__name__}, got {type(other).__name__}")
        for name in self._names:
            setattr(self, name, getattr(other, name))

    def __eq__(self, other):
        if not isinstance(other, type(self)):
            return NotImplemented
        return all(np.array_equal(getattr(self, n), getattr(other, n)) for n in self._names)

    __hash__ = None

    def __copy__(self):
        copy = type(self)._of(None)
        copy._assign(self)
        return copy

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return _restore, (type(self), {name: np.array(getattr(self, name)) for name in self._names})

    def __repr__(self):
        rows = (f"  {name}: {getattr(self, name)!r}\n" for name in sorted(self._names))
        return f"<{type(self).__name__}\n{''.join(rows)}>"


def _restore(cls, values):
    """Makes a record from its values."""
    record = cls._of(None)
    for name, value in values.items():
        setattr(record, name, value if value.ndim else value.item())
    return record


def _record(name, group, doc, qualname=None):
    """Builds the class of a group from the native table."""
    rows = [row for row in _ligament.records() if row[0] == group]
    members = {n: _ligament.Member.value(group, n, d) for _, n, d, *_ in rows}
    members.update(
        _group=group,
        _names=tuple(members),
        __slots__=(),
        __doc__=doc,
        __module__="ligament",
        __qualname__=qualname or name,
    )
    return type(name, (_Record,), members)


MjOption = _record("MjOption", "opt", "Physics options.")


class MjStatistic(_record("MjStatistic", "stat", "")):
    """Statistics of the model in its reference configuration."""

    __slots__ = ()
    __module__ = "ligament"

    def __new__(cls):
        record = cls._of(None)
        for name in cls._names:
            setattr(record, name, 0)
        return record


def _part(attribute, cls):
    """A property of the visual options that gives one of their groups."""

    def get(self):
        return self._part(attribute, cls)

    def assign(self, value):
        get(self)._assign(value)

    return property(get, assign, doc=cls.__doc__)


class MjVisual:
    """Visual options, in groups."""

    __slots__ = ("_owner", "_parts")
    __module__ = "ligament"

    Global = _record("Global", "vis.global", "Global settings of the picture.", "MjVisual.Global")
    Quality = _record("Quality", "vis.quality", "Rendering quality.", "MjVisual.Quality")
    Headlight = _record("Headlight", "vis.headlight", "The light at the camera.", "MjVisual.Headlight")
    Map = _record("Map", "vis.map", "From physical to visual quantities.", "MjVisual.Map")
    Scale = _record("Scale", "vis.scale", "Sizes of decorations.", "MjVisual.Scale")
    Rgba = _record("Rgba", "vis.rgba", "Colours of decorations.", "MjVisual.Rgba")

    global_ = _part("global_", Global)
    quality = _part("quality", Quality)
    headlight = _part("headlight", Headlight)
    map = _part("map", Map)
    scale = _part("scale", Scale)
    rgba = _part("rgba", Rgba)

    def __init__(self):
        raise TypeError("MjVisual belongs to a model: use model.vis")

    @classmethod
    def _of(cls, owner):
        visual = cls.__new__(cls)
        visual._owner = _ligament.Record(owner)
        visual._parts = {}
        return visual

    def _part(self, name, cls):
        if name not in self._parts:
            self._parts[name] = cls._of(self._owner)
        return self._parts[name]

    def _assign(self, other):
        if not isinstance(other, MjVisual):
            raise TypeError(f"expected MjVisual, got {type(other).__name__}")
        for name in _GROUPS:
            setattr(self, name, getattr(other, name))

    def __copy__(self):
        copy = MjVisual._of(None)
        copy._assign(self)
        return copy

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __eq__(self, other):
        if not isinstance(other, MjVisual):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _GROUPS)

    __hash__ = None

    def __repr__(self):
        parts = (f"{name}: {getattr(self, name)!r}" for name in _GROUPS)
        rows = "\n".join(parts).replace("\n", "\n  ")
        return f"<MjVisual\n  {rows}\n>"


_GROUPS = ("global_", "quality", "headlight", "map", "scale", "rgba")

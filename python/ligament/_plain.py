"""Plain structs: named numbers and short arrays that belong to nothing."""

import operator

import numpy as np


class PlainStruct:
    """Named values with types; compares, copies and prints by value."""

    __slots__ = ()
    _names = ()

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in self._names)

    __hash__ = None

    def __copy__(self):
        copy = type(self)()
        for name in self._names:
            setattr(copy, name, getattr(self, name))
        return copy

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __repr__(self):
        rows = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in sorted(self._names))
        return f"<{type(self).__name__}\n{rows}>"


def _text(value):
    if value is not None and not isinstance(value, str):
        raise TypeError(f"expected a string, got {type(value).__name__}")
    return value


def struct(name, doc, fields):
    """The class of a struct. `fields` maps names to default values, whose types the fields keep."""
    kinds = {bool: bool, int: operator.index, float: float, str: _text, type(None): _text}

    def member(field, default):
        slot = "_" + field
        if isinstance(default, np.ndarray):

            def assign(self, value):
                getattr(self, slot)[...] = value

        else:
            convert = kinds[type(default)]

            def assign(self, value):
                setattr(self, slot, convert(value))

        return property(operator.attrgetter(slot), assign)

    def begin(self):
        for field, default in fields.items():
            setattr(self, "_" + field, default.copy() if isinstance(default, np.ndarray) else default)

    members = {field: member(field, default) for field, default in fields.items()}
    members.update(
        _names=tuple(fields),
        __slots__=tuple("_" + field for field in fields),
        __init__=begin,
        __doc__=doc,
        __module__="ligament",
    )
    return type(name, (PlainStruct,), members)


MjLROpt = struct(
    "MjLROpt",
    "Options of the search for length ranges of actuators; `mj_defaultLROpt` sets the defaults.",
    {
        "mode": 0,
        "useexisting": 0,
        "uselimit": 0,
        "accel": 0.0,
        "maxforce": 0.0,
        "timeconst": 0.0,
        "timestep": 0.0,
        "inttotal": 0.0,
        "interval": 0.0,
        "tolrange": 0.0,
    },
)
MjPreContact = struct(
    "MjPreContact",
    "A contact as geometry alone: distance, point, normal, first tangent.",
    {"dist": 0.0, "pos": np.zeros(3), "normal": np.zeros(3), "tangent": np.zeros(3)},
)
MjrVertexAttribute = struct(
    "MjrVertexAttribute",
    "What a number of a vertex is for, and its type.",
    {"type": 0, "usage": 0},
)


def mj_defaultLROpt(opt):
    """Sets the options of the search for length ranges to their defaults."""
    defaults = dict(mode=1, useexisting=1, uselimit=0, accel=20.0, maxforce=0.0, timeconst=1.0, timestep=0.01)
    for name, value in dict(defaults, inttotal=10.0, interval=2.0, tolrange=0.05).items():
        setattr(opt, name, value)

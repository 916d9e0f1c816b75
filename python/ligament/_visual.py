"""Scenes, cameras, perturbations and figures: records in NumPy memory, with MuJoCo's attributes.

A record is one element of a structured array. Attributes are views of its fields, so that writing to them changes the
record; a scene's geoms, lights and cameras are elements of its arrays. The fields come from the native tables.
"""

import operator
from collections.abc import Sequence

import numpy as np

from . import _ligament


def _scalar(name, convert):
    def get(self):
        return convert(self._array[name][0])

    def set(self, value):
        self._array[name][0] = operator.index(value) if convert is int else value

    return get, set


def _text(name, size):
    def get(self):
        return self._array[name][0].decode("utf-8", "replace")

    def set(self, value):
        text = value.encode() if isinstance(value, str) else bytes(value)
        if len(text) >= size:
            raise ValueError(f"{name} has {len(text)} bytes, but there is room for {size - 1}")
        self._array[name][0] = text

    return get, set


def _block(name):
    def get(self):
        return self._array[name][0]

    def set(self, value):
        self._array[name][0] = value

    return get, set


class Record:
    """A record of numbers and texts."""

    __slots__ = ("_array", "__weakref__")
    _dtype = None
    _default = b""

    def __init__(self):
        self._array = np.frombuffer(self._default, self._dtype).copy()

    @classmethod
    def _at(cls, array, index):
        """The record at a place of an array, sharing its memory."""
        record = cls.__new__(cls)
        record._array = array[index : index + 1]
        return record

    def _bytes(self):
        return self._array.tobytes()

    def _take(self, data):
        self._array[:] = np.frombuffer(data, self._dtype)

    def __copy__(self):
        other = type(self).__new__(type(self))
        other._array = self._array.copy()
        return other

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return _restore, (type(self), self._bytes())

    def __eq__(self, other):
        return self._bytes() == other._bytes() if type(other) is type(self) else NotImplemented

    __hash__ = None

    def __repr__(self):
        lines = (f"  {name}: {getattr(self, name)!r}" for name in sorted(self._dtype.names))
        return "\n".join([f"<{type(self).__name__}", *lines, ">"])


def _restore(kind, data):
    record = kind()
    record._take(data)
    return record


def _properties(fields):
    """Attributes for the fields of a record."""
    found = {}
    for name, kind, shape, doc in fields:
        if shape:
            access = _block(name)
        elif kind.startswith("S"):
            access = _text(name, int(kind[1:]))
        else:
            access = _scalar(name, int if kind[0] in "iu" else float)
        found[name] = property(*access, None, doc)
    return found


def _dtype(fields):
    return np.dtype([(name, kind, tuple(shape)) for name, kind, shape, _ in fields])


_RECORDS = {name: (fields, default) for name, fields, default in _ligament.visual_records()}


def _make(name, doc):
    fields, default = _RECORDS[name]
    members = _properties(fields)
    members.update(__slots__=(), __doc__=doc, __module__="ligament", _dtype=_dtype(fields), _default=default)
    return type(name, (Record,), members)


MjvOption = _make("MjvOption", "What is shown.")
MjvCamera = _make("MjvCamera", "A camera that the mouse moves.")
MjvPerturb = _make("MjvPerturb", "What is selected and pulled at.")
MjvFigure = _make("MjvFigure", "A plot.")
MjvGLCamera = _make("MjvGLCamera", "A camera with its frustum, as renderers need it.")
MjvLight = _make("MjvLight", "A light of a scene.")
MjvGeom = _make("MjvGeom", "A shape to be drawn.")


class MjrRect:
    """A rectangle of pixels."""

    __slots__ = ("left", "bottom", "width", "height")

    def __init__(self, left, bottom, width, height):
        self.left, self.bottom, self.width, self.height = int(left), int(bottom), int(width), int(height)

    def __eq__(self, other):
        if type(other) is not MjrRect:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None

    def __repr__(self):
        lines = (f"  {name}: {getattr(self, name)}" for name in sorted(self.__slots__))
        return "\n".join(["<MjrRect", *lines, ">"])


class Records(Sequence):
    """Records that lie one after the other, made when somebody looks at them."""

    __slots__ = ("_kind", "_array")

    def __init__(self, kind, array):
        self._kind, self._array = kind, array

    def __len__(self):
        return len(self._array)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple(self._kind._at(self._array, i) for i in range(*index.indices(len(self))))
        index = range(len(self))[index]
        return self._kind._at(self._array, index)


# Arrays of flexes, which are not supported yet: empty.
_FLEX_INTS = (
    "flexedgeadr",
    "flexedgenum",
    "flexvertadr",
    "flexvertnum",
    "flexfaceadr",
    "flexfacenum",
    "flexfaceused",
    "flexedge",
)
_FLEX_FLOATS = ("flexvert", "flexface", "flexnormal", "flextexcoord")
_MAX_LIGHT = 100


def _bounded(slot, limit, doc):
    def set(self, value):
        value = int(value)
        if not 0 <= value <= limit(self):
            raise ValueError(f"{slot[1:]} must be between 0 and {limit(self)}, not {value}")
        setattr(self, slot, value)

    return property(lambda self: getattr(self, slot), set, None, doc)


class _SceneBase:
    """Everything a renderer draws, besides the assets of the model."""

    def __init__(self, model=None, maxgeom=0):
        if model is None and maxgeom:
            raise TypeError("a scene with geoms needs a model")
        self.maxgeom = max(0, int(maxgeom))
        if self.maxgeom > 2**31 - 1:
            raise ValueError(f"maxgeom must be less than 2**31, not {self.maxgeom}")
        self._ngeom = self._nlight = 0
        self._array = np.frombuffer(self._default, self._dtype).copy()
        self._geoms = np.zeros(self.maxgeom, MjvGeom._dtype)
        self._lights = np.zeros(_MAX_LIGHT, MjvLight._dtype)
        self._cameras = np.zeros(2, MjvGLCamera._dtype)
        self.geomorder = np.zeros(self.maxgeom, np.int32)
        self.nflex = 0 if model is None else model.nflex
        self.nskin = 0 if model is None else model.nskin
        for name in _FLEX_INTS:
            setattr(self, name, np.zeros(0, np.int32))
        for name in _FLEX_FLOATS:
            setattr(self, name, np.zeros(0, np.float32))
        for name in ("skinfacenum", "skinvertadr", "skinvertnum"):
            source = [] if model is None else getattr(model, name.replace("skin", "skin_"))
            setattr(self, name, np.array(source, np.int32))
        count = 0 if model is None else 3 * model.nskinvert
        self.skinvert = np.zeros(count, np.float32)
        self.skinnormal = np.zeros(count, np.float32)

    ngeom = _bounded("_ngeom", lambda self: self.maxgeom, "How many geoms there are.")
    nlight = _bounded("_nlight", lambda self: _MAX_LIGHT, "How many lights there are.")

    @property
    def geoms(self):
        """All geoms there is room for; the first `ngeom` are drawn."""
        return Records(MjvGeom, self._geoms)

    @property
    def lights(self):
        """All lights there is room for; the first `nlight` shine."""
        return Records(MjvLight, self._lights)

    @property
    def camera(self):
        """The left and the right camera."""
        return (MjvGLCamera._at(self._cameras, 0), MjvGLCamera._at(self._cameras, 1))

    def _packed(self, geoms=False):
        """Copies of the bytes, for native functions; with the geoms only if they are needed."""
        return _Packed(self, geoms)

    def _take_geoms(self, first, data):
        added = np.frombuffer(data, MjvGeom._dtype)
        self._geoms[first : first + len(added)] = added
        self._ngeom = first + len(added)

    def _take_lights(self, data):
        lights = np.frombuffer(data, MjvLight._dtype)
        self._lights[: len(lights)] = lights
        self._nlight = len(lights)

    def _take_head(self, data):
        self._array[:] = np.frombuffer(data, self._dtype)

    def _take_skins(self, vert, normal):
        self.skinvert[:] = np.frombuffer(vert, np.float32)
        self.skinnormal[:] = np.frombuffer(normal, np.float32)

    def __copy__(self):
        other = type(self).__new__(type(self))
        for name, value in self.__dict__.items():
            setattr(other, name, value.copy() if isinstance(value, np.ndarray) else value)
        return other

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __repr__(self):
        return f"<MjvScene with {self.ngeom} of {self.maxgeom} geoms and {self.nlight} lights>"


class _Packed:
    """What native functions get of a scene."""

    __slots__ = ("head", "camera", "lights", "geoms", "skinvert", "skinnormal", "skin", "maxgeom", "nflex")

    def __init__(self, scene, geoms):
        self.head = scene._array.tobytes()
        self.camera = scene._cameras.tobytes()
        self.lights = scene._lights[: scene.nlight].tobytes() if geoms else b""
        self.geoms = scene._geoms[: scene.ngeom].tobytes() if geoms else b""
        self.skinvert = np.asarray(scene.skinvert, np.float32).tobytes()
        self.skinnormal = np.asarray(scene.skinnormal, np.float32).tobytes()
        self.skin = tuple(np.asarray(x).tolist() for x in (scene.skinfacenum, scene.skinvertadr, scene.skinvertnum))
        self.maxgeom = scene.maxgeom
        self.nflex = scene.nflex


def _make_scene():
    fields, default = _RECORDS["MjvScene"]
    members = _properties(fields)
    members.update(
        __doc__=_SceneBase.__doc__, __module__="ligament", _dtype=_dtype(fields), _default=default
    )
    return type("MjvScene", (_SceneBase,), members)


MjvScene = _make_scene()

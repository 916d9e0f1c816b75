"""Access by name: `model.body("torso").mass` is a live view of the torso's part of `model.body_mass`.

Which attributes an element has follows from the field table: every array whose rows its size counts, without the prefix.
The few arrays that are laid out differently (degrees of freedom of a joint, pixels of a texture) have rules here.
"""

import operator

from . import _ligament
from ._facts import ENUMS

_OBJECTS = ENUMS["mjtObj"]
_QPOS_WIDTH = (7, 4, 1, 1)
_DOF_WIDTH = (6, 3, 1, 1)


class _Element:
    """One element of a model; its attributes are live views."""

    __slots__ = ("_id", "_model")
    _object = ""
    _names = ()
    __hash__ = object.__hash__

    def __init__(self, model, index):
        self._model = model
        self._id = index

    @property
    def id(self):
        """Position among its kind."""
        return self._id

    @property
    def name(self):
        """Name; empty if it has none."""
        return self._model.id2name(_OBJECTS[self._object], self._id) or ""

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return self._id == other._id and self._model is other._model

    def __repr__(self):
        names = sorted(self._names + ("id", "name"))
        rows = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in names)
        return f"<{type(self).__name__}\n{rows}>"


class _Part:
    """An attribute of an element: the rows of one array that belong to it."""

    def __init__(self, array, rows, doc):
        self.array = array
        self.rows = rows
        self.__doc__ = doc

    def __get__(self, element, owner=None):
        if element is None:
            return self
        return self.rows(element._model, element._id, getattr(element._model, self.array))

    def __set__(self, element, value):
        self.__get__(element)[...] = value


def _row(model, index, array):
    """One row, as an array of one dimension."""
    return array[index : index + 1] if array.ndim == 1 else array[index]


def _range(start, length):
    """The rows that two arrays name."""

    def rows(model, index, array):
        first = int(getattr(model, start)[index])
        return array[first : first + int(getattr(model, length)[index])]

    return rows


def _single_or_range(start, length):
    """One row where the element has one, else all of its rows."""
    several = _range(start, length)

    def rows(model, index, array):
        if int(getattr(model, length)[index]) == 1:
            return _row(model, int(getattr(model, start)[index]), array)
        return several(model, index, array)

    return rows


def _of_joint(start, widths):
    """The coordinates or degrees of freedom of a joint."""

    def rows(model, index, array):
        first = int(getattr(model, start)[index])
        return array[first : first + widths[int(model.jnt_type[index])]]

    return rows


def _grid(prefix, *dimensions):
    """The numbers of a height field or of a texture, in their own shape."""

    def rows(model, index, array):
        first = int(getattr(model, prefix + "_adr")[index])
        shape = [int(getattr(model, prefix + "_" + name)[index]) for name in dimensions]
        count = 1
        for extent in shape:
            count *= extent
        return array[first : first + count].reshape(shape)

    return rows


_DOFS = _of_joint("jnt_dofadr", _DOF_WIDTH)
_QPOS = _of_joint("jnt_qposadr", _QPOS_WIDTH)

# Per kind: further sizes and the rows of arrays that they count.
_BY_SIZE = {
    "jnt": {"nv": ("dof_", _DOFS), "nq": ("", _QPOS)},
    "actuator": {
        "nu": ("actuator_", _single_or_range("actuator_ctrladr", "actuator_ctrlnum")),
        "nout": ("actuator_", _single_or_range("actuator_outadr", "actuator_outnum")),
    },
    "hfield": {"nhfielddata": ("hfield_", _grid("hfield", "nrow", "ncol"))},
    "tex": {"ntexdata": ("tex_", _grid("tex", "height", "width", "nchannel"))},
    "numeric": {"nnumericdata": ("numeric_", _range("numeric_adr", "numeric_size"))},
    "tuple": {"ntupledata": ("tuple_", _range("tuple_adr", "tuple_size"))},
    "tendon": {
        "ntendon": ("ten_", _row),
        "nJten": ("ten_", _range("ten_J_rowadr", "ten_J_rownnz")),
    },
}
# Where two arrays of a joint have the same name, MuJoCo shows that of its degrees of freedom only here.
_DOF_FIRST = ("bodyid",)

# Prefix of the arrays, size that counts them, kind of object, accessors.
_KINDS = (
    ("actuator", "nactuator", "mjOBJ_ACTUATOR", ("actuator",)),
    ("body", "nbody", "mjOBJ_BODY", ("body",)),
    ("cam", "ncam", "mjOBJ_CAMERA", ("cam", "camera")),
    ("eq", "neq", "mjOBJ_EQUALITY", ("eq", "equality")),
    ("exclude", "nexclude", "mjOBJ_EXCLUDE", ("exclude",)),
    ("geom", "ngeom", "mjOBJ_GEOM", ("geom",)),
    ("hfield", "nhfield", "mjOBJ_HFIELD", ("hfield",)),
    ("jnt", "njnt", "mjOBJ_JOINT", ("jnt", "joint")),
    ("key", "nkey", "mjOBJ_KEY", ("key", "keyframe")),
    ("light", "nlight", "mjOBJ_LIGHT", ("light",)),
    ("mat", "nmat", "mjOBJ_MATERIAL", ("mat", "material")),
    ("mesh", "nmesh", "mjOBJ_MESH", ("mesh",)),
    ("numeric", "nnumeric", "mjOBJ_NUMERIC", ("numeric",)),
    ("pair", "npair", "mjOBJ_PAIR", ("pair",)),
    ("sensor", "nsensor", "mjOBJ_SENSOR", ("sensor",)),
    ("site", "nsite", "mjOBJ_SITE", ("site",)),
    ("skin", "nskin", "mjOBJ_SKIN", ("skin",)),
    ("tendon", "ntendon", "mjOBJ_TENDON", ("tendon",)),
    ("tex", "ntex", "mjOBJ_TEXTURE", ("tex", "texture")),
    ("tuple", "ntuple", "mjOBJ_TUPLE", ("tuple",)),
)


def _attributes(prefix, counter):
    """The attributes of a kind, from the field table."""
    extra = _BY_SIZE.get(prefix, {})
    own, further = {}, {}
    for _, array, doc, _, size, _ in _ligament.fields():
        if size == counter and array.startswith(prefix + "_"):
            own[array[len(prefix) + 1 :]] = _Part(array, _row, doc)
        elif size in extra and array.startswith(extra[size][0]):
            start, rows = extra[size]
            further[array[len(start) :]] = _Part(array, rows, doc)
    merged = {**further, **own}
    merged.update((name, further[name]) for name in _DOF_FIRST if name in further)
    return merged


def _element_class(prefix, counter, kind, accessors):
    """The class of a kind of element."""
    members = _attributes(prefix, counter)
    word = max(accessors, key=len).capitalize()
    members.update(
        _object=kind,
        _names=tuple(members),
        __slots__=(),
        __doc__=f"One {max(accessors, key=len)} of a model; its attributes are live views.",
        __module__="ligament",
    )
    return type(f"_MjModel{word}Views", (_Element,), members)


def finder(counter, kind, accessor):
    """A function that gives the position of the element with a name or an index."""
    number = _OBJECTS[kind]

    def find(model, name):
        if isinstance(name, str):
            index = model.name2id(number, name)
            if index < 0:
                names = sorted(n for n in model.names_of(number) if n)
                raise KeyError(f"Invalid name '{name}'. Valid names: {names}")
            return index
        try:
            index = operator.index(name)
        except TypeError:
            raise TypeError(f"{accessor}() takes a name or an index, not {name!r}") from None
        count = getattr(model, counter)
        if not 0 <= index < count:
            raise IndexError(f"Invalid index {index}. Valid indices from 0 to {count - 1}")
        return index

    return find


def _accessor(cls, counter, kind, accessor):
    """The method of a model that finds an element."""
    find = finder(counter, kind, accessor)

    def access(self, name=""):
        return cls(self, find(self, name))

    access.__name__ = accessor
    access.__qualname__ = f"MjModel.{accessor}"
    access.__doc__ = f"The {accessor} with a name or an index."
    return access


CLASSES = {row[0]: _element_class(*row) for row in _KINDS}

ACCESSORS = {
    accessor: _accessor(CLASSES[prefix], counter, kind, accessor)
    for prefix, counter, kind, accessors in _KINDS
    for accessor in accessors
}

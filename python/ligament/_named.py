"""Access by name: `model.body("torso").mass` is a live view of the torso's part of `model.body_mass`.

Which attributes an element has follows from the field table: every array whose rows its size counts, without the prefix.
The few arrays that are laid out differently (degrees of freedom of a joint, pixels of a texture) have rules here.
"""

from . import _ligament
from ._facts import ENUMS
from ._ligament import Part

_OBJECTS = ENUMS["mjtObj"]
_QPOS_WIDTH = (7, 4, 1, 1)
_DOF_WIDTH = (6, 3, 1, 1)
_SIZES = [name for name, _ in _ligament.sizes()]


class _Element(_ligament.Element):
    """One element; its attributes are live views."""

    __slots__ = ()
    _object = ""
    _names = ()
    __hash__ = object.__hash__

    @property
    def name(self):
        """Name; empty if it has none."""
        return self._model.id2name(_OBJECTS[self._object], self.id) or ""

    @property
    def _owner(self):
        # A model or a simulation keeps its elements, not the other way round; what is shown lives on without it.
        return self._alive() or self._revived(*self._shown())

    @property
    def _model(self):
        return self._owner

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return self._same(other)

    def __repr__(self):
        names = sorted(self._names + ("id", "name"))
        rows = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in names)
        return f"<{type(self).__name__}\n{rows}>"


class _Grid:
    """The numbers of a height field or of a texture, in their own shape."""

    def __init__(self, array, doc, prefix, dimensions):
        self.array = array
        self.prefix = prefix
        self.dimensions = dimensions
        self.__doc__ = doc

    def __get__(self, element, owner=None):
        if element is None:
            return self
        model, index = element._model, element.id
        first = int(getattr(model, self.prefix + "_adr")[index])
        shape = [int(getattr(model, f"{self.prefix}_{name}")[index]) for name in self.dimensions]
        count = 1
        for extent in shape:
            count *= extent
        return getattr(model, self.array)[first : first + count].reshape(shape)

    def __set__(self, element, value):
        self.__get__(element)[...] = value


# Ways to make an attribute: given an array, its documentation, and whether it is one of a simulation.


def _row(array, doc, of_data=False):
    """One row, as an array of one dimension."""
    return Part(array, doc, of_data, "own")


def _range(start, length):
    """The rows that two arrays name."""
    return lambda array, doc, of_data=False: Part(array, doc, of_data, "range", [start, length])


def _single_or_range(start, length):
    """One row where the element has one, else all of its rows."""
    return lambda array, doc, of_data=False: Part(array, doc, of_data, "single", [start, length])


def _of_joint(start, widths):
    """The coordinates or degrees of freedom of a joint."""
    return lambda array, doc, of_data=False: Part(array, doc, of_data, "joint", [start, "jnt_type"], widths)


def _grid(prefix, *dimensions):
    """The numbers of a height field or of a texture, in their own shape."""
    return lambda array, doc: _Grid(array, doc, prefix, dimensions)


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
            own[array[len(prefix) + 1 :]] = _row(array, doc)
        elif size in extra and array.startswith(extra[size][0]):
            start, part = extra[size]
            further[array[len(start) :]] = part(array, doc)
    merged = {**further, **own}
    merged.update((name, further[name]) for name in _DOF_FIRST if name in further)
    if prefix == "tendon":
        # MuJoCo's name for it.
        merged["_limited"] = merged["limited"]
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


def find_by(cls, counter, kind, accessor, owner):
    """The method of a class of owners that finds an element."""
    asked = _ligament.Kind(cls, _OBJECTS[kind], _SIZES.index(counter), accessor)

    def access(self, name=""):
        return self._element(asked, name)

    access.__name__ = accessor
    access.__qualname__ = f"{owner}.{accessor}"
    access.__doc__ = f"The {accessor} with a name or an index."
    return access


CLASSES = {row[0]: _element_class(*row) for row in _KINDS}

ACCESSORS = {
    accessor: find_by(CLASSES[prefix], counter, kind, accessor, "MjModel")
    for prefix, counter, kind, accessors in _KINDS
    for accessor in accessors
}

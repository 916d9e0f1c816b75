"""Flexible bodies and plugins: elements that can be edited and written, and that the compiler refuses by name."""

from ._spec_element import Element, keywords
from ._spec_rows import Array, Enumerated, Listed, Plain, number, text


class Loose(Element):
    """An element that only Python keeps."""

    __slots__ = ("_values",)
    __module__ = "ligament"

    @classmethod
    def _make(cls, spec):
        self = cls._at(spec, None)
        self._values = {}
        return self

    def _extra(self):
        return self._values

    def _read(self, row):
        return self._values.get(row, self._defaults.get(row))

    def _write(self, row, value):
        self._values[row] = value

    def _bury(self):
        self._dead = self._values

    @property
    def name(self):
        """Name; empty if it has none."""
        return self._values.get("+name", "")

    @name.setter
    def name(self, value):
        others = getattr(self._spec, f"_{self._kind}s", ())
        listed = any(other is self for other in others)
        if value and listed and any(other is not self and other.name == value for other in others):
            raise ValueError(f"Error: repeated name '{value}' in {self._kind}")
        self._values["+name"] = text(value)

    @property
    def info(self):
        """A text that messages about the element show."""
        return self._values.get("+info", "")

    @info.setter
    def info(self, value):
        self._values["+info"] = text(value)

    @property
    def id(self):
        """Position among its kind; -1 if it is no longer there."""
        others = getattr(self._spec, f"_{self._kind}s", [])
        return next((i for i, other in enumerate(others) if other is self), -1)

    @property
    def compiler(self):
        """The compiler settings."""
        return self._spec.compiler


class MjsPlugin(Loose):
    """An instance of a plugin, or the mention of one by an element."""

    __slots__ = ()
    __module__ = "ligament"
    _kind = "plugin"
    _defaults = {"+plugin_name": "", "+active": False, "+config": {}}
    plugin_name = Plain("plugin_name", "+plugin_name", "Name of the plugin.", text)
    active = Plain("active", "+active", "Whether the element uses it.", bool)

    @property
    def config(self):
        """Attributes of the instance."""
        return dict(self._values.get("+config", {}))

    @config.setter
    def config(self, value):
        self._values["+config"] = {text(key): text(entry) for key, entry in value.items()}

    def _copy_from(self, other):
        for row in ("+name", "+plugin_name", "+active", "+info"):
            if row in other._values:
                self._values[row] = other._values[row]


_INTS = {
    "contype": 1, "conaffinity": 1, "condim": 3, "priority": 0, "dim": 2, "group": 0, "elastic2d": 0, "elastic3d": 0,
    "activelayers": 1, "order": 0, "passive": 0,
}  # fmt: skip
_REALS = {
    "solmix": 1.0, "margin": 0.0, "gap": 0.0, "radius": 0.005, "edgestiffness": 0.0, "edgedamping": 0.0, "young": 0.0,
    "poisson": 0.0, "shear": 0.0, "damping": 0.0, "thickness": -1.0,
}  # fmt: skip
_ARRAYS = {
    "friction": [1.0, 0.005, 0.0001], "solref": [0.02, 1.0], "solimp": [0.9, 0.95, 0.001, 0.5, 2.0], "size": [0.0] * 3,
    "stressyield": [0.0] * 2, "sectionsize": [0.0] * 2,
}  # fmt: skip
_LISTS = {"node": "real", "vert": "real", "elem": "int", "texcoord": "single", "elemtexcoord": "int"}
_TEXTS = ("nodebody", "vertbody")


def _flex_members():
    members, defaults = {}, {}

    def put(member, default):
        members[member.name] = member
        defaults[member.row] = default

    for name, default in _INTS.items():
        put(Plain(name, "+" + name, "", int), default)
    for name, default in _REALS.items():
        put(Plain(name, "+" + name, "", number), default)
    for name, default in _ARRAYS.items():
        put(Array(name, "+" + name, "", "real", len(default), "fill" if name == "size" else None), default)
    for name, kind in _LISTS.items():
        put(Listed(name, "+" + name, "", kind), [])
    for name in _TEXTS:
        put(Listed(name, "+" + name, "", "text"), [])
    put(Listed("material", "+material", "Materials of the elements.", "text", True), [])
    put(Array("rgba", "+rgba", "Colour.", "single", 4), [0.5, 0.5, 0.5, 1.0])
    put(Array("cellcount", "+cellcount", "Cells along each axis.", "int", 3), [1, 1, 1])
    put(Plain("flatskin", "+flatskin", "Whether shown flat.", bool), False)
    put(Enumerated("selfcollide", "+selfcollide", "Collisions with itself.", "mjtFlexSelf"), 4)
    put(Enumerated("section", "+section", "Cross section.", "mjtFlexSection"), 0)
    return {**members, "_defaults": defaults}


MjsFlex = type(
    "MjsFlex",
    (Loose,),
    {
        **_flex_members(),
        "__slots__": (),
        "__module__": "ligament",
        "__doc__": "A flexible body. It can be edited and written, not compiled.",
        "_kind": "flex",
    },
)


def add(cls, spec, values):
    """Makes an element and assigns keyword arguments."""
    element = cls._make(spec)
    keywords(element, values)
    return element

"""The classes of all kinds of elements."""

from . import _spec_inertial as inertial
from . import _spec_orientation as orientation
from . import _spec_parts as parts
from . import _spec_tables as tables
from . import _spec_tree as tree
from ._facts import ENUMS
from ._spec_actuators import Actuator
from ._spec_element import Element, InTree, element_class
from ._spec_loose import MjsPlugin
from ._spec_rows import Array, Characters, Enumerated, Listed, Plain, Row, number

_SHAPES = {name[15:].lower(): value for name, value in ENUMS["mjtMeshBuiltin"].items()}


class PluginOf(Row):
    """The plugin that an element uses."""

    def __get__(self, element, owner=None):
        if element is None:
            return self
        if element._dead is not None:
            return element._dead.get(self.row)
        plugin = element._extra().get(self.row)
        if plugin is None:
            plugin = element._extra()[self.row] = MjsPlugin._make(element._spec)
        return plugin

    def assign(self, element, value, keyword=False):
        if not isinstance(value, MjsPlugin):
            raise TypeError(f"plugin must be an MjsPlugin, not {type(value).__name__}")
        self.__get__(element)._copy_from(value)


class Mesh(Element):
    """A triangle mesh."""

    __slots__ = ()
    __module__ = "ligament"

    def _make_shape(self, shape, *params):
        self._write("builtin", _SHAPES[shape])
        self._write("params", [number(x) for x in params])

    def make_sphere(self, subdivision):
        """A sphere: an icosahedron, subdivided."""
        self._make_shape("sphere", subdivision)

    def make_hemisphere(self, resolution):
        """One half of a sphere."""
        self._make_shape("hemisphere", resolution)

    def make_cone(self, nedge, radius):
        """A cone, prism or frustum with so many edges and a radius of the top."""
        self._make_shape("cone", nedge, radius)

    def make_supersphere(self, resolution, e, n):
        """A superellipsoid."""
        self._make_shape("supersphere", resolution, e, n)

    def make_supertorus(self, resolution, radius, s, t):
        """A supertoroid."""
        self._make_shape("supertorus", resolution, radius, s, t)

    def make_wedge(self, resolution=(0, 0), fov=(0, 0), gamma=0):
        """A part of a sphere around the line of sight."""
        self._make_shape("wedge", *resolution, *fov, gamma)

    def make_plate(self, resolution=(0, 0)):
        """A flat rectangle of points."""
        self._make_shape("plate", *resolution)


def _lattice(shape, solid):
    def make(self, count, spacing, dim=3):
        self._make_shape(shape, *count, *spacing, *((dim,) if solid else ()))

    make.__name__, make.__doc__ = f"make_{shape}", f"A {shape} of points with counts and spacings along the axes."
    if not solid:
        return lambda self, count, spacing: make(self, count, spacing)
    return make


for _shape in ("grid", "box", "cylinder", "ellipsoid"):
    setattr(Mesh, f"make_{_shape}", _lattice(_shape, True))
for _shape in ("square", "disc"):
    setattr(Mesh, f"make_{_shape}", _lattice(_shape, False))


class Sensor(Element):
    """A sensor."""

    __slots__ = ()
    __module__ = "ligament"

    def get_data_size(self):
        """How many numbers the sensor gives."""
        return self._spec._native.sensor_size(self._place)


def _layout(characters):
    text = "".join(characters).rstrip("\0")
    return "" if set(text) <= {"."} else text


def _bytes(value):
    if isinstance(value, str):
        raise TypeError("data must be bytes")
    return list(bytes(value))


def _whole_or_bool(value):
    return float(value) != 0


_PLUGIN = {"plugin": PluginOf("plugin", "+plugin", "The plugin that the element uses.")}
_POSE = orientation.members()
_SPECIAL = {
    "body": (tree.Body, {**_POSE, **inertial.members(), **_PLUGIN}),
    "frame": (tree.Frame, _POSE),
    "joint": (InTree, {}),
    "geom": (
        InTree,
        {
            **_POSE,
            **_PLUGIN,
            "typeinertia": Enumerated("typeinertia", "shellinertia", "Whether the mass fills the volume.", "mjtGeomInertia"),
            "fluid_ellipsoid": Plain("fluid_ellipsoid", "fluid_ellipsoid", "Ellipsoid fluid model.", _whole_or_bool, float),
        },
    ),
    "site": (tree.Site, _POSE),
    "camera": (InTree, {**_POSE, "intrinsic": Array("intrinsic", "+intrinsic", "Intrinsics.", "single", 4)}),
    "light": (InTree, {}),
    "mesh": (
        Mesh,
        {
            **_PLUGIN,
            "needsdf": Plain("needsdf", "+needsdf", "Whether a signed distance is needed.", bool),
            "usernode": Listed("usernode", "+usernode", "Nodes of a volume.", "real"),
            "usertet": Listed("usertet", "+usertet", "Tetrahedra of a volume.", "int"),
        },
    ),
    "texture": (
        Element,
        {
            "gridlayout": Characters(
                "gridlayout", "gridlayout", "Which face each cell of a composite image holds.", 12, _layout,
                lambda text: list(text.ljust(12, "\0")) if text else ["."] * 12,
            ),
            "data": Plain("data", "data", "Pixels.", _bytes, bytes),
        },
    ),
    "skin": (Element, parts.SKIN),
    "tendon": (parts.Tendon, {}),
    "tuple": (Element, parts.TUPLE),
    "actuator": (Actuator, {**_PLUGIN, "type": Enumerated("type", "+type", "Shortcut it was made with.", "mjtActuator")}),
    "sensor": (Sensor, _PLUGIN),
}  # fmt: skip
_EXTRAS = {
    "camera": {"+intrinsic": [0.0] * 4},
    "mesh": {"+needsdf": False, "+usernode": [], "+usertet": []},
    "actuator": {"+type": 0},
}


def _classes():
    found = {}
    for kind in tables.KINDS:
        base, members = _SPECIAL.get(kind, (Element, {}))
        doc = (base.__doc__ or "").strip() if base is not Element and base is not InTree else f"A {kind}."
        found[kind] = element_class(kind, base, members, doc, _EXTRAS.get(kind))
    return found


CLASSES = _classes()
BY_NUMBER = {cls._number: cls for cls in CLASSES.values()}

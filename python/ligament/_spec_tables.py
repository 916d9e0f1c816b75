"""What MuJoCo calls the fields of an editable model where the native tables have other names or types."""

from ._facts import ENUMS

OBJECTS = {name[6:].lower(): number for name, number in ENUMS["mjtObj"].items() if name.startswith("mjOBJ_")}

# Kind of element, class, name of the list in MjSpec; those in the tree of bodies first.
TREE = ("body", "frame", "joint", "geom", "site", "camera", "light")
CLASSED = (
    "joint", "geom", "site", "camera", "light", "mesh", "texture", "material", "pair", "equality", "tendon", "actuator",
)  # fmt: skip
KINDS = {
    "body": ("MjsBody", "bodies"),
    "frame": ("MjsFrame", "frames"),
    "joint": ("MjsJoint", "joints"),
    "geom": ("MjsGeom", "geoms"),
    "site": ("MjsSite", "sites"),
    "camera": ("MjsCamera", "cameras"),
    "light": ("MjsLight", "lights"),
    "mesh": ("MjsMesh", "meshes"),
    "hfield": ("MjsHField", "hfields"),
    "texture": ("MjsTexture", "textures"),
    "material": ("MjsMaterial", "materials"),
    "skin": ("MjsSkin", "skins"),
    "pair": ("MjsPair", "pairs"),
    "exclude": ("MjsExclude", "excludes"),
    "equality": ("MjsEquality", "equalities"),
    "tendon": ("MjsTendon", "tendons"),
    "actuator": ("MjsActuator", "actuators"),
    "sensor": ("MjsSensor", "sensors"),
    "numeric": ("MjsNumeric", "numerics"),
    "text": ("MjsText", "texts"),
    "tuple": ("MjsTuple", "tuples"),
    "key": ("MjsKey", "keys"),
}
KIND_OF = {OBJECTS[kind]: kind for kind in KINDS}

# Rows that have another name in MuJoCo; None for rows that it does not show.
_COMMON = {"kind": "type", "user": "userdata"}
RENAMED = {
    "body": {"childclass": None},
    "geom": {"mesh": "meshname", "hfield": "hfieldname", "shellinertia": None, "fluid_ellipsoid": None},
    "site": {"mesh": "meshname"},
    "joint": {"ref_": "ref", "free_element": None},
    "camera": {
        "target": "targetbody",
        "projection": "proj",
        "sensorsize": "sensor_size",
        "focal": "focal_length",
        "focalpixel": "focal_pixel",
        "principal": "principal_length",
        "principalpixel": "principal_pixel",
    },
    "light": {"target": "targetbody"},
    "mesh": {
        "vertex": "uservert",
        "normal": "usernormal",
        "texcoord": "usertexcoord",
        "face": "userface",
        "facenormal": "userfacenormal",
        "facetexcoord": "userfacetexcoord",
        "builtin": None,
        "params": None,
    },
    "hfield": {"elevation": "userdata"},
    "texture": {"gridlayout": None, "data": None},
    "skin": {"vertex": "vert", "bones": None},
    "pair": {"geom1": "geomname1", "geom2": "geomname2"},
    "exclude": {"body1": "bodyname1", "body2": "bodyname2"},
    "tendon": {"kind": None, "path": None},
    "tuple": {"items": None},
    "compiler": {"modeldir": None, "strippath": None, "lengthrange": None, "eulerseq": None},
}
# Enumerations of rows that the native tables hold as switches or numbers.
ENUMERATED = {
    "limited": "mjtLimited",
    "actfrclimited": "mjtLimited",
    "ctrllimited": "mjtLimited",
    "forcelimited": "mjtLimited",
    "actlimited": "mjtLimited",
    "align": "mjtAlignFree",
    "embed": "mjtEmbed",
    "inertiafromgeom": "mjtInertiaFromGeom",
    "passthrough": "mjtPassthrough",
}
# Yes-or-no rows that MuJoCo shows as whole numbers.
WHOLE = {("body", "simple"), ("body", "fuse")}
# Arrays that take a single number: for the first of a polynomial, or for all.
SCALAR = {("frame", "scale"): "fill"}
SCALAR.update(((kind, row), "poly") for kind in ("joint", "tendon") for row in ("stiffness", "damping"))
SCALAR["actuator", "damping"] = "poly"


def shown(kind, row):
    """What MuJoCo calls a row; None if it does not show it."""
    renamed = RENAMED.get(kind, {})
    return renamed[row] if row in renamed else _COMMON.get(row, row)

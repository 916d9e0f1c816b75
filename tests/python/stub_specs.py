"""Type stubs of editable models, from the properties and methods of their classes."""

import inspect

from ligament import _spec_names, _spec_rows
from ligament import _spec_tables as tables

NUMBERS = {"real": "np.float64", "single": "np.float32", "int": "np.int32"}
VECTORS = {"real": "MjDoubleVec", "single": "MjFloatVec", "int": "MjIntVec", "text": "MjStringVec", "char": "MjCharVec"}
# Properties whose type their name tells.
NAMED = {
    "worldbody": "MjsBody", "parent": "MjsBody | None", "frame": "MjsFrame | None", "default": "MjsDefault",
    "classname": "MjsDefault", "compiler": "MjsCompiler", "option": "MjOption", "visual": "MjVisual", "stat": "MjStatistic",
    "authored": "MjsAuthored", "assets": "dict[str, Any]", "plugin": "MjsPlugin", "config": "dict[str, str]",
    "alt": "MjsOrientation", "ialt": "MjsOrientation", "LRopt": "MjLROpt", "path": "MjsTendonPath", "timer": "_Live[np.float64]",
    "type": "int", "id": "int", "signature": "int", "nemax": "int", "plugins": "list[MjsPlugin]", "flexes": "list[MjsFlex]",
    "flex": "MjsFlex", "hasImplicitPluginElem": "bool", "copy_during_attach": "bool", "target": "Any", "coef": "float",
    "divisor": "float", "sidesite": "MjsSite | None", "vertid": "list[list[int]]",
    "vertweight": "list[list[float]]", "axisangle": "_Live[np.float64]", "xyaxes": "_Live[np.float64]",
    "zaxis": "_Live[np.float64]", "euler": "_Live[np.float64]", "mass": "float", "explicitinertial": "bool",
}  # fmt: skip
NAMED.update((plural, f"list[{cls}]") for cls, plural in tables.KINDS.values())
NAMED.update((kind, tables.KINDS[kind][0]) for kind in tables.CLASSED)
RETURNS = {
    "compile": "MjModel", "recompile": "tuple[MjModel, MjData]", "copy": "MjSpec", "from_file": "MjSpec",
    "from_string": "MjSpec", "from_zip": "MjSpec", "to_xml": "str", "attach": "MjsFrame", "find_default": "MjsDefault | None",
    "add_default": "MjsDefault | None", "fuse_static": "int", "discard_visual": "int", "dedup_assets": "int", "encode": "int",
    "get_data_size": "int", "attach_body": "MjsBody", "attach_frame": "MjsFrame", "to_frame": "MjsFrame",
    "find_all": "list[Any]", "find_child": "MjsBody | None", "make_flex": "MjsFlex", "add_freejoint": "MjsJoint",
    "add_flex": "MjsFlex", "add_plugin": "MjsPlugin", "flex": "MjsFlex | None", "plugin": "MjsPlugin | None",
    "default": "MjsDefault", "wrap_site": "MjsWrap", "wrap_geom": "MjsWrap", "wrap_joint": "MjsWrap", "wrap_pulley": "MjsWrap",
    "resolve_orientation": "list[float]",
}  # fmt: skip
# Types of parameters of methods by their names; numbers and short lists of numbers are told by their defaults.
PARAMETERS = {
    "name": "str", "parent": "MjsDefault | str", "body": "MjsBody", "vfs": "MjVfs", "child": "MjSpec", "prefix": "str",
    "suffix": "str", "site": "MjsSite | str", "frame": "MjsFrame | str", "model": "MjModel", "m": "MjModel", "d": "MjData",
    "element": "object", "filename": "str | PathLike[str]", "file": "str | PathLike[str] | IO[bytes]", "content_type": "str",
    "degree": "bool", "sequence": "str", "orientation": "MjsOrientation", "default": "MjsDefault", "kind": "mjtObj | str",
    "type": "str", "mesh": "str", "count": "ArrayLike", "spacing": "ArrayLike", "resolution": "SupportsInt | ArrayLike",
    "timeconst": "SupportsFloat | ArrayLike", "motorconst": "ArrayLike", "sidesite": "str", "nedge": "SupportsInt",
    "subdivision": "SupportsInt", "xml": "str | bytes", "include": "Mapping[str, bytes]", "assets": "Mapping[str, bytes]", "args": "MjsDefault", "values": "object",
}  # fmt: skip


def parameter_type(parameter):
    """The type of a parameter of a method."""
    kind = PARAMETERS.get(parameter.name)
    if kind is None:
        kind = "ArrayLike" if isinstance(parameter.default, tuple) else "SupportsFloat"
    return f"{kind} | None" if parameter.default is None else kind


def property_type(cls, name, member):
    """The type that reading a property gives."""
    if isinstance(member, _spec_rows.Array):
        return f"_Live[{NUMBERS[member.kind]}]"
    if isinstance(member, _spec_rows.Enumerated):
        return member.kind
    if isinstance(member, _spec_rows.Listed):
        return VECTORS[member.kind]
    if isinstance(member, _spec_rows.Characters):
        return VECTORS["char"]
    if hasattr(member, "columns"):
        return NAMED[name] if member.width == 0 else VECTORS[member.kind]
    if isinstance(member, _spec_rows.Plain):
        return type(_value(cls, name)).__name__
    if hasattr(member, "member"):
        return type(getattr(_spec_names.MjSpec(), name)).__name__
    if cls.__name__ == "MjsAuthored" or (cls.__name__, name) == ("MjsCompiler", "authored"):
        return "int"
    if cls.__name__ == "MjSpec" and name == "parent":
        return "MjSpec | None"
    return NAMED.get(name, "str")


def _value(cls, name):
    """A value of a property, of a fresh element."""
    spec = _spec_names.MjSpec()
    kind = getattr(cls, "_kind", "")
    if cls.__name__ == "MjsCompiler":
        return getattr(spec.compiler, name)
    owner = spec.worldbody if kind in tables.TREE else spec
    return getattr(getattr(owner, f"add_{kind}")(), name)


def returned(name):
    """The type that a method gives."""
    if name in RETURNS:
        return RETURNS[name]
    for start in ("add_", "first_", "next_", ""):
        kind = name[len(start) :]
        if name.startswith(start) and kind in tables.KINDS:
            return tables.KINDS[kind][0] + ("" if start == "add_" else " | None")
    return "None"


def method(name, member):
    """The stub of a method."""
    bound = isinstance(member, (staticmethod, classmethod))
    function = member.__func__ if bound else member
    parameters = []
    for parameter in inspect.signature(function).parameters.values():
        text = parameter.name
        if parameter.kind is parameter.VAR_KEYWORD:
            text = f"**{text}: {parameter_type(parameter)}"
        elif parameter.kind is parameter.VAR_POSITIONAL:
            text = f"*{text}: {parameter_type(parameter)}"
        elif text not in ("self", "cls"):
            text += f": {parameter_type(parameter)}" + ("" if parameter.default is parameter.empty else " = ...")
        parameters.append(text)
    lines = [f"    @{type(member).__name__}"] if bound else []
    return [*lines, f"    def {name}({', '.join(parameters)}) -> {returned(name)}: ..."]


def members(cls):
    """Public members, those of base classes first."""
    found = {}
    for base in reversed(cls.__mro__):
        if base is not object:
            found.update((n, m) for n, m in vars(base).items() if not n.startswith("_"))
    return {name: found[name] for name in sorted(found)}


def specs():
    """The stubs of all classes of editable models."""
    lines = []
    for name in _spec_names.__all__:
        cls = getattr(_spec_names, name)
        if not isinstance(cls, type):
            continue
        lines += ["", f"class {name}:"]
        body = ["    def __init__(self) -> None: ..."] if name == "MjSpec" else []
        for attribute, member in members(cls).items():
            if type(member).__name__ == "_NoClass":
                continue
            if inspect.isfunction(member) or isinstance(member, (staticmethod, classmethod)):
                body += method(attribute, member)
            elif isinstance(member, property) and member.fset is None:
                body += ["    @property", f"    def {attribute}(self) -> {property_type(cls, attribute, member)}: ..."]
            else:
                body.append(f"    {attribute}: {property_type(cls, attribute, member)}")
        if name == "MjsTendonPath":
            body += [
                "    def __len__(self) -> int: ...",
                "    def __getitem__(self, index: SupportsIndex) -> MjsWrap: ...",
            ]
        lines += body or ["    ..."]
    return [*lines, "", "MjStruct: Any"]

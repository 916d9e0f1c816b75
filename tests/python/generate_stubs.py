"""Writes python/ligament/__init__.pyi from the tables that the module itself is built from.

Run it with the module installed when a field is added; test_stubs.py fails until it has been run.
"""

import inspect
import pathlib
import re

import ligament
import signatures
import stub_specs
from ligament import _callbacks, _data, _facts, _fields, _ligament, _named, _records, _visual

TARGET = pathlib.Path(__file__).parents[2] / "python" / "ligament" / "__init__.pyi"
NUMBERS = {"<f8": "np.float64", "<f4": "np.float32", "<i4": "np.int32", "<i8": "np.int64"}
NUMBERS.update({"|u1": "np.uint8", "|b1": "np.bool_"})
SINGLE = {"f": "float", "b": "bool", "i": "int", "u": "int"}

HEAD = '''"""Types of the ligament module, written by tests/python/generate_stubs.py: do not edit."""

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from os import PathLike
from types import ModuleType
from typing import IO, Any, Final, Generic, SupportsFloat, SupportsIndex, SupportsInt, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: Final[str]
MJTNUM_DTYPE: Final[type[np.float64]]
MJTNUM_BYTES: Final[int]

_Number = TypeVar("_Number", bound=np.generic)
_Item = TypeVar("_Item")

class _Live(Generic[_Number]):
    def __get__(self, owner: Any, kind: Any = None) -> NDArray[_Number]: ...
    def __set__(self, owner: Any, value: ArrayLike) -> None: ...

class FatalError(Exception): ...
class UnexpectedError(Exception): ...

class MjVfs:
    def __init__(self) -> None: ...
    def __setitem__(self, name: str, content: bytes | str) -> None: ...
    def __getitem__(self, name: str) -> bytes: ...
    def __delitem__(self, name: str) -> None: ...
    def __contains__(self, name: str) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __enter__(self) -> MjVfs: ...
    def __exit__(self, *_: object) -> None: ...
    def close(self) -> None: ...

class _Vec(Generic[_Item]):
    def __init__(self, values: Iterable[_Item] | _Item = ..., count: int | None = None) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_Item]: ...
    def __getitem__(self, index: SupportsIndex) -> _Item: ...
    def __setitem__(self, index: SupportsIndex, value: _Item) -> None: ...

class MjByteVec(_Vec[int]): ...
class MjCharVec(_Vec[str]): ...
class MjDoubleVec(_Vec[float]): ...
class MjFloatVec(_Vec[float]): ...
class MjIntVec(_Vec[int]): ...
class MjStringVec(_Vec[str]): ...

class MjLROpt:
    def __init__(self) -> None: ...
    mode: int
    useexisting: int
    uselimit: int
    accel: float
    maxforce: float
    timeconst: float
    timestep: float
    inttotal: float
    interval: float
    tolrange: float

class MjPreContact:
    def __init__(self) -> None: ...
    dist: float
    pos: _Live[np.float64]
    normal: _Live[np.float64]
    tangent: _Live[np.float64]

class MjrVertexAttribute:
    def __init__(self) -> None: ...
    type: int
    usage: int

class MjLogConfig:
    def __init__(self) -> None: ...
    @staticmethod
    def get() -> MjLogConfig: ...
    def set(self) -> None: ...
    logfile: str
    logto_console: bool
    logto_file: bool
    topics: int

class MjLogMessage:
    def __init__(self) -> None: ...
    level: int
    topic: int
    timestamp: bool
    subject: str | None
    body: str | None
    func: str | None
    file: str | None
    line: int

def install_as_mujoco(compat: str = "3") -> None: ...
def uninstall_as_mujoco() -> None: ...
def real_mujoco() -> AbstractContextManager[ModuleType]: ...

def mj_version() -> int: ...
def mj_versionString() -> str: ...
def mj_name2id(m: MjModel, type: SupportsIndex, name: str) -> int: ...
def mj_id2name(m: MjModel, type: SupportsIndex, id: SupportsIndex) -> str | None: ...
def mj_sizeModel(m: MjModel) -> int: ...
def mj_defaultOption(opt: MjOption) -> None: ...
def mju_printMat(mat: ArrayLike) -> None: ...
def mju_standardNormal(num2: float | None = None) -> float: ...
def mju_writeNumBytes(nbytes: int) -> str: ...
def mj_saveModel(
    m: MjModel,
    filename: str | PathLike[str] | None = None,
    buffer: NDArray[np.uint8] | None = None,
) -> None: ...
'''

MODEL = """
class MjModel:
    @classmethod
    def from_xml_path(
        cls,
        filename: str | PathLike[str],
        assets: Mapping[str, bytes] | None = None,
        vfs: MjVfs | None = None,
    ) -> MjModel: ...
    @classmethod
    def from_xml_string(
        cls, xml: str | bytes, assets: Mapping[str, bytes] | None = None, vfs: MjVfs | None = None
    ) -> MjModel: ...
    @classmethod
    def from_binary_path(
        cls,
        filename: str | PathLike[str],
        assets: Mapping[str, bytes] | None = None,
        vfs: MjVfs | None = None,
    ) -> MjModel: ...
    def __copy__(self) -> MjModel: ...
    def __deepcopy__(self, memo: object) -> MjModel: ...
"""


def live(name, kind, indent="    "):
    """A live array that can be assigned to."""
    number = "np.int8" if name in _fields.SIGNED else NUMBERS[kind]
    return [f"{indent}{name}: _Live[{number}]"]


def fixed(name, kind):
    """An attribute that cannot be assigned to."""
    return ["    @property", f"    def {name}(self) -> {kind}: ..."]


def record(cls, group, indent=""):
    """The class of a group of single values."""
    lines = [f"{indent}class {cls.__name__}:"]
    if not indent:
        lines.append("    def __init__(self) -> None: ...")
    for _, name, _, kind, _, flat in (row for row in _ligament.records() if row[0] == group):
        if flat:
            lines.append(f"{indent}    {name}: {SINGLE[kind[1]]}")
        else:
            lines += live(name, kind, indent + "    ")
    return lines


def visual():
    """The visual options."""
    parts = [(name, getattr(_records.MjVisual, name.strip("_").capitalize())) for name in _records._GROUPS]
    lines = ["class MjVisual:"]
    for _, cls in parts:
        lines += record(cls, cls._group, "    ")
    lines += [f"    {name}: {cls.__name__}" for name, cls in parts]
    return lines


def elements(kinds):
    """The classes of named elements."""
    lines = []
    for cls in _named.CLASSES.values():
        lines += ["", f"class {cls.__name__}:", *fixed("id", "int"), *fixed("name", "str")]
        for name in cls._names:
            if name.isidentifier() and not name.startswith("_"):
                lines += live(name, kinds[getattr(cls, name).array])
    return lines


def model(kinds):
    """The members of the model that the tables list."""
    lines = MODEL.rstrip().splitlines()
    for name in ["signature", *(name for name, _ in _ligament.sizes())]:
        lines += fixed(name, "int")
    for name, kind in kinds.items():
        lines += fixed(name, "bytes") if name in _fields.TEXT else live(name, kind)
    for group, name, _, kind, _, _ in _ligament.records():
        if group == "model" and name.startswith("flg_"):
            lines.append(f"    {name}: {SINGLE[kind[1]]}")
    lines += ["    opt: MjOption", "    vis: MjVisual", "    stat: MjStatistic"]
    lines.append("    def bind(self, elements: Any) -> Any: ...")
    for prefix, _, _, accessors in _named._KINDS:
        cls = _named.CLASSES[prefix].__name__
        lines += [f'    def {a}(self, name: str | SupportsIndex = "") -> {cls}: ...' for a in accessors]
    return lines


DATA = """
class MjData:
    def __init__(self, model: MjModel) -> None: ...
    def __copy__(self) -> MjData: ...
    def __deepcopy__(self, memo: object) -> MjData: ...
    time: float
    @property
    def model(self) -> MjModel: ...
    @property
    def signature(self) -> int: ...
    @property
    def contact(self) -> _MjContactList: ...
"""

LISTS = """
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[{0}]: ...
    def __getitem__(self, index: SupportsIndex) -> {0}: ...
"""


def contacts():
    """The class of a contact and of the list of contacts."""
    lines = ["", "class MjContact:", "    def __init__(self) -> None: ..."]
    for name, kind, count in _ligament.contact_fields():
        lines += [f"    {name}: {SINGLE[kind[1]]}"] if count == 1 else live(name, kind)
    lines += ["", "class _MjContactList:", *LISTS.format("MjContact").strip("\n").splitlines()]
    for name, kind, _ in _ligament.contact_fields():
        lines += fixed(name, f"NDArray[{NUMBERS[kind]}]")
    return lines


def counters():
    """The classes of counters and of lists of them."""
    lines = []
    for cls, _ in _data.STATS.values():
        name = cls.__name__
        kinds = {field: "float" if field in REAL else "int" for field in cls._names}
        lines += ["", f"class {name}:", "    def __init__(self) -> None: ...", *(f"    {field}: {kind}" for field, kind in kinds.items())]
        lines += ["", f"class _{name}List:", *LISTS.format(name).strip("\n").splitlines()]
        for field, kind in kinds.items():
            lines.append(f"    {field}: _Live[{'np.float64' if kind == 'float' else 'np.int32'}]")
    return lines


# Counters that are not whole numbers.
REAL = frozenset(("duration", "improvement", "gradient", "lineslope", "energy", "solver_fwdinv"))


def data():
    """The simulation and its named elements."""
    kinds = {name: kind for name, _, kind, _, _ in _ligament.data_fields()}
    lines = []
    for cls in _data.CLASSES.values():
        lines += ["", f"class {cls.__name__}:", *fixed("id", "int"), *fixed("name", "str")]
        for name in cls._names:
            kind = getattr(getattr(cls, name), "array", None)
            lines += fixed(name, "NDArray[np.float64]") if kind is None else live(name, kinds[kind])
    lines += DATA.rstrip().splitlines()
    for name, kind in _data.EMPTY.items():
        lines += ["    @property", f"    def {name}(self) -> NDArray[np.{kind.__name__}]: ..."]
    for name in ("nefmK", "nefmL", "nefmcon", "nefmdof", "pbase", "threadpool", "narena", "nbuffer", "parena", "pstack"):
        lines += ["    @property", f"    def {name}(self) -> int: ..."]
    lines.append("    def bind(self, elements: Any) -> Any: ...")
    for name, kind in kinds.items():
        lines += live(name, kind)
    for name, _, kind, _ in _ligament.data_rows():
        lines += fixed(name, f"NDArray[{NUMBERS[kind]}]")
    for name, _, truth in _ligament.data_counts():
        lines += fixed(name, "bool" if truth else "int")
    for name in _data.COUNTERS:
        lines.append(f"    {name}: _Live[{'np.float64' if name in REAL else 'np.int32'}]")
    for name, (cls, _) in _data.STATS.items():
        lines += fixed(name, f"_{cls.__name__}List")
    for prefix, _, _, accessors in _named._KINDS:
        if prefix in _data.CLASSES:
            cls = _data.CLASSES[prefix].__name__
            names = accessors + _data._MORE_NAMES.get(prefix, ())
            lines += [f'    def {a}(self, name: str | SupportsIndex = "") -> {cls}: ...' for a in names]
    return lines


def functions():
    """The functions, with the types of MuJoCo's, and those that set callbacks."""
    lines = [""]
    written = set(re.findall(r"^def (\w+)", HEAD, re.MULTILINE)) | set(_callbacks.__all__)
    for name in sorted(set(ligament.__all__) - written):
        function = getattr(ligament, name)
        if inspect.isroutine(function):
            lines.append(signatures.stub(name, function))
    for name in sorted(_callbacks.__all__):
        if name.startswith("set"):
            lines.append(f"def {name}(function: Callable[..., Any] | None) -> None: ...")
        elif name.startswith("get"):
            lines.append(f"def {name}() -> Callable[..., Any] | None: ...")
        else:
            lines.append(f"def {name}() -> None: ...")
    return lines


SCENE = """
class MjvScene:
    def __init__(self, model: MjModel | None = None, maxgeom: SupportsIndex = 0) -> None: ...
    @property
    def geoms(self) -> Sequence[MjvGeom]: ...
    @property
    def lights(self) -> Sequence[MjvLight]: ...
    @property
    def camera(self) -> tuple[MjvGLCamera, MjvGLCamera]: ...
    maxgeom: int
    ngeom: int
    nlight: int
    nflex: int
    nskin: int
    geomorder: NDArray[np.int32]
"""

RECT = """
class MjrRect:
    def __init__(
        self, left: SupportsIndex, bottom: SupportsIndex, width: SupportsIndex, height: SupportsIndex
    ) -> None: ...
    left: int
    bottom: int
    width: int
    height: int
"""


def scene_fields(rows):
    """The attributes of a record of a scene."""
    lines = []
    for name, kind, shape, _ in rows:
        number = "<" + kind if kind[0] in "if" else "|" + kind
        if kind.startswith("S"):
            lines.append(f"    {name}: {'NDArray[np.bytes_]' if shape else 'str'}")
        else:
            lines += live(name, number) if shape else [f"    {name}: {SINGLE[kind[0]]}"]
    return lines


def scenes():
    """Scenes and their parts."""
    lines = RECT.rstrip().splitlines()
    for name, rows, _ in _ligament.visual_records():
        if name == "MjvScene":
            lines += SCENE.rstrip().splitlines()
            lines += [f"    {array}: NDArray[np.int32]" for array in _visual._FLEX_INTS]
            lines += [f"    {array}: NDArray[np.float32]" for array in _visual._FLEX_FLOATS]
            lines += [f"    {array}: NDArray[np.int32]" for array in ("skinfacenum", "skinvertadr", "skinvertnum")]
            lines += [f"    {array}: NDArray[np.float32]" for array in ("skinvert", "skinnormal")]
        else:
            lines += ["", f"class {name}:", "    def __init__(self) -> None: ..."]
        lines += scene_fields(rows)
    return lines


def text():
    """The whole stub file."""
    kinds = {name: kind for _, name, _, kind, _, _ in _ligament.fields()}
    lines = HEAD.splitlines()
    for cls in (_records.MjOption, _records.MjStatistic):
        lines += ["", *record(cls, cls._group)]
    lines += ["", *visual(), "", "MjVisualHeadlight = MjVisual.Headlight", "MjVisualRgba = MjVisual.Rgba"]
    lines += elements(kinds)
    lines += model(kinds)
    lines += contacts() + counters() + data() + scenes() + stub_specs.specs() + functions()
    lines.append("")
    for name, value in _facts.CONSTANTS.items():
        kind = type(value).__name__
        if isinstance(value, tuple):
            kind = "tuple[str, ...]" if isinstance(value[0], str) else "tuple[tuple[str, ...], ...]"
        lines.append(f"{name}: Final[{kind}]")
    for name, values in _facts.ENUMS.items():
        lines += ["", f"class {name}(enum.IntEnum):"]
        lines += [f"    {value} = {number}" for value, number in values.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text())

"""Writes python/ligament/__init__.pyi from the tables that the module itself is built from.

Run it with the module installed when a field is added; test_stubs.py fails until it has been run.
"""

import pathlib

from ligament import _facts, _fields, _ligament, _named, _records

TARGET = pathlib.Path(__file__).parents[2] / "python" / "ligament" / "__init__.pyi"
NUMBERS = {"<f8": "np.float64", "<f4": "np.float32", "<i4": "np.int32", "<i8": "np.int64"}
NUMBERS.update({"|u1": "np.uint8", "|b1": "np.bool_"})
SINGLE = {"f": "float", "b": "bool", "i": "int", "u": "int"}

HEAD = '''"""Types of the ligament module, written by tests/python/generate_stubs.py: do not edit."""

import enum
from collections.abc import Mapping
from os import PathLike
from typing import Any, Final, Generic, SupportsIndex, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: Final[str]
MJTNUM_DTYPE: Final[type[np.float64]]
MJTNUM_BYTES: Final[int]

_Number = TypeVar("_Number", bound=np.generic)

class _Live(Generic[_Number]):
    def __get__(self, owner: Any, kind: Any = None) -> NDArray[_Number]: ...
    def __set__(self, owner: Any, value: ArrayLike) -> None: ...

class FatalError(Exception): ...
class UnexpectedError(Exception): ...

def mj_version() -> int: ...
def mj_versionString() -> str: ...
def mj_name2id(m: MjModel, type: SupportsIndex, name: str) -> int: ...
def mj_id2name(m: MjModel, type: SupportsIndex, id: SupportsIndex) -> str | None: ...
def mj_sizeModel(m: MjModel) -> int: ...
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
        cls, filename: str | PathLike[str], assets: Mapping[str, bytes] | None = None
    ) -> MjModel: ...
    @classmethod
    def from_xml_string(cls, xml: str, assets: Mapping[str, bytes] | None = None) -> MjModel: ...
    @classmethod
    def from_binary_path(cls, filename: str | PathLike[str]) -> MjModel: ...
    def __copy__(self) -> MjModel: ...
    def __deepcopy__(self, memo: Any) -> MjModel: ...
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
    for prefix, _, _, accessors in _named._KINDS:
        cls = _named.CLASSES[prefix].__name__
        lines += [f'    def {a}(self, name: str | SupportsIndex = "") -> {cls}: ...' for a in accessors]
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
    lines.append("")
    for name, value in _facts.CONSTANTS.items():
        kind = "tuple[str, ...]" if isinstance(value, tuple) else type(value).__name__
        lines.append(f"{name}: Final[{kind}]")
    for name, values in _facts.ENUMS.items():
        lines += ["", f"class {name}(enum.IntEnum):"]
        lines += [f"    {value} = {number}" for value, number in values.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text())

"""Settings of an editable model: compiler options, and which settings were written."""

import operator

from . import _ligament
from ._facts import CONSTANTS
from ._plain import MjLROpt, PlainStruct
from ._records import MjOption, MjVisual
from ._spec_element import Fields, properties
from ._spec_rows import Characters

_GROUPS = {"global": MjVisual.Global, "quality": MjVisual.Quality, "headlight": MjVisual.Headlight}
_GROUPS.update({"map": MjVisual.Map, "scale": MjVisual.Scale, "rgba": MjVisual.Rgba})


class _LengthRange(MjLROpt):
    """Options of the search for length ranges; what is set is written to the model."""

    __slots__ = ("_owner",)
    __module__ = "ligament"

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        owner = getattr(self, "_owner", None)
        if owner is not None and name in self._names:
            owner._write("lengthrange", {**owner._read("lengthrange"), name: getattr(self, name)})


class _Compiler(Fields):
    """Compiler settings."""

    __slots__ = ()
    __module__ = "ligament"

    eulerseq = Characters(
        "eulerseq",
        "eulerseq",
        "Axes of Euler rotations; lower case rotates with the frame.",
        3,
        lambda characters: [ord(c) for c in characters],
        lambda codes: [chr(c) for c in codes],
    )

    @property
    def authored(self):
        """Which settings the model file states, as bits."""
        return self._spec._native.written(self._place)

    @property
    def LRopt(self):
        """Options of the search for length ranges of actuators."""
        options = _LengthRange()
        for name, value in self._read("lengthrange").items():
            setattr(options, name, operator.index(value) if name in ("mode", "useexisting", "uselimit") else value)
        options._owner = self
        return options

    @LRopt.setter
    def LRopt(self, value):
        self._write("lengthrange", {name: getattr(value, name) for name in MjLROpt._names})


MjsCompiler = type(
    "MjsCompiler",
    (_Compiler,),
    {
        **properties("compiler", _ligament.Place.compiler(0)),
        "__slots__": (),
        "__module__": "ligament",
        "__doc__": "Compiler settings.",
    },
)


class MjsAuthored(PlainStruct):
    """Which physics and visual options the model file states, as bits."""

    _names = ("option", "disableflags", "enableflags", "disableactuator", *(f"visual_{name}" for name in _GROUPS))
    __slots__ = _names
    __module__ = "ligament"

    def __init__(self, names=()):
        for name in self._names:
            setattr(self, name, 0)
        for name in names:
            self._note(name)

    def _note(self, name):
        group, _, field = name.rpartition(".")
        if group in _GROUPS:
            place = _GROUPS[group]._names.index(field) if field in _GROUPS[group]._names else 0
            setattr(self, f"visual_{group}", getattr(self, f"visual_{group}") | 1 << place)
            return
        for flags, words in (("disableflags", "mjDISABLESTRING"), ("enableflags", "mjENABLESTRING")):
            known = [word.lower() for word in CONSTANTS[words]]
            if name in known:
                setattr(self, flags, getattr(self, flags) | 1 << known.index(name))
                return
        place = MjOption._names.index(name) if name in MjOption._names else 0
        self.option |= 1 << place

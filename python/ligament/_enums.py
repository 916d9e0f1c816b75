"""Enumerations under MuJoCo's names: integers that print and compare as MuJoCo's do."""

import enum

from . import _facts


class _Enum(enum.IntEnum):
    """An integer with a name. Values of different enumerations are never equal."""

    def __str__(self):
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, spec):
        return format(int(self), spec) if spec else str(self)

    def __eq__(self, other):
        if isinstance(other, _Enum) and type(other) is not type(self):
            return False
        return int.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    __hash__ = int.__hash__


def build(module):
    """All enumerations, as members of the module called `module`."""
    return {name: _Enum(name, values, module=module, qualname=name) for name, values in _facts.ENUMS.items()}

"""Default classes of an editable model."""

from . import _spec_tables as tables
from ._spec_element import MjsElement


class MjsDefault(MjsElement):
    """A default class: a prototype of every kind of element that takes values from one."""

    __slots__ = ("__weakref__", "_place", "_spec")
    __module__ = "ligament"

    @classmethod
    def _at(cls, spec, place):
        self = cls.__new__(cls)
        self._spec = spec
        self._place = place
        return self

    @property
    def name(self):
        """Name; the outermost class is `main`."""
        return self._spec._native.name(self._place)

    @name.setter
    def name(self, value):
        self._spec._native.set_class_name(self._place, value)

    @property
    def flex(self):
        """Prototype of flexible bodies."""
        return self._spec._flex_prototype(self._place)


def _prototype(kind):
    def get(self):
        return self._spec._wrap(self._place.prototype(tables.OBJECTS[kind]))

    def assign(self, value):
        source = get(self)
        for row in source._rows:
            source._write(row, value._read(row))

    return property(get, assign, doc=f"Prototype of the kind '{kind}'.")


for _kind in tables.CLASSED:
    setattr(MjsDefault, _kind, _prototype(_kind))

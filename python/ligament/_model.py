"""The compiled model."""

import operator
import os
import warnings

import numpy as np

from . import _fields, _ligament, _logging, _named, _records
from ._vfs import files_of


class MjModel(_ligament.Model):
    """A compiled model: every array under MuJoCo's name, as a live NumPy view.

    Made by `from_xml_path`, `from_xml_string` and `from_binary_path`.
    """

    __slots__ = ("__weakref__", "_opt", "_stat", "_texts", "_vis")
    __module__ = "ligament"

    def __new__(cls, *args, **kwargs):
        raise TypeError("MjModel is made by from_xml_path, from_xml_string or from_binary_path")

    @classmethod
    def _of(cls, native):
        model = _ligament.Model.__new__(cls, native)
        # Records hold the native part alone: the model may die while its options live on.
        model._opt = _records.MjOption._of(native)
        model._vis = _records.MjVisual._of(native)
        model._stat = _records.MjStatistic._of(native)
        model._texts = {}
        return model

    @classmethod
    def from_xml_path(cls, filename, assets=None, vfs=None, *, memory_only=False):
        """Reads an MJCF or URDF file, or an archive (.zip, .mjz) with one and its files, and compiles it.

        Files in memory (`assets` or `vfs`) are used first; with `memory_only`, nothing else is read from disk.
        """
        files = files_of(assets, vfs)
        with _logging.timed("compile", "mjTOPIC_TIME_CMP"):
            return cls._loaded(_ligament.read_path(os.fspath(filename), files, memory_only))

    @classmethod
    def from_xml_string(cls, xml, assets=None, vfs=None, *, memory_only=False):
        """Compiles a model given as text.

        Files in memory (`assets` or `vfs`) are used first; with `memory_only`, nothing is read from disk.
        """
        text = bytes(xml).decode() if isinstance(xml, (bytes, bytearray, memoryview)) else xml
        files = files_of(assets, vfs)
        with _logging.timed("compile", "mjTOPIC_TIME_CMP"):
            return cls._loaded(_ligament.read_string(text, files, memory_only))

    @classmethod
    def from_binary_path(cls, filename, assets=None, vfs=None):
        """Reads a model that `mj_saveModel` wrote."""
        files = files_of(assets, vfs) or {}
        if filename in files:
            return _restore(files[filename])
        return cls._of(_ligament.read_binary(os.fspath(filename)))

    @classmethod
    def _loaded(cls, outcome):
        native, messages = outcome
        for message in messages:
            warnings.warn(message, stacklevel=3)
        return cls._of(native)

    @property
    def signature(self):
        """A number that models share only if all their sizes agree."""
        return self.layout()

    @property
    def _sizes(self):
        """All sizes, in MuJoCo's order."""
        return np.array([getattr(self, name) for name in self._size_fields], dtype=np.int64)

    @property
    def ngravcomp(self):
        """How many bodies have gravity compensation; at least one if the flag says so."""
        return max(1, int((self.body_gravcomp != 0).sum())) if self.flg_gravcomp else 0

    @property
    def _address(self):
        """A number that tells this model apart from all others that live."""
        return id(self)

    def __copy__(self):
        return type(self)._of(self.duplicate())

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return _restore, (bytes(self.to_bytes()),)

    def __repr__(self):
        counts = ", ".join(f"{name}={getattr(self, name)}" for name in ("nbody", "nq", "nv", "nu"))
        return f"<MjModel '{self.model_name()}': {counts}>"


def _restore(data):
    """Makes a model from its binary form."""
    return MjModel._of(_ligament.Model.from_bytes(data))


def _record_property(name, cls):
    get = operator.attrgetter("_" + name)

    def assign(self, value):
        get(self)._assign(value)

    return property(get, assign, doc=cls.__doc__)


def _complete(cls):
    """Adds everything that the native tables list."""
    for name, doc in _ligament.sizes():
        if name in vars(cls):
            continue
        setattr(cls, name, _ligament.Member.model_size(name, doc))
    for _, name, doc, *_ in _ligament.fields():
        setattr(cls, name, _fields.model_member(name, doc))
    for group, name, doc, *_ in _ligament.records():
        if group == "model" and name.startswith("flg_"):
            setattr(cls, name, _ligament.Member.value(group, name, doc))
    for name, record in (
        ("opt", _records.MjOption),
        ("vis", _records.MjVisual),
        ("stat", _records.MjStatistic),
    ):
        setattr(cls, name, _record_property(name, record))
    for name, accessor in _named.ACCESSORS.items():
        setattr(cls, name, accessor)


_complete(MjModel)
# What MuJoCo's own packages ask for: the names of all sizes, and of all sizes and arrays.
MjModel._size_fields = tuple(name for name, _ in _ligament.sizes())
MjModel._all_fields = MjModel._size_fields + tuple(row[1] for row in _ligament.fields())
_named._Element._revived = staticmethod(lambda model, data: MjModel._of(model))

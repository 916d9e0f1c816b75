"""Editable models."""

import copy
import time
import warnings
import weakref

import numpy as np

from . import _ligament, _spec_messages, _spec_state
from . import _spec_tables as tables
from ._data import MjData
from ._model import MjModel
from ._spec_attach import Attaching
from ._spec_back import Back
from ._spec_class import MjsDefault
from ._spec_element import Element, keywords
from ._spec_files import Files
from ._spec_foreign import Foreign
from ._spec_kinds import BY_NUMBER
from ._spec_properties import Properties
from ._spec_rows import text
from ._spec_settings import MjsAuthored
from ._spec_whole import Whole


class MjSpec(Files, Properties, Attaching, Foreign, Whole, Back):
    """An editable model: build or load it, change it, compile it, write it."""

    __slots__ = (
        "__weakref__", "_activated", "_assets", "_authored", "_comment", "_compiled", "_compilers", "_copies", "_edits",
        "_extras", "_flexs", "_implicit", "_moved", "_native", "_nemax", "_parent", "_plugins", "_prototypes", "_shadow",
        "_shown", "_timer", "_unsaved", "_wrappers", "override_assets",
    )  # fmt: skip
    __module__ = "ligament"

    def __init__(self):
        self._begin(_ligament.Spec())

    def _begin(self, native):
        self._native = native
        self._wrappers = weakref.WeakValueDictionary()
        self._extras = {}
        self._moved = {}
        self._parent = None
        self._copies = False
        self.override_assets = True
        self._assets = {}
        self._edits = 0
        self._compiled = None
        self._compilers = {}
        self._timer = np.zeros(9)
        self._unsaved = False
        self._comment = ""
        self._implicit = False
        self._nemax = 0
        self._shown = None
        self._begin_foreign()
        self._shadow = native.options()
        self._authored = MjsAuthored(native.authored())

    @classmethod
    def _of(cls, native):
        self = cls.__new__(cls)
        self._begin(native)
        return self

    def copy(self):
        """A copy that shares nothing but the contents of files."""
        self._push()
        other = MjSpec._of(self._native.copy())
        other._extras = {place: copy.deepcopy(extra) for place, extra in self._extras.items()}
        other._assets = dict(self._assets)
        other._comment, other.override_assets = self._comment, self.override_assets
        other._copies = self._copies
        other._copy_foreign(self)
        other.stat._assign(self.stat)
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    # Compiling.

    def compile(self, vfs=None):
        """Compiles the model. What cannot be compiled raises ValueError."""
        return MjModel._of(self._compile(vfs, 3))

    def _compile(self, vfs, stacklevel):
        files = self._memory(vfs)
        self._refuse_foreign()
        self._push()
        self._native.set_files(files)
        begin = time.perf_counter()
        native, problems = self._native.compile()
        self._time(time.perf_counter() - begin)
        if native is None:
            self._compiled = None
            _spec_messages.fail(problems, self)
        if self._unsaved:
            message = "Attaching a spec with an empty prefix may prevent the model from being saved correctly."
            warnings.warn(message, stacklevel=stacklevel)
        _spec_messages.warn(problems, stacklevel + 1)
        self._compiled = (self._edits, native.layout())
        return native

    def _time(self, total):
        self._timer[:] = 0
        self._timer[0] = total
        for place, seconds in enumerate(self._native.compile_times(), 1):
            self._timer[place] = seconds

    def recompile(self, m, d, vfs=None):
        """Compiles the model again; returns it with a simulation that goes on where `d` is."""
        before = _spec_state.places(self._native)
        model = MjModel._of(self._compile(vfs, 3))
        data = MjData(model)
        _spec_state.carry(before, m, d, _spec_state.places(self._native), model, data)
        return model, data

    # Elements.

    def _wrap(self, place):
        """The element at a place; always the same object while somebody holds it."""
        if place is None:
            return None
        if place in self._moved:
            spec, place = self._moved[place]
            return spec._wrap(place)
        element = self._wrappers.get(place)
        if element is None:
            element = BY_NUMBER[place.kind]._at(self, place)
            self._wrappers[place] = element
        return element

    def _class(self, place):
        default = self._wrappers.get(place)
        if default is None:
            default = self._wrappers[place] = MjsDefault._at(self, place)
        return default

    def _position(self, place):
        found = self._native.list(place.kind)
        return found.index(place) if place in found else -1

    def _id(self, element):
        place = element._place
        if element._dead is not None or place.is_prototype:
            return -1
        if self._signature():
            index = self._native.index_of(place)
            return -1 if index is None else index
        if element._kind in tables.TREE:
            return 0 if place == self._native.world() else -1
        return self._position(place)

    def _signature(self):
        return self._compiled[1] if self._compiled and self._compiled[0] == self._edits else 0

    @property
    def worldbody(self):
        """The world."""
        return self._wrap(self._native.world())

    @property
    def default(self):
        """The outermost default class."""
        return self._class(self._native.main_class())

    def find_default(self, name):
        """The default class of a name; None if there is none."""
        place = self._native.find_class(name) if name else None
        return None if place is None else self._class(place)

    def add_default(self, name, parent=None):
        """Adds a default class inside another; None if there is one of that name."""
        place = self._native.add_class(text(name), None if parent is None else parent._place)
        return None if place is None else self._class(place)

    def _add(self, kind, inside, default):
        place = self._native.add(tables.OBJECTS[kind], inside, None if default is None else default._place)
        self._edits += 1
        return self._wrap(place)

    def delete(self, element):
        """Deletes an element or default class, what is inside of it, and what refers to it."""
        if isinstance(element, MjsDefault):
            if element.name == "main":
                raise ValueError("Error: cannot remove the global default ('main')")
            self._native.delete(element._place)
            return
        if not isinstance(element, Element):
            raise TypeError(f"delete(): expected an element of a model, got {type(element).__name__}")
        if self._parent is not None:
            raise ValueError("Cannot delete element from an attached mjSpec.")
        if element._dead is not None:
            raise ValueError(f"Error: {element._kind} is not in this model")
        if element._spec is not self:
            raise ValueError("Error: element is not in this model")
        if self._delete_foreign(element):
            return
        if element._place.is_prototype:
            raise ValueError("Error: prototypes of default classes cannot be deleted")
        self._discard(element)

    def _discard(self, element):
        """Deletes an element; those that somebody holds and that go with it keep their values."""
        held = self._at_risk(element)
        for other in held:
            other._bury()
        try:
            self._native.delete(element._place)
        finally:
            for other in held:
                if self._native.has(other._place):
                    other._dead = None
                else:
                    self._wrappers.pop(other._place, None)
                    self._extras.pop(other._place, None)
        self._edits += 1

    def _at_risk(self, element):
        """Elements that somebody holds and that may go when another is deleted."""
        if element._kind in ("joint", "geom", "site", "camera", "light"):
            return [element]
        held = [e for e in list(self._wrappers.values()) if isinstance(e, Element) and not e._place.is_prototype]
        if element._kind == "frame":
            return held
        inside = set(self._native.walk(element._place)) if element._kind == "body" else ()
        return [e for e in held if e._kind not in tables.TREE or e._place in inside]

    def __repr__(self):
        return f"<MjSpec '{self.modelname}'>"


def _list_of(kind):
    def get(self):
        return [self._wrap(place) for place in self._native.list(tables.OBJECTS[kind])]

    return property(get, doc=f"All elements of the kind '{kind}', in the order of the compiled model.")


def _finder(kind):
    def find(self, name):
        if self._moved:
            found = getattr(self, tables.KINDS[kind][1])
            return next((element for element in found if name and element.name == name), None)
        return self._wrap(self._native.find(tables.OBJECTS[kind], text(name)))

    find.__name__, find.__doc__ = kind, f"The {kind} of a name; None if there is none."
    return find


def _adder(kind):
    classed = kind in tables.CLASSED

    def add(self, *args, **values):
        default = args[0] if args else values.pop("default", None)
        if len(args) > 1 or (default is not None and not (classed and isinstance(default, MjsDefault))):
            raise TypeError(f"add_{kind}(): incompatible function arguments")
        element = self._add(kind, None, default)
        try:
            keywords(element, values)
        except BaseException:
            self._discard(element)
            raise
        return element

    add.__name__ = f"add_{kind}"
    add.__doc__ = f"Adds a {kind}; keyword arguments are its properties."
    return add


for _kind, (_, _plural) in tables.KINDS.items():
    setattr(MjSpec, _plural, _list_of(_kind))
    setattr(MjSpec, _kind, _finder(_kind))
    if _kind not in tables.TREE:
        setattr(MjSpec, f"add_{_kind}", _adder(_kind))


def _resolve_orientation(degree, sequence=None, orientation=None):
    """The quaternion of an orientation in another notation."""
    notes = orientation._kept.load(orientation._element)
    letters = "".join(sequence) if sequence is not None else "xyz"
    return _ligament.resolve_orientation(bool(degree), letters, notes["type"], list(notes[notes["type"]]))


MjSpec.resolve_orientation = staticmethod(_resolve_orientation)

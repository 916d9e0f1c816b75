"""Editable models."""

import copy
import math
import os
import time
import warnings
import weakref
import zipfile

import numpy as np

from . import _ligament, _spec_inertial, _spec_messages, _spec_state, _spec_text
from . import _spec_tables as tables
from ._data import MjData
from ._functions import FatalError
from ._model import MjModel
from ._records import MjOption, MjStatistic, MjVisual
from ._spec_attach import Attaching
from ._spec_back import Back
from ._spec_class import MjsDefault
from ._spec_element import Element, keywords
from ._spec_foreign import Foreign
from ._spec_kinds import BY_NUMBER
from ._spec_rows import Row, from_table, text
from ._spec_settings import MjsAuthored, MjsCompiler
from ._spec_whole import Whole

_SIZE = _ligament.Place.size()
_STATISTIC = _ligament.Place.statistic()


def _content(value):
    return value.encode() if isinstance(value, str) else bytes(memoryview(value))


def _opened(vfs):
    """The files of an MjVfs."""
    if vfs is None:
        return None
    if getattr(vfs, "_files", None) is None:
        raise RuntimeError("VFS is closed")
    return dict(vfs._files)


class MjSpec(Attaching, Foreign, Whole, Back):
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

    # Reading and writing.

    @staticmethod
    def from_file(filename, include=None, assets=None, vfs=None):
        """Reads a model file; `include` and `assets`, or `vfs`, are files in memory that come before those on disk."""
        filename = os.fspath(filename)
        files = _files(include, assets, vfs)
        if os.path.splitext(filename)[1].lower() in (".stl", ".obj", ".msh"):
            return _of_mesh(filename, files, assets)
        content = files.get(filename)
        return MjSpec._loaded(_ligament.Spec.read_file(filename, files), assets, content or filename, content is None)

    @staticmethod
    def from_string(xml, include=None, assets=None, vfs=None):
        """Reads a model given as text; `include` and `assets`, or `vfs`, are files in memory."""
        xml = bytes(xml).decode() if isinstance(xml, (bytes, bytearray)) else text(xml)
        files = _files(include, assets, vfs)
        return MjSpec._loaded(_ligament.Spec.read_text(xml, files), assets, xml, False)

    @staticmethod
    def _loaded(outcome, assets, source, on_disk):
        native, problems = outcome
        if native is None:
            _spec_messages.fail(problems)
        spec = MjSpec._of(native)
        _spec_messages.warn(problems, 4)
        if assets is not None:
            spec._assets = dict(assets)
        spec._read_foreign(source, on_disk)
        return spec

    @staticmethod
    def from_zip(file):
        """Reads a model and its files from a zip archive, given by path or as an open file."""
        with zipfile.ZipFile(file) as archive:
            names = [name for name in archive.namelist() if not name.endswith("/")]
            models = [name for name in names if name.endswith(".xml")]
            if not models:
                raise ValueError("No XML file found in zip file.")
            folder = os.path.dirname(models[-1])
            others = (name for name in names if name != models[-1])
            assets = {os.path.relpath(name, folder or "."): archive.read(name) for name in others}
            return MjSpec.from_string(archive.read(models[-1]), assets=assets)

    def to_xml(self):
        """The model as MJCF."""
        self._push()
        _refuse_pixels(self)
        return self._write_foreign(_spec_text.arranged(self._native.write(), self._class_size))

    def _class_size(self, name):
        default = self.find_default(name)
        return [0.0] * 3 if default is None else default.geom.size.tolist()

    def to_file(self, filename):
        """Writes the model as MJCF."""
        content = self.to_xml()
        with open(filename, "w", encoding="utf-8") as file:
            file.write(content)

    def to_zip(self, file):
        """Writes the model with its files in memory into a zip archive, given by path or as an open file."""
        if isinstance(file, str) and os.path.dirname(file):
            os.makedirs(os.path.dirname(file), exist_ok=True)
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in self.assets.items():
                archive.writestr(name, _content(content))
            archive.writestr(self.modelname + ".xml", self.to_xml())

    def encode(self, filename, model=None, content_type=None):
        """Writes the model in the format that the name or media type says; returns the number of bytes."""
        if content_type not in (None, "", "text/xml", "application/xml") or (
            not content_type and os.path.splitext(filename)[1].lower() != ".xml"
        ):
            raise FatalError(f"there is no encoder for '{content_type or filename}'; models are written as .xml")
        content = self.to_xml().encode()
        with open(filename, "wb") as file:
            return file.write(content)

    def copy(self):
        """A copy that shares nothing but the contents of files."""
        self._push()
        other = MjSpec._of(self._native.copy())
        other._extras = copy.deepcopy(self._extras)
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

    def _memory(self, vfs):
        files = _opened(vfs)
        if files is None:
            return {name: _content(value) for name, value in self._assets.items()}
        if self._assets:
            raise ValueError("the model has assets of its own: give either assets or vfs, not both")
        return files

    def recompile(self, m, d, vfs=None):
        """Compiles the model again; returns it with a simulation that goes on where `d` is."""
        before = _spec_state.places(self._native)
        model = MjModel._of(self._compile(vfs, 3))
        data = MjData(model)
        _spec_state.carry(before, m, d, _spec_state.places(self._native), model, data)
        return model, data

    def _push(self):
        """Hands options, statistics and inertias, which Python shows, to the native model."""
        self._native.set_options(self._shadow)
        if self._shown is not None:
            for name in MjStatistic._names:
                value = getattr(self._shown, name)
                value = value.tolist() if isinstance(value, np.ndarray) else float(value)
                first = value[0] if isinstance(value, list) else value
                value = None if math.isnan(first) else value
                if value != self._native.get(_STATISTIC, name):
                    self._native.set(_STATISTIC, name, value)
        for place, extra in self._extras.items():
            if "+inertial" in extra and place not in self._moved and self._native.has(place):
                _spec_inertial.settle(self._wrap(place))

    def _pull(self):
        """Takes options over from the native model."""
        fresh = self._native.options()
        self.option._assign(MjOption._of(fresh))
        self.visual._assign(MjVisual._of(fresh))

    @property
    def option(self):
        """Physics options."""
        return MjOption._of(self._shadow)

    @option.setter
    def option(self, value):
        self.option._assign(value)

    @property
    def visual(self):
        """Visual options."""
        return MjVisual._of(self._shadow)

    @visual.setter
    def visual(self, value):
        self.visual._assign(value)

    @property
    def stat(self):
        """Statistics; not a number where the compiler finds them."""
        if self._shown is None:
            shown = MjStatistic()
            for name in MjStatistic._names:
                value = self._native.get(_STATISTIC, name)
                array = isinstance(getattr(shown, name), np.ndarray)
                setattr(shown, name, value if value is not None else [math.nan, 0, 0] if array else math.nan)
            self._shown = shown
        return self._shown

    @stat.setter
    def stat(self, value):
        self.stat._assign(value)

    @property
    def authored(self):
        """Which options the model file states."""
        return self._authored

    @property
    def compiler(self):
        """Compiler settings."""
        return self._compiler(0)

    def _compiler(self, scope):
        if scope not in self._compilers:
            self._compilers[scope] = MjsCompiler._at(self, _ligament.Place.compiler(scope))
        return self._compilers[scope]

    @property
    def timer(self):
        """Seconds that the last compilation took, by `mjtCTimer`."""
        return self._timer

    @property
    def modelname(self):
        """Name of the model."""
        return self._native.model_name

    @modelname.setter
    def modelname(self, value):
        self._native.model_name = text(value)

    @property
    def comment(self):
        """A remark."""
        return self._comment

    @comment.setter
    def comment(self, value):
        self._comment = text(value)

    @property
    def nemax(self):
        """Most equality constraints; has no effect."""
        return self._nemax

    @nemax.setter
    def nemax(self, value):
        self._nemax = int(value)

    @property
    def hasImplicitPluginElem(self):  # noqa: N802
        """Whether an element configures a plugin of its own."""
        return self._implicit

    @hasImplicitPluginElem.setter
    def hasImplicitPluginElem(self, value):  # noqa: N802
        self._implicit = bool(value)

    @property
    def assets(self):
        """Files in memory, by name."""
        return self._assets

    @assets.setter
    def assets(self, value):
        self._assets = dict(value)

    @property
    def parent(self):
        """The model that this one was attached to."""
        return self._parent

    @property
    def copy_during_attach(self):
        """Whether what is attached is copied, not handed over; can only be set."""
        raise ValueError("copy_during_attach can only be set.")

    @copy_during_attach.setter
    def copy_during_attach(self, value):
        self._copies = bool(value)

    @property
    def _address(self):
        return id(self)

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
        held = [e for e in list(self._wrappers.values()) if isinstance(e, Element) and not e._place.is_prototype]
        for other in held:
            other._bury()
        try:
            self._native.delete(element._place)
        finally:
            self._forget(held)
        self._edits += 1

    def _forget(self, held):
        """Lets go of elements that are gone; those that are still there come back to life."""
        for other in held:
            if self._native.has(other._place):
                other._dead = None
            else:
                self._wrappers.pop(other._place, None)

    def _edited(self, edit):
        """Runs an edit of the native model that may delete elements."""
        self._push()
        held = [e for e in list(self._wrappers.values()) if isinstance(e, Element) and not e._place.is_prototype]
        for other in held:
            other._bury()
        try:
            return edit()
        finally:
            self._forget(held)
            self._edits += 1

    def __repr__(self):
        return f"<MjSpec '{self.modelname}'>"


def _files(include, assets, vfs):
    """The files in memory that come with a model."""
    files = _opened(vfs)
    if files is not None:
        if include or assets:
            raise ValueError("give either include and assets or vfs, not both")
        return files
    return {os.fspath(n): _content(v) for part in (include, assets) for n, v in (part or {}).items()}


def _of_mesh(filename, files, assets):
    """A model of one mesh."""
    spec = MjSpec()
    name = os.path.splitext(os.path.basename(filename))[0]
    spec.add_mesh(name=name, file=filename)
    spec.worldbody.add_geom(type=7, meshname=name)
    spec._assets = files if assets is None else dict(assets)
    spec._trial(None)
    return spec


def _refuse_pixels(spec):
    """MJCF has no place for pixels."""
    for texture in spec.textures:
        if texture._read("data") and not texture.file:
            raise ValueError(f"Error: the pixels of a texture cannot be written as XML\nElement name '{texture.name}'")


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


class _Setting(Row):
    """A setting of the model as a whole."""

    def __init__(self, name, place, row, member):
        super().__init__(name, row, member.__doc__)
        self.place = place
        self.member = member

    def __get__(self, spec, owner=None):
        return self if spec is None else spec._native.get(self.place, self.row)

    def assign(self, spec, value, keyword=False):
        spec._native.set(self.place, self.row, self.member.take(value))


def _settings():
    for row, doc, kind in _ligament.spec_rows(_SIZE):
        yield row, _SIZE, row, from_table(row, row, doc, kind)
    compiler = _ligament.Place.compiler(0)
    names = {"meshdir": "meshdir", "texturedir": "texturedir", "strippath": "strippath", "modelfiledir": "modeldir"}
    rows = {row: (doc, kind) for row, doc, kind in _ligament.spec_rows(compiler)}
    for name, row in names.items():
        yield name, compiler, row, from_table(name, row, *rows[row])


for _name, _place, _row, _member in _settings():
    setattr(MjSpec, _name, _Setting(_name, _place, _row, _member))


def _resolve_orientation(degree, sequence=None, orientation=None):
    """The quaternion of an orientation in another notation."""
    notes = orientation._kept.load(orientation._element)
    letters = "".join(sequence) if sequence is not None else "xyz"
    return _ligament.resolve_orientation(bool(degree), letters, notes["type"], list(notes[notes["type"]]))


MjSpec.resolve_orientation = staticmethod(_resolve_orientation)


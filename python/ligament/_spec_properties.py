"""The part of MjSpec that shows settings: options, statistics, compiler settings, names and switches."""

import math

import numpy as np

from . import _ligament, _spec_inertial
from ._records import MjOption, MjStatistic, MjVisual
from ._spec_rows import Row, from_table, text
from ._spec_settings import MjsCompiler

_SIZE = _ligament.Place.size()
_STATISTIC = _ligament.Place.statistic()


class Properties:
    """Shows settings. Options and statistics are kept where models keep theirs, and handed to the native model when it is used."""

    __slots__ = ()

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
    def hasImplicitPluginElem(self):
        """Whether an element configures a plugin of its own."""
        return self._implicit

    @hasImplicitPluginElem.setter
    def hasImplicitPluginElem(self, value):
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
    setattr(Properties, _name, _Setting(_name, _place, _row, _member))

"""Records of counters: warnings, timers, iterations of the solver."""

import operator

import numpy as np

from ._ligament import Member


class _Stat:
    """One record; its attributes are live."""

    __slots__ = ("_index", "_records")
    _names = ()
    _kinds = {}

    def __init__(self, records=None, index=0):
        if records is None:
            records = _Copied({name: np.array([kind()]) for name, kind in self._kinds.items()})
        self._records = records
        self._index = index

    def __repr__(self):
        rows = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in sorted(self._names))
        return f"<{type(self).__name__}\n{rows}>"

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._names)

    __hash__ = None

    def __copy__(self):
        return type(self)(_Copied({name: np.array([getattr(self, name)]) for name in self._names}), 0)

    def __deepcopy__(self, memo):
        return self.__copy__()


class _Copied:
    """Columns of records that belong to no simulation."""

    def __init__(self, columns):
        self.__dict__.update(columns)


_FRACTIONS = frozenset(("duration", "improvement", "gradient", "lineslope"))


def _record(name, names, doc):
    """The class of a record."""

    def member(field):
        def get(self):
            return getattr(self._records, field)[self._index].item()

        def assign(self, value):
            getattr(self._records, field)[self._index] = value

        return property(get, assign)

    members = {field: member(field) for field in names}
    kinds = {field: float if field in _FRACTIONS else int for field in names}
    members.update(_names=tuple(names), _kinds=kinds, __slots__=(), __doc__=doc, __module__="ligament")
    return type(name, (_Stat,), members)


MjWarningStat = _record("MjWarningStat", ("lastinfo", "number"), "How often a warning was raised.")
MjTimerStat = _record("MjTimerStat", ("duration", "number"), "Time spent in a part of the pipeline.")
MjSolverStat = _record(
    "MjSolverStat",
    ("improvement", "gradient", "lineslope", "nactive", "nchange", "neval", "nupdate"),
    "One iteration of a constraint solver.",
)


class _StatList:
    """Records of a kind; an attribute is the live array of all of them."""

    __slots__ = ("_data", "_slice")
    _record = _Stat
    _columns = ()

    def __init__(self, data, part=slice(None)):
        self._data = data
        self._slice = part

    def __len__(self):
        return len(getattr(self, self._record._names[0]))

    def __getitem__(self, index):
        if isinstance(index, slice):
            total = len(self._columns[0].__get__(self._data))
            chosen = range(total)[self._slice][index]
            stop = chosen.stop if chosen.stop >= 0 else None
            return type(self)(self._data, slice(chosen.start, stop, chosen.step))
        index = operator.index(index)
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"Expected an index between 0 and {count - 1}, got {index}")
        return self._record(self, index % count)

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return all(np.array_equal(getattr(self, n), getattr(other, n)) for n in self._record._names)

    __hash__ = None

    def __repr__(self):
        names = sorted(self._record._names)
        rows = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in names)
        return f"<{type(self).__name__}\n{rows}>"


def stat_list(name, cls):
    """The class of the list called `name` of records of a class."""

    def member(column):
        def get(self):
            return column.__get__(self._data)[self._slice]

        def assign(self, value):
            get(self)[...] = value

        return property(get, assign)

    columns = [Member.data_array(f"{name}.{field}", "") for field in cls._names]
    members = {field: member(column) for field, column in zip(cls._names, columns)}
    members.update(
        _columns=columns,
        _record=cls,
        __slots__=(),
        __doc__=f"The `{name}` records of a simulation.",
        __module__="ligament",
    )
    return type(f"_{cls.__name__}List", (_StatList,), members)

"""Records of counters: warnings, timers, iterations of the solver."""

import operator


class _Stat:
    """One record; its attributes are live."""

    __slots__ = ("_columns", "_index")
    _names = ()

    def __init__(self, columns, index):
        self._columns = columns
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
        return type(self)([column[self._index : self._index + 1].copy() for column in self._columns], 0)

    def __deepcopy__(self, memo):
        return self.__copy__()


def _record(name, names, doc):
    """The class of a record."""

    def member(column):
        def get(self):
            return self._columns[column][self._index].item()

        def assign(self, value):
            self._columns[column][self._index] = value

        return property(get, assign)

    members = {field: member(i) for i, field in enumerate(names)}
    members.update(_names=tuple(names), __slots__=(), __doc__=doc, __module__="ligament")
    return type(name, (_Stat,), members)


MjWarningStat = _record("MjWarningStat", ("lastinfo", "number"), "How often a warning was raised.")
MjTimerStat = _record("MjTimerStat", ("duration", "number"), "Time spent in a part of the pipeline.")
MjSolverStat = _record(
    "MjSolverStat",
    ("improvement", "gradient", "lineslope", "nactive", "nchange", "neval", "nupdate"),
    "One iteration of a constraint solver.",
)


class _StatList:
    """All records of a kind; an attribute is the live array of all records."""

    __slots__ = ("_columns",)
    _record = _Stat

    def __init__(self, columns):
        self._columns = columns

    def __len__(self):
        return len(self._columns[0])

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)([column[index] for column in self._columns])
        index = operator.index(index)
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"Expected an index between 0 and {count - 1}, got {index}")
        return self._record(self._columns, index % count)

    def __repr__(self):
        names = sorted(self._record._names)
        rows = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in names)
        return f"<{type(self).__name__}\n{rows}>"


def stat_list(name, cls):
    """The class of the list called `name` of records of a class."""

    def member(column):
        def get(self):
            return self._columns[column]

        def assign(self, value):
            self._columns[column][...] = value

        return property(get, assign)

    members = {field: member(i) for i, field in enumerate(cls._names)}
    members.update(_record=cls, __slots__=(), __doc__=f"The `{name}` records of a simulation.", __module__="ligament")
    return type(f"_{cls.__name__}List", (_StatList,), members)

"""Elements of an editable model: what all kinds have in common, and their classes, made from the native tables."""

from . import _ligament
from . import _spec_tables as tables
from ._spec_rows import Array, Plain, Row, from_table, text


class MjsElement:
    """Something that belongs to an editable model."""

    __slots__ = ()
    __module__ = "ligament"

    def __init__(self, *args, **kwargs):
        raise TypeError(
            f"{type(self).__name__}: elements are made by the add_… methods of MjSpec, MjsBody and MjsFrame"
        )


class Fields(MjsElement):
    """A place in a model whose fields are properties."""

    __slots__ = ("__weakref__", "_dead", "_live", "_place", "_spec")
    __module__ = "ligament"
    _defaults = {}

    @classmethod
    def _at(cls, spec, place):
        self = cls.__new__(cls)
        self._spec = spec
        self._place = place
        self._live = {}
        self._dead = None
        return self

    def _extra(self):
        """What only Python keeps of this element."""
        return self._spec._extras.setdefault(self._place, {})

    def _read(self, row):
        if self._dead is not None:
            return self._dead.get(row, self._defaults.get(row))
        if row[0] == "+":
            extra = self._spec._extras.get(self._place)
            value = extra.get(row) if extra else None
            return self._defaults.get(row) if value is None else value
        return self._spec._native.get(self._place, row)

    def _write(self, row, value):
        if self._dead is not None:
            raise ValueError(f"Error: {self._what()} is not in this model")
        if row[0] == "+":
            self._extra()[row] = value
        else:
            self._spec._native.set(self._place, row, value)

    def _what(self):
        return "element"


class Element(Fields):
    """An element, or the prototype of one in a default class."""

    __slots__ = ()
    __module__ = "ligament"
    _kind = ""
    _rows = ()

    def _what(self):
        return self._kind

    def _bury(self):
        """Keeps the values of an element that is about to be deleted."""
        read = self._spec._native.get
        values = {row: read(self._place, row) for row in self._rows}
        values.update(self._spec._extras.get(self._place, {}))
        values["name"] = self.name
        self._dead = values

    @property
    def name(self):
        """Name; empty if it has none."""
        if self._dead is not None:
            return self._dead["name"]
        if self._place.is_prototype:
            return ""
        return self._spec._native.name(self._place)

    @name.setter
    def name(self, value):
        value = text(value)
        if self._dead is not None:
            raise ValueError(f"Error: {self._kind} is not in this model")
        native = self._spec._native
        if value:
            known = native.find(self._place.kind, value)
            if known is not None and known != self._place:
                raise ValueError(f"Error: repeated name '{value}' in {self._kind}")
        native.set_name(self._place, value)

    @property
    def classname(self):
        """The default class whose values the element started from."""
        if self._place.is_prototype:
            return self._spec._class(self._place.owner())
        if self._dead is not None:
            return self._spec.default
        return self._spec._class(self._spec._native.class_of(self._place))

    @classname.setter
    def classname(self, value):
        from ._spec_class import MjsDefault

        if not isinstance(value, MjsDefault):
            raise TypeError(f"classname must be an MjsDefault, not {type(value).__name__}")
        self._set_class(value)

    def _set_class(self, value):
        self._spec._native.set_class(self._place, value._place)

    @property
    def info(self):
        """A text that messages about the element show."""
        value = self._read("+info")
        if value is not None or self._dead is not None or self._place.is_prototype:
            return value or ""
        _, line, _, _ = self._spec._native.origin(self._place)
        return f"line {line}" if line else ""

    @info.setter
    def info(self, value):
        self._write("+info", text(value))

    @property
    def id(self):
        """Position among its kind; -1 for elements of the tree that are not compiled, and for deleted ones."""
        return self._spec._id(self)

    @property
    def signature(self):
        """A number that the compiled model has as well, if the structure of this one has not changed since."""
        return 0 if self._dead is not None else self._spec._signature()

    @property
    def compiler(self):
        """The compiler settings that rule the element."""
        if self._dead is not None or self._place.is_prototype:
            return self._spec.compiler
        return self._spec._compiler(self._spec._native.origin(self._place)[3])


class InTree(Element):
    """An element in the tree of bodies."""

    __slots__ = ()
    __module__ = "ligament"

    @property
    def parent(self):
        """The body it belongs to."""
        if self._dead is not None or self._place.is_prototype:
            return None
        return self._spec._wrap(self._spec._native.body_of(self._place))

    @property
    def frame(self):
        """The frame it is in; None if it is directly in its body."""
        if self._dead is not None or self._place.is_prototype:
            return None
        return self._spec._wrap(self._spec._native.frame_of(self._place))

    def set_frame(self, frame):
        """Puts the element into a frame of its body."""
        self._spec._native.set_frame(self._place, frame._place)


def properties(kind, what):
    """The properties of a kind, from the native table."""
    members = {}
    for row, doc, value_type in _ligament.spec_rows(what):
        name = tables.shown(kind, row)
        if name is None:
            continue
        member = from_table(name, row, doc, value_type, tables.ENUMERATED.get(row))
        if (kind, row) in tables.WHOLE:
            member = Plain(name, row, doc, lambda x: bool(int(x)), int)
        if isinstance(member, Array):
            member.scalar = tables.SCALAR.get((kind, row))
            if (kind, row) == ("frame", "scale"):
                member.error = ValueError
            if row == "size" and kind in ("geom", "site"):
                member.shortest = 1
        if member is not None:
            members[name] = member
    return members


def element_class(kind, base, members, doc, extras=None):
    """The class of a kind of element: rows of the native table and what `members` adds."""
    number = tables.OBJECTS[kind]
    own = {**properties(kind, number), **members}
    own.update(
        __slots__=(),
        __module__="ligament",
        __doc__=doc,
        _kind=kind,
        _number=number,
        _rows=tuple(row for row, *_ in _ligament.spec_rows(number)),
        _defaults=extras or {},
    )
    if kind not in (*tables.CLASSED, "body") or kind == "tendon":
        own["classname"] = property(doc="")
    cls = type(tables.KINDS[kind][0], (base,), own)
    if "classname" in own:
        cls.classname = _no_class
    return cls


class _NoClass:
    """Kinds that take no default class have no `classname`."""

    def __get__(self, element, owner=None):
        raise AttributeError("this kind of element has no default class")


_no_class = _NoClass()


def keywords(element, values):
    """Assigns keyword arguments; the names are those of properties that can be written."""
    cls = type(element)
    for name, value in values.items():
        if value is None:
            continue
        member = getattr(cls, name, None) if not name.startswith("_") else None
        if isinstance(member, Row):
            member.assign(element, value, keyword=True)
        elif isinstance(member, property) and member.fset is not None:
            member.fset(element, value)
        else:
            raise TypeError(f"add_{element._kind}(): incompatible function arguments: there is no '{name}'")

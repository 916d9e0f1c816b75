"""Fields that are lists of records in the native tables and several lists in MuJoCo; paths of tendons."""

from ._spec_element import Element, MjsElement
from ._spec_live import LIVE
from ._spec_rows import Row, enumeration, number, text


class Columns:
    """One list of records as several lists, which may differ in length while they are being set."""

    def __init__(self, row, blank):
        self.row = row
        self.blank = blank

    def load(self, element):
        """The lists, by entry."""
        kept = element._read("+" + self.row)
        if kept is not None:
            return kept
        records = element._read(self.row)
        return {name: [record[name] for record in records] for name in self.blank}

    def store(self, element, lists):
        """Writes all lists."""
        element._write("+" + self.row, lists)
        count = max(len(values) for values in lists.values())
        records = []
        for i in range(count):
            records.append({n: v[i] if i < len(v) else self.blank[n] for n, v in lists.items()})
        element._write(self.row, records)


class Column(Row):
    """One of the lists. `width` numbers of the list belong to one record; 0 for lists of lists."""

    def __init__(self, name, columns, entry, kind, width=1):
        super().__init__(name, columns.row)
        self.columns = columns
        self.entry = entry
        self.kind = kind
        self.width = width

    def __get__(self, element, owner=None):
        if element is None:
            return self
        values = self.columns.load(element)[self.entry]
        if self.width == 0:
            return [list(x) for x in values]
        flat = values if self.width == 1 else [x for part in values for x in part]
        return LIVE[self.kind](flat, lambda new: self.assign(element, new))

    def assign(self, element, value, keyword=False):
        convert = {"text": text, "int": int}.get(self.kind, number)
        if isinstance(value, str):
            raise TypeError(f"{self.name} should be a list.")
        if self.width == 0:
            values = [[convert(x) for x in part] for part in value]
        else:
            values = [convert(x) for x in value]
            if self.width > 1:
                values = [values[i : i + self.width] for i in range(0, len(values), self.width)]
        lists = self.columns.load(element)
        lists[self.entry] = values
        self.columns.store(element, lists)


_BONES = Columns(
    "bones", {"body": "", "bindpos": [0.0] * 3, "bindquat": [1.0, 0.0, 0.0, 0.0], "vertid": [], "vertweight": []}
)
_ITEMS = Columns("items", {"objtype": 0, "objname": "", "prm": 0.0})
SKIN = {
    "bodyname": Column("bodyname", _BONES, "body", "text"),
    "bindpos": Column("bindpos", _BONES, "bindpos", "single", 3),
    "bindquat": Column("bindquat", _BONES, "bindquat", "single", 4),
    "vertid": Column("vertid", _BONES, "vertid", "int", 0),
    "vertweight": Column("vertweight", _BONES, "vertweight", "single", 0),
}
TUPLE = {
    "objtype": Column("objtype", _ITEMS, "objtype", "int"),
    "objname": Column("objname", _ITEMS, "objname", "text"),
    "objprm": Column("objprm", _ITEMS, "prm", "real"),
}


class MjsWrap(MjsElement):
    """One item of the path of a tendon."""

    __slots__ = ("_index", "_tendon")
    __module__ = "ligament"

    @classmethod
    def _of(cls, tendon, index):
        self = cls.__new__(cls)
        self._tendon = tendon
        self._index = index
        return self

    def __eq__(self, other):
        return isinstance(other, MjsWrap) and (self._tendon, self._index) == (other._tendon, other._index)

    def __hash__(self):
        return hash((id(self._tendon), self._index))

    @property
    def _item(self):
        return self._tendon._read("path")[self._index]

    @property
    def type(self):
        """Kind of item; of geoms, sphere or cylinder by what the geom is."""
        kinds = enumeration("mjtWrap")
        word = self._item["type"]
        if word == "geom":
            target = self.target
            cylinder = target is not None and target.type == enumeration("mjtGeom").mjGEOM_CYLINDER
            return kinds.mjWRAP_CYLINDER if cylinder else kinds.mjWRAP_SPHERE
        return kinds[f"mjWRAP_{word.upper()}"]

    @property
    def target(self):
        """The joint, site or geom; None for pulleys."""
        item = self._item
        if item["type"] == "pulley":
            return None
        return getattr(self._tendon._spec, item["type"])(item[item["type"]])

    @property
    def sidesite(self):
        """The site that says on which side of a geom the tendon passes; None if there is none."""
        name = self._item.get("sidesite")
        return self._tendon._spec.site(name) if name else None

    @property
    def coef(self):
        """Coefficient of a joint."""
        return self._item.get("coef", 0.0)

    @property
    def divisor(self):
        """Divisor of a pulley."""
        return self._item.get("divisor", 0.0)

    @property
    def info(self):
        """A text that messages show."""
        return (self._tendon._read("+wrapinfo") or {}).get(self._index, "")

    @info.setter
    def info(self, value):
        notes = dict(self._tendon._read("+wrapinfo") or {})
        notes[self._index] = text(value)
        self._tendon._write("+wrapinfo", notes)


class MjsTendonPath(MjsElement):
    """The path of a tendon."""

    __slots__ = ("_tendon",)
    __module__ = "ligament"

    @classmethod
    def _of(cls, tendon):
        self = cls.__new__(cls)
        self._tendon = tendon
        return self

    def __len__(self):
        return len(self._tendon._read("path"))

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(f"index {index} is not below {len(self)}")
        return MjsWrap._of(self._tendon, index)


class Tendon(Element):
    """A tendon."""

    __slots__ = ()
    __module__ = "ligament"

    @property
    def path(self):
        """The path, in order."""
        return MjsTendonPath._of(self)

    def default(self):
        """The default class whose values the tendon started from."""
        return self._spec._class(self._spec._native.class_of(self._place))

    def _append(self, kind, item):
        self._write("kind", kind)
        path = self._read("path")
        self._write("path", [*path, item])
        return MjsWrap._of(self, len(path))

    def wrap_site(self, name):
        """Adds a site to pass through."""
        return self._append(1, {"type": "site", "site": text(name)})

    def wrap_geom(self, name, sidesite):
        """Adds a geom to wrap around, on the side of a site (may be empty)."""
        return self._append(1, {"type": "geom", "geom": text(name), "sidesite": text(sidesite)})

    def wrap_joint(self, name, coef):
        """Adds a joint with its coefficient."""
        return self._append(0, {"type": "joint", "joint": text(name), "coef": float(coef)})

    def wrap_pulley(self, divisor):
        """Adds a pulley."""
        return self._append(1, {"type": "pulley", "divisor": float(divisor)})

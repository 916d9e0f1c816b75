"""Orientations as written: a quaternion, or another notation that takes its place."""

from ._facts import ENUMS
from ._spec_element import MjsElement
from ._spec_live import LiveArray
from ._spec_rows import Array, Row, enumeration

FORMS = {"axisangle": 4, "xyaxes": 6, "zaxis": 3, "euler": 3}
_NUMBERS = {name[14:].lower(): number for name, number in ENUMS["mjtOrientation"].items()}
_WORDS = {number: word for word, number in _NUMBERS.items()}
IDENTITY = [1.0, 0.0, 0.0, 0.0]


def notes_of(record, quat=None):
    """All notations of an orientation, the one that counts under `type`."""
    notes = {"type": record["type"], "quat": list(quat or IDENTITY)}
    notes.update((form, [0.0] * count) for form, count in FORMS.items())
    notes[record["type"]] = list(record[record["type"]])
    return notes


def record_of(notes):
    """What the native table holds of an orientation."""
    word = notes["type"]
    return {"type": word, word: list(notes[word])}


class Kept:
    """Where an element keeps its orientation: the notation that counts in the native table, the others beside it."""

    row = "orientation"
    beside = "+alt"

    @classmethod
    def load(cls, element):
        """All notations."""
        record = element._read(cls.row)
        notes = element._read(cls.beside)
        if notes is None:
            return notes_of(record)
        notes["type"] = record["type"]
        notes[record["type"]] = list(record[record["type"]])
        return notes

    @classmethod
    def store(cls, element, notes):
        """Writes all notations."""
        element._write(cls.beside, notes)
        element._write(cls.row, record_of(notes))


class MjsOrientation(MjsElement):
    """An orientation in another notation than a quaternion; `type` says which one counts."""

    __slots__ = ("_element", "_kept")
    __module__ = "ligament"

    @classmethod
    def _of(cls, element, kept):
        self = cls.__new__(cls)
        self._element = element
        self._kept = kept
        return self

    @property
    def type(self):
        """The notation that counts."""
        return enumeration("mjtOrientation")(_NUMBERS[self._kept.load(self._element)["type"]])

    @type.setter
    def type(self, value):
        notes = self._kept.load(self._element)
        notes["type"] = _WORDS[int(value)]
        self._kept.store(self._element, notes)


def _form(name, count):
    row = Array(name, name, "", "real", count)

    def get(self):
        element, kept = self._element, self._kept

        def write(values):
            notes = kept.load(element)
            notes[name] = values
            kept.store(element, notes)

        return LiveArray._of(kept.load(element)[name], float, write)

    def assign(self, value):
        get(self)[...] = row.numbers(value, False)

    return property(get, assign, doc=f"Numbers of the notation '{name}'.")


for _name, _count in FORMS.items():
    setattr(MjsOrientation, _name, _form(_name, _count))


class Alt(Row):
    """The property that shows an orientation in other notations."""

    def __init__(self, name, kept, doc):
        super().__init__(name, kept.row, doc)
        self.kept = kept

    def __get__(self, element, owner=None):
        return self if element is None else MjsOrientation._of(element, self.kept)

    def assign(self, element, value, keyword=False):
        if not isinstance(value, MjsOrientation):
            raise TypeError(f"{self.name} must be an MjsOrientation")
        self.kept.store(element, dict(value._kept.load(value._element)))


class Quaternion(Array):
    """The quaternion of an orientation. It counts unless another notation is set."""

    def __init__(self, name, kept, doc):
        super().__init__(name, kept.row, doc, "real", 4)
        self.kept = kept

    def __get__(self, element, owner=None):
        if element is None:
            return self
        values = self.kept.load(element)["quat"]
        array = element._live.get(self.name)
        if array is None:
            array = LiveArray._of(values, float, lambda new: self.write(element, new))
            element._live[self.name] = array
        else:
            array._refresh(values)
        return array

    def write(self, element, values):
        """Writes the quaternion."""
        notes = self.kept.load(element)
        notes["quat"] = values
        self.kept.store(element, notes)

    def assign(self, element, value, keyword=False):
        values = self.numbers(value, keyword)
        self.write(element, values)
        if self.name in element._live:
            element._live[self.name]._refresh(values)


def take_keywords(element, values, kept, prefix=""):
    """Takes the notations among keyword arguments out and assigns them."""
    given = [form for form in FORMS if values.get(prefix + form) is not None]
    names = [prefix + form for form in FORMS]
    if len(given) > 1:
        raise ValueError(f"Only one of: {', '.join(names[:-1])}, or {names[-1]} can be set.")
    for form in given:
        numbers = Array(prefix + form, form, "", "real", FORMS[form]).numbers(values[prefix + form], True)
        notes = kept.load(element)
        notes["type"], notes[form] = form, numbers
        kept.store(element, notes)
    for name in names:
        values.pop(name, None)


def members(kept=Kept, prefix=""):
    """The properties of an orientation."""
    return {
        prefix + "quat": Quaternion(prefix + "quat", kept, "Orientation as a quaternion, w x y z."),
        prefix + "alt": Alt(
            prefix + "alt", kept, "Orientation in another notation, which takes the place of the quaternion."
        ),
    }

"""The explicit inertia of a body: MuJoCo shows it as fields of the body."""

import math

from ._spec_live import LiveArray
from ._spec_orientation import members as orientation_members
from ._spec_orientation import notes_of, record_of
from ._spec_rows import Array, Row, number

_ARRAYS = {"ipos": 3, "inertia": 3, "fullinertia": 6}


def load(body):
    """All fields. They count once the position is given, or the body says that its inertia is explicit."""
    kept = body._read("+inertial")
    record = body._read("inertial")
    if kept is not None:
        return kept
    if record is None:
        nan = math.nan
        fields = {"mass": 0.0, "ipos": [nan, 0.0, 0.0], "inertia": [0.0] * 3, "fullinertia": [nan] + [0.0] * 5}
        return {**fields, "alt": notes_of({"type": "quat", "quat": [1.0, 0.0, 0.0, 0.0]}), "explicit": False}
    full = record["fullinertia"]
    return {
        "mass": record["mass"],
        "ipos": record["pos"],
        "inertia": record["diaginertia"],
        "fullinertia": full if full is not None else [math.nan] + [0.0] * 5,
        "alt": notes_of(record["orientation"]),
        "explicit": True,
    }


def store(body, fields):
    """Writes all fields."""
    body._write("+inertial", fields)
    settle(body)


def settle(body):
    """Gives the native model the inertia if it counts."""
    fields = body._read("+inertial")
    if fields is None:
        return
    given = not math.isnan(fields["ipos"][0])
    alone = fields["mass"] > 0 and not body.geoms
    if not (given or fields["explicit"] or alone):
        body._write("inertial", None)
        return
    full = fields["fullinertia"]
    record = {
        "pos": fields["ipos"] if given else [0.0, 0.0, 0.0],
        "orientation": record_of(fields["alt"]),
        "mass": fields["mass"],
        "diaginertia": fields["inertia"],
        "fullinertia": None if math.isnan(full[0]) else full,
    }
    body._write("inertial", record)


class Orientation:
    """Where the orientation of the inertia is kept."""

    row = "inertial"

    @staticmethod
    def load(body):
        """All notations."""
        return load(body)["alt"]

    @staticmethod
    def store(body, notes):
        """Writes all notations."""
        fields = load(body)
        fields["alt"] = notes
        store(body, fields)


class _Numbers(Array):
    """An array of the inertia."""

    def __get__(self, body, owner=None):
        if body is None:
            return self
        values = load(body)[self.name]
        array = body._live.get(self.name)
        if array is None:
            array = LiveArray._of(values, float, lambda new: self.write(body, new))
            body._live[self.name] = array
        else:
            array._refresh(values)
        return array

    def write(self, body, values):
        """Writes the array."""
        fields = load(body)
        fields[self.name] = values
        store(body, fields)

    def assign(self, body, value, keyword=False):
        values = self.numbers(value, keyword)
        self.write(body, values)
        if self.name in body._live:
            body._live[self.name]._refresh(values)


class _Single(Row):
    """A single value of the inertia."""

    def __init__(self, name, key, convert, doc):
        super().__init__(name, "inertial", doc)
        self.key = key
        self.convert = convert

    def __get__(self, body, owner=None):
        return self if body is None else load(body)[self.key]

    def assign(self, body, value, keyword=False):
        fields = load(body)
        fields[self.key] = self.convert(value)
        store(body, fields)


def members():
    """The properties of the inertia."""
    return {
        "mass": _Single("mass", "mass", number, "Mass."),
        "explicitinertial": _Single(
            "explicitinertial", "explicit", bool, "Whether the inertia is given, not inferred."
        ),
        "ipos": _Numbers("ipos", "inertial", "Centre of mass.", "real", 3),
        "inertia": _Numbers("inertia", "inertial", "Principal moments.", "real", 3),
        "fullinertia": _Numbers("fullinertia", "inertial", "Inertia matrix: xx yy zz xy xz yz.", "real", 6),
        **orientation_members(Orientation, "i"),
    }

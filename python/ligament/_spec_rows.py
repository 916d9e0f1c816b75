"""Properties of the elements of an editable model, made from the rows of the native tables."""

import math
import operator

import numpy as np

from ._facts import ENUMS
from ._spec_live import LIVE, LiveArray

NUMPY = {"real": np.float64, "single": np.float32, "int": np.int32}
_ENUM_CLASSES = {}


def enumeration(name):
    """The enumeration of the package with a name."""
    if name not in _ENUM_CLASSES:
        import ligament

        _ENUM_CLASSES[name] = getattr(ligament, name)
    return _ENUM_CLASSES[name]


def number(value):
    """A number; texts are none."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"expected a number, got {type(value).__name__}")
    return float(value)


def text(value):
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"expected a string, got {type(value).__name__}")
    return value


class Row:
    """A property that shows one field. `row` is its name in the native table, or starts with + for what only Python keeps."""

    def __init__(self, name, row, doc=""):
        self.name = name
        self.row = row
        self.__doc__ = doc

    def __get__(self, element, owner=None):
        if element is None:
            return self
        return self.show(element, element._read(self.row))

    def __set__(self, element, value):
        self.assign(element, value)

    def show(self, element, value):
        """What the user sees."""
        return value

    def assign(self, element, value, keyword=False):
        """Writes a value, which may come from a keyword argument."""
        element._write(self.row, self.take(value))

    def take(self, value):
        """The value to write."""
        return value


class Plain(Row):
    """A single value that is converted when written."""

    def __init__(self, name, row, doc, take, show=None):
        super().__init__(name, row, doc)
        self.take = take
        self._show = show

    def show(self, element, value):
        return value if self._show is None else self._show(value)


class Enumerated(Row):
    """A value of an enumeration."""

    def __init__(self, name, row, doc, kind):
        super().__init__(name, row, doc)
        self.kind = kind

    def show(self, element, value):
        try:
            return enumeration(self.kind)(int(value))
        except ValueError:
            return int(value)

    def take(self, value):
        value = operator.index(value)
        if value not in ENUMS[self.kind].values():
            raise ValueError(f"{value} is no value of {self.kind}")
        return value


class Array(Row):
    """A short array of fixed length. With `scalar`, one number stands for all (fill) or for the first (poly)."""

    def __init__(self, name, row, doc, kind, count, scalar=None, shortest=None, error=TypeError):
        super().__init__(name, row, doc)
        self.kind = kind
        self.count = count
        self.scalar = scalar
        self.shortest = shortest
        self.error = error

    def values(self, value):
        """The numbers of what the table holds; nothing is not a number in the first."""
        if value is None:
            return [math.nan] + [0.0] * (self.count - 1)
        return [math.nan if x is None else x for x in value]

    def show(self, element, value):
        values = self.values(value)
        array = element._live.get(self.name)
        if array is None:
            array = LiveArray._of(values, NUMPY[self.kind], lambda new: element._write(self.row, self.settle(new)))
            element._live[self.name] = array
        else:
            array._refresh(values)
        return array

    def settle(self, values):
        """The numbers for the table."""
        return values

    def assign(self, element, value, keyword=False):
        values = self.numbers(value, keyword)
        element._write(self.row, self.settle(values))
        if self.name in element._live:
            element._live[self.name]._refresh(values)

    def numbers(self, value, keyword):
        """The numbers of what the user gives."""
        if isinstance(value, (str, bytes)):
            raise TypeError(f"{self.name} should be a list/array of numbers.")
        try:
            array = np.asarray(value, dtype=np.int64 if self.kind == "int" else np.float64)
        except (ValueError, TypeError) as error:
            raise TypeError(f"{self.name} should be a list/array of numbers.") from error
        if array.ndim == 0 and self.scalar:
            x = array.item()
            return [x] * self.count if self.scalar == "fill" else [x] + [0.0] * (self.count - 1)
        if keyword and self.shortest is not None:
            if array.ndim == 0 or not self.shortest <= array.size <= self.count:
                raise ValueError(f"{self.name} should be a list/array of size {self.shortest} to {self.count}.")
            return array.ravel().tolist() + [0.0] * (self.count - array.size)
        if self.scalar == "poly" and array.ndim == 1 and 1 <= array.size <= self.count:
            return array.tolist() + [0.0] * (self.count - array.size)
        if array.ndim == 0 or array.size != self.count:
            error = ValueError if keyword else self.error
            raise error(f"{self.name} should be a list/array of size {self.count}.")
        return array.ravel().tolist()


class OptionalArray(Array):
    """An array that need not be given: its first number is then not a number."""

    def settle(self, values):
        return None if math.isnan(values[0]) else values


class ArrayOfOptional(Array):
    """An array each of whose numbers need not be given."""

    def settle(self, values):
        return [None if math.isnan(x) else x for x in values]


class Listed(Row):
    """A list of any length. With `single`, one text stands for a list of it."""

    def __init__(self, name, row, doc, kind, single=False):
        super().__init__(name, row, doc)
        self.kind = kind
        self.single = single

    def show(self, element, value):
        return LIVE[self.kind](value, lambda new: element._write(self.row, new))

    def take(self, value):
        if isinstance(value, str) and self.single:
            return [value] if value else []
        if isinstance(value, (str, bytes)):
            raise TypeError(f"{self.name} should be a list.")
        if self.kind == "text":
            return [text(x) for x in value]
        values = np.asarray(value).ravel().tolist()
        return [operator.index(x) for x in values] if self.kind == "int" else [number(x) for x in values]


class FixedTexts(Listed):
    """A list of texts of fixed length."""

    def __init__(self, name, row, doc, count):
        super().__init__(name, row, doc, "text")
        self.count = count

    def take(self, value):
        values = super().take(value)
        if len(values) != self.count:
            raise ValueError(f"{self.name} must have exactly {self.count} elements, got {len(values)}.")
        return values


class Characters(Row):
    """Characters of fixed number: `encode` and `decode` turn the list into what the table holds."""

    def __init__(self, name, row, doc, count, encode, decode):
        super().__init__(name, row, doc)
        self.count = count
        self.encode = encode
        self.decode = decode

    def show(self, element, value):
        return LIVE["char"](self.decode(value), lambda new: element._write(self.row, self.encode(new)))

    def assign(self, element, value, keyword=False):
        characters = list(value)
        if any(not isinstance(c, str) or len(c) != 1 for c in characters):
            raise ValueError(f"{self.name} list elements must be single characters.")
        if keyword and len(characters) != self.count:
            raise ValueError(f"{self.name} should have length {self.count}.")
        if len(characters) > self.count:
            raise ValueError(f"{self.name} may have at most {self.count} characters")
        characters += ["\0"] * (self.count - len(characters))
        element._write(self.row, self.encode(characters))


def optional(convert):
    """A converter to a number, or to nothing for what is not a number."""

    def take(value):
        value = convert(value)
        return None if math.isnan(value) else value

    return take


def from_table(name, row, doc, kind, enum=None):
    """The property of a row of the native table, by the description of its type; None for records."""
    words = kind.split(" ")
    if words[0] == "bool":
        return Plain(name, row, doc, lambda x: bool(operator.index(x)))
    if words[0] == "int":
        return Enumerated(name, row, doc, enum) if enum else Plain(name, row, doc, operator.index)
    if words[0] in ("real", "single"):
        return Plain(name, row, doc, number)
    if words[0] == "text":
        return Plain(name, row, doc, text)
    if words[0] in ("enum", "auto"):
        return Enumerated(name, row, doc, enum or words[1])
    if words[0] == "list" and words[1] in LIVE:
        return Listed(name, row, doc, words[1])
    if words[0] == "array" and words[2] in NUMPY:
        return Array(name, row, doc, words[2], int(words[1]))
    if words[0] == "array" and words[2] == "text":
        return FixedTexts(name, row, doc, int(words[1]))
    if words[0] == "array" and words[2] == "optional":
        return ArrayOfOptional(name, row, doc, words[3], int(words[1]))
    if words[0] == "optional" and words[1] == "array":
        return OptionalArray(name, row, doc, words[3], int(words[2]))
    if words[0] == "optional" and words[1] == "real":
        return Plain(name, row, doc, optional(number), lambda x: math.nan if x is None else x)
    if words[0] == "optional" and words[1] == "int":
        return Plain(name, row, doc, operator.index, lambda x: -1 if x is None else x)
    return None

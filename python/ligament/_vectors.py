"""Lists of one type of number, text or bytes, of fixed length, as editable models hold them."""

import operator


class _Vec:
    """A list whose elements are converted when they are set."""

    __slots__ = ("_items",)
    __module__ = "ligament"
    _convert = staticmethod(float)

    def __init__(self, values=(), count=None):
        """From values, or `count` times one value."""
        items = [values] * operator.index(count) if count is not None else values
        self._items = [self._convert(item) for item in items]

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __getitem__(self, index):
        return self._items[index]

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            values = [self._convert(item) for item in value]
            if len(values) != len(self._items[index]):
                raise ValueError("the length of a list cannot be changed through its elements")
            self._items[index] = values
        else:
            self._items[index] = self._convert(value)

    def __eq__(self, other):
        if not isinstance(other, (_Vec, list, tuple)):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None

    def __repr__(self):
        return f"{type(self).__name__}({self._items!r})"


def _byte(value):
    value = value[0] if isinstance(value, (bytes, bytearray)) and len(value) == 1 else operator.index(value)
    if not 0 <= value < 256:
        raise ValueError("a byte is a number from 0 to 255")
    return value


def _character(value):
    if isinstance(value, str) and len(value) == 1:
        return value
    if isinstance(value, (bytes, bytearray)) and len(value) == 1:
        return value.decode("latin-1")
    raise TypeError("expected one character")


def _text(value):
    if isinstance(value, bytes):
        return value.decode()
    if not isinstance(value, str):
        raise TypeError(f"expected a string, got {type(value).__name__}")
    return value


def _vec(name, convert, what):
    members = {"__slots__": (), "_convert": staticmethod(convert), "__doc__": f"A list of {what}.", "__module__": "ligament"}
    return type(name, (_Vec,), members)


MjByteVec = _vec("MjByteVec", _byte, "bytes")
MjCharVec = _vec("MjCharVec", _character, "characters")
MjDoubleVec = _vec("MjDoubleVec", float, "numbers")
MjFloatVec = _vec("MjFloatVec", float, "numbers")
MjIntVec = _vec("MjIntVec", operator.index, "whole numbers")
MjStringVec = _vec("MjStringVec", _text, "texts")

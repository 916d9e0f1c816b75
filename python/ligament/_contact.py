"""Contacts: a list of records, and arrays over all of them."""

import operator

import numpy as np

from . import _ligament

# One contact as a NumPy record.
DTYPE = np.dtype(
    [(name, kind) if count == 1 else (name, kind, (count,)) for name, kind, count in _ligament.contact_fields()]
)
_EMPTY = {"geom1": -1, "geom2": -1, "geom": -1, "flex": -1, "elem": -1, "vert": -1, "efc_address": -1}


class MjContact:
    """One contact, as it was when it was read. Assigning to an attribute also changes the contact in the simulation."""

    __slots__ = ("_data", "_index", "_record")
    __module__ = "ligament"

    def __init__(self):
        self._data = None
        self._index = 0
        self._record = np.zeros(1, DTYPE)
        for name, value in _EMPTY.items():
            self._record[name] = value

    @classmethod
    def _of(cls, data, index, records):
        contact = cls.__new__(cls)
        contact._data = data
        contact._index = index
        contact._record = records[index : index + 1]
        return contact

    def _assign(self, name, value):
        record = self._record.copy()
        record[name][0] = value
        if self._data is not None:
            self._data.set_contact(self._index, record.tobytes())
            record.flags.writeable = False
        self._record = record

    def __eq__(self, other):
        if not isinstance(other, MjContact):
            return NotImplemented
        return self._record.tobytes() == other._record.tobytes()

    __hash__ = None

    def __copy__(self):
        copy = MjContact()
        copy._record = self._record.copy()
        return copy

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __repr__(self):
        rows = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in sorted(DTYPE.names))
        return f"<MjContact\n{rows}>"


class ContactList:
    """The contacts of a simulation when it was read; an attribute is an array over all of them."""

    __slots__ = ("_data", "_records")
    __module__ = "ligament"
    __qualname__ = "_MjContactList"

    def __init__(self, data):
        self._data = data
        self._records = np.frombuffer(data.contacts(), DTYPE)

    def __len__(self):
        return len(self._records)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        index = operator.index(index)
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"Expected an index between 0 and {count - 1}, got {index}")
        return MjContact._of(self._data, index % count, self._records)

    def __eq__(self, other):
        if not isinstance(other, ContactList):
            return NotImplemented
        return self._records.tobytes() == other._records.tobytes()

    __hash__ = None

    def __repr__(self):
        rows = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in sorted(DTYPE.names))
        return f"<_MjContactList\n{rows}>"


def _complete():
    """Adds one attribute per field."""

    def single(name):
        def get(self):
            value = self._record[name][0]
            return value.item() if value.ndim == 0 else value

        return property(get, lambda self, value: self._assign(name, value))

    def listed(name):
        return property(lambda self: self._records[name])

    for name in DTYPE.names:
        setattr(MjContact, name, single(name))
        setattr(ContactList, name, listed(name))


_complete()

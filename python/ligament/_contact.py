"""Contacts: a list of records, and arrays over all of them."""

import numpy as np

from . import _ligament

MjContact = _ligament.MjContact
ContactList = _ligament._MjContactList

# One contact as a NumPy record.
DTYPE = np.dtype(
    [(name, kind) if count == 1 else (name, kind, (count,)) for name, kind, count in _ligament.contact_fields()]
)


def _equal(cls, records):
    """Comparison by all numbers."""

    def equal(self, other):
        if not isinstance(other, cls):
            return NotImplemented
        return records(self).tobytes() == records(other).tobytes()

    return equal


def _text(self):
    """All fields, by name."""
    rows = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in sorted(DTYPE.names))
    return f"<{type(self).__name__}\n{rows}>"


def _complete():
    """Adds one attribute per field, comparison and text."""
    for cls, records in ((MjContact, lambda x: x._record), (ContactList, lambda x: x._records)):
        for name in DTYPE.names:
            setattr(cls, name, _ligament.ContactField(name))
        cls.__eq__ = _equal(cls, records)
        cls.__hash__ = None
        cls.__repr__ = _text


_complete()

"""Arrays and lists of an editable model: what is written to them is written to the model."""

import numpy as np

from . import _vectors


class LiveArray(np.ndarray):
    """A short array of an element. Writing to it, or to a part of it, writes to the model."""

    __module__ = "ligament"

    def __array_finalize__(self, source):
        self._root = getattr(source, "_root", None)

    @classmethod
    def _of(cls, values, dtype, write):
        array = np.array(values, dtype=dtype).view(cls)
        array._root = (array, write)
        return array

    def _written(self):
        """Hands the numbers to the model, if this array shares the memory of one of its own."""
        if self._root is not None:
            root, write = self._root
            if self is root or np.shares_memory(self, root):
                write(root.view(np.ndarray).tolist())

    def _refresh(self, values):
        self.view(np.ndarray)[...] = values

    def __setitem__(self, key, value):
        self.view(np.ndarray)[key] = value
        self._written()

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        plain = [x.view(np.ndarray) if isinstance(x, LiveArray) else x for x in inputs]
        if out is not None:
            kwargs["out"] = tuple(x.view(np.ndarray) if isinstance(x, LiveArray) else x for x in out)
        result = getattr(ufunc, method)(*plain, **kwargs)
        for target in out or (inputs[:1] if method == "at" else ()):
            if isinstance(target, LiveArray):
                target._written()
        return out[0] if out is not None and len(out) == 1 else result

    def __array_wrap__(self, array, context=None, return_scalar=False):
        array = array.view(np.ndarray) if isinstance(array, LiveArray) else array
        return array[()] if return_scalar else array

    def copy(self, order="C"):
        """An ordinary array with the same numbers."""
        return np.array(self.view(np.ndarray), order=order)

    def fill(self, value):
        """Sets all numbers."""
        self[...] = value

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return self.copy().__reduce__()

    def __repr__(self):
        return repr(self.view(np.ndarray))

    def __str__(self):
        return str(self.view(np.ndarray))


def _live(base):
    """A kind of list whose elements are written to the model."""

    def begin(self, items, write):
        base.__init__(self, items)
        self._write = write

    def place(self, index):
        if not isinstance(index, slice) and not 0 <= index < len(self._items):
            raise IndexError(f"index {index} is not below {len(self._items)}")
        return index

    def get(self, index):
        return self._items[place(self, index)]

    def assign(self, index, value):
        base.__setitem__(self, place(self, index), value)
        self._write(list(self._items))

    members = {
        "__slots__": ("_write",),
        "__module__": "ligament",
        "__init__": begin,
        "__getitem__": get,
        "__setitem__": assign,
        "__doc__": base.__doc__,
    }
    return type(base.__name__, (base,), members)


LIVE = {
    kind: _live(base)
    for kind, base in (
        ("real", _vectors.MjDoubleVec),
        ("single", _vectors.MjFloatVec),
        ("int", _vectors.MjIntVec),
        ("text", _vectors.MjStringVec),
        ("char", _vectors.MjCharVec),
    )
}

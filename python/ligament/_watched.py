"""Arrays too large to be compared at every step: they are written to through methods that note it.

`array[...] = x`, in-place operators, ufuncs with `out`, `fill`, `sort` and their kin, `np.copyto` and the like work as on any
array, also on slices. A plain array over the same memory (`np.asarray(array)`, a memoryview) cannot be written to.
"""

import numpy as np

from . import _ligament


def _mark(array):
    """Where writes to an array are noted; None for memory that is not a model's."""
    while isinstance(array, WatchedArray):
        mark = getattr(array, "_mark", None)
        if mark is not None:
            return mark
        array = array.base
    return None


def _plain(value):
    return value.view(np.ndarray) if isinstance(value, WatchedArray) else value


class _Writing:
    """Gives arrays to write to in place of watched ones, and notes the writes once they are done."""

    def __init__(self):
        self.marks = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for mark in self.marks:
            mark.set()

    def to(self, array):
        """An ordinary array over the same memory."""
        mark = _mark(array)
        if mark is None:
            return _plain(array)
        self.marks.append(mark)
        return _ligament.unlocked(array)


class WatchedArray(np.ndarray):
    """An array of a model that notes writes."""

    __slots__ = ("_mark",)
    __module__ = "ligament"

    def __setitem__(self, key, value):
        with _Writing() as writing:
            writing.to(self)[key] = value

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        with _Writing() as writing:
            if method == "at":
                inputs = (writing.to(inputs[0]), *inputs[1:])
            if out is not None:
                kwargs["out"] = tuple(writing.to(x) for x in out)
            result = getattr(ufunc, method)(*(_plain(x) for x in inputs), **kwargs)
        if out is None:
            return result
        return out[0] if len(out) == 1 else out

    def __array_function__(self, func, types, args, kwargs):
        name = _WRITTEN.get(func)
        out = kwargs.get("out")
        with _Writing() as writing:
            if name in kwargs:
                kwargs = {**kwargs, name: writing.to(kwargs[name])}
            elif name is not None and args:
                args = (writing.to(args[0]), *args[1:])
            if isinstance(out, WatchedArray):
                kwargs = {**kwargs, "out": writing.to(out)}
            result = super().__array_function__(func, types, args, kwargs)
        return out if isinstance(out, WatchedArray) else result

    def __array_wrap__(self, array, context=None, return_scalar=False):
        array = _plain(array)
        return array[()] if return_scalar else array

    def copy(self, order="C"):
        """An ordinary array with the same numbers."""
        return np.array(_plain(self), order=order)

    def astype(self, *args, **kwargs):
        """An ordinary array of another type."""
        return _plain(self).astype(*args, **kwargs)

    def flatten(self, order="C"):
        """An ordinary array of one dimension."""
        return _plain(self).flatten(order)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return self.copy().__reduce__()

    def __reduce_ex__(self, protocol):
        return self.copy().__reduce_ex__(protocol)


def _method(name):
    """A method that changes the array."""

    def change(self, *args, **kwargs):
        with _Writing() as writing:
            return getattr(writing.to(self), name)(*args, **kwargs)

    change.__name__ = name
    change.__doc__ = getattr(np.ndarray, name).__doc__
    return change


for _name in ("fill", "put", "sort", "partition", "setfield"):
    setattr(WatchedArray, _name, _method(_name))

# Functions of NumPy that write to an argument, and its name.
_WRITTEN = {
    np.copyto: "dst",
    np.put: "a",
    np.place: "arr",
    np.putmask: "a",
    np.put_along_axis: "arr",
    np.fill_diagonal: "a",
}

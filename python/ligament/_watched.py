"""Arrays too large to be compared at every step: they are written to through methods that note it.

`array[...] = x`, in-place operators, ufuncs with `out`, `fill`, `sort` and their kin, `np.copyto` and the like work as on any
array, also on slices. A plain array over the same memory (`np.asarray(array)`, a memoryview) cannot be written to.
"""

import numpy as np

from . import _ligament


def _owner(array):
    """The array that owns the memory and has the mark; None for memory of another origin."""
    while array is not None and getattr(array, "_mark", None) is None:
        array = array.base if isinstance(array, np.ndarray) else None
    return array


def _plain(value):
    return value.view(np.ndarray) if isinstance(value, WatchedArray) else value


def _writable(array):
    """An array to write to in place of a watched one; notes that something will be written."""
    if not isinstance(array, WatchedArray):
        return array
    owner = None if array.flags.writeable else _owner(array)
    if owner is None:
        return array.view(np.ndarray)
    owner._mark.set()
    return _ligament.unlocked(array)


class WatchedArray(np.ndarray):
    """An array of a model that notes writes."""

    __slots__ = ("_mark",)
    __module__ = "ligament"

    def __setitem__(self, key, value):
        _writable(self)[key] = value

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        if method == "at":
            inputs = (_writable(inputs[0]), *inputs[1:])
        if out is not None:
            kwargs["out"] = tuple(_writable(x) for x in out)
        result = getattr(ufunc, method)(*(_plain(x) for x in inputs), **kwargs)
        if out is None:
            return result
        return out[0] if len(out) == 1 else out

    def __array_function__(self, func, types, args, kwargs):
        name = _WRITTEN.get(func)
        if name in kwargs:
            kwargs = {**kwargs, name: _writable(kwargs[name])}
        elif name is not None and args:
            args = (_writable(args[0]), *args[1:])
        out = kwargs.get("out")
        if isinstance(out, WatchedArray):
            kwargs = {**kwargs, "out": _writable(out)}
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
        return getattr(_writable(self), name)(*args, **kwargs)

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

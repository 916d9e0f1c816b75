"""What MuJoCo 4.0.0 removed or widened and code written for 3.x asks for.

Only there while Ligament stands in for MuJoCo with `compat="3"`. The tables are what docs/coming-from-mujoco.md lists.
"""

import numpy as np

# Removed fields: class, name, type, what counts the rows, further extents. Models without flexes have none of these rows.
FIELDS = (
    ("MjModel", "flex_vertedge", np.int32, "nflexedge", (2,)),
    ("MjModel", "flex_vertedgeadr", np.int32, "nflexvert", ()),
    ("MjModel", "flex_vertedgenum", np.int32, "nflexvert", ()),
    ("MjModel", "flex_vertmetric", np.float64, "nflexvert", (4,)),
    ("MjModel", "flexvert_J_colind", np.int32, "nJfv", (2,)),
    ("MjModel", "flexvert_J_rowadr", np.int32, "nflexvert", (2,)),
    ("MjModel", "flexvert_J_rownnz", np.int32, "nflexvert", (2,)),
    ("MjData", "flexvert_J", np.float64, "nJfv", (2,)),
    ("MjData", "flexvert_length", np.float64, "nflexvert", (2,)),
)
# Other removed fields and functions, and what is offered.
OTHERS = (
    ("MjData.qM", "removed; a copy of `M` in the order of 3.x (rows by `dof_Madr`, towards the root)"),
    ("mj_fullM", "takes `(m, dst, M)` as well as `(m, d, dst)`"),
)
# Removed sizes.
SIZES = ("nJfv",)
# Arrays whose rows grew: rows of the old width can be assigned.
WIDENED = (("MjModel", "eq_data", 11),)


class WidenedArray(np.ndarray):
    """An array whose rows also take values of the width they had in MuJoCo 3.x."""

    __module__ = "ligament"

    def __setitem__(self, key, value):
        target = getattr(self, "_target", None)
        if target is None:
            super().__setitem__(key, value)
            return
        given = np.asarray(value)
        part = target[key]
        old = self._old
        if given.ndim and part.ndim and given.shape[-1] == old < part.shape[-1]:
            # The numbers that were added come last.
            rows = (key if isinstance(key, tuple) else (key,)) + (slice(None, old),)
            if isinstance(key, tuple) and len(key) == target.ndim:
                rows = (*key[:-1], slice(None, old))
            target[rows] = given
        else:
            target[key] = value


def _zeros(name, kind, size, more):
    """A field that has no rows."""
    kept = {}

    def get(self):
        count = getattr(self, size, 0) if size not in SIZES else 0
        # One array per count: clients keep weak references to it.
        if count not in kept:
            kept[count] = np.zeros((count, *more), kind)
        return kept[count]

    return property(get, doc=f"{name}: removed in MuJoCo 4.0.0.")


def _widened(member, old):
    def get(self):
        array = member.__get__(self, type(self))
        view = np.asarray(array).view(WidenedArray)
        view._target, view._old = array, old
        return view

    def assign(self, value):
        get(self)[...] = value

    return property(get, assign)


_kept = {}


def _inertia(data):
    """The inertia matrix in the order of 3.x."""
    model = data.model
    numbers = np.zeros(model.nM)
    numbers[model.mapM2M] = data.M
    return numbers


def _full_inertia(package):
    def mj_fullM(m, *args, **named):
        """Writes the inertia matrix into a dense one: `(m, d, dst)`, or `(m, dst, M)` as in 3.x."""
        if len(args) != 2 or isinstance(args[0], package.MjData):
            return package.mj_fullM(m, *args, **named)
        dense, numbers = args[0], np.asarray(args[1])
        if dense.shape != (m.nv, m.nv) or numbers.shape != (m.nM,):
            raise TypeError("dst must be nv by nv, and M must have nM numbers")
        rows, columns = np.repeat(np.arange(m.nv), m.M_rownnz), m.M_colind
        dense[:] = 0
        dense[rows, columns] = dense[columns, rows] = numbers[m.mapM2M]
        return None

    return mj_fullM


def names(package):
    """Names for the module `mujoco`."""
    return {"mj_fullM": _full_inertia(package)}


def install(package):
    """Adds attributes to the classes."""
    if _kept:
        return
    for cls, name, *rest in FIELDS:
        _set(getattr(package, cls), name, _zeros(name, *rest))
    for name in SIZES:
        _set(package.MjModel, name, property(lambda self: 0))
    _set(package.MjData, "qM", property(_inertia, doc="inertia matrix, in the order of MuJoCo 3.x; a copy"))
    for cls, name, old in WIDENED:
        owner = getattr(package, cls)
        _set(owner, name, _widened(vars(owner)[name], old))


def _set(owner, name, value):
    _kept[owner, name] = vars(owner).get(name)
    setattr(owner, name, value)


def uninstall(package):
    """Takes the attributes away again."""
    for (owner, name), value in _kept.items():
        if value is None:
            delattr(owner, name)
        else:
            setattr(owner, name, value)
    _kept.clear()

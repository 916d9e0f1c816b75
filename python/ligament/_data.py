"""The state of a simulation and everything that is computed from it."""

import numpy as np

from . import _ligament, _named
from ._counters import MjSolverStat, MjTimerStat, MjWarningStat, stat_list
from ._ligament import Member
from ._model import MjModel


class MjData(_ligament.Data):
    """A simulation of a model: every array under MuJoCo's name.

    Arrays whose length the model fixes are live. Arrays whose length changes from step to step (contacts,
    constraint rows, islands) are copies that cannot be written to; read them again after the next step.
    """

    __slots__ = ("__weakref__", "_model", "_nthread")
    __module__ = "ligament"

    def __new__(cls, model):
        return cls._over(_ligament.Data.__new__(cls, model), model)

    @classmethod
    def _over(cls, data, model):
        data._model = model
        data._nthread = 0
        return data

    @property
    def model(self):
        """The model this simulation was made for."""
        return self._model

    @property
    def signature(self):
        """A number that tells models with other sizes apart."""
        return self._model.signature

    def __copy__(self):
        cls = type(self)
        return cls._over(_ligament.Data.__new__(cls, self._model, self), self._model)

    def __deepcopy__(self, memo):
        cls = type(self)
        model = self._model.__copy__()
        return cls._over(_ligament.Data.__new__(cls, model, self), model)

    # MuJoCo's stack and arena: Ligament has none.
    narena = property(lambda self: int(self._model.narena), doc="size of the arena that the model asks for, in bytes")
    pstack = parena = maxuse_arena = maxuse_stack = nbuffer = property(lambda self: 0, doc="0: memory is not of one piece")

    # What only flexes and plugins have.
    nefmK = nefmL = nefmcon = nefmdof = property(lambda self: 0, doc="0: there are no flexes")
    pbase = threadpool = property(lambda self: 0, doc="0: there is no such memory")

    @property
    def _address(self):
        """A number that tells this simulation apart from all others that live."""
        return id(self)

    def __reduce__(self):
        rows = {name: self.rows(name).copy() for name in _ROWS}
        counts = {name: int(getattr(self, name)) for name in _COUNTS}
        counters = {name: getattr(self, name).copy() for name in COUNTERS}
        for name, (record, _) in STATS.items():
            counters.update((f"{name}.{field}", getattr(getattr(self, name), field).copy()) for field in record._names)
        contacts = (self.contact._records.tobytes(), self.ncon)
        return _restore, (self._model, self.time, bytes(self.to_bytes()), contacts, rows, counts, counters)

    def __repr__(self):
        return f"<MjData of '{self._model.model_name()}': time={self.time:g}, ncon={self.ncon}, nefc={self.nefc}>"


def _restore(model, time, arrays, contacts, rows, counts, counters):
    """Makes a simulation from its parts. Constraint rows are shown until the next call computes them."""
    data = MjData(model)
    data.take_bytes(arrays)
    data.time = time
    for name, values in counters.items():
        owner, _, field = name.rpartition(".")
        setattr(getattr(data, owner) if owner else data, field, values)
    data.set_contacts(*contacts)
    data.give_rows(rows, counts)
    return data


def given_rows(data, counts):
    """Shows arrays of zeros in place of constraint rows, for counts that are given; the caller fills them."""
    kept = {name: getattr(data, name) for name in _ROWS if name.startswith(("efc_", "iefc_")) == ("nisland" in counts)}
    known = {name: int(getattr(data, name)) for name in _COUNTS}
    known.update(counts)
    sizes = {**known, "ntree": data.model.ntree, "nv": data.model.nv, "ntendon": data.model.ntendon}
    arrays = {}
    for name, _, kind, flat in _ligament.data_rows():
        size = _ROW_SIZES.get(name) or ("nefc" if name.startswith(("efc_", "iefc_")) else "nisland")
        present = data.rows(name)
        shape = (sizes[size],) if flat else (sizes[size], *present.shape[1:])
        keep = kept.get(name)
        fill = -1 if name in ("tendon_efcadr", "tree_island", "dof_island") else 0
        arrays[name] = keep if keep is not None and keep.shape == shape else np.full(shape, fill, dtype=present.dtype)
    data.give_rows(arrays, known)


def _rows(name, doc):
    """An array whose length changes: a copy."""
    return property(lambda self: self.rows(name), doc=doc)


def _stat(name, cls, doc):
    """A list of records of counters."""
    return property(stat_list(name, cls), doc=doc)


# Per kind of element: what its arrays are called, the rows that belong to it, and arrays left out.
_LAYOUT = {
    "actuator": {
        "nu": ("", _named._single_or_range("actuator_ctrladr", "actuator_ctrlnum")),
        "nout": ("actuator_", _named._single_or_range("actuator_outadr", "actuator_outnum")),
    },
    "body": {"nbody": ("", _named._row)},
    "cam": {"ncam": ("cam_", _named._row)},
    "geom": {"ngeom": ("geom_", _named._row)},
    "jnt": {"nq": ("", _named._QPOS), "nv": ("", _named._DOFS), "njnt": ("", _named._row)},
    "light": {"nlight": ("light_", _named._row)},
    "sensor": {"nsensordata": ("sensor", _named._range("sensor_adr", "sensor_dim"))},
    "site": {"nsite": ("site_", _named._row)},
    "tendon": {
        "ntendon": ("ten_", _named._row),
        "nJten": ("ten_", _named._range("ten_J_rowadr", "ten_J_rownnz")),
    },
}
# Lists of indices that only look like arrays of their kind.
_LISTS = frozenset(("body_awake", "body_awake_ind", "parent_awake_ind", "dof_awake_ind"))
_MORE_NAMES = {"tendon": ("ten",)}
# Numbers of the plastic state of an element.
_PLASTIC = {"jnt": 1, "tendon": 2}


class _Moment:
    """The moment arms of an actuator: a dense copy of its sparse rows, (nv,) or (outputs, nv)."""

    __doc__ = "actuator moments"

    def __get__(self, element, owner=None):
        if element is None:
            return self
        data, m = element._owner, element._model
        first, count = (int(x[element.id]) for x in (m.actuator_outadr, m.actuator_outnum))
        dense = np.zeros((count, m.nv))
        for row in range(count):
            start, length = int(data.moment_rowadr[first + row]), int(data.moment_rownnz[first + row])
            dense[row, data.moment_colind[start : start + length]] = data.actuator_moment[start : start + length]
        dense = dense[0] if count == 1 else dense
        dense.flags.writeable = False
        return dense

    def __set__(self, element, value):
        raise AttributeError("moment is a copy and cannot be written: write to actuator_moment")


class _Plastic:
    """The plastic state of a joint or a tendon, empty where it has none."""

    __doc__ = "plastic state"

    def __init__(self, addresses, count):
        self._addresses = addresses
        self._count = count

    def __get__(self, element, owner=None):
        if element is None:
            return self
        first = int(getattr(element._model, self._addresses)[element.id])
        plastic = element._owner.plastic
        return plastic[first : first + self._count] if first >= 0 else plastic[:0]

    def __set__(self, element, value):
        self.__get__(element)[...] = value


class _Element(_named._Element):
    """One element of a simulation; its attributes are live views."""

    __slots__ = ()

    @property
    def _model(self):
        return self._owner._model

    @staticmethod
    def _revived(model, data):
        model = MjModel._of(model)
        return MjData._over(_ligament.Data.__new__(MjData, model, data, True), model)


def _element_class(prefix, kind, accessors):
    """The class of a kind of element."""
    members = {}
    for array, doc, _, size, _ in _ligament.data_fields():
        start, part = _LAYOUT[prefix].get(size, (None, None))
        if start is not None and array.startswith(start) and array not in _LISTS:
            members[array[len(start) :]] = part(array, doc, True)
    if prefix == "actuator":
        members["moment"] = _Moment()
    if prefix in _PLASTIC:
        members["plastic"] = _Plastic(f"{prefix}_plasticadr", _PLASTIC[prefix])
    word = max(accessors, key=len)
    members.update(
        _object=kind,
        _names=tuple(members),
        __slots__=(),
        __doc__=f"One {word} of a simulation; its attributes are live views.",
        __module__="ligament",
    )
    return type(f"_MjData{word.capitalize()}Views", (_Element,), members)


CLASSES = {}
_ROWS = tuple(row[0] for row in _ligament.data_rows())
_COUNTS = ("nefc", "ne", "nf", "nl", "nJ", "nY", "nA", "nisland", "nidof")
# What counts the entries of rows, where their name does not say it.
_ROW_SIZES = {
    "efc_J": "nJ",
    "efc_J_colind": "nJ",
    "efc_Y": "nY",
    "efc_Y_colind": "nY",
    "efc_AR": "nA",
    "efc_AR_colind": "nA",
    "tree_island": "ntree",
    "map_itree2tree": "ntree",
    "dof_island": "nv",
    "map_dof2idof": "nv",
    "map_idof2dof": "nv",
    "map_efc2iefc": "nefc",
    "map_iefc2efc": "nefc",
    "tendon_efcadr": "ntendon",
    "iacc": "nidof",
    "iacc_smooth": "nidof",
    "ifrc_smooth": "nidof",
    "ifrc_constraint": "nidof",
}


def _empty(kind):
    """An array without rows."""
    array = np.zeros(0, kind)
    return property(lambda self: array, doc="empty: there are no flexes and plugins")


def _complete(cls):
    """Adds everything that the native tables list."""
    # Other packages look for these among the members of the class itself.
    for name in ("contact", "time"):
        setattr(cls, name, vars(_ligament.Data)[name])
    for name, kind in EMPTY.items():
        setattr(cls, name, _empty(kind))
    for name, doc, *_ in _ligament.data_fields():
        setattr(cls, name, Member.data_array(name, doc))
    for name, doc, *_ in _ligament.data_rows():
        setattr(cls, name, _rows(name, doc))
    for name, doc, _ in _ligament.data_counts():
        setattr(cls, name, Member.data_count(name, doc))
    for name, doc in COUNTERS.items():
        setattr(cls, name, Member.data_array(name, doc))
    for name, (record, doc) in STATS.items():
        setattr(cls, name, _stat(name, record, doc))
    for prefix, counter, kind, accessors in _named._KINDS:
        if prefix in _LAYOUT:
            accessors += _MORE_NAMES.get(prefix, ())
            CLASSES[prefix] = _element_class(prefix, kind, accessors)
            for accessor in accessors:
                setattr(cls, accessor, _named.find_by(CLASSES[prefix], counter, kind, accessor, "MjData"))


# Arrays of flexes and plugins, which are refused: they have no rows.
EMPTY = {
    "efm_K_colind": np.int32,
    "efm_K_rowadr": np.int32,
    "efm_K_rownnz": np.int32,
    "efm_K_val": np.float64,
    "efm_L": np.float64,
    "efm_con_ind": np.int32,
    "efm_con_val": np.float64,
    "efm_dofid": np.int32,
    "plugin": np.int32,
    "plugin_data": np.uint64,
}
COUNTERS = {
    "energy": "potential, kinetic energy",
    "solver_niter": "number of solver iterations, per island",
    "solver_nnz": "number of non-zeros in the solver's matrix, per island",
    "solver_fwdinv": "forward-inverse comparison: qfrc, efc",
}
STATS = {
    "warning": (MjWarningStat, "warning statistics"),
    "timer": (MjTimerStat, "timer statistics"),
    "solver": (MjSolverStat, "solver statistics per island, per iteration"),
}

_complete(MjData)

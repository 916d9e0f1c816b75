"""The state of a simulation and everything that is computed from it."""

from . import _ligament, _named
from ._counters import MjSolverStat, MjTimerStat, MjWarningStat, stat_list
from ._ligament import Member


class MjData(_ligament.Data):
    """A simulation of a model: every array under MuJoCo's name.

    Arrays whose length the model fixes are live. Arrays whose length changes from step to step (contacts,
    constraint rows, islands) are copies that cannot be written to; read them again after the next step.
    """

    __slots__ = ("_model",)
    __module__ = "ligament"

    def __new__(cls, model):
        return cls._over(_ligament.Data.__new__(cls, model), model)

    @classmethod
    def _over(cls, data, model):
        data._model = model
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

    def __reduce__(self):
        return _restore, (self._model, self.time, bytes(self.to_bytes()))

    def __repr__(self):
        return f"<MjData of '{self._model.model_name()}': time={self.time:g}, ncon={self.ncon}, nefc={self.nefc}>"


def _restore(model, time, arrays):
    """Makes a simulation from its time and its arrays of fixed length."""
    data = MjData(model)
    data.take_bytes(arrays)
    data.time = time
    return data


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


class _Element(_named._Element):
    """One element of a simulation; its attributes are live views."""

    __slots__ = ()

    @property
    def _model(self):
        return self._owner._model


def _element_class(prefix, kind, accessors):
    """The class of a kind of element."""
    members = {}
    for array, doc, _, size, _ in _ligament.data_fields():
        start, part = _LAYOUT[prefix].get(size, (None, None))
        if start is not None and array.startswith(start) and array not in _LISTS:
            members[array[len(start) :]] = part(array, doc, True)
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


def _complete(cls):
    """Adds everything that the native tables list."""
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

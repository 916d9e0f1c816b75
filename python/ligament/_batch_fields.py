"""Which fields a batch can bind and expand, where they lie in the state, and messages about others."""

import difflib

import numpy as np

from . import _facts, _ligament, mj_stateSize
from ._data import COUNTERS, MjData
from ._model import MjModel

_STATE = _facts.ENUMS["mjtState"]
CTRL = _STATE["mjSTATE_CTRL"]
USER = _STATE["mjSTATE_USER"]
INTEGRATION = _STATE["mjSTATE_INTEGRATION"]

# Fields of MjData that are parts of the state.
STATE_FIELDS = {
    "time": "TIME",
    "qpos": "QPOS",
    "qvel": "QVEL",
    "act": "ACT",
    "history": "HISTORY",
    "qacc_warmstart": "WARMSTART",
    "ctrl": "CTRL",
    "qfrc_applied": "QFRC_APPLIED",
    "xfrc_applied": "XFRC_APPLIED",
    "eq_active": "EQ_ACTIVE",
    "mocap_pos": "MOCAP_POS",
    "mocap_quat": "MOCAP_QUAT",
    "userdata": "USERDATA",
    "plastic": "PLASTIC",
}
STATE_FIELDS = {name: _STATE["mjSTATE_" + part] for name, part in STATE_FIELDS.items()}
# Arrays of elements; all others are assets, which simulations share.
_ASSETS = ("mesh_", "tex_", "hfield_", "skin_", "flex", "bvh_", "oct_", "plugin", "name", "path", "text_", "tuple_", "efm0_")

# Counts that can be bound.
_COUNTS = [row[0] for row in _ligament.data_counts() if not row[2] and row[0].startswith("n") and row[0] != "nplugin"]


def _field_names():
    data = {row[0] for row in _ligament.data_fields()} | {*STATE_FIELDS, *COUNTERS}
    data |= set(_COUNTS)
    model = {row[1] for row in _ligament.fields() if not row[1].startswith(_ASSETS)} | {"bvh_aabb"}
    model |= {"opt." + row[1] for row in _ligament.records() if row[0] == "opt"}
    return frozenset(data), frozenset(model)


DATA_FIELDS, MODEL_FIELDS = _field_names()


def state_size(model, spec):
    """How many numbers a part of the state has; an error for bits that do not exist."""
    if not 0 <= spec < 1 << _STATE["mjNSTATE"]:
        raise ValueError(f"{spec} is not a part of the state")
    return mj_stateSize(model, spec)


def places(model):
    """Where the parts of the state lie in a row: first number and count, by their bit."""
    found, first = {}, 0
    for bit in range(_STATE["mjNSTATE"]):
        if INTEGRATION >> bit & 1:
            count = mj_stateSize(model, 1 << bit)
            found[1 << bit] = (first, count)
            first += count
    return found, first


def similar(name, names):
    """A hint at names that look like one."""
    close = difflib.get_close_matches(name, [str(n) for n in names], n=3)
    return f" (did you mean {', '.join(map(repr, close))}?)" if close else ""


def hint(name, names, of_model=False):
    """Where a field is to be found instead."""
    if of_model and name in MODEL_FIELDS:
        return f"; {name} is a field of MjModel: use expand({name!r})"
    if "opt." + name in MODEL_FIELDS:
        return f"; {name} is a field of MjOption: use expand('opt.{name}')"
    return similar(name, names)


def not_bindable(data, name):
    """The error for a field that cannot be bound."""
    if name in MODEL_FIELDS:
        return ValueError(f"{name} is a field of MjModel: use expand({name!r})")
    value = getattr(data, name, None)
    if isinstance(value, np.ndarray):
        return ValueError(f"{name} is in the arena: its size changes from step to step, it cannot be bound")
    if isinstance(value, int):
        return ValueError(f"{name} is not one of the scalars bind() accepts: {', '.join(sorted(_COUNTS))}")
    return ValueError(f"{name} is not a field of MjData{hint(name, DATA_FIELDS)}")


def not_expandable(model, name):
    """The error for a field that cannot be expanded."""
    if name in DATA_FIELDS:
        return ValueError(f"{name} is a field of MjData: use bind({name!r})")
    if isinstance(getattr(model, name, None), np.ndarray):
        return ValueError(f"{name} is asset data, which simulations share: it cannot be expanded")
    return ValueError(f"{name} is not a field of MjModel that can be expanded{hint(name, MODEL_FIELDS)}")


def output_error(name):
    """The error for writing to what is computed."""
    return ValueError(f"{name} is computed by every call and cannot be written; write to the state, or expand the model")


def whole(values, shape, low, high, name):
    """Whole numbers within bounds, broadcast to a shape."""
    values = np.asarray(values)
    if not np.issubdtype(values.dtype, np.integer):
        raise ValueError(f"{name} must be integers, got {values.dtype}")
    bad = values[(values < low) | (values >= high)]
    if bad.size:
        raise ValueError(f"{name} must be in [{low}, {high}), got {bad.flat[0]}")
    return np.ascontiguousarray(np.broadcast_to(values, shape), np.int32)


def _structural(field, part):
    """Whether a field of the model says what is where: addresses, counts, ids and types."""
    ends = ("adr", "num", "id", "type")
    return part.dtype.kind in "iu" and field.endswith(ends) and not field.endswith("contype")


def place(owner, names, part):
    """The field whose memory a part lies in, and where; None if there is none."""
    address = part.__array_interface__["data"][0]
    for name in names:
        whole_array = None if "." in name else getattr(owner, name, None)
        if not isinstance(whole_array, np.ndarray) or whole_array.dtype != part.dtype:
            continue
        offset = address - whole_array.__array_interface__["data"][0]
        if 0 <= offset and offset + part.nbytes <= whole_array.nbytes:
            return name, offset // whole_array.itemsize
    return None


def model_value(model, name):
    """A field of a model, as an array."""
    if name.startswith("opt."):
        value = np.asarray(getattr(model.opt, name[4:]))
        return value.astype(np.float64 if value.dtype.kind == "f" else np.int32)
    value = np.asarray(getattr(model, name))
    return value[: _body_volumes(model)] if name == "bvh_aabb" else value


def set_model_value(model, name, value):
    """Writes a field of a model."""
    if name.startswith("opt."):
        setattr(model.opt, name[4:], value if value.ndim else value.item())
    elif name == "bvh_aabb":
        getattr(model, name)[: len(value)] = value
    else:
        getattr(model, name)[...] = value


def _body_volumes(model):
    """How many bounding volumes are those of bodies: they come before those of meshes."""
    first = model.mesh_bvhadr[model.mesh_bvhadr >= 0]
    return int(first.min()) if first.size else int(model.nbvhstatic)


def data_template(data, name):
    """An array like a field of MjData; None if there is no such field."""
    value = getattr(data, name, None)
    if name == "time":
        return np.zeros(())
    if isinstance(value, np.ndarray):
        return value
    return np.zeros((), np.int32) if isinstance(value, int) and not isinstance(value, bool) else None


def is_model(model):
    """Complains about anything but a model."""
    if not isinstance(model, MjModel):
        raise TypeError(f"expected an MjModel, got {type(model).__name__}")


def is_data(data):
    """Complains about anything but a simulation."""
    if not isinstance(data, MjData):
        raise TypeError(f"expected an MjData, got {type(data).__name__}")

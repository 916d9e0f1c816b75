"""Many simulations of one model, stepped over threads.

    batch = Batch(model, nsim=1024, nthread=8)
    qpos, ctrl = batch.bind("qpos"), batch.bind("ctrl")
    for _ in range(1000):
        ctrl[:] = policy(qpos)
        batch.step()

A simulation is a row of `batch.state` (mjSTATE_INTEGRATION). A call loads rows into MjData, runs, copies the fields that are
bound, and stores the rows again. Results are those of one MjData per simulation, bit for bit, for any number of threads.

`bind` gives a live array over all simulations. State fields (qpos, ctrl, …) are views of the rows and can be written; derived
fields (xpos, sensordata, …) are read-only and filled by every call. `expand` gives a field of the model values per simulation;
`set_const` makes the constants that follow from it. Named views (`batch.joint("hinge").qpos`) are parts of both. With
`persistent=True` every simulation keeps an MjData of its own, which models that sleep need.
"""

import operator

import numpy as np

from . import _batch_fields as fields
from ._batch_fields import DATA_FIELDS, MODEL_FIELDS, STATE_FIELDS, _structural
from ._batch_run import Runner, SimulationError, check_ids

__all__ = ["DATA_FIELDS", "MODEL_FIELDS", "Batch", "SimulationError"]


def _ids(ids, nsim):
    """Sorted ids of simulations, or None for all."""
    return check_ids(ids, nsim)


class Batch:
    """`nsim` simulations of a copy of a model, over `nthread` threads (0: as many as there are processors)."""

    def __init__(self, model, nsim, nthread=0, persistent=False):
        self._b = Runner(model, nsim, nthread, persistent)
        self.model = model
        self.state = self._b.state
        self.warning = self._b.warning
        self.status = self._b.status.view()
        self.status.flags.writeable = False

    @property
    def _expanded(self):
        return self._b.expanded

    @property
    def _data(self):
        return self._b.template

    def __getattr__(self, name):
        if name in DATA_FIELDS:
            return self.bind(name)
        hint = "" if name.startswith("__") else fields.hint(name, DATA_FIELDS, True)
        raise AttributeError(f"'Batch' object has no attribute {name!r}{hint}")

    def __setattr__(self, name, value):
        if name not in DATA_FIELDS:
            object.__setattr__(self, name, value)
        elif name not in STATE_FIELDS:
            raise fields.output_error(name)
        else:
            self.bind(name)[...] = value

    nsim = property(lambda self: self._b.nsim, doc="How many simulations there are.")
    nthread = property(lambda self: self._b.nthread, doc="How many threads run them.")
    nstate = property(lambda self: self.state.shape[1], doc="How many numbers the state of a simulation has.")
    persistent = property(lambda self: self._b.persistent, doc="Whether every simulation has an MjData of its own.")

    def error(self, sim):
        """What went wrong in the last call on a simulation; empty if nothing did."""
        return self._b.errors.get(operator.index(sim), "")

    def bind(self, name):
        """A live array of a field of MjData, (nsim, …): one of DATA_FIELDS."""
        if name in STATE_FIELDS:
            first, count = self._b.places[STATE_FIELDS[name]]
            part = self.state[:, first : first + count]
            return part[:, 0] if name == "time" else part.reshape(self.nsim, *getattr(self._data, name).shape)
        if name not in DATA_FIELDS:
            raise fields.not_bindable(self._data, name)
        view = self._b.output(name).view()
        view.flags.writeable = False
        return view

    def expand(self, name):
        """Values per simulation of a field of the model, (nsim, …): one of MODEL_FIELDS, those of MjOption as "opt.name"."""
        if name not in MODEL_FIELDS:
            raise fields.not_expandable(self.model, name)
        return self._b.expand(name)

    def expanded(self, name):
        """The values per simulation that `expand` or `set_const` made, read-only; None if there are none."""
        if name not in MODEL_FIELDS:
            raise fields.not_expandable(self.model, name)
        rows = self._b.known(name)
        if rows is None:
            return None
        rows = rows.view()
        rows.flags.writeable = False
        return rows

    def step(self, ids=None, nstep=1, stage=0):
        """Advances simulations by `nstep` steps, then computes the stages up to `stage` (mjtStage) at the new state."""
        self._b.step(check_ids(ids, self.nsim), operator.index(nstep), int(stage))

    def forward(self, ids=None, stage=3):
        """Computes the stages up to `stage`; all of them by default."""
        self._b.step(check_ids(ids, self.nsim), 0, int(stage))

    def reset(self, ids=None, keyframe=-1, stage=3):
        """Resets simulations to the model's defaults (-1) or to keyframes, one for all or one each, then computes stages."""
        ids = check_ids(ids, self.nsim)
        count = self.nsim if ids is None else len(ids)
        keys = fields.whole(keyframe, (count,), -1, self._b.nkey(), "keyframe")
        self._b.reset(ids, keys, int(stage))

    def set_const(self, ids=None):
        """Makes the constants of the model that follow from expanded fields, per simulation."""
        self._b.set_const(check_ids(ids, self.nsim))

    def get_model(self, sim, model=None):
        """The model of a simulation, as a copy or written into a model with the same sizes."""
        return self._b.model_into(self._b.index(sim), model)

    def set_models(self, models):
        """Runs simulation i on models[i], or all on one model; None for the model of the batch."""
        self._b.set_models(models)

    @property
    def models(self):
        """What `set_models` was given."""
        return tuple(self._b.models) if isinstance(self._b.models, list) else self._b.models

    def get_data(self, sim, data=None):
        """An MjData with the state of a simulation; in a persistent batch, a copy of its MjData."""
        return self._b.data_into(self._b.index(sim), data)

    def rollout(self, nstep, control=None, control_spec=None, record=("qpos",), ids=None, out=None):
        """Advances simulations by `nstep` steps and records fields after each.

        Args:
          nstep: Number of steps.
          control: Inputs before every step, (n, nstep, ncontrol), or None to leave them.
          control_spec: What the inputs are, bits of mjSTATE_USER; controls by default.
          record: Names of fields of MjData, or bits of mjtState.
          ids: Which simulations; all by default.
          out: Arrays to record into, by item of `record`.

        Returns:
          A dict from items of `record` to arrays, (n, nstep, …). A simulation that raises a warning stops: what it recorded
          last is repeated.
        """
        ids = check_ids(ids, self.nsim)
        count = self.nsim if ids is None else len(ids)
        spec = fields.CTRL if control_spec is None else int(control_spec)
        if control is not None:
            width = fields.state_size(self.model, spec)
            control = np.ascontiguousarray(np.broadcast_to(control, (count, nstep, width)), dtype=np.float64)
        given, found, records = out or {}, {}, []
        for item in record:
            shape, kind = self._b.record_shape(item, count, nstep)
            array = given.get(item)
            if array is None:
                array = np.empty(shape, kind)
            found[item] = array
            records.append((item, 0, array) if isinstance(item, str) else (None, int(item), array))
        self._b.rollout(ids, nstep, control, spec, records)
        return found

    def jac(self, body, point, ids=None):
        """Jacobians of points of the world that move with bodies: translation and rotation, (n, 3, nv) each."""
        ids = check_ids(ids, self.nsim)
        count = self.nsim if ids is None else len(ids)
        body = fields.whole(body, (count,), 0, self.model.nbody, "body")
        point = np.ascontiguousarray(np.broadcast_to(point, (count, 3)), np.float64)
        jacp, jacr = np.zeros((count, 3, self.model.nv)), np.zeros((count, 3, self.model.nv))
        self._b.jac(ids, body, point, jacp, jacr)
        return jacp, jacr

    def ray(self, pnt, vec, geomgroup=None, flg_static=True, bodyexclude=-1, ids=None, normal=False):
        """Casts rays, (n, nray, 3): distances and geoms, (n, nray) each, -1 where nothing is hit; also normals if asked for."""
        ids = check_ids(ids, self.nsim)
        count = self.nsim if ids is None else len(ids)
        pnt, vec = (np.atleast_2d(np.asarray(x, np.float64)) for x in (pnt, vec))
        nray = np.broadcast_shapes(pnt.shape[:-1], vec.shape[:-1])[-1]
        pnt, vec = (np.ascontiguousarray(np.broadcast_to(x, (count, nray, 3))) for x in (pnt, vec))
        exclude = fields.whole(bodyexclude, (count, nray), -1, self.model.nbody, "bodyexclude")
        group = None if geomgroup is None else np.ascontiguousarray(geomgroup, np.uint8)
        dist, geomid = np.zeros((count, nray)), np.zeros((count, nray), np.int32)
        normals = np.zeros((count, nray, 3))
        self._b.ray(ids, (pnt, vec, exclude), (group, bool(flg_static)), (dist, geomid, normals))
        return (dist, geomid, normals) if normal else (dist, geomid)


class _Named:
    """The parts of an object in fields per simulation: those of `data.joint(name)` and `model.joint(name)`."""

    def __init__(self, batch, kind, key, data=True):
        of_model = getattr(batch._b.base, kind)(key)
        members = {
            "_batch": batch,
            "_kind": kind,
            "_model_view": of_model,
            "_data_view": getattr(batch._data, kind)(of_model.id) if data else None,
            "id": of_model.id,
            "name": of_model.name,
        }
        for name, value in members.items():
            object.__setattr__(self, name, value)

    def __getattr__(self, name):
        return self._part(name, False)

    def __setattr__(self, name, value):
        if name in ("id", "name") or name.startswith("_"):
            raise AttributeError(f"{name} cannot be written")
        self._part(name, True)[...] = value

    def _part(self, name, write):
        """The part of a field, (nsim, …)."""
        computed = (self._kind, name) == ("actuator", "moment")
        for of_model, view in ((False, self._data_view), (True, self._model_view)):
            part = getattr(view, name, None) if view is not None and not computed else None
            if not isinstance(part, np.ndarray):
                continue
            if not part.size:
                empty = np.empty((self._batch.nsim, *part.shape), part.dtype)
                empty.flags.writeable = False
                return empty
            owner = self._batch._b.base if of_model else self._batch._data
            found = fields.place(owner, MODEL_FIELDS if of_model else DATA_FIELDS, part)
            if found is None:
                computed = True
                continue
            field, start = found
            if of_model:
                rows = self._model_rows(field, part, name, write)
                if rows.shape[1:] == part.shape and field not in self._batch._expanded and not write:
                    known = self._batch.expanded(field) if self._batch._b.models is None else None
                    if known is None:
                        return rows
                    rows = known
            else:
                if write and field not in STATE_FIELDS:
                    raise fields.output_error(f"{self._kind} {name}")
                rows = self._batch.bind(field)
            flat = rows.reshape(self._batch.nsim, -1)
            return flat[:, start : start + part.size].reshape(self._batch.nsim, *part.shape)
        if computed:
            raise AttributeError(f"{self._kind} {name} is not a slice of a field that can be bound or expanded")
        names = [*dir(self._model_view), *(dir(self._data_view) if self._data_view is not None else ())]
        raise AttributeError(f"{name} is not a field of a {self._kind}{fields.similar(name, names)}")

    def _model_rows(self, field, part, name, write):
        """The rows of a field of the model, or the part itself for all simulations."""
        batch = self._batch
        if batch._b.models is not None:
            if write:
                raise ValueError(f"{field} belongs to the models of set_models: change them and set them again")
            rows = np.stack([getattr(getattr(batch._b.model_of(i), self._kind)(self.id), name) for i in range(batch.nsim)])
            rows.flags.writeable = False
            return rows
        if field in batch._expanded:
            return batch._expanded[field]
        if _structural(field, part):
            if write:
                raise ValueError(f"{field} is structural: it is the same in all simulations")
        elif write:
            return batch.expand(field)
        return np.broadcast_to(part, (batch.nsim, *part.shape))


def _accessor(kind, data=True):
    def access(self, key):
        return _Named(self, kind, key, data)

    access.__name__ = kind
    access.__qualname__ = f"Batch.{kind}"
    access.__doc__ = f"The parts of a {kind}, by name or index, in all simulations."
    return access


for _kind in ("actuator", "body", "camera", "geom", "joint", "light", "sensor", "site", "tendon"):
    setattr(Batch, _kind, _accessor(_kind))
for _kind in ("equality", "keyframe", "material", "numeric", "pair"):
    setattr(Batch, _kind, _accessor(_kind, False))

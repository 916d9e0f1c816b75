"""Runs the simulations of a batch: rows of states, models with values of their own, threads, failures."""

import concurrent.futures
import copy
import operator
import os
import queue

import numpy as np

from . import _batch_fields as fields
from . import (
    FatalError,
    MjData,
    _callbacks,
    _facts,
    _ligament,
    mj_comPos,
    mj_forward,
    mj_fwdPosition,
    mj_getState,
    mj_jac,
    mj_kinematics,
    mj_ray,
    mj_resetData,
    mj_resetDataKeyframe,
    mj_setConst,
    mj_setState,
    mj_step,
    mj_step1,
)

_STAGES = {0: None, 1: mj_fwdPosition, 2: mj_step1, 3: mj_forward}
_ENABLE = _facts.ENUMS["mjtEnableBit"]
# Fields whose values must be those of an enumeration.
_KINDS = {"eq_type": ("mjtEq", "equality"), "opt.solver": ("mjtSolver", "solver"), "opt.cone": ("mjtCone", "cone")}


class SimulationError(RuntimeError):
    """Some simulations of a call failed and kept their state; `ids` names them, `Batch.error` says why."""

    def __init__(self, ids, message, ncall=None):
        self.ids = ids
        shown = ", ".join(str(i) for i in ids[:5]) + (", ..." if len(ids) > 5 else "")
        among = "" if ncall is None else f" of {ncall}"
        super().__init__(f"{len(ids)}{among} simulations ({shown}); simulation {ids[0]}: {message}")


def check_ids(ids, nsim):
    """Sorted ids of simulations from ids or from a mask; None for all."""
    if ids is None:
        return None
    ids = np.asarray(ids)
    if ids.dtype == bool:
        if ids.shape != (nsim,):
            raise ValueError(f"a mask must have shape ({nsim},)")
        return None if ids.all() else np.flatnonzero(ids).astype(np.int32)
    if ids.ndim != 1:
        raise ValueError("ids must have one dimension")
    if not ids.size:
        return np.zeros(0, np.int32)
    if not np.issubdtype(ids.dtype, np.integer):
        raise ValueError(f"ids must be integers, got {ids.dtype}")
    wrong = np.flatnonzero(ids[1:] <= ids[:-1])
    if wrong.size:
        raise ValueError(f"ids must be sorted and unique, got {ids[wrong[0]]} before {ids[wrong[0] + 1]}")
    for bad in (ids[0], ids[-1]):
        if not 0 <= bad < nsim:
            raise ValueError(f"ids must be in [0, {nsim}), got {bad}")
    return np.ascontiguousarray(ids, np.int32)


def _exact(array, kind, shape, name):
    """Complains unless an array can be used as it is."""
    if not isinstance(array, np.ndarray) or array.dtype != kind or not array.flags.c_contiguous:
        raise TypeError(f"{name} must be a contiguous array of {np.dtype(kind)}")
    if array.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, got {array.shape}")


class Runner:
    """The simulations of a batch."""

    def __init__(self, model, nsim, nthread, persistent):
        fields.is_model(model)
        self.nsim, nthread = operator.index(nsim), operator.index(nthread)
        if self.nsim < 1 or nthread < 0:
            raise ValueError("nsim must be positive, nthread must not be negative")
        self.nthread = nthread or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else nthread or 1
        self.persistent = bool(persistent)
        sleeps = _ENABLE["mjENBL_SLEEP"] | _ENABLE.get("mjENBL_IPC", 0)
        if model.opt.enableflags & sleeps and not persistent:
            raise ValueError("models that sleep need persistent=True: every simulation then keeps an MjData of its own")
        _check_callbacks()
        self.base = copy.copy(model)
        self.models = None
        self.expanded, self.derived, self.errors, self._outputs = {}, {}, {}, {}
        self.template = MjData(self.base)
        self.places, nstate = fields.places(self.base)
        self._first = np.empty(nstate)
        mj_getState(self.base, self.template, self._first, fields.INTEGRATION)
        self.state = np.tile(self._first, (self.nsim, 1))
        self.warning = np.zeros((self.nsim, _facts.ENUMS["mjtWarning"]["mjNWARNING"], 2), np.int32)
        self.status = np.zeros(self.nsim, np.int32)
        self._own = [MjData(self.base) for _ in range(self.nsim)] if persistent else None
        if persistent and _callbacks.any_set():
            # Callbacks see every simulation from the start, as those of an MjData that begins asleep do.
            for data in self._own:
                mj_forward(self.base, data)
        self._native = _ligament.Batch(self.nthread)
        # Models and data that threads take and give back, for what runs with the interpreter.
        self._free = queue.SimpleQueue()
        self._slots = 0
        self._pool = None

    # What there is.

    def index(self, sim):
        """The index of a simulation."""
        sim = operator.index(sim)
        if not 0 <= sim < self.nsim:
            raise IndexError(f"there are {self.nsim} simulations, got {sim}")
        return sim

    def nkey(self):
        """How many keyframes there are at most."""
        if self.models is None:
            return self.base.nkey
        return max(m.nkey for m in (self.models if isinstance(self.models, list) else [self.models]))

    def output(self, name):
        """The rows of a derived field."""
        if name not in self._outputs:
            like = fields.data_template(self.template, name)
            self._outputs[name] = np.zeros((self.nsim, *like.shape), like.dtype)
        return self._outputs[name]

    def known(self, name):
        """The rows of a field of the model, if it has any."""
        rows = self.expanded.get(name)
        return self.derived.get(name) if rows is None else rows

    def expand(self, name):
        """The rows of a field of the model, to be written."""
        if self.models is not None:
            raise FatalError("the batch runs on models of the caller (set_models): change those instead")
        if name not in self.expanded:
            rows = self.derived.pop(name, None)
            value = fields.model_value(self.base, name)
            self.expanded[name] = np.array(np.broadcast_to(value, (self.nsim, *value.shape))) if rows is None else rows
        return self.expanded[name]

    def set_models(self, models):
        """Sets the models that simulations run on."""
        if models is not None and (self.expanded or self.derived):
            raise FatalError("fields have per-simulation values (expand): set_models cannot replace them")
        if models is None or not isinstance(models, (list, tuple)):
            given = [] if models is None else [models]
        else:
            models = given = list(models)
            if len(models) != self.nsim:
                raise ValueError(f"one model per simulation: expected {self.nsim}, got {len(models)}")
        for model in given:
            fields.is_model(model)
            if model.signature != self.base.signature:
                raise ValueError("models must have the sizes of the model of the batch")
        self.models = models

    def model_of(self, sim):
        """The model that a simulation runs on, without values of its own."""
        if self.models is None:
            return self.base
        return self.models[sim] if isinstance(self.models, list) else self.models

    def model_into(self, sim, model):
        """The model of a simulation, written into a model or a copy."""
        model = copy.copy(self.model_of(sim)) if model is None else model
        fields.is_model(model)
        for name in (*self.expanded, *self.derived):
            fields.set_model_value(model, name, self.known(name)[sim])
        return model

    def data_into(self, sim, data):
        """The data of a simulation, written into an MjData or a new one."""
        if data is None:
            data = copy.copy(self._own[sim]) if self.persistent else MjData(self.base)
        fields.is_data(data)
        mj_setState(self.base, data, self.state[sim], fields.INTEGRATION)
        return data

    # Running.

    def _each(self, ids, work, threads=True):
        """Does work(model, data, sim, place) for simulations, over threads; collects failures."""
        _check_callbacks()
        self._make_slots()
        chosen = range(self.nsim) if ids is None else [int(i) for i in ids]

        def one(item):
            place, sim = item
            self.status[sim] = 0
            self.errors.pop(sim, None)
            slot = self._free.get()
            try:
                model = self._dress(slot, sim)
                data = self._own[sim] if self.persistent else slot[1]
                work(model, data, sim, place)
            except (ValueError, FatalError, RuntimeError, IndexError) as problem:
                self.status[sim] = 1
                self.errors[sim] = str(problem)
            finally:
                self._free.put(slot)

        items = list(enumerate(chosen))
        if not threads or self._pool is None or _callbacks.any_set():
            for item in items:
                one(item)
        else:
            list(self._pool.map(one, items))
        failed = np.array([sim for sim in chosen if self.status[sim]], np.int64)
        if failed.size:
            raise SimulationError(failed, self.errors[int(failed[0])], len(items))

    def _make_slots(self):
        """Models and data for the threads of the interpreter, made when they are first needed."""
        while self._slots < min(self.nthread, self.nsim):
            self._free.put([copy.copy(self.base), None if self.persistent else MjData(self.base), set()])
            self._slots += 1
        if self.nthread > 1 and self._pool is None:
            self._pool = concurrent.futures.ThreadPoolExecutor(self.nthread)

    def _run(self, ids, keys, nstep, stage, control=None, records=()):
        """Runs simulations without the interpreter: reset to keyframes, or steps; then stages."""
        chosen = slice(None) if ids is None else ids
        self.status[chosen] = 0
        if self.errors:
            for sim in range(self.nsim) if ids is None else ids.tolist():
                self.errors.pop(sim, None)
        models = self.models if isinstance(self.models, list) else [self.model_of(0)]
        rows = [(name, np.ascontiguousarray(self.known(name))) for name in (*self.expanded, *self.derived)]
        arrays = (self.state, self.warning, list(self._outputs.items()), rows)
        failed = self._native.run(
            models,
            self._own,
            None if ids is None else ids.tolist(),
            arrays,
            (None if keys is None else keys.tolist(), nstep, stage),
            (control, list(records)),
        )
        if failed:
            self.errors.update(failed)
            bad = np.array([sim for sim, _ in failed], np.int64)
            self.status[bad] = 1
            raise SimulationError(bad, failed[0][1], self.nsim if ids is None else len(ids))

    def _dress(self, slot, sim):
        """The model of a simulation, in the hands of this thread."""
        if self.models is not None:
            return self.model_of(sim)
        model, written = slot[0], slot[2]
        for name in (*self.expanded, *self.derived):
            value = self.known(name)[sim]
            enum, what = _KINDS.get(name, (None, ""))
            if enum is not None and not np.isin(value, list(_facts.ENUMS[enum].values())).all():
                raise ValueError(f"unknown {what} type {np.ravel(value)[0]}")
            fields.set_model_value(model, name, value)
            written.add(name)
        return model

    def _load(self, model, data, sim):
        """Puts the row of a simulation into its data."""
        mj_setState(model, data, self.state[sim], fields.INTEGRATION)
        data.warning.lastinfo[:] = self.warning[sim, :, 0]
        data.warning.number[:] = self.warning[sim, :, 1]

    def _store(self, model, data, sim):
        """Takes the row, the warnings and all bound fields of a simulation from its data."""
        mj_getState(model, data, self.state[sim], fields.INTEGRATION)
        self.warning[sim, :, 0] = data.warning.lastinfo
        self.warning[sim, :, 1] = data.warning.number
        for name, rows in self._outputs.items():
            rows[sim] = getattr(data, name)

    def step(self, ids, nstep, stage):
        """Steps, then computes stages."""
        if nstep < 0 or stage not in _STAGES:
            raise ValueError("nstep must not be negative, and stage must be one of mjtStage")
        _check_callbacks()
        if not _callbacks.any_set():
            return self._run(ids, None, nstep, stage)

        def work(model, data, sim, _):
            self._load(model, data, sim)
            if nstep:
                mj_step(model, data, nstep)
            if _STAGES[stage] is not None:
                _STAGES[stage](model, data)
            self._store(model, data, sim)

        self._each(ids, work)

    def reset(self, ids, keys, stage):
        """Resets, then computes stages."""
        if stage not in _STAGES:
            raise ValueError("stage must be one of mjtStage")
        _check_callbacks()
        if not _callbacks.any_set():
            return self._run(ids, keys, 0, stage)

        def work(model, data, sim, place):
            if keys[place] < 0:
                mj_resetData(model, data)
            else:
                mj_resetDataKeyframe(model, data, int(keys[place]))
            if _STAGES[stage] is not None:
                _STAGES[stage](model, data)
            self._store(model, data, sim)

        self._each(ids, work)

    def set_const(self, ids):
        """Derives constants per simulation."""
        if self.models is not None:
            raise FatalError("the batch runs on models of the caller (set_models): derive their constants instead")
        names = [name for name in fields.MODEL_FIELDS if not name.startswith("opt.") and name not in self.expanded]
        base = {name: fields.model_value(self.base, name) for name in names}

        def work(model, _, sim, place):
            scratch = MjData(model)
            moving = model.body_dofnum > 0
            light = np.flatnonzero(moving & (_subtree_mass(model) < _facts.CONSTANTS["mjMINVAL"]))
            if light.size:
                raise ValueError(f"the mass of moving body {light[0]} is too small")
            mj_setConst(model, scratch)
            for name in names:
                value = fields.model_value(model, name)
                if name in self.derived:
                    self.derived[name][sim] = value
                elif not np.array_equal(value, base[name]):
                    rows = np.array(np.broadcast_to(base[name], (self.nsim, *value.shape)))
                    self.derived.setdefault(name, rows)[sim] = value

        self._each(ids, work, threads=False)

    def record_shape(self, item, count, nstep):
        """Shape and type of what is recorded."""
        if isinstance(item, str):
            like = fields.data_template(self.template, item) if item in fields.DATA_FIELDS else None
            if like is None:
                raise fields.not_bindable(self.template, item)
            return (count, nstep, *like.shape), like.dtype
        return (count, nstep, fields.state_size(self.base, int(item))), np.dtype(np.float64)

    def rollout(self, ids, nstep, control, spec, records):
        """Steps with given inputs, and records after every step."""
        nstep = operator.index(nstep)
        if nstep < 0:
            raise ValueError("nstep must not be negative")
        count = self.nsim if ids is None else len(ids)
        for name, bits, array in records:
            shape, kind = self.record_shape(bits if name is None else name, count, nstep)
            fits = isinstance(array, np.ndarray) and array.shape == shape and array.dtype == kind
            if not fits or not array.flags.c_contiguous or not array.flags.writeable:
                raise ValueError(f"records of {name or bits} need a writable contiguous array of {kind}, of shape {shape}")
        if spec & ~fields.USER:
            raise ValueError("control_spec can only contain bits in mjSTATE_USER")
        if control is not None and control.shape != (count, nstep, fields.state_size(self.base, spec)):
            raise ValueError(f"control has the wrong shape {control.shape}")
        _check_callbacks()
        if not _callbacks.any_set():
            given = None if control is None else (np.ascontiguousarray(control, np.float64), spec)
            return self._run(ids, None, nstep, 0, given, [(name, bits, array) for name, bits, array in records])

        def work(model, data, sim, place):
            self._load(model, data, sim)
            before = data.warning.number.sum()
            stopped = False
            for k in range(nstep):
                if not stopped:
                    if control is not None:
                        mj_setState(model, data, control[place, k], spec)
                    mj_step(model, data)
                    stopped = data.warning.number.sum() > before
                for name, bits, array in records:
                    if name is None:
                        mj_getState(model, data, array[place, k], bits)
                    else:
                        array[place, k] = getattr(data, name)
            self._store(model, data, sim)

        self._each(ids, work)

    def jac(self, ids, body, point, jacp, jacr):
        """Jacobians of points."""
        count = self.nsim
        if ids is not None:
            _exact(ids, np.int32, np.shape(ids), "ids")
            check_ids(ids, self.nsim)
            count = len(ids)
        _exact(body, np.int32, (count,), "body")
        _exact(point, np.float64, (count, 3), "point")
        for array, name in ((jacp, "jacp"), (jacr, "jacr")):
            if array is not None:
                _exact(array, np.float64, (count, 3, self.base.nv), name)

        def work(model, data, sim, place):
            self._pose(model, data, sim)
            mj_comPos(model, data)
            parts = (None if array is None else array[place] for array in (jacp, jacr))
            mj_jac(model, data, *parts, point[place], int(body[place]))

        self._each(ids, work)

    def ray(self, ids, rays, options, results):
        """Distances at which rays hit geoms."""
        (pnt, vec, exclude), (group, static), (dist, geomid, normal) = rays, options, results

        def work(model, data, sim, place):
            self._pose(model, data, sim)
            for k in range(pnt.shape[1]):
                arguments = (pnt[place, k], vec[place, k], group, static, int(exclude[place, k]))
                hit, geom = normal[place, k], geomid[place, k : k + 1]
                dist[place, k] = mj_ray(model, data, *arguments, geom, hit)

        self._each(ids, work)

    def _pose(self, model, data, sim):
        """The kinematics of the present state of a simulation."""
        self._load(model, data, sim)
        mj_kinematics(model, data)


def _subtree_mass(model):
    mass = model.body_mass.copy()
    for body in range(model.nbody - 1, 0, -1):
        mass[model.body_parentid[body]] += mass[body]
    return mass


def _check_callbacks():
    """Complains about functions of the user in Python."""
    name = _callbacks.python_callback()
    if name is not None:
        raise ValueError(f"mjcb_{name} is a Python function: batches run without Python")

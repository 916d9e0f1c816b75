"""Open-loop rollouts over threads, without Python in the loop."""

import numpy as np

from . import FatalError, MjData, MjModel, _ligament, mj_stateSize, mjtSolver, mjtState

_USER = int(mjtState.mjSTATE_USER)
_PHYSICS = int(mjtState.mjSTATE_FULLPHYSICS)
_SOLVERS = frozenset(int(solver) for solver in mjtSolver)


class Rollout:
    """Rollouts with a fixed number of threads."""

    def __init__(self, *, nthread=None):
        """With `nthread` of zero or None, rollouts run in the thread that asks for them."""
        self.nthread = 0 if nthread is None else nthread
        self._open = True

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()

    def close(self):
        """Ends the use of this object."""
        self._open = False

    def rollout(
        self,
        model,
        data,
        initial_state,
        control=None,
        *,
        control_spec=int(mjtState.mjSTATE_CTRL),
        skip_checks=False,
        nstep=None,
        initial_warmstart=None,
        state=None,
        sensordata=None,
        chunk_size=None,
    ):
        """Runs trajectories from initial states under given controls.

        Arguments and results are those of `rollout`.
        """
        if not self._open:
            raise RuntimeError("rollout requested after thread pool shutdown")
        control_spec = int(control_spec)
        _check_settings(control_spec, nstep, chunk_size)
        data = list(data) if isinstance(data, (list, tuple)) else [data]
        _check_data(data, self.nthread)
        given = {
            "initial_state": (initial_state, 2),
            "initial_warmstart": (initial_warmstart, 2),
            "control": (control, 3),
            "state": (state, 3),
            "sensordata": (sensordata, 3),
        }
        arrays = {name: _array(name, value, ndim) for name, (value, ndim) in given.items()}
        if arrays["initial_state"] is None:
            raise ValueError("initial_state must be a numpy array or float")
        nbatch = _extent(0, 1, arrays)
        models = [model] if isinstance(model, MjModel) else list(model)
        if skip_checks and len(models) > nbatch:
            models = models[:nbatch]
        if len(models) > 1:
            nbatch = len(models) if nbatch == 1 else nbatch
            if len(models) != nbatch:
                raise ValueError(f"nbatch inferred as {nbatch} but model is length {len(models)}")
        steps = {name: arrays[name] for name in ("control", "state", "sensordata")}
        nstep = _extent(1, 1 if nstep is None else int(nstep), steps, nstep is not None)
        _check_widths(models, control_spec, arrays)
        inputs = (
            _tiled(arrays["initial_state"], nbatch),
            _tiled(arrays["initial_warmstart"], nbatch),
            _tiled(arrays["control"], nbatch, nstep),
        )
        states = _room(state, (nbatch, nstep, arrays["initial_state"].shape[1]))
        readings = _room(sensordata, (nbatch, nstep, models[0].nsensordata))
        _ligament.rollout(models, data, (nbatch, nstep), control_spec, inputs, (states, readings), chunk_size)
        return _result(state, states), _result(sensordata, readings)


def shutdown_persistent_pool():
    """Ends the threads of rollouts; the next rollout starts them again."""
    _ligament.shut_down_pool()


def rollout(
    model,
    data,
    initial_state,
    control=None,
    *,
    control_spec=int(mjtState.mjSTATE_CTRL),
    skip_checks=False,
    nstep=None,
    initial_warmstart=None,
    state=None,
    sensordata=None,
    chunk_size=None,
    persistent_pool=False,
):
    """Runs trajectories from initial states under given controls.

    Args:
      model: A model, or one per trajectory, all with the same sizes.
      data: An MjData, or a list of them: one thread each. Afterwards they hold the end of some trajectory.
      initial_state: Initial states of type mjSTATE_FULLPHYSICS, ([nbatch or 1] x nstate).
      control: Controls, ([nbatch or 1] x [nstep or 1] x ncontrol); inputs they do not cover are those of a reset.
      control_spec: What the controls are, bits of mjSTATE_USER.
      skip_checks: Leave out the checks of types.
      nstep: Number of steps; by default it follows from the arrays.
      initial_warmstart: Initial `qacc_warmstart`, ([nbatch or 1] x nv); zero by default.
      state: Array for the states, (nbatch x nstep x nstate).
      sensordata: Array for the sensor readings, (nbatch x nstep x nsensordata).
      chunk_size: How many trajectories a thread takes at a time; by default nbatch / (10 nthread).
      persistent_pool: Accepted for compatibility: threads always wait for the next rollout.

    Returns:
      The states and the sensor readings after every step.
    """
    data = list(data) if isinstance(data, (list, tuple)) else [data]
    nthread = len(data) if len(data) > 1 else 0
    with Rollout(nthread=nthread) as worker:
        return worker.rollout(
            model,
            data,
            initial_state,
            control,
            control_spec=control_spec,
            skip_checks=skip_checks,
            nstep=nstep,
            initial_warmstart=initial_warmstart,
            state=state,
            sensordata=sensordata,
            chunk_size=chunk_size,
        )


def _whole(value):
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _check_settings(control_spec, nstep, chunk_size):
    if control_spec & ~_USER:
        raise ValueError("control_spec can only contain bits in mjSTATE_USER")
    if nstep is not None and not _whole(nstep):
        raise ValueError("nstep must be an integer")
    if nstep is not None and nstep < 0:
        raise ValueError("nstep must be non-negative")
    if chunk_size is not None and not _whole(chunk_size):
        raise ValueError("chunk_size must be an integer")
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError("chunk_size must be a positive integer")


def _check_data(data, nthread):
    if not data:
        raise ValueError("The list of data instances is empty")
    for item in data:
        if not isinstance(item, MjData):
            raise TypeError(f"data must be MjData, not {type(item).__name__}")
    if nthread == 0 and len(data) > 1:
        raise ValueError("More than one data instance passed but rollout is configured to run on main thread")
    if nthread > 0 and nthread != len(data):
        raise ValueError(f"Length of data: {len(data)} not equal to nthread: {nthread}")
    for place, item in enumerate(data):
        if item._nthread:
            raise ValueError(f"data[{place}] has a thread pool: rollouts have threads of their own")
    if len({id(item) for item in data}) != len(data):
        raise ValueError("the same MjData appears twice: every thread needs its own")


def _array(name, value, ndim):
    """An argument with all of its dimensions, or None."""
    if value is None:
        return None
    if not isinstance(value, (np.ndarray, float)):
        raise ValueError(f"{name} must be a numpy array or float")
    array = np.asarray(value, dtype=np.float64)
    if array.ndim > ndim:
        raise ValueError(f"{name} can have at most {ndim} dimensions")
    return array.reshape((1,) * (ndim - array.ndim) + array.shape)


def _extent(axis, value, arrays, fixed=False):
    """The extent that all arrays agree on; one stands for any. A fixed one is what was asked for."""
    for name, array in arrays.items():
        if array is None or array.shape[axis] == value:
            continue
        if value == 1 and not (fixed and array.shape[axis] == 0):
            value = array.shape[axis]
        elif array.shape[axis] != 1:
            raise ValueError(f"dimension {axis} inferred as {value} but {name} has {array.shape[axis]}")
    return value


def _check_widths(models, control_spec, arrays):
    def widths(model):
        if not isinstance(model, MjModel):
            raise TypeError(f"model must be MjModel, not {type(model).__name__}")
        nstate = mj_stateSize(model, _PHYSICS)
        return {
            "initial_state": nstate,
            "state": nstate,
            "control": mj_stateSize(model, control_spec),
            "initial_warmstart": model.nv,
            "sensordata": model.nsensordata,
        }

    if not models:
        raise ValueError("The list of models is empty")
    for model in models:
        if isinstance(model, MjModel) and int(model.opt.solver) not in _SOLVERS:
            raise FatalError(f"mj_fwdConstraint: unknown solver type {int(model.opt.solver)}")
    expected = widths(models[0])
    if any(widths(model) != expected for model in models[1:]):
        raise ValueError("models are not compatible")
    for name, width in expected.items():
        array = arrays[name]
        if array is not None and array.shape[-1] != width:
            raise ValueError(f"trailing dimension of {name} must be {width}, got {array.shape[-1]}")


def _tiled(array, *extents):
    """An array repeated where it has one entry and more are needed."""
    if array is None or (array.shape[: len(extents)] == extents and array.flags.c_contiguous):
        return array
    return np.ascontiguousarray(np.broadcast_to(array, (*extents, *array.shape[len(extents) :])))


def _room(given, shape):
    """An array for results: that of the caller where it can be filled as it is."""
    if (
        isinstance(given, np.ndarray)
        and given.size == np.prod(shape)
        and given.dtype == np.float64
        and given.flags.c_contiguous
        and given.flags.writeable
    ):
        return given
    return np.empty(shape)


def _result(given, found):
    """The result, in the array of the caller if there is one."""
    if given is None or given is found:
        return found
    given[...] = found.reshape(given.shape)
    return given

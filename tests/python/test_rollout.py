"""Rollouts."""

import copy

import ligament
import numpy as np
import pytest
from ligament import rollout

FULL = ligament.mjtState.mjSTATE_FULLPHYSICS


def state_of(model, data):
    state = np.empty(ligament.mj_stateSize(model, FULL))
    ligament.mj_getState(model, data, state, FULL)
    return state


def by_hand(model, state, control):
    data = ligament.MjData(model)
    ligament.mj_setState(model, data, state, FULL)
    states, readings = [], []
    for ctrl in control:
        data.ctrl[:] = ctrl
        ligament.mj_step(model, data)
        states.append(state_of(model, data))
        readings.append(data.sensordata.copy())
    return np.array(states), np.array(readings)


@pytest.fixture
def problem(model):
    rng = np.random.default_rng(0)
    data = ligament.MjData(model)
    state = state_of(model, data)
    control = 0.1 * rng.standard_normal((6, 20, model.nu))
    return model, data, np.tile(state, (6, 1)), control


def test_rollouts_are_steps(problem):
    model, data, initial, control = problem
    states, readings = rollout.rollout(model, data, initial, control)
    assert states.shape == (6, 20, initial.shape[1]) and readings.shape == (6, 20, model.nsensordata)
    for i in range(6):
        a, b = by_hand(model, initial[i], control[i])
        np.testing.assert_array_equal(states[i], a)
        np.testing.assert_array_equal(readings[i], b)
    np.testing.assert_array_equal(state_of(model, data), states[-1, -1])


@pytest.mark.parametrize("chunk", [None, 1, 4])
def test_threads_do_not_matter(problem, chunk):
    model, data, initial, control = problem
    expected = rollout.rollout(model, data, initial, control)
    workers = [ligament.MjData(model) for _ in range(3)]
    found = rollout.rollout(model, workers, initial, control, chunk_size=chunk)
    with rollout.Rollout(nthread=3) as pool:
        again = pool.rollout(model, workers, initial, control, chunk_size=chunk)
    for a, b, c in zip(expected, found, again):
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(a, c)


def test_extents_of_one_are_repeated(problem):
    model, data, initial, control = problem
    states, _ = rollout.rollout(model, data, initial[0], control)
    assert states.shape[:2] == (6, 20)
    states, _ = rollout.rollout(model, data, initial, nstep=7)
    assert states.shape[:2] == (6, 7)
    states, _ = rollout.rollout(model, data, initial[0], control[0, 0], nstep=5)
    assert states.shape[:2] == (1, 5)
    np.testing.assert_array_equal(states[0], by_hand(model, initial[0], control[:1, 0].repeat(5, 0))[0])


def test_outputs_can_be_given(problem):
    model, data, initial, control = problem
    out = np.full((6, 20, initial.shape[1]), np.nan)
    readings = np.full((6, 20, model.nsensordata), np.nan)
    states, found = rollout.rollout(model, data, initial, control, state=out, sensordata=readings)
    assert states is out and found is readings
    assert np.isfinite(out).all() and np.isfinite(readings).all()


def test_models_may_differ(problem):
    model, data, initial, control = problem
    models = [copy.copy(model) for _ in range(6)]
    for i, m in enumerate(models):
        m.opt.gravity[2] = -i
    states, _ = rollout.rollout(models, data, initial, control)
    for i in range(6):
        np.testing.assert_array_equal(states[i], by_hand(models[i], initial[i], control[i])[0])


def test_other_inputs(problem):
    model, data, initial, _ = problem
    spec = int(ligament.mjtState.mjSTATE_QFRC_APPLIED)
    forces = np.full((6, 3, model.nv), 0.5)
    states, _ = rollout.rollout(model, data, initial, forces, control_spec=spec)
    ligament.mj_resetData(model, data)
    data.qfrc_applied[:] = 0.5
    ligament.mj_step(model, data, 3)
    np.testing.assert_array_equal(states[0, -1], state_of(model, data))


def test_bad_states_fill_the_rest(problem):
    model, data, initial, control = problem
    initial = initial.copy()
    initial[1, 1] = np.nan
    states, _ = rollout.rollout(model, data, initial, control)
    assert (states[1, 1:] == states[1, 1]).all()
    np.testing.assert_array_equal(states[2], by_hand(model, initial[2], control[2])[0])


def test_callbacks_are_called(problem):
    model, data, initial, control = problem
    count = []
    ligament.set_mjcb_control(lambda m, d: count.append(d.time))
    try:
        states, _ = rollout.rollout(model, data, initial, control)
    finally:
        ligament.set_mjcb_control(None)
    assert len(count) >= 6 * 20
    np.testing.assert_array_equal(states, rollout.rollout(model, data, initial, control)[0])


def test_wrong_arguments_are_refused(problem):
    model, data, initial, control = problem
    wrong = [
        lambda: rollout.rollout(model, data, initial[:, 1:], control),
        lambda: rollout.rollout(model, data, initial, control[..., 1:]),
        lambda: rollout.rollout(model, data, initial[:4], control),
        lambda: rollout.rollout(model, data, initial, control, nstep=7),
        lambda: rollout.rollout(model, data, initial, control, nstep=1.5),
        lambda: rollout.rollout(model, data, initial, control, chunk_size=0),
        lambda: rollout.rollout(model, data, initial, control, control_spec=1),
        lambda: rollout.rollout(model, data, "state", control),
        lambda: rollout.rollout(model, [data, data], initial, control),
        lambda: rollout.rollout(model, [], initial, control),
    ]
    for call in wrong:
        with pytest.raises(ValueError):
            call()
    pool = rollout.Rollout(nthread=2)
    pool.close()
    with pytest.raises(RuntimeError):
        pool.rollout(model, [data], initial, control)


def test_rollouts_agree_with_mujoco(models):
    mujoco = pytest.importorskip("mujoco")
    theirs = pytest.importorskip("mujoco.rollout")
    reference, model = models
    data = ligament.MjData(model)
    initial = state_of(model, data)
    control = 0.1 * np.random.default_rng(1).standard_normal((2, 5, model.nu))
    a, _ = theirs.rollout(reference, mujoco.MjData(reference), initial, control)
    b, _ = rollout.rollout(model, data, initial, control)
    np.testing.assert_allclose(b, a, atol=1e-6 * max(1, np.abs(a).max()))

"""Threads: the interpreter is free while the engine runs, and nothing is used twice at a time."""

import copy
import os
import sys
import threading
import time

import ligament
import numpy as np
import pytest
from ligament import rollout

FULL = ligament.mjtState.mjSTATE_FULLPHYSICS


class Running:
    """A call in another thread, and the exception that it raised."""

    def __init__(self, call):
        self.error = None

        def run():
            try:
                call()
            except BaseException as error:
                self.error = error

        self.thread = threading.Thread(target=run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.thread.join()


@pytest.fixture
def no_switching():
    """Threads change hands only where a call gives the interpreter up, never by the clock."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(before)


def progress(thread):
    """How often this thread gets to do something while another one runs."""
    count = 0
    while thread.is_alive():
        count += 1
        time.sleep(0)
    return count


@pytest.fixture
def pair(model):
    return model, ligament.MjData(model)


def test_steps_let_other_threads_run(pair, no_switching):
    model, data = pair
    with Running(lambda: ligament.mj_step(model, data, 20000)) as running:
        assert progress(running.thread) > 10
    assert running.error is None


def test_rollouts_let_other_threads_run(pair, no_switching):
    model, data = pair
    state = np.empty(ligament.mj_stateSize(model, FULL))
    ligament.mj_getState(model, data, state, FULL)
    with Running(lambda: rollout.rollout(model, data, np.tile(state, (20, 1)), nstep=100)) as running:
        assert progress(running.thread) > 10
    assert running.error is None


def test_derivatives_let_other_threads_run(pair, no_switching):
    model, data = pair
    size = 2 * model.nv + model.na
    a = np.zeros((size, size))

    def work():
        for _ in range(300):
            ligament.mjd_transitionFD(model, data, 1e-6, True, a, None, None, None)

    with Running(work) as running:
        assert progress(running.thread) > 10
    assert running.error is None and np.isfinite(a).all()


def test_one_data_is_used_by_one_call_at_a_time(pair):
    model, data = pair
    other = ligament.MjData(model)
    with Running(lambda: ligament.mj_step(model, data, 50000)) as running:
        time.sleep(0.02)
        refused = 0
        while running.thread.is_alive() and not refused:
            for call in (
                lambda: ligament.mj_step(model, data),
                lambda: ligament.mj_forward(model, data),
                lambda: ligament.mj_copyData(other, model, data),
                lambda: rollout.rollout(model, [data, other], np.zeros((2, ligament.mj_stateSize(model, FULL)))),
            ):
                try:
                    call()
                except RuntimeError as error:
                    assert "another thread" in str(error)
                    refused += 1
        ligament.mj_step(model, other)
    assert refused >= 1 and running.error is None


def test_attributes_can_be_read_meanwhile(pair):
    model, data = pair
    view = data.qpos
    stepped = threading.Event()

    def work():
        for _ in range(300):
            ligament.mj_step(model, data, 2)
        stepped.set()

    with Running(work) as running:
        reads, last = 0, -1.0
        while running.thread.is_alive():
            now = data.time
            assert now >= last
            last = now
            assert np.isfinite(data.xpos).all() and np.isfinite(view).all()
            assert data.ncon >= 0 and len(data.contact) >= 0 and data.efc_force.ndim == 1
            reads += 1
    assert running.error is None and stepped.is_set() and reads > 0
    assert data.time == pytest.approx(600 * model.opt.timestep)


def test_inputs_written_meanwhile_are_kept(pair):
    model, data = pair
    ctrl = data.ctrl
    with Running(lambda: ligament.mj_step(model, data, 50000)) as running:
        time.sleep(0.02)
        written = running.thread.is_alive()
        ctrl[:] = 0.25
    assert written and running.error is None
    assert (data.ctrl == 0.25).all() and data.ctrl is ctrl
    ligament.mj_forward(model, data)
    assert (data.ctrl == 0.25).all()


def test_one_model_serves_many_threads(model):
    wanted = ligament.MjData(model)
    ligament.mj_step(model, wanted, 200)
    datas = [ligament.MjData(model) for _ in range(6)]

    def work(data):
        for _ in range(100):
            ligament.mj_step(model, data)
            assert data.qpos.size == model.nq and model.body_mass[0] == 0
            ligament.mj_step(model, data)

    runs = [Running(lambda data=data: work(data)) for data in datas]
    for run in runs:
        run.thread.start()
    for run in runs:
        run.thread.join()
        assert run.error is None
    for data in datas:
        np.testing.assert_array_equal(data.qpos, wanted.qpos)


def test_a_model_can_be_changed_while_others_step_with_it(model):
    datas = [ligament.MjData(model) for _ in range(3)]
    runs = [Running(lambda data=data: ligament.mj_step(model, data, 1500)) for data in datas]
    for run in runs:
        run.thread.start()
    changed = 0
    while any(run.thread.is_alive() for run in runs):
        model.opt.gravity[2] = -changed % 10
        model.body_mass[1:] *= 1.001
        ligament.mj_setConst(model, ligament.MjData(model))
        changed += 1
    for run in runs:
        run.thread.join()
        assert run.error is None
    # Each call had the model as it was when the call began: all of them are alike.
    assert changed > 0 and all(np.isfinite(data.qpos).all() for data in datas)


def test_callbacks_may_read_and_write_everything(model):
    data = ligament.MjData(model)
    seen = []
    view = data.qfrc_applied

    def control(m, d):
        seen.append((d.time, d.ncon, d.xpos[1].copy(), len(d.contact), m.nq))
        d.ctrl[:] = 0.1
        view[0] = 0.5
        m.body_mass[1] = 7.0
        ligament.mj_comPos(m, d)

    ligament.set_mjcb_control(control)
    try:
        ligament.mj_step(model, data)
        assert (data.ctrl == 0.1).all() and data.qfrc_applied[0] == 0.5
        ligament.mj_step(model, data, 2)
    finally:
        ligament.set_mjcb_control(None)
    assert len(seen) == 3 and seen[0][0] < seen[1][0] < seen[2][0]
    assert model.body_mass[1] == copy.copy(model).body_mass[1] == 7.0


def test_a_filter_cannot_get_at_data_in_use():
    xml = "<mujoco><worldbody><geom size='1'/><body><freejoint/><geom size='1'/></body></worldbody></mujoco>"
    model = ligament.MjModel.from_xml_string(xml)
    data = ligament.MjData(model)
    held = data.qpos
    errors = []

    def keep(m, a, b):
        assert held[3] == 1
        for use in (lambda: data.xpos, lambda: data.time, lambda: ligament.mj_forward(m, data)):
            try:
                use()
            except RuntimeError as error:
                errors.append(str(error))
        return False

    ligament.set_mjcb_contactfilter(keep)
    try:
        ligament.mj_forward(model, data)
    finally:
        ligament.set_mjcb_contactfilter(None)
    assert len(errors) == 3 and data.ncon == 1


def tasks():
    return len(os.listdir("/proc/self/task"))


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="counts threads as Linux shows them")
def test_threads_of_rollouts_wait_for_the_next_one(pair):
    model, data = pair
    state = np.empty(ligament.mj_stateSize(model, FULL))
    ligament.mj_getState(model, data, state, FULL)
    workers = [ligament.MjData(model) for _ in range(4)]
    initial = np.tile(state, (16, 1))
    wanted = rollout.rollout(model, workers, initial, nstep=3)[0]
    count = tasks()
    for _ in range(20):
        np.testing.assert_array_equal(rollout.rollout(model, workers, initial, nstep=3)[0], wanted)
    assert tasks() == count
    rollout.shutdown_persistent_pool()
    deadline = time.monotonic() + 10
    while tasks() >= count and time.monotonic() < deadline:
        time.sleep(0.01)
    assert tasks() < count
    np.testing.assert_array_equal(rollout.rollout(model, workers, initial, nstep=3)[0], wanted)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_rollouts_work_in_a_forked_child(pair):
    model, data = pair
    state = np.empty(ligament.mj_stateSize(model, FULL))
    ligament.mj_getState(model, data, state, FULL)
    workers = [ligament.MjData(model) for _ in range(3)]
    initial = np.tile(state, (12, 1))
    wanted = rollout.rollout(model, workers, initial, nstep=3)[0]
    child = os.fork()
    if child == 0:
        try:
            found = rollout.rollout(model, workers, initial, nstep=3)[0]
            rollout.shutdown_persistent_pool()
            os._exit(0 if np.array_equal(found, wanted) else 1)
        finally:
            os._exit(2)
    deadline = time.monotonic() + 30
    done = 0
    while done == 0 and time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        time.sleep(0.01)
    if done == 0:
        os.kill(child, 9)
        os.waitpid(child, 0)
    assert done == child and status == 0

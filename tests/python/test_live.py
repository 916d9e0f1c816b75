"""Arrays follow models and data, and models and data follow arrays, whoever holds what and in any order."""

import copy
import gc
import pickle
import time
import weakref

import ligament
import numpy as np
import pytest

NAMES = [name for _, name, *_ in ligament._ligament.fields() if name not in ("names", "paths", "text_data")]


@pytest.fixture
def pair(model):
    return model, ligament.MjData(model)


def fresh_step(model, qpos, ctrl):
    data = ligament.MjData(model)
    data.qpos[:] = qpos
    data.ctrl[:] = ctrl
    ligament.mj_step(model, data)
    return data


def test_written_views_are_seen_by_the_next_step(pair):
    model, data = pair
    rng = np.random.default_rng(0)
    qpos, part, memory = data.qpos, data.ctrl[1:], memoryview(data.ctrl)
    for i in range(8):
        ligament.mj_resetData(model, data)
        qpos[:] = model.qpos0 + 0.01 * rng.standard_normal(model.nq)
        if i % 2:
            part[:] = 0.1 * i
        else:
            memory[1] = 0.2 * i
        wanted = fresh_step(model, qpos, data.ctrl)
        ligament.mj_step(model, data)
        np.testing.assert_array_equal(qpos, wanted.qpos)
        np.testing.assert_array_equal(data.qacc, wanted.qacc)
        assert data.qpos is qpos
        if i == 4:
            del part
            part = data.ctrl[1:]


def test_unheld_writes_count(pair):
    model, data = pair
    held = ligament.MjData(model)
    qvel = held.qvel
    for i in range(5):
        data.qvel[0] = i
        qvel[0] = i
        ligament.mj_step(model, data)
        ligament.mj_step(model, held)
    np.testing.assert_array_equal(data.xpos, held.xpos)
    np.testing.assert_array_equal(data.qvel, qvel)


def test_writes_reach_copies_pickles_and_states(pair):
    model, data = pair
    qpos = data.qpos
    qpos[0] = 0.125
    size = ligament.mj_stateSize(model, int(ligament.mjtState.mjSTATE_QPOS))
    state = np.zeros(size)
    ligament.mj_getState(model, data, state, int(ligament.mjtState.mjSTATE_QPOS))
    assert state[0] == 0.125
    assert copy.copy(data).qpos[0] == pickle.loads(pickle.dumps(data)).qpos[0] == 0.125
    model.body_mass[1] = 3.5
    assert copy.copy(model).body_mass[1] == pickle.loads(pickle.dumps(model)).body_mass[1] == 3.5
    other = ligament.MjData(model)
    ligament.mj_copyData(other, model, data)
    assert other.qpos[0] == 0.125


def test_results_may_be_written_into_arrays_of_the_data(pair):
    model, data = pair
    ligament.mj_forward(model, data)
    wanted = data.qpos.copy()
    ligament.mj_integratePos(model, wanted, np.ones(model.nv), 0.1)
    ligament.mj_integratePos(model, data.qpos, np.ones(model.nv), 0.1)
    np.testing.assert_array_equal(data.qpos, wanted)
    ligament.mj_kinematics(model, data)
    np.testing.assert_array_equal(data.qpos, wanted)
    ligament.mj_mulM(model, data, data.qfrc_applied, data.qvel)


def test_weak_references_see_the_present(pair):
    model, data = pair
    array = weakref.ref(data.qpos)
    assert array() is data.qpos
    data.qvel[:] = 1
    ligament.mj_step(model, data)
    np.testing.assert_array_equal(array(), data.qpos)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_arrays_changed_in_place_are_replaced(pair):
    model, data = pair
    qpos = data.qpos
    qpos.shape = (model.nq, 1)
    assert data.qpos.shape == (model.nq,) and data.qpos is not qpos
    data.qpos[0] = 0.25
    ligament.mj_forward(model, data)
    assert data.qpos[0] == 0.25
    with pytest.raises(ValueError):
        data.ctrl.resize(model.nu + 5, refcheck=False)
    assert data.ctrl.shape == (model.nu,)
    ligament.mj_step(model, data)
    masses = model.body_mass
    masses.shape = (model.nbody, 1)
    masses[1] = 4.5
    assert model.body_mass.shape == (model.nbody,)
    assert model.body_mass[1] == 4.5


def test_arrays_outlive_everything(model):
    data = ligament.MjData(model)
    mass, qpos, part = copy.copy(model).body_mass, data.qpos, data.xpos[1:]
    opt = copy.copy(model).opt
    del data
    gc.collect()
    mass[:] = qpos[:] = part[:] = 1
    opt.timestep = 0.5
    assert opt.timestep == 0.5


def test_data_is_freed_without_the_collector(model):
    data = ligament.MjData(model)
    assert data.qpos.size and len(data.contact) >= 0 and data.warning[0].number == 0
    gone = weakref.ref(data)
    gc.disable()
    try:
        del data
        assert gone() is None
    finally:
        gc.enable()


def test_the_list_of_contacts_is_live_and_single_ones_stay():
    xml = "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .09'><freejoint/><geom size='.1'/></body></worldbody></mujoco>"
    model = ligament.MjModel.from_xml_string(xml)
    data = ligament.MjData(model)
    ligament.mj_forward(model, data)
    contacts, single, dist = data.contact, data.contact[0], data.contact.dist
    assert data.contact is contacts
    data.qpos[2] = 0.08
    ligament.mj_forward(model, data)
    assert single.dist == dist[0] == pytest.approx(-0.01)
    assert contacts.dist[0] == contacts[0].dist == pytest.approx(-0.02)
    ligament.mj_resetData(model, data)
    assert len(contacts) == len(data.contact) == 0
    with pytest.raises(ValueError):
        single.dist = 1.0


def test_contacts_can_be_written():
    xml = "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>"
    model = ligament.MjModel.from_xml_string(xml)
    data = ligament.MjData(model)
    ligament.mj_forward(model, data)
    data.contact[1].pos[:2] = 5
    assert data.contact[1].pos[0] == 5 and data.contact.pos[1, 1] == 5
    data.contact.friction[:, 0] = 0.25
    assert data.contact[2].friction[0] == 0.25
    data.contact[2].friction = [1, 2, 3, 4, 5]
    assert data.contact.friction[2].tolist() == [1, 2, 3, 4, 5]
    data.contact[0].frame[:] = np.eye(3).ravel()
    other = copy.copy(data)
    assert other.contact[0].frame.tolist() == np.eye(3).ravel().tolist()
    assert other.contact == data.contact


def test_rows_that_clients_make_room_for():
    model = ligament.MjModel.from_xml_string("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>")
    data = ligament.MjData(model)
    ligament._functions._realloc_con_efc(data, 3, 5, nJ=7)
    assert data.ncon == 3 and data.nefc == 5 and data.efc_J.shape == (7,) and data.efc_KBIP.shape == (5, 4)
    data.efc_J[:] = range(7)
    data.contact.dist[:] = [1, 2, 3]
    assert data.efc_J.tolist() == list(range(7)) and [c.dist for c in data.contact] == [1, 2, 3]
    with pytest.raises(ligament.FatalError):
        ligament._functions._realloc_con_efc(data, 10**8, 10**8)
    assert data.ncon == data.nefc == 0
    ligament.mj_step(model, data)
    assert data.nefc == 0


def test_every_array_of_a_model_can_be_changed_and_follows(model):
    """Through a view that is held, through one that is not, and by assignment; the native model has it each time."""
    changed = 0
    for name in NAMES:
        array = getattr(model, name)
        if not array.size:
            continue
        old = np.array(array)
        for how, number in enumerate((array.flat[0], 0, 1)):
            new = old.copy()
            new.flat[-1] = number
            if how == 0:
                array[...] = new
            elif how == 1:
                getattr(model, name)[...] = new
            else:
                setattr(model, name, new)
            np.testing.assert_array_equal(getattr(copy.copy(model), name), new, err_msg=name)
            np.testing.assert_array_equal(array, new)
        array[...] = old
        changed += 1
    assert changed > 300


def heavy():
    """A model with a mesh and a texture that are too large to be compared."""
    rng = np.random.default_rng(5)
    points = rng.normal(size=(400, 3))
    vertices = " ".join(f"{x:.4f}" for x in (points / np.linalg.norm(points, axis=1, keepdims=True)).ravel())
    return ligament.MjModel.from_xml_string(f"""
    <mujoco>
      <asset>
        <mesh name="lump" vertex="{vertices}"/>
        <texture name="check" type="2d" builtin="checker" width="64" height="64" rgb1="1 0 0" rgb2="0 0 1"/>
      </asset>
      <worldbody>
        <geom type="plane" size="5 5 1"/>
        <body pos="0 0 1.0"><freejoint/><geom type="mesh" mesh="lump"/></body>
      </worldbody>
    </mujoco>""")


def stored(model):
    """What the native model has."""
    return copy.copy(model).mesh_vert.copy()


WRITES = {
    "item": lambda a: a.__setitem__((3, 1), 2.0),
    "slice": lambda a: a[4:9].__setitem__(slice(None), 2.0),
    "chain": lambda a: a[2:30][3][1:].__setitem__(0, 5.0),
    "reshape": lambda a: a.reshape(-1).__setitem__(7, 5.0),
    "in place": lambda a: a.__imul__(1.5),
    "in place, part": lambda a: a[1].__iadd__(1.5),
    "ufunc": lambda a: np.multiply(a, 2, out=a),
    "ufunc at": lambda a: np.add.at(a, 3, 1.0),
    "fill": lambda a: a.fill(2.0),
    "put": lambda a: a.put([1, 2], [3.0, 4.0]),
    "sort": lambda a: a.sort(axis=0),
    "partition": lambda a: a.partition(5, axis=0),
    "copyto": lambda a: np.copyto(a, 3.0),
    "np.put": lambda a: np.put(a, [1], [9.0]),
    "putmask": lambda a: np.putmask(a, a > 0, 1.0),
    "place": lambda a: np.place(a, a > 0, [1.0]),
    "clip": lambda a: np.clip(a, -0.1, 0.1, out=a),
    "flat": lambda a: a.__setitem__(np.s_[..., 0], np.arange(len(a))),
}


@pytest.mark.parametrize("how", WRITES)
def test_large_arrays_note_writes(how):
    model = heavy()
    array = model.mesh_vert
    assert isinstance(array, np.ndarray) and array.dtype == np.float32
    before = stored(model)
    plain = before.copy()
    WRITES[how](plain)
    WRITES[how](array)
    assert not np.array_equal(plain, before)
    np.testing.assert_array_equal(array, plain)
    np.testing.assert_array_equal(stored(model), plain)
    del array
    gc.collect()
    np.testing.assert_array_equal(model.mesh_vert, plain)


def test_large_arrays_behave_as_arrays():
    model = heavy()
    array = model.mesh_vert
    assert model.mesh_vert is array
    for made in (array * 2, array + array, array.copy(), array.astype(float), np.array(array), copy.deepcopy(array)):
        assert type(made) is np.ndarray and made.flags.writeable
    assert type(pickle.loads(pickle.dumps(array))) is np.ndarray
    assert array.sum() == pytest.approx(np.asarray(array).sum()) and isinstance(array.max(), np.float32)
    assert np.linalg.norm(array) > 0 and np.concatenate([array, array]).shape[0] == 2 * len(array)
    array += 1
    assert array is not None and (array == model.mesh_vert).all()
    for view in (np.asarray(array), np.asarray(memoryview(array)), array.view(np.ndarray)):
        with pytest.raises(ValueError):
            view[0] = 1
        with pytest.raises(ValueError):
            view.flags.writeable = True
    with pytest.raises(ValueError):
        array.flags.writeable = True
    model.mesh_vert = 0.5
    assert (array == 0.5).all()
    model.tex("check").data[0, 0] = 7
    assert (model.tex_data[:3] == 7).all()


def test_reading_arrays_does_not_slow_steps_down():
    """Coarse: the time of steps after all arrays were read, and while they are held."""
    model = heavy()
    data = ligament.MjData(model)
    ligament.mj_step(model, data, 200)

    def timed():
        best = np.inf
        for _ in range(20):
            start = time.perf_counter()
            for _ in range(20):
                ligament.mj_step(model, data)
            best = min(best, time.perf_counter() - start)
        return best

    timed()
    for _ in range(5):  # another process may disturb a measurement
        before = timed()
        for name in NAMES:
            getattr(model, name)
        after = timed()
        held = [getattr(model, name) for name in NAMES]
        while_held = timed()
        assert len(held) == len(NAMES)
        held = None
        if after < 1.5 * before and while_held < 2 * before + 2e-4:
            return
    pytest.fail(f"before {before:.2e} s, after {after:.2e} s, while held {while_held:.2e} s")

"""MjData: live arrays, counters, contacts, names, copies."""

import copy
import gc
import pickle
import threading

import ligament
import numpy as np
import pytest

BALL = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="ball" pos="0 0 0.09">
      <freejoint name="free"/>
      <geom name="skin" size="0.1"/>
      <site name="top" pos="0 0 0.1"/>
    </body>
  </worldbody>
  <sensor><framepos name="where" objtype="site" objname="top"/></sensor>
  <keyframe><key name="up" qpos="0 0 1 1 0 0 0"/></keyframe>
</mujoco>
"""


@pytest.fixture
def ball():
    model = ligament.MjModel.from_xml_string(BALL)
    return model, ligament.MjData(model)


def test_arrays_have_mujocos_names_types_and_shapes(models):
    mujoco = pytest.importorskip("mujoco")
    structs = pytest.importorskip("mujoco.introspect.structs")
    reference, model = mujoco.MjData(models[0]), ligament.MjData(models[1])
    mujoco.mj_forward(models[0], reference)
    ligament.mj_forward(models[1], model)
    fixed = {name for name, *_ in ligament._ligament.data_fields()}
    bad, missing = {}, set()
    for field in structs.STRUCTS["mjData"].fields:
        theirs = getattr(reference, field.name, None)
        if not hasattr(model, field.name):
            missing.add(field.name)
        elif isinstance(theirs, np.ndarray):
            ours = getattr(model, field.name)
            if ours.dtype != theirs.dtype or (field.name in fixed and ours.shape != theirs.shape):
                bad[field.name] = (ours.dtype, theirs.dtype, ours.shape, theirs.shape)
        elif isinstance(theirs, (int, float, bool)) and type(getattr(model, field.name)) is not type(theirs):
            bad[field.name] = (type(getattr(model, field.name)), type(theirs))
    assert not bad
    assert missing <= MISSING


# MuJoCo's memory, plugins, dual matrices and flexes: see docs/python.md.
MISSING = frozenset(
    """
    narena nbuffer pstack pbase parena threadlock threadpool maxuse_stack maxuse_threadstack maxuse_arena arena buffer plugin
    plugin_data nA nY efc_AR efc_AR_rownnz efc_AR_rowadr efc_AR_colind efc_Y efc_Y_rownnz efc_Y_rowadr efc_Y_colind
    nefmA nefmK nefmL nefmT nefmcon nefmdof efm_active efm_K_colind efm_K_rowadr efm_K_rownnz efm_K_val efm_L efm_aid efm_ak
    efm_as efm_c efm_ca efm_ck efm_con_ind efm_con_val efm_diag efm_dofid efm_fluid efm_sdiag efm_tid efm_tk efm_ts
    """.split()  # noqa: SIM905
)


def test_arrays_are_live(ball):
    model, data = ball
    qpos = data.qpos
    assert data.qpos is qpos
    qpos[2] = 0.7
    ligament.mj_forward(model, data)
    assert data.xpos[1, 2] == 0.7
    data.qpos = [0, 0, 2, 1, 0, 0, 0]
    assert qpos[2] == 2


def test_arrays_stay_in_place_and_follow(models):
    model = models[1]
    data = ligament.MjData(model)
    names = [name for name, *_ in ligament._ligament.data_fields()]
    arrays = {name: getattr(data, name) for name in names}
    before = {name: array.__array_interface__["data"][0] for name, array in arrays.items()}
    fresh = ligament.MjData(model)
    other = ligament.MjData(model)
    ligament.mj_step(model, fresh, 3)
    ligament.mj_step(model, data, 3)
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, getattr(fresh, name))
    ligament.mj_resetData(model, data)
    ligament.mj_copyData(data, model, other)
    for name, array in arrays.items():
        assert getattr(data, name) is array
        assert array.__array_interface__["data"][0] == before[name]
        np.testing.assert_array_equal(array, getattr(other, name))


def test_arrays_outlive_the_data(ball):
    data = copy.copy(ball[1])
    arrays = [data.qpos, data.xpos, data.energy, data.warning.number, data.efc_force, data.contact.pos]
    copies = [array.copy() for array in arrays]
    del data
    gc.collect()
    for a, b in zip(arrays, copies):
        np.testing.assert_array_equal(a, b)


def test_rows_are_copies_that_cannot_be_written(ball):
    model, data = ball
    ligament.mj_forward(model, data)
    force = data.efc_force
    with pytest.raises(ValueError):
        force[...] = 1
    kept = force.copy()
    ligament.mj_resetData(model, data)
    np.testing.assert_array_equal(force, kept)
    assert data.efc_force.shape == (0,)


def test_contacts(ball):
    model, data = ball
    ligament.mj_forward(model, data)
    assert data.ncon == len(data.contact) == 1
    contact = data.contact[0]
    assert contact.dist == pytest.approx(-0.01)
    assert contact.dim == 3
    assert list(contact.geom) == [0, 1] == [contact.geom1, contact.geom2]
    assert contact.frame.shape == (9,)
    assert data.contact.frame.shape == (1, 9)
    assert data.contact.H.shape == (1, 36)
    assert [c.dist for c in data.contact] == [contact.dist]
    assert data.contact[-1] == contact == copy.copy(contact)
    with pytest.raises(IndexError):
        data.contact[1]
    contact.friction = [0.5, 0.5, 0.1, 0.1, 0.1]
    assert data.contact[0].friction[0] == 0.5
    ligament.mj_resetData(model, data)
    assert len(data.contact) == 0
    with pytest.raises(ValueError):
        contact.dist = 0


def test_names(ball):
    model, data = ball
    ligament.mj_forward(model, data)
    ball = data.body("ball")
    assert (ball.id, ball.name) == (1, "ball")
    assert np.shares_memory(ball.xpos, data.xpos)
    np.testing.assert_array_equal(data.geom("skin").xpos, data.geom_xpos[1])
    np.testing.assert_array_equal(data.site(0).xmat, data.site_xmat[0])
    joint = data.joint("free")
    assert joint.qpos.shape == (7,) and joint.qvel.shape == (6,) and joint.cdof.shape == (6, 6)
    joint.qvel = 1
    assert (data.qvel == 1).all()
    assert np.shares_memory(data.sensor("where").data, data.sensordata)
    with pytest.raises(KeyError, match="Valid names"):
        data.body("box")
    with pytest.raises(IndexError):
        data.body(2)


def test_named_views_show_what_mujocos_show(models):
    mujoco = pytest.importorskip("mujoco")
    reference, data = mujoco.MjData(models[0]), ligament.MjData(models[1])
    counts = {"actuator": "nactuator", "body": "nbody", "camera": "ncam", "geom": "ngeom", "joint": "njnt"}
    counts.update(light="nlight", sensor="nsensor", site="nsite", tendon="ntendon")
    for kind, count in counts.items():
        for i in range(getattr(models[1], count)):
            theirs, ours = getattr(reference, kind)(i), getattr(data, kind)(i)
            for name in (n for n in dir(theirs) if not n.startswith("_")):
                # MuJoCo's rows of the sparse moment matrix are not those of the actuator.
                if (kind, name) == ("actuator", "moment") or name == "plastic":
                    continue
                a, b = getattr(theirs, name), getattr(ours, name)
                assert np.shape(a) == np.shape(b), (kind, name)


def test_counters(ball):
    model, data = ball
    assert data.time == 0
    data.time = 1.5
    assert data.time == 1.5
    data.energy[0] = 3
    assert data.energy[0] == 3
    data.warning[3].number = 4
    assert data.warning.number[3] == 4
    assert len(data.warning) == ligament.mjtWarning.mjNWARNING
    assert len(data.timer) == ligament.mjtTimer.mjNTIMER
    assert data.solver_niter.shape == (ligament.mjNISLAND,)
    assert len(data.solver) == ligament.mjNISLAND * ligament.mjNSOLVER
    ligament.mj_step(model, data)
    assert data.timer[ligament.mjtTimer.mjTIMER_STEP].number == 1
    ligament.mj_resetData(model, data)
    assert data.time == 0 and data.warning[3].number == 0


def test_bad_numbers_are_counted_and_reset(ball):
    model, data = ball
    data.qpos[0] = np.nan
    ligament.mj_step(model, data)
    assert data.warning[ligament.mjtWarning.mjWARN_BADQPOS].number == 1
    assert np.isfinite(data.qpos).all()
    data.qvel[1] = 1e11
    ligament.mj_step(model, data)
    assert data.warning[ligament.mjtWarning.mjWARN_BADQVEL].number == 1


def test_copies_are_independent(ball):
    model, data = ball
    ligament.mj_step(model, data, 4)
    shallow, deep, pickled = copy.copy(data), copy.deepcopy(data), pickle.loads(pickle.dumps(data))
    assert shallow.model is model and deep.model is not model
    for other in (shallow, deep, pickled):
        assert other.time == data.time
        np.testing.assert_array_equal(other.qpos, data.qpos)
        np.testing.assert_array_equal(other.xpos, data.xpos)
        other.qpos[0] = 9
        assert data.qpos[0] != 9
    assert shallow.ncon == data.ncon
    np.testing.assert_array_equal(shallow.efc_force, data.efc_force)


def test_copy_data(ball):
    model, data = ball
    ligament.mj_step(model, data, 4)
    other = ligament.MjData(model)
    view = other.qpos
    ligament.mj_copyData(other, model, data)
    np.testing.assert_array_equal(view, data.qpos)
    assert other.time == data.time and other.contact == data.contact


def test_keyframes(ball):
    model, data = ball
    ligament.mj_resetDataKeyframe(model, data, 0)
    assert data.qpos[2] == 1
    with pytest.raises(IndexError, match="keyframe"):
        ligament.mj_resetDataKeyframe(model, data, 1)
    data.qpos[2] = 3
    ligament.mj_setKeyframe(model, data, 0)
    assert model.key_qpos[0, 2] == 3


def test_data_of_another_model_is_refused(ball, model):
    with pytest.raises(ValueError, match="other sizes"):
        ligament.mj_step(model, ball[1])
    twin = copy.copy(ball[0])
    ligament.mj_step(twin, ball[1])


def test_states(ball):
    model, data = ball
    ligament.mj_step(model, data, 3)
    full = int(ligament.mjtState.mjSTATE_INTEGRATION)
    state = np.full(ligament.mj_stateSize(model, full), np.nan)
    ligament.mj_getState(model, data, state, full)
    assert state[0] == data.time
    other = ligament.MjData(model)
    ligament.mj_setState(model, other, state, full)
    np.testing.assert_array_equal(other.qpos, data.qpos)
    third = ligament.MjData(model)
    ligament.mj_copyState(model, data, third, full)
    np.testing.assert_array_equal(third.qvel, data.qvel)
    physics = ligament.mjtState.mjSTATE_PHYSICS
    part = np.full(ligament.mj_stateSize(model, physics), np.nan)
    ligament.mj_extractState(model, state, full, part, physics)
    np.testing.assert_array_equal(part, np.concatenate([data.qpos, data.qvel]))
    for wrong in (
        lambda: ligament.mj_getState(model, data, np.zeros(3), full),
        lambda: ligament.mj_setState(model, data, np.zeros(3), full),
        lambda: ligament.mj_stateSize(model, 1 << 20),
    ):
        with pytest.raises((TypeError, ligament.FatalError)):
            wrong()


def test_state_sizes_agree(models):
    mujoco = pytest.importorskip("mujoco")
    for bit in ligament.mjtState:
        if bit != ligament.mjtState.mjNSTATE:
            assert ligament.mj_stateSize(models[1], bit) == mujoco.mj_stateSize(models[0], int(bit))


def test_another_thread_cannot_touch_data_in_a_callback(ball):
    model, data = ball
    errors = []

    def touch():
        for use in (lambda: data.qpos, lambda: ligament.mj_step(model, data), lambda: data.time, lambda: data.ncon):
            try:
                use()
            except RuntimeError as error:
                errors.append(str(error))

    def control(m, d):
        assert d.time == 0 and d.ncon == 1
        thread = threading.Thread(target=touch)
        thread.start()
        thread.join()

    ligament.set_mjcb_control(control)
    try:
        ligament.mj_step(model, data)
    finally:
        ligament.set_mjcb_control(None)
    assert len(errors) == 4 and all("another thread" in error for error in errors)
    touch()
    assert len(errors) == 4

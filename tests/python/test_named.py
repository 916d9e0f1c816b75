"""Access by name agrees with MuJoCo, errors included."""

import copy
import gc
import weakref

import ligament
import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

KINDS = {
    "actuator": "nactuator", "body": "nbody", "cam": "ncam", "camera": "ncam", "eq": "neq", "equality": "neq",
    "exclude": "nexclude", "geom": "ngeom", "hfield": "nhfield", "jnt": "njnt", "joint": "njnt", "key": "nkey",
    "keyframe": "nkey", "light": "nlight", "mat": "nmat", "material": "nmat", "mesh": "nmesh", "numeric": "nnumeric",
    "pair": "npair", "sensor": "nsensor", "site": "nsite", "skin": "nskin", "tendon": "ntendon", "tex": "ntex",
    "texture": "ntex", "tuple": "ntuple",
}  # fmt: skip

BALL = """
<mujoco><worldbody><body name="ball"><freejoint name="free"/><geom size=".1"/></body></worldbody></mujoco>
"""


@pytest.mark.parametrize("accessor", KINDS)
def test_attributes_agree(models, accessor):
    reference, model = models
    for index in range(getattr(reference, KINDS[accessor])):
        theirs, ours = getattr(reference, accessor)(index), getattr(model, accessor)(index)
        assert theirs.id == ours.id and theirs.name == ours.name
        for name in (n for n in dir(theirs) if not n.startswith("_")):
            a, b = getattr(theirs, name), getattr(ours, name)
            if isinstance(a, np.ndarray):
                assert (a.shape, a.dtype) == (b.shape, b.dtype), name
                if a.dtype.kind == "f":
                    assert np.allclose(a, b, 1e-9, 1e-12, equal_nan=True), name
                else:
                    assert np.array_equal(a, b), name
        if ours.name:
            assert getattr(model, accessor)(ours.name) == ours


@pytest.mark.parametrize("key", ["no such name", "", -1, 10_000])
def test_errors_agree(models, key):
    reference, model = models
    for accessor in KINDS:
        with pytest.raises((KeyError, IndexError)) as theirs:
            getattr(reference, accessor)(key)
        with pytest.raises((KeyError, IndexError)) as ours:
            getattr(model, accessor)(key)
        assert theirs.type is ours.type and str(theirs.value) == str(ours.value)


def test_a_wrong_key_is_a_type_error(model):
    with pytest.raises(TypeError):
        model.body(1.5)


def test_lookup_functions_agree(models):
    reference, model = models
    for kind in mujoco.mjtObj.__members__.values():
        for index in range(-1, 30):
            name = mujoco.mj_id2name(reference, kind, index)
            assert ligament.mj_id2name(model, int(kind), index) == name
            if name:
                expected = mujoco.mj_name2id(reference, kind, name)
                assert ligament.mj_name2id(model, ligament.mjtObj(int(kind)), name) == expected
        assert ligament.mj_name2id(model, int(kind), "no such name") == -1


def test_elements_print(model):
    assert "mass: array(" in repr(model.body(1))


def test_everybody_gets_the_same_element_and_the_same_view():
    model = ligament.MjModel.from_xml_string(BALL)
    data = ligament.MjData(model)
    assert data.body("ball") is data.body(1) and data.body(1).xpos is data.body("ball").xpos
    assert model.joint("free") is model.jnt(0) and model.joint(0).range is model.jnt("free").range
    assert model.geom(0) is not model.body(0) and model.geom(0) != model.body(0)
    assert copy.copy(data).body(1) != data.body(1)


def test_owners_are_freed_without_the_collector_and_elements_live_on():
    model = ligament.MjModel.from_xml_string(BALL)
    data = ligament.MjData(model)
    ligament.mj_step(model, data)
    ball, joint = data.body("ball"), model.joint("free")
    height = ball.xpos[2]
    gone = weakref.ref(data), weakref.ref(model)
    gc.disable()
    try:
        del data, model
        assert gone[0]() is None and gone[1]() is None
    finally:
        gc.enable()
    assert ball.xpos[2] == height and ball.name == "ball" and joint.name == "free"
    assert "xpos" in repr(ball) and joint == joint and "range" in repr(joint)

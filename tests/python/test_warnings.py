"""Warnings are raised where MuJoCo raises them, and as often."""

import re
import warnings

import ligament
import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

SCENE = """<mujoco><option timestep="0.005"><flag autoreset="{reset}"/></option><worldbody>
  <geom name="floor" type="plane" size="3 3 1"/>
  <body name="b" pos="0 0 0.05"><freejoint name="f"/><geom name="ball" size="0.1" {ball}/></body>
  <body name="arm" pos="1 0 1"><joint name="h"/><geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02"/></body>
  </worldbody><actuator><motor joint="h"/></actuator>{rest}</mujoco>"""
ROPE = """<equality><connect name="rope" body1="b" body2="arm" anchor="0 0 0" solref="-1e16 0"/></equality>"""
TWICE = "<mujoco><worldbody><body><joint/><joint/><geom size='1'/></body></worldbody></mujoco>"


def write(array, index, value):
    return lambda d: getattr(d, array).__setitem__(index, value)


CASES = {
    "position that is no number": (SCENE, "", "", write("qpos", 2, np.nan)),
    "large position": (SCENE, "", "", write("qpos", 7, 1e11)),
    "large velocity": (SCENE, "", "", write("qvel", 3, 1e12)),
    "large acceleration": (SCENE, "", "", write("qfrc_applied", 6, 1e14)),
    "bad control": (SCENE, "", "", write("ctrl", 0, np.nan)),
    "contact": (SCENE, 'solref="-1e14 0"', "", lambda d: None),
    "equality": (SCENE, "", ROPE, write("qpos", 0, 0.3)),
    "singular inertia": (TWICE, "", "", lambda d: None),
}


@pytest.mark.parametrize("reset", ["enable", "disable"])
@pytest.mark.parametrize("case", CASES)
def test_counts(case, reset):
    text, ball, rest, disturb = CASES[case]
    found = []
    for module in (mujoco, ligament):
        m = module.MjModel.from_xml_string(text.format(reset=reset, ball=ball, rest=rest) if "{" in text else text)
        d = module.MjData(m)
        disturb(d)
        for _ in range(3):
            module.mj_step(m, d)
        found.append([(w.number, w.lastinfo) for w in d.warning])
    assert found[0] == found[1]
    assert any(number for number, _ in found[0])


def test_diagnosis_names_body_and_constraint():
    m = ligament.MjModel.from_xml_string(SCENE.format(reset="enable", ball='solref="-1e14 0"', rest=""))
    d = ligament.MjData(m)
    assert d.diagnosis() is None
    ligament.mj_step(m, d)
    text = d.diagnosis()
    assert "body 'b'" in text and "'floor'" in text and "'ball'" in text


def test_trees_that_cannot_start_asleep():
    text = """<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="3 3 1"/>
      <body name="a" pos="0 0 0.099" sleep="init"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
      <body name="b" pos="0 0 0.299"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body></worldbody></mujoco>"""
    m = ligament.MjModel.from_xml_string(text)
    with pytest.warns(UserWarning, match="sleep=.init.*'a'"):
        d = ligament.MjData(m)
    with pytest.warns(UserWarning, match="sleep=.init.*'a'"):
        ligament.mj_resetData(m, d)
    reference = mujoco.MjData(mujoco.MjModel.from_xml_string(text))
    np.testing.assert_array_equal(d.tree_asleep, reference.tree_asleep)


def told(m, disturb, steps=50):
    """The Python warnings of two runs, and the data."""
    d = ligament.MjData(m)
    runs = []
    for _ in range(2):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            ligament.mj_resetData(m, d)
            disturb(d)
            ligament.mj_step(m, d, steps)
        runs.append([str(w.message) for w in caught if w.category is UserWarning])
    return runs, d


@pytest.mark.parametrize("stiffness", [0, 1e6, 1e9, 1e12])
@pytest.mark.parametrize("damping", [0, 1e3, 1e6])
@pytest.mark.parametrize("solref", ["0.02 1", "-1e9 -1e5"])
@pytest.mark.parametrize("timestep", [0.002, 0.05])
def test_instability_is_told_once_per_run_without_contradiction(stiffness, damping, solref, timestep):
    text = f"""<mujoco><option timestep="{timestep}" gravity="0 0 -1e12"/><worldbody><geom type="plane" size="3 3 1"/>
      <body pos="0 0 .05"><freejoint/><geom size=".1" solref="{solref}"/></body>
      <body pos="1 0 1"><joint damping="{damping}"/><joint axis="0 1 0" stiffness="{stiffness}"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".02"/></body></worldbody></mujoco>"""
    runs, d = told(ligament.MjModel.from_xml_string(text), write("qpos", -1, 0.5))
    bad = [w for w in d.warning if w.number]
    assert bad
    for messages in runs:
        assert len(messages) == len(bad), messages
    for message in runs[0]:
        named = re.search(r"q(?:acc|vel|pos)\[(\d+)\].*degree of freedom (\d+)", message)
        if named and "qpos" not in message:
            assert named[1] == named[2]
        below = [float(x) for x in re.findall(r"timestep should be below ([\d.e+-]*\d)", message)]
        example = [float(x) for x in re.findall(r"timestep, for example ([\d.e+-]*\d)", message)]
        assert all(x <= y for x in example for y in below), message
        assert all(x < timestep for x in example + below), message


def test_the_dof_that_is_named_is_the_one_of_the_warning():
    m = ligament.MjModel.from_xml_string(SCENE.format(reset="enable", ball="", rest=""))
    runs, d = told(m, write("qfrc_applied", 6, 1e14), steps=1)
    warning = d.warning[int(ligament.mjtWarning.mjWARN_BADQACC)]
    assert warning.number == 1 and warning.lastinfo == 6
    assert f"qacc[{warning.lastinfo}]" in runs[0][0] and "joint 'h'" in runs[0][0]


def test_the_log_hook_gets_warnings_in_place_of_python():
    m = ligament.MjModel.from_xml_string(SCENE.format(reset="enable", ball="", rest=""))
    heard = []
    ligament.set_mju_user_warning(heard.append)
    try:
        runs, _ = told(m, write("qfrc_applied", 6, 1e14), steps=1)
    finally:
        ligament.set_mju_user_warning(None)
    assert runs == [[], []] and len(heard) == 2 and "6" in heard[0]

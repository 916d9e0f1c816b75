"""The distance constraint, an extension, against MuJoCo's equality on a tendon between the same points."""

import ligament
import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

SCENE = """<mujoco><option {option}><flag {flag}/></option>
  <worldbody>
    <geom name="hook" pos="0.4 0.3 1.6" size="0.02" contype="0" conaffinity="0"/><site name="hook" pos="0.4 0.3 1.6"/>
    <body pos="0 0 1">
      <joint axis="0 1 0" damping="0.01"/>
      <geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.02" contype="0" conaffinity="0"/>
      <body pos="0.5 0 0">
        <joint type="ball"/>
        <geom name="bob" type="box" pos="0.1 0 0.02" size="0.1 0.05 0.03" contype="0" conaffinity="0"/>
        <site name="bob" pos="0.1 0 0.02"/>
      </body>
    </body>
    <body pos="0.9 0.5 1">
      <freejoint/>
      <geom name="ball" size="0.06" contype="0" conaffinity="0"/><site name="ball"/>
    </body>
  </worldbody>
  {rest}
</mujoco>"""
DISTANCE = """<equality>
    <distance geom1="bob" geom2="hook" {solver}/><distance geom1="ball" geom2="bob" distance="0.6"/>
  </equality>"""
TENDON = """<tendon>
    <spatial name="s"><site site="bob"/><site site="hook"/></spatial>
    <spatial name="t"><site site="ball"/><site site="bob"/></spatial>
  </tendon>
  <equality><tendon tendon1="s" {solver}/><tendon tendon1="t" polycoef="{offset}"/></equality>"""


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "RK4"])
@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("flag", ["", 'diagexact="enable"'])
def test_equals_a_tendon_of_fixed_length(integrator, jacobian, flag):
    settings = {
        "option": f'integrator="{integrator}" jacobian="{jacobian}" tolerance="0" iterations="100" timestep="0.002"',
        "flag": flag,
    }
    solver = 'solref="0.01 0.8" solimp="0.9 0.97 0.01 0.5 2"'
    ours = ligament.MjModel.from_xml_string(SCENE.format(rest=DISTANCE.format(solver=solver), **settings))
    probe = mujoco.MjModel.from_xml_string(SCENE.format(rest=TENDON.format(solver=solver, offset=0), **settings))
    offset = 0.6 - probe.tendon_length0[1]
    text = SCENE.format(rest=TENDON.format(solver=solver, offset=repr(float(offset))), **settings)
    theirs = mujoco.MjModel.from_xml_string(text)
    d, r = ligament.MjData(ours), mujoco.MjData(theirs)
    assert list(ours.eq_type) == [int(ligament.mjtEq.mjEQ_DISTANCE)] * 2
    np.testing.assert_allclose(ours.eq_data[:, 1], theirs.tendon_invweight0, rtol=1e-12)
    for k in range(150):
        ligament.mj_step(ours, d)
        mujoco.mj_step(theirs, r)
        np.testing.assert_allclose(d.qpos, r.qpos, atol=1e-9, err_msg=str(k))
        np.testing.assert_allclose(d.qvel, r.qvel, atol=1e-8, err_msg=str(k))
    for name in ("efc_J", "efc_pos", "efc_D", "efc_aref", "efc_force", "efc_diagA"):
        np.testing.assert_allclose(getattr(d, name), getattr(r, name), rtol=1e-6, atol=1e-8, err_msg=name)


def test_named_access():
    text = SCENE.format(option="", flag="", rest=DISTANCE.format(solver='name="rope"'))
    m = ligament.MjModel.from_xml_string(text)
    d = ligament.MjData(m)
    assert m.eq("rope").data[0] == m.eq_data[0, 0] > 0
    assert m.eq_objtype[0] == ligament.mjtObj.mjOBJ_GEOM
    ligament.mj_forward(m, d)
    assert d.ne == 2
    d.eq_active[0] = 0
    ligament.mj_forward(m, d)
    assert d.ne == 1

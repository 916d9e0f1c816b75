"""Signed distance fields against MuJoCo: samples of the field, and contacts found in it."""

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

import ligament

SCENE = """
<mujoco>
  <option timestep=".002" sdf_iterations="10" sdf_initpoints="20"/>
  <asset>
    <mesh name="ring" builtin="supertorus" params="8 .4 1 1" scale=".15 .15 .15"/>
    <mesh name="gem" vertex="0.12 0 0 -0.1 0.02 0 0 0.11 0.01 0.01 -0.13 0 0 0 0.14 0.02 0 -0.12"/>
  </asset>
  <worldbody>
    <geom type="sdf" mesh="ring"/>
    <body pos="0.02 .01 .2" euler="15 20 0"><freejoint/><geom SHAPE/></body>
  </worldbody>
</mujoco>
"""

SHAPES = {
    "sphere": "type='sphere' size='.1'",
    "cylinder": "type='cylinder' size='.08 .06'",
    "box": "type='box' size='.1 .08 .12'",
    "mesh": "type='mesh' mesh='gem'",
    "sdf": "type='sdf' mesh='ring'",
}


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_contacts_in_a_field(shape):
    text = SCENE.replace("SHAPE", SHAPES[shape])
    reference, own = mujoco.MjModel.from_xml_string(text), ligament.MjModel.from_xml_string(text)
    for name in ("oct_aabb", "oct_child", "oct_coeff"):
        assert np.array_equal(getattr(reference, name), getattr(own, name)), name
    data, other = mujoco.MjData(reference), ligament.MjData(own)
    touched = 0
    for _ in range(120):
        other.qpos[:] = data.qpos
        mujoco.mj_forward(reference, data)
        ligament.mj_forward(own, other)
        assert data.ncon == other.ncon
        for i in range(data.ncon):
            a, b = data.contact[i], other.contact[i]
            assert abs(a.dist - b.dist) < 1e-9
            assert np.abs(a.pos - b.pos).max() < 1e-9
            assert np.abs(a.frame - b.frame).max() < 1e-7
        touched += data.ncon > 0
        mujoco.mj_step(reference, data)
    assert touched > 20

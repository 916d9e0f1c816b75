"""MJX: models and data are put on a device and taken back, and one step of a pendulum is compiled by JAX."""

import mujoco
from report import Report

PENDULUM = """
<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body><joint name="j" axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 0 0 -1" size=".05"/></body>
  </worldbody>
  <actuator><motor joint="j"/></actuator>
</mujoco>
"""
FALL = """
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
  </worldbody>
</mujoco>
"""


def step(text, start):
    import jax
    from mujoco import mjx

    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    data.qpos[: len(start)] = start
    mujoco.mj_forward(model, data)
    there = jax.jit(mjx.step)(mjx.put_model(model), mjx.put_data(model, data))
    back = mjx.get_data(model, there)
    return [*back.qpos, *back.qvel, back.time]


report = Report()
report.case("pendulum", lambda: step(PENDULUM, [0.5]))
report.case("ball on a floor", lambda: step(FALL, []))
report.done()

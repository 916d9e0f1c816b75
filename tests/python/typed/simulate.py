"""Loads, edits, steps and reads: what most programs do."""

import ligament as mujoco
import numpy as np
from numpy.typing import NDArray

model: mujoco.MjModel = mujoco.MjModel.from_xml_string(
    "<mujoco><worldbody><body name='b'><joint name='j'/><geom size='.1'/></body></worldbody></mujoco>"
)
data = mujoco.MjData(model)
model.body("b").mass = 2.0
model.opt.timestep = 0.001
data.ctrl[:] = 0
mujoco.mj_step(model, data, nstep=10)
height: float = float(data.body("b").xpos[2])
positions: NDArray[np.float64] = data.qpos
for contact in data.contact:
    depth: float = contact.dist
    normal: NDArray[np.float64] = contact.frame[:3]
jacp = np.zeros((3, model.nv))
mujoco.mj_jacBody(model, data, jacp, None, model.body("b").id)
names: list[str | None] = [mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY, i) for i in range(model.nbody)]
print(height, positions, names)

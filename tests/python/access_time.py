"""Prints how long attributes and small calls take, here and in MuJoCo, in nanoseconds: `python access_time.py`."""

import importlib.util
import sys
import timeit

import ligament

XML = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="ball" pos="0 0 0.09"><freejoint name="free"/><geom name="skin" size="0.1"/></body>
  </worldbody>
</mujoco>
"""

TRIED = (
    "d.qpos",
    "d.qpos[0]",
    "d.qpos[:] = 0",
    "d.ctrl = 0",
    "d.time",
    "d.ncon",
    "d.contact",
    "d.contact[0].dist",
    "d.contact.dist",
    "d.efc_force",
    "d.energy",
    "d.warning[0].number",
    "d.body('ball')",
    "d.body('ball').xpos",
    "ball.xpos",
    "m.nv",
    "m.body_mass",
    "m.opt.timestep",
    "m.opt.gravity",
    "m.body('ball').mass",
    "mj_jacBody(m, d, jac, None, 1)",
    "mj_step(m, d)",
    "d.qpos; mj_step(m, d)",
    "mj_step(m, d); d.contact",
    "rollout(m, d, state)",
)


def setting(module):
    """What the statements use."""
    import numpy as np

    rollout = importlib.import_module(module.__name__ + ".rollout")
    m = module.MjModel.from_xml_string(XML)
    d = module.MjData(m)
    module.mj_step(m, d)
    size = module.mj_stateSize(m, int(module.mjtState.mjSTATE_FULLPHYSICS))
    return {
        "m": m,
        "d": d,
        "ball": d.body("ball"),
        "jac": np.zeros((3, m.nv)),
        "state": np.eye(1, size, 4)[0] + np.eye(1, size, 3)[0] * 0.1,
        "mj_step": module.mj_step,
        "mj_jacBody": module.mj_jacBody,
        "rollout": rollout.rollout,
    }


def duration(statement, names):
    """The shortest of several measurements."""
    timer = timeit.Timer(statement, globals=names)
    count = max(1, timer.autorange()[0] // 5)
    return min(timer.repeat(9, count)) / count * 1e9


def main():
    modules = [ligament]
    if importlib.util.find_spec("mujoco"):
        modules.append(importlib.import_module("mujoco"))
    names = [setting(module) for module in modules]
    print(f"{'':34}" + "".join(f"{module.__name__:>12}" for module in modules))
    for statement in TRIED:
        times = [duration(statement, each) for each in names]
        print(f"{statement:34}" + "".join(f"{time:12.0f}" for time in times))
    return 0


if __name__ == "__main__":
    sys.exit(main())

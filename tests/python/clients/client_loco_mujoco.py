"""LocoMuJoCo: its environment class, with a model of our own."""

import sys
import types
from unittest import mock

import numpy as np
from report import SHORT, Report
from scipy.ndimage import gaussian_filter1d

# Its wheel lacks a module that only fits of motions use.
for missing in ("loco_mujoco.smpl.utils", "loco_mujoco.smpl.utils.smoothing"):
    sys.modules[missing] = types.ModuleType(missing)
sys.modules["loco_mujoco.smpl.utils.smoothing"].gaussian_filter_1d_batch = gaussian_filter1d
# What only its training, its figures and its downloads use.
for unused in ("distrax", "metrx", "datasets", "wget", "huggingface_hub", "orbax", "orbax.checkpoint", "hydra", "hydra.core"):
    sys.modules[unused] = mock.MagicMock(name=unused)


# Its wheel has no models: its environment class runs one of our own.
CRAWLER = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 1"/>
    <body name="trunk" pos="0 0 .4"><freejoint name="root"/><geom type="box" size=".2 .1 .05"/>
      <body name="a" pos=".2 0 0"><joint name="a" axis="0 1 0" damping="1"/><geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/></body>
      <body name="b" pos="-.2 0 0"><joint name="b" axis="0 1 0" damping="1"/><geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/></body>
    </body>
  </worldbody>
  <actuator><motor name="a" joint="a" ctrlrange="-1 1"/><motor name="b" joint="b" ctrlrange="-1 1"/></actuator>
</mujoco>
"""


def crawler():
    import jax
    import mujoco
    from loco_mujoco.core.mujoco_base import Mujoco
    from loco_mujoco.core.observations import ObservationType

    seen = [ObservationType.FreeJointPos("q_root", xml_name="root")]
    for name in "ab":
        seen.append(ObservationType.JointPos(f"q_{name}", xml_name=name))
        seen.append(ObservationType.JointVel(f"dq_{name}", xml_name=name))
    env = Mujoco(mujoco.MjSpec.from_string(CRAWLER), ["a", "b"], seen, n_substeps=5)
    env.reset(jax.random.PRNGKey(0))
    numbers = []
    for step in range(20 if SHORT else 200):
        observed, *_ = env.step(np.array([0.3, -0.2]))
        assert np.isfinite(np.asarray(observed)).all()
        if step < 20:
            numbers += [*np.asarray(observed)]
    return numbers


report = Report()
report.case("crawler", crawler)
report.done()

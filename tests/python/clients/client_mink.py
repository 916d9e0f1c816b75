"""mink: differential inverse kinematics, as in its examples."""

import mink
import mujoco
import numpy as np
from report import Report

ARM = """
<mujoco>
  <worldbody>
    <body name="a"><joint axis="0 0 1" range="-3 3"/><geom type="capsule" fromto="0 0 0 0 0 .3" size=".03"/>
      <body name="b" pos="0 0 .3"><joint axis="0 1 0" range="-3 3"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
        <body name="c" pos=".3 0 0"><joint axis="0 1 0" range="-3 3"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
          <body name="d" pos=".3 0 0"><joint axis="1 0 0" range="-3 3"/><geom size=".03"/><site name="tip" pos=".05 0 0"/></body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""


def reach():
    model = mujoco.MjModel.from_xml_string(ARM)
    configuration = mink.Configuration(model)
    configuration.update(np.array([0.1, 0.4, 0.3, 0.2]))
    frame = mink.FrameTask("tip", "site", position_cost=1.0, orientation_cost=0.1, lm_damping=1.0)
    posture = mink.PostureTask(model, cost=1e-2)
    posture.set_target_from_configuration(configuration)
    target = configuration.get_transform_frame_to_world("tip", "site")
    frame.set_target(mink.SE3.from_rotation_and_translation(target.rotation(), target.translation() + [-0.1, 0.1, 0.05]))
    limits = [mink.ConfigurationLimit(model)]
    for _ in range(50):
        velocity = mink.solve_ik(configuration, [frame, posture], 0.02, "daqp", limits=limits)
        configuration.integrate_inplace(velocity, 0.02)
    return configuration.q


def avoid():
    model = mujoco.MjModel.from_xml_string(ARM.replace("<geom size", '<geom name="tip" size').replace("<worldbody>", '<worldbody><geom name="wall" type="box" size=".05 1 1" pos=".8 0 0"/>'))
    configuration = mink.Configuration(model)
    configuration.update(np.array([0.1, 0.4, 0.3, 0.2]))
    limit = mink.CollisionAvoidanceLimit(model, [(["tip"], ["wall"])])
    frame = mink.FrameTask("tip", "site", position_cost=1.0, orientation_cost=0.0)
    frame.set_target(mink.SE3.from_translation(np.array([1.0, 0.0, 0.3])))
    for _ in range(30):
        velocity = mink.solve_ik(configuration, [frame], 0.02, "daqp", damping=1e-3, limits=[limit])
        configuration.integrate_inplace(velocity, 0.02)
    return configuration.q


report = Report()
report.case("reach", reach)
report.case("avoid", avoid)
report.done()

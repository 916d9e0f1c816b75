"""Builds, edits, attaches and compiles a model."""

import ligament as mujoco

spec = mujoco.MjSpec.from_string("<mujoco><worldbody><site name='flange'/></worldbody></mujoco>")
body = spec.worldbody.add_body(name="arm", pos=[0, 0, 1])
joint: mujoco.MjsJoint = body.add_joint(name="hinge", axis=[0, 1, 0])
geom = body.add_geom(name="rod", type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=[0.02, 0.2, 0])
geom.size[0] *= 2
motor = spec.add_actuator(name="motor", target="hinge", trntype=mujoco.mjtTrn.mjTRN_JOINT)
motor.set_to_position(kp=10.0, kv=1.0)
child = mujoco.MjSpec()
child.worldbody.add_body(name="hand").add_geom(size=[0.05, 0, 0])
frame: mujoco.MjsFrame = spec.attach(child, prefix="left-", site="flange")
found = spec.body("arm")
assert found is not None
model: mujoco.MjModel = spec.compile()
text: str = spec.to_xml()
count: int = mujoco.mj_maxContact(model, 0, 1, 0)
print(model.nv, len(text), count, frame.name)

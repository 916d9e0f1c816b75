"""Files in memory, logs, length ranges."""

import ligament as mujoco

with mujoco.MjVfs() as vfs:
    vfs["model.xml"] = b"<mujoco/>"
    model = mujoco.MjModel.from_xml_path("model.xml", vfs=vfs)
settings = mujoco.MjLogConfig.get()
settings.topics |= 1
options = mujoco.MjLROpt()
mujoco.mj_defaultLROpt(options)
text: str = mujoco.mj_printSchema(False, False)
mujoco.mj_saveModel(model, "model.mjb")
dependencies: list[str] = mujoco.mju_getXMLDependencies("model.xml")
print(text, options.accel + 1.0, dependencies)

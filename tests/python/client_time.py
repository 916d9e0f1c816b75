"""Time of loops that call the module for every step, against MuJoCo in the same process.

    python client_time.py

A differential inverse-kinematics loop, a loop like that of a Gymnasium environment, and rollouts of one step; median of ratios
of runs in turns. Above 1, Ligament is faster.
"""

import statistics
import time

import ligament
import ligament.rollout
import mujoco
import mujoco.rollout
import numpy as np

ARM = "<mujoco><worldbody>{}<geom size='.03'/><site name='tip' pos='.1 0 0'/>{}</worldbody></mujoco>".format(
    "".join(f"<body pos='.2 0 0'><joint axis='{i % 2} {(i + 1) % 2} 0'/><geom type='capsule' size='.02 .08'/>" for i in range(7)),
    "</body>" * 7,
)
CRAWLER = """
<mujoco><worldbody><geom type='plane' size='5 5 1'/><body pos='0 0 .3'><freejoint/><geom type='box' size='.2 .1 .05'/>
{}</body></worldbody><actuator>{}</actuator></mujoco>
""".format(
    "".join(
        f"<body pos='{x} {y} 0'><joint name='j{x}{y}' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0 0 -.25' size='.03'/></body>"
        for x in (-0.2, 0.2)
        for y in (-0.1, 0.1)
    ),
    "".join(f"<motor joint='j{x}{y}'/>" for x in (-0.2, 0.2) for y in (-0.1, 0.1)),
)


def kinematics(module):
    model = module.MjModel.from_xml_string(ARM)
    data = module.MjData(model)
    jacp, jacr = np.zeros((3, model.nv)), np.zeros((3, model.nv))
    site = model.site("tip").id
    target = np.array([0.8, 0.3, 0.2])
    for _ in range(300):
        module.mj_kinematics(model, data)
        module.mj_comPos(model, data)
        module.mj_jacSite(model, data, jacp, jacr, site)
        error = target - data.site("tip").xpos
        step = jacp.T @ np.linalg.solve(jacp @ jacp.T + 1e-3 * np.eye(3), error)
        module.mj_integratePos(model, data.qpos, step, 0.1)


def environment(module):
    model = module.MjModel.from_xml_string(CRAWLER)
    data = module.MjData(model)
    for _ in range(200):
        data.ctrl[:] = 0.1
        module.mj_step(model, data, nstep=5)
        module.mj_rnePostConstraint(model, data)
        seen = np.concatenate((data.qpos[2:], np.clip(data.qvel, -10, 10), data.cfrc_ext[1:].ravel()))
        assert seen.size and data.body(1).xpos[2] < 10 and len(data.contact) >= 0


def rollouts(module):
    model = module.MjModel.from_xml_string(CRAWLER)
    data = module.MjData(model)
    size = module.mj_stateSize(model, module.mjtState.mjSTATE_FULLPHYSICS.value)
    state = np.zeros((1, size))
    module.mj_getState(model, data, state[0], module.mjtState.mjSTATE_FULLPHYSICS.value)
    control = np.zeros((1, 1, model.nu))
    for _ in range(300):
        states, _ = module.rollout.rollout(model, data, state, control)
        state = states[:, -1]


def main():
    for loop in (kinematics, environment, rollouts):
        ratios = []
        for _ in range(15):
            times = []
            for module in (mujoco, ligament):
                start = time.perf_counter()
                loop(module)
                times.append(time.perf_counter() - start)
            ratios.append(times[0] / times[1])
        print(f"{loop.__name__:12} {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()

"""What sleep saves: many boxes at rest and a few that move.

    python tests/python/sleep_scene.py [--resting 1000] [--moving 10] [--steps 200]

Prints steps per second with sleep and without, their ratio, MuJoCo's, and whether both engines put the same trees to sleep in
every step.
"""

import argparse
import time

import ligament
import numpy as np


def scene(resting, moving, sleep):
    """Boxes on a floor in rows, and balls on slopes of their own that keep rolling."""
    side = int(np.ceil(np.sqrt(resting)))
    boxes = "".join(
        f"""<body pos="{0.5 * (i % side)} {0.5 * (i // side)} 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>"""
        for i in range(resting)
    )
    balls = "".join(
        f"""<body pos="{-2 - 0.5 * i} 0 0.1"><freejoint/><geom size="0.1" friction="0.5 0 0"/></body>"""
        for i in range(moving)
    )
    return f"""<mujoco><option><flag sleep="{"enable" if sleep else "disable"}"/></option><worldbody>
      <geom type="plane" size="100 100 1"/>{boxes}{balls}</worldbody></mujoco>"""


def start(module, resting, moving, sleep, settle):
    """A simulation in which what can sleep does, and the balls roll."""
    m = module.MjModel.from_xml_string(scene(resting, moving, sleep))
    d = module.MjData(m)
    d.qvel.reshape(-1, 6)[resting:, 1] = 1.0
    d.qvel.reshape(-1, 6)[resting:, 3] = -10.0
    module.mj_step(m, d, nstep=settle)
    return m, d


def speed(module, resting, moving, sleep, settle, steps):
    """Steps per second, the best of three runs."""
    m, d = start(module, resting, moving, sleep, settle)
    best = 0.0
    for _ in range(3):
        begin = time.perf_counter()
        module.mj_step(m, d, nstep=steps)
        best = max(best, steps / (time.perf_counter() - begin))
    return best, d.ntree_awake


def agreement(resting, moving, steps):
    """Steps in which both engines agree on who sleeps, from the start."""
    import mujoco

    runs = [(module, *start(module, resting, moving, True, 0)) for module in (mujoco, ligament)]
    same = 0
    for _ in range(steps):
        for module, m, d in runs:
            module.mj_step(m, d)
        same += bool(np.array_equal(runs[0][2].tree_asleep, runs[1][2].tree_asleep))
    return same


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--resting", type=int, default=1000)
    parser.add_argument("--moving", type=int, default=10)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--settle", type=int, default=60)
    args = parser.parse_args()
    modules = [ligament]
    try:
        import mujoco

        modules.append(mujoco)
    except ImportError:
        pass
    size = (args.resting, args.moving)
    for module in modules:
        fast, awake = speed(module, *size, True, args.settle, args.steps)
        slow, _ = speed(module, *size, False, args.settle, max(2, args.steps // 20))
        print(
            f"{module.__name__}: {fast:.0f} steps/s asleep ({awake} trees awake), {slow:.1f} awake: {fast / slow:.1f} times"
        )
    if len(modules) > 1:
        steps = args.settle + args.steps
        print(f"the same trees sleep in {agreement(*size, steps)} of {steps} steps")


if __name__ == "__main__":
    main()

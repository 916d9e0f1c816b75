"""robosuite: Lift, Stack and Door with their controllers and observations, without cameras."""

import numpy as np
from report import SHORT, Report


def task(name):
    import robosuite

    env = robosuite.make(
        name, robots="Panda", has_renderer=False, has_offscreen_renderer=False, use_camera_obs=False, seed=0
    )
    env.reset()
    low, high = env.action_spec
    rng = np.random.default_rng(0)
    numbers = []
    for step in range(10 if SHORT else 50):
        seen, reward, *_ = env.step(0.3 * rng.uniform(low, high))
        assert all(np.isfinite(value).all() for value in seen.values())
        if step < 10:
            numbers += [*seen["robot0_joint_pos"], *seen["robot0_eef_pos"], reward]
    return numbers


report = Report()
for name in ("Lift", "Stack", "Door"):
    report.case(name, lambda name=name: task(name))
report.done()

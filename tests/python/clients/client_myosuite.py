"""MyoSuite: three tasks of muscle-driven limbs."""

import numpy as np
from report import SHORT, Report

NAMES = ("myoElbowPose1D6MRandom-v0", "myoFingerReachFixed-v0", "myoHandReachFixed-v0")


def task(name):
    import myosuite  # noqa: F401 - registers the tasks
    from myosuite.utils import gym

    env = gym.make(name)
    env.reset(seed=0)
    numbers = []
    for step in range(20 if SHORT else 100):
        seen, reward, *_ = env.step(np.full(env.action_space.shape, 0.2, dtype=np.float32))
        assert np.isfinite(np.asarray(seen)).all()
        if step < 10:
            numbers += [*np.asarray(seen)[:6], reward]
    return numbers


report = Report()
for name in NAMES:
    report.case(name, lambda name=name: task(name))
report.done()

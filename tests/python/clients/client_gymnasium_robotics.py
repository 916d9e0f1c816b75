"""gymnasium-robotics: one environment each of Fetch, the Shadow hand, Adroit and the kitchen."""

import gymnasium
import numpy as np
from report import SHORT, Report

NAMES = ("FetchPickAndPlace-v4", "HandReach-v3", "AdroitHandDoor-v1", "FrankaKitchen-v1")


def episode(name):
    import gymnasium_robotics

    gymnasium.register_envs(gymnasium_robotics)
    env = gymnasium.make(name)
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    numbers = []
    for step in range(20 if SHORT else 50):
        seen, reward, *_ = env.step(0.2 * rng.uniform(-1, 1, env.action_space.shape).astype(np.float32))
        seen = seen["observation"] if isinstance(seen, dict) else seen
        assert np.isfinite(seen).all()
        if step < 5 and name != "FrankaKitchen-v1":
            numbers += [*np.ravel(seen)[:10], reward]
    return numbers


report = Report()
for name in NAMES:
    report.case(name, lambda name=name: episode(name))
report.done()

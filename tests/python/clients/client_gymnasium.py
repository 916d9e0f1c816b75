"""Gymnasium's MuJoCo environments, version 5."""

import gymnasium
import numpy as np
from report import SHORT, Report

NAMES = (
    "Ant HalfCheetah Hopper Humanoid HumanoidStandup InvertedDoublePendulum InvertedPendulum Pusher Reacher Swimmer Walker2d"
).split()
# Steps before contacts make small differences large.
COMPARED = 20


def episode(name):
    """Numbers of the first steps; runs on after that."""
    env = gymnasium.make(f"{name}-v5")
    rng = np.random.default_rng(0)
    numbers, _ = [], env.reset(seed=0)
    space = env.action_space
    for step in range(200 if SHORT else 1000):
        action = rng.uniform(space.low, space.high).astype(space.dtype) * 0.3
        seen, reward, ended, cut, _ = env.step(action)
        assert np.isfinite(seen).all(), f"{name}: bad numbers after {step} steps"
        if step < COMPARED:
            numbers += [*np.ravel(seen)[:10], reward]
        if ended or cut:
            env.reset(seed=step)
    env.close()
    return numbers


report = Report()
for name in NAMES:
    report.case(name, lambda name=name: episode(name))
report.done()

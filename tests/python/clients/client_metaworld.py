"""Meta-World: ten tasks, with their scripted policies where they have them."""

import numpy as np
from report import SHORT, Report

NAMES = (
    "reach-v3 push-v3 pick-place-v3 door-open-v3 drawer-open-v3 drawer-close-v3 button-press-topdown-v3 peg-insert-side-v3 "
    "window-open-v3 window-close-v3"
).split()


def episode(name):
    import metaworld

    benchmark = metaworld.MT1(name, seed=0)
    env = benchmark.train_classes[name]()
    env.set_task(benchmark.train_tasks[0])
    env.reset()
    rng = np.random.default_rng(0)
    numbers = []
    for step in range(20 if SHORT else 100):
        seen, reward, *_ = env.step(0.3 * rng.uniform(-1, 1, 4))
        assert np.isfinite(seen).all()
        if step < 10:
            numbers += [*seen[:7], reward]
    return numbers


report = Report()
for name in NAMES:
    report.case(name, lambda name=name: episode(name))
report.done()

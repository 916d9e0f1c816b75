"""What batches and vector environments cost, in CPU time of one thread.

    python batch_cost.py [MODEL]

Prints, for 256 to 16,384 worlds, microseconds per world and step with one and with ten steps per call; and for two ready tasks
the cost of a step of a vector environment as a multiple of its physics, after checking that both give the same states.
"""

import pathlib
import sys
import time

import ligament
import numpy as np
from ligament.batch import Batch

FIGURE = pathlib.Path(__file__).parents[2] / "crates/ligament/assets/figure.xml"
STEPS = 20


def spent(work):
    """CPU time of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def sizes(path):
    """Time per world and step for many worlds."""
    model = ligament.MjModel.from_xml_path(str(path))
    print(f"{pathlib.Path(path).name}: us per world and step\n{'worlds':>8} {'one per call':>13} {'ten per call':>13}")
    for worlds in (256, 1024, 4096, 16384):
        batch, rng = Batch(model, worlds, 1), np.random.default_rng(7)
        batch.qvel[:] = 0.1 * rng.standard_normal((worlds, model.nv))
        batch.ctrl[:] = 0.3 * rng.standard_normal((worlds, model.nu))
        batch.step(nstep=50)
        start, best = batch.state.copy(), {1: np.inf, 10: np.inf}
        for _ in range(3):
            for count in best:
                batch.state[:] = start
                taken = spent(lambda n=count, b=batch: [b.step(nstep=n) for _ in range(STEPS // n)])
                best[count] = min(best[count], taken / STEPS / worlds * 1e6)
        print(f"{worlds:8} {best[1]:13.2f} {best[10]:13.2f}", flush=True)


def environments(worlds=1024):
    """Time of vector environments against that of their physics."""
    from ligament import gym

    for name in ("QuadrupedVelocity", "HumanoidStand"):
        envs = gym.VectorEnv(name, worlds, num_threads=1, ends=[], limit=0)
        envs.reset(seed=1)
        model, task = envs.model, envs.task
        actions = np.random.default_rng(0).uniform(-0.3, 0.3, envs.action_space.shape)
        low, high = model.actuator_ctrlrange.T
        middle = (low + high) / 2 if task.keyframe is None else model.key_ctrl[0]
        reach = (high - low) / 2 if task.action_scale is None else task.action_scale
        batch, ratios = Batch(model, worlds, 1), []
        for _ in range(5):
            batch.state[:] = envs.state
            batch.ctrl[:] = np.clip(middle + reach * actions, low, high)
            taken = spent(lambda e=envs, a=actions: e.step(a))
            ratios.append(taken / spent(lambda b=batch, n=task.substeps: b.step(nstep=n)))
            np.testing.assert_array_equal(batch.state, envs.state)
        print(f"{name}: {np.median(ratios):.3f} of its physics")


if __name__ == "__main__":
    sizes(sys.argv[1] if len(sys.argv) > 1 else FIGURE)
    environments()

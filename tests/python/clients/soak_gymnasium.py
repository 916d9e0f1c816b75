"""A soak through Gymnasium's vector environments: a million environment steps, with resets, without growth of memory.

    python -m ligament.as_mujoco soak_gymnasium.py [--steps 1000000]

Fails if memory keeps growing or if an observation is not finite.
"""

import argparse
import gc
import sys
import time

import gymnasium
import numpy as np

NAMES = ("InvertedPendulum-v5", "Hopper-v5", "HalfCheetah-v5", "Ant-v5")
WIDTH = 8
GROWTH = 24 << 20


def resident():
    """Bytes of memory in use."""
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def soak(name, steps):
    """Steps vector environments of a task; the bytes that memory grew by after the first tenth, and how often they were reset."""
    envs = gymnasium.make_vec(name, num_envs=WIDTH, vectorization_mode="sync")
    envs.reset(seed=0)
    rng = np.random.default_rng(0)
    low, high = envs.single_action_space.low, envs.single_action_space.high
    begin, resets, rounds = 0, 0, steps // WIDTH
    for turn in range(rounds):
        seen, _, ended, cut, _ = envs.step(rng.uniform(low, high, (WIDTH, len(low))).astype(np.float32))
        resets += int((ended | cut).sum())
        if not np.isfinite(seen).all():
            raise ValueError(f"{name}: an observation is not finite")
        if turn == rounds // 10:
            begin = resident()
    envs.close()
    return resident() - begin, resets


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=1_000_000)
    steps = parser.parse_args().steps
    bad = 0
    for name in NAMES:
        start = time.perf_counter()
        growth, resets = soak(name, steps // len(NAMES))
        bad += growth > GROWTH
        print(f"{name:22} {steps // len(NAMES):9} steps {resets:7} resets {growth / 2**20:+6.1f} MiB {time.perf_counter() - start:6.0f} s", flush=True)
    print("soak: " + ("memory grew" if bad else f"{steps} environment steps"))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())

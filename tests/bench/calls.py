"""Time of one call: one-step `rollout`, `mj_step`, `mj_forward`, of MuJoCo and of Ligament in turns.

    calls.py MODEL...

Prints microseconds of processor time, the least of several rounds. The last two lines of a model are what a call costs
beyond the step itself: one call of one step less a hundredth of a call of a hundred trajectories, and a call of `mj_step` less a
twentieth of a call with `nstep=20`.
"""

import importlib
import sys
import time

import mujoco
import numpy as np

import ligament

ROUNDS = 7


def calls(module, path):
    """The calls of one module, each with how often it is made in a round."""
    roll = importlib.import_module(module.__name__ + ".rollout").rollout
    model = module.MjModel.from_xml_path(path)
    data = module.MjData(model)
    if model.nkey:
        module.mj_resetDataKeyframe(model, data, 0)
    spec = int(module.mjtState.mjSTATE_FULLPHYSICS)
    state = np.empty(module.mj_stateSize(model, spec))
    module.mj_getState(model, data, state, spec)
    one = (state[None], np.zeros((1, 1, model.nu)))
    many = (np.tile(state, (100, 1)), np.zeros((100, 1, model.nu)))

    def reset():
        module.mj_resetData(model, data)

    return reset, {
        "rollout": (lambda: roll(model, data, *one), 300),
        "rollout of 100": (lambda: roll(model, data, *many), 5),
        "mj_step": (lambda: module.mj_step(model, data), 500),
        "mj_step of 20": (lambda: module.mj_step(model, data, 20), 30),
        "mj_forward": (lambda: module.mj_forward(model, data), 500),
    }


def measure(path):
    """Microseconds per call, by call and module."""
    made = {module: calls(module, path) for module in (mujoco, ligament)}
    found = {}
    for name in made[mujoco][1]:
        best = dict.fromkeys(made, float("inf"))
        for _ in range(ROUNDS):
            for module, (reset, all_calls) in made.items():
                call, count = all_calls[name]
                reset()
                call()
                start = time.process_time()
                for _ in range(count):
                    call()
                best[module] = min(best[module], 1e6 * (time.process_time() - start) / count)
        found[name] = best
    return found


def main():
    for path in sys.argv[1:]:
        found = measure(path)
        found["beyond, rollout"] = {m: found["rollout"][m] - found["rollout of 100"][m] / 100 for m in (mujoco, ligament)}
        found["beyond, mj_step"] = {m: found["mj_step"][m] - found["mj_step of 20"][m] / 20 for m in (mujoco, ligament)}
        print(path)
        for name, times in found.items():
            print(f"  {name:16s} mujoco {times[mujoco]:10.2f}   ligament {times[ligament]:10.2f}")


if __name__ == "__main__":
    main()

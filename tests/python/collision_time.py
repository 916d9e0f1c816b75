"""Time of collision detection against MuJoCo, as ratios in one process.

    collision_time.py LIST            # models with more than ten contacts
    collision_time.py --scaling       # free bodies spread out: 100, 300, 1000, 3000
"""

import argparse
import pathlib
import time

import mujoco
import numpy as np

import ligament

ROUNDS = 5


def seconds(module, model, data, repeats):
    """The best time of one collision pass."""
    best = np.inf
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(repeats):
            module.mj_collision(model, data)
        best = min(best, (time.perf_counter() - start) / repeats)
    return best


def settle(path):
    """Both engines at the same state with many contacts, or none."""
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    best, state = 0, None
    for _ in range(200):
        mujoco.mj_step(model, data)
        if data.ncon > best:
            best, state = data.ncon, data.qpos.copy()
    return model, data, best, state


def of_models(models):
    """Ratios over a list of models."""
    ratios = []
    for line in filter(None, map(str.strip, models.read_text().splitlines())):
        path = models.parent / line
        try:
            model, data, contacts, state = settle(path)
            if contacts <= 10:
                continue
            own = ligament.MjModel.from_xml_path(str(path))
        except Exception:  # models that one of the engines refuses are not timed
            continue
        other = ligament.MjData(own)
        for d, module, m in ((data, mujoco, model), (other, ligament, own)):
            d.qpos[:] = state
            module.mj_kinematics(m, d)
            module.mj_comPos(m, d)
            module.mj_collision(m, d)
        repeats = max(3, int(0.01 / max(seconds(mujoco, model, data, 1), 1e-7)))
        reference, mine = (seconds(*x, repeats) for x in ((mujoco, model, data), (ligament, own, other)))
        ratios.append(mine / reference)
        print(f"{mine / reference:6.2f}  {contacts:5d} contacts  {1e6 * reference:9.1f} us  {line}", flush=True)
    if ratios:
        mean = np.exp(np.mean(np.log(ratios)))
        print(f"{len(ratios)} models: geometric mean {mean:.2f}, worst {max(ratios):.2f}")


def spread(count):
    """So many free boxes on a loose grid, none touching."""
    side = int(np.ceil(count ** (1 / 3)))
    bodies = "".join(
        f"<body pos='{i % side} {i // side % side} {i // side**2}'><freejoint/><geom type='box' size='.2 .3 .1'/></body>"
        for i in range(count)
    )
    return f"<mujoco><worldbody>{bodies}</worldbody></mujoco>"


def scaling():
    """Time against the number of bodies."""
    print("bodies   MuJoCo us   Ligament us   Ligament us per body")
    for count in (100, 300, 1000, 3000):
        times = []
        for module in (mujoco, ligament):
            model = module.MjModel.from_xml_string(spread(count))
            data = module.MjData(model)
            module.mj_forward(model, data)
            times.append(1e6 * seconds(module, model, data, 10))
        print(f"{count:6d} {times[0]:11.1f} {times[1]:13.1f} {times[1] / count:22.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="?", type=pathlib.Path)
    parser.add_argument("--scaling", action="store_true")
    arguments = parser.parse_args()
    if arguments.scaling:
        scaling()
    if arguments.models:
        of_models(arguments.models)


if __name__ == "__main__":
    main()

"""Time of collision detection against MuJoCo, as ratios in one process.

    collision_time.py LIST [--every N] [--only WORD] [--seconds S]   # models with more than ten contacts
    collision_time.py MODEL.xml                                      # one model, whatever its contacts
    collision_time.py --scaling                                      # free bodies spread out: 100, 300, 1000, 3000

The engines take turns; the figure is the ratio of the best times of each. The state is the one with most contacts among
the first steps from the first keyframe.
"""

import argparse
import json
import pathlib
import time

import ligament
import mujoco
import numpy as np

ROUNDS = 100
STEPS = 200
CONTACTS = 10


def once(module, model, data, repeats):
    """The mean time of one collision pass over some repeats."""
    start = time.perf_counter()
    for _ in range(repeats):
        module.mj_collision(model, data)
    return (time.perf_counter() - start) / repeats


def best_of_turns(sides, seconds):
    """The best time of either side, in turns of a few milliseconds each, within a limit of time."""
    best = [once(*side, 1) for side in sides]
    repeats = [max(1, int(0.003 / max(t, 1e-7))) for t in best]
    until = time.perf_counter() + seconds
    for turn in range(ROUNDS):
        for i, side in enumerate(sides):
            best[i] = min(best[i], once(*side, repeats[i]))
        if turn > 1 and time.perf_counter() > until:
            break
    return best


def settle(path, seconds):
    """A model of MuJoCo at the state with most contacts among its first steps."""
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    best, state = -1, None
    until = time.perf_counter() + seconds
    for _ in range(STEPS):
        now = data.qpos.copy(), data.mocap_pos.copy(), data.mocap_quat.copy()
        mujoco.mj_step(model, data)
        if data.ncon > best:
            best, state = data.ncon, now
        if time.perf_counter() > until:
            break
    return model, data, best, state


def of_model(path, seconds, least):
    """Contacts, time of MuJoCo and own time of one model; none if it has too few contacts."""
    model, data, contacts, state = settle(path, seconds)
    if contacts < least:
        return None
    own = ligament.MjModel.from_xml_path(str(path))
    other = ligament.MjData(own)
    sides = ((mujoco, model, data), (ligament, own, other))
    for module, m, d in sides:
        d.qpos[:], d.mocap_pos[:], d.mocap_quat[:] = state
        module.mj_kinematics(m, d)
        module.mj_comPos(m, d)
        module.mj_collision(m, d)
    return contacts, *best_of_turns(sides, seconds)


def of_models(paths, seconds, least):
    """Ratios over models, worst last."""
    rows = []
    for path in paths:
        try:
            found = of_model(path, seconds, least)
        except Exception:  # models that one of the engines refuses are not timed
            continue
        if found is None:
            continue
        contacts, reference, mine = found
        rows.append((mine / reference, contacts, 1e6 * reference, str(path)))
        print(f"{mine / reference:6.2f}  {contacts:5d} contacts  {1e6 * reference:9.1f} us  {path}", flush=True)
    if rows:
        ratios = np.array([row[0] for row in rows])
        print(f"{len(rows)} models: geometric mean {np.exp(np.mean(np.log(ratios))):.2f}, worst {max(ratios):.2f}")
        for ratio, _, _, path in sorted(rows)[-20:]:
            print(f"{ratio:6.2f}  {path}")
    return rows


def listed(models, every, only):
    """The models of a list, or the one that was named."""
    if models.suffix != ".txt":
        return [models]
    lines = list(filter(None, map(str.strip, models.read_text().splitlines())))
    return [models.parent / line for line in lines if only in line][::every]


def spread(count):
    """So many free boxes on a loose grid, none touching."""
    side = int(np.ceil(count ** (1 / 3)))
    bodies = "".join(
        f"<body pos='{i % side} {i // side % side} {i // side**2}'><freejoint/><geom type='box' size='.2 .3 .1'/></body>"
        for i in range(count)
    )
    return f"<mujoco><worldbody>{bodies}</worldbody></mujoco>"


def scaling(seconds):
    """Time against the number of bodies."""
    print("bodies   MuJoCo us   Ligament us   Ligament us per body")
    for count in (100, 300, 1000, 3000):
        sides = []
        for module in (mujoco, ligament):
            model = module.MjModel.from_xml_string(spread(count))
            data = module.MjData(model)
            module.mj_forward(model, data)
            sides.append((module, model, data))
        times = [1e6 * t for t in best_of_turns(sides, seconds)]
        print(f"{count:6d} {times[0]:11.1f} {times[1]:13.1f} {times[1] / count:22.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="?", type=pathlib.Path)
    parser.add_argument("--scaling", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="take one model in so many")
    parser.add_argument("--only", default="", help="take models with this in their path")
    parser.add_argument("--seconds", type=float, default=2.0, help="limit per model, of settling and of timing")
    parser.add_argument("--json", type=pathlib.Path, help="keep the rows")
    arguments = parser.parse_args()
    if arguments.scaling:
        scaling(arguments.seconds)
    if arguments.models:
        least = CONTACTS + 1 if arguments.models.suffix == ".txt" else 0
        paths = listed(arguments.models, arguments.every, arguments.only)
        rows = of_models(paths, arguments.seconds, least)
        if arguments.json:
            arguments.json.write_text(json.dumps(rows))


if __name__ == "__main__":
    main()

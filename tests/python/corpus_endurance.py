"""Loads and steps every model of a list with wild controls and states: nothing may panic, hang or go bad in silence.

    corpus_endurance.py LIST [--every 1] [--steps 50] [--seconds 60]

Each model is loaded and stepped in four rounds from perturbed states: ordinary controls, huge ones, some that are no
numbers, and ordinary ones with random flags. Integrators, solvers and cones take turns. A worker process does the work, so that a hang or a crash is noticed;
models that are refused are listed by their messages.
"""

import argparse
import collections
import multiprocessing
import pathlib
import re
import time
import warnings

import numpy as np

INTEGRATORS, SOLVERS, CONES = range(5), range(3), range(2)
# longest time spent on one model, and longest for one step
BUDGET, STEP_LIMIT = 6.0, 30.0


def perturb(ligament, model, data, rng, scale):
    """Moves all joints a random way and gives them random velocities."""
    ligament.mj_resetData(model, data)
    ligament.mj_integratePos(model, data.qpos, rng.normal(0, scale, model.nv), 1.0)
    data.qvel[:] = rng.normal(0, scale, model.nv)


def controls(model, rng, round_number):
    """Controls of a round: ordinary, huge, or some that are no numbers."""
    ctrl = rng.normal(0, 1, model.nu)
    if round_number == 1:
        ctrl = np.where(rng.random(model.nu) < 0.3, 1e10 * np.sign(ctrl), ctrl)
    if round_number == 2:
        ctrl = np.where(rng.random(model.nu) < 0.1, rng.choice([np.nan, np.inf]), ctrl)
    return ctrl


def flags(ligament, model, rng):
    """Random flags, but for the one that watches the state."""
    some = rng.integers(0, 2, int(ligament.mjtDisableBit.mjNDISABLE))
    model.opt.disableflags = int((some << np.arange(len(some))).sum()) & ~int(ligament.mjtDisableBit.mjDSBL_AUTORESET)
    some = rng.integers(0, 2, int(ligament.mjtEnableBit.mjNENABLE))
    model.opt.enableflags = int((some << np.arange(len(some))).sum())
    model.opt.jacobian = int(rng.integers(3))
    model.opt.noslip_iterations = int(rng.choice([0, 3]))


def endure(path, index, steps):
    """Problems of one model, or why it was refused."""
    import ligament

    try:
        model = ligament.MjModel.from_xml_path(str(path))
    except ValueError as refusal:
        reason = (str(refusal).splitlines() or ["refused without a reason"])[0]
        # without file and name, so that equal reasons meet
        return "refused", re.sub(r"'[^']*'", "…", reason.split("error: ", 1)[-1])
    data = ligament.MjData(model)
    rng = np.random.default_rng(index)
    start, problems, taken = time.time(), [], 0
    for round_number in range(4):
        turn = 4 * index + round_number
        model.opt.integrator = INTEGRATORS[turn % 5]
        model.opt.solver = SOLVERS[turn // 5 % 3]
        model.opt.cone = CONES[turn // 15 % 2]
        perturb(ligament, model, data, rng, [0.1, 1.0, 10.0, 0.5][round_number])
        if round_number == 3:
            flags(ligament, model, rng)
        bad_before = []
        for _ in range(steps):
            data.ctrl[:] = controls(model, rng, round_number)
            before = time.time()
            ligament.mj_step(model, data)
            taken += 1
            now = time.time()
            if now - before > STEP_LIMIT:
                problems.append(f"a step took {now - before:.1f} s")
            warned = any(data.warning[i].number for i in range(len(data.warning)))
            bad = [name for name in ("qpos", "qvel", "qacc") if not np.isfinite(getattr(data, name)).all()]
            # activations are not watched, in either engine; what goes bad at the end of a step is noticed at the next one
            if bad and bad_before and not warned:
                problems.append(f"round {round_number}: {' '.join(bad)} not finite without a warning")
            bad_before = bad
            if now - start > BUDGET or problems:
                break
        if problems or time.time() - start > BUDGET:
            break
    return ("problem", "; ".join(problems)) if problems else ("fine", taken)


def work(pipe, steps):
    warnings.simplefilter("ignore")
    while True:
        path, index = pipe.recv()
        try:
            pipe.send(endure(path, index, steps))
        except BaseException as failure:  # a panic is no Exception
            pipe.send(("problem", f"{type(failure).__name__}: {failure}"))


def start_worker(steps):
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=work, args=(there, steps), daemon=True)
    process.start()
    there.close()
    return process, here


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0, help="longest time for one model")
    arguments = parser.parse_args()
    lines = [line.strip() for line in arguments.list.read_text().splitlines()]
    chosen = [line for line in lines if line and not line.startswith("#")][:: arguments.every]
    counts, refusals, steps = collections.Counter(), collections.defaultdict(list), 0
    process, pipe = start_worker(arguments.steps)
    for index, line in enumerate(chosen):
        pipe.send((arguments.list.parent / line, index))
        try:
            kind, what = pipe.recv() if pipe.poll(arguments.seconds) else ("problem", "no end in time")
        except EOFError:
            kind, what = "problem", "the process ended"
        if what in ("no end in time", "the process ended"):
            process.kill()
            process, pipe = start_worker(arguments.steps)
        counts[kind] += 1
        if kind == "problem":
            print(f"{line}: {what}", flush=True)
        elif kind == "refused":
            refusals[what].append(line)
        else:
            steps += what
    for message, models in sorted(refusals.items(), key=lambda item: -len(item[1])):
        print(f"refused {len(models)}: {message} (for example {models[0]})")
    total = f"{counts['fine']} models stepped, {steps} steps, {counts['refused']} refused, {counts['problem']} problems"
    print(f"endurance: {total}")
    return counts["problem"] != 0


if __name__ == "__main__":
    raise SystemExit(main())

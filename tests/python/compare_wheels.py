"""Steps per second of two installed versions, in turns.

    compare_wheels.py OLD_PYTHON NEW_PYTHON MODEL... | --list FILE [--seconds 1.0] [--rounds 3] [--least 0.97]

Each interpreter belongs to an environment in which its version of the module is installed. Both stay alive and
take turns on the same model, from the same start, with the same controls, through `rollout.rollout`, so that a
machine that is busy with other things disturbs both alike. Printed is the ratio new / old of the best round of
each; the program fails if one is below the least that is allowed. A model below it is tried once more.
"""

import argparse
import json
import math
import subprocess
import sys
from pathlib import Path

CHUNK = 500


def serve():
    """Reads requests and answers them: a model to load, or a number of worlds to run."""
    import time

    import numpy as np

    import ligament
    from ligament import rollout

    for line in sys.stdin:
        request = json.loads(line)
        if "model" in request:
            model = ligament.MjModel.from_xml_path(request["model"])
            data = ligament.MjData(model)
            if model.nkey:
                ligament.mj_resetDataKeyframe(model, data, 0)
            kind = int(ligament.mjtState.mjSTATE_FULLPHYSICS)
            state = np.empty(ligament.mj_stateSize(model, kind))
            ligament.mj_getState(model, data, state, kind)
            first = np.array(data.ctrl)
            answer = {"nv": model.nv}
        else:
            count, steps = request["worlds"], request["steps"]
            noise = 0.1 * np.random.default_rng(1).standard_normal((count, steps, model.nu))
            rate = math.exp(-model.opt.timestep / 0.1)
            for t in range(1, steps):
                noise[:, t] = rate * noise[:, t - 1] + math.sqrt(1 - rate * rate) * noise[:, t]
            initial = np.tile(state, (count, 1))
            start = time.perf_counter()
            rollout.rollout(model, data, initial, first + noise)
            answer = {"speed": count * steps / (time.perf_counter() - start)}
        print(json.dumps(answer), flush=True)


class Worker:
    """An interpreter that runs [serve]."""

    def __init__(self, python):
        command = [python, __file__, "--serve"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/")

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the interpreter ended")
        return json.loads(line)


def ratio(workers, model, seconds, rounds):
    """Best speeds of both and their ratio."""
    for worker in workers:
        worker.ask(model=model)
    steps = CHUNK
    slowest = min(worker.ask(worlds=1, steps=steps)["speed"] for worker in workers)
    worlds = max(1, int(slowest * seconds / steps))
    best = [0.0, 0.0]
    for _ in range(rounds):
        for i, worker in enumerate(workers):
            best[i] = max(best[i], worker.ask(worlds=worlds, steps=steps)["speed"])
    return best[1] / best[0], best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("models", nargs="*")
    parser.add_argument("--list", help="a file of model paths relative to it")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--least", type=float, default=0.97)
    given = parser.parse_args()
    models = [str(Path(model).resolve()) for model in given.models]
    if given.list:
        folder = Path(given.list).resolve().parent
        models += [str(folder / line) for line in Path(given.list).read_text().split()]
    workers = [Worker(given.old), Worker(given.new)]
    print(f"{'model':48s} {'old/s':>10s} {'new/s':>10s} {'new/old':>8s}")
    ratios = {}
    for model in models:
        found, best = ratio(workers, model, given.seconds, given.rounds)
        again = ""
        if found < given.least:
            second, other = ratio(workers, model, given.seconds, 2 * given.rounds)
            again = f"  first {found:.3f}"
            found, best = second, other
        ratios[model] = found
        name = "/".join(Path(model).parts[-2:])
        print(f"{name:48s} {best[0]:10.0f} {best[1]:10.0f} {found:8.3f}{again}", flush=True)
    mean = math.exp(sum(map(math.log, ratios.values())) / max(1, len(ratios)))
    slow = [model for model, found in ratios.items() if found < given.least]
    print(f"geometric mean {mean:.3f}, least {min(ratios.values()):.3f}, {len(slow)} below {given.least}")
    return 1 if slow else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve()
    else:
        sys.exit(main())

"""Whether reading a model's arrays slows its simulation.

    reading_speed.py MODEL... [--seconds 0.3] [--rounds 7]

Steps per second before any array has been read, after every array of the model has been read and let go, and while
arrays of all of them are held; in turns, best of all rounds. Fails if the second is below 0.98 of the first or the
third below 0.95.
"""

import argparse
import sys
import time

import ligament

LET_GO, HELD = 0.98, 0.95


def arrays(model):
    """Every array of a model."""
    import numpy as np

    names = (name for name in dir(model) if not name.startswith("_"))
    values = (getattr(model, name) for name in names)
    found = [value for value in values if isinstance(value, np.ndarray)]
    found += [np.asarray(getattr(model.opt, name)) for name in ("gravity", "wind", "magnetic")]
    return found


def speed(model, data, seconds):
    """Steps per second from the start."""
    ligament.mj_resetData(model, data)
    if model.nkey:
        ligament.mj_resetDataKeyframe(model, data, 0)
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        ligament.mj_step(model, data, 50)
        steps += 50
    return steps / (time.perf_counter() - start)


def measure(path, seconds, rounds):
    """Best speeds: a model never read, one read and let go, one whose arrays are held."""
    models = [ligament.MjModel.from_xml_path(path) for _ in range(3)]
    datas = [ligament.MjData(model) for model in models]
    best = [0.0, 0.0, 0.0]
    for _ in range(rounds):
        for i, (model, data) in enumerate(zip(models, datas)):
            held = arrays(model) if i > 0 else []
            if i == 1:
                held = []
            best[i] = max(best[i], speed(model, data, seconds))
            del held
    return best, len(arrays(models[2]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+")
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    failed = False
    for path in given.models:
        (unread, let_go, held), count = measure(path, given.seconds, given.rounds)
        slow = let_go < LET_GO * unread or held < HELD * unread
        failed |= slow
        print(
            f"{path}: {count} arrays, {unread:.0f} steps/s; read and let go {let_go / unread:.3f} (least {LET_GO}),"
            f" held {held / unread:.3f} (least {HELD}){'  SLOW' if slow else ''}"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

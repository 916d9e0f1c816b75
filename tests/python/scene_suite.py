"""Scenes against MuJoCo on a corpus of models.

    scene_suite.py ../shared/corpus/core.txt [--full 20] [--calls 1000] [--limit 300] [--from 0]

Per model: the scene with default options; on the first models given by `--full` also with every flag, label and frame. Then
random calls of the functions for the mouse, spread over the models. Printed: what differs, and how many models agree.
"""

import argparse
import pathlib

import ligament
import mujoco
import scene_compare
import scene_mouse


def load(path):
    """A model in both engines; none if one of them cannot read it."""
    try:
        return mujoco.MjModel.from_xml_path(str(path)), ligament.MjModel.from_xml_path(path)
    except (ValueError, OSError, RuntimeError):
        return None


def run(args):
    """Compares models one after the other."""
    root = args.list.parent
    lines = [line.split()[0] for line in args.list.read_text().splitlines() if line.strip()]
    compared = agree = full = full_agree = calls = wrong_calls = 0
    for name in [line for line in lines if not line.startswith("#")][args.start :]:
        if compared >= args.limit:
            break
        models = load(root / name)
        if models is None:
            continue
        states = scene_compare.equal_states(mujoco, ligament, models)
        worlds = list(zip((mujoco, ligament), models, states, strict=True))
        whole = full < args.full
        wrong = []
        for what, setup in scene_compare.cases(models[0].nbody):
            if what == "default" or whole:
                found = scene_compare.differences(worlds, setup)
                wrong += [(what, found[:2])] if found else []
        compared, agree = compared + 1, agree + (not wrong)
        full, full_agree = full + whole, full_agree + (whole and not wrong)
        if calls < args.calls:
            found = scene_mouse.random_calls(worlds, 50, calls)
            calls, wrong_calls = calls + 50, wrong_calls + len(found)
            wrong += found
        for row in wrong[:2]:
            print(name, str(row)[:400], flush=True)
    print(f"{agree} of {compared} models agree; {full_agree} of {full} with everything; {wrong_calls} of {calls} calls differ")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list", type=pathlib.Path)
    parser.add_argument("--full", type=int, default=20)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--from", dest="start", type=int, default=0)
    run(parser.parse_args())

"""Instructions of `rollout` over many worlds against setting states and stepping from Rust.

    rollout_count.py MODEL STEPS_PROGRAM [--worlds 1024] [--most 1.05]

Both run under callgrind. STEPS_PROGRAM is the example `steps` of the crate `ligament`, built with the same profile as
the installed module. Of the interpreter the difference between runs with one and with three calls is taken, so that
starting it and loading the model do not count.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

CALLS = (1, 3)


def work(path, worlds, calls):
    """One step of many worlds, some times over."""
    import numpy as np

    import ligament
    from ligament import rollout

    model = ligament.MjModel.from_xml_path(path)
    data = ligament.MjData(model)
    if model.nkey:
        ligament.mj_resetDataKeyframe(model, data, 0)
    ligament.mj_step(model, data, 20)
    kind = int(ligament.mjtState.mjSTATE_FULLPHYSICS)
    states = np.empty((worlds, ligament.mj_stateSize(model, kind)))
    for state in states:
        ligament.mj_getState(model, data, state, kind)
        ligament.mj_step(model, data)
    for _ in range(calls):
        rollout.rollout(model, data, states, nstep=1)


def instructions(command, *options):
    """How many instructions callgrind counts."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *options]
    # the same interpreter in the same state: no addresses in hashes
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(valgrind + command, capture_output=True, text=True, cwd="/", env=environment)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        raise RuntimeError(done.stderr)
    return int(found.group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("program")
    parser.add_argument("--worlds", type=int, default=1024)
    parser.add_argument("--most", type=float, default=1.05)
    given = parser.parse_args()
    model, worlds = str(Path(given.model).resolve()), str(given.worlds)
    program = [str(Path(given.program).resolve()), model, "1", worlds]
    single = instructions(program, "--collect-atstart=no", "--toggle-collect=*measured*")
    python = [sys.executable, "-s", str(Path(__file__).resolve()), "--work", model, worlds]
    few, many = (instructions(python + [str(calls)]) for calls in CALLS)
    rollout = (many - few) / (CALLS[1] - CALLS[0])
    ratio = rollout / single
    print(f"{worlds} worlds: rollout {rollout / 1e6:.1f} M, set-state-and-step {single / 1e6:.1f} M, ratio {ratio:.3f}")
    return 0 if ratio <= given.most else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        sys.exit(main())

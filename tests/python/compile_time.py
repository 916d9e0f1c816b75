"""Compile time against MuJoCo: every model of a list once in each engine, in one process, as a ratio of the totals.

compile_time.py LIST
"""

import pathlib
import sys
import time
import warnings

import ligament
import mujoco


def seconds(module, path):
    """How long a model takes to load, and whether it loads."""
    start = time.perf_counter()
    try:
        module.MjModel.from_xml_path(str(path))
        loaded = True
    except Exception:  # a refusal is timed by neither engine
        loaded = False
    return time.perf_counter() - start, loaded


def main():
    warnings.simplefilter("ignore")
    models = pathlib.Path(sys.argv[1])
    totals, rows = [0.0, 0.0], []
    for line in filter(None, map(str.strip, models.read_text().splitlines())):
        (reference, first), (own, second) = (seconds(m, models.parent / line) for m in (mujoco, ligament))
        if first and second:
            totals[0] += reference
            totals[1] += own
            rows.append((own - reference, line, reference, own))
    for _, line, reference, own in sorted(rows, reverse=True)[:10]:
        print(f"{reference:8.3f} s {own:8.3f} s  {line}")
    print(
        f"{len(rows)} models: MuJoCo {totals[0]:.1f} s, Ligament {totals[1]:.1f} s, ratio {totals[1] / totals[0]:.2f}"
    )


if __name__ == "__main__":
    main()

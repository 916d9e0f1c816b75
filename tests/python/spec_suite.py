"""Compares MjSpec with MuJoCo's over a list of models: what compiles from a file, and what recompiles from the written text.

    python spec_suite.py LIST [--every N] [--limit N]     e.g. ../shared/corpus/core.txt

For every model that both compile: `from_file(...).compile()` must give MuJoCo's arrays, and MuJoCo must compile
`to_xml()` of it to the same arrays. Prints the models that differ and a summary; exits with 1 if any differs.
"""

import argparse
import os
import pathlib
import sys
import warnings

import ligament
import mujoco
import numpy as np

# Arrays of the compiled model whose contents are text or come from the compiler's order of work.
LEFT_OUT = ("names", "names_map", "paths", "name_", "oct_", "pathadr", "contenttypeadr", "contenttypes")
# Written numbers are read back exactly; arrays that are computed from them by another route agree to rounding.
TOLERANCE = 1e-9


def arrays(model):
    """Names of the arrays that are compared."""
    for name in dir(model):
        if name.startswith("_") or any(word in name for word in LEFT_OUT):
            continue
        value = getattr(model, name)
        if isinstance(value, np.ndarray):
            yield name, value


def difference(reference, model):
    """The first array that differs, or None."""
    for name, expected in arrays(reference):
        value = getattr(model, name, None)
        if value is None:
            continue
        value = np.asarray(value)
        if value.shape != expected.shape:
            return f"{name} has shape {value.shape}, not {expected.shape}"
        if expected.dtype.kind == "f":
            scale = max(1.0, float(np.abs(expected[np.isfinite(expected)]).max(initial=0.0)))
            if not np.allclose(value, expected, rtol=TOLERANCE, atol=TOLERANCE * scale, equal_nan=True):
                return f"{name} differs by {np.nanmax(np.abs(value - expected)):.3g}"
        elif not np.array_equal(value, expected):
            return f"{name} differs"
    return None


def check(path):
    """What is wrong with a model: the stage and what differs; None where MuJoCo does not compile it."""
    try:
        reference = mujoco.MjSpec.from_file(str(path)).compile()
    except Exception:  # noqa: BLE001 - MuJoCo's own refusals are of no interest here
        return "skipped", ""
    try:
        spec = ligament.MjSpec.from_file(str(path))
        model = spec.compile()
    except ValueError as error:
        return "refused", str(error).splitlines()[0]
    wrong = difference(reference, model)
    if wrong:
        return "compile", wrong
    try:
        text = spec.to_xml()
    except ValueError as error:
        return "write", str(error).splitlines()[0]
    try:
        again = mujoco.MjSpec.from_string(text)
        again.modelfiledir = str(path.parent)
        written = again.compile()
    except Exception as error:  # noqa: BLE001
        return "reread", str(error).splitlines()[0]
    wrong = difference(reference, written)
    return ("rewritten", wrong) if wrong else ("equal", "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("list", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--limit", type=int, default=None)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    folder = given.list.resolve().parent
    models = [folder / line for line in given.list.read_text().split("\n") if line.strip()]
    counts = {}
    for path in models[:: given.every][: given.limit]:
        sys.stdout.flush()
        here = os.getcwd()
        os.chdir(path.parent)
        try:
            stage, wrong = check(path)
        finally:
            os.chdir(here)
        counts[stage] = counts.get(stage, 0) + 1
        if stage not in ("equal", "skipped"):
            print(f"{path.relative_to(folder)}: {stage}: {wrong}")
    print(", ".join(f"{count} {stage}" for stage, count in sorted(counts.items())))
    sys.exit(bool(set(counts) - {"equal", "skipped", "refused"}))


if __name__ == "__main__":
    main()

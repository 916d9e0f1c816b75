"""Runs the shared comparison with MuJoCo, and fails on any difference that is not known.

corpus_parity.py PARITY_SCRIPT LIST
"""

import json
import pathlib
import subprocess
import sys
import tempfile

# Arrays are compared in another run than what is computed from them: once mesh arrays were read, the engine does without
# tables made from them.
RUNS = [["load", "model"], ["forward", "step"]]
LEVELS = [level for run in RUNS for level in run]

# Model (end of its path), the levels that differ, and why.
KNOWN = [
    ("model/slider_crank/slider_crank.xml", ["forward"], "a moment entry that rounds to zero is not stored"),
    ("test_data/tendon/pulley_wrap.xml", ["forward"], "two ways around the obstacle are equally long"),
]


def differences(row):
    """The levels on which a model differs and is not known to."""
    known = {level for end, levels, _ in KNOWN if row["model"].endswith(end) for level in levels}
    good = {level for level in LEVELS if row["levels"].get(level, {}).get("ok", False)}
    return [level for level in LEVELS if level not in good and level not in known]


def run(script, models, levels):
    """Rows of the report, and what was printed."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [sys.executable, script, models, "--levels", ",".join(levels), "--verbose", "--json", str(report)]
        text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        return json.loads(report.read_text()) if report.exists() else [], text


def main():
    script, models = sys.argv[1:]
    merged, text = {}, ""
    for levels in RUNS:
        rows, printed = run(script, models, levels)
        text += printed
        for row in rows:
            merged.setdefault(row["model"], {"model": row["model"], "levels": {}})["levels"].update(row["levels"])
    rows = list(merged.values())
    bad = [row for row in rows if differences(row)]
    equal = sum(all(row["levels"].get(level, {}).get("ok", False) for level in LEVELS) for row in rows)
    if bad or not rows:
        print(text)
    for row in bad:
        print(f"{row['model']}: {', '.join(differences(row))}")
    print(f"parity: {equal} of {len(rows)} models equal, {len(rows) - equal - len(bad)} with known differences")
    sys.exit(bool(bad) or not rows)


if __name__ == "__main__":
    main()

"""Runs the shared comparison with MuJoCo on the load and model levels, and fails on any difference that is not known.

    corpus_parity.py PARITY_SCRIPT LIST
"""

import json
import pathlib
import subprocess
import sys
import tempfile

# Model (end of its path), the array that differs, and why.
KNOWN = []


def is_known(row):
    """Whether all that differs in a model is listed."""
    model = row["levels"].get("model", {})
    listed = {field for end, field, _ in KNOWN if row["model"].endswith(end)}
    return row["levels"].get("load", {}).get("ok", False) and model.get("nbad") == len(listed & set(model.get("bad", {})))


def main():
    script, models = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [sys.executable, script, models, "--levels", "load,model", "--verbose", "--json", str(report)]
        text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        rows = json.loads(report.read_text()) if report.exists() else []
    good = lambda row: len(row["levels"]) == 2 and all(level["ok"] for level in row["levels"].values())
    bad = [row for row in rows if not good(row) and not is_known(row)]
    known = sum(not good(row) for row in rows) - len(bad)
    if bad or not rows:
        print(text)
    print(f"parity: {len(rows) - len(bad) - known} of {len(rows)} models equal, {known} with known differences")
    sys.exit(bool(bad) or not rows)


if __name__ == "__main__":
    main()

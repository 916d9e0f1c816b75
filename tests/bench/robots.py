"""Whole robots for `bench.py` that are not in its usual list.

    robots.py CORPUS > robots.txt

CORPUS is a folder with `manifest.json` and `bench.txt`. Of every kind `full:*` with at least six degrees of freedom the first
model is taken, unless that kind is in `bench.txt` or the model has flexible bodies. Prints paths that hold from anywhere.
"""

import json
import sys
from pathlib import Path


def pick(corpus):
    """The paths of the models."""
    corpus = Path(corpus).resolve()
    models = json.loads((corpus / "manifest.json").read_text())
    usual = set((corpus / "bench.txt").read_text().split())
    seen = {model["kind"] for model in models if model["path"] in usual}
    for model in models:
        kind = model["kind"]
        if not kind.startswith("full:") or kind in seen or model["nv"] < 6 or model["nflex"] or model["plugins"]:
            continue
        seen.add(kind)
        yield corpus / model["path"]


if __name__ == "__main__":
    print(*pick(sys.argv[1]), sep="\n")

"""Inverse dynamics explains forward dynamics."""

import pathlib
import warnings

import ligament
import pytest
from conftest import MODELS
from forward_inverse import follow

SHARED = pathlib.Path(__file__).parents[3] / "shared" / "corpus"
LIMIT = 1e-6


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_own_models(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert follow(ligament, path, 21) < LIMIT


@pytest.mark.skipif(not SHARED.is_dir(), reason="there are no shared models beside the repository")
def test_shared_models():
    mujoco = pytest.importorskip("mujoco")
    warnings.simplefilter("ignore")
    bad = {}
    for line in (SHARED / "core.txt").read_text().split():
        path = SHARED / line
        try:
            found = follow(ligament, path, 6)
        except ValueError:
            continue
        # where the solver cannot do better, MuJoCo's cannot either
        if not (found < LIMIT or found < 3 * follow(mujoco, path, 6)):
            bad[line] = found
    assert not bad

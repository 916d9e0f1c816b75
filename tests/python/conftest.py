"""Shared by all tests: the repository's own models, loaded by both engines."""

import functools
import pathlib

import ligament
import pytest

MODELS = sorted((pathlib.Path(__file__).parents[1] / "models").glob("*.xml"))


@functools.cache
def both(path):
    """A model as MuJoCo and as Ligament compile it; not to be changed."""
    mujoco = pytest.importorskip("mujoco")
    return mujoco.MjModel.from_xml_path(str(path)), ligament.MjModel.from_xml_path(path)


@pytest.fixture(params=MODELS, ids=lambda path: path.stem)
def models(request):
    """Every own model in both engines; not to be changed."""
    return both(request.param)


@pytest.fixture
def model():
    """One model with something of everything, free to be changed."""
    return ligament.MjModel.from_xml_path(MODELS_BY_NAME["everything"])


MODELS_BY_NAME = {path.stem: path for path in MODELS}

"""Names and numbers are MuJoCo's."""

import pickle

import ligament
import pytest
from ligament import _facts, _ligament

mujoco = pytest.importorskip("mujoco")


def test_facts_are_fresh():
    from generate_facts import constants, enumerations

    assert enumerations() == _facts.ENUMS
    assert constants() == _facts.CONSTANTS
    assert mujoco.__version__ == _facts.REFERENCE


def test_the_engine_has_the_same_numbers():
    for name, values in _ligament.enumerations():
        for value, number in values:
            if value.startswith("lig"):
                # an extension: a number that MuJoCo does not use
                assert number >= 1000 and number not in _facts.ENUMS[name].values(), value
            else:
                assert _facts.ENUMS[name][value] == number, value


def test_values_behave_like_mujocos():
    for name in ("mjtObj", "mjtGeom", "mjtDisableBit", "mjtState"):
        for theirs in getattr(mujoco, name).__members__.values():
            ours = getattr(getattr(ligament, name), theirs.name)
            assert (str(ours), repr(ours), int(ours)) == (str(theirs), repr(theirs), int(theirs))
            assert (ours.name, ours.value) == (theirs.name, theirs.value)
    body = ligament.mjtObj.mjOBJ_BODY
    assert body == 1 and body | 2 == 3 and {1: "x"}[body] == "x"
    assert body != ligament.mjtGeom.mjGEOM_HFIELD
    assert ligament.mjtObj(1) is body and pickle.loads(pickle.dumps(body)) is body
    assert f"{body}" == "mjtObj.mjOBJ_BODY"


def test_version_is_the_reference():
    assert ligament.mj_version() == mujoco.mj_version()
    assert ligament.mj_versionString() == mujoco.mj_versionString()

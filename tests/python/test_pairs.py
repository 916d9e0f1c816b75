"""Contacts of every pair of shapes against MuJoCo; `pair_suite.py` does the same with many more poses."""

import pytest

pytest.importorskip("mujoco")

import pair_suite  # noqa: E402


@pytest.mark.parametrize("pair", pair_suite.pairs(), ids="-".join)
def test_contacts_of_a_pair(pair):
    depth, every, touched = pair_suite.compare(pair, poses=100)
    assert touched > 0.3, "the poses are not around contact"
    assert depth == 1.0
    assert every == 1.0

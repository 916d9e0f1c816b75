"""Contacts of every pair of shapes against MuJoCo; `pair_suite.py` and `pair_strange.py` do the same with many more poses."""

import pytest

pytest.importorskip("mujoco")

import pair_strange
import pair_suite


@pytest.mark.parametrize("pair", pair_suite.pairs(), ids="-".join)
def test_contacts_of_a_pair(pair):
    depth, every, touched = pair_suite.compare(pair, poses=100)
    assert touched > 0.3, "the poses are not around contact"
    assert depth == 1.0
    assert every == 1.0


@pytest.mark.parametrize("form", pair_strange.FORMS)
@pytest.mark.parametrize("pair", pair_suite.pairs(), ids="-".join)
def test_strange_pairs(pair, form):
    contacts, distances = pair_strange.compare(pair, form, models=3)
    assert contacts >= 0.96 and distances >= 0.96

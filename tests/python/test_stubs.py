"""The type stubs are those of the module as built."""

import pytest

pytest.importorskip("mujoco")

from generate_stubs import TARGET, text  # noqa: E402


def test_stubs_are_fresh():
    assert TARGET.read_text() == text()

"""The type stubs are those of the module as built."""

from generate_stubs import TARGET, text


def test_stubs_are_fresh():
    assert TARGET.read_text() == text()

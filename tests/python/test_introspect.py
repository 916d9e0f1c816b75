"""`ligament.introspect` declares what MuJoCo's does."""

import dataclasses

import pytest
from ligament.introspect import enums, functions, mjxmacro, structs, type_parsing

reference = pytest.importorskip("mujoco.introspect.structs")


def plain(node):
    """A declaration as plain values, without documentation."""
    if isinstance(node, (tuple, list)):
        return [plain(part) for part in node]
    if not dataclasses.is_dataclass(node):
        return node
    names = [field.name for field in dataclasses.fields(node) if field.name != "doc"]
    return type(node).__name__, {name: plain(getattr(node, name)) for name in names}


def test_enumerations_agree():
    from mujoco.introspect import enums as theirs

    assert list(enums.ENUMS) == list(theirs.ENUMS)
    for name, enum in theirs.ENUMS.items():
        assert (enum.name, enum.declname, dict(enum.values)) == dataclasses.astuple(enums.ENUMS[name])


def test_functions_agree():
    from mujoco.introspect import functions as theirs

    assert list(functions.FUNCTIONS) == list(theirs.FUNCTIONS)
    for name, function in theirs.FUNCTIONS.items():
        ours = functions.FUNCTIONS[name]
        assert plain(function) == plain(ours)
        assert (str(function), function.decltype) == (str(ours), ours.decltype)
    assert functions.FUNCTIONS["mj_step"].doc


def test_structs_agree():
    assert list(structs.STRUCTS) == list(reference.STRUCTS)
    for name, struct in reference.STRUCTS.items():
        ours = structs.STRUCTS[name]
        assert plain(struct) == plain(ours)
        assert [str(field) for field in struct.fields] == [str(field) for field in ours.fields]
    assert all(field.doc for field in structs.STRUCTS["mjModel"].fields if field.name.startswith("body_"))


def test_extents_of_arrays_agree():
    from mujoco.introspect import mjxmacro as theirs

    assert mjxmacro.MJMODEL == theirs.MJMODEL and mjxmacro.MJDATA == theirs.MJDATA


@pytest.mark.parametrize("text", ["int", "const mjModel*", "mjtNum[3][4]", "const char* const*", "char**"])
def test_types_are_read(text):
    from mujoco.introspect import type_parsing as theirs

    assert plain(theirs.parse_type(text)) == plain(type_parsing.parse_type(text))

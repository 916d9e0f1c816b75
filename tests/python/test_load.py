"""Loading: from files, from text, from memory, and refusals."""

import ligament
import pytest

PLAIN = "<mujoco><worldbody><body name='b'><freejoint/><geom size='.1'/></body></worldbody></mujoco>"
WITH_MESH = """
<mujoco><asset><mesh name="m" file="wedge.obj"/></asset>
<worldbody><body><geom type="mesh" mesh="m"/></body></worldbody></mujoco>
"""
WEDGE = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def test_from_text_and_file(tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(PLAIN)
    for name in (path, str(path)):
        assert ligament.MjModel.from_xml_path(name).nv == 6
    assert ligament.MjModel.from_xml_string(PLAIN).body("b").id == 1


def test_assets_in_memory():
    model = ligament.MjModel.from_xml_string(WITH_MESH, {"wedge.obj": WEDGE})
    assert (model.nmesh, model.nmeshface) == (1, 4)
    with pytest.raises(ValueError, match="wedge.obj"):
        ligament.MjModel.from_xml_string(WITH_MESH)


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "."),
        ("<mujoco>", "mujoco"),
        ("<robot", "."),
        ("<mujoco><worldbody><body><geom sise='1'/></body></worldbody></mujoco>", "sise"),
        ("<mujoco><worldbody><body><gem size='1'/></body></worldbody></mujoco>", "gem"),
        ("<mujoco><worldbody><body><geom size='one'/></body></worldbody></mujoco>", "one"),
        ("<mujoco><actuator><motor joint='knee'/></actuator></mujoco>", "knee"),
    ],
)
def test_refusals_are_value_errors_that_name_the_culprit(text, words):
    with pytest.raises(ValueError, match=words):
        ligament.MjModel.from_xml_string(text)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ValueError, match="absent.xml"):
        ligament.MjModel.from_xml_path(tmp_path / "absent.xml")

"""Contacts follow vertices of meshes that are changed after compiling, as they do in MuJoCo."""

import copy

import ligament
import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")


def scene():
    """A lump of many vertices, one of few, and a box between them."""
    rng = np.random.default_rng(3)
    points = rng.normal(size=(60, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    vertices = " ".join(f"{x:.4f}" for x in points.ravel())
    cube = " ".join(f"{x}" for i in range(8) for x in (i & 1, i >> 1 & 1, i >> 2 & 1))
    return f"""
    <mujoco>
      <asset><mesh name="lump" vertex="{vertices}"/><mesh name="cube" vertex="{cube}"/></asset>
      <worldbody>
        <geom type="box" size="2 2 .5"/>
        <body pos=".1 0 1.4"><freejoint/><geom type="mesh" mesh="lump"/></body>
        <body pos="-1 .2 .9"><freejoint/><geom type="mesh" mesh="cube"/></body>
      </worldbody>
    </mujoco>"""


def contacts(module, model, data):
    module.mj_kinematics(model, data)
    module.mj_collision(model, data)
    return np.hstack([data.contact.dist[:, None], data.contact.pos, data.contact.frame])


def test_contacts_follow_changed_vertices():
    sides = []
    for module in (mujoco, ligament):
        model = module.MjModel.from_xml_string(scene())
        data = module.MjData(model)
        steps = [contacts(module, model, data)]
        model.mesh_vert[:] *= 1.05  # all of them
        steps.append(contacts(module, model, data))
        model.mesh_vert[7] *= 1.3  # a single one
        steps.append(contacts(module, model, data))
        sides.append(steps)
    for expected, found in zip(*sides):
        assert len(expected) > 0
        np.testing.assert_allclose(found, expected, atol=1e-9)
    assert not np.array_equal(sides[0][0], sides[0][1])


def test_arrays_that_were_taken_earlier_count_as_well():
    model = ligament.MjModel.from_xml_string(scene())
    vertices = model.mesh_vert
    data = ligament.MjData(model)
    before = contacts(ligament, model, data)
    vertices[:] *= 1.05
    assert not np.array_equal(before, contacts(ligament, model, data))


def test_copies_are_independent():
    model = ligament.MjModel.from_xml_string(scene())
    data = ligament.MjData(model)
    before = contacts(ligament, model, data)
    other = copy.copy(model)
    other.mesh_vert[:] *= 1.05
    assert not np.array_equal(before, contacts(ligament, other, ligament.MjData(other)))
    np.testing.assert_array_equal(before, contacts(ligament, model, data))

"""Compiled meshes against MuJoCo, bit for bit: contacts of separated shapes amplify the last bit of a mesh."""

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

import ligament

FIELDS = [
    "geom_pos",
    "geom_quat",
    "geom_size",
    "geom_aabb",
    "geom_rbound",
    "body_mass",
    "body_inertia",
    "body_ipos",
    "body_iquat",
    "mesh_pos",
    "mesh_quat",
    "mesh_vert",
    "mesh_normal",
    "mesh_face",
    "mesh_facenormal",
    "mesh_graph",
    "mesh_polynormal",
    "mesh_polyvertadr",
    "mesh_polyvertnum",
    "mesh_polyvert",
    "mesh_polymapadr",
    "mesh_polymapnum",
    "mesh_polymap",
    "bvh_child",
    "bvh_nodeid",
    "bvh_aabb",
]
ATTRIBUTES = {
    "plain": "",
    "moved": "refpos='.1 -.2 .3' refquat='.4 .3 -.2 .1'",
    "scaled": "scale='1.5 .7 2'",
    "mirrored": "scale='-1.5 .7 2' refquat='.4 .3 -.2 .1'",
    "smooth": "smoothnormal='true'",
    "shell": "inertia='shell'",
    "convex": "inertia='convex'",
    "exact": "inertia='exact'",
}


def cloud(rng):
    """Points on an ellipsoid, as text."""
    points = rng.standard_normal((rng.integers(5, 30), 3))
    points *= rng.uniform(0.05, 0.3, 3) / np.linalg.norm(points, axis=1, keepdims=True)
    return " ".join(f"{x:.6g}" for x in points.ravel())


def block(rng):
    """A box with its corners cut off along random planes of the grid: faces with many corners, as text."""
    corners = np.array(np.meshgrid(*[[-1, 0, 1]] * 3)).reshape(3, -1).T
    kept = corners[rng.uniform(size=len(corners)) < 0.7]
    full = np.concatenate([kept, [[1, 0, 0], [-1, 0, 0], [0, 1, 1], [0, -1, -1]]]) * rng.uniform(0.05, 0.3, 3)
    return " ".join(f"{x:.6g}" for x in np.unique(full, axis=0).ravel())


def text(attributes, rng):
    """Bodies with the same meshes: alone, turned, together with others, fused."""
    meshes = "".join(
        f"<mesh name='m{i}' vertex='{make(rng)}' {attributes}/>" for i, make in enumerate([cloud, block, cloud])
    )
    x = rng.standard_normal(12)
    return f"""<mujoco><compiler fusestatic='true'/><asset>{meshes}</asset><worldbody>
      <body><freejoint/><geom type='mesh' mesh='m0'/></body>
      <body pos='{x[0]} 1 0'><freejoint/><geom type='mesh' mesh='m0' pos='{x[1]} 0 {x[2]}' euler='10 20 {30 * x[3]}'/>
        <geom type='mesh' mesh='m1' quat='{x[4]} {x[5]} {x[6]} {x[7]}'/><geom type='box' mesh='m2'/>
        <body pos='.1 .2 {x[8]}' xyaxes='1 {x[9]} 0 0 1 {x[10]}'><geom type='mesh' mesh='m2'/></body></body>
    </worldbody></mujoco>"""


@pytest.mark.parametrize("kind", ATTRIBUTES)
def test_compiled_meshes_agree_bit_for_bit(kind):
    rng = np.random.default_rng(11)
    for _ in range(8):
        source = text(ATTRIBUTES[kind], rng)
        reference, own = mujoco.MjModel.from_xml_string(source), ligament.MjModel.from_xml_string(source)
        for field in FIELDS:
            a, b = np.asarray(getattr(reference, field)), np.asarray(getattr(own, field))
            assert a.shape == b.shape, field
            np.testing.assert_array_equal(a, b, err_msg=f"{field} in {source}")


def solids(rng):
    """Points with flat, nearly flat and round sides, turned and shifted, in single precision."""
    turns = 2 * np.pi * np.arange(rng.integers(3, 24)) / rng.integers(3, 24)
    circle = np.c_[np.cos(turns), np.sin(turns)] * rng.uniform(0.05, 1)
    prism = np.r_[np.c_[circle, np.full(len(circle), -0.2)], np.c_[circle, np.full(len(circle), 0.3)]]
    axes = [np.linspace(-size, size, rng.integers(2, 5)) for size in rng.uniform(0.05, 1, 3)]
    grid = np.array(np.meshgrid(*axes)).reshape(3, -1).T
    turn = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    for points in [prism, grid, prism * [1, 1, 1e-3], grid @ turn, prism @ turn + rng.uniform(-1, 1, 3)]:
        single = np.unique(points.astype(np.float32), axis=0)
        yield single[rng.permutation(len(single))]


def test_convex_hulls_are_listed_alike():
    rng = np.random.default_rng(13)
    for _ in range(20):
        for points in solids(rng):
            vertices = " ".join(f"{x:.9g}" for x in points.ravel())
            source = f"<mujoco><asset><mesh name='m' vertex='{vertices}' inertia='convex'/></asset><worldbody>"
            source += "<geom type='mesh' mesh='m'/></worldbody></mujoco>"
            try:
                reference = mujoco.MjModel.from_xml_string(source)
            except ValueError:
                continue
            own = ligament.MjModel.from_xml_string(source)
            np.testing.assert_array_equal(reference.mesh_graph, own.mesh_graph, err_msg=source)


def test_poses_agree_bit_for_bit():
    rng = np.random.default_rng(12)
    source = text("", rng)
    source = source.replace("</worldbody>", "<body><joint type='ball' pos='.1 .2 .3'/><geom size='.1'/>"
                            "<body quat='.1 .2 .3 .4' pos='1 2 3'><joint axis='.3 .2 .7' pos='.1 0 .2'/><joint type='slide'/>"
                            "<geom type='box' size='.1 .2 .3' pos='.1 .1 .1' euler='20 30 40'/></body></body></worldbody>")  # fmt: skip
    models = mujoco.MjModel.from_xml_string(source), ligament.MjModel.from_xml_string(source)
    data = mujoco.MjData(models[0]), ligament.MjData(models[1])
    for _ in range(50):
        qpos = rng.standard_normal(models[0].nq)
        for module, model, d in zip([mujoco, ligament], models, data):
            d.qpos[:] = qpos
            module.mj_kinematics(model, d)
        for field in ["xpos", "xquat", "xmat", "xipos", "ximat", "geom_xpos", "geom_xmat", "xanchor", "xaxis"]:
            np.testing.assert_array_equal(getattr(data[0], field), getattr(data[1], field), err_msg=field)

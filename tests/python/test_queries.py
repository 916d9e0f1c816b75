"""Rays, distances and the sensors that use them, against MuJoCo on random scenes."""

import functools
import os

import ligament
import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

SEEDS = range(int(os.environ.get("LIGAMENT_QUERY_SCENES", "6")))
RAYS = 150
KINDS = ["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"]


def numbers(values):
    return " ".join(f"{float(x):.6g}" for x in np.ravel(values))


def geom(rng, name, kind):
    """A geom of random size, pose, group and colour, some of them invisible."""
    size = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}.get(kind)
    shape = (
        f"size='{numbers(rng.uniform(0.05, 0.3, size))}'" if size else f"{'mesh' if kind == 'sdf' else kind}='{kind}'"
    )
    if kind == "plane":
        shape = f"size='{rng.choice([0, 0.5])} {rng.choice([0, 0.7])} .1'"
    alpha = rng.choice([0, 1, 1, 1])
    colour = rng.choice([f"rgba='.5 .5 .5 {alpha}'", "material='clear'", "material='solid'", ""])
    quat = rng.choice([numbers(rng.standard_normal(4)), "1 0 0 0", ".5 .5 .5 .5"])
    where = f"pos='{numbers(rng.uniform(-0.2, 0.2, 3))}' quat='{quat}'"
    return f"<geom name='{name}' type='{kind}' {shape} {where} {colour} group='{rng.integers(6)}' mass='1'/>"


def body(rng, index):
    """A free, fixed, hinged or mocap body with up to three geoms, a site and a camera."""
    moves = rng.choice(["<freejoint/>", "<joint/>", "", ""])
    mocap = "mocap='true'" if not moves and rng.random() < 0.4 else ""
    # planes cannot move
    kinds = KINDS if moves else [*KINDS, "plane"]
    geoms = "".join(geom(rng, f"g{index}_{k}", rng.choice(kinds)) for k in range(rng.integers(1, 4)))
    site = (
        f"<site name='s{index}' pos='{numbers(rng.uniform(-0.3, 0.3, 3))}' quat='{numbers(rng.standard_normal(4))}'/>"
    )
    lens = rng.choice(
        [
            "fovy='60'",
            "fovy='1' projection='orthographic'",
            "sensorsize='.02 .01' focal='.01 .012' principal='.001 -.002'",
        ]
    )
    camera = f"<camera name='c{index}' resolution='4 3' {lens} quat='{numbers(rng.standard_normal(4))}'/>"
    pose = f"pos='{numbers(rng.uniform(-1, 1, 3))}' quat='{numbers(rng.standard_normal(4))}'"
    return f"<body name='b{index}' {mocap} {pose}>{moves}{geoms}{site}{camera}</body>"


def sensors(rng, count):
    """Rangefinders with all kinds of data, and distances between geoms and bodies."""
    words = ["dist", "dir", "origin", "point", "normal", "depth"]
    parts = []
    for i in range(count):
        chosen = [w for w in words if rng.random() < 0.5] or ["dist"]
        parts.append(f"<rangefinder site='s{i}' data='{' '.join(w for w in chosen if w != 'depth') or 'dist'}'/>")
        parts.append(f"<rangefinder camera='c{i}' data='{' '.join(chosen)}'/>")
        for kind in ("distance", "normal", "fromto"):
            a, b = rng.choice(count, 2, replace=False)
            ends = rng.choice(
                [f"geom1='g{a}_0' geom2='g{b}_0'", f"body1='b{a}' body2='b{b}'", f"geom1='g{a}_0' body2='b{b}'"]
            )
            parts.append(f"<{kind} {ends} cutoff='{rng.choice([0.3, 1, 10])}'/>")
    return "".join(parts)


@functools.cache
def scene(seed):
    """A random scene in both engines, with the same poses."""
    rng = np.random.default_rng(seed)
    heights = numbers(rng.uniform(0, 1, 42))
    cloud = numbers(rng.uniform(-0.25, 0.25, (14, 3)))
    assets = (
        f"<mesh name='mesh' vertex='{cloud}'/>"
        "<mesh name='sdf' vertex='-.1 -.1 -.1 .2 0 0 0 .2 0 0 0 .2'/>"
        f"<hfield name='hfield' nrow='6' ncol='7' size='.4 .3 .3 .1' elevation='{heights}'/>"
        "<material name='clear' rgba='1 1 1 0'/><material name='solid' rgba='1 1 1 .3'/>"
    )
    count = 10
    bodies = "".join(body(rng, i) for i in range(count))
    world = geom(rng, "w0", "plane") + geom(rng, "w1", "box") + geom(rng, "w2", "hfield") + geom(rng, "w3", "sdf")
    text = f"<mujoco><asset>{assets}</asset><worldbody>{world}{bodies}</worldbody><sensor>{sensors(rng, count)}</sensor></mujoco>"
    reference, own = mujoco.MjModel.from_xml_string(text), ligament.MjModel.from_xml_string(text)
    one, two = mujoco.MjData(reference), ligament.MjData(own)
    mujoco.mj_forward(reference, one)
    ligament.mj_forward(own, two)
    return reference, one, own, two


def rays(rng, count, data):
    """Origins anywhere, on centres of geoms and far away; directions of any length, towards geoms and along axes."""
    for _ in range(count):
        target = data.geom_xpos[rng.integers(len(data.geom_xpos))]
        origin = [rng.uniform(-2, 2, 3), target + rng.normal(0, 0.05, 3), rng.normal(0, 50, 3)][
            rng.choice(3, p=[0.6, 0.3, 0.1])
        ]
        along = [target - origin, rng.standard_normal(3), np.eye(3)[rng.integers(3)] * rng.choice([-1, 1])][
            rng.integers(3)
        ]
        yield origin, along * rng.choice([1e-3, 1.0, 7.0])


def close(a, b, tolerance=1e-8):
    a, b = np.asarray(a, float), np.asarray(b, float)
    return np.abs(a - b).max(initial=0) <= tolerance * max(1.0, np.abs(a).max(initial=0))


@pytest.mark.parametrize("seed", SEEDS)
def test_rays(seed):
    reference, one, own, two = scene(seed)
    rng = np.random.default_rng([seed, 1])
    hits = 0
    for origin, along in rays(rng, RAYS, one):
        groups = rng.choice([None, 1])
        groups = None if groups is None else rng.integers(0, 2, 6).astype(np.uint8)
        static, exclude = bool(rng.integers(2)), int(rng.integers(-1, reference.nbody))
        found = []
        for module, model, data in ((mujoco, reference, one), (ligament, own, two)):
            geomid, normal = np.full(1, 7, np.int32), np.full(3, 7.0)
            dist = module.mj_ray(model, data, origin, along, groups, static, exclude, geomid, normal)
            found.append((dist, geomid[0], normal))
        (d1, g1, n1), (d2, g2, n2) = found
        hits += d1 >= 0
        assert g1 == g2 and close(d1, d2) and close(n1, n2, 1e-6), (origin, along, groups, static, exclude, found)
    assert hits > RAYS / 10


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("cutoff", [1e10, 1.0, 0.2])
def test_many_rays(seed, cutoff):
    reference, one, own, two = scene(seed)
    rng = np.random.default_rng([seed, 2])
    for _ in range(8):
        origin = next(rays(rng, 1, one))[0]
        dirs = rng.standard_normal((40, 3))
        dirs /= np.linalg.norm(dirs, axis=1, keepdims=True)
        groups = None if rng.random() < 0.5 else rng.integers(0, 2, 6).astype(np.uint8)
        static, exclude = bool(rng.integers(2)), int(rng.integers(-1, reference.nbody))
        found = []
        for module, model, data in ((mujoco, reference, one), (ligament, own, two)):
            geomid, dist, normal = np.full(40, 7, np.int32), np.full(40, 7.0), np.full(120, 7.0)
            module.mj_multiRay(
                model, data, origin, dirs.ravel(), groups, static, exclude, geomid, dist, normal, 40, cutoff
            )
            found.append((geomid, dist, normal))
        (g1, d1, n1), (g2, d2, n2) = found
        # beyond the cutoff, bounding volumes decide what is still found
        near = ((d1 >= 0) & (d1 <= cutoff)) | ((d2 >= 0) & (d2 <= cutoff)) if cutoff < 1e9 else np.ones(40, bool)
        assert (g1 == g2)[near].all() and close(d1[near], d2[near]), (origin, cutoff)
        assert close(n1.reshape(40, 3)[near], n2.reshape(40, 3)[near], 1e-6)


@pytest.mark.parametrize("seed", SEEDS)
def test_rays_at_assets(seed):
    reference, one, own, two = scene(seed)
    rng = np.random.default_rng([seed, 3])
    for g in range(reference.ngeom):
        name = {1: "mj_rayHfield", 7: "mj_rayMesh"}.get(int(reference.geom_type[g]))
        if name is None:
            continue
        for origin, along in rays(rng, 60, one):
            if rng.random() < 0.7:
                along = one.geom_xpos[g] + rng.uniform(-0.2, 0.2, 3) - origin
            n1, n2 = np.full(3, 7.0), np.full(3, 7.0)
            d1 = getattr(mujoco, name)(reference, one, g, origin, along, n1)
            d2 = getattr(ligament, name)(own, two, g, origin, along, n2)
            assert close(d1, d2) and close(n1, n2, 1e-6), (name, g, origin, along, d1, d2, n1, n2)


@pytest.mark.parametrize("kind", [0, 2, 3, 4, 5, 6])
def test_rays_at_shapes(kind):
    rng = np.random.default_rng([kind, 4])
    hits = 0
    for _ in range(400):
        mat = np.full(9, np.nan)
        mujoco.mju_quat2Mat(mat, (lambda q: q / np.linalg.norm(q))(rng.standard_normal(4)))
        pos, size = rng.uniform(-1, 1, 3), rng.uniform(0.05, 1, 3)
        origin = pos + rng.uniform(-1.5, 1.5, 3)
        along = (pos + rng.uniform(-0.5, 0.5, 3) - origin) * rng.choice([1e-3, 1, 50])
        n1, n2 = np.full(3, 7.0), np.full(3, 7.0)
        d1 = mujoco.mju_rayGeom(pos, mat, size, origin, along, kind, n1)
        d2 = ligament.mju_rayGeom(pos, mat, size, origin, along, kind, n2)
        hits += d1 >= 0
        assert close(d1, d2) and close(n1, n2, 1e-7)
    assert hits > 50


def test_rays_without_direction_hit_nothing():
    # MuJoCo ends the process on these
    *_, own, data = scene(0)
    for along in ([0, 0, 0], [1e-16, 0, 0], [np.nan, 0, 0]):
        geomid = np.full(1, 7, np.int32)
        dist = ligament.mj_ray(own, data, np.zeros(3), np.array(along, float), None, True, -1, geomid, None)
        assert (dist, geomid[0]) == (-1.0, -1)


@pytest.mark.parametrize("seed", SEEDS)
def test_distances_of_geoms(seed):
    reference, one, own, two = scene(seed)
    rng = np.random.default_rng([seed, 5])
    near = 0
    for _ in range(200):
        a, b = (int(x) for x in rng.integers(0, reference.ngeom, 2))
        limit = float(rng.choice([0.1, 1.0, 20.0]))
        ends = np.full(6, 7.0), np.full(6, 7.0)
        d1 = mujoco.mj_geomDistance(reference, one, a, b, limit, ends[0])
        d2 = ligament.mj_geomDistance(own, two, a, b, limit, ends[1])
        near += d1 < limit
        assert close(d1, d2, 1e-6), (a, b, limit, d1, d2)
        # nearest points of faces that are parallel are not unique
        apart = [np.linalg.norm(e[3:] - e[:3]) for e in ends]
        assert close(apart[0], apart[1], 1e-6), (a, b, limit, ends)
        if d1 < limit:
            assert abs(apart[1] - abs(d2)) < 1e-5
    assert near > 40


@pytest.mark.parametrize("seed", SEEDS)
def test_sensors(seed):
    reference, one, own, two = scene(seed)
    bad = []
    for i in range(reference.nsensor):
        start, size = reference.sensor_adr[i], reference.sensor_dim[i]
        a, b = one.sensordata[start : start + size], two.sensordata[start : start + size]
        if not close(a, b, 1e-6):
            bad.append((i, int(reference.sensor_type[i]), a, b))
    assert not bad

"""Every array, size, option and statistic of every own model agrees with MuJoCo."""

import numpy as np
import pytest

structs = pytest.importorskip("mujoco.introspect.structs")

FIELDS = [field.name for field in structs.STRUCTS["mjModel"].fields]
# What belongs to MuJoCo's own memory layout: see docs/python.md.
OWN = {"buffer", "signature", "narena", "nbuffer", "nnames_map", "names_map", "njmax", "nconmax", "opt", "vis", "stat"}
# The order in which polygons of convex hulls are listed; test_hulls_have_the_same_polygons compares them as sets.
HULL = {"mesh_polynormal", "mesh_polyvertadr", "mesh_polyvertnum", "mesh_polyvert", "mesh_polymap"}
TOLERANCE = {"float64": 1e-9, "float32": 2e-7}
FLOOR = 1e-3


def difference(a, b):
    """Largest difference, relative to the largest value; integers must agree exactly."""
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return np.inf
    if a.size == 0:
        return 0.0
    if a.dtype.kind != "f":
        return 0.0 if np.array_equal(a, b) else np.inf
    if not np.array_equal(np.isnan(a), np.isnan(b)):
        return np.inf
    a, b = np.nan_to_num(a).astype(float), np.nan_to_num(b).astype(float)
    return np.abs(a - b).max() / max(np.abs(a).max(), FLOOR)


def tolerance(a):
    """What the stored precision allows."""
    return TOLERANCE.get(np.asarray(a).dtype.name, 0.0)


def test_every_field_agrees(models):
    reference, model = models
    bad = {}
    for name in FIELDS:
        if name in OWN or name in HULL:
            continue
        a, b = getattr(reference, name), getattr(model, name)
        if isinstance(a, bytes):
            if a != b:
                bad[name] = (a, b)
        elif not difference(a, b) <= tolerance(a):
            bad[name] = difference(a, b)
    assert not bad


def test_types_and_shapes_agree(models):
    reference, model = models
    bad = {}
    for name in FIELDS:
        if name in OWN:
            continue
        a, b = getattr(reference, name), getattr(model, name)
        if isinstance(a, np.ndarray):
            if a.dtype != b.dtype or a.shape != b.shape:
                bad[name] = (a.dtype, b.dtype, a.shape, b.shape)
        elif type(a) is not type(b):
            bad[name] = (type(a), type(b))
    assert not bad


GROUPS = ["opt", "stat", *(f"vis.{part}" for part in ("global_", "quality", "headlight", "map", "scale", "rgba"))]


@pytest.mark.parametrize("group", GROUPS)
def test_records_agree(models, group):
    reference, model = models
    for part in group.split("."):
        reference, model = getattr(reference, part), getattr(model, part)
    bad = {}
    for name in (n for n in dir(reference) if not n.startswith("_")):
        a, b = getattr(reference, name), getattr(model, name)
        # MuJoCo's bindings show the colours of bounding volumes as empty arrays.
        if isinstance(a, np.ndarray) and a.size == 0:
            continue
        if not difference(a, b) <= tolerance(a):
            bad[name] = (a, b)
    assert not bad


def polygons(model, mesh):
    """The hull polygons of a mesh as sets: corners in turn from the smallest, with their normal."""
    found = {}
    first = model.mesh_polyadr[mesh]
    for p in range(first, first + model.mesh_polynum[mesh]):
        start = model.mesh_polyvertadr[p]
        corners = model.mesh_polyvert[start : start + model.mesh_polyvertnum[p]].tolist()
        turn = corners.index(min(corners))
        found[tuple(corners[turn:] + corners[:turn])] = model.mesh_polynormal[p]
    return found


def test_hulls_have_the_same_polygons(models):
    reference, model = models
    for mesh in range(reference.nmesh):
        theirs, ours = polygons(reference, mesh), polygons(model, mesh)
        assert theirs.keys() == ours.keys()
        for corners, normal in theirs.items():
            assert difference(normal, ours[corners]) <= TOLERANCE["float64"]

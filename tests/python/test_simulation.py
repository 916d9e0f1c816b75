"""Simulation agrees with MuJoCo on every own model: each field of a forward pass, one step, functions of the result.

States come from a simulation by MuJoCo under small random controls. The error of an array is its largest difference,
relative to its largest value.
"""

import functools

import ligament
import numpy as np
import pytest
from conftest import MODELS, both

mujoco = pytest.importorskip("mujoco")

FULL = int(ligament.mjtState.mjSTATE_INTEGRATION)
FLOOR = 1e-3
# Fields in the order of the pipeline, with the tolerance of their group.
GROUPS = {
    "position": (
        1e-9,
        """
        xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat light_xpos
        light_xdir subtree_com cdof cinert ten_wrapadr ten_wrapnum ten_J ten_length wrap_obj wrap_xpos actuator_length moment
        crb M qLD qLDiagInv
        """,
    ),
    "velocity": (
        1e-9,
        """
        ten_velocity actuator_velocity cvel cdof_dot qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive
        """,
    ),
    "actuation": (1e-9, "act_dot actuator_force qfrc_actuator qfrc_smooth qacc_smooth"),
    "contact": (
        1e-7,
        """
        contact.dist contact.pos contact.frame contact.geom contact.dim contact.friction contact.solref contact.solimp
        contact.includemargin contact.exclude contact.efc_address
        """,
    ),
    "constraint": (
        1e-7,
        """
        ne nf nl nefc efc_type efc_id jacobian efc_pos efc_margin efc_frictionloss efc_diagA efc_KBIP efc_D efc_R efc_vel
        efc_aref tendon_efcadr
        """,
    ),
    "island": (0, "nisland tree_island dof_island island_nv island_nefc efc_island map_dof2idof map_efc2iefc"),
    "solver": (1e-5, "qacc efc_force qfrc_constraint"),
    "sensor": (1e-5, "sensordata"),
    "energy": (1e-9, "energy"),
}


def error(a, b):
    """Largest difference, relative to the largest value."""
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return np.inf
    if a.size == 0:
        return 0.0
    if a.dtype.kind != "f":
        return 0.0 if np.array_equal(a, b) else np.inf
    if not np.array_equal(np.isfinite(a), np.isfinite(b)):
        return np.inf
    a, b = np.nan_to_num(a), np.nan_to_num(b)
    return np.abs(a - b).max() / max(np.abs(a).max(), FLOOR)


def dense(rows, columns, values, rownnz, rowadr, colind):
    """A sparse matrix as a full one: whether a zero is stored may depend on rounding."""
    full = np.zeros((rows, columns))
    for i in range(rows):
        row = slice(rowadr[i], rowadr[i] + rownnz[i])
        full[i, colind[row]] = values[row]
    return full


def fetch(data, name):
    """A field of the data, or a matrix made of several."""
    m = data.model
    if name == "moment":
        pattern = (data.moment_rownnz, data.moment_rowadr, data.moment_colind)
        return dense(m.nout, m.nv, data.actuator_moment, *pattern)
    if name == "jacobian":
        if not (ligament if isinstance(data, ligament.MjData) else mujoco).mj_isSparse(m):
            return data.efc_J
        return dense(data.nefc, m.nv, data.efc_J, data.efc_J_rownnz, data.efc_J_rowadr, data.efc_J_colind)
    for part in name.split("."):
        data = getattr(data, part)
    return data


@functools.cache
def states(path, count=4, apart=15):
    """States of a simulation of a model."""
    model, _ = both(path)
    data = mujoco.MjData(model)
    rng = np.random.default_rng(3)
    data.qvel[:] = 0.1 * rng.standard_normal(model.nv)
    found = []
    for i in range(count * apart):
        if i % apart == 0:
            state = np.empty(mujoco.mj_stateSize(model, FULL))
            mujoco.mj_getState(model, data, state, FULL)
            found.append(state)
        data.ctrl[:] += 0.1 * rng.standard_normal(model.nu)
        mujoco.mj_step(model, data)
    return found


@pytest.fixture(params=MODELS, ids=lambda path: path.stem)
def pair(request):
    """Every own model in both engines, with data, and states to compare in."""
    reference, model = both(request.param)
    return reference, mujoco.MjData(reference), model, ligament.MjData(model), states(request.param)


def poison(data):
    """Fills what a forward pass computes with numbers that cannot be right."""
    inputs = {"qpos", "qvel", "act", "history", "plastic", "plugin_state", "ctrl", "qfrc_applied", "xfrc_applied"}
    inputs |= {"eq_active", "mocap_pos", "mocap_quat", "userdata", "qacc_warmstart"}
    # Not computed by a forward pass, or only where a model asks for it.
    inputs |= {"qH", "qHDiagInv", "qDeriv", "qLU", "cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom"}
    inputs |= {"qfrc_inverse", "wrap_xpos", "moment_colind", "actuator_moment", "bvh_aabb_dyn"}
    for name, _, kind, *_ in ligament._ligament.data_fields():
        if kind == "<f8" and name not in inputs:
            getattr(data, name)[...] = np.nan


@pytest.mark.parametrize("group", GROUPS)
def test_forward_agrees(pair, group):
    reference, theirs, model, ours, found = pair
    tolerance, names = GROUPS[group]
    bad = {}
    for state in found:
        mujoco.mj_resetData(reference, theirs)
        mujoco.mj_setState(reference, theirs, state, FULL)
        mujoco.mj_forward(reference, theirs)
        ligament.mj_resetData(model, ours)
        poison(ours)
        ligament.mj_setState(model, ours, state, FULL)
        ligament.mj_forward(model, ours)
        for name in names.split():
            e = error(fetch(theirs, name), fetch(ours, name))
            if not e <= tolerance:
                bad[name] = max(e, bad.get(name, 0))
    assert not bad


def test_step_agrees(pair):
    reference, theirs, model, ours, found = pair
    bad = {}
    for state in found:
        for module, m, d in ((mujoco, reference, theirs), (ligament, model, ours)):
            module.mj_resetData(m, d)
            module.mj_setState(m, d, state, FULL)
            module.mj_step(m, d)
        for name in ("time", "qpos", "qvel", "act", "qacc_warmstart"):
            e = error(fetch(theirs, name), fetch(ours, name))
            if not e <= 1e-6:
                bad[name] = e
    assert not bad


def test_two_halves_are_a_step(pair):
    *_, model, whole, found = pair
    halves = ligament.MjData(model)
    if model.opt.integrator == ligament.mjtIntegrator.mjINT_RK4:
        pytest.skip("the second half of a step has no RK4")
    for data in (whole, halves):
        ligament.mj_resetData(model, data)
        ligament.mj_setState(model, data, found[-1], FULL)
    ligament.mj_step(model, whole)
    ligament.mj_step1(model, halves)
    ligament.mj_step2(model, halves)
    np.testing.assert_array_equal(halves.qpos, whole.qpos)
    np.testing.assert_array_equal(halves.qvel, whole.qvel)


def vectors(m, rng):
    """Arguments that functions of a model and its data take: name, outputs, and what else there is."""
    nv, body = m.nv, m.nbody - 1
    point, axis, dofs = rng.standard_normal(3), rng.standard_normal(3), rng.standard_normal(nv)
    rows = rng.standard_normal((2, nv))

    def empty(*shape):
        return np.full(shape, np.nan)

    yield "mj_jac", (empty(3, nv), empty(3, nv), point, body)
    yield "mj_jac", (None, empty(3, nv), point, body)
    yield "mj_jacBody", (empty(3, nv), empty(3, nv), body)
    yield "mj_jacBodyCom", (empty(3, nv), empty(3, nv), body)
    yield "mj_jacSubtreeCom", (empty(3, nv), min(1, body))
    for site in range(m.nsite):
        yield "mj_jacSite", (empty(3, nv), empty(3, nv), site)
    for geom in range(m.ngeom):
        yield "mj_jacGeom", (empty(3, nv), empty(3, nv), geom)
    for each in range(m.nbody):
        yield "mj_jacBody", (empty(3, nv), None, each)
        yield "mj_jacBodyCom", (None, empty(3, nv), each)
        yield "mj_jacSubtreeCom", (empty(3, nv), each)
        yield "mj_jacDot", (empty(3, nv), empty(3, nv), point, each)
    yield "mj_jacPointAxis", (empty(3, nv), empty(3, nv), point, axis, body)
    yield "mj_jacDot", (empty(3, nv), empty(3, nv), point, body)
    yield "mj_angmomMat", (empty(3, nv), body)
    yield "mj_applyFT", (point, axis, point, body, dofs.copy())
    yield "mj_mulM", (empty(nv), dofs)
    yield "mj_mulM2", (empty(nv), dofs)
    yield "mj_fullM", (empty(nv, nv),)
    yield "mj_solveM", (empty(2, nv), rows)
    yield "mj_solveM2", (empty(1, nv), rows[:1], np.abs(dofs).reshape(1, nv))
    yield "mj_rne", (0, empty(nv))
    yield "mj_rne", (1, empty(nv))
    for kind in ("BODY", "XBODY", "GEOM", "SITE", "CAMERA"):
        number = int(ligament.mjtObj[f"mjOBJ_{kind}"])
        count = {"GEOM": m.ngeom, "SITE": m.nsite, "CAMERA": m.ncam}.get(kind, m.nbody)
        for i in range(count):
            yield "mj_objectVelocity", (number, i, empty(6), i % 2)
    for g in range(m.ngeom):
        if m.geom_type[g] == ligament.mjtGeom.mjGEOM_MESH:
            yield "mj_rayMesh", (g, point, -point, empty(3))
        if m.geom_type[g] == ligament.mjtGeom.mjGEOM_HFIELD:
            yield "mj_rayHfield", (g, np.array([0.1, 0.2, 5.0]), np.array([0, 0, -1.0]), empty(3))
    for _ in range(5):
        direction = rng.standard_normal(3)
        yield "mj_ray", (point, direction, None, True, -1, np.full(1, 7, np.int32), empty(3))
        yield "mj_ray", (point, direction, np.ones(6, np.uint8), False, body, None)
    yield (
        "mj_multiRay",
        (point, rng.standard_normal(12), None, True, -1, np.full(4, 7, np.int32), empty(4), empty(12), 4, 1e10),
    )


def test_functions_agree(pair):
    reference, theirs, model, ours, found = pair
    if model.nbody < 2:
        pytest.skip("nothing moves")
    for module, m, d in ((mujoco, reference, theirs), (ligament, model, ours)):
        module.mj_resetData(m, d)
        module.mj_setState(m, d, found[-1], FULL)
        module.mj_forward(m, d)
    ours.qacc[:] = theirs.qacc
    bad = {}
    for name, arguments in vectors(model, np.random.default_rng(8)):
        copied = [x.copy() if isinstance(x, np.ndarray) else x for x in arguments]
        a = getattr(mujoco, name)(reference, theirs, *arguments)
        b = getattr(ligament, name)(model, ours, *copied)
        errors = [error(x, y) for x, y in zip(arguments, copied) if isinstance(x, np.ndarray)]
        if a is not None:
            errors.append(error(a, b))
        if max(errors, default=0.0) > 1e-8:
            bad[name] = max(errors)
    assert not bad


def test_coordinates_agree(pair):
    reference, _, model, _, found = pair
    rng = np.random.default_rng(5)
    q = [state[1 : 1 + model.nq].copy() for state in found[:2]]
    vel = rng.standard_normal(model.nv)
    results = []
    for module, m in ((mujoco, reference), (ligament, model)):
        moved, difference, scaled = q[0].copy(), np.full(m.nv, np.nan), 2 * q[1]
        module.mj_integratePos(m, moved, vel, 0.3)
        module.mj_differentiatePos(m, difference, 0.1, q[0], q[1])
        module.mj_normalizeQuat(m, scaled)
        results.append((moved, difference, scaled, module.mj_getTotalmass(m)))
    for a, b in zip(*results):
        np.testing.assert_allclose(b, a, rtol=1e-10, atol=1e-12)


def test_inverse_dynamics_agree(pair):
    reference, theirs, model, ours, found = pair
    for state in found:
        for module, m, d in ((mujoco, reference, theirs), (ligament, model, ours)):
            module.mj_resetData(m, d)
            module.mj_setState(m, d, state, FULL)
            d.qacc[:] = np.cos(np.arange(m.nv))
            module.mj_inverse(m, d)
        assert error(theirs.qfrc_inverse, ours.qfrc_inverse) < 1e-7


def test_bodies_and_subtrees_agree(pair):
    reference, theirs, model, ours, found = pair
    names = ("cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom")
    for module, m, d in ((mujoco, reference, theirs), (ligament, model, ours)):
        module.mj_resetData(m, d)
        module.mj_setState(m, d, found[2], FULL)
        module.mj_forward(m, d)
    ours.qacc[:] = theirs.qacc
    for module, m, d in ((mujoco, reference, theirs), (ligament, model, ours)):
        module.mj_subtreeVel(m, d)
        module.mj_rnePostConstraint(m, d)
    bad = {name: e for name in names if not (e := error(getattr(theirs, name), getattr(ours, name))) <= 1e-5}
    assert not bad

"""Functions and arrays of the constraint solver against MuJoCo."""

import ligament
import numpy as np
import pytest
from conftest import MODELS

mujoco = pytest.importorskip("mujoco")

SOLVERS = ("mjSOL_PGS", "mjSOL_CG", "mjSOL_NEWTON")


def pair(path, solver="mjSOL_NEWTON", sparse=False, steps=3, flags=()):
    """A model in motion in both engines, with the same state."""
    out = []
    for module in (mujoco, ligament):
        m = module.MjModel.from_xml_path(str(path))
        m.opt.solver = int(getattr(module.mjtSolver, solver))
        kind = "mjJAC_SPARSE" if sparse else "mjJAC_DENSE"
        m.opt.jacobian = int(getattr(module.mjtJacobian, kind))
        m.opt.tolerance, m.opt.iterations = 1e-12, 200
        for flag in flags:
            m.opt.enableflags |= int(getattr(module.mjtEnableBit, flag))
        out.append((module, m, module.MjData(m)))
    (_, m, d), (_, _, e) = out
    d.qvel[:] = 0.3 * np.cos(np.arange(m.nv))
    for _ in range(steps):
        mujoco.mj_step(m, d)
    state = np.empty(mujoco.mj_stateSize(m, mujoco.mjtState.mjSTATE_INTEGRATION))
    mujoco.mj_getState(m, d, state, mujoco.mjtState.mjSTATE_INTEGRATION)
    for module, m, d in out:
        module.mj_setState(m, d, state, int(mujoco.mjtState.mjSTATE_INTEGRATION))
        module.mj_forward(m, d)
    return out


def same(name, a, b, tol=1e-9):
    scale = max(1.0, np.abs(a).max(initial=0.0))
    np.testing.assert_allclose(a, b, rtol=0, atol=tol * scale, err_msg=name)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("flags", [(), ("mjENBL_DIAGEXACT",)])
@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_inverse_inertia_between_rows(path, flags, sparse):
    for solver in ("mjSOL_PGS", "mjSOL_NEWTON"):
        (_, _, d), (_, _, e) = pair(path, solver, sparse, flags=flags)
        assert (d.nefc, d.nJ, d.nY, d.nA) == (e.nefc, e.nJ, e.nY, e.nA)
        for name in ("efc_Y", "efc_AR"):
            for part in ("", "_rownnz", "_rowadr", "_colind"):
                a, b = getattr(d, name + part), getattr(e, name + part)
                assert a.shape == b.shape and a.dtype == b.dtype, name + part
                # the pattern of a dense matrix is not written by either
                if part == "" or sparse:
                    same(name + part, a, b)


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_stages_one_by_one(path):
    runs = pair(path)
    stages = (
        ("mj_makeConstraint", ("efc_J", "efc_pos", "efc_KBIP", "efc_D", "efc_diagA")),
        ("mj_island", ("dof_island", "efc_island", "tree_island")),
        ("mj_projectConstraint", ()),
        ("mj_referenceConstraint", ("efc_vel", "efc_aref")),
        ("mj_fwdConstraint", ("efc_force", "qfrc_constraint", "qacc")),
        ("mj_rnePostConstraint", ("cacc", "cfrc_ext", "cfrc_int")),
        ("mj_invPosition", ("efc_J", "xpos")),
        ("mj_invVelocity", ("qfrc_bias", "efc_aref")),
        ("mj_invConstraint", ("efc_force", "qfrc_constraint")),
        ("mj_inverse", ("qfrc_inverse",)),
    )
    for stage, names in stages:
        for module, m, d in runs:
            getattr(module, stage)(m, d)
        for name in names:
            same(f"{stage}: {name}", *(getattr(d, name) for _, _, d in runs), tol=1e-7)


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_forces_for_given_residuals(path):
    runs = pair(path)
    nefc = runs[0][2].nefc
    jar = 2.0 * np.sin(np.arange(float(nefc)))
    costs = []
    for module, m, d in runs:
        cost = np.zeros(1)
        module.mj_constraintUpdate(m, d, jar, cost, 1)
        costs.append(cost)
    same("cost", *costs)
    for name in ("efc_force", "efc_state", "qfrc_constraint"):
        same(name, *(getattr(d, name) for _, _, d in runs))
    if nefc:
        same("H", *(np.array(d.contact.H) for _, _, d in runs))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_forward_and_inverse_agree(path):
    runs = pair(path)
    for module, m, d in runs:
        module.mj_compareFwdInv(m, d)
    scale = max(1.0, np.abs(runs[0][2].qfrc_constraint).max(initial=0.0))
    for _, _, d in runs:
        assert np.abs(d.solver_fwdinv).max() < 1e-6 * scale
    for stage in ("mjSTAGE_NONE", "mjSTAGE_POS", "mjSTAGE_VEL"):
        for module, m, d in runs:
            d.qacc[:] = np.cos(np.arange(m.nv))
            module.mj_inverseSkip(m, d, int(getattr(module.mjtStage, stage)), 1)
        same(stage, *(d.qfrc_inverse for _, _, d in runs), tol=1e-8)


def test_box_qp():
    rng = np.random.default_rng(3)
    for n in (1, 2, 5, 9):
        for bounded in (True, True, False):
            a = rng.normal(size=(n, n))
            problem = (a @ a.T + 0.1 * np.eye(n), rng.normal(size=n))
            low, high = (-rng.uniform(0, 0.5, n), rng.uniform(0.1, 0.5, n)) if bounded else (None, None)
            found = []
            for module in (mujoco, ligament):
                res, factor, index = np.zeros(n), np.zeros((n, n + 7)), np.zeros(n, np.int32)
                rank = module.mju_boxQP(res, factor, index, *problem, low, high)
                lower = np.tril(factor.ravel()[: rank * rank].reshape(rank, rank))
                found.append((rank, res, lower, index[:rank].copy()))
            assert found[0][0] == found[1][0]
            for name, a, b in zip(("res", "R", "index"), found[0][1:], found[1][1:]):
                same(name, a, b, 1e-7)
    indefinite = ligament.mju_boxQP(np.zeros(1), np.zeros((1, 8)), None, -np.eye(1), np.ones(1), None, None)
    assert indefinite == -1


def test_added_contacts_make_rows():
    text = """<mujoco><worldbody><geom type="plane" size="1 1 1" contype="0" conaffinity="0"/>
      <body pos="0 0 0.09"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>"""
    found = []
    for module in (mujoco, ligament):
        m = module.MjModel.from_xml_string(text)
        d = module.MjData(m)
        module.mj_fwdPosition(m, d)
        assert d.ncon == 0
        con = module.MjContact()
        con.dist, con.pos, con.dim, con.geom = -0.01, [0, 0, -0.005], 3, [0, 1]
        con.frame = [0, 0, 1, 0, 1, 0, -1, 0, 0]
        con.friction, con.solref, con.solimp = [1, 1, 0.005, 0.0001, 0.0001], [0.02, 1], [0.9, 0.95, 0.001, 0.5, 2]
        assert module.mj_addContact(m, d, con) == 0
        module.mj_makeConstraint(m, d)
        module.mj_projectConstraint(m, d)
        module.mj_forwardSkip(m, d, int(module.mjtStage.mjSTAGE_POS), 0)
        found.append((d.ncon, d.nefc, d.qacc.copy(), d.efc_force.copy()))
    assert found[0][:2] == found[1][:2] == (1, 4)
    same("qacc", found[0][2], found[1][2])
    same("efc_force", found[0][3], found[1][3])


def test_histories():
    text = """<mujoco><worldbody><body><joint name="j"/><geom size="0.1"/></body></worldbody>
      <actuator><motor joint="j" nsample="5" delay="0.004" interp="linear"/><motor joint="j"/></actuator>
      <sensor><jointpos joint="j" nsample="4"/><framepos objtype="body" objname="world"/></sensor></mujoco>"""
    runs = []
    for module in (mujoco, ligament):
        m = module.MjModel.from_xml_string(text)
        d = module.MjData(m)
        for k in range(7):
            d.ctrl[:] = k * k + 1
            module.mj_step(m, d)
        runs.append((module, m, d))

    def compare():
        same("history", *(d.history for _, _, d in runs))
        for time in (0.001, 0.0083, 0.0125, 0.013, 0.014, 0.5):
            for interp in (-1, 0, 1, 2):
                for read, count, size in (("mj_readCtrl", 2, 1), ("mj_readSensor", 1, 1)):
                    for i in range(count):
                        values = []
                        for module, m, d in runs:
                            result = np.full(size, np.nan)
                            returned = getattr(module, read)(m, d, i, time, result, interp)
                            np.testing.assert_array_equal(returned, result)
                            values.append(result)
                        same(f"{read} {i} {time} {interp}", *values)

    compare()
    for module, m, d in runs:
        module.mj_initCtrlHistory(m, d, 0, None, np.arange(5.0))
        module.mj_initSensorHistory(m, d, 0, None, np.arange(4.0), 0.25)
    compare()
    for module, m, d in runs:
        module.mj_initCtrlHistory(m, d, 0, np.arange(5.0), np.arange(5.0) ** 2)
        module.mj_initSensorHistory(m, d, 0, np.arange(4.0), np.arange(4.0) ** 2, 0.5)
    compare()
    for module, m, d in runs:
        with pytest.raises((ValueError, TypeError, module.FatalError)):
            module.mj_initCtrlHistory(m, d, 1, None, np.arange(5.0))
        with pytest.raises(IndexError):
            module.mj_readCtrl(m, d, 2, 0.0, np.zeros(1), 0)

"""Derivatives by finite differences and discrete inverse dynamics against MuJoCo, on own and shared models."""

import pathlib

import ligament
import numpy as np
import pytest
from conftest import MODELS

mujoco = pytest.importorskip("mujoco")

SHARED = pathlib.Path(__file__).parents[3] / "shared" / "corpus"
FULL = int(mujoco.mjtState.mjSTATE_INTEGRATION)
INTEGRATORS = ["mjINT_EULER", "mjINT_IMPLICIT", "mjINT_IMPLICITFAST"]
LARGEST = 20
NUDGE = 1e-6


def shared():
    """Some of the shared models, where they lie beside the repository."""
    lines = (SHARED / "core.txt").read_text().split() if (SHARED / "core.txt").exists() else []
    return [SHARED / line for line in lines][::4]


def size(a):
    """The largest number, at least one."""
    return max(1.0, np.abs(a).max(initial=0))


def error(a, b):
    """The largest difference relative to the largest number."""
    a, b = np.asarray(a), np.asarray(b)
    return np.abs(a - b).max(initial=0) / size(a)


def load(path):
    """A model in both engines, if it is small."""
    try:
        pair = mujoco.MjModel.from_xml_path(str(path)), ligament.MjModel.from_xml_path(path)
    except ValueError:
        pytest.skip("not supported")
    if not 0 < pair[0].nv <= LARGEST or pair[0].nhistory or pair[0].nplastic:
        pytest.skip("nothing moves, much moves, or derivatives are refused")
    for model in pair:
        model.opt.noslip_iterations = 0
        # differences magnify what the solver leaves
        model.opt.tolerance = 0
        model.opt.enableflags &= ~int(mujoco.mjtEnableBit.mjENBL_SLEEP)
    return pair


def moving(pair, seed):
    """Data of both engines in the same moving state."""
    data = mujoco.MjData(pair[0]), ligament.MjData(pair[1])
    rng = np.random.default_rng(seed)
    mujoco.mj_integratePos(pair[0], data[0].qpos, rng.normal(0, 0.05, pair[0].nv), 1.0)
    data[0].qvel[:] = rng.normal(0, 0.3, pair[0].nv)
    data[0].ctrl[:] = rng.normal(0, 0.3, pair[0].nu)
    for _ in range(3):
        mujoco.mj_step(pair[0], data[0])
    state = np.zeros(mujoco.mj_stateSize(pair[0], FULL))
    mujoco.mj_getState(pair[0], data[0], state, FULL)
    ligament.mj_setState(pair[1], data[1], state, FULL)
    mujoco.mj_forward(pair[0], data[0])
    ligament.mj_forward(pair[1], data[1])
    return data


def each(pair, data):
    return zip((mujoco, ligament), pair, data)


def transition(module, model, data, nudge, centered):
    """The four matrices of a step: state and sensors by state and control."""
    nx, nu, ns = 2 * model.nv + model.na, model.nu, model.nsensordata
    found = [np.full(shape, np.nan) for shape in ((nx, nx), (nx, nu), (ns, nx), (ns, nu))]
    module.mjd_transitionFD(model, data, nudge, centered, *found)
    return found


def scatter(model, data):
    """How far entries of the reference's own matrices move with the nudge, to one side or both.

    A smooth step gives nearly the same for all of them. Where huge forces balance (a shape inside another one whose
    body cannot move away along the normal: 1e12 N on either side), the sum of forces keeps few digits, and what is
    left is rounding divided by the nudge. One-sided differences share the rounding of the step they start from, so
    that both kinds are needed to see it.
    """
    nudges = NUDGE * np.linspace(0.8, 1.2, 21)
    found = [transition(mujoco, model, data, nudge, centered) for nudge in nudges for centered in (True, False)]
    return [np.ptp(matrices, axis=0) for matrices in zip(*found)]


def steady(scatters, matrices):
    """Whether at least nine in ten entries do not depend on the nudge."""
    sure = [(unsure < 1e-4 * size(a)).ravel() for unsure, a in zip(scatters, matrices)]
    return np.concatenate(sure).mean() > 0.9


@pytest.mark.parametrize("path", [*MODELS, *shared()], ids=lambda path: path.stem)
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_steps(path, integrator):
    pair = load(path)
    for model in pair:
        model.opt.integrator = int(getattr(mujoco.mjtIntegrator, integrator))
    data = moving(pair, 1)
    for centered in (True, False):
        found = []
        for module, m, d in each(pair, data):
            before = d.qpos.copy(), d.qvel.copy(), d.act.copy(), d.time
            found.append(transition(module, m, d, NUDGE, centered))
            for a, b in zip(before, (d.qpos, d.qvel, d.act, d.time)):
                np.testing.assert_array_equal(a, b)
        if all(error(a, b) < 1e-3 for a, b in zip(*found)):
            continue
        scatters = scatter(pair[0], data[0])
        assert steady(scatters, found[0]), (centered, "nothing to compare")
        for name, a, b, unsure in zip("ABCD", *found, scatters):
            over = np.abs(a - b) - np.maximum(1e-3 * size(a), 2 * unsure)
            assert (over < 0).all(), (centered, name, np.argwhere(~(over < 0)), error(a, b))


@pytest.mark.parametrize("path", [*MODELS, *shared()], ids=lambda path: path.stem)
@pytest.mark.parametrize("actuation", [False, True])
def test_inverse(path, actuation):
    pair = load(path)
    for model in pair:
        model.opt.integrator = int(mujoco.mjtIntegrator.mjINT_EULER)
    data = moving(pair, 2)
    nv, ns = pair[0].nv, pair[0].nsensordata
    found = []
    for module, m, d in each(pair, data):
        d.qacc[:] = np.sin(np.arange(nv))
        found.append([np.full((nv, n), np.nan) for n in (nv, nv, nv, ns, ns, ns, m.nC)])
        module.mjd_inverseFD(m, d, 1e-6, actuation, *found[-1])
    errors = [error(a, b) for a, b in zip(*found)]
    assert max(errors) < 1e-3, errors


@pytest.mark.parametrize("path", [*MODELS, *shared()], ids=lambda path: path.stem)
@pytest.mark.parametrize("integrator", [*INTEGRATORS, "mjINT_DISCRETE"])
def test_discrete_inverse(path, integrator):
    """Inverse dynamics of an acceleration that an integrator made."""
    pair = load(path)
    for model in pair:
        model.opt.integrator = int(getattr(mujoco.mjtIntegrator, integrator))
        model.opt.enableflags |= int(mujoco.mjtEnableBit.mjENBL_INVDISCRETE)
    data = moving(pair, 3)
    for module, m, d in each(pair, data):
        d.qacc[:] = np.cos(np.arange(m.nv))
        module.mj_inverse(m, d)
    assert error(data[0].qfrc_inverse, data[1].qfrc_inverse) < 1e-7
    assert error(data[0].qacc, data[1].qacc) < 1e-12


TOY = """<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize("settings", ["integrator='RK4'", "noslip_iterations='3'", "sleep"])
def test_what_is_refused(settings):
    option = "<option><flag sleep='enable'/></option>" if settings == "sleep" else f"<option {settings}/>"
    text = TOY.replace("<worldbody>", option + "<worldbody>")
    refused = []
    for module in (mujoco, ligament):
        model = module.MjModel.from_xml_string(text)
        data = module.MjData(model)
        module.mj_forward(model, data)
        step = [np.zeros((12, 12)), None, None, None]
        inverse = [np.zeros((6, 6)), None, None, None, None, None, None]
        answers = []
        for name, out in (("mjd_transitionFD", (1e-6, True, *step)), ("mjd_inverseFD", (1e-6, True, *inverse))):
            try:
                getattr(module, name)(model, data, *out)
                answers.append(False)
            except (ValueError, mujoco.FatalError):
                answers.append(True)
        refused.append(answers)
    assert refused[0] == refused[1]


DAMPED = """
<mujoco>
  <worldbody>
    <body><joint name='j' axis='0 1 0' damping='.1 .05 .02'/><geom size='.1' pos='.1 0 0' mass='.1'/></body>
  </worldbody>
  <actuator>
    <damper joint='j' ctrlrange='0 10'/>
    <general joint='j' dyntype='filter' dynprm='.1' gaintype='affine' gainprm='1 0 -2' actearly='true'/>
  </actuator>
</mujoco>
"""


@pytest.mark.parametrize("integrator", [*INTEGRATORS, "mjINT_DISCRETE"])
def test_damping_that_depends_on_velocity_and_control(integrator):
    found = []
    for module in (mujoco, ligament):
        model = module.MjModel.from_xml_string(DAMPED)
        model.opt.integrator = int(getattr(mujoco.mjtIntegrator, integrator))
        data = module.MjData(model)
        data.qvel[:], data.ctrl[:], data.act[:] = 3, 1, 0.5
        module.mj_forward(model, data)
        matrices = np.full((3, 3), np.nan), np.full((3, 2), np.nan)
        module.mjd_transitionFD(model, data, 1e-6, True, *matrices, None, None)
        found.append(matrices)
    assert error(found[0][0], found[1][0]) < 1e-7 and error(found[0][1], found[1][1]) < 1e-7

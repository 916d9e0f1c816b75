"""`ligament.derivative`: exact derivatives of steps."""

import numpy as np
import pytest

import ligament
from ligament import derivative

XML = """
<mujoco>
  <option integrator="{integrator}" timestep="0.004" tolerance="1e-14" iterations="200"/>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body pos="0 0 .14"><freejoint/><geom type="capsule" size=".05 .1" euler="70 0 0"/>
      <body pos=".1 0 0"><joint name="j" axis="0 1 0" damping=".1"/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/></body>
    </body>
  </worldbody>
  <actuator><position joint="j" kp="5" kv=".2"/></actuator>
</mujoco>
"""


@pytest.fixture(params=["Euler", "implicit", "implicitfast", "RK4"])
def world(request):
    m = ligament.MjModel.from_xml_string(XML.format(integrator=request.param))
    d = ligament.MjData(m)
    rng = np.random.default_rng(3)
    d.qvel[:] = 0.3 * rng.standard_normal(m.nv)
    d.ctrl[:] = 0.4
    for _ in range(40):
        ligament.mj_step(m, d)
    return m, d


def test_the_data_stays_what_it_is(world):
    m, d = world
    before = (d.qpos.copy(), d.qvel.copy(), d.qacc.copy(), d.qacc_warmstart.copy(), d.time)
    derivative.transition(m, d)
    after = (d.qpos, d.qvel, d.qacc, d.qacc_warmstart, d.time)
    for a, b in zip(before, after):
        np.testing.assert_array_equal(a, b)


def test_against_differences(world):
    m, d = world
    found = derivative.validate(m, d)
    assert found.entries == (2 * m.nv) * (2 * m.nv + m.nu)
    assert found.flagged < 0.1 * found.entries
    assert found.error < 1e-8, found


def test_methods_agree(world):
    m, d = world
    if m.opt.integrator == ligament.mjtIntegrator.mjINT_RK4:
        pytest.skip("differences do not support RK4")
    report = {}
    a, b, c, e = derivative.transition(m, d, report=report)
    x, y, _, _ = derivative.transition(m, d, method="difference")
    np.testing.assert_allclose(a, x, atol=1e-4 * np.abs(a).max())
    np.testing.assert_allclose(b, y, atol=1e-4 * np.abs(a).max())
    assert c.shape == (0, 2 * m.nv) and e.shape == (0, m.nu)
    assert report["differenced_contacts"] == 0


def test_products(world):
    m, d = world
    rng = np.random.default_rng(1)
    x, u, lam = rng.standard_normal(2 * m.nv), rng.standard_normal(m.nu), rng.standard_normal(2 * m.nv)
    forwards = lam @ derivative.jvp(m, d, x, u)
    by_x, by_u = derivative.vjp(m, d, lam)
    assert forwards == pytest.approx(by_x @ x + by_u @ u, rel=1e-12)


def test_rollout_is_the_product_of_steps(world):
    m, d = world
    steps, nx = 20, 2 * m.nv
    controls = np.linspace(0, 0.5, steps)[:, None]
    cost = np.zeros((steps + 1, nx))
    cost[-1, 2] = 1
    start, by_control = derivative.rollout(m, d, controls, cost)
    expected = np.zeros((steps, m.nu))
    matrices = []
    for u in controls:
        d.ctrl[:] = u
        matrices.append(derivative.transition(m, d)[:2])
        ligament.mj_step(m, d)
    lam = cost[-1]
    for k in reversed(range(steps)):
        a, b = matrices[k]
        expected[k], lam = b.T @ lam, a.T @ lam
    np.testing.assert_allclose(start, lam, atol=1e-10 * np.abs(lam).max())
    np.testing.assert_allclose(by_control, expected, atol=1e-10 * np.abs(expected).max() + 1e-14)


def test_inverse_dynamics(world):
    m, d = world
    if m.opt.integrator != ligament.mjtIntegrator.mjINT_EULER:
        pytest.skip("the same for all integrators")
    ligament.mj_forward(m, d)
    d.xfrc_applied[1] = [1, 2, 3, 0.1, 0.2, 0.3]
    by = derivative.inverse(m, d)
    differences = [np.zeros((m.nv, m.nv)) for _ in range(3)]
    ligament.mjd_inverseFD(m, d, 1e-7, False, *differences, None, None, None, None)
    for exact, difference in zip(by, differences):
        np.testing.assert_allclose(exact, difference.T, atol=2e-4 * np.abs(exact).max())


def test_parameters(world):
    m, d = world
    names = [("body_mass", 1), ("body_inertia", 2, 1), ("dof_damping", 6), ("opt.gravity", 2), ("dof_armature", 6)]
    found = derivative.parameters(m, d, names)
    for column, (name, *indices) in enumerate(names):
        array = m.opt.gravity if name == "opt.gravity" else getattr(m, name)
        ends = []
        for h in (1e-6, -1e-6):
            array[tuple(indices)] += h
            work = ligament.MjData(m)
            work.qpos[:], work.qvel[:], work.ctrl[:] = d.qpos, d.qvel, d.ctrl
            work.qacc_warmstart[:] = d.qacc_warmstart
            ligament.mj_step(m, work)
            ends.append(work.qvel.copy())
            array[tuple(indices)] -= h
        expected = (ends[0] - ends[1]) / 2e-6
        scale = max(np.abs(expected).max(), 1e-2)
        np.testing.assert_allclose(found[m.nv :, column], expected, atol=1e-4 * scale)
    with pytest.raises(NotImplementedError, match="geom_size"):
        derivative.parameters(m, d, [("geom_size", 0, 0)])
    with pytest.raises(NotImplementedError, match="no such"):
        derivative.parameters(m, d, [("body_mass", 99)])


def test_refusals(world):
    m, d = world
    with pytest.raises(NotImplementedError, match="hybrid"):
        derivative.transition(m, d, method="hybrid")
    with pytest.raises(NotImplementedError, match="onset"):
        derivative.transition(m, d, smooth=0.01)
    with pytest.raises(ValueError, match="method"):
        derivative.transition(m, d, method="magic")
    with pytest.raises(ValueError, match="shape"):
        derivative.vjp(m, d, np.zeros(3))
    d.qpos[0] = np.nan
    with pytest.raises(ValueError, match="finite"):
        derivative.transition(m, d)
    m.opt.noslip_iterations = 3
    with pytest.raises(NotImplementedError, match="noslip"):
        derivative.transition(m, d)


def test_callbacks_are_refused(world):
    m, d = world
    ligament.set_mjcb_control(lambda m, d: None)
    try:
        with pytest.raises(NotImplementedError, match="callbacks"):
            derivative.transition(m, d)
    finally:
        ligament.set_mjcb_control(None)

"""Functions of the user that the pipeline calls."""

import ligament
import numpy as np
import pytest

XML = """
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 1">
      <joint name="slide" type="slide" axis="0 0 1"/>
      <geom size="0.1" mass="1"/>
    </body>
  </worldbody>
  <actuator>
    <general name="user" joint="slide" dyntype="user" gaintype="user" biastype="user" actdim="1"/>
    <motor joint="slide"/>
  </actuator>
  <sensor><user name="any" dim="2" needstage="vel" datatype="real"/></sensor>
</mujoco>
"""


@pytest.fixture
def setup():
    model = ligament.MjModel.from_xml_string(XML)
    yield model, ligament.MjData(model)
    ligament.mj_resetCallbacks()


def test_control_is_called_once_per_step(setup):
    model, data = setup
    times = []

    def control(m, d):
        assert m is model and d is data
        times.append(d.time)
        d.ctrl[1] = 2.5

    ligament.set_mjcb_control(control)
    assert ligament.get_mjcb_control() is control
    ligament.mj_step(model, data, 3)
    assert times == pytest.approx([0, 0.002, 0.004])
    assert data.actuator_force[1] == 2.5
    ligament.set_mjcb_control(None)
    assert ligament.get_mjcb_control() is None


def test_passive_forces(setup):
    model, data = setup

    def passive(m, d):
        d.qfrc_passive += 9.81

    ligament.set_mjcb_passive(passive)
    ligament.mj_forward(model, data)
    assert data.qacc[0] == pytest.approx(0, abs=1e-12)


def test_user_actuators(setup):
    model, data = setup
    ligament.set_mjcb_act_dyn(lambda m, d, i: 3.0 + i)
    ligament.set_mjcb_act_gain(lambda m, d, i: 2.0)
    ligament.set_mjcb_act_bias(lambda m, d, i: 0.5)
    data.act[0] = 4
    ligament.mj_forward(model, data)
    assert data.act_dot[0] == 3
    assert data.actuator_force[0] == 2 * 4 + 0.5


def test_user_sensors(setup):
    model, data = setup
    stages = []

    def sensor(m, d, stage):
        stages.append(stage)
        if stage == ligament.mjtStage.mjSTAGE_VEL:
            d.sensordata[:] = [1, 2]

    ligament.set_mjcb_sensor(sensor)
    ligament.mj_forward(model, data)
    assert ligament.mjtStage.mjSTAGE_VEL in stages
    np.testing.assert_array_equal(data.sensordata, [1, 2])


def test_contacts_can_be_filtered(setup):
    model, data = setup
    data.qpos[0] = -0.95
    ligament.mj_forward(model, data)
    assert data.ncon == 1
    pairs = []

    def keep_apart(m, a, b):
        pairs.append((a, b))
        return True

    ligament.set_mjcb_contactfilter(keep_apart)
    ligament.mj_forward(model, data)
    assert data.ncon == 0 and pairs == [(0, 1)]


def test_functions_can_be_called_inside(setup):
    model, data = setup

    def control(m, d):
        d.qpos[0] = 0.25
        ligament.mj_kinematics(m, d)

    ligament.set_mjcb_control(control)
    ligament.mj_forward(model, data)
    assert data.xpos[1, 2] == 1.25


def test_exceptions_come_through_and_the_state_is_kept(setup):
    model, data = setup
    ligament.mj_step(model, data, 5)
    before = (data.time, data.qpos.copy(), data.qvel.copy())

    class Oops(Exception):
        pass

    def fail(m, d):
        raise Oops("no")

    for install in (ligament.set_mjcb_control, ligament.set_mjcb_passive):
        install(fail)
        with pytest.raises(Oops, match="no"):
            ligament.mj_step(model, data)
        install(None)
        assert data.time == before[0]
        np.testing.assert_array_equal(data.qpos, before[1])
        np.testing.assert_array_equal(data.qvel, before[2])
    ligament.mj_step(model, data)
    assert data.time > before[0]


def test_results_must_be_numbers(setup):
    model, data = setup
    ligament.set_mjcb_act_gain(lambda m, d, i: "much")
    with pytest.raises(TypeError):
        ligament.mj_forward(model, data)


def test_only_functions_are_accepted():
    with pytest.raises(TypeError):
        ligament.set_mjcb_control(3)


def test_what_is_written_to_the_model_inside_counts_from_the_next_call(setup):
    model, data = setup
    masses = model.body_mass

    def control(m, d):
        m.opt.gravity[2] = 0
        masses[1] *= 2
        ligament.mj_setConst(m, ligament.MjData(m))
        assert m.body_subtreemass[0] == masses[1]

    ligament.mj_forward(model, data)
    assert data.qacc[0] == pytest.approx(-9.81)
    ligament.set_mjcb_control(control)
    ligament.mj_forward(model, data)
    assert data.qacc[0] == pytest.approx(-9.81)
    ligament.set_mjcb_control(None)
    assert model.body_mass[1] == masses[1] == 2 and model.opt.gravity[2] == 0
    ligament.mj_forward(model, data)
    assert data.qacc[0] == 0 and data.M[0] == 2

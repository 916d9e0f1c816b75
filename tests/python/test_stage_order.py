"""Any order of the public functions of the pipeline is safe and gives MuJoCo's numbers."""

import functools

import ligament
import numpy as np
import pytest
from stage_order import MODELS, Order, call

LISTED = [
    ["forward", "fwdPosition", "fwdConstraint"],
    ["forward", "invPosition", "fwdConstraint"],
    ["forward", "makeConstraint", "step2"],
    ["forward", "collision", "makeConstraint", "fwdConstraint"],
    ["forward", "collision", "fwdConstraint", "sensorAcc"],
    ["forward", "inverse", "fwdConstraint", "step2"],
]
ISLANDS = """<mujoco><worldbody><geom type="plane" size="5 5 .1"/>
  <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
  <body pos="1 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize("calls", LISTED, ids=" ".join)
def test_listed_orders(calls):
    mujoco = pytest.importorskip("mujoco")
    found = []
    for engine in (mujoco, ligament):
        m = engine.MjModel.from_xml_string(ISLANDS)
        d = engine.MjData(m)
        for name in calls:
            call(engine, m, d, name, None)
        found.append(d)
    for field in "qacc qvel qfrc_constraint efc_force efc_aref nefc nisland nidof tree_island".split():
        np.testing.assert_allclose(getattr(found[1], field), getattr(found[0], field), atol=1e-9, err_msg=field)


@pytest.mark.parametrize("first", ["fwdPosition", "invPosition"])
def test_rows_without_reference(first):
    """Rows nobody has computed anything for have zeros, where MuJoCo has what lies in its memory."""
    m = ligament.MjModel.from_xml_string(ISLANDS)
    d = ligament.MjData(m)
    call(ligament, m, d, first, None)
    ligament.mj_fwdConstraint(m, d)
    assert d.nefc == 8
    assert not d.efc_aref.any() and not d.efc_force.any() and not d.qacc.any()


@pytest.mark.parametrize("name", MODELS)
def test_random_orders_against_mujoco(name):
    mujoco = pytest.importorskip("mujoco")
    for seed in range(12):
        try:
            Order(MODELS[name], seed, with_mujoco=True).run(10)
        except mujoco.FatalError:
            pass  # MuJoCo refuses frames without an axis


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.filterwarnings("ignore")
def test_random_orders_alone(name):
    for seed in range(40):
        Order(MODELS[name], seed, with_mujoco=False).run(15).check_rules()


@pytest.mark.parametrize("callback", ["control", "passive", "sensor", "act_dyn", "act_gain", "act_bias"])
@pytest.mark.parametrize("inner", ["fwdPosition", "makeConstraint", "collision", "resetData", "inverse", "forwardSkip"])
def test_stages_within_callbacks(callback, inner):
    """A function of the user may call stages on the data it is given."""
    text = ISLANDS.replace(
        "</worldbody>",
        """<body pos="0 2 1"><joint name="h"/><geom size=".1" pos=".2 0 0"/></body></worldbody><sensor><user dim="1"/></sensor>
        <actuator><general joint="h" dyntype="user" gaintype="user" biastype="user" actdim="1"/></actuator>""",
    )
    m = ligament.MjModel.from_xml_string(text)
    d = ligament.MjData(m)
    depth = [0]

    def user(m, d, *rest):
        if depth[0] == 0:
            depth[0] = 1
            try:
                call(ligament, m, d, inner, (0, 0) if inner == "forwardSkip" else None)
            finally:
                depth[0] = 0
        return 0.0 if callback.startswith("act_") else None

    getattr(ligament, f"set_mjcb_{callback}")(user)
    try:
        for _ in range(3):
            ligament.mj_step(m, d)
        assert np.isfinite(d.qpos).all()
    finally:
        getattr(ligament, f"set_mjcb_{callback}")(None)

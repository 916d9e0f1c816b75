"""Speculative contacts against MuJoCo; `speculative_suite.py` does the same with many more poses."""

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

import ligament
import speculative_suite

SCENE = """
<mujoco>
  <option timestep=".008" OPTION><flag speculative="enable" FLAG/></option>
  <default><geom solref=".01 1"/></default>
  <worldbody>
    <geom type="plane" size="3 3 .1" pos="0 0 -1"/>
    <geom name="wall" type="box" size=".005 .5 .5"/>
    <body name="bullet" pos=".31 .03 .02"><freejoint/><geom name="b" type="box" size=".02 .015 .01" mass=".1"/>
      <geom type="sphere" size=".01" pos="0 0 .03" mass=".01"/></body>
    <body name="ball" pos="-.6 .1 .1"><freejoint/><geom name="c" size=".02" mass=".1"/></body>
    <body name="plate" pos="-.25 0 0"><joint axis="0 1 0" damping=".01"/>
      <geom name="p" type="box" size=".003 .2 .2" mass=".5" group="1"/>
      <geom type="capsule" size=".003 .2" pos="0 .1 0" mass=".1"/></body>
    <body name="fan" pos="-.5 -.5 0"><joint axis="0 0 1"/><geom type="box" size=".3 .004 .05" mass=".3"/></body>
  </worldbody>
  CONTACT
  <keyframe><key qvel="-40 1 0 20 0 5 30 -30 0 0 0 0 10 60"/></keyframe>
</mujoco>
"""

VARIANTS = {
    "euler": {},
    "rk4": {"OPTION": "integrator='RK4'"},
    "implicit": {"OPTION": "integrator='implicit'"},
    "discrete": {"OPTION": "integrator='discrete'"},
    "elliptic": {"OPTION": "cone='elliptic'"},
    "sleep": {"FLAG": "sleep='enable'"},
    "no_islands": {"FLAG": "island='disable'"},
    "no_midphase": {"FLAG": "midphase='disable'"},
    "no_multiccd": {"FLAG": "multiccd='disable'"},
    "portals": {"FLAG": "nativeccd='disable'"},
    "override": {"OPTION": "o_solref='.01 1' o_margin='.004'", "FLAG": "override='enable'"},
    "pair": {"CONTACT": "<contact><pair geom1='b' geom2='p' solref='-2000 -40' margin='.01'/></contact>"},
    "exclude": {"CONTACT": "<contact><exclude body1='bullet' body2='plate'/></contact>"},
}


@pytest.mark.parametrize("pair", speculative_suite.pairs(), ids="-".join)
def test_contacts_of_a_pair(pair):
    same, found = speculative_suite.compare(pair, poses=300)
    assert found > 0.2, "the shapes do not meet"
    assert same >= 0.99


def follow(text, steps=60):
    """States of both engines over some steps."""
    paths = []
    for module in (mujoco, ligament):
        model = module.MjModel.from_xml_string(text)
        data = module.MjData(model)
        module.mj_resetDataKeyframe(model, data, 0)
        path = []
        for _ in range(steps):
            module.mj_step(model, data)
            path.append(np.concatenate([data.qpos, data.qvel, [data.ncon]]))
        paths.append(np.array(path))
    return paths


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_steps(variant):
    text = SCENE
    for key in ("OPTION", "FLAG", "CONTACT"):
        text = text.replace(key, VARIANTS[variant].get(key, ""))
    reference, own = follow(text)
    # impacts magnify rounding
    assert np.abs(reference[:12] - own[:12]).max() < 1e-6


def swarm(rng, count):
    """Bodies of one or two random geoms each, between walls."""
    bodies = ""
    for _ in range(count):
        geoms = ""
        for j in range(rng.integers(1, 3)):
            kind = rng.choice(["sphere", "capsule", "box", "cylinder", "ellipsoid"])
            size = " ".join(f"{x:.4f}" for x in rng.uniform(0.01, 0.05, 3))
            geoms += f"<geom type='{kind}' size='{size}' pos='0 0 {0.08 * j}' margin='{rng.choice([0, 0.005])}'/>"
        place = " ".join(f"{x:.4f}" for x in rng.uniform([-1, -1, 0.1], [1, 1, 1.5]))
        bodies += f"<body pos='{place}'><freejoint/>{geoms}</body>"
    walls = "<geom type='box' size='.5 .01 .5' pos='0 .3 .5'/>"
    walls += "<body pos='0 -.4 .5'><geom type='box' size='.5 .01 .5'/></body>"
    option = "<option timestep='.01'><flag speculative='enable'/></option>"
    floor = "<geom type='plane' size='3 3 .1'/>"
    return f"<mujoco>{option}<worldbody>{floor}{walls}{bodies}</worldbody></mujoco>"


@pytest.mark.parametrize("count", [20, 70])
def test_many_fast_bodies(count):
    rng = np.random.default_rng(count)
    text = swarm(rng, count)
    reference, own = mujoco.MjModel.from_xml_string(text), ligament.MjModel.from_xml_string(text)
    data, other = mujoco.MjData(reference), ligament.MjData(own)
    found = 0
    for _ in range(20):
        scale = np.tile([15.0] * 3 + [10.0] * 3, count) * rng.choice([0.05, 0.3, 1], size=reference.nv)
        data.qvel[:] = other.qvel[:] = scale * rng.standard_normal(reference.nv)
        mujoco.mj_forward(reference, data)
        ligament.mj_forward(own, other)
        pairs = [[tuple(d.contact[i].geom) for i in range(d.ncon)] for d in (data, other)]
        assert pairs[0] == pairs[1]
        for i in range(data.ncon):
            assert abs(data.contact[i].dist - other.contact[i].dist) < 1e-6
        found += data.ncon
    assert found > 20


def test_flag_at_run_time():
    text = SCENE.replace("OPTION", "").replace("FLAG", "").replace("CONTACT", "")
    counts = []
    for module in (mujoco, ligament):
        model = module.MjModel.from_xml_string(text)
        data = module.MjData(model)
        module.mj_resetDataKeyframe(model, data, 0)
        found = []
        bit = int(module.mjtEnableBit.mjENBL_SPECULATIVE)
        for on in (True, False, True):
            model.opt.enableflags = (model.opt.enableflags | bit) if on else (model.opt.enableflags & ~bit)
            module.mj_forward(model, data)
            found.append(data.ncon)
        counts.append(found)
    assert counts[0] == counts[1]
    assert counts[0][1] < counts[0][0]

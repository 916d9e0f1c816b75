"""Scenes, cameras and the mouse: compared with MuJoCo, live in Python, and calm about bad input."""

import copy
import pickle

import ligament
import numpy as np
import pytest
import scene_compare
import scene_mouse
from conftest import MODELS, both

SMALL = """
<mujoco>
  <worldbody>
    <light pos="0 0 3"/>
    <camera name="side" pos="0 -3 1" xyaxes="1 0 0 0 0 1"/>
    <geom type="plane" size="5 5 .1"/>
    <body name="ball" pos="0 0 .099"><freejoint/><geom size=".1" rgba="1 0 0 1"/></body>
    <body name="hand" mocap="true" pos="1 0 1"><geom size=".1" contype="0" conaffinity="0"/></body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def small():
    """A small model with its data and a scene."""
    m = ligament.MjModel.from_xml_string(SMALL)
    d = ligament.MjData(m)
    ligament.mj_forward(m, d)
    return m, d, ligament.MjvScene(m, 100)


def update(m, d, scene, opt=None, pert=None, cam=None, catmask=7):
    ligament.mjv_updateScene(m, d, opt or ligament.MjvOption(), pert, cam or ligament.MjvCamera(), catmask, scene)


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
@pytest.mark.parametrize("steps", [0, 30])
def test_scenes_are_those_of_mujoco(path, steps):
    mujoco = pytest.importorskip("mujoco")
    models = both(path)
    states = scene_compare.equal_states(mujoco, ligament, models, steps)
    worlds = list(zip((mujoco, ligament), models, states))
    for what, setup in scene_compare.cases(models[0].nbody):
        assert not scene_compare.differences(worlds, setup), what
    for catmask in range(8):
        setup = lambda opt, pert: scene_compare.everything(opt, pert, models[0].nbody)  # noqa: E731
        assert not scene_compare.differences(worlds, setup, catmask), f"categories {catmask}"


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_the_mouse_does_what_it_does_in_mujoco(path):
    mujoco = pytest.importorskip("mujoco")
    models = both(path)
    states = scene_compare.equal_states(mujoco, ligament, models, 5)
    worlds = list(zip((mujoco, ligament), models, states))
    assert scene_mouse.random_calls(worlds, 100, 1) == []


@pytest.mark.parametrize("kind", "MjvOption MjvCamera MjvPerturb MjvFigure MjvGLCamera MjvLight MjvGeom".split())
def test_records_have_the_fields_and_defaults_of_mujoco(kind):
    mujoco = pytest.importorskip("mujoco")
    theirs, ours = getattr(mujoco, kind)(), getattr(ligament, kind)()
    names = [name for name in dir(theirs) if not name.startswith("_") and not callable(getattr(theirs, name))]
    assert names == sorted(ours._dtype.names)
    for name in names:
        a, b = getattr(theirs, name), getattr(ours, name)
        if isinstance(a, np.ndarray):
            assert a.dtype == b.dtype and a.shape == b.shape, name
            assert (a == b).all() if a.dtype.kind == "S" else np.allclose(a, b), name
        else:
            assert type(a) is type(b) and a == pytest.approx(b), name


def test_connectors_and_single_geoms_are_those_of_mujoco():
    mujoco = pytest.importorskip("mujoco")
    made = []
    for module in (mujoco, ligament):
        geoms = []
        for kind in (0, 2, 3, 4, 5, 6, 7, 100, 103):
            geom = module.MjvGeom()
            geom.label, geom.category, geom.objid = "old", 4, 7
            numbers = np.arange(1.0, 13.0)
            module.mjv_initGeom(geom, kind, numbers[:3], numbers[3:6], numbers[:9], np.float32([0.1, 0.2, 0.3, 0.4]))
            geoms.append(geom)
        for kind in (3, 5, 100, 101, 102, 103):
            geom = module.MjvGeom()
            module.mjv_connector(geom, kind, 0.1, np.array([0, 0, 1.0]), np.array([1, 2, -3.0]))
            geoms.append(geom)
        with pytest.raises(module.FatalError):
            module.mjv_connector(module.MjvGeom(), 6, 0.1, np.zeros(3), np.ones(3))
        made.append(geoms)
    for theirs, ours in zip(*made):
        assert not scene_compare.fields(theirs, ours, scene_compare.GEOM)


def test_attributes_are_live(small):
    m, d, scene = small
    update(m, d, scene)
    count = scene.ngeom
    scene.geoms[1].rgba[:] = 0, 1, 0, 1
    scene.geoms[1].label = "green"
    assert scene.geoms[1].rgba[1] == 1 and scene.geoms[1].label == "green"
    extra = scene.geoms[count]
    ligament.mjv_initGeom(extra, ligament.mjtGeom.mjGEOM_SPHERE, [0.1] * 3, [0, 0, 1], np.eye(3), [1, 1, 1, 1])
    scene.ngeom += 1
    assert scene.geoms[count].type == 2 and scene.ngeom == count + 1
    scene.flags[ligament.mjtRndFlag.mjRND_SHADOW] = 0
    assert scene.flags[0] == 0
    scene.camera[0].pos[2] = 5
    assert scene.camera[0].pos[2] == 5
    update(m, d, scene)
    assert scene.ngeom == count and scene.flags[0] == 0
    ligament.mjv_addGeoms(m, d, ligament.MjvOption(), None, ligament.mjtCatBit.mjCAT_DYNAMIC, scene)
    assert scene.ngeom == count + 2 and scene.geoms[count].objid == 1


def test_records_can_be_copied():
    cam = ligament.MjvCamera()
    cam.lookat[:] = 1, 2, 3
    for other in (copy.copy(cam), copy.deepcopy(cam), pickle.loads(pickle.dumps(cam))):
        assert other == cam
        other.distance = 7
        assert other != cam and cam.distance == 2


def test_too_many_geoms_are_left_out_with_a_warning(small, capfd):
    m, d, _ = small
    for maxgeom in (0, 1):
        scene = ligament.MjvScene(m, maxgeom)
        update(m, d, scene)
        update(m, d, scene)
        assert scene.ngeom == maxgeom and scene.status == 1
        assert capfd.readouterr().err.count(f"Increase maxgeom above {maxgeom}") == 1


def test_a_tracking_camera_looks_at_its_body(small):
    m, d, scene = small
    cam = ligament.MjvCamera()
    cam.type, cam.trackbodyid = ligament.mjtCamera.mjCAMERA_TRACKING, 1
    update(m, d, scene, cam=cam)
    assert cam.lookat == pytest.approx(d.subtree_com[1])


def test_a_pulled_ball_comes(small):
    m, d, scene = small
    update(m, d, scene)
    pert = ligament.MjvPerturb()
    pert.select = 1
    ligament.mjv_initPerturb(m, d, scene, pert)
    pert.active = ligament.mjtPertBit.mjPERT_TRANSLATE
    pert.refselpos[2] += 1
    for _ in range(1000):
        ligament.mjv_applyPerturbForce(m, d, pert)
        ligament.mj_step(m, d)
    assert d.xpos[1, 2] == pytest.approx(pert.refselpos[2], abs=0.2)


def test_bad_input_is_refused_or_drawn(small):
    m, d, scene = small
    cam, pert, opt = ligament.MjvCamera(), ligament.MjvPerturb(), ligament.MjvOption()
    for kind, camera, body in ((2, 99, 0), (2, -1, 0), (1, 0, 99), (1, 0, -1), (9, 0, 0)):
        cam.type, cam.fixedcamid, cam.trackbodyid = kind, camera, body
        with pytest.raises(ligament.FatalError):
            update(m, d, scene, cam=cam)
    pert.select = 10**6
    update(m, d, scene, pert=pert)
    for call in (
        lambda: ligament.mjv_applyPerturbForce(m, d, pert),
        lambda: ligament.mjv_initPerturb(m, d, scene, pert),
        lambda: ligament.mjv_moveCamera(m, 77, 0, 0, ligament.MjvCamera()),
        lambda: ligament.mjv_frustumHeight(ligament.MjvScene(m, 1)),
    ):
        with pytest.raises(ligament.FatalError):
            call()
    opt.label, opt.frame, opt.bvh_depth, opt.flags[:] = 99, -7, 2**31 - 1, 255
    update(m, d, scene, opt, catmask=-1)
    d.qpos[:] = np.nan
    ligament.mj_kinematics(m, d)
    opt.label, opt.frame = 13, 1
    pert.select, pert.active, pert.localpos[:] = 1, 3, np.nan
    update(m, d, scene, opt, pert)
    with pytest.raises((ValueError, MemoryError)):
        ligament.MjvScene(m, 2**40)
    with pytest.raises(ValueError):
        scene.ngeom = scene.maxgeom + 1
    with pytest.raises(TypeError):
        ligament.mjv_updateScene(m, d, None, None, None, 7, scene)
    other = ligament.MjvGeom()
    with pytest.raises(ValueError):
        other.label = "x" * 100


def test_scenes_are_printed(tmp_path):
    model = ligament.MjModel.from_xml_string("<mujoco><worldbody><light/><geom name='ball' size='.25'/></worldbody></mujoco>")
    scene = ligament.MjvScene(model, maxgeom=10)
    camera = ligament.MjvCamera()
    ligament.mjv_updateScene(model, ligament.MjData(model), ligament.MjvOption(), None, camera, ligament.mjtCatBit.mjCAT_ALL, scene)
    ligament.mj_printScene(scene, str(tmp_path / "scene.txt"))
    text = (tmp_path / "scene.txt").read_text()
    assert "GEOM 0" in text and "CAMERA 1" in text and text.count("LIGHT ") == scene.nlight and "0.25 0.25 0.25" in text
    ligament.mj_printFormattedScene(scene, str(tmp_path / "scene.txt"), "%.1f")
    assert "0.2 0.2 0.2" in (tmp_path / "scene.txt").read_text()
    with pytest.raises(ValueError):
        ligament.mj_printFormattedScene(scene, str(tmp_path / "scene.txt"), "%d %d")

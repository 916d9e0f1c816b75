"""Editable models, compared with MuJoCo's."""

import copy
import io
import math

import ligament
import mujoco
import numpy as np
import pytest

ARM = """
<mujoco model="arm">
  <compiler angle="degree"/>
  <default>
    <geom density="500"/>
    <default class="strong"><joint damping="2" armature=".1"/></default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <frame name="mount" pos="0 0 1" euler="0 90 0">
      <body name="upper" childclass="strong">
        <joint name="shoulder" axis="0 1 0" range="-90 45"/>
        <geom name="upper" type="capsule" fromto="0 0 0 0 0 -.5" size=".05"/>
        <body name="lower" pos="0 0 -.5" axisangle="1 0 0 30">
          <joint name="elbow" axis="0 1 0"/>
          <geom name="lower" type="box" size=".04 .04 .2"/>
          <site name="tip" pos="0 0 -.2"/>
        </body>
      </body>
    </frame>
  </worldbody>
  <actuator><position name="servo" joint="shoulder" kp="10"/></actuator>
  <sensor><framepos name="tip" objtype="site" objname="tip"/></sensor>
  <keyframe><key name="bent" qpos=".1 .2"/></keyframe>
</mujoco>
"""
ARRAYS = ("body_pos", "body_quat", "body_mass", "body_inertia", "geom_size", "geom_pos", "geom_quat", "geom_type",
          "jnt_range", "jnt_axis", "dof_damping", "dof_armature", "site_pos", "actuator_gainprm", "actuator_biasprm",
          "sensor_objid", "key_qpos")  # fmt: skip
BOTH = pytest.mark.parametrize("module", [ligament, mujoco], ids=["ligament", "mujoco"])


def same(model, reference):
    for name in ARRAYS:
        np.testing.assert_allclose(getattr(model, name), getattr(reference, name), atol=1e-9, err_msg=name)


def test_defaults_of_all_properties_are_those_of_mujoco():
    specs = [module.MjSpec() for module in (ligament, mujoco)]
    bodies = [spec.worldbody.add_body() for spec in specs]
    for kind in ["geom", "joint", "site", "camera", "light", "frame"]:
        compare(*(getattr(body, f"add_{kind}")() for body in bodies))
    kinds = "mesh hfield texture material skin pair exclude equality tendon actuator sensor numeric text tuple key flex plugin"
    for kind in kinds.split():
        compare(*(getattr(spec, f"add_{kind}")() for spec in specs))
    compare(*bodies)
    compare(*(spec.compiler for spec in specs))
    compare(*specs)


def compare(mine, theirs):
    """All properties of two objects that show numbers or texts."""
    for name in dir(type(theirs)):
        if (
            name.startswith("_")
            or not isinstance(getattr(type(theirs), name), property)
            or name == "copy_during_attach"
        ):
            continue
        expected = getattr(theirs, name)
        assert hasattr(type(mine), name), f"{type(mine).__name__} has no {name}"
        value = getattr(mine, name)
        if isinstance(expected, np.ndarray):
            np.testing.assert_array_equal(value, expected, err_msg=name)
            assert value.dtype == expected.dtype, name
        elif type(expected).__name__.endswith("Vec"):
            assert list(value) == list(expected), name
        elif isinstance(expected, float) and math.isnan(expected):
            assert math.isnan(value), name
        elif isinstance(expected, (int, float, str, bytes)):
            assert value == expected, name
            assert isinstance(value, (int, float, str, bytes)), name


def test_all_methods_are_there():
    specs = mujoco._specs
    for name in dir(specs):
        theirs = getattr(specs, name)
        if not isinstance(theirs, type) or not name.startswith(("MjSpec", "Mjs")):
            continue
        mine = getattr(ligament, name)
        missing = [x for x in vars(theirs) if not x.startswith("_") and not hasattr(mine, x)]
        missing = [x for x in missing if not (name in ("MjsFrame", "MjsTendon") and x == "classname")]
        assert not missing, f"{name}: {missing}"


def test_a_file_compiles_to_the_arrays_of_mujoco_and_is_written_so_that_it_does_again():
    reference = mujoco.MjModel.from_xml_string(ARM)
    spec = ligament.MjSpec.from_string(ARM)
    same(spec.compile(), reference)
    same(mujoco.MjModel.from_xml_string(spec.to_xml()), reference)
    same(ligament.MjModel.from_xml_string(spec.to_xml()), reference)


@BOTH
def test_building(module):
    spec = module.MjSpec()
    spec.compiler.degree = False
    spec.default.geom.density = 300
    soft = spec.add_default("soft", spec.default)
    soft.joint.damping[0] = 3
    body = spec.worldbody.add_body(name="b", pos=[0, 0, 1])
    body.add_joint(soft, name="j", range=[-1, 1])
    body.add_geom(name="g", type=module.mjtGeom.mjGEOM_BOX, size=[0.1, 0.2, 0.3]).pos[2] = 0.5
    body.pos += 1
    actuator = spec.add_actuator(name="a", target="j", trntype=module.mjtTrn.mjTRN_JOINT)
    actuator.set_to_position(kp=5, dampratio=1)
    model = spec.compile()
    np.testing.assert_array_equal(model.body_pos[1], [1, 1, 2])
    np.testing.assert_array_equal(model.geom_pos[0], [0, 0, 0.5])
    np.testing.assert_allclose(model.body_mass[1], 300 * 0.1 * 0.2 * 0.3 * 8)
    assert model.dof_damping[0] == 3
    assert model.jnt_limited[0]
    assert model.actuator_gainprm[0, 0] == 5


def test_built_models_agree():
    xmls = []
    for module in (ligament, mujoco):
        spec = module.MjSpec()
        body = spec.worldbody.add_body(name="b", euler=[10, 20, 30])
        body.add_geom(type=3, size=[0.1, 0, 0], fromto=[0, 0, 0, 0, 0.2, 1])
        body.add_freejoint(name="free")
        tendon = spec.add_tendon(name="t", range=[0, 1])
        body.add_site(name="s")
        spec.worldbody.add_site(name="w", pos=[1, 0, 0])
        tendon.wrap_site("s")
        tendon.wrap_site("w")
        spec.add_sensor(type=module.mjtSensor.mjSENS_TENDONPOS, objtype=module.mjtObj.mjOBJ_TENDON, objname="t")
        spec.add_key(name="k", qpos=[0, 0, 1, 1, 0, 0, 0])
        xmls.append(spec.compile())
    for name in ("body_quat", "geom_pos", "geom_quat", "geom_size", "key_qpos", "tendon_range", "tendon_length0"):
        np.testing.assert_allclose(getattr(xmls[0], name), getattr(xmls[1], name), atol=1e-12, err_msg=name)


@BOTH
def test_actuator_shortcuts(module):
    spec = module.MjSpec()
    calls = [("motor", {}), ("position", {"kp": 2, "timeconst": 3}), ("position", {"kp": 2, "kv": 1}),
             ("intvelocity", {"kp": 2}), ("velocity", {"kv": 3}), ("damper", {"kv": 3}), ("adhesion", {"gain": 2}),
             ("cylinder", {"timeconst": 1, "bias": 2, "area": 3, "diameter": 2}), ("muscle", {"tausmooth": 0.1}),
             ("orientation", {"kp": 2, "kv": 1}), ("pid", {"kp": 2, "kv": 1, "ki": 3, "imax": 2, "slewmax": 1}),
             ("dcmotor", {"motorconst": [0.05, 0.05], "resistance": 2}),
             ("dcmotor", {"motorconst": [0, 0], "resistance": 0, "nominal": [12, 1, 100], "inductance": [0.1, 0.2]})]  # fmt: skip
    reference = mujoco.MjSpec()
    for name, values in calls:
        mine, theirs = spec.add_actuator(), reference.add_actuator()
        getattr(mine, f"set_to_{name}")(**values)
        getattr(theirs, f"set_to_{name}")(**values)
        for field in ("gainprm", "biasprm", "dynprm", "gaintype", "biastype", "dyntype", "ctrlspec", "ctrllimited", "actdim",
                      "actearly", "inheritrange", "forcerange", "type"):  # fmt: skip
            expected = getattr(theirs, field)
            np.testing.assert_allclose(
                np.array(getattr(mine, field), float), np.array(expected, float), err_msg=f"{name} {field}"
            )


@BOTH
def test_attaching_by_reference(module):
    parent, child = module.MjSpec(), module.MjSpec()
    body = child.worldbody.add_body(name="b")
    geom = body.add_geom(name="g", size=[0.1, 0, 0])
    child.add_sensor(name="s", type=module.mjtSensor.mjSENS_FRAMEPOS, objtype=module.mjtObj.mjOBJ_GEOM, objname="g")
    frame = parent.worldbody.add_frame(pos=[1, 0, 0])
    assert frame.attach_body(body, prefix="c-") is body
    assert (body.name, geom.name, body.parent) == ("c-b", "c-g", parent.worldbody)
    geom.size[0] = 0.3
    model = parent.compile()
    assert model.geom_size[0, 0] == 0.3
    assert model.nsensor == 1
    with pytest.raises(ValueError, match="in the parent spec"):
        frame.attach_body(body, prefix="again-")


@BOTH
def test_attaching_copies(module):
    parent, child = module.MjSpec(), module.MjSpec()
    parent.copy_during_attach = True
    body = child.worldbody.add_body(name="b")
    body.add_geom(size=[0.1, 0, 0])
    frame = parent.worldbody.add_frame()
    names = [frame.attach_body(body, prefix=f"{i}-").name for i in range(3)]
    assert names == ["0-b", "1-b", "2-b"]
    assert body.name == "b"
    assert parent.compile().nbody == 4


@BOTH
def test_recompiling_keeps_the_state(module):
    spec = module.MjSpec.from_string(ARM)
    model = spec.compile()
    data = module.MjData(model)
    data.qpos[:] = [0.3, -0.2]
    data.ctrl[0] = 0.7
    for _ in range(10):
        module.mj_step(model, data)
    first = spec.worldbody.first_body()
    extra = spec.worldbody.add_body(name="extra")
    extra.add_geom(size=[0.1, 0, 0])
    extra.add_joint(name="new")
    spec.delete(spec.joint("elbow"))
    model2, data2 = spec.recompile(model, data)
    assert model2.njnt == 2
    assert first is not None
    assert data2.qpos[0] == data.qpos[0]
    assert data2.time == data.time
    assert data2.ctrl[0] == 0.7


def test_deleted_elements_keep_their_values_and_refuse_edits():
    spec = ligament.MjSpec.from_string(ARM)
    lower, site = spec.body("lower"), spec.site("tip")
    spec.delete(lower)
    assert (lower.name, lower.parent, lower.id) == ("lower", None, -1)
    np.testing.assert_array_equal(lower.pos, [0, 0, -0.5])
    assert site.name == "tip"
    assert spec.sensors == []
    for element in (lower, site):
        with pytest.raises(ValueError, match="not in this model"):
            element.pos = [1, 2, 3]
        with pytest.raises(ValueError, match="not in this model"):
            spec.delete(element)
    with pytest.raises(ValueError, match="cannot be deleted"):
        spec.delete(spec.worldbody)


def test_copies_are_independent():
    spec = ligament.MjSpec.from_string(ARM)
    twin = copy.deepcopy(spec)
    twin.body("upper").pos = [1, 1, 1]
    twin.option.timestep = 0.01
    assert spec.body("upper").pos[0] == 0
    assert spec.option.timestep == 0.002
    assert twin.compile().opt.timestep == 0.01


def test_copy_back_writes_what_compiles_to_the_changed_model():
    spec = ligament.MjSpec.from_string(ARM)
    model = spec.compile()
    model.body("upper").pos[:] = [0.5, 0.2, 1.5]
    model.geom("lower").size[0] = 0.1
    model.jnt_range[0, 1] = 0.3
    spec.copy_back(model)
    again = spec.compile()
    np.testing.assert_allclose(again.body("upper").pos, [0.5, 0.2, 1.5], atol=1e-12)
    np.testing.assert_allclose(again.jnt_range, model.jnt_range, atol=1e-12)
    assert again.geom("lower").size[0] == 0.1


def test_archives():
    spec = ligament.MjSpec.from_string(ARM)
    stream = io.BytesIO()
    spec.to_zip(stream)
    stream.seek(0)
    same(ligament.MjSpec.from_zip(stream).compile(), spec.compile())


def test_flexible_bodies_and_plugins_are_kept_and_refused_by_name():
    spec = ligament.MjSpec()
    spec.add_flex(name="cloth", dim=2)
    assert 'name="cloth"' in spec.to_xml()
    with pytest.raises(ValueError, match="flex.*not supported"):
        spec.compile()
    spec.delete(spec.flex("cloth"))
    plugin = spec.add_plugin(name="one", plugin_name="some.plugin", active=True)
    plugin.config = {"a": "1"}
    assert 'key="a" value="1"' in spec.to_xml()
    with pytest.raises(ValueError, match="some.plugin"):
        spec.compile()


def test_messages_name_the_element():
    spec = ligament.MjSpec()
    spec.worldbody.add_geom(name="nothing", info="made here")
    with pytest.raises(ValueError, match="size 0 must be positive in geom\nElement name 'nothing', id 0, made here"):
        spec.compile()


@pytest.mark.parametrize("seed", range(5))
def test_random_edits_never_break_it(seed):
    random = np.random.default_rng(seed)
    spec = ligament.MjSpec.from_string(ARM)
    for step in range(60):
        bodies = spec.bodies
        body = bodies[random.integers(len(bodies))]
        choice = random.integers(7)
        if choice == 0:
            body.add_body(pos=random.normal(size=3)).add_geom(size=[0.1, 0, 0])
        elif choice == 1 and body is not spec.worldbody:
            spec.delete(body)
        elif choice == 2:
            body.add_frame(pos=random.normal(size=3)).add_site(name=f"s{step}")
        elif choice == 3 and spec.geoms:
            spec.delete(spec.geoms[-1])
        elif choice == 4 and body is not spec.worldbody:
            body.to_frame()
        elif choice == 5:
            child = ligament.MjSpec.from_string(ARM)
            spec.attach(child, frame=body.add_frame(), prefix=f"{step}-")
        else:
            spec = spec.copy()
    try:
        model = spec.compile()
        assert ligament.MjSpec.from_string(spec.to_xml()).compile().nbody == model.nbody
    except ValueError as error:
        assert str(error)

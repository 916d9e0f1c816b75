"""Bad input: what MuJoCo refuses is refused, what it takes gives the same numbers, and nothing goes bad without a warning."""

import zlib

import ligament
import numpy as np
import pytest
from conftest import MODELS

mujoco = pytest.importorskip("mujoco")

STEPS = 12

# Taken by both, but the numbers are those of rounding, of ties or of nothing at all: only safety is checked.
LOOSE = {
    "sphere inf",
    "position huge",
    "friction nan",
    "margin nan",
    "same place, cylinders",
    "joint nan",
    "joint huge",
    "connect nan",
    "weld with torquescale nan",
    "friction loss negative",
}

# Refused here only: the heights would go into every contact.
REFUSED = {"hfield with nan"}


def scene(world="", rest="", option=""):
    return f"<mujoco>{option}<worldbody>{world}</worldbody>{rest}</mujoco>"


def load(module, text):
    """The model, or nothing if it is refused."""
    try:
        return module.MjModel.from_xml_string(text)
    except ValueError as refusal:
        assert str(refusal).strip(), "a refusal says why"
        return None


def agree(a, b, tolerance=1e-6):
    """Whether numbers agree relative to their size; what is no number in one must be none in the other."""
    a, b = np.asarray(a), np.asarray(b)
    scale = max(1.0, np.abs(a[np.isfinite(a)]).max(initial=0))
    return np.allclose(a, b, rtol=0, atol=tolerance * scale, equal_nan=True)


def warnings_of(data):
    """How often each warning was given, without those about memory, which Ligament never lacks."""
    return [data.warning[i].number for i in range(len(data.warning))]


def compare(text, disturb=None, steps=STEPS, tolerance=1e-6, name=None):
    """Loads and steps a model in both engines. `disturb(module, model, data, step)` changes the data before each step."""
    reference, own = load(mujoco, text), load(ligament, text)
    if name in REFUSED:
        assert own is None
        return
    assert (reference is None) == (own is None), f"MuJoCo {'refuses' if reference is None else 'takes'} this:\n{text}"
    if own is None:
        return
    one, two = mujoco.MjData(reference), ligament.MjData(own)
    for step in range(steps):
        for module, model, data in ((mujoco, reference, one), (ligament, own, two)):
            if disturb:
                disturb(module, model, data, step)
            module.mj_step(model, data)
        if name in LOOSE:
            continue
        assert warnings_of(one) == warnings_of(two), f"step {step}\n{text}"
        for field in ("qpos", "qvel", "act", "qacc", "qfrc_constraint", "sensordata"):
            same = agree(getattr(one, field), getattr(two, field), tolerance)
            assert same, f"step {step}: {field}\n{getattr(one, field)}\n{getattr(two, field)}\n{text}"
    finite = all(np.isfinite(getattr(two, field)).all() for field in ("qpos", "qvel", "act", "qacc"))
    assert finite or any(warnings_of(two)), f"bad numbers without a warning\n{text}"


def free(geom, place="0 0 1"):
    return f"<body pos='{place}'><freejoint/>{geom}</body>"


FLOOR = "<geom type='plane' size='1 1 1'/>"


def mesh(attributes, use=True):
    asset = f"<asset><mesh name='m' {attributes}/></asset>"
    return scene(FLOOR + (free("<geom type='mesh' mesh='m'/>") if use else ""), asset)


def hfield(attributes):
    asset = f"<asset><hfield name='h' {attributes}/></asset>"
    return scene("<geom type='hfield' hfield='h'/>" + free("<geom size='.1'/>", "0 0 .3"), asset)


CUBE = "-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1"

SHAPES = {
    # sizes
    **{
        f"{kind} {size}": scene(FLOOR + free(f"<geom type='{kind}' size='{size}'/>", "0 0 .05"))
        for kind, sizes in {
            "sphere": ["0", "-1", "nan", "inf", "1e-20", "1e20", ".1 0 0"],
            "capsule": ["0 .1", ".1 0", ".1 -1", ".1", "nan .1", "1e-12 1e-12"],
            "ellipsoid": ["0 .1 .1", ".1 .1 0", ".1 .1", "1e-9 1 1", "nan 1 1"],
            "cylinder": ["0 .1", ".1 0", ".1", "1e-9 1", "1 1e-9"],
            "box": ["0 .1 .1", ".1 .1 0", ".1 .1", "1e-9 1 1", "0 0 0"],
            "plane": ["1 1 1"],
        }.items()
        for size in sizes
    },
    "plane without size": scene("<geom type='plane'/>"),
    "plane of zeros": scene("<geom type='plane' size='0 0 0'/>"),
    "plane of zero spacing": scene("<geom type='plane' size='1 1 0'/>"),
    "plane of negative size": scene("<geom type='plane' size='-1 1 1'/>"),
    "no size at all": scene(free("<geom type='box'/>")),
    "geom size nan in the world": scene("<geom type='sphere' size='nan'/>"),
    "zero fromto": scene(free("<geom type='capsule' size='.1' fromto='0 0 0 0 0 0'/>")),
    "position nan": scene(free("<geom size='.1' pos='nan 0 0'/>")),
    "position inf": scene(free("<geom size='.1' pos='inf 0 0'/>")),
    "position huge": scene(free("<geom size='.1' pos='1e30 0 0'/>")),
    "body position nan": scene(free("<geom size='.1'/>", "nan 0 0")),
    "quaternion zero": scene(free("<geom size='.1' quat='0 0 0 0'/>")),
    "quaternion nan": scene(free("<geom size='.1' quat='nan 0 0 0'/>")),
    "quaternion tiny": scene(free("<geom size='.1' quat='1e-20 0 0 0'/>")),
    "zaxis zero": scene(free("<geom size='.1' zaxis='0 0 0'/>")),
    "xyaxes parallel": scene(free("<geom size='.1' xyaxes='1 0 0 1 0 0'/>")),
    "axisangle zero": scene(free("<geom size='.1' axisangle='0 0 0 1'/>")),
    "joint axis zero": scene("<body><joint axis='0 0 0'/><geom size='.1'/></body>"),
    "joint axis nan": scene("<body><joint axis='nan 0 1'/><geom size='.1'/></body>"),
    "density nan": scene(free("<geom size='.1' density='nan'/>")),
    "density zero": scene(free("<geom size='.1' density='0'/>")),
    "density negative": scene(free("<geom size='.1' density='-1'/>")),
    "mass zero": scene(free("<geom size='.1' mass='0'/>")),
    "mass negative": scene(free("<geom size='.1' mass='-1'/>")),
    "mass tiny": scene(FLOOR + free("<geom size='.1' mass='1e-10'/>", "0 0 .05")),
    "mass huge": scene(FLOOR + free("<geom size='.1' mass='1e10'/>", "0 0 .05")),
    "inertia that is none": scene(free("<inertial pos='0 0 0' mass='1' diaginertia='1 1 5'/><geom size='.1'/>")),
    "inertia negative": scene(free("<inertial pos='0 0 0' mass='1' diaginertia='-1 1 1'/><geom size='.1'/>")),
    "inertia zero": scene(free("<inertial pos='0 0 0' mass='1' diaginertia='0 0 0'/><geom size='.1'/>")),
    "inertia nan": scene(free("<inertial pos='0 0 0' mass='nan' diaginertia='1 1 1'/><geom size='.1'/>")),
    "full inertia not definite": scene(
        free("<inertial pos='0 0 0' mass='1' fullinertia='1 1 1 2 2 2'/><geom size='.1'/>")
    ),
    "moving body without mass": scene("<body><joint/></body>"),
    "free joint on a child": scene("<body><geom size='.1'/><body><freejoint/><geom size='.1'/></body></body>"),
    "friction negative": scene(FLOOR + free("<geom size='.1' friction='-1 0 0'/>", "0 0 .05")),
    "friction nan": scene(FLOOR + free("<geom size='.1' friction='nan 0 0'/>", "0 0 .05")),
    "friction zero": scene(FLOOR + free("<geom size='.1' friction='0 0 0'/>", "0 0 .05")),
    "friction huge": scene(FLOOR + free("<geom size='.1' friction='1e8 1e8 1e8' condim='6'/>", "0 0 .05")),
    "condim 2": scene(FLOOR + free("<geom size='.1' condim='2'/>", "0 0 .05")),
    "condim 0": scene(FLOOR + free("<geom size='.1' condim='0'/>", "0 0 .05")),
    "margin negative": scene(FLOOR + free("<geom size='.1' margin='-.01'/>", "0 0 .05")),
    "margin nan": scene(FLOOR + free("<geom size='.1' margin='nan'/>", "0 0 .05")),
    "margin below gap": scene(FLOOR + free("<geom size='.1' margin='.1' gap='.3'/>", "0 0 .05")),
    "same place": scene(free("<geom size='.1'/>") + free("<geom size='.1'/>")),
    "same place, boxes": scene(free("<geom type='box' size='.1 .1 .1'/>") + free("<geom type='box' size='.1 .1 .1'/>")),
    "same place, capsules": scene(free("<geom type='capsule' size='.1 .1'/>") * 2),
    "same place, ellipsoids": scene(free("<geom type='ellipsoid' size='.1 .2 .3'/>") * 2),
    "same place, cylinders": scene(free("<geom type='cylinder' size='.1 .2'/>") * 2),
    "size ratio": scene(
        free("<geom type='box' size='1e-5 1e-5 1e-5' mass='1e-3'/>", "0 0 1e4")
        + "<geom type='box' size='1e4 1e4 1e4'/>"
    ),
    # meshes
    "mesh without vertices": mesh(""),
    "mesh of one vertex": mesh("vertex='0 0 0'"),
    "mesh of two vertices": mesh("vertex='0 0 0 1 0 0'"),
    "mesh of three vertices": mesh("vertex='0 0 0 1 0 0 0 1 0'"),
    "mesh of collinear vertices": mesh("vertex='0 0 0 1 0 0 2 0 0 3 0 0'"),
    "mesh of coplanar vertices": mesh("vertex='0 0 0 1 0 0 0 1 0 1 1 0'"),
    "mesh of coplanar vertices with faces": mesh("vertex='0 0 0 1 0 0 0 1 0 1 1 0' face='0 1 2 1 3 2'"),
    "mesh shell of coplanar vertices": mesh("vertex='0 0 0 1 0 0 0 1 0 1 1 0' face='0 1 2 1 3 2' inertia='shell'"),
    "mesh of equal vertices": mesh("vertex='1 1 1 1 1 1 1 1 1 1 1 1'"),
    "mesh of repeated vertices": mesh(f"vertex='{CUBE} {CUBE}'"),
    "mesh with nan": mesh("vertex='0 0 0 1 0 0 0 1 0 0 0 nan'"),
    "mesh with inf": mesh("vertex='0 0 0 1 0 0 0 1 0 0 0 inf'"),
    "mesh with huge vertices": mesh("vertex='0 0 0 1e30 0 0 0 1e30 0 0 0 1e30'"),
    "mesh with tiny vertices": mesh("vertex='0 0 0 1e-15 0 0 0 1e-15 0 0 0 1e-15'"),
    "mesh of seven numbers": mesh("vertex='0 0 0 1 0 0 0'"),
    "mesh with a face that is none": mesh("vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 9'"),
    "mesh with a negative face": mesh("vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 -1'"),
    "mesh with half a face": mesh("vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1'"),
    "mesh with a degenerate face": mesh("vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 0 0 0 2 1 0 1 3 1 2 3 0 3 2'"),
    "mesh of scale zero": mesh(f"vertex='{CUBE}' scale='0 1 1'"),
    "mesh of scale nan": mesh(f"vertex='{CUBE}' scale='nan 1 1'"),
    "mesh of negative scale": mesh(f"vertex='{CUBE}' scale='-1 1 1'"),
    "mesh with few hull vertices": mesh(f"vertex='{CUBE}' maxhullvert='4'"),
    "mesh with too few hull vertices": mesh(f"vertex='{CUBE}' maxhullvert='3'"),
    "mesh open": mesh("vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 2 1 0 1 3'"),
    "mesh inside out": mesh("vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 2 0 3 1 1 3 2 0 2 3'"),
    "mesh not used": mesh("vertex='0 0 0'", use=False),
    "mesh that is not there": scene(free("<geom type='mesh' mesh='nothing'/>")),
    "mesh geom without mesh": scene(free("<geom type='mesh'/>")),
    # height fields
    "hfield of one row": hfield("nrow='1' ncol='4' size='1 1 1 .1' elevation='0 1 0 1'"),
    "hfield of one column": hfield("nrow='4' ncol='1' size='1 1 1 .1' elevation='0 1 0 1'"),
    "hfield of no rows": hfield("nrow='0' ncol='4' size='1 1 1 .1'"),
    "hfield of negative rows": hfield("nrow='-2' ncol='4' size='1 1 1 .1'"),
    "hfield without size": hfield("nrow='2' ncol='2' elevation='0 1 0 1'"),
    "hfield of size zero": hfield("nrow='2' ncol='2' size='0 1 1 .1' elevation='0 1 0 1'"),
    "hfield of height zero": hfield("nrow='2' ncol='2' size='1 1 0 .1' elevation='0 1 0 1'"),
    "hfield of base zero": hfield("nrow='2' ncol='2' size='1 1 1 0' elevation='0 1 0 1'"),
    "hfield of negative size": hfield("nrow='2' ncol='2' size='1 -1 1 .1' elevation='0 1 0 1'"),
    "hfield flat": hfield("nrow='2' ncol='2' size='1 1 1 .1' elevation='3 3 3 3'"),
    "hfield without elevation": hfield("nrow='3' ncol='3' size='1 1 1 .1'"),
    "hfield of few elevations": hfield("nrow='2' ncol='2' size='1 1 1 .1' elevation='0 1 0'"),
    "hfield of many elevations": hfield("nrow='2' ncol='2' size='1 1 1 .1' elevation='0 1 0 1 0'"),
    "hfield with nan": hfield("nrow='2' ncol='2' size='1 1 1 .1' elevation='0 nan 0 1'"),
    "hfield of size nan": hfield("nrow='2' ncol='2' size='nan 1 1 .1' elevation='0 1 0 1'"),
    "hfield that moves": scene(
        FLOOR + free("<geom type='hfield' hfield='h'/>"),
        "<asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 .1' elevation='0 1 0 1'/></asset>",
    ),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name):
    compare(SHAPES[name], name=name)


ARM = """
<body name='a' pos='0 0 1'><joint name='j' axis='0 1 0'/><geom name='g' type='capsule' size='.03' fromto='0 0 0 .3 0 0'/>
  <site name='sa' pos='.3 0 0'/>
  <body name='b' pos='.3 0 0'><joint name='k' axis='0 1 0'/><geom type='capsule' size='.03' fromto='0 0 0 .3 0 0'/>
    <site name='sb' pos='.3 0 0'/></body></body>
<body name='c' pos='0 .5 1'><joint name='l' type='slide' axis='1 0 0'/><geom size='.05'/><site name='sc'/></body>
<body name='fixed' pos='1 1 1'><geom size='.05'/><site name='sf'/></body><site name='sw'/>
"""
TENDONS = """<tendon><fixed name='t'><joint joint='j' coef='1'/><joint joint='k' coef='-1'/></fixed>
<spatial name='s'><site site='sw'/><site site='sb'/></spatial></tendon>"""


def equality(text):
    return scene(ARM, TENDONS + f"<equality>{text}</equality>")


CONSTRAINTS = {
    "redundant connects": equality("<connect body1='b' body2='a' anchor='.1 0 0'/>" * 3),
    "redundant welds": equality("<weld body1='b' body2='a'/>" * 3),
    "contradictory connects": equality(
        "<connect body1='b' anchor='.1 0 0'/><connect body1='b' body2='c' anchor='.2 0 .3'/><weld body1='b' body2='a'/>"
    ),
    "contradictory joints": equality("<joint joint1='j' polycoef='.3'/><joint joint1='j' polycoef='-.3'/>"),
    "joint with itself": equality("<joint joint1='j' joint2='j'/>"),
    "joint with itself, shifted": equality("<joint joint1='j' joint2='j' polycoef='.1 1 0 0 0'/>"),
    "joint nan": equality("<joint joint1='j' polycoef='nan 1 0 0 0'/>"),
    "joint to a body": equality("<joint joint1='a'/>"),
    "joint alone": equality("<joint joint1='j' polycoef='.2 0 0 0 0'/>"),
    "joint huge": equality("<joint joint1='j' joint2='k' polycoef='1e6 1e6 1e6 1e6 1e6'/>"),
    "connect a body to itself": equality("<connect body1='a' body2='a' anchor='0 0 0'/>"),
    "connect world and world": equality("<connect body1='world' body2='world' anchor='0 0 0'/>"),
    "connect fixed bodies": equality("<connect body1='fixed' body2='world' anchor='0 0 0'/>"),
    "connect fixed body and world": equality("<connect body1='fixed' anchor='0 0 .1'/>"),
    "connect sites of one body": equality("<connect site1='sf' site2='sw'/>"),
    "connect a site to itself": equality("<connect site1='sa' site2='sa'/>"),
    "connect without anchor": equality("<connect body1='a'/>"),
    "connect nan": equality("<connect body1='a' anchor='nan 0 0'/>"),
    "connect half": equality("<connect body1='a' site1='sa' anchor='0 0 0'/>"),
    "connect nothing": equality("<connect anchor='0 0 0'/>"),
    "connect unknown": equality("<connect body1='nobody' anchor='0 0 0'/>"),
    "weld a body to itself": equality("<weld body1='a' body2='a'/>"),
    "weld world and world": equality("<weld body1='world' body2='world'/>"),
    "weld the world": equality("<weld body1='world'/>"),
    "weld with torquescale nan": equality("<weld body1='a' torquescale='nan'/>"),
    "weld with torquescale zero": equality("<weld body1='a' torquescale='0'/>"),
    "weld with torquescale negative": equality("<weld body1='a' torquescale='-1'/>"),
    "weld with a pose of zeros": equality("<weld body1='a' body2='b' relpose='.1 0 0 0 0 0 0'/>"),
    "weld with a pose far away": equality("<weld body1='a' body2='b' relpose='1e5 0 0 1 0 0 0'/>"),
    "tendon with itself": equality("<tendon tendon1='t' tendon2='t'/>"),
    "tendon alone": equality("<tendon tendon1='t' polycoef='.1 0 0 0 0'/>"),
    "tendon and tendon": equality("<tendon tendon1='t' tendon2='s' polycoef='0 1 .5 0 0'/>"),
    "tendon unknown": equality("<tendon tendon1='x'/>"),
    "distance": equality("<distance geom1='g'/>"),
    "solref zero": equality("<connect body1='b' anchor='0 0 0' solref='0 0'/>"),
    "solref mixed": equality("<connect body1='b' anchor='0 0 0' solref='.1 -1'/>"),
    "solref negative": equality("<connect body1='b' anchor='.1 0 0' solref='-1e5 -1e3'/>"),
    "solref very stiff": equality("<connect body1='b' body2='c' anchor='.1 0 0' solref='-1e12 -1'/>"),
    "solref tiny": equality("<connect body1='b' body2='c' anchor='.1 0 0' solref='1e-9 1'/>"),
    "solref nan": equality("<connect body1='b' body2='c' anchor='.1 0 0' solref='nan 1'/>"),
    "solimp zero": equality("<connect body1='b' body2='c' anchor='.1 0 0' solimp='0 0 0 0 0'/>"),
    "solimp beyond": equality("<connect body1='b' body2='c' anchor='.1 0 0' solimp='2 5 -1 3 .5'/>"),
    "solimp nan": equality("<connect body1='b' body2='c' anchor='.1 0 0' solimp='nan .9 .01 .5 2'/>"),
    "solimp wide power": equality("<connect body1='b' body2='c' anchor='.1 0 0' solimp='.1 .9 1 .5 40'/>"),
    "contradiction with limits": equality("<joint joint1='j' polycoef='3'/>").replace(
        "name='j'", "name='j' range='-10 10' limited='true'"
    ),
}

JOINT = "<body pos='0 0 1'><joint name='j' {}/><geom type='capsule' size='.03' fromto='0 0 0 .3 0 0'/></body>"


def joint(attributes, rest=""):
    return scene(JOINT.format(attributes), rest)


CONSTRAINTS |= {
    "limits the wrong way around": joint("range='30 -30'"),
    "limits the wrong way around, said": joint("range='30 -30' limited='true'"),
    "limits equal": joint("range='10 10' limited='true'"),
    "limits zero": joint("range='0 0' limited='true'"),
    "limits nan": joint("range='nan 10' limited='true'"),
    "limits infinite": joint("range='-inf inf' limited='true'"),
    "limits without range": joint("limited='true'"),
    "limits far away": joint("range='100 120' limited='true'"),
    "limits with margin": joint("range='-10 10' limited='true' margin='1e6'"),
    "limits of a ball": joint("type='ball' range='-1 10' limited='true'"),
    "limits of a ball at zero": joint("type='ball' range='0 0' limited='true'"),
    "limits of a slide": joint("type='slide' axis='0 0 1' range='.1 -.1' limited='true'"),
    "friction loss negative": joint("frictionloss='-1'"),
    "friction loss huge": joint("frictionloss='1e8'"),
    "friction loss nan": joint("frictionloss='nan'"),
    "damping negative": joint("damping='-1'"),
    "damping huge": joint("damping='1e8'"),
    "stiffness negative": joint("stiffness='-1'"),
    "stiffness huge": joint("stiffness='1e8'"),
    "stiffness nan": joint("stiffness='nan'"),
    "armature negative": joint("armature='-1'"),
    "armature zero": joint("armature='0'"),
    "armature huge": joint("armature='1e12'"),
    "tendon friction negative": joint(
        "", "<tendon><fixed frictionloss='-1'><joint joint='j' coef='1'/></fixed></tendon>"
    ),
    "tendon limits the wrong way": joint(
        "", "<tendon><fixed range='1 -1'><joint joint='j' coef='1'/></fixed></tendon>"
    ),
    "tendon without coefficient": joint(
        "", "<tendon><fixed frictionloss='1'><joint joint='j' coef='0'/></fixed></tendon>"
    ),
    "tendon with a joint twice": joint(
        "", "<tendon><fixed stiffness='3'><joint joint='j' coef='1'/><joint joint='j' coef='2'/></fixed></tendon>"
    ),
    "tendon of one site": scene(ARM, "<tendon><spatial><site site='sa'/></spatial></tendon>"),
    "tendon of equal sites": scene(ARM, "<tendon><spatial><site site='sa'/><site site='sa'/></spatial></tendon>"),
    "tendon of nothing": scene(ARM, "<tendon><spatial/></tendon>"),
    "tendon with pulley zero": scene(
        ARM,
        "<tendon><spatial><site site='sa'/><site site='sb'/><pulley divisor='0'/><site site='sa'/></spatial></tendon>",
    ),
    "two geoms of one body": scene(
        free("<geom name='x' size='.1'/><geom name='y' size='.1'/>"), "<contact><pair geom1='x' geom2='y'/></contact>"
    ),
    "pair with itself": scene(free("<geom name='x' size='.1'/>"), "<contact><pair geom1='x' geom2='x'/></contact>"),
    "pair of fixed geoms": scene(
        "<geom name='x' size='.1'/><geom name='y' size='.1'/>", "<contact><pair geom1='x' geom2='y'/></contact>"
    ),
    "pair unknown": scene("<geom name='x' size='.1'/>", "<contact><pair geom1='x' geom2='z'/></contact>"),
    "exclude itself": scene(
        free("<geom size='.1'/>").replace("<body", "<body name='x'"),
        "<contact><exclude body1='x' body2='x'/></contact>",
    ),
    "exclude twice": scene(ARM, "<contact><exclude body1='a' body2='b'/><exclude body1='b' body2='a'/></contact>"),
    **{
        f"{option}": scene(ARM, TENDONS, f"<option {option}/>")
        for option in [
            "timestep='0'",
            "timestep='-1'",
            "timestep='nan'",
            "timestep='1e-12'",
            "timestep='10'",
            "iterations='0'",
            "iterations='-1'",
            "ls_iterations='0'",
            "tolerance='-1'",
            "tolerance='nan'",
            "impratio='0'",
            "impratio='-1'",
            "impratio='1e10'",
            "gravity='nan 0 0'",
            "gravity='0 0 1e10'",
            "density='-1'",
            "viscosity='nan'",
            "wind='inf 0 0'",
            "o_margin='-1'",
            "ccd_iterations='0'",
            "noslip_iterations='3'",
            "noslip_iterations='-3'",
            "sdf_iterations='-1'",
        ]
    },
}


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_constraints(name):
    compare(CONSTRAINTS[name], name=name)


def stack(ratio, count=4, solver="Newton", cone="pyramidal"):
    boxes = "".join(
        free(f"<geom type='box' size='.1 .1 .1' mass='{ratio ** (k % 2) if k else 1}'/>", f"0 0 {0.1 + 0.2 * k}")
        for k in range(count)
    )
    return scene(FLOOR + boxes, option=f"<option solver='{solver}' cone='{cone}'/>")


@pytest.mark.parametrize("ratio", [1e-3, 1e3, 1e6])
@pytest.mark.parametrize("solver", ["Newton", "CG", "PGS"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_stacks_of_unequal_masses(ratio, solver, cone):
    # solvers that stop at the limit of iterations stop at slightly different points
    exact = solver == "Newton"
    text = stack(ratio, solver=solver, cone=cone)
    if exact:
        compare(text, tolerance=1e-5)
        return
    model = load(ligament, text)
    data = ligament.MjData(model)
    for _ in range(STEPS):
        ligament.mj_step(model, data)
    assert np.isfinite(data.qpos).all() and np.isfinite(data.qacc).all() and not any(warnings_of(data))


MACHINE = scene(
    FLOOR
    + ARM
    + "<body name='m' mocap='true' pos='0 0 .3'><geom size='.05'/></body>"
    + free("<geom size='.1'/>", "0 -.5 .09"),
    TENDONS
    + """<actuator><motor joint='j'/><position joint='k' kp='5' ctrlrange='-1 1'/><general joint='l' dyntype='integrator'/>
    <muscle tendon='s' lengthrange='.1 2'/><general joint='j' dyntype='filterexact' dynprm='.1' actlimited='true' actrange='-1 1'/>
    </actuator><equality><weld body1='m' body2='c' solref='.1 1'/></equality>
    <sensor><jointpos joint='j'/><accelerometer site='sb'/><actuatorfrc actuator='0'/></sensor>""".replace(
        "actuator='0'", "actuator='u'"
    ).replace("<motor joint='j'/>", "<motor name='u' joint='j'/>"),
)

FIELDS = [
    "ctrl",
    "qpos",
    "qvel",
    "act",
    "qfrc_applied",
    "xfrc_applied",
    "mocap_pos",
    "mocap_quat",
    "qacc_warmstart",
    "time",
]
VALUES = [np.nan, np.inf, -np.inf, 1e10, -1e10, 1e11, 1e300, 0.0]


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "RK4"])
def test_states_that_are_no_states(field, value, integrator):
    text = MACHINE.replace("<mujoco>", f"<mujoco><option integrator='{integrator}'/>")

    def disturb(module, model, data, step):
        if step != 2:
            return
        if field == "time":
            data.time = value
        else:
            getattr(data, field).reshape(-1)[1] = value

    compare(text, disturb, steps=5, tolerance=1e-4)


@pytest.mark.parametrize("flag", ["clampctrl", "autoreset", "warmstart", "limit", "contact", "equality"])
def test_huge_controls_with_a_flag_off(flag):
    text = MACHINE.replace("<mujoco>", f"<mujoco><option><flag {flag}='disable'/></option>")

    def disturb(module, model, data, step):
        data.ctrl[:] = [1e9, np.nan if step == 2 else 1e9, -1e9, 1e9, 1e9]

    # without a reset, numbers grow beyond those that rounding leaves alone
    compare(text, disturb, steps=4, tolerance=1e-4 if flag != "autoreset" else 1.0)


def arrays(model):
    """Names of the arrays of numbers that a model has."""
    for name in dir(model):
        array = getattr(model, name, None) if not name.startswith("_") else None
        if isinstance(array, np.ndarray) and array.dtype.kind == "f" and array.size and array.flags.writeable:
            yield name


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_models_with_spoiled_numbers_end(path):
    model = ligament.MjModel.from_xml_path(path)
    for name in arrays(model):
        array = getattr(model, name)
        kept = array.copy()
        rng = np.random.default_rng(zlib.crc32(name.encode()))
        for value in (np.nan, np.inf, 0.0, -1.0):
            array.reshape(-1)[rng.integers(array.size, size=1 + array.size // 4)] = value
            data = ligament.MjData(model)
            data.ctrl[:] = 0.3
            for _ in range(2):
                ligament.mj_step(model, data)
            array[...] = kept

"""Comparison of scenes of MuJoCo and Ligament, field by field."""

import numpy as np

TOLERANCE = 1e-6
GEOM = (
    "type dataid objtype objid category matid texid texuniform texcoord segid size pos mat rgba emission specular "
    "shininess reflectance texrepeat castshadow label modelrbound transparent"
).split()
LIGHT = (
    "id pos dir type texid attenuation cutoff exponent ambient diffuse specular headlight castshadow bulbradius "
    "intensity range softness"
).split()
CAMERA = (
    "pos forward up frustum_center frustum_width frustum_bottom frustum_top frustum_near frustum_far orthographic"
).split()
SCENE = (
    "maxgeom ngeom nlight nskin nflex status enabletransform translate rotate scale stereo flags framewidth framergb "
    "skinfacenum skinvertadr skinvertnum flexvertopt flexedgeopt flexfaceopt flexskinopt"
).split()
PERTURB = "select flexselect skinselect active active2 refpos refquat refselpos localpos localmass scale".split()
VIEW = "type fixedcamid trackbodyid lookat distance azimuth elevation orthographic".split()


def same(a, b, tolerance=TOLERANCE):
    """Whether texts and whole numbers are equal, and others nearly so."""
    if isinstance(a, (str, int)):
        return a == b
    a, b = np.asarray(a, float), np.asarray(b, float)
    if a.shape != b.shape:
        return False
    near = np.abs(a - b) <= tolerance * np.maximum(1, np.abs(a))
    return bool(np.all(near | (a == b) | (np.isnan(a) & np.isnan(b))))


def fields(a, b, names, tolerance=TOLERANCE):
    """Names of fields that differ, with their values."""
    pairs = ((name, getattr(a, name), getattr(b, name)) for name in names)
    return [(name, x, y) for name, x, y in pairs if not same(x, y, tolerance)]


def scenes(a, b):
    """The first differences of two scenes."""
    found = [("scene", *row) for row in fields(a, b, SCENE)]
    if a.nskin:
        found += [("scene", *row) for row in fields(a, b, ("skinvert", "skinnormal"))]
    for what, names, count in (("geoms", GEOM, min(a.ngeom, b.ngeom)), ("lights", LIGHT, min(a.nlight, b.nlight))):
        left, right = getattr(a, what), getattr(b, what)
        for i in range(count):
            rows = fields(left[i], right[i], names)
            if rows:
                found += [(f"{what}[{i}]", *row) for row in rows]
                break
    for i in range(2):
        found += [(f"camera[{i}]", *row) for row in fields(a.camera[i], b.camera[i], CAMERA)]
    return found


def equal_states(mujoco, ligament, models, steps=0, seed=0):
    """Data of both engines in the same state, some steps of MuJoCo from the start."""
    (theirs, ours) = models
    a, b = mujoco.MjData(theirs), ligament.MjData(ours)
    if theirs.nkey:
        mujoco.mj_resetDataKeyframe(theirs, a, 0)
    a.ctrl[:] = np.random.default_rng(seed).uniform(-0.8, 0.8, theirs.nu)
    for _ in range(steps):
        mujoco.mj_step(theirs, a)
    kind = mujoco.mjtState.mjSTATE_INTEGRATION
    state = np.zeros(mujoco.mj_stateSize(theirs, kind))
    mujoco.mj_getState(theirs, a, state, kind)
    for module, m, d in ((mujoco, theirs, a), (ligament, ours, b)):
        module.mj_setState(m, d, state, kind)
        module.mj_forward(m, d)
    return a, b


def everything(opt, pert, nbody):
    """Switches everything on and pulls at a body."""
    opt.flags[:] = 1
    for group in ("geom", "site", "joint", "tendon", "actuator", "skin"):
        getattr(opt, group + "group")[:] = 1
    pert.select, pert.active = min(2, nbody - 1), 3
    pert.localpos[:] = 0.1, 0.2, 0.3
    pert.refpos[:], pert.refselpos[:], pert.refquat[:] = 0.1, 0.2, (0.6, 0.8, 0, 0)


def cases(nbody):
    """Ways to set up options and perturbations: the default, every flag, label, frame and both together."""
    yield "default", lambda opt, pert: None
    yield "everything", lambda opt, pert: everything(opt, pert, nbody)
    for i in range(31):
        yield f"flag {i}", lambda opt, pert, i=i: opt.flags.__setitem__(i, 1 - opt.flags[i])
    for name, count in (("label", 17), ("frame", 8)):
        for i in range(count):

            def full(opt, pert, name=name, i=i):
                everything(opt, pert, nbody)
                setattr(opt, name, i)

            def plain(opt, pert, name=name, i=i):
                opt.flags[:] = 0
                pert.select = min(1, nbody - 1)
                setattr(opt, name, i)

            yield f"{name} {i}", full
            yield f"{name} {i} alone", plain


def differences(worlds, setup, catmask=7, maxgeom=20000):
    """What differs between the scenes of both engines after the same setup."""
    made = []
    for module, m, d in worlds:
        opt, pert, cam = module.MjvOption(), module.MjvPerturb(), module.MjvCamera()
        module.mjv_defaultFreeCamera(m, cam)
        setup(opt, pert)
        scene = module.MjvScene(m, maxgeom)
        module.mjv_updateScene(m, d, opt, pert, cam, catmask, scene)
        made.append(scene)
    return scenes(*made)

"""MuJoCo's `mjv_*`: thin layers over the native functions, which take and give records as bytes."""

import sys

import numpy as np

from . import _ligament
from ._logging import MjLogConfig
from ._visual import MjvCamera, MjvFigure, MjvGeom, MjvGLCamera, MjvOption, MjvPerturb, MjvScene


def _check(value, kind, name):
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be {kind.__name__}, not {type(value).__name__}")
    return value


def _data(value, kind, name):
    return _check(value, kind, name)._bytes()


def _maybe(value, kind, name):
    return None if value is None else _data(value, kind, name)


def _numbers(value, count, name):
    found = np.asarray(value, np.float64).reshape(-1)
    if found.size != count:
        raise TypeError(f"{name} should have {count} numbers, but has {found.size}")
    return found.tolist()


def _fill(target, values, name):
    values = np.asarray(values)
    if not isinstance(target, np.ndarray) or target.size != values.size:
        raise TypeError(f"{name} should be an array of {values.size} numbers")
    target[...] = values.reshape(target.shape)


def _int(value, name):
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name} must be a whole number") from None
    return max(-(2**31), min(2**31 - 1, number))


def _warn_if_full(scn, before):
    if not scn.status or before:
        return
    warn(f"Pre-allocated visual geom buffer is full. Increase maxgeom above {scn.maxgeom}.")


def warn(text):
    """Gives a warning to whoever wants warnings."""
    handler = _ligament.get_warning_handler()
    if handler is not None:
        handler(text)
    elif MjLogConfig.get().logto_console:
        print(f"WARNING: {text}\n", file=sys.stderr)


def mjv_defaultOption(opt):
    """Sets the default options."""
    _check(opt, MjvOption, "opt")._take(MjvOption._default)


def mjv_defaultCamera(cam):
    """Sets the default camera."""
    _check(cam, MjvCamera, "cam")._take(MjvCamera._default)


def mjv_defaultPerturb(pert):
    """Sets the default perturbation: nothing is selected."""
    _check(pert, MjvPerturb, "pert")._take(MjvPerturb._default)


def mjv_defaultFigure(fig):
    """Sets the default figure."""
    _check(fig, MjvFigure, "fig")._take(MjvFigure._default)


def mjv_defaultFreeCamera(m, cam):
    """Sets the free camera that shows the whole model."""
    _check(cam, MjvCamera, "cam")._take(_ligament.visual_free_camera(m))


def mjv_updateScene(m, d, opt, pert, cam, catmask, scn):
    """Makes the whole scene."""
    before = _check(scn, MjvScene, "scn").status
    new = _ligament.visual_update_scene(
        m,
        d,
        _data(opt, MjvOption, "opt"),
        _maybe(pert, MjvPerturb, "pert"),
        _maybe(cam, MjvCamera, "cam"),
        _int(catmask, "catmask"),
        scn._packed(),
    )
    scn._take_head(new.head)
    scn._take_geoms(0, new.geoms)
    scn._take_lights(new.lights)
    scn._cameras[:] = np.frombuffer(new.camera, MjvGLCamera._dtype)
    if scn.nskin:
        scn._take_skins(new.skinvert, new.skinnormal)
    if cam is not None:
        cam._take(new.view)
    _warn_if_full(scn, before)


def mjv_addGeoms(m, d, opt, pert, catmask, scn):
    """Adds geoms of some categories to those of the scene."""
    before, first = _check(scn, MjvScene, "scn").status, scn.ngeom
    new = _ligament.visual_add_geoms(
        m,
        d,
        _data(opt, MjvOption, "opt"),
        _maybe(pert, MjvPerturb, "pert"),
        _int(catmask, "catmask"),
        scn._packed(),
        first,
    )
    scn._take_head(new.head)
    scn._take_geoms(first, new.geoms)
    _warn_if_full(scn, before)


def mjv_makeLights(m, d, scn):
    """Makes the list of lights."""
    _check(scn, MjvScene, "scn")._take_lights(_ligament.visual_make_lights(m, d, scn._packed()))


def mjv_updateSkin(m, d, scn):
    """Brings the surfaces of skins up to date."""
    scn._take_skins(*_ligament.visual_update_skin(m, d, _check(scn, MjvScene, "scn")._packed()))


def mjv_updateCamera(m, d, cam, scn):
    """Sets both cameras of the scene."""
    cam_data, eyes, transform = _ligament.visual_update_camera(
        m, d, _data(cam, MjvCamera, "cam"), _check(scn, MjvScene, "scn")._packed()
    )
    cam._take(cam_data)
    scn._cameras[:] = np.frombuffer(eyes, MjvGLCamera._dtype)
    scn.enabletransform = transform


def _gl(data):
    camera = MjvGLCamera()
    camera._take(data)
    return camera


def mjv_camera2GLCamera(m, d, cam):
    """The camera that pictures are taken with."""
    return _gl(_ligament.visual_gl_camera(m, d, _data(cam, MjvCamera, "cam")))


def mjv_averageCamera(cam1, cam2):
    """The camera between two others."""
    return _gl(_ligament.visual_average_camera(_data(cam1, MjvGLCamera, "cam1"), _data(cam2, MjvGLCamera, "cam2")))


def mjv_cameraFrame(headpos, forward, up, right, d, cam):
    """Position and axes of a camera."""
    found = _ligament.visual_camera_frame(d, _data(cam, MjvCamera, "cam"))
    for target, values, name in zip((headpos, forward, up, right), found, ("headpos", "forward", "up", "right")):
        if target is not None:
            _fill(target, values, name)


def mjv_cameraFrustum(zver, zhor, zclip, m, cam):
    """Edges of the near plane, near and far distance."""
    found = _ligament.visual_camera_frustum(m, _data(cam, MjvCamera, "cam"))
    for target, values, name in zip((zver, zhor, zclip), found, ("zver", "zhor", "zclip")):
        if target is not None:
            _fill(target, values, name)


def _put_head(found, headpos, forward, up):
    for target, values, name in zip((headpos, forward, up), found, ("headpos", "forward", "up")):
        _fill(target, values, name)


def mjv_cameraInModel(headpos, forward, up, scn):
    """The middle of both cameras, in the space of the model."""
    _put_head(_ligament.visual_camera_in_model(_check(scn, MjvScene, "scn")._packed()), headpos, forward, up)


def mjv_cameraInRoom(headpos, forward, up, scn):
    """The middle of both cameras, in the room."""
    _put_head(_ligament.visual_camera_in_room(_check(scn, MjvScene, "scn")._packed()), headpos, forward, up)


def mjv_frustumHeight(scn):
    """Height of what is seen at unit distance."""
    return _ligament.visual_frustum_height(_check(scn, MjvScene, "scn")._packed())


def mjv_room2model(modelpos, modelquat, roompos, roomquat, scn):
    """A pose in the room, seen from the model."""
    found = _ligament.visual_room_to_model(
        _numbers(roompos, 3, "roompos"), _numbers(roomquat, 4, "roomquat"), _check(scn, MjvScene, "scn")._packed()
    )
    _fill(modelpos, found[0], "modelpos")
    _fill(modelquat, found[1], "modelquat")


def mjv_model2room(roompos, roomquat, modelpos, modelquat, scn):
    """A pose in the model, seen from the room."""
    found = _ligament.visual_model_to_room(
        _numbers(modelpos, 3, "modelpos"), _numbers(modelquat, 4, "modelquat"), _check(scn, MjvScene, "scn")._packed()
    )
    _fill(roompos, found[0], "roompos")
    _fill(roomquat, found[1], "roomquat")


def mjv_alignToCamera(res, vec, forward):
    """Turns a vector in the horizontal plane, so that its second axis looks the way `forward` does."""
    _fill(res, _ligament.visual_align_to_camera(_numbers(vec, 3, "vec"), _numbers(forward, 3, "forward")), "res")


def mjv_moveCamera(m, action, reldx, reldy, cam):
    """Moves a camera with the mouse."""
    rel = [float(reldx), float(reldy)]
    cam._take(_ligament.visual_move_camera(m, _int(action, "action"), rel, _data(cam, MjvCamera, "cam")))


def mjv_moveModel(m, action, reldx, reldy, roomup, scn):
    """Moves the model in the room with the mouse."""
    rel = [float(reldx), float(reldy)]
    up = _numbers(roomup, 3, "roomup")
    packed = _check(scn, MjvScene, "scn")._packed()
    scn._take_head(_ligament.visual_move_model(m, _int(action, "action"), rel, up, packed))


def mjv_movePerturb(m, d, action, reldx, reldy, scn, pert):
    """Moves what is pulled at with the mouse."""
    rel = [float(reldx), float(reldy)]
    packed = _check(scn, MjvScene, "scn")._packed()
    data = _data(pert, MjvPerturb, "pert")
    pert._take(_ligament.visual_move_perturb(m, d, _int(action, "action"), rel, packed, data))


def mjv_initPerturb(m, d, scn, pert):
    """Starts a perturbation at the present pose of the selected body."""
    packed = _check(scn, MjvScene, "scn")._packed()
    pert._take(_ligament.visual_init_perturb(m, d, packed, _data(pert, MjvPerturb, "pert")))


def mjv_applyPerturbPose(m, d, pert, flg_paused):
    """Puts the selected body where it is pulled."""
    _ligament.visual_apply_pose(m, d, _data(pert, MjvPerturb, "pert"), bool(flg_paused))


def mjv_applyPerturbForce(m, d, pert):
    """Pulls the selected body with a spring."""
    _ligament.visual_apply_force(m, d, _data(pert, MjvPerturb, "pert"))


def mjv_select(m, d, vopt, aspectratio, relx, rely, scn, selpnt, geomid, flexid, skinid):
    """The body at a point of the picture, or -1."""
    body, geom, skin, point = _ligament.visual_select(
        m,
        d,
        _data(vopt, MjvOption, "vopt"),
        float(aspectratio),
        [float(relx), float(rely)],
        _check(scn, MjvScene, "scn")._packed(),
    )
    for target, value, name in ((geomid, geom, "geomid"), (flexid, -1, "flexid"), (skinid, skin, "skinid")):
        _fill(target, [value], name)
    if point is not None:
        _fill(selpnt, point, "selpnt")
    return body


def mjv_initGeom(geom, type, size, pos, mat, rgba):
    """Sets what is given and resets the rest."""
    given = [None if x is None else _numbers(x, n, name) for x, n, name in zip(
        (size, pos, mat, rgba), (3, 3, 9, 4), ("size", "pos", "mat", "rgba"))]
    geom._take(_ligament.visual_init_geom(_data(geom, MjvGeom, "geom"), _int(type, "type"), *given))


def mjv_connector(geom, type, width, from_, to):
    """Makes a geom reach from one point to another."""
    geom._take(
        _ligament.visual_connector(
            _data(geom, MjvGeom, "geom"),
            _int(type, "type"),
            float(width),
            _numbers(from_, 3, "from_"),
            _numbers(to, 3, "to"),
        )
    )


__all__ = [name for name in dir() if name.startswith("mjv_")]

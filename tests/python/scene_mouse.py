"""Random calls of the functions for the mouse and for cameras, in both engines."""

import numpy as np
from scene_compare import CAMERA, PERTURB, VIEW, fields, same

KINDS = ("camera", "model", "perturb", "init", "select", "pose", "force", "room", "update")
ROOM = ("enabletransform", "translate", "rotate", "scale")


class World:
    """One engine with everything that the mouse moves."""

    def __init__(self, module, m, d):
        self.module, self.m, self.d = module, m, d
        self.opt, self.pert, self.cam = module.MjvOption(), module.MjvPerturb(), module.MjvCamera()
        self.scene = module.MjvScene(m, 1000)
        self.home()

    def home(self):
        """The free camera at its start, the model where it is."""
        self.module.mjv_defaultFreeCamera(self.m, self.cam)
        self.module.mjv_updateCamera(self.m, self.d, self.cam, self.scene)
        self.scene.translate[:], self.scene.rotate[:], self.scene.scale = 0, (1, 0, 0, 0), 1

    def call(self, kind, a):
        """Makes one call; gives its results, or the kind of error."""
        try:
            return getattr(self, kind)(a)
        except (self.module.FatalError, IndexError) as error:
            return [type(error).__name__]

    def camera(self, a):
        self.module.mjv_moveCamera(self.m, a["action"], *a["drag"], self.cam)
        return []

    def model(self, a):
        self.scene.enabletransform = a["transform"]
        self.module.mjv_moveModel(self.m, a["action"], *a["drag"], a["vector"], self.scene)
        return []

    def perturb(self, a):
        self.pert.select = a["body"]
        self.module.mjv_movePerturb(self.m, self.d, a["action"], *a["drag"], self.scene, self.pert)
        return []

    def init(self, a):
        self.pert.select, self.pert.localpos[:] = a["body"], 0.2 * a["vector"]
        self.module.mjv_initPerturb(self.m, self.d, self.scene, self.pert)
        return []

    def select(self, a):
        point, ids = np.zeros(3), [np.zeros(1, np.int32) for _ in range(3)]
        at = (a["aspect"], *a["at"])
        body = self.module.mjv_select(self.m, self.d, self.opt, *at, self.scene, point, *ids)
        far = max(1.0, float(np.abs(point).max()))
        return [body, *(int(x[0]) for x in ids), point / far]

    def pull(self, a):
        self.pert.select, self.pert.active, self.pert.active2 = a["body"], a["active"], a["active2"]
        self.pert.refquat[:] = a["quat"]

    def pose(self, a):
        self.pull(a)
        self.pert.refpos[:] = a["vector"]
        d, kept = self.d, [x.copy() for x in (self.d.qpos, self.d.mocap_pos, self.d.mocap_quat)]
        self.module.mjv_applyPerturbPose(self.m, d, self.pert, a["paused"])
        found = [x.copy() for x in (d.qpos, d.mocap_pos, d.mocap_quat)]
        d.qpos[:], d.mocap_pos[:], d.mocap_quat[:] = kept
        return found

    def force(self, a):
        self.pull(a)
        self.d.xfrc_applied[:] = a["vector"][0]
        self.module.mjv_applyPerturbForce(self.m, self.d, self.pert)
        return [self.d.xfrc_applied.copy()]

    def room(self, a):
        scene, module = self.scene, self.module
        scene.enabletransform, scene.scale = a["transform"], a["aspect"]
        scene.translate[:], scene.rotate[:] = a["vector"], a["quat"]
        found = []
        for convert in (module.mjv_room2model, module.mjv_model2room):
            pos, quat = np.zeros(3), np.zeros(4)
            convert(pos, quat, a["vector"], a["quat"] * 2, scene)
            found += [pos, quat]
        for where in (module.mjv_cameraInModel, module.mjv_cameraInRoom):
            head = np.zeros((3, 3))
            where(head[0], head[1], head[2], scene)
            found.append(head)
        aligned = np.zeros(3)
        module.mjv_alignToCamera(aligned, a["vector"], a["quat"][:3])
        mean = module.mjv_averageCamera(*scene.camera)
        return [*found, aligned, module.mjv_frustumHeight(scene), *(getattr(mean, name) for name in CAMERA)]

    def update(self, a):
        self.cam.type = min(a["camera"], 2 if self.m.ncam else 1)
        self.cam.fixedcamid, self.cam.trackbodyid = self.m.ncam - 1, a["body"]
        self.cam.orthographic = a["paused"]
        self.module.mjv_updateCamera(self.m, self.d, self.cam, self.scene)
        eye = self.module.mjv_camera2GLCamera(self.m, self.d, self.cam)
        frame, frustum = np.zeros((4, 3)), np.zeros((3, 2), np.float32)
        self.module.mjv_cameraFrame(*frame, self.d, self.cam)
        self.module.mjv_cameraFrustum(*frustum, self.m, self.cam)
        self.cam.type = 0
        return [frame, frustum, *(getattr(eye, name) for name in CAMERA)]


def arguments(rng, nbody):
    """Random arguments of a call."""
    quat = rng.standard_normal(4)
    return {
        "action": int(rng.integers(1, 10) if rng.random() < 0.9 else rng.integers(-1, 12)),
        "drag": rng.uniform(-0.3, 0.3, 2),
        "body": int(rng.integers(0, nbody)),
        "active": int(rng.integers(0, 4)),
        "active2": int(rng.integers(0, 4)) if rng.random() < 0.3 else 0,
        "vector": rng.standard_normal(3),
        "quat": quat / np.linalg.norm(quat),
        "at": rng.uniform(0, 1, 2),
        "aspect": rng.uniform(0.5, 2),
        "transform": int(rng.integers(0, 2)),
        "camera": int(rng.integers(0, 3)),
        "paused": int(rng.integers(0, 2)),
    }


def random_calls(worlds, count, seed):
    """Differences after random calls, as tuples of the number, the kind and what differs."""
    rng = np.random.default_rng(seed)
    theirs, ours = (World(*world) for world in worlds)
    found = []
    for number in range(count):
        kind, a = rng.choice(KINDS), arguments(rng, theirs.m.nbody)
        results = [world.call(kind, a) for world in (theirs, ours)]
        wrong = [("result", x, y) for x, y in zip(*results, strict=True) if not same(x, y)]
        wrong += fields(theirs.pert, ours.pert, PERTURB, 1e-5)
        wrong += fields(theirs.cam, ours.cam, VIEW)
        wrong += fields(theirs.scene, ours.scene, ROOM, 1e-5)
        for i in range(2):
            wrong += fields(theirs.scene.camera[i], ours.scene.camera[i], CAMERA)
        if wrong:
            found.append((number, str(kind), a, wrong))
            break
        if number % 40 == 39:
            theirs.home()
            ours.home()
    return found

"""Writing what was changed in a compiled model back to the editable one, as what compiles to it."""

import math

import numpy as np

from . import _ligament, _spec_whole
from . import _spec_tables as tables
from ._spec_orientation import notes_of

# Arrays whose numbers are those of the row of the editable model.
_SAME = {
    "geom": ("size", "contype", "conaffinity", "condim", "priority", "friction", "solmix", "solref", "solimp", "margin",
             "gap", "surfacevel", "adhesion", "rgba", "group"),
    "site": ("size", "rgba", "group"),
    "body": ("gravcomp",),
    "joint": ("solref:solref_limit", "solimp:solimp_limit", "margin", "group", "stiffness"),
    "light": ("pos", "dir", "ambient", "diffuse", "specular", "attenuation", "cutoff", "exponent", "active", "castshadow"),
    "camera": ("fovy", "ipd"),
    "material": ("rgba", "emission", "specular", "shininess", "reflectance", "metallic", "roughness"),
    "pair": ("solref", "solreffriction", "solimp", "margin", "gap", "friction", "adhesion"),
    "equality": ("solref", "solimp"),
    "tendon": ("range", "margin", "width", "rgba", "group", "frictionloss", "armature"),
    "actuator": ("gainprm", "biasprm", "dynprm", "gear", "ctrlrange", "forcerange", "actrange", "cranklength", "lengthrange"),
    "sensor": ("cutoff", "noise"),
}  # fmt: skip
_PREFIX = {"joint": "jnt", "camera": "cam", "material": "mat", "equality": "eq"}
_DOF = {"armature": "armature", "damping": "damping", "frictionloss": "frictionloss"}
_POSED = ("body", "geom", "site", "camera")
_ANGLES = ("range", "ref")


def _turn(quat, vector):
    out = np.zeros(3)
    _ligament.mju_rotVecQuat(out, np.asarray(vector, dtype=float), np.asarray(quat, dtype=float))
    return out


def _product(a, b):
    out = np.zeros(4)
    _ligament.mju_mulQuat(out, np.asarray(a, dtype=float), np.asarray(b, dtype=float))
    return out


def _inverse(quat):
    return np.array([quat[0], -quat[1], -quat[2], -quat[3]])


class Back:
    """The part of MjSpec that takes values back from a compiled model."""

    __slots__ = ()

    def copy_back(self, model):
        """Takes over what was changed in a model that this one was compiled to; what it cannot express is an error."""
        if model.signature != self._signature():
            raise ValueError("The mjSpec does not match mjModel. Please recompile the mjSpec.")
        fresh, index_of = self._trial(None)
        writes = []
        handled = set()
        for kind, names in _SAME.items():
            self._plain(kind, names, fresh, model, index_of, writes, handled)
        for kind in _POSED:
            self._poses(kind, fresh, model, index_of, writes, handled)
        self._joints(fresh, model, index_of, writes, handled)
        self._inertias(fresh, model, index_of, writes, handled)
        _refuse_others(fresh, model, handled)
        for write in writes:
            write()
        self.option._assign(model.opt)
        self.visual._assign(model.vis)

    def _changed(self, kind, array, fresh, model, index_of):
        """Elements whose row of an array was changed, with the row."""
        before, after = np.asarray(getattr(fresh, array)), np.asarray(getattr(model, array))
        if np.array_equal(before, after):
            return
        for element in getattr(self, tables.KINDS[kind][1]):
            i = index_of(element._place)
            if i is not None and not np.array_equal(before[i], after[i]):
                yield element, after[i]

    def _plain(self, kind, names, fresh, model, index_of, writes, handled):
        prefix = _PREFIX.get(kind, kind)
        for entry in names:
            name, _, row = entry.partition(":")
            array = f"{prefix}_{name}"
            if not hasattr(model, array):
                continue
            handled.add(array)
            for element, value in self._changed(kind, array, fresh, model, index_of):
                value = value.tolist() if isinstance(value, np.ndarray) and value.ndim else np.asarray(value).item()
                writes.append(lambda e=element, r=row or name, v=value: _assign(e, r, v))

    def _poses(self, kind, fresh, model, index_of, writes, handled):
        prefix = _PREFIX.get(kind, kind)
        arrays = f"{prefix}_pos", f"{prefix}_quat"
        handled.update(arrays)
        before = [np.asarray(getattr(fresh, array)) for array in arrays]
        after = [np.asarray(getattr(model, array)) for array in arrays]
        for element in getattr(self, tables.KINDS[kind][1]):
            i = index_of(element._place)
            if i is None or all(np.array_equal(a[i], b[i]) for a, b in zip(before, after)):
                continue
            pos, quat = _in_frames(element.frame, after[0][i], after[1][i])
            turned = not np.array_equal(before[1][i], after[1][i])
            writes.append(lambda e=element, p=pos, q=quat if turned else None: _set_pose(e, p, q))

    def _joints(self, fresh, model, index_of, writes, handled):
        handled.update(("jnt_range", "jnt_axis", "jnt_pos", *(f"dof_{name}" for name in _DOF)))
        for name in ("axis", "pos"):
            for joint, value in self._changed("joint", f"jnt_{name}", fresh, model, index_of):
                pos, turn = _frame_pose(joint.frame)
                local = _turn(_inverse(turn), value if name == "axis" else value - pos)
                writes.append(lambda e=joint, n=name, v=local.tolist(): setattr(e, n, v))
        for joint, value in self._changed("joint", "jnt_range", fresh, model, index_of):
            angular = joint.type.name in ("mjJNT_HINGE", "mjJNT_BALL") and joint.compiler.degree
            value = np.degrees(value) if angular else np.asarray(value)
            writes.append(lambda e=joint, v=value.tolist(): setattr(e, "range", v))
        for name in _DOF:
            before, after = np.asarray(getattr(fresh, f"dof_{name}")), np.asarray(getattr(model, f"dof_{name}"))
            for joint in self.joints:
                i = index_of(joint._place)
                first = int(model.jnt_dofadr[i])
                if not np.array_equal(before[first], after[first]):
                    writes.append(lambda e=joint, n=name, v=after[first]: setattr(e, n, v.tolist()))

    def _inertias(self, fresh, model, index_of, writes, handled):
        arrays = ("body_mass", "body_inertia", "body_ipos", "body_iquat")
        handled.update((*arrays, "body_subtreemass"))
        for body in self.bodies:
            i = index_of(body._place)
            if i is None or all(np.array_equal(getattr(fresh, a)[i], getattr(model, a)[i]) for a in arrays):
                continue
            if self._infers():
                raise ValueError(
                    "Error: the mass or inertia of a body was changed in the model: "
                    f"{_spec_whole._INFERRED}\nElement name '{body.name}', id {i}"
                )
            values = [np.array(getattr(model, a)[i]) for a in ("body_mass", "body_ipos", "body_iquat", "body_inertia")]
            writes.append(lambda b=body, v=values: _spec_whole._set_inertial(b, *v))


def _assign(element, name, value):
    row = {"type": "kind"}.get(name, name)
    if isinstance(value, list) and len(value) == 3 and name == "friction" and element._kind == "pair":
        value = value + [0.0, 0.0]
    element._write(row, value)
    element._live.clear()


def _frame_pose(frame):
    """The pose of a frame in its body."""
    pos, quat = np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0])
    while frame is not None:
        notes = frame._read("orientation")
        compiler = frame.compiler
        own = np.array(
            _ligament.resolve_orientation(
                compiler.degree, "".join(compiler.eulerseq), notes["type"], notes[notes["type"]]
            )
        )
        pos = np.array(frame.pos) + _turn(own, pos)
        quat = _product(own, quat)
        frame = frame.frame
    return pos, quat


def _in_frames(frame, pos, quat):
    """A pose of a body as seen from a frame of it."""
    if frame is None:
        return np.array(pos), np.array(quat)
    origin, turn = _frame_pose(frame)
    back = _inverse(turn)
    return _turn(back, np.asarray(pos) - origin), _product(back, quat)


def _set_pose(element, pos, quat):
    if element._kind in ("geom", "site") and not math.isnan(element.fromto[0]):
        element._write("fromto", None)
        quat = element.quat if quat is None else quat
    element.pos = pos.tolist()
    if quat is not None:
        record = {"type": "quat", "quat": np.asarray(quat).tolist()}
        element._write("+alt", notes_of(record))
        element._write("orientation", record)
    element._live.clear()


def _refuse_others(fresh, model, handled):
    """An error if an array was changed that is not taken back and does not follow from others."""
    for _, name, *_ in _ligament.fields():
        if name in handled or name in _DERIVED or name.startswith(("name_", "bvh_", "mesh_", "flex", "oct_")):
            continue
        before, after = np.asarray(getattr(fresh, name)), np.asarray(getattr(model, name))
        if before.shape != after.shape or not np.array_equal(before, after, equal_nan=before.dtype.kind == "f"):
            raise ValueError(f"Error: '{name}' was changed in the model; it cannot be taken back")


# Arrays that the compiler finds from others; mj_setConst changes them.
_DERIVED = frozenset(
    ["qpos0", "qpos_spring", "body_invweight0", "body_subtreemass", "dof_invweight0", "dof_M0", "tendon_length0", "tendon_invweight0", "actuator_acc0", "actuator_length0", "geom_rbound", "geom_aabb", "cam_pos0", "cam_poscom0", "cam_mat0", "light_pos0", "light_poscom0", "light_dir0", "names", "paths", "names_map", "text_data"]
)

"""Edits of a model as a whole: discarding what is only seen, merging equal assets, fusing static bodies, adopting inertia."""

import numpy as np

from . import _spec_inertial, _spec_messages
from . import _spec_tables as tables
from ._model import MjModel

_BODY, _GEOM = tables.OBJECTS["body"], tables.OBJECTS["geom"]
# Rows that name elements, by the kind of element they name.
_NAMING = {
    "material": (
        ("geom", "material"),
        ("site", "material"),
        ("tendon", "material"),
        ("skin", "material"),
        ("mesh", "material"),
    ),
    "mesh": (("geom", "mesh"), ("site", "mesh")),
    "texture": (("light", "texture"),),
}
_INFERRED = "inertiafromgeom is 'true', so the inertia of every body is inferred from its geoms"


class Whole:
    """The part of MjSpec that edits the model as a whole."""

    __slots__ = ()

    def _trial(self, vfs):
        """Compiles a copy: the model, and where elements are in it."""
        files = self._memory(vfs)
        self._refuse_foreign()
        self._push()
        native = self._native.copy()
        native.set_files(files)
        model, problems = native.compile()
        if model is None:
            _spec_messages.fail(problems, self)
        return MjModel._of(model), native.index_of

    def _infers(self):
        return int(self.compiler.inertiafromgeom) == 1

    def _own(self, what):
        if self._parent is not None:
            raise ValueError(f"Cannot {what} of an attached mjSpec.")

    def adopt_inertial(self, body, vfs=None):
        """Makes the inertia that the compiler infers for a body its explicit inertia."""
        if self._infers():
            raise ValueError(f"Error: an inertial cannot be adopted: {_INFERRED}\nElement name '{body.name}'")
        self._adopt([body], *self._trial(vfs))

    def _adopt(self, bodies, model, index_of):
        for body in bodies:
            i = index_of(body._place)
            if i is None:
                raise ValueError(f"Error: the body is not in the compiled model\nElement name '{body.name}'")
            _set_inertial(body, model.body_mass[i], model.body_ipos[i], model.body_iquat[i], model.body_inertia[i])

    def discard_visual(self, vfs=None):
        """Deletes geoms that nothing collides with or refers to, and materials, textures and meshes; returns how many.

        Bodies whose inertia was inferred from such geoms keep it as explicit inertia.
        """
        _ = self._memory(vfs)
        self._own("discard the visual elements")
        named = self._geoms_named()
        geoms = [g for g in self.geoms if g.contype == 0 and g.conaffinity == 0 and g.name not in named]
        low, high = self.compiler.inertiagrouprange
        heavy = [g for g in geoms if g.mass != 0 and g.density != 0 and low <= g.group <= high]
        bodies = {g.parent._place: g.parent for g in heavy if g.parent._place != self._native.world()}
        bodies = [b for b in bodies.values() if self._infers() or b._read("inertial") is None]
        if bodies and self._infers():
            raise ValueError(
                f"Error: discarding visual geoms would change an inertia: {_INFERRED}\nElement name '{bodies[0].name}'"
            )
        if bodies:
            self._adopt(bodies, *self._trial(vfs))
        used = {g._read("mesh") for g in self.geoms if g not in geoms}
        used |= {s._read("mesh") for s in self.sites} | {
            s.objname for s in self.sensors if int(s.objtype) == tables.OBJECTS["mesh"]
        }
        gone = [*geoms, *self.materials, *self.textures, *(m for m in self.meshes if m.name not in used)]
        self._rename("material", dict.fromkeys((m.name for m in self.materials), ""))
        self._rename("texture", dict.fromkeys((t.name for t in self.textures), ""))
        for element in gone:
            self._discard(element)
        return len(gone)

    def _geoms_named(self):
        """Names of geoms that elements outside the tree refer to."""
        names = {s.objname for s in self.sensors if int(s.objtype) == _GEOM}
        names |= {s.refname for s in self.sensors if int(s.reftype) == _GEOM}
        names |= {name for pair in self.pairs for name in (pair.geomname1, pair.geomname2)}
        names |= {item["geom"] for tendon in self.tendons for item in tendon._read("path") if item["type"] == "geom"}
        return names - {""}

    def _rename(self, kind, names):
        """Lets elements and prototypes name other assets."""
        native = self._native
        for owner, row in _NAMING[kind]:
            for place in native.list(tables.OBJECTS[owner]):
                old = native.get(place, row)
                if old in names:
                    native.set(place, row, names[old])
        if kind == "texture":
            for place in native.list(tables.OBJECTS["material"]):
                textures = native.get(place, "textures")
                if any(t in names for t in textures if t):
                    native.set(place, "textures", [names.get(t, t) if t else t for t in textures])

    def dedup_assets(self):
        """Merges textures and meshes that differ in their names only; returns how many were deleted."""
        if self._parent is not None:
            raise ValueError("Cannot merge the assets of an attached mjSpec.")
        count = 0
        for kind, elements in (("texture", self.textures), ("mesh", self.meshes)):
            known, names, gone = {}, {}, []
            for element in elements:
                key = repr([element._read(row) for row in element._rows])
                first = known.setdefault(key, element)
                if first is not element and first.name and element.name:
                    names[element.name] = first.name
                    gone.append(element)
            self._rename(kind, names)
            for element in gone:
                self._discard(element)
            count += len(gone)
        return count

    def fuse_static(self, vfs=None):
        """Turns bodies without joints that nothing refers to into frames of their parents; returns how many."""
        _ = self._memory(vfs)
        self._own("fuse the bodies")
        named = self._bodies_named()
        fused = [b for b in self.bodies[1:] if not b.joints and not b.mocap and b.fuse and b.name not in named]
        if not fused:
            return 0
        model, index_of = None, None
        if any(b._read("inertial") is not None for b in self.bodies):
            model, index_of = self._trial(vfs)
        # from the leaves on, so that a body has taken over what was inside before it is fused itself
        for body in reversed(fused):
            if model is not None:
                _merge_inertia(body, model, index_of)
            self._to_frame(body)
        return len(fused)

    def _bodies_named(self):
        """Names of bodies that other elements refer to."""
        kinds = (_BODY, tables.OBJECTS["xbody"])
        names = {s.objname for s in self.sensors if int(s.objtype) in kinds}
        names |= {s.refname for s in self.sensors if int(s.reftype) in kinds}
        names |= {name for e in self.excludes for name in (e.bodyname1, e.bodyname2)}
        names |= {name for e in self.equalities if int(e.objtype) == _BODY for name in (e.name1, e.name2)}
        names |= {a.target for a in self.actuators if a.trntype.name == "mjTRN_BODY"}
        names |= {x.targetbody for x in (*self.cameras, *self.lights)}
        names |= {name for skin in self.skins for name in skin.bodyname}
        names |= {name for t in self.tuples for name, kind in zip(t.objname, t.objtype) if kind in kinds}
        return names - {""}


def _set_inertial(body, mass, pos, quat, inertia):
    fields = _spec_inertial.load(body)
    fields.update(mass=float(mass), ipos=[float(x) for x in pos], inertia=[float(x) for x in inertia], explicit=True)
    fields["fullinertia"] = [np.nan] + [0.0] * 5
    fields["alt"] = {**fields["alt"], "type": "quat", "quat": [float(x) for x in quat]}
    _spec_inertial.store(body, fields)
    body._live.clear()


def _rotation(quat):
    w, x, y, z = quat / np.linalg.norm(quat)
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


def _merge_inertia(body, model, index_of):
    """Adds the inertia of a body that is about to be fused to its parent, if either is explicit (parallel-axis theorem)."""
    parent = body.parent
    if parent.parent is None or (body._read("inertial") is None and parent._read("inertial") is None):
        return
    i, p = index_of(body._place), index_of(parent._place)
    masses, centres, tensors = [], [], []
    for j, pos, turn in ((p, np.zeros(3), np.eye(3)), (i, model.body_pos[i], _rotation(model.body_quat[i]))):
        axes = turn @ _rotation(model.body_iquat[j])
        masses.append(model.body_mass[j])
        centres.append(pos + turn @ model.body_ipos[j])
        tensors.append(axes @ np.diag(model.body_inertia[j]) @ axes.T)
    mass = sum(masses)
    centre = sum(m * c for m, c in zip(masses, centres)) / mass if mass > 0 else centres[0]
    tensor = np.zeros((3, 3))
    for m, c, t in zip(masses, centres, tensors):
        d = c - centre
        tensor += t + m * (d @ d * np.eye(3) - np.outer(d, d))
    fields = _spec_inertial.load(parent)
    fields.update(mass=float(mass), ipos=centre.tolist(), explicit=True)
    fields["fullinertia"] = [float(tensor[a, b]) for a, b in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
    fields["alt"] = {**fields["alt"], "type": "quat", "quat": [1.0, 0.0, 0.0, 0.0]}
    _spec_inertial.store(parent, fields)

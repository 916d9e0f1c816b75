"""Assets of models: caches, textures by reference, files a model needs, libraries."""

import os
import xml.etree.ElementTree
from xml.sax.saxutils import quoteattr

import numpy as np

from . import _ligament
from ._model import MjModel


class _Cache:
    """The cache of assets. Ligament reads files as often as they are asked for: nothing is kept."""

    __slots__ = ("capacity",)

    def __init__(self):
        self.capacity = 500 << 20


_CACHE = _Cache()


def mj_getCache():
    """The cache of assets."""
    return _CACHE


def mj_getCacheSize(cache):
    """Bytes kept in the cache: always none."""
    return 0


def mj_getCacheCapacity(cache):
    """The capacity that was set, in bytes."""
    return cache.capacity


def mj_setCacheCapacity(cache, size):
    """Sets the capacity, in bytes, and returns it."""
    cache.capacity = max(0, int(size))
    return cache.capacity


def mj_clearCache(cache):
    """Empties the cache, which is empty."""


def mj_loadPluginLibrary(path):
    """There are no plugin libraries: an error that says what to use instead."""
    raise NotImplementedError(
        f"cannot load '{os.fspath(path)}': Ligament loads no plugin libraries. Functions of your own go in with set_mjcb_control,"
        " set_mjcb_passive, set_mjcb_act_dyn, …_act_gain, …_act_bias and set_mjcb_sensor; PID control, touch grids and mesh"
        " distance fields are built in"
    )


def mj_loadAllPluginLibraries(directory):
    """Complains if there is a plugin library in a folder."""
    for name in sorted(os.listdir(directory)):
        if name.endswith((".so", ".dll", ".dylib")):
            mj_loadPluginLibrary(os.path.join(directory, name))


# Where the files of an element lie, by its tag.
_FOLDERS = {"mesh": "meshdir", "hfield": "meshdir", "skin": "meshdir", "flexcomp": "meshdir", "texture": "texturedir"}
_FACES = ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")


def mju_getXMLDependencies(filename):
    """The files that a model is made of: itself, included files and models, assets."""
    found = []
    _depend(os.fspath(filename).replace("\\", "/"), found)
    return found


def _depend(path, found):
    if path in found:
        return
    try:
        with open(path, encoding="utf-8") as file:
            root = xml.etree.ElementTree.fromstring(file.read())
    except xml.etree.ElementTree.ParseError as problem:
        raise ValueError(f"'{path}': {problem}") from None
    found.append(path)
    here = os.path.dirname(path)
    folders = {}
    for compiler in root.iter("compiler"):
        both = compiler.get("assetdir", "")
        folders = {"meshdir": both, "texturedir": both, **folders, **compiler.attrib}
    for element in root.iter():
        names = [element.get(face) for face in _FACES if element.get(face)]
        for name in names:
            file = os.path.join(here, folders.get(_FOLDERS.get(element.tag, ""), ""), name).replace("\\", "/")
            if element.tag in ("include", "model"):
                _depend(file, found)
            elif file not in found:
                found.append(file)


def _pixels(m, id):
    """Pixels and colour space of a texture; those of a file that the model keeps by reference are read."""
    if m.tex_adr[id] >= 0:
        return m.tex(id).data.copy(), int(m.tex_colorspace[id])
    paths, place = m.paths, int(m.tex_pathadr[id])
    name = paths[place : paths.index(b"\0", place)].decode()
    kind = ("2d", "cube", "skybox")[int(m.tex_type[id])]
    name_of = {0: "auto", 1: "linear", 2: "sRGB"}[int(m.tex_colorspace[id])]
    text = f"type={quoteattr(kind)} file={quoteattr(os.path.abspath(name))} colorspace={quoteattr(name_of)}"
    try:
        read = MjModel.from_xml_string(f"<mujoco><asset><texture name='t' {text}/></asset></mujoco>")
    except ValueError as problem:
        raise ValueError(f"texture {id}: {problem}") from None
    return read.tex(0).data.copy(), int(read.tex_colorspace[0])


def mj_loadTexture(m, id):
    """The pixels of a texture, (height, width, nchannel) and a copy, and its colour space."""
    if not 0 <= id < m.ntex:
        raise ValueError(f"texture {id} is out of range: there are {m.ntex}")
    return _pixels(m, int(id))


def mj_embedAssets(m):
    """A model that has within itself the textures that another keeps by reference."""
    found = []
    for id in range(m.ntex):
        if m.tex_adr[id] < 0:
            pixels, space = _pixels(m, id)
            found.append((id, list(pixels.shape), space, pixels.tobytes()))
    return MjModel._of(_ligament.embed_textures(m, found))


def mju_raySkin(nface, nvert, face, vert, pnt, vec, vertid):
    """The distance at which a ray meets a skin, or -1; the nearest vertex goes into `vertid`."""
    face, vert = np.asarray(face), np.asarray(vert)
    if not face.ndim or not vert.ndim:
        raise TypeError("face and vert must be arrays")
    if nface < 0 or nvert < 0:
        raise ValueError("nface and nvert must not be negative")
    if face.size != 3 * nface or vert.size != 3 * nvert:
        raise TypeError("face should have 3 * nface numbers, and vert 3 * nvert")
    face, vert = face.reshape(-1, 3), vert.reshape(-1, 3).astype(np.float64)
    if face.size and not (0 <= face.min() and face.max() < nvert):
        raise ValueError("face names a vertex that does not exist")
    pnt, vec = np.asarray(pnt, np.float64), np.asarray(vec, np.float64)
    best, nearest = -1.0, -1
    for corners in face:
        a, b, c = vert[corners]
        # Möller and Trumbore: solves pnt + t vec = a + u (b - a) + v (c - a).
        system = np.column_stack((-vec, b - a, c - a))
        if abs(np.linalg.det(system)) < 1e-15:
            continue
        t, u, v = np.linalg.solve(system, pnt - a)
        if t >= 0 and u >= 0 and v >= 0 and u + v <= 1 and (best < 0 or t < best):
            best = float(t)
            hit = pnt + t * vec
            nearest = int(corners[np.argmin([np.linalg.norm(hit - x) for x in (a, b, c)])])
    if vertid is not None:
        vertid[0] = nearest
    return best


def mju_threadpool(d, nthread):
    """Accepted: one world is stepped by one thread, results do not depend on it."""
    if int(nthread) < 0:
        raise ValueError("nthread must not be negative")
    d._nthread = int(nthread)


__all__ = [
    "mj_clearCache",
    "mj_embedAssets",
    "mj_getCache",
    "mj_getCacheCapacity",
    "mj_getCacheSize",
    "mj_loadAllPluginLibraries",
    "mj_loadPluginLibrary",
    "mj_loadTexture",
    "mj_setCacheCapacity",
    "mju_getXMLDependencies",
    "mju_raySkin",
    "mju_threadpool",
]
